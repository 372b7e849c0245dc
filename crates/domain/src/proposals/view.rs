//! The view of a proposal: in a list its head, alone also its changes, each with where its words stand
//! now, for a view side by side.

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    ChangeState, Proposal, ProposedChange, State, WholeProposal,
    acceptance::VALUE_CHANGED,
    anchors::{NotFound, is_searchable},
    creation::Base,
    requests::ProposalTarget,
    text::IndexedText,
};
use crate::{
    json::{Json, JsonText},
    time::Time,
};

/// A proposal.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Proposal")]
pub struct ProposalItem {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// What it would change; for a new record, the record once it was accepted.
    pub target: TargetItem,
    /// The version of the target that was read; null for a new record.
    pub base_version: Option<i64>,
    /// The agent that proposes it; null where a person does.
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
    /// What became of it.
    pub state: State,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// How many changes it has.
    pub changes_total: i64,
    /// How many of them are still to be decided.
    pub changes_open: i64,
    /// The present version of the target; absent in lists and events, and where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub current_version: Option<i64>,
    /// Its changes; absent in lists and events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<ChangeItem>")]
    pub changes: Option<Vec<ChangeItem>>,
    /// What was read to make it; absent in lists and events, and where nothing was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Value")]
    pub receipt: Option<JsonText>,
    /// When it was made, ISO 8601.
    pub created_at: Time,
    /// When it was last changed, ISO 8601.
    pub modified_at: Time,
    /// Until when it can be decided, ISO 8601.
    pub expires_at: Time,
    /// Who decided the last of its changes; null where time did.
    pub decided_by: Option<String>,
    /// When no change was open any more, ISO 8601.
    pub decided_at: Option<Time>,
}

/// What a proposal would change.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProposalTargetItem")]
pub struct TargetItem {
    /// The kind of record.
    pub kind: super::TargetKind,
    /// The record; null while it would be a new one.
    pub id: Option<String>,
    /// The timeline of an event, the language of a grammar rule or word.
    pub parent_id: Option<String>,
}

/// One change of a proposal.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProposalChange")]
pub struct ChangeItem {
    /// Its identifier within the proposal.
    pub id: String,
    /// The field that changes.
    pub field: String,
    /// The first character of the words in the base version; null for a field that is no text of a
    /// document.
    pub start: Option<i64>,
    /// The character after the last one.
    pub end: Option<i64>,
    /// What stands there before.
    #[schemars(with = "serde_json::Value")]
    pub before: Json,
    /// What would stand there after.
    #[schemars(with = "serde_json::Value")]
    pub after: Json,
    /// Why.
    pub reason: String,
    /// What became of it.
    pub state: ChangeState,
    /// The version of the record that its acceptance made.
    pub accepted_version: Option<i64>,
    /// The text before the words, by which they are found in a later version.
    pub context_before: Option<String>,
    /// The text after the words.
    pub context_after: Option<String>,
    /// Where the words of an open change stand in the present text.
    pub position: Option<TextPosition>,
    /// Why an open change cannot be accepted now; null when it can.
    pub problem: Option<String>,
}

/// Where words stand in the present text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProposalTextPosition")]
pub struct TextPosition {
    /// The first character in the Markdown.
    pub start: i64,
    /// The character after the last one.
    pub end: i64,
}

impl ProposalItem {
    /// What lists and events show of a proposal.
    pub fn of(proposal: Proposal) -> Self {
        let target = proposal.target;
        Self {
            id: proposal.id,
            project_id: proposal.project_id,
            target: TargetItem { kind: target.kind, id: target.id, parent_id: target.parent_id },
            base_version: proposal.base_version,
            agent: proposal.agent,
            account: proposal.account,
            message_id: proposal.message_id,
            swarm_id: proposal.swarm_id,
            subtask_id: proposal.subtask_id,
            summary: proposal.summary,
            state: proposal.state,
            reason: proposal.reason,
            changes_total: proposal.changes_total,
            changes_open: proposal.changes_open,
            current_version: None,
            changes: None,
            receipt: None,
            created_at: proposal.created_at,
            modified_at: proposal.modified_at,
            expires_at: proposal.expires_at,
            decided_by: proposal.decided_by,
            decided_at: proposal.decided_at,
        }
    }

    /// All of a proposal, whose target is now as `current` says; none for a new record.
    pub fn whole(whole: WholeProposal, current: Option<&Base>) -> Self {
        let text = current.and_then(|current| current.text.as_deref()).map(IndexedText::new);
        let open = usize::try_from(whole.proposal.changes_open).unwrap_or(usize::MAX);
        let is_short = text.as_ref().is_none_or(|text| is_searchable(text.text(), open));
        let item = |change| ChangeItem::of(change, current, text.as_ref(), is_short);
        let changes = whole.changes.into_iter().map(item).collect();
        Self {
            current_version: current.map(|current| current.version),
            changes: Some(changes),
            receipt: whole.receipt,
            ..Self::of(whole.proposal)
        }
    }
}

impl ChangeItem {
    /// A change whose target is now as `current` says; its words are looked for in a text that is short
    /// enough for that.
    fn of(
        change: ProposedChange,
        current: Option<&Base>,
        text: Option<&IndexedText<'_>>,
        is_short: bool,
    ) -> Self {
        let (mut position, mut problem) = (None, None);
        if let (ChangeState::Open, Some(current)) = (change.state, current) {
            let find = |text| {
                let too_long = || change.span.is_some().then_some(Err(NotFound::TooLong));
                if is_short { change.find(text, current.version) } else { too_long() }
            };
            match text.and_then(|text| Some((text, find(text)?))) {
                Some((text, Ok(range))) => {
                    let (start, end) = (text.character(range.start), text.character(range.end));
                    position = Some(TextPosition { start, end });
                }
                Some((_, Err(missing))) => problem = Some(missing.reason()),
                None if !change.is_current(&current.record) => problem = Some(VALUE_CHANGED),
                None => {}
            }
        }
        let span = change.span;
        Self {
            id: change.id,
            field: change.field,
            start: span.as_ref().map(|span| span.start),
            end: span.as_ref().map(|span| span.end),
            before: change.before,
            after: change.after,
            reason: change.reason,
            state: change.state,
            accepted_version: change.accepted_version,
            context_before: span.as_ref().map(|span| span.anchor.context_before.clone()),
            context_after: span.map(|span| span.anchor.context_after),
            position,
            problem: problem.map(str::to_owned),
        }
    }
}

impl From<ProposalTarget> for super::Target {
    fn from(target: ProposalTarget) -> Self {
        Self { kind: target.kind, id: target.id, parent_id: target.parent_id }
    }
}
