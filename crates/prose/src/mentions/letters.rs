//! Letters as names and texts are compared. Unicode writes one letter in several ways, and a capital
//! may be two small letters: none of this tells a name from another.

use std::borrow::Cow;

use unicode_normalization::{
    UnicodeNormalization as _,
    char::{canonical_combining_class, is_combining_mark},
};

use crate::tokens::is_invisible;

/// The dot of the Turkish `İ`, when it is a mark of its own.
const DOT_ABOVE: char = '\u{307}';

/// The Turkish `i` that has none.
const DOTLESS: char = 'ı';

/// A word of small letters as it is compared: letters are composed, and those that share a capital
/// are one, such as `ß` and `ss`, `ς` and `σ`. The dot of an `i` is not told from the one that `İ`
/// brings along; whether `I` is the capital of `i` or of `ı` no word tells, and it is that of `i`.
pub(super) fn folded_letters(lower: &str) -> Cow<'_, str> {
    if lower.is_ascii() {
        return Cow::Borrowed(lower);
    }
    let mut letters = String::with_capacity(lower.len());
    for letter in lower.nfd().flat_map(small) {
        if letter != DOT_ABOVE || !letters.ends_with('i') {
            letters.push(letter);
        }
    }
    Cow::Owned(letters.nfc().collect())
}

/// A letter without its case. Going up and down again brings those together that share a capital,
/// and `ı` would so become an `i`.
fn small(letter: char) -> impl Iterator<Item = char> {
    let dotless = (letter == DOTLESS).then_some(letter);
    let cased = dotless.is_none().then_some(letter);
    let up = cased.into_iter().flat_map(char::to_lowercase).flat_map(char::to_uppercase);
    dotless.into_iter().chain(up.flat_map(char::to_lowercase))
}

/// Which letter of a word is its first capital, counted as letters are compared.
pub(super) fn first_capital(word: &str) -> Option<usize> {
    let mut before = 0;
    for letter in visible(word) {
        if letter.is_uppercase() {
            return Some(before);
        }
        before += width(letter);
    }
    None
}

/// Whether a word has a capital at this letter, counted as letters are compared.
pub(super) fn is_capital(word: &str, mut at: usize) -> bool {
    for letter in visible(word) {
        let width = width(letter);
        if at < width {
            return letter.is_uppercase();
        }
        at -= width;
    }
    false
}

/// How many letters one stands for where it is compared: none for a mark, two for `ß`.
fn width(letter: char) -> usize {
    if letter.is_ascii() {
        return 1;
    }
    small(letter).nfd().filter(|part| canonical_combining_class(*part) == 0).count()
}

fn visible(word: &str) -> impl Iterator<Item = char> {
    word.chars().filter(|letter| !is_invisible(*letter))
}

/// Whether a text begins with a mark that belongs to the letter before it.
pub(super) fn starts_with_combining_mark(text: &str) -> bool {
    text.chars().next().is_some_and(is_combining_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_alike_however_they_are_written() {
        for (one, other) in [
            ("ármin", "a\u{301}rmin"),
            ("ệ", "e\u{323}\u{302}"),
            ("ệ", "e\u{302}\u{323}"),
            ("οδυσσευς", "οδυσσευσ"),
            ("ζεύς", "ζευ\u{301}σ"),
            ("strauß", "strauss"),
            ("ﬁn", "fin"),
            ("ᾴδης", "άιδησ"),
            ("i\u{307}nci\u{307}", "inci"),
            ("한", "\u{1112}\u{1161}\u{11ab}"),
        ] {
            assert_eq!(folded_letters(one), folded_letters(other), "{one} {other}");
        }
        for (one, other) in [("kır", "kir"), ("e", "é"), ("ζευς", "ζεύς"), ("ss", "s")] {
            assert_ne!(folded_letters(one), folded_letters(other), "{one} {other}");
        }
    }

    #[test]
    fn a_capital_stands_at_one_letter_however_the_ones_before_are_written() {
        for (word, wanted) in [
            ("Mina", Some(0)),
            ("mina", None),
            ("E\u{301}cran", Some(0)),
            ("éCran", Some(1)),
            ("e\u{301}Cran", Some(1)),
            ("weißBlau", Some(5)),
            ("weissBlau", Some(5)),
            ("mi\u{ad}Na", Some(2)),
            ("", None),
        ] {
            assert_eq!(first_capital(word), wanted, "{word}");
            let capitals: Vec<usize> = (0..9).filter(|at| is_capital(word, *at)).collect();
            assert_eq!(capitals.first().copied(), wanted, "{word}");
        }
        assert!(is_capital("WEISSBLAU", 5) && is_capital("WEIẞBLAU", 5));
    }
}
