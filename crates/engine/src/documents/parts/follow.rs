//! What is said of a text that becomes two, or a part of another one: findings and open proposals go with their words.
//! Where these stand is read before the transaction, since looking for them in a long text takes a while.

use std::{collections::HashMap, ops::Range};

use domain::{
    Error, Result,
    documents::Document,
    events::EventKind,
    findings::{
        Finding, FoundBy, Source,
        by_editor::COMMENTS_MAX,
        moved::Known,
        view::{Current, FindingItem},
    },
    ids,
    lore::Quoted,
    proposals::{OPEN_MAX, WholeProposal, moved::PlacedChange, text::IndexedText},
};
use store::{Tx, findings, projects::ProjectAccess, proposals};

use crate::{change::Change, proposals::publish};

/// Text that is read to find the open changes of a document's proposals, at most, in bytes: the length of the text
/// times their number. Changes beyond are looked for when they are accepted.
const PLACED_BYTES_MAX: usize = 2 * 1024 * 1024 * 1024;

/// What is said of a document, as it is stored.
pub(super) struct Said {
    findings: Vec<Finding>,
    proposals: Vec<WholeProposal>,
}

/// What is said of a document, with where its words will stand.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    /// Of findings, by their ids: their words now, and the number of the text with their words there.
    findings: HashMap<String, (Quoted, (usize, Quoted))>,
    /// Of proposals, by their ids, with their versions.
    proposals: HashMap<String, (i64, Vec<PlacedChange>)>,
}

/// A text, and what it becomes.
pub(super) struct Becoming<'t, P, R> {
    /// The text.
    pub(super) text: &'t str,
    /// The version of its document.
    pub(super) version: i64,
    /// The texts that it becomes.
    pub(super) into: &'t [&'t str],
    /// Where words of it stand in them.
    pub(super) locate: P,
    /// Words of it as they are written there.
    pub(super) rename: R,
}

