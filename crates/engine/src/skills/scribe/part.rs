//! What a draft of a part of a book has to keep to, as it is stored: of a chapter its length, people,
//! events, promises and what stands around it; of an entry how it was written so far; of a promise the
//! sentences about it. It writes nothing.

use domain::{
    documents::{Status, book::PlacedDocument},
    lore::{Category, Entry},
    promises::Promise,
};
use prose::Text;
use serde_json::{Value, json};

use crate::skills::{
    answers::{AnswerText, counted, grouped, listed, percent},
    citations::{self, Citation},
    parts::entry_id,
    placeholders::{self, Placeholder},
    project_records::{Presence, Records, names_of},
    subject::{Subject, shortened},
};

/// Sentences of a record's words, at most.
const PASSAGES_MAX: usize = 8;

/// What is said first.
const WRITES_NOTHING: &str = "Writing prose takes a language model, and none is configured.";

/// The measures of a text that a draft can be held to.
struct Style {
    words: usize,
    sentences: usize,
    spoken: usize,
}

impl Style {
    fn of(subjects: &[(PlacedDocument, Subject)]) -> Self {
        let mut style = Self { words: 0, sentences: 0, spoken: 0 };
        for (_, subject) in subjects {
            let text = Text::new(&subject.plain.text);
            let prose = text.sentences().iter().filter(|it| it.kind == prose::SentenceKind::Prose);
            style.sentences += prose.count();
            style.words += text.words().len();
            style.spoken += prose::pacing(&text)
                .first_scenes
                .iter()
                .map(|it| (it.spoken * it.words as f64).round() as usize)
                .sum::<usize>();
        }
        style
    }

    /// Mean words of a sentence and the share that is spoken; none of a text without words.
    fn means(&self) -> Option<(f64, f64)> {
        (self.words > 0 && self.sentences > 0).then(|| {
            let words = self.words as f64;
            (words / self.sentences as f64, self.spoken as f64 / words)
        })
    }

    fn line(&self) -> String {
        let of =
            |(words, spoken)| format!("{words:.1} words a sentence, {} spoken", percent(spoken));
        self.means().map_or("nothing to measure".to_owned(), of)
    }

    fn report(&self) -> Value {
        json!({
            "wordsPerSentence": self.means().map(|(words, _)| words),
            "spoken": self.means().map(|(_, spoken)| spoken),
        })
    }
}

/// What a draft of a chapter has to keep to.
pub(super) fn of_chapter(records: &Records, placed: &PlacedDocument) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(placed.title());
    out.line(format!("{WRITES_NOTHING} This is what a draft of “{title}” has to keep to."));
    out.line(length(placed));
    let subjects = records.subjects_in(placed);
    let events = records.events_linked(&records.ids_in(placed));
    out.list("When: events that are linked to it", &events, |it| {
        format!("{}: “{}”", shortened(&it.event.date_display), shortened(&it.event.title))
    });
    let named = records.named_in(&subjects);
    write_named(&mut out, &named);
    let nodes = records.nodes_in(&records.ids_in(placed));
    out.list("Planned in the outline", &nodes, |it| {
        format!("“{}” ({})", shortened(&it.title), it.kind)
    });
    let (made, kept) = records.promises_at(&nodes);
    let promise =
        |it: &&Promise| format!("“{}” ({}, {})", shortened(&it.title), it.level, it.status);
    out.list("Promises that it makes", &made, promise);
    out.list("Promises that it keeps, in whole or in part", &kept, promise);
    let (before, after) = records.neighbours(placed);
    let before = before.and_then(|it| ending(&records.subjects_in(it)));
    let after = after.and_then(|it| beginning(&records.subjects_in(it)));
    let (begins, ends) = (beginning(&subjects), ending(&subjects));
    for (says, edge) in [
        ("Before it ends", &before),
        ("It begins, in", &begins),
        ("It ends, in", &ends),
        ("After it begins", &after),
    ] {
        if let Some(cited) = edge {
            out.line(format!("{says} {}", cited.line()));
        }
    }
    let (here, book) = (Style::of(&subjects), Style::of(&records.subjects_with(&[])));
    out.line(format!("Style: here {}; in the book {}.", here.line(), book.line()));
    let openings = placeholders::of(&subjects);
    out.list("Left open", &openings, Placeholder::line);
    if placed.words == 0 {
        out.line("It has no word yet.");
    } else if placed.document.status != Status::Done && openings.is_empty() {
        out.line("No remark in brackets, no mark such as TODO and no comment is left in it.");
    }
    let promise = |it: &&Promise| json!({ "promiseId": it.id, "title": shortened(&it.title) });
    let report = json!({
        "chapter": {
            "documentId": placed.document.id,
            "title": title,
            "status": placed.document.status.as_str(),
            "words": placed.words,
            "wordTarget": placed.document.word_target,
            "named": listed(&named, |(entry, count, _)| json!({
                "entryId": entry.id,
                "name": shortened(&entry.name),
                "count": count,
            })),
            "promisesMade": listed(&made, promise),
            "promisesKept": listed(&kept, promise),
            "before": before.map(|it| it.report()),
            "after": after.map(|it| it.report()),
            "style": here.report(),
            "styleOfBook": book.report(),
            "openings": listed(&openings, Placeholder::report),
        },
    });
    (out.finish(), report)
}

