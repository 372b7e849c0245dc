//! What checks find in a project that is really there: with its lore and its rules, read, kept, and
//! read again.

use serde_json::{Value, json};

use super::listed;
use crate::support::{Studio, Text as _};

/// Reads all of a project with all checks; what the answer says.
fn analyse(studio: &Studio, project: &str) -> Value {
    studio.post(&format!("/api/projects/{project}/analyses"), &json!({})).ok()
}

/// The findings of a project: check, rule, state, quote.
fn finding_lines(studio: &Studio, project: &str) -> Vec<String> {
    let mut all: Vec<String> = listed(studio, project, "limit=100")
        .iter()
        .map(|it| {
            let quote = it["quotation"]["quote"].as_str().unwrap_or("–").to_owned();
            let [check, rule, state] = ["check", "rule", "state"].map(|key| it[key].text());
            format!("{check} {rule} {state} {quote}")
        })
        .collect();
    all.sort();
    all
}

service_test! {
    fn a_project_is_read_with_its_lore_and_its_rules(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}");
        studio.put(&path, &json!({ "lorekeeperConfig": {
            "prohibitedElements": ["guns"],
            "namingPatterns": ["characters: one word", "sounds Victorian"],
        } })).ok();
        for (name, category) in [("Mina Harker", "character"), ("Whitby", "location")] {
            studio.post(&format!("{path}/lore"), &json!({ "name": name, "category": category })).ok();
        }
        let text = "# One\n\nMina Harkar sat in the the garden of Whitby, a *gun* in her hand. “Go, she said.";
        let document = studio.document(&project, "I", text);
        let map = studio.post(&format!("{path}/documents"), &json!({ "title": "Map", "kind": "note", "content": "A gun." }));
        map.ok();

        let read = analyse(studio, &project);

        assert_eq!(read, json!({
            "documents": [{ "documentId": document, "title": "I", "version": 1, "found": {
                "dialogue": 1, "facts": 0, "names": 1, "naming_patterns": 0, "narration": 0, "prohibited_elements": 1,
                "prose": 1, "wording": 0,
            } }],
            "lore": { "dialogue": 0, "facts": 0, "names": 0, "naming_patterns": 2, "prohibited_elements": 0, "prose": 0 },
            "found": 6, "new": 6, "stale": 0,
        }));
        assert_eq!(finding_lines(studio, &project), [
            "dialogue unclosed_quotation open Go, she said",
            "names near_miss open Harkar",
            "naming_patterns pattern_broken open –",
            "naming_patterns unreadable_pattern open –",
            "prohibited_elements prohibited_element open gun",
            "prose doubled_word open the the",
        ]);
        let gun = listed(studio, &project, "severity=high").remove(0);
        let (start, end) = (gun["quotation"]["start"].as_u64(), gun["quotation"]["end"].as_u64());
        let range = start.unwrap() as usize..end.unwrap() as usize;
        assert_eq!(&text[range], "gun");
        assert_eq!(gun["message"], "“gun” stands here once: “guns” must not appear in this project.");

        // What is put right is stale, in the text and in the rules.
        let better = text.replace("Harkar", "Harker").replace("*gun*", "fan").replace("Go,", "Go,”");
        studio.put(&format!("{path}/documents/{document}"), &json!({ "content": better })).ok();
        studio.put(&path, &json!({ "lorekeeperConfig": { "prohibitedElements": ["guns"] } })).ok();
        let read = analyse(studio, &project);

        assert_eq!([&read["found"], &read["new"], &read["stale"]], [1, 0, 5]);
        assert_eq!(finding_lines(studio, &project), [
            "dialogue unclosed_quotation stale Go, she said",
            "names near_miss stale Harkar",
            "naming_patterns pattern_broken stale –",
            "naming_patterns unreadable_pattern stale –",
            "prohibited_elements prohibited_element stale gun",
            "prose doubled_word open the the",
        ]);
    }
}

service_test! {
    fn documents_and_checks_can_be_named(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "He sat in the the garden. “Go, she said.");
        studio.document(&project, "II", "And in the the house.");
        let path = format!("/api/projects/{project}/analyses");
        let named = json!({ "documentIds": [&document, &document], "checks": ["prose"] });

        let read = studio.post(&path, &named).ok();

        let found = json!([
            { "documentId": document, "title": "I", "version": 1, "found": { "prose": 1 } },
        ]);
        assert_eq!((&read["documents"], &read["lore"]), (&found, &json!({})));
        assert_eq!(finding_lines(studio, &project), ["prose doubled_word open the the"]);
        let finding = listed(studio, &project, "").remove(0);
        assert_eq!((finding["agent"].text(), &finding["swarmId"]), ("proseguard".to_owned(), &Value::Null));
    }
}

service_test! {
    fn an_analysis_of_what_is_not_there_keeps_nothing(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "He sat in the the garden.");
        let path = format!("/api/projects/{project}/analyses");
        let missing = json!({ "documentIds": ["missing"] });

        let nowhere = studio.post("/api/projects/missing/analyses", &json!({}));
        let missing = studio.post(&path, &missing);
        let unknown = studio.post(&path, &json!({ "checks": ["spelling"] }));

        assert_eq!((nowhere.status, nowhere.detail().as_str()), (404, "Project not found"));
        assert_eq!((missing.status, missing.detail().as_str()), (404, "Document not found"));
        assert_eq!(unknown.status, 422);
        assert_eq!(unknown.body["detail"][0]["loc"], json!(["body", "checks", 0]));
        assert!(finding_lines(studio, &project).is_empty());
    }
}

service_test! {
    fn an_analysis_reads_a_hundred_documents_at_most(studio) {
        let project = studio.project("Dracula");
        for number in 0..=100 {
            studio.document(&project, &number.to_string(), "He left.");
        }

        let refused = studio.post(&format!("/api/projects/{project}/analyses"), &json!({}));

        assert_eq!(refused.status, 400);
        assert_eq!(
            refused.detail(),
            "The manuscript has 101 documents, and an analysis reads 100: name some, or have a \
             consistency_sweep read them all"
        );
    }
}
