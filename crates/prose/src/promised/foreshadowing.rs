//! Hints of a narrator at what is to come: "Little did she know", "Before the year was out Mary was to learn what lay in it".

use super::{NEGATIONS, PromiseKind, PromiseReader, VOW_WITHIN_WORDS};

/// Phrases that say it plainly, and those that may.
const PLAIN: [&str; 20] = [
    "little did he",
    "little did she",
    "little did i",
    "little did they",
    "little did we",
    "little did anyone",
    "had he but known",
    "had she but known",
    "had i but known",
    "had they but known",
    "had he only known",
    "had she only known",
    "had i only known",
    "not for the last time",
    "was to prove",
    "would come to regret",
    "would live to regret",
    "would one day",
    "would some day",
    "was never to see",
];
const LESS: [&str; 60] = [
    "did not know then",
    "did not know it then",
    "did not yet know",
    "could not have known",
    "could not know that",
    "had no idea then",
    "if only he had known",
    "if only she had known",
    "if only they had known",
    "was not the last time",
    "was the last time",
    "the day would come when",
    "the time would come when",
    "would come a day",
    "would come a time",
    "would long remember",
    "would remember it all",
    "sooner than he thought",
    "sooner than she thought",
    "sooner than they thought",
    "sooner than any of them",
    "shall hear by and by",
    "more of this hereafter",
    "would be sorry for it",
    "was to be years before",
    "was to be months before",
    "was to remember",
    "were to remember",
    "had not seen the last of",
    "must be told in its",
    "shall be told in its",
    "will be told in its",
    "as will be seen",
    "as we shall see",
    "we shall hear more of",
    "shall hear of again",
    "lived to regret",
    "lived to rue",
    "would live to rue",
    "had cause to regret",
    "had reason to regret",
    "would have cause to",
    "would pay dearly",
    "would cost them dear",
    "would cost him dear",
    "would cost her dear",
    "was to change everything",
    "would change everything",
    "would never see",
    "it would be years",
    "it would be months",
    "it would be the last",
    "for the last time",
    "would soon learn",
    "would soon discover",
    "as it turned out later",
    "was to be the last",
    "would remember it later",
    "would later",
    "was not yet done with",
];

impl PromiseReader<'_, '_> {
    /// The narrator hints at what is to come.
    pub(super) fn foreshadowing(&self) -> Option<(PromiseKind, u8)> {
        if self.spoken[self.sentence.words.start] {
            return None;
        }
        if self.has_any(&PLAIN) {
            return Some((PromiseKind::Foreshadowing, 5));
        }
        if self.is_to_learn() || self.is_before_long() {
            return Some((PromiseKind::Foreshadowing, 4));
        }
        self.has_any(&LESS).then_some((PromiseKind::Foreshadowing, 3))
    }

    /// "Before the year was out Mary was to learn what lay in it".
    fn is_to_learn(&self) -> bool {
        const LEARNING: [&str; 5] = ["learn", "discover", "regret", "rue", "understand"];
        const LATER: [&str; 7] = ["soon", "later", "afterwards", "years", "ere", "yet", "long"];
        let is_to_come = |at: usize| {
            matches!(self.word(at), "was" | "were")
                && self.word(at + 1) == "to"
                && LEARNING.contains(&self.word(at + 2))
                && !NEGATIONS.contains(&self.word(at - 1))
                && (self.is_capital(at - 1)
                    || matches!(self.word(at - 1), "he" | "she" | "they" | "i" | "we"))
        };
        let mut verbs = self.sentence.words.clone().skip(1);
        verbs.any(is_to_come)
            && (self.find(&LATER).is_some() || self.has_any(&["was out", "was over"]))
    }

    /// "Before the winter was out one of them would be gone".
    fn is_before_long(&self) -> bool {
        let start = self.sentence.words.start;
        let is_led = matches!(self.word(start), "before" | "ere");
        let verb = (start + 2..start + 2 + VOW_WITHIN_WORDS).find(|&at| {
            matches!(self.word(at), "was" | "were" | "had")
                && matches!(self.word(at + 1), "out" | "over" | "done" | "past" | "gone" | "many")
        });
        let is_to_come = |at: usize| {
            self.word(at) == "would"
                || matches!(self.word(at), "was" | "were") && self.word(at + 1) == "to"
        };
        is_led && verb.is_some_and(|verb| (verb + 2..self.sentence.words.end).any(is_to_come))
    }
}
