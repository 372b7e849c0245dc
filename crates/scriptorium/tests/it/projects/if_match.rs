//! Changes that are to be made only while nobody else has made one: what `If-Match` guards.

use serde_json::json;

use super::path;
use crate::support::JSON;

service_test! {
    fn a_stale_copy_changes_nothing(studio) {
        let made = studio.post("/api/projects", &json!({ "name": "Dracula" }));
        let project = path(&made.body);
        let first = made.header("etag").unwrap().to_owned();
        assert_eq!(studio.get(&project).header("etag"), Some(first.as_str()));
        let second = studio.put(&project, &json!({ "name": "2" }));
        let second = second.header("etag").unwrap().to_owned();
        assert_ne!(first, second);

        let weak = format!("W/{second}");
        let list = format!("{first}, {second}");
        for (tag, wanted) in [
            (first.as_str(), 412),
            (weak.as_str(), 412),
            ("", 412),
            ("unquoted", 412),
            (second.as_str(), 200),
        ] {
            let headers = [JSON, ("if-match", tag)];
            let reply = studio.ask("PUT", &project, &headers, Some(r#"{"name":"3"}"#));
            assert_eq!(reply.status, wanted, "{tag}");
            if wanted == 412 {
                assert_eq!(reply.detail(), "The project was changed in the meantime");
                assert_eq!(studio.get(&project).ok()["name"], "2", "{tag}");
            }
        }
        let reply = studio.ask("PUT", &project, &[JSON, ("if-match", "*")], Some("{}"));
        let third = reply.header("etag").unwrap().to_owned();
        assert_eq!(reply.status, 200);
        let reply = studio.ask("PUT", &project, &[JSON, ("if-match", &list)], Some("{}"));
        assert_eq!(reply.status, 412);
        // A list may come in several lines, in any order.
        let lines = [JSON, ("if-match", &list), ("if-match", &third), ("if-match", "x")];
        assert_eq!(studio.ask("PUT", &project, &lines, Some("{}")).status, 200);
        assert_eq!(studio.ask("PUT", &project, &lines, Some("{}")).status, 412);
        let fourth = studio.get(&project).header("etag").unwrap().to_owned();
        let list = format!("{list}, {fourth}");
        let reply = studio.ask("PUT", &project, &[JSON, ("if-match", &list)], Some("{}"));
        assert_eq!(reply.status, 200);
    }
}

service_test! {
    fn a_stale_copy_is_no_reason_to_bin_or_restore_what_it_is_a_copy_of(studio) {
        let id = studio.project("Dracula");
        let project = format!("/api/projects/{id}");
        let document = format!("{project}/documents/{}", studio.document(&id, "I", ""));
        let guarded = |method: &str, path: &str, body: Option<&str>, tag: &str| {
            studio.ask(method, path, &[JSON, ("if-match", tag)], body)
        };

        for (record, what, steps) in [
            (&document, "The document", &[("DELETE", "", None), ("POST", "/restore", None)][..]),
            (&project, "The project", &[
                ("POST", "/status", Some(r#"{"status":"paused"}"#)),
                ("POST", "/archive", None),
                ("POST", "/restore", None),
                ("DELETE", "", None),
                ("POST", "/restore", None),
            ]),
        ] {
            let mut tag = studio.get(record).header("etag").unwrap().to_owned();
            for (method, step, body) in steps {
                let (path, before) = (format!("{record}{step}"), studio.get(record));

                let stale = guarded(method, &path, *body, "\"0\"");
                assert_eq!(stale.status, 412, "{method} {path}: {stale}");
                assert_eq!(stale.detail(), format!("{what} was changed in the meantime"));
                assert_eq!(studio.get(record).text, before.text, "{method} {path}");

                let done = guarded(method, &path, *body, &tag);
                assert!((200..300).contains(&done.status), "{method} {path}: {done}");
                if let Some(new) = done.header("etag") {
                    new.clone_into(&mut tag);
                }
            }
        }
    }
}
