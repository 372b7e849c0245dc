//! Publisher: what stands between a manuscript and its readers. A checklist of what is stored and can
//! be counted, each point with what breaks it, and the readiness of the project with what gains
//! most. Blurbs and the choice of a market take a model.

mod length;
mod part;

use domain::{
    Principal, Result,
    documents::{
        Status,
        book::{Book, PlacedDocument},
        numbering::NumberingProblems,
    },
    findings::{Finding, Severity},
    messages::Answer,
    projects::Genre,
    promises::{Level, ledger::Entry},
    readiness::Readiness,
};
use serde_json::{Value, json};
use store::{Tx, projects, projects::ProjectAccess, promises};

use super::{
    answers::{AnswerText, counted, listed},
    book::{self, Manuscript},
    parts::{self, Part},
    placeholders::{self, Placeholder},
    project_records::Records,
    reading::Asked,
    subject::shortened,
};
use crate::{Studio, findings, readiness};
use length::Length;

/// Promises that are looked at, the oldest.
const PROMISES_MAX: i64 = 20_000;

/// What is stored of a project that matters for publishing it.
struct Stored {
    manuscript: Manuscript,
    /// What its owner calls it.
    kind: String,
    genres: Vec<Genre>,
    /// What its owner says of it: the name of what is not there yet.
    unsaid: Vec<&'static str>,
    /// Whether any promise is written down.
    has_promises: bool,
    /// Important promises that are still open.
    promises: Vec<Entry>,
    /// Findings that are critical or high, still to be dealt with, each with the title of its
    /// document.
    findings: Vec<(Finding, Option<String>)>,
    readiness: Readiness,
}

/// A point of the checklist: what must hold, and what breaks it.
struct Point {
    rule: &'static str,
    says: &'static str,
    /// Why it is not known whether it holds, where nothing breaks it that is known.
    unknown: Option<String>,
    broken: Vec<(String, Value)>,
}

impl Point {
    /// The same of a manuscript without a document, of whose texts nothing can be said.
    fn of_nothing(self) -> Self {
        let is_of_texts = !matches!(self.rule, "promises" | "front_matter");
        let nothing = is_of_texts.then(|| "There is no document yet".to_owned());
        Self { unknown: nothing.or(self.unknown), ..self }
    }

    /// Whether it holds, where that is known.
    fn is_met(&self) -> Option<bool> {
        match self.unknown {
            Some(_) if self.broken.is_empty() => None,
            _ => Some(self.broken.is_empty()),
        }
    }
}

/// The checklist of the project, or what a part of it that a request names has for publication.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let pending = |tx: &mut Tx<'_>, project: &ProjectAccess, records: &Records| {
        findings::pending(tx, project, &records.book)
    };
    let of_part =
        parts::answer(studio, &asked, "publishing", pending, |records, pending, part| match part {
            Part::Chapter(placed) => part::of_chapter(records, placed, pending),
            Part::Entry(entry, _) => part::of_entry(records, entry),
            Part::Promise(promise) => part::of_promise(records, promise),
        });
    if let Some(answer) = of_part.await? {
        return Ok(answer);
    }
    let principal = asked.request.principal.clone();
    let stored =
        parts::read_project(studio, &asked, move |tx, project| read(tx, &principal, project))
            .await?;
    super::run_blocking(move || {
        let Stored {
            manuscript,
            kind,
            genres,
            unsaid,
            has_promises,
            promises,
            findings,
            readiness,
        } = stored;
        let is_whole = manuscript.is_whole;
        let (subjects, book) = manuscript.subjects();
        let points = [
            of_openings(&placeholders::of(&subjects)),
            untitled(&book),
            empty(&book),
            disorder(&book),
            unfinished(&book),
            of_promises(&promises, has_promises),
            of_findings(&findings, &readiness),
            of_front_matter(&unsaid),
        ];
        let is_empty = book.manuscript.is_empty();
        let points = if is_empty { points.map(Point::of_nothing) } else { points };
        let length = Length::of(book.words, &kind, &genres);
        let mut report = report(&points, &readiness, is_whole);
        report["length"] = length.report();
        let text = answer_text(&points, &readiness, is_empty, is_whole);
        asked.scoped(&(text + &length.answer_text()), report)
    })
    .await
}

