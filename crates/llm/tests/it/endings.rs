//! How a reply may end: whole, cut in one of many ways, or with an error in its middle.

use std::time::Duration;

use llm::{
    Client, Delta, Finish, Provider, Request, Truncation, Usage, UsageSource,
    scripted::{Answer, Gate, RawReply, ScriptedServer, Step},
};

use super::{SHORT, asked, events, piece, reply_to, run, settings, until};

fn truncated(why: Truncation) -> Finish {
    Finish::Truncated(why)
}

#[test]
fn a_stream_that_ends_without_a_stop_reason_is_truncated() {
    for provider in Provider::ALL {
        let reply = reply_to(provider, Answer::text("A gull, a").cut()).unwrap();

        assert_eq!(reply.finish, truncated(Truncation::NoStopReason), "{provider}");
        assert_eq!(reply.text, "A gull, a");
        assert_eq!(reply.usage.source, UsageSource::Estimated);
    }
}

#[test]
fn a_connection_that_breaks_in_a_reply_leaves_it_truncated() {
    for end in [Step::Reset, Step::Close] {
        let gate = Gate::default();
        let steps =
            [Step::text(&format!("data: {}\n\n", piece("A gull"))), Step::Pass(gate.clone()), end];
        let server = ScriptedServer::replying([RawReply::stream(Provider::OpenAi, steps).into()]);
        let client = Client::new(settings(&server, Provider::OpenAi));

        let reply = run(async {
            let mut stream = client.stream(&Request::ask("Name a bird.")).await.unwrap();
            // What was received before a reset may be lost with it, so it comes after the piece.
            assert_eq!(stream.next().await.unwrap(), Some(Delta::Text("A gull".to_owned())));
            gate.open();
            assert_eq!(stream.next().await.unwrap(), None);
            stream.finish()
        });

        assert_eq!(reply.finish, truncated(Truncation::Reset));
        assert_eq!(reply.text, "A gull");
        assert_eq!(server.calls().len(), 1, "a reply that began is not asked for again");
    }
}

#[test]
fn a_stop_reason_that_is_empty_or_missing_is_none() {
    let gull = piece("A gull");
    for last in [
        r#"{"choices":[{"delta":{},"finish_reason":""}]}"#,
        r#"{"choices":[{"delta":{},"finish_reason":null}]}"#,
        r#"{"choices":[{"delta":{}}]}"#,
        r#"{"choices":[]}"#,
    ] {
        let reply = reply_to(Provider::OpenAi, events(&[&gull, last, "[DONE]"])).unwrap();
        assert_eq!(reply.finish, truncated(Truncation::NoStopReason), "{last}");
    }

    let done = r#"{"message":{"content":"A gull"},"done":true,"eval_count":2}"#;
    let stream = RawReply::stream(Provider::Ollama, [Step::text(done)]);
    let reply = reply_to(Provider::Ollama, stream).unwrap();
    assert_eq!(reply.finish, truncated(Truncation::NoStopReason));

    let stop = "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"\"}}\n\n";
    let stream = RawReply::stream(Provider::Anthropic, [Step::text(stop)]);
    let reply = reply_to(Provider::Anthropic, stream).unwrap();
    assert_eq!(reply.finish, truncated(Truncation::NoStopReason));
}

#[test]
fn a_stop_reason_that_nobody_knows_is_no_end() {
    let stop = r#"{"choices":[{"delta":{},"finish_reason":"insufficient_system_resource"}]}"#;

    let reply = reply_to(Provider::OpenAi, events(&[&piece("A gull"), stop])).unwrap();

    let reason = "insufficient_system_resource".to_owned();
    assert_eq!(reply.finish, truncated(Truncation::OtherReason(reason)));
}

#[test]
fn usage_that_says_nothing_is_estimated() {
    let stop = r#"{"choices":[{"delta":{"content":" and"},"finish_reason":"stop"}]}"#;
    for usage in [r#"{"choices":[],"usage":{}}"#, r#"{"choices":[],"usage":null}"#, "[DONE]"] {
        let reply = reply_to(Provider::OpenAi, events(&[&piece("A gull"), stop, usage])).unwrap();

        assert_eq!(reply.finish, Finish::Complete);
        // "Name two birds." and four tokens for the message; "A gull and".
        let usage = Usage { input_tokens: 8, output_tokens: 3, source: UsageSource::Estimated };
        assert_eq!(reply.usage, usage);
    }
}

