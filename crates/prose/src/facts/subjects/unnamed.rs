//! People without a name whom nouns speak of, and who may be meant by the next pronouns: "a girl", "the doctor".

use super::{Candidate, ParagraphReader};
use crate::facts::Pronoun;
use crate::facts::words::{PROFESSIONS, RANKS};
use crate::lists::{
    FUNCTION_WORDS, NOUNS_OF_MEN, NOUNS_OF_PERSONS, NOUNS_OF_WOMEN, PAST_VERBS, ROLES, WordList,
    is_act_past,
};

/// What somebody has of anybody: "the face of a soldier".
const APPEARANCES: [&str; 20] = [
    "face",
    "look",
    "air",
    "manner",
    "manners",
    "voice",
    "tone",
    "figure",
    "eye",
    "eyes",
    "heart",
    "mind",
    "smile",
    "gait",
    "step",
    "dress",
    "part",
    "character",
    "life",
    "stoop",
];

/// Nouns of persons that are adjectives in front of other nouns: "an elder brother", "a private letter".
const ADJECTIVES: [&str; 12] = [
    "elder",
    "private",
    "general",
    "major",
    "infant",
    "patient",
    "native",
    "principal",
    "subject",
    "criminal",
    "maiden",
    "novice",
];

/// Words behind which a noun says what somebody is.
const COPULAS: [&str; 10] =
    ["was", "is", "became", "been", "as", "be", "being", "were", "are", "become"];

/// Words between a verb or an article and the noun of somebody whom it describes, at most.
const DESCRIBED_WITHIN_WORDS: usize = 7;

/// Whether a noun is one for somebody of either sex.
pub(super) fn is_neutral(noun: &str) -> bool {
    let lists: [&WordList; 4] = [&NOUNS_OF_PERSONS, &ROLES, &PROFESSIONS, &RANKS];
    lists.iter().any(|list| list.contains(noun))
}

impl ParagraphReader<'_, '_> {
    /// Notes a noun that speaks of somebody without a name.
    pub(super) fn note(&mut self, at: usize, is_spoken: bool) {
        if is_spoken && self.is_addressed(at) {
            return;
        }
        let lower = self.text.form(self.text.words()[at].stem);
        let pronoun = if NOUNS_OF_MEN.contains(lower) {
            Some(Pronoun::He)
        } else if NOUNS_OF_WOMEN.contains(lower) {
            Some(Pronoun::She)
        } else if is_neutral(lower) {
            None
        } else {
            return;
        };
        if !self.is_description(at) && !self.is_no_noun(at) {
            let sentence = self.text.words()[at].sentence;
            self.meet(Candidate { named: None, pronoun, sentence, at, is_spoken });
        }
    }

    /// Whether a word that may speak of somebody says something else here: "her elder sister", "described her person".
    fn is_no_noun(&self, at: usize) -> bool {
        let text = self.text;
        let before = at.checked_sub(1).map_or("", |it| text.lower(it));
        let is_own = matches!(before, "his" | "her");
        let next = text.words().get(at + 1).map_or("", |_| text.lower(at + 1));
        let is_followed = text.gap_after(at) == " "
            && !FUNCTION_WORDS.contains(next)
            && !PAST_VERBS.contains(next)
            && !is_act_past(next);
        match text.lower(at) {
            "person" => is_own,
            it => ADJECTIVES.contains(&it) && is_followed,
        }
    }

    /// Whether a noun only describes who was named: "Lucy was a girl", "as a child", "Hale, a tall man,".
    pub(super) fn is_description(&self, at: usize) -> bool {
        let text = self.text;
        let sentence = &text.sentence_of(at).words;
        let near = at.saturating_sub(DESCRIBED_WITHIN_WORDS).max(sentence.start)..at;
        if near.clone().any(|it| COPULAS.contains(&text.lower(it))) {
            return true;
        }
        let Some(article) = near.rev().find(|&it| matches!(text.lower(it), "a" | "an" | "the"))
        else {
            return false;
        };
        let Some(before) = article.checked_sub(1).filter(|it| sentence.contains(it)) else {
            return false;
        };
        // "the face of a soldier", and not "the shoulder of a soldier".
        let is_any = text.lower(article) != "the"
            && text.gap_before(article).trim().is_empty()
            && match text.lower(before) {
                "like" | "than" => true,
                "of" => {
                    before.checked_sub(1).is_some_and(|it| APPEARANCES.contains(&text.lower(it)))
                }
                _ => false,
            };
        // "Larry, the doctor's man," is about two.
        let is_apposed = text.gap_before(article).trim() == ","
            && text.words()[at].form == text.words()[at].stem
            && self.candidates.last().and_then(|it| it.named).is_some_and(|(_, name)| {
                name.end == text.bare_span(before).end && name.end == text.words()[before].span.end
            });
        is_any || is_apposed
    }
}
