//! Tests of the tools that have agents work: questions to one, and swarms of several.

use std::io::Write as _;

use domain::{Principal, messages::SendMessage, model::read_body, principal::Scope};
use serde_json::{Value, json};

use super::Assistant;
use crate::access::token_of;
use crate::{
    access::Person,
    support::{Listener, Studio, Text as _},
};

/// A cursor of an answer that nobody gave.
const OTHER_CURSOR: &str = "0123456789abcdef-1";

/// A project with a chapter and a lore entry.
fn harbour(studio: &Studio) -> String {
    let project = studio.project("Nightfall");
    studio.document(
        &project,
        "The Harbour",
        "Mara waited. The the ferry was late.\n\nIt rained.\n",
    );
    let mara = json!({ "name": "Mara", "category": "character", "content": "She has grey eyes." });
    studio.post(&format!("/api/projects/{project}/lore"), &mara).ok();
    project
}

fn set_asleep(studio: &Studio, agent: &str) {
    studio.post(&format!("/api/agents/{agent}/sleep"), &json!({})).ok();
}

fn set_awake(studio: &Studio, agent: &str) {
    studio.post(&format!("/api/agents/{agent}/wake"), &json!({})).ok();
}

/// What an assistant sends to start a sweep, and to hear how far it is.
fn start(assistant: &Assistant<'_>, project: &str) -> Listener {
    let params = json!({
        "name": "start_swarm",
        "arguments": { "swarmType": "consistency_sweep", "task": "Look at the book", "project": project },
        "_meta": { "progressToken": "p1" },
    });
    let body =
        json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params }).to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = assistant.studio.connect();
    stream.write_all(request.as_bytes()).unwrap();
    Listener::of(stream)
}

/// The next message of a stream.
fn message(listener: &mut Listener) -> Value {
    std::iter::from_fn(|| listener.block())
        .find_map(|block| {
            let data = block.lines().find_map(|line| line.strip_prefix("data:"))?.trim().to_owned();
            serde_json::from_str(&data).ok()
        })
        .unwrap()
}

service_test! {
    fn an_agent_answers_and_its_message_can_be_read_again(studio) {
        let project = harbour(studio);
        let assistant = Assistant::new(studio);
        let mut listener = Listener::now(studio);

        let asked = json!({ "agent": "lorekeeper", "question": "What do you know of Mara?" });
        let answer = assistant.checked("ask_agent", asked);
        let call = std::iter::from_fn(|| listener.event()).find(|it| it.kind == "tool_call");
        let again = assistant.checked("ask_agent", json!({ "message": answer["message"] }));
        let more = json!({ "question": "And her eyes?", "agent": "lorekeeper",
            "conversation": answer["conversation"] });
        let next = assistant.checked("ask_agent", more);

        assert_eq!((&answer["isFinal"], &answer["error"]), (&json!(true), &Value::Null), "{answer}");
        assert_eq!(answer["project"]["id"], project.as_str());
        assert!(answer["answer"]["text"].text().contains("Mara"), "{answer}");
        assert_eq!(call.unwrap().body["records"], json!([answer["message"]]));
        assert_eq!(again["answer"], answer["answer"]);
        assert_eq!(next["conversation"], answer["conversation"]);
        assert_ne!(next["message"], answer["message"]);
    }
}

service_test! {
    fn an_answer_that_is_not_ready_is_asked_for_again_by_its_message(studio) {
        harbour(studio);
        set_asleep(studio, "lorekeeper");
        let assistant = Assistant::new(studio);

        let asked = json!({ "agent": "lorekeeper", "question": "Who is Mara?", "waitSeconds": 0 });
        let waiting = assistant.checked("ask_agent", asked);
        set_awake(studio, "lorekeeper");
        let there = assistant.checked("ask_agent", json!({ "message": waiting["message"] }));

        assert_eq!((&waiting["state"], &waiting["isFinal"]), (&json!("queued"), &json!(false)));
        assert_eq!(waiting["answer"], Value::Null);
        assert_eq!(there["message"], waiting["message"]);
        assert!(there["answer"]["text"].text().contains("Mara"), "{there}");
    }
}