impl Said {
    pub(super) fn of(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Self> {
        Ok(Self {
            findings: findings::of_document(tx, project, id)?,
            proposals: proposals::open_of_document(tx, project, id)?,
        })
    }

    /// Looks where the words will stand.
    pub(super) fn locate<P, R>(self, becoming: &Becoming<'_, P, R>) -> Placed
    where
        P: Fn(&Range<usize>) -> Option<(usize, Range<usize>)>,
        R: Fn(&str) -> String,
    {
        let text = IndexedText::new(becoming.text);
        let into: Vec<IndexedText<'_>> =
            becoming.into.iter().map(|it| IndexedText::new(it)).collect();
        let finding = |finding: Finding| {
            let range = finding.follows(becoming.version).then(|| finding.find(&text))??;
            let (number, stands) = (becoming.locate)(&range)?;
            let there = &into[number];
            let quote = there.text().get(stands.clone()).filter(|it| !it.trim().is_empty())?;
            let quoted = Quoted {
                quote: quote.to_owned(),
                start: there.character(stands.start),
                end: there.character(stands.end),
            };
            Some((finding.id, (finding.quoted?, (number, quoted))))
        };
        let mut left = PLACED_BYTES_MAX;
        let mut proposal = |whole: WholeProposal| {
            let cost = becoming.text.len().saturating_mul(whole.changes.len());
            let placed = match left.checked_sub(cost) {
                Some(rest) => {
                    left = rest;
                    let read = (&text, becoming.version);
                    whole.locate(read, &into, &becoming.locate, &becoming.rename)
                }
                None => Vec::new(),
            };
            (whole.proposal.id, (whole.proposal.version, placed))
        };
        Placed {
            findings: self.findings.into_iter().filter_map(finding).collect(),
            proposals: self.proposals.into_iter().map(&mut proposal).collect(),
        }
    }
}

impl Placed {
    /// Where the words of a finding will stand, if they still are those that were read.
    fn of(&self, finding: &Finding) -> Option<&(usize, Quoted)> {
        let (before, placed) = self.findings.get(&finding.id)?;
        (finding.quoted.as_ref() == Some(before)).then_some(placed)
    }

    /// Moves the findings of a document whose words stand in the second of two texts to the document of that one.
    pub(super) fn split_findings(
        &self,
        change: &mut Change<'_, '_>,
        project: &ProjectAccess,
        (first, second): (&Document, &Document),
    ) -> Result<()> {
        let (mut kept, mut moved) = (Known::new(), Known::new());
        let all = findings::of_document_for_update(change.tx, project, &first.id)?;
        let (going, staying): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|it| self.of(it).is_some_and(|(number, _)| *number == 1));
        kept.extend(staying.iter().map(Finding::known_by));
        let mut changed = Vec::new();
        for mut finding in going {
            let Some((_, quoted)) = self.of(&finding) else { continue };
            finding.stand(source(second), Some(quoted.clone()), change.now);
            if finding.join(&mut moved) {
                findings::relocate(change.tx, project, &finding)?;
                changed.push((finding, second));
            }
        }
        for mut finding in staying {
            // What goes over the cut is about its words before it; a check finds its own again.
            let Some((_, quoted)) = self.of(&finding).filter(|(_, it)| {
                finding.check.check().is_none()
                    && finding.quoted.as_ref().is_some_and(|now| now.quote != it.quote)
            }) else {
                continue;
            };
            kept.remove(&finding.known_by());
            finding.stand(source(first), Some(quoted.clone()), change.now);
            if finding.join(&mut kept) {
                findings::relocate(change.tx, project, &finding)?;
                changed.push((finding, first));
            }
        }
        publish_findings(change, project, changed)
    }

    /// Copies the findings of a document to the one that took in its text. What is known there already is not copied.
    ///
    /// # Errors
    /// A conflict when that has too many comments of editors then.
    pub(super) fn merge_findings(
        &self,
        change: &mut Change<'_, '_>,
        project: &ProjectAccess,
        (from, to): (&Document, &Document),
    ) -> Result<()> {
        let there = findings::of_document(change.tx, project, &to.id)?;
        let mut known: Known = there.iter().map(Finding::known_by).collect();
        let mut new = Vec::new();
        for finding in findings::of_document(change.tx, project, &from.id)? {
            let quoted = self.of(&finding).map(|(_, quoted)| quoted.clone());
            // A comment on nothing in particular is one on what both have become.
            let is_general = finding.check == FoundBy::Editor && finding.quoted.is_none();
            if quoted.is_none() && !is_general {
                continue;
            }
            let mut copy = Finding { id: ids::new(change.now), version: 0, ..finding };
            copy.stand(source(to), quoted, change.now);
            if copy.join(&mut known) {
                new.push(copy);
            }
        }
        if known.iter().filter(|(check, _)| *check == FoundBy::Editor).count() > COMMENTS_MAX {
            return Err(Error::Conflict(format!(
                "A document has at most {COMMENTS_MAX} comments of editors, and both together have more"
            )));
        }
        let new = findings::insert(change.tx, project, new)?;
        publish_findings(change, project, new.into_iter().map(|it| (it, to)).collect())
    }

    /// Has the open proposals to a document found where their words stand now: those of the text with the number 0 in
    /// it as it is now, those of the second in its own document.
    ///
    /// # Errors
    /// A conflict when they were changed since they were read, or would be too many.
    pub(super) fn split_proposals(
        &self,
        change: &mut Change<'_, '_>,
        project: &ProjectAccess,
        (first, second): (&Document, &Document),
    ) -> Result<()> {
        self.move_proposals(change, project, first, |whole, placed, id, now| {
            let staying = placed.iter().filter(|it| it.text == 0);
            let going: Vec<usize> =
                placed.iter().filter(|it| it.text == 1).map(|it| it.change).collect();
            whole.stay(staying, first.version, now);
            let to = (second.id.as_str(), second.version);
            if going.is_empty() {
                None
            } else {
                whole.go(&going, placed, to, str::to_owned, (id, now))
            }
        })
    }

    /// Makes the open changes of the words of a document changes of the one that took in its text.
    ///
    /// # Errors
    /// As [`Self::split_proposals`].
    pub(super) fn merge_proposals(
        &self,
        change: &mut Change<'_, '_>,
        project: &ProjectAccess,
        (from, to): (&Document, &Document),
        rename: impl Fn(&str) -> String,
    ) -> Result<()> {
        self.move_proposals(change, project, from, |whole, placed, id, now| {
            let going = whole.open_words();
            let to = (to.id.as_str(), to.version);
            if going.is_empty() { None } else { whole.go(&going, placed, to, &rename, (id, now)) }
        })
    }

    /// Has the open proposals to a document found in its text, which is longer now.
    ///
    /// # Errors
    /// As [`Self::split_proposals`].
    pub(super) fn keep_proposals(
        &self,
        change: &mut Change<'_, '_>,
        project: &ProjectAccess,
        document: &Document,
    ) -> Result<()> {
        self.move_proposals(change, project, document, |whole, placed, _, now| {
            whole.stay(placed.iter(), document.version, now);
            None
        })
    }

    fn move_proposals(
        &self,
        change: &mut Change<'_, '_>,
        project: &ProjectAccess,
        document: &Document,
        step: impl Fn(
            &mut WholeProposal,
            &[PlacedChange],
            String,
            domain::Time,
        ) -> Option<WholeProposal>,
    ) -> Result<()> {
        let mut is_divided = false;
        for mut whole in proposals::open_of_document(change.tx, project, &document.id)? {
            let before = whole.proposal.version;
            let read = self.proposals.get(&whole.proposal.id);
            let Some((_, placed)) = read.filter(|(version, _)| *version == before) else {
                return Err(Error::Conflict(format!(
                    "The proposals to “{}” were changed at the same moment",
                    document.title
                )));
            };
            let other = step(&mut whole, placed, ids::new(change.now), change.now);
            if whole.proposal.version == before {
                continue;
            }
            proposals::save(change.tx, project, &whole, before)?;
            publish(change, project, &whole.proposal)?;
            if let Some(other) = other {
                is_divided = true;
                proposals::create(change.tx, project, &other)?;
                publish(change, project, &other.proposal)?;
            }
        }
        if is_divided && proposals::open(change.tx, project)? > OPEN_MAX {
            return Err(Error::Conflict(format!(
                "A proposal would become two, and the project has at most {OPEN_MAX} open ones: decide some of them first"
            )));
        }
        Ok(())
    }
}

fn source(document: &Document) -> Source {
    Source { document_id: document.id.clone(), version: document.version }
}

fn publish_findings(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    found: Vec<(Finding, &Document)>,
) -> Result<()> {
    for (finding, document) in found {
        let current = Current { title: document.title.clone(), version: document.version };
        let item = FindingItem::of(finding, Some(current));
        change.publish_to((Some(project), &change.principal.user), EventKind::Finding, &item)?;
    }
    Ok(())
}
