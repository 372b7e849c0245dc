//! Words written twice by mistake: "the the". Words that a writer may well double for the grammar ("had had",
//! "that that", "gave her her way") or for their weight ("very very", "no no", "a long long road") are left
//! alone, and so is whatever a mark parts.

use std::sync::LazyLock;

use crate::capitals::is_capital;
use crate::lists::{FUNCTION_WORDS, PAST_VERBS, PREPOSITIONS, WordList, list};
use crate::span::Passage;
use crate::tokens::{HYPHENS, Text};

/// Function words that follow themselves for the grammar or for their weight. In the novels that thresholds are
/// chosen on only "had", "that", "her", "it" and "you" do.
static MAY_STAND_TWICE: WordList = LazyLock::new(|| {
    list(
        "had that her it you is are was do did very no not nor never so long little
         much many more most less all own yes now then there here come came coming go going gone ever again
         quite rather really too well what who why how let round down up out away back over through
         often soon still once one two three four first last least said say know knew see saw
         on off along around about enough",
    )
});

/// Verbs behind which "in" may be a part of them: "came in in the evening".
static MOVING_IN: WordList = LazyLock::new(|| {
    list(
        "come comes came coming go goes went going gone get got walk walked run ran take took put bring brought
         let send sent call called drop dropped move moved step stepped drive drove driven give gave set stay
         stayed",
    )
});

/// Letters of a word that is no function word, at least: shorter ones are often sounds.
const CONTENT_LETTERS_MIN: usize = 4;

/// The places where a word that hardly ever follows itself stands twice, with nothing but white
/// space between, in the order of the text. Of three in a row the second and third are one place
/// more.
pub fn doubled_words(text: &Text<'_>) -> Vec<Passage> {
    (1..text.words().len())
        .filter(|&word| {
            let (one, other) = (&text.words()[word - 1], &text.words()[word]);
            one.form == other.form
                && one.sentence == other.sentence
                && text.gap_before(word).chars().all(char::is_whitespace)
                && !begins_compound(&text.source()[other.span.end..])
                && is_mistaken(text, word)
        })
        .map(|word| Passage {
            span: text.words_span(&(word - 1..word + 1)),
            sentence_span: text.sentence_of(word).span,
        })
        .collect()
}

/// Whether a word that stands behind itself does so by mistake.
fn is_mistaken(text: &Text<'_>, word: usize) -> bool {
    let lower = text.lower(word);
    if MAY_STAND_TWICE.contains(lower) {
        return false;
    }
    let before = word.checked_sub(2).filter(|&at| {
        text.words()[at].sentence == text.words()[word].sentence
            && text.gap_after(at).chars().all(char::is_whitespace)
    });
    let before = before.map_or("", |at| text.lower(at));
    if FUNCTION_WORDS.contains(lower) || PREPOSITIONS.contains(lower) {
        return !(lower == "in" && MOVING_IN.contains(before));
    }
    if lower.chars().count() < CONTENT_LETTERS_MIN || is_capital(text, word) {
        return false;
    }
    // "the house house was", not "the long long road".
    let is_led =
        matches!(before, "the" | "a" | "an" | "his" | "her" | "my" | "their" | "its" | "this");
    let behind = (word + 1 < text.words().len() && text.gap_after(word).trim().is_empty())
        .then(|| text.lower(word + 1));
    let is_noun = is_led
        && behind
            .is_none_or(|next| FUNCTION_WORDS.contains(next) && !matches!(next, "of" | "little"));
    let is_verb = matches!(before, "he" | "she" | "they" | "we" | "i" | "it" | "who")
        && (lower.ends_with("ed") || PAST_VERBS.contains(lower));
    is_noun || is_verb
}

/// Whether a word goes on behind a hyphen: "to to-morrow".
pub(crate) fn begins_compound(behind: &str) -> bool {
    let behind = behind.strip_prefix(HYPHENS);
    behind.is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<&str> {
        let text = Text::new(source);
        doubled_words(&text).iter().map(|passage| passage.span.of(source)).collect()
    }

    #[test]
    fn a_slip_of_the_pen_is_told_from_what_is_meant() {
        for (source, wanted) in [
            ("He saw the the door.", &["the the"][..]),
            ("The the door and And so.", &["The the", "and And"]),
            ("The the the door.", &["The the", "the the"]),
            ("He had had it, and that that was so very very long.", &[]),
            ("“No, no, no!” I, I am he. He, the, the.", &[]),
            ("Go to. To go. They came from\nfrom here.", &["from\nfrom"]),
            ("It lay in in a box of of tin, with with a lid.", &["in in", "of of", "with with"]),
            ("He came in in the evening; she gave her her way.", &[]),
            (
                "The chimney chimney was hot. She laughed laughed at it.",
                &["chimney chimney", "laughed laughed"],
            ),
            ("A long long road, and the tramp tramp of feet.", &[]),
            ("She looked forward to to-morrow’s walk, and to to the day.", &["to to"]),
            ("", &[]),
        ] {
            assert_eq!(found(source), wanted, "{source:?}");
        }
    }
}
