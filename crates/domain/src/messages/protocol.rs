//! Checks the message journal: a small automaton for each type of message reads its history step by
//! step, and rules relate a message to its answer. A violation names the rule, the messages, and
//! the shortest trace that is no longer legal. `store::messages` reads the journal.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::JsonSchema;
use serde::Serialize;

use super::{HOPS_MAX, HistoryEntry, Message, MessageType, State};

/// How many of the latest messages are looked at a second time; what each shows by itself is kept
/// when it happens.
pub const JOURNAL_MAX: i64 = 2_000;

/// The most violations that are shown.
pub const VIOLATIONS_MAX: usize = 100;

/// How long a lease or a deadline may be over before the hub counts as degraded, in milliseconds.
pub const OVERDUE_MS: i64 = 60_000;

/// A message as the automata see it.
#[derive(Debug, Clone, PartialEq)]
pub struct JournalEntry {
    /// Its identifier.
    pub id: String,
    /// The message it replies to.
    pub reply_to: Option<String>,
    /// Its reply.
    pub answer_id: Option<String>,
    /// The conversation it belongs to.
    pub conversation_id: String,
    /// The type of the message.
    pub message_type: MessageType,
    /// How many messages led to it.
    pub hops: i64,
    /// Its state.
    pub state: State,
    /// Its states so far.
    pub history: Vec<HistoryEntry>,
}

impl From<&Message> for JournalEntry {
    fn from(message: &Message) -> Self {
        Self {
            id: message.id.clone(),
            reply_to: message.reply_to.clone(),
            answer_id: message.answer_id.clone(),
            conversation_id: message.conversation_id.clone(),
            message_type: message.message_type,
            hops: message.hops,
            state: message.state,
            history: message.history.clone(),
        }
    }
}

/// A violation of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProtocolViolation")]
pub struct Violation {
    /// The rule.
    pub rule: Cow<'static, str>,
    /// One sentence about the violation.
    pub reason: String,
    /// The messages that show it.
    pub message_ids: Vec<String>,
    /// The states up to the one that is not allowed.
    pub trace: Vec<Cow<'static, str>>,
}

crate::string_enum! {
    /// How a hub keeps to the protocol.
    pub enum Compliance {
        /// Nothing is wrong.
        Compliant = "compliant",
        /// No rule is broken, and something needs a hand: dead letters, or what is overdue.
        Degraded = "degraded",
        /// A rule is broken.
        Violated = "violated",
    }
}

impl Compliance {
    /// The compliance of a hub that shows this.
    pub const fn of(violations: usize, needs_attention: bool) -> Self {
        match (violations, needs_attention) {
            (0, false) => Self::Compliant,
            (0, true) => Self::Degraded,
            _ => Self::Violated,
        }
    }
}

/// What kind of automaton reads a message. An answer only has to arrive, whatever it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Automaton {
    Answer,
    Plain,
    Consultation,
    Handoff,
    Broadcast,
}

impl Automaton {
    const fn of(message_type: MessageType, is_answer: bool) -> Self {
        match message_type {
            _ if is_answer => Self::Answer,
            MessageType::Direct | MessageType::Collaboration => Self::Plain,
            MessageType::Consultation => Self::Consultation,
            MessageType::Handoff => Self::Handoff,
            MessageType::Broadcast => Self::Broadcast,
        }
    }

    /// Whether a message may begin in this state. What goes to somebody outside, and a broadcast as
    /// a whole, is delivered from the start.
    fn begins(self, state: State) -> bool {
        match state {
            State::Queued | State::Denied => true,
            State::Delivered => matches!(self, Self::Answer | Self::Broadcast),
            _ => false,
        }
    }

    /// Whether one state may follow the other. What is queued dies when its recipient is removed,
    /// and a person may answer what nobody has taken.
    fn follows(self, from: State, to: State) -> bool {
        let waits = matches!(self, Self::Plain | Self::Broadcast | Self::Consultation);
        match (from, to) {
            (State::Queued, State::Leased | State::Expired | State::Dead)
            | (State::Leased, State::Queued | State::Dead)
            | (State::Dead, State::Queued) => true,
            // The recipient asked others, or for permission, and goes on when it has the answer.
            (State::Leased, State::Waiting | State::AwaitingApproval)
            | (State::Waiting | State::AwaitingApproval, State::Queued | State::Dead)
            | (State::Waiting, State::Expired)
            | (State::AwaitingApproval, State::Refused) => self != Self::Answer,
            (State::Queued | State::Leased, State::Handled) => self != Self::Handoff,
            (State::Queued | State::Leased, State::Accepted | State::Refused) => {
                self == Self::Handoff
            }
            (State::Handled, State::AwaitingReply | State::Replied)
            | (State::AwaitingReply, State::Replied | State::TimedOut) => waits,
            _ => false,
        }
    }

