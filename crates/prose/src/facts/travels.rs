//! Facts about setting out and arriving, with their dates and the time that lay between: "Hale set out on 2
//! May", "Hale arrived on 6 May, after four days on the road".

use super::times::days_of;
use super::{Attribute, Fact, FactReader};
use crate::calendar::Duration;

/// Verbs of setting out, the last word of each.
const STARTING: [&str; 13] = [
    "set", "left", "departed", "sailed", "started", "embarked", "rode", "began", "went",
    "enlisted", "fell", "moved", "took",
];

/// Verbs of arriving and ending.
const ENDING: [&str; 12] = [
    "arrived",
    "reached",
    "returned",
    "came",
    "landed",
    "ended",
    "got",
    "docked",
    "finished",
    "was",
    "recovered",
    "rose",
];

/// Words that a span of time stands behind or before, when it is one that has gone by.
const GONE_BY: [&str; 14] = [
    "after",
    "later",
    "afterwards",
    "having",
    "been",
    "taken",
    "took",
    "lasted",
    "journey",
    "voyage",
    "absence",
    "spent",
    "for",
    "in",
];

/// Words between a verb and the span of time, at most.
const DURATION_WITHIN_WORDS: usize = 5;

impl FactReader<'_, '_> {
    pub(super) fn travels(&self, found: &mut Vec<Fact>, durations: &[Duration]) {
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        if self.subject.is_possessive || !self.line.is_beside(end) {
            return;
        }
        let mut verb = self.line.behind_adverbs(end);
        if self.line.word(verb) == "had" {
            verb = self.line.behind_adverbs(verb + 1);
        }
        let word = self.line.word(verb);
        let is_dated = |fact: &Fact| fact.date.as_ref().is_some_and(|date| date.day.is_some());
        let from = durations.partition_point(|it| it.words.start < self.line.words.start);
        let own = durations[from..].iter().take_while(|it| it.words.start < self.line.words.end);
        let gone_by: Vec<&Duration> = own.filter(|it| self.is_gone_by(it)).collect();
        if let ([duration], true) = (gone_by.as_slice(), ENDING.contains(&word)) {
            let (least, most) = days_of(duration);
            let fact = self.fact(Attribute::End, format!("{least}-{most}"), (start, verb + 1));
            found.extend(fact.filter(is_dated));
        } else if gone_by.is_empty() && STARTING.contains(&word) {
            let fact = self.fact(Attribute::Start, word.to_owned(), (start, verb + 1));
            found.extend(fact.filter(is_dated));
        }
    }

    fn is_gone_by(&self, duration: &Duration) -> bool {
        let words = &duration.words;
        // "Two days later it snowed, and on 9 May Hale arrived" counts from another time.
        let is_elsewhere = words.end < self.subject.words.start
            && (words.end..self.subject.words.start)
                .any(|at| self.line.word(at) == "and" && !self.line.is_beside(at));
        if is_elsewhere {
            return false;
        }
        let before = words.start.saturating_sub(DURATION_WITHIN_WORDS).max(self.line.words.start);
        (before..words.start)
            .chain(words.end..words.end + 2)
            .any(|at| GONE_BY.contains(&self.line.word(at)))
    }
}
