//! How the words of a whole book are written: which stand in capitals where no capital is due, and so are
//! names.

use std::collections::{HashMap, HashSet};

use super::KnownEntity;
use crate::extract::{Cue, NameExtract, WordCase};
use crate::lists::{
    CALENDAR, DEMONYMS, FAMILY_NAMES, FAMOUS, FUNCTION_WORDS, GIVEN_EITHER, GIVEN_MEN, GIVEN_WOMEN,
    HONORIFICS, LOCATIONS, WordList, is_short_form,
};
use crate::sentences::{is_initials, is_roman};
use crate::span::Span;
use crate::tokens::Text;
use crate::words::word_class;

/// A name may stand in small letters once in so many times ("the count" among Counts).
const SMALL_IN: usize = 10;

/// A given name may do so oftener: "rose", "grace".
const SMALL_GIVEN_IN: usize = 2;

/// Letters, at least, of a word that is a name because English has no such word.
pub(super) const UNKNOWN_LETTERS_MIN: usize = 4;

pub(super) struct Cases {
    words: HashMap<String, WordCase>,
    /// Words that only ever open a sentence, and do there what persons do.
    opening: HashSet<String>,
    /// Words of names that are known.
    known: HashSet<String>,
}

impl Cases {
    pub(super) fn new(documents: &[&NameExtract], known: &[KnownEntity]) -> Cases {
        let mut words: HashMap<String, WordCase> = HashMap::new();
        for document in documents {
            for (word, case) in &document.cased {
                let all = words.entry(word.clone()).or_default();
                all.small += case.small;
                all.inside += case.inside;
                all.opening += case.opening;
            }
        }
        for document in documents {
            for (word, small) in document.small_words() {
                if let Some(case) = words.get_mut(word) {
                    case.small += small;
                }
            }
        }
        let names = known.iter().flat_map(|it| &it.names);
        let known = names.flat_map(|name| lower_words(name)).collect();
        let mut cases = Cases { words, opening: HashSet::new(), known };
        cases.opening = cases.openers(documents);
        cases
    }

    /// Words that stand in capitals only where a sentence asks for one and never in small letters: what
    /// speaks or has a face is a name for all that.
    fn openers(&self, documents: &[&NameExtract]) -> HashSet<String> {
        let mut acts: HashMap<String, usize> = HashMap::new();
        for document in documents {
            for position in &document.positions {
                let row = &document.rows[position.row];
                let has = |cue| position.cues.has(cue);
                let lower = |word: &Span| word.of(&row.text).to_lowercase();
                let (word, weight) = match row.words.as_slice() {
                    [word] if has(Cue::Opening) && !has(Cue::Heading) => {
                        let word = lower(word);
                        let is_narrated = !has(Cue::Quoted) && is_unknown(&word);
                        let is_person = has(Cue::Speech) || has(Cue::Own) || has(Cue::Who);
                        let weight = 2 * usize::from(is_narrated || is_person)
                            + usize::from(has(Cue::Act) || has(Cue::Possessive));
                        (word, weight)
                    }
                    // "Mrs. Saville" of an address.
                    [title, word] if HONORIFICS.contains(lower(title).trim_end_matches('.')) => {
                        let word = lower(word);
                        let weight = 2 * usize::from(is_unknown(&word));
                        (word, weight)
                    }
                    _ => continue,
                };
                if weight > 0 {
                    *acts.entry(word).or_default() += weight;
                }
            }
        }
        let is_silent = |word: &str| {
            let case = self.case(word);
            case.small == 0 && case.inside == 0
        };
        acts.into_iter()
            .filter(|(word, weight)| *weight >= 2 && is_silent(word))
            .map(|(word, _)| word)
            .collect()
    }

    pub(super) fn case(&self, word: &str) -> WordCase {
        self.words.get(word).copied().unwrap_or_default()
    }

    /// Whether a word in lower case is a name in this book.
    pub(super) fn is_name(&self, word: &str) -> bool {
        if FUNCTION_WORDS.contains(word) && !self.is_given(word) || CALENDAR.contains(word) {
            return false;
        }
        let case = self.case(word);
        let large = case.inside + case.opening;
        if self.known.contains(word) && large > 0 && case.small <= large {
            return true;
        }
        if case.small == 0 && large > 0 && is_listed(word) {
            return true;
        }
        if self.is_given(word) && large > 0 && case.small * SMALL_GIVEN_IN <= large {
            return true;
        }
        case.inside > 0 && case.small * SMALL_IN <= large || self.opening.contains(word)
    }

    /// Whether a word is a form of address, an initial or a number: it makes no name by itself.
    pub(super) fn is_light(&self, word: &str) -> bool {
        HONORIFICS.contains(word) || is_mark(word)
    }

    pub(super) fn is_given(&self, word: &str) -> bool {
        is_given(word)
    }

    pub(super) fn is_demonym(&self, word: &str) -> bool {
        DEMONYMS.contains(word)
    }
}

/// Whether a word in lower case is a given name or a short form of one.
pub(super) fn is_given(word: &str) -> bool {
    let lists: [&WordList; 3] = [&GIVEN_EITHER, &GIVEN_MEN, &GIVEN_WOMEN];
    lists.iter().any(|list| list.contains(word)) || is_short_form(word)
}

/// Whether English has no such word.
fn is_unknown(word: &str) -> bool {
    let is_plain = word.len() >= UNKNOWN_LETTERS_MIN && word.chars().all(char::is_alphabetic);
    is_plain && word.is_ascii() && word_class(word).is_none()
}

/// Whether a word is the name of persons or places in the lists.
pub(super) fn is_listed(word: &str) -> bool {
    let lists: [&WordList; 3] = [&FAMILY_NAMES, &FAMOUS, &LOCATIONS];
    lists.iter().any(|list| list.contains(word))
}

/// Whether a word in lower case is an initial or a Roman number.
pub(super) fn is_mark(word: &str) -> bool {
    let upper = word.to_uppercase();
    is_initials(&upper) || is_roman(&upper)
}

/// The words of a name in lower case.
pub(super) fn lower_words(name: &str) -> Vec<String> {
    let text = Text::new(name);
    (0..text.words().len()).map(|word| text.form(text.words()[word].stem).to_owned()).collect()
}
