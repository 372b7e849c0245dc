//! Bad input to the routes of each module: what is no text, what is of another
//! content type, what would like to be a statement, and numbers beyond all bounds. What no route
//! sees, because layers check it first, is tested in `server`.

use std::io::{Read as _, Write as _};

use serde_json::json;

use crate::support::{JSON, Listener, Reply, Studio};

/// The answer to a request whose body waits.
const GO_ON: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// How many large bodies the service reads at once.
const LARGE_BODIES_MAX: usize = 4;

/// Nothing was made or changed but one project of this name with one document.
fn nothing_happened(studio: &Studio, project: &str) {
    let projects = studio.get("/api/projects").ok();
    assert_eq!(
        (&projects["total"], &projects["projects"][0]["name"]),
        (&json!(1), &json!("Dracula"))
    );
    let documents = studio.get(&format!("/api/projects/{project}/documents")).ok();
    assert_eq!(documents["total"], 1);
    assert_eq!(documents["documents"][0]["title"], "I");
    assert_eq!(studio.get("/api/agent-communication/messages").ok()["total"], 0);
}

service_test! {
    fn no_room_takes_what_is_no_text(studio) {
        let project = studio.project("Dracula");
        let documents = format!("/api/projects/{project}/documents");
        let document = format!("{documents}/{}", studio.document(&project, "I", "a text"));
        let import = format!("{documents}/import");
        let send = "/api/agent-communication/messages/send".to_owned();

        for (method, path, body, loc) in [
            ("POST", &documents, r#"{"title":"a\u0000b"}"#, "body.title"),
            ("POST", &documents, r#"{"title":"x","content":"\ud800"}"#, "body.content"),
            ("POST", &documents, r#"{"title":"x","parentId":"\u0000"}"#, "body.parentId"),
            ("PUT", &document, r#"{"title":"\udc00\ud800"}"#, "body.title"),
            ("PUT", &document, r#"{"content":"text \u0000"}"#, "body.content"),
            ("PUT", &document, r#"{"parentId":"\ud83d"}"#, "body.parentId"),
            ("POST", &import, r#"{"files":[{"path":"\u0000.md","content":""}]}"#, "body.files.0.path"),
            ("POST", &import, r#"{"files":[{"path":"1.md","content":"\ud83d"}]}"#,
                "body.files.0.content"),
            ("POST", &send, r#"{"toAgent":"mu\u0000se","message":"x"}"#, "body.toAgent"),
            ("POST", &send, r#"{"toAgent":"muse","fromAgent":"\ud800","message":"x"}"#,
                "body.fromAgent"),
            ("POST", &send, r#"{"toAgent":"muse","message":"\u0000"}"#, "body.message"),
            ("POST", &send, r#"{"toAgent":"muse","message":"x","context":{"taskId":"\u0000"}}"#,
                "body.context.taskId"),
            ("POST", &send,
                r#"{"toAgent":"muse","message":"x","context":{"metadata":{"k":"\udfff"}}}"#,
                "body.context.metadata.k"),
            ("POST", &send,
                r#"{"toAgent":"muse","message":"x","context":{"metadata":{"\u0000":"v"}}}"#,
                "body.context.metadata.\u{fffd}.[key]"),
        ] {
            let reply = studio.ask(method, path, &[JSON], Some(body));

            let wanted = format!("422\n{loc}: Input should be a valid string, unable to parse raw \
                data as a unicode string (string_unicode)");
            assert_eq!(reply.to_string(), wanted, "{body}");
        }
        nothing_happened(studio, &project);
        assert_eq!(studio.get(&document).ok()["content"], "a text");
    }
}

service_test! {
    fn no_route_takes_another_content_type(studio) {
        let document = studio.get("/openapi.json").ok();
        let project = studio.project("Dracula");
        studio.document(&project, "I", "");
        let good = json!({
            "name": "n", "title": "t", "status": "active", "toAgent": "muse", "message": "m",
            "files": [{ "path": "a.md", "content": "c" }],
        })
        .to_string();

        let mut asked = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            let target = path.replace("{project_id}", &project).replace("{document_id}", "x");
            for (method, operation) in item.as_object().unwrap() {
                let Some(body) = operation.get("requestBody") else { continue };
                let takes_json = body["content"].get("application/json").is_some();
                asked += 1;
                // What a page of another site can send without asking first.
                for kind in
                    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"]
                {
                    let headers = [("content-type", kind)];
                    let reply =
                        studio.ask(&method.to_uppercase(), &target, &headers, Some(&good));

                    if !takes_json {
                        assert_eq!(reply.status, 415, "{method} {target} {kind}: {reply}");
                        continue;
                    }
                    assert_eq!(reply.status, 422, "{method} {target} {kind}: {reply}");
                    let mistake = &reply.body["detail"][0];
                    assert_eq!(mistake["type"], "model_attributes_type", "{method} {target}");
                    assert_eq!(mistake["loc"], json!(["body"]));
                }
            }
        }
        assert!(asked >= 7, "{asked}");
        nothing_happened(studio, &project);
    }
}

service_test! {
    fn a_document_refuses_what_its_fields_refuse(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}/documents");
        let document = studio.document(&project, "I", "");
        let flawed = json!({
            "title": 7, "content": [], "kind": "song", "parentId": 1, "position": -1,
            "status": "published", "wordTarget": "many",
        });
        let wanted = "422\n\
            body.title: Input should be a valid string (string_type)\n\
            body.content: Input should be a valid string (string_type)\n\
            body.kind: Input should be 'part', 'chapter', 'scene', 'note' or 'reference' \
                (literal_error)\n\
            body.parentId: Input should be a valid string (string_type)\n\
            body.position: Input should be greater than or equal to 0 (greater_than_equal)\n\
            body.status: Input should be 'outline', 'draft', 'revise', 'line_edit', 'proof' or \
                'done' (literal_error)\n\
            body.wordTarget: Input should be a valid integer, unable to parse string as an integer \
                (int_parsing)";

        assert_eq!(studio.post(&path, &flawed).to_string(), wanted);
        assert_eq!(studio.put(&format!("{path}/{document}"), &flawed).to_string(), wanted);

        for (field, value, rule) in [
            ("position", json!(i64::MAX), "less_than_equal"),
            ("position", json!(1.5), "int_from_float"),
            ("position", json!(1e30), "int_parsing_size"),
            ("position", json!([]), "int_type"),
            ("wordTarget", json!(-1), "greater_than_equal"),
            ("wordTarget", json!(i64::MAX), "less_than_equal"),
            ("wordTarget", json!("9".repeat(40)), "int_parsing_size"),
        ] {
            for reply in [
                studio.post(&path, &json!({ "title": "II", field: value })),
                studio.put(&format!("{path}/{document}"), &json!({ field: value })),
            ] {
                assert_eq!(reply.status, 422, "{field} {value}: {reply}");
                assert_eq!(reply.body["detail"][0]["type"], rule, "{field} {value}");
            }
        }
        nothing_happened(studio, &project);
    }
}

/// Every list there is, of a project with a document.
fn lists(project: &str, document: &str) -> [String; 4] {
    [
        "/api/projects".to_owned(),
        format!("/api/projects/{project}/documents"),
        format!("/api/projects/{project}/documents/{document}/revisions"),
        "/api/agent-communication/messages".to_owned(),
    ]
}

service_test! {
    fn every_list_checks_its_page(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "");

        for list in lists(&project, &document) {
            for (query, rule) in [
                ("limit=0", "greater_than_equal"),
                ("limit=-1", "greater_than_equal"),
                ("limit=101", "less_than_equal"),
                ("limit=", "int_parsing"),
                ("limit=x", "int_parsing"),
                ("limit=1.5", "int_parsing"),
                ("limit=%00", "int_type"),
                ("limit=9223372036854775808", "int_parsing_size"),
                ("cursor=", "value_error"),
                ("cursor=1", "value_error"),
                ("cursor=g.x", "value_error"),
                ("cursor=fffffffffffffffff.x", "value_error"),
                ("cursor=0.%00", "string_unicode"),
            ] {
                let reply = studio.get(&format!("{list}?{query}"));

                assert_eq!(reply.status, 422, "{list}?{query}: {reply}");
                let mistake = &reply.body["detail"][0];
                let name = query.split('=').next().unwrap();
                assert_eq!(mistake["loc"], json!(["query", name]), "{list}?{query}");
                assert_eq!(mistake["type"], rule, "{list}?{query}");
            }
            // A cursor nobody gave out is one of some place all the same.
            for cursor in ["0.", "7fffffffffffffff.x", "8000000000000000.", "0.%27%20OR%201%3D1%20--"] {
                let reply = studio.get(&format!("{list}?cursor={cursor}"));
                assert_eq!(reply.status, 200, "{list}?cursor={cursor}: {reply}");
            }
        }
    }
}

/// Texts that would be more than a text if anybody put a statement together.
const STATEMENTS: [&str; 5] = [
    "' OR '1'='1",
    "'; DROP TABLE project; --",
    "x' UNION SELECT hash FROM token --",
    "\\'; --",
    "%' /*",
];

service_test! {
    fn a_text_is_never_a_part_of_a_statement(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "");
        let encoded = |text: &str| -> String {
            text.bytes().map(|byte| format!("%{byte:02x}")).collect()
        };

        for text in STATEMENTS {
            let query = encoded(text);
            for (list, names) in [
                (format!("/api/projects/{project}/documents"), &["parentId"][..]),
                ("/api/agent-communication/messages".to_owned(), &["agent", "conversationId"]),
            ] {
                for name in names {
                    let page = studio.get(&format!("{list}?{name}={query}")).ok();
                    assert_eq!(page["total"], 0, "{list} {name} {text}");
                }
            }
            for path in [
                format!("/api/projects/{query}"),
                format!("/api/projects/{project}/documents/{query}"),
                format!("/api/projects/{project}/documents/{document}/revisions/{query}"),
                format!("/api/projects/{project}/imports/{query}"),
                format!("/api/agents/architecture/agent/{query}"),
                format!("/api/agent-communication/messages/{query}"),
            ] {
                assert_eq!(studio.get(&path).status, 404, "{path}");
            }
            let message = json!({ "toAgent": text, "message": "x" });
            assert_eq!(studio.post("/api/agent-communication/messages/send", &message).status, 404);
            let lost = json!({ "title": "II", "parentId": text });
            assert_eq!(studio.post(&format!("/api/projects/{project}/documents"), &lost).status, 404);
        }
        nothing_happened(studio, &project);
    }
}

service_test! {
    fn what_is_no_number_of_an_event_begins_anew(studio) {
        studio.project("Dracula");
        let long = "9".repeat(10_000);

        for id in ["", "x", "-1", "1e3", "é", "' OR 1=1", long.as_str()] {
            let mut listener = Listener::open(studio, "", &format!("Last-Event-ID: {id}\r\n"));

            let first = listener.hear(1).remove(0);
            assert_eq!(first.kind, "reset", "{id:?}");
        }
        let reply = studio.get("/api/events?lastEventId=%00");
        assert_eq!(reply.status, 422, "{reply}");
        assert_eq!(reply.body["detail"][0]["type"], "string_unicode");
    }
}

service_test! {
    fn the_text_of_a_mistake_has_its_keys_in_their_order(studio) {
        let body = r#"{"zebra":1,"name":7,"color":"red","agentSystemPrompts":{"b":1,"a":"x"}}"#;

        let reply = studio.ask("POST", "/api/projects", &[JSON], Some(body));

        let wanted = concat!(
            r#"{"detail":[{"type":"string_type","loc":["body","name"],"#,
            r#""msg":"Input should be a valid string","input":7},"#,
            r#"{"type":"string_pattern_mismatch","loc":["body","color"],"#,
            r#""msg":"String should match pattern '^#[0-9a-fA-F]{6}$'","input":"red","#,
            r#""ctx":{"pattern":"^#[0-9a-fA-F]{6}$"}},"#,
            r#"{"type":"string_type","loc":["body","agentSystemPrompts","b"],"#,
            r#""msg":"Input should be a valid string","input":1}]}"#,
        );
        assert_eq!((reply.status, reply.text.as_str()), (422, wanted));

        // An object is echoed in the order of its members.
        let reply = studio.ask("POST", "/api/projects", &[JSON], Some(r#"{"z":1,"b":{"y":2,"a":3}}"#));
        let wanted = concat!(
            r#"{"detail":[{"type":"missing","loc":["body","name"],"#,
            r#""msg":"Field required","input":{"z":1,"b":{"y":2,"a":3}}}]}"#,
        );
        assert_eq!(reply.text, wanted);
    }
}

service_test! {
    fn whoever_finds_no_place_for_a_large_body_is_told_to_come_again(
        studio,
        "server.body_kib_max" = "1",
        "server.body_timeout_ms" = "1000"
    ) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}/documents");
        let head = |length: usize| {
            format!("POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
                     Expect: 100-continue\r\nContent-Length: {length}\r\n\r\n")
        };
        // Each takes a place, and comes so far that it has time for the rest.
        let whole = format!("{{\"title\":\"x\"}}{}", " ".repeat(2_000_000));
        let begun = 1_000_000;
        let mut holders: Vec<_> = (0..LARGE_BODIES_MAX)
            .map(|_| {
                let mut stream = studio.connect();
                stream.write_all(head(whole.len()).as_bytes()).unwrap();
                // Whose body is asked for has its place.
                let mut word = [0; GO_ON.len()];
                stream.read_exact(&mut word).unwrap();
                assert_eq!(&word, GO_ON);
                stream.write_all(&whole.as_bytes()[..begun]).unwrap();
                stream
            })
            .collect();
        let mut late = studio.connect();
        late.write_all(head(2_000).as_bytes()).unwrap();
        late.set_nonblocking(true).unwrap();

        let (mut answer, mut sent) = (Vec::new(), begun);
        studio.until("the one who comes late to be answered", || {
            // They are slow, and not silent.
            for holder in &mut holders {
                holder.write_all(&whole.as_bytes()[sent..=sent]).unwrap();
            }
            sent += 1;
            let mut bytes = [0; 4_096];
            let count = late.read(&mut bytes).ok().filter(|count| *count > 0)?;
            answer.extend_from_slice(&bytes[..count]);
            answer.ends_with(b"}").then_some(())
        });

        let reply = Reply::parse(&answer);
        assert_eq!((reply.status, reply.detail()),
            (503, "Too many large bodies are being read".to_owned()));
        assert_eq!(reply.header("retry-after"), Some("1"));
        for holder in &mut holders {
            holder.write_all(&whole.as_bytes()[sent..]).unwrap();
            let mut first = [0; 12];
            holder.read_exact(&mut first).unwrap();
            assert_eq!(&first, b"HTTP/1.1 200");
        }
        assert_eq!(studio.get(&path).ok()["total"], LARGE_BODIES_MAX);
    }
}
