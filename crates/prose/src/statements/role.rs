//! Statements about what somebody is to somebody, or by profession: "Lucy was a teacher", "his wife
//! Mina".

use super::words::{IN_ROLE, PAST};
use super::{Aspect, Extract, StatementReader};
use crate::lists::{FUNCTION_WORDS, ROLES, SPEECH_VERBS};

/// Words between an article and a role: "a very old friend".
const ADJECTIVES_MAX: usize = 3;

/// Words behind "of" in a role: "the captain of the Czarina Catherine".
const ROLE_OBJECT_WORDS_MAX: usize = 5;

impl StatementReader<'_, '_> {
    pub(super) fn role(&self) -> Option<Extract> {
        let (start, end) = (self.mention.words.start, self.mention.words.end);
        let extract = |words: std::ops::Range<usize>, first: usize, end: usize| Extract {
            about: Aspect::Role,
            value: self.text.words_span(&words).of(self.text.source()).to_owned(),
            first,
            end,
        };
        if self.is_possessive() {
            return None;
        }
        // His wife Mina; my friend, Dr. Seward.
        let owned = ["my", "his", "her", "their", "our", "your"];
        if start >= 2
            && (self.follows(start) || self.text.gap_before(start).trim() == ",")
            && self.follows(start - 1)
            && self.is(start - 2, &owned)
            && self.word(start - 1).is_some_and(|word| ROLES.contains(word))
            && !self.is(start - 1, &["lord", "lady"])
        {
            return Some(extract(start - 2..start, start - 2, end));
        }
        let from = if self.behind_comma(end) {
            end
        } else if self.follows(end)
            && self.is(end, &["is", "was", "became"])
            && self.follows(end + 1)
        {
            end + 1
        } else {
            return None;
        };
        let article = ["the", "a", "an", "my", "his", "her", "their", "our", "your"];
        if !self.is(from, &article) {
            return None;
        }
        let role = (from + 1..=from + 1 + ADJECTIVES_MAX)
            .take_while(|&at| self.follows(at) && self.word(at).is_some())
            .find(|&at| self.word(at).is_some_and(|word| ROLES.contains(word)))?;
        let behind = role + 1;
        if self.follows(behind) && self.is(behind, &["of", "to"]) {
            let last = (behind + 1..=behind + ROLE_OBJECT_WORDS_MAX)
                .take_while(|&at| self.word(at).is_some() && is_joined(self.text.gap_before(at)))
                .find(|&at| self.ends_part(at))?;
            if (behind + 1..=last).any(|at| self.is_verb_in_role(at)) {
                return None;
            }
            return Some(extract(from..last + 1, start, last + 1));
        }
        self.ends_part(role).then(|| extract(from..behind, start, behind))
    }

    /// Whether a word behind the "of" of a role goes on to say what somebody does: "the mother of
    /// Mina's friend said". Names are written with a capital.
    fn is_verb_in_role(&self, at: usize) -> bool {
        let written = self.text.words()[at].span.of(self.text.source());
        let word = self.text.lower(at);
        !written.starts_with(char::is_uppercase)
            && !IN_ROLE.contains(&word)
            && (FUNCTION_WORDS.contains(word)
                || SPEECH_VERBS.contains(word)
                || PAST.contains(&word)
                || word.ends_with("ed"))
    }
}

/// Whether what stands between two words leaves them in one part of a sentence: "of Dr. Seward".
fn is_joined(gap: &str) -> bool {
    matches!(gap.trim(), "" | "-" | ".")
}
