//! Tests of readiness: a score that is made of what is known, and what would raise it. The formula
//! itself is tested in `domain`.

mod history;

use domain::findings::{Check, Severity};
use serde_json::{Value, json};

use crate::{
    findings::{found, record, record_by},
    skills::ask,
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

service_test! {
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

service_test! {
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
            found("slip", Severity::High, "cold as ice"), found("taste", Severity::Low, "cold"),
            found("echo", Severity::Info, "then")]);

        let before = readiness(studio, &project);

        // A high finding weighs 4, and taste nothing: 100 × 10 ÷ 14.
        let prose = part(&before, "proseguard");
        assert!((prose["score"].as_f64().unwrap() - 1_000.0 / 14.0).abs() < 1e-9, "{prose}");
        assert!((prose["gain"].as_f64().unwrap() - 0.75 * 400.0 / 14.0).abs() < 1e-9, "{prose}");
        assert_eq!(prose["basis"], "1 of 2 documents read, 0 of them changed since; findings of medium or \
            higher to deal with: 1");
        assert_eq!((&part(&before, "lorekeeper")["score"], &part(&before, "editCompletion")["score"]),
            (&Value::Null, &json!(60.0)), "a draft is a fifth");
        let score = before["score"].as_f64().unwrap();
        assert!((score - (0.75 * 1_000.0 / 14.0 + 0.25 * 60.0)).abs() < 1e-9, "{score}");
        assert_eq!((&before["threshold"], &before["isReady"]), (&json!(60.0), &json!(false)));

        // Each fix gains what it says.
        let fixes = before["nextFixes"].as_array().unwrap();
        let kinds: Vec<&Value> = fixes.iter().map(|fix| &fix["kind"]).collect();
        assert_eq!(kinds, ["finding", "document"], "{fixes:?}");
        assert_eq!(fixes[0]["title"], "I: “cold as ice” is of slip.");
        let finding = format!("/api/projects/{project}/findings/{}", fixes[0]["id"].text());
        studio.put(&finding, &json!({ "state": "dismissed" })).ok();
        let after = readiness(studio, &project);
        let gained = after["score"].as_f64().unwrap() - score;
        assert!((gained - fixes[0]["gain"].as_f64().unwrap()).abs() < 1e-9, "{gained}");
        assert_eq!(after["isReady"], false, "one of two was read, by one kind of check");
        studio.put(&of(&one), &json!({ "status": "done" })).ok();
        let done = readiness(studio, &project);
        let gained = done["score"].as_f64().unwrap() - after["score"].as_f64().unwrap();
        assert!((gained - fixes[1]["gain"].as_f64().unwrap()).abs() < 1e-9, "{gained}");
        assert!(part(&done, "proseguard")["basis"].text().contains("1 of them changed since"));
        assert_eq!(done["nextFixes"], json!([]));
    }
}

service_test! {
    fn a_project_is_ready_when_all_of_it_was_read(studio) {
        let project = studio.project("Dracula");
        let one = studio.document(&project, "I", "They left.");
        let done = json!({ "status": "done" });
        let path = format!("/api/projects/{project}/documents/{one}");
        studio.put(&path, &done).ok();
        studio.document(&project, "II", "");
        studio.put(&format!("/api/projects/{project}"), &json!({ "publishingConfig": { "readyThreshold": 10 } })).ok();

        let ready = |check: Option<Check>| {
            check.map(|check| record_by(studio, &project, check, Some((one.as_str(), 2)), None, &[]));
            let readiness = readiness(studio, &project);
            (readiness["isReady"].clone(), readiness["texts"].clone(), readiness["textsRead"].clone())
        };

        assert_eq!(ready(None), (json!(false), json!(1), json!(0)));
        assert_eq!(ready(Some(Check::Dialogue)), (json!(false), json!(1), json!(0)));
        assert_eq!(ready(Some(Check::Names)), (json!(true), json!(1), json!(1)));
        studio.put(&path, &json!({ "content": "They came." })).ok();
        assert_eq!(ready(None), (json!(false), json!(1), json!(0)));
    }
}

