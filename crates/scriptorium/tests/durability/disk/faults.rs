//! One call after the other fails: writes, flushes, opens, while the program starts and while it is
//! written to. Whatever it answers is true: what it acknowledged is there after the next start, and
//! where it cannot go on it says why and ends.

use std::{
    net::SocketAddr,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use serde_json::json;

use super::{
    edits::{self, Edit, Kind, Turns, text},
    power::Recorded,
    replay::Flushes,
    requests,
    shim::{Disk, EIO, ENOSPC, Field},
    writers,
};
use crate::support::{chance::Chance, program::Server, until};

/// Calls of each kind that fail one by one when the program starts; of later ones, one in
/// [`START_STEP`].
const START_FIRST: u64 = 24;
const START_STEP: u64 = 29;

/// Calls of each kind that fail one by one while the program runs.
const RUNNING: u64 = 60;

/// Every so many failures, the program is killed and started again.
const KILLED_EVERY: u64 = 15;

/// Rounds of changes within which a call must have failed.
const ROUNDS_MAX: u64 = 200;

/// States of a disk that has lost what a failed flush should have kept.
const ATTEMPTS: usize = 500;

/// A kind of call that can be made to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fault {
    /// How many calls there were.
    count: Field,
    /// Which of them fails.
    fails: Field,
    error: u64,
    /// A write that fails does half of its work.
    halves: bool,
}

const WRITE: Fault =
    Fault { count: Field::Writes, fails: Field::WriteFails, error: EIO, halves: false };
const FULL: Fault = Fault { error: ENOSPC, ..WRITE };
const SHORT: Fault = Fault { halves: true, ..WRITE };
const SYNC: Fault = Fault { count: Field::Syncs, fails: Field::SyncFails, ..WRITE };
const OPEN: Fault = Fault { count: Field::Opens, fails: Field::OpenFails, ..WRITE };

impl Disk {
    /// Has the call after so many more of its kind fail.
    fn arm(&self, fault: Fault, after: u64) {
        self.heal();
        self.set(Field::Error, fault.error);
        self.set(Field::Halves, u64::from(fault.halves));
        self.set(fault.fails, self.count(fault.count) + after);
    }
}

/// Things that are changed while calls fail, and how far they have come.
pub(super) struct Things {
    things: Vec<Edit>,
    /// What was acknowledged.
    acknowledged: Vec<Edit>,
    /// What was tried.
    tried: Vec<Edit>,
}

impl Things {
    /// Makes them.
    pub(super) fn new(address: SocketAddr) -> Self {
        let acknowledged = writers::write(address, 2);
        let done = edits::owed(acknowledged.iter());
        let is_last = |edit: &&Edit| done[&(edit.kind, edit.id.clone())] == (edit.turn, false);
        let mut things: Vec<Edit> = acknowledged.iter().filter(is_last).cloned().collect();
        things.sort_by_key(|edit| edit.kind);
        things.dedup_by_key(|edit| edit.kind);
        things.retain(|edit| edit.kind != Kind::Message);
        assert_eq!(things.len(), 3, "one of each kind that can be changed");
        Self { things, tried: acknowledged.clone(), acknowledged }
    }

    /// Makes more things, which nobody changes.
    pub(super) fn add(&mut self, address: SocketAddr) {
        let more = writers::write(address, 1);
        self.tried.extend(more.iter().cloned());
        self.acknowledged.extend(more);
    }

    /// Changes each of them once; how many were acknowledged. Each answer is one, and an error says
    /// what it is.
    pub(super) fn change(&mut self, address: SocketAddr) -> usize {
        let mut acknowledged = 0;
        for thing in &mut self.things {
            thing.turn += 1;
            let field = match thing.kind {
                Kind::Project => "name",
                Kind::Document => "content",
                Kind::Promise | Kind::Message => "title",
            };
            let body = json!({ field: text(thing.kind, thing.turn) });
            self.tried.push(thing.clone());
            let reply = requests::ask(address, "PUT", &thing.path, Some(&body)).expect("an answer");
            match reply.status {
                200 => {
                    thing.answer = reply.header("x-request-id").expect("its id").to_owned();
                    self.acknowledged.push(thing.clone());
                    acknowledged += 1;
                }
                500 | 503 => assert!(reply.body["detail"].is_string(), "{reply}"),
                _ => panic!("{reply}"),
            }
            let there = requests::get(address, &thing.path);
            assert!(matches!(there.status, 200 | 500 | 503), "{there}");
        }
        acknowledged
    }

    /// What was acknowledged.
    pub(super) fn acknowledged(&self) -> Vec<Edit> {
        self.acknowledged.clone()
    }

    fn owed(&self) -> Turns {
        edits::owed(self.acknowledged.iter())
    }

    pub(super) fn tried(&self) -> Turns {
        edits::owed(self.tried.iter())
    }

    /// Looks at what nobody has open.
    pub(super) fn check(&self, database: &Path) {
        assert_eq!(edits::check(database, &self.owed(), &self.tried()), Ok(()));
    }
}

