//! Archivist: what the text states of persons, with its words, as the ledger of facts has it; dates; where two statements or a statement and the lore do not agree; and what changed
//! since the texts before. It records what is written in fixed forms and infers nothing; a summary
//! takes a model.

mod changes;
mod facts;

use std::collections::BTreeSet;

use domain::{Result, agents::understanding::Topic, lore::Entry, messages::Answer};
use prose::Text;
use serde_json::{Value, json};
use store::Tx;

use super::{
    answers::{AnswerText, counted, listed},
    book, help,
    reading::{Asked, Target, Texts, access},
    records::{self, Described},
    sightings::{self, Sightings, Sought},
    stated::{self, Stated},
    subject::{self, Quote, Subject, quoted, shortened},
};
use crate::{Studio, ledger::ProjectLedger};
use changes::Change;
use facts::{Conflict, Statement};

/// A date in a text.
struct Dated {
    document_id: String,
    title: String,
    day: u32,
    month: u32,
    year: Option<u32>,
    quote: Quote,
    around: String,
    /// Where its sentence begins.
    sentence: usize,
}

/// What was recorded of a project.
struct Record {
    project_id: String,
    documents: usize,
    /// Whether the names are those of the lore, or only found in the text.
    of_lore: bool,
    facts: Vec<Statement>,
    conflicts: Vec<Conflict>,
    dates: Vec<Dated>,
    changes: Vec<Change>,
}

/// What is recorded of what is asked about: the book, some documents, or what is named.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    if asked.request.project_id.is_none() && asked.request.document_id.is_none() {
        return Ok(subject::no_project());
    }
    let (request, target) = (asked.request.clone(), asked.target.clone());
    let read = move |tx: &mut Tx<'_>| {
        let project = access(tx, &request)?;
        let texts = Texts::read(tx, &project, &target)?;
        let entries = book::lore(tx, &project)?.into_iter().map(|(entry, _)| entry);
        let changes = changes::of(tx, &project, &texts.texts)?;
        Ok((texts, entries.collect::<Vec<Entry>>(), changes))
    };
    let (texts, entries, changes) = studio.database.scan(read).await?;
    let described = match asked.names_nothing() {
        true => Vec::new(),
        false => records::described(studio, &asked).await?,
    };
    let ledger = stated::ledger_of(studio, &asked).await?;
    super::run_blocking(move || {
        let mut asked = asked;
        asked.set_whole(texts.is_whole);
        let subjects = match asked.target {
            Target::Text(_) => asked.text_subjects(),
            _ => texts.subjects(),
        };
        let documents: Option<Vec<String>> =
            asked.documents().map(|all| all.iter().map(|it| it.id.clone()).collect());
        let stated =
            Stated::of(ledger.as_ref(), &asked.words, &asked.sought(), documents.as_deref());
        let mut record = Record::of(&texts, (&subjects, ledger), &entries, changes);
        if asked.names_nothing() {
            let (text, report) = (record.answer_text(asked.topic), record.report());
            let answer = asked.answered(&text, report, &subjects)?;
            return Ok(answer.empty_if(record.documents == 0));
        }
        record.of_named(&asked, &subjects, &described, &stated)
    })
    .await
}

impl Record {
    fn of(
        texts: &Texts,
        (subjects, ledger): (&[Subject], Option<ProjectLedger>),
        entries: &[Entry],
        changes: Vec<Change>,
    ) -> Self {
        let (facts, conflicts) = facts::of(ledger, subjects, entries);
        Self {
            project_id: texts.project_id.clone(),
            documents: subjects.len(),
            of_lore: !entries.is_empty(),
            conflicts,
            facts,
            dates: subjects.iter().flat_map(dates).collect(),
            changes,
        }
    }

