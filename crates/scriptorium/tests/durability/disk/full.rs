//! The disk is full for a while: writes are refused with that reason, reads work, and when
//! there is space again everything goes on by itself.

use serde_json::json;

use super::{
    edits,
    requests::{ask, get, until},
    shim::{Disk, Field},
    writers,
};
use crate::support::program::Server;

/// What is tried while nothing can be written.
const ATTEMPTS: usize = 20;

#[test]
fn a_full_disk_is_told_of_and_heals_without_a_restart() {
    let disk = Disk::new();
    let server = Server::of(disk.serve());
    let acknowledged = writers::write(server.address, 2);
    let owed = edits::owed(acknowledged.iter());
    let there: Vec<_> = acknowledged
        .iter()
        .filter(|edit| owed[&(edit.kind, edit.id.clone())] == (edit.turn, false))
        .collect();
    let project = there.iter().find(|edit| edit.path.starts_with("/api/projects/")).unwrap();

    // What is found out about the database is kept for a second, but not when a write fails.
    assert_eq!(get(server.address, "/health/ready").status, 200);
    disk.set(Field::Full, 1);

    let full = "The disk is full: nothing can be stored until there is space again";
    let message = json!({ "toAgent": "muse", "message": "Is there room?" });
    for _ in 0..ATTEMPTS {
        for (method, path, body) in [
            ("POST", "/api/projects", json!({ "name": "no room" })),
            ("PUT", project.path.as_str(), json!({ "name": "no room", "content": "no room" })),
            ("POST", "/api/agent-communication/messages/send", message.clone()),
        ] {
            let reply = ask(server.address, method, path, Some(&body)).expect("an answer");
            assert_eq!((reply.status, reply.detail().as_str()), (503, full), "{method} {path}");
            assert_eq!(reply.header("retry-after"), Some("1"));
        }
    }
    let ready = get(server.address, "/health/ready");
    assert_eq!(ready.status, 503);
    for edit in &there {
        assert_eq!(get(server.address, &edit.path).status, 200);
    }
    assert_eq!(ready.body["parts"]["database"], "unavailable");
    assert_eq!(ready.body["problems"][0], full);
    assert_eq!(get(server.address, "/health/live").status, 200);
    assert!(disk.count(Field::Injected) > 0);

    disk.set(Field::Full, 0);

    let again = ask(server.address, "POST", "/api/projects", Some(&json!({ "name": "Turn 1." })));
    let made = again.expect("an answer").ok();
    until(server.address, "/health/ready", |it| (it.status == 200).then_some(()));
    let later = writers::write(server.address, 1);

    // Nothing of what was acknowledged is lost, and nothing of what was refused is there.
    drop(server);
    let all: Vec<_> = acknowledged.into_iter().chain(later).collect();
    let mut done = edits::owed(all.iter());
    let id = made["id"].as_str().expect("an id").to_owned();
    done.insert((edits::Kind::Project, id), (1, false));
    assert_eq!(edits::check(&disk.database(), &done, &done), Ok(()));
}

#[test]
fn a_start_on_a_full_disk_says_why_there_is_none() {
    let disk = Disk::new();
    disk.set(Field::Full, 1);

    let said = Server::try_of(disk.serve()).err().expect("no start").refusal();

    assert!(said.contains("No space left on device"), "{said}");
    disk.set(Field::Full, 0);
    let server = Server::of(disk.serve());
    assert_eq!(get(server.address, "/health/ready").status, 200);
}

#[test]
fn a_start_on_a_full_disk_after_a_kill_serves_reads() {
    let disk = Disk::new();
    let server = Server::of(disk.serve());
    let acknowledged = writers::write(server.address, 2);
    let owed = edits::owed(acknowledged.iter());
    let there = acknowledged
        .iter()
        .filter(|edit| owed[&(edit.kind, edit.id.clone())] == (edit.turn, false));
    drop(server);

    disk.set(Field::Full, 1);
    let server = Server::try_of(disk.serve()).unwrap_or_else(|ran| panic!("{}", ran.refusal()));

    for edit in there {
        assert_eq!(get(server.address, &edit.path).status, 200);
    }
    let body = json!({ "name": "Turn 1." });
    let refused = ask(server.address, "POST", "/api/projects", Some(&body)).expect("an answer");
    assert_eq!(refused.status, 503, "{refused}");
    assert_eq!(get(server.address, "/health/ready").status, 503);

    disk.set(Field::Full, 0);

    until(server.address, "/health/ready", |it| (it.status == 200).then_some(()));
    ask(server.address, "POST", "/api/projects", Some(&body)).expect("an answer").ok();
}