fn read(tx: &mut Tx<'_>, principal: &Principal, project: &ProjectAccess) -> Result<Stored> {
    let (_, entries) = promises::entries(tx, project, PROMISES_MAX)?;
    let is_heavy = |it: &Entry| matches!(it.level, Level::Core | Level::Major);
    let manuscript = Manuscript::read(tx, project)?;
    let found = findings::pending(tx, project, &manuscript.book)?.into_iter();
    let is_grave = |it: &Finding| matches!(it.severity, Severity::Critical | Severity::High);
    let detail = projects::detail(tx, project)?;
    let said = [
        ("description", detail.description.trim().is_empty()),
        ("genres", detail.settings.genres.is_empty()),
    ];
    Ok(Stored {
        manuscript,
        kind: projects::get(tx, principal, project.id())?.1.kind,
        genres: detail.settings.genres.clone(),
        unsaid: said.into_iter().filter(|(_, is_missing)| *is_missing).map(|(it, _)| it).collect(),
        has_promises: !entries.is_empty(),
        promises: entries.into_iter().filter(|it| it.status.is_open() && is_heavy(it)).collect(),
        findings: found.filter(|(it, _)| is_grave(it)).collect(),
        readiness: readiness::of_project(tx, project)?,
    })
}

fn of_openings(placeholders: &[Placeholder]) -> Point {
    let broken = placeholders.iter().map(|it| (it.line(), it.report())).collect();
    Point {
        rule: "nothing_left_open",
        says: "Nothing is left open in the text",
        unknown: None,
        broken,
    }
}

fn of_documents<'b>(
    rule: &'static str,
    says: &'static str,
    documents: impl Iterator<Item = &'b PlacedDocument>,
    line: impl Fn(&PlacedDocument) -> String,
) -> Point {
    let item = |it: &PlacedDocument| json!({ "documentId": it.document.id, "title": shortened(it.title()) });
    Point { rule, says, unknown: None, broken: documents.map(|it| (line(it), item(it))).collect() }
}

fn untitled(book: &Book) -> Point {
    let documents = book.manuscript.iter().filter(|it| it.title().trim().is_empty());
    of_documents("titles", "Every document has a title", documents, |it| it.document.id.clone())
}

fn empty(book: &Book) -> Point {
    let documents = book.manuscript.iter().filter(|it| it.words == 0);
    of_documents(
        "texts",
        "Every document has a text, or something with one in it",
        documents,
        |it| format!("“{}”", shortened(it.title())),
    )
}

fn unfinished(book: &Book) -> Point {
    let documents = book.manuscript.iter().filter(|it| it.document.status != Status::Done);
    of_documents("done", "Every document is done", documents, |it| {
        format!("“{}” ({})", shortened(it.title()), it.document.status)
    })
}

fn disorder(book: &Book) -> Point {
    let found = NumberingProblems::of(book.chapters().iter().map(|it| it.title()));
    let of = |what: &'static str, numbers: Vec<u32>| {
        numbers.into_iter().map(move |number| {
            (format!("{number} {what}"), json!({ "number": number, "is": what }))
        })
    };
    let broken = of("is missing", found.missing)
        .chain(of("is there twice", found.duplicates))
        .chain(of("stands behind a greater one", found.out_of_order));
    Point {
        rule: "numbers",
        says: "The numbers in the titles of chapters are in order",
        unknown: None,
        broken: broken.collect(),
    }
}

