//! Lets a test kill the process before or after any transaction of a worker, by SIGKILL. Release
//! builds do not contain it.

use std::{
    process::Command,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// The steps of one worker.
pub(crate) struct Failpoint {
    /// The variable that says at which of the passages the process dies, counted from 1.
    variable: &'static str,
    die_at: OnceLock<Option<u64>>,
    passages: AtomicU64,
}

/// Those of the worker of swarms.
pub(crate) static SWARMS: Failpoint = Failpoint::new("SWARMS_DIE_AT_PASSAGE");

/// Those of the worker of messages.
pub(crate) static MESSAGES: Failpoint = Failpoint::new("MESSAGES_DIE_AT_PASSAGE");

/// Those of model calls, where they are begun and where they end.
pub(crate) static STEPS: Failpoint = Failpoint::new("STEPS_DIE_AT_PASSAGE");

/// Those of the worker of folders: before and after each transaction and each change of files.
pub(crate) static FOLDERS: Failpoint = Failpoint::new("FOLDERS_DIE_AT_PASSAGE");

impl Failpoint {
    const fn new(variable: &'static str) -> Self {
        Self { variable, die_at: OnceLock::new(), passages: AtomicU64::new(0) }
    }

    /// Passes a place between two steps; perhaps not alive.
    pub(crate) fn pass(&self) {
        let die_at = self.die_at.get_or_init(|| std::env::var(self.variable).ok()?.parse().ok());
        let Some(at) = die_at else { return };
        if self.passages.fetch_add(1, Ordering::AcqRel) + 1 == *at {
            let killed =
                Command::new("/bin/kill").args(["-KILL", &std::process::id().to_string()]).status();
            // Whoever is still here could not be killed, and must not go on as if nothing had been.
            panic!("the process should be dead: {killed:?}");
        }
    }
}
