//! The check of the narration over the whole book: passages that stand twice, and paragraphs whose tense or
//! person is not that of the book. What a document's narration is like is in its extract; only the texts that
//! share a sentence are read again, to compare them word by word.

use std::collections::HashMap;

use domain::{
    Principal, Result,
    findings::{Check, CheckResult, FOUND_MAX, Observation, Severity, Source},
    lore::Quoted,
};
use prose::{HabitExtract, PASSAGE_WORDS_MIN, RepeatedPassage, Slip, Span, Text};
use serde_json::json;
use store::{
    extracts::{self, UnreadText},
    projects,
};

use super::{found, listed_positions};
use crate::{
    Studio,
    ledger::{ProjectLedger, ReadDocument},
    skills::subject::{Subject, quoted},
};

/// Findings of one rule in a document that are kept while they are to be dealt with.
const RULE_MAX: usize = 5;

/// Passages of a book in another tense that are findings of their own; of more there is one for the book, as they are a
/// habit. Of twelve novels *Moby-Dick* has eight, the others none.
const TENSE_PASSAGES_MAX: usize = 4;

/// Bytes of the texts that are compared word by word, but for the last document's.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Words of a passage from which on it stands twice by mistake, if it has [`PASTED_SENTENCES_MIN`] too.
const PASTED_WORDS_MIN: usize = 2 * PASSAGE_WORDS_MIN;

/// Sentences of such a passage.
const PASTED_SENTENCES_MIN: usize = 2;

/// The texts that may share passages.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(super) async fn shared_texts(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    read: &ProjectLedger,
) -> Result<Vec<UnreadText>> {
    let habits: Vec<&HabitExtract> = read.documents.iter().map(|it| &it.habits).collect();
    let shared = prose::shared_documents(&habits).into_iter();
    let ids: Vec<String> = shared.map(|at| read.documents[at].document.id.clone()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let (known, id) = (principal.clone(), project_id.to_owned());
    studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &id)?;
            extracts::texts(tx, &project, &ids, TEXT_BYTES_MAX)
        })
        .await
}

/// What the check finds, for each document.
pub(super) fn run(read: &ProjectLedger, shared: Vec<UnreadText>) -> Vec<CheckResult> {
    let mut by_document = of_passages(shared);
    let habits: Vec<&HabitExtract> = read.documents.iter().map(|it| &it.habits).collect();
    let of = |at: usize| read.documents[at].document.id.clone();
    let tense = prose::tense_slips(&habits);
    if tense.len() > TENSE_PASSAGES_MAX {
        by_document.entry(of(tense[0].0)).or_default().push(of_tenses(read, &habits, &tense));
    } else {
        for (at, slip) in tense {
            by_document.entry(of(at)).or_default().push(of_tense(&habits, slip));
        }
    }
    for (at, slip) in prose::person_slips(&habits) {
        by_document.entry(of(at)).or_default().push(of_person(&habits, slip));
    }
    for (at, slip) in prose::view_slips(&habits) {
        by_document.entry(of(at)).or_default().push(of_view(slip));
    }
    let mut result = |it: &ReadDocument| {
        let id = it.document.id.clone();
        let mut found = by_document.remove(&id).unwrap_or_default();
        found.sort_by_key(|it| (it.severity, it.quoted.as_ref().map_or(0, |quoted| quoted.start)));
        found.truncate(FOUND_MAX);
        let source = Some(Source { document_id: id, version: it.document.version });
        CheckResult { check: Check::Narration, source, found, measures: None }
    };
    read.documents.iter().map(&mut result).collect()
}

/// The tense of a book, and the other one.
fn tenses(habits: &[&HabitExtract]) -> (&'static str, &'static str) {
    if prose::is_past_tense(habits) { ("past", "present") } else { ("present", "past") }
}

