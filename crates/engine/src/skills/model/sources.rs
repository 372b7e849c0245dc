//! The texts of a project that a model is sent for a request, each with the reason for which it was
//! chosen. How they fit into the bound is decided in `domain::agents::context`. Whoever begins a request
//! again sends what was sent first.

mod records;
mod style;

use std::time::Duration;

use domain::{
    Error, Result,
    agents::{
        context::{self, Context, ContextPart, SourceKind},
        understanding::NamedDocument,
    },
    documents::book::Book,
    messages::Answer,
    projects::settings::ProjectSettings,
    research::{Collection, FoundPassage, Search},
};
use store::{
    Tx, agents,
    projects::{self, ProjectAccess},
    timelines,
};

use crate::{
    Studio, research,
    skills::{
        book,
        reading::{self, Asked, Target},
    },
    steps::{self, StepContext},
};

/// Passages that are looked for where the project names no number.
const PASSAGES_DEFAULT: i64 = 8;

/// The most passages that are looked for.
const PASSAGES_MAX: i64 = 50;

/// How long a model waits for the texts to be indexed, which they are not right after a start. It is
/// asked without passages then, and the receipt says so.
const INDEX_WAIT_MAX: Duration = Duration::from_secs(30);

/// What is sent, and the settings of the project.
pub(super) struct Sources {
    /// The agent's own instructions.
    pub(super) prompt: String,
    pub(super) settings: ProjectSettings,
    /// The newest timeline.
    pub(super) timeline_id: Option<String>,
    pub(super) sent: Sent,
}

/// What is sent.
pub(super) enum Sent {
    /// What was sent when the request was begun first.
    Before(Context),
    /// What was chosen now.
    Now(Vec<ContextPart>),
}

/// What is read of a project in one state of it.
#[derive(Default)]
struct OfProject {
    settings: ProjectSettings,
    timeline_id: Option<String>,
    records: Vec<ContextPart>,
    /// The beginnings of some of its texts.
    beginnings: Vec<String>,
}

/// Reads what a model is sent for a request, with the rights of whoever asks; none where the project
/// wants no help of models.
pub(super) async fn gather(
    studio: &Studio,
    steps: &StepContext,
    asked: &Asked,
    measured: &Answer,
) -> Result<Option<Sources>> {
    let (read, owner) = (asked.clone(), steps.lease.owner());
    let (prompt, before, of_project) = studio
        .database
        .scan(move |tx| {
            let prompt = agents::get(tx, &read.request.agent)?.card.prompt;
            let before = steps::sent_first(tx, &owner)?;
            let of_project = of_project(tx, &read, before.is_none())?;
            Ok((prompt, before, of_project))
        })
        .await?;
    let OfProject { settings, timeline_id, records, beginnings } = of_project.unwrap_or_default();
    if !settings.ai_assistance {
        return Ok(None);
    }
    let sent = match before {
        Some(before) => Sent::Before(before),
        None => {
            let mut parts = vec![request(asked)];
            parts.extend(
                (measured.report.is_some() || !measured.needs_model).then(|| facts(measured)),
            );
            parts.extend(history(asked));
            parts.extend(inputs(asked));
            parts.extend(style::part(beginnings).await?);
            parts.extend(documents(studio, asked).await?);
            parts.extend(records);
            parts.extend(passages(studio, asked, &settings).await?);
            Sent::Now(parts)
        }
    };
    Ok(Some(Sources { prompt, settings, timeline_id, sent }))
}

fn request(asked: &Asked) -> ContextPart {
    let words = asked.request.task.as_ref().unwrap_or(&asked.request.text);
    ContextPart::new(SourceKind::Request, "The request", words, "what is asked")
}

fn facts(measured: &Answer) -> ContextPart {
    let reason = "what the program measured or read by rule";
    ContextPart::new(SourceKind::Facts, "Measured facts", &measured.text, reason)
}

/// What was said before in the conversation.
fn history(asked: &Asked) -> impl Iterator<Item = ContextPart> {
    asked.request.history.iter().map(|earlier| {
        let title = format!("{} to {}", earlier.from, earlier.to);
        let reason = "an earlier message of the conversation";
        ContextPart::new(SourceKind::History, &title, &earlier.text, reason)
    })
}

