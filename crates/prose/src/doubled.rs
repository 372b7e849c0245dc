//! Words written twice by mistake: "the the". Words that a writer may well double ("had had", "very
//! very", "no no") are left alone, and so is whatever a mark parts.

use crate::span::Passage;
use crate::tokens::Text;

/// Words that hardly ever follow themselves: articles, prepositions, conjunctions, possessives,
/// pronouns that are subjects, forms of "be".
const NEVER_TWICE: [&str; 42] = [
    "a", "an", "and", "as", "at", "be", "because", "but", "by", "can", "could", "for", "from",
    "he", "his", "i", "if", "into", "its", "may", "might", "must", "my", "of", "or", "our",
    "shall", "she", "should", "than", "the", "their", "these", "they", "to", "we", "were", "when",
    "which", "with", "would", "your",
];

/// The places where a word that hardly ever follows itself stands twice, with nothing but white
/// space between, in the order of the text. Of three in a row the second and third are one place
/// more.
pub fn doubled_words(text: &Text<'_>) -> Vec<Passage> {
    (1..text.words().len())
        .filter(|&word| {
            let (one, other) = (&text.words()[word - 1], &text.words()[word]);
            one.form == other.form
                && one.sentence == other.sentence
                && NEVER_TWICE.contains(&text.lower(word))
                && text.gap_before(word).chars().all(char::is_whitespace)
                && !begins_compound(&text.source()[other.span.end..])
        })
        .map(|word| Passage {
            span: text.words_span(&(word - 1..word + 1)),
            sentence_span: text.sentence_of(word).span,
        })
        .collect()
}

/// Whether a word goes on behind a hyphen: "to to-morrow".
fn begins_compound(behind: &str) -> bool {
    let behind = behind.strip_prefix(['-', '\u{2010}', '\u{2011}']);
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
            ("She looked forward to to-morrow’s walk, and to to the day.", &["to to"]),
            ("", &[]),
        ] {
            assert_eq!(found(source), wanted, "{source:?}");
        }
    }
}
