//! What a project's records say of what a request names: entries of the lore with their relations,
//! promises, events and nodes of the outline, each as lines for people and a value for programs.

use std::collections::HashMap;

use domain::{
    Principal, Result,
    agents::understanding::{NamedRecord, RecordKind},
    lore::{Category, Entry},
};
use serde_json::{Value, json};
use store::{Tx, lore, nodes, projects::ProjectAccess, promises, timelines::events};

use super::{
    book, mechanics,
    reading::{Asked, access},
    subject::{QUOTE_CHARS_MAX, Subject, cut, quoted, shortened},
};
use crate::Studio;

/// Records that one answer describes, those named first.
pub(super) const DESCRIBED_MAX: usize = 5;

/// Characters of an entry's text that an answer shows.
const CONTENT_CHARS_MAX: usize = 3 * QUOTE_CHARS_MAX;

/// Relations of an entry that are listed.
const RELATIONS_MAX: usize = 20;

/// What a record says.
#[derive(Debug, Clone)]
pub(super) struct Described {
    /// For people, line by line.
    pub(super) lines: Vec<String>,
    /// For programs.
    pub(super) report: Value,
}

/// What the records say that a request names.
pub(super) async fn described(studio: &Studio, asked: &Asked) -> Result<Vec<Described>> {
    let (request, named) = (asked.request.clone(), asked.records.clone());
    let reading = move |tx: &mut Tx<'_>| {
        let project = access(tx, &request)?;
        read(tx, &project, &request.principal, &named)
    };
    studio.database.scan(reading).await
}

/// Reads the records that a request names, at most [`DESCRIBED_MAX`].
fn read(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    principal: &Principal,
    records: &[NamedRecord],
) -> Result<Vec<Described>> {
    let has_entry = records.iter().any(|it| matches!(it.kind, RecordKind::Entry(_)));
    let all = if has_entry { book::lore(tx, project)? } else { Vec::new() };
    let all: Vec<Entry> = all.into_iter().map(|(entry, _)| entry).collect();
    let mut described = Vec::new();
    for record in records.iter().take(DESCRIBED_MAX) {
        described.push(match record.kind {
            RecordKind::Entry(category) => {
                let (found, content) = lore::get(tx, project, &record.id)?;
                let mut described = entry(&found, &content, &all);
                if category == Category::MagicSystem
                    && let Some((line, report)) =
                        mechanics::of_entry(tx, project, (&found, &content))?
                {
                    described.lines.push(line);
                    described.report["mechanics"] = report;
                }
                described
            }
            RecordKind::Promise => promise(tx, principal, &record.id)?,
            RecordKind::Event => event(tx, project, &record.id)?,
            RecordKind::Node => node(tx, principal, project, &record.id)?,
            RecordKind::Language => Described {
                lines: vec![format!(
                    "{} is a language of the project: linguist answers about it.",
                    shortened(record.name())
                )],
                report: json!({ "kind": "language", "id": record.id, "name": record.name() }),
            },
        });
    }
    Ok(described)
}

