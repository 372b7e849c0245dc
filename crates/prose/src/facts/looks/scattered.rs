//! Eyes and hair whose colour, or whose owner, stands farther off in the sentence than grammar ties them: "the sun
//! caught his eyes and showed them green", "Nobody there had dark hair but Lucy". They are read only where the sentence
//! has no other colour, or no other person, that could be meant.

use super::super::Attribute;
use super::super::phrases::{Grammar, Phrase, Whose, is_determiner, is_nominative, is_person_noun};
use super::super::subjects::Subject;
use super::Said;
use super::colours::{feature, is_be, is_colour};
use crate::lists::{FUNCTION_WORDS, PREPOSITIONS};
use crate::style::is_adverb;

/// Words between eyes or hair and a colour that stands free behind them, at most.
const FREE_WITHIN_WORDS: usize = 16;

/// Words in front of a colour that is said of something before: "could not make less blue".
const BEFORE_FREE: [&str; 10] = [
    "less",
    "more",
    "very",
    "too",
    "perfectly",
    "exceedingly",
    "decidedly",
    "undeniably",
    "unmistakably",
    "quite",
];

/// By what a colour is another for a time.
const LIGHTS: [&str; 11] = [
    "candle",
    "candlelight",
    "candles",
    "lamp",
    "lamplight",
    "light",
    "firelight",
    "moonlight",
    "moon",
    "dusk",
    "shadow",
];

/// Subjects of "had" that are nobody.
const NOBODY: [&str; 4] = ["nobody", "none", "one", "body"];

