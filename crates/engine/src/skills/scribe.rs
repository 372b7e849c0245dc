//! Scribe: the state of a draft. How long it is and how far that is from its target, where the latest
//! documents stop, and what was left open. It writes nothing
//! without a model, and says so first.

mod part;

use std::cmp::Reverse;

use domain::{
    Result,
    documents::{Status, book::PlacedDocument},
    messages::Answer,
};
use prose::{Span, Text};
use serde_json::{Value, json};

use super::{
    answers::{AnswerText, counted, grouped, listed, percent},
    book::{self, Manuscript},
    parts::{self, Part},
    placeholders::{self, Placeholder},
    reading::Asked,
    subject::{Quote, Subject, quoted, shortened},
};
use crate::Studio;

/// Documents whose end is shown, those changed last.
const ENDS_MAX: usize = 5;

/// Sentences of an end.
const END_SENTENCES: usize = 2;

/// The state of a draft.
struct Draft {
    project_id: String,
    is_whole: bool,
    words: i64,
    /// Documents of the manuscript in each phase, in the order of the phases.
    phases: Vec<(Status, usize)>,
    /// Documents that have a word target.
    aims: Vec<PlacedDocument>,
    /// Where the documents that were changed last and are not done stop.
    ends: Vec<(PlacedDocument, Quote)>,
    placeholders: Vec<Placeholder>,
}

/// The draft of the project, or what a draft of what a request names has to keep to.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let of_part = parts::answer(
        studio,
        &asked,
        "draft",
        |_, _, _| Ok(()),
        |records, (), part| match part {
            Part::Chapter(placed) => part::of_chapter(records, placed),
            Part::Entry(entry, _) => part::of_entry(records, entry),
            Part::Promise(promise) => part::of_promise(records, promise),
        },
    );
    let answer = match of_part.await? {
        Some(answer) => answer,
        None => {
            let manuscript = parts::read_project(studio, &asked, Manuscript::read).await?;
            super::run_blocking(move || {
                let draft = Draft::of(manuscript);
                asked.scoped(&draft.answer_text(), draft.report())
            })
            .await?
        }
    };
    // Whoever wanted something drafted got nothing.
    Ok(Answer { needs_model: true, ..answer })
}

impl Draft {
    fn of(manuscript: Manuscript) -> Self {
        let (project_id, is_whole) = (manuscript.project_id.clone(), manuscript.is_whole);
        let (subjects, book) = manuscript.subjects();
        let phases = Status::WORDS.iter().filter_map(|word| Status::parse(word));
        let in_phase =
            |status| book.manuscript.iter().filter(|it| it.document.status == status).count();
        let mut latest: Vec<&(PlacedDocument, Subject)> =
            subjects.iter().filter(|(placed, _)| placed.document.status != Status::Done).collect();
        // What came in together stops where the last of it does.
        latest.sort_by_key(|(placed, _)| Reverse((placed.document.modified_at, placed.start)));
        let end = |(placed, subject): &(PlacedDocument, Subject)| {
            let end = subject.end_of(end(&subject.plain.text)?);
            Some((placed.clone(), subject.quote(end)))
        };
        Self {
            project_id,
            is_whole,
            words: book.words,
            phases: phases.map(|status| (status, in_phase(status))).collect(),
            ends: latest.into_iter().filter_map(end).take(ENDS_MAX).collect(),
            placeholders: placeholders::of(&subjects),
            aims: book
                .manuscript
                .into_iter()
                .filter(|it| it.document.word_target.is_some_and(|target| target > 0))
                .collect(),
        }
    }

    fn answer_text(&self) -> String {
        let mut out = AnswerText::default();
        out.line("The scribe writes nothing without a language model, and none is configured.");
        let phases = self.phases.iter().filter(|(_, count)| *count > 0);
        let phases: Vec<String> =
            phases.map(|(status, count)| format!("{count} {status}")).collect();
        out.line(if phases.is_empty() {
            "The manuscript has no document yet.".to_owned()
        } else {
            let words = counted(self.words, "word", "words");
            format!("The manuscript has {words}; documents by phase: {}.", phases.join(", "))
        });
        out.list("Towards their word targets", &self.aims, |it| {
            let target = it.document.word_target.unwrap_or(0);
            format!(
                "“{}”: {} of {} ({})",
                shortened(it.title()),
                grouped(it.words),
                counted(target, "word", "words"),
                percent(it.words as f64 / target as f64)
            )
        });
        out.list("Where the documents changed last stop", &self.ends, |(placed, end)| {
            format!(
                "“{}” ({}): … {}",
                shortened(placed.title()),
                placed.document.status,
                quoted(&end.quote)
            )
        });
        out.list("Left open", &self.placeholders, Placeholder::line);
        if !self.is_whole {
            out.line(book::not_whole());
        }
        out.finish()
    }

    fn report(&self) -> Value {
        let phases = self.phases.iter().map(|(status, count)| (status.to_string(), json!(count)));
        json!({
            "kind": "draft",
            "projectId": self.project_id,
            "isWhole": self.is_whole,
            "words": self.words,
            "byStatus": phases.collect::<serde_json::Map<_, _>>(),
            "targets": listed(&self.aims, |it| json!({
                "documentId": it.document.id,
                "title": shortened(it.title()),
                "words": it.words,
                "wordTarget": it.document.word_target,
            })),
            "ends": listed(&self.ends, |(placed, end)| json!({
                "documentId": placed.document.id,
                "title": shortened(placed.title()),
                "status": placed.document.status.as_str(),
                "passage": end,
            })),
            "openings": listed(&self.placeholders, Placeholder::report),
        })
    }
}

/// The last sentences of a text; none of a text without one.
fn end(plain: &str) -> Option<Span> {
    let text = Text::new(plain);
    let sentences = text.sentences();
    let first = &sentences[sentences.len().saturating_sub(END_SENTENCES)..];
    Some(Span { start: first.first()?.span.start, end: first.last()?.span.end })
}
