//! Material that a book, a chapter or an entry has and has not used up: promises that are open, questions
//! that are asked, relations that few chapters bring together, words that come back. All of it is taken
//! from what is stored, with its source; nothing is made up.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashSet},
};

use domain::{documents::book::PlacedDocument, lore::Entry, promises::Promise};
use prose::{NameIndex, SentenceKind, Span, Text};
use serde_json::{Value, json};

use crate::skills::{
    answers::{AnswerText, counted, listed},
    citations::{self, Citation},
    parts::entry_id,
    project_records::{Records, Related, names_of},
    subject::{Subject, shortened},
};

/// What is said first.
const FROM_THE_TEXT: &str = "This is taken from the book and its records. Premises and what-ifs take a language model, and none \
     is configured.";

/// Questions that are quoted, at most; of the book, so many of one chapter.
const QUESTIONS_MAX: usize = 6;
const QUESTIONS_EACH_MAX: usize = 1;

/// Characters of a question, at most: a longer one would be quoted without its end.
const QUESTION_CHARS_MAX: usize = 200;

/// Words of a question that is worth quoting, at least.
const QUESTION_WORDS_MIN: usize = 4;

/// Relations that are named, those of the fewest chapters.
const RELATIONS_MAX: usize = 10;

/// Words that come back, at most, and the letters that one has, at least.
const WORDS_MAX: usize = 10;
const WORD_LETTERS_MIN: usize = 4;

/// Chapters that such a word is in, at least, and the share of them, at most: what is everywhere is no
/// image.
const WORD_CHAPTERS_MIN: usize = 3;
const WORD_SHARE_MAX: f64 = 0.6;

/// Times that it is in one of them, at least.
const WORD_TIMES_MIN: usize = 2;

/// Sentences that have words of a promise, at most.
const PASSAGES_MAX: usize = 5;

/// Words before which a thing stands, and few words of another kind.
const DETERMINERS: [&str; 14] = [
    "the", "a", "an", "his", "her", "my", "their", "its", "our", "your", "this", "that", "no", "of",
];

/// A word that comes back.
struct Recurring {
    word: String,
    times: usize,
    chapters: usize,
    first: Citation,
}

/// What was found, each list as an answer has it.
#[derive(Default)]
struct Material<'r> {
    promises: Vec<&'r Promise>,
    questions: Vec<Citation>,
    /// Relations, and in how many chapters both are named.
    relations: Vec<(Related<'r>, usize)>,
    words: Vec<Recurring>,
}

impl Material<'_> {
    fn write_to(&self, out: &mut AnswerText, records: &Records, questions: &str) {
        out.list("Promises that are open", &self.promises, |it| {
            let kept = it.links.made_at.as_deref().and_then(|id| records.node(id));
            let chapter = kept.and_then(|node| records.chapter_of(node));
            let chapter = chapter
                .map_or(String::new(), |it| format!(", made in “{}”", shortened(it.title())));
            format!("“{}” ({}, {}){chapter}", shortened(&it.title), it.level, it.status)
        });
        out.list(questions, &self.questions, Citation::line);
        out.list(
            "Relations, those that the fewest chapters bring together first",
            &self.relations,
            |(it, chapters)| {
                format!(
                    "{}; both named in {}",
                    it.line(),
                    counted(*chapters, "chapter", "chapters")
                )
            },
        );
        out.list("Words that come back", &self.words, |it| {
            format!(
                "{}: {} in {}, first in {}",
                it.word,
                counted(it.times, "time", "times"),
                counted(it.chapters, "chapter", "chapters"),
                it.first.line()
            )
        });
        let is_empty = self.promises.is_empty()
            && self.questions.is_empty()
            && self.relations.is_empty()
            && self.words.is_empty();
        if is_empty {
            out.line("No promise is open, no question is asked, no relation is written down, and no word comes back.");
        }
    }

    fn report(&self) -> Value {
        json!({
            "promises": listed(&self.promises, |it| json!({
                "promiseId": it.id,
                "title": shortened(&it.title),
                "status": it.status,
            })),
            "questions": listed(&self.questions, Citation::report),
            "relations": listed(&self.relations, |(it, chapters)| json!({
                "fromEntryId": it.from.id,
                "toEntryId": it.to.id,
                "says": it.line(),
                "chapters": chapters,
            })),
            "words": listed(&self.words, |it| json!({
                "word": it.word,
                "times": it.times,
                "chapters": it.chapters,
                "first": it.first.report(),
            })),
        })
    }
}

