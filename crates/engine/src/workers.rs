//! Starts, restarts and stops the background workers. None has state that must survive, so each just
//! finishes its step when the service stops, and one that panics is started again.

use std::{
    panic::AssertUnwindSafe,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use domain::{Error, Result};
use futures_util::FutureExt as _;
use tokio::task::JoinSet;

use crate::{
    Studio, backups, event_log, folders, imports, janitor, mentions, messages, presence, research,
    swarms, wakers::Stop,
};

/// A background worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worker {
    /// Leases messages from mailboxes and has agents answer them.
    Messages,
    /// Numbers events and sends them to streams.
    EventLog,
    /// Reads staged imports.
    Imports,
    /// Keeps folders in step with manuscripts.
    Folders,
    /// Counts names of the lore in documents.
    Mentions,
    /// Works on sub-tasks of swarms.
    Swarms,
    /// Reports the load of agents to other servers.
    Presence,
    /// Keeps the search index up to date, and embeds its passages.
    Research,
    /// Deletes what is too old.
    Janitor,
    /// Makes backups and checks the database.
    Backups,
}

impl Worker {
    /// Every worker, in the order of the variants.
    pub const ALL: [Self; 10] = [
        Self::Messages,
        Self::EventLog,
        Self::Imports,
        Self::Folders,
        Self::Mentions,
        Self::Swarms,
        Self::Presence,
        Self::Research,
        Self::Janitor,
        Self::Backups,
    ];

    /// Its name in the log and in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::EventLog => "event log",
            Self::Imports => "imports",
            Self::Folders => "folders",
            Self::Mentions => "mentions",
            Self::Swarms => "swarms",
            Self::Presence => "presence",
            Self::Research => "research",
            Self::Janitor => "janitor",
            Self::Backups => "backups",
        }
    }
}

/// Which workers run. Clones are handles on the same.
#[derive(Debug, Clone, Default)]
pub struct RunningWorkers(Arc<[AtomicBool; Worker::ALL.len()]>);

impl RunningWorkers {
    /// Whether a worker runs: it was started, has not ended, and is not waiting for its restart.
    pub fn runs(&self, worker: Worker) -> bool {
        self.0[worker as usize].load(Ordering::Acquire)
    }

    fn set(&self, worker: Worker, runs: bool) {
        self.0[worker as usize].store(runs, Ordering::Release);
    }
}

/// The tasks of the workers while they run.
#[derive(Debug)]
pub struct Workers(JoinSet<()>);

/// The interval between attempts to recover.
const RECOVERY_INTERVAL: Duration = Duration::from_secs(1);

impl Workers {
    /// Recovers the studio and starts its workers. While the database takes no writes, as on a full
    /// disk, only reads are served, and recovery is tried again until it succeeds.
    ///
    /// # Errors
    /// Those of [`Studio::recover`], but for an unavailable database.
    pub async fn recover_and_start(studio: &Studio, stop: &Stop) -> Result<Self> {
        match studio.recover().await {
            Ok(()) => return Ok(Self::start(studio, stop)),
            Err(error @ Error::Unavailable(_)) => tracing::error!(
                error = %domain::ErrorChain(&error),
                "the database cannot be written to, so only reads are served until it can"
            ),
            Err(error) => return Err(error),
        }
        let (studio, mut stop) = (studio.clone(), stop.clone());
        let mut later = JoinSet::new();
        later.spawn(async move {
            while stop.sleep(RECOVERY_INTERVAL).await {
                if studio.recover().await.is_ok() {
                    return Self::start(&studio, &stop).ended().await;
                }
            }
        });
        Ok(Self(later))
    }

    /// Starts all workers of the studio; they end after `stop`.
    pub fn start(studio: &Studio, stop: &Stop) -> Self {
        let mut tasks = JoinSet::new();
        start(&mut tasks, Worker::Messages, messages::worker::run, studio, stop);
        start(&mut tasks, Worker::EventLog, event_log::run, studio, stop);
        start(&mut tasks, Worker::Imports, imports::run, studio, stop);
        start(&mut tasks, Worker::Folders, folders::run, studio, stop);
        start(&mut tasks, Worker::Mentions, mentions::run, studio, stop);
        start(&mut tasks, Worker::Swarms, swarms::run, studio, stop);
        start(&mut tasks, Worker::Presence, presence::run, studio, stop);
        start(&mut tasks, Worker::Research, research::run, studio, stop);
        start(&mut tasks, Worker::Janitor, janitor::run, studio, stop);
        start(&mut tasks, Worker::Backups, backups::run, studio, stop);
        Self(tasks)
    }

    /// Ends when every worker has.
    pub async fn ended(mut self) {
        while self.0.join_next().await.is_some() {}
    }
}

/// The delay before a worker that panicked is started again.
const RESTART_DELAY: Duration = Duration::from_secs(1);

fn start<F: Future<Output = ()> + Send + 'static>(
    tasks: &mut JoinSet<()>,
    worker: Worker,
    run: fn(Studio, Stop) -> F,
    studio: &Studio,
    stop: &Stop,
) {
    let (workers, studio, on_stop) = (studio.workers.clone(), studio.clone(), stop.clone());
    // Set before the task is scheduled, so that no check of health finds the worker missing.
    workers.set(worker, true);
    let again = move || run(studio.clone(), on_stop.clone());
    tasks.spawn(run_until_stopped(worker, workers, again, stop.clone()));
}

/// Runs a worker until the service stops, and starts it again if it panics.
async fn run_until_stopped<F: Future<Output = ()>>(
    worker: Worker,
    workers: RunningWorkers,
    run: impl Fn() -> F,
    mut stop: Stop,
) {
    loop {
        workers.set(worker, true);
        let ended = AssertUnwindSafe(async { run().await }).catch_unwind().await;
        workers.set(worker, false);
        if ended.is_ok() {
            return;
        }
        tracing::error!(worker = worker.name(), "a worker panicked and is started again");
        if !stop.sleep(RESTART_DELAY).await {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wakers::stopper;

    /// Runs one worker to its end in a service that stops, so that it is not started again.
    fn run_to_end(workers: &RunningWorkers, worker: Worker, run: impl Fn()) {
        let (stopper, stop) = stopper();
        stopper.stop();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let run = || {
            run();
            std::future::ready(())
        };
        runtime.block_on(run_until_stopped(worker, workers.clone(), run, stop));
    }

    #[test]
    fn a_worker_counts_as_running_until_it_ends() {
        let workers = RunningWorkers::default();
        for worker in Worker::ALL {
            assert!(!workers.runs(worker), "{worker:?} was not started");

            run_to_end(&workers, worker, || {
                for other in Worker::ALL {
                    assert_eq!(workers.runs(other), other == worker);
                }
            });

            assert!(!workers.runs(worker), "{worker:?} has ended");
        }
    }

    #[test]
    fn a_worker_that_panicked_does_not_run_until_it_is_started_again() {
        let workers = RunningWorkers::default();

        run_to_end(&workers, Worker::Imports, || panic!("this worker panics on purpose"));

        assert!(!workers.runs(Worker::Imports));
    }
}
