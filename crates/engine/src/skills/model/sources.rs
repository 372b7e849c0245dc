//! The texts of a project that a model is sent for a request, each with the reason for which it was
//! chosen. How they fit into the bound is decided in `domain::agents::context`.

use domain::{
    Error, Result,
    agents::{
        context::{ContextPart, SourceKind},
        understanding::RecordKind,
    },
    lore::KnowledgeFilter,
    messages::Answer,
    projects::settings::ProjectSettings,
    research::Collection,
};
use store::{
    Tx, agents, lore,
    projects::{self, ProjectAccess},
    promises,
    timelines::{self, chronicle},
};

use crate::{
    Studio, findings, research,
    skills::{
        book,
        reading::{self, Asked, Target},
    },
};

/// Passages that are looked for where the project names no number.
const PASSAGES_DEFAULT: i64 = 8;

/// The most passages that are looked for.
const PASSAGES_MAX: i64 = 50;

/// Entries of the lore that are sent.
const ENTRIES_MAX: usize = 40;

/// Nodes of the outline that are sent.
const NODES_MAX: usize = 200;

/// Timelines whose events are sent, the newest.
const TIMELINES_MAX: i64 = 3;

/// Events of each of them that are sent, the first in time.
const EVENTS_MAX: usize = 60;

/// Promises that are sent.
const PROMISES_MAX: i64 = 100;

/// Findings that are sent, the gravest.
const FINDINGS_MAX: usize = 30;

/// What is sent, and the settings of the project.
pub(super) struct Sources {
    /// The agent's own instructions.
    pub(super) prompt: String,
    pub(super) settings: ProjectSettings,
    /// The newest timeline.
    pub(super) timeline_id: Option<String>,
    pub(super) parts: Vec<ContextPart>,
}

/// What a project has for any request.
#[derive(Default)]
struct OfProject {
    settings: ProjectSettings,
    timeline_id: Option<String>,
    parts: Vec<ContextPart>,
}

/// Reads what a model is sent for a request, with the rights of whoever asks.
pub(super) async fn gather(studio: &Studio, asked: &Asked, measured: &Answer) -> Result<Sources> {
    let read = asked.clone();
    let (prompt, of_project) = studio
        .database
        .scan(move |tx| {
            let prompt = agents::get(tx, &read.request.agent)?.card.prompt;
            Ok((prompt, of_project(tx, &read)?))
        })
        .await?;
    let OfProject { settings, timeline_id, parts: records } = of_project.unwrap_or_default();
    let mut parts = vec![request(asked)];
    if !measured.needs_model {
        parts.push(facts(measured));
    }
    parts.extend(history(asked));
    parts.extend(inputs(asked));
    parts.extend(documents(studio, asked).await?);
    parts.extend(records);
    parts.extend(passages(studio, asked, &settings).await?);
    Ok(Sources { prompt, settings, timeline_id, parts })
}

fn part(kind: SourceKind, title: &str, text: String, reason: &str) -> ContextPart {
    ContextPart {
        kind,
        id: None,
        title: title.to_owned(),
        span: None,
        text,
        reason: reason.to_owned(),
    }
}

fn request(asked: &Asked) -> ContextPart {
    part(SourceKind::Request, "The request", asked.request.text.clone(), "what is asked")
}

fn facts(measured: &Answer) -> ContextPart {
    let reason = "what the program measured or read by rule";
    part(SourceKind::Facts, "Measured facts", measured.text.clone(), reason)
}

/// What was said before in the conversation.
fn history(asked: &Asked) -> impl Iterator<Item = ContextPart> {
    asked.request.history.iter().map(|earlier| {
        let title = format!("{} to {}", earlier.from, earlier.to);
        let reason = "an earlier message of the conversation";
        part(SourceKind::History, &title, earlier.text.clone(), reason)
    })
}

/// What other sub-tasks of the swarm came to.
fn inputs(asked: &Asked) -> impl Iterator<Item = ContextPart> {
    asked.request.inputs.iter().filter(|input| !input.text.is_empty()).map(|input| {
        let title = format!("{}: {} ({})", input.agent, input.title, input.sub_task);
        part(SourceKind::Input, &title, input.text.clone(), "the sub-task waits for it")
    })
}

/// The texts the request is about.
async fn documents(studio: &Studio, asked: &Asked) -> Result<Vec<ContextPart>> {
    if let Target::Text(text) = &asked.target {
        let reason = "the text in the request";
        return Ok(vec![part(SourceKind::Document, "The text", text.clone(), reason)]);
    }
    let reason = match asked.target {
        Target::Documents(_) => "the request names it",
        _ => "the manuscript, in the order of reading",
    };
    let texts = asked.texts(studio).await?;
    let of_document =
        |(document, text): (domain::agents::understanding::NamedDocument, String)| ContextPart {
            id: Some(document.id),
            ..part(SourceKind::Document, &document.title, text, reason)
        };
    Ok(texts.texts.into_iter().map(of_document).collect())
}

/// The settings and the records of the project of a request; none when it is about none.
fn of_project(tx: &mut Tx<'_>, asked: &Asked) -> Result<Option<OfProject>> {
    if asked.request.project_id.is_none() && asked.request.document_id.is_none() {
        return Ok(None);
    }
    let project = reading::access(tx, &asked.request)?;
    let settings = projects::detail(tx, &project)?.settings;
    let mut parts = lore(tx, &project, asked, &settings)?;
    parts.extend(outline(tx, &project)?);
    parts.extend(events(tx, &project)?);
    // Also one without an event that could be sent.
    let newest = timelines::list(tx, &project, (None, 1))?.items.pop();
    let timeline_id = newest.map(|timeline| timeline.id);
    parts.extend(open_promises(tx, &project)?);
    parts.extend(pending_findings(tx, &project)?);
    Ok(Some(OfProject { settings, timeline_id, parts }))
}

