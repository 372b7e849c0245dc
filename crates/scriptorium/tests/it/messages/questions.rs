//! What agents ask others before they answer: the director asks those that a request takes, and an agent
//! that is to work with others asks those that are named. Its own message waits as a stored state.

use serde_json::{Value, json};

use super::{MESSAGES, join, list, path, reply_to, send};
use crate::support::{Studio, Text as _};

/// Asks the director about a document of a project; what was sent.
fn ask(studio: &Studio, project: &str, document: &str, text: &str) -> Value {
    let metadata = json!({ "projectId": project, "documentId": document });
    send(
        studio,
        &json!({ "toAgent": "director", "message": text,
        "context": { "sessionId": "s", "metadata": metadata } }),
    )
    .ok()
}

/// An agent outside that is heard of.
fn come(studio: &Studio, agent: &str) {
    join(studio, agent);
    studio.post(&format!("/api/agents/{agent}/heartbeat"), &json!({})).ok();
}

/// The questions asked for a message, in the order of asking.
fn questions(studio: &Studio, sent: &Value) -> Vec<Value> {
    let conversation = studio.get(&path(sent)).ok()["conversationId"].text();
    let mut all = list(studio, &format!("conversationId={conversation}&limit=100"));
    all.retain(|message| message["parentId"] == sent["response"]["messageId"]);
    all.reverse();
    all
}

fn field<'v>(messages: &'v [Value], name: &str) -> Vec<&'v str> {
    messages.iter().map(|message| message[name].as_str().unwrap_or("null")).collect()
}

/// Waits until a message has this state.
fn until_status(studio: &Studio, sent: &Value, status: &str) -> Value {
    studio.until(status, || {
        let message = studio.get(&path(sent)).ok();
        (message["status"] == status).then_some(message)
    })
}

fn states(message: &Value) -> String {
    let history = message["history"].as_array().expect("a history");
    history.iter().map(|step| step["status"].text()).collect::<Vec<_>>().join(" ")
}

fn mailbox(studio: &Studio, agent: &'static str) -> (i64, i64) {
    let mailbox = studio.write(move |tx| Ok(store::agents::get(tx, agent)?.mailbox));
    (mailbox.queued, mailbox.leased)
}

service_test! {
    fn the_director_asks_those_that_a_request_takes_and_answers_with_their_answers(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "III", "Mina saw Lucy. Mina saw Lucy again.");

        let sent = ask(studio, &project, &document, "check chapter 3 for names and prose");
        let reply = reply_to(studio, &sent);

        let asked = questions(studio, &sent);
        assert_eq!(field(&asked, "toAgent"), ["lorekeeper", "proseguard"]);
        assert_eq!(field(&asked, "status"), ["replied", "replied"]);
        for question in &asked {
            assert_eq!((&question["fromAgent"], &question["messageType"], &question["hops"]),
                (&json!("director"), &json!("consultation"), &json!(1)));
            assert_eq!((&question["message"], &question["projectId"]),
                (&json!("check chapter 3 for names and prose"), &json!(project)));
            assert_eq!(question["context"]["metadata"]["documentId"], document);
        }
        let letter = reply["message"].text();
        let (names, prose) =
            (letter.find("lorekeeper answers:").unwrap(), letter.find("proseguard answers:").unwrap());
        assert!(letter.starts_with("I asked lorekeeper, proseguard.\n") && names < prose, "{letter}");
        assert!(letter.contains("Mina"), "{letter}");
        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["asked"][1]["agentId"]), (&json!("routed"), &json!("proseguard")));
        let answer = studio.get(&format!("{}/{}", MESSAGES, report["asked"][0]["answerId"].text())).ok();
        assert_eq!((&answer["replyTo"], &answer["status"]), (&asked[0]["id"], &json!("delivered")));
        let message = studio.get(&path(&sent)).ok();
        assert_eq!(states(&message), "queued leased waiting queued leased handled");
        assert_eq!(mailbox(studio, "director"), (0, 0));
        let protocol = studio.get("/api/agent-communication/validation/protocols").ok();
        assert_eq!(protocol["validationData"]["complianceStatus"], "compliant", "{protocol}");
    }
}

