//! What a part of a book has for its publication: what keeps a chapter from being done, and what is stored
//! about an entry or a promise that a synopsis would be made of. Writing the synopsis takes a model.

use domain::{
    documents::{Status, book::PlacedDocument},
    findings::Finding,
    lore::Entry,
    promises::Promise,
};
use serde_json::{Value, json};

use crate::skills::{
    answers::{AnswerText, counted, grouped, listed, percent},
    citations::{self, Citation},
    parts::{called, entry_id},
    placeholders::{self, Placeholder},
    project_records::{Records, names_of},
    subject::shortened,
    worldsmith::attributes,
};

/// Sentences that have words of a promise, at most.
const PASSAGES_MAX: usize = 5;

/// What is said first of what a synopsis is made of.
const WRITES_NOTHING: &str =
    "Writing a synopsis, a blurb or a query letter takes a language model, and none is configured.";

/// What keeps a chapter from being done; `pending` are the findings that are still to be dealt with.
pub(super) fn of_chapter(
    records: &Records,
    placed: &PlacedDocument,
    pending: &[(Finding, Option<String>)],
) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(placed.title());
    let ids = records.ids_in(placed);
    let document = &placed.document;
    let mut reasons = Vec::new();
    if document.status != Status::Done {
        reasons.push(format!("its phase is {}", document.status));
    }
    if placed.words == 0 {
        reasons.push("it has no text".to_owned());
    }
    let target = document.word_target.filter(|it| *it > placed.words);
    if let Some(target) = target {
        reasons.push(format!(
            "it has {} of {} ({})",
            grouped(placed.words),
            counted(target, "word", "words"),
            percent(placed.words as f64 / target as f64)
        ));
    }
    let openings = placeholders::of(&records.subjects_in(placed));
    if !openings.is_empty() {
        reasons.push(format!("left open in the text: {}", openings.len()));
    }
    let findings: Vec<&Finding> = pending
        .iter()
        .map(|(it, _)| it)
        .filter(|it| {
            it.source.as_ref().is_some_and(|source| ids.contains(source.document_id.as_str()))
        })
        .collect();
    if !findings.is_empty() {
        reasons.push(format!("findings to deal with: {}", findings.len()));
    }
    let nodes = records.nodes_in(&ids);
    let (_, kept) = records.promises_at(&nodes);
    let open: Vec<&Promise> = kept.into_iter().filter(|it| it.status.is_open()).collect();
    if !open.is_empty() {
        reasons
            .push(format!("promises that are to be kept in it and are still open: {}", open.len()));
    }
    out.line(if reasons.is_empty() {
        format!("Nothing that is stored keeps “{title}” from being done: its phase is done.")
    } else {
        format!("What keeps “{title}” from being done: {}.", reasons.join("; "))
    });
    out.list("Left open in the text", &openings, Placeholder::line);
    out.list("Findings to deal with, the most severe first", &findings, |it| {
        format!("{}, {}: {}", it.severity, it.rule, shortened(&it.message))
    });
    out.list("To be kept in it, and still open", &open, |it| {
        format!("“{}” ({}, {})", shortened(&it.title), it.level, it.status)
    });
    let report = json!({
        "chapter": {
            "documentId": document.id,
            "title": title,
            "status": document.status.as_str(),
            "words": placed.words,
            "wordTarget": document.word_target,
            "openings": listed(&openings, Placeholder::report),
            "findings": listed(&findings, |it| json!({
                "findingId": it.id,
                "severity": it.severity.as_str(),
                "message": shortened(&it.message),
            })),
            "promises": listed(&open, |it| json!({
                "promiseId": it.id,
                "title": shortened(&it.title),
                "status": it.status,
            })),
        },
    });
    (out.finish(), report)
}

/// What a synopsis would say of an entry.
pub(super) fn of_entry(records: &Records, entry: &Entry) -> (String, Value) {
    let mut out = AnswerText::default();
    let name = shortened(&entry.name);
    out.line(format!("{WRITES_NOTHING} This is what it can be made of for {}.", called(entry)));
    let attributes = attributes(entry);
    let says: Vec<String> = attributes
        .iter()
        .map(|(key, value)| format!("{}: {}", shortened(key), shortened(value)))
        .collect();
    if !says.is_empty() {
        out.line(format!("The lore: {}.", says.join(", ")));
    }
    let own: Vec<_> =
        records.relations_of(entry).into_iter().filter(|it| it.from.id == entry.id).collect();
    out.list("Relations", &own, |it| it.line());
    let events = records.events_of(entry);
    out.list("Events in their order", &events, |it| {
        format!(
            "{}: {} ({})",
            shortened(&it.event.date_display),
            shortened(&it.event.title),
            it.event.importance
        )
    });
    let presence = records.presence(&names_of(entry).collect::<Vec<_>>());
    let named: Vec<_> = presence.iter().filter(|it| it.naming.is_some()).collect();
    let titles: Vec<String> =
        named.iter().map(|it| format!("“{}”", shortened(it.placed.title()))).collect();
    out.line(if titles.is_empty() {
        "No chapter has the name.".to_owned()
    } else {
        format!(
            "Named in {} of {}, pronouns not followed: {}.",
            titles.len(),
            counted(presence.len(), "chapter", "chapters"),
            titles.join(", ")
        )
    });
    let promises = records.promises_naming(entry);
    out.list("Promises that name it or are on its plotline", &promises, |it| {
        format!("“{}” ({}, {})", shortened(&it.title), it.level, it.status)
    });
    let report = json!({
        "entry": {
            "entryId": entry_id(entry),
            "name": name,
            "events": listed(&events, |it| json!({
                "eventId": it.event.id,
                "title": shortened(&it.event.title),
                "dateDisplay": shortened(&it.event.date_display),
            })),
            "named": listed(&named, |it| json!({
                "documentId": it.placed.document.id,
                "title": shortened(it.placed.title()),
            })),
            "promises": listed(&promises, |it| json!({
                "promiseId": it.id,
                "title": shortened(&it.title),
                "status": it.status,
            })),
        },
    });
    (out.finish(), report)
}

/// What a synopsis would say of a promise.
pub(super) fn of_promise(records: &Records, promise: &Promise) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(&promise.title);
    out.line(format!(
        "{WRITES_NOTHING} This is what it can be made of for the promise “{title}” ({}, {}).",
        promise.level, promise.status
    ));
    if !promise.description.trim().is_empty() {
        out.line(format!("Promised: {}", shortened(&promise.description)));
    }
    for (says, id) in [("made", &promise.links.made_at), ("kept", &promise.links.fulfilled_at)] {
        let Some(node) = id.as_deref().and_then(|id| records.node(id)) else { continue };
        let chapter = records.chapter_of(node);
        let chapter =
            chapter.map_or(String::new(), |it| format!(" in “{}”", shortened(it.title())));
        out.line(format!("It is {says} at “{}”{chapter}.", shortened(&node.title)));
    }
    if promise.status.is_open() {
        out.line("It is open: before the book goes out it wants to be kept, broken or given up.");
    }
    let words = format!("{} {}", promise.title, promise.description);
    let passages = citations::sharing(&records.subjects_with(&[]), &words, PASSAGES_MAX);
    out.list("Sentences with most of its words", &passages, Citation::line);
    let report = json!({
        "promise": {
            "promiseId": promise.id,
            "title": title,
            "status": promise.status,
            "passages": listed(&passages, Citation::report),
        },
    });
    (out.finish(), report)
}
