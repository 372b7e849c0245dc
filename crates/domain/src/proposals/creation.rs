//! How a proposal is made: its changes are compared with what was read, so that none rests on words or
//! values that were not there.

use std::ops::Range;

use super::{
    CONTENT, ChangeState, Proposal, ProposedChange, RECEIPT_BYTES_MAX, Span, State, Target,
    TargetKind, WholeProposal,
    anchors::{Anchor, NotFound, find, is_searchable},
    expiry,
    records::{FieldValues, RecordCreate, RecordUpdate, of_changes},
    requests::{ChangeCreate, ProposalCreate},
    text::IndexedText,
};
use crate::{
    Error, Result,
    field_error::{FieldError, FieldPath, PathSegment},
    json::{self, Json, JsonText, Object},
    time::Time,
};

/// The record that a proposal would change, as it was read.
#[derive(Debug, Clone)]
pub struct Base {
    /// The version that was read.
    pub version: i64,
    /// The record as the wire shows it now.
    pub record: Object,
    /// The text of a document in that version.
    pub text: Option<String>,
}

/// Whose proposal it is.
#[derive(Debug, Clone)]
pub struct Author {
    /// The agent, as the registry calls it.
    pub agent: Option<String>,
    /// The user who sent it, or for whom the agent works.
    pub account: String,
}

impl WholeProposal {
    /// A new proposal for a project about `target`; `base` is the record it would change, none for a new
    /// one.
    ///
    /// # Errors
    /// Invalid for changes that the record's own routes would not take; a conflict where something else
    /// stands than a change says; too large for a receipt beyond [`RECEIPT_BYTES_MAX`].
    pub fn create(
        (id, project_id): (String, &str),
        target: Target,
        create: &ProposalCreate,
        base: Option<&Base>,
        author: Author,
        now: Time,
    ) -> Result<Self> {
        let changes = changes(project_id, target.kind, create, base)?;
        let total = i64::try_from(changes.len()).unwrap_or(i64::MAX);
        let proposal = Proposal {
            id,
            project_id: project_id.to_owned(),
            target,
            base_version: base.map(|base| base.version),
            agent: author.agent,
            account: author.account,
            message_id: create.message_id.clone(),
            swarm_id: create.swarm_id.clone(),
            subtask_id: create.subtask_id.clone(),
            summary: create.summary.clone(),
            state: State::Open,
            reason: None,
            changes_total: total,
            changes_open: total,
            created_at: now,
            modified_at: now,
            expires_at: expiry(now),
            decided_by: None,
            decided_at: None,
            version: 1,
        };
        Ok(Self { proposal, changes, receipt: receipt(create.receipt.as_ref())? })
    }
}

/// The receipt as it is stored.
fn receipt(receipt: Option<&Json>) -> Result<Option<JsonText>> {
    let Some(receipt) = receipt.filter(|receipt| **receipt != Json::Null) else { return Ok(None) };
    let text = json::text(receipt).map_err(|flaw| Error::internal("storing a receipt", flaw))?;
    if text.len() > RECEIPT_BYTES_MAX {
        return Err(Error::TooLarge(format!(
            "The receipt is larger than {} KiB",
            RECEIPT_BYTES_MAX / 1024
        )));
    }
    Ok(Some(JsonText(text)))
}

fn changes(
    project_id: &str,
    kind: TargetKind,
    create: &ProposalCreate,
    base: Option<&Base>,
) -> Result<Vec<ProposedChange>> {
    if create.changes.is_empty() {
        return Err(Error::Invalid(vec![FieldError::refused(
            FieldPath(vec![key("body"), key("changes")]),
            "a proposal has at least one change",
            Json::Array(Vec::new()),
        )]));
    }
    let text = base.and_then(|base| base.text.as_deref()).map(IndexedText::new);
    if !is_searchable(text.as_ref().map_or("", IndexedText::text), create.changes.len()) {
        return Err(Error::TooLarge(TOO_LONG.to_owned()));
    }
    let mut changes = Vec::with_capacity(create.changes.len());
    let (mut spans, mut values) = (Vec::new(), FieldValues::new());
    for (at, change) in create.changes.iter().enumerate() {
        let proposed = match (&text, base) {
            (Some(text), Some(base)) if change.field == CONTENT => {
                let (proposed, range) = of_words(at, change, text, base.version)?;
                spans.push((range, at));
                proposed
            }
            _ => {
                if values.iter().any(|(field, _)| *field == change.field) {
                    return Err(refused(at, "field", "another change has this field", change));
                }
                values.push((change.field.clone(), change.after.clone()));
                of_field(at, kind, change, base.map(|base| &base.record))?
            }
        };
        changes.push(proposed);
    }
    check_apart(&mut spans, create)?;
    let names: Vec<&str> = create.changes.iter().map(|change| change.field.as_str()).collect();
    let checked = match base {
        Some(_) => RecordUpdate::read(kind, values).map(drop),
        None => RecordCreate::read(kind, project_id, values).map(drop),
    };
    checked.map_err(|error| of_changes(error, &names))?;
    Ok(changes)
}