/// Material of the whole book.
pub(super) fn of_book(records: &Records) -> (String, Value) {
    let subjects = records.subjects_with(&[]);
    let entries: Vec<&Entry> = records.entries.iter().collect();
    let material = Material {
        promises: records.promises.iter().filter(|it| it.status.is_open()).collect(),
        questions: questions(&subjects, QUESTIONS_EACH_MAX, |_, _| true),
        relations: relations(records, &subjects, &entries),
        words: recurring(records, &subjects, None),
    };
    let mut out = AnswerText::default();
    out.line(FROM_THE_TEXT);
    material.write_to(&mut out, records, "Questions that are asked");
    (out.finish(), material.report())
}

/// Material of a chapter.
pub(super) fn of_chapter(records: &Records, placed: &PlacedDocument) -> (String, Value) {
    let all = records.subjects_with(&[]);
    let subjects = records.subjects_in(placed);
    let nodes = records.nodes_in(&records.ids_in(placed));
    let (made, kept) = records.promises_at(&nodes);
    let mut promises: Vec<&Promise> =
        made.into_iter().chain(kept).filter(|it| it.status.is_open()).collect();
    promises.dedup_by_key(|it| it.id.clone());
    let named: Vec<&Entry> =
        records.named_in(&subjects).into_iter().map(|(entry, ..)| entry).collect();
    let ids: HashSet<&str> = named.iter().map(|it| it.id.as_str()).collect();
    let mut relations = relations(records, &all, &named);
    relations
        .retain(|(it, _)| ids.contains(it.from.id.as_str()) && ids.contains(it.to.id.as_str()));
    let material = Material {
        promises,
        questions: questions(&subjects, QUESTIONS_MAX, |_, _| true),
        relations,
        words: recurring(records, &all, Some(placed)),
    };
    let mut out = AnswerText::default();
    out.line(format!("{FROM_THE_TEXT} What “{}” has:", shortened(placed.title())));
    material.write_to(&mut out, records, "Questions that are asked");
    let mut report = material.report();
    report["documentId"] = placed.document.id.as_str().into();
    report["title"] = shortened(placed.title()).into();
    (out.finish(), json!({ "chapter": report }))
}

/// Material of an entry.
pub(super) fn of_entry(records: &Records, entry: &Entry) -> (String, Value) {
    let subjects = records.subjects_with(&[]);
    let index = NameIndex::new(names_of(entry).map(|name| (0, name)));
    let is_named = |subject: &Subject, paragraph: Span| {
        let text = paragraph.of(&subject.plain.text);
        !prose::mentions(&Text::new(text), &index).owners.is_empty()
    };
    let material = Material {
        promises: records
            .promises_naming(entry)
            .into_iter()
            .filter(|it| it.status.is_open())
            .collect(),
        questions: questions(&subjects, QUESTIONS_EACH_MAX, is_named),
        relations: relations(records, &subjects, &[entry]),
        words: Vec::new(),
    };
    let presence = records.presence(&names_of(entry).collect::<Vec<_>>());
    let absent: Vec<String> = presence
        .iter()
        .filter(|it| it.naming.is_none())
        .map(|it| format!("“{}”", shortened(it.placed.title())))
        .collect();
    let name = shortened(&entry.name);
    let mut out = AnswerText::default();
    out.line(format!("{FROM_THE_TEXT} What there is of {name}:"));
    material.write_to(&mut out, records, "Questions in paragraphs with the name");
    out.list("Chapters without the name", &absent, Clone::clone);
    let mut report = material.report();
    report["entryId"] = entry_id(entry).into();
    report["name"] = name.into();
    (out.finish(), json!({ "entry": report }))
}

