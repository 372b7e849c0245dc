//! What resources say, in Markdown: records with their ids, and texts of the project behind marks.

use std::collections::HashMap;

use domain::{
    Error, Result,
    documents::{Document, book::Book},
    lore::{Entry, LABEL_CHARS_MAX},
    nodes::Node,
    page::{Cursor, LIMIT_MAX},
    phrases::counted,
    promises::{Promise, PromiseQuery, view::Titles},
    resources::{ResourceDraft, ResourceKind, ResourceUri},
    timelines::{event::Event, link::Ties},
    tools::{
        DATA_NOTICE, NAME_CHARS_MAX,
        answers::Named,
        excerpt::{in_marks, quoted, short},
    },
    tree::preorder,
};
use store::{Tx, documents, lore::EntryNames, projects::ProjectAccess, promises, timelines};

use crate::{
    skills::{
        book::{self, DOCUMENTS_MAX, NODES_MAX},
        project_records,
    },
    tools::naming::{self, MeantEntry},
};

/// Timelines that are read, the newest.
const TIMELINES_MAX: i64 = 20;

/// Events that are read, of all timelines together.
const EVENTS_MAX: usize = 5_000;

/// Promises that are read, the newest.
const PROMISES_MAX: usize = 5_000;

/// The longest text about a record of a list, in characters.
const ABOUT_CHARS_MAX: usize = 1_000;

/// Links of an event that are named.
const LINKS_MAX: usize = 20;

/// A resource as it is before it is cut, and its address by ids.
pub(super) fn draft(
    tx: &mut Tx<'_>,
    access: &ProjectAccess,
    project: &Named,
    uri: &ResourceUri,
) -> Result<(ResourceUri, ResourceDraft)> {
    let title = naming::in_words(project);
    let (record, draft) = match uri.kind {
        ResourceKind::Outline => (String::new(), outline(tx, access, &title)?),
        ResourceKind::Timeline => (String::new(), timeline(tx, access, &title)?),
        ResourceKind::Promises => (String::new(), promises(tx, access, &title)?),
        ResourceKind::Lore => {
            let (entry, content) = entry_named(tx, access, &uri.record)?;
            // Entries that the filter leaves out are not named by their relations either.
            let all = naming::entries(tx, access)?;
            let draft = lore_entry(&entry, &content, &all, &title);
            (entry.id, draft)
        }
        ResourceKind::Document => {
            let document = naming::document(tx, access, &uri.record)?;
            let content = documents::content(tx, access, &document.id)?;
            let draft = document_text(&document, &content, &title);
            (document.id, draft)
        }
    };
    Ok((ResourceUri { project: project.id.clone(), record, ..uri.clone() }, draft))
}

fn outline(tx: &mut Tx<'_>, access: &ProjectAccess, project: &str) -> Result<ResourceDraft> {
    let nodes = book::outline(tx, access)?;
    let (documents, is_whole) = book::documents(tx, access)?;
    let mut head = format!("# Outline of project {project}\n{DATA_NOTICE}");
    if nodes.next_cursor.is_some() || !is_whole {
        head.push_str(&format!(
            "\nOnly the first {NODES_MAX} nodes and the first {DOCUMENTS_MAX} documents are here."
        ));
    }
    let titles: HashMap<&str, Named> =
        documents.iter().map(|it| (it.id.as_str(), Named::from(it))).collect();
    let mut items = vec!["## The plan, in the order of reading".to_owned()];
    let placed = nodes.items.iter().map(|it| (it.id.as_str(), it.parent_id.as_deref()));
    items.extend(preorder(placed).into_iter().map(|(at, depth)| {
        let node: &Node = &nodes.items[at];
        let document = node.document_id.as_deref().and_then(|id| titles.get(id));
        let document = document.map(|it| format!(", told in document {}", naming::in_words(it)));
        let named = naming::in_words(&Named::new(&node.id, &node.title));
        format!("{}- {} {named}{}", "  ".repeat(depth), node.kind, document.unwrap_or_default())
    }));
    if nodes.items.is_empty() {
        items.push("There are no nodes yet.".to_owned());
    }
    let book = Book::of(documents, is_whole);
    items.push(format!(
        "## Documents of the manuscript, in the order of reading: {}",
        counted(book.words, "word")
    ));
    items.extend(book.manuscript.iter().map(|it| document_line(&it.document, it.depth)));
    if !book.notes.is_empty() {
        items.push("## Notes and references".to_owned());
        items.extend(book.notes.iter().map(|it| document_line(it, 0)));
    }
    Ok(ResourceDraft { head, noun: "line", items, otherwise: String::new() })
}

