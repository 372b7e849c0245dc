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
    let counts = counts(documents, cases);
    let mut found: Vec<CutName> = Vec::new();
    let mut spellings: Vec<HashMap<String, usize>> = Vec::new();
    let mut index: HashMap<Vec<String>, usize> = HashMap::new();
    for (number, document) in documents.iter().enumerate() {
        let rows: Vec<Vec<String>> = document.rows.iter().map(lower).collect();
        for position in &document.positions {
            let (row, words) = (&document.rows[position.row], &rows[position.row]);
            let Some((start, end)) = cut(words, position.cues, cases) else { continue };
            let cut = if ends_with_another(&words[start..end], &counts) { end - 1 } else { end };
            for (start, end) in
                [(start, cut), (cut, end)].into_iter().filter(|(start, end)| start < end)
            {
                let words = words[start..end].to_vec();
                let cues = if start > 0 { position.cues.behind_a_word() } else { position.cues };
                let at = *index.entry(words.clone()).or_insert_with(|| {
                    let parts = Parts::of(&words);
                    found.push(CutName {
                        text: String::new(),
                        words,
                        parts,
                        positions: Vec::new(),
                    });
                    spellings.push(HashMap::new());
                    found.len() - 1
                });
                let span =
                    Span { start: position.words[start].start, end: position.words[end - 1].end };
                let written = &row.text[row.words[start].start..row.words[end - 1].end];
                *spellings[at].entry(written.to_owned()).or_default() += 1;
                let paragraph = position.paragraph;
                found[at].positions.push(CutPosition { document: number, span, cues, paragraph });
            }
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

/// How often each name stands in a book by itself.
fn counts(documents: &[&NameExtract], cases: &Cases) -> HashMap<Vec<String>, usize> {
    let mut counts: HashMap<Vec<String>, usize> = HashMap::new();
    for document in documents {
        let rows: Vec<Vec<String>> = document.rows.iter().map(lower).collect();
        for position in &document.positions {
            let words = &rows[position.row];
            if let Some((start, end)) = cut(words, position.cues, cases) {
                *counts.entry(words[start..end].to_vec()).or_default() += 1;
            }
        }
    }
    counts
}

/// Whether a name ends with the given name of somebody else, as "Ben Weatherstaff Mary" does. Both stand by
/// themselves far more often, and what is before it is no given name alone ("Sarah Ann").
fn ends_with_another(words: &[String], counts: &HashMap<Vec<String>, usize>) -> bool {
    let Some((last, before)) = words.split_last() else { return false };
    let count = |words: &[String]| counts.get(words).copied().unwrap_or_default();
    // "Morris Quincey" where the book has Quincey Morris.
    let is_turned = |only: &String| count(&[last.clone(), only.clone()]) > 0;
    let are_two = match before {
        [] => false,
        [only] => is_turned(only) || is_given(last) && !is_given(only),
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
