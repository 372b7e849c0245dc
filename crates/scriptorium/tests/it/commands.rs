//! Tests of the commands as processes: which files they make and for whom, what becomes of output
//! that nobody reads, and how a server ends that gets two signals.

use std::{
    fs,
    io::Write as _,
    net::TcpStream,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Child, Stdio},
};

use crate::support::{
    program::{Ran, Server, command, run},
    until,
};

/// Runs a command whose output nobody reads.
fn run_unread(folder: &Path, arguments: &[&str]) -> Ran {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let child: Child =
        command(folder, arguments).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    Ran::of(child.wait_with_output().unwrap())
}

#[test]
fn looking_at_tokens_makes_no_database() {
    let folder = tempfile::tempdir().unwrap();

    let listed = run(folder.path(), &["token", "list", "--data", "data"]).refusal();
    let revoked = run(folder.path(), &["token", "revoke", "x", "--data", "data"]).refusal();

    assert!(listed.contains("run `scriptorium migrate`"), "{listed}");
    assert!(revoked.contains("run `scriptorium migrate`"), "{revoked}");
    assert!(!folder.path().join("data").exists());

    run(folder.path(), &["migrate", "--data", "data"]).ok();
    let listed = run(folder.path(), &["token", "list", "--data", "data"]).ok();
    assert_eq!(listed, "there are no tokens\n");
}

#[test]
fn tokens_are_made_and_listed_beside_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Server::start(folder.path(), &["--data", "data"]);

    let token = ["token", "create", "--user", "mina", "--data", "data"];
    let made = run(folder.path(), &token).ok();

    assert!(made.starts_with("scr_"), "{made}");
    let listed = run(folder.path(), &["token", "list", "--data", "data"]).ok();
    assert_eq!(listed.lines().count(), 1, "{listed}");
}

#[test]
fn an_address_that_is_taken_is_named_with_what_helps() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();

    let refusal = run(folder.path(), &["serve", "--listen", &address]).refusal();

    assert!(refusal.contains(&format!("another program listens on {address}")), "{refusal}");
    assert!(refusal.contains("--listen"), "{refusal}");
}

#[test]
fn output_that_nobody_reads_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();

    for arguments in [&["config", "show"][..], &["openapi"], &["migrate", "--data", "data"]] {
        let ran = run_unread(folder.path(), arguments);
        assert!(ran.succeeded, "{arguments:?}: {ran:?}");
    }
}

#[test]
fn a_token_that_nobody_saw_is_none() {
    let folder = tempfile::tempdir().unwrap();

    let token = ["token", "create", "--user", "mina", "--data", "data"];
    run_unread(folder.path(), &token).refusal();

    let listed = run(folder.path(), &["token", "list", "--data", "data"]).ok();
    assert_eq!(listed, "there are no tokens\n");
}

#[test]
fn what_is_made_is_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Server::start(folder.path(), &["--data", "deep/data"]);

    let mode =
        |path: &str| fs::metadata(folder.path().join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("deep"), mode("deep/data")), (0o700, 0o700));
    for entry in fs::read_dir(folder.path().join("deep/data")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert_eq!(mode(&format!("deep/data/{name}")), 0o600, "{name}");
    }
}

#[test]
fn a_server_that_is_told_twice_to_stop_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    command.env("SCRIPTORIUM_SERVER__STOP_TIMEOUT_MS", "600000");
    command.env("SCRIPTORIUM_SERVER__BODY_TIMEOUT_MS", "600000");
    let mut server = Server::of(command);
    let mut stuck = TcpStream::connect(server.address).unwrap();
    let head = "POST /api/projects HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{";
    stuck.write_all(head.as_bytes()).unwrap();
    // Another request has been answered since: the first one is being read.
    until("the server to be at it", || {
        ureq::get(format!("http://{}/health/live", server.address)).call().ok()
    });

    server.terminate();
    until("the door to be closed", || TcpStream::connect(server.address).is_err().then_some(()));
    assert_eq!(server.ended(), None);
    server.terminate();

    let status = until("the server to end", || server.ended());
    assert_eq!(status.code(), Some(130));
}