service_test! {
    fn a_long_answer_comes_whole_in_parts(studio) {
        harbour(studio);
        let join = json!({ "id": "sage", "name": "sage", "description": "Elsewhere.", "capabilities": ["advice"] });
        studio.post("/api/agents", &join).ok();
        let assistant = Assistant::new(studio);
        let asked = json!({ "agent": "sage", "question": "Go on.", "waitSeconds": 0 });
        let id = assistant.checked("ask_agent", asked)["message"].text();
        let long = "“É bom”, he said, and \\ went on.\n".repeat(600);
        let reply = json!({ "message": long });
        studio.post(&format!("/api/agent-communication/messages/{id}/reply"), &reply).ok();

        let other = assistant.checked("ask_agent", json!({ "agent": "sage", "question": "And?", "waitSeconds": 0 }));
        let other = other["message"].text();
        let reply = json!({ "message": "Words. ".repeat(2_000) });
        studio.post(&format!("/api/agent-communication/messages/{other}/reply"), &reply).ok();

        let mut arguments = json!({ "message": id });
        let mut read = String::new();
        loop {
            let part = assistant.checked("ask_agent", arguments.clone());
            assert_eq!(part["answer"]["start"], read.chars().count());
            assert_eq!(part["characters"], long.chars().count());
            read.push_str(&part["answer"]["text"].text());
            if part["nextCursor"].is_null() {
                break;
            }
            arguments["cursor"] = part["nextCursor"].clone();
        }
        let of_another = json!({ "message": other, "cursor": arguments["cursor"] });
        let refused = assistant.refusal("ask_agent", of_another);

        assert_eq!(read, long);
        assert!(refused.contains("The cursor is of another answer"), "{refused}");
    }
}

service_test! {
    fn what_nobody_could_answer_is_refused(studio) {
        harbour(studio);
        let assistant = Assistant::new(studio);
        let asked = json!({ "agent": "lorekeeper", "question": "Who is Mara?" });
        let answered = assistant.content("ask_agent", asked)["message"].clone();

        for (name, arguments, wanted) in [
            ("ask_agent", json!({}), "Either `question` is asked"),
            ("ask_agent", json!({ "question": "a", "message": "b" }), "Either `question` is asked"),
            ("ask_agent", json!({ "question": "a", "cursor": OTHER_CURSOR }), "Either `question` is asked"),
            ("ask_agent", json!({ "question": "a", "agent": "nobody" }), "not found"),
            ("ask_agent", json!({ "message": "nothing" }), "Message not found"),
            ("ask_agent", json!({ "message": answered, "cursor": OTHER_CURSOR }), "The cursor is of another answer"),
            ("ask_agent", json!({ "question": "a", "document": "No such" }), "Document not found"),
            ("ask_agent", json!({ "question": "a", "waitSeconds": 51 }), "arguments.waitSeconds"),
            ("start_swarm", json!({ "task": "a" }), "Either `swarmType` and `task`"),
            ("start_swarm", json!({ "swarm": "nothing" }), "Swarm not found"),
            ("start_swarm", json!({ "swarmType": "draft", "task": "a" }), "language model"),
            ("start_swarm", json!({ "swarmType": "party", "task": "a" }), "arguments.swarmType"),
            ("start_swarm", json!({ "swarmType": "research", "task": "a", "documents": ["No such"] }), "Document not found"),
        ] {
            let refusal = assistant.refusal(name, arguments.clone());
            assert!(refusal.contains(wanted), "{arguments}: {refusal}");
        }
    }
}

