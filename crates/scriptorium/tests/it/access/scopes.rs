//! Tests of what a token of each scope may do.

use serde_json::json;

use super::{Person, Scope, body_for, operations, token_of};
use crate::session::is_for_anybody;
use crate::support::{Heard, Text as _};

/// Whether a request reads, although it is a POST for its body.
fn is_read_by_post(method: &str, path: &str) -> bool {
    let is_search = path == "/api/discovery/research/search"
        || (path.starts_with("/api/discovery/research/") && path.ends_with("/run"));
    method == "POST" && (is_search || path.ends_with("/preview"))
}

service_test! {
    fn who_may_only_read_changes_nothing(studio) {
        let seward = Person::new(studio, "seward", Scope::Read);

        for (method, path) in operations("x") {
            // It may listen, which has no end, call tools that read, and have a session.
            let is_for_anybody = is_for_anybody(&method, &path);
            if path == "/api/events" || path.starts_with("/api/tools/") || is_for_anybody {
                continue;
            }
            let is_read = method == "GET" || is_read_by_post(&method, &path);

            let reply = seward.ask(&method, &path, body_for(&method, &path).as_ref());

            let is_refused = reply.status == 403;
            assert_eq!(is_refused, !is_read, "{method} {path}: {reply}");
        }
        assert_eq!(seward.ask("HEAD", "/api/projects", None).status, 200);
        assert_eq!(seward.projects(), [""; 0]);
    }
}

service_test! {
    fn what_concerns_everybody_is_for_administrators(studio) {
        let writer = Person::new(studio, "mina", Scope::Write);
        let administrator = Person::new(studio, "helsing", Scope::Admin);

        for change in ["sleep", "wake"] {
            let path = format!("/api/agents/muse/{change}");
            assert_eq!(writer.post(&path, &json!({})).status, 403);
            assert_eq!(administrator.post(&path, &json!({})).status, 200);
        }
        let agent = json!({ "id": "a", "name": "A", "description": "A.", "capabilities": [] });
        let policy = json!({ "rules": [] });
        for (method, path, body) in [
            ("POST", "/api/agents", Some(&agent)),
            ("PUT", "/api/agents/a", Some(&agent)),
            ("PUT", "/api/agents/a/authority", Some(&policy)),
            ("DELETE", "/api/agents/a", None),
        ] {
            assert_eq!(writer.ask(method, path, body).status, 403, "{method} {path}");
            assert!(administrator.ask(method, path, body).status < 300, "{method} {path}");
        }
        for path in ["/api/agents", "/api/agents/muse", "/api/agents/muse/authority"] {
            assert_eq!(writer.get(path).status, 200, "{path}");
        }
        // An agent that runs outside comes with a token that writes; this one runs inside.
        assert_eq!(writer.post("/api/agents/muse/heartbeat", &json!({})).status, 409);
    }
}

service_test! {
    fn who_may_only_read_searches_and_previews(studio) {
        let writer = Person::new(studio, "mina", Scope::Write);
        let reader = Person::new(studio, "mina", Scope::Read);
        let project = writer.project("Journal");
        let chapter = json!({ "title": "Whitby", "content": "The tide is out." });
        writer.post(&format!("/api/projects/{project}/documents"), &chapter).ok();

        let query = json!({ "query": "tide", "projectId": project });
        let found = reader.post("/api/discovery/research/search", &query).ok();
        let words = json!({ "find": "tide" });
        let path = format!("/api/projects/{project}/replacements");
        let preview = reader.post(&format!("{path}/preview"), &words).ok();
        let files = json!({ "files": [{ "path": "One.md", "content": "Rain." }] });
        let import = reader.post("/api/imports/preview", &files);
        let replaced = json!({ "find": "tide", "replace": "sea", "digest": preview["digest"] });
        let refused = reader.post(&path, &replaced);

        assert_eq!(found["results"].as_array().map(Vec::len), Some(1), "{found}");
        assert_eq!(preview["total"], 1, "{preview}");
        assert_eq!((import.status, refused.status), (200, 403), "{import} {refused}");
        // The search is in the history of its user.
        let history = writer.get("/api/discovery/research/queries").ok();
        assert_eq!(history["queries"][0]["query"], "tide", "{history}");
    }
}

service_test! {
    fn a_token_of_one_project_hears_of_its_project_alone(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let (project, other) = (mara.project("Journal"), mara.project("Diary"));
        let bearer = token_of(studio, &project, Scope::Read);
        let mut listener = Person { studio, bearer }.listen();

        for id in [&other, &project] {
            let chapter = json!({ "title": "One", "content": "The tide." });
            mara.post(&format!("/api/projects/{id}/documents"), &chapter).ok();
            let message = json!({
                "toAgent": "muse", "message": "A title?", "context": { "metadata": { "projectId": id } },
            });
            mara.post("/api/agent-communication/messages/send", &message).ok();
            mara.post(&format!("/api/projects/{id}/lore"), &json!({ "name": "Whitby" })).ok();
        }

        let mut heard = vec![];
        while heard.last().is_none_or(|it: &Heard| it.kind != "lore") {
            // The staff is everybody's.
            heard.extend(listener.hear(1).into_iter().filter(|it| it.kind != "agent"));
        }
        let kinds: Vec<&str> = heard.iter().map(|it| it.kind.as_str()).collect();
        assert_eq!(kinds, ["document", "lore"], "{heard:?}");
        assert!(heard.iter().all(|it| it.body["projectId"].text() == project), "{heard:?}");
    }
}
