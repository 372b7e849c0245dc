//! A service that is asked to stop: it takes no new work, answers what it has begun, ends its
//! streams, and is gone soon.

use std::{io::Read as _, net::TcpStream, thread, time::Instant};

use serde_json::json;

use super::{RawConnection, with_body};
use crate::support::{
    Engine, Listener, Studio,
    program::{self, Server},
    until,
};

/// A request the service has begun to answer, without the end of its body.
fn begun(studio: &Studio) -> RawConnection {
    let mut connection = RawConnection::new(studio);
    connection.send(
        b"POST /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
          Content-Length: 18\r\nExpect: 100-continue\r\n\r\n",
    );
    // Who reads the body has begun.
    let mut word = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
    connection.0.read_exact(&mut word).expect("a word");
    assert_eq!(&word, b"HTTP/1.1 100 Continue\r\n\r\n");
    connection.send(br#"{"name":"#);
    connection
}

/// Waits until nobody takes connections in at this studio's address.
fn until_closed(address: std::net::SocketAddr) {
    until("the server to stop accepting", || TcpStream::connect(address).is_err().then_some(()));
}

service_test! {
    fn what_was_begun_is_answered_and_nothing_else_is_begun(
        mut studio,
        "server.stop_timeout_ms" = "600000"
    ) {
        let address = studio.address;
        let mut in_flight = begun(studio);
        let mut listener = Listener::now(studio);
        let mut idle = RawConnection::new(studio);
        assert_eq!(idle.ask(&with_body("GET /health/live", "")).status, 200);

        thread::scope(|scope| {
            let stopping = scope.spawn(|| studio.stop());
            until_closed(address);
            assert_eq!(listener.event(), None, "the stream ends");
            assert_eq!(idle.answer(), None, "the connection ends");
            assert!(!stopping.is_finished());

            in_flight.send(br#""Dracula"}"#);
            let reply = in_flight.answer().expect("an answer");
            assert_eq!(reply.ok()["name"], "Dracula");
            assert_eq!(in_flight.answer(), None, "the connection ends");
            stopping.join().unwrap();
        });

        studio.restart();
        assert_eq!(studio.get("/api/projects").ok()["projects"][0]["name"], "Dracula");
    }
}

service_test! {
    fn who_has_not_asked_yet_is_not_waited_for(
        mut studio,
        "server.stop_timeout_ms" = "600000",
        "server.header_timeout_ms" = "600000"
    ) {
        let mut silent = RawConnection::new(studio);
        let mut half = RawConnection::new(studio);
        half.send(b"GET /health/live HTTP/1.1\r\nHost: 127");
        let mut later = RawConnection::new(studio);
        assert_eq!(later.ask(&with_body("GET /health/live", "")).status, 200);
        later.send(b"GET /health/li");
        // Whoever is answered now came after them.
        assert_eq!(studio.get("/health/live").status, 200);

        // Were they waited for, this would take minutes.
        let began = Instant::now();
        studio.stop();

        assert!(began.elapsed().as_secs() < 60);
        for connection in [&mut silent, &mut half, &mut later] {
            assert_eq!(connection.answer(), None);
        }
    }
}

service_test! {
    fn what_does_not_end_in_time_is_ended(mut studio, "server.stop_timeout_ms" = "100") {
        let mut stuck = begun(studio);

        studio.stop();

        assert_eq!(stuck.answer(), None);
        studio.restart();
        assert_eq!(studio.get("/api/projects").ok()["total"], 0);
    }
}

/// The most seconds from the signal to the end.
const STOP_S: u64 = 5;

/// The program itself, stopped by the system while it works.
fn stops_in_time(engine: Engine) {
    let studio = Studio::open(engine);
    let url = studio.settings.database.url.postgres().map(str::to_owned);
    let folder = tempfile::tempdir().unwrap();
    let mut command =
        program::command(folder.path(), &["serve", "--listen", "127.0.0.1:0", "--data", "data"]);
    if let Some(url) = url {
        command.env("SCRIPTORIUM_DATABASE__URL", url);
    }
    let mut server = Server::of(command);
    let mut listener = RawConnection::to(server.address);
    listener.send(&with_body("GET /api/events", ""));
    let mut connections: Vec<RawConnection> =
        (0..50).map(|_| RawConnection::to(server.address)).collect();
    for (number, connection) in connections.iter_mut().enumerate() {
        let body = json!({ "name": number.to_string() }).to_string();
        assert_eq!(connection.ask(&with_body("POST /api/projects", &body)).status, 200);
    }
    let mut half = RawConnection::to(server.address);
    half.send(b"GET /health/live HTTP/1.1\r\n");

    let signalled = Instant::now();
    server.terminate();
    let status = until("the program to end", || server.ended());

    assert!(status.success(), "{status}");
    assert!(signalled.elapsed().as_secs() < STOP_S, "{:?}", signalled.elapsed());
    assert!(connections.iter_mut().all(|connection| connection.answer().is_none()));
}

/// The program itself, stopped while it imports a large folder; after its next start the
/// folder is there, whole and once.
fn stops_within_an_import(engine: Engine) {
    const FILES: usize = 2_000;
    let studio = Studio::open(engine);
    let url = studio.settings.database.url.postgres().map(str::to_owned);
    let folder = tempfile::tempdir().unwrap();
    let serve = || {
        let mut command = program::command(
            folder.path(),
            &["serve", "--listen", "127.0.0.1:0", "--data", "data"],
        );
        if let Some(url) = &url {
            command.env("SCRIPTORIUM_DATABASE__URL", url);
        }
        Server::of(command)
    };
    let files: Vec<_> = (0..FILES)
        .map(|n| json!({ "path": format!("{n}.md"), "content": "word ".repeat(1_000) }))
        .collect();
    let mut server = serve();
    let mut connection = RawConnection::to(server.address);
    let made = connection.ask(&with_body("POST /api/projects", r#"{"name":"x"}"#)).ok();
    let project = format!("/api/projects/{}", made["id"].as_str().unwrap());
    let body = json!({ "files": files }).to_string();
    let import =
        connection.ask(&with_body(&format!("POST {project}/documents/import"), &body)).ok();
    let import = format!("GET {project}/imports/{}", import["id"].as_str().unwrap());
    until("the import to begin", || {
        let begun = connection.ask(&with_body(&import, "")).ok();
        (begun["status"] != "pending").then_some(())
    });

    let signalled = Instant::now();
    server.terminate();
    let status = until("the program to end", || server.ended());

    assert!(status.success(), "{status}");
    assert!(signalled.elapsed().as_secs() < STOP_S, "{:?}", signalled.elapsed());
    let server = serve();
    let mut connection = RawConnection::to(server.address);
    until("the import to end", || {
        let import = connection.ask(&with_body(&import, "")).ok();
        (import["status"] == "completed").then_some(())
    });
    let listed = connection.ask(&with_body(&format!("GET {project}/documents?limit=1"), "")).ok();
    assert_eq!(listed["total"], FILES);
}

#[test]
fn the_program_ends_well_in_the_middle_of_an_import() {
    stops_within_an_import(Engine::Sqlite);
}

#[test]
fn the_program_ends_well_in_the_middle_of_an_import_on_postgres_too() {
    stops_within_an_import(Engine::Postgres);
}

#[test]
fn the_program_ends_well_when_the_system_asks_it_to() {
    stops_in_time(Engine::Sqlite);
}

#[test]
fn the_program_ends_well_on_postgres_too() {
    stops_in_time(Engine::Postgres);
}
