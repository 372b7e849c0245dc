//! The world in a part of a book: the entries that a chapter names, characters left out, and one entry
//! with its attributes, its relations and the chapters that name it.

use std::collections::BTreeMap;

use domain::{
    documents::book::PlacedDocument,
    lore::{Category, Entry},
    promises::Promise,
};
use serde_json::{Value, json};

use super::{clashes, several};
use crate::skills::{
    answers::{AnswerText, counted, listed},
    citations::Citation,
    parts::{called, entry_id},
    project_records::{Presence, Records, names_of},
    subject::shortened,
};

/// Characters of what an entry says of itself that are quoted, at most.
const CONTENT_CHARS_MAX: usize = 400;

/// The entries that a chapter names.
pub(super) fn of_chapter(records: &Records, placed: &PlacedDocument) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(placed.title());
    let named = records.named_in(&records.subjects_in(placed));
    let world: Vec<&(&Entry, usize, Citation)> =
        named.iter().filter(|(entry, ..)| entry.category != Category::Character).collect();
    let mut categories: BTreeMap<&str, (Category, usize)> = BTreeMap::new();
    for (entry, ..) in &world {
        categories.entry(entry.category.as_str()).or_insert((entry.category, 0)).1 += 1;
    }
    let counts: Vec<String> = categories
        .values()
        .map(|(category, count)| counted(*count, category.as_str(), several(*category)))
        .collect();
    if world.is_empty() {
        out.line(format!("“{title}” names no place, people or thing of the lore."));
    } else {
        out.line(format!("“{title}” names of the lore: {}.", counts.join(", ")));
    }
    out.list("Named", &world, |(entry, count, cited)| {
        let (name, times) = (shortened(&entry.name), counted(*count, "time", "times"));
        format!("{name} ({}), {times}, first in “{title}”: {}", entry.category, cited.words())
    });
    let characters = named.len() - world.len();
    if characters > 0 {
        let characters = counted(characters, "character is", "characters are");
        out.line(format!("{characters} named too, and left to the castwright."));
    }
    let report = json!({
        "chapter": {
            "documentId": placed.document.id,
            "title": title,
            "named": listed(&world, |(entry, count, cited)| json!({
                "entryId": entry.id,
                "name": shortened(&entry.name),
                "category": entry.category.as_str(),
                "count": count,
                "first": cited.report(),
            })),
            "characters": characters,
        },
    });
    (out.finish(), report)
}

/// One entry; `content` is what it says of itself.
pub(super) fn of_entry(records: &Records, entry: &Entry, content: &str) -> (String, Value) {
    let mut out = AnswerText::default();
    let name = shortened(&entry.name);
    let aliases = entry.aliases.iter().map(|it| shortened(it)).collect::<Vec<_>>().join(", ");
    let aliases = if aliases.is_empty() { aliases } else { format!(", also {aliases}") };
    out.line(format!("{}{aliases}.", called(entry)));
    let attributes = clashes::attributes(entry);
    out.list("Attributes", &attributes, |(key, value)| {
        format!("{}: {}", shortened(key), shortened(value))
    });
    let content = beginning(content);
    if let Some(content) = &content {
        out.line(format!("The lore says of it: {content}"));
    }
    let relations = records.relations_of(entry);
    out.list("Relations", &relations, |it| it.line());
    let names: Vec<&str> = names_of(entry).collect();
    let presence = records.presence(&names);
    let named: Vec<&Presence> = presence.iter().filter(|it| it.naming.is_some()).collect();
    if named.is_empty() {
        out.line(format!("No chapter names {name}."));
    }
    out.list("Named in", &named, |it| {
        let Some(naming) = &it.naming else { return String::new() };
        let title = shortened(it.placed.title());
        let count = counted(naming.count, "place", "places");
        format!("“{title}”, {count}: {}", naming.fullest.words())
    });
    let events = records.events_of(entry);
    out.list("Events", &events, |it| {
        format!("{}: {}", shortened(&it.event.date_display), shortened(&it.event.title))
    });
    let report = json!({
        "entry": {
            "entryId": entry_id(entry),
            "name": name,
            "category": entry.category.as_str(),
            "attributes": attributes.iter().cloned().collect::<BTreeMap<_, _>>(),
            "content": content,
            "relations": listed(&relations, |it| json!({
                "fromEntryId": it.from.id,
                "toEntryId": it.to.id,
                "says": it.line(),
            })),
            "named": listed(&named, |it| {
                let mut item = it.naming.as_ref().map_or(Value::Null, |it| it.fullest.report());
                item["count"] = it.naming.as_ref().map(|it| it.count).into();
                item
            }),
            "events": listed(&events, |it| json!({
                "eventId": it.event.id,
                "title": shortened(&it.event.title),
                "dateDisplay": shortened(&it.event.date_display),
            })),
        },
    });
    (out.finish(), report)
}

/// A promise is none of the world; what it rests on may be.
pub(super) fn of_promise(records: &Records, promise: &Promise) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(&promise.title);
    let text = format!("{}. {}. {}", promise.title, promise.description, promise.notes);
    let named: Vec<&Entry> = records.named_in_text(&text);
    if named.is_empty() {
        out.line(format!(
            "The promise “{title}” names no entry of the lore; plotter answers about it."
        ));
    } else {
        out.line(format!("The promise “{title}” is plotter’s; of the lore it names:"));
    }
    out.list("Entries", &named, |it| format!("{} ({})", shortened(&it.name), it.category));
    let report = json!({
        "promise": {
            "promiseId": promise.id,
            "title": title,
            "named": listed(&named, |it| json!({ "entryId": it.id, "name": shortened(&it.name) })),
        },
    });
    (out.finish(), report)
}

/// The first sentences of what an entry says of itself.
fn beginning(content: &str) -> Option<String> {
    let plain = manuscript::markdown::plain(content).text;
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((cut, _)) = line.char_indices().nth(CONTENT_CHARS_MAX) else {
        return Some(line).filter(|it| !it.is_empty());
    };
    let end = line[..cut].rfind(". ").map_or(cut, |at| at + 1);
    Some(format!("{} …", &line[..end]))
}
