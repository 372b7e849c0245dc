//! The parts of a project that a request names, for agents that answer from its records: chapters, entries
//! of the lore and promises. Nodes of the outline and events stand for the chapters that tell them. What is
//! named and is nowhere is said, with what there is.

use std::collections::HashSet;

use domain::{
    Result, Time,
    agents::understanding::{NamedDocument, NamedRecord, RecordKind},
    documents::book::PlacedDocument,
    json::JsonText,
    lore::{Category, Entry},
    messages::Answer,
    promises::Promise,
};
use serde_json::{Value, json};
use store::{Tx, documents, lore, projects::ProjectAccess};

use super::{
    answers::{AnswerText, listed},
    book,
    project_records::Records,
    reading::{self, Asked, Target},
    request::Origin,
    subject::shortened,
};
use crate::{Studio, blocking};

/// Parts that one answer is about, the first that are named.
const PARTS_MAX: usize = 3;

/// Names and promises that are listed for who named what is not there.
const THERE_MAX: usize = 20;

/// A part of a project.
pub(super) enum Part {
    /// A document of the manuscript, or a note or reference.
    Chapter(PlacedDocument),
    /// An entry of the lore, or a name that the text has and the lore has not; and what it says of itself.
    Entry(Entry, String),
    /// A promise.
    Promise(Promise),
}

/// What a request names, as far as it is there.
struct Named {
    parts: Vec<Part>,
    /// Names that nothing has.
    nowhere: Vec<String>,
    /// Records that no chapter tells.
    untold: Vec<String>,
    /// Parts that were left out.
    left: usize,
}

/// What an agent answers about the parts that a request names; none when it names none, and asks about
/// the book. `read` reads what the agent needs beside the records.
pub(super) async fn answer<X: Send + 'static>(
    studio: &Studio,
    asked: &Asked,
    kind: &'static str,
    read: impl Fn(&mut Tx<'_>, &ProjectAccess, &Records) -> Result<X> + Send + 'static,
    of: impl Fn(&Records, &X, &Part) -> (String, Value) + Send + 'static,
) -> Result<Option<Answer>> {
    if asked.names_nothing() && asked.documents().is_none() {
        return Ok(None);
    }
    let (documents, records) = (asked.documents().map(<[_]>::to_vec), asked.records.clone());
    let (unknown, request) = (asked.unknown.clone(), asked.request.clone());
    let found = studio.database.scan(move |tx| {
        let project = reading::access(tx, &request)?;
        let mut all = Records::read(tx, &project)?;
        let named = named(tx, &project, &mut all, documents.as_deref(), &records, &unknown)?;
        let more = read(tx, &project, &all)?;
        Ok((all, named, more))
    });
    let (all, named, more) = found.await?;
    let asked = asked.clone();
    let answered = blocking::run("answering from records", move || {
        if named.parts.is_empty() && named.untold.is_empty() {
            // A task is described in words of any kind.
            let is_task = asked.request.origin == Origin::Task;
            return if is_task { Ok(None) } else { not_there(&asked, &all, &named).map(Some) };
        }
        let mut text = String::new();
        let mut reports = Vec::new();
        for part in &named.parts {
            let (of_part, report) = of(&all, &more, part);
            if !text.is_empty() {
                text.push('\n');
            }
            text += &of_part;
            reports.push(report);
        }
        let report = json!({
            "kind": kind,
            "projectId": all.project_id,
            "isWhole": all.is_whole,
            "parts": reports,
        });
        asked.scoped(&(text + &named.rest(&all)), report).map(Some)
    });
    answered.await?
}

/// What of a project is read for an answer about the book, for whoever asks.
pub(super) async fn read_project<T: Send + 'static>(
    studio: &Studio,
    asked: &Asked,
    read: impl Fn(&mut Tx<'_>, &ProjectAccess) -> Result<T> + Send + 'static,
) -> Result<T> {
    let request = asked.request.clone();
    studio
        .database
        .scan(move |tx| {
            let project = reading::access(tx, &request)?;
            read(tx, &project)
        })
        .await
}

impl Asked {
    /// An answer from records, with what was understood before it and the documents it is about in its
    /// report.
    pub(super) fn scoped(&self, text: &str, mut report: Value) -> Result<Answer> {
        report["topic"] = self.topic.as_str().into();
        let documents: Vec<&NamedDocument> = match self.documents() {
            Some(documents) => documents.iter().collect(),
            None => self.names.documents.iter().filter(|it| it.kind.is_manuscript()).collect(),
        };
        report["scope"] =
            listed(&documents, |it| json!({ "documentId": it.id, "title": shortened(&it.title) }));
        let aside = match self.target {
            Target::Text(_) => {
                "The text of the message was not looked at: critic, proseguard and lorekeeper read \
                 texts. This is about the project.\n"
            }
            _ => "",
        };
        Answer::with_report(format!("{}{aside}{text}", self.beginning()), &report)
    }
}

