//! Tests of bounds: what is too much of anything is refused with a sentence, and costs little.

use domain::json::VALUES_MAX;
use serde_json::json;

use crate::support::JSON;

service_test! {
    fn a_body_of_too_many_values_is_not_read_to_its_end(studio) {
        let project = studio.project("p");
        let path = format!("/api/projects/{project}/documents/import");
        let files = |values: usize| format!(r#"{{"files":[{}0]}}"#, "0,".repeat(values - 1));

        let refused = studio.ask("POST", &path, &[JSON], Some(&files(VALUES_MAX)));

        assert_eq!(refused.status, 422, "{refused}");
        assert_eq!(refused.body["detail"][0]["type"], "json_invalid");
        assert_eq!(refused.body["detail"][0]["ctx"]["error"], "More than 500000 values");
        // The object, its list and the values in it: as many as are read.
        let refused = studio.ask("POST", &path, &[JSON], Some(&files(VALUES_MAX - 2)));
        assert_eq!(refused.body["detail"][0]["type"], "model_attributes_type");
        assert_eq!(refused.body["detail"].as_array().unwrap().len(), 100);
    }
}

service_test! {
    fn settings_of_ones_own_are_bounded_in_sum(studio) {
        let path = format!("/api/projects/{}", studio.project("Dracula"));
        let half = "x".repeat(140_000);
        studio.put(&path, &json!({ "settings": { "one": half } })).ok();
        let before = studio.get(&path).ok();

        let both = json!({ "name": "Carmilla", "settings": { "icon": "bat", "two": half } });
        let refused = studio.put(&path, &both);
        let whole = json!({ "name": "x", "settings": { "one": half, "two": half } });
        let not_made = studio.post("/api/projects", &whole);

        let detail = "The settings under keys of your own are larger than 256 KiB in all";
        assert_eq!((refused.status, refused.detail().as_str()), (413, detail));
        assert_eq!((not_made.status, not_made.detail().as_str()), (413, detail));
        assert_eq!(studio.get(&path).ok(), before, "nothing is half applied");
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
        studio.put(&path, &json!({ "settings": { "one": null, "two": half } })).ok();
    }
}

service_test! {
    fn a_list_has_as_many_items_as_it_may(studio) {
        let path = format!("/api/projects/{}", studio.project("Dracula"));
        let users = |count: usize| -> Vec<String> { (0..count).map(|it| format!("u{it}")).collect() };

        studio.put(&path, &json!({ "collaborators": users(100) })).ok();
        insta::assert_snapshot!(studio.put(&path, &json!({
            "collaborators": users(101), "activeAgents": vec!["muse"; 1_001] })), @r"
        422
        body.activeAgents: List should have at most 1000 items after validation, not 1001 (too_long)
        body.collaborators: List should have at most 100 items after validation, not 101 (too_long)
        ");
        let make = json!({ "name": "x", "collaborators": users(101) });
        assert_eq!(studio.post("/api/projects", &make).status, 422);
        assert_eq!(studio.get(&path).ok()["collaborators"], json!(users(100)));
    }
}

service_test! {
    fn a_large_body_gives_its_place_back(studio, "server.body_kib_max" = "1") {
        let project = studio.project("p");

        // More than are read at once.
        for number in 0..10 {
            studio.document(&project, &number.to_string(), &"word ".repeat(1_000));
        }

        let listed = studio.get(&format!("/api/projects/{project}/documents")).ok();
        assert_eq!(listed["total"], 10);
    }
}

service_test! {
    fn a_key_is_one_and_visible_where_a_key_is_heard(studio) {
        let body = json!({ "name": "n" }).to_string();
        let project = studio.project("p");

        for keys in [&["two words"][..], &["one", "two"], &["one", "one"], &[""]] {
            let mut headers = vec![JSON];
            headers.extend(keys.iter().map(|key| ("idempotency-key", *key)));
            let reply = studio.ask("POST", "/api/projects", &headers, Some(&body));
            assert_eq!(reply.status, 400, "{keys:?}: {reply}");
            // A change has no use for a key.
            let path = format!("/api/projects/{project}");
            assert_eq!(studio.ask("PUT", &path, &headers, Some(&body)).status, 200, "{keys:?}");
        }
    }
}
