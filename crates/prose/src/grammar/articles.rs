//! "a" and "an" in front of a word that wants the other. Words whose sound their letters do not tell (hour, useful,
//! one, European), letters that stand alone and words in capitals are passed over.

use super::{Found, GrammarSlip, Habit};
use crate::tokens::Text;

/// The slips outside of speech.
pub(super) fn slips(text: &Text<'_>, spoken: &[bool]) -> Vec<Found> {
    let words = text.words();
    let slip = |at: usize| {
        let article = words[at - 1].span.of(text.source());
        let (is_an, right) = match article {
            "a" => (false, "an"),
            "an" => (true, "a"),
            // Elsewhere a capital is a letter, "Vitamin A is", and "An" may be a name.
            "A" if text.sentence_of(at - 1).words.start == at - 1 => (false, "An"),
            _ => return None,
        };
        let next = words[at].span.of(text.source());
        // The letter itself: "A is for apple".
        let is_letter =
            matches!(text.lower(at), "is" | "and" | "as" | "in" | "or" | "of" | "at" | "on");
        let is_wrong = !spoken[at]
            && !is_letter
            && text.gap_before(at).chars().all(char::is_whitespace)
            && !matches!(text.lower(at), "a" | "an")
            && begins_with_vowel(next)? != is_an;
        let span = text.words_span(&(at - 1..at + 1));
        let slip = GrammarSlip { span, meant: format!("{right} {next}") };
        is_wrong.then_some(Found { slip, habit: Some(Habit::Article { is_an }) })
    };
    (1..words.len()).filter_map(slip).collect()
}

/// Whether the sound that a word begins with is a vowel, where its letters tell: not where it begins with h, u, y, x,
/// eu, ew, on or ou, is a single letter, begins with capitals or has no vowel ("nth", "mp3").
fn begins_with_vowel(word: &str) -> Option<bool> {
    let mut letters = word.chars();
    let first = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let second = letters.next().filter(char::is_ascii_lowercase)?;
    let is_open = matches!(first, 'h' | 'u' | 'x' | 'y')
        || matches!((first, second), ('e', 'u' | 'w') | ('o', 'n' | 'u'))
        || !word.contains(['a', 'e', 'i', 'o', 'u', 'y', 'A', 'E', 'I', 'O']);
    (!is_open).then_some(matches!(first, 'a' | 'e' | 'i' | 'o'))
}
