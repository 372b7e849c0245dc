//! Checks of the documents of a project, and of its book as a whole: what was read in each text
//! ([`crate::readings`]) is put together with what only the whole book says. What a check finds in a document
//! are the places that are findings of their own; the habits of all documents together are findings of the
//! project.

use std::{collections::HashSet, sync::Arc};

use domain::{
    Principal, Result,
    documents::Document,
    findings::{
        Check, CheckResult, Observation, ProseMeasures, Source,
        habits::{FoundIn, habits},
        rules,
    },
};
use prose::Text;
use store::{documents, extracts, projects};

use super::{
    Canon, CheckedText, facts, names, names::Known, narration, near_misses, run_project, wording,
};
use crate::{
    Studio, blocking,
    extracts::DocumentExtract,
    ledger,
    names::BookSlips,
    readings::{self, DocumentReading},
    skills::subject::Subject,
};

/// Checks whose habits are findings of the project.
const WITH_HABITS: [Check; 3] = [Check::Prose, Check::Names, Check::Dialogue];

/// What was checked in a document.
pub(crate) struct CheckedDocument {
    /// The document, in the version that was read.
    pub(crate) document: Document,
    /// The number of places that each check found, habits among them.
    pub(crate) counts: Vec<(Check, usize)>,
    /// The findings in it.
    pub(crate) results: Vec<CheckResult>,
}

/// Checks a document; none when it is gone.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_document(
    studio: &Studio,
    principal: &Principal,
    at: (&str, &str),
    (wanted, canon, slips): (&[Check], &Arc<Canon>, Option<&Arc<BookSlips>>),
) -> Result<Option<CheckedDocument>> {
    let reading = readings::of_document(studio, principal, at, (wanted, canon)).await?;
    let Some(reading) = reading else { return Ok(None) };
    let has_slips = |it: &&Arc<BookSlips>| it.first_in(at.1).next().is_some();
    let content = match slips.filter(has_slips) {
        Some(_) => content(studio, principal, at, reading.document.version).await?,
        None => None,
    };
    let near = match (slips, content) {
        (Some(book), Some(content)) => {
            let (book, canon, id) = (Arc::clone(book), Arc::clone(canon), at.1.to_owned());
            let looking = move || near(content, &canon, (&book, &id));
            blocking::run("looking for misspelt names", looking).await?
        }
        _ => Vec::new(),
    };
    Ok(Some(checked(reading, wanted, canon, slips.map(|book| (book.as_ref(), near)))))
}

/// The text of a document, while it has this version.
async fn content(
    studio: &Studio,
    principal: &Principal,
    (project_id, id): (&str, &str),
    version: i64,
) -> Result<Option<String>> {
    let (known, at, ids) = (principal.clone(), project_id.to_owned(), vec![id.to_owned()]);
    let read = studio.database.scan(move |tx| {
        let project = projects::check(tx, &known, &at)?;
        extracts::texts(tx, &project, &ids, usize::MAX)
    });
    let text = read.await?.pop().filter(|it| it.document.version == version);
    Ok(text.map(|it| it.content))
}

/// The findings about misspelt names of the book that first stand in this text.
fn near(content: String, canon: &Canon, (book, id): (&BookSlips, &str)) -> Vec<Observation> {
    let subject = Subject::new(None, content);
    let text = Text::new(&subject.plain.text);
    near_misses::of_book(&CheckedText::new(&subject, &text), canon, &Known::new(canon), (book, id))
}

/// What is found in a document, of what was read in it. `book` are the misspelt names of the manuscript, and
/// the findings about them that belong here; a text that is no part of it is looked at alone.
fn checked(
    reading: DocumentReading,
    wanted: &[Check],
    canon: &Canon,
    book: Option<(&BookSlips, Vec<Observation>)>,
) -> CheckedDocument {
    let DocumentReading { document, found } = reading;
    let source = Source { document_id: document.id.clone(), version: document.version };
    let (mut counts, mut results) = (Vec::new(), Vec::new());
    let mut book = book.filter(|(book, _)| book.has_read(&document.id));
    for it in found.into_iter().filter(|it| wanted.contains(&it.check)) {
        let (check, measures) = (it.check, it.measures);
        let mut found = match check {
            Check::Names => match book.take() {
                Some(book) => names::in_book(&it.found, book, canon),
                None => names::alone(it.found, canon),
            },
            _ => it.found,
        };
        counts.push((check, found.len()));
        found.retain(|it| rules::habit_of(check, &it.rule, it.severity).is_none());
        results.push(CheckResult { check, source: Some(source.clone()), found, measures });
    }
    CheckedDocument { document, counts, results }
}

