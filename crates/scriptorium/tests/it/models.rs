//! Tests of configured models: what the service knows of them, and the command that checks them against
//! a scripted server, as a person runs it.

mod listed;

use llm::{
    Finish, Provider, Request,
    scripted::{Answer, CERTIFICATE, RawReply, Received, ScriptedReply, ScriptedServer, Step},
};
use serde_json::json;

use crate::support::program::{Ran, command};

/// A model that can do everything.
fn able(received: &Received) -> ScriptedReply {
    let Some(_) = received.provider else {
        let lengths = json!({
            "data": [{ "id": "scripted", "max_model_len": 4_096 }],
            "max_input_tokens": 200_000,
            "model_info": { "scripted.context_length": 8_192 },
        });
        return RawReply::new(200, &["content-type: application/json"], lengths.to_string()).into();
    };
    let body = &received.body;
    if body.get("tools").is_some() {
        Answer::call("note_colour", json!({ "colour": "red" })).into()
    } else if ["response_format", "output_config", "format"].iter().any(|it| body.get(it).is_some())
    {
        Answer::text("{\"white\":true}").into()
    } else {
        Answer::text("Red, orange, yellow, green, blue and violet.").into()
    }
}

/// Checks the models of this environment.
fn check(environment: &[(&str, &str)]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), &["model", "check"]);
    command.envs(environment.iter().copied());
    Ran::of(command.output().unwrap())
}

/// Checks a model of this server.
fn check_of(server: &ScriptedServer, provider: Provider, more: &[(&str, &str)]) -> Ran {
    let url = server.base_url(provider);
    let own = [
        ("SCRIPTORIUM_MODEL__PROVIDER", provider.as_str()),
        ("SCRIPTORIUM_MODEL__BASE_URL", url.as_str()),
        ("SCRIPTORIUM_MODEL__NAME", "scripted"),
    ];
    check(&[&own, more].concat())
}

/// The value of a line.
fn value<'o>(out: &'o str, name: &str) -> &'o str {
    let name = format!("  {name:<12}");
    out.lines().find_map(|line| line.strip_prefix(&name)).unwrap_or_else(|| panic!("{name}: {out}"))
}

#[test]
fn a_check_says_what_works_in_each_dialect() {
    for (provider, context) in [
        (
            Provider::OpenAi,
            "4096 tokens, fewer than context_tokens = 8192: lower it, or what is sent is cut",
        ),
        (Provider::Anthropic, "200000 tokens; context_tokens = 8192 of them are used"),
        (Provider::Ollama, "8192 tokens; context_tokens = 8192 of them are used"),
    ] {
        let server = ScriptedServer::start(able);
        let prices =
            [("SCRIPTORIUM_MODEL__PRICE_INPUT", "3"), ("SCRIPTORIUM_MODEL__PRICE_OUTPUT", "15")];

        let out = check_of(&server, provider, &prices).ok();

        let first = format!("scripted at {} ({provider})\n", server.base_url(provider));
        assert!(out.starts_with(&first), "{out}");
        assert_eq!(value(&out, "for"), "all agents");
        assert!(value(&out, "reached").starts_with("yes, the first token came after "), "{out}");
        assert_eq!(value(&out, "streams"), "yes, in 7 pieces");
        assert_eq!(value(&out, "ends"), "the reply is complete");
        assert_eq!(
            value(&out, "usage"),
            "reported: 10 tokens sent, 7 written; 0.000135 US dollars"
        );
        assert_eq!((value(&out, "tool calls"), value(&out, "JSON schema")), ("yes", "yes"));
        assert_eq!(value(&out, "context"), context);
    }
}

