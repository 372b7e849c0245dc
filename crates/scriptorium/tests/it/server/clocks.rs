//! Nobody is waited for without end: heads, bodies and idle connections have their time, and those
//! who take longer keep nobody else waiting.

use std::{
    io::Write as _,
    net::{SocketAddr, TcpStream},
};

use super::{RawConnection, request, with_body};
use crate::support::{Listener, Studio, Text as _};

/// Sends the bytes that `piece` gives, one drop after another, until the connection is closed.
fn drip_until_closed(studio: &Studio, stream: &mut TcpStream, piece: &[u8]) {
    studio.until("the connection of one who sends drop by drop to be closed", || {
        // Others are answered meanwhile.
        assert_eq!(studio.get("/health/live").status, 200);
        stream.write_all(piece).is_err().then_some(())
    });
}

service_test! {
    fn a_head_must_come_in_time(studio, "server.header_timeout_ms" = "200") {
        let mut silent = RawConnection::new(studio);
        let mut half = RawConnection::new(studio);
        half.send(b"GET /health/live HTTP/1.1\r\nHost: 127");
        let mut second = RawConnection::new(studio);
        assert_eq!(second.ask(&with_body("GET /health/live", "")).status, 200);
        second.send(b"GET /health/l");

        for connection in [&mut silent, &mut half, &mut second] {
            studio.until("the connection to be closed", || {
                assert_eq!(studio.get("/health/live").status, 200);
                connection.is_closed().then_some(())
            });
        }
    }
}

service_test! {
    fn a_head_that_comes_drop_by_drop_must_come_in_time_too(
        studio,
        "server.header_timeout_ms" = "200"
    ) {
        let mut stream = studio.connect();
        stream.write_all(b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ").unwrap();

        drip_until_closed(studio, &mut stream, b"x");
    }
}

service_test! {
    fn a_thousand_slow_heads_are_all_sent_away(studio, "server.header_timeout_ms" = "500") {
        let mut slow: Vec<RawConnection> = (0..1_000).map(|_| RawConnection::new(studio)).collect();
        for connection in &mut slow {
            connection.send(b"GET /health/live HTTP/1.1\r\n");
        }

        for connection in &mut slow {
            studio.until("the connection to be closed", || connection.is_closed().then_some(()));
        }
        assert_eq!(studio.get("/health/live").status, 200);
    }
}

service_test! {
    fn a_body_must_come_in_time(studio, "server.body_timeout_ms" = "200") {
        let mut connection = RawConnection::new(studio);
        connection.send(b"POST /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        connection.send(b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"name\":");

        let reply = connection.answer().expect("an answer");

        insta::assert_snapshot!(reply, @r#"
        400
        {"detail":"The body did not arrive in time"}
        "#);
        studio.until("the connection to be closed", || connection.is_closed().then_some(()));
        assert_eq!(studio.get("/api/projects").ok()["total"], 0);
    }
}

service_test! {
    fn a_body_that_comes_drop_by_drop_must_come_in_time_too(
        studio,
        "server.body_timeout_ms" = "200"
    ) {
        let mut stream = studio.connect();
        let head = "POST /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\n\
                    Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();

        drip_until_closed(studio, &mut stream, b" ");
    }
}

service_test! {
    fn an_idle_connection_is_closed(studio, "server.idle_timeout_ms" = "200") {
        let mut connection = RawConnection::new(studio);
        assert_eq!(connection.ask(&with_body("GET /health/live", "")).status, 200);

        studio.until("the connection to be closed", || connection.is_closed().then_some(()));
    }
}

service_test! {
    fn an_idle_connection_is_kept_from_one_request_to_the_next(
        studio,
        "server.header_timeout_ms" = "100",
        "server.idle_timeout_ms" = "600000"
    ) {
        let mut idle = RawConnection::new(studio);
        assert_eq!(idle.ask(&with_body("GET /health/live", "")).status, 200);

        // A head would be overdue when one that began later is.
        let mut slow = RawConnection::new(studio);
        slow.send(b"GET /health/live HTTP/1.1\r\n");
        studio.until("the slow one to be closed", || slow.is_closed().then_some(()));

        assert_eq!(idle.ask(&with_body("GET /health/live", "")).status, 200);
    }
}

service_test! {
    fn the_connection_of_a_stranger_is_closed(mut studio, "server.idle_timeout_ms" = "600000") {
        let foreign = b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\
                        Origin: http://evil.example.org\r\n\r\n";
        let mut connection = RawConnection::new(studio);
        assert_eq!(connection.ask(foreign).status, 403);
        assert_eq!(connection.answer(), None);

        let now = studio.clock.now();
        let database = studio.behind().database.clone();
        let made =
            scriptorium::tokens::create(&database, "mina", domain::principal::Scope::Read, "", None, now);
        studio.block_on(made).expect("a token");
        studio.settings.server.listen = "0.0.0.0:0".parse().expect("an address");
        studio.restart();
        let mut connection = RawConnection::to(SocketAddr::from(([127, 0, 0, 1], studio.address.port())));

        let refused = connection.ask(&with_body("GET /api/projects", ""));

        assert_eq!((refused.status, refused.header("connection")), (401, Some("close")));
        assert_eq!(connection.answer(), None);
    }
}

service_test! {
    fn the_connection_of_one_who_cannot_be_answered_is_closed(
        studio,
        "server.idle_timeout_ms" = "600000"
    ) {
        let mut connection = RawConnection::new(studio);
        studio.behind().database.close();

        let refused = connection.ask(&with_body("GET /api/projects", ""));

        assert_eq!((refused.status, refused.header("connection")), (503, Some("close")));
        assert_eq!(connection.answer(), None);
    }
}

service_test! {
    fn a_stream_with_nothing_to_say_is_not_idle(studio, "server.idle_timeout_ms" = "100") {
        let mut listener = Listener::now(studio);
        let mut connection = RawConnection::new(studio);
        assert_eq!(connection.ask(&with_body("GET /health/live", "")).status, 200);

        // It was silent before the other one was, and for longer.
        studio.until("the connection to be closed", || connection.is_closed().then_some(()));
        studio.project("Dracula");

        assert_eq!(listener.hear(1)[0].body["name"], "Dracula");
    }
}

service_test! {
    fn a_slow_reader_of_a_large_answer_gets_it_all(studio, "server.idle_timeout_ms" = "600000") {
        let project = studio.project("Dracula");
        let text = "All work and no play. ".repeat(1_000_000);
        let document = studio.document(&project, "The Shining", &text);

        let reply =
            studio.raw(&request(&format!("GET /api/projects/{project}/documents/{document}"), ""));

        assert!(reply.body["content"].text() == text, "another text");
    }
}
