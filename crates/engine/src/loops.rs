//! Starts, keeps up and stops every loop. None of them holds state worth keeping, so stopping is no
//! more than letting each finish its step, and one that breaks is started again.

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
    Studio, backups, imports, janitor, log, mentions, messages, presence, research, swarms,
    wakers::{Stop, Waker},
};

/// What a loop is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// Messages are taken from mailboxes and answered.
    Messages,
    /// Events are numbered and told.
    EventLog,
    /// Folders are taken in.
    Imports,
    /// Names of the lore are counted in documents.
    Mentions,
    /// Sub-tasks of swarms are worked on.
    Swarms,
    /// Other servers are told what this one works.
    Presence,
    /// Texts are kept at hand for searches.
    Research,
    /// What is too old is forgotten.
    Janitor,
    /// Backups are made, and the database is looked over.
    Backups,
}

impl Duty {
    /// Every duty, in the order of the variants.
    pub const ALL: [Self; 9] = [
        Self::Messages,
        Self::EventLog,
        Self::Imports,
        Self::Mentions,
        Self::Swarms,
        Self::Presence,
        Self::Research,
        Self::Janitor,
        Self::Backups,
    ];

    /// As the log calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::EventLog => "event log",
            Self::Imports => "imports",
            Self::Mentions => "mentions",
            Self::Swarms => "swarms",
            Self::Presence => "presence",
            Self::Research => "research",
            Self::Janitor => "janitor",
            Self::Backups => "backups",
        }
    }
}

/// Which loops run. Clones are handles on the same.
#[derive(Debug, Clone, Default)]
pub struct Duties(Arc<[AtomicBool; Duty::ALL.len()]>);

impl Duties {
    /// Whether the loop of a duty runs: it was started, has not ended, and does not rest after it
    /// broke.
    pub fn runs(&self, duty: Duty) -> bool {
        self.0[duty as usize].load(Ordering::Acquire)
    }

    fn set(&self, duty: Duty, runs: bool) {
        self.0[duty as usize].store(runs, Ordering::Release);
    }
}

/// The loops while they run.
#[derive(Debug)]
pub struct Loops(JoinSet<()>);

/// How long after a failed recovery it is tried again.
const RECOVER_AGAIN: Duration = Duration::from_secs(1);

impl Loops {
    /// Recovers the studio and starts every loop of it. While the database takes no writes, as on a full
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
            let nobody_wakes = Waker::default();
            while stop.or_woken(&nobody_wakes, RECOVER_AGAIN).await {
                if studio.recover().await.is_ok() {
                    return Self::start(&studio, &stop).ended().await;
                }
            }
        });
        Ok(Self(later))
    }

    /// Starts every loop of the studio; they end after `stop`.
    pub fn start(studio: &Studio, stop: &Stop) -> Self {
        let mut loops = JoinSet::new();
        start(&mut loops, Duty::Messages, messages::worker::run, studio, stop);
        start(&mut loops, Duty::EventLog, log::run, studio, stop);
        start(&mut loops, Duty::Imports, imports::run, studio, stop);
        start(&mut loops, Duty::Mentions, mentions::run, studio, stop);
        start(&mut loops, Duty::Swarms, swarms::run, studio, stop);
        start(&mut loops, Duty::Presence, presence::run, studio, stop);
        start(&mut loops, Duty::Research, research::follow::run, studio, stop);
        start(&mut loops, Duty::Janitor, janitor::run, studio, stop);
        start(&mut loops, Duty::Backups, backups::run, studio, stop);
        Self(loops)
    }

    /// Ends when every loop has.
    pub async fn ended(mut self) {
        while self.0.join_next().await.is_some() {}
    }
}

/// How long a loop that broke rests before it starts again.
const REST: Duration = Duration::from_secs(1);

fn start<F: Future<Output = ()> + Send + 'static>(
    loops: &mut JoinSet<()>,
    duty: Duty,
    run: fn(Studio, Stop) -> F,
    studio: &Studio,
    stop: &Stop,
) {
    let (duties, studio, on_stop) = (studio.duties.clone(), studio.clone(), stop.clone());
    // It counts from here on: nobody is to find it missing because its turn has not come yet.
    duties.set(duty, true);
    let again = move || run(studio.clone(), on_stop.clone());
    loops.spawn(kept_up(duty, duties, again, stop.clone()));
}

/// Runs a loop until the service stops. It holds nothing worth keeping, so one that panics is
/// started anew.
async fn kept_up<F: Future<Output = ()>>(
    duty: Duty,
    duties: Duties,
    run: impl Fn() -> F,
    mut stop: Stop,
) {
    let nobody_wakes = Waker::default();
    loop {
        duties.set(duty, true);
        let ended = AssertUnwindSafe(async { run().await }).catch_unwind().await;
        duties.set(duty, false);
        if ended.is_ok() {
            return;
        }
        tracing::error!(duty = duty.name(), "a loop broke and is started again");
        if !stop.or_woken(&nobody_wakes, REST).await {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wakers::stopper;

    /// Runs one loop to its end in a service that is told to stop, so that it has no second life.
    fn run_once(duties: &Duties, duty: Duty, run: impl Fn()) {
        let (stopper, stop) = stopper();
        stopper.stop();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let run = || {
            run();
            std::future::ready(())
        };
        runtime.block_on(kept_up(duty, duties.clone(), run, stop));
    }

    #[test]
    fn a_duty_is_seen_to_as_long_as_its_loop_runs() {
        let duties = Duties::default();
        for duty in Duty::ALL {
            assert!(!duties.runs(duty), "{duty:?} was not started");

            run_once(&duties, duty, || {
                for other in Duty::ALL {
                    assert_eq!(duties.runs(other), other == duty);
                }
            });

            assert!(!duties.runs(duty), "{duty:?} has ended");
        }
    }

    #[test]
    fn a_loop_that_broke_does_nothing_until_it_is_started_again() {
        let duties = Duties::default();

        run_once(&duties, Duty::Imports, || panic!("this loop breaks on purpose"));

        assert!(!duties.runs(Duty::Imports));
    }
}
