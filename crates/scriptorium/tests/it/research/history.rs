//! Tests of what is remembered of searches.

use serde_json::{Value, json};

use super::{RESEARCH, search, texts};
use crate::support::{JSON, Studio, Text as _};

fn view(studio: &Studio) -> Value {
    studio.get(&format!("{RESEARCH}/queries")).ok()
}

fn asked(view: &Value) -> Vec<String> {
    view["queries"].as_array().unwrap().iter().map(|query| query["query"].text()).collect()
}

service_test! {
    fn nobody_has_searched_for_anything_at_first(studio) {
        assert_eq!(view(studio), json!({
            "queries": [],
            "savedSearches": [],
            "semanticResults": [],
            "recentQueries": [],
            "totalQueries": 0,
            "activeCollections": [],
        }));
    }
}

service_test! {
    fn searches_are_remembered_as_they_were(mut studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "Chapter", "The wolf at the window.");
        let wolf = search(studio, &json!({ "query": "wolf" }));
        studio.clock.advance(61_500);
        let bat = search(studio, &json!({ "query": "bat" }));
        let again = search(studio, &json!({ "query": "wolf" }));
        let path = format!("/api/projects/{project}/documents/{document}");
        studio.put(&path, &json!({ "content": "Nothing." })).ok();
        studio.restart();

        let view = view(studio);

        let item = |answer: &Value| {
            let mut item = answer.clone();
            // How far it went by meaning is said once.
            for key in ["semanticResults", "meaning"] {
                item.as_object_mut().unwrap().remove(key);
            }
            item
        };
        assert_eq!(view["queries"], json!([item(&again), item(&bat), item(&wolf)]));
        assert_eq!(texts(&view["queries"][2]), ["The wolf at the window."]);
        assert_eq!(view["semanticResults"], again["semanticResults"]);
        assert_eq!(view["recentQueries"], json!(["wolf", "bat"]));
        assert_eq!(view["totalQueries"], 3);
        assert_eq!(view["activeCollections"], json!(["documents"]));
        assert_eq!(again["timestamp"], 1_795_000_061);
    }
}

service_test! {
    fn the_open_project_shows_its_own_searches(studio) {
        let [one, two] = ["one", "two"].map(|name| studio.project(name));
        let open = |project: &str| {
            studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
        };
        search(studio, &json!({ "query": "nowhere" }));
        search(studio, &json!({ "query": "in one", "projectId": one }));
        open(&two);
        search(studio, &json!({ "query": "while two is open" }));
        search(studio, &json!({ "query": "in one again", "projectId": one }));

        assert_eq!(asked(&view(studio)), ["while two is open"]);
        open(&one);
        assert_eq!(asked(&view(studio)), ["in one again", "in one"]);
        studio.delete("/api/projects/active");
        let all = ["in one again", "while two is open", "in one", "nowhere"];
        assert_eq!(asked(&view(studio)), all);
        // A project in the trash takes its searches along, and brings them back.
        studio.delete(&format!("/api/projects/{one}"));
        assert_eq!(asked(&view(studio)), ["while two is open", "nowhere"]);
        studio.post(&format!("/api/projects/{one}/restore"), &json!({})).ok();
        assert_eq!(asked(&view(studio)), all);
        studio.delete(&format!("/api/projects/{one}"));
        studio.clock.advance(31 * domain::time::DAY_MS);
        studio.clean();
        let left = studio.write(|tx| {
            let rows = tx.rows("SELECT id FROM research_query", ());
            Ok(rows.expect("rows").len())
        });
        assert_eq!(left, 2);
    }
}

service_test! {
    fn the_latest_fifty_are_kept(studio) {
        let project = studio.project("Dracula");
        for number in 0..53 {
            search(studio, &json!({ "query": format!("bat {number}"), "projectId": project }));
        }
        search(studio, &json!({ "query": "elsewhere" }));

        let all = view(studio);
        studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
        let of_project = view(studio);

        let newest = |from: usize, to: usize| (from..to).rev().map(|number| format!("bat {number}"));
        let wanted: Vec<String> = std::iter::once("elsewhere".to_owned()).chain(newest(4, 53)).collect();
        assert_eq!(asked(&all), wanted);
        assert_eq!(asked(&of_project), newest(3, 53).collect::<Vec<_>>());
        assert_eq!(of_project["recentQueries"].as_array().unwrap().len(), 50);
        assert_eq!(of_project["totalQueries"], 50);
        let kept = studio.write(|tx| {
            let rows = tx.rows("SELECT id FROM research_query", ());
            Ok(rows.expect("rows").len())
        });
        assert_eq!(kept, 51);
    }
}

service_test! {
    fn a_search_that_is_sent_again_is_one_search(studio) {
        let path = format!("{RESEARCH}/search");
        let headers = [JSON, ("idempotency-key", "k1")];
        let body = json!({ "query": "bat" }).to_string();

        let first = studio.ask("POST", &path, &headers, Some(&body)).ok();
        let second = studio.ask("POST", &path, &headers, Some(&body)).ok();

        assert_eq!(first, second);
        assert_eq!(view(studio)["totalQueries"], 1);
        let other = json!({ "query": "wolf" }).to_string();
        assert_eq!(studio.ask("POST", &path, &headers, Some(&other)).status, 409);
    }
}
