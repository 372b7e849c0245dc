//! The connection to PostgreSQL is cut in the middle of a commit: the caller gets the error of an
//! unknown outcome, and learns it by repeating the request. SQLite has the same test in `disk`.

use std::{
    io::{self, Read as _, Write as _},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::json;

use crate::support::{
    Database, PATIENCE, Reply, UNKNOWN,
    program::{self, Server},
};

/// Whether the server still gets the commit whose answer is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Commit {
    Delivered,
    Lost,
}

/// The commit that is cut: the next one behind these words.
type Cut = Arc<Mutex<Option<(String, Commit)>>>;

/// Stands between the program and its server; where it is.
fn relay(database: &Database, cut: &Cut) -> String {
    let (before, name) = database.url.rsplit_once('/').expect("a database in the address");
    let (user, server) = before.rsplit_once('@').expect("a user in the address");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a listener");
    let at = listener.local_addr().expect("its address");
    let (server, cut) = (server.to_owned(), cut.clone());
    thread::spawn(move || {
        for client in listener.incoming() {
            let client = client.expect("a client");
            let server = TcpStream::connect(&server).expect("the server");
            join(client, server, cut.clone());
        }
    });
    format!("{user}@{at}/{name}?sslmode=disable")
}

/// Passes everything on, up to the commit that is cut.
fn join(mut client: TcpStream, mut server: TcpStream, cut: Cut) {
    let (mut answers, mut answered) =
        (server.try_clone().expect("a copy"), client.try_clone().expect("a copy"));
    thread::spawn(move || {
        let _ = io::copy(&mut answers, &mut answered);
        let _ = answered.shutdown(Shutdown::Both);
    });
    thread::spawn(move || {
        let mut bytes = vec![0; 64 * 1024];
        let mut is_met = false;
        while let Ok(count @ 1..) = client.read(&mut bytes) {
            let message = &bytes[..count];
            let has = |words: &[u8]| message.windows(words.len()).any(|it| it == words);
            let mut wanted = cut.lock().expect("nobody breaks while it is looked at");
            is_met |= wanted.as_ref().is_some_and(|(words, _)| has(words.as_bytes()));
            if wanted.is_some() && is_met && has(b"COMMIT\0") {
                // The client first, so that it cannot hear the answer.
                let _ = client.shutdown(Shutdown::Both);
                if let Some((_, Commit::Delivered)) = wanted.take() {
                    let _ = server.write_all(message);
                }
                let _ = server.shutdown(Shutdown::Write);
                return;
            }
            drop(wanted);
            if server.write_all(message).is_err() {
                return;
            }
        }
        let _ = server.shutdown(Shutdown::Write);
    });
}

/// Asks over a connection of its own.
fn ask(address: SocketAddr, line: &str, headers: &str, body: &str) -> Reply {
    let mut stream = TcpStream::connect(address).expect("a server");
    stream.set_read_timeout(Some(PATIENCE)).expect("a connection");
    let length = body.len();
    let request = format!(
        "{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("an answer");
    Reply::parse(&bytes)
}

/// Makes a project, under a key that is its name.
fn keyed(address: SocketAddr, name: &str) -> Reply {
    let key = format!("Idempotency-Key: {name}\r\n");
    ask(address, "POST /api/projects", &key, &json!({ "name": name }).to_string())
}

#[test]
fn a_commit_of_unknown_outcome_says_so_and_is_repeated_by_its_key() {
    let (database, cut) = (Database::create(), Cut::default());
    let folder = tempfile::tempdir().expect("a folder");
    let url = relay(&database, &cut);
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", "data", "--database-url", &url];
    let server = Server::of(program::command(folder.path(), &arguments));

    for (number, commit) in [Commit::Lost, Commit::Delivered].into_iter().enumerate() {
        let name = format!("cut-{commit:?}");
        *cut.lock().expect("nobody broke") = Some((name.clone(), commit));

        let unknown = keyed(server.address, &name);

        assert_eq!((unknown.status, unknown.detail().as_str()), (500, UNKNOWN), "{commit:?}");
        let first = keyed(server.address, &name).ok();
        assert_eq!(first["name"], name);
        assert_eq!(keyed(server.address, &name).ok(), first);
        let listed = ask(server.address, "GET /api/projects", "", "").ok();
        assert_eq!(listed["total"], number + 1, "{commit:?}");
    }
}