/// Fails calls of this kind while the program runs.
fn fails_while_it_runs(fault: Fault) {
    let disk = Disk::new();
    let mut server = Server::of(disk.serve());
    let mut things = Things::new(server.address);
    for number in 1..=RUNNING {
        disk.arm(fault, number);
        let mut rounds = 0;
        while disk.count(Field::Injected) == 0 {
            things.change(server.address);
            rounds += 1;
            assert!(rounds < ROUNDS_MAX, "no call of {fault:?} was made");
        }
        disk.heal();
        // One failure is no reason to refuse what comes after it.
        assert_eq!(things.change(server.address), 3, "{fault:?} {number}");
        if number.is_multiple_of(KILLED_EVERY) {
            drop(server);
            things.check(&disk.database());
            server = Server::of(disk.serve());
        }
    }
    drop(server);
    things.check(&disk.database());
}

#[test]
fn a_write_that_fails_loses_nothing_that_was_acknowledged() {
    fails_while_it_runs(WRITE);
}

#[test]
fn a_write_without_space_loses_nothing_that_was_acknowledged() {
    fails_while_it_runs(FULL);
}

#[test]
fn a_write_of_one_half_is_made_whole() {
    fails_while_it_runs(SHORT);
}

/// After a flush that failed, the system takes what it could not write for written, and the next
/// flush says that all is well. The power fails later.
#[test]
fn a_flush_that_fails_loses_nothing_that_was_acknowledged() {
    let disk = Disk::new();
    let mut server = Server::of(disk.serve_recorded());
    let mut things = Things::new(server.address);
    for number in 1..=RUNNING {
        disk.arm(SYNC, 1 + number % 4);
        while disk.count(Field::Injected) == 0 {
            things.change(server.address);
        }
        disk.heal();
        assert_eq!(things.change(server.address), 3, "{number}");
        if number.is_multiple_of(KILLED_EVERY) {
            drop(server);
            server = Server::of(disk.serve_recorded());
        }
    }
    server.terminate();
    let status = until("the program to end", || server.ended());
    assert!(status.success(), "{status}");

    let mut chance = Chance::of_today();
    let recorded = Recorded::read(&disk, things.acknowledged.clone());
    let seen = recorded.fail(&disk, &things.tried(), Flushes::Kept, ATTEMPTS, &mut chance);

    println!("{} states after failed flushes, {} lose", seen.states, seen.losses.len());
    assert_eq!(seen.losses, Vec::<String>::new());
    things.check(&disk.database());
}

/// Lets each call of a start fail, from the data in `template`, and looks at what is there after a
/// start at which none does.
fn fails_when_it_starts(template: Option<&Path>, things: Option<&Things>) {
    let lay_out = || {
        let disk = Disk::new();
        if let Some(template) = template {
            std::fs::create_dir(disk.data()).expect("a folder");
            for entry in std::fs::read_dir(template).expect("a folder") {
                let from = entry.expect("an entry").path();
                std::fs::copy(&from, disk.data().join(from.file_name().expect("a name")))
                    .expect("a copy");
            }
        }
        disk
    };
    let disk = lay_out();
    drop(Server::of(disk.serve()));
    let mut cases = Vec::new();
    for fault in [WRITE, FULL, SYNC, OPEN] {
        let all = disk.count(fault.count);
        let wanted = |number: &u64| *number <= START_FIRST || number.is_multiple_of(START_STEP);
        cases.extend((1..=all).filter(wanted).map(|number| (fault, number)));
    }
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some((fault, number)) = cases.get(at).copied() else { return };
                    let disk = lay_out();
                    disk.arm(fault, number);
                    match Server::try_of(disk.serve()) {
                        Ok(server) => {
                            let live = requests::get(server.address, "/health/live");
                            assert_eq!(live.status, 200, "{live}");
                        }
                        Err(ran) => {
                            let said = ran.refusal();
                            let reason = said.lines().find(|it| it.starts_with("scriptorium: "));
                            let reason = reason.unwrap_or_else(|| panic!("no reason: {said}"));
                            assert!(!said.contains("panicked"), "{said}");
                            let words = reason.split(' ').count();
                            assert!(words > 4, "{fault:?} {number}: {reason}");
                        }
                    }
                    disk.heal();
                    let server = Server::of(disk.serve());
                    let ready = requests::get(server.address, "/health/ready");
                    assert_eq!(ready.status, 200, "{fault:?} {number}: {ready}");
                    drop(server);
                    let none = Turns::new();
                    let (owed, tried) =
                        things.map_or_else(|| (none.clone(), none), |it| (it.owed(), it.tried()));
                    let checked = edits::check(&disk.database(), &owed, &tried);
                    assert_eq!(checked, Ok(()), "{fault:?} {number}");
                }
            });
        }
    });
    println!("{} starts with a call that failed", cases.len());
}

#[test]
fn a_first_start_that_fails_leaves_nothing_in_the_way_of_the_next() {
    fails_when_it_starts(None, None);
}

#[test]
fn a_start_that_fails_loses_nothing_that_was_there() {
    // It was killed: its log is still to be read.
    let disk = Disk::new();
    let server = Server::of(disk.serve_bare());
    let things = Things::new(server.address);
    drop(server);

    fails_when_it_starts(Some(&disk.data()), Some(&things));
}