service_test! {
    fn a_message_that_waits_for_answers_holds_no_permit_and_goes_on_after_a_restart(mut studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "III", "Mina saw Lucy.");
        come(studio, "reader");
        let sent = ask(studio, &project, &document, "Ask reader about the prose");
        let waiting = until_status(studio, &sent, "waiting");
        assert_eq!(mailbox(studio, "director"), (0, 0));
        assert_eq!(list(studio, "status=waiting").len(), 1);
        assert_eq!(waiting["attempts"], 1);

        studio.restart();
        let question = questions(studio, &sent).remove(0);
        assert_eq!(question["toAgent"], "reader");
        let reply = format!("{}/{}/reply", MESSAGES, question["id"].text());
        studio.post(&reply, &json!({ "message": "I liked it." })).ok();

        let answer = reply_to(studio, &sent);
        assert!(answer["message"].text().contains("reader answers:\n\nI liked it.\n"), "{answer}");
        assert!(answer["message"].text().contains("proseguard answers:"), "{answer}");
    }
}

service_test! {
    fn who_does_not_answer_in_time_is_named_with_the_reason(studio) {
        come(studio, "reader");
        let body = json!({ "toAgent": "director", "message": "Ask reader, please.",
            "context": { "timeoutMs": 100_000 } });
        let sent = send(studio, &body).ok();
        until_status(studio, &sent, "waiting");
        let question = questions(studio, &sent).remove(0);
        assert_eq!(question["context"]["timeoutMs"], 75_000, "three quarters of the time");

        studio.clock.advance(76_000);

        let answer = reply_to(studio, &sent);
        assert!(answer["message"].text().contains("reader did not answer: Nobody took it in time.\n"),
            "{answer}");
        let protocol = studio.get("/api/agent-communication/validation/protocols").ok();
        assert_eq!(protocol["validationData"]["violations"], json!([]));
    }
}

service_test! {
    fn a_message_that_is_cancelled_ends_its_questions(studio) {
        come(studio, "reader");
        let sent = send(studio, &json!({ "toAgent": "director", "message": "Ask reader, please." })).ok();
        until_status(studio, &sent, "waiting");

        let message = studio.post(&format!("{}/cancel", path(&sent)), &json!({})).ok();

        assert_eq!((states(&message), &message["rule"]),
            ("queued leased waiting expired".to_owned(), &json!("cancelled")));
        let question = questions(studio, &sent).remove(0);
        assert_eq!((&question["status"], &question["rule"]), (&json!("expired"), &json!("parent_ended")));
        assert_eq!((mailbox(studio, "reader"), mailbox(studio, "director")), ((0, 0), (0, 0)));
        let protocol = studio.get("/api/agent-communication/validation/protocols").ok();
        assert_eq!(protocol["validationData"]["violations"], json!([]));
    }
}

service_test! {
    fn a_message_that_is_overdue_ends_its_questions(studio) {
        come(studio, "reader");
        let body = json!({ "toAgent": "director", "message": "Ask reader, please.",
            "context": { "timeoutMs": 100_000 } });
        let sent = send(studio, &body).ok();
        until_status(studio, &sent, "waiting");
        let question = questions(studio, &sent).remove(0)["id"].text();
        // Its time for the question is longer than its own, as after a clock that was set back.
        studio.write(move |tx| {
            tx.run("UPDATE message SET deadline = deadline + 10000000 WHERE id = ?1", (&question,))
                .map(drop)
                .map_err(|error| domain::Error::internal("moving a deadline", error))
        });
        studio.write(|tx| {
            tx.run("UPDATE message SET not_before = not_before + 10000000 WHERE state = 'waiting'", ())
                .map(drop)
                .map_err(|error| domain::Error::internal("moving a time", error))
        });

        studio.clock.advance(101_000);

        let message = until_status(studio, &sent, "expired");
        assert_eq!(states(&message), "queued leased waiting expired");
        let question = questions(studio, &sent).remove(0);
        assert_eq!((&question["status"], &question["rule"]), (&json!("expired"), &json!("parent_ended")));
        assert_eq!(mailbox(studio, "reader"), (0, 0));
    }
}

