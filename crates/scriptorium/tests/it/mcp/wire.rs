//! Tests of the protocol: versions, methods, and messages that make no sense.

use serde_json::{Value, json};

use super::{Assistant, VERSION};
use crate::support::{Reply, Text as _};

fn message(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

fn initialize(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    })
}

/// The code of the error in an answer.
fn code(reply: &Reply) -> (u16, i64) {
    (reply.status, reply.body["error"]["code"].as_i64().unwrap_or_else(|| panic!("{reply}")))
}

service_test! {
    fn every_version_with_a_handshake_is_agreed_to_and_others_get_the_newest(studio) {
        let assistant = Assistant::new(studio);

        for (wanted, agreed) in [
            ("2024-11-05", "2024-11-05"),
            ("2025-03-26", "2025-03-26"),
            ("2025-06-18", "2025-06-18"),
            ("2025-11-25", "2025-11-25"),
            ("1999-01-01", "2025-11-25"),
            ("nonsense", "2025-11-25"),
        ] {
            let reply = assistant.send(&[], &message("initialize", &initialize(wanted)));

            let result = &reply.body["result"];
            assert_eq!(result["protocolVersion"], agreed, "{wanted}: {reply}");
            assert_eq!(result["serverInfo"]["name"], "scriptorium");
            assert!(result["instructions"].text().contains("find_passages"), "{reply}");
            assert_eq!(result["capabilities"], json!({
                "completions": {}, "prompts": {}, "resources": {}, "tools": {},
            }));
            assert_eq!(reply.header("mcp-session-id"), None, "each request stands alone");
        }
    }
}

service_test! {
    fn a_client_of_the_newest_version_needs_no_handshake(studio) {
        let version = "2026-07-28";
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        });
        let assistant = Assistant::new(studio);
        let ask = |method: &str| {
            let headers = [("mcp-protocol-version", version), ("mcp-method", method)];
            assistant.send(&headers, &message(method, &json!({ "_meta": meta })))
        };

        let discovered = ask("server/discover").ok();
        let listed = ask("tools/list").ok();
        let unknown = ask("no/such");

        let versions = discovered["result"]["supportedVersions"].as_array().unwrap();
        assert!(versions.contains(&json!(version)), "{discovered}");
        let follows = json!({ "subscribe": true, "listChanged": true });
        assert_eq!(discovered["result"]["capabilities"]["resources"], follows, "{discovered}");
        assert_eq!(listed["result"]["resultType"], "complete", "{listed}");
        assert_eq!(listed["result"]["cacheScope"], "private", "{listed}");
        assert_eq!(code(&unknown), (404, -32601));
    }
}

service_test! {
    fn nonsense_gets_the_errors_of_the_protocol_and_harms_nobody(studio) {
        let assistant = Assistant::new(studio);
        let list = message("tools/list", &json!({}));

        for (headers, body, wanted) in [
            (&[VERSION][..], message("no/such", &json!({})), (200, -32601)),
            (&[], message("tools/call", &json!({ "name": "no_such" })), (200, -32602)),
            (&[], message("tools/list", &json!({ "cursor": "x" })), (200, -32602)),
            (&[], message("resources/subscribe", &json!({ "uri": "x" })), (200, -32601)),
            (&[("mcp-protocol-version", "1999-01-01")], list.clone(), (400, -32600)),
            (&[], "{".to_owned(), (400, -32700)),
            (&[], "[]".to_owned(), (400, -32600)),
            (&[], format!("[{list}]"), (400, -32600)),
            (&[], "{\"id\": 1}".to_owned(), (400, -32600)),
            (&[], json!({ "jsonrpc": "1.0", "id": 1, "method": "ping" }).to_string(), (400, -32600)),
            (&[], json!({ "jsonrpc": "2.0", "id": 1, "result": {} }).to_string(), (400, -32600)),
            (&[], "[".repeat(100_000), (400, -32700)),
            (&[], format!("\"{}\"", "x".repeat(1024 * 1024)), (400, -32600)),
        ] {
            let reply = assistant.send(headers, &body);

            let start: String = body.chars().take(80).collect();
            assert_eq!(code(&reply), wanted, "{headers:?} {start}: {reply}");
        }
        let too_large = assistant.send(&[], &format!("\"{}\"", "x".repeat(3 * 1024 * 1024)));
        assert_eq!(too_large.status, 413, "{too_large}");
        assert!(assistant.tools().len() >= 3);
    }
}

