//! What the scribe says of a draft while no model writes: how far it is, where it stops, what is left
//! open.

use serde_json::json;

use super::{ask, each, text};
use crate::support::Text as _;

service_test! {
    fn the_scribe_says_that_it_writes_nothing_and_where_the_draft_stops(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", &text(10));
        let two = studio.document(&project, "II", "He went. They met at [name of the inn]. TODO: \
            the letter. <!-- a wolf? --> Then he\u{2060} wept.\n");
        let path = format!("/api/projects/{project}/documents/{two}");
        studio.put(&path, &json!({ "wordTarget": 60, "status": "revise" })).ok();

        let reply = ask(studio, "scribe", &project);

        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["words"]), (&json!("draft"), &json!(25)));
        assert_eq!((&report["byStatus"]["draft"], &report["byStatus"]["revise"]), (&json!(1), &json!(1)));
        assert_eq!(each(&report["targets"], "wordTarget"), [60]);
        assert_eq!(each(&report["openings"], "kind"), ["bracket", "mark", "comment"]);
        let source = studio.get(&path).ok()["content"].text();
        for opening in report["openings"]["items"].as_array().unwrap() {
            let offset = |end: &str| usize::try_from(opening["passage"][end].as_i64().unwrap()).unwrap();
            let stands: String = source.chars().skip(offset("start")).take(offset("end") - offset("start")).collect();
            assert_eq!(opening["passage"]["quote"], stands);
        }
        let letter = reply["message"].text();
        assert!(letter.starts_with("The scribe writes nothing without a language model, and none is \
            configured.\nThe manuscript has 25 words; documents by phase: 1 draft, 1 revise.\n"), "{letter}");
        assert!(letter.contains("  “II”: 15 of 60 words (25.0 %)\n"), "{letter}");
        assert!(letter.contains("(2):\n  “II” (revise): … “TODO: the letter. Then he wept.”\n"), "{letter}");
        assert!(letter.contains("  “II”: [name of the inn] in “He went."), "{letter}");
    }
}
