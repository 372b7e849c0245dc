//! Reads a request: what of the project its words name, which texts it is about, and what it asks for.
//! Whatever is not there, or not understood, is answered here, so that no skill answers about something
//! else.

mod project;
mod texts;

use std::sync::Arc;

use domain::{
    Result,
    agents::understanding::{
        self, Also, End, MessageParts, NamedDocument, NamedRecord, Names, RecordKind, Scope, Topic,
        Understanding,
    },
    messages::Answer,
};
use serde_json::{Value, json};
use store::{Tx, documents, projects};

use super::{
    SHORT_TEXT_BYTES,
    answers::listed,
    book, help,
    records::DESCRIBED_MAX,
    request::{AgentRequest, Origin},
    run_blocking,
    sightings::Sought,
    subject::{self, Subject},
};
use crate::Studio;
use project::read_names;
use texts::titles;

pub(super) use project::{ProjectNames, access};
pub(super) use texts::{Target, Texts};

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
    /// Whether all texts were read that it is about.
    pub(super) is_whole: bool,
    /// What of it the answer begins with, for people.
    notes: Vec<String>,
    /// The text of the only document, when it was read already.
    text: Option<String>,
}

/// Reads a request.
pub(super) async fn read(studio: &Studio, request: &AgentRequest) -> Result<Reading> {
    let (parts, words) = match request.origin {
        Origin::Message if understanding::looks_at_texts(&request.agent) => {
            let parts = understanding::parts(&request.text);
            let words = parts.request(&request.text);
            (parts, words)
        }
        Origin::Message | Origin::Task => (MessageParts::default(), request.text.clone()),
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
        if understanding::takes_any_words(&request.agent) || request.is_composed_alone() {
            let understood = Understanding::default();
            return resolved(request, words, understood, Arc::default());
        }
        return Ok(Reading::Answered(help::no_project(request)));
    }
    let (names, at) = read_names(studio, request).await?;
    let understood = understanding::understand(&request.agent, &words, &names.borrowed(), at);
    resolved(request, words, understood, names)
}

