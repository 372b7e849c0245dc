//! Stories of bounds: what is too much of anything is refused with a sentence, and costs little.

use domain::json::VALUES_MAX;
use serde_json::json;

use crate::support::JSON;

story! {
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

story! {
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

story! {
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
