//! Which part of a project the words of a request name: the whole book, chapters, scenes and parts by
//! number or position, its opening and its ending.

use super::{
    NamedDocument, Scope,
    words::{Word, number, ordinal, words},
};
use crate::documents::{DocumentKind, numbering};

/// Parts of a book that one request may name, at most.
const MENTIONS_MAX: usize = 32;

/// The highest number that a title has in words.
const WRITTEN_MAX: u32 = 99;

/// One end of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Its beginning.
    Opening,
    /// Its end.
    Ending,
}

/// Something a request names that the project does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// A document of this kind with this number or at this position.
    Numbered(DocumentKind, u32),
    /// A document with this title.
    Titled(String),
    /// “This chapter”, and no document is named beside the words.
    ThisOne(DocumentKind),
    /// A chapter before the first or behind the last.
    Beside(DocumentKind),
    /// A promise with some of these words in its title.
    Promise(Vec<String>),
    /// An event, likewise.
    Event(Vec<String>),
}

/// What the words of a request say of the parts of a book.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Parts {
    /// The whole book was named.
    pub(super) is_book: bool,
    /// The documents that were named, by their index.
    pub(super) documents: Vec<usize>,
    /// What was named and is not there.
    pub(super) missing: Vec<Missing>,
    /// An end of a text that was named.
    pub(super) end: Option<End>,
}

/// A part of a book as it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Mention {
    /// By numbers, each from and to: “chapters 3 to 5”.
    Numbered(Vec<(u32, u32)>),
    /// By position: “the third chapter”, “the first two chapters”.
    Positions(u32, u32),
    /// The last ones: “the last two chapters”.
    Last(u32),
    /// The one at hand.
    This,
    /// The one behind it.
    Next,
    /// The one before it.
    Previous,
}

/// Words that stand for a kind of document.
fn kind(word: &str) -> Option<DocumentKind> {
    match word {
        "chapter" | "chapters" | "ch" | "chap" => Some(DocumentKind::Chapter),
        "scene" | "scenes" => Some(DocumentKind::Scene),
        "part" | "parts" => Some(DocumentKind::Part),
        _ => None,
    }
}