service_test! {
    fn a_client_says_what_it_sends_and_takes(studio) {
        let list = message("tools/list", &json!({}));
        let send = |headers: &[(&str, &str)]| studio.ask("POST", "/mcp", headers, Some(&list));
        let accept = ("accept", "application/json, text/event-stream");

        let no_media = send(&[accept]);
        let form = send(&[accept, ("content-type", "application/x-www-form-urlencoded")]);
        let takes_nothing = send(&[("content-type", "application/json")]);
        let reads = studio.ask("GET", "/mcp", &[("accept", "text/event-stream")], None);

        assert_eq!((no_media.status, form.status), (415, 415));
        assert_eq!(code(&takes_nothing), (406, -32600));
        assert_eq!((reads.status, reads.header("allow")), (405, Some("POST")));
    }
}

service_test! {
    fn notifications_are_taken_and_a_cancelled_call_is_of_no_consequence(studio) {
        let assistant = Assistant::new(studio);
        let notify = |method: &str, params: Value| {
            let body = json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string();
            assistant.send(&[VERSION], &body)
        };

        for (method, params) in [
            ("notifications/initialized", json!({})),
            ("notifications/cancelled", json!({ "requestId": 1, "reason": "changed my mind" })),
            ("notifications/cancelled", json!({ "requestId": "never sent" })),
            ("notifications/nonsense", json!({})),
        ] {
            let reply = notify(method, params);

            assert_eq!((reply.status, reply.text.as_str()), (202, ""), "{method}");
        }
        assert_eq!(assistant.ask("ping", json!({})), json!({}));
    }
}

service_test! {
    fn a_hundred_calls_at_once_are_all_answered(studio) {
        let project = studio.project("Nightfall");
        studio.document(&project, "One", "The harbour was silent.");

        let answers: Vec<Value> = std::thread::scope(|scope| {
            let calls: Vec<_> = (0..100)
                .map(|number| {
                    scope.spawn(move || {
                        let arguments = json!({ "document": "One", "start": number % 5 });
                        Assistant::new(studio).content("get_document", arguments)
                    })
                })
                .collect();
            calls.into_iter().map(|call| call.join().unwrap()).collect()
        });

        for (number, answer) in answers.iter().enumerate() {
            assert_eq!(answer["quotation"]["start"], number % 5);
        }
    }
}

service_test! {
    fn a_client_that_talks_nonsense_disturbs_no_other(studio) {
        let project = studio.project("Nightfall");
        studio.document(&project, "One", "The harbour was silent.");
        let call = |id: Value, arguments: &str| {
            let params = format!("{{\"name\":\"get_document\",\"arguments\":{arguments}}}");
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{params}}}")
        };
        let one = "{\"document\":\"One\"}";
        let deep = format!("{{\"document\":{}{}}}", "[".repeat(100), "]".repeat(100));
        let deeper = format!("{{\"document\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
        let long = format!("{{\"document\":\"{}\"}}", "x".repeat(1024 * 1024));
        let cancel = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 },
        });
        let send = |body: &str| Assistant::new(studio).send(&[VERSION], body);
        let nonsense = || {
            // What stands in a list or is too long is refused by the tool, what is nested too deeply is no JSON.
            for arguments in [&deep, &long] {
                let reply = send(&call(json!(7), arguments));
                assert_eq!((reply.status, &reply.body["result"]["isError"]), (200, &json!(true)), "{reply}");
            }
            assert_eq!(code(&send(&call(json!(7), &deeper))), (400, -32700));
            assert_eq!(send(&cancel.to_string()).status, 202);
            for id in [json!(7), json!("7"), json!(7)] {
                let reply = send(&call(id.clone(), one));
                assert_eq!((&reply.body["id"], &reply.body["result"]["isError"]), (&id, &json!(false)));
            }
        };

        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..5).for_each(|_| nonsense()));
            }
            for _ in 0..20 {
                let part = Assistant::new(studio).content("get_document", json!({ "document": "One" }));
                assert_eq!(part["quotation"]["text"], "The harbour was silent.");
            }
        });

        assert_eq!(studio.get("/health/ready").status, 200);
    }
}

service_test! {
    fn without_the_setting_there_is_no_such_route(studio, "mcp.enabled" = "false") {
        let reply = Assistant::new(studio).send(&[], &message("tools/list", &json!({})));

        assert_eq!((reply.status, reply.detail()), (404, "Not Found".to_owned()));
    }
}
