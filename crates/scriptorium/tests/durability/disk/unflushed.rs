//! A flush of the database file fails after somebody who reads has held up a copy of the log: SQLite
//! takes pages for copied that the disk never got. The log that has them is kept, and copied anew by
//! whoever has the file alone, without a restart where that can be.

use std::{net::SocketAddr, path::Path};

use rusqlite::{Connection, OpenFlags};

use super::{
    faults::Things,
    power::Recorded,
    replay::Flushes,
    requests,
    shim::{Disk, Field},
};
use crate::support::{
    chance::Chance,
    program::{self, Server},
    until,
};

/// Pages that are copied and not flushed, at the least.
const PAGES: u64 = 10;

/// How often the log starts over after the flush has failed.
const COPIES: u64 = 4;

/// Rounds of changes within which the log is copied, unless somebody is in the way.
const ROUNDS_MAX: usize = 60;

/// How many may begin to read when there is nothing to hold up.
const READERS_MAX: usize = 20;

/// States of a disk that has lost what the failed flush should have kept.
const ATTEMPTS: usize = 300;

/// Somebody else who has the database open.
struct Reader(Connection);

impl Reader {
    /// Begins to read: what is written from here on cannot be copied from the log.
    fn begin(database: &Path) -> Self {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(database, flags).expect("a database");
        reader.execute_batch("BEGIN").expect("a transaction");
        let count = reader.query_row("SELECT count(*) FROM project", (), |row| row.get(0));
        assert!(count.is_ok_and(|count: i64| count > 0), "projects");
        Self(reader)
    }

    /// Has read, and keeps the file open.
    fn rest(&self) {
        self.0.execute_batch("COMMIT").expect("the end of a transaction");
    }
}

/// Changes things until it is so; whether it came to that.
fn change(things: &mut Things, address: SocketAddr, is_so: impl Fn() -> bool) -> bool {
    for _ in 0..ROUNDS_MAX {
        if is_so() {
            return true;
        }
        assert_eq!(things.change(address), 3, "one failure is no reason to refuse a change");
    }
    false
}

/// Changes things until the flush has failed.
fn change_until_it_failed(disk: &Disk, things: &mut Things, address: SocketAddr) {
    assert!(change(things, address, || disk.count(Field::Injected) > 0), "nothing was flushed");
}

/// Changes things until the log has started over a few times.
fn change_for_long(disk: &Disk, things: &mut Things, address: SocketAddr) {
    let syncs = disk.count(Field::FileSyncs);
    // By time and not by rounds: somebody in the way puts it off for seconds.
    until("the log to start over a few times", || {
        let has_passed = disk.count(Field::FileSyncs) >= syncs + COPIES;
        if !has_passed {
            assert_eq!(things.change(address), 3, "one failure is no reason to refuse a change");
        }
        has_passed.then_some(())
    });
}

/// Has pages copied into the database that are not flushed, and the next flush fail; somebody who
/// still has the file open.
fn lose(disk: &Disk, things: &mut Things, address: SocketAddr) -> Reader {
    disk.look_at(&disk.database());
    for _ in 0..READERS_MAX {
        things.add(address);
        let (writes, syncs) = (disk.count(Field::FileWrites), disk.count(Field::FileSyncs));
        let reader = Reader::begin(&disk.database());
        // If everything had been copied when it began, nothing more can be.
        let copied = || disk.count(Field::FileWrites) >= writes + PAGES;
        let has_copied = change(things, address, copied);
        if has_copied && disk.count(Field::FileSyncs) == syncs {
            reader.rest();
            disk.fail_flushes(1);
            return reader;
        }
    }
    panic!("{READERS_MAX} readers held nothing up");
}

/// No state that a power failure leaves on this disk has lost what was acknowledged.
fn nothing_is_lost(disk: &Disk, mut server: Server, things: &Things) {
    server.terminate();
    let status = until("the program to end", || server.ended());
    assert!(status.success(), "{status}");
    let mut chance = Chance::of_today();
    let recorded = Recorded::read(disk, things.acknowledged());
    let seen = recorded.fail(disk, &things.tried(), Flushes::Kept, ATTEMPTS, &mut chance);

    println!("{} states, {} lose something", seen.states, seen.losses.len());
    assert_eq!(seen.losses, Vec::<String>::new());
    things.check(&disk.database());
}

/// The words of a problem that health reports meanwhile.
const PROBLEM: &str = "SQLite's log could not be copied into the database file. Nothing is lost";

fn is_reported(address: SocketAddr) -> bool {
    let ready = requests::get(address, "/health/ready");
    assert_eq!(ready.status, 200, "{ready}");
    let is_reported = ready.body["problems"].to_string().contains(PROBLEM);
    let expected = if is_reported { "degraded" } else { "ok" };
    assert_eq!(ready.body["status"], expected, "{ready}");
    assert_eq!(ready.body["parts"]["database"], expected, "{ready}");
    is_reported
}

#[test]
fn a_database_that_was_not_flushed_is_copied_anew_while_it_is_written_to() {
    let disk = Disk::new();
    let server = Server::of(disk.serve_recorded());
    let address = server.address;
    let mut things = Things::new(address);

    // Whoever held the log up is gone.
    drop(lose(&disk, &mut things, address));
    change_until_it_failed(&disk, &mut things, address);

    change_for_long(&disk, &mut things, address);
    assert!(!is_reported(address));
    nothing_is_lost(&disk, server, &things);
}

#[test]
fn a_database_that_cannot_be_copied_anew_is_told_of_and_lives_through_a_kill() {
    let disk = Disk::new();
    let mut server = Server::of(disk.serve_recorded());
    let mut things = Things::new(server.address);

    // Whoever held the log up keeps the file open.
    let reader = lose(&disk, &mut things, server.address);
    change_until_it_failed(&disk, &mut things, server.address);

    for life in 0..2 {
        let writes = disk.count(Field::FileWrites);
        for _ in 0..COPIES * 10 {
            assert_eq!(things.change(server.address), 3);
        }
        assert_eq!(disk.count(Field::FileWrites), writes, "nothing is copied");
        assert!(is_reported(server.address));
        let data = disk.data();
        let said = program::run(&disk.root(), &["doctor", "--data", data.to_str().unwrap()]);
        assert!(!said.succeeded, "{said:?}");
        let line = "warning: database: the log could not be copied into the file";
        assert!(said.out.contains(line), "{said:?}");
        if life == 0 {
            drop(server);
            server = Server::of(disk.serve_recorded());
        }
    }
    drop(reader);
    until("the log to be copied anew", || (!is_reported(server.address)).then_some(()));

    change_for_long(&disk, &mut things, server.address);
    nothing_is_lost(&disk, server, &things);
}