service_test! {
    fn who_was_asked_in_a_chain_is_not_asked_again(studio) {
        come(studio, "reader");
        let first = send(studio, &json!({ "toAgent": "reader", "message": "x" })).ok();
        // The reader asks the director because of its message, which then may not ask the reader.
        let sent = send(studio, &json!({ "toAgent": "director", "fromAgent": "reader",
            "message": "Ask reader, please.",
            "context": { "metadata": { "causeId": first["response"]["messageId"] } } })).ok();

        let answer = reply_to(studio, &sent);

        let question = questions(studio, &sent).remove(0);
        assert_eq!((&question["status"], &question["rule"]), (&json!("denied"), &json!("cycle")));
        assert!(answer["message"].text().contains(
            "reader did not answer: reader was asked before in the same chain of messages.\n"), "{answer}");
    }
}

service_test! {
    fn when_nobody_is_awake_who_can_do_it_the_director_says_who_could(studio) {
        studio.post("/api/agents/proseguard/sleep", &json!({})).ok();

        let sent = send(studio, &json!({ "toAgent": "director", "message": "Check the prose" })).ok();
        let answer = reply_to(studio, &sent);

        assert_eq!(answer["message"],
            "Nobody is available for prose_analysis; proseguard could do it, once awake and among the \
            agents of the project.\n");
        assert_eq!(states(&studio.get(&path(&sent)).ok()), "queued leased handled");
    }
}

service_test! {
    fn the_director_asks_only_agents_that_work_on_the_project(studio) {
        let project = studio.project("Dracula");
        let named = json!({ "activeAgents": ["director", "lorekeeper"],
            "settings": { "aiAssistance": false } });
        studio.put(&format!("/api/projects/{project}"), &named).ok();

        let sent = send(studio, &json!({ "toAgent": "director", "message": "Check names and prose.",
            "context": { "metadata": { "projectId": project } } })).ok();
        let answer = reply_to(studio, &sent);

        assert_eq!(field(&questions(studio, &sent), "toAgent"), ["lorekeeper"]);
        let letter = answer["message"].text();
        assert!(letter.contains("Nobody is available for prose_analysis"), "{letter}");
        assert!(!letter.contains("aiAssistance"), "the author has asked for it: {letter}");
    }
}

service_test! {
    fn what_the_director_does_not_understand_is_answered_with_examples(studio) {
        let sent = send(studio, &json!({ "toAgent": "director", "message": "Blue." })).ok();

        let answer = reply_to(studio, &sent);

        assert_eq!(answer["report"]["kind"], "help");
        assert!(answer["message"].text().contains("  Which promises are open?\n"), "{answer}");
    }
}

