//! The names of a text, found by their capitals: who and what occurs, how often, and where first.
//! It does not know whether a name is that of a person or of a place.

mod address;
mod finder;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::capitals::Lexicon;
use crate::lists::{CALENDAR, DEMONYMS, GIVEN_EITHER, GIVEN_MEN, GIVEN_WOMEN, HONORIFICS};
use crate::span::{Span, keep_smallest};
use crate::tokens::{FormId, Text};
use crate::words::{WordClass, word_class};
pub use address::{Addressee, addressee, compounds_without_address, words_without_address};
use finder::NameFinder;

/// Names that are listed at most: the most frequent.
pub const NAMES_MAX: usize = 5_000;

/// Words of a name at most; a longer row of capitals is cut.
pub const NAME_WORDS_MAX: usize = 6;

/// Spans and variants that a name lists at most; its counts are complete.
pub const NAME_SPANS_MAX: usize = 20;

/// A name as it occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// As it is first written, without a possessive ’s; white space is one space.
    pub name: String,
    /// What kind of capital it is.
    pub kind: NameKind,
    /// How often it stands by itself. Each place of the text belongs to one name only, the longest:
    /// "Van Helsing" counts for "Van Helsing" and not for "Helsing".
    pub count: usize,
    /// How often it stands inside a longer name: "Lucy" in "Lucy Westenra".
    pub within: usize,
    /// Where it first stands by itself.
    pub first: Span,
    /// The first [`NAME_SPANS_MAX`] places where it stands by itself.
    pub spans: Vec<Span>,
    /// The longer names it stands inside of, the most frequent first, at most [`NAME_SPANS_MAX`].
    pub variants: Vec<Variant>,
    /// Its words in lower case.
    pub(crate) words: Vec<String>,
}

/// A longer name around a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// As it is first written.
    pub name: String,
    /// How often it stands by itself.
    pub count: usize,
}

/// Why something has a capital.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Someone or something.
    Name,
    /// A form of address or rank that stands alone: "the Count", "Professor".
    Title,
    /// A month, a day of the week, a feast.
    Calendar,
    /// A people, a language, what belongs to them: "English", "Szekelys".
    Demonym,
}

/// Lists the names of a text, the most frequent first, among equals the first to occur.
///
/// A word is a name when it stands with a capital inside a sentence and (almost) never in small
/// letters; then it counts at the start of a sentence too. Capitals side by side are one name
/// ("Jonathan Harker", "Black Sea", "Coutts & Co", "Un-Dead"), with forms of address ("Mrs.
/// Westenra"), initials ("Quincey P. Morris"), small words between them ("Ludwig van Beethoven")
/// and places that belong to someone ("Robin Hood’s Bay"); in such a row inside a sentence, words
/// count that are common otherwise. A possessive ’s is taken off. The pronoun I, exclamations and
/// Roman numbers alone are no names.
pub fn names(text: &Text<'_>) -> Vec<Name> {
    let finder = NameFinder { text, lexicon: Lexicon::new(text) };
    let mut found: Vec<Name> = Vec::new();
    let mut index: HashMap<Vec<FormId>, usize> = HashMap::new();
    for sentence in text.sentences() {
        let mut word = sentence.words.start;
        while word < sentence.words.end {
            let Some(name) = finder.name_at(word, sentence.words.end) else {
                word += 1;
                continue;
            };
            word = name.end;
            let stems: Vec<FormId> =
                text.words()[name.clone()].iter().map(|word| word.stem).collect();
            let span = finder.span(&name);
            match index.get(&stems) {
                Some(&at) => found[at].add(span),
                None => {
                    let words: Vec<String> =
                        stems.iter().map(|&stem| text.form(stem).to_owned()).collect();
                    index.insert(stems, found.len());
                    found.push(Name::new(span.of(text.source()), words, span));
                }
            }
        }
    }
    relate(&mut found);
    let mut ranked: Vec<(usize, usize)> =
        found.iter().enumerate().map(|(at, name)| (usize::MAX - name.count, at)).collect();
    keep_smallest(&mut ranked, NAMES_MAX);
    let mut found: Vec<Option<Name>> = found.into_iter().map(Some).collect();
    ranked.into_iter().filter_map(|(_, at)| found[at].take()).collect()
}

impl Name {
    fn new(written: &str, words: Vec<String>, span: Span) -> Name {
        let is_all = |list: &std::collections::HashSet<&'static str>| {
            words.iter().all(|word| list.contains(word.as_str()))
        };
        let kind = if is_all(&CALENDAR) {
            NameKind::Calendar
        } else if is_all(&DEMONYMS) {
            NameKind::Demonym
        } else if is_all(&HONORIFICS) {
            NameKind::Title
        } else {
            NameKind::Name
        };
        let parts: Vec<&str> = written.split_whitespace().collect();
        Name {
            name: parts.join(" "),
            kind,
            count: 1,
            within: 0,
            first: span,
            spans: vec![span],
            variants: Vec::new(),
            words,
        }
    }

    /// Whether it is a single word that English has in small letters, and no given name: “the Gate”, “the
    /// Fourth”. In a few sentences its capital does not show that it is a name.
    pub fn is_ordinary_word(&self) -> bool {
        let [word] = self.words.as_slice() else { return false };
        let is_given = [&GIVEN_MEN, &GIVEN_WOMEN, &GIVEN_EITHER]
            .iter()
            .any(|list| list.contains(word.as_str()));
        let is_common = matches!(word_class(word), Some(WordClass::Frequent | WordClass::Common));
        is_common && !is_given
    }

    fn add(&mut self, span: Span) {
        self.count += 1;
        if self.spans.len() < NAME_SPANS_MAX {
            self.spans.push(span);
        }
    }
}

/// Notes for each name the longer ones that contain it. A name has few words, and so few parts.
fn relate(names: &mut [Name]) {
    let index: HashMap<&[String], usize> =
        names.iter().enumerate().map(|(at, name)| (name.words.as_slice(), at)).collect();
    let mut contained: Vec<(usize, usize)> = Vec::new();
    for (longer, name) in names.iter().enumerate() {
        let words = &name.words;
        for start in 0..words.len() {
            for end in start + 1..=words.len() {
                if end - start < words.len()
                    && let Some(&shorter) = index.get(&words[start..end])
                {
                    contained.push((shorter, longer));
                }
            }
        }
    }
    // A name that stands twice in a longer one is contained in it once.
    contained.sort_unstable();
    contained.dedup();
    for (shorter, longer) in contained {
        let variant = Variant { name: names[longer].name.clone(), count: names[longer].count };
        names[shorter].within += variant.count;
        names[shorter].variants.push(variant);
    }
    for name in names {
        name.variants.sort_by_key(|variant| Reverse(variant.count));
        name.variants.truncate(NAME_SPANS_MAX);
    }
}
