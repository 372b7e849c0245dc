//! Reads a request: what of the project its words name, which texts it is about, and what it asks for.
//! Whatever is not there, or not understood, is answered here, so that no skill answers about something
//! else.

use std::sync::Arc;

use domain::{
    Result,
    agents::understanding::{
        self, Also, End, MessageParts, NamedDocument, NamedRecord, Names, RecordKind, Scope, Topic,
        Understanding,
    },
    documents::book::Book,
    messages::Answer,
};
use serde_json::{Value, json};
use store::{
    Tx, documents, names,
    projects::{self, ProjectAccess},
};

use super::{
    answers::listed,
    book::{self, TEXTS_BYTES_MAX},
    help,
    request::{AgentRequest, Origin},
    subject::{self, Subject},
};
use crate::Studio;

/// What is read of a request.
pub(super) enum Reading {
    /// What it asks.
    Asked(Box<Asked>),
    /// An answer, as what it asks for is not there or was not understood.
    Answered(Answer),
}

/// A request that was understood.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// As it came.
    pub(super) request: AgentRequest,
    /// Its words without the text that it brings.
    pub(super) words: String,
    /// What it asks for; [`Topic::Overview`] where it only names something.
    pub(super) topic: Topic,
    /// What it asks about.
    pub(super) target: Target,
    /// The end of it that is meant.
    pub(super) end: Option<End>,
    /// The records it names, in its order.
    pub(super) records: Vec<NamedRecord>,
    /// Capitalised or quoted names in it that nothing in the project has.
    pub(super) unknown: Vec<String>,
    /// What can be named in the project; empty when its words named nothing.
    pub(super) names: Arc<ProjectNames>,
    /// What of it the answer begins with, for people.
    notes: Vec<String>,
    /// The text of the only document, when it was read already.
    text: Option<String>,
}

/// What a request is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A text that the message brings.
    Text(String),
    /// Documents of the project, in the order of reading.
    Documents(Vec<NamedDocument>),
    /// The whole manuscript of the project.
    Book,
}

/// What can be named in a project.
#[derive(Debug, Default)]
pub(super) struct ProjectNames {
    /// The manuscript in the order of reading, then notes and references.
    pub(super) documents: Vec<NamedDocument>,
    /// Its records.
    pub(super) records: Vec<NamedRecord>,
}

/// Texts of a project.
pub(super) struct Texts {
    /// The project.
    pub(super) project_id: String,
    /// The documents with their texts, in the order of reading; those without a word are left out.
    pub(super) texts: Vec<(NamedDocument, String)>,
    /// Whether those are all that were asked for.
    pub(super) is_whole: bool,
}

/// Somebody or something that a request names, with or without an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sought {
    /// The entry of the lore, if there is one.
    pub(super) entry_id: Option<String>,
    /// Its name, then its aliases.
    pub(super) names: Vec<String>,
}

