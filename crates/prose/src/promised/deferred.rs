//! A narrator who puts off what there is to tell: "of which I shall speak in its proper place".

use super::{PromiseKind, PromiseReader};

/// How a narrator tells.
const RELATING: [&str; 13] = [
    "speak", "tell", "relate", "say", "write", "describe", "explain", "recount", "told", "related",
    "set", "record", "recorded",
];

/// What a reader does then.
const HEARING: [&str; 4] = ["hear", "learn", "know", "read"];

/// Until when it is put off.
const PUT_OFF: [&str; 28] = [
    "in its proper place",
    "in its own place",
    "in its place",
    "in its turn",
    "in its own time",
    "in due time",
    "in due course",
    "in due season",
    "in good time",
    "in another chapter",
    "in a later chapter",
    "in a chapter to come",
    "in another place",
    "in time",
    "when the time comes",
    "when i come to it",
    "another time",
    "hereafter",
    "by and by",
    "later on",
    "further on",
    "before long",
    "before i have done",
    "before the end",
    "before this story is",
    "before the story is",
    "before this book is",
    "before the book is",
];

/// Words between the verb and until when, at most.
const WITHIN_WORDS: usize = 12;

impl PromiseReader<'_, '_> {
    /// "Of that I shall speak in its proper place", "how it ended shall be told hereafter", "who had broken it, you
    /// shall hear".
    pub(super) fn deferred(&self) -> Option<(PromiseKind, u8)> {
        let words = &self.sentence.words;
        let is_to_come = || words.clone().any(|at| is_will(self.word(at)));
        if self.spoken[words.start] || !is_to_come() {
            return None;
        }
        let until = PUT_OFF.iter().find_map(|it| self.position_of(it));
        let is_put_off = until.is_some_and(|until| {
            let from = until.saturating_sub(WITHIN_WORDS).max(words.start);
            (from..until).any(|at| self.relates(at) || self.is_heard(at))
        });
        // "How it came there, and who had broken it, you shall hear."
        let asks = |at: usize| matches!(self.word(at), "who" | "what" | "how" | "why");
        let is_owed = || {
            let heard = words.clone().find(|&at| self.is_heard(at) && self.closes(at));
            heard.is_some_and(|heard| (words.start..heard).any(asks))
        };
        (is_put_off || is_owed()).then_some((PromiseKind::Foreshadowing, 4))
    }

    /// "promised the girls that on their next birthday they should know what was in it": somebody is to learn something at
    /// a time to come.
    pub(super) fn to_be_known(&self) -> Option<(PromiseKind, u8)> {
        const KNOWING: [&str; 6] = ["know", "learn", "hear", "told", "discover", "shown"];
        const ASKED: [&str; 7] = ["what", "who", "why", "how", "where", "whose", "truth"];
        const TIMES: [&str; 12] = [
            "birthday",
            "wedding",
            "day",
            "year",
            "years",
            "month",
            "age",
            "spring",
            "summer",
            "autumn",
            "winter",
            "christmas",
        ];
        let words = self.sentence.words.clone();
        let mut verbs = words.clone().filter(|&at| KNOWING.contains(&self.word(at)));
        let known = verbs.find(|&at| {
            let is_to_come = (at.saturating_sub(3)..at)
                .any(|it| matches!(self.word(it), "would" | "should" | "shall" | "will"));
            let asked = (at + 1..at + 4).find(|&it| ASKED.contains(&self.word(it)));
            // "would know what to do".
            is_to_come && asked.is_some_and(|it| self.word(it + 1) != "to") && !self.is_negated(at)
        })?;
        let is_timed = words.clone().any(|at| TIMES.contains(&self.word(at)));
        let promised = |at: &usize| matches!(self.word(*at), "promised" | "promise" | "vowed");
        let is_promised =
            (words.start..known).find(promised).is_some_and(|at| !self.is_negated(at));
        (is_promised && is_timed).then_some((PromiseKind::Foreshadowing, 5))
    }

    /// Whether a narrator says of a verb here that they will do it: "I shall tell", "shall be told".
    fn relates(&self, at: usize) -> bool {
        let (two_before, before) = (self.word(at.wrapping_sub(2)), self.word(at.wrapping_sub(1)));
        let is_passive = matches!(self.word(at), "told" | "related" | "recorded")
            && before == "be"
            && is_will(two_before);
        let is_own = matches!(two_before, "i" | "we") && is_will(before);
        // "set it down".
        let is_whole =
            self.word(at) != "set" || self.word(at + 1) == "down" || self.word(at + 2) == "down";
        !self.spoken[at] && RELATING.contains(&self.word(at)) && is_whole && (is_passive || is_own)
    }

    /// Whether a narrator says here that the reader will get to know it: "you shall hear".
    fn is_heard(&self, at: usize) -> bool {
        let (two_before, before) = (self.word(at.wrapping_sub(2)), self.word(at.wrapping_sub(1)));
        !self.spoken[at]
            && HEARING.contains(&self.word(at))
            && matches!(before, "shall" | "will")
            && matches!(two_before, "you" | "reader" | "readers")
    }

    /// Whether a part of the sentence ends behind a word.
    fn closes(&self, at: usize) -> bool {
        !self.text.gap_after(at).starts_with([' ', '-'])
    }
}

fn is_will(word: &str) -> bool {
    matches!(word, "shall" | "will" | "must")
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::tokens::Text;

    #[test]
    fn what_the_narrator_puts_off_is_a_promise() {
        for (sentence, is_promise) in [
            ("Of their quarrel I shall speak in its proper place.", true),
            ("How the letter was found shall be told hereafter.", true),
            (
                "He saw a thing that I shall set down in its place, when I have done with this.",
                true,
            ),
            ("Who had broken it, you shall hear before this story is finished.", true),
            ("What became of the key, the reader will learn.", true),
            ("You will see the house behind the hill.", false),
            ("Hale said, “I will tell you before long.”", false),
            ("I shall put the book in its place.", false),
            ("I shall set the table in good time.", false),
            ("“I will tell you another time,” said Hale.", false),
            ("Hale told him in due course.", false),
        ] {
            let read = Extract::of(&Text::new(sentence)).wording.promises;
            assert_eq!(!read.is_empty(), is_promise, "{sentence}");
        }
    }
}
