//! By which names the service may be called, and from which pages: a page of somebody else must
//! reach it neither under a name of its own that resolves to the loopback, nor from its own origin.

use domain::principal::Scope;
use scriptorium::tokens;

use super::RawConnection;
use crate::support::{Reply, Studio};

/// A request with these lines instead of a Host header.
fn with(studio: &Studio, line: &str, headers: &str) -> Reply {
    studio.raw(format!("{line}\r\n{headers}Connection: close\r\n\r\n").as_bytes())
}

const LIVE: &str = "GET /health/live HTTP/1.1";

service_test! {
    fn the_loopbacks_names_are_ours_with_or_without_a_port(studio) {
        let port = studio.address.port();
        let with_port = format!("127.0.0.1:{port}");

        for host in [
            "127.0.0.1", &with_port, "127.0.0.1:80", "localhost", "localhost:7878", "LOCALHOST",
            "LocalHost:1", "[::1]", "[::1]:7878",
        ] {
            let reply = with(studio, LIVE, &format!("Host: {host}\r\n"));

            assert_eq!(reply.status, 200, "{host}: {reply}");
        }
    }
}

service_test! {
    fn foreign_names_are_misdirected(studio) {
        for host in [
            "evil.example",
            "evil.example:7878",
            "localhost.",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1.nip.io",
            "evil.example@127.0.0.1",
            "127.0.0.1@evil.example",
            "127.0.0.1:80@evil.example",
            "127.0.0.1:80:80",
            "127.0.0.1, evil.example",
            "127.0.0.1/evil",
            "http://127.0.0.1",
            "0.0.0.0",
            "10.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "::1",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::1]evil",
            "локалхост",
        ] {
            let reply = with(studio, LIVE, &format!("Host: {host}\r\n"));

            // What is no ASCII is no host at all.
            let wanted = if host.is_ascii() { 421 } else { 400 };
            assert_eq!(reply.status, wanted, "{host}: {reply}");
        }
        insta::assert_snapshot!(with(studio, LIVE, "Host: evil.example\r\n"), @r#"
        421
        {"detail":"This host name is not accepted; `server.names` adds host names"}
        "#);
    }
}

service_test! {
    fn a_request_names_one_host(studio) {
        for headers in [
            "",
            "Host:\r\n",
            "Host: \r\n",
            "Host: 127.0.0.1\r\nHost: 127.0.0.1\r\n",
            "Host: 127.0.0.1\r\nHost: evil.example\r\n",
        ] {
            let reply = with(studio, LIVE, headers);

            assert_eq!(reply.status, 400, "{headers:?}: {reply}");
            assert_eq!(reply.detail(), "A request needs one Host header");
        }
        assert_eq!(with(studio, "GET /health/live HTTP/1.0", "").status, 400);
        assert_eq!(with(studio, "GET /health/live HTTP/1.0", "Host: localhost\r\n").status, 200);
    }
}

service_test! {
    fn a_whole_address_in_the_request_line_names_a_host_too(studio) {
        for (address, headers, status) in [
            ("http://127.0.0.1/health/live", "Host: 127.0.0.1\r\n", 200),
            ("http://localhost:7878/health/live", "Host: 127.0.0.1\r\n", 200),
            ("http://evil.example/health/live", "Host: 127.0.0.1\r\n", 421),
            ("http://127.0.0.1/health/live", "Host: evil.example\r\n", 421),
            ("http://127.0.0.1@evil.example/health/live", "Host: 127.0.0.1\r\n", 421),
            ("http://127.0.0.1/health/live", "", 400),
        ] {
            let reply = with(studio, &format!("GET {address} HTTP/1.1"), headers);

            assert_eq!(reply.status, status, "{address} {headers:?}: {reply}");
        }
    }
}

service_test! {
    fn every_route_is_guarded_and_so_is_what_is_none(studio) {
        let routes = api::routes();
        let known = routes.iter().map(|route| (route.method.as_str(), route.path));

        for (method, path) in known.chain([("GET", "/nothing"), ("PATCH", "/api/projects")]) {
            let line = format!("{method} {path} HTTP/1.1").replace(['{', '}'], "");
            let foreign_host = with(studio, &line, "Host: evil.example\r\n");
            let foreign_origin =
                with(studio, &line, "Host: 127.0.0.1\r\nOrigin: http://evil.example\r\n");

            assert_eq!(foreign_host.status, 421, "{line}");
            assert_eq!(foreign_origin.status, 403, "{line}");
        }
    }
}

service_test! {
    fn pages_of_this_machine_may_ask_and_no_others(studio) {
        let own = format!("http://{}", studio.address);
        let ask = |headers: &str| {
            with(studio, "GET /api/projects HTTP/1.1", &format!("Host: 127.0.0.1\r\n{headers}"))
        };

        // A page we serve, and one that a development server of this machine serves.
        for origin in [
            &own, "http://localhost:5173", "http://127.0.0.1:3000", "https://localhost",
            "http://[::1]:8080", "http://LOCALHOST",
        ] {
            let reply = ask(&format!("Origin: {origin}\r\n"));
            assert_eq!(reply.status, 200, "{origin}: {reply}");
        }
        for origin in [
            "null", "", "http://evil.example", "https://evil.example:7878",
            "http://localhost.evil.example", "http://127.0.0.1.evil.example",
            "http://localhost@evil.example", "http://evil.example/http://localhost", "localhost",
            "http://", "file://", "chrome-extension://abcdefghijklmnop", "http://localhost.",
        ] {
            let reply = ask(&format!("Origin: {origin}\r\n"));
            assert_eq!(reply.status, 403, "{origin}: {reply}");
        }
        assert_eq!(ask(&format!("Origin: {own}\r\nOrigin: http://evil.example\r\n")).status, 403);
        insta::assert_snapshot!(ask("Origin: null\r\n"), @r#"
        403
        {"detail":"This origin is not accepted; `server.names` adds host names"}
        "#);
    }
}

service_test! {
    fn a_page_that_is_its_own_host_is_still_foreign(studio) {
        // What a rebound name looks like: the same name in both headers, and a change without a
        // preflight.
        let rebound = "Host: evil.example:7878\r\nOrigin: http://evil.example:7878\r\n\
                       Content-Type: text/plain\r\nContent-Length: 12\r\n";

        let line = format!("POST /api/projects HTTP/1.1\r\n{rebound}Connection: close\r\n\r\n");
        let reply = studio.raw(format!("{line}{{\"name\":\"x\"}}").as_bytes());

        assert_eq!(reply.status, 421);
        assert_eq!(studio.get("/api/projects").ok()["total"], 0);
    }
}

service_test! {
    fn no_page_is_ever_let_in_by_a_preflight(studio) {
        let asks = "Access-Control-Request-Method: PUT\r\n\
                    Access-Control-Request-Headers: content-type\r\n";

        for (origin, status) in
            [("http://evil.example", 403), ("null", 403), ("http://localhost", 405)]
        {
            let headers = format!("Host: 127.0.0.1\r\nOrigin: {origin}\r\n{asks}");
            let preflight = with(studio, "OPTIONS /api/projects/x HTTP/1.1", &headers);

            assert_eq!(preflight.status, status, "{origin}");
            let allows = |(name, _): &(String, String)| name.starts_with("access-control");
            assert!(!preflight.headers.iter().any(allows), "{:?}", preflight.headers);
        }
    }
}

service_test! {
    fn declared_names_are_ours(studio, "server.names" = "studio.example.org,writing.example.org") {
        for (host, origin, status) in [
            ("studio.example.org", "https://studio.example.org", 200),
            ("STUDIO.example.org:443", "https://writing.example.org", 200),
            ("127.0.0.1", "http://localhost", 200),
            ("example.org", "https://studio.example.org", 421),
            ("x.studio.example.org", "https://studio.example.org", 421),
            ("studio.example.org", "https://example.org", 403),
        ] {
            let reply = with(studio, LIVE, &format!("Host: {host}\r\nOrigin: {origin}\r\n"));

            assert_eq!(reply.status, status, "{host} {origin}: {reply}");
        }
    }
}

// Other systems give the loopback one address only.
#[cfg(target_os = "linux")]
service_test! {
    fn the_address_it_listens_on_is_ours(mut studio) {
        studio.settings.server.listen = "127.0.0.9:0".parse().unwrap();
        studio.restart();
        let address = studio.address;

        for (host, status) in
            [(address.to_string(), 200), ("127.0.0.9".into(), 200), ("127.0.0.8".into(), 421)]
        {
            let mut connection = RawConnection::to(address);
            let request = format!("{LIVE}\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n");

            assert_eq!(connection.ask(request.as_bytes()).status, status, "{host}");
        }
    }
}

service_test! {
    fn where_tokens_guard_the_door_a_page_comes_from_the_host_it_asks(mut studio) {
        let now = studio.clock.now();
        let token = tokens::create(&studio.behind().database, "mina", Scope::Read, "", None, now);
        let token = studio.block_on(token).unwrap();
        studio.settings.server.listen = "0.0.0.0:0".parse().unwrap();
        studio.restart();

        for (host, origin, status) in [
            ("studio.lan:7878", "http://studio.lan:7878", 200),
            ("STUDIO.lan", "https://studio.LAN", 200),
            ("studio.lan:7878", "http://studio.lan", 403),
            ("studio.lan", "http://evil.example", 403),
            ("studio.lan", "null", 403),
        ] {
            let headers =
                format!("Host: {host}\r\nOrigin: {origin}\r\nAuthorization: Bearer {token}\r\n");
            let reply = with(studio, "GET /api/projects HTTP/1.1", &headers);

            assert_eq!(reply.status, status, "{host} {origin}: {reply}");
        }
    }
}