impl<'r> Grammar<'r, '_> {
    /// A colour behind eyes or hair that stands free: "caught his eyes and showed them green", "eyes, and their brown was
    /// deep", "eyes, which the smoke could not make less blue".
    pub(super) fn free_colour(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<Said> {
        let line = &self.line;
        if matches!(phrase.whose, Whose::Unsaid) {
            return None;
        }
        let end = line.words.end.min(phrase.end + FREE_WITHIN_WORDS);
        let is_relative = self.is_set_off(phrase.end)
            && matches!(line.word(phrase.end), "which" | "that" | "whose");
        let taking_up = |word: &str| match attribute {
            Attribute::Eyes => matches!(word, "them" | "their" | "they"),
            _ => matches!(word, "it" | "its"),
        };
        let at = (phrase.end..end).find(|&at| is_colour(line.word(at), attribute))?;
        let before = line.word_before(at);
        // "turned it red", "made them silver" change a colour.
        let is_seen = matches!(line.word_before(at - 1), "showed" | "found" | "saw" | "proved");
        let is_tied = taking_up(before) && (is_seen || matches!(before, "their" | "its"))
            || BEFORE_FREE.contains(&before)
                && (is_relative || (phrase.end..at).any(|it| taking_up(line.word(it))));
        let is_other = |at: usize| {
            let word = line.word(at);
            self.person_at(at).is_some()
                || feature(word).is_some()
                || is_nominative(word) && !taking_up(word) && word != "which"
                || is_determiner(word) && !is_relative
                || PREPOSITIONS.contains(word)
                || matches!(word, "looked" | "seemed" | "appeared")
        };
        if !is_tied || self.is_lit() || (phrase.end..at).any(is_other) {
            return None;
        }
        let (colour, end) = self.colours(at, attribute)?;
        let next = line.word(end);
        let is_free = line.ends_part(end - 1) || FUNCTION_WORDS.contains(next);
        let is_noun = matches!(before, "their" | "its") && is_be(next);
        let (first, is_named, is_past) = (phrase.first, true, false);
        let said = Said { colour, first, end, is_named, is_past };
        (is_free && (is_noun || !matches!(before, "their" | "its")) && !self.is_passing(end))
            .then_some(said)
    }

    /// Whether the sentence speaks of a light in which colours are others: "which by that candle were very black".
    fn is_lit(&self) -> bool {
        self.line.words.clone().any(|it| LIGHTS.contains(&self.line.word(it)))
    }

    /// "So red was the hair about Lucy's face".
    pub(super) fn inverted_colour(
        &self,
        attribute: Attribute,
        phrase: &Phrase<'_>,
    ) -> Option<Said> {
        let line = &self.line;
        let be = phrase.first.checked_sub(1).filter(|&it| is_be(line.word(it)))?;
        let at = be.checked_sub(1).filter(|&it| is_colour(line.word(it), attribute))?;
        let so = at.checked_sub(1).filter(|&it| matches!(line.word(it), "so" | "very"))?;
        let (colour, end) = self.colours(at, attribute)?;
        let (first, is_named, is_past) = (so, true, false);
        // "So dark were Lucy’s eyes when she was angry", "So white was Lucy’s hair with flour".
        let is_for_a_time = matches!(line.word(phrase.end), "when" | "if" | "as" | "while");
        (end == be && !self.is_lit() && !is_for_a_time && !self.is_passing(phrase.end))
            .then_some(Said { colour, first, end: phrase.end, is_named, is_past })
    }

    /// "Nobody at that table had dark eyes but Lucy", "nobody else had hair of that dark red" in a sentence about Lucy.
    pub(super) fn only_owner(&self, had: usize) -> Option<&'r Subject> {
        let line = &self.line;
        let nobody = (line.words.start..had).rev().find(|&at| NOBODY.contains(&line.word(at)))?;
        let is_nobody = match line.word(nobody) {
            "one" | "body" => line.word_before(nobody) == "no",
            _ => true,
        };
        let is_clear = (nobody + 1..had).all(|at| {
            self.person_at(at).is_none() && !is_nominative(line.word(at)) && line.is_beside(at)
        });
        let is_excepted = |it: &Subject| {
            let before = line.word_before(it.words.start);
            it.words.start > had
                && matches!(before, "but" | "except" | "save" | "besides")
                // "nobody had red hair, but Lucy wished it"
                && line.is_beside(it.words.start - 1)
                && line.ends_part(it.words.end - 1)
        };
        let is_else = line.word(nobody + 1) == "else";
        let sole = if is_else { self.sole_person(had)? } else { self.sole_named(had)? };
        let is_meant = is_excepted(sole) || is_else && sole.words.start < nobody;
        (is_nobody && is_clear && is_meant).then_some(sole)
    }

    /// The only person whom a sentence names, whoever else it speaks of without a name.
    fn sole_named(&self, at: usize) -> Option<&'r Subject> {
        let line = &self.line;
        let mut all = self.persons(line.words.clone()).filter(|it| line.has(it.words.start));
        let first = all.next().filter(|it| !it.is_possessive)?;
        let is_other = |word: usize| word != at && is_person_noun(line.word(word));
        let is_alone = all.all(|it| it.owner == first.owner);
        (is_alone && !line.words.clone().any(is_other)).then_some(first)
    }

    /// "Lucy was described as having grey eyes", at "having".
    pub(super) fn owner_said_to_have(&self, having: usize) -> Option<&'r Subject> {
        let line = &self.line;
        let is_said = line.word(having) == "having" && line.word_before(having) == "as";
        let described =
            (line.words.start..having).rev().find(|&at| line.word(at) == "described")?;
        let verb = described.checked_sub(1).filter(|&it| is_said && is_be(line.word(it)))?;
        let owner = self.subject_of(verb)?;
        // "was given a doll described as having" is about the doll.
        let is_described = (described + 1..having - 1)
            .all(|at| is_adverb(line.word(at)) || matches!(line.word(at), "quite" | "very"));
        // "The man who had robbed Lucy was described" is about the man.
        let is_opening = owner.words.start == line.words.start;
        (is_described && is_opening).then_some(owner)
    }

    /// "Brown eyes, a short nose, a chin that had been broken: that was Lucy": who a description at the beginning of a
    /// sentence means.
    pub(super) fn owner_behind_list(&self, phrase: &Phrase<'_>) -> Option<&'r Subject> {
        let line = &self.line;
        let opens = phrase.first == line.words.start && line.is_behind_comma(phrase.end);
        let colon = (phrase.end..line.words.end)
            .find(|&at| line.text.gap_before(at).contains(':'))
            .filter(|_| opens)?;
        let is_of_nobody = (phrase.end..colon).all(|at| {
            let word = line.word(at);
            self.person_at(at).is_none() && !is_person_noun(word) && !is_nominative(word)
        });
        let mut all = self.persons(colon..line.words.end);
        let first = all.next().filter(|it| it.pronoun.is_none() && !it.is_possessive)?;
        let before = line.word_before(first.words.start);
        let led = line.word(first.words.start.saturating_sub(2));
        let is_meant = is_be(before) && matches!(led, "that" | "this" | "such" | "it" | "here");
        (is_meant && is_of_nobody && all.all(|it| it.owner == first.owner)).then_some(first)
    }
}