fn of_promises(promises: &[Entry], has_promises: bool) -> Point {
    let broken = promises.iter().map(|it| {
        let title = shortened(&it.title);
        let item = json!({
            "promiseId": it.id,
            "title": title,
            "promiseLevel": it.level,
            "status": it.status,
        });
        (format!("“{title}” ({}, {})", it.level, it.status), item)
    });
    Point {
        rule: "promises",
        says: "No core or major promise is open",
        unknown: (!has_promises).then(|| "No promise is written down".to_owned()),
        broken: broken.collect(),
    }
}

fn of_findings(found: &[(Finding, Option<String>)], readiness: &Readiness) -> Point {
    let broken = found.iter().map(|found| {
        let (it, title) = found;
        let line = format!("{}, {}", it.severity, shortened(&findings::sentence(found)));
        let item = json!({
            "findingId": it.id,
            "severity": it.severity.as_str(),
            "message": shortened(&it.message),
            "documentId": it.source.as_ref().map(|source| &source.document_id),
            "title": title.as_deref().map(shortened),
        });
        (line, item)
    });
    let unknown = format!(
        "{} of {} read, as they are now, by checks of the prose and against the lore",
        readiness.texts_read,
        counted(readiness.texts, "document", "documents")
    );
    Point {
        rule: "findings",
        says: "No critical or high finding is to be dealt with",
        unknown: (!readiness.is_read()).then_some(unknown),
        broken: broken.collect(),
    }
}

fn of_front_matter(unsaid: &[&'static str]) -> Point {
    let broken = unsaid.iter().map(|it| (format!("no {it}"), json!({ "field": it }))).collect();
    Point { rule: "front_matter", says: "The project says what it is", unknown: None, broken }
}

fn answer_text(points: &[Point], readiness: &Readiness, is_empty: bool, is_whole: bool) -> String {
    let mut out = AnswerText::default();
    if is_empty {
        out.line("The manuscript has no document yet.");
    }
    let of = |is_met: Option<bool>| points.iter().filter(|it| it.is_met() == is_met).count();
    out.line(format!(
        "Of {} on the checklist hold: {}, do not hold: {}, are not known: {}.",
        counted(points.len(), "point", "points"),
        of(Some(true)),
        of(Some(false)),
        of(None)
    ));
    for point in points {
        match point.is_met() {
            Some(true) => out.line(format!("Holds: {}.", point.says)),
            Some(false) => {
                let heading = format!("Does not hold: {}", point.says);
                out.list(&heading, &point.broken, |(line, _)| line.clone());
            }
            None => {
                let why = point.unknown.as_deref().unwrap_or_default();
                out.line(format!("Not known: {}. {why}.", point.says));
            }
        }
    }
    let threshold = readiness.threshold;
    out.line(match readiness.score {
        Some(score) => {
            let verdict = match (readiness.is_ready, score >= threshold) {
                (true, _) => "ready",
                (false, true) => "not ready before all is read",
                (false, false) => "not ready",
            };
            format!("Readiness: {score:.1} of 100, {verdict} (from {threshold:.1} on).")
        }
        None => "Readiness: not known yet.".to_owned(),
    });
    for part in &readiness.parts {
        let score = part.score.map_or("not known".to_owned(), |score| format!("{score:.1}"));
        out.line(format!(
            "  {}: {score}, counts for {:.0} %. {}.",
            part.name,
            part.share * 100.0,
            part.basis
        ));
    }
    out.list("What gains most", &readiness.next_fixes, |fix| {
        format!("{:.2} points: the {} “{}”", fix.gain, fix.kind, shortened(&fix.title))
    });
    if !is_whole {
        out.line(book::not_whole());
    }
    out.finish()
}

fn report(points: &[Point], readiness: &Readiness, is_whole: bool) -> Value {
    json!({
        "kind": "publishing",
        "projectId": readiness.project_id,
        "isWhole": is_whole,
        "checklist": points.iter().map(|point| json!({
            "rule": point.rule,
            "says": point.says,
            "holds": point.is_met(),
            "broken": listed(&point.broken, |(_, item)| item.clone()),
        })).collect::<Vec<_>>(),
        "readiness": readiness,
    })
}