    /// What is recorded of those whom a request names, with the passages that name them.
    fn of_named(
        &mut self,
        asked: &Asked,
        subjects: &[Subject],
        described: &[Described],
        stated: &Stated,
    ) -> Result<Answer> {
        let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
        let found = sightings::find(&texts, &asked.sought(), &asked.names.records);
        let names: Vec<String> = found.iter().flat_map(|it| it.sought.names.clone()).collect();
        let sought: Vec<&Sought> = found.iter().map(|it| &it.sought).collect();
        let sentences: BTreeSet<(usize, usize)> = found
            .iter()
            .flat_map(Sightings::sentences)
            .map(|(at, span)| (at, span.start))
            .collect();
        self.facts.retain(|it| it.is_of(&sought));
        self.conflicts.retain(|it| it.is_of(&sought));
        self.dates.retain(|it| {
            let at = subjects.iter().position(|subject| {
                subject.document.as_ref().is_some_and(|(id, _)| *id == it.document_id)
            });
            at.is_some_and(|at| sentences.contains(&(at, it.sentence)))
        });
        let is_titled = found.iter().any(|it| it.sought.has_title());
        let speaks: Vec<&str> = found
            .iter()
            .flat_map(|it| it.by_document.iter().enumerate().filter(|(_, all)| !all.is_empty()))
            .filter_map(|(at, _)| subjects[at].document.as_ref().map(|(id, _)| id.as_str()))
            .collect();
        self.changes.retain(|it| {
            it.names_one_of(&names) || is_titled && speaks.contains(&it.document_id())
        });
        let mut out = AnswerText::default();
        if stated.is_asked_for() {
            stated.write_to(&mut out, &asked.scope_name());
        }
        for (at, it) in found.iter().enumerate() {
            match described.get(at) {
                Some(described) => described.lines.iter().for_each(|line| out.line(line)),
                None => out.line(format!("The lore has no entry “{}”.", it.sought.name())),
            }
            it.write_to(&mut out, subjects, &asked.scope_name());
        }
        help::write_missed(&mut out, asked, &found);
        self.write_facts(&mut out);
        self.write_conflicts(&mut out);
        self.write_dates(&mut out);
        self.write_changes(&mut out);
        let mut report = self.report();
        report["mentions"] = found.iter().map(|it| it.report(subjects)).collect();
        report["records"] = described.iter().map(|it| it.report.clone()).collect();
        asked.answered(&out.finish(), report, subjects)
    }

    fn answer_text(&self, topic: Topic) -> String {
        let mut out = AnswerText::default();
        out.line(format!(
            "Read: {}. Only statements in fixed forms are taken down, about {}; nothing is inferred.",
            counted(self.documents, "document", "documents"),
            if self.of_lore { "entries of the lore" } else { "frequent names, as there is no lore" }
        ));
        match topic {
            Topic::Facts => self.write_facts(&mut out),
            Topic::Conflicts => {
                self.write_conflicts(&mut out);
                if self.conflicts.is_empty() {
                    out.line("No two of them contradict each other, the lore or a timeline.");
                }
            }
            Topic::Dates => {
                self.write_dates(&mut out);
                if self.dates.is_empty() {
                    out.line("No date with a day and a month is written there.");
                }
            }
            Topic::Changes => {
                self.write_changes(&mut out);
                if self.changes.is_empty() {
                    out.line("No text of them has an earlier version.");
                }
            }
            _ => {
                self.write_facts(&mut out);
                self.write_conflicts(&mut out);
                self.write_dates(&mut out);
                self.write_changes(&mut out);
            }
        }
        out.line("A summary takes a language model, and none is configured.");
        out.finish()
    }

    fn write_facts(&self, out: &mut AnswerText) {
        out.list("Stated", &self.facts, Statement::line);
        if self.facts.is_empty() {
            out.line("No fact about a person is stated in such a form.");
        }
    }

    fn write_conflicts(&self, out: &mut AnswerText) {
        out.list("Do not agree", &self.conflicts, Conflict::line);
    }

    fn write_dates(&self, out: &mut AnswerText) {
        out.list("Dates", &self.dates, |it| {
            format!("{} in “{}”: {}", it.quote.quote, it.title, quoted(&it.around))
        });
    }

    fn write_changes(&self, out: &mut AnswerText) {
        out.list("Changed since the text before", &self.changes, Change::line);
    }

    fn report(&self) -> Value {
        json!({
            "kind": "facts",
            "projectId": self.project_id,
            "documents": self.documents,
            "facts": listed(&self.facts, Statement::report),
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
        sentence: it.passage.sentence_span.start,
    };
    prose::dates(&Text::new(&subject.plain.text)).iter().map(dated).collect()
}
