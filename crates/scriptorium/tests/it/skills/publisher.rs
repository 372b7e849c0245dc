//! What the publisher's checklist says stands in the way, each point with what breaks it.

use domain::findings::{Check, Severity};
use serde_json::{Value, json};

use super::{ask, text};
use crate::{
    findings::{found, record, record_by},
    promises,
    support::Text as _,
};

/// A point of the checklist.
fn point<'v>(reply: &'v Value, rule: &str) -> &'v Value {
    let all = reply["report"]["checklist"].as_array().unwrap();
    all.iter().find(|point| point["rule"] == rule).unwrap()
}

service_test! {
    fn the_publisher_names_what_stands_in_the_way(studio) {
        let project = studio.project("Dracula");
        let one = studio.document(&project, "I", "They met at [name of the inn].");
        studio.document(&project, "III", "");
        studio.document(&project, "", &text(3));
        promises::make(studio, &project, &json!({ "title": "The bite", "promiseLevel": "core" }));
        promises::make(studio, &project, &json!({ "title": "Tea", "promiseLevel": "minor" }));
        record(studio, &project, Some((one.as_str(), 1)), None, &[
            found("forbidden", Severity::Critical, "They"), found("echo", Severity::Low, "met")]);

        let reply = ask(studio, "publisher", &project);

        assert_eq!(reply["report"]["kind"], "publishing");
        for (rule, broken) in [("nothing_left_open", 1), ("titles", 1), ("texts", 1), ("numbers", 1),
            ("done", 3), ("promises", 1), ("findings", 1), ("front_matter", 2)] {
            let point = point(&reply, rule);
            assert_eq!((&point["holds"], &point["broken"]["total"]), (&json!(false), &json!(broken)), "{rule}");
        }
        assert_eq!(point(&reply, "numbers")["broken"]["items"], json!([{ "number": 2, "is": "is missing" }]));
        let mut readiness = studio.get(&format!("/api/projects/{project}/readiness")).ok();
        // A report says how the project is now, and not how it was.
        readiness.as_object_mut().unwrap().remove("history");
        assert_eq!(reply["report"]["readiness"], readiness, "the same as the project's own answer");
        let letter = reply["message"].text();
        assert!(letter.starts_with("Of 8 points on the checklist hold: 0, do not hold: 8, are not known: \
            0.\n"), "{letter}");
        assert!(letter.contains("Does not hold: No core or major promise is open (1):\n  “The bite” \
            (core, made)\n"), "{letter}");
        assert!(letter.contains("\n  critical, I: “They” is of forbidden.\n"), "{letter}");
        assert_eq!(point(&reply, "findings")["broken"]["items"][0]["documentId"], one);
    }
}

service_test! {
    fn the_publisher_says_what_holds(studio) {
        let project = studio.project("Dracula");
        let body = json!({ "description": "A Count moves.", "genres": ["horror"] });
        studio.put(&format!("/api/projects/{project}"), &body).ok();
        let one = studio.document(&project, "I", &text(100));
        let path = format!("/api/projects/{project}/documents/{one}");
        studio.put(&path, &json!({ "status": "done" })).ok();

        let reply = ask(studio, "publisher", &project);

        let letter = reply["message"].text();
        assert!(letter.starts_with("Of 8 points on the checklist hold: 6, do not hold: 0, are not \
            known: 2.\nHolds: "), "{letter}");
        assert!(letter.contains("Not known: No core or major promise is open. No promise is written \
            down.\n"), "{letter}");
        assert!(letter.contains("Not known: No critical or high finding is to be dealt with. 0 of 1 \
            document read, as they are now, by checks of the prose and against the lore.\n"), "{letter}");
        assert!(letter.contains("\nReadiness: 100.0 of 100, not ready before all is read (from 80.0 \
            on).\n"), "{letter}");
        assert!(letter.contains("  mlHealth: not known, counts for 0 %. The check of the prose has read \
            fewer than 1000 words, or no narration.\n"), "{letter}");

        promises::make(studio, &project, &json!({ "title": "Tea", "promiseLevel": "minor" }));
        for check in [Check::Prose, Check::Names] {
            record_by(studio, &project, check, Some((one.as_str(), 2)), None, &[]);
        }
        let letter = ask(studio, "publisher", &project)["message"].text();
        assert!(letter.starts_with("Of 8 points on the checklist hold: 8, do not hold: 0, are not \
            known: 0.\nHolds: "), "{letter}");
        assert!(letter.contains("\nReadiness: 100.0 of 100, ready (from 80.0 on).\n"), "{letter}");
    }
}
