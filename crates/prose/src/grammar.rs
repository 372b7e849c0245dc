//! Slips of grammar that a spelling checker does not see, because each word is one: words that stand for others
//! that sound alike, verbs in a form that cannot stand there, articles, and spaces beside commas. What is looked for
//! was chosen on whole novels, so that hardly anything of it is false of one (`patterns.txt`).

mod articles;
mod commas;
mod patterns;

use std::collections::HashMap;

use crate::dialogue::{quotations, spoken};
use crate::span::Span;
use crate::tokens::Text;

/// Slips of one habit in a text from which on they are no slips but how the book is written: in dialect, without
/// apostrophes, or as another age wrote.
const HABIT_MIN: usize = 6;

/// A slip of grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarSlip {
    /// What is wrong, with the words around it that show that it is.
    pub span: Span,
    /// The same with what is meant.
    pub meant: String,
}

/// What may be how a book is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Habit {
    /// Forms of the narration that are no standard English.
    Narration,
    /// A line of the patterns, by its place.
    Line(usize),
    /// "an" for "a", or the reverse.
    Article { is_an: bool },
    /// Commas without a space behind them, or with one in front.
    Comma { is_joined: bool },
}

/// A slip, and the habit of which it is one where it stands often.
struct Found {
    slip: GrammarSlip,
    habit: Option<Habit>,
}

/// The slips of a text in English, in its order. Of two that share a word the second is found when the first is
/// mended.
pub fn grammar_slips(text: &Text<'_>) -> Vec<GrammarSlip> {
    let spoken = spoken(text, &quotations(text));
    let mut found = patterns::slips(text, &spoken);
    found.extend(articles::slips(text, &spoken));
    found.extend(commas::slips(text));
    let mut counts: HashMap<Habit, usize> = HashMap::new();
    for habit in found.iter().filter_map(|it| it.habit) {
        *counts.entry(habit).or_default() += 1;
    }
    found.retain(|it| it.habit.is_none_or(|habit| counts[&habit] < HABIT_MIN));
    let mut slips: Vec<GrammarSlip> = found.into_iter().map(|it| it.slip).collect();
    slips.sort_by_key(|slip| slip.span);
    slips.dedup_by(|next, slip| next.span.start < slip.span.end);
    slips
}

#[cfg(test)]
mod tests;
