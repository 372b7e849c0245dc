//! Archivist: what the text states, with its words. Ages, colours of eyes and hair and roles of named
//! characters; dates; where two statements or a statement and the lore do not agree; and what changed
//! since the texts before. It records what is written in fixed forms and infers nothing; a summary
//! takes a model.

mod changes;
mod facts;

use domain::{Result, documents::book::PlacedDocument, lore::Entry, messages::Answer};
use prose::Text;
use serde_json::{Value, json};
use store::{Tx, projects::ProjectAccess};

use super::{
    answers::{AnswerText, counted, listed},
    book::{self, Manuscript},
    request::AgentRequest,
    subject::{self, Quote, Subject, quoted, shortened},
};
use crate::Studio;
use changes::Change;
use facts::{Conflict, Fact};

/// A date in a text.
struct Dated {
    document_id: String,
    title: String,
    day: u32,
    month: u32,
    year: Option<u32>,
    quote: Quote,
    around: String,
}

/// What was recorded of a project.
struct Record {
    project_id: String,
    is_whole: bool,
    documents: usize,
    /// Whether the names are those of the lore, or only found in the text.
    of_lore: bool,
    facts: Vec<Fact>,
    conflicts: Vec<Conflict>,
    dates: Vec<Dated>,
    changes: Vec<Change>,
}

/// What the texts of the project state that the message is about; of one document, where it names
/// one.
pub(super) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let only = request.document_id.as_deref();
    let only = only.map(str::to_owned);
    let found = subject::read_project(studio, request, move |tx, project| {
        read(tx, project, only.as_deref())
    })
    .await?;
    let Some((manuscript, entries, changes)) = found else { return Ok(subject::no_project()) };
    super::run_blocking(move || {
        let record = Record::of(manuscript, &entries, changes);
        Answer::with_report(record.answer_text(), &record.report())
    })
    .await
}

fn read(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    only: Option<&str>,
) -> Result<(Manuscript, Vec<Entry>, Vec<Change>)> {
    let mut manuscript = Manuscript::read(tx, project)?;
    if let Some(id) = only {
        // A note too, which is no page of the book.
        let document = store::documents::get(tx, project, id)?;
        let content = store::documents::content(tx, project, id)?;
        let words = document.words;
        manuscript.texts = vec![(PlacedDocument { document, depth: 0, words, start: 0 }, content)];
        manuscript.is_whole = true;
    }
    let entries = book::lore(tx, project)?.into_iter().map(|(entry, _)| entry);
    let changes = changes::of(tx, project, &manuscript.texts)?;
    Ok((manuscript, entries.collect(), changes))
}

impl Record {
    fn of(manuscript: Manuscript, entries: &[Entry], changes: Vec<Change>) -> Self {
        let (project_id, is_whole) = (manuscript.project_id.clone(), manuscript.is_whole);
        let (subjects, _) = manuscript.subjects();
        let subjects: Vec<Subject> = subjects.into_iter().map(|(_, subject)| subject).collect();
        let (facts, of_lore) = facts::of(&subjects, entries);
        Self {
            project_id,
            is_whole,
            documents: subjects.len(),
            of_lore,
            conflicts: facts::conflicts(&facts, entries),
            facts,
            dates: subjects.iter().flat_map(dates).collect(),
            changes,
        }
    }

    fn answer_text(&self) -> String {
        let mut out = AnswerText::default();
        out.line(format!(
            "Read: {}. Only statements in fixed forms are taken down, about {}; nothing is inferred.",
            counted(self.documents, "document", "documents"),
            if self.of_lore { "entries of the lore" } else { "frequent names, as there is no lore" }
        ));
        out.list("Stated", &self.facts, Fact::line);
        if self.facts.is_empty() {
            out.line("No age, colour of eyes or hair, or role is stated in such a form.");
        }
        out.list("Do not agree", &self.conflicts, Conflict::line);
        out.list("Dates", &self.dates, |it| {
            format!("{} in “{}”: {}", it.quote.quote, it.title, quoted(&it.around))
        });
        out.list("Changed since the text before", &self.changes, Change::line);
        if !self.is_whole {
            out.line(book::not_whole());
        }
        out.line("A summary takes a language model, and none is configured.");
        out.finish()
    }

    fn report(&self) -> Value {
        json!({
            "kind": "facts",
            "projectId": self.project_id,
            "isWhole": self.is_whole,
            "documents": self.documents,
            "facts": listed(&self.facts, Fact::report),
            "conflicts": listed(&self.conflicts, Conflict::report),
            "dates": listed(&self.dates, |it| json!({
                "documentId": it.document_id,
                "day": it.day,
                "month": it.month,
                "year": it.year,
                "passage": it.quote,
            })),
            "changes": listed(&self.changes, Change::report),
        })
    }
}

/// The dates of a text.
fn dates(subject: &Subject) -> Vec<Dated> {
    let (id, title) = subject.document.clone().unwrap_or_default();
    let dated = |it: &prose::WrittenDate| Dated {
        document_id: id.clone(),
        title: shortened(&title),
        day: it.day,
        month: it.month,
        year: it.year,
        quote: subject.quote(it.passage.span),
        around: subject.around(it.passage.span, it.passage.sentence_span),
    };
    prose::dates(&Text::new(&subject.plain.text)).iter().map(dated).collect()
}
