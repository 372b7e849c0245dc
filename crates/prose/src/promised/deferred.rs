//! A narrator who puts off what there is to tell: "of which I shall speak in its proper place".

use super::{PromiseKind, PromiseReader};

/// How a narrator tells.
const RELATING: [&str; 10] = [
    "speak", "tell", "relate", "say", "write", "describe", "explain", "recount", "told", "related",
];

/// Until when it is put off.
const PUT_OFF: [&str; 15] = [
    "in its proper place",
    "in its own place",
    "in its place",
    "in its turn",
    "in due time",
    "in due course",
    "in due season",
    "in another chapter",
    "in a later chapter",
    "in another place",
    "when the time comes",
    "another time",
    "hereafter",
    "by and by",
    "later on",
];

/// Words between the verb and until when, at most.
const WITHIN_WORDS: usize = 12;

impl PromiseReader<'_, '_> {
    /// "Of that I shall speak in its proper place", "how it ended shall be told hereafter".
    pub(super) fn deferred(&self) -> Option<(PromiseKind, u8)> {
        let words = &self.sentence.words;
        if self.spoken[words.start] {
            return None;
        }
        let until = PUT_OFF.iter().find_map(|it| self.position_of(it))?;
        let from = until.saturating_sub(WITHIN_WORDS).max(words.start);
        let is_put_off = (from..until).any(|at| {
            let (two_before, before) =
                (self.word(at.wrapping_sub(2)), self.word(at.wrapping_sub(1)));
            let is_will = |word: &str| matches!(word, "shall" | "will" | "must");
            let is_passive = matches!(self.word(at), "told" | "related")
                && before == "be"
                && is_will(two_before);
            let is_own = matches!(two_before, "i" | "we") && is_will(before);
            RELATING.contains(&self.word(at)) && (is_passive || is_own)
        });
        is_put_off.then_some((PromiseKind::Foreshadowing, 4))
    }
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
            ("I shall put the book in its place.", false),
            ("“I will tell you another time,” said Hale.", false),
            ("Hale told him in due course.", false),
        ] {
            let read = Extract::of(&Text::new(sentence)).wording.promises;
            assert_eq!(!read.is_empty(), is_promise, "{sentence}");
        }
    }
}
