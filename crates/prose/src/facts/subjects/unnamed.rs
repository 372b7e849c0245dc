//! People without a name whom nouns speak of, and who may be meant by the next pronouns: "a girl", "the doctor".

use super::{Candidate, ParagraphReader};
use crate::facts::Pronoun;
use crate::facts::constructions::HAVING;
use crate::facts::phrases::{is_determiner, is_possessive};
use crate::facts::words::{PROFESSIONS, RANKS};
use crate::lists::{
    FUNCTION_WORDS, NOUNS_OF_MEN, NOUNS_OF_PERSONS, NOUNS_OF_WOMEN, ROLES, WordList, is_past_verb,
};
use crate::style::is_adverb;

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
const ADJECTIVES: [&str; 7] =
    ["elder", "private", "general", "major", "infant", "patient", "maiden"];

/// Words behind which a noun says what somebody is.
const COPULAS: [&str; 10] =
    ["was", "is", "became", "been", "as", "be", "being", "were", "are", "become"];

/// Function words between such a word and the noun: "was also but a poor clerk".
const BEFORE_COMPLEMENTS: [&str; 29] = [
    "a", "an", "the", "his", "her", "my", "our", "their", "no", "not", "but", "also", "only",
    "still", "now", "quite", "rather", "very", "too", "so", "such", "never", "always", "once",
    "one", "most", "more", "of", "and",
];

/// Words between a verb or an article and the noun of somebody whom it describes, at most.
const DESCRIBED_WITHIN_WORDS: usize = 7;

/// Whom a noun of a person may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::facts) enum NounOf {
    /// "girl", "uncle".
    One(Pronoun),
    /// "stranger", "doctor".
    Either,
}

impl NounOf {
    /// Whom a noun may mean; none for a word that is no noun of a person.
    pub(in crate::facts) fn read(noun: &str) -> Option<Self> {
        let either: [&WordList; 4] = [&NOUNS_OF_PERSONS, &ROLES, &PROFESSIONS, &RANKS];
        if NOUNS_OF_MEN.contains(noun) {
            Some(Self::One(Pronoun::He))
        } else if NOUNS_OF_WOMEN.contains(noun) {
            Some(Self::One(Pronoun::She))
        } else {
            either.iter().any(|list| list.contains(noun)).then_some(Self::Either)
        }
    }

    /// The pronoun that is meant, if only one can be.
    fn pronoun(self) -> Option<Pronoun> {
        match self {
            Self::One(pronoun) => Some(pronoun),
            Self::Either => None,
        }
    }
}

impl ParagraphReader<'_, '_> {
    /// Notes a noun that speaks of somebody without a name.
    pub(super) fn note(&mut self, at: usize, is_spoken: bool) {
        if is_spoken && self.is_addressed(at) {
            return;
        }
        let lower = self.text.form(self.text.words()[at].stem);
        let either = || self.is_other_person(at).then_some(NounOf::Either);
        let Some(noun) = NounOf::read(lower).or_else(either) else { return };
        if !self.is_description(at) && !self.is_no_noun(at) {
            let sentence = self.text.words()[at].sentence;
            let pronoun = noun.pronoun();
            let met = Candidate { named: None, pronoun, sentence, at, is_spoken };
            self.meet(met);
            self.remember(met, self.weight_of(at + 1, false));
        }
    }

    /// "The other bowed", "a dark figure rose": somebody who is called by no noun of a person.
    fn is_other_person(&self, at: usize) -> bool {
        let text = self.text;
        let next = text.lower_after(at);
        let acts = is_past_verb(next);
        match text.lower(at) {
            "newcomer" => true,
            "other" | "another" | "second" | "figure" => acts && text.gap_after(at) == " ",
            _ => false,
        }
    }

    /// Whether a word that may speak of somebody says something else here: "her elder sister", "described her person".
    fn is_no_noun(&self, at: usize) -> bool {
        let text = self.text;
        let before = text.lower_before(at);
        let next = text.lower_after(at);
        let is_before_noun = text.gap_after(at) == " "
            && !FUNCTION_WORDS.contains(next)
            && !is_past_verb(next)
            && !is_adverb(next);
        match text.lower(at) {
            "person" => matches!(before, "his" | "her"),
            it => ADJECTIVES.contains(&it) && is_before_noun,
        }
    }

