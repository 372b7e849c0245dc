//! How the hub shows the sub-tasks of a swarm: one message each in the conversation of the swarm, one for
//! all by which an agent goes through the documents, and nothing that waits in a mailbox or counts twice.

use serde_json::{Value, json};

use super::{begin, book, ended, path, sleep, sub_task, types::whole_book, wake};
use crate::support::{Reply, Studio, Text as _};

const MESSAGES: &str = "/api/agent-communication/messages";

/// The messages of a swarm's conversation, newest first.
fn conversation(studio: &Studio, swarm: &Value, rest: &str) -> Value {
    let id = swarm["swarmId"].text();
    studio.get(&format!("{MESSAGES}?conversationId={id}{rest}")).ok()
}

fn summary(page: &Value) -> Vec<String> {
    let messages = page["messages"].as_array().unwrap();
    let mut lines: Vec<String> = messages
        .iter()
        .map(|it| format!("{} {}", it["toAgent"].text(), it["status"].text()))
        .collect();
    lines.reverse();
    lines
}

fn reply(studio: &Studio, id: &str) -> Reply {
    studio.post(&format!("{MESSAGES}/{id}/reply"), &json!({ "message": "x" }))
}

service_test! {
    fn a_sub_task_stands_in_the_conversation_of_its_swarm_with_its_answer(studio) {
        let project = whole_book(studio);
        sleep(studio, "architect");
        let outline = begin(studio, "outline", json!({ "projectId": project }));
        studio.until("what comes before the structure", || {
            let outline = studio.get(&path(&outline)).ok();
            (sub_task(&outline, "structure")["state"] == "ready").then_some(())
        });

        assert_eq!(summary(&conversation(studio, &outline, "")), [
            "muse refused", "plotter handled", "chronicler handled", "architect queued",
            "critic queued", "director queued",
        ]);
        wake(studio, "architect");
        let outline = ended(studio, &outline);

        let page = conversation(studio, &outline, "");
        assert_eq!((page["messages"].as_array().unwrap().len(), &page["total"]), (6, &json!(6)));
        let structure = sub_task(&outline, "structure");
        let id = structure["messageId"].text();
        let message = studio.get(&format!("{MESSAGES}/{id}")).ok();
        assert_eq!(message["answer"], structure["result"]["text"]);
        assert_eq!(message["report"], structure["result"]["report"]);
        assert_eq!(message["context"]["taskId"], outline["swarmId"]);
        assert_eq!((&message["fromAgent"], &message["hops"]), (&json!("system"), &json!(0)));
        let steps: Vec<_> = message["history"].as_array().unwrap().iter()
            .map(|it| it["status"].text()).collect();
        assert_eq!(steps, ["queued", "leased", "handled"]);
        let muse = conversation(studio, &outline, "&agent=muse&status=refused");
        assert_eq!((&muse["total"], &muse["messages"][0]["error"]),
            (&json!(1), &sub_task(&outline, "premises")["error"]));
        assert_eq!(reply(studio, &id).status, 409);
    }
}

service_test! {
    fn sub_tasks_that_go_through_the_documents_are_one_message_of_each_agent(studio) {
        let project = book(studio);

        let sweep = ended(studio, &begin(studio, "consistency_sweep", json!({ "projectId": project })));

        let page = conversation(studio, &sweep, "");
        assert_eq!(summary(&page), [
            "proseguard handled", "lorekeeper handled", "lorekeeper handled", "castwright handled",
            "director handled",
        ]);
        assert_eq!(page["messages"][4]["answer"], "Of 2 sub-tasks 2 succeeded.");
        let first = conversation(studio, &sweep, "&limit=2");
        let cursor = first["nextCursor"].text();
        let second = conversation(studio, &sweep, &format!("&limit=3&cursor={cursor}"));
        let both: Vec<Value> = [&first, &second].iter()
            .flat_map(|page| page["messages"].as_array().unwrap().clone()).collect();
        assert_eq!((&json!(both), &second["nextCursor"]), (&page["messages"], &Value::Null));
    }
}

service_test! {
    fn messages_that_are_sent_into_the_conversation_stand_among_them(studio) {
        let project = book(studio);
        let sweep = ended(studio, &begin(studio, "consistency_sweep", json!({ "projectId": project })));
        let body = json!({ "toAgent": "muse", "message": "Well?",
            "context": { "conversationId": sweep["swarmId"] } });
        let sent = studio.post(&format!("{MESSAGES}/send"), &body).ok();
        studio.until("the answer", || {
            let page = conversation(studio, &sweep, "");
            (page["messages"].as_array().unwrap().len() == 7).then_some(())
        });

        let mut all = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = conversation(studio, &sweep, &format!("&limit=2{cursor}"));
            all.extend(page["messages"].as_array().unwrap().iter().map(|it| it["id"].text()));
            let Some(next) = page["nextCursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }

        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        sorted.reverse();
        assert_eq!((all.len(), &all), (7, &sorted));
        assert_eq!(all[1], sent["response"]["messageId"].text());
    }
}

service_test! {
    fn nobody_takes_such_a_message_and_no_counter_has_it(studio) {
        let project = book(studio);
        for agent in ["proseguard", "lorekeeper", "castwright", "director"] {
            sleep(studio, agent);
        }
        let protocols = || {
            let mut read = studio.get("/api/agent-communication/validation/protocols").ok();
            read["timestamp"] = Value::Null;
            read
        };
        let before = protocols();

        let sweep = begin(studio, "consistency_sweep", json!({ "projectId": project }));

        let queued = conversation(studio, &sweep, "&status=queued");
        assert_eq!(queued["total"], 5, "{queued}");
        assert_eq!(studio.get(&format!("{MESSAGES}?agent=proseguard")).ok()["total"], 0);
        assert_eq!(protocols(), before);
        for agent in ["proseguard", "lorekeeper", "castwright", "director"] {
            wake(studio, agent);
        }
        let sweep = ended(studio, &sweep);
        assert_eq!(sweep["usage"]["attempts"], 8);
        assert_eq!(protocols(), before);
        let load = studio.get("/api/agents/proseguard").ok()["metadata"]["load"].clone();
        assert_eq!(load["queued"], 0, "{load}");
    }
}