/// What checks find in a project beside its texts: in the lore and the rules, the habits of the whole book,
/// and in each document what only the whole book shows. `extracts` are those of its texts, if they have been
/// read already.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn of_book(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    (wanted, canon): (&[Check], &Arc<Canon>),
    extracts: Option<Vec<DocumentExtract>>,
) -> Result<Vec<CheckResult>> {
    let (known, of_lore) = (Arc::clone(canon), wanted.to_vec());
    let looking = move || run_project(&of_lore, &known);
    let mut results = blocking::run("checking a project's lore", looking).await?;
    let of_habits: Vec<Check> =
        WITH_HABITS.into_iter().filter(|check| wanted.contains(check)).collect();
    if !of_habits.is_empty() {
        let found = book_habits(studio, principal, project_id, (&of_habits, canon)).await?;
        for (check, found) in found {
            match results.iter_mut().find(|it| it.check == check) {
                Some(of_lore) => of_lore.found.extend(found),
                None => results.push(CheckResult { check, source: None, found, measures: None }),
            }
        }
    }
    results.extend(of_empty(studio, principal, project_id, wanted).await?);
    results.extend(facts_of_book(studio, principal, project_id, wanted, extracts).await?);
    Ok(results)
}

/// The habits of a book, by the checks that look for them.
async fn book_habits(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    (wanted, canon): (&[Check], &Arc<Canon>),
) -> Result<Vec<(Check, Vec<Observation>)>> {
    let readings = readings::of_manuscript(studio, principal, project_id, (wanted, canon)).await?;
    let slips = match wanted.contains(&Check::Names) {
        true => Some(crate::names::slips(studio, principal, project_id).await?.0),
        false => None,
    };
    let (wanted, canon) = (wanted.to_vec(), Arc::clone(canon));
    blocking::run("putting habits together", move || {
        let mut usual = ProseMeasures::default();
        readings.iter().filter_map(DocumentReading::measures).for_each(|it| usual += it);
        let of = |check: Check| {
            let documents: Vec<(Source, String, Vec<Observation>)> =
                readings.iter().map(|it| habits_in(it, check, slips.as_deref(), &canon)).collect();
            let found: Vec<FoundIn<'_>> = documents
                .iter()
                .map(|(source, title, found)| FoundIn { source, title, found })
                .collect();
            (check, habits(check, &found, &usual))
        };
        wanted.iter().map(|check| of(*check)).collect()
    })
    .await
}

/// What a check found in a document that is a place of a habit.
fn habits_in(
    reading: &DocumentReading,
    check: Check,
    slips: Option<&BookSlips>,
    canon: &Canon,
) -> (Source, String, Vec<Observation>) {
    let DocumentReading { document, .. } = reading;
    let found = reading.of(check).map(|it| it.found.as_slice()).unwrap_or_default();
    let is_habit = |it: &Observation| rules::habit_of(check, &it.rule, it.severity).is_some();
    let found = match slips.filter(|_| check == Check::Names) {
        Some(book) => names::in_book(found, (book, Vec::new()), canon),
        None => found.iter().filter(|it| is_habit(it)).cloned().collect(),
    };
    let source = Source { document_id: document.id.clone(), version: document.version };
    (source, document.title.clone(), found)
}

/// Of documents of the manuscript that have no text any more, that nothing is found in them.
async fn of_empty(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    wanted: &[Check],
) -> Result<Vec<CheckResult>> {
    let (known, id) = (principal.clone(), project_id.to_owned());
    let read = studio.database.scan(move |tx| {
        let project = projects::check(tx, &known, &id)?;
        let empty = documents::manuscript(tx, &project)?.into_iter().filter(|it| it.words == 0);
        Ok((empty.collect::<Vec<_>>(), store::findings::readings(tx, &project)?))
    });
    let (empty, readings) = read.await?;
    let read: HashSet<(&str, Check)> =
        readings.iter().map(|(id, check, _)| (id.as_str(), *check)).collect();
    let mut results = Vec::new();
    for document in &empty {
        for check in wanted.iter().filter(|it| read.contains(&(document.id.as_str(), **it))) {
            let source = Source { document_id: document.id.clone(), version: document.version };
            results.push(CheckResult {
                check: *check,
                source: Some(source),
                found: Vec::new(),
                measures: None,
            });
        }
    }
    Ok(results)
}

/// What the checks that read the whole book at once find, for each document of the manuscript; nothing when none
/// of them is wanted. `extracts` are those of its texts, if they have been read already.
///
/// # Errors
/// Not found when the principal cannot see the project.
pub(crate) async fn facts_of_book(
    studio: &Studio,
    principal: &Principal,
    project_id: &str,
    wanted: &[Check],
    extracts: Option<Vec<DocumentExtract>>,
) -> Result<Vec<CheckResult>> {
    if !wanted.iter().any(|check| check.is_of_book()) {
        return Ok(Vec::new());
    }
    let extracts = match extracts {
        Some(extracts) => extracts,
        None => crate::extracts::of_project(studio, principal, project_id).await?,
    };
    let read = ledger::of_extracts(studio, principal, project_id, extracts).await?;
    let known = match wanted.contains(&Check::Wording) {
        true => Some(wording::known(studio, principal, project_id).await?),
        false => None,
    };
    let shared = match wanted.contains(&Check::Narration) {
        true => Some(narration::shared_texts(studio, principal, project_id, &read).await?),
        false => None,
    };
    let wants_facts = wanted.contains(&Check::Facts);
    let checking = move || {
        let mut results = if wants_facts { facts::run(&read) } else { Vec::new() };
        results.extend(known.iter().flat_map(|known| wording::run(&read, known)));
        results.extend(shared.into_iter().flat_map(|shared| narration::run(&read, shared)));
        results
    };
    blocking::run("checking a book", checking).await
}