service_test! {
    fn a_swarm_reports_its_progress_and_ends_with_its_report(studio) {
        let project = harbour(studio);
        set_asleep(studio, "proseguard");
        let assistant = Assistant::new(studio);

        let mut stream = start(&assistant, &project);
        let first = message(&mut stream);
        set_awake(studio, "proseguard");
        let mut reports = vec![first];
        while reports.last().unwrap()["method"] == "notifications/progress" {
            reports.push(message(&mut stream));
        }
        let ended = reports.pop().unwrap();

        let mut last = -1.0;
        for report in &reports {
            let params = &report["params"];
            assert_eq!(params["progressToken"], "p1", "{report}");
            let done = params["progress"].as_f64().unwrap();
            assert!(done > last || reports.len() == 1, "{reports:?}");
            assert!(done <= params["total"].as_f64().unwrap(), "{report}");
            last = done;
        }
        let answer = &ended["result"]["structuredContent"];
        assert_eq!((&ended["id"], &answer["status"]), (&json!(7), &json!("completed")), "{ended}");
        assert_eq!((&answer["isFinal"], &answer["progress"]), (&json!(true), &json!(1.0)));
        assert!(answer["report"]["text"].text().starts_with("# Consistency sweep"), "{answer}");
        assert!(answer["findings"].as_i64().unwrap() > 0, "{answer}");
        let again = assistant.checked("start_swarm", json!({ "swarm": answer["swarm"] }));
        assert_eq!(again["report"], answer["report"]);
    }
}

service_test! {
    fn a_swarm_works_on_the_documents_that_are_named_by_id_or_title(studio) {
        let project = harbour(studio);
        let quay = studio.document(&project, "The Quay", "Mara waited. The the tide was out.");
        studio.document(&project, "The Cellar", "It was dark. It was was cold.");

        let started = json!({
            "swarmType": "consistency_sweep", "task": "Check both.", "documents": ["the  harbour", quay],
        });
        let answer = Assistant::new(studio).checked("start_swarm", started);

        let path = format!("/api/projects/{project}/findings?swarmId={}", answer["swarm"].text());
        let found = studio.get(&path).ok();
        let found = found["findings"].as_array().unwrap();
        let titles = found.iter().filter_map(|it| it["documentTitle"].as_str());
        let titles: std::collections::BTreeSet<&str> = titles.collect();
        assert_eq!(titles, ["The Harbour", "The Quay"].into(), "{answer}");
    }
}

service_test! {
    fn a_caller_that_goes_away_cancels_its_swarm(studio) {
        let project = harbour(studio);
        set_asleep(studio, "proseguard");
        let assistant = Assistant::new(studio);

        let mut stream = start(&assistant, &project);
        message(&mut stream);
        drop(stream);

        let cancelled = until_swarm_is_over(studio, &project);
        assert_eq!(cancelled, "cancelled");
        let mut listener = Listener::after(studio, 0);
        let calls = std::iter::from_fn(|| listener.event()).filter(|it| it.kind == "tool_call");
        let calls: Vec<Value> = calls.take(2).map(|it| it.body).collect();
        assert_eq!((&calls[0]["tool"], &calls[0]["refusal"]), (&json!("start_swarm"), &Value::Null));
        assert_eq!((&calls[1]["records"], &calls[1]["projectId"]), (&calls[0]["records"], &json!(project)));
        assert!(calls[1]["refusal"].text().ends_with("the swarm was cancelled"), "{}", calls[1]);
    }
}

/// How the only swarm of a project ended.
fn until_swarm_is_over(studio: &Studio, project: &str) -> String {
    let mut listener = Listener::after(studio, 0);
    loop {
        let event = listener.event().unwrap();
        let is_over =
            ["completed", "failed", "cancelled"].iter().any(|it| event.body["status"] == *it);
        if event.kind == "swarm" && event.body["projectId"] == project && is_over {
            return event.body["status"].text();
        }
    }
}

service_test! {
    fn a_swarm_that_takes_longer_goes_on_and_is_waited_for_again(studio) {
        harbour(studio);
        set_asleep(studio, "proseguard");
        let assistant = Assistant::new(studio);

        let started = json!({ "swarmType": "consistency_sweep", "task": "Look", "waitSeconds": 0 });
        let waiting = assistant.checked("start_swarm", started);
        set_awake(studio, "proseguard");
        let ended = assistant.checked("start_swarm", json!({ "swarm": waiting["swarm"] }));

        assert_eq!((&waiting["isFinal"], &waiting["report"]), (&json!(false), &Value::Null));
        assert_eq!((&ended["swarm"], &ended["status"]), (&waiting["swarm"], &json!("completed")));
    }
}