    /// Whether a message may rest in this state: a consultation that was handled is answered, or
    /// waits for it.
    fn rests(self, state: State) -> bool {
        !(self == Self::Consultation && state == State::Handled)
    }
}

/// The states up to the first that is not legal, and the rule it breaks; none for a legal history.
pub fn first_violation(
    message_type: MessageType,
    is_answer: bool,
    history: &[State],
) -> Option<(&'static str, usize)> {
    let automaton = Automaton::of(message_type, is_answer);
    let Some(first) = history.first() else { return Some(("no_history", 0)) };
    if !automaton.begins(*first) {
        return Some(("beginning", 1));
    }
    let illegal = history.windows(2).position(|pair| !automaton.follows(pair[0], pair[1]));
    if let Some(at) = illegal {
        return Some(("transition", at + 2));
    }
    let rests = history.last().is_some_and(|last| automaton.rests(*last));
    (!rests).then_some(("unanswered", history.len()))
}

/// Every breach the journal shows, at most [`VIOLATIONS_MAX`].
pub fn violations(journal: &[JournalEntry]) -> Vec<Violation> {
    let known: BTreeMap<&str, &JournalEntry> =
        journal.iter().map(|it| (it.id.as_str(), it)).collect();
    let mut answers: BTreeMap<&str, Vec<&JournalEntry>> = BTreeMap::new();
    for entry in journal {
        if let Some(asked) = entry.reply_to.as_deref().filter(|_| entry.state != State::Denied) {
            answers.entry(asked).or_default().push(entry);
        }
    }
    let alone = journal.iter().flat_map(own_violations);
    let together = answers.iter().flat_map(|(asked, answers)| {
        let asked = known.get(asked).copied();
        answer_violations(asked, answers)
    });
    alone.chain(together).take(VIOLATIONS_MAX).collect()
}

fn trace_up_to(entry: &JournalEntry, length: usize) -> Vec<Cow<'static, str>> {
    entry.history[..length].iter().map(|step| step.state.as_str().into()).collect()
}

/// The rules that a message breaks by itself.
pub fn own_violations(entry: &JournalEntry) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut broken = |rule: &'static str, reason: String, length| {
        let (message_ids, trace) = (vec![entry.id.clone()], trace_up_to(entry, length));
        found.push(Violation { rule: rule.into(), reason, message_ids, trace });
    };
    let states: Vec<State> = entry.history.iter().map(|step| step.state).collect();
    let whole = states.len();
    let word = entry.message_type.as_str();
    match first_violation(entry.message_type, entry.reply_to.is_some(), &states) {
        Some(("beginning", length)) => {
            broken("beginning", format!("No {word} begins as {}", states[0]), length);
        }
        Some(("transition", length)) => {
            let (from, to) = (states[length - 2], states[length - 1]);
            broken("transition", format!("No {word} goes from {from} to {to}"), length);
        }
        Some(("unanswered", length)) => {
            broken("unanswered", format!("The {word} was handled and waits for no answer"), length);
        }
        Some((rule, length)) => broken(rule, "It has no history".to_owned(), length),
        None => {}
    }
    if states.last().is_some_and(|last| *last != entry.state) {
        broken("state", format!("It is {}, and its history ends otherwise", entry.state), whole);
    }
    if entry.state == State::Replied && entry.answer_id.is_none() {
        broken("answer_missing", "It was replied to, and there is no answer".to_owned(), whole);
    }
    if entry.hops > HOPS_MAX && entry.state != State::Denied {
        broken("hop_limit", format!("{} messages led to it", entry.hops), whole);
    }
    found
}

/// The rules that a message and its answers break together.
pub fn answer_violations(
    asked: Option<&JournalEntry>,
    answers: &[&JournalEntry],
) -> Vec<Violation> {
    let mut found = Vec::new();
    let ids =
        |entries: &[&JournalEntry]| entries.iter().map(|it| it.id.clone()).collect::<Vec<_>>();
    if answers.len() > 1 {
        found.push(Violation {
            rule: "answered_twice".into(),
            reason: format!("One message has {} answers", answers.len()),
            message_ids: asked.into_iter().map(|it| it.id.clone()).chain(ids(answers)).collect(),
            trace: Vec::new(),
        });
    }
    for (asked, answer) in asked.iter().flat_map(|asked| answers.iter().map(move |it| (asked, it)))
    {
        let rule = if asked.conversation_id != answer.conversation_id {
            Some(("conversation", "The answer is in another conversation"))
        } else if answer.hops != asked.hops + 1 {
            Some(("hops", "The answer is not one hop further"))
        } else {
            None
        };
        found.extend(rule.map(|(rule, reason)| Violation {
            rule: rule.into(),
            reason: reason.to_owned(),
            message_ids: vec![asked.id.clone(), answer.id.clone()],
            trace: Vec::new(),
        }));
    }
    found
}

#[cfg(test)]
mod tests;
