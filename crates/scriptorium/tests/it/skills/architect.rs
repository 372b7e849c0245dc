//! What the architect says of the shape of a book: lengths, the outline beside the text, turns.

use serde_json::json;

use super::{ask, each, text};
use crate::{
    nodes, promises,
    support::{Studio, Text as _},
};

/// Makes an event on a new timeline of the project, linked to this document.
fn event(studio: &Studio, project: &str, title: &str, category: &str, document: Option<&str>) {
    let body = json!({ "projectId": project, "name": title });
    let timeline = studio.post("/api/creative/timelines", &body).ok()["data"]["id"].text();
    let events = format!("/api/creative/timelines/{timeline}/events");
    let body = json!({ "title": title, "dateDisplay": "1893", "category": category });
    let event = studio.post(&events, &body).ok()["data"]["id"].text();
    if let Some(document) = document {
        let link = json!({ "entityType": "document", "entityId": document });
        studio.post(&format!("{events}/{event}/links"), &link).ok();
    }
}

service_test! {
    fn the_architect_measures_chapters_against_each_other(studio) {
        let project = studio.project("Dracula");
        for (title, words) in [("I", 100), ("II", 100), ("III", 100), ("IV", 700)] {
            studio.document(&project, title, &text(words));
        }

        let reply = ask(studio, "architect", &project);

        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["words"]), (&json!("structure"), &json!(1_000)));
        assert_eq!(each(&report["chapters"], "share"), [0.1, 0.1, 0.1, 0.7]);
        assert_eq!(each(&report["chapters"], "start"), [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(report["balance"]["meanWords"], 250.0);
        assert_eq!(each(&report["balance"]["far"], "title"), ["I", "II", "III", "IV"]);
        let letter = reply["message"].text();
        assert!(letter.starts_with("The manuscript has 1,000 words in 4 chapters: 250 words each in \
            the mean, deviation 260.\nLongest: “IV”, 700 words (70.0 %). Shortest: “I”, 100 words \
            (10.0 %).\n"), "{letter}");
        assert!(letter.contains("  “IV”, 700 words (70.0 %), from 30.0 %\n"), "{letter}");
        assert!(letter.contains("The project has no outline.\n"), "{letter}");
    }
}

service_test! {
    fn the_architect_lays_the_outline_beside_the_text(studio) {
        let project = studio.project("Dracula");
        let one = studio.document(&project, "I", &text(300));
        studio.document(&project, "II", &text(100));
        let node = |body| nodes::make(studio, &project, &body)["id"].clone();
        let act = node(json!({ "title": "The castle", "kind": "act" }));
        let chapter = node(json!({ "title": "Arrival", "kind": "chapter", "parentId": act, "documentId": one }));
        let beat = node(json!({ "title": "The beard", "kind": "beat", "parentId": chapter }));
        node(json!({ "title": "Escape", "kind": "chapter", "parentId": act }));
        node(json!({ "title": "The hunt", "kind": "act" }));
        promises::make(studio, &project, &json!({ "title": "x", "madeAtNodeId": beat, "fulfilledAtNodeId": act }));
        promises::make(studio, &project, &json!({ "title": "y", "madeAtNodeId": chapter }));

        let reply = ask(studio, "architect", &project);

        let outline = &reply["report"]["outline"];
        assert_eq!(outline["kinds"], json!({ "act": 2, "chapter": 2, "scene": 0, "beat": 1 }));
        assert_eq!(outline["branches"]["items"][0], json!({ "nodeId": act, "title": "The castle",
            "kind": "act", "nodes": 4, "words": 300, "share": 0.75, "promisesMade": 2,
            "promisesKept": 1 }));
        assert_eq!(each(&outline["untold"], "title"), ["Escape", "The hunt"]);
        assert_eq!(each(&outline["empty"], "title"), ["Escape", "The hunt"]);
        assert_eq!(each(&outline["unplanned"], "title"), ["II"]);
        let letter = reply["message"].text();
        assert!(letter.contains("The outline has 2 acts, 2 chapters, 1 beat.\nAt its top (2):\n  “The \
            castle” (act), 4 nodes, 300 words (75.0 %), promises made: 2, kept: 1\n"), "{letter}");
        assert!(letter.contains("Told, and not planned (1):\n  “II”, 100 words (25.0 %)\n"), "{letter}");
    }
}

service_test! {
    fn the_architect_says_where_in_the_whole_the_turns_lie(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", &text(400));
        let two = studio.document(&project, "II", &text(100));
        event(studio, &project, "The bite", "climax", Some(two.as_str()));
        event(studio, &project, "The voyage", "turning_point", None);
        event(studio, &project, "Tea", "plot", Some(two.as_str()));

        let reply = ask(studio, "architect", &project);

        let turns = &reply["report"]["turns"];
        assert_eq!(each(turns, "title"), ["The bite", "The voyage"]);
        assert_eq!((each(turns, "start"), each(turns, "end")),
            (vec![&json!(0.8), &json!(null)], vec![&json!(1.0), &json!(null)]));
        let letter = reply["message"].text();
        assert!(letter.contains("Turns (2):\n  “The bite” (climax) in “II”, 80.0 % to 100.0 %\n  “The \
            voyage” (turning_point), linked to no document\n"), "{letter}");
        assert!(letter.contains("Syd Field, Screenplay (1979)"), "{letter}");
        assert_eq!(reply["report"]["isWhole"], true);

        // Of more timelines than it looks at, it says so.
        for number in 0..8 {
            event(studio, &project, &format!("Tea {number}"), "plot", None);
        }
        let reply = ask(studio, "architect", &project);
        assert_eq!(reply["report"]["isWhole"], false);
        assert!(reply["message"].text().contains(" and of the 10 newest timelines 100 turns of each \
            kind.\n"), "{reply}");
    }
}
