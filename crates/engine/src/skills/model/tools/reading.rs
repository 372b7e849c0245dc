//! The tools that read: passages, documents, lore, findings, timelines and promises of the project of a
//! request.

use domain::{
    OrNone as _, Result,
    agents::context::{ContextPart, SourceKind},
    documents::Document,
    lore::KnowledgeFilter,
    research::{Collection, QUERY_CHARS_MAX},
};
use store::{
    Tx, documents, lore,
    projects::{self, ProjectAccess},
    promises, timelines,
    timelines::chronicle,
};

use super::Arguments;
use crate::{
    Studio, findings, research,
    skills::{book, reading::Asked},
};

/// Passages that a call finds.
const PASSAGES_MAX: i64 = 6;

/// Characters of a document that a call reads.
const DOCUMENT_CHARS_MAX: usize = 12_000;

/// Lines of a list that a call reads.
const LINES_MAX: usize = 50;

/// Timelines whose events a call reads, the newest.
const TIMELINES_MAX: i64 = 10;

/// What a call read, or why it read nothing, as a sentence for the model.
pub(super) type Read = std::result::Result<ContextPart, String>;

pub(super) async fn passages(studio: &Studio, asked: &Asked, query: &str) -> Result<Read> {
    let query: String = query.chars().take(QUERY_CHARS_MAX).collect();
    if query.trim().is_empty() {
        return Ok(Err("`query` is empty".to_owned()));
    }
    let collections = [Collection::Documents, Collection::Notes, Collection::References];
    let project = asked.request.project_id.as_deref();
    let principal = &asked.request.principal;
    let found = research::search(studio, principal, project, &collections, &query, PASSAGES_MAX)
        .await?
        .results;
    if found.is_empty() {
        return Ok(Err("Nothing was found".to_owned()));
    }
    let passage =
        |it: &domain::research::FoundPassage| format!("{}:\n{}", it.metadata.title, it.text);
    let text: Vec<String> = found.iter().map(passage).collect();
    let title = format!("Passages about “{query}”");
    Ok(Ok(source(SourceKind::Passage, "find_passages", &title, text.join("\n\n"))))
}

pub(super) fn document(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    arguments: &Arguments,
) -> Result<Read> {
    let Some(found) = titled(tx, project, &arguments.title)?.into_iter().next() else {
        return Ok(Err(no_document(&arguments.title)));
    };
    let content = documents::content(tx, project, &found.id)?;
    let text: String = content.chars().skip(arguments.from).take(DOCUMENT_CHARS_MAX).collect();
    if text.is_empty() {
        return Ok(Err(format!("“{}” has no character {}", found.title, arguments.from)));
    }
    let read = source(SourceKind::Document, "get_document", &found.title, text);
    let end = arguments.from + read.text.chars().count();
    Ok(Ok(ContextPart { id: Some(found.id), span: Some((arguments.from, end)), ..read }))
}

pub(super) fn entry(tx: &mut Tx<'_>, project: &ProjectAccess, name: &str) -> Result<Read> {
    let wanted = name.trim().to_lowercase();
    let is_it =
        |it: &store::lore::EntryNames| it.names.iter().any(|it| it.to_lowercase() == wanted);
    let filter = KnowledgeFilter::of(&projects::detail(tx, project)?.settings);
    let is_included = |it: &store::lore::EntryNames| {
        filter.as_ref().is_none_or(|filter| filter.includes(it.category))
    };
    let all = lore::entry_names(tx, project)?.into_iter();
    let found = all.filter(is_included).find(is_it);
    let Some(found) = found else { return Ok(Err(format!("The lore has no entry “{name}”"))) };
    let Some((entry, content)) = lore::get(tx, project, &found.entry_id).or_none()? else {
        return Ok(Err(format!("The lore has no entry “{name}”")));
    };
    let text = format!("{} ({})\n{}\n{content}", entry.name, entry.category, entry.attributes.0);
    let read = source(SourceKind::Lore, "lookup_lore", &entry.name, text);
    Ok(Ok(ContextPart { id: Some(entry.id), ..read }))
}

pub(super) fn pending(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Read> {
    let book = book::of_project(tx, project)?;
    let pending = findings::pending(tx, project, &book)?;
    let lines = pending.iter().map(findings::sentence).collect();
    Ok(listed(SourceKind::Finding, "list_findings", "Findings", lines))
}

pub(super) fn events(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Read> {
    let mut lines = Vec::new();
    for timeline in timelines::list(tx, project, (None, TIMELINES_MAX))?.items {
        let events = chronicle::first(tx, project, &timeline.id, false, LINES_MAX)?;
        lines.extend(events.iter().map(|it| format!("{}: {}", it.date_display, it.title)));
    }
    Ok(listed(SourceKind::Timeline, "timeline", "Events", lines))
}

pub(super) fn all_promises(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Read> {
    let most = i64::try_from(LINES_MAX).unwrap_or(i64::MAX);
    let (_, entries) = promises::entries(tx, project, most)?;
    let line = |it: &domain::promises::ledger::Entry| format!("{} ({})", it.title, it.status);
    let lines = entries.iter().map(line).collect();
    Ok(listed(SourceKind::Promise, "promises", "Promises", lines))
}

/// The documents with this title, in the order of reading.
pub(super) fn titled(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    title: &str,
) -> Result<Vec<Document>> {
    let book = book::of_project(tx, project)?;
    let wanted = title.trim().to_lowercase();
    let placed = book.manuscript.into_iter().map(|placed| placed.document);
    let all = placed.chain(book.notes);
    Ok(all.filter(|it| it.title.trim().to_lowercase() == wanted).collect())
}

/// That there is no document with this title.
pub(super) fn no_document(title: &str) -> String {
    format!("There is no document “{title}”")
}

fn source(kind: SourceKind, tool: &str, title: &str, text: String) -> ContextPart {
    ContextPart::new(kind, title, &text, &format!("the model called {tool}"))
}

fn listed(kind: SourceKind, tool: &str, title: &str, mut lines: Vec<String>) -> Read {
    if lines.is_empty() {
        return Err("There are none".to_owned());
    }
    let left = lines.len().saturating_sub(LINES_MAX);
    lines.truncate(LINES_MAX);
    if left > 0 {
        lines.push(format!("and {left} more"));
    }
    Ok(source(kind, tool, title, lines.join("\n")))
}
