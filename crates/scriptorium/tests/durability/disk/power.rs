//! The power fails, at any moment of a recorded life of the program: nothing that was acknowledged by
//! then is lost, and nothing is there by half.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
    sync::{Mutex, mpsc},
    thread,
};

use super::{
    edits::{self, Edit, Turns},
    record::{self, Operation},
    replay::{Flushes, Replay, State},
    requests,
    shim::{self, Disk},
    writers,
};
use crate::support::{chance::Chance, program::Server, until};

/// How many different states the power leaves, at the least.
const STATES: usize = 2_000;

/// Of so many attempts: some states are alike.
const ATTEMPTS: usize = 2_600;

/// States in which the whole program is started.
const STARTS: usize = 25;

/// Attempts to find a loss on a disk that does not keep what was flushed.
const ATTEMPTS_ON_A_LIAR: usize = 150;

/// How often the program runs while it is recorded, and how much is written in each of its runs.
const LIVES: usize = 2;
const ROUNDS: usize = 6;

#[test]
fn no_state_a_power_failure_leaves_loses_what_was_acknowledged() {
    let disk = Disk::new();
    let recorded = Recorded::live(&disk);
    let mut chance = Chance::of_today();

    recorded.is_complete(&disk);
    let done = edits::owed(recorded.edits.iter().map(|(_, edit)| edit));
    let seen = recorded.fail(&disk, &done, Flushes::Kept, ATTEMPTS, &mut chance);

    println!(
        "{} operations, {} acknowledged changes; {} different states, {} of them lose something",
        recorded.operations.len(),
        recorded.edits.len(),
        seen.states,
        seen.losses.len()
    );
    assert!(seen.states >= STATES, "{} states differ", seen.states);
    assert_eq!(seen.losses, Vec::<String>::new());
    assert!(seen.started >= STARTS, "the program was started in {} states", seen.started);

    // Were flushes of the log, of the database, or of their folder left out, this test would fail.
    for name in ["-wal", "scriptorium.db", "/data", "/disk"] {
        let seen =
            recorded.fail(&disk, &done, Flushes::Lost(name), ATTEMPTS_ON_A_LIAR, &mut chance);
        println!(
            "without flushes of {name}: {} of {} lose something",
            seen.losses.len(),
            seen.states
        );
        assert!(!seen.losses.is_empty(), "flushes of {name} are of no use");
    }
}

/// What was recorded.
pub(super) struct Recorded {
    operations: Vec<Operation>,
    /// Where in the record each change was acknowledged, in that order.
    edits: Vec<(usize, Edit)>,
}

/// What was seen in the states of one kind of disk.
#[derive(Default)]
pub(super) struct ProjectAccess {
    pub(super) states: usize,
    started: usize,
    pub(super) losses: Vec<String>,
}

/// A state to be looked at.
struct Left {
    at: usize,
    state: State,
    owed: Turns,
    /// What the program is asked for then, and the status it must answer with.
    asks: Vec<(String, u16)>,
    is_started: bool,
}

impl Recorded {
    /// Runs that end in order, one after the other, while people write.
    fn live(disk: &Disk) -> Self {
        let mut acknowledged = Vec::new();
        for _ in 0..LIVES {
            let mut server = Server::of(disk.serve_recorded());
            acknowledged.extend(writers::write(server.address, ROUNDS));
            server.terminate();
            let status = until("the program to end", || server.ended());
            assert!(status.success(), "{status}");
        }
        Self::read(disk, acknowledged)
    }

    /// What was recorded while these changes were acknowledged.
    pub(super) fn read(disk: &Disk, acknowledged: Vec<Edit>) -> Self {
        let operations = record::read(&disk.record());
        let answers = record::answers(&operations);
        let mut edits: Vec<_> =
            acknowledged.into_iter().map(|edit| (answers[&edit.answer], edit)).collect();
        edits.sort_by_key(|(at, _)| *at);
        Self { operations, edits }
    }