service_test! {
    fn a_collaboration_brings_in_the_agents_with_the_capabilities_that_are_listed(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "III", "Mina saw Lucy.");
        let collaborate = |message: &str, capabilities: Option<&str>| {
            let mut metadata = json!({ "projectId": project, "documentId": document });
            if let Some(capabilities) = capabilities {
                metadata["capabilities"] = json!(capabilities);
            }
            let sent = send(studio, &json!({ "toAgent": "lorekeeper", "message": message,
                "messageType": "collaboration", "context": { "metadata": metadata } })).ok();
            (reply_to(studio, &sent), questions(studio, &sent))
        };

        let (answer, asked) = collaborate("Look at it", Some("style_check, telepathy"));
        assert_eq!(field(&asked, "toAgent"), ["proseguard"]);
        let letter = answer["message"].text();
        assert!(letter.contains("“III” has ") && letter.contains("proseguard answers:"), "{letter}");
        assert!(letter.ends_with("There is no agent telepathy, and none with the capability \
            telepathy.\n"), "{letter}");
        assert_eq!((&answer["report"]["kind"], &answer["report"]["asked"][0]["agentId"]),
            (&json!("names"), &json!("proseguard")));

        let (_, named) = collaborate("Work with the plotter on the pacing", None);
        assert_eq!(field(&named, "toAgent"), ["plotter"], "it has the capability too");
        let (alone, nobody) = collaborate("Look at it", None);
        assert!(nobody.is_empty() && !alone["message"].text().contains("answers:"), "{alone}");
    }
}

service_test! {
    fn an_offer_of_what_takes_a_model_is_refused_and_the_task_stays(studio) {
        join(studio, "sage");
        let offer = json!({ "toAgent": "sage", "fromAgent": "system", "message": "Take it",
            "messageType": "handoff", "context": { "taskId": "t" } });
        let sent = send(studio, &offer).ok();
        let taken = studio.post("/api/agent-communication/agents/sage/lease", &json!({})).ok();
        let end = format!("{}/acknowledge", path(&sent));
        studio.post(&end, &json!({ "epoch": taken["messages"][0]["epoch"] })).ok();

        // Only a model speaks for it.
        studio.post("/api/agents", &json!({ "id": "coach", "name": "Coach", "description": "Coaches.",
            "capabilities": ["coaching"], "systemPrompt": "You coach." })).ok();
        let offer = json!({ "toAgent": "coach", "fromAgent": "sage", "message": "Give me ideas",
            "messageType": "handoff", "context": { "taskId": "t" } });
        let sent = send(studio, &offer).ok();
        let message = until_status(studio, &sent, "refused");

        assert_eq!(message["rule"], "needs_model");
        assert!(message["error"].text().contains("language model"), "{message}");
        let task = studio.get("/api/agent-communication/tasks/t").ok();
        assert_eq!(task["owner"], "sage");
    }
}

service_test! {
    fn an_offer_of_what_nobody_does_without_a_model_is_refused_with_the_reason(studio) {
        let project = studio.project("The Ferry");
        studio.document(&project, "One", "Mara waited at the ferry until dawn.");
        for (to, asks, rule) in [
            ("muse", "Give me five premises", "needs_model"),
            ("publisher", "Write a query letter", "needs_model"),
            ("archivist", "Summarise “One”", "needs_model"),
            ("critic", "Would readers like it?", "needs_model"),
            ("critic", "Would a reader enjoy “One”?", "needs_model"),
            ("architect", "How is chapter 11 built?", "nothing_done"),
        ] {
            let offer = json!({ "toAgent": to, "message": asks, "messageType": "handoff",
                "context": { "metadata": { "projectId": project } } });
            let sent = send(studio, &offer).ok();

            let message = studio.until("the end of an offer", || {
                let message = studio.get(&path(&sent)).ok();
                ["refused", "accepted"].iter().any(|it| message["status"] == *it).then_some(message)
            });

            assert_eq!(message["rule"], rule, "{to}: {message}");
        }
    }
}

service_test! {
    fn whom_else_a_message_asks_is_not_said_to_be_unread(studio) {
        let project = studio.project("The Ferry");
        studio.document(&project, "One", "Mara waited at the ferry until dawn.");
        let asks = json!({ "toAgent": "researcher", "messageType": "collaboration",
            "message": "Ask lorekeeper and archivist: who is Mara?",
            "context": { "metadata": { "projectId": project } } });

        let reply = reply_to(studio, &send(studio, &asks).ok());

        let text = reply["message"].text();
        assert!(text.contains("lorekeeper") && text.contains("archivist"), "{text}");
        assert!(!text.contains("Not understood"), "{text}");
    }
}
