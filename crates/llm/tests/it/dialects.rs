//! A whole conversation in each dialect: text, reasoning, calls of tools, usage, states.

use llm::{Client, Delta, Finish, Provider, Request, Secret, UsageSource, scripted::Answer};
use serde_json::json;

use super::{ScriptedServer, followed, reply_to, run, settings};

#[test]
fn a_reply_comes_in_pieces_and_whole_at_the_end() {
    for provider in Provider::ALL {
        let answer = Answer {
            reasoning: vec!["Birds. ".into(), "Two.".into()],
            ..Answer::text("A gull, a tern.")
        };
        let server = ScriptedServer::replying([answer.into()]);

        let client = Client::new(settings(&server, provider));
        let (deltas, reply) = run(followed(&client)).unwrap();

        let texts = ["A ", "gull, ", "a ", "tern."].map(|it| Delta::Text(it.to_owned()));
        let thoughts = ["Birds. ", "Two."].map(|it| Delta::Reasoning(it.to_owned()));
        assert_eq!(deltas, [thoughts.as_slice(), texts.as_slice()].concat(), "{provider}");
        assert_eq!(reply.text, "A gull, a tern.");
        assert_eq!(reply.reasoning, "Birds. Two.");
        assert_eq!(reply.finish, Finish::Complete);
        assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens), (10, 4));
        assert_eq!(reply.usage.source, UsageSource::Reported);
        assert_eq!((reply.model.as_deref(), reply.attempts), (Some("scripted"), 1));
        let request = &server.calls()[0];
        assert_eq!(
            (request.provider, request.prompt().as_str()),
            (Some(provider), "Name two birds.")
        );
        assert_eq!(request.body["stream"], true);
    }
}

#[test]
fn a_model_calls_tools_in_each_dialect() {
    for provider in Provider::ALL {
        let arguments = json!({ "name": "Mara", "near": ["ferry"] });
        let reply = reply_to(provider, Answer::call("lookup_lore", arguments.clone())).unwrap();

        assert_eq!(reply.finish, Finish::ToolCalls, "{provider}");
        assert_eq!(reply.tool_calls.len(), 1, "{provider}");
        assert_eq!(reply.tool_calls[0].name, "lookup_lore");
        assert_eq!(reply.tool_calls[0].arguments, arguments);
        assert!(!reply.tool_calls[0].id.is_empty() && reply.broken_calls.is_empty());
    }
}

#[test]
fn each_end_is_a_state_of_its_own_in_each_dialect() {
    for provider in Provider::ALL {
        for finish in [Finish::Complete, Finish::Length, Finish::Refusal] {
            // Ollama has no word for a refusal.
            if (provider, &finish) == (Provider::Ollama, &Finish::Refusal) {
                continue;
            }
            let reply = reply_to(provider, Answer::text("A gull").ending(finish.clone())).unwrap();
            assert_eq!((reply.finish, reply.text.as_str()), (finish, "A gull"), "{provider}");
        }
    }
    let filtered = Answer::text("A gull").ending(Finish::ContentFilter);
    assert_eq!(reply_to(Provider::OpenAi, filtered).unwrap().finish, Finish::ContentFilter);
}

#[test]
fn the_key_goes_to_the_server_and_nowhere_else() {
    for (provider, header, value) in [
        (Provider::OpenAi, "authorization", "Bearer sk-secret"),
        (Provider::Anthropic, "x-api-key", "sk-secret"),
        (Provider::Ollama, "authorization", "Bearer sk-secret"),
    ] {
        let server = ScriptedServer::replying([Answer::text("A gull.").into()]);
        let mut settings = settings(&server, provider);
        settings.api_key = Secret::parse("sk-secret");
        let client = Client::new(settings);

        run(client.reply(&Request::ask("Name a bird."))).unwrap();

        let request = &server.calls()[0];
        assert_eq!(request.header(header), value, "{provider}");
        assert!(!request.path.contains("secret") && !request.body.to_string().contains("secret"));
        assert!(!format!("{client:?}").contains("secret"));
    }
}

#[test]
fn ollama_is_told_the_length_of_the_context() {
    let server = ScriptedServer::replying([Answer::text("A gull.").into()]);
    let mut settings = settings(&server, Provider::Ollama);
    settings.context_tokens = 12_345;

    run(Client::new(settings).reply(&Request::ask("Name a bird."))).unwrap();

    assert_eq!(server.calls()[0].body["options"]["num_ctx"], 12_345);
}
