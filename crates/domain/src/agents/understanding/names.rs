//! Which documents and records of a project a request names: the longest name at each word, whole
//! words, in any case but where a name is one word that may be an ordinary one; promises, events and
//! nodes of the outline, whose titles are sentences, by some of their words too.

use std::{collections::HashMap, ops::Range};

use super::{
    Missing, NamedDocument, Names, RecordKind, parts,
    skills::Preference,
    words::{Word, folded_words, number},
};

/// Letters of a word that a long title is recognised by, at least.
const CONTENT_LETTERS_MIN: usize = 3;

/// Words of a title from which on it may be recognised by some of them.
const LONG_TITLE_WORDS_MIN: usize = 3;

/// Records that one request names, at most.
const RECORDS_MAX: usize = 50;

/// Names that are looked for and not there, at most.
const UNKNOWN_MAX: usize = 10;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Document(usize),
    Record(usize),
}

/// What a request names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Found {
    /// Documents by title.
    pub(super) documents: Vec<usize>,
    /// Records, in the order of the request.
    pub(super) records: Vec<usize>,
    /// Names of both a document and a record, of which one was chosen: the other.
    pub(super) also: Vec<Also>,
    /// Capitalised words and short quotations that are no name of the project.
    pub(super) unknown: Vec<String>,
    /// Titles behind the word “chapter” that no document has.
    pub(super) untitled: Vec<String>,
    /// Promises and events that the request speaks of and the project does not have.
    pub(super) missing: Vec<Missing>,
    /// Which words are those of a name.
    pub(super) taken: Vec<bool>,
}

/// A name that stands for something else too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Also {
    /// A document with this index.
    Document(usize),
    /// A record with this index.
    Record(usize),
}

