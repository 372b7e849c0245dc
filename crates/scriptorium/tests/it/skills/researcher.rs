//! What the researcher finds: passages with their sources, and no conclusion.

use serde_json::{Value, json};

use super::entry;
use crate::{
    messages::{reply_to, send},
    support::{Studio, Text as _},
};

/// Asks the researcher something about a project; its reply.
fn ask(studio: &Studio, project: &str, question: &str) -> Value {
    let message = json!({ "toAgent": "researcher", "message": question,
        "context": { "metadata": { "projectId": project } } });
    reply_to(studio, &send(studio, &message).ok())
}

service_test! {
    fn the_researcher_quotes_what_is_like_the_question_with_its_source(studio) {
        let project = studio.project("Dracula");
        let before = "It was cold, and nobody spoke for a long while. ".repeat(8);
        let one = studio.document(&project, "I",
            &format!("{before}The boxes of earth were shipped from Varna.\n"));
        // What was asked and answered before is like the question, and is no source.
        for _ in 0..30 {
            ask(studio, &project, "From where were the boxes of earth shipped, the boxes of earth?");
        }
        studio.document(&project, "II", "She wrote letters at noon.\n");
        let varna = entry(studio, &project, &json!({ "name": "Varna", "category": "location",
            "content": "A port; the boxes of earth leave it by ship." }));
        let other = studio.project("other");
        studio.document(&other, "I", "The boxes of earth were shipped from Varna.\n");

        let reply = ask(studio, &project, "From where were the boxes of earth shipped?");

        let report = &reply["report"];
        assert_eq!((&report["kind"], &report["projectId"]), (&json!("passages"), &json!(project)));
        let passages = report["passages"]["items"].as_array().unwrap();
        let mut sources: Vec<String> = passages.iter().map(|it| it["documentId"].text()).collect();
        sources.sort();
        let mut wanted = [one, varna];
        wanted.sort();
        assert_eq!(sources, wanted, "{report}");
        assert!(passages.iter().all(|it| it["collection"] != "messages"), "{report}");
        let letter = reply["message"].text();
        assert!(letter.contains("  “I” (documents, similarity "), "{letter}");
        assert!(letter.contains("“The boxes of earth were shipped from Varna.”\n"), "{letter}");
    }
}

service_test! {
    fn the_researcher_says_that_there_is_nothing(studio) {
        let project = studio.project("Dracula");

        let reply = ask(studio, &project, "Where is the coffin?");

        assert_eq!((&reply["message"], &reply["report"]["passages"]["total"]),
            (&json!("Nothing in the project is like the question.\n"), &json!(0)));
        assert_eq!(ask(studio, "missing", "Where?")["message"], "Project not found");
    }
}
