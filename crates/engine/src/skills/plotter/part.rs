//! The promises of a part of a book: those made and kept in a chapter, those that name an entry, and one
//! promise with where it stands in the outline and which sentences have its words.

use std::collections::HashSet;

use domain::{Time, documents::book::PlacedDocument, lore::Entry, promises::Promise, time::DAY_MS};
use serde_json::{Value, json};

use crate::skills::{
    answers::{AnswerText, counted, listed},
    citations::{self, Citation},
    parts::entry_id,
    project_records::{Records, TiedEvent},
    subject::shortened,
};

/// Sentences that have words of one promise, at most.
const PASSAGES_MAX: usize = 6;

/// The promises that are made and kept in a chapter.
pub(super) fn of_chapter(records: &Records, placed: &PlacedDocument, now: Time) -> (String, Value) {
    let mut out = AnswerText::default();
    let nodes = records.nodes_in(&records.ids_in(placed));
    let (made, kept) = records.promises_at(&nodes);
    let title = shortened(placed.title());
    if nodes.is_empty() {
        out.line(format!(
            "No node of the outline stands for “{title}”, so no promise is placed there."
        ));
    } else {
        out.line(format!(
            "In “{title}”, by the outline: promises made {}, kept {}.",
            made.len(),
            kept.len()
        ));
    }
    let subjects = records.subjects_in(placed);
    let nearest = |it: &Promise| {
        let found = citations::nearest(&subjects, &words_of(it));
        found.map_or(String::new(), |it| format!("; nearest in words, {}", it.line()))
    };
    out.list("Made here", &made, |it| {
        let kept = position(records, &it.links.fulfilled_at, kept_word(it));
        format!("{}{kept}{}", line(it, now), nearest(it))
    });
    out.list("Kept here, in whole or in part", &kept, |it| {
        let made = position(records, &it.links.made_at, "made");
        format!("{}{made}{}", line(it, now), nearest(it))
    });
    let waiting = waiting(records, placed);
    if !nodes.is_empty() {
        out.line(format!(
            "Made before it and settled neither before it nor in it: {}.",
            counted(waiting, "promise", "promises")
        ));
    }
    let report = json!({
        "chapter": {
            "documentId": placed.document.id,
            "title": title,
            "made": listed(&made, |it| report(records, it, now)),
            "kept": listed(&kept, |it| report(records, it, now)),
            "waiting": waiting,
        },
    });
    (out.finish(), report)
}

/// How many promises the outline makes before a chapter and keeps behind it or nowhere.
fn waiting(records: &Records, placed: &PlacedDocument) -> usize {
    let start = |id: &Option<String>| {
        let node = records.node(id.as_deref()?)?;
        records.chapter_of(node).map(|it| it.start)
    };
    let is_waiting = |it: &&Promise| {
        let is_before = start(&it.links.made_at).is_some_and(|at| at < placed.start);
        let kept = start(&it.links.fulfilled_at);
        is_before && kept.map_or(it.status.is_open(), |at| at > placed.start)
    };
    records.promises.iter().filter(is_waiting).count()
}

/// The promises that name an entry, and the plotlines that do.
pub(super) fn of_entry(records: &Records, entry: &Entry, now: Time) -> (String, Value) {
    let mut out = AnswerText::default();
    let promises = records.promises_naming(entry);
    let name = shortened(&entry.name);
    let open: Vec<_> = promises.iter().filter(|it| it.status.is_open()).copied().collect();
    let settled: Vec<_> = promises.iter().filter(|it| !it.status.is_open()).copied().collect();
    if promises.is_empty() {
        out.line(format!("No promise of the project names {name}, and no plotline of one does."));
    } else {
        out.line(format!(
            "{} {name}, in words or by the plotline; open: {}.",
            counted(promises.len(), "promise names", "promises name"),
            open.len()
        ));
    }
    let line = |it: &&Promise| {
        let (made, kept) = (&it.links.made_at, &it.links.fulfilled_at);
        let plotline = it.links.plotline.as_ref().and_then(|id| records.plotlines.get(id));
        let plotline = plotline.map_or(String::new(), |it| format!(", on “{}”", shortened(it)));
        format!(
            "{}{}{}{plotline}",
            line(it, now),
            position(records, made, "made"),
            position(records, kept, kept_word(it))
        )
    };
    out.list("Open", &open, line);
    out.list("Settled", &settled, line);
    let plotlines = plotlines_of(records, &records.events_of(entry));
    out.list("Plotlines of the events that name or link to it", &plotlines, |(name, events)| {
        format!("“{}”: {}", shortened(name), counted(*events, "event", "events"))
    });
    let report = json!({
        "entry": {
            "entryId": entry_id(entry),
            "name": name,
            "promises": listed(&promises, |it| report(records, it, now)),
            "plotlines": listed(&plotlines, |(name, events)| json!({
                "name": shortened(name),
                "events": events,
            })),
        },
    });
    (out.finish(), report)
}