/// Material of a promise.
pub(super) fn of_promise(records: &Records, promise: &Promise) -> (String, Value) {
    let mut out = AnswerText::default();
    let title = shortened(&promise.title);
    out.line(format!(
        "{FROM_THE_TEXT} What there is of the promise “{title}” ({}):",
        promise.status
    ));
    for (says, text) in [("Promised", &promise.description), ("Your notes", &promise.notes)] {
        if !text.trim().is_empty() {
            out.line(format!("{says}: {}", shortened(text)));
        }
    }
    let words = format!("{} {}", promise.title, promise.description);
    let passages = citations::sharing(&records.subjects_with(&[]), &words, PASSAGES_MAX);
    out.list("Sentences with most of its words", &passages, Citation::line);
    let beside: Vec<&Promise> = records
        .promises
        .iter()
        .filter(|it| it.id != promise.id && it.status.is_open())
        .filter(|it| {
            promise.links.plotline.is_some() && it.links.plotline == promise.links.plotline
        })
        .collect();
    out.list("Open on the same plotline", &beside, |it| {
        format!("“{}” ({}, {})", shortened(&it.title), it.level, it.status)
    });
    let report = json!({
        "promiseId": promise.id,
        "title": title,
        "passages": listed(&passages, Citation::report),
        "beside": listed(&beside, |it| json!({ "promiseId": it.id, "title": shortened(&it.title) })),
    });
    (out.finish(), json!({ "promise": report }))
}

/// The sentences that ask, those with the most telling words first among each document's, at most so many
/// of one; `is_wanted` is asked about the paragraph around.
fn questions(
    subjects: &[(PlacedDocument, Subject)],
    each_max: usize,
    is_wanted: impl Fn(&Subject, Span) -> bool,
) -> Vec<Citation> {
    let mut found = Vec::new();
    for (_, subject) in subjects {
        let plain = &subject.plain.text;
        let text = Text::new(plain);
        let asks = |words: &str| {
            let bare = words.trim_end_matches(|letter: char| "”’\"'»)]* ".contains(letter));
            bare.ends_with('?')
        };
        let mut of_document: Vec<(usize, Span)> = text
            .sentences()
            .iter()
            .filter(|it| it.kind == SentenceKind::Prose && it.words.len() >= QUESTION_WORDS_MIN)
            .filter(|it| {
                asks(it.span.of(plain)) && it.span.of(plain).chars().count() <= QUESTION_CHARS_MAX
            })
            .filter(|it| is_wanted(subject, text.paragraphs()[it.paragraph].span))
            .map(|it| (prose::content_words(it.span.of(plain)).len(), it.span))
            .collect();
        of_document.sort_by_key(|(words, span)| (Reverse(*words), span.start));
        of_document.truncate(each_max);
        of_document.sort_by_key(|(_, span)| span.start);
        let cited =
            of_document.into_iter().map(|(words, span)| (words, Citation::of(subject, span)));
        found.extend(cited);
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|&at| Reverse(found[at].0));
    order.truncate(QUESTIONS_MAX);
    order.sort_unstable();
    let kept: BTreeSet<usize> = order.into_iter().collect();
    let found = found.into_iter().enumerate().filter(|(at, _)| kept.contains(at));
    found.map(|(_, (_, cited))| cited).collect()
}

