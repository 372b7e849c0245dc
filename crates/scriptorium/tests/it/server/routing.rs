//! What is no route, what is no method of one, and what a route gives to who asks for its head; and
//! the id every answer has.

use std::collections::{BTreeMap, BTreeSet};

use super::request;
use crate::support::Text as _;

/// Words of ours in the place of a project's id.
const WORDS_FOR_IDS: [&str; 2] = ["/api/projects/active", "/api/projects/import"];

/// The methods of each path.
fn methods() -> BTreeMap<String, BTreeSet<String>> {
    let mut methods: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for route in api::routes() {
        let path = route.path.replace(['{', '}'], "");
        methods.entry(path).or_default().insert(route.method.to_string());
    }
    methods
}

service_test! {
    fn what_is_no_route_is_not_found(studio) {
        for path in [
            "/nothing", "/api", "/api/nothing", "/API/projects", "/api/Projects", "/api//projects",
            "//api/projects", "/api/projects//", "/api/projects//documents", "/health",
            "/api/projects/x/documents/y/z", "/nothing/", "*", "/%61pi/projects",
        ] {
            for method in ["GET", "POST", "PATCH", "OPTIONS"] {
                let reply = studio.raw(&request(&format!("{method} {path}"), ""));

                assert_eq!(reply.status, 404, "{method} {path}: {reply}");
                assert_eq!(reply.text, r#"{"detail":"Not Found"}"#, "{method} {path}");
                assert_eq!(reply.header("content-type"), Some("application/json"));
            }
        }
    }
}

service_test! {
    fn a_wrong_method_is_told_the_right_ones(studio) {
        for (path, right) in methods() {
            for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
                // A word of ours in the place of an id: the contract's route is there too, and finds
                // nothing.
                let finds_nothing = method == "PUT" && WORDS_FOR_IDS.contains(&path.as_str());
                if right.contains(method) || finds_nothing {
                    continue;
                }
                let reply = studio.raw(&request(&format!("{method} {path}"), ""));

                assert_eq!(reply.status, 405, "{method} {path}: {reply}");
                assert_eq!(reply.text, r#"{"detail":"Method Not Allowed"}"#);
                let allowed: BTreeSet<String> = reply
                    .header("allow")
                    .into_iter()
                    .flat_map(|allowed| allowed.split(", ").map(str::to_owned))
                    .collect();
                assert_eq!(allowed, right, "{method} {path}");
            }
        }
        let connect = studio.raw(&request("CONNECT 127.0.0.1:80", ""));
        assert!([404, 405].contains(&connect.status), "{connect}");
    }
}

service_test! {
    fn whoever_asks_for_the_head_gets_the_head(studio) {
        for (path, methods) in methods() {
            // A stream has no length; it is tested in `events`. Numbers change by being asked for.
            if !methods.contains("GET") || ["/api/events", "/metrics"].contains(&path.as_str()) {
                continue;
            }
            let whole = studio.raw(&request(&format!("GET {path}"), ""));
            let head = studio.raw(&request(&format!("HEAD {path}"), ""));

            assert_eq!((head.status, head.text.as_str()), (whole.status, ""), "{path}");
            assert_eq!(head.header("content-type"), whole.header("content-type"), "{path}");
            assert_eq!(head.header("content-length"), whole.header("content-length"), "{path}");
            let length = whole.header("content-length").and_then(|it| it.parse().ok());
            assert_eq!(length, Some(whole.text.len()), "{path}");
        }
    }
}

service_test! {
    fn a_slash_at_the_end_leads_to_where_there_is_none(studio) {
        // The front page is nothing but a slash.
        for (path, methods) in methods().into_iter().filter(|(path, _)| path != "/") {
            for method in methods.iter().map(String::as_str).chain(["HEAD", "PATCH"]) {
                let line = format!("{method} {path}/?limit=5&q=a%20b+c&empty=");
                let reply = studio.raw(&request(&line, ""));

                assert_eq!((reply.status, reply.text.as_str()), (307, ""), "{line}");
                let location = format!("http://127.0.0.1{path}?limit=5&q=a%20b+c&empty=");
                assert_eq!(reply.header("location"), Some(location.as_str()));
            }
        }
        let asked = b"GET /api/projects/ HTTP/1.1\r\nHost: localhost:7878\r\n\
                      X-Forwarded-Proto: https\r\nConnection: close\r\n\r\n";
        let reply = studio.raw(asked);
        assert_eq!(reply.header("location"), Some("https://localhost:7878/api/projects"));
        let id = studio.raw(&request("GET /api/projects/a%2Fb/", ""));
        assert_eq!(id.header("location"), Some("http://127.0.0.1/api/projects/a%2Fb"));
    }
}

service_test! {
    fn every_answer_has_an_id(studio) {
        let id = |line: &str, headers: &str| {
            let reply = studio.raw(&request(line, headers));
            reply.header("x-request-id").expect("an id").to_owned()
        };
        let longest = "x".repeat(64);

        for own in ["abc-123", "0af7651916cd43dd8448eb211c80319c", "a/b:c=d", longest.as_str()] {
            let header = format!("X-Request-Id: {own}\r\n");
            assert_eq!(id("GET /health/live", &header), own);
            assert_eq!(id("GET /nothing", &header), own);
            assert_eq!(id("GET /api/projects/", &header), own);
            assert_eq!(id("GET /health/live", &format!("{header}Origin: null\r\n")), own);
        }

        let mut given: Vec<String> = Vec::new();
        let too_long = "x".repeat(65);
        for hostile in ["", "a b", "a\tb", "é", "\u{202e}x", "\u{ad}", too_long.as_str()] {
            let header = format!("X-Request-Id: {hostile}\r\n");
            given.push(id("GET /health/live", &header));
        }
        given.push(id("GET /health/live", ""));
        let count = given.len();
        let is_sound =
            |id: &String| id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_graphic());
        assert!(given.iter().all(is_sound), "{given:?}");
        given.sort();
        given.dedup();
        assert_eq!(given.len(), count, "{given:?}");
    }
}

service_test! {
    fn the_document_lists_exactly_what_is_answered(studio) {
        let document = studio.get("/openapi.json").ok();

        let listed: Vec<&String> = document["paths"].as_object().expect("paths").keys().collect();

        // What assistants send are messages of another protocol.
        let routes = api::routes().into_iter().filter(|route| !route.is_for_assistants);
        let known: BTreeSet<&str> = routes.map(|route| route.path).collect();
        assert!(listed.iter().all(|path| known.contains(path.as_str())), "{listed:?}");
        assert_eq!(listed.len(), known.len());
        assert_eq!(document["openapi"].text(), "3.1.0");
    }
}
