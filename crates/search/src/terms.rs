//! Words as search compares them: lower case, without accents, and the stem beside the whole word, so
//! that "walked" finds "walking". Stems are English; words of other languages mostly keep their form.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::stop_words::is_stop_word;

/// Bytes of a word that are looked at; what goes on longer is no word anybody asks for.
const WORD_BYTES_MAX: usize = 64;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    /// The whole word in its folded form.
    pub(crate) word: String,
    /// What it shares with its other forms, by the Snowball stemmer for English ("Porter2").
    pub(crate) stem: String,
    /// Whether it says next to nothing about what a text is about.
    pub(crate) is_stop: bool,
}

/// The words of a text in their order. Behind two words that a hyphen joins stands the word they
/// make together, so that "sleep-walking" is found by "sleepwalking".
pub(crate) fn terms(text: &str) -> Vec<Term> {
    let stemmer = Stemmer::create(Algorithm::English);
    let mut terms: Vec<Term> = Vec::new();
    // The end of the word before, and its folded form.
    let mut before: Option<(usize, String)> = None;
    for (at, word) in text.unicode_word_indices() {
        let folded = folded(word);
        if folded.is_empty() {
            continue;
        }
        if let Some((end, first)) = &before
            && matches!(&text[*end..at], "-" | "\u{2010}" | "\u{2011}")
        {
            let joined = format!("{first}{folded}");
            terms.push(term(&stemmer, folded.clone()));
            terms.push(term(&stemmer, bounded(joined)));
        } else {
            terms.push(term(&stemmer, folded.clone()));
        }
        before = Some((at + word.len(), folded));
    }
    terms
}

fn term(stemmer: &Stemmer, word: String) -> Term {
    Term { is_stop: is_stop_word(&word), stem: stem(stemmer, &word), word }
}

fn stem(stemmer: &Stemmer, word: &str) -> String {
    let mut stem = stemmer.stem(word).into_owned();
    // The stemmer parts "wolves" from "wolf", and likewise elves, shelves, halves.
    if stem.ends_with("lv") {
        stem.pop();
        stem.push('f');
    }
    stem
}

/// The least letters of a part of a word.
const PART_CHARS_MIN: usize = 4;

/// The stems of the two words that a folded word may be made of, wherever it is parted.
pub(crate) fn parts(word: &str) -> Vec<(Box<str>, Box<str>)> {
    let stemmer = Stemmer::create(Algorithm::English);
    let letters = word.chars().count();
    let cuts = word.char_indices().map(|(at, _)| at).skip(PART_CHARS_MIN);
    cuts.take((letters + 1).saturating_sub(2 * PART_CHARS_MIN))
        .map(|at| {
            let (one, other) = word.split_at(at);
            (stem(&stemmer, one).into_boxed_str(), stem(&stemmer, other).into_boxed_str())
        })
        .collect()
}

/// A word in the form in which words are compared.
fn folded(word: &str) -> String {
    let plain = if word.is_ascii() {
        word.to_ascii_lowercase()
    } else {
        word.nfkd()
            .filter(|letter| !is_combining_mark(*letter))
            .map(|letter| if letter == '’' { '\'' } else { letter })
            .flat_map(char::to_lowercase)
            .collect()
    };
    bounded(plain)
}

fn bounded(mut word: String) -> String {
    let end = word.floor_char_boundary(WORD_BYTES_MAX);
    word.truncate(end);
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(text: &str) -> Vec<String> {
        terms(text).into_iter().map(|term| term.stem).collect()
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        assert_eq!(stems("walks walked WALKING"), ["walk"; 3]);
        assert_eq!(stems("Lucy’s Lucy's Lucy"), ["luci"; 3]);
        assert_eq!(stems("Café CAFE café"), ["cafe"; 3]);
    }

    #[test]
    fn hyphens_part_words_and_join_them() {
        assert_eq!(stems("sleep-walking"), ["sleep", "walk", "sleepwalk"]);
        assert_eq!(stems("sleep - walking"), ["sleep", "walk"]);
    }

    #[test]
    fn irregular_plurals_in_ves_have_the_stem_of_their_singular() {
        assert_eq!(stems("wolves wolf shelves shelf"), ["wolf", "wolf", "shelf", "shelf"]);
    }

    #[test]
    fn a_word_is_parted_where_both_parts_are_long_enough() {
        let all = |word: &str| -> Vec<String> {
            parts(word).into_iter().map(|(one, other)| format!("{one} {other}")).collect()
        };

        assert_eq!(all("churchyard"), ["chur chyard", "churc hyard", "church yard"]);
        assert_eq!(all("häuser"), [""; 0]);
        assert_eq!(all("größeres"), ["größ ere"]);
    }

    #[test]
    fn words_of_no_meaning_are_marked() {
        let marked: Vec<bool> =
            terms("The Count and his").iter().map(|term| term.is_stop).collect();

        assert_eq!(marked, [true, false, true, true]);
    }

    #[test]
    fn an_endless_word_has_an_end() {
        assert_eq!(terms(&"ü".repeat(1_000))[0].word.len(), WORD_BYTES_MAX);
    }
}