/// Passages in another tense than the book that are so many that most of them are meant.
fn of_tenses(
    read: &ProjectLedger,
    habits: &[&HabitExtract],
    slips: &[(usize, &Slip)],
) -> Observation {
    let ((own, other), count) = (tenses(habits), slips.len());
    let message = format!(
        "The book is told in the {own} tense, and {count} of its passages in the {other}, of which this is the first. \
         If they are meant, say so."
    );
    let clauses: usize = slips.iter().map(|(_, slip)| slip.clauses).sum();
    let all: Vec<(usize, Span)> = slips.iter().map(|(at, slip)| (*at, slip.span)).collect();
    let detail =
        json!({ "clauses": clauses, "count": count, "positions": listed_positions(read, &all) });
    Observation { detail: Some(detail), ..slipped("tense_slip", slips[0].1, message) }
}

fn of_tense(habits: &[&HabitExtract], slip: &Slip) -> Observation {
    let (own, other) = tenses(habits);
    let message = format!(
        "The book is told in the {own} tense, and this passage in the {other}. If it is meant, say so."
    );
    slipped("tense_slip", slip, message)
}

fn of_person(habits: &[&HabitExtract], slip: &Slip) -> Observation {
    let message = if prose::is_first_person(habits) {
        "The book is told by an “I”, and this passage is about a “he” or a “she” whom nothing before it names. \
         If it is meant, say so."
    } else {
        "The book is told in the third person, and here the narrator says “I” and acts. If it is meant, say so."
    };
    slipped("person_slip", slip, message.to_owned())
}

fn of_view(slip: &Slip) -> Observation {
    let message = "The book or the scene knows the thoughts of one person alone, and here it says what goes \
                   on within another. If it is meant, say so.";
    slipped("view_slip", slip, message.to_owned())
}

fn slipped(rule: &str, slip: &Slip, message: String) -> Observation {
    let number = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
    Observation {
        quoted: Some(Quoted {
            quote: slip.quote.clone(),
            start: number(slip.span.start),
            end: number(slip.span.end),
        }),
        detail: Some(json!({ "clauses": slip.clauses })),
        limit: RULE_MAX,
        ..found(rule, Severity::Medium, message)
    }
}

/// Passages that stand again, by the document in which they do.
fn of_passages(shared: Vec<UnreadText>) -> HashMap<String, Vec<Observation>> {
    let subjects: Vec<Subject> = shared
        .into_iter()
        .map(|it| Subject::new(Some((it.document.id, it.document.title)), it.content))
        .collect();
    let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
    let mut by_document: HashMap<String, Vec<Observation>> = HashMap::new();
    for passage in prose::repeated_passages(&texts) {
        let again = &subjects[passage.again.0];
        if let Some((id, _)) = &again.document {
            by_document.entry(id.clone()).or_default().push(of_passage(&subjects, &passage));
        }
    }
    by_document
}

fn of_passage(subjects: &[Subject], passage: &RepeatedPassage) -> Observation {
    let (again, before) = (&subjects[passage.again.0], &subjects[passage.before.0]);
    let quote = |subject: &Subject, span| {
        let it = subject.quote(span);
        let number = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
        Quoted { quote: it.quote, start: number(it.start), end: number(it.end) }
    };
    let earlier = quote(before, passage.before.1);
    let is_pasted = passage.words >= PASTED_WORDS_MIN && passage.sentences >= PASTED_SENTENCES_MIN;
    let severity = if is_pasted { Severity::Medium } else { Severity::Low };
    let title = before.document.as_ref().map(|(_, title)| title.trim()).unwrap_or_default();
    let message = format!(
        "{} words stand here for the second time: the first is in {}. If the repetition is meant, say so.",
        passage.words,
        quoted(title)
    );
    Observation {
        quoted: Some(quote(again, passage.again.1)),
        detail: Some(json!({
            "words": passage.words,
            "sentences": passage.sentences,
            "first": {
                "documentId": before.document.as_ref().map(|(id, _)| id),
                "title": title,
                "quote": earlier.quote,
                "start": earlier.start,
                "end": earlier.end,
            },
        })),
        limit: RULE_MAX,
        ..found("passage_twice", severity, message)
    }
}
