//! The time of a part of a book: the events of a chapter and the dates its text gives, the events of an
//! entry in their order, and those of a promise.

use std::collections::HashSet;

use domain::{
    documents::book::PlacedDocument,
    lore::Entry,
    promises::Promise,
    timelines::{
        Timeline,
        chronicle::{EventSummary, Gap},
        event::{Category, SortKey},
    },
};
use prose::{Span, Text};
use serde_json::{Value, json};

use super::{GAPS_MAX, width};
use crate::skills::{
    answers::{AnswerText, counted, listed},
    citations::Citation,
    parts::entry_id,
    project_records::{Records, TiedEvent},
    subject::{Subject, shortened},
};

/// Words with a number behind them that a calendar of days and years has.
const COUNTED_TIMES: [&str; 2] = ["year", "day"];

/// The events of a chapter, and the dates in its text.
pub(super) fn of_chapter(records: &Records, placed: &PlacedDocument) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(placed.title());
    let events = records.events_linked(&records.ids_in(placed));
    if events.is_empty() {
        out.line(format!("No event of a timeline is linked to “{title}”."));
    } else {
        let events = counted(events.len(), "event is", "events are");
        out.line(format!("{events} linked to “{title}”."));
    }
    out.list("In their order", &events, |it| {
        format!("{}: {}", shortened(&it.event.date_display), shortened(&it.event.title))
    });
    let subjects = records.subjects_in(placed);
    let dates: Vec<Citation> = subjects.iter().flat_map(|(_, subject)| dates(subject)).collect();
    if dates.is_empty() {
        out.line("Its text writes out no date: no day with a month, and no numbered day or year.");
    }
    out.list("Dates that its text gives", &dates, |it| format!("in “{title}”: {}", it.words()));
    neighbours(&mut out, records, placed);
    let report = json!({
        "chapter": {
            "documentId": placed.document.id,
            "title": title,
            "events": listed(&events, |it| event(it)),
            "dates": listed(&dates, Citation::report),
        },
    });
    (out.finish(), report)
}

/// When the chapters around one happen.
fn neighbours(out: &mut AnswerText, records: &Records, placed: &PlacedDocument) {
    let (before, after) = records.neighbours(placed);
    for (says, other) in [("before", before), ("behind", after)] {
        let Some(other) = other else { continue };
        let events = records.events_linked(&records.ids_in(other));
        let dates: Vec<String> =
            events.iter().map(|it| shortened(&it.event.date_display)).take(GAPS_MAX).collect();
        let title = shortened(other.title());
        if !dates.is_empty() {
            out.line(format!("The chapter {says} it, “{title}”: {}.", dates.join("; ")));
        }
    }
}

/// The sentences of a text that write out a date: a day and a month, or a numbered day or year.
fn dates(subject: &Subject) -> Vec<Citation> {
    let text = Text::new(&subject.plain.text);
    let of_months = prose::dates(&text).into_iter().map(|it| it.passage.span);
    let words = text.words();
    let is_counted = |at: &usize| {
        let number = words.get(at + 1).map(|it| it.span.of(&subject.plain.text));
        COUNTED_TIMES.contains(&text.lower(*at))
            && number.is_some_and(|it| it.starts_with(|letter: char| letter.is_ascii_digit()))
    };
    let counted = (0..words.len()).filter(is_counted).map(|at| words[at].span);
    let mut found: Vec<Span> = of_months.chain(counted).collect();
    found.sort_by_key(|it| it.start);
    let mut sentences: Vec<(usize, Span)> = Vec::new();
    for span in found {
        let at = text.sentences().partition_point(|it| it.span.end <= span.start);
        if at < text.sentences().len() && sentences.last().is_none_or(|(last, _)| *last != at) {
            sentences.push((at, span));
        }
    }
    let cite = |(at, span): (usize, Span)| Citation::in_sentence(subject, &text, at, span);
    sentences.into_iter().filter_map(cite).collect()
}

/// The events of an entry, in their order.
pub(super) fn of_entry(records: &Records, entry: &Entry) -> (String, Value) {
    let mut out = AnswerText::default();
    let name = shortened(&entry.name);
    let events = records.events_of(entry);
    if events.is_empty() {
        out.line(format!("No event of a timeline names {name} or is linked to it."));
    } else {
        let is = if events.len() == 1 { "is" } else { "are" };
        let events = counted(events.len(), "event names", "events name");
        out.line(format!("{events} {name} or {is} linked to it."));
    }
    out.list("In their order", &events, |it| {
        let linked = it.ties.links.iter().find(|link| link.entity_id == entry.id);
        let label = linked.map(|it| it.label.trim()).filter(|it| !it.is_empty());
        let how = match (linked, label) {
            (_, Some(label)) => format!(" ({})", shortened(label)),
            (Some(_), None) => String::new(),
            (None, None) => " (named in it, not linked)".to_owned(),
        };
        format!("{}{how}", line(records, it))
    });
    let gap = longest_gap(records, &events);
    if let Some(gap) = &gap {
        out.line(format!("Longest without one of them: {gap}."));
    }
    let contradictions = contradictions(&events, entry);
    out.list("Do not fit together", &contradictions, Clone::clone);
    let report = json!({
        "entry": {
            "entryId": entry_id(entry),
            "name": name,
            "events": listed(&events, |it| event(it)),
            "contradictions": contradictions,
        },
    });
    (out.finish(), report)
}

