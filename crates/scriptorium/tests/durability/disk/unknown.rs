//! A flush fails in the middle of a commit: nobody can know what was kept, and the caller is told
//! so, and may ask again.

use serde_json::json;

use super::{
    requests::{ask_with, get},
    shim::Disk,
};
use crate::support::{UNKNOWN, program::Server};

/// Requests within which the failure must have met one.
const REQUESTS_MAX: usize = 50;

#[test]
fn a_commit_of_unknown_outcome_says_so_and_is_repeated_by_its_key() {
    let disk = Disk::new();
    let server = Server::of(disk.serve());
    disk.look_at(&disk.data().join("scriptorium.db-wal"));
    let keyed = |number: usize| {
        let key = format!("Idempotency-Key: {number}\r\n");
        let body = json!({ "name": number.to_string() });
        ask_with(server.address, "POST", "/api/projects", &key, Some(&body)).expect("an answer")
    };

    // The program writes for itself, too: the failure may be one of its own commits.
    let mut made = 0;
    let unknown = loop {
        made += 1;
        assert!(made < REQUESTS_MAX, "no request was met");
        disk.fail_flushes(1);
        let reply = keyed(made);
        if reply.status != 200 {
            break reply;
        }
    };
    disk.heal();

    assert_eq!((unknown.status, unknown.detail().as_str()), (500, UNKNOWN));
    let first = keyed(made).ok();
    assert_eq!(keyed(made).ok(), first);
    assert_eq!(get(server.address, "/api/projects").ok()["total"], made);
}