    /// Nothing was done to the files that is not in the record.
    fn is_complete(&self, disk: &Disk) {
        let mut replay = Replay::new(&disk.root(), Flushes::Kept);
        let mut chance = Chance::of(1);
        self.operations.iter().for_each(|operation| replay.follow(operation, &mut chance));
        let whole = replay.whole();
        let there: Vec<PathBuf> = std::fs::read_dir(disk.data())
            .expect("the data folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        assert_eq!(there.len(), whole.len(), "{there:?}");
        for path in there {
            let bytes = std::fs::read(&path).expect("a file");
            assert!(whole.get(&path) == Some(&bytes), "{} is not as recorded", path.display());
        }
    }

    /// Fails the power again and again, at moments by chance, and looks at what is left.
    /// What is there is part of what was `done`, whether acknowledged or not.
    pub(super) fn fail(
        &self,
        disk: &Disk,
        done: &Turns,
        flushes: Flushes,
        attempts: usize,
        chance: &mut Chance,
    ) -> ProjectAccess {
        let seen = Mutex::new(ProjectAccess::default());
        let threads = thread::available_parallelism().map_or(2, usize::from);
        let (give, take) = mpsc::sync_channel::<Left>(threads);
        let take = Mutex::new(take);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let left = take.lock().expect("no one breaks while it waits").recv();
                        let Ok(left) = left else { return };
                        let verdict = left.look(&disk.root(), done);
                        let mut seen = seen.lock().expect("no one breaks while it counts");
                        seen.started += usize::from(left.is_started);
                        seen.losses.extend(verdict.err());
                    }
                });
            }
            let states = self.states(disk, flushes, attempts, done, chance, |left| {
                give.send(left).expect("somebody who looks");
            });
            drop(give);
            seen.lock().expect("no one breaks while it counts").states = states;
        });
        seen.into_inner().expect("no one broke")
    }

    /// Makes the different states up; how many there were.
    fn states(
        &self,
        disk: &Disk,
        flushes: Flushes,
        attempts: usize,
        done: &Turns,
        chance: &mut Chance,
        mut give: impl FnMut(Left),
    ) -> usize {
        let mut moments: Vec<_> = (0..attempts).map(|_| self.moment(chance)).collect();
        moments.sort_unstable();
        let mut replay = Replay::new(&disk.root(), flushes);
        let (mut followed, mut known) = (0, HashSet::new());
        for (number, at) in moments.into_iter().enumerate() {
            self.operations[followed..at]
                .iter()
                .for_each(|operation| replay.follow(operation, chance));
            followed = at;
            let state = replay.fail(chance);
            let mut hasher = DefaultHasher::new();
            state.hash(&mut hasher);
            known.insert(hasher.finish());
            let acknowledged = self.edits.partition_point(|(acknowledged, _)| *acknowledged < at);
            let acknowledged = || self.edits[..acknowledged].iter().map(|(_, edit)| edit);
            let owed = edits::owed(acknowledged());
            let asks = acknowledged().filter_map(|edit| {
                let thing = &(edit.kind, edit.id.clone());
                let is_last = owed[thing].0 == edit.turn;
                // What was removed a moment later may be there, or not.
                let is_certain = edit.is_gone == done[thing].1;
                let status = if edit.is_gone { 404 } else { 200 };
                (is_last && is_certain).then(|| (edit.path.clone(), status))
            });
            let asks = asks.collect();
            let is_started =
                flushes == Flushes::Kept && number.is_multiple_of(attempts / STARTS / 2);
            give(Left { at, state, owed, asks, is_started });
        }
        known.len()
    }

    /// A moment of the record; one in three lies just before something is flushed, when most is at
    /// stake.
    fn moment(&self, chance: &mut Chance) -> usize {
        let at = chance.between(1, self.operations.len() as u64) as usize;
        if chance.between(0, 2) > 0 {
            return at;
        }
        let later = self.operations[at..].iter();
        let flush = later.take_while(|it| !matches!(it, Operation::Sync { .. })).count();
        (at + flush).min(self.operations.len())
    }
}

impl Left {
    /// Looks at it with the program's own eyes.
    fn look(&self, root: &Path, done: &Turns) -> Result<(), String> {
        let said = |error| format!("the power failed before operation {}: {error}", self.at);
        let copy = self.lay_out(root);
        let database = copy.path().join("data/scriptorium.db");
        edits::check(&database, &self.owed, done).map_err(said)?;
        if self.is_started {
            self.start(root).map_err(said)?;
        }
        Ok(())
    }

    /// Writes the files down, where that costs least.
    fn lay_out(&self, root: &Path) -> tempfile::TempDir {
        let in_memory = Path::new("/dev/shm");
        let folder =
            if in_memory.is_dir() { tempfile::tempdir_in(in_memory) } else { tempfile::tempdir() };
        let folder = folder.expect("a folder");
        for (path, bytes) in &self.state {
            let to = folder.path().join(path.strip_prefix(root).expect("a path on the disk"));
            std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
            std::fs::write(to, bytes).expect("written");
        }
        folder
    }

    /// Starts the whole program on it and asks for everything that was acknowledged.
    fn start(&self, root: &Path) -> Result<(), String> {
        let folder = self.lay_out(root);
        let mut command = shim::serve(folder.path(), &folder.path().join("data"));
        command.env("SCRIPTORIUM_LOG__LEVEL", "error");
        let mut server = Server::of(command);
        let ready = requests::get(server.address, "/health/ready");
        if ready.status != 200 {
            return Err(format!("not ready: {ready}"));
        }
        for (path, status) in &self.asks {
            let reply = requests::get(server.address, path);
            if reply.status != *status {
                return Err(format!("{path} answers {reply}"));
            }
        }
        server.terminate();
        let status = until("the program to end", || server.ended());
        if status.success() { Ok(()) } else { Err(format!("it ended with {status}")) }
    }
}
