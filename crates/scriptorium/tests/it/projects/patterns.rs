//! What is learned from how a project is worked on: counted from what happened, empty before, kept over
//! an export; and the part of readiness that is measured in the prose.

use serde_json::{Value, json};

use crate::{
    findings::{found, record},
    messages::send,
    support::{Studio, Text as _},
};
use domain::findings::Severity;

fn intelligence(studio: &Studio, project: &str) -> Value {
    studio.get(&format!("/api/projects/{project}")).ok()["intelligence"].clone()
}

/// A text of more than a thousand words with sentences of eight words, half of them spoken, one adverb in
/// each.
fn chapter() -> String {
    "He went slowly down to the old harbour.\n\n“We sailed quietly home on the grey water.”\n\n"
        .repeat(80)
}

service_test! {
    fn patterns_are_counted_from_what_happened(studio) {
        let project = studio.project("Dracula");
        let nothing = intelligence(studio, &project);
        assert_eq!(nothing["contextData"], json!({}));
        assert_eq!(nothing["learningPatterns"], json!({ "userBehavior": {},
            "contentPreferences": {}, "workflowOptimizations": {} }));
        let hour = usize::try_from(studio.clock.now().hour()).unwrap();

        let document = studio.document(&project, "I", &chapter());
        studio.clock.advance(60_000);
        let last = studio.clock.now().iso();
        studio.put(&format!("/api/projects/{project}/documents/{document}"),
            &json!({ "status": "revise" })).ok();
        for agent in ["critic", "muse", "critic"] {
            send(studio, &json!({ "toAgent": agent, "message": "Well?",
                "context": { "metadata": { "projectId": project } } })).ok();
        }
        send(studio, &json!({ "fromAgent": "director", "toAgent": "scribe", "message": "Well?",
            "context": { "metadata": { "projectId": project } } })).ok();
        studio.post(&format!("/api/projects/{project}/analyses"), &json!({})).ok();

        let known = intelligence(studio, &project);
        assert_eq!(known["contextData"], json!({ "lastEditAt": last, "lastEditBy": "local" }));
        let behavior = &known["learningPatterns"]["userBehavior"];
        assert_eq!((&behavior["sessions"], &behavior["meanSessionMinutes"]), (&json!(1), &json!(1.0)));
        let mut hours = vec![0; 24];
        hours[hour] = 2;
        assert_eq!(behavior["writingHours"], json!(hours));
        let words = 160 * 8;
        assert_eq!(known["learningPatterns"]["contentPreferences"],
            json!({ "dialogueShare": [{ "week": "2026-11-16", "share": 0.5, "words": words }] }));
        assert_eq!(known["learningPatterns"]["workflowOptimizations"], json!({ "preferredAgents": [
            { "agent": "critic", "messages": 2 }, { "agent": "muse", "messages": 1 }] }));
        // An update changes none of it, and a copy has it too.
        let sent = json!({ "intelligence": { "contextData": { "lastEditBy": "nobody" } } });
        studio.put(&format!("/api/projects/{project}"), &sent).ok();
        assert_eq!(intelligence(studio, &project), known);
        let export = studio.get(&format!("/api/projects/{project}/export")).ok();
        studio.delete(&format!("/api/projects/{project}"));
        let copy = studio.post("/api/projects/import", &export).ok()["id"].text();
        let copied = intelligence(studio, &copy);
        assert_eq!(copied["learningPatterns"]["contentPreferences"],
            known["learningPatterns"]["contentPreferences"]);
        assert_eq!(copied["learningPatterns"]["workflowOptimizations"],
            known["learningPatterns"]["workflowOptimizations"]);
        assert_eq!(copied["learningPatterns"]["userBehavior"]["writingHours"],
            known["learningPatterns"]["userBehavior"]["writingHours"]);
        let readiness = studio.get(&format!("/api/projects/{copy}/readiness")).ok();
        assert_eq!(readiness["parts"][2]["score"], 75.0);
    }
}

service_test! {
    fn waived_rules_are_counted_until_they_are_taken_back(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Cold as ice.");
        record(studio, &project, Some((document.as_str(), 1)), None,
            &[found("cliche", Severity::Low, "cold as ice")]);
        let findings = format!("/api/projects/{project}/findings");
        let id = studio.get(&findings).ok()["findings"][0]["id"].text();
        let path = format!("{findings}/{id}");
        let waived = || {
            intelligence(studio, &project)["learningPatterns"]["contentPreferences"]["waivedRules"]
                .clone()
        };

        studio.put(&path, &json!({ "state": "waived", "reason": "He speaks so." })).ok();
        assert_eq!(waived(), json!([{ "rule": "cliche", "findings": 1 }]));
        studio.put(&path, &json!({ "state": "open" })).ok();
        assert_eq!(waived(), Value::Null);
    }
}

service_test! {
    fn the_weight_of_what_is_measured_in_the_prose_changes_the_score(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", &chapter());
        let readiness = || studio.get(&format!("/api/projects/{project}/readiness")).ok();
        let part = |readiness: &Value| readiness["parts"][2].clone();
        let unread = readiness();
        assert_eq!((&part(&unread)["name"], &part(&unread)["score"], &part(&unread)["share"]),
            (&json!("mlHealth"), &Value::Null, &json!(0.0)));

        studio.post(&format!("/api/projects/{project}/analyses"), &json!({})).ok();
        let read = readiness();
        // An adverb in eight words is seven times as much as is usual, and the other three rates are
        // below what is.
        assert_eq!(part(&read)["score"], 75.0, "{}", part(&read));
        assert!(part(&read)["basis"].text().contains("125.0 adverbs in -ly"), "{}", part(&read));
        let weigh = |weight: f64| {
            let body = json!({ "publishingConfig": { "weightMlHealth": weight } });
            studio.put(&format!("/api/projects/{project}"), &body).ok();
            readiness()["score"].as_f64().unwrap()
        };
        assert!((weigh(0.0) - weigh(1.0)).abs() > 1.0);
    }
}
