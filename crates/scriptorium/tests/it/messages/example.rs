//! The agent of `examples/outside_agent` at work: the file that people copy is the one that is
//! tried out here, with the Python that is there.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::json;

use super::{join, lease, path, reply_to, send, states};
use crate::{
    agents::record,
    support::{Studio, Text as _},
};

/// The agent as a process of its own; it is killed when this is dropped.
struct Agent {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Agent {
    /// Starts the agent, to end after so many messages; ready when this returns.
    fn start(studio: &Studio, messages: usize) -> Self {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/outside_agent/agent.py");
        let mut child = Command::new("python3")
            .arg(file)
            .args(["--address", &format!("http://{}", studio.address)])
            .args(["--messages", &messages.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut first = String::new();
        out.read_line(&mut first).expect("a first line");
        assert_eq!(first, "ready\n");
        Self { child, out }
    }

    /// Waits until it ends by itself; what it printed since it was ready.
    fn ended(mut self) -> Vec<String> {
        let lines = (&mut self.out).lines().map(|line| line.expect("a line")).collect();
        assert!(self.child.wait().expect("a child").success());
        lines
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

service_test! {
    fn the_example_of_an_agent_outside_works(studio) {
        let agent = Agent::start(studio, 3);
        let ask = |message_type: &str| {
            send(studio, &json!({ "toAgent": "word-counter", "message": "one two  three",
                "messageType": message_type })).ok()
        };

        let sent = ["direct", "consultation", "handoff"].map(ask);

        for (sent, way) in sent.iter().zip(["handled", "handled replied", "accepted"]) {
            let reply = reply_to(studio, sent);
            assert_eq!((&reply["message"], &reply["report"]),
                (&json!("I counted 3 words."), &json!({ "kind": "words", "count": 3 })));
            let message = studio.get(&path(sent)).ok();
            assert_eq!(states(&message), format!("queued leased {way}"));
        }
        assert_eq!(record(studio, "word-counter")["status"], "available");
        let said = agent.ended();
        assert_eq!(said.len(), 3, "{said:?}");
    }
}

service_test! {
    fn the_example_refuses_a_task_that_was_handed_on_since(studio) {
        join(studio, "word-counter");
        let offer = |text: &str| {
            send(studio, &json!({ "toAgent": "word-counter", "message": text,
                "messageType": "handoff", "context": { "taskId": "count" } })).ok()
        };
        let (taken, stale) = (offer("one two"), offer("one two three"));

        let said = Agent::start(studio, 2).ended();

        assert_eq!(studio.get(&path(&taken)).ok()["status"], "accepted");
        let refused = studio.get(&path(&stale)).ok();
        assert_eq!((states(&refused), &refused["rule"]),
            ("queued leased refused".to_owned(), &json!("recipient")));
        assert_eq!(refused["error"], "The task count was handed on in the meantime; it is \
            word-counter's now");
        assert_eq!(said.last().unwrap(), &format!("{}: refused", refused["id"].text()));
    }
}

service_test! {
    fn what_the_killed_example_had_leased_is_answered_once_by_the_next(studio) {
        drop(Agent::start(studio, 1));
        let sent = send(studio, &json!({ "toAgent": "word-counter", "message": "one two" })).ok();
        // As a life that was killed in the middle of its work leaves it: leased by this request or,
        // if it was still waiting, by its own last one.
        lease(studio, "word-counter", &json!({ "leaseMs": 60_000 }));
        studio.until("the message to be leased", || {
            (studio.get(&path(&sent)).ok()["status"] == "leased").then_some(())
        });
        let agent = Agent::start(studio, 1);

        studio.clock.advance(60_000);

        assert_eq!(reply_to(studio, &sent)["message"], "I counted 2 words.");
        let message = studio.get(&path(&sent)).ok();
        assert_eq!(states(&message), "queued leased queued leased handled");
        let said = agent.ended();
        assert_eq!(said, [format!("{}: handled", message["id"].text())]);
    }
}
