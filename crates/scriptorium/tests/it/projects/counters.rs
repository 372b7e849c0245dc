//! What is counted in a project: its intelligence and its analytics come from what happened, and
//! from nothing else.

use domain::time::DAY_MS;
use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

const MINUTE_MS: i64 = 60_000;

/// A text of so many words.
pub fn words(count: usize) -> String {
    "word ".repeat(count)
}

fn analytics(studio: &Studio, project: &str) -> Value {
    studio.get(&format!("/api/projects/{project}")).ok()["analytics"].clone()
}

fn write(studio: &Studio, project: &str, body: &Value) -> String {
    let made = studio.post(&format!("/api/projects/{project}/documents"), body).ok();
    format!("/api/projects/{project}/documents/{}", made["id"].text())
}

service_test! {
    fn documents_are_counted_as_they_come_and_go(studio) {
        let id = studio.project("Dracula");
        let count = || {
            let project = studio.get(&format!("/api/projects/{id}")).ok();
            project["intelligence"]["knowledgeBase"]["documents"].as_i64().unwrap()
        };

        let first = write(studio, &id, &json!({ "title": "I" }));
        write(studio, &id, &json!({ "title": "II", "kind": "note" }));
        assert_eq!(count(), 2);
        studio.put(&first, &json!({ "content": words(5) })).ok();
        assert_eq!(count(), 2);
        studio.delete(&first).ok();
        assert_eq!(count(), 1);
        studio.post(&format!("{first}/restore"), &json!({})).ok();
        assert_eq!(count(), 2);
    }
}

service_test! {
    fn completion_is_weighted_by_word_targets_and_follows_status_and_words(studio) {
        let id = studio.project("Dracula");
        let rate = || analytics(studio, &id)["completionRate"].as_f64().unwrap();
        assert_eq!(rate(), 0.0);

        // Ten words without a target, a draft (a fifth): 10 × 0.2 = 2.
        write(studio, &id, &json!({ "title": "a", "content": words(10) }));
        assert!((rate() - 20.0).abs() < 1e-9);
        // Done counts whole, whatever its words: 30 × 1 = 30.
        let done = json!({ "title": "b", "content": words(10), "wordTarget": 30, "status": "done" });
        write(studio, &id, &done);
        // Half of its target, in revision: 60 × 0.4 × 0.5 = 12.
        let half = json!({ "title": "c", "content": words(30), "wordTarget": 60, "status": "revise" });
        let half = write(studio, &id, &half);
        assert!((rate() - 44.0).abs() < 1e-9, "{}", rate());

        // Every change of it counts: 60 × 1, over 100.
        studio.put(&half, &json!({ "status": "done" })).ok();
        assert!((rate() - 92.0).abs() < 1e-9, "{}", rate());
        studio.delete(&half).ok();
        assert!((rate() - 80.0).abs() < 1e-9, "{}", rate());
    }
}

service_test! {
    fn time_is_spent_where_two_changes_are_less_than_five_minutes_apart(studio) {
        let id = studio.project("Dracula");
        let time = || analytics(studio, &id)["timeSpent"].as_f64().unwrap();
        let document = write(studio, &id, &json!({ "title": "I" }));

        for (pause_ms, spent) in [
            (4 * MINUTE_MS, 4.0),
            (5 * MINUTE_MS, 4.0),
            (5 * MINUTE_MS - 1, 4.0 + (5.0 - 1.0 / 60_000.0)),
            (DAY_MS, 4.0 + (5.0 - 1.0 / 60_000.0)),
        ] {
            studio.clock.advance(pause_ms);
            studio.put(&document, &json!({ "content": pause_ms.to_string() })).ok();
            assert!((time() - spent).abs() < 1e-9, "{} after {pause_ms}", time());
        }
        // Reading is not working.
        studio.clock.advance(MINUTE_MS);
        studio.get(&document).ok();
        assert!((time() - 9.0).abs() < 1e-3);
        let all = analytics(studio, &id);
        assert_eq!(all["activeDays"], 2);
        assert_eq!(all["collaboratorActivity"], json!({ "local": 5 }));
    }
}

service_test! {
    fn trends_show_the_changes_of_days_weeks_and_months(studio) {
        let id = studio.project("Dracula");
        let document = write(studio, &id, &json!({ "title": "I" }));
        let edit = |count: usize| {
            for _ in 0..count {
                studio.put(&document, &json!({ "wordTarget": 1 })).ok();
            }
        };
        edit(2);
        studio.clock.advance(DAY_MS);
        edit(1);
        studio.clock.advance(8 * DAY_MS);
        edit(4);
        studio.clock.advance(31 * DAY_MS);

        let trends = analytics(studio, &id)["trends"].clone();
        let numbers = |name: &str| -> Vec<f64> {
            trends[name].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
        };
        let (daily, weekly, monthly) = (numbers("daily"), numbers("weekly"), numbers("monthly"));
        assert_eq!((daily.len(), weekly.len(), monthly.len()), (30, 12, 12));
        assert_eq!(daily, [0.0; 30], "the last change is 31 days ago");
        assert_eq!(weekly[12 - 1 - 4], 4.0, "31 days ago is the fifth week back");
        assert_eq!(weekly[12 - 1 - 5], 4.0, "39 and 40 days ago are the sixth");
        assert_eq!(weekly.iter().sum::<f64>(), 8.0);
        assert_eq!((monthly[11], monthly[10]), (0.0, 8.0));
        edit(1);
        let daily = analytics(studio, &id)["trends"]["daily"].clone();
        assert_eq!((&daily[29], &daily[28]), (&json!(1), &json!(0)));
    }
}