/// The answer to more changes of a long text than can be found in it in a bearable time.
pub(super) const TOO_LONG: &str =
    "The text is too long for so many changes: name fewer of them at a time";

/// A change of a document's words, and where they stand in bytes.
fn of_words(
    at: usize,
    change: &ChangeCreate,
    text: &IndexedText<'_>,
    version: i64,
) -> Result<(ProposedChange, Range<usize>)> {
    let Json::Text(after) = &change.after else {
        return Err(refused(at, "after", "words are a text", change));
    };
    let before = match &change.before.0 {
        None | Some(Json::Null) => None,
        Some(Json::Text(before)) => Some(before.as_str()),
        Some(_) => return Err(refused(at, "before", "words are a text", change)),
    };
    let range = match (change.start, change.end, before) {
        (Some(start), Some(end), _) => (text.byte(start).zip(text.byte(end)))
            .filter(|(start, end)| start <= end)
            .map(|(start, end)| start..end)
            .ok_or_else(|| conflict(at, version, "the text has no such positions"))?,
        (None, None, Some(words)) if !words.is_empty() => {
            let start = find(text.text(), words).map_err(|missing| {
                conflict(at, version, match missing {
                    NotFound::Gone => "the words of `before` do not stand in the text",
                    NotFound::Ambiguous | NotFound::TooLong => {
                        "the words of `before` stand in the text several times; `start` and `end` say \
                         where they are meant"
                    }
                })
            })?;
            start..start + words.len()
        }
        _ => {
            let reason = "a change of a text has `start` and `end`, or the words `before` it";
            return Err(refused(at, "start", reason, change));
        }
    };
    let words = &text.text()[range.clone()];
    if before.is_some_and(|before| before != words) {
        return Err(conflict(at, version, "other words stand from `start` to `end`"));
    }
    if words == after {
        return Err(refused(at, "after", "it changes nothing", change));
    }
    let anchor = Anchor::of(text, version, &range);
    let (before, after) = (Json::Text(words.to_owned()), change.after.clone());
    let span = Span { start: anchor.start, end: anchor.end, anchor };
    Ok((proposed(at, change, Some(span), before, after), range))
}

/// A change of a field.
fn of_field(
    at: usize,
    kind: TargetKind,
    change: &ChangeCreate,
    record: Option<&Object>,
) -> Result<ProposedChange> {
    let field = change.field.as_str();
    let is_known = match record {
        Some(_) => RecordUpdate::fields(kind).iter().any(|name| name.as_str() == field),
        None => RecordCreate::fields(kind).any(|name| name.as_str() == field),
    };
    if !is_known {
        return Err(refused(at, "field", "this kind of record has no such field", change));
    }
    if change.start.is_some() || change.end.is_some() {
        return Err(refused(at, "start", "only words of a document have positions", change));
    }
    let before = record.and_then(|record| record.get(field)).unwrap_or(&Json::Null);
    if change.before.0.as_ref().is_some_and(|said| said != before) {
        return Err(Error::Conflict(format!(
            "Change {}: the field {field} has another value than `before`",
            at + 1
        )));
    }
    if record.is_some() && *before == change.after {
        return Err(refused(at, "after", "it changes nothing", change));
    }
    Ok(proposed(at, change, None, before.clone(), change.after.clone()))
}

fn proposed(
    at: usize,
    change: &ChangeCreate,
    span: Option<Span>,
    before: Json,
    after: Json,
) -> ProposedChange {
    ProposedChange {
        id: (at + 1).to_string(),
        field: change.field.clone(),
        span,
        before,
        after,
        reason: change.reason.clone(),
        state: ChangeState::Open,
        accepted_version: None,
    }
}

/// That no two changes have a word in common, and no two insert something at one position: nobody could
/// say in which order.
fn check_apart(spans: &mut [(Range<usize>, usize)], create: &ProposalCreate) -> Result<()> {
    spans.sort_by_key(|(range, at)| (range.start, range.end, *at));
    for pair in spans.windows(2) {
        let [(one, _), (next, at)] = pair else { continue };
        if overlap(one, next) {
            let reason = "it overlaps another change";
            return Err(refused(*at, "start", reason, &create.changes[*at]));
        }
    }
    Ok(())
}

/// Whether two ranges, the first of which does not begin later, have something in common or are the same
/// position.
pub(super) fn overlap(one: &Range<usize>, next: &Range<usize>) -> bool {
    next.start < one.end || next == one
}

fn key(name: &str) -> PathSegment {
    PathSegment::Key(name.to_owned())
}

/// A member of a change that is not as it must be.
fn refused(at: usize, member: &str, reason: &str, change: &ChangeCreate) -> Error {
    let input = match member {
        "field" => Json::Text(change.field.clone()),
        "after" => change.after.clone(),
        "before" => change.before.0.clone().unwrap_or(Json::Null),
        _ => change.start.map_or(Json::Null, Json::Int),
    };
    let path = FieldPath(vec![key("body"), key("changes"), PathSegment::Index(at), key(member)]);
    Error::Invalid(vec![FieldError::refused(path, reason, input)])
}

fn conflict(at: usize, version: i64, reason: &str) -> Error {
    Error::Conflict(format!("Change {} in version {version}: {reason}", at + 1))
}