/// The entries that the request names, then all others by name.
fn lore(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    asked: &Asked,
    settings: &ProjectSettings,
) -> Result<Vec<ContextPart>> {
    let is_named = |id: &str| {
        let entries = asked.records.iter().filter(|it| matches!(it.kind, RecordKind::Entry(_)));
        entries.into_iter().any(|it| it.id == id)
    };
    let filter = KnowledgeFilter::of(settings);
    let mut listed = book::lore(tx, project)?;
    listed.sort_by_key(|(entry, _)| !is_named(&entry.id));
    let mut parts = Vec::new();
    for (entry, _) in listed.into_iter().take(ENTRIES_MAX) {
        let (entry, content) = lore::get(tx, project, &entry.id)?;
        if filter.as_ref().is_some_and(|filter| !filter.includes(entry.category)) {
            continue;
        }
        let reason =
            if is_named(&entry.id) { "the request names it" } else { "an entry of the lore" };
        let aliases = match entry.aliases.as_slice() {
            [] => String::new(),
            aliases => format!("Also: {}.\n", aliases.join(", ")),
        };
        let attributes = match entry.attributes.0.as_str() {
            "{}" => String::new(),
            attributes => format!("{attributes}\n"),
        };
        let text = format!("{} ({})\n{aliases}{attributes}{content}", entry.name, entry.category);
        parts.push(ContextPart {
            id: Some(entry.id.clone()),
            ..part(SourceKind::Lore, &entry.name, text, reason)
        });
    }
    Ok(parts)
}

fn outline(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Option<ContextPart>> {
    let nodes = book::outline(tx, project)?.items;
    let line = |node: &domain::nodes::Node| format!("{}: {}", node.kind, node.title);
    let lines: Vec<String> = nodes.iter().take(NODES_MAX).map(line).collect();
    let outline =
        part(SourceKind::Outline, "The outline", lines.join("\n"), "the plan of the book");
    Ok((!lines.is_empty()).then_some(outline))
}

fn events(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<ContextPart>> {
    let mut parts = Vec::new();
    for timeline in timelines::list(tx, project, (None, TIMELINES_MAX))?.items {
        let events = chronicle::first(tx, project, &timeline.id, false, EVENTS_MAX)?;
        let lines: Vec<String> =
            events.iter().map(|event| format!("{}: {}", event.date_display, event.title)).collect();
        if !lines.is_empty() {
            parts.push(ContextPart {
                id: Some(timeline.id.clone()),
                ..part(
                    SourceKind::Timeline,
                    &timeline.name,
                    lines.join("\n"),
                    "its events in order",
                )
            });
        }
    }
    Ok(parts)
}

fn open_promises(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Option<ContextPart>> {
    let (_, entries) = promises::entries(tx, project, PROMISES_MAX)?;
    let lines: Vec<String> = entries
        .iter()
        .map(|entry| format!("{} ({}, {})", entry.title, entry.level, entry.status))
        .collect();
    let promises = part(
        SourceKind::Promise,
        "Promises to the reader",
        lines.join("\n"),
        "what the book has promised",
    );
    Ok((!lines.is_empty()).then_some(promises))
}

fn pending_findings(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Option<ContextPart>> {
    let book = book::of_project(tx, project)?;
    let pending = findings::pending(tx, project, &book)?;
    let lines: Vec<String> = pending.iter().take(FINDINGS_MAX).map(findings::sentence).collect();
    let reason = "what checks found and nobody answered";
    let findings = part(SourceKind::Finding, "Findings", lines.join("\n"), reason);
    Ok((!lines.is_empty()).then_some(findings))
}

/// Passages that answer the words of the request; none where the project is not searched.
async fn passages(
    studio: &Studio,
    asked: &Asked,
    settings: &ProjectSettings,
) -> Result<Vec<ContextPart>> {
    let Some(project_id) = &asked.request.project_id else { return Ok(Vec::new()) };
    if !settings.integrations.research || asked.words.trim().is_empty() {
        return Ok(Vec::new());
    }
    let wanted = settings.agent_config.as_ref().and_then(|config| config.search_results_count);
    let limit = wanted.unwrap_or(PASSAGES_DEFAULT).min(PASSAGES_MAX);
    let query: String = asked.words.chars().take(domain::research::QUERY_CHARS_MAX).collect();
    let collections = [Collection::Documents, Collection::Notes, Collection::References];
    let principal = &asked.request.principal;
    let searched =
        research::search(studio, principal, Some(project_id), &collections, &query, limit).await;
    let found = match searched {
        Ok(query) => query.results,
        // The texts are still being read: the answer rests on the other sources.
        Err(Error::Unavailable(_)) => Vec::new(),
        Err(error) => return Err(error),
    };
    let of_passage = |found: domain::research::FoundPassage| ContextPart {
        id: Some(found.document_id),
        span: Some((position(found.metadata.start), position(found.metadata.end))),
        ..part(
            SourceKind::Passage,
            &found.metadata.title,
            found.text,
            &format!("found for the request with a similarity of {:.2}", found.similarity),
        )
    };
    Ok(found.into_iter().map(of_passage).collect())
}

fn position(at: i64) -> usize {
    usize::try_from(at).unwrap_or(0)
}
