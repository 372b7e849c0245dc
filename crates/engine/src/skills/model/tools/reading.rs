//! The tools that read: passages, documents, lore, findings, timelines and promises of the project of a
//! request.

use domain::{
    Error, Result,
    agents::context::{ContextPart, SourceKind},
    documents::Document,
    phrases::alternatives,
    research::{Collection, QUERY_CHARS_MAX},
};
use store::{Tx, documents, projects::ProjectAccess, promises, timelines, timelines::chronicle};

use super::Arguments;
use crate::{
    Studio, findings, research,
    skills::{book, reading::Asked},
    tools::naming::{self, MeantEntry},
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
    let found = match titled(tx, project, &arguments.title)? {
        Ok(found) => found,
        Err(refused) => return Ok(Err(refused)),
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
    let filter = naming::filter(tx, project)?;
    let is_looked_at = |category| naming::includes(filter.as_ref(), category);
    let (entry, content) = match naming::entry(tx, project, &is_looked_at, name)? {
        MeantEntry::One(entry, content) => (entry, content),
        MeantEntry::Several(some) if some.is_empty() => {
            return Ok(Err(format!("The lore has no entry “{name}”")));
        }
        MeantEntry::Several(some) => {
            let some: Vec<String> = some
                .iter()
                .take(LINES_MAX)
                .map(|it| format!("“{}” ({})", it.name(), it.entry_id))
                .collect();
            let choices = alternatives(&some);
            return Ok(Err(format!(
                "Several entries of the lore are called “{name}”: name the id of {choices}"
            )));
        }
    };
    let text = format!("{} ({})\n{}\n{content}", entry.name, entry.category, entry.attributes.0);
    let read = source(SourceKind::Lore, "lookup_lore", &entry.name, text);
    Ok(Ok(ContextPart { id: Some(entry.id), ..read }))
}

pub(super) fn pending(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Read> {
    let book = book::of_project(tx, project)?;
    let pending = findings::pending(tx, project, &book)?;
    let lines = pending.iter().map(findings::sentence).collect();
    Ok(listed((SourceKind::Finding, "list_findings", "Findings"), lines, true))
}

pub(super) fn events(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Read> {
    let timelines = timelines::list(tx, project, (None, TIMELINES_MAX))?;
    let (mut lines, mut is_whole) = (Vec::new(), timelines.next_cursor.is_none());
    for timeline in timelines.items {
        let mut events = chronicle::first(tx, project, &timeline.id, false, LINES_MAX + 1)?;
        is_whole &= events.len() <= LINES_MAX;
        events.truncate(LINES_MAX);
        lines.extend(events.iter().map(|it| format!("{}: {}", it.date_display, it.title)));
    }
    Ok(listed((SourceKind::Timeline, "timeline", "Events"), lines, is_whole))
}

pub(super) fn all_promises(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Read> {
    let most = i64::try_from(LINES_MAX).unwrap_or(i64::MAX);
    let (total, entries) = promises::entries(tx, project, most)?;
    let line = |it: &domain::promises::ledger::Entry| format!("{} ({})", it.title, it.status);
    let lines = entries.iter().map(line).collect();
    Ok(listed((SourceKind::Promise, "promises", "Promises"), lines, total <= most))
}

/// The document of this title or id, or why none is meant, as a sentence for the model.
pub(super) fn titled(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    title: &str,
) -> Result<std::result::Result<Document, String>> {
    match naming::document(tx, project, title) {
        Ok(document) => Ok(Ok(document)),
        Err(Error::NotFound { .. }) => Ok(Err(format!("There is no document “{title}”"))),
        Err(Error::Rejected(reason)) => Ok(Err(reason)),
        Err(error) => Err(error),
    }
}

fn source(kind: SourceKind, tool: &str, title: &str, text: String) -> ContextPart {
    ContextPart::new(kind, title, &text, &format!("the model called {tool}"))
}

/// The first lines of a list, and that there are more; `is_whole` says whether the list was read to its end.
fn listed(
    (kind, tool, title): (SourceKind, &str, &str),
    mut lines: Vec<String>,
    is_whole: bool,
) -> Read {
    if lines.is_empty() {
        return Err("There are none".to_owned());
    }
    let left = lines.len().saturating_sub(LINES_MAX);
    lines.truncate(LINES_MAX);
    if !is_whole {
        lines.push("and more, which are not listed here".to_owned());
    } else if left > 0 {
        lines.push(format!("and {left} more"));
    }
    Ok(source(kind, tool, title, lines.join("\n")))
}
