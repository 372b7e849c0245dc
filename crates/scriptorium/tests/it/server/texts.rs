//! Texts that are no text, names that would like to be paths, and texts that are kept as they are.

use serde_json::{Value, json};

use super::{RawConnection, request, with_body};
use crate::support::Text as _;

service_test! {
    fn an_id_that_is_no_text_is_unknown(studio) {
        let project = studio.project("Dracula");

        for id in ["%00", "a%00b", "%ff", "%c3%28", "%ed%a0%80", "%F0%9F", "%fe%ff", "x%00%ff"] {
            for (path, detail) in [
                (format!("/api/projects/{id}"), "Project not found"),
                (format!("/api/projects/{id}/documents"), "Project not found"),
                (format!("/api/projects/{project}/documents/{id}"), "Document not found"),
                (format!("/api/projects/{project}/imports/{id}"), "Import not found"),
                (format!("/api/agents/architecture/agent/{id}"), "Agent not found"),
                (format!("/api/agent-communication/messages/{id}"), "Message not found"),
            ] {
                let reply = studio.raw(&request(&format!("GET {path}"), ""));

                assert_eq!((reply.status, reply.detail().as_str()), (404, detail), "{path}");
            }
        }
    }
}

service_test! {
    fn a_query_that_is_no_text_finds_nothing(studio) {
        let list = |query: &str| {
            studio.raw(&request(&format!("GET /api/agent-communication/messages?{query}"), ""))
        };

        insta::assert_snapshot!(list("agent=a%00b"), @"
        422
        query.agent: Input should be a valid string, unable to parse raw data as a unicode string (string_unicode)
        ");
        for query in
            ["agent=%ff", "conversationId=%ed%a0%80", "agent=%", "agent=%zz", "%ff=%ff", "&&=&"]
        {
            let reply = list(query);
            assert_eq!(reply.status, 200, "{query}: {reply}");
        }
        insta::assert_snapshot!(list("status=%ff"), @"
        422
        query.status: Input should be 'queued', 'leased', 'waiting', 'awaiting_approval', 'handled', 'awaiting_reply', 'replied', 'timed_out', 'accepted', 'refused', 'delivered', 'denied', 'expired' or 'dead' (literal_error)
        ");
    }
}

service_test! {
    fn the_last_of_equal_names_counts_and_unknown_ones_do_not(studio) {
        let list = |query: &str| studio.get(&format!("/api/projects?{query}"));

        assert_eq!(list("limit=abc&limit=5&zzz=1&Limit=abc").status, 200);
        insta::assert_snapshot!(list("limit=5&limit=abc&status=gone"), @"
        422
        query.status: Input should be 'active', 'paused', 'completed' or 'archived' (literal_error)
        query.limit: Input should be a valid integer, unable to parse string as an integer (int_parsing)
        ");
        insta::assert_snapshot!(list("limit=0&cursor=x"), @"
        422
        query.limit: Input should be greater than or equal to 1 (greater_than_equal)
        query.cursor: Value error, the cursor is not one of a page of this list (value_error)
        ");
    }
}

service_test! {
    fn a_body_that_is_no_text_is_refused(studio) {
        let path = format!("/api/projects/{}", studio.project("Dracula"));
        let put = |body: &[u8]| {
            let headers = format!(
                "Content-Type: application/json\r\nContent-Length: {}\r\n",
                body.len()
            );
            studio.raw(&[&request(&format!("PUT {path}"), &headers), body].concat())
        };
        let kind = |body: &[u8]| {
            let reply = put(body);
            assert_eq!(reply.status, 422, "{reply}");
            reply.body["detail"][0]["type"].text()
        };

        for broken in [
            r#"{"name":"a\u0000b"}"#,
            r#"{"name":"\ud800"}"#,
            r#"{"name":"\udc00\ud800"}"#,
            r#"{"activeAgents":["muse","\ud83d"]}"#,
            r#"{"agentSystemPrompts":{"muse":"\u0000"}}"#,
            r#"{"agentSystemPrompts":{"mu\u0000se":"x"}}"#,
            r#"{"settings":{"theirs":{"deep":["\u0000"]}}}"#,
            r#"{"settings":{"the\ud800irs":1}}"#,
        ] {
            assert_eq!(kind(broken.as_bytes()), "string_unicode", "{broken}");
        }
        for malformed in [
            &b"{\"name\":\"\xff\"}"[..],
            b"{\"name\":\"\xed\xa0\x80\"}",
            b"{\"name\":\"\xc0\x80\"}",
            b"{\"name\":\"\x00\"}",
            b"\xff\xfe{\x00}\x00",
        ] {
            assert_eq!(kind(malformed), "json_invalid", "{}", malformed.escape_ascii());
        }
        assert_eq!(studio.get(&path).ok()["name"], "Dracula");
    }
}

service_test! {
    fn a_text_is_kept_as_it_was_sent(studio) {
        let path = format!("/api/projects/{}", studio.project("Dracula"));

        for text in STRANGE {
            let body = json!({ "description": text, "settings": { "theirs": [text] } });
            let updated = studio.put(&path, &body).ok();

            assert_eq!(updated["description"], text);
            assert_eq!(updated["settings"]["theirs"], json!([text]));
            assert_eq!(studio.get(&path).ok(), updated);
        }
    }
}

service_test! {
    fn a_document_and_a_message_are_kept_as_they_were_sent_but_for_line_ends(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}/documents");
        let send = "/api/agent-communication/messages";

        for text in STRANGE {
            let document = json!({ "title": text, "content": text });
            let made = studio.post(&path, &document).ok();
            let kept = studio.get(&format!("{path}/{}", made["id"].text())).ok();
            let content = text.replace("\r\n", "\n").replace('\r', "\n");
            assert_eq!((&kept["title"], &kept["content"]), (&json!(text), &json!(content)));

            // A message says something, and comes from somebody.
            let (content, from) = (format!("x{text}"), format!("somebody {text}"));
            let context = json!({ "conversationId": format!("c{text}"), "metadata": { "k": text } });
            let message = json!({ "toAgent": "muse", "fromAgent": from, "message": content,
                "context": context });
            let sent = studio.post(&format!("{send}/send"), &message).ok();
            let id = sent["response"]["messageId"].text();
            let kept = studio.get(&format!("{send}/{id}")).ok();
            // A name matches whatever its case, and is kept in lower case.
            let from = from.to_ascii_lowercase();
            assert_eq!((&kept["message"], &kept["fromAgent"]), (&json!(content), &json!(from)));
            assert_eq!(kept["context"]["metadata"]["k"], text);
            assert_eq!(kept["conversationId"], format!("c{text}"));
        }
    }
}

/// Texts that are texts, however they look.
const STRANGE: [&str; 10] = [
    "e\u{301} is not \u{e9}",
    "\u{202e}reversed\u{2066}",
    "zero\u{200b}width\u{200d}\u{feff}",
    "\u{fffe}\u{ffff}\u{fffd}\u{10ffff}",
    "line\r\nline\rline\nline\u{2028}line\u{85}",
    "\u{1}\u{7}\u{1b}[31m\u{7f}",
    "🐉👩‍👩‍👧‍👦",
    "'; DROP TABLE project; --",
    "%_\\ $1 ?1 {} \u{0130}i",
    "",
];

/// Names that would lead somewhere else if they were paths.
const ELSEWHERE: [&str; 12] = [
    "..",
    "../../evil",
    "/etc/passwd",
    "..\\..\\evil",
    "C:\\evil",
    "\\\\server\\evil",
    "file:///etc/passwd",
    "evil\u{2215}..\u{2215}evil",
    "~/evil",
    "con",
    "evil\nevil",
    "....//evil",
];

service_test! {
    fn an_id_is_never_a_path(studio) {
        let long = "x".repeat(8_000);

        for id in ELSEWHERE.iter().copied().chain([long.as_str(), "%2e%2e", "."]) {
            let encoded: String = id.bytes().map(|byte| format!("%{byte:02x}")).collect();
            for path in [
                format!("/api/projects/{encoded}"),
                format!("/api/projects/{encoded}/documents/{encoded}"),
                format!("/api/projects/{encoded}/imports/{encoded}"),
                format!("/api/agents/architecture/agent/{encoded}"),
                format!("/api/agent-communication/messages/{encoded}"),
            ] {
                let reply = studio.raw(&request(&format!("GET {path}"), ""));
                assert_eq!(reply.status, 404, "{id}: {reply}");
            }
        }
        for path in [
            "/api/projects/../../health/live",
            "/../health/live",
            "/./health/live",
            "/api/projects/..",
            "/health/live/..",
            "/health%2flive",
            "/health/live;x",
            "/health/live%00",
            "\\health\\live",
        ] {
            let reply = studio.raw(&request(&format!("GET {path}"), ""));
            let wanted = if path.starts_with('/') { 404 } else { 400 };
            assert_eq!(reply.status, wanted, "{path}: {reply}");
        }
    }
}

/// The names of the files in a folder and below it.
fn files(folder: &std::path::Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.push(path.display().to_string());
        if path.is_dir() {
            found.extend(files(&path));
        }
    }
    found.sort();
    found
}

service_test! {
    fn a_name_never_becomes_a_file(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}");
        // Everything there will be is there after the first of each kind.
        studio.document(&project, "first", "first");
        let before = files(studio.folder());
        let named: Vec<Value> =
            ELSEWHERE.iter().map(|path| json!({ "path": path, "content": "evil" })).collect();

        for name in ELSEWHERE {
            let body = json!({ "name": name, "documentsDirectory": name, "icon": name });
            let updated = studio.put(&path, &body).ok();
            assert_eq!(updated["settings"]["documentsDirectory"], name);
            let document = json!({ "title": name, "content": "evil" });
            studio.post(&format!("{path}/documents"), &document).ok();
        }
        let import = studio.post(&format!("{path}/documents/import"), &json!({ "files": named }));
        if import.status == 200 {
            let at = format!("{path}/imports/{}", import.body["id"].text());
            studio.until("the import to end", || {
                let status = studio.get(&at).ok()["status"].text();
                ["completed", "failed"].contains(&status.as_str()).then_some(())
            });
        } else {
            assert_eq!(import.status, 422, "{import}");
        }

        assert_eq!(files(studio.folder()), before);
        assert!(!std::env::temp_dir().join("evil").exists());
    }
}

service_test! {
    fn what_is_kept_under_a_key_of_anothers_is_kept_as_it_is(studio) {
        let path = format!("PUT /api/projects/{}", studio.project("Dracula"));
        let body = r#"{"settings":{"__proto__":{"a":1},"constructor":null,"":0,"a.b":[1e2,-0.0]}}"#;

        let reply = RawConnection::new(studio).ask(&with_body(&path, body));

        let settings = &reply.clone().ok()["settings"];
        assert_eq!(settings["__proto__"], json!({ "a": 1 }));
        assert_eq!(settings[""], 0);
        assert_eq!(settings["a.b"], json!([100.0, -0.0]));
    }
}