impl Sought {
    /// What it is called.
    pub(super) fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

/// Reads a request.
pub(super) async fn read(studio: &Studio, request: &AgentRequest) -> Result<Reading> {
    let parts = match request.origin {
        Origin::Message => understanding::parts(&request.text),
        Origin::Task => MessageParts::default(),
    };
    let words = match request.origin {
        Origin::Message => parts.request(&request.text),
        Origin::Task => request.text.clone(),
    };
    let is_beside = request.document_id.is_some();
    let passage = parts.passage.filter(|_| parts.is_marked || !is_beside);
    if let Some(passage) = passage {
        let text = request.text[passage].to_owned();
        if !parts.is_marked && understanding::is_phrase(&request.text) {
            return phrase(studio, request, text).await;
        }
        return Ok(Reading::of_text(request, words, text, parts.is_marked));
    }
    if is_beside && !understanding::may_name_something(&request.agent, &words) {
        return beside(studio, request, words).await;
    }
    if request.project_id.is_none() && !is_beside {
        return Ok(Reading::Answered(help::no_project(request)));
    }
    let (names, at) = read_names(studio, request).await?;
    let understood = understanding::understand(&request.agent, &words, &names.borrowed(), at);
    resolved(request, words, understood, names)
}

/// A message of a few words: about what it names, else a text.
async fn phrase(studio: &Studio, request: &AgentRequest, text: String) -> Result<Reading> {
    if request.project_id.is_some() {
        // Who may not see the project learns nothing of it, and has a text looked at.
        let found = studio.database.scan({
            let request = request.clone();
            move |tx| match projects::find(
                tx,
                &request.principal,
                request.project_id.as_deref().unwrap_or_default(),
            )? {
                Some(project) => ProjectNames::read(tx, &project),
                None => Ok(ProjectNames::default()),
            }
        });
        let names = Arc::new(found.await?);
        let words = request.text.clone();
        let understood = understanding::understand(&request.agent, &words, &names.borrowed(), None);
        let names_something = !understood.records.is_empty()
            || understood.scope != Scope::Unsaid
            || understood.topic.is_some();
        if understood.is_all_understood && names_something {
            return resolved(request, words, understood, names);
        }
    }
    Ok(Reading::of_text(request, String::new(), text, false))
}

/// A request about the document beside it, whose words name nothing else.
async fn beside(studio: &Studio, request: &AgentRequest, words: String) -> Result<Reading> {
    let (id, principal) =
        (request.document_id.clone().unwrap_or_default(), request.principal.clone());
    let read = move |tx: &mut Tx<'_>| {
        let project = documents::project_of(tx, &principal, &id)?;
        let document = documents::get(tx, &project, &id)?;
        let named =
            NamedDocument { id: document.id, title: document.title, kind: document.kind, depth: 0 };
        Ok((project.id().to_owned(), named, documents::content(tx, &project, &id)?))
    };
    let (project_id, document, text) = studio.database.scan(read).await?;
    let names = ProjectNames { documents: vec![document], records: Vec::new() };
    let understood = understanding::understand(&request.agent, &words, &names.borrowed(), Some(0));
    if understood.scope == Scope::Book {
        let (names, at) = read_names(studio, request).await?;
        let understood = understanding::understand(&request.agent, &words, &names.borrowed(), at);
        return resolved(request, words, understood, names);
    }
    let mut request = request.clone();
    request.project_id.get_or_insert(project_id);
    let mut reading = resolved(&request, words, understood, Arc::new(names))?;
    if let Reading::Asked(asked) = &mut reading {
        asked.text = Some(text);
        asked.notes.clear();
    }
    Ok(reading)
}

/// What can be named in the project of a request, and the position of the document beside it.
async fn read_names(
    studio: &Studio,
    request: &AgentRequest,
) -> Result<(Arc<ProjectNames>, Option<usize>)> {
    let request = request.clone();
    studio
        .database
        .scan(move |tx| {
            let Some(id) = request.document_id.as_deref() else {
                let id = request.project_id.as_deref().unwrap_or_default();
                let project = projects::check(tx, &request.principal, id)?;
                return Ok((Arc::new(ProjectNames::read(tx, &project)?), None));
            };
            let project = documents::project_of(tx, &request.principal, id)?;
            let document = documents::get(tx, &project, id)?;
            let mut names = ProjectNames::read(tx, &project)?;
            let at = names.documents.iter().position(|it| it.id == id).unwrap_or_else(|| {
                // One behind the bound.
                let kind = document.kind;
                names.documents.push(NamedDocument {
                    id: document.id,
                    title: document.title,
                    kind,
                    depth: 0,
                });
                names.documents.len() - 1
            });
            Ok((Arc::new(names), Some(at)))
        })
        .await
}

/// What was understood, with what it is about; or the answer when that is not there.
fn resolved(
    request: &AgentRequest,
    words: String,
    understood: Understanding,
    names: Arc<ProjectNames>,
) -> Result<Reading> {
    if !understood.missing.is_empty() {
        return Ok(Reading::Answered(help::missing(&understood.missing, &names)?));
    }
    let names_nothing = understood.records.is_empty()
        && understood.unknown.is_empty()
        && understood.scope == Scope::Unsaid;
    let is_help = understood.topic == Some(Topic::Help) && names_nothing;
    if is_help || understood.topic.is_none() && names_nothing && request.origin == Origin::Message {
        return Ok(Reading::Answered(help::what_it_can(request, &names, is_help)?));
    }
    let target = match understood.scope {
        Scope::Documents(all) => {
            Target::Documents(all.into_iter().map(|at| names.documents[at].clone()).collect())
        }
        Scope::Book | Scope::Unsaid => Target::Book,
    };
    let records: Vec<NamedRecord> =
        understood.records.iter().map(|at| names.records[*at].clone()).collect();
    let mut asked = Asked {
        request: request.clone(),
        words,
        topic: understood.topic.filter(|it| *it != Topic::Help).unwrap_or(Topic::Overview),
        target,
        end: understood.end,
        records,
        unknown: understood.unknown,
        notes: Vec::new(),
        names,
        text: None,
    };
    asked.notes = asked.understood_as(&understood.also);
    Ok(Reading::Asked(Box::new(asked)))
}

