//! Where a part of a book stands in it: a chapter with its scenes, nodes and promises; the chapters that
//! name an entry, and those that do not; where a promise is made and kept.

use domain::{
    documents::book::{PlacedDocument, Spread},
    lore::Entry,
    nodes::Node,
    promises::Promise,
};
use prose::Text;
use serde_json::{Value, json};

use super::{length, outline};
use crate::skills::{
    answers::{AnswerText, counted, listed, percent},
    citations::{self, Citation},
    parts::{called, entry_id},
    project_records::{Presence, Records, names_of},
    subject::shortened,
};

/// Passages that share words with a promise, at most.
const PASSAGES_MAX: usize = 5;

/// A scene of a chapter.
struct ChapterScene {
    words: usize,
    spoken: f64,
    first: Citation,
}

/// A chapter in the whole.
pub(super) fn of_chapter(records: &Records, placed: &PlacedDocument) -> (String, Value) {
    let mut out = AnswerText::default();
    let units = records.units();
    let at = units.iter().position(|it| it.document.id == placed.document.id);
    position(&mut out, records, placed, at.map(|at| (at, units.len())));
    beside(&mut out, records, placed, &units);
    let scenes = scenes(records, placed);
    out.list("Scenes of the text, parted by breaks", &scenes, |it| {
        let words = counted(it.words, "word", "words");
        format!("{words}, {} spoken, begins: {}", percent(it.spoken), it.first.words())
    });
    let nodes = records.nodes_in(&records.ids_in(placed));
    out.list("In the outline", &nodes, |node| outline::path_line(records, node));
    if nodes.is_empty() {
        out.line("No node of the outline stands for it.");
    }
    let (made, kept) = records.promises_at(&nodes);
    let node_of = |id: &Option<String>| id.as_deref().and_then(|id| records.node(id));
    let promise = |it: &Promise, node: Option<&Node>| {
        let node = node.map_or(String::new(), |it| format!(" at “{}”", shortened(&it.title)));
        format!("“{}” ({}, {}){node}", shortened(&it.title), it.level, it.status)
    };
    out.list("Promises made here", &made, |it| promise(it, node_of(&it.links.made_at)));
    out.list("Promises kept here", &kept, |it| promise(it, node_of(&it.links.fulfilled_at)));
    let ids = records.ids_in(placed);
    let events = records.events_linked(&ids);
    let turns: Vec<_> =
        events.iter().filter(|it| super::TURNS.contains(&it.event.category)).collect();
    out.list("Turns that lie here", &turns, |it| {
        format!(
            "“{}” ({}), {}",
            shortened(&it.event.title),
            it.event.category,
            shortened(&it.event.date_display)
        )
    });
    let titled = |it: &&Promise| json!({ "promiseId": it.id, "title": shortened(&it.title) });
    let report = json!({
        "chapter": {
            "documentId": placed.document.id,
            "title": shortened(placed.title()),
            "number": at.map(|at| at + 1),
            "of": units.len(),
            "words": placed.words,
            "share": records.book.share(placed.words),
            "start": records.book.share(placed.start),
            "scenes": listed(&scenes, |it| json!({
                "words": it.words,
                "spoken": it.spoken,
                "first": it.first.report(),
            })),
            "nodes": listed(&nodes, |it| json!({
                "nodeId": it.id,
                "title": shortened(&it.title),
                "kind": it.kind.as_str(),
            })),
            "promisesMade": listed(&made, titled),
            "promisesKept": listed(&kept, titled),
            "turns": listed(&turns, |it| json!({
                "eventId": it.event.id,
                "title": shortened(&it.event.title),
                "category": it.event.category.as_str(),
            })),
        },
    });
    (out.finish(), report)
}

/// The sentence that says where a chapter stands.
fn position(
    out: &mut AnswerText,
    records: &Records,
    placed: &PlacedDocument,
    at: Option<(usize, usize)>,
) {
    let title = shortened(placed.title());
    let words = counted(placed.words, "word", "words");
    let kind = placed.document.kind;
    let Some((at, of)) = at else {
        out.line(format!("“{title}” ({kind}) has {words}."));
        return;
    };
    let book = &records.book;
    let share = |words| book.share(words).map_or(String::new(), percent);
    out.line(format!(
        "“{title}” is chapter {} of {of}: {words}, {} of the book, from {} to {} of it.",
        at + 1,
        share(placed.words),
        share(placed.start),
        share(placed.start + placed.words)
    ));
}

