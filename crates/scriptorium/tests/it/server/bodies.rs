//! Bodies that are too large, too deep, packed, cut off or contradictory; and answers that stay
//! small whatever comes in.

use serde_json::json;

use super::{RawConnection, request, with_body};
use crate::support::{Reply, Studio, Text as _};

/// A request whose body comes in chunks.
fn chunked(line: &str, chunks: &[&str]) -> Vec<u8> {
    let mut bytes = format!(
        "{line} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    );
    for chunk in chunks.iter().chain(&[""]) {
        bytes += &format!("{:x}\r\n{chunk}\r\n", chunk.len());
    }
    bytes.into_bytes()
}

/// The body of a project, filled up to a length with white space.
fn of_length(length: usize) -> String {
    let body = r#"{"name":"Dracula"}"#;
    format!("{body}{}", " ".repeat(length - body.len()))
}

/// A post of a body with these headers.
fn post(studio: &Studio, headers: &str, body: &[u8]) -> Reply {
    let length = format!("{headers}Content-Length: {}\r\n", body.len());
    studio.raw(&[&request("POST /api/projects", &length), body].concat())
}

const JSON: &str = "Content-Type: application/json\r\n";

service_test! {
    fn a_body_has_a_largest_length(studio, "server.body_kib_max" = "1") {
        let length = |length| with_body("POST /api/projects", &of_length(length));

        assert_eq!(RawConnection::new(studio).ask(&length(1_024)).status, 200);
        insta::assert_snapshot!(RawConnection::new(studio).ask(&length(1_025)), @r#"
        413
        {"detail":"The body is larger than 1 KiB"}
        "#);
        // The length alone is enough to know.
        let announced = "Content-Length: 1025\r\nExpect: 100-continue\r\n";
        assert_eq!(studio.raw(&request("POST /api/projects", announced)).status, 413);

        let half = of_length(1_024);
        let (start, end) = half.split_at(512);
        assert_eq!(studio.raw(&chunked("POST /api/projects", &[start, end])).status, 200);
        assert_eq!(studio.raw(&chunked("POST /api/projects", &[start, end, " "])).status, 413);
        assert_eq!(studio.get("/api/projects").ok()["total"], 2);
    }
}

service_test! {
    fn documents_may_be_larger_than_other_bodies(
        studio,
        "server.body_kib_max" = "1",
        "server.import_mib_max" = "1"
    ) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}/documents");
        let document = |length| json!({ "title": "t", "content": "x".repeat(length) });

        assert_eq!(studio.post(&path, &document(1024 * 1024 - 100)).status, 200);
        let reply = studio.post(&path, &document(1024 * 1024));
        assert_eq!(reply.status, 413);
        assert_eq!(reply.detail(), "The body is larger than 1024 KiB");
    }
}

service_test! {
    fn who_sends_too_much_hears_that_it_is_too_much(studio) {
        // Far more than lies in the buffers between us: who closes on unread bytes resets the
        // connection, and the answer is lost.
        let body = of_length(24 * 1024 * 1024);

        for _ in 0..3 {
            let reply = post(studio, JSON, body.as_bytes());
            assert_eq!(reply.status, 413);
            assert_eq!(reply.detail(), "The body is larger than 2048 KiB");
        }
    }
}

service_test! {
    fn a_late_body_of_a_route_that_takes_none_costs_no_connection(studio) {
        let project = format!("/api/projects/{}", studio.project("Dracula"));
        let archive = with_body(&format!("POST {project}/archive"), "{}");
        let (head, body) = archive.split_at(archive.len() - 2);
        let mut connection = RawConnection::new(studio);

        connection.send(head);
        // The answer to another request: the head was there before it.
        assert_eq!(studio.get(&project).status, 200);
        let archived = connection.ask(body);
        let read = connection.ask(&request(&format!("GET {project}"), ""));

        assert_eq!((archived.status, archived.body["status"].text()), (200, "archived".to_owned()));
        assert_eq!((read.status, read.body["status"].text()), (200, "archived".to_owned()));
    }
}