impl Reading {
    fn of_text(request: &AgentRequest, words: String, text: String, is_marked: bool) -> Self {
        let topic =
            understanding::understand(&request.agent, &words, &Names::default(), None).topic;
        Self::Asked(Box::new(Asked {
            request: request.clone(),
            words,
            topic: topic.filter(|it| *it != Topic::Help).unwrap_or(Topic::Overview),
            target: Target::Text(text),
            end: None,
            records: Vec::new(),
            unknown: Vec::new(),
            names: Arc::default(),
            notes: if is_marked {
                vec!["Asked about the text in the message.".to_owned()]
            } else {
                Vec::new()
            },
            text: None,
        }))
    }
}

impl ProjectNames {
    fn read(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Self> {
        let Book { manuscript, notes, .. } = book::of_project(tx, project)?;
        let manuscript = manuscript.into_iter().map(|it| (it.document, it.depth));
        let notes = notes.into_iter().map(|document| (document, 0));
        let named = manuscript.chain(notes).map(|(document, depth)| NamedDocument {
            id: document.id,
            title: document.title,
            kind: document.kind,
            depth,
        });
        Ok(Self { documents: named.collect(), records: names::of_project(tx, project)? })
    }

    fn borrowed(&self) -> Names<'_> {
        Names { documents: &self.documents, records: &self.records }
    }
}

impl Asked {
    /// What was understood, as the first line of an answer; empty where the words named nothing.
    pub(super) fn beginning(&self) -> String {
        self.notes.iter().map(|note| format!("{note}\n")).collect()
    }

    /// Whether the words name no record, and nobody and nothing else by a name.
    pub(super) fn names_nothing(&self) -> bool {
        self.records.is_empty() && self.unknown.is_empty()
    }

    /// An answer, with what was understood before it and what was read in its report.
    pub(super) fn answered(
        &self,
        text: &str,
        mut report: Value,
        read: &[Subject],
    ) -> Result<Answer> {
        report["topic"] = self.topic.as_str().into();
        let documents: Vec<&(String, String)> =
            read.iter().filter_map(|it| it.document.as_ref()).collect();
        report["scope"] =
            listed(&documents, |(id, title)| json!({ "documentId": id, "title": title }));
        Answer::with_report(self.beginning() + text, &report)
    }

    /// Who and what of the lore the words name, and the names in them that have no entry.
    pub(super) fn sought(&self) -> Vec<Sought> {
        let entries = self.records.iter().filter(|it| matches!(it.kind, RecordKind::Entry(_)));
        let entries =
            entries.map(|it| Sought { entry_id: Some(it.id.clone()), names: it.names.clone() });
        let others =
            self.unknown.iter().map(|it| Sought { entry_id: None, names: vec![it.clone()] });
        entries.chain(others).collect()
    }

    /// The documents it is about; none when it is about the book, or a text of the message.
    pub(super) fn documents(&self) -> Option<&[NamedDocument]> {
        match &self.target {
            Target::Documents(documents) => Some(documents),
            _ => None,
        }
    }

    /// What it is about in a sentence: `“The Red Room”`, `the manuscript`.
    pub(super) fn scope_name(&self) -> String {
        match &self.target {
            Target::Text(_) => "the text of the message".to_owned(),
            Target::Book => "the manuscript".to_owned(),
            Target::Documents(documents) => titles(documents),
        }
    }

