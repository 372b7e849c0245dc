//! The capitals of a document: rows of capitals that may be names, each place with what stands around it,
//! and how often its words stand in small letters. Which of them are names, and of whom, is for the whole
//! book to say.

mod cues;
mod finder;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::capitals::{is_capital, is_inside};
use crate::lists::FUNCTION_WORDS;
use crate::span::Span;
use crate::tokens::Text;
pub(crate) use cues::ADJECTIVES;
pub use cues::{Cue, Cues};
pub(crate) use finder::rows;

/// Places that a document's extract holds at most; the first ones.
const POSITIONS_MAX: usize = 100_000;

/// The capitals of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameExtract {
    /// The different rows, in the order in which they first occur.
    pub rows: Vec<NameRow>,
    /// Where they stand, in order.
    pub positions: Vec<RowPosition>,
    /// Every word that stands with a capital, in lower case, in alphabetical order.
    pub cased: Vec<(String, WordCase)>,
    /// Words that only stand in small letters, each with how often: "abbey 3 able 2".
    pub small: String,
}

/// Capitals side by side.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NameRow {
    /// As it is written, without a possessive ’s; white space is one space.
    pub text: String,
    /// Its words, in bytes of `text`.
    pub words: Vec<Span>,
}

/// Where a row of capitals stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowPosition {
    /// The row, by its place in the list.
    #[serde(rename = "r")]
    pub row: usize,
    /// Its words.
    #[serde(rename = "w")]
    pub words: Vec<Span>,
    /// What stands around it.
    #[serde(rename = "c")]
    pub cues: Cues,
    /// The paragraph, counted from 0.
    #[serde(rename = "p")]
    pub paragraph: usize,
}

/// How a word is written in a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[usize; 3]", into = "[usize; 3]")]
pub struct WordCase {
    /// Times in small letters.
    pub small: usize,
    /// Times with a capital inside a sentence, where only names have one.
    pub inside: usize,
    /// Times with a capital where any word would have one.
    pub opening: usize,
}

impl WordCase {
    /// Whether it stands in small letters more often than with a capital.
    pub fn is_mostly_small(self) -> bool {
        self.small > self.inside + self.opening
    }
}

impl From<[usize; 3]> for WordCase {
    fn from([small, inside, opening]: [usize; 3]) -> WordCase {
        WordCase { small, inside, opening }
    }
}

impl From<WordCase> for [usize; 3] {
    fn from(case: WordCase) -> [usize; 3] {
        [case.small, case.inside, case.opening]
    }
}

impl NameExtract {
    pub(super) fn of(text: &Text<'_>) -> NameExtract {
        let mut extract = NameExtract::default();
        let rows = finder::rows(text);
        let around = cues::Surroundings::new(text, &rows);
        let mut index: HashMap<NameRow, usize> = HashMap::new();
        for (at, words) in rows.iter().enumerate().take(POSITIONS_MAX) {
            let (row, spans) = row_of(text, words.clone());
            let next = extract.rows.len();
            let row = *index.entry(row).or_insert_with_key(|row| {
                extract.rows.push(row.clone());
                next
            });
            let paragraph = text.sentence_of(words.start).paragraph;
            extract.positions.push(RowPosition {
                row,
                words: spans,
                cues: around.of(at),
                paragraph,
            });
        }
        extract.count_words(text);
        extract
    }

    fn count_words(&mut self, text: &Text<'_>) {
        let mut cases: BTreeMap<&str, WordCase> = BTreeMap::new();
        for sentence in text.sentences() {
            let is_title = crate::capitals::is_title(text, sentence.words.clone());
            for word in sentence.words.clone() {
                let stem = text.form(text.words()[word].stem);
                let case = cases.entry(stem).or_default();
                if !is_capital(text, word) {
                    case.small += 1;
                } else if is_title || !is_inside(text, word) {
                    case.opening += 1;
                } else {
                    case.inside += 1;
                }
            }
        }
        for (word, case) in cases {
            if case.inside + case.opening > 0 {
                self.cased.push((word.to_owned(), case));
            } else if !FUNCTION_WORDS.contains(word) {
                let space = if self.small.is_empty() { "" } else { " " };
                self.small.push_str(&format!("{space}{word} {}", case.small));
            }
        }
    }

    /// Words that only stand in small letters, each with how often.
    pub fn small_words(&self) -> impl Iterator<Item = (&str, usize)> {
        let mut parts = self.small.split(' ');
        std::iter::from_fn(move || Some((parts.next()?, parts.next()?.parse().unwrap_or(0))))
    }

    pub(super) fn map_spans(&mut self, map: &mut impl FnMut(Span) -> Span) {
        for word in self.positions.iter_mut().flat_map(|position| &mut position.words) {
            *word = map(*word);
        }
    }
}

/// A row as it is written, and where its words stand.
fn row_of(text: &Text<'_>, words: std::ops::Range<usize>) -> (NameRow, Vec<Span>) {
    let mut row = NameRow { text: String::new(), words: Vec::with_capacity(words.len()) };
    let mut spans = Vec::with_capacity(words.len());
    for word in words.clone() {
        let mut span = text.bare_span(word);
        let mut written = span.of(text.source()).to_owned();
        if word + 1 == words.end && finder::has_initial_point(text, word) {
            span.end += 1;
            written.push('.');
        }
        let start = row.text.len();
        row.text.push_str(&written);
        row.words.push(Span::new(start, row.text.len()));
        spans.push(span);
        if word + 1 < words.end {
            // Of a possessive inside a name, the ’s too.
            let end = text.words()[word].span.end;
            row.text.push_str(&text.source()[span.end..end]);
            // White space is one space: "Mr. ", " & ", "-".
            for part in text.gap_after(word).split_inclusive(char::is_whitespace) {
                let mark = part.trim_end();
                row.text.push_str(mark);
                if mark.len() < part.len() && !row.text.ends_with(' ') {
                    row.text.push(' ');
                }
            }
        }
    }
    (row, spans)
}
