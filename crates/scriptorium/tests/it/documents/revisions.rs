//! What becomes of a document's earlier texts.

use serde_json::{Value, json};

use super::make;
use crate::support::Text as _;

service_test! {
    fn the_text_before_a_change_stays_as_a_revision(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "first draft" }));
        let revisions = format!("{path}/revisions");
        assert_eq!(studio.get(&revisions).ok(),
            json!({ "revisions": [], "nextCursor": null, "total": 0 }));

        studio.clock.advance(1_000);
        studio.put(&path, &json!({ "content": "second" })).ok();
        // Neither another title nor the same text is another text.
        studio.put(&path, &json!({ "title": "II" })).ok();
        studio.put(&path, &json!({ "content": "second" })).ok();
        studio.clock.advance(1_000);
        studio.put(&path, &json!({ "content": null })).ok();

        assert_eq!(studio.get(&revisions).ok(), json!({
            "revisions": [
                { "version": 4, "words": 1, "replacedBy": "local",
                  "replacedAt": "2026-11-18T11:06:42.000Z" },
                { "version": 1, "words": 2, "replacedBy": "local",
                  "replacedAt": "2026-11-18T11:06:41.000Z" },
            ],
            "nextCursor": null,
            "total": 2,
        }));
        let first = studio.get(&format!("{revisions}/1")).ok();
        assert_eq!((first["content"].text().as_str(), &first["words"]), ("first draft", &json!(2)));
        assert_eq!(studio.get(&format!("{revisions}/4")).ok()["content"], "second");
        for missing in ["2", "3", "5", "0", "-1", "x", "99999999999999999999"] {
            let reply = studio.get(&format!("{revisions}/{missing}"));
            assert_eq!((reply.status, reply.detail()), (404, "Revision not found".to_owned()));
        }
    }
}

service_test! {
    fn two_hundred_revisions_are_kept_and_paged_newest_first(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "0" }));
        for version in 1..=205 {
            studio.put(&path, &json!({ "content": version.to_string() })).ok();
        }

        let mut versions: Vec<i64> = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = studio.get(&format!("{path}/revisions?limit=80{cursor}")).ok();
            assert_eq!(page["total"], 200);
            let items = page["revisions"].as_array().unwrap();
            versions.extend(items.iter().map(|item| item["version"].as_i64().unwrap()));
            assert!(items.iter().all(|item| item.get("content").is_none()));
            match &page["nextCursor"] {
                Value::Null => break,
                next => cursor = format!("&cursor={}", next.text()),
            }
        }

        assert_eq!(versions, (6..=205).rev().collect::<Vec<i64>>());
        assert_eq!(studio.get(&format!("{path}/revisions/5")).status, 404, "the oldest went first");
        assert_eq!(studio.get(&format!("{path}/revisions/6")).ok()["content"], "5");
        assert_eq!(studio.get(&format!("{path}/revisions?limit=101")).status, 422);
    }
}