service_test! {
    fn what_is_found_in_notes_stands_in_nobodys_way(studio) {
        let project = studio.project("Dracula");
        let one = studio.document(&project, "I", "They left.");
        let path = format!("/api/projects/{project}/documents");
        let note = studio.post(&path, &json!({ "title": "Map", "kind": "note", "content": "A gun." })).ok();
        let grave = |words: &str| [found("forbidden", Severity::High, words)];
        record(studio, &project, Some((one.as_str(), 1)), None, &[]);
        record(studio, &project, Some((note["id"].text().as_str(), 1)), None, &grave("gun"));

        let readiness = readiness(studio, &project);

        let prose = part(&readiness, "proseguard");
        assert_eq!((&prose["score"], readiness["nextFixes"].as_array().unwrap().len()), (&json!(100.0), 1));
        let publisher = ask(studio, "publisher", &project);
        let director = ask(studio, "director", &project);
        for reply in [publisher, director] {
            assert!(!reply["message"].text().contains("gun"), "{reply}");
        }
    }
}

/// A novel of so many chapters, all of them done, in prose that stands out by its taste alone.
fn novel(studio: &Studio, chapters: usize, planted: &[String]) -> String {
    let project = studio.project("A novel");
    let entry =
        json!({ "name": "Mara Venn", "category": "character", "attributes": { "eyes": "green" } });
    studio.post(&format!("/api/projects/{project}/lore"), &entry).ok();
    let config = json!({ "lorekeeperConfig": { "prohibitedElements": ["telephone"] } });
    studio.put(&format!("/api/projects/{project}"), &config).ok();
    for number in 0..chapters {
        let plain = "They went along the shore until evening, and nobody was there. ".repeat(20);
        let long = format!("Before {}.", "the far sea ".repeat(30).trim_end());
        let dense = "He slowly rose, softly spoke, quickly left and quietly came back to them.";
        let planted = planted.get(number).map_or("", String::as_str);
        let text = format!("{plain}\n\n{long}\n\n{dense}\n\n{planted}");
        let id = studio.document(&project, &format!("Chapter {number}"), &text);
        let path = format!("/api/projects/{project}/documents/{id}");
        studio.put(&path, &json!({ "status": "done" })).ok();
    }
    studio.post(&format!("/api/projects/{project}/analyses"), &json!({})).ok();
    project
}

service_test! {
    fn taste_does_not_keep_a_book_from_being_ready_and_twenty_errors_do(studio) {
        let calm = novel(studio, 20, &[]);
        let errors: Vec<String> = (0..20)
            .map(|number| match number % 3 {
                0 => format!("On 31 June {} the ship came in.", 1850 + number),
                1 => "Nobody had a telephone.".to_owned(),
                _ => "Mara Venn had brown eyes.".to_owned(),
            })
            .collect();
        let wrong = novel(studio, 20, &errors);

        let (calm_now, wrong_now) = (readiness(studio, &calm), readiness(studio, &wrong));

        let taste = studio.get(&format!("/api/projects/{calm}/findings")).ok();
        assert!(taste["findings"].as_array().unwrap().len() >= 2, "{taste}");
        assert!(calm_now["score"].as_f64().unwrap() >= 80.0, "{calm_now}");
        assert_eq!(calm_now["isReady"], true, "{calm_now}");
        assert!(wrong_now["score"].as_f64().unwrap() < 80.0, "{wrong_now}");
        assert_eq!(wrong_now["isReady"], false);
        let fixes = wrong_now["nextFixes"].as_array().unwrap();
        assert_eq!((fixes.len(), &fixes[0]["kind"]), (10, &json!("finding")), "{fixes:?}");
        let gains: Vec<f64> = wrong_now["parts"].as_array().unwrap().iter()
            .filter_map(|part| part["gain"].as_f64()).collect();
        let most = gains.iter().copied().fold(0.0, f64::max);
        assert_eq!(Some(most), part(&wrong_now, "lorekeeper")["gain"].as_f64(), "{gains:?}");
    }
}
