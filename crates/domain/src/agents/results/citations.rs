//! Citations of sources, and numbers that rest on none.

use std::{collections::BTreeSet, ops::Range};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The words of a source that a claim rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Citation {
    /// The number of the source.
    pub source: usize,
    /// Words of the source, copied letter by letter: a sentence or the part of it that matters.
    pub quote: String,
}

/// A source as it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceText {
    /// Its number, from 1.
    pub number: usize,
    /// What a person calls it.
    pub title: String,
    /// Its words.
    pub text: String,
}

/// The shortest quotation, in letters and digits: fewer are found in any text.
const QUOTE_LETTERS_MIN: usize = 8;

impl Citation {
    /// Whether these words stand in that source. White space counts as one space, and the kinds of
    /// quotation marks, apostrophes, hyphens and dashes as one.
    ///
    /// # Errors
    /// What is wrong, as a sentence for the model.
    pub fn check(&self, sources: &[SourceText]) -> Result<(), String> {
        let Self { source, quote } = self;
        let Some(cited) = sources.iter().find(|it| it.number == *source) else {
            return Err(format!("There is no source {source}"));
        };
        if quote.chars().filter(|letter| letter.is_alphanumeric()).count() < QUOTE_LETTERS_MIN {
            return Err(format!("The quotation “{quote}” is too short to be found"));
        }
        if self.locate(&cited.text).is_some() {
            return Ok(());
        }
        Err(format!("The words “{quote}” do not stand in source {source} (“{}”)", cited.title))
    }

    /// Where these words stand first in a text, in bytes of it.
    pub fn locate(&self, text: &str) -> Option<Range<usize>> {
        let (plain_text, plain_quote) = (Plain::of(text), Plain::of(&self.quote));
        let wanted = plain_quote.text.trim();
        let start = plain_text.text.find(wanted)?;
        let last = plain_text.text[..start + wanted.len()].char_indices().next_back()?.0;
        let end = plain_text.origin(last);
        let letter = text[end..].chars().next().map_or(0, char::len_utf8);
        Some(plain_text.origin(start)..end + letter)
    }

    /// How often these words stand in a text.
    pub fn count(&self, text: &str) -> usize {
        let (plain_text, plain_quote) = (Plain::of(text), Plain::of(&self.quote));
        match plain_quote.text.trim() {
            "" => 0,
            wanted => plain_text.text.matches(wanted).count(),
        }
    }

    /// The quotation with the title of its source.
    pub(super) fn text(&self, sources: &[SourceText]) -> String {
        let title = sources.iter().find(|it| it.number == self.source).map(|it| it.title.as_str());
        let quote = self.quote.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("“{quote}” ({})", title.unwrap_or("a source that is not there"))
    }
}

/// A text in which differences of type setting are gone.
struct Plain {
    text: String,
    /// For each letter its position here, and that of the letter it was made from.
    origins: Vec<(usize, usize)>,
}

impl Plain {
    fn of(text: &str) -> Self {
        let mut plain = Self { text: String::with_capacity(text.len()), origins: Vec::new() };
        for (at, letter) in text.char_indices() {
            let letter = match letter {
                '“' | '”' | '„' | '«' | '»' => '"',
                '‘' | '’' | '‚' | '`' => '\'',
                '‐' | '‑' | '–' | '—' | '−' => '-',
                other if other.is_whitespace() => ' ',
                // Emphasis of Markdown, which a model rarely repeats.
                '*' | '_' => continue,
                other => other,
            };
            if letter != ' ' || !plain.text.ends_with(' ') {
                plain.origins.push((plain.text.len(), at));
                plain.text.push(letter);
            }
        }
        plain
    }

    /// The position in the original text of the letter at this one.
    fn origin(&self, at: usize) -> usize {
        let found = self.origins.binary_search_by_key(&at, |(plain, _)| *plain);
        found.map_or(0, |index| self.origins[index].1)
    }
}

/// The numbers in digits that a text names and that stand in none of the sources, each once. Those up to
/// twelve are left out: they number lists and count what everybody can see.
pub fn unsupported_numbers(text: &str, sources: &[SourceText]) -> Vec<String> {
    let known: BTreeSet<String> = sources.iter().flat_map(|it| numbers(&it.text)).collect();
    let is_unknown = |number: &String| {
        !known.contains(number) && number.parse::<f64>().is_ok_and(|value| value > 12.0)
    };
    let named: BTreeSet<String> = numbers(text).into_iter().filter(is_unknown).collect();
    named.into_iter().collect()
}

/// The numbers of a text without the commas between thousands.
fn numbers(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, ',' | '.');
    text.split(|letter: char| !is_part(letter))
        .map(|number| number.trim_matches([',', '.']).replace(',', ""))
        .filter(|number| number.starts_with(|letter: char| letter.is_ascii_digit()))
        .collect()
}