service_test! {
    fn what_a_token_of_one_project_begins_reads_no_other(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, day] = ["Nightfall", "Daybreak"].map(|name| mara.project(name));
        let secret = json!({ "title": "The Cellar", "content": "The heir sleeps in the cellar." });
        let cellar = mara.post(&format!("/api/projects/{day}/documents"), &secret).ok()["id"].text();
        mara.post(&format!("/api/projects/{night}/documents"), &json!({ "title": "One", "content": "It rained." })).ok();
        let limited = Principal::of_token("mara".to_owned(), Scope::Write).within(Some(&night));
        let whole = Principal::of_token("mara".to_owned(), Scope::Write);
        let ask = |principal: &Principal, project: &str| {
            let answer = Asked { project, document: &cellar, agent: "proseguard" }.answer(studio, principal);
            answer.to_lowercase().contains("cellar")
        };

        assert!(ask(&whole, &day), "who may read it gets an answer about it");
        assert!(!ask(&limited, &day));
        assert!(!ask(&limited, &night));
    }
}

/// A message that names a document beside its words.
struct Asked<'a> {
    project: &'a str,
    document: &'a str,
    agent: &'a str,
}

impl Asked<'_> {
    /// What the agent answers to a principal.
    fn answer(&self, studio: &Studio, principal: &Principal) -> String {
        let Self { project, document, agent } = *self;
        let body = json!({
            "toAgent": agent, "message": "What do you say about this document?",
            "context": {
                "requiresResponse": true,
                "metadata": { "projectId": project, "documentId": document },
            },
        });
        let json = domain::json::Json::read(body.to_string().as_bytes()).unwrap();
        let send: SendMessage = read_body(&json).unwrap();
        let behind = studio.behind().clone();
        let hub = behind.clone();
        let sent =
            behind.change(principal, move |change| engine::messages::send(change, &hub, &send));
        let id = studio.block_on(sent).unwrap().response.message_id;
        studio.until("an answer", || {
            let id = id.clone();
            studio.write(move |tx| {
                let message = store::messages::get(tx, &Principal::local(), &id)?;
                let Some(answer) = message.answer_id else { return Ok(None) };
                Ok(Some(store::messages::get(tx, &Principal::local(), &answer)?.content))
            })
        })
    }
}

service_test! {
    fn a_token_of_one_project_starts_and_reads_nothing_of_another(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, day] = ["Nightfall", "Daybreak"].map(|name| mara.project(name));
        for project in [&night, &day] {
            let body = json!({ "title": "The Harbour", "content": "Mara waited." });
            mara.post(&format!("/api/projects/{project}/documents"), &body).ok();
        }
        let assistant = |project: &str| {
            Assistant::with_token(studio, &token_of(studio, project, Scope::Write))
        };
        let question = json!({ "agent": "archivist", "question": "What is there?", "waitSeconds": 0 });
        let sweep = json!({ "swarmType": "consistency_sweep", "task": "Look", "waitSeconds": 0 });
        let asked = assistant(&day).content("ask_agent", question.clone());
        let started = assistant(&day).content("start_swarm", sweep.clone());
        assert_eq!(started["project"]["id"], day.as_str());

        let limited = assistant(&night);

        for (name, arguments, wanted) in [
            ("ask_agent", json!({ "message": asked["message"] }), "Message not found"),
            ("start_swarm", json!({ "swarm": started["swarm"] }), "Swarm not found"),
            ("ask_agent", with_project(&question, &day), "Project not found"),
            ("start_swarm", with_project(&sweep, &day), "Project not found"),
        ] {
            let refusal = limited.refusal(name, arguments);
            assert!(refusal.contains(wanted), "{refusal}");
        }
        let swarm = limited.content("start_swarm", sweep)["swarm"].text();
        let id = swarm.clone();
        let stored = studio.write(move |tx| Ok(store::swarms::get(tx, &Principal::local(), &id)?.0));
        assert_eq!(stored.principal().project.as_deref(), Some(night.as_str()));
        assert_eq!(stored.only_project.as_deref(), Some(night.as_str()));
    }
}

/// The same arguments, about this project.
fn with_project(arguments: &Value, project: &str) -> Value {
    let mut arguments = arguments.clone();
    arguments["project"] = project.into();
    arguments
}
