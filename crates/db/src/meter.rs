//! Measurements of a database: how many writes share a commit, how long a commit takes, how often a
//! closure was run again, and how much space it uses. Counting is an addition on the thread that does
//! the work; reading the counts blocks nothing.

use std::time::Duration;

use prometheus::{Histogram, HistogramOpts, IntCounter};

/// Writes that share a commit; the last bound is the most that one batch takes.
const WRITES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Times of commits, in seconds: from a flush that costs nothing to a disk that is stuck.
const SECONDS: [f64; 12] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

/// Counts while a database is open.
#[derive(Debug)]
pub(crate) struct Meter {
    writes: Histogram,
    seconds: Histogram,
    reruns: IntCounter,
}

impl Default for Meter {
    fn default() -> Self {
        let histogram = |name: &str, help: &str, bounds: &[f64]| {
            let options = HistogramOpts::new(name, help).buckets(bounds.to_vec());
            Histogram::with_opts(options).expect(SOUND)
        };
        Meter {
            writes: histogram(
                "scriptorium_database_commit_writes",
                "Writes that shared a commit and its flush.",
                &WRITES,
            ),
            seconds: histogram(
                "scriptorium_database_commit_duration_seconds",
                "How long commits took.",
                &SECONDS,
            ),
            reruns: IntCounter::new(
                "scriptorium_database_reruns_total",
                "Closures that were run again, after a conflict or with a batch in which another \
                 failed.",
            )
            .expect(SOUND),
        }
    }
}

const SOUND: &str = "names and buckets are constants, and sound";

impl Meter {
    /// So many writes were committed at once, and it took so long.
    pub(crate) fn committed(&self, writes: usize, took: Duration) {
        self.writes.observe(writes as f64);
        self.seconds.observe(took.as_secs_f64());
    }

    /// So many closures are run again.
    pub(crate) fn rerun(&self, closures: usize) {
        self.reruns.inc_by(u64::try_from(closures).unwrap_or(u64::MAX));
    }

    pub(crate) fn read(&self, queued: usize, full: u64) -> Statistics {
        Statistics {
            queued,
            full,
            commit_writes: self.writes.clone(),
            commit_seconds: self.seconds.clone(),
            reruns: self.reruns.clone(),
        }
    }
}

/// What a database did since it was opened.
#[derive(Debug, Clone)]
pub struct Statistics {
    /// Closures that wait for a thread: on SQLite writes, on PostgreSQL reads as well.
    pub queued: usize,
    /// How often something failed because the disk is full.
    pub full: u64,
    /// How many writes each commit kept.
    pub commit_writes: Histogram,
    /// How long each commit took, in seconds.
    pub commit_seconds: Histogram,
    /// Closures that were run again.
    pub reruns: IntCounter,
}

/// How much space a database uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storage {
    /// Bytes of the database.
    pub bytes: u64,
    /// Bytes of the write-ahead log beside it, where that is its own.
    pub log_bytes: Option<u64>,
}