/// How long a chapter is beside the others, and what is around it.
fn beside(
    out: &mut AnswerText,
    records: &Records,
    placed: &PlacedDocument,
    units: &[&PlacedDocument],
) {
    let is_unit = units.iter().any(|it| it.document.id == placed.document.id);
    let lengths: Vec<f64> = units.iter().map(|it| it.words as f64).collect();
    if let (Some(spread), true) = (Spread::of(&lengths), units.len() > 1) {
        let longer = units.iter().filter(|it| it.words > placed.words).count();
        let score = spread.score(placed.words as f64);
        let score = score.map_or(String::new(), |it| format!(", {it:+.1} deviations from it"));
        out.line(format!(
            "{} of {} are longer; the mean is {}{score}.",
            longer,
            counted(units.len(), "chapter", "chapters"),
            counted(spread.mean.round() as i64, "word", "words"),
        ));
    }
    let (before, after) = records.neighbours(placed);
    for (says, other) in [("Before it", before), ("After it", after)] {
        match other {
            Some(other) => out.line(format!("{says}: {}.", length(&records.book, other))),
            None if is_unit => out.line(format!("{says}: nothing.")),
            None => {}
        }
    }
}

fn scenes(records: &Records, placed: &PlacedDocument) -> Vec<ChapterScene> {
    let mut scenes = Vec::new();
    for (_, subject) in records.subjects_in(placed) {
        let text = Text::new(&subject.plain.text);
        for scene in prose::pacing(&text).first_scenes {
            let first = text.sentences().iter().find(|it| it.span.start >= scene.span.start);
            let span = first.map_or(scene.span, |it| it.span);
            scenes.push(ChapterScene {
                words: scene.words,
                spoken: scene.spoken,
                first: Citation::of(&subject, span),
            });
        }
    }
    scenes
}

/// The chapters that name an entry, and the longest run of those that do not.
pub(super) fn of_entry(records: &Records, entry: &Entry) -> (String, Value) {
    let mut out = AnswerText::default();
    let names: Vec<&str> = names_of(entry).collect();
    let presence = records.presence(&names);
    let named: Vec<&Presence> = presence.iter().filter(|it| it.naming.is_some()).collect();
    let absent: Vec<&Presence> = presence.iter().filter(|it| it.naming.is_none()).collect();
    let mentions: usize = named.iter().filter_map(|it| it.naming.as_ref()).map(|it| it.count).sum();
    let name = shortened(&entry.name);
    out.line(format!(
        "{} is named in {} of {}, at {}. Names are counted; pronouns are not followed.",
        called(entry),
        named.len(),
        counted(presence.len(), "chapter", "chapters"),
        counted(mentions, "place", "places"),
    ));
    out.list("Named in", &named, |it| {
        let Some(naming) = &it.naming else { return String::new() };
        let from = records
            .book
            .share(it.placed.start)
            .map_or(String::new(), |share| format!(", from {}", percent(share)));
        format!(
            "“{}”, {}{from}: {}",
            shortened(it.placed.title()),
            counted(naming.count, "place", "places"),
            naming.fullest.words()
        )
    });
    let gap = longest_gap(&presence);
    absence(&mut out, &presence, gap);
    let report = json!({
        "presence": {
            "entryId": entry_id(entry),
            "name": name,
            "chapters": presence.len(),
            "places": mentions,
            "named": listed(&named, |it| {
                let mut item = it.naming.as_ref().map_or(Value::Null, |it| it.fullest.report());
                item["documentId"] = it.placed.document.id.as_str().into();
                item["title"] = shortened(it.placed.title()).into();
                item["count"] = it.naming.as_ref().map(|it| it.count).into();
                item
            }),
            "absent": listed(&absent, |it| json!({
                "documentId": it.placed.document.id,
                "title": shortened(it.placed.title()),
            })),
            "longestAway": gap.map(|gap| gap.iter().map(|it| &it.placed.document.id).collect::<Vec<_>>()),
        },
    });
    (out.finish(), report)
}