#[test]
fn a_check_says_what_does_not_work() {
    let server = ScriptedServer::start(|received| {
        let body = &received.body;
        if received.provider.is_none() {
            RawReply::new(404, &[], "").into()
        } else if body.get("tools").is_some() {
            RawReply::new(400, &[], r#"{"error":"scripted does not support tools"}"#).into()
        } else if body.get("format").is_some() {
            Answer::text("Yes, it is.").into()
        } else {
            Answer { usage: None, ..Answer::text("Red.") }.into()
        }
    });

    let out = check_of(&server, Provider::Ollama, &[]).ok();

    assert_eq!(value(&out, "streams"), "no, the answer came in one piece");
    // The question has 58 bytes and is one message, the answer has 4.
    assert_eq!(
        value(&out, "usage"),
        "estimated, the server reports none: 19 tokens sent, 1 written; cost not known without \
         price_input and price_output"
    );
    assert_eq!(
        value(&out, "tool calls"),
        "no; the model server answered with the status 400: scripted does not support tools"
    );
    assert_eq!(value(&out, "JSON schema"), "no, the answer has another form");
    assert_eq!(value(&out, "context"), "the server does not tell; context_tokens = 8192");
}

#[test]
fn a_model_that_does_not_work_is_reported_with_what_helps() {
    let cut = Answer::text("Red, orange, yell").cut();
    let nothing = Answer { pieces: Vec::new(), ..Answer::text("") };
    let error = r#"{"error":{"message":"Incorrect API key provided: sk-secret"}}"#;
    let table: [(ScriptedReply, &str, &str); 4] = [
        (
            RawReply::new(401, &[], error).into(),
            "the model server answered with the status 401: Incorrect API key provided: ***",
            "Set the key",
        ),
        (
            RawReply::new(404, &[], r#"{"error":"model 'scripted' not found"}"#).into(),
            "the model server answered with the status 404: model 'scripted' not found",
            "Correct base_url",
        ),
        (
            cut.into(),
            "the reply was cut: the server ended it without a stop reason",
            "Look into the log of the model server",
        ),
        (nothing.into(), "the model answers with nothing", "Look into the log"),
    ];
    for (reply, cause, cure) in table {
        let server = ScriptedServer::start(move |_| reply.clone());

        let ran =
            check_of(&server, Provider::OpenAi, &[("SCRIPTORIUM_MODEL__API_KEY", "sk-secret")]);

        assert!(!format!("{ran:?}").contains("secret"), "{ran:?}");
        assert_eq!(value(&ran.out, "works"), "no");
        assert_eq!(value(&ran.out, "cause"), cause);
        assert!(value(&ran.out, "cure").starts_with(cure), "{}", ran.out);
        assert_eq!(ran.refusal(), "scriptorium: 1 of 1 models do not work\n");
    }
}

#[test]
fn each_model_is_checked_with_the_agents_that_ask_it() {
    let (one, other) = (ScriptedServer::start(able), ScriptedServer::start(able));
    let url = other.base_url(Provider::Ollama);
    let own = |agent: &str| {
        [
            (format!("SCRIPTORIUM_MODEL__AGENTS__{agent}__PROVIDER"), "ollama".to_owned()),
            (format!("SCRIPTORIUM_MODEL__AGENTS__{agent}__BASE_URL"), url.clone()),
            (format!("SCRIPTORIUM_MODEL__AGENTS__{agent}__NAME"), "other".to_owned()),
        ]
    };
    let more = [own("SCRIBE"), own("ARIEL")].concat();
    let more: Vec<_> = more.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();

    let out = check_of(&one, Provider::OpenAi, &more).ok();

    let (first, second) = out.split_once("\nother at ").unwrap();
    assert_eq!(value(first, "for"), "all other agents");
    assert_eq!(value(second, "for"), "ariel (no built-in agent), scribe");
    assert_eq!((one.calls().len(), other.calls().len()), (3, 3));
}

#[test]
fn an_encrypted_server_has_to_be_one_that_the_system_trusts() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("certificate.pem");
    std::fs::write(&certificate, CERTIFICATE).unwrap();
    let trusted = ("SSL_CERT_FILE", certificate.to_str().unwrap());
    let key = ("SCRIPTORIUM_MODEL__API_KEY", "sk-secret");
    let server = ScriptedServer::start_encrypted(able);

    let refused = check_of(&server, Provider::OpenAi, &[key]);
    assert_eq!(server.received().len(), 0, "a key is not sent to who cannot be trusted");
    let out = check_of(&server, Provider::OpenAi, &[key, trusted]).ok();

    let cause = value(&refused.out, "cause");
    assert!(cause.starts_with("the model server cannot be reached over TLS: "), "{cause}");
    refused.refusal();
    assert_eq!(value(&out, "ends"), "the reply is complete");
    assert_eq!(server.calls()[0].header("authorization"), "Bearer sk-secret");
}

#[test]
fn without_a_model_there_is_nothing_to_check() {
    let message = check(&[]).refusal();

    assert!(
        message.contains("no model is configured: write provider, base_url and name"),
        "{message}"
    );
}

#[test]
fn a_model_that_thinks_for_too_long_works() {
    let server = ScriptedServer::start(|_| {
        let thoughts = vec!["Hm. ".to_owned(), "Hm. ".to_owned()];
        let answer = Answer { reasoning: thoughts, pieces: Vec::new(), ..Answer::text("") };
        answer.ending(Finish::Length).into()
    });

    let out = check_of(&server, Provider::OpenAi, &[]).ok();

    assert_eq!(value(&out, "ends"), "the reply was cut at the bound on its tokens");
}

#[test]
fn a_server_does_not_start_without_the_key_that_it_was_promised() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    command.envs([
        ("SCRIPTORIUM_MODEL__PROVIDER", "ollama"),
        ("SCRIPTORIUM_MODEL__BASE_URL", "http://127.0.0.1:11434"),
        ("SCRIPTORIUM_MODEL__NAME", "qwen3:8b"),
        ("SCRIPTORIUM_MODEL__API_KEY_FILE", "key"),
    ]);

    let message = Ran::of(command.output().unwrap()).refusal();

    assert!(
        message.contains("reading key, the api_key_file of [model], failed: No such file"),
        "{message}"
    );
}