/// What other sub-tasks of the swarm came to.
fn inputs(asked: &Asked) -> impl Iterator<Item = ContextPart> {
    asked.request.inputs.iter().filter(|input| !input.text.is_empty()).map(|input| {
        let title = format!("{}: {} ({})", input.agent, input.title, input.sub_task);
        ContextPart::new(SourceKind::Input, &title, &input.text, "the sub-task waits for it")
    })
}

/// The texts the request is about.
async fn documents(studio: &Studio, asked: &Asked) -> Result<Vec<ContextPart>> {
    let kind = SourceKind::Document;
    if let Target::Text(text) = &asked.target {
        return Ok(vec![ContextPart::new(kind, "The text", text, "the text in the request")]);
    }
    let reason = match asked.target {
        Target::Documents(_) => "the request names it",
        _ => "the manuscript, in the order of reading",
    };
    let of_document = |(document, text): (NamedDocument, String)| {
        let is_empty = text.trim().is_empty();
        let reason = if is_empty { "left out, since it has no text yet" } else { reason };
        let text = if is_empty { "" } else { text.as_str() };
        ContextPart {
            id: Some(document.id),
            ..ContextPart::new(kind, &document.title, text, reason)
        }
    };
    Ok(asked.texts(studio).await?.texts.into_iter().map(of_document).collect())
}

/// What is read of the project of a request; none when it is about none. Its texts and records are only
/// read when they are to be sent.
fn of_project(tx: &mut Tx<'_>, asked: &Asked, is_sent: bool) -> Result<Option<OfProject>> {
    if asked.request.project_id.is_none() && asked.request.document_id.is_none() {
        return Ok(None);
    }
    let project = reading::access(tx, &asked.request)?;
    let settings = projects::detail(tx, &project)?.settings;
    // Also one without an event that could be sent.
    let newest = timelines::list(tx, &project, (None, 1))?.items.pop();
    let timeline_id = newest.map(|timeline| timeline.id);
    let mut of_project = OfProject { settings, timeline_id, ..OfProject::default() };
    if is_sent && of_project.settings.ai_assistance {
        let book = book::of_project(tx, &project)?;
        of_project.records =
            records::of_project(tx, &project, asked, (&book, &of_project.settings))?;
        of_project.beginnings = beginnings(tx, &project, asked, &book)?;
    }
    Ok(Some(of_project))
}

fn beginnings(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    asked: &Asked,
    book: &Book,
) -> Result<Vec<String>> {
    if context::needs_style(&asked.request.agent) {
        style::beginnings(tx, project, book)
    } else {
        Ok(Vec::new())
    }
}

/// Passages that answer the words of the request, or why there are none.
async fn passages(
    studio: &Studio,
    asked: &Asked,
    settings: &ProjectSettings,
) -> Result<Vec<ContextPart>> {
    let Some(project_id) = &asked.request.project_id else { return Ok(Vec::new()) };
    let none = |why: &str| vec![ContextPart::left_out(SourceKind::Passage, "Passages", 0, why)];
    if !settings.integrations.research {
        return Ok(none("left out, since settings.integrations.research of the project is off"));
    }
    if asked.words.trim().is_empty() {
        return Ok(Vec::new());
    }
    let wanted = settings.agent_config.as_ref().and_then(|config| config.search_results_count);
    let search = Search {
        query: asked.words.chars().take(domain::research::QUERY_CHARS_MAX).collect(),
        collections: vec![Collection::Documents, Collection::Notes, Collection::References],
        project_id: Some(project_id.clone()),
        limit_default: Some(wanted.unwrap_or(PASSAGES_DEFAULT).min(PASSAGES_MAX)),
        ..Search::default()
    };
    let (principal, now) = (&asked.request.principal, studio.clock.now());
    let found = research::ask_within(studio, principal, &search, now, INDEX_WAIT_MAX).await;
    match found {
        Ok(query) => Ok(query.results.into_iter().map(passage).collect()),
        Err(Error::Unavailable(_)) => {
            Ok(none("left out, since the texts are still being indexed for the search"))
        }
        Err(error) => Err(error),
    }
}

fn passage(found: FoundPassage) -> ContextPart {
    let position = |at: i64| usize::try_from(at).unwrap_or(0);
    let reason = format!("found for the request with a similarity of {:.2}", found.similarity);
    ContextPart {
        id: Some(found.document_id),
        span: Some((position(found.metadata.start), position(found.metadata.end))),
        ..ContextPart::new(SourceKind::Passage, &found.metadata.title, &found.text, &reason)
    }
}
