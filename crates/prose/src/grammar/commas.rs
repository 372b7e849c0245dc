//! White space in front of a comma, and a comma with none behind it, between two words.

use super::{Found, GrammarSlip, Habit};
use crate::tokens::Text;

/// The slips of commas between two words of a paragraph; numbers are none.
pub(super) fn slips(text: &Text<'_>) -> Vec<Found> {
    let words = text.words();
    let slip = |at: usize| {
        let gap = text.gap_before(at);
        let is_joined = gap == ",";
        let is_apart = gap.starts_with(' ') && gap.trim_matches(' ') == ",";
        if !is_joined && !is_apart {
            return None;
        }
        let [before, behind] = [at - 1, at].map(|word| words[word].span.of(text.source()));
        let are_words = [before, behind].iter().all(|it| !it.contains(char::is_numeric));
        let span = text.words_span(&(at - 1..at + 1));
        let slip = GrammarSlip { span, meant: format!("{before}, {behind}") };
        let habit = Some(Habit::Comma { is_joined });
        are_words.then_some(Found { slip, habit })
    };
    (1..words.len()).filter_map(slip).collect()
}