service_test! {
    fn a_service_without_its_model_is_ready(
        studio,
        "model.provider" = "ollama",
        "model.base_url" = "http://127.0.0.1:9",
        "model.name" = "qwen3:8b",
        "model.agents.proseguard.provider" = "none"
    ) {
        let models = &studio.behind().models;

        assert_eq!(models.of("muse").map(|client| client.settings().name.as_str()), Some("qwen3:8b"));
        assert!(models.of("proseguard").is_none());
        assert_eq!(studio.get("/health/ready").status, 200);
    }
}

service_test! {
    fn an_agent_asks_the_model_of_the_settings(
        studio,
        model = able,
        "model.agents.scribe.name" = "large"
    ) {
        let client = studio.behind().models.of("scribe").unwrap();

        let reply = studio.block_on(client.reply(&Request::ask("Which colours?"))).unwrap();

        assert!(reply.finish.is_complete() && reply.text.starts_with("Red, "), "{reply:?}");
        let calls = studio.model().calls();
        assert_eq!((calls.len(), &calls[0].body["model"]), (1, &json!("large")));
    }
}

service_test! {
    fn a_service_has_no_model_by_default(studio) {
        assert!(!studio.behind().models.any());
    }
}

#[test]
fn a_silent_model_is_given_up_on() {
    let server =
        ScriptedServer::start(|_| RawReply::stream(Provider::OpenAi, [Step::Silence]).into());
    let timeout = [("SCRIPTORIUM_MODEL__FIRST_TOKEN_TIMEOUT_MS", "100")];

    let ran = check_of(&server, Provider::OpenAi, &timeout);

    assert_eq!(value(&ran.out, "cause"), "the model did not begin to answer in time");
    ran.refusal();
}
