//! Proposals: what somebody, mostly an agent, would change in a project, and what its author decides. A
//! proposal has one target and one or several changes, each of which is accepted or rejected; nothing is
//! changed before. A change is either words of a document's text, which [`anchors`] finds again in later
//! versions, or a field of a record ([`records`]). How a proposal is made is in [`creation`], what
//! becomes of the target in [`acceptance`].

pub mod acceptance;
pub mod anchors;
pub mod creation;
pub mod identity;
pub mod moved;
pub mod records;
pub mod requests;
pub mod text;
pub mod view;

#[cfg(test)]
mod interleavings;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::{
    Error, Result,
    json::{Json, JsonText},
    time::{DAY_MS, Time},
};

use anchors::Anchor;

crate::string_enum! {
    /// The kinds of records that proposals can change.
    pub enum TargetKind {
        Document = "document",
        Lore = "lore",
        TimelineEvent = "timeline_event",
        Promise = "promise",
        Node = "node",
        GrammarRule = "grammar_rule",
        Word = "word",
    }
}

crate::string_enum! {
    /// What became of a proposal.
    pub enum State {
        /// Some change is still to be decided.
        Open = "open",
        /// All changes were accepted.
        Accepted = "accepted",
        /// Some changes were accepted, and the others rejected or expired.
        PartlyAccepted = "partly_accepted",
        /// All changes were rejected.
        Rejected = "rejected",
        /// Nobody decided in time, and no change was accepted.
        Expired = "expired",
    }
}

crate::string_enum! {
    /// What became of one change.
    pub enum ChangeState {
        Open = "open",
        Accepted = "accepted",
        Rejected = "rejected",
        Expired = "expired",
    }
}

/// Changes of one proposal, at most.
pub const CHANGES_MAX: usize = 200;

/// Open proposals of one project, at most: of more, nobody would look at any.
pub const OPEN_MAX: i64 = 500;

/// How long a proposal is open, in days.
pub const OPEN_DAYS: i64 = 30;

/// How long a proposal is kept after it was decided, in days.
pub const DECIDED_DAYS: i64 = 180;

/// Text that is read to find the changes of one proposal, at most, in bytes: the length of the document
/// times the number of changes. Nobody else writes meanwhile.
pub const SEARCHED_BYTES_MAX: usize = 256 * 1024 * 1024;

/// The longest receipt, in bytes of JSON.
pub const RECEIPT_BYTES_MAX: usize = 64 * 1024;

/// The longest reason, in characters.
pub const REASON_CHARS_MAX: usize = 2_000;

/// The field that is the text of a document.
pub const CONTENT: &str = "content";

impl TargetKind {
    /// The noun at the beginning of a sentence.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Document => "The document",
            Self::Lore => "The entry",
            Self::TimelineEvent => "The event",
            Self::Promise => "The promise",
            Self::Node => "The node",
            Self::GrammarRule => "The grammar rule",
            Self::Word => "The word",
        }
    }
}

/// What a proposal would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The kind of record.
    pub kind: TargetKind,
    /// The record; none while it would be a new one.
    pub id: Option<String>,
    /// The timeline of an event, the language of a rule or word.
    pub parent_id: Option<String>,
}

/// One change of a proposal, as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProposedChange {
    /// Its identifier within the proposal.
    pub id: String,
    /// The field that changes.
    pub field: String,
    /// Where the words stand, for a change of a document's text.
    pub span: Option<Span>,
    /// What stands there before.
    pub before: Json,
    /// What would stand there after.
    pub after: Json,
    /// Why.
    pub reason: String,
    /// Its state.
    pub state: ChangeState,
    /// The version of the record that it made, when it was accepted.
    pub accepted_version: Option<i64>,
}

/// Where the words of a change stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Span {
    /// The first character in the base version.
    pub start: i64,
    /// The character after the last one in the base version.
    pub end: i64,
    /// By what they are found now: in the base version, or in the version that an acceptance of other
    /// changes of the same proposal made.
    pub anchor: Anchor,
}

/// A proposal without its changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// Its identifier.
    pub id: String,
    /// The project.
    pub project_id: String,
    /// What it would change.
    pub target: Target,
    /// The version of the target that was read; none for a new record.
    pub base_version: Option<i64>,
    /// The agent that proposes it.
    pub agent: Option<String>,
    /// The user who sent it, or for whom the agent works.
    pub account: String,
    /// The message it came from.
    pub message_id: Option<String>,
    /// The swarm it came from.
    pub swarm_id: Option<String>,
    /// The sub-task it came from.
    pub subtask_id: Option<String>,
    /// What it is about, in a line.
    pub summary: String,
    /// Its state.
    pub state: State,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// How many changes it has.
    pub changes_total: i64,
    /// How many of them are open.
    pub changes_open: i64,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed; strictly later with each change.
    pub modified_at: Time,
    /// Until when it can be decided.
    pub expires_at: Time,
    /// Who decided the last of its changes.
    pub decided_by: Option<String>,
    /// When no change was open any more.
    pub decided_at: Option<Time>,
    /// How often it was changed.
    pub version: i64,
}

/// A proposal with all that belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeProposal {
    /// The proposal.
    pub proposal: Proposal,
    /// Its changes, in the order in which they were proposed.
    pub changes: Vec<ProposedChange>,
    /// What was read to make it.
    pub receipt: Option<JsonText>,
}