fn document_line(document: &Document, depth: usize) -> String {
    let Document { kind, status, words, .. } = document;
    let named = naming::in_words(&Named::from(document));
    format!("{}- {kind} {named}, {status}, {}", "  ".repeat(depth), counted(*words, "word"))
}

fn timeline(tx: &mut Tx<'_>, access: &ProjectAccess, project: &str) -> Result<ResourceDraft> {
    let mut items = Vec::new();
    let mut head = format!(
        "# Timelines of project {project}\n{DATA_NOTICE}\nThe events of each in its order; those without a \
         place in time come last."
    );
    let all = timelines::list(tx, access, (None, TIMELINES_MAX))?;
    let mut is_whole = all.next_cursor.is_none();
    for timeline in all.items {
        let named = naming::in_words(&Named::new(&timeline.id, &timeline.name));
        items.push(format!("## Timeline {named}"));
        let limit = EVENTS_MAX.saturating_sub(items.len());
        is_whole &= events(tx, access, (&timeline.id, limit), &mut items)?;
    }
    if items.is_empty() {
        head.push_str("\nThere are no timelines yet.");
    }
    if !is_whole {
        head.push_str(&format!(
            "\nOnly the newest {TIMELINES_MAX} timelines and their first {EVENTS_MAX} events are here."
        ));
    }
    Ok(ResourceDraft { head, noun: "line", items, otherwise: String::new() })
}

/// Adds the events of a timeline, `limit` at the most; whether these are all.
fn events(
    tx: &mut Tx<'_>,
    access: &ProjectAccess,
    (timeline, limit): (&str, usize),
    items: &mut Vec<String>,
) -> Result<bool> {
    let (mut all, is_whole) = project_records::events(tx, access, timeline, limit)?;
    let fits = all.len() <= limit;
    all.truncate(limit);
    items.extend(all.iter().map(|it| event_item(&it.event, &it.ties)));
    Ok(is_whole && fits)
}

fn event_item(event: &Event, ties: &Ties) -> String {
    let date = in_marks(&short(&event.date_display, NAME_CHARS_MAX));
    let named = naming::in_words(&Named::new(&event.id, &event.title));
    let undated = if event.sort_key.value().is_none() { ", without a place in time" } else { "" };
    let mut item =
        format!("- {date}: event {named}, {}, {}{undated}", event.category, event.importance);
    let links = ties.links.iter().take(LINKS_MAX).map(|link| {
        let label = short(&link.label, NAME_CHARS_MAX);
        let label = if label.is_empty() { label } else { format!(" as {}", in_marks(&label)) };
        format!("{} {}{label}", link.kind.as_str(), link.entity_id)
    });
    let links: Vec<String> = links.collect();
    if !links.is_empty() {
        let more = ties.links.len().saturating_sub(LINKS_MAX);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        item.push_str(&format!("; linked to {}{more}", links.join(", ")));
    }
    item + &described(&event.description)
}

fn promises(tx: &mut Tx<'_>, access: &ProjectAccess, project: &str) -> Result<ResourceDraft> {
    let mut query = PromiseQuery {
        project_id: None,
        status: None,
        promise_type: None,
        promise_level: None,
        plotline_id: None,
        q: None,
        limit: Some(LIMIT_MAX),
        cursor: None,
    };
    let mut items = Vec::new();
    let total = loop {
        let page = promises::list(tx, access, &query)?;
        items.extend(page.items.iter().map(|(promise, titles)| promise_item(promise, titles)));
        query.cursor = page.next_cursor.as_deref().and_then(Cursor::parse);
        if query.cursor.is_none() || items.len() >= PROMISES_MAX {
            break page.total.and_then(|it| usize::try_from(it).ok()).unwrap_or(items.len());
        }
    };
    let mut head = format!(
        "# Promises to the reader in project {project}\n{DATA_NOTICE}\n{}, the newest first.",
        counted(items.len() as u64, "promise")
    );
    if total > items.len() {
        head.push_str(&format!(" There are {total} in all."));
    }
    Ok(ResourceDraft { head, noun: "promise", items, otherwise: String::new() })
}

