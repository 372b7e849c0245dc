//! Tests of what agents contribute without a language model, from what a project holds. Those that
//! came with their modules are tested there: of proseguard and plotter in `messages`, of lorekeeper in
//! `lore`, of chronicler in `timelines`, of linguist in `languages`.

mod architect;
mod archivist;
mod castwright;
mod critic;
mod director;
mod muse;
mod parts;
mod publisher;
mod questions;
mod researcher;
mod scribe;
mod understood;
mod worldsmith;

use domain::principal::Scope;
use serde_json::{Value, json};

use crate::{
    lore,
    messages::{SEND, reply_to, send},
    support::{JSON, Studio, Text as _},
};

/// Asks an agent about a project; its reply.
pub fn ask(studio: &Studio, agent: &str, project: &str) -> Value {
    ask_with(studio, agent, &json!({ "projectId": project }))
}

/// Asks an agent about what the metadata names; its reply.
fn ask_with(studio: &Studio, agent: &str, metadata: &Value) -> Value {
    let message = json!({ "toAgent": agent, "message": "What do you see?",
        "context": { "metadata": metadata } });
    reply_to(studio, &send(studio, &message).ok())
}

/// A part of a document, of this many words.
fn text(words: usize) -> String {
    format!("{}.", vec!["word"; words].join(" "))
}

/// Makes an entry of the lore; its id.
fn entry(studio: &Studio, project: &str, body: &Value) -> String {
    lore::make(studio, project, body).1["id"].text()
}

/// What a field of each item of a list of a report says.
fn each<'v>(list: &'v Value, field: &str) -> Vec<&'v Value> {
    list["items"].as_array().expect("a list").iter().map(|item| &item[field]).collect()
}

/// Agents that look at what a project holds.
const OF_PROJECTS: [&str; 5] = ["architect", "worldsmith", "castwright", "archivist", "publisher"];

service_test! {
    fn who_asks_about_no_project_is_told_so(studio) {
        for agent in OF_PROJECTS {
            let sent = send(studio, &json!({ "toAgent": agent, "message": "?" })).ok();

            let reply = reply_to(studio, &sent);
            assert!(reply["message"].text().contains("about no project"), "{agent}: {reply}");
            assert_eq!(reply["report"], Value::Null);
        }
    }
}

service_test! {
    fn an_empty_project_is_told_of_plainly(studio) {
        let project = studio.project("Dracula");

        for (agent, says) in [
            ("architect", "The manuscript has no chapter yet.\n"),
            ("worldsmith", "The lore has no entry yet.\n"),
            ("castwright", "The lore has no entry of the category character: "),
            ("archivist", "Read: 0 documents. "),
            ("publisher", "The manuscript has no document yet.\nOf 8 points on the checklist hold: 0, \
                do not hold: 1, are not known: 7.\n"),
            ("director", "The staff has 15 agents"),
        ] {
            let reply = ask(studio, agent, &project);

            let letter = reply["message"].text();
            assert!(letter.starts_with(says), "{agent}: {letter}");
            assert!(!letter.contains("NaN") && !letter.contains("Holds: "), "{agent}: {letter}");
            let report = &reply["report"];
            assert_eq!(report["projectId"], project, "{agent}: {report}");
            let items: usize = report.as_object().unwrap().values()
                .filter_map(|it| Some(it.get("items")?.as_array()?.len())).sum();
            assert!(items == 0 || agent == "director", "{agent}: {report}");
        }
    }
}

service_test! {
    fn agents_tell_nobody_of_a_project_that_is_not_theirs(studio) {
        let project = studio.project("Dracula");
        let secret = studio.document(&project, "I", "A secret.");
        let database = studio.behind().database.clone();
        let now = studio.clock.now();
        let token = scriptorium::tokens::create(&database, "lucy", Scope::Write, "", None, now);
        let bearer = format!("Bearer {}", studio.block_on(token).unwrap());
        let headers = [JSON, ("authorization", bearer.as_str())];

        let asked = |agent: &str, metadata: Value| {
            let body = json!({ "toAgent": agent, "message": "x", "context": { "metadata": metadata } });
            let sent = studio.ask("POST", SEND, &headers, Some(&body.to_string())).ok();
            reply_to(studio, &sent)
        };
        let others =
            ["muse", "director", "researcher", "plotter", "chronicler", "linguist", "scribe"];
        for agent in OF_PROJECTS.into_iter().chain(others) {
            let reply = asked(agent, json!({ "projectId": project }));
            assert_eq!((&reply["message"], &reply["report"]),
                (&json!("Project not found"), &Value::Null), "{agent}");
        }
        for agent in ["critic", "proseguard", "lorekeeper"] {
            let reply = asked(agent, json!({ "documentId": secret }));
            assert_eq!((&reply["message"], &reply["report"]),
                (&json!("Document not found"), &Value::Null), "{agent}");
        }
    }
}