/// The relations of these entries, each with how many chapters name both, the fewest first.
fn relations<'r>(
    records: &'r Records,
    subjects: &[(PlacedDocument, Subject)],
    entries: &[&'r Entry],
) -> Vec<(Related<'r>, usize)> {
    let mut chapters: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let names = records.names();
    for text in subjects {
        let Some(unit) = records.unit_of(&text.0.document.id) else { continue };
        for (entry, ..) in records.named_by(&names, std::slice::from_ref(text)) {
            chapters.entry(entry.id.as_str()).or_default().insert(unit.document.id.as_str());
        }
    }
    let is_named = |it: &Related<'_>| {
        [it.from, it.to].iter().all(|entry| chapters.contains_key(entry.id.as_str()))
    };
    let both = |it: &Related<'_>| match (
        chapters.get(it.from.id.as_str()),
        chapters.get(it.to.id.as_str()),
    ) {
        (Some(one), Some(other)) => one.intersection(other).count(),
        _ => 0,
    };
    let mut seen = HashSet::new();
    let mut found: Vec<(Related<'r>, usize)> = entries
        .iter()
        .flat_map(|entry| records.relations_of(entry))
        .filter(is_named)
        .filter(|it| seen.insert((it.from.id.clone(), it.to.id.clone(), it.line())))
        .map(|it| (it, both(&it)))
        .collect();
    found.sort_by_key(|(_, chapters)| *chapters);
    found.truncate(RELATIONS_MAX);
    found
}

/// Words, no names among them, that some chapters have and others have not, and that mostly stand behind an
/// article or the like; of one chapter, or of all.
fn recurring(
    records: &Records,
    subjects: &[(PlacedDocument, Subject)],
    only: Option<&PlacedDocument>,
) -> Vec<Recurring> {
    let mut times: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut capitalised: BTreeMap<String, usize> = BTreeMap::new();
    let mut determined: BTreeMap<String, usize> = BTreeMap::new();
    for (placed, subject) in subjects {
        let Some(unit) = records.unit_of(&placed.document.id) else { continue };
        let text = Text::new(&subject.plain.text);
        for (at, word) in text.words().iter().enumerate() {
            let lower = text.lower(at);
            if lower.chars().count() < WORD_LETTERS_MIN || lower.contains('\'') {
                continue;
            }
            if word.span.of(&subject.plain.text).starts_with(char::is_uppercase) {
                *capitalised.entry(lower.to_owned()).or_default() += 1;
            }
            if at > 0 && DETERMINERS.contains(&text.lower(at - 1)) {
                *determined.entry(lower.to_owned()).or_default() += 1;
            }
            *times
                .entry(lower.to_owned())
                .or_default()
                .entry(unit.document.id.as_str())
                .or_default() += 1;
        }
    }
    let units = records.units().len();
    let most = (WORD_SHARE_MAX * units as f64) as usize;
    let here = |chapters: &BTreeMap<&str, usize>| match only {
        Some(placed) => chapters.get(placed.document.id.as_str()).copied().unwrap_or(0),
        None => chapters.values().copied().max().unwrap_or(0),
    };
    let mut found: Vec<(f64, String, usize, usize)> = times
        .into_iter()
        .filter(|(_, chapters)| chapters.len() >= WORD_CHAPTERS_MIN && chapters.len() <= most)
        .filter(|(_, chapters)| here(chapters) >= WORD_TIMES_MIN)
        .filter_map(|(word, chapters)| {
            let all: usize = chapters.values().sum();
            let is_name = capitalised.get(&word).copied().unwrap_or(0) * 2 > all;
            let is_thing = determined.get(&word).copied().unwrap_or(0) * 2 >= all;
            let is_content = is_thing && !prose::content_words(&word).is_empty();
            let weight = here(&chapters) as f64 * (units as f64 / chapters.len() as f64).ln();
            (!is_name && is_content).then_some((weight, word, all, chapters.len()))
        })
        .collect();
    found.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
    found.truncate(WORDS_MAX);
    let first = |word: &str| {
        let found = |(_, subject): &(PlacedDocument, Subject)| {
            let text = Text::new(&subject.plain.text);
            let at = (0..text.words().len()).find(|&at| text.lower(at) == word)?;
            let word = &text.words()[at];
            Some(Citation::around(subject, word.span, text.sentences()[word.sentence].span))
        };
        subjects.iter().find_map(found)
    };
    found
        .into_iter()
        .filter_map(|(_, word, times, chapters)| {
            Some(Recurring { first: first(&word)?, word, times, chapters })
        })
        .collect()
}