    /// The texts it is about, read with the rights of whoever asks; none of a message without a project.
    ///
    /// # Errors
    /// Not found when the project or a document is not there for them.
    pub(super) async fn texts(&self, studio: &Studio) -> Result<Texts> {
        if let (Some(text), Target::Documents(documents)) = (&self.text, &self.target) {
            let texts = documents.iter().map(|it| (it.clone(), text.clone())).collect();
            let project_id = self.request.project_id.clone().unwrap_or_default();
            return Ok(Texts { project_id, texts, is_whole: true });
        }
        let (request, target) = (self.request.clone(), self.target.clone());
        let read = move |tx: &mut Tx<'_>| {
            let project = access(tx, &request)?;
            Texts::read(tx, &project, &target)
        };
        studio.database.scan(read).await
    }

    fn understood_as(&self, also: &[Also]) -> Vec<String> {
        let mut named: Vec<String> = Vec::new();
        if let Target::Documents(documents) = &self.target {
            let end = match self.end {
                Some(End::Opening) => "the opening of ",
                Some(End::Ending) => "the ending of ",
                None => "",
            };
            named.push(format!("{end}{}", titles(documents)));
        }
        named.extend(self.records.iter().map(|it| match it.kind {
            RecordKind::Entry(category) => {
                format!("{} ({category})", subject::shortened(it.name()))
            }
            RecordKind::Promise => format!("the promise “{}”", subject::shortened(it.name())),
            RecordKind::Event => format!("the event “{}”", subject::shortened(it.name())),
            RecordKind::Node => format!("“{}” of the outline", subject::shortened(it.name())),
            RecordKind::Language => format!("the language {}", subject::shortened(it.name())),
        }));
        let mut notes = Vec::new();
        if !named.is_empty() {
            notes.push(format!("Asked about {}.", enumerated(&named)));
        }
        for it in also {
            notes.push(match it {
                Also::Document(at) => {
                    let NamedDocument { title, kind, .. } = &self.names.documents[*at];
                    let title = subject::shortened(title);
                    format!("“{title}” is a {kind} too: ask about “the {kind} {title}” if you mean that.")
                }
                Also::Record(at) => {
                    let name = subject::shortened(self.names.records[*at].name());
                    format!("“{name}” is in the lore too: lorekeeper answers about that.")
                }
            });
        }
        notes
    }
}

/// The project of a request, for whoever asks.
///
/// # Errors
/// Not found when it, or the document beside the words, is not there for them.
pub(super) fn access(tx: &mut Tx<'_>, request: &AgentRequest) -> Result<ProjectAccess> {
    match (&request.document_id, &request.project_id) {
        (Some(id), _) => documents::project_of(tx, &request.principal, id),
        (None, id) => projects::check(tx, &request.principal, id.as_deref().unwrap_or_default()),
    }
}

impl Texts {
    /// Reads what a request is about.
    pub(super) fn read(tx: &mut Tx<'_>, project: &ProjectAccess, target: &Target) -> Result<Self> {
        let (wanted, mut is_whole) = match target {
            Target::Documents(documents) => (documents.clone(), true),
            Target::Book => {
                let book = book::of_project(tx, project)?;
                let is_whole = book.is_whole;
                let named = book.manuscript.into_iter().map(|it| NamedDocument {
                    id: it.document.id,
                    title: it.document.title,
                    kind: it.document.kind,
                    depth: it.depth,
                });
                (named.collect(), is_whole)
            }
            Target::Text(_) => (Vec::new(), true),
        };
        let (mut texts, mut bytes) = (Vec::new(), 0);
        for document in wanted {
            let text = documents::content(tx, project, &document.id)?;
            bytes += text.len();
            if bytes > TEXTS_BYTES_MAX {
                is_whole = false;
                break;
            }
            if !text.trim().is_empty() {
                texts.push((document, text));
            }
        }
        Ok(Self { project_id: project.id().to_owned(), texts, is_whole })
    }

    /// The texts as their readers read them.
    pub(super) fn subjects(&self) -> Vec<Subject> {
        let subject = |(document, text): &(NamedDocument, String)| {
            Subject::new(Some((document.id.clone(), document.title.clone())), text.clone())
        };
        self.texts.iter().map(subject).collect()
    }
}

/// Titles of documents that one sentence has, at most.
const TITLES_MAX: usize = 5;

/// The titles of some documents: a document with what lies in it is named alone.
fn titles(documents: &[NamedDocument]) -> String {
    let mut outer: Vec<&NamedDocument> = Vec::new();
    for document in documents {
        if outer.last().is_none_or(|last| document.depth <= last.depth) {
            outer.push(document);
        }
    }
    let mut named: Vec<String> = outer
        .iter()
        .take(TITLES_MAX)
        .map(|it| format!("“{}”", subject::shortened(&it.title)))
        .collect();
    if outer.len() > TITLES_MAX {
        named.push(format!("{} more", outer.len() - TITLES_MAX));
    }
    enumerated(&named)
}

/// Words in a row: `a, b and c`.
pub(super) fn enumerated(words: &[String]) -> String {
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}
