//! Requests about proposals.

use super::{CHANGES_MAX, REASON_CHARS_MAX, State, TargetKind};
use crate::{json::Json, lengths::LINE_CHARS_MAX, model::AbsentOr, page::Cursor};

/// The longest name of an agent, id of a record, or name of a field, in characters.
const NAME_CHARS_MAX: usize = 200;

crate::model! {
    /// What a proposal would change.
    pub struct ProposalTarget as "ProposalTarget" {
        /// The kind of record.
        kind: TargetKind,
        /// The record; null for a new one.
        id: Option<String> where { max_length: NAME_CHARS_MAX },
        /// The timeline of an event, the language of a grammar rule or word. It can be left out where
        /// `id` is that of a rule or word.
        parent_id: Option<String> where { max_length: NAME_CHARS_MAX },
    }
}

crate::model! {
    /// One change of a new proposal: words of a document's text, or a field of a record.
    pub struct ChangeCreate as "ProposalChangeCreate" {
        /// The field. The text of a document is `content`.
        field: String where { min_length: 1, max_length: NAME_CHARS_MAX } = "content".to_owned(),
        /// The first character of the words in the Markdown of the base version; without it, `before`
        /// must stand there one time.
        start: Option<i64> where { ge: 0.0 },
        /// The character after the last one; equal to `start` for an insertion.
        end: Option<i64> where { ge: 0.0 },
        /// What stands there before the change; read from the record when absent.
        before: AbsentOr<Json>,
        /// What would stand there after it.
        after: Json,
        /// Why.
        reason: String where { max_length: REASON_CHARS_MAX } = String::new(),
    }
}

crate::model! {
    /// A new proposal.
    pub struct ProposalCreate as "ProposalCreateRequest" {
        /// What it would change.
        target: ProposalTarget,
        /// The version of the record that was read, as in its ETag; the present one when absent.
        base_version: Option<i64> where { ge: 1.0 },
        /// The agent that proposes it; none where a person does.
        agent: Option<String> where { max_length: NAME_CHARS_MAX },
        /// The message it came from.
        message_id: Option<String> where { max_length: NAME_CHARS_MAX },
        /// The swarm it came from.
        swarm_id: Option<String> where { max_length: NAME_CHARS_MAX },
        /// The sub-task it came from.
        subtask_id: Option<String> where { max_length: NAME_CHARS_MAX },
        /// What it is about, in a line.
        summary: String where { min_length: 1, max_length: LINE_CHARS_MAX },
        /// The changes, at least one.
        changes: Vec<ChangeCreate> where { max_length: CHANGES_MAX },
        /// What was read to make it: any JSON, which is stored as it is.
        receipt: Option<Json>,
    }
}

crate::model! {
    /// The acceptance of a proposal.
    pub struct ProposalAccept as "ProposalAcceptRequest" {
        /// The ids of the changes to accept; all open ones when absent.
        changes: Option<Vec<String>> where { max_length: CHANGES_MAX },
    }
}

crate::model! {
    /// The rejection of a proposal.
    pub struct ProposalReject as "ProposalRejectRequest" {
        /// The ids of the changes to reject; all open ones when absent.
        changes: Option<Vec<String>> where { max_length: CHANGES_MAX },
        /// Why.
        reason: Option<String> where { max_length: REASON_CHARS_MAX },
    }
}

crate::model! {
    /// Which proposals to list.
    pub struct ProposalQuery as "ProposalQuery" paged by Cursor {
        /// Only those in this state.
        state: Option<State>,
        /// Only those about records of this kind.
        target_kind: Option<TargetKind>,
        /// Only those about this record.
        target_id: Option<String>,
        /// Only those of this agent.
        agent: Option<String>,
    }
}

impl ProposalCreate {
    /// What of this `earlier` proposals do not have already, whatever their reasons: the other changes of
    /// the record, or all of a new record that is another one; none where nothing is left.
    pub fn beyond(mut self, earlier: &[Self]) -> Option<Self> {
        for known in earlier.iter().filter(|known| known.target == self.target) {
            let is_known =
                |change: &ChangeCreate| known.changes.iter().any(|it| it.is_same(change));
            if self.target.id.is_some() {
                self.changes.retain(|change| !is_known(change));
            } else if self.changes.iter().all(is_known) {
                self.changes.clear();
            }
        }
        (!self.changes.is_empty()).then_some(self)
    }
}

impl ChangeCreate {
    /// Whether both change the same words or field into the same.
    fn is_same(&self, other: &Self) -> bool {
        (&self.field, &self.before, &self.after) == (&other.field, &other.before, &other.after)
    }
}
