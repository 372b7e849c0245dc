//! Slips of grammar that a spelling checker does not see, because each word is one: words that stand for others
//! that sound alike, verbs in a form that cannot stand there, articles, and spaces beside commas. Which they are was
//! chosen on whole novels: what is false of one of them is not looked for (`patterns.txt`).

mod articles;
mod commas;
mod patterns;

use std::collections::HashMap;

use crate::dialogue::{quotations, spoken};
use crate::span::Span;
use crate::tokens::Text;

/// Slips of one form in a text from which on it is no slip but how the book is written: in dialect, or as another age
/// wrote.
const HABIT_MIN: usize = 6;

/// A slip of grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarSlip {
    /// What kind of slip it is.
    pub kind: GrammarKind,
    /// What is wrong, with the words around it that show that it is.
    pub span: Span,
    /// The same with what is meant.
    pub meant: String,
}

/// What kind of slip it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GrammarKind {
    /// A word stands for another, or a verb has a form that cannot stand there.
    Word,
    /// "a" in front of a vowel, or "an" in front of a consonant.
    Article,
    /// White space in front of a comma, or none behind it.
    Comma,
}

/// A slip, and the form of which it is one, where that may be how the book is written.
struct Found {
    slip: GrammarSlip,
    habit: Option<(GrammarKind, usize)>,
}

/// The slips of a text in English, in its order.
pub fn grammar_slips(text: &Text<'_>) -> Vec<GrammarSlip> {
    let spoken = spoken(text, &quotations(text));
    let mut found = patterns::slips(text, &spoken);
    found.extend(articles::slips(text, &spoken));
    found.extend(commas::slips(text));
    let mut counts: HashMap<(GrammarKind, usize), usize> = HashMap::new();
    for habit in found.iter().filter_map(|it| it.habit) {
        *counts.entry(habit).or_default() += 1;
    }
    found.retain(|it| it.habit.is_none_or(|habit| counts[&habit] < HABIT_MIN));
    let mut slips: Vec<GrammarSlip> = found.into_iter().map(|it| it.slip).collect();
    slips.sort_by_key(|slip| (slip.span, slip.kind));
    // Of two about the same words the first is as good as the other.
    slips.dedup_by(|next, slip| next.span.start < slip.span.end);
    slips
}

#[cfg(test)]
mod tests;