/// A decision about changes.
#[derive(Debug, Clone, Copy)]
pub enum Decision {
    /// They were made, which gave the target this version.
    Accept {
        /// The version.
        version: i64,
    },
    /// They are not to be made.
    Reject,
}

impl ProposedChange {
    /// Where its words stand, and the words before and after, for a change of a document's text.
    pub fn words(&self) -> Option<(&Span, &str, &str)> {
        match (&self.span, &self.before, &self.after) {
            (Some(span), Json::Text(before), Json::Text(after)) => Some((span, before, after)),
            _ => None,
        }
    }
}

impl WholeProposal {
    /// The changes that a decision is about, by their positions: those of these ids, or all that are
    /// open.
    ///
    /// # Errors
    /// A conflict when the proposal or one of the changes is decided already, or the time for it is
    /// over; rejected for an id that is none of a change.
    pub fn choose(&self, ids: Option<&[String]>, now: Time) -> Result<Vec<usize>> {
        let conflict = |reason: String| Err(Error::Conflict(reason));
        match self.proposal.state {
            State::Open if self.proposal.expires_at > now => {}
            State::Open | State::Expired => {
                return conflict(
                    "The proposal has expired: nothing of it can be decided".to_owned(),
                );
            }
            state => return conflict(format!("The proposal is {} already", state.words())),
        }
        let is_open = |change: &ProposedChange| change.state == ChangeState::Open;
        let Some(ids) = ids else {
            let open = (0..).zip(&self.changes).filter(|(_, change)| is_open(change));
            return Ok(open.map(|(at, _)| at).collect());
        };
        let mut chosen: Vec<usize> = Vec::with_capacity(ids.len());
        for id in ids {
            let Some(at) = self.changes.iter().position(|change| change.id == *id) else {
                return Err(Error::Rejected("The proposal has no change of this id".to_owned()));
            };
            if !is_open(&self.changes[at]) {
                let state = self.changes[at].state;
                return conflict(format!("Change {id} is {state} already"));
            }
            if !chosen.contains(&at) {
                chosen.push(at);
            }
        }
        if chosen.is_empty() {
            return Err(Error::Rejected("No change is named".to_owned()));
        }
        Ok(chosen)
    }

    /// Writes down a decision about open changes; the proposal is decided with the last of them.
    pub fn decide(&mut self, chosen: &[usize], decision: Decision, account: &str, now: Time) {
        for at in chosen {
            let change = &mut self.changes[*at];
            (change.state, change.accepted_version) = match decision {
                Decision::Accept { version } => (ChangeState::Accepted, Some(version)),
                Decision::Reject => (ChangeState::Rejected, None),
            };
        }
        self.proposal.decided_by = Some(account.to_owned());
        self.settle(now);
    }

    /// Ends the time in which it can be decided.
    pub fn expire(&mut self, now: Time) {
        for change in &mut self.changes {
            if change.state == ChangeState::Open {
                change.state = ChangeState::Expired;
            }
        }
        self.settle(now);
    }

    /// Derives the proposal's own state from its changes after some of them were decided.
    fn settle(&mut self, now: Time) {
        let proposal = &mut self.proposal;
        proposal.state = state_of(&self.changes);
        proposal.changes_open = count(&self.changes, ChangeState::Open);
        proposal.modified_at = proposal.modified_at.advance_to(now);
        proposal.version += 1;
        if proposal.state != State::Open {
            proposal.decided_at = Some(proposal.modified_at);
        }
    }
}

impl State {
    /// As a sentence says it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::PartlyAccepted => "partly accepted",
            Self::Rejected => "rejected",
            Self::Expired => "expired",
        }
    }
}

/// The state of a proposal with these changes.
fn state_of(changes: &[ProposedChange]) -> State {
    let has = |state| count(changes, state) > 0;
    match (has(ChangeState::Open), has(ChangeState::Accepted), has(ChangeState::Expired)) {
        (true, ..) => State::Open,
        (_, true, expired) if expired || has(ChangeState::Rejected) => State::PartlyAccepted,
        (_, true, _) => State::Accepted,
        (_, _, true) => State::Expired,
        _ => State::Rejected,
    }
}

/// How many changes are in a state.
fn count(changes: &[ProposedChange], state: ChangeState) -> i64 {
    let count = changes.iter().filter(|change| change.state == state).count();
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// When a proposal of now expires.
const fn expiry(now: Time) -> Time {
    now.plus(OPEN_DAYS * DAY_MS)
}

/// The form in which changes are stored; none for what no proposal could have.
pub fn normalized_changes(text: &str) -> Option<String> {
    let changes: Vec<ProposedChange> = serde_json::from_str(text).ok()?;
    let mut ids = HashSet::new();
    let is_sound = |change: &ProposedChange| {
        let is_span_sound = match &change.span {
            None => true,
            Some(span) => change.words().is_some() && (0..=span.end).contains(&span.start),
        };
        is_span_sound && ids.insert(change.id.clone())
    };
    let is_sound = (1..=CHANGES_MAX).contains(&changes.len()) && changes.iter().all(is_sound);
    if is_sound { serde_json::to_string(&changes).ok() } else { None }
}

/// What is stored beside changes, read from them: the state of their proposal, how many they are, and
/// how many of them are open.
pub fn summary_of(changes: &str) -> (State, i64, i64) {
    let changes: Vec<ProposedChange> = serde_json::from_str(changes).unwrap_or_default();
    let total = i64::try_from(changes.len()).unwrap_or(i64::MAX);
    (state_of(&changes), total, count(&changes, ChangeState::Open))
}
