//! What checks find is kept and told in one transaction: whoever reads a text for somebody calls
//! this in the transaction that ends the reading, so that a reading that is lost leaves nothing.

use std::collections::HashSet;

use domain::{
    Result, Time,
    documents::book::Book,
    events::{Kind, NewEvent},
    findings::{Finding, FindingItem, Origin, Reading},
};
use store::{Tx, events, findings, projects::ProjectAccess};

/// Keeps what a check read in a document, or in the project, and tells of each finding that is new
/// or another one now; those findings. Ring the bell of the events after the commit.
pub fn record(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    origin: &Origin,
    reading: &Reading,
    now: Time,
) -> Result<Vec<Finding>> {
    let changed = findings::add(tx, project, origin, reading, now)?;
    changed
        .into_iter()
        .map(|(finding, current)| {
            let item = FindingItem::of(finding.clone(), current);
            let heard_by = (Some(project.id()), origin.account.as_str());
            events::add(tx, &NewEvent::to(Kind::Finding, heard_by, &item, now)?)?;
            Ok(finding)
        })
        .collect()
}

/// Findings of a project that are looked at together, the weightiest.
const FINDINGS_MAX: i64 = 10_000;

/// What is still to be dealt with in a manuscript and in the lore, the weightiest first, each with the
/// title of its document. Notes and references are checked where somebody asks for it, and are no
/// part of what is published.
pub(crate) fn pending(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    book: &Book,
) -> Result<Vec<(Finding, Option<String>)>> {
    let placed: HashSet<&str> = book.placed.iter().map(|it| it.document.id.as_str()).collect();
    let is_of_book = |finding: &Finding| {
        finding.source.as_ref().is_none_or(|source| placed.contains(source.document_id.as_str()))
    };
    let all = findings::all(tx, project, FINDINGS_MAX)?.into_iter();
    Ok(all
        .filter(|(finding, _)| finding.state.is_pending() && is_of_book(finding))
        .map(|(finding, current)| (finding, current.map(|it| it.title)))
        .collect())
}

/// What a finding says, behind the title of its document.
pub(crate) fn told((finding, title): &(Finding, Option<String>)) -> String {
    match title {
        Some(title) => format!("{}: {}", title.trim(), finding.message),
        None => finding.message.clone(),
    }
}