/// Whether these words may name a part of the book by something else than its title.
pub(super) fn is_needed(words: &[Word<'_>]) -> bool {
    (0..words.len()).any(|at| mention(words, at).is_some_and(|(_, it, _)| it != Mention::This))
}

/// Which words name a part of a book, by kind and number or position.
pub(super) fn words_of_parts(words: &[Word<'_>]) -> Vec<bool> {
    let mut are = vec![false; words.len()];
    let mut at = 0;
    while at < words.len() {
        let end = mention(words, at).map_or(at, |(range, ..)| range.end);
        are[at..end].fill(true);
        at = end.max(at + 1);
    }
    are
}

/// Words for a book or an end of it, which are no names with a capital either.
pub(super) fn is_of_books(word: &str) -> bool {
    const WORDS: [&str; 14] = [
        "book",
        "novel",
        "novella",
        "manuscript",
        "story",
        "text",
        "opening",
        "beginning",
        "ending",
        "end",
        "start",
        "draft",
        "title",
        "page",
    ];
    kind(word).is_some() || WORDS.contains(&word)
}

/// Reads the parts that `words` name; `taken` says which words are those of a name already, and
/// `beside` is the document that was named beside the words.
pub(super) fn read(
    words: &[Word<'_>],
    taken: &[bool],
    documents: &[NamedDocument],
    beside: Option<usize>,
) -> Parts {
    let mut found =
        Parts { end: end(words, taken), is_book: is_book(words, taken), ..Parts::default() };
    let mut mentions = Vec::new();
    let mut at = 0;
    while at < words.len() && mentions.len() < MENTIONS_MAX {
        match mention(words, at).filter(|(range, ..)| !taken[range.clone()].contains(&true)) {
            Some((range, mention, kind)) => {
                at = range.end;
                mentions.push((range, mention, kind));
            }
            None => at += 1,
        }
    }
    let within = container(words, &mentions, documents);
    for (_, mention, kind) in &mentions {
        if within.is_some() && *kind == DocumentKind::Part {
            continue;
        }
        let all: Vec<usize> = (0..documents.len())
            .filter(|&it| documents[it].kind == *kind)
            .filter(|it| within.as_ref().is_none_or(|range| range.contains(it)))
            .collect();
        resolve(mention, *kind, &all, documents, beside, &mut found);
    }
    found
}

/// The part that chapters are counted in: “the second chapter of part two”.
fn container(
    words: &[Word<'_>],
    mentions: &[(std::ops::Range<usize>, Mention, DocumentKind)],
    documents: &[NamedDocument],
) -> Option<std::ops::Range<usize>> {
    let [(one, first, inner), (other, second, outer)] = mentions else { return None };
    let (part, is_joined) = match (inner, outer) {
        (DocumentKind::Chapter | DocumentKind::Scene, DocumentKind::Part) => {
            let between = &words[one.end..other.start];
            (second, between.iter().any(|it| matches!(it.folded.as_str(), "of" | "in")))
        }
        (DocumentKind::Part, DocumentKind::Chapter | DocumentKind::Scene) => {
            (first, one.end == other.start)
        }
        _ => return None,
    };
    if !is_joined {
        return None;
    }
    let all: Vec<usize> =
        (0..documents.len()).filter(|&it| documents[it].kind == DocumentKind::Part).collect();
    let mut found = Parts::default();
    resolve(part, DocumentKind::Part, &all, documents, None, &mut found);
    let [only] = found.documents.as_slice() else { return None };
    Some(*only..*only + 1 + below(*only, documents))
}

/// How many documents lie in one.
pub(super) fn below(at: usize, documents: &[NamedDocument]) -> usize {
    documents[at + 1..].iter().take_while(|it| it.depth > documents[at].depth).count()
}

fn resolve(
    mention: &Mention,
    kind: DocumentKind,
    all: &[usize],
    documents: &[NamedDocument],
    beside: Option<usize>,
    found: &mut Parts,
) {
    let count = all.len();
    let position =
        |number: u32| usize::try_from(number).ok()?.checked_sub(1).and_then(|at| all.get(at));
    match mention {
        Mention::Numbered(ranges) => {
            for &(from, to) in ranges {
                for number in from..=to.min(from.saturating_add(10_000)) {
                    let numbered = with_number(number, kind, all, documents);
                    if numbered.is_empty() {
                        found.missing.push(Missing::Numbered(kind, number));
                        // Of a long row that ends early, the first that is missing says it.
                        break;
                    }
                    found.documents.extend(numbered);
                }
            }
        }
        Mention::Positions(from, to) => {
            for number in *from..=*to {
                match position(number) {
                    Some(at) => found.documents.push(*at),
                    None => {
                        found.missing.push(Missing::Numbered(kind, number));
                        break;
                    }
                }
            }
        }
        Mention::Last(number) => {
            let number = usize::try_from(*number).unwrap_or(usize::MAX);
            if count == 0 {
                found.missing.push(Missing::Numbered(kind, 1));
            }
            found.documents.extend(&all[count.saturating_sub(number)..]);
        }
        Mention::This | Mention::Next | Mention::Previous => {
            let Some(beside) = beside else {
                found.missing.push(Missing::ThisOne(kind));
                return;
            };
            let found_one = match mention {
                Mention::This => Some(beside),
                Mention::Next => all.iter().find(|it| **it > beside).copied(),
                _ => all.iter().rfind(|it| **it < beside).copied(),
            };
            match found_one {
                Some(one) => found.documents.push(one),
                None => found.missing.push(Missing::Beside(kind)),
            }
        }
    }
}

/// The documents of a kind with this number: by the numbers in their titles where most have one, or half of
/// them and this one is among these; else by position.
fn with_number(
    number: u32,
    kind: DocumentKind,
    all: &[usize],
    documents: &[NamedDocument],
) -> Vec<usize> {
    let numbers: Vec<Option<u32>> =
        all.iter().map(|&it| number_of_title(kind, &documents[it].title)).collect();
    let of = all.iter().zip(&numbers).filter(|(_, it)| **it == Some(number));
    let numbered: Vec<usize> = of.map(|(at, _)| *at).collect();
    let with_one = 2 * numbers.iter().flatten().count();
    if with_one > all.len() || with_one == all.len() && !numbered.is_empty() {
        return numbered;
    }
    let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    at.and_then(|at| all.get(at)).into_iter().copied().collect()
}

/// The number in a title, in words too: “Part Two: Flood”.
fn number_of_title(is: DocumentKind, title: &str) -> Option<u32> {
    numbering::number(title).or_else(|| {
        let words = words(title);
        let (first, rest) = words.split_first()?;
        if kind(&first.folded).is_some_and(|it| it == is) {
            return number(rest).map(|(number, _)| number);
        }
        // “One” and “Twenty-One: The Gate”, but not “One Evening”, nor a word of Roman letters.
        let (number, taken) = number(&words).filter(|(number, _)| *number <= WRITTEN_MAX)?;
        let is_apart = words.get(taken).is_none_or(|next| {
            title[words[taken - 1].end..next.start].contains([':', '—', '–', '.'])
        });
        is_apart.then_some(number)
    })
}

/// The part that is named at a word, if one is.
fn mention(
    words: &[Word<'_>],
    at: usize,
) -> Option<(std::ops::Range<usize>, Mention, DocumentKind)> {
    let word = words[at].folded.as_str();
    if let Some(kind) = kind(word) {
        let (ranges, taken) = ranges(&words[at + 1..]);
        // “ch” and “part” are words of their own.
        return (!ranges.is_empty()).then_some((
            at..at + 1 + taken,
            Mention::Numbered(ranges),
            kind,
        ));
    }
    let rest = &words[at + 1..];
    let kind_at =
        |skip: usize| rest.get(skip).and_then(|it| kind(&it.folded)).map(|kind| (skip + 1, kind));
    let relative = match word {
        "this" | "current" | "present" => Some(Mention::This),
        "next" | "following" => Some(Mention::Next),
        "previous" | "preceding" => Some(Mention::Previous),
        _ => None,
    };
    if let Some(mention) = relative {
        let (taken, kind) = kind_at(0)?;
        return Some((at..at + 1 + taken, mention, kind));
    }
    let is_last = matches!(word, "last" | "final" | "closing" | "concluding");
    let is_first = matches!(word, "first" | "opening");
    if let (true, Some((count, taken))) = (is_last || is_first, number(rest))
        && let Some((behind, kind)) = kind_at(taken)
    {
        let mention = if is_last { Mention::Last(count) } else { Mention::Positions(1, count) };
        return Some((at..at + 1 + behind, mention, kind));
    }
    if is_last || word == "opening" {
        let (taken, kind) = kind_at(0)?;
        let mention = if is_last { Mention::Last(1) } else { Mention::Positions(1, 1) };
        return Some((at..at + 1 + taken, mention, kind));
    }
    let (position, taken) = ordinal(&words[at..])?;
    let (behind, kind) = kind_at(taken - 1)?;
    Some((at..at + 1 + behind, Mention::Positions(position, position), kind))
}

/// Numbers in a row: `3`, `3 to 5`, `1, 2 and 4`; and how many words they take.
fn ranges(words: &[Word<'_>]) -> (Vec<(u32, u32)>, usize) {
    let mut found: Vec<(u32, u32)> = Vec::new();
    let mut taken = 0;
    let is = |at: usize, some: &[&str]| {
        words.get(at).is_some_and(|it| some.contains(&it.folded.as_str()))
    };
    loop {
        let skipped =
            usize::from(!found.is_empty() && is(taken, &["and", "or", "to", "through", "until"]));
        let Some((value, used)) = words.get(taken + skipped..).and_then(number) else { break };
        // “chapter I like” has a number in Roman letters only when it stands alone in capitals.
        let word = &words[taken + skipped];
        if word.text.chars().all(char::is_alphabetic)
            && word.text == "I"
            && is_verb_behind(words, taken + skipped)
        {
            break;
        }
        let is_range = skipped == 1 && is(taken, &["to", "through", "until"])
            || skipped == 0 && word.is_dashed;
        match found.last_mut() {
            Some(last) if is_range && value >= last.1 => last.1 = value,
            _ => found.push((value, value)),
        }
        taken += skipped + used;
        if found.len() >= MENTIONS_MAX {
            break;
        }
    }
    (found, taken)
}

/// Whether “I” is somebody who does something: “the chapter I like”.
fn is_verb_behind(words: &[Word<'_>], at: usize) -> bool {
    words.get(at + 1).is_some_and(|next| {
        matches!(
            next.folded.as_str(),
            "am" | "have"
                | "like"
                | "want"
                | "wrote"
                | "think"
                | "was"
                | "just"
                | "sent"
                | "love"
                | "hate"
        )
    })
}

/// Whether the whole book is named.
fn is_book(words: &[Word<'_>], taken: &[bool]) -> bool {
    let is_one = |at: usize| {
        !taken[at]
            && matches!(
                words[at].folded.as_str(),
                "book" | "novel" | "novella" | "manuscript" | "everything"
            )
    };
    let is_all = |at: usize| {
        let follows = words.get(at + 1).map(|it| it.folded.as_str());
        match words[at].folded.as_str() {
            "whole" | "entire" | "full" => {
                matches!(
                    follows,
                    Some("book" | "novel" | "story" | "text" | "thing" | "manuscript" | "draft")
                )
            }
            "all" | "every" | "each" => {
                matches!(follows, Some("chapter" | "chapters" | "scene" | "scenes"))
            }
            "the" | "my" | "our" => follows == Some("story"),
            _ => false,
        }
    };
    (0..words.len()).any(|at| is_one(at) || is_all(at))
}

/// The end of a text that is named: “the opening”, “how chapter 3 ends” is none, “the end of …” is.
fn end(words: &[Word<'_>], taken: &[bool]) -> Option<End> {
    words.iter().zip(taken).enumerate().find_map(|(at, (word, is_taken))| {
        // “The opening chapter” is a chapter.
        let is_of_kind = words.get(at + 1).is_some_and(|next| kind(&next.folded).is_some());
        let is_noun = at.checked_sub(1).is_some_and(|before| {
            matches!(words[before].folded.as_str(), "the" | "its" | "very" | "my" | "this")
        });
        if *is_taken || is_of_kind {
            return None;
        }
        match word.folded.as_str() {
            "opening" | "beginning" => Some(End::Opening),
            "ending" => Some(End::Ending),
            "start" if is_noun => Some(End::Opening),
            "end" | "finale" | "conclusion" if is_noun => Some(End::Ending),
            _ => None,
        }
    })
}

/// The scope of a request that named these parts; an end of the book is its first or last chapter.
pub(super) fn scope(parts: &Parts, documents: &[NamedDocument], beside: Option<usize>) -> Scope {
    if !parts.documents.is_empty() {
        let mut all: Vec<usize> =
            parts.documents.iter().flat_map(|&at| at..=at + below(at, documents)).collect();
        all.sort_unstable();
        all.dedup();
        return Scope::Documents(all);
    }
    match (parts.end, beside) {
        (Some(end), None) => ending_of_book(end, documents),
        (Some(end), Some(_)) if parts.is_book => ending_of_book(end, documents),
        _ if parts.is_book => Scope::Book,
        (_, Some(beside)) => Scope::Documents(vec![beside]),
        _ => Scope::Unsaid,
    }
}

/// The first or the last chapter with what lies in it; of a book without chapters, the first or last
/// document that has no other in it.
fn ending_of_book(end: End, documents: &[NamedDocument]) -> Scope {
    let is_chapter = |at: &usize| documents[*at].kind == DocumentKind::Chapter;
    let is_leaf = |at: &usize| documents[*at].kind.is_manuscript() && below(*at, documents) == 0;
    let of = |is: &dyn Fn(&usize) -> bool| match end {
        End::Opening => (0..documents.len()).find(is),
        End::Ending => (0..documents.len()).rev().find(is),
    };
    match of(&is_chapter).or_else(|| of(&is_leaf)) {
        Some(at) => Scope::Documents((at..=at + below(at, documents)).collect()),
        None => Scope::Book,
    }
}