/// Finds the parts that a request names, and narrows the records to documents where it names both.
fn named(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    all: &mut Records,
    documents: Option<&[NamedDocument]>,
    records: &[NamedRecord],
    unknown: &[String],
) -> Result<Named> {
    let mut named = Named { parts: Vec::new(), nowhere: Vec::new(), untold: Vec::new(), left: 0 };
    for document in documents.unwrap_or_default() {
        if all.book.find(&document.id).is_none() {
            let content = documents::content(tx, project, &document.id)?;
            let document = documents::get(tx, project, &document.id)?;
            let words = document.words;
            all.beside.push((PlacedDocument { document, depth: 0, words, start: 0 }, content));
        }
    }
    let mut parts: Vec<Part> = Vec::new();
    for record in records {
        match record.kind {
            RecordKind::Entry(_) => {
                if let Some(entry) = all.entry(&record.id).cloned() {
                    let (_, content) = lore::get(tx, project, &entry.id)?;
                    parts.push(Part::Entry(entry, content));
                }
            }
            RecordKind::Promise => {
                parts.extend(
                    all.promises.iter().find(|it| it.id == record.id).cloned().map(Part::Promise),
                );
            }
            RecordKind::Node | RecordKind::Event => match all.chapters_with(record) {
                chapters if chapters.is_empty() => named.untold.push(shortened(record.name())),
                chapters => parts.extend(chapters.into_iter().map(Part::Chapter)),
            },
            RecordKind::Language => {}
        }
    }
    for name in unknown {
        match unlisted(all, name) {
            Some(entry) => parts.push(Part::Entry(entry, String::new())),
            None => named.nowhere.push(name.clone()),
        }
    }
    let documents = outermost(documents.unwrap_or_default());
    let has_records = parts.iter().any(|it| !matches!(it, Part::Chapter(_)));
    if has_records && !documents.is_empty() {
        parts.retain(|it| !matches!(it, Part::Chapter(_)));
        all.narrow_to(&documents.iter().map(|it| it.id.as_str()).collect::<Vec<_>>());
    } else {
        let chapters = documents.iter().filter_map(|it| all.placed(&it.id).cloned());
        parts.splice(0..0, chapters.map(Part::Chapter));
    }
    let mut seen = HashSet::new();
    parts.retain(|it| seen.insert(it.id().to_owned()));
    named.left = parts.len().saturating_sub(PARTS_MAX);
    parts.truncate(PARTS_MAX);
    named.parts = parts;
    Ok(named)
}

/// Documents without those that lie in another of them.
fn outermost(documents: &[NamedDocument]) -> Vec<&NamedDocument> {
    let mut outer: Vec<&NamedDocument> = Vec::new();
    for document in documents {
        if outer.last().is_none_or(|last| document.depth <= last.depth) {
            outer.push(document);
        }
    }
    outer
}

/// A name that the manuscript has and the lore has not, as an entry without an id.
fn unlisted(all: &Records, name: &str) -> Option<Entry> {
    let is_there = all.presence(&[name]).iter().any(|it| it.naming.is_some());
    is_there.then(|| Entry {
        id: String::new(),
        project_id: all.project_id.clone(),
        name: name.to_owned(),
        category: Category::Other,
        aliases: Vec::new(),
        attributes: JsonText("{}".to_owned()),
        relations: Vec::new(),
        created_at: Time::from_millis(0),
        modified_at: Time::from_millis(0),
        version: 0,
    })
}

/// What an entry is called in a sentence, and whether it is one.
pub(super) fn called(entry: &Entry) -> String {
    let name = shortened(&entry.name);
    if entry.id.is_empty() {
        format!("{name} (no entry of the lore)")
    } else {
        format!("{name} ({})", entry.category)
    }
}

/// The id of an entry; null for a name without one.
pub(super) fn entry_id(entry: &Entry) -> Option<&str> {
    Some(entry.id.as_str()).filter(|id| !id.is_empty())
}

impl Part {
    /// Its id, or the name of what has none.
    fn id(&self) -> &str {
        match self {
            Self::Chapter(placed) => &placed.document.id,
            Self::Entry(entry, _) if entry.id.is_empty() => &entry.name,
            Self::Entry(entry, _) => &entry.id,
            Self::Promise(promise) => &promise.id,
        }
    }
}

impl Named {
    /// What is said behind the parts: what is nowhere, and what was left out.
    fn rest(&self, all: &Records) -> String {
        let mut out = AnswerText::default();
        for title in &self.untold {
            out.line(format!(
                "No chapter tells “{title}”: nothing of the manuscript is linked to it."
            ));
        }
        for name in &self.nowhere {
            out.line(nowhere(name));
        }
        if self.left > 0 {
            out.line(format!("More was named; this is about the first {PARTS_MAX}."));
        }
        if !all.is_whole {
            out.line(book::not_whole());
        }
        out.finish()
    }
}

fn nowhere(name: &str) -> String {
    format!("Nothing in the project is called “{}”, and no chapter has the name.", shortened(name))
}

/// What is answered when nothing of what is named is there: what is.
fn not_there(asked: &Asked, all: &Records, named: &Named) -> Result<Answer> {
    let mut out = AnswerText::default();
    named.nowhere.iter().for_each(|name| out.line(nowhere(name)));
    let list = |titles: Vec<String>| -> String {
        let more = titles.len().saturating_sub(THERE_MAX);
        let mut first: Vec<String> = titles.into_iter().take(THERE_MAX).collect();
        if more > 0 {
            first.push(format!("{more} more"));
        }
        first.join(", ")
    };
    let entries: Vec<String> = all.entries.iter().map(|it| shortened(&it.name)).collect();
    let chapters: Vec<String> =
        all.units().iter().map(|it| format!("“{}”", shortened(it.title()))).collect();
    let promises: Vec<String> =
        all.promises.iter().map(|it| format!("“{}”", shortened(&it.title))).collect();
    for (says, titles) in
        [("The lore has", entries), ("The manuscript has", chapters), ("Promises are", promises)]
    {
        if !titles.is_empty() {
            out.line(format!("{says}: {}.", list(titles)));
        }
    }
    let report = json!({
        "kind": "missing",
        "projectId": all.project_id,
        "missing": named.nowhere.iter().map(|it| json!({ "name": shortened(it) })).collect::<Vec<_>>(),
    });
    asked.scoped(&out.finish(), report).map(|it| it.empty_if(true))
}
