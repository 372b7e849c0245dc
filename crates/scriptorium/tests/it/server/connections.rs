//! Connections: kept from one request to the next, many at once, up to a bound.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Command,
};

use serde_json::json;

use super::{RawConnection, with_body};
use crate::support::{PATIENCE, Studio, Text as _, program::Server};

fn live() -> Vec<u8> {
    with_body("GET /health/live", "")
}

service_test! {
    fn one_connection_serves_many_requests(studio) {
        let mut connection = RawConnection::new(studio);

        for _ in 0..20 {
            assert_eq!(connection.ask(&live()).status, 200);
            assert_eq!(connection.ask(&with_body("POST /api/projects", r#"{"name":"x"}"#)).status, 200);
            assert_eq!(connection.ask(&with_body("POST /api/projects", "{}")).status, 422);
            assert_eq!(connection.ask(&with_body("GET /nothing", "{}")).status, 404);
            assert_eq!(connection.ask(&with_body("PATCH /api/projects", "{}")).status, 405);
            assert_eq!(connection.ask(&with_body("DELETE /api/projects/active", "")).status, 204);
        }

        assert_eq!(studio.get("/api/projects").ok()["total"], 20);
    }
}

service_test! {
    fn requests_sent_ahead_are_answered_in_their_order(studio) {
        let mut connection = RawConnection::new(studio);
        let all: Vec<Vec<u8>> = (0..50)
            .map(|number| {
                let body = json!({ "name": number.to_string() }).to_string();
                with_body("POST /api/projects", &body)
            })
            .collect();

        connection.send(&all.concat());

        for number in 0..50 {
            let reply = connection.answer().expect("an answer");
            assert_eq!(reply.ok()["name"].text(), number.to_string());
        }
    }
}

service_test! {
    fn who_wants_its_connection_closed_gets_that(studio) {
        let mut old = RawConnection::new(studio);
        old.send(b"GET /health/live HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");
        assert_eq!(old.answer().expect("an answer").status, 200);
        assert_eq!(old.answer(), None);

        let mut new = RawConnection::new(studio);
        new.send(b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
        assert_eq!(new.answer().expect("an answer").status, 200);
        assert_eq!(new.answer(), None);
    }
}

/// What the contract promises.
const AT_ONCE: usize = 1_024;

service_test! {
    fn more_than_a_thousand_connections_are_open_at_once(
        studio,
        "server.header_timeout_ms" = "600000"
    ) {
        let mut connections: Vec<RawConnection> = (0..AT_ONCE).map(|_| RawConnection::new(studio)).collect();

        for _ in 0..2 {
            for connection in &mut connections {
                connection.send(&live());
            }
            for connection in &mut connections {
                assert_eq!(connection.answer().expect("an answer").status, 200);
            }
        }
    }
}

/// Many systems give a process few files unless it asks for more.
#[test]
fn the_program_asks_the_system_for_as_many_connections_as_it_may_have() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "ulimit -S -n 64 && exec \"$0\" serve --listen 127.0.0.1:0 --data ."]);
    command.arg(env!("CARGO_BIN_EXE_scriptorium")).env_clear().current_dir(folder.path());
    let server = Server::of(command);

    let mut connections: Vec<RawConnection> =
        (0..200).map(|_| RawConnection::to(server.address)).collect();

    for connection in &mut connections {
        assert_eq!(connection.ask(&live()).status, 200);
    }
}

/// What waits to be accepted, and is far more than systems keep unless they are asked to.
const WAITING: usize = 1_000;

service_test! {
    fn a_thousand_connections_wait_to_be_accepted(studio, "server.connections_max" = "1") {
        let mut first = RawConnection::new(studio);
        assert_eq!(first.ask(&live()).status, 200);

        // One that the system did not keep would not be made.
        let mut waiting: Vec<RawConnection> = (0..WAITING).map(|_| RawConnection::new(studio)).collect();
        let last = waiting.last_mut().expect("some wait");
        last.send(&live());
        assert!(!last.is_closed());

        let mut last = waiting.pop().expect("some wait");
        drop((first, waiting));
        assert_eq!(last.answer().expect("an answer").status, 200);
    }
}

service_test! {
    fn a_peer_cannot_hold_all_connections(studio, "server.connections_per_peer_max" = "2") {
        let connection = || {
            let mut connection = RawConnection::new(studio);
            connection.send(&live());
            connection
        };
        let (mut first, mut second) = (connection(), connection());
        assert_eq!(first.answer().expect("an answer").status, 200);
        assert_eq!(second.answer().expect("an answer").status, 200);

        let mut third = RawConnection::new(studio);
        studio.until("one too many to be closed", || third.is_closed().then_some(()));
        let mut another = from_another_address(studio);
        assert_eq!(another.ask(&live()).status, 200);

        // It may have another one when it has ended one of them.
        drop(first);
        studio.until("a connection", || {
            let mut connection = RawConnection::new(studio);
            connection.0.get_mut().write_all(&live()).ok()?;
            let answer = connection.0.fill_buf().ok()?;
            answer.starts_with(b"HTTP/1.1 200").then_some(())
        });
    }
}

service_test! {
    fn a_trusted_proxy_connects_for_many(
        mut studio,
        "server.connections_per_peer_max" = "1"
    ) {
        studio.settings.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        studio.restart();

        let mut connections: Vec<RawConnection> = (0..5).map(|_| RawConnection::new(studio)).collect();

        for connection in &mut connections {
            assert_eq!(connection.ask(&live()).status, 200);
        }
    }
}

/// A connection from another address of the loopback.
fn from_another_address(studio: &Studio) -> RawConnection {
    let stream = studio.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        socket.connect(studio.address).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    RawConnection(BufReader::new(stream))
}

service_test! {
    fn who_comes_when_there_is_no_room_waits(studio, "server.connections_max" = "2") {
        let connection = |studio: &Studio| {
            let mut connection = RawConnection::new(studio);
            assert_eq!(connection.ask(&live()).status, 200);
            connection
        };
        let (mut first, second) = (connection(studio), connection(studio));

        // There is no permit left for the next.
        let page = first.ask(&with_body("GET /metrics", "")).text;
        let open = page.lines().find(|line| line.starts_with("scriptorium_http_connections_open "));
        assert_eq!(open, Some("scriptorium_http_connections_open 2"));
        let mut third = RawConnection::new(studio);
        third.send(&live());
        for _ in 0..100 {
            assert_eq!(first.ask(&live()).status, 200);
        }
        assert!(!third.is_closed(), "who waits is not sent away");
        drop(second);

        assert_eq!(third.answer().expect("an answer").status, 200);
    }
}