service_test! {
    fn productivity_is_half_days_and_half_words_of_the_last_week(studio) {
        let id = studio.project("Dracula");
        let score = || analytics(studio, &id)["productivityScore"].as_f64().unwrap();

        // One day of five, 350 words of 3,500: 10 and 5 points.
        let document = write(studio, &id, &json!({ "title": "I", "content": words(350) }));
        assert!((score() - 15.0).abs() < 1e-9, "{}", score());
        studio.clock.advance(DAY_MS);
        studio.put(&document, &json!({ "content": words(1_750) })).ok();
        assert!((score() - 45.0).abs() < 1e-9, "{}", score());
        // Words that are cut count against those gained, never below none.
        studio.put(&document, &json!({ "content": null })).ok();
        assert!((score() - 20.0).abs() < 1e-9, "{}", score());
        studio.put(&document, &json!({ "content": words(9_000) })).ok();
        assert!((score() - 70.0).abs() < 1e-9, "full marks are the most: {}", score());
        studio.clock.advance(7 * DAY_MS);
        assert_eq!(score(), 0.0);
    }
}

service_test! {
    fn imported_words_are_no_work(studio) {
        let id = studio.project("Dracula");
        let body = json!({ "files": [
            { "path": "1.md", "content": words(5_000) }, { "path": "2.md", "content": words(10) },
        ] });
        let import = studio.post(&format!("/api/projects/{id}/documents/import"), &body).ok();
        let import = format!("/api/projects/{id}/imports/{}", import["id"].text());
        studio.until("the import", || (studio.get(&import).body["progress"] == 1.0).then_some(()));

        let project = studio.get(&format!("/api/projects/{id}")).ok();
        let analytics = &project["analytics"];
        assert_eq!(project["intelligence"]["knowledgeBase"]["documents"], 2);
        assert_eq!(analytics["collaboratorActivity"], json!({ "local": 1 }), "one change");
        assert_eq!(analytics["productivityScore"], 10.0, "a day, and no words");
        assert_eq!(analytics["completionRate"], 20.0, "drafts");
    }
}

service_test! {
    fn messages_about_a_project_are_counted_once_each(studio) {
        let (id, other) = (studio.project("Dracula"), studio.project("other"));
        let document = studio.document(&id, "I", "Count Dracula came.");
        let count = |id: &str| analytics(studio, id)["agentInteractions"].as_i64().unwrap();
        let send = |body: Value| studio.post("/api/agent-communication/messages/send", &body).ok();

        send(json!({ "toAgent": "proseguard", "message": "about nothing" }));
        assert_eq!((count(&id), count(&other)), (0, 0));
        send(json!({ "toAgent": "proseguard", "message": "x",
            "context": { "metadata": { "documentId": document } } }));
        send(json!({ "toAgent": "muse", "message": "x",
            "context": { "metadata": { "projectId": id } } }));
        assert_eq!((count(&id), count(&other)), (2, 0));
        // One broadcast is one, however many hear it; its replies are none.
        send(json!({ "toAgent": "all", "messageType": "broadcast", "message": "x",
            "context": { "metadata": { "projectId": id } } }));
        assert_eq!((count(&id), count(&other)), (3, 0));
        studio.post(&format!("/api/projects/{other}/activate"), &json!({})).ok();
        send(json!({ "toAgent": "proseguard", "message": "about what is open" }));
        assert_eq!((count(&id), count(&other)), (3, 1));
    }
}

service_test! {
    fn an_update_cannot_change_what_was_counted(studio) {
        let id = studio.project("Dracula");
        write(studio, &id, &json!({ "title": "I", "content": words(20) }));
        let project = format!("/api/projects/{id}");
        let before = studio.get(&project).ok();

        let after = studio.put(&project, &json!({
            "analytics": { "timeSpent": 1e6, "completionRate": 100 },
            "intelligence": { "knowledgeBase": { "documents": 99 } },
            "id": "x", "owner": "me", "status": "archived", "createdAt": "1970-01-01T00:00:00.000Z",
        })).ok();

        let mut wanted = before.clone();
        wanted["modifiedAt"] = after["modifiedAt"].clone();
        assert_eq!(after, wanted);
    }
}
