//! Who says "I" in the narration, where the text says who that is.

use crate::dialogue::{quotations, spoken};
use crate::mentions::{NameIndex, unambiguous_mentions};
use crate::tokens::{SentenceKind, Text};

/// Words between what introduces a name and the name, at most.
const NAME_WITHIN_WORDS: usize = 1;

/// The owner of the names who says "I" in the narration of this text: "my name is Ishmael", "call me
/// Ishmael", "I, Jonathan Harker", or the heading of a diary with "I" below it. None where the text does
/// not say, or names two.
pub fn narrator(text: &Text<'_>, names: &NameIndex) -> Option<usize> {
    let spoken = spoken(text, &quotations(text));
    if !(0..spoken.len()).any(|word| !spoken[word] && text.lower(word) == "i") {
        return None;
    }
    let mut found = None;
    for mention in unambiguous_mentions(text, names) {
        let first = mention.words.start;
        if spoken[first] || !(is_introduced(text, first) || heads_diary(text, &mention.words)) {
            continue;
        }
        if found.is_some_and(|owner| owner != mention.owner) {
            return None;
        }
        found = Some(mention.owner);
    }
    found
}

fn is_introduced(text: &Text<'_>, first: usize) -> bool {
    let sentence = text.sentence_of(first).words.start;
    let before: Vec<&str> =
        (first.saturating_sub(4).max(sentence)..first).map(|word| text.lower(word)).collect();
    (0..=NAME_WITHIN_WORDS.min(before.len())).any(|skipped| {
        let words = &before[..before.len() - skipped];
        let is_near = skipped == 0;
        match words {
            [.., "my", "name", "is" | "was"] | [.., "my", _, "name", "is" | "was"] => true,
            [.., "call" | "called" | "named" | "christened", "me" | "myself"] => is_near,
            [.., "i", "am" | "was", "called" | "named"] | [.., "i'm", "called" | "named"] => {
                is_near
            }
            [.., "i"] => is_near && text.gap_before(first).starts_with(','),
            _ => false,
        }
    })
}

/// "Jonathan Harker’s Journal" as a heading.
fn heads_diary(text: &Text<'_>, words: &std::ops::Range<usize>) -> bool {
    let sentence = text.sentence_of(words.start);
    sentence.kind == SentenceKind::Heading
        && sentence.words.start == words.start
        && text.lower(words.end - 1).ends_with("'s")
        && words.end < sentence.words.end
        && is_own_writing(text.lower(words.end))
}

/// Whether somebody writes such a thing in the first person, whose name stands before it in a heading.
pub(crate) fn is_own_writing(word: &str) -> bool {
    matches!(
        word,
        "journal" | "diary" | "narrative" | "story" | "notebook" | "memorandum" | "letter"
    )
}
