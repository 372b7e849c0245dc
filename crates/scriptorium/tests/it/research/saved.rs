//! Tests of the searches a user keeps.

use serde_json::{Value, json};

use super::{RESEARCH, entry, texts};
use crate::support::{Studio, Text as _};

fn save(studio: &Studio, body: &Value) -> Value {
    studio.post(&format!("{RESEARCH}/saved-searches"), body).ok()
}

fn path(saved: &Value) -> String {
    format!("{RESEARCH}/saved-searches/{}", saved["id"].text())
}

fn listed(studio: &Studio) -> Value {
    studio.get(&format!("{RESEARCH}/saved-searches")).ok()
}

service_test! {
    fn a_search_is_kept_changed_run_and_forgotten(mut studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "Chapter", "The wolf at the window.");
        entry(studio, &project, &json!({ "name": "Wolf", "content": "Berserker, a wolf of the zoo." }));
        let plain = save(studio, &json!({ "name": "Plain", "query": "wolf" }));
        let filters = json!({ "projectId": project, "collections": ["lore"], "mood": { "dark": 1.5 } });
        studio.clock.advance(1_000);
        let saved = save(studio, &json!({ "name": "Wolves", "query": "wolves", "filters": filters }));

        assert_eq!(plain, json!({ "id": plain["id"], "name": "Plain", "query": "wolf", "filters": {},
            "createdAt": 1_795_000_000 }));
        assert_eq!(saved, json!({ "id": saved["id"], "name": "Wolves", "query": "wolves",
            "filters": filters, "createdAt": 1_795_000_001 }));
        studio.restart();
        assert_eq!(listed(studio),
            json!({ "savedSearches": [saved, plain], "nextCursor": null, "total": 2 }));
        studio.clock.advance(1_000);
        let ran = studio.post(&format!("{}/run", path(&saved)), &json!({})).ok();
        assert_eq!(texts(&ran), ["Berserker, a wolf of the zoo."]);
        assert_eq!(ran["semanticResults"][0]["collection"], "lore");
        let view = studio.get(&format!("{RESEARCH}/queries")).ok();
        assert_eq!(view["recentQueries"], json!(["wolves"]));
        assert_eq!(view["savedSearches"][0]["lastUsed"], 1_795_000_002);
        assert_eq!(view["savedSearches"][1].get("lastUsed"), None);
        let changed = studio.put(&path(&saved), &json!({ "query": "window", "filters": null })).ok();
        assert_eq!(changed, json!({ "id": saved["id"], "name": "Wolves", "query": "window",
            "filters": {}, "createdAt": 1_795_000_001, "lastUsed": 1_795_000_002 }));
        let ran = studio.post(&format!("{}/run", path(&saved)), &json!({})).ok();
        assert_eq!(texts(&ran), ["The wolf at the window."]);
        assert_eq!(studio.delete(&path(&saved)).status, 204);
        assert_eq!(studio.delete(&path(&saved)).detail(), "Saved search not found");
        assert_eq!(studio.put(&path(&saved), &json!({})).detail(), "Saved search not found");
        assert_eq!(studio.post(&format!("{}/run", path(&saved)), &json!({})).status, 404);
        assert_eq!(listed(studio)["total"], 1);
    }
}

service_test! {
    fn what_is_no_saved_search_is_refused_with_every_mistake(studio) {
        let saved = save(studio, &json!({ "name": "Wolves", "query": "wolves" }));
        let mistakes = json!({ "name": "", "filters": { "limit": "many", "collections": "lore" } });

        let refused = studio.post(&format!("{RESEARCH}/saved-searches"), &mistakes);

        insta::assert_snapshot!(refused, @r"
        422
        body.name: String should have at least 1 character (string_too_short)
        body.query: Field required (missing)
        body.filters.collections: Input should be a valid list (list_type)
        body.filters.limit: Input should be a valid integer, unable to parse string as an integer (int_parsing)
        ");
        assert_eq!(studio.put(&path(&saved), &json!({ "query": "" })).status, 422);
        assert_eq!(studio.put(&path(&saved), &json!({ "filters": [] })).status, 422);
        let large = json!({ "filters": { "x": "y".repeat(16 * 1024) } });
        assert_eq!(studio.put(&path(&saved), &large).detail(),
            "The filters of a saved search are larger than 16 KiB in all");
        assert_eq!(listed(studio)["savedSearches"], json!([saved]));
    }
}

service_test! {
    fn a_saved_search_of_a_project_that_is_gone_says_so(studio) {
        let project = studio.project("Dracula");
        let saved = save(studio, &json!({ "name": "Wolves", "query": "wolves",
            "filters": { "projectId": project } }));
        studio.delete(&format!("/api/projects/{project}"));

        let refused = studio.post(&format!("{}/run", path(&saved)), &json!({}));

        assert_eq!((refused.status, refused.detail()), (404, "Project not found".to_owned()));
        assert_eq!(listed(studio)["savedSearches"], json!([saved]));
    }
}

service_test! {
    fn saved_searches_have_pages_and_a_bound(studio) {
        for number in 0..200 {
            save(studio, &json!({ "name": format!("Search {number}"), "query": "wolf" }));
        }
        let one_more = json!({ "name": "One more", "query": "wolf" });

        let refused = studio.post(&format!("{RESEARCH}/saved-searches"), &one_more);

        assert_eq!((refused.status, refused.detail()), (409, "There are already 200 saved searches".to_owned()));
        let view = studio.get(&format!("{RESEARCH}/queries")).ok();
        assert_eq!(view["savedSearches"].as_array().unwrap().len(), 200);
        let (mut names, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = studio.get(&format!("{RESEARCH}/saved-searches?limit=70{cursor}")).ok();
            assert_eq!(page["total"], 200);
            names.extend(page["savedSearches"].as_array().unwrap().iter().map(|it| it["name"].text()));
            let Some(next) = page["nextCursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let newest: Vec<String> = (0..200).rev().map(|number| format!("Search {number}")).collect();
        assert_eq!(names, newest);
        let oldest = &view["savedSearches"][199];
        assert_eq!(studio.delete(&path(oldest)).status, 204);
        save(studio, &one_more);
    }
}
