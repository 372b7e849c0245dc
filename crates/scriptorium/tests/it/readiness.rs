//! Stories of readiness: a score that is made of what is known, and what would raise it. The formula
//! itself is tested in `domain`.

use domain::findings::Severity;
use serde_json::{Value, json};

use crate::{
    findings::{found, record},
    support::{Studio, Text as _},
};

/// How ready a project is.
fn readiness(studio: &Studio, project: &str) -> Value {
    studio.get(&format!("/api/projects/{project}/readiness")).ok()
}

/// The score of a part.
fn part<'v>(readiness: &'v Value, name: &str) -> &'v Value {
    readiness["parts"].as_array().unwrap().iter().find(|part| part["name"] == name).unwrap()
}

story! {
    fn of_an_empty_project_nothing_is_known(studio) {
        let project = studio.project("Dracula");

        let readiness = readiness(studio, &project);

        assert_eq!((&readiness["projectId"], &readiness["score"], &readiness["isReady"]),
            (&json!(project), &Value::Null, &json!(false)));
        assert_eq!(readiness["threshold"], 80.0);
        for name in ["proseguard", "lorekeeper", "mlHealth", "editCompletion"] {
            let part = part(&readiness, name);
            assert_eq!((&part["score"], &part["weight"], &part["share"]),
                (&Value::Null, &json!(0.25), &json!(0.0)), "{name}");
            assert!(!part["basis"].text().is_empty());
        }
        assert_eq!(readiness["nextFixes"], json!([]));
        assert_eq!(studio.get("/api/projects/missing/readiness").status, 404);
    }
}

story! {
    fn the_score_is_made_of_findings_and_of_what_is_done(studio) {
        let project = studio.project("Dracula");
        let one = studio.document(&project, "I", &"word ".repeat(1_000));
        let two = studio.document(&project, "II", &"word ".repeat(1_000));
        let of = |document: &str| format!("/api/projects/{project}/documents/{document}");
        studio.put(&of(&two), &json!({ "status": "done" })).ok();
        studio.put(&format!("/api/projects/{project}"), &json!({ "publishingConfig": {
            "weightProseguard": 0.6, "weightLorekeeper": 0.2, "weightMlHealth": 0.0,
            "weightEditCompletion": 0.2, "readyThreshold": 60 } })).ok();
        record(studio, &project, Some((one.as_str(), 1)), None, &[
            found("cliche", Severity::Low, "cold as ice"), found("echo", Severity::Info, "then")]);

        let before = readiness(studio, &project);

        // A weight of 2 in 1,000 words is one of 20 in 10,000: 100 × 10 ÷ 30.
        let prose = part(&before, "proseguard");
        assert!((prose["score"].as_f64().unwrap() - 100.0 / 3.0).abs() < 1e-9, "{prose}");
        assert_eq!(prose["basis"], "1 of 2 documents read, 0 of them changed since; findings to deal \
            with: 2");
        assert_eq!((&part(&before, "lorekeeper")["score"], &part(&before, "editCompletion")["score"]),
            (&Value::Null, &json!(60.0)), "a draft is a fifth");
        let score = before["score"].as_f64().unwrap();
        assert!((score - (0.75 * 100.0 / 3.0 + 0.25 * 60.0)).abs() < 1e-9, "{score}");
        assert_eq!((&before["threshold"], &before["isReady"]), (&json!(60.0), &json!(false)));

        // Each fix gains what it says.
        let fixes = before["nextFixes"].as_array().unwrap();
        let kinds: Vec<&Value> = fixes.iter().map(|fix| &fix["kind"]).collect();
        assert_eq!(kinds, ["finding", "document"], "{fixes:?}");
        let finding = format!("/api/projects/{project}/findings/{}", fixes[0]["id"].text());
        studio.put(&finding, &json!({ "state": "dismissed" })).ok();
        let after = readiness(studio, &project);
        let gained = after["score"].as_f64().unwrap() - score;
        assert!((gained - fixes[0]["gain"].as_f64().unwrap()).abs() < 1e-9, "{gained}");
        assert_eq!(after["isReady"], true);
        studio.put(&of(&one), &json!({ "status": "done" })).ok();
        let done = readiness(studio, &project);
        let gained = done["score"].as_f64().unwrap() - after["score"].as_f64().unwrap();
        assert!((gained - fixes[1]["gain"].as_f64().unwrap()).abs() < 1e-9, "{gained}");
        assert!(part(&done, "proseguard")["basis"].text().contains("1 of them changed since"));
        assert_eq!(done["nextFixes"], json!([]));
    }
}
