//! The scores of earlier days: when one is kept, how many are, and that they go where their project goes.

use domain::{
    Principal,
    readiness::{DAYS_MAX, DayScore},
    time::DAY_MS,
};
use serde_json::{Value, json};

use super::readiness;
use crate::{
    exports::{export, import},
    support::{BEGINNING, Studio, Text as _},
};

/// The scores of earlier days.
fn history(studio: &Studio, project: &str) -> Value {
    readiness(studio, project)["history"].clone()
}

/// Waits until these are the scores of earlier days: one is kept shortly after the end of its sweep.
fn until_kept(studio: &Studio, project: &str, wanted: &Value) {
    studio.until("the score to be kept", || (history(studio, project) == *wanted).then_some(()));
}

/// Has a sweep check these texts, or all of them, and waits for its end.
fn sweep(studio: &Studio, project: &str, documents: &[&str]) {
    let mut body = json!({
        "swarmType": "consistency_sweep", "taskDescription": "Look at the book", "projectId": project,
    });
    if !documents.is_empty() {
        body["input"] = json!({ "documentIds": documents });
    }
    let made = studio.post("/api/agents/swarm", &body).ok();
    let path = format!("/api/agents/swarm/{}", made["swarmId"].text());
    studio.until("the end of a sweep", || {
        let swarm = studio.get(&path).ok();
        assert_ne!(swarm["status"], "failed", "{swarm}");
        (swarm["status"] == "completed").then_some(())
    });
}

/// The score of today, as it is kept now.
fn of_today(studio: &Studio, project: &str) -> Value {
    let score = readiness(studio, project)["score"].as_f64().expect("a score");
    let date = &studio.clock.now().iso()[..10];
    json!({ "date": date, "score": (score * 1_000.0).round() / 1_000.0 })
}

/// Keeps the scores of so many days, from the beginning on.
fn keep(studio: &Studio, project: &str, days: i64) {
    let project = project.to_owned();
    studio.write(move |tx| {
        let project = store::projects::check(tx, &Principal::local(), &project)?;
        (0..days).try_for_each(|day| {
            let score = DayScore::new(BEGINNING.plus(day * DAY_MS), day as f64 / 8.0);
            store::readiness::keep(tx, &project, &score)
        })
    });
}

service_test! {
    fn the_score_of_a_day_is_kept_when_the_whole_book_was_checked(studio) {
        let project = studio.project("Dracula");
        let one = studio.document(&project, "I", "Left Munich at night.");
        studio.document(&project, "II", "They came back.");
        assert_eq!(history(studio, &project), json!([]));

        // One of two texts is not the book.
        sweep(studio, &project, &[&one]);
        assert_eq!(history(studio, &project), json!([]));

        sweep(studio, &project, &[]);
        let first = of_today(studio, &project);
        until_kept(studio, &project, &json!([first]));

        // Of one day the last score stays, and nothing but a check has it kept.
        let path = format!("/api/projects/{project}/documents/{one}");
        studio.put(&path, &json!({ "status": "done" })).ok();
        assert_eq!(history(studio, &project), json!([first]));
        sweep(studio, &project, &[]);
        let later = of_today(studio, &project);
        assert_ne!(first["score"], later["score"]);
        until_kept(studio, &project, &json!([later]));

        studio.clock.advance(DAY_MS);
        sweep(studio, &project, &[]);
        until_kept(studio, &project, &json!([later, of_today(studio, &project)]));
    }
}

service_test! {
    fn a_book_without_a_text_has_no_history(studio) {
        let project = studio.project("Dracula");

        sweep(studio, &project, &[]);

        assert_eq!(history(studio, &project), json!([]));
    }
}

service_test! {
    fn as_many_days_are_kept_as_there_may_be_and_they_go_with_their_project(studio) {
        let project = studio.project("Dracula");
        let days = DAYS_MAX as i64 + 5;

        keep(studio, &project, days);

        let kept = history(studio, &project);
        assert_eq!(kept.as_array().map(Vec::len), Some(DAYS_MAX));
        let day = |day: i64| BEGINNING.plus(day * DAY_MS).iso()[..10].to_owned();
        assert_eq!(kept[0], json!({ "date": day(5), "score": 0.625 }));
        assert_eq!(kept[DAYS_MAX - 1]["date"], day(days - 1));

        let files = export(studio, &project);
        let copy = import(studio, &files).ok();
        assert_eq!(history(studio, &copy["id"].text()), kept);
        let mut wrong = files;
        let rows = wrong.get_mut("readiness_day.json").expect("rows");
        *rows = rows.replacen(&day(5), "tomorrow", 1);
        let refused = import(studio, &wrong);
        assert_eq!((refused.status, refused.detail()), (400,
            "readiness_day.json, row 1: day is not of the form of this member".to_owned()));

        for id in [project, copy["id"].text()] {
            studio.delete(&format!("/api/projects/{id}")).ok();
        }
        studio.clock.advance(31 * DAY_MS);
        studio.clean();
        let left = studio.write(|tx| {
            let rows = tx.rows("SELECT day FROM readiness_day", ());
            rows.map(|rows| rows.len()).map_err(|flaw| domain::Error::internal("counting", flaw))
        });
        assert_eq!(left, 0);
    }
}
