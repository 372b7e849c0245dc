//! What a model may call: reading in the project of its request, with the rights of whoever asks, and
//! nothing else. What a text says grants no tool and no right; the list is here.

use domain::{
    OrNone as _, Result,
    agents::context::{ContextPart, SourceKind},
    research::{Collection, QUERY_CHARS_MAX},
};
use llm::{Tool, ToolCall};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{
    Tx, documents, lore, projects::ProjectAccess, promises, timelines, timelines::chronicle,
};

use crate::{
    Studio, findings, research,
    skills::{
        book,
        reading::{self, Asked},
    },
};

/// Passages that a call finds.
const PASSAGES_MAX: i64 = 6;

/// Characters of a document that a call reads.
const DOCUMENT_CHARS_MAX: usize = 12_000;

/// Lines of a list that a call reads.
const LINES_MAX: usize = 50;

/// Timelines whose events a call reads, the newest.
const TIMELINES_MAX: i64 = 10;

/// What came of a call: a source, or why there is none, as a sentence for the model.
type Called = std::result::Result<ContextPart, String>;

/// Every tool.
pub(super) fn all() -> Vec<Tool> {
    let tool = |name: &str, description: &str, arguments: Value| Tool {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({
            "type": "object",
            "properties": arguments,
            "required": arguments.as_object().map(|all| all.keys().collect::<Vec<_>>()),
            "additionalProperties": false,
        }),
    };
    let text = |description: &str| json!({ "type": "string", "description": description });
    vec![
        tool(
            "find_passages",
            "Finds passages of the manuscript and the notes about something.",
            json!({ "query": text("What is looked for, in a few words") }),
        ),
        tool(
            "get_document",
            "Reads the beginning of a document, or what follows a character of it.",
            json!({
                "title": text("The title of the document"),
                "from": { "type": "integer", "description": "The first character, from 0" },
            }),
        ),
        tool(
            "lookup_lore",
            "Reads an entry of the lore.",
            json!({ "name": text("The name of the entry, or another name of it") }),
        ),
        tool("list_findings", "Lists what checks found and nobody answered.", json!({})),
        tool("timeline", "Lists the events of the timelines in order.", json!({})),
        tool("promises", "Lists the promises to the reader with their states.", json!({})),
    ]
}

/// The arguments of every tool.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Arguments {
    query: String,
    title: String,
    from: usize,
    name: String,
}

/// Answers a call.
pub(super) async fn call(studio: &Studio, asked: &Asked, call: &ToolCall) -> Result<Called> {
    let arguments: Arguments = match serde_json::from_value(call.arguments.clone()) {
        Ok(arguments) => arguments,
        Err(flaw) => return Ok(Err(format!("The arguments do not fit: {flaw}"))),
    };
    if call.name == "find_passages" {
        return passages(studio, asked, &arguments.query).await;
    }
    let (asked, name) = (asked.clone(), call.name.clone());
    studio
        .database
        .scan(move |tx| {
            let project = reading::access(tx, &asked.request)?;
            match name.as_str() {
                "get_document" => document(tx, &project, &arguments),
                "lookup_lore" => entry(tx, &project, &arguments.name),
                "list_findings" => pending(tx, &project),
                "timeline" => events(tx, &project),
                "promises" => all_promises(tx, &project),
                other => Ok(Err(format!("There is no tool {other}"))),
            }
        })
        .await
}

fn source(kind: SourceKind, tool: &str, title: &str, text: String) -> ContextPart {
    ContextPart {
        kind,
        id: None,
        title: title.to_owned(),
        span: None,
        text,
        reason: format!("the model called {tool}"),
    }
}

async fn passages(studio: &Studio, asked: &Asked, query: &str) -> Result<Called> {
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

fn document(tx: &mut Tx<'_>, project: &ProjectAccess, arguments: &Arguments) -> Result<Called> {
    let book = book::of_project(tx, project)?;
    let wanted = arguments.title.trim().to_lowercase();
    let placed = book.manuscript.iter().map(|placed| &placed.document);
    let Some(found) = placed.chain(&book.notes).find(|it| it.title.trim().to_lowercase() == wanted)
    else {
        return Ok(Err(format!("There is no document “{}”", arguments.title)));
    };
    let content = documents::content(tx, project, &found.id)?;
    let text: String = content.chars().skip(arguments.from).take(DOCUMENT_CHARS_MAX).collect();
    if text.is_empty() {
        return Ok(Err(format!("“{}” has no character {}", found.title, arguments.from)));
    }
    let read = source(SourceKind::Document, "get_document", &found.title, text);
    Ok(Ok(ContextPart { id: Some(found.id.clone()), ..read }))
}

fn entry(tx: &mut Tx<'_>, project: &ProjectAccess, name: &str) -> Result<Called> {
    let wanted = name.trim().to_lowercase();
    let is_it =
        |it: &store::lore::EntryNames| it.names.iter().any(|it| it.to_lowercase() == wanted);
    let found = lore::entry_names(tx, project)?.into_iter().find(is_it);
    let Some(found) = found else { return Ok(Err(format!("The lore has no entry “{name}”"))) };
    let Some((entry, content)) = lore::get(tx, project, &found.entry_id).or_none()? else {
        return Ok(Err(format!("The lore has no entry “{name}”")));
    };
    let text = format!("{} ({})\n{}\n{content}", entry.name, entry.category, entry.attributes.0);
    let read = source(SourceKind::Lore, "lookup_lore", &entry.name, text);
    Ok(Ok(ContextPart { id: Some(entry.id), ..read }))
}

fn pending(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Called> {
    let book = book::of_project(tx, project)?;
    let pending = findings::pending(tx, project, &book)?;
    let lines = pending.iter().map(findings::sentence).collect();
    Ok(listed(SourceKind::Finding, "list_findings", "Findings", lines))
}

fn events(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Called> {
    let mut lines = Vec::new();
    for timeline in timelines::list(tx, project, (None, TIMELINES_MAX))?.items {
        let events = chronicle::first(tx, project, &timeline.id, false, LINES_MAX)?;
        lines.extend(events.iter().map(|it| format!("{}: {}", it.date_display, it.title)));
    }
    Ok(listed(SourceKind::Timeline, "timeline", "Events", lines))
}

fn all_promises(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Called> {
    let most = i64::try_from(LINES_MAX).unwrap_or(i64::MAX);
    let (_, entries) = promises::entries(tx, project, most)?;
    let line = |it: &domain::promises::ledger::Entry| format!("{} ({})", it.title, it.status);
    let lines = entries.iter().map(line).collect();
    Ok(listed(SourceKind::Promise, "promises", "Promises", lines))
}

fn listed(kind: SourceKind, tool: &str, title: &str, mut lines: Vec<String>) -> Called {
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
