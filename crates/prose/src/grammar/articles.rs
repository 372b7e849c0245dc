//! "a" and "an" in front of a word that wants the other. Words whose sound their letters do not tell (hour, useful,
//! one, European), letters that stand alone and words in capitals are passed over.

use super::{Found, GrammarKind, GrammarSlip};
use crate::tokens::Text;

/// The slips outside of speech.
pub(super) fn slips(text: &Text<'_>, spoken: &[bool]) -> Vec<Found> {
    let words = text.words();
    let slip = |at: usize| {
        let article = words[at - 1].span.of(text.source());
        let right = match article {
            "a" => "an",
            "an" => "a",
            // Elsewhere a capital is a letter: "Vitamin A is".
            "A" if is_first(text, at - 1) => "An",
            "An" if is_first(text, at - 1) => "A",
            _ => return None,
        };
        let is_an = right.len() == 1;
        let next = words[at].span.of(text.source());
        let is_wrong = !spoken[at]
            && text.gap_before(at).chars().all(char::is_whitespace)
            && !matches!(text.lower(at), "a" | "an")
            && begins_with_vowel(next)? != is_an;
        let span = text.words_span(&(at - 1..at + 1));
        let slip =
            GrammarSlip { kind: GrammarKind::Article, span, meant: format!("{right} {next}") };
        is_wrong.then_some(Found { slip, habit: Some((GrammarKind::Article, usize::from(is_an))) })
    };
    (1..words.len()).filter_map(slip).collect()
}

/// Whether a word is the first of its sentence.
fn is_first(text: &Text<'_>, at: usize) -> bool {
    text.sentence_of(at).words.start == at
}

/// Whether the sound that a word begins with is a vowel, where its letters tell: not where it begins with h, u, y, x,
/// eu, ew, on or ou, is a single letter or begins with capitals.
fn begins_with_vowel(word: &str) -> Option<bool> {
    let mut letters = word.chars();
    let first = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let second = letters.next().filter(char::is_ascii_lowercase)?;
    let is_open = matches!(first, 'h' | 'u' | 'x' | 'y')
        || matches!((first, second), ('e', 'u' | 'w') | ('o', 'n' | 'u'));
    (!is_open).then_some(matches!(first, 'a' | 'e' | 'i' | 'o'))
}