#[test]
fn usage_is_read_behind_the_stop_reason() {
    let stop = r#"{"choices":[{"delta":{"content":"A gull"},"finish_reason":"stop"}]}"#;
    let usage = r#"{"choices":[],"usage":{"prompt_tokens":21,"completion_tokens":2}}"#;

    let reply = reply_to(Provider::OpenAi, events(&[stop, usage, "[DONE]"])).unwrap();

    let reported = Usage { input_tokens: 21, output_tokens: 2, source: UsageSource::Reported };
    assert_eq!((reply.finish, reply.usage), (Finish::Complete, reported));
}

#[test]
fn reasoning_is_apart_under_both_its_names() {
    let stop = r#"{"choices":[{"delta":{"content":"A gull."},"finish_reason":"stop"}]}"#;
    for thought in [
        r#"{"choices":[{"delta":{"reasoning_content":"Hm."}}]}"#,
        r#"{"choices":[{"delta":{"reasoning":"Hm."}}]}"#,
        r#"{"choices":[{"delta":{"reasoning":"Hm.","reasoning_content":"Hm."}}]}"#,
    ] {
        let reply = reply_to(Provider::OpenAi, events(&[thought, stop, "[DONE]"])).unwrap();

        assert_eq!((reply.reasoning.as_str(), reply.text.as_str()), ("Hm.", "A gull."));
    }
}

#[test]
fn reasoning_between_marks_is_apart_too() {
    for provider in Provider::ALL {
        let pieces = ["<thi", "nk>Hm.</think>", "\n\n", "A gull."].map(str::to_owned);
        let answer = Answer { pieces: pieces.to_vec(), ..Answer::text("") };

        let reply = reply_to(provider, answer).unwrap();

        assert_eq!(
            (reply.reasoning.as_str(), reply.text.as_str()),
            ("Hm.", "A gull."),
            "{provider}"
        );
    }
}

#[test]
fn a_call_in_the_chunk_of_the_stop_counts() {
    for reason in ["tool_calls", "stop"] {
        let chunk = format!(
            "{{\"choices\":[{{\"delta\":{{\"tool_calls\":[{{\"index\":0,\"id\":\"c1\",\"function\":\
             {{\"name\":\"look\",\"arguments\":\"{{\\\"at\\\":1}}\"}}}}]}},\"finish_reason\":\
             \"{reason}\"}}]}}"
        );

        let reply = reply_to(Provider::OpenAi, events(&[&chunk, "[DONE]"])).unwrap();

        assert_eq!(reply.finish, Finish::ToolCalls, "{reason}");
        assert_eq!(reply.tool_calls[0].arguments["at"], 1);
    }
}

#[test]
fn arguments_that_were_cut_are_no_call() {
    for (arguments, reason) in [("{\\\"at\\\":", "length"), ("{\\\"at\\\":1}", "length")] {
        let call = format!(
            "{{\"choices\":[{{\"delta\":{{\"tool_calls\":[{{\"index\":0,\"id\":\"c1\",\"function\":\
             {{\"name\":\"look\",\"arguments\":\"{arguments}\"}}}}]}}}}]}}"
        );
        let stop = format!("{{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"{reason}\"}}]}}");

        let reply = reply_to(Provider::OpenAi, events(&[&call, &stop, "[DONE]"])).unwrap();

        assert_eq!((reply.finish, reply.tool_calls.len()), (Finish::Length, 0));
        assert_eq!(reply.broken_calls[0].name, "look");
    }
}

#[test]
fn comments_line_ends_and_split_characters_change_nothing() {
    let lines = format!(
        ": keep-alive\r\n\r\ndata: {}\r\n\r\n: ping\r\n\r\nevent: ping\r\ndata: {{}}\r\n\r\n\
         data: {{\"choices\":[{{\"delta\":{{\"content\":\" 🐉\"}},\"finish_reason\":\"stop\"}}]}}\r\n\r\n\
         data: [DONE]\r\n\r\n",
        piece("Möwe — 日本")
    );
    // Every byte by itself.
    let steps: Vec<Step> = lines.bytes().map(|byte| Step::Send(vec![byte])).collect();

    let reply = reply_to(Provider::OpenAi, RawReply::stream(Provider::OpenAi, steps)).unwrap();

    assert_eq!((reply.finish, reply.text.as_str()), (Finish::Complete, "Möwe — 日本 🐉"));
}