/// Looks for every name in the words of a request.
pub(super) fn read(
    text: &str,
    words: &[Word<'_>],
    names: &Names<'_>,
    preference: Preference,
) -> Found {
    let index = index(names);
    let mut found = Found { taken: vec![false; words.len()], ..Found::default() };
    let mut of_document = vec![false; words.len()];
    let is_lower = !words.iter().any(Word::has_capital_of_a_name);
    let may_be_a_name = |at: usize| is_alone(text, words, at) || may_be_a_name(words, at, is_lower);
    let mut at = 0;
    while at < words.len() {
        let Some((owners, length)) = longest(&index, words, at, &may_be_a_name) else {
            at += 1;
            continue;
        };
        let owners = without_nodes_of_documents(owners, names);
        let is_document = take(text, words, at..at + length, &owners, preference, &mut found);
        of_document[at..at + length].fill(is_document);
        found.taken[at..at + length].fill(true);
        at += length;
    }
    by_some_words(words, &of_document, names, &mut found);
    unknown(text, words, &mut found);
    found.documents.dedup();
    found.records.truncate(RECORDS_MAX);
    found
}

/// Owners without the nodes of the outline that have the title of a document: they stand for it.
fn without_nodes_of_documents(mut owners: Vec<Owner>, names: &Names<'_>) -> Vec<Owner> {
    if owners.iter().any(|it| matches!(it, Owner::Document(_))) {
        owners.retain(
            |it| !matches!(it, Owner::Record(at) if names.records[*at].kind == RecordKind::Node),
        );
    }
    owners
}

/// Names by their first word: the other words, whether a capital is asked for, and whose they are.
type Index = HashMap<String, Vec<(Vec<String>, bool, Owner)>>;

fn index(names: &Names<'_>) -> Index {
    let mut index = Index::new();
    let mut add = |name: &str, owner: Owner| {
        let mut words = folded_words(name);
        if words.is_empty() || is_number(name) {
            return;
        }
        let first = words.remove(0);
        let is_capital =
            name.chars().find(|letter| letter.is_alphabetic()).is_some_and(char::is_uppercase);
        index.entry(first).or_default().push((words, is_capital, owner));
    };
    for (at, document) in names.documents.iter().enumerate() {
        add(&document.title, Owner::Document(at));
        if let Some((_, title)) = document.title.split_once([':', '—', '–', '.']) {
            add(title, Owner::Document(at));
        }
    }
    for (at, record) in names.records.iter().enumerate() {
        for name in &record.names {
            add(name, Owner::Record(at));
        }
    }
    index
}

/// Whether a title is a number and nothing else: those are read as numbers.
fn is_number(title: &str) -> bool {
    let words = super::words::words(title);
    let digits = title.chars().any(char::is_numeric)
        || title.chars().all(|it| it.is_uppercase() || !it.is_alphabetic());
    digits && number(&words).is_some_and(|(_, taken)| taken == words.len())
}

/// The owners of the longest name that begins at a word, and its length in words.
fn longest(
    index: &Index,
    words: &[Word<'_>],
    at: usize,
    may_be_a_name: &impl Fn(usize) -> bool,
) -> Option<(Vec<Owner>, usize)> {
    let mut best: Option<(Vec<Owner>, usize)> = None;
    let singular = words[at].folded.strip_suffix('s').unwrap_or_default();
    for key in [words[at].folded.as_str(), singular] {
        for (rest, is_capital, owner) in index.get(key).into_iter().flatten() {
            let length = rest.len() + 1;
            let Some(behind) = words.get(at + 1..at + length) else { continue };
            let is_there = rest.iter().zip(behind).enumerate().all(|(position, (one, word))| {
                *one == word.folded
                    || position + 2 == length
                        && matches!(owner, Owner::Record(_))
                        && word.folded.strip_suffix('s') == Some(one.as_str())
            });
            let is_plural_first =
                key == singular && (!rest.is_empty() || matches!(owner, Owner::Document(_)));
            if !is_there || is_plural_first || length == 1 && *is_capital && !may_be_a_name(at) {
                continue;
            }
            match &mut best {
                Some((owners, longest)) if *longest == length => owners.push(*owner),
                Some((_, longest)) if *longest > length => {}
                _ => best = Some((vec![*owner], length)),
            }
        }
    }
    best
}

/// Whether a word stands alone, as all of a request or between quotation marks: “One” is a title then.
fn is_alone(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let word = &words[at];
    let opens = text[..word.start].ends_with(['“', '"', '‘', '«', '*', '_']);
    let closes = text[word.end..].starts_with(['”', '"', '’', '»', '*', '_']);
    opens && closes || words.len() == 1 && word.is_capital()
}

/// Whether a single word may be a name that has a capital: it has one here, or the request has none
/// at all and the word is no general one and has no article before it.
fn may_be_a_name(words: &[Word<'_>], at: usize, is_lower: bool) -> bool {
    let word = &words[at];
    if word.is_capital() {
        return !word.begins || !word.is_general();
    }
    let article = at.checked_sub(1).is_some_and(|before| {
        matches!(
            words[before].folded.as_str(),
            "a" | "an"
                | "the"
                | "this"
                | "that"
                | "his"
                | "her"
                | "their"
                | "my"
                | "to"
                | "he"
                | "she"
                | "they"
                | "i"
                | "we"
                | "you"
        )
    });
    is_lower && !word.is_general() && !article
}

/// Words that say that a title is that of a document.
const OF_DOCUMENTS: [&str; 9] =
    ["chapter", "scene", "part", "document", "note", "reference", "chapters", "scenes", "section"];

/// Takes a name for the document or the records that it is meant for; whether it is a document.
fn take(
    text: &str,
    words: &[Word<'_>],
    range: Range<usize>,
    owners: &[Owner],
    preference: Preference,
    found: &mut Found,
) -> bool {
    let document = owners.iter().find_map(|it| match it {
        Owner::Document(at) => Some(*at),
        Owner::Record(_) => None,
    });
    let records: Vec<usize> = owners
        .iter()
        .filter_map(|it| match it {
            Owner::Record(at) => Some(*at),
            Owner::Document(_) => None,
        })
        .collect();
    let is_beside = |at: Option<usize>| {
        at.and_then(|at| words.get(at)).is_some_and(|it| OF_DOCUMENTS.contains(&it.folded.as_str()))
    };
    let is_called_document = is_beside(range.start.checked_sub(1)) || is_beside(Some(range.end));
    let is_quoted = text[..words[range.start].start].ends_with(['“', '"', '‘', '*', '_', '«']);
    let is_document = is_called_document || is_quoted || preference == Preference::Documents;
    match document {
        Some(at) if records.is_empty() || is_document => {
            found.documents.push(at);
            if !is_called_document && !is_quoted {
                found.also.extend(records.first().map(|it| Also::Record(*it)));
            }
            true
        }
        other => {
            found.also.extend(other.map(Also::Document));
            for at in records {
                if !found.records.contains(&at) {
                    found.records.push(at);
                }
            }
            false
        }
    }
}

/// Words that choose among records, and name none: “the oldest promise”.
const RANKS: [&str; 14] = [
    "biggest", "core", "earliest", "greatest", "heaviest", "latest", "longest", "major", "minor",
    "newest", "oldest", "overdue", "urgent", "youngest",
];

/// Finds promises, events and nodes by some words of their titles: at least two of them that are half
/// of its telling words or, where the request speaks of promises, events or the outline, the best.
fn by_some_words(words: &[Word<'_>], of_document: &[bool], names: &Names<'_>, found: &mut Found) {
    let is_long_enough = |word: &str| word.chars().count() >= CONTENT_LETTERS_MIN;
    // The words of a title say nothing else; those of a person's name say so beside others.
    let is_asked = |at: &usize| {
        let word = words[*at].folded.as_str();
        !of_document[*at]
            && !words[*at].is_general()
            && !RANKS.contains(&word)
            && is_long_enough(word)
    };
    let asked: Vec<&str> =
        (0..words.len()).filter(is_asked).map(|at| words[at].folded.as_str()).collect();
    let is_free = |at: &usize| is_asked(at) && !found.taken[*at];
    let free: Vec<&str> =
        (0..words.len()).filter(is_free).map(|at| words[at].folded.as_str()).collect();
    if free.is_empty() {
        return;
    }
    let speaks_of = |kind: RecordKind| {
        let some: &[&str] = match kind {
            RecordKind::Promise => {
                &["promise", "promises", "promised", "setup", "setups", "payoff", "payoffs", "paid"]
            }
            RecordKind::Event => &["event", "events", "happened", "timeline", "date"],
            RecordKind::Node => &["outline", "node", "beat", "beats", "plan", "planned", "act"],
            _ => &[],
        };
        words.iter().any(|word| some.contains(&word.folded.as_str()))
    };
    for kind in [RecordKind::Promise, RecordKind::Event, RecordKind::Node] {
        let is_spoken_of = speaks_of(kind);
        let mut best: Vec<usize> = Vec::new();
        let mut most = 0;
        for (at, record) in names.records.iter().enumerate().filter(|(_, it)| it.kind == kind) {
            let title = record.names.first().map_or("", String::as_str);
            let title: Vec<String> =
                folded_words(title).into_iter().filter(|it| is_long_enough(it)).collect();
            let shared = title.iter().filter(|it| asked.contains(&it.as_str())).count();
            let own = title.iter().filter(|it| !super::words::is_general(it)).count();
            let is_like = title.len() >= LONG_TITLE_WORDS_MIN && shared >= 2 && 2 * shared >= own;
            let is_of_names = !title.iter().any(|it| free.contains(&it.as_str()));
            if shared == 0 || is_of_names || !(is_like || is_spoken_of) || shared < most {
                continue;
            }
            if shared > most {
                best.clear();
            }
            most = shared;
            best.push(at);
        }
        if best.is_empty() && !found.records.iter().any(|at| names.records[*at].kind == kind) {
            let speaks = |one: &str| words.iter().any(|word| word.folded == one);
            let naming = free.iter().filter(|it| !matches!(**it, "event" | "events"));
            let naming: Vec<String> = naming.map(|it| (*it).to_owned()).collect();
            match kind {
                _ if naming.is_empty() => {}
                RecordKind::Promise if speaks("promise") => {
                    found.missing.push(Missing::Promise(naming));
                }
                RecordKind::Event if speaks("event") => found.missing.push(Missing::Event(naming)),
                _ => {}
            }
        }
        // One word that many titles have says of none that it is meant.
        if best.len() == 1 || most >= 2 {
            for at in best {
                let title = folded_words(names.records[at].name());
                for (word, taken) in words.iter().zip(&mut found.taken) {
                    *taken |= !word.is_general() && title.contains(&word.folded);
                }
                if !found.records.contains(&at) {
                    found.records.push(at);
                }
            }
        }
    }
}

/// The words of a title that a text which speaks of it may have.
pub fn content_words(title: &str) -> Vec<String> {
    let words = folded_words(title).into_iter();
    let mut content: Vec<String> = words
        .filter(|it| it.chars().count() >= CONTENT_LETTERS_MIN && !super::words::is_general(it))
        .collect();
    content.dedup();
    content
}

/// Capitalised words and short quotations that no name covers.
fn unknown(text: &str, words: &[Word<'_>], found: &mut Found) {
    let of_parts = parts::words_of_parts(words);
    let mut at = 0;
    while at < words.len() && found.unknown.len() < UNKNOWN_MAX {
        let quote = quotation_at(text, words, at);
        let end = match &quote {
            Some(end) => *end,
            None => {
                let is_name = |at: &usize| {
                    let word = &words[*at];
                    !found.taken[*at]
                        && !of_parts[*at]
                        && word.has_capital_of_a_name()
                        && !parts::is_of_books(&word.folded)
                };
                at + (at..words.len()).take_while(is_name).count()
            }
        };
        if end == at || found.taken[at..end].contains(&true) {
            at = end.max(at + 1);
            continue;
        }
        let name = text[words[at].start..words[end - 1].end].to_owned();
        let is_title =
            at > 0 && OF_DOCUMENTS.contains(&words[at - 1].folded.as_str()) && quote.is_some();
        if is_title {
            found.untitled.push(name);
        } else if !found.unknown.contains(&name) {
            found.unknown.push(name);
        }
        found.taken[at..end].fill(true);
        at = end;
    }
}

/// Where a quotation that begins at a word ends.
fn quotation_at(text: &str, words: &[Word<'_>], at: usize) -> Option<usize> {
    let before = text[..words[at].start].chars().next_back()?;
    let close = match before {
        '“' => '”',
        '"' => '"',
        _ => return None,
    };
    let end = words[at].start + text[words[at].start..].find(close)?;
    let count = words[at..].iter().take_while(|word| word.end <= end).count();
    (count > 0).then_some(at + count)
}

/// The title of a document without its number: what it is called in a request.
pub fn bare_title(document: &NamedDocument) -> &str {
    match document.title.split_once(": ") {
        Some((before, title)) if before.split_whitespace().count() <= 3 => title,
        _ => &document.title,
    }
}