    /// Whether a noun only describes who was named: "Lucy was a girl", "as a child", "Hale, a tall man,".
    pub(super) fn is_description(&self, at: usize) -> bool {
        self.is_complement(at) || self.is_likeness(at) || self.is_apposed(at)
    }

    /// "Lucy was a tall girl", "must needs also be a musician", and not "it was a girl", "was met by a girl".
    fn is_complement(&self, at: usize) -> bool {
        let text = self.text;
        let sentence = &text.sentence_of(at).words;
        let near = at.saturating_sub(DESCRIBED_WITHIN_WORDS).max(sentence.start)..at;
        let Some(be) = near.rev().find(|&it| COPULAS.contains(&text.lower(it))) else {
            return false;
        };
        let subject = be.checked_sub(1).filter(|it| sentence.contains(it));
        let subject = subject.map_or("", |it| text.lower(it));
        if matches!(subject, "there" | "it" | "here" | "that" | "this") {
            return false;
        }
        let mut is_determined = false;
        let is_between = (be + 1..at).all(|it| {
            let word = text.lower(it);
            let is_participle = word.ends_with("ing") || word.ends_with("ed");
            let fits = BEFORE_COMPLEMENTS.contains(&word)
                || !FUNCTION_WORDS.contains(word) && (is_determined || !is_participle);
            is_determined |= is_determiner(word) || is_possessive(word);
            fits
        });
        // "Hale rose as a stranger came in"
        let next = text.lower_after(at);
        let is_clause = text.lower(be) == "as" && text.gap_after(at) == " " && is_past_verb(next);
        is_between && !is_clause
    }

    /// Whether "of" stands behind what somebody is seen by: "the figure of a woman".
    pub(super) fn is_appearance(&self, of: usize) -> bool {
        of > 0 && APPEARANCES.contains(&self.text.lower(of - 1))
    }

    /// "had the face of a soldier", "like a soldier", and not "saw the face of a soldier".
    fn is_likeness(&self, at: usize) -> bool {
        let text = self.text;
        let sentence = &text.sentence_of(at).words;
        let near = at.saturating_sub(DESCRIBED_WITHIN_WORDS).max(sentence.start)..at;
        let Some(article) = near.rev().find(|&it| matches!(text.lower(it), "a" | "an")) else {
            return false;
        };
        let word = |back: usize| {
            article
                .checked_sub(back)
                .filter(|it| sentence.contains(it))
                .map_or("", |it| text.lower(it))
        };
        match word(1) {
            "like" | "than" => true,
            "of" => {
                let is_had = is_possessive(word(3))
                    || is_determiner(word(3)) && (HAVING.contains(word(4)) || word(4) == "with");
                self.is_appearance(article - 1) && is_had
            }
            _ => false,
        }
    }

    /// "Hale, a tall man,", and not "Turning to Emma, the woman smiled", "Larry, the doctor’s man,".
    fn is_apposed(&self, at: usize) -> bool {
        let text = self.text;
        let sentence = &text.sentence_of(at).words;
        let near = at.saturating_sub(DESCRIBED_WITHIN_WORDS).max(sentence.start)..at;
        let is_article = |it: &usize| matches!(text.lower(*it), "a" | "an" | "the");
        let Some(article) = near.rev().find(is_article) else { return false };
        let Some(before) = article.checked_sub(1).filter(|it| sentence.contains(it)) else {
            return false;
        };
        let next = text.lower_after(at);
        let gap = text.gap_after(at).trim_start();
        let closes = gap.starts_with([',', '.', ';', '—'])
            || gap.is_empty() && matches!(next, "of" | "with" | "in" | "who" | "whose" | "from");
        closes
            && text.gap_before(article).trim() == ","
            && text.words()[at].form == text.words()[at].stem
            && self.candidates.last().and_then(|it| it.named).is_some_and(|(_, name)| {
                name.end == text.bare_span(before).end && name.end == text.words()[before].span.end
            })
    }
}
