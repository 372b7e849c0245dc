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

/// Words of what somebody says, thinks or hopes, and of what is expected.
const REPORTING: [&str; 21] = [
    "said", "says", "told", "thought", "hoped", "believed", "knew", "feared", "expected", "meant",
    "promised", "swore", "declared", "wished", "trusted", "supposed", "plain", "clear", "certain",
    "sure", "likely",
];

/// Spans of time that end.
const TIMES: [&str; 15] = [
    "year",
    "winter",
    "summer",
    "spring",
    "springtime",
    "autumn",
    "season",
    "month",
    "twelvemonth",
    "night",
    "day",
    "war",
    "century",
    "voyage",
    "harvest",
];

/// What happens to somebody, and is not planned.
const BEFALLING: [&str; 17] = [
    "hear",
    "see",
    "know",
    "feel",
    "learn",
    "discover",
    "regret",
    "rue",
    "remember",
    "lose",
    "find",
    "wish",
    "need",
    "weep",
    "understand",
    "die",
    "curse",
];

impl PromiseReader<'_, '_> {
    /// The narrator hints at what is to come.
    pub(super) fn foreshadowing(&self) -> Option<(PromiseKind, u8)> {
        if self.spoken[self.sentence.words.start] {
            return None;
        }
        if self.has_any(&PLAIN) || self.is_before_long() {
            return Some((PromiseKind::Foreshadowing, 5));
        }
        if self.is_to_learn() || self.is_yet_to_come() {
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

    /// "Before the winter was out one of them would be gone", "Emma was to hear that sigh again before the year was out".
    fn is_before_long(&self) -> bool {
        let words = self.sentence.words.clone();
        let Some(before) = self.find(&["before", "ere"]) else { return false };
        let is_led = before == words.start;
        let verb = (before + 2..before + 2 + VOW_WITHIN_WORDS).find(|&at| {
            self.word(at) == "ended"
                || (matches!(self.word(at), "was" | "were") || is_led && self.word(at) == "had")
                    && matches!(
                        self.word(at + 1),
                        "out" | "over" | "done" | "past" | "gone" | "many" | "ended"
                    )
        });
        let Some(verb) = verb else { return false };
        // "stood before the fire until the evening was over"
        let is_of_time = (before + 1..verb).any(|at| TIMES.contains(&self.word(at)));
        let is_habit = self.find(&["often", "always", "usually", "sometimes"]).is_some();
        if !is_of_time || is_habit {
            return false;
        }
        // "The rent was to be paid" is a plan.
        let is_to = |at: usize| {
            matches!(self.word(at), "was" | "were")
                && self.word(at + 1) == "to"
                && (is_led || BEFALLING.contains(&self.word(at + 2)))
        };
        let would = |at: usize| self.word(at) == "would";
        // What somebody says or hopes is no word of the narrator's.
        let is_reported = self.find(&REPORTING).is_some();
        let mut after = verb + 1..words.end;
        let is_to_come = |at: usize| is_to(at) || would(at) && !is_reported;
        (words.start..before).any(is_to_come) || is_led && after.any(is_to_come)
    }

    /// "nor would they for many months", "a promise that she would break".
    fn is_yet_to_come(&self) -> bool {
        let has_broken = ["break", "regret"].iter().any(|verb| {
            ["she", "he", "they", "i"].iter().any(|who| self.has(&format!("{who} would {verb}")))
        });
        let is_promise = self.find(&["promise", "vow", "oath"]).is_some()
            && has_broken
            && self.find(&REPORTING).is_none();
        let is_unknown = ["nor would", "nor did"].iter().any(|lead| self.has(lead))
            && self.has_any(&[
                "for many",
                "for some years",
                "for years",
                "for months",
                "until long after",
            ]);
        is_promise || is_unknown
    }
}
