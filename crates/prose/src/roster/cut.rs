//! Cuts rows of capitals into names, as the whole book writes their words.

use std::collections::HashMap;

use super::cases::{Cases, is_given, is_mark};
use super::parts::{Parts, is_epithet};
use crate::extract::{ADJECTIVES, Cue, Cues, NameExtract, NameRow};
use crate::lists::{CALENDAR, FAMILY_NAMES, HONORIFICS, LOCATIONS};
use crate::span::Span;

/// A name as it occurs in a book.
pub(super) struct CutName {
    /// As it is most often written.
    pub(super) text: String,
    /// Its words in lower case.
    pub(super) words: Vec<String>,
    pub(super) parts: Parts,
    /// Where it stands, in order.
    pub(super) positions: Vec<CutPosition>,
}

pub(super) struct CutPosition {
    pub(super) document: usize,
    pub(super) span: Span,
    pub(super) cues: Cues,
    pub(super) paragraph: usize,
}

impl CutName {
    pub(super) fn count(&self) -> usize {
        self.positions.len()
    }

    /// How many of its places have a cue.
    pub(super) fn with(&self, cue: Cue) -> usize {
        self.positions.iter().filter(|position| position.cues.has(cue)).count()
    }
}

/// A name that begins behind another without a mark is told apart from a long one where it stands by itself at least
/// so many times as often: "to Ben Weatherstaff Mary was kind".
const APART_TIMES: usize = 10;

/// All names of a book, in the order in which they first occur.
pub(super) fn names(documents: &[&NameExtract], cases: &Cases) -> Vec<CutName> {
    let rows: Vec<Vec<Vec<String>>> =
        documents.iter().map(|document| document.rows.iter().map(lower).collect()).collect();
    let positions = || {
        documents
            .iter()
            .enumerate()
            .flat_map(|(at, it)| it.positions.iter().map(move |one| (at, one)))
    };
    let cuts: Vec<Option<(usize, usize)>> = positions()
        .map(|(number, position)| cut(&rows[number][position.row], position.cues, cases))
        .collect();
    let mut counts: HashMap<&[String], usize> = HashMap::new();
    for ((number, position), cut) in positions().zip(&cuts) {
        if let Some((start, end)) = *cut {
            *counts.entry(&rows[number][position.row][start..end]).or_default() += 1;
        }
    }
    let mut found: Vec<CutName> = Vec::new();
    let mut spellings: Vec<HashMap<String, usize>> = Vec::new();
    let mut index: HashMap<Vec<String>, usize> = HashMap::new();
    for ((number, position), cut) in positions().zip(&cuts) {
        let Some((start, end)) = *cut else { continue };
        let row = &documents[number].rows[position.row];
        let words = &rows[number][position.row];
        let apart = end - usize::from(ends_with_another(&words[start..end], &counts));
        for (first, behind) in [(start, apart), (apart, end)] {
            if first == behind {
                continue;
            }
            let mut cues = position.cues;
            if first > 0 {
                cues = cues.behind_a_word();
            }
            if behind < end {
                cues = cues.before_a_word();
            }
            let words = words[first..behind].to_vec();
            let at = *index.entry(words.clone()).or_insert_with(|| {
                let parts = Parts::of(&words);
                found.push(CutName { text: String::new(), words, parts, positions: Vec::new() });
                spellings.push(HashMap::new());
                found.len() - 1
            });
            let span =
                Span { start: position.words[first].start, end: position.words[behind - 1].end };
            let written = &row.text[row.words[first].start..row.words[behind - 1].end];
            *spellings[at].entry(written.to_owned()).or_default() += 1;
            let paragraph = position.paragraph;
            found[at].positions.push(CutPosition { document: number, span, cues, paragraph });
        }
    }
    for (name, spellings) in found.iter_mut().zip(spellings) {
        let most = spellings.into_iter().max_by(|(one, ones), (other, others)| {
            (is_plain(one), ones, other).cmp(&(is_plain(other), others, one))
        });
        name.text = most.map(|(text, _)| text).unwrap_or_default();
    }
    found
}

