//! What lorekeeper answers about the lore, asked by messages.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::make;
use crate::{
    messages::{SEND, reply_to, send},
    support::{JSON, Studio, Text as _},
};

const TEXT: &str = "So Mina met Lucy, and Wilhelmina’s friend Renfield saw Mina. Here Renfield sat. \
    “My Renfield,” said Lucy, for Renfield was Renfield. They left for Whitby.\n";

/// Asks lorekeeper about something; its reply.
fn ask(studio: &Studio, metadata: &Value, message: &str) -> Value {
    let body = json!({ "toAgent": "lorekeeper", "message": message,
        "context": { "metadata": metadata } });
    reply_to(studio, &send(studio, &body).ok())
}

/// The names of entries in a part of a report.
fn names(part: &Value) -> Vec<String> {
    part.as_array().unwrap().iter().map(|it| it["name"].text()).collect()
}

service_test! {
    fn lorekeeper_lays_the_entries_of_the_lore_beside_the_names_of_a_text(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "VIII", TEXT);
        let (_, mina) = make(studio, &project,
            &json!({ "name": "Mina", "category": "character", "aliases": ["Wilhelmina"] }));
        make(studio, &project, &json!({ "name": "Lucy Westenra", "category": "character",
            "aliases": ["Lucy"] }));
        make(studio, &project, &json!({ "name": "Carfax", "category": "location" }));
        make(studio, &studio.project("other"), &json!({ "name": "Renfield" }));

        let reply = ask(studio, &json!({ "documentId": document }), "Who is there?");

        let lore = &reply["report"]["lore"];
        assert_eq!(names(&lore["named"]), ["Mina", "Lucy Westenra"]);
        assert_eq!((&lore["named"][0]["id"], &lore["named"][0]["category"], &lore["named"][0]["count"]),
            (&mina["id"], &json!("character"), &json!(3)));
        assert_eq!(lore["named"][0]["first"], json!({ "quote": "Mina", "start": 3, "end": 7 }));
        assert_eq!(lore["named"][1]["count"], 2);
        assert_eq!(names(&lore["unknown"]), ["Renfield"], "Whitby is too rare");
        assert_eq!(lore["unknown"][0]["count"], 5);
        assert_eq!(names(&lore["unnamed"]), ["Carfax"]);
        assert_eq!((&lore["total"], &lore["namedTotal"], &lore["unknownTotal"], &lore["unnamedTotal"]),
            (&json!(3), &json!(2), &json!(1), &json!(1)));
        let letter = reply["message"].text();
        let (_, of_lore) = letter.split_once("The lore").unwrap();
        assert_eq!(of_lore, " has 3 entries.\nNamed here:\n  Mina (character) 3, first in “So Mina met \
            Lucy, and Wilhelmina’s friend Renfield saw Mina.”\n  Lucy Westenra (character) 2, first in \
            “So Mina met Lucy, and Wilhelmina’s friend Renfield saw Mina.”\nFrequent names without an \
            entry:\n  Renfield 5\nNot named here:\n  Carfax (location)\n");
        // What is counted for one text is what the worker counts for all of them.
        let path = format!("/api/projects/{project}/lore/{}", mina["id"].text());
        studio.until("the mentions", || {
            Some(()).filter(|()| studio.get(&path).ok()["mentions"] == json!({ "total": 3, "documents": 1 }))
        });
    }
}

service_test! {
    fn lorekeeper_misses_no_entry_for_what_needs_none(studio) {
        let project = studio.project("Dracula");
        make(studio, &project, &json!({ "name": "Mina", "category": "character" }));
        let text = "So Mina swore to God in July, and God heard in August. By God, she came in July, and \
            in July she met Renfield and Renfield’s wife, and Renfield himself.";

        let reply = ask(studio, &json!({ "projectId": project }), text);

        assert_eq!(names(&reply["report"]["lore"]["unknown"]), ["Renfield"]);
        let letter = reply["message"].text();
        assert!(letter.starts_with("The text of the message has 3 names. By frequency:\n  God 3"), "{letter}");
        assert!(!letter.contains("  July"), "{letter}");
    }
}

service_test! {
    fn lorekeeper_asks_the_lore_of_the_project_a_message_is_about(studio) {
        let project = studio.project("Dracula");
        make(studio, &project, &json!({ "name": "Mina", "category": "character" }));
        let message = "mina met nobody";

        let reply = ask(studio, &json!({ "projectId": project }), message);
        assert_eq!(names(&reply["report"]["lore"]["unnamed"]), ["Mina"]);
        assert_eq!(reply["message"], "The text of the message has no names.\nThe lore has 1 entry.\n\
            Not named here:\n  Mina (character)\n");
        // No project, or one without lore: the answer is about the names alone.
        let empty = studio.project("empty");
        for metadata in [json!({}), json!({ "projectId": empty })] {
            let reply = ask(studio, &metadata, message);
            assert_eq!(reply["report"].get("lore"), None);
            assert_eq!(reply["message"], "The text of the message has no names.\n");
        }
    }
}

service_test! {
    fn lorekeeper_tells_nobody_of_lore_that_is_not_theirs(studio) {
        let project = studio.project("Dracula");
        make(studio, &project, &json!({ "name": "Mina" }));
        let database = studio.behind().database.clone();
        let token = scriptorium::tokens::create(&database, "lucy", Scope::Write, "", None, studio.clock.now());
        let bearer = format!("Bearer {}", studio.block_on(token).unwrap());

        let body = json!({ "toAgent": "lorekeeper", "message": "Mina?",
            "context": { "metadata": { "projectId": project } } });
        let headers = [JSON, ("authorization", bearer.as_str())];
        let sent = studio.ask("POST", SEND, &headers, Some(&body.to_string()));

        let reply = reply_to(studio, &sent.ok());
        assert_eq!(reply["report"].get("lore"), None);
    }
}

service_test! {
    fn long_lists_of_the_lore_are_cut_and_say_so(studio) {
        let project = studio.project("Dracula");
        for number in 0..30 {
            make(studio, &project, &json!({ "name": format!("Unit {number:02}") }));
        }

        let reply = ask(studio, &json!({ "projectId": project }), "Nobody.");

        let letter = reply["message"].text();
        assert!(letter.ends_with("  Unit 24 (other)\n  and 5 more\n"), "{letter}");
        assert_eq!(names(&reply["report"]["lore"]["unnamed"]).len(), 30);
    }
}