fn entry(entry: &Entry, content: &str, all: &[Entry]) -> Described {
    let aliases: Vec<String> = entry.aliases.iter().map(|it| shortened(it)).collect();
    let also =
        if aliases.is_empty() { String::new() } else { format!(", also {}", aliases.join(", ")) };
    let mut lines = vec![format!(
        "{} is an entry of the lore ({}){also}.",
        shortened(&entry.name),
        entry.category
    )];
    let text = Subject::new(None, content.to_owned()).plain.text;
    if !text.trim().is_empty() {
        lines.push(format!("The entry says: {}", quoted(&cut(&text, CONTENT_CHARS_MAX))));
    }
    let attributes: Value = serde_json::from_str(&entry.attributes.0).unwrap_or_default();
    let said: Vec<String> = attributes
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("{} {}", shortened(key), shortened(&value))
        })
        .collect();
    if !said.is_empty() {
        lines.push(format!("Attributes: {}.", said.join("; ")));
    }
    let names: HashMap<&str, &str> =
        all.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect();
    let own: Vec<(&str, &str)> = entry
        .relations
        .iter()
        .map(|it| {
            (it.kind.0.as_str(), names.get(it.target_id.as_str()).copied().unwrap_or_default())
        })
        .take(RELATIONS_MAX)
        .collect();
    let of_others = all.iter().flat_map(|other| {
        let to_this = other.relations.iter().filter(|it| it.target_id == entry.id);
        to_this.map(|it| (it.kind.0.as_str(), other.name.as_str()))
    });
    let of_others: Vec<(&str, &str)> = of_others.take(RELATIONS_MAX).collect();
    let said = |relations: &[(&str, &str)]| {
        let said = relations
            .iter()
            .map(|(kind, other)| format!("{} ({})", shortened(other), shortened(kind)));
        said.collect::<Vec<_>>().join(", ")
    };
    if !own.is_empty() {
        lines.push(format!("Its relations lead to: {}.", said(&own)));
    }
    if !of_others.is_empty() {
        lines.push(format!("Relations of others lead to it: {}.", said(&of_others)));
    }
    let relation = |(kind, name): &(&str, &str)| json!({ "kind": kind, "name": name });
    let report = json!({
        "kind": "entry",
        "id": entry.id,
        "name": entry.name,
        "category": entry.category.as_str(),
        "aliases": entry.aliases,
        "attributes": attributes,
        "content": cut(&text, CONTENT_CHARS_MAX),
        "relations": own.iter().map(relation).collect::<Vec<_>>(),
        "relationsOfOthers": of_others.iter().map(relation).collect::<Vec<_>>(),
    });
    Described { lines, report }
}

fn promise(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Described> {
    let (_, promise) = promises::find(tx, principal, id)?;
    let titles = promises::titles(tx, &promise.links)?;
    let mut line = format!(
        "The promise “{}” is {} ({}, {}).",
        shortened(&promise.title),
        promise.status.as_str().replace('_', " "),
        promise.kind.as_str().replace('_', " "),
        promise.level
    );
    for (what, title) in [
        ("Made at", &titles.made_at),
        ("Fulfilled at", &titles.fulfilled_at),
        ("On the plotline", &titles.plotline),
    ] {
        if !title.is_empty() {
            line += &format!(" {what} “{}”.", shortened(title));
        }
    }
    let mut lines = vec![line];
    if !promise.description.trim().is_empty() {
        lines.push(format!(
            "Its description: {}",
            quoted(&cut(&promise.description, CONTENT_CHARS_MAX))
        ));
    }
    let report = json!({
        "kind": "promise",
        "id": promise.id,
        "title": promise.title,
        "status": promise.status.as_str(),
        "type": promise.kind.as_str(),
        "level": promise.level.as_str(),
        "madeAt": titles.made_at,
        "fulfilledAt": titles.fulfilled_at,
        "plotline": titles.plotline,
    });
    Ok(Described { lines, report })
}

fn event(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Described> {
    let event = events::find(tx, project, id)?;
    let mut lines = vec![format!(
        "The event “{}” is on a timeline of the project: {} ({}, {}).",
        shortened(&event.title),
        shortened(&event.date_display),
        event.category.as_str().replace('_', " "),
        event.importance
    )];
    if !event.description.trim().is_empty() {
        lines.push(format!(
            "Its description: {}",
            quoted(&cut(&event.description, CONTENT_CHARS_MAX))
        ));
    }
    let report = json!({
        "kind": "event",
        "id": event.id,
        "timelineId": event.timeline_id,
        "title": event.title,
        "date": event.date_display,
        "category": event.category.as_str(),
        "importance": event.importance.as_str(),
    });
    Ok(Described { lines, report })
}

fn node(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project: &ProjectAccess,
    id: &str,
) -> Result<Described> {
    let (_, node) = nodes::find(tx, principal, id)?;
    let document = match &node.document_id {
        Some(id) => Some(store::documents::get(tx, project, id)?),
        None => None,
    };
    let stands_for = document.as_ref().map_or_else(
        || "it stands for no document yet".to_owned(),
        |it| format!("it stands for “{}”", shortened(&it.title)),
    );
    let lines = vec![format!(
        "“{}” is a {} of the outline; {stands_for}.",
        shortened(&node.title),
        node.kind
    )];
    let report = json!({
        "kind": "node",
        "id": node.id,
        "title": node.title,
        "nodeKind": node.kind.as_str(),
        "documentId": node.document_id,
    });
    Ok(Described { lines, report })
}
