//! What an acceptance makes of the target: a new text, in which nothing differs but the words of the
//! accepted changes, and new values of fields. Whatever is not certain is a conflict, and then nothing
//! is accepted.

use std::ops::Range;

use super::{
    ChangeState, ProposedChange, WholeProposal,
    anchors::{Anchor, NotFound, is_searchable},
    creation::{TOO_LONG, overlap},
    records::FieldValues,
    text::IndexedText,
};
use crate::{
    Error, Result,
    json::{Json, Object},
};

/// The text that an acceptance makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revised {
    /// The text.
    pub text: String,
    /// Where the words of changes that stay open stand in it, in bytes, by the positions of the changes.
    open: Vec<(usize, Range<usize>)>,
}

impl ProposedChange {
    /// Where its words stand in a text of this version, in bytes; none for a change of a field.
    pub fn find(
        &self,
        text: &IndexedText<'_>,
        version: i64,
    ) -> Option<std::result::Result<Range<usize>, NotFound>> {
        let (span, before, _) = self.words()?;
        Some(span.anchor.find(before, text, version))
    }
}

impl WholeProposal {
    /// The text that these changes make of a document's text in this version; none where none of them
    /// is about its words.
    ///
    /// # Errors
    /// A conflict that names the first change whose words are not there any more, or stand there
    /// several times; too large when these are more changes than can be looked for in such a text.
    pub fn revise(&self, chosen: &[usize], text: &str, version: i64) -> Result<Option<Revised>> {
        if !is_searchable(text, chosen.len()) {
            return Err(Error::TooLarge(TOO_LONG.to_owned()));
        }
        let indexed = IndexedText::new(text);
        let is_short = is_searchable(text, self.changes.len());
        let (mut edits, mut others) = (Vec::new(), Vec::new());
        for (at, change) in self.changes.iter().enumerate() {
            let is_wanted = chosen.contains(&at) || is_short && change.state == ChangeState::Open;
            if !is_wanted {
                continue;
            }
            let Some(found) = change.find(&indexed, version) else { continue };
            if chosen.contains(&at) {
                edits.push((found.map_err(|missing| cannot(change, missing.reason()))?, at));
            } else if let Ok(range) = found {
                others.push((at, range));
            }
        }
        edits.sort_by_key(|(range, at)| (range.start, range.end, *at));
        for pair in edits.windows(2) {
            if let [(one, _), (next, at)] = pair
                && overlap(one, next)
            {
                return Err(cannot(&self.changes[*at], "another change is at its position now"));
            }
        }
        Ok((!edits.is_empty()).then(|| self.apply(text, &edits, others)))
    }

    /// The text with the words of these changes, which are in their order and apart.
    fn apply(
        &self,
        text: &str,
        edits: &[(Range<usize>, usize)],
        others: Vec<(usize, Range<usize>)>,
    ) -> Revised {
        let (mut revised, mut copied) = (String::with_capacity(text.len()), 0);
        // Where the new text goes on behind each edit.
        let mut behind: Vec<(&Range<usize>, usize)> = Vec::with_capacity(edits.len());
        for (range, at) in edits {
            revised.push_str(&text[copied..range.start]);
            revised.push_str(self.changes[*at].words().map_or("", |(_, _, after)| after));
            copied = range.end;
            behind.push((range, revised.len()));
        }
        revised.push_str(&text[copied..]);
        let moved = |range: &Range<usize>| {
            let before = behind.iter().take_while(|(edit, _)| {
                (edit.start, edit.end) < (range.start, range.end) && edit.end <= range.start
            });
            let shift = before.last().map_or((0, 0), |(edit, end)| (edit.end, *end));
            let start = shift.1 + (range.start - shift.0);
            start..start + range.len()
        };
        let is_apart = |range: &Range<usize>| {
            edits.iter().all(|(edit, _)| {
                let is_first = (edit.start, edit.end) <= (range.start, range.end);
                let (one, next) = if is_first { (edit, range) } else { (range, edit) };
                !overlap(one, next)
            })
        };
        let open = others.into_iter().filter(|(_, range)| is_apart(range));
        let open = open.map(|(at, range)| (at, moved(&range))).collect();
        Revised { text: revised, open }
    }

    /// The new values of the fields that these changes are about.
    ///
    /// # Errors
    /// A conflict that names the first change whose field has another value by now.
    pub fn values(&self, chosen: &[usize], record: &Object) -> Result<FieldValues> {
        let changes = chosen.iter().map(|at| &self.changes[*at]);
        let fields = changes.filter(|change| change.span.is_none());
        fields
            .map(|change| match change.is_current(record) {
                true => Ok((change.field.clone(), change.after.clone())),
                false => Err(cannot(change, VALUE_CHANGED)),
            })
            .collect()
    }

    /// Has the open changes found in the text that an acceptance has made.
    pub fn follow(&mut self, revised: &Revised, version: i64) {
        let text = IndexedText::new(&revised.text);
        for (at, range) in &revised.open {
            if let Some(span) = &mut self.changes[*at].span {
                span.anchor = Anchor::of(&text, version, range);
            }
        }
    }
}

/// Why a change of a field cannot be accepted any more.
pub(super) const VALUE_CHANGED: &str = "the field was changed in the meantime";

impl ProposedChange {
    /// Whether a field has the value that the change begins from.
    pub(super) fn is_current(&self, record: &Object) -> bool {
        *record.get(&self.field).unwrap_or(&Json::Null) == self.before
    }
}

fn cannot(change: &ProposedChange, reason: &str) -> Error {
    Error::Conflict(format!("Change {} cannot be accepted: {reason}", change.id))
}