/// The plotlines of events, each with how many there are.
fn plotlines_of<'r>(records: &'r Records, events: &[&TiedEvent]) -> Vec<(&'r String, usize)> {
    let mut counts: Vec<(&String, usize)> = Vec::new();
    for id in events.iter().flat_map(|it| &it.ties.plotline_ids) {
        let Some(name) = records.plotlines.get(id) else { continue };
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

/// One promise.
pub(super) fn of_promise(records: &Records, promise: &Promise, now: Time) -> (String, Value) {
    let mut out = AnswerText::default();
    let days = counted(age_days(promise, now), "day", "days");
    let state =
        if promise.status.is_open() { format!("open for {days}") } else { "settled".to_owned() };
    out.line(format!(
        "The promise “{}” ({}, {}) is {}: {state}.",
        shortened(&promise.title),
        promise.kind,
        promise.level,
        promise.status
    ));
    for (says, text) in [("Promised", &promise.description), ("Your notes", &promise.notes)] {
        if !text.trim().is_empty() {
            out.line(format!("{says}: {}", shortened(text)));
        }
    }
    let kept = kept_word(promise);
    for (says, id) in [("made", &promise.links.made_at), (kept, &promise.links.fulfilled_at)] {
        out.line(match id.as_deref().and_then(|id| records.node(id)) {
            Some(_) => format!("It is {}.", position(records, id, says).trim_start_matches(", ")),
            None => format!("The outline does not say where it is {says}."),
        });
    }
    if let Some(name) = promise.links.plotline.as_ref().and_then(|id| records.plotlines.get(id)) {
        out.line(format!("It belongs to the plotline “{}”.", shortened(name)));
    }
    let events = records.events_linked(&HashSet::from([promise.id.as_str()]));
    out.list("Events that are linked to it", &events, |it| {
        format!("{}: “{}”", shortened(&it.event.date_display), shortened(&it.event.title))
    });
    let passages = passages(records, promise);
    out.list("Sentences with most of its words", &passages, Citation::line);
    if passages.is_empty() {
        out.line("No sentence of the manuscript has two of its words, and none of those chapters has one.");
    }
    let mut item = report(records, promise, now);
    item["passages"] = listed(&passages, Citation::report);
    (out.finish(), json!({ "promise": item }))
}

/// The sentences that have most of a promise's words, and the nearest of the chapters where it is made
/// and kept.
fn passages(records: &Records, promise: &Promise) -> Vec<Citation> {
    let words = words_of(promise);
    let mut found = citations::sharing(&records.subjects_with(&[]), &words, PASSAGES_MAX);
    for id in [&promise.links.made_at, &promise.links.fulfilled_at] {
        let node = id.as_deref().and_then(|id| records.node(id));
        let Some(chapter) = node.and_then(|node| records.chapter_of(node)) else { continue };
        let ids = records.ids_in(chapter);
        if found.iter().all(|it| !ids.contains(it.document_id.as_str())) {
            found.extend(citations::nearest(&records.subjects_in(chapter), &words));
        }
    }
    found
}

/// What a promise says.
fn words_of(promise: &Promise) -> String {
    format!("{} {}", promise.title, promise.description)
}

/// What the outline says of the node where a promise is kept.
const fn kept_word(promise: &Promise) -> &'static str {
    if promise.status.is_open() { "to be kept" } else { "kept" }
}

fn line(promise: &Promise, now: Time) -> String {
    let Promise { level, status, .. } = promise;
    let days = counted(age_days(promise, now), "day", "days");
    format!("“{}” ({level}, {status}, {days})", shortened(&promise.title))
}

/// Where a node lies: `, made at “The ladder” in “Third Gate”`.
fn position(records: &Records, id: &Option<String>, says: &str) -> String {
    let Some(node) = id.as_deref().and_then(|id| records.node(id)) else { return String::new() };
    let chapter = records.chapter_of(node);
    let chapter = chapter.map_or(String::new(), |it| format!(" in “{}”", shortened(it.title())));
    format!(", {says} at “{}”{chapter}", shortened(&node.title))
}

/// The whole days since a promise was entered.
fn age_days(promise: &Promise, now: Time) -> i64 {
    (now.millis() - promise.created_at.millis()).max(0) / DAY_MS
}

fn report(records: &Records, promise: &Promise, now: Time) -> Value {
    let at = |id: &Option<String>| {
        let node = records.node(id.as_deref()?)?;
        Some(json!({
            "nodeId": node.id,
            "title": shortened(&node.title),
            "documentId": records.chapter_of(node).map(|it| it.document.id.as_str()),
        }))
    };
    json!({
        "promiseId": promise.id,
        "title": shortened(&promise.title),
        "promiseLevel": promise.level,
        "status": promise.status,
        "ageDays": age_days(promise, now),
        "madeAt": at(&promise.links.made_at),
        "keptAt": at(&promise.links.fulfilled_at),
    })
}