/// Whether a name ends with the given name of somebody else, as "Ben Weatherstaff Mary" does. Both stand by
/// themselves far more often, and what is before it is neither a given name ("Sarah Ann") nor a form of address
/// ("Father John"); a single word is a family name, since "Angel Clare" is one person.
fn ends_with_another(words: &[String], counts: &HashMap<&[String], usize>) -> bool {
    let Some((last, before)) = words.split_last() else { return false };
    let count = |words: &[String]| counts.get(words).copied().unwrap_or_default();
    // "Morris Quincey" where the book has Quincey Morris.
    let is_turned = |only: &String| count(&[last.clone(), only.clone()]) > count(words);
    let is_family = |only: &String| FAMILY_NAMES.contains(only.as_str()) && !is_given(only);
    let are_two = match before {
        [] => false,
        all if all.iter().all(|word| HONORIFICS.contains(word.as_str())) => false,
        [only] => is_turned(only) || is_given(last) && is_family(only),
        _ => is_given(last),
    };
    let often = APART_TIMES * count(words);
    are_two && count(std::slice::from_ref(last)) >= often && count(before) >= often
}

/// Whether a name is not set in capitals throughout.
fn is_plain(text: &str) -> bool {
    text.chars().any(char::is_lowercase)
}

pub(super) fn lower(row: &NameRow) -> Vec<String> {
    let word = |span: &Span| {
        let written = span.of(&row.text).trim_end_matches('.');
        written.to_lowercase().replace(['’', 'ʼ'], "'")
    };
    row.words.iter().map(word).collect()
}

/// The words of the name in a row of capitals; none when there is none.
fn cut(words: &[String], cues: Cues, cases: &Cases) -> Option<(usize, usize)> {
    let (mut start, mut end) = (0, words.len());
    let is_kept = |word: &str| {
        HONORIFICS.contains(word) || cases.is_name(word) || is_mark(word) && word.len() < 3
    };
    if cues.has(Cue::Heading) && !words.iter().all(|word| is_kept(word)) {
        return None;
    }
    if cues.has(Cue::Opening) {
        while start < end
            && !is_kept(&words[start])
            && !opens_name(&words[start..end], &is_kept, cases)
        {
            start += 1;
        }
    }
    // "From Freetown John Clayton went on" names two.
    while let [location, person, ..] = &words[start..end]
        && is_only_location(location)
        && (HONORIFICS.contains(person.as_str()) || cases.is_given(person))
    {
        start += 1;
    }
    // "Miss March" and "Meg March" are no months; "London May" is London in May.
    let is_of_person = |word: &String| HONORIFICS.contains(word.as_str()) || cases.is_given(word);
    while end > start + 1
        && CALENDAR.contains(words[end - 1].as_str())
        && !words[start..end - 1].iter().all(is_of_person)
    {
        end -= 1;
    }
    let name = &words[start..end];
    let is_name = match name {
        [] => false,
        [word] if HONORIFICS.contains(word.as_str()) => {
            !cues.has(Cue::Opening) && cases.is_name(word)
        }
        [word] => cases.is_name(word) && !is_mark(word),
        several => {
            let is_deliberate = !cues.has(Cue::Opening) || start > 0;
            let has_weight = several.iter().any(|word| !cases.is_light(word));
            has_weight && (is_deliberate || several.iter().any(|word| cases.is_name(word)))
                || several.iter().all(|word| HONORIFICS.contains(word.as_str())) && is_deliberate
        }
    };
    is_name.then_some((start, end))
}

/// Whether a word names places and no persons.
fn is_only_location(word: &str) -> bool {
    LOCATIONS.contains(word) && !is_given(word) && !FAMILY_NAMES.contains(word)
}

/// Whether a word that opens a sentence belongs to the name behind it: "Old Cotter", or "Hareton Earnshaw" of
/// whom the book never says Hareton elsewhere.
fn opens_name(words: &[String], is_kept: &impl Fn(&str) -> bool, cases: &Cases) -> bool {
    let [word, next, ..] = words else { return false };
    let is_never_small =
        cases.case(word).small == 0 && !word.ends_with("ly") && !ADJECTIVES.contains(word.as_str());
    is_kept(next) && (is_epithet(word) || is_never_small && !HONORIFICS.contains(next.as_str()))
}
