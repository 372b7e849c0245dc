//! Decides what follows from the outcome of a sub-task, and why a swarm failed. The caller has checked
//! that its worker still holds the lease.

use super::{Counts, Subtask, SubtaskResult, Swarm};
use crate::time::Time;

/// How often a sub-task is begun when it goes wrong again and again.
pub const ATTEMPTS_MAX: i64 = 5;

/// How often a sub-task is begun whose worker goes silent: that is the worker's fault more often than
/// its own, and yet one that kills whoever takes it must have an end.
const LOSSES_MAX: i64 = 20;

/// How often a sub-task is begun that takes longer than it may.
const OVERRUNS_MAX: i64 = 2;

/// How long a sub-task waits before its second attempt, in milliseconds; twice as long each time
/// after that.
const BACKOFF_MS: i64 = 1_000;

/// The longest a sub-task waits before its next attempt, in milliseconds.
const BACKOFF_MS_MAX: i64 = 60_000;

/// How the work on a sub-task ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It is done.
    Done(SubtaskResult),
    /// There was nothing to do, or nobody who could; why.
    Skipped(String),
    /// Its agent wants to do this, which a person has to permit.
    NeedsApproval(String),
    /// It went wrong.
    Failed(FailureCause, String),
}

/// How something went wrong, as far as it matters for what to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCause {
    /// Something it needs is not there for the moment.
    Unavailable,
    /// It broke.
    Broken,
    /// Its worker stopped responding.
    Lost,
    /// It took longer than one attempt may.
    Overran,
    /// It cannot be done, now or later.
    Refused,
}

/// What is to be done about it. Those that wait for a sub-task go on once it has ended, however.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// The sub-task has ended well: keep what came of it.
    Succeed(SubtaskResult),
    /// The sub-task has ended with nothing, for this reason.
    Skip(String),
    /// It waits for a permission.
    Await {
        /// What for.
        what: String,
        /// Until when; then silence denies it.
        until: Time,
    },
    /// It is begun again, not before this moment.
    Retry {
        /// When.
        not_before: Time,
        /// What went wrong.
        error: String,
    },
    /// The sub-task has failed, for this reason.
    Fail(String),
    /// Nobody wants it any more.
    Cancel,
}

/// What follows from the outcome of a sub-task's attempt.
pub fn decide(swarm: &Swarm, subtask: &Subtask, outcome: Outcome, now: Time) -> Decision {
    match outcome {
        Outcome::Done(work) => Decision::Succeed(work),
        Outcome::Skipped(reason) => Decision::Skip(reason),
        Outcome::Failed(..) | Outcome::NeedsApproval(_) if swarm.is_cancelling() => {
            Decision::Cancel
        }
        Outcome::NeedsApproval(what) => Decision::Await { what, until: swarm.approval_until(now) },
        Outcome::Failed(trouble, error) => {
            let attempts_max = match trouble {
                FailureCause::Unavailable | FailureCause::Broken => ATTEMPTS_MAX,
                FailureCause::Lost => LOSSES_MAX,
                FailureCause::Overran => OVERRUNS_MAX,
                FailureCause::Refused => 0,
            };
            if subtask.attempt < attempts_max {
                Decision::Retry { not_before: now.plus(wait_ms(trouble, subtask.attempt)), error }
            } else if attempts_max > 0 {
                Decision::Fail(format!("{error} (tried {} times)", subtask.attempt))
            } else {
                Decision::Fail(error)
            }
        }
    }
}

/// A sub-task that did not succeed, nor any other that is for the same need of the swarm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// What it is about.
    pub title: String,
    /// The agent that should have done it.
    pub agent: String,
    /// Why it was not done.
    pub reason: Option<String>,
}

/// Needs that the reason of a failure names.
pub const UNMET_MAX: usize = 3;

/// The longest reason of one need within the reason of a failure, in characters.
const REASON_CHARS_MAX: usize = 300;

/// Why a swarm failed of which so many sub-tasks ended in which way, and which lacks this.
pub fn reason(counts: Counts, unmet: &[Unmet]) -> String {
    let Counts { failed, total, .. } = counts;
    let mut reasons = Vec::new();
    if failed > 0 {
        reasons.push(format!("{failed} of {total} sub-tasks failed"));
    }
    if !unmet.is_empty() {
        let mut missing: Vec<String> = unmet.iter().take(UNMET_MAX).map(missing).collect();
        if unmet.len() > UNMET_MAX {
            missing.push("and more".to_owned());
        }
        reasons.push(format!("missing: {}", missing.join("; ")));
    }
    reasons.join("; ")
}

/// What is missing and why, on one line: `The structure (architect: the reason)`.
fn missing(unmet: &Unmet) -> String {
    let Unmet { title, agent, reason } = unmet;
    let reason = reason.as_deref().and_then(|reason| reason.lines().next());
    let reason = reason.map(|line| line.trim().trim_end_matches('.')).filter(|it| !it.is_empty());
    let reason: String = reason.unwrap_or("not done").chars().take(REASON_CHARS_MAX).collect();
    format!("{title} ({agent}: {reason})")
}

/// How long a sub-task waits that went wrong in this attempt. Whoever lost a worker need not wait:
/// the lease was the wait.
fn wait_ms(trouble: FailureCause, attempt: i64) -> i64 {
    if trouble == FailureCause::Lost {
        return 0;
    }
    let doublings = attempt.clamp(1, 16) - 1;
    (BACKOFF_MS << doublings).min(BACKOFF_MS_MAX)
}