/// The phase and the length of a chapter.
fn length(placed: &PlacedDocument) -> String {
    let words = counted(placed.words, "word", "words");
    let length = match placed.document.word_target.filter(|it| *it > 0) {
        Some(target) => format!(
            "{} of {} ({})",
            grouped(placed.words),
            counted(target, "word", "words"),
            percent(placed.words as f64 / target as f64)
        ),
        None => format!("{words}, no word target"),
    };
    format!("It is in the phase {} and has {length}.", placed.document.status)
}

/// Who, where and what is named.
fn write_named(out: &mut AnswerText, named: &[(&Entry, usize, Citation)]) {
    let of = |is_wanted: &dyn Fn(Category) -> bool| -> Vec<String> {
        let wanted = named.iter().filter(|(entry, ..)| is_wanted(entry.category));
        wanted.map(|(entry, count, _)| format!("{} {count}", shortened(&entry.name))).collect()
    };
    for (says, of) in [
        ("Who is named, and how often", of(&|it| it == Category::Character)),
        ("Where", of(&|it| it == Category::Location)),
        (
            "What else of the lore",
            of(&|it| !matches!(it, Category::Character | Category::Location)),
        ),
    ] {
        if !of.is_empty() {
            out.line(format!("{says}: {}.", of.join(", ")));
        }
    }
}

/// How a chapter begins.
fn beginning(subjects: &[(PlacedDocument, Subject)]) -> Option<Citation> {
    let (_, subject) = subjects.first()?;
    let text = Text::new(&subject.plain.text);
    let is_prose = |it: &prose::Sentence| it.kind == prose::SentenceKind::Prose;
    let at = text.sentences().iter().position(is_prose)?;
    Citation::in_sentence(subject, &text, at, text.sentences()[at].span)
}

/// How a chapter ends.
fn ending(subjects: &[(PlacedDocument, Subject)]) -> Option<Citation> {
    let (_, subject) = subjects.last()?;
    let end = subject.end_of(super::end(&subject.plain.text)?);
    Some(Citation { quote: subject.quote(end), ..Citation::of(subject, end) })
}

/// How an entry was written so far.
pub(super) fn of_entry(records: &Records, entry: &Entry) -> (String, Value) {
    let mut out = AnswerText::default();
    let name = shortened(&entry.name);
    out.line(format!("{WRITES_NOTHING} This is how {name} was written so far."));
    let names: Vec<&str> = names_of(entry).collect();
    let presence = records.presence(&names);
    let named: Vec<&Presence> = presence.iter().filter(|it| it.naming.is_some()).collect();
    if named.is_empty() {
        out.line("No chapter has the name yet.");
    }
    out.list("In the text", &named, |it| {
        let Some(naming) = &it.naming else { return String::new() };
        let title = shortened(it.placed.title());
        let count = counted(naming.count, "place", "places");
        let first = naming.first.words();
        if naming.fullest.quote.start == naming.first.quote.start {
            format!("“{title}”, {count}: {first}")
        } else {
            format!("“{title}”, {count}: {first} and {}", naming.fullest.words())
        }
    });
    let attributes = crate::skills::worldsmith::attributes(entry);
    let attributes: Vec<String> = attributes
        .iter()
        .map(|(key, value)| format!("{}: {}", shortened(key), shortened(value)))
        .collect();
    if !attributes.is_empty() {
        out.line(format!("The lore says: {}.", attributes.join(", ")));
    }
    let promises: Vec<_> =
        records.promises_naming(entry).into_iter().filter(|it| it.status.is_open()).collect();
    out.list("Open promises that name it or are on its plotline", &promises, |it| {
        format!("“{}” ({}, {})", shortened(&it.title), it.level, it.status)
    });
    let report = json!({
        "entry": {
            "entryId": entry_id(entry),
            "name": name,
            "named": listed(&named, |it| {
                let mut item = it.naming.as_ref().map_or(Value::Null, |it| it.fullest.report());
                item["count"] = it.naming.as_ref().map(|it| it.count).into();
                item
            }),
            "openPromises": listed(&promises, |it| json!({
                "promiseId": it.id,
                "title": shortened(&it.title),
            })),
        },
    });
    (out.finish(), report)
}

/// What was written about a promise so far.
pub(super) fn of_promise(records: &Records, promise: &Promise) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(&promise.title);
    out.line(format!("{WRITES_NOTHING} This is what the text has of the promise “{title}”."));
    out.line(format!("It is {} ({}).", promise.status, promise.level));
    for (says, id) in [("made", &promise.links.made_at), ("kept", &promise.links.fulfilled_at)] {
        let Some(node) = id.as_deref().and_then(|id| records.node(id)) else { continue };
        let chapter = records.chapter_of(node);
        let chapter =
            chapter.map_or(String::new(), |it| format!(" in “{}”", shortened(it.title())));
        out.line(format!("It is {says} at “{}”{chapter}.", shortened(&node.title)));
    }
    let words = format!("{} {}", promise.title, promise.description);
    let passages = citations::sharing(&records.subjects_with(&[]), &words, PASSAGES_MAX);
    if passages.is_empty() {
        out.line("No sentence of the manuscript has two of its words.");
    }
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