/// Where the name comes first and last, and which chapters are without it.
fn absence(out: &mut AnswerText, presence: &[Presence], gap: Option<&[Presence]>) {
    let named: Vec<&Presence> = presence.iter().filter(|it| it.naming.is_some()).collect();
    let absent: Vec<&Presence> = presence.iter().filter(|it| it.naming.is_none()).collect();
    if let (Some(first), Some(last)) = (named.first(), named.last()) {
        let title = |it: &Presence| format!("“{}”", shortened(it.placed.title()));
        let at = |it: &Presence| presence.iter().position(|other| std::ptr::eq(other, it));
        let (before, behind) =
            (at(first).unwrap_or(0), at(last).map_or(0, |it| presence.len() - it - 1));
        out.line(format!(
            "First in {}, with {} before it; last in {}, with {} behind it.",
            title(first),
            counted(before, "chapter", "chapters"),
            title(last),
            counted(behind, "chapter", "chapters"),
        ));
        let titles: Vec<String> =
            absent.iter().map(|it| format!("“{}”", shortened(it.placed.title()))).collect();
        out.list("Not named in", &titles, Clone::clone);
        if let Some(gap) = gap {
            let words: i64 = gap.iter().map(|it| it.placed.words).sum();
            let title = |it: Option<&Presence>| {
                it.map_or(String::new(), |it| format!("“{}”", shortened(it.placed.title())))
            };
            let chapters = counted(gap.len(), "chapter", "chapters");
            let words = counted(words, "word", "words");
            out.line(if gap.len() == 1 {
                format!("Longest away between two that name it: {}, {words}.", title(gap.first()))
            } else {
                let (first, last) = (title(gap.first()), title(gap.last()));
                format!(
                    "Longest away between two that name it: {chapters}, {first} to {last}, {words}."
                )
            });
        }
    }
}

/// The longest row of chapters without the name, between two with it; by their words.
fn longest_gap(presence: &[Presence]) -> Option<&[Presence]> {
    let named = presence.iter().enumerate().filter(|(_, it)| it.naming.is_some());
    let named: Vec<usize> = named.map(|(at, _)| at).collect();
    let gaps = named.windows(2).map(|pair| &presence[pair[0] + 1..pair[1]]);
    gaps.filter(|gap| !gap.is_empty())
        .max_by_key(|gap| gap.iter().map(|it| it.placed.words).sum::<i64>())
}

/// Where a promise is made and kept, and how far that is apart.
pub(super) fn of_promise(records: &Records, promise: &Promise) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(&promise.title);
    out.line(format!("The promise “{title}” is {} ({}).", promise.status, promise.level));
    let node = |id: &Option<String>| id.as_deref().and_then(|id| records.node(id));
    let (made, kept) = (node(&promise.links.made_at), node(&promise.links.fulfilled_at));
    for (says, node) in
        [("Made", made), (if promise.status.is_open() { "To be kept" } else { "Kept" }, kept)]
    {
        out.line(match node {
            Some(node) => {
                let chapter = records.chapter_of(node);
                let from = chapter.and_then(|it| records.book.share(it.start));
                let from =
                    from.map_or(String::new(), |it| format!(", from {} of the book", percent(it)));
                format!("{says} at {}{from}.", outline::path_line(records, node))
            }
            None => format!("{says}: the outline does not say where."),
        });
    }
    let chapters = |node: Option<&Node>| {
        let chapter = records.chapter_of(node?)?;
        Some((
            records.units().iter().position(|it| it.document.id == chapter.document.id)?,
            chapter.start,
        ))
    };
    let distance = chapters(made)
        .zip(chapters(kept))
        .map(|((one, start), (other, end))| (other as i64 - one as i64, end - start));
    if let Some((apart, words)) = distance {
        let (apart, words) =
            (counted(apart, "chapter", "chapters"), counted(words, "word", "words"));
        out.line(format!("From one to the other: {apart}, {words} from beginning to beginning."));
    }
    let words = format!("{} {}", promise.title, promise.description);
    let passages = citations::sharing(&records.subjects_with(&[]), &words, PASSAGES_MAX);
    out.list("Sentences with most of its words", &passages, Citation::line);
    let position = |node: Option<&Node>| {
        node.map(|it| {
            json!({
                "nodeId": it.id,
                "title": shortened(&it.title),
                "documentId": records.chapter_of(it).map(|it| it.document.id.as_str()),
            })
        })
    };
    let report = json!({
        "promise": {
            "promiseId": promise.id,
            "title": title,
            "status": promise.status,
            "madeAt": position(made),
            "keptAt": position(kept),
            "chaptersApart": distance.map(|(chapters, _)| chapters),
            "wordsApart": distance.map(|(_, words)| words),
            "passages": listed(&passages, Citation::report),
        },
    });
    (out.finish(), report)
}
