//! What this process has done, for whoever watches it: counted after the commit that made it true,
//! and only in memory, so that it begins at zero with each start. Totals that last are counted in
//! rows.

use domain::{messages::State, swarms::SubtaskState};
use metrics::Counter;

/// Something a change does that is counted once it is committed.
#[derive(Debug, Clone, Copy)]
pub enum Measurement {
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
#[derive(Debug, Default)]
pub struct Meters {
    ended: [Counter; State::WORDS.len()],
    /// Messages that nobody took or answered in time.
    pub overdue: Counter,
    /// Messages that were given back because whoever had them went silent.
    pub messages_released: Counter,
    subtasks: [Counter; SubtaskState::WORDS.len()],
    /// Sub-tasks that were given back because whoever had them went silent.
    pub subtasks_released: Counter,
}

impl Meters {
    /// Counts what a committed change has done.
    pub(crate) fn add(&self, measurement: &Measurement) {
        match measurement {
            Measurement::MessageEnded(state) => self.ended[*state as usize].one(),
            Measurement::MessagesOverdue(count) => self.overdue.add(*count),
            Measurement::MessagesReleased(count) => self.messages_released.add(*count),
            Measurement::SubtaskEnded(state) => self.subtasks[*state as usize].one(),
            Measurement::SubtaskReleased => self.subtasks_released.one(),
        }
    }

    /// Every state messages were brought into by their recipients, with how many there were.
    pub fn messages(&self) -> impl Iterator<Item = (&'static str, u64)> {
        counted(State::WORDS, &self.ended)
    }

    /// Every state sub-tasks were brought into, with how many there were.
    pub fn subtasks(&self) -> impl Iterator<Item = (&'static str, u64)> {
        counted(SubtaskState::WORDS, &self.subtasks)
    }
}

fn counted(
    words: &'static [&'static str],
    counters: &[Counter],
) -> impl Iterator<Item = (&'static str, u64)> {
    words.iter().copied().zip(counters.iter().map(Counter::get))
}