#[test]
fn a_missing_done_behind_a_stop_reason_does_no_harm() {
    let stop = r#"{"choices":[{"delta":{"content":"A gull"},"finish_reason":"stop"}]}"#;

    let reply = reply_to(Provider::OpenAi, events(&[stop])).unwrap();
    assert_eq!(reply.finish, Finish::Complete);

    // Neither does a connection that stays open, or breaks.
    for end in [Step::Silence, Step::Close] {
        let steps = [Step::text(&format!("data: {stop}\n\n")), end];
        let stream = RawReply::stream(Provider::OpenAi, steps);
        assert_eq!(reply_to(Provider::OpenAi, stream).unwrap().finish, Finish::Complete);
    }
}

#[test]
fn a_server_that_stops_in_a_reply_leaves_it_truncated() {
    let steps = [Step::text(&format!("data: {}\n\n", piece("A gull"))), Step::Silence];
    let server = ScriptedServer::replying([RawReply::stream(Provider::OpenAi, steps).into()]);
    let mut settings = settings(&server, Provider::OpenAi);
    settings.timeouts.idle = SHORT;

    let reply = asked(settings).unwrap();

    assert_eq!((reply.finish, reply.text.as_str()), (truncated(Truncation::Idle), "A gull"));
}

#[test]
fn keep_alives_are_no_tokens() {
    let first = format!("data: {}\n\n", piece("A gull"));
    let steps = [Step::text(&first), Step::Endless(b": keep-alive\n\n".to_vec())];
    let server = ScriptedServer::replying([RawReply::stream(Provider::OpenAi, steps).into()]);
    let mut settings = settings(&server, Provider::OpenAi);
    settings.timeouts.idle = SHORT;

    assert_eq!(asked(settings).unwrap().finish, truncated(Truncation::Idle));
}

#[test]
fn an_endless_reply_ends_at_the_limit_of_the_run() {
    let wait = Step::Wait(Duration::from_millis(5));
    let token = Step::text(&format!("data: {}\n\n", piece("gull ")));
    let steps: Vec<Step> = (0..100_000).flat_map(|_| [token.clone(), wait.clone()]).collect();
    let server = ScriptedServer::replying([RawReply::stream(Provider::OpenAi, steps).into()]);
    let mut settings = settings(&server, Provider::OpenAi);
    settings.timeouts.run = Duration::from_millis(500);

    let reply = asked(settings).unwrap();

    assert_eq!(reply.finish, truncated(Truncation::Run));
    assert!(reply.text.starts_with("gull gull "));
}

#[test]
fn an_endless_reply_ends_at_its_bound() {
    let token = format!("data: {}\n\n", piece(&"gull ".repeat(10_000)));
    let steps = [Step::Endless(token.into_bytes())];

    let reply = reply_to(Provider::OpenAi, RawReply::stream(Provider::OpenAi, steps)).unwrap();

    assert_eq!(reply.finish, truncated(Truncation::TooLarge));
    assert!((3_900_000..=4 * 1024 * 1024).contains(&reply.text.len()), "{}", reply.text.len());
}

#[test]
fn a_dropped_reply_stops_the_model() {
    for provider in Provider::ALL {
        let steps = [Step::text(": begun\n\n"), Step::Silence];
        let server = ScriptedServer::replying([RawReply::stream(provider, steps).into()]);
        let client = Client::new(settings(&server, provider));

        run(async {
            let stream = client.stream(&Request::ask("Name a bird.")).await.unwrap();
            assert_eq!(client.quota().available(), 3);
            drop(stream);
            until(|| server.abandoned() == 1).await;
        });

        assert_eq!(client.quota().available(), 4);
    }
}

#[test]
fn a_reply_that_is_stopped_keeps_what_came() {
    let gate = Gate::default();
    let steps = [Step::text(&format!("data: {}\n\n", piece("A gull"))), Step::Pass(gate)];
    let server = ScriptedServer::replying([RawReply::stream(Provider::OpenAi, steps).into()]);
    let client = Client::new(settings(&server, Provider::OpenAi));

    let reply = run(async {
        let mut stream = client.stream(&Request::ask("Name a bird.")).await.unwrap();
        stream.next().await.unwrap();
        assert_eq!(stream.text(), "A gull");
        stream.finish()
    });

    assert_eq!((reply.finish, reply.text.as_str()), (truncated(Truncation::Stopped), "A gull"));
}
