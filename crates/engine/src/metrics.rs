//! Metrics of what this process has done: counted after the commit, and only in memory, so that they
//! begin at zero with each start. Totals that survive a restart are counters in rows.

use domain::{messages::State, swarms::SubtaskState};
use prometheus::{IntCounter, IntCounterVec, Opts};

/// Something that a change counts once it is committed.
#[derive(Debug, Clone, Copy)]
pub enum MetricUpdate {
    /// A message was ended by its recipient, in this state.
    MessageEnded(State),
    /// So many messages were not taken or answered in time.
    MessagesOverdue(u64),
    /// So many messages were given back because their worker went silent.
    MessagesReleased(u64),
    /// A sub-task came to its end, or goes back to be tried again, in this state.
    SubtaskEnded(SubtaskState),
    /// A sub-task was given back because its worker went silent.
    SubtaskReleased,
}

/// Counts since this process began.
#[derive(Debug)]
pub struct Metrics {
    /// Messages that their recipients ended, by state.
    pub messages_ended: IntCounterVec,
    /// Messages that nobody took or answered in time.
    pub messages_overdue: IntCounter,
    /// Messages that were given back because whoever had them went silent.
    pub messages_released: IntCounter,
    /// Sub-tasks that were worked on, by state.
    pub subtasks_ended: IntCounterVec,
    /// Sub-tasks that were given back because whoever had them went silent.
    pub subtasks_released: IntCounter,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            messages_ended: by_state(
                "scriptorium_messages_ended_total",
                "Messages whose work ended on this server, by their new state; `queued` is tried \
                 again.",
                State::WORDS,
            ),
            messages_overdue: counter(
                "scriptorium_messages_overdue_total",
                "Messages that were not taken or answered in time, as found by this server.",
            ),
            messages_released: counter(
                "scriptorium_message_leases_expired_total",
                "Messages that this server queued again because their worker stopped responding.",
            ),
            subtasks_ended: by_state(
                "scriptorium_subtasks_ended_total",
                "Sub-tasks whose work ended on this server, by their new state; `ready` is tried \
                 again.",
                SubtaskState::WORDS,
            ),
            subtasks_released: counter(
                "scriptorium_subtask_leases_expired_total",
                "Sub-tasks that this server released because their worker stopped responding.",
            ),
        }
    }
}

impl Metrics {
    /// Counts what a committed change has done.
    pub(crate) fn add(&self, update: &MetricUpdate) {
        match update {
            MetricUpdate::MessageEnded(state) => {
                self.messages_ended.with_label_values(&[state.as_str()]).inc();
            }
            MetricUpdate::MessagesOverdue(count) => self.messages_overdue.inc_by(*count),
            MetricUpdate::MessagesReleased(count) => self.messages_released.inc_by(*count),
            MetricUpdate::SubtaskEnded(state) => {
                self.subtasks_ended.with_label_values(&[state.as_str()]).inc();
            }
            MetricUpdate::SubtaskReleased => self.subtasks_released.inc(),
        }
    }
}

const VALID_NAME: &str = "names and labels are constants, and valid";

fn counter(name: &str, help: &str) -> IntCounter {
    IntCounter::new(name, help).expect(VALID_NAME)
}

/// A counter for each state, at 0.
fn by_state(name: &str, help: &str, states: &[&str]) -> IntCounterVec {
    let counters = IntCounterVec::new(Opts::new(name, help), &["state"]).expect(VALID_NAME);
    for state in states {
        counters.with_label_values(&[state]);
    }
    counters
}
