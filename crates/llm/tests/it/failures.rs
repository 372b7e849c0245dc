//! Calls that have no reply, or an error in its middle, and those that are repeated.

use std::time::Duration;

use llm::{
    BaseUrl, Client, FailureKind, Finish, Provider, Request, Secret, Settings, Truncation,
    scripted::{Answer, RawReply, ScriptedServer, Step},
};
use tokio::net::TcpSocket;

use super::{SHORT, asked, events, piece, reply_to, run, settings};

#[test]
fn an_error_in_a_stream_is_an_error_and_keeps_what_came() {
    let error = r#"{"error":{"message":"out of memory","type":"server_error"}}"#;
    let openai = RawReply::stream(
        Provider::OpenAi,
        [Step::text(&format!("data: {}\n\ndata: {error}\n\n", piece("A gull")))],
    );
    let own_field = RawReply::stream(
        Provider::OpenAi,
        [Step::text(&format!("data: {}\n\nerror: {error}\n\n", piece("A gull")))],
    );
    let anthropic = RawReply::stream(
        Provider::Anthropic,
        [Step::text(
            "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\
             \"delta\":{\"type\":\"text_delta\",\"text\":\"A gull\"}}\n\nevent: error\ndata: \
             {\"type\":\"error\",\"error\":{\"type\":\"server_error\",\"message\":\"out of memory\"}}\n\n",
        )],
    );
    let ollama = RawReply::stream(
        Provider::Ollama,
        [Step::text(
            "{\"message\":{\"content\":\"A gull\"}}\n{\"error\":{\"type\":\"server_error\",\"message\":\
             \"out of memory\"}}\n",
        )],
    );
    for (provider, reply) in [
        (Provider::OpenAi, openai),
        (Provider::OpenAi, own_field),
        (Provider::Anthropic, anthropic),
        (Provider::Ollama, ollama),
    ] {
        let failure = reply_to(provider, reply).unwrap_err();

        assert_eq!(failure.kind, FailureKind::Reported, "{provider}");
        assert_eq!(failure.detail.as_deref(), Some("server_error: out of memory"));
        let partial = failure.partial.as_ref().unwrap();
        assert_eq!(partial.text, "A gull");
        assert_eq!(partial.finish, Finish::Truncated(Truncation::Stopped));
        assert!(!failure.may_pass(), "what was begun is not repeated");
    }
}

#[test]
fn an_error_in_place_of_a_stream_is_an_error() {
    let error = RawReply::new(200, &["content-type: application/json"], r#"{"error":"no model"}"#);
    let failure = reply_to(Provider::OpenAi, error).unwrap_err();
    assert_eq!(
        (failure.kind, failure.detail.as_deref()),
        (FailureKind::Reported, Some("no model"))
    );

    let page = RawReply::new(200, &["content-type: text/html"], "<html>Welcome</html>");
    let failure = reply_to(Provider::OpenAi, page).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Protocol);

    let nonsense = events(&["{not json"]);
    assert_eq!(reply_to(Provider::OpenAi, nonsense).unwrap_err().kind, FailureKind::Protocol);
}

#[test]
fn a_line_without_an_end_is_no_reply() {
    let steps = [Step::text("data: "), Step::Endless(vec![b'x'; 64 * 1024])];

    let failure =
        reply_to(Provider::OpenAi, RawReply::stream(Provider::OpenAi, steps)).unwrap_err();

    assert_eq!(failure.kind, FailureKind::Protocol);
}

#[test]
fn what_may_pass_is_repeated_until_it_has() {
    let refusals = [
        RawReply::new(429, &["retry-after: 0"], "{}"),
        RawReply::new(500, &["retry-after: 0"], "{}"),
        RawReply::new(503, &["retry-after: 0"], "{}"),
    ];
    let replies = refusals.map(Into::into).into_iter().chain([Answer::text("A gull.").into()]);
    let server = ScriptedServer::replying(replies);

    let reply = asked(settings(&server, Provider::OpenAi)).unwrap();

    assert_eq!((reply.text.as_str(), reply.attempts), ("A gull.", 4));
    let bodies: Vec<_> = server.calls().into_iter().map(|it| it.body).collect();
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]), "the same request each time");
}

#[test]
fn each_passing_failure_is_repeated() {
    let passing = [429, 500, 502, 503, 529]
        .map(|status| RawReply::new(status, &["retry-after: 0"], "{\"error\":\"busy\"}"));
    let mut lost = RawReply::new(200, &[], "");
    lost.steps = vec![Step::Close];
    for refusal in passing.into_iter().chain([lost]) {
        let status = refusal.status;
        let server = ScriptedServer::replying([refusal.into(), Answer::text("A gull.").into()]);

        let reply = asked(settings(&server, Provider::Anthropic)).unwrap();

        assert_eq!((reply.finish, reply.attempts), (Finish::Complete, 2), "{status}");
    }
}

#[test]
fn a_refusal_without_a_time_is_repeated_too() {
    let server = ScriptedServer::replying([
        RawReply::new(429, &[], "{}").into(),
        Answer::text("A gull.").into(),
    ]);

    assert_eq!(asked(settings(&server, Provider::OpenAi)).unwrap().attempts, 2);
}

#[test]
fn a_time_may_be_a_date_of_the_server() {
    let date = "date: Mon, 23 Nov 2026 08:00:00 GMT";
    let after = "retry-after: Mon, 23 Nov 2026 08:00:00 GMT";
    let server = ScriptedServer::replying([
        RawReply::new(503, &[date, after], "{}").into(),
        Answer::text("A gull.").into(),
    ]);

    assert_eq!(asked(settings(&server, Provider::OpenAi)).unwrap().attempts, 2);
}

