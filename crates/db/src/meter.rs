//! Measurements of a database: how many writes share a commit, how long a commit takes, how often a
//! closure was run again, and how much space it uses. Counting is an addition on the thread that does
//! the work; reading the counts blocks nothing.

use std::time::Duration;

use metrics::{Counter, Histogram, Spread};

/// Writes that share a commit; the last bound is the most that one batch takes.
const GROUPS: [u64; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Times of commits, in nanoseconds: from a flush that costs nothing to a disk that is stuck.
const TIMES_NS: [u64; 12] = [
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    25_000_000,
    50_000_000,
    100_000_000,
    500_000_000,
    2_500_000_000,
];

/// Counts while a database is open.
#[derive(Debug)]
pub(crate) struct Meter {
    groups: Histogram<{ GROUPS.len() }>,
    times: Histogram<{ TIMES_NS.len() }>,
    reruns: Counter,
}

impl Default for Meter {
    fn default() -> Self {
        Meter {
            groups: Histogram::new(&GROUPS),
            times: Histogram::new(&TIMES_NS),
            reruns: Counter::default(),
        }
    }
}

impl Meter {
    /// So many writes were committed at once, and it took so long.
    pub(crate) fn committed(&self, writes: usize, took: Duration) {
        self.groups.record(u64::try_from(writes).unwrap_or(u64::MAX));
        self.times.record(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX));
    }

    /// So many closures are run again.
    pub(crate) fn rerun(&self, closures: usize) {
        self.reruns.add(u64::try_from(closures).unwrap_or(u64::MAX));
    }

    pub(crate) fn read(&self, queued: usize) -> Work {
        let (groups, times) = (self.groups.read(), self.times.read());
        Work { queued, groups, times, reruns: self.reruns.get() }
    }
}

/// What a database did since it was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// Closures that wait for a thread: on SQLite writes, on PostgreSQL reads as well.
    pub queued: usize,
    /// How many writes each commit kept.
    pub groups: Spread,
    /// How long each commit took, in nanoseconds.
    pub times: Spread,
    /// Closures that were run again.
    pub reruns: u64,
}

/// How much space a database uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storage {
    /// Bytes of the database.
    pub bytes: u64,
    /// Bytes of the write-ahead log beside it, where that is its own.
    pub log_bytes: Option<u64>,
}