service_test! {
    fn packed_bodies_are_not_unpacked(studio) {
        let body = br#"{"name":"Dracula"}"#;

        for encoding in ["gzip", "br", "deflate", "zstd", "GZIP", "identity, gzip", "x", ""] {
            let reply = post(studio, &format!("{JSON}Content-Encoding: {encoding}\r\n"), body);

            assert_eq!(reply.status, 415, "{encoding}");
            assert_eq!(reply.detail(), "Compressed bodies are not accepted");
        }
        let two = format!("{JSON}Content-Encoding: identity\r\nContent-Encoding: gzip\r\n");
        assert_eq!(post(studio, &two, body).status, 415);
        let plain = format!("{JSON}Content-Encoding: identity\r\n");
        assert_eq!(post(studio, &plain, body).status, 200);
    }
}

service_test! {
    fn a_body_that_is_no_body_changes_nothing(studio) {
        let no_chunk = b"POST /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\n\
                         Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\
                         Connection: close\r\n\r\nnonsense\r\n";
        insta::assert_snapshot!(studio.raw(no_chunk), @r#"
        400
        {"detail":"The body ended before it was whole"}
        "#);

        for headers in [
            "Content-Length: 18\r\nContent-Length: 19\r\n",
            "Content-Length: -1\r\n",
            "Content-Length: x\r\n",
            "Content-Length: 99999999999999999999999\r\n",
        ] {
            let contradiction = request("POST /api/projects", &format!("{JSON}{headers}"));
            let reply = studio.raw(&[contradiction, br#"{"name":"Dracula"}"#.to_vec()].concat());

            assert_eq!(reply.status, 400, "{headers:?}: {reply}");
        }

        let mut connection = RawConnection::new(studio);
        connection.send(&with_body("POST /api/projects", &of_length(40))[..130]);
        connection.0.get_mut().shutdown(std::net::Shutdown::Write).unwrap();
        if let Some(reply) = connection.answer() {
            assert_eq!(reply.status, 400, "{reply}");
        }

        assert_eq!(studio.get("/api/projects").ok()["total"], 0);
    }
}

service_test! {
    fn a_body_is_not_deeper_than_128_levels(studio) {
        let path = format!("/api/projects/{}", studio.project("Dracula"));
        // The body and its settings are two of them.
        let deep = |levels: usize| {
            let (open, close) = ("[".repeat(levels), "]".repeat(levels));
            let body = format!(r#"{{"settings":{{"deep":{open}{close}}}}}"#);
            RawConnection::new(studio).ask(&with_body(&format!("PUT {path}"), &body))
        };

        assert_eq!(deep(126).status, 200);
        let reply = deep(127);
        assert_eq!(reply.status, 422);
        assert_eq!(reply.body["detail"][0]["ctx"]["error"], "Nesting deeper than 128 levels");
        assert_eq!(deep(100_000).body["detail"][0]["type"], "json_invalid");
    }
}

service_test! {
    fn a_hundred_mistakes_are_enough(studio) {
        let path = format!("/api/projects/{}", studio.project("Dracula"));

        let reply = studio.put(&path, &json!({ "activeAgents": vec![1; 1_000], "color": 1 }));

        let mistakes = reply.body["detail"].as_array().unwrap();
        assert_eq!(mistakes.len(), 100);
        let indexes: Vec<i64> = mistakes.iter().filter_map(|it| it["loc"][2].as_i64()).collect();
        assert_eq!(indexes.len(), 99);
        assert_eq!(mistakes[0]["loc"], json!(["body", "color"]));
        assert!(indexes.iter().copied().eq(0..99));
    }
}

service_test! {
    fn a_mistakes_echo_is_short(studio) {
        let path = format!("/api/projects/{}", studio.project("Dracula"));
        let echo = |input: &str| {
            let reply = studio.put(&path, &json!({ "color": input }));
            reply.body["detail"][0]["input"].text()
        };

        assert_eq!(echo(&"x".repeat(4_000)), "x".repeat(4_000));
        let long = echo(&"x".repeat(1_000_000));
        assert!(long.len() <= 4_096 + "…".len() && long.ends_with("x…"), "{}", long.len());
        let wide = echo(&"é".repeat(1_000_000));
        assert!(wide.len() <= 4_096 + "…".len() && wide.ends_with("é…"), "{}", wide.len());

        // An object is echoed for every field that it lacks.
        let files = json!({ "path": "x".repeat(1_000), "other": "x".repeat(10_000) });
        let body = json!({ "files": vec![files; 100] });
        let reply = studio.post(&format!("{path}/documents/import"), &body);
        assert_eq!(reply.body["detail"].as_array().map(Vec::len), Some(100));
        assert!(reply.text.len() < 100 * 5_000, "{}", reply.text.len());
    }
}
