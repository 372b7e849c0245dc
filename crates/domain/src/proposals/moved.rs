//! Open proposals of a text that becomes two, or a part of another one: they go with their words. An anchor is only
//! good in the text that it was made of, so each change gets a new one.

use std::ops::Range;

use super::{ChangeState, ProposedChange, WholeProposal, anchors::Anchor, text::IndexedText};
use crate::{json::Json, time::Time};

/// The version of an anchor whose words were not found: no document has it, so they are looked for.
const NO_VERSION: i64 = 0;

/// Where the words of a change stand in one of the texts that the text of its document was made into.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedChange {
    /// The position of the change in its proposal.
    pub change: usize,
    /// The number of the text.
    pub text: usize,
    /// The words that stand there.
    before: String,
    /// Where they stand; the version is still to be said.
    anchor: Anchor,
}

impl WholeProposal {
    /// Where the words of the open changes stand in the texts that the text of this version was made into. `locate` says
    /// where words of it stand there, and `rename` what these are called. Changes whose words are not certain are
    /// left out.
    pub fn locate(
        &self,
        (text, version): (&IndexedText<'_>, i64),
        into: &[IndexedText<'_>],
        locate: impl Fn(&Range<usize>) -> Option<(usize, Range<usize>)>,
        rename: impl Fn(&str) -> String,
    ) -> Vec<PlacedChange> {
        let open = self.changes.iter().enumerate().filter(|(_, it)| it.state == ChangeState::Open);
        open.filter_map(|(change, it)| {
            let range = it.find(text, version)?.ok()?;
            let (number, stands) = locate(&range)?;
            let words = into[number].text().get(stands.clone())?;
            let (_, before, _) = it.words()?;
            (words == rename(before)).then(|| PlacedChange {
                change,
                text: number,
                before: words.to_owned(),
                anchor: Anchor::of(&into[number], NO_VERSION, &stands),
            })
        })
        .collect()
    }

    /// Has open changes found in a later version of their document.
    pub fn stay<'p>(
        &mut self,
        placed: impl Iterator<Item = &'p PlacedChange>,
        version: i64,
        now: Time,
    ) {
        let mut is_other = false;
        for it in placed {
            if let Some(span) = &mut self.changes[it.change].span {
                span.anchor = Anchor { version, ..it.anchor.clone() };
                is_other = true;
            }
        }
        if is_other {
            self.settle(now);
        }
    }

    /// The positions of the open changes of words.
    pub fn open_words(&self) -> Vec<usize> {
        let open = |(at, it): (usize, &ProposedChange)| {
            (it.state == ChangeState::Open && it.words().is_some()).then_some(at)
        };
        self.changes.iter().enumerate().filter_map(open).collect()
    }

    /// Makes open changes those of another document in this version, in which `placed` ones stand; others are looked
    /// for when they are accepted. A proposal all of whose changes go is one to that document; of another one they
    /// become a proposal of their own, with this id.
    pub fn go(
        &mut self,
        going: &[usize],
        placed: &[PlacedChange],
        (document_id, version): (&str, i64),
        rename: impl Fn(&str) -> String,
        (id, now): (String, Time),
    ) -> Option<Self> {
        for at in going {
            let change = &mut self.changes[*at];
            let Some(span) = &mut change.span else { continue };
            let Some(it) = placed.iter().find(|it| it.change == *at) else {
                span.anchor.version = NO_VERSION;
                continue;
            };
            span.anchor = Anchor { version, ..it.anchor.clone() };
            (span.start, span.end) = (it.anchor.start, it.anchor.end);
            change.before = Json::Text(it.before.clone());
            if let Json::Text(after) = &change.after {
                change.after = Json::Text(rename(after));
            }
        }
        let mut target = self.proposal.target.clone();
        target.id = Some(document_id.to_owned());
        if going.len() == self.changes.len() {
            self.proposal.target = target;
            self.proposal.base_version = Some(version);
            self.settle(now);
            return None;
        }
        let mut gone = self.clone();
        gone.changes = going.iter().map(|at| self.changes[*at].clone()).collect();
        gone.proposal.id = id;
        gone.proposal.target = target;
        gone.proposal.base_version = Some(version);
        gone.proposal.reason = None;
        gone.proposal.decided_by = None;
        gone.proposal.version = 0;
        gone.proposal.changes_total = i64::try_from(going.len()).unwrap_or(i64::MAX);
        gone.settle(now);
        let mut at = 0;
        self.changes.retain(|_| {
            at += 1;
            !going.contains(&(at - 1))
        });
        self.proposal.changes_total = i64::try_from(self.changes.len()).unwrap_or(i64::MAX);
        self.settle(now);
        Some(gone)
    }
}