/// The widest distance between two of these events that follow each other on one timeline.
fn longest_gap(records: &Records, events: &[&TiedEvent]) -> Option<String> {
    let timeline = |event: &TiedEvent| -> Option<&Timeline> {
        let mut timelines = records.timelines.iter().map(|it| &it.timeline);
        timelines.find(|it| it.id == event.event.timeline_id)
    };
    let pairs = events.windows(2).filter_map(|pair| {
        let (earlier, later) = (summary(pair[0])?, summary(pair[1])?);
        let timeline = timeline(pair[0]).filter(|it| it.id == pair[1].event.timeline_id)?;
        Some((Gap { earlier, later }, timeline))
    });
    let (gap, timeline) = pairs.max_by_key(|(gap, _)| gap.distance())?;
    let width = width(gap.between(timeline.calendar))?;
    Some(format!(
        "{width}, between {} and {}",
        super::named(&gap.earlier),
        super::named(&gap.later)
    ))
}

fn summary(event: &TiedEvent) -> Option<EventSummary> {
    let event = &event.event;
    Some(EventSummary {
        id: event.id.clone(),
        title: event.title.clone(),
        date_display: event.date_display.clone(),
        sort_key: event.sort_key.value()?,
        is_derived: matches!(event.sort_key, SortKey::Derived(_)),
    })
}

/// Events before a birth and behind a death of the entry, by their keys. A birth or death is its own
/// where no other entry is linked to the event.
fn contradictions(events: &[&TiedEvent], entry: &Entry) -> Vec<String> {
    let is_linked = |it: &TiedEvent| it.ties.links.iter().any(|link| link.entity_id == entry.id);
    let is_own = |it: &TiedEvent, category| {
        it.event.category == category
            && it.ties.links.iter().all(|link| link.entity_id == entry.id)
            && is_linked(it)
    };
    let mut found = Vec::new();
    for (category, says) in [(Category::Birth, "before"), (Category::Death, "behind")] {
        for edge in events.iter().filter(|it| is_own(it, category)) {
            let Some(key) = edge.event.sort_key.value() else { continue };
            let is_beyond = |it: &&&TiedEvent| {
                let other = it.event.sort_key.value();
                let is_beyond =
                    |other| if category == Category::Birth { other < key } else { other > key };
                it.event.timeline_id == edge.event.timeline_id
                    && is_linked(it)
                    && other.is_some_and(is_beyond)
            };
            for other in events.iter().filter(is_beyond) {
                found.push(format!(
                    "“{}” ({}) is {says} “{}” ({})",
                    shortened(&other.event.title),
                    shortened(&other.event.date_display),
                    shortened(&edge.event.title),
                    shortened(&edge.event.date_display)
                ));
            }
        }
    }
    found
}

/// The events of a promise.
pub(super) fn of_promise(records: &Records, promise: &Promise) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(&promise.title);
    let events = records.events_linked(&HashSet::from([promise.id.as_str()]));
    if events.is_empty() {
        out.line(format!("No event of a timeline is linked to the promise “{title}”."));
    }
    out.list(&format!("Events that are linked to the promise “{title}”"), &events, |it| {
        line(records, it)
    });
    for (says, id) in [("made", &promise.links.made_at), ("kept", &promise.links.fulfilled_at)] {
        let node = id.as_deref().and_then(|id| records.node(id));
        let Some(chapter) = node.and_then(|node| records.chapter_of(node)) else { continue };
        let here = records.events_linked(&records.ids_in(chapter));
        let dates: Vec<String> = here.iter().map(|it| shortened(&it.event.date_display)).collect();
        let dates =
            if dates.is_empty() { "no event is linked to it".to_owned() } else { dates.join("; ") };
        out.line(format!("It is {says} in “{}”: {dates}.", shortened(chapter.title())));
    }
    let report = json!({
        "promise": {
            "promiseId": promise.id,
            "title": title,
            "events": listed(&events, |it| event(it)),
        },
    });
    (out.finish(), report)
}

/// An event with its date and what else it is linked to.
fn line(records: &Records, tied: &TiedEvent) -> String {
    let documents: Vec<String> = tied
        .ties
        .links
        .iter()
        .filter_map(|link| records.unit_of(&link.entity_id))
        .map(|it| format!("“{}”", shortened(it.title())))
        .collect();
    let chapter = if documents.is_empty() {
        String::new()
    } else {
        format!(", told in {}", documents.join(" and "))
    };
    let TiedEvent { event, .. } = tied;
    format!("{}: {}{chapter}", shortened(&event.date_display), shortened(&event.title))
}

fn event(tied: &TiedEvent) -> Value {
    json!({
        "eventId": tied.event.id,
        "title": shortened(&tied.event.title),
        "dateDisplay": shortened(&tied.event.date_display),
        "dateSortKey": tied.event.sort_key.value(),
        "category": tied.event.category.as_str(),
    })
}