/// A request about its own text, of which no word is a request.
pub(super) fn of_text(request: &AgentRequest) -> Asked {
    Asked::of_text(request, String::new(), request.text.clone(), false)
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
                Some(project) => ProjectNames::read(tx, &project, &request.agent),
                None => Ok(ProjectNames::default()),
            }
        });
        let names = Arc::new(found.await?);
        let words = request.text.clone();
        let understood = understanding::understand(&request.agent, &words, &names.borrowed(), None);
        let names_something = !understood.records.is_empty()
            || understood.scope != Scope::Unsaid
            || understood.topic.is_some();
        if understood.unread.is_empty() && names_something {
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
    let names = ProjectNames { documents: vec![document], ..ProjectNames::default() };
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

/// What was understood, with what it is about; or the answer when that is not there.
fn resolved(
    request: &AgentRequest,
    words: String,
    understood: Understanding,
    names: Arc<ProjectNames>,
) -> Result<Reading> {
    let missing = if understood.missing.is_empty() {
        None
    } else {
        let missing = help::missing(&understood.missing, &names)?;
        // What is to be written need not be there yet.
        let writes = request.steps.is_some() && understanding::writes(&request.agent);
        if !writes || understanding::is_question(&words) {
            return Ok(Reading::Answered(missing));
        }
        missing.text.lines().next().map(str::to_owned)
    };
    let names_nothing = understood.records.is_empty()
        && understood.unknown.is_empty()
        && understood.scope == Scope::Unsaid;
    let is_help = understood.topic == Some(Topic::Help) && names_nothing;
    let takes_any_words =
        request.origin == Origin::Task || understanding::takes_any_words(&request.agent);
    // A model understands what no rule does.
    let may_be_anything = takes_any_words || request.steps.is_some();
    if is_help || understood.topic.is_none() && names_nothing && !may_be_anything {
        return Ok(Reading::Answered(help::what_it_can(request, &names, is_help)?));
    }
    let target = match understood.scope {
        Scope::Documents(all) => {
            Target::Documents(all.into_iter().map(|at| names.documents[at].clone()).collect())
        }
        Scope::Unsaid if !request.document_ids.is_empty() => {
            let is_named = |it: &&NamedDocument| request.document_ids.contains(&it.id);
            Target::Documents(names.documents.iter().filter(is_named).cloned().collect())
        }
        Scope::Book | Scope::Unsaid => Target::Book,
    };
    let records: Vec<NamedRecord> =
        understood.records.iter().map(|at| names.records[*at].clone()).collect();
    let mut asked = Asked {
        request: request.clone(),
        words,
        topic: understood
            .topic
            .filter(|it| *it != Topic::Help)
            .or_else(|| carried(request))
            .unwrap_or(Topic::Overview),
        target,
        end: understood.end,
        records,
        unknown: understood.unknown,
        is_whole: true,
        notes: Vec::new(),
        names,
        text: None,
    };
    asked.notes = asked.understood_as(&understood.also);
    asked.notes.extend(missing);
    if !takes_any_words && !understood.unread.is_empty() {
        let unread: Vec<String> = understood.unread.iter().map(|it| format!("“{it}”")).collect();
        asked.notes.push(format!(
            "Not understood, and passed over: {}. What follows is about {}.",
            enumerated(&unread),
            asked.subject_name()
        ));
    }
    Ok(Reading::Asked(Box::new(asked)))
}

/// What the agent was asked for before in the conversation: a request that only names something, such as
/// “and chapter 4?”, goes on from that.
fn carried(request: &AgentRequest) -> Option<Topic> {
    let topic = |earlier: &str| {
        understanding::understand(&request.agent, earlier, &Names::default(), None).topic
    };
    request.earlier().find_map(|earlier| topic(earlier).filter(|it| *it != Topic::Help))
}

impl Reading {
    fn of_text(request: &AgentRequest, words: String, text: String, is_marked: bool) -> Self {
        Self::Asked(Box::new(Asked::of_text(request, words, text, is_marked)))
    }
}

impl Asked {
    fn of_text(request: &AgentRequest, words: String, text: String, is_marked: bool) -> Self {
        let topic =
            understanding::understand(&request.agent, &words, &Names::default(), None).topic;
        Self {
            request: request.clone(),
            words,
            topic: topic.filter(|it| *it != Topic::Help).unwrap_or(Topic::Overview),
            target: Target::Text(text),
            end: None,
            records: Vec::new(),
            unknown: Vec::new(),
            names: Arc::default(),
            is_whole: true,
            notes: if is_marked {
                vec!["Asked about the text in the message.".to_owned()]
            } else {
                Vec::new()
            },
            text: None,
        }
    }

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
        report["isWhole"] = self.is_whole.into();
        report["topic"] = self.topic.as_str().into();
        let documents: Vec<&(String, String)> =
            read.iter().filter_map(|it| it.document.as_ref()).collect();
        report["scope"] =
            listed(&documents, |(id, title)| json!({ "documentId": id, "title": title }));
        let mut end = if self.is_whole { String::new() } else { book::not_whole() + "\n" };
        if let Some(narrowed) = &self.names.narrowed {
            report["narrowed"] = narrowed.as_str().into();
            end = format!("{end}{narrowed}\n");
        }
        Answer::with_report(self.beginning() + text + &end, &report)
    }

    /// Who and what the words name, also what has no record.
    pub(super) fn sought(&self) -> Vec<Sought> {
        let records = self.records.iter().map(|it| Sought {
            id: Some(it.id.clone()),
            kind: Some(it.kind),
            names: it.names.clone(),
        });
        let unknown = self.unknown.iter();
        let others = unknown.map(|it| Sought { id: None, kind: None, names: vec![it.clone()] });
        records.chain(others).take(DESCRIBED_MAX).collect()
    }

    /// Notes whether all texts were read that it is about.
    pub(super) fn set_whole(&mut self, is_whole: bool) {
        self.is_whole = is_whole;
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

    /// What it is about, records too: `Mara, in “The Red Room”`.
    fn subject_name(&self) -> String {
        let named: Vec<String> = self.sought().iter().map(Sought::name).collect();
        match named.is_empty() {
            true => self.scope_name(),
            false => format!("{}, in {}", enumerated(&named), self.scope_name()),
        }
    }

    /// The texts it is about, read with the rights of whoever asks; none of a message without a project.
    ///
    /// # Errors
    /// Not found when the project or a document is not there for them.
    pub(super) async fn texts(&self, studio: &Studio) -> Result<Texts> {
        if self.request.is_about_no_project() {
            return Ok(Texts { project_id: String::new(), texts: Vec::new(), is_whole: true });
        }
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

    /// The text that the message brings, if it does.
    pub(super) fn text_subjects(&self) -> Vec<Subject> {
        match &self.target {
            Target::Text(text) => vec![Subject::new(None, text.clone())],
            _ => Vec::new(),
        }
    }

    /// The texts of the whole manuscript, to lay beside those that it is about.
    ///
    /// # Errors
    /// Those of [`Self::texts`].
    pub(super) async fn book_texts(&self, studio: &Studio) -> Result<Texts> {
        let of_book = Self { target: Target::Book, text: None, ..self.clone() };
        of_book.texts(studio).await
    }

    /// Has a skill look at the texts that the request is about, away from the threads that answer
    /// requests when they are long.
    ///
    /// # Errors
    /// Those of [`Self::texts`] and of the skill.
    pub(super) async fn look(
        mut self,
        studio: &Studio,
        skill: impl FnOnce(&Self, Vec<Subject>) -> Result<Answer> + Send + 'static,
    ) -> Result<Answer> {
        if let Target::Text(text) = &self.target {
            let text = text.clone();
            if text.len() <= SHORT_TEXT_BYTES {
                return skill(&self, vec![Subject::new(None, text)]);
            }
            return run_blocking(move || skill(&self, vec![Subject::new(None, text)])).await;
        }
        let texts = self.texts(studio).await?;
        self.is_whole = texts.is_whole;
        if texts.texts.is_empty() {
            let text = format!("There is no text yet in {}.\n", self.scope_name());
            let answer = self.answered(&text, json!({ "kind": "empty" }), &[])?;
            return Ok(answer.empty_if(true));
        }
        let bytes: usize = texts.texts.iter().map(|(_, text)| text.len()).sum();
        if bytes <= SHORT_TEXT_BYTES {
            let subjects = texts.subjects();
            return skill(&self, subjects);
        }
        run_blocking(move || skill(&self, texts.subjects())).await
    }

    fn understood_as(&self, also: &[Also]) -> Vec<String> {
        let mut named: Vec<String> = Vec::new();
        if let Target::Documents(documents) = &self.target {
            // Only critic looks at one end of a text; the others read all of it.
            let end = match self.end.filter(|_| self.request.agent == "critic") {
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

/// Words in a row: `a, b and c`.
pub(super) fn enumerated(words: &[String]) -> String {
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}
