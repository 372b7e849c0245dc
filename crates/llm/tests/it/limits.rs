//! How many calls are in flight, and how they wait for each other.

use std::{num::NonZeroU32, time::Duration};

use llm::{
    Client, FailureKind, Provider, Request,
    scripted::{Answer, Gate, RawReply, ScriptedServer, Step},
};

use super::{SHORT, piece, run, settings, until};

/// A server whose replies wait for a gate.
fn gated(gate: &Gate) -> ScriptedServer {
    let gate = gate.clone();
    ScriptedServer::start(move |_| {
        let stop = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;
        let steps = [
            Step::text(&format!("data: {}\n\n", piece("A gull."))),
            Step::Pass(gate.clone()),
            Step::text(&format!("data: {stop}\n\ndata: [DONE]\n\n")),
        ];
        RawReply::stream(Provider::OpenAi, steps).into()
    })
}

#[test]
fn no_more_calls_are_in_flight_than_allowed() {
    let gate = Gate::default();
    let server = gated(&gate);
    let mut settings = settings(&server, Provider::OpenAi);
    settings.parallel_max = 2;
    let client = Client::new(settings);

    run(async {
        let calls: Vec<_> = (0..5)
            .map(|_| {
                let client = client.clone();
                tokio::spawn(async move { client.reply(&Request::ask("Name a bird.")).await })
            })
            .collect();
        until(|| server.open() == 2).await;
        // The others have had the time to begin, if they could.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert_eq!((server.open(), server.calls().len()), (2, 2));
        gate.open();
        for call in calls {
            assert!(call.await.unwrap().unwrap().finish.is_complete());
        }
    });

    assert_eq!(server.calls().len(), 5);
    assert_eq!(client.quota().available(), 2);
}

#[test]
fn a_call_waits_for_its_turn_only_so_long() {
    let gate = Gate::default();
    let server = gated(&gate);
    let mut first = settings(&server, Provider::OpenAi);
    first.parallel_max = 1;
    let quota = first.quota();
    let mut second = first.clone();
    second.timeouts.queue = SHORT;
    let (first, second) = (Client::sharing(first, quota.clone()), Client::sharing(second, quota));

    let failure = run(async {
        let stream = first.stream(&Request::ask("Name a bird.")).await.unwrap();
        let failure = second.reply(&Request::ask("Name a bird.")).await.unwrap_err();
        drop(stream);
        failure
    });

    assert_eq!((failure.kind, failure.attempts), (FailureKind::Queue, 0));
    assert_eq!(server.calls().len(), 1);
}

#[test]
fn requests_of_a_minute_are_counted() {
    let server = ScriptedServer::start(|_| Answer::text("A gull.").into());
    let mut settings = settings(&server, Provider::OpenAi);
    settings.requests_per_minute = NonZeroU32::new(1);
    settings.timeouts.queue = Duration::from_secs(10);
    let client = Client::new(settings);

    let (first, second) = run(async {
        let first = client.reply(&Request::ask("Name a bird.")).await;
        (first, client.reply(&Request::ask("Name a bird.")).await)
    });

    assert!(first.unwrap().finish.is_complete());
    // The next one could be sent in a minute, which is longer than it may wait.
    assert_eq!(second.unwrap_err().kind, FailureKind::Queue);
    assert_eq!(server.calls().len(), 1);
}

#[test]
fn a_thousand_calls_are_in_flight_at_once() {
    const CALLS: usize = 1_000;
    let gate = Gate::default();
    let server = gated(&gate);
    let mut settings = settings(&server, Provider::OpenAi);
    settings.parallel_max = CALLS;
    let client = Client::new(settings);

    run(async {
        let calls: Vec<_> = (0..CALLS)
            .map(|_| {
                let client = client.clone();
                tokio::spawn(async move { client.reply(&Request::ask("Name a bird.")).await })
            })
            .collect();
        until(|| server.open() == CALLS).await;
        gate.open();
        for call in calls {
            assert_eq!(call.await.unwrap().unwrap().text, "A gull.");
        }
    });
}
