//! What this process has done, for whoever watches it: counted after the commit that made it true,
//! and only here, so that it begins at nothing with each start. What is remembered is counted in rows.

use domain::{
    messages::{Message, State},
    swarms::SubtaskState,
};
use metrics::Counter;

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
    /// These messages were ended by their recipients, as their states say.
    pub fn ended<'a>(&self, messages: impl IntoIterator<Item = &'a Message>) {
        messages.into_iter().for_each(|message| self.ended_as(message.state));
    }

    /// A message was ended by its recipient, and is in this state.
    pub fn ended_as(&self, state: State) {
        self.ended[state as usize].one();
    }

    /// These sub-tasks came to an end, or go back to be tried again.
    pub(crate) fn worked(&self, states: &[SubtaskState]) {
        for state in states {
            self.subtasks[*state as usize].one();
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