#[test]
fn a_server_that_wants_more_time_than_a_call_has_is_not_waited_for() {
    let server =
        ScriptedServer::replying([RawReply::new(429, &["retry-after: 3600"], "{}").into()]);

    let failure = asked(settings(&server, Provider::OpenAi)).unwrap_err();

    assert_eq!((failure.kind, failure.attempts), (FailureKind::Status(429), 1));
    assert_eq!(failure.retry_after, Some(Duration::from_secs(3_600)));
}

#[test]
fn a_failure_that_lasts_is_reported_after_the_last_attempt() {
    let server = ScriptedServer::start(|_| {
        RawReply::new(500, &["retry-after: 0"], r#"{"error":{"message":"broken"}}"#).into()
    });

    let failure = asked(settings(&server, Provider::OpenAi)).unwrap_err();

    assert_eq!((failure.kind, failure.attempts), (FailureKind::Status(500), 4));
    assert_eq!(failure.detail.as_deref(), Some("broken"));
    assert_eq!(server.calls().len(), 4);
}

#[test]
fn what_will_not_pass_is_not_repeated() {
    for status in [400, 401, 403, 404, 413, 422, 501, 504] {
        let server = ScriptedServer::start(move |_| RawReply::new(status, &[], "no").into());

        let failure = asked(settings(&server, Provider::OpenAi)).unwrap_err();

        assert_eq!((failure.kind, failure.attempts), (FailureKind::Status(status), 1));
        assert_eq!(server.calls().len(), 1);
        assert!(failure.cure(Provider::OpenAi).ends_with('.'));
    }
}

#[test]
fn redirects_are_not_followed() {
    let other = ScriptedServer::replying([Answer::text("A gull.").into()]);
    for status in [301, 302, 307, 308] {
        for target in
            [format!("http://{}/v1/chat/completions?key=1", other.address()), "/v2".into()]
        {
            let location = format!("location: {target}");
            let server =
                ScriptedServer::start(move |_| RawReply::new(status, &[&location], "").into());

            let failure = asked(settings(&server, Provider::OpenAi)).unwrap_err();

            assert_eq!(failure.kind, FailureKind::Redirect);
            assert_eq!(failure.detail.as_deref(), Some(target.trim_end_matches("?key=1")));
            assert_eq!(server.calls().len(), 1);
        }
    }
    assert_eq!(other.received().len(), 0, "no other host is contacted");
}

#[test]
fn a_silent_server_is_not_waited_for_forever() {
    let mut no_head = RawReply::stream(Provider::OpenAi, [Step::Silence]);
    no_head.steps = vec![Step::Silence];
    let head_alone = RawReply::stream(Provider::OpenAi, [Step::text(": wait\n\n"), Step::Silence]);
    let role = r#"{"choices":[{"delta":{"role":"assistant","content":""}}]}"#;
    let role_alone = RawReply::stream(
        Provider::OpenAi,
        [Step::text(&format!("data: {role}\n\n")), Step::Silence],
    );
    for reply in [no_head, head_alone, role_alone] {
        let server = ScriptedServer::replying([reply.into()]);
        let mut settings = settings(&server, Provider::OpenAi);
        settings.timeouts.first_token = SHORT;

        let failure = asked(settings).unwrap_err();

        assert_eq!((failure.kind, failure.attempts), (FailureKind::FirstToken, 1));
        assert_eq!(server.calls().len(), 1, "what may have been worked on is not asked again");
    }
}

#[test]
fn the_limit_of_the_run_is_one_for_silence_too() {
    let server =
        ScriptedServer::start(|_| RawReply::stream(Provider::OpenAi, [Step::Silence]).into());
    let mut settings = settings(&server, Provider::OpenAi);
    settings.timeouts.run = SHORT;

    assert_eq!(asked(settings).unwrap_err().kind, FailureKind::Run);
}

#[test]
fn a_server_that_is_not_there_is_named_as_that() {
    // Bound, so that nobody else gets the port, and not listening.
    let socket = run(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        socket
    });
    let url = BaseUrl::parse(&format!("http://{}", socket.local_addr().unwrap())).unwrap();
    let mut settings = Settings::new(Provider::Ollama, url, "m");
    settings.timeouts.run = SHORT;

    let failure = asked(settings).unwrap_err();

    assert_eq!(failure.kind, FailureKind::Connect);
    assert_eq!(failure.cure(Provider::Ollama), "Start the model server, or correct base_url.");
}

#[test]
fn a_key_that_the_server_repeats_is_not_passed_on() {
    let body = r#"{"error":{"message":"Incorrect API key: sk-secret"}}"#;
    let stream = events(&[r#"{"error":{"message":"Incorrect API key: sk-secret"}}"#]);
    for reply in [RawReply::new(401, &[], body), stream] {
        let server = ScriptedServer::replying([reply.into()]);
        let mut settings = settings(&server, Provider::OpenAi);
        settings.api_key = Secret::parse("sk-secret");

        let failure = run(Client::new(settings).reply(&Request::ask("Hello?"))).unwrap_err();

        assert_eq!(failure.detail.as_deref(), Some("Incorrect API key: ***"));
        assert!(!format!("{failure} {failure:?}").contains("secret"));
    }
}

#[test]
fn a_server_without_tls_is_named_as_that() {
    let server = ScriptedServer::replying([]);
    let url = BaseUrl::parse(&format!("https://{}", server.address())).unwrap();
    let mut settings = Settings::new(Provider::OpenAi, url, "m");
    settings.api_key = Secret::parse("sk-secret");

    let failure = asked(settings).unwrap_err();

    assert_eq!(failure.kind, FailureKind::Tls);
    assert_eq!(server.received().len(), 0);
}