fn promise_item(promise: &Promise, titles: &Titles) -> String {
    let Promise { status, level, kind, links, .. } = promise;
    let named = naming::in_words(&Named::new(&promise.id, &promise.title));
    let mut item = format!("- {status}, {level}, {kind}: promise {named}");
    for (words, id, title) in [
        ("made at node", &links.made_at, &titles.made_at),
        ("kept at node", &links.fulfilled_at, &titles.fulfilled_at),
        ("on plotline", &links.plotline, &titles.plotline),
    ] {
        let linked = id.as_ref().map(|id| naming::in_words(&Named::new(id, title)));
        item.push_str(&linked.map(|it| format!(", {words} {it}")).unwrap_or_default());
    }
    item.push_str(&described(&promise.description));
    if !promise.notes.trim().is_empty() {
        item.push_str("\n  The author's notes on it:");
        item.push_str(&described(&promise.notes));
    }
    item
}

/// A text about a record, behind marks, on lines of its own; nothing where there is none.
fn described(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() {
        return String::new();
    }
    let left = text.chars().count().saturating_sub(ABOUT_CHARS_MAX);
    let beginning: String = text.chars().take(ABOUT_CHARS_MAX).collect();
    let cut = if left > 0 { format!("\n(cut: {left} more characters)") } else { String::new() };
    format!("\n{}{cut}", quoted(&beginning))
}

/// The entry of this id, name or other name, and its text. What the project's `knowledgeFilter` leaves out is
/// not there.
///
/// # Errors
/// Not found where there is none; rejected where several have the name.
pub(super) fn entry_named(
    tx: &mut Tx<'_>,
    access: &ProjectAccess,
    wanted: &str,
) -> Result<(Entry, String)> {
    let filter = naming::filter(tx, access)?;
    let is_looked_at = |category| naming::includes(filter.as_ref(), category);
    match naming::entry(tx, access, &is_looked_at, wanted)? {
        MeantEntry::One(entry, content) => Ok((*entry, content)),
        MeantEntry::Several(some) if some.is_empty() => Err(Error::not_found("Lore entry", wanted)),
        MeantEntry::Several(some) => {
            let choices = some.iter().map(|it| Named::new(&it.entry_id, it.name()));
            Err(naming::unclear("entry", choices.collect()))
        }
    }
}

fn lore_entry(entry: &Entry, content: &str, all: &[EntryNames], project: &str) -> ResourceDraft {
    let named = naming::in_words(&Named::new(&entry.id, &entry.name));
    let mut head =
        format!("# {} {named}, lore of project {project}\n{DATA_NOTICE}", entry.category);
    if !entry.aliases.is_empty() {
        let aliases = entry.aliases.iter().map(|it| in_marks(&short(it, NAME_CHARS_MAX)));
        head.push_str(&format!("\nAlso called {}.", aliases.collect::<Vec<_>>().join(", ")));
    }
    let mut items = Vec::new();
    if entry.attributes.0 != "{}" {
        items.push(format!("Attributes, as JSON:\n{}", quoted(&entry.attributes.0)));
    }
    items.extend(entry.relations.iter().filter_map(|relation| {
        let target = all.iter().find(|it| it.entry_id == relation.target_id)?;
        let target = naming::in_words(&Named::new(&target.entry_id, target.name()));
        let label = relation.label.as_ref();
        let label = label.map(|it| format!(":\n{}", quoted(&short(it, LABEL_CHARS_MAX))));
        let kind = in_marks(&short(&relation.kind.0, NAME_CHARS_MAX));
        Some(format!("Relation {kind} to {target}{}", label.unwrap_or_default()))
    }));
    items.extend(content.lines().map(quoted));
    if items.is_empty() {
        head.push_str("\nNothing more is recorded of it.");
    }
    ResourceDraft { head, noun: "line", items, otherwise: String::new() }
}

fn document_text(document: &Document, content: &str, project: &str) -> ResourceDraft {
    let Document { kind, version, words, .. } = document;
    let named = naming::in_words(&Named::from(document));
    let mut head = format!(
        "# {kind} {named} of project {project}\n{DATA_NOTICE}\nVersion {version}, {}.",
        counted(*words, "word")
    );
    if content.trim().is_empty() {
        head.push_str(" It has no text yet.");
    }
    ResourceDraft {
        head,
        noun: "line",
        items: content.lines().map(quoted).collect(),
        otherwise: format!("call get_document with the document {}", document.id),
    }
}
