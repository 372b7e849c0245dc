//! A possessive that can mean only the subject of its clause, whoever else its paragraph speaks of: "Hale shut
//! his brown eyes", "Hale looked at the child with his kind eyes", "Hale leaned upon his sword".

use super::super::constructions::{BODY_PARTS, LOOKING, MOVING};
use super::super::words::{BELONGINGS, HAIR_NOUNS, KIN, PARTING, THROWING, USING};
use super::governing::CONJUNCTIONS;
use super::{CANDIDATES_MAX, Candidate, OPENING_WORDS_MAX, PRONOUN_SENTENCES_MAX, ParagraphReader};
use crate::facts::Pronoun;
use crate::lists::{FUNCTION_WORDS, NOUNS_OF_MEN, NOUNS_OF_WOMEN, PREPOSITIONS, is_past_verb};
use crate::span::Span;
use crate::style::is_adverb;

/// Words of a sentence before a possessive that are read, at most.
const WITHIN_WORDS: usize = 100;

/// Words between a possessive and its noun, at most.
const ADJECTIVES_MAX: usize = 4;

/// Words from "her" to "uncle", at most.
const KIN_WITHIN_WORDS: usize = 3;

/// Words between a verb and the possessive of what it moves or looks with, at most.
const OBJECT_WORDS_MAX: usize = 6;

/// What somebody does with their own birthday.
const HAVING_BIRTHDAY: [&str; 6] = ["passed", "celebrated", "kept", "reached", "spent", "marked"];

/// What somebody does with their own hair, beside [`MOVING`].
const HANDLING: [&str; 4] = ["drew", "pulled", "threw", "dried"];

/// Words before eyes and hair that are another's.
pub(super) const SEEING: [&str; 25] = [
    "into",
    "at",
    "met",
    "saw",
    "seen",
    "remembered",
    "recalled",
    "noticed",
    "loved",
    "liked",
    "admired",
    "watched",
    "kissed",
    "stroked",
    "described",
    "painted",
    "praised",
    "knew",
    "thought",
    "dreamed",
    "studied",
    "sought",
    "caught",
    "searched",
    "like",
];

/// Subjects without a name, whose eyes and hair may be meant.
const OTHERS: [&str; 10] =
    ["he", "she", "who", "whoever", "anybody", "somebody", "nobody", "anyone", "someone", "i"];

/// Whether a noun is of eyes or hair.
pub(super) fn is_feature(noun: &str) -> bool {
    noun == "eyes" || HAIR_NOUNS.contains(noun)
}

impl ParagraphReader<'_, '_> {
    /// Whose eyes, hair or belongings a possessive at this word means, where they are those of the subject.
    pub(super) fn bound(&self, at: usize, pronoun: Pronoun) -> Option<(usize, Span)> {
        let text = self.text;
        let sentence = &text.sentence_of(at).words;
        let nth = text.words()[at].sentence;
        let from = self.candidates.partition_point(|it| it.sentence < nth);
        if at - sentence.start > WITHIN_WORDS || self.candidates.len() - from > CANDIDATES_MAX {
            return None;
        }
        let is_beside = |word: usize| text.gap_before(word).trim().is_empty();
        // "her emerald eyes" are no emerald.
        let own = self.noun_behind(at, |noun| noun == "birthday" || is_feature(noun));
        let noun = own.or_else(|| self.noun_behind(at, |noun| BELONGINGS.contains(noun)))?;
        let is_plain = (at + 1..noun).all(|word| {
            !FUNCTION_WORDS.contains(text.lower(word)) || matches!(text.lower(word), "and" | "very")
        });
        if !is_plain {
            return None;
        }
        let Some(subject) = self.opening_subject(at, pronoun) else {
            return self.only_named(at, noun, pronoun);
        };
        let (owner, name) = subject.named?;
        // "Hale's uncle" and "Behind Hale" name no subject, "With a sigh, Hale" does.
        let behind = (sentence.start + 1..=at)
            .find(|&word| text.words()[word].span.start >= name.end)
            .filter(|&word| text.words()[word - 1].span.end == name.end)?;
        let before = text.lower(sentence.start);
        let is_led = text.words()[sentence.start].span.start < name.start
            && !text.source()[..name.start].trim_end().ends_with(',');
        if PREPOSITIONS.contains(before) && is_led {
            return None;
        }
        // "Hale, his grey eyes watering, felt".
        if behind == at && text.gap_before(at).trim() == "," {
            let next = text.lower((noun + 1).min(sentence.end - 1));
            let is_participle = next.ends_with("ing") || next.ends_with("ed");
            return is_participle.then_some((owner, name));
        }
        let is_auxiliary = |word: &str| matches!(word, "had" | "has" | "just" | "only");
        let verb = (behind..at)
            .find(|&word| !is_adverb(text.lower(word)) && !is_auxiliary(text.lower(word)))?;
        let is_one_clause = (behind..=at).all(is_beside);
        if !is_one_clause || at - verb > OBJECT_WORDS_MAX {
            return None;
        }
        let acts = text.lower(verb);
        let moves = MOVING.contains(acts) || HANDLING.contains(&acts);
        let before = text.lower(at - 1);
        let is_own = match before {
            _ if own.is_none() => {
                let handles = [&*USING, &*PARTING, &*THROWING].iter().any(|it| it.contains(acts));
                let leans = matches!(acts, "leaned" | "leant" | "rested")
                    && matches!(before, "upon" | "on");
                self.is_alone(&subject) && (verb + 1 == at && handles || leans)
            }
            _ if text.lower(noun) == "birthday" => HAVING_BIRTHDAY.contains(&acts),
            _ if verb + 1 == at => moves,
            "with" => LOOKING.contains(acts) && text.lower(noun) == "eyes",
            // "shook the snow from her dark curls".
            "from" | "through" | "over" | "back" | "down" | "up" => {
                moves && self.is_alone(&subject) && text.lower(noun) != "eyes"
            }
            _ => false,
        };
        if is_own { Some((owner, name)) } else { self.only_named(at, noun, pronoun) }
    }

    /// Whose relative somebody is of whom it is said right before: "Hale was her uncle", "Hale, her uncle,". It is
    /// not themselves, so of the others it may be the only one.
    pub(super) fn relative_of(&self, at: usize, pronoun: Pronoun) -> Option<(usize, Span)> {
        let text = self.text;
        let is_beside = |word: usize| text.gap_before(word).trim().is_empty();
        let kin = (at + 1..=at + KIN_WITHIN_WORDS)
            .take_while(|&word| {
                word < text.words().len() && is_beside(word) && !text.lower(word).ends_with("'s")
            })
            .find(|&word| KIN.contains(text.lower(word)))?;
        // "Hale, his wife beside him", "Hale, his wife, and two children", "Hale, his wife, Emma and Tom".
        let gap = text.gap_after(kin).trim_start();
        let closes = gap.starts_with([',', '.', ';', '!', '—']);
        let next = text.words().get(kin + 1).map_or("", |it| it.span.of(text.source()));
        let is_listed = gap.starts_with(',')
            && (matches!(next, "and" | "or") || next.starts_with(char::is_uppercase));
        if !closes || is_listed {
            return None;
        }
        let last = self.candidates.last()?;
        let (own, name) = last.named?;
        let fits = match text.lower(kin) {
            noun if NOUNS_OF_WOMEN.contains(noun) => last.pronoun != Some(Pronoun::He),
            noun if NOUNS_OF_MEN.contains(noun) => last.pronoun != Some(Pronoun::She),
            _ => true,
        };
        let end = text.words()[at.checked_sub(1)?].span.end;
        let is_apposed = name.end == end && text.gap_before(at).trim() == ",";
        let be = at.checked_sub(2).filter(|_| is_beside(at) && is_beside(at - 1));
        let is_said = be.is_some_and(|before| {
            matches!(text.lower(at - 1), "was" | "is") && name.end == text.words()[before].span.end
        });
        if !fits || !is_apposed && !is_said {
            return None;
        }
        let is_other = |it: &&Candidate| {
            it.named.is_none_or(|(owner, _)| owner != own)
                && it.pronoun.is_none_or(|known| known == pronoun)
        };
        let mut others = self.candidates.iter().rev().take(CANDIDATES_MAX).filter(is_other);
        let nearest = others.next()?;
        let (owner, name) = nearest.named.filter(|_| !nearest.is_spoken)?;
        let is_near = text.words()[at].sentence - nearest.sentence <= PRONOUN_SENTENCES_MAX;
        let is_only = self.candidates.len() <= CANDIDATES_MAX
            && others.all(|it| it.named.is_some_and(|(other, _)| other == owner));
        (is_near && is_only).then_some((owner, name))
    }

    /// Whose relative stands with somebody who is named right before: "Felix with his wife Agatha".
    pub(super) fn accompanied(&self, at: usize, pronoun: Pronoun) -> Option<(usize, Span)> {
        let text = self.text;
        let is_beside = |word: usize| text.gap_before(word).trim().is_empty();
        let with = at.checked_sub(1).filter(|&with| text.lower(with) == "with" && is_beside(at))?;
        let before = with.checked_sub(1).filter(|_| is_beside(with))?;
        let last = self.candidates.last()?;
        let (owner, name) =
            last.named.filter(|(_, name)| name.end == text.words()[before].span.end)?;
        let is_kin = (at + 1..=at + KIN_WITHIN_WORDS)
            .take_while(|&word| word < text.words().len() && is_beside(word))
            .any(|word| KIN.contains(text.lower(word)));
        // "travelled to London with her father"
        let first = text.words_in(name).start;
        let is_governed =
            first.checked_sub(1).is_some_and(|it| PREPOSITIONS.contains(text.lower(it)));
        let fits = last.pronoun.is_none_or(|known| known == pronoun);
        (is_kin && fits && !is_governed && !last.is_spoken).then_some((owner, name))
    }

    /// Whose eyes or hair stand behind another part of theirs: "for Lucy’s cheeks were pale, her black hair had come down".
    pub(super) fn beside_own_part(&self, at: usize, pronoun: Pronoun) -> Option<(usize, Span)> {
        let text = self.text;
        let last = self.candidates.last().filter(|it| !it.is_spoken)?;
        let (owner, name) = last.named?;
        let end = text.words_in(name).end;
        let word = text.words().get(end.checked_sub(1)?)?;
        let part = (end..end + 2).find(|&it| it < at && BODY_PARTS.contains(text.lower(it)))?;
        let verb = text.lower_after(part);
        // "Mina kissed Lucy’s cheek, her grey eyes full of tears" is about Mina.
        let first = text.words_in(name).start;
        let opens = first == text.sentence_of(at).words.start
            || text.gap_before(first).trim() == ","
            || CONJUNCTIONS.contains(&text.lower_before(first));
        let is_own = word.form != word.stem
            && opens
            && is_past_verb(verb)
            && last.sentence == text.words()[at].sentence
            && at.saturating_sub(end) <= OBJECT_WORDS_MAX
            && text.gap_before(at).trim() == ","
            && (end..at).all(|it| text.gap_before(it).trim().is_empty());
        let fits = last.pronoun.is_none_or(|known| known == pronoun);
        (is_own && fits && self.noun_behind(at, is_feature).is_some()).then_some((owner, name))
    }

    /// Of whom alone the sentence has spoken before a possessive: "the tears that Hale wept made his green eyes
    /// greener". What somebody sees or remembers is another's.
    fn only_named(&self, at: usize, noun: usize, pronoun: Pronoun) -> Option<(usize, Span)> {
        let text = self.text;
        let sentence = text.words()[at].sentence;
        let from = self.candidates.partition_point(|it| it.sentence < sentence);
        let first = *self.candidates.get(from)?;
        let (owner, name) = first.named.filter(|_| !first.is_spoken)?;
        let fits = first.pronoun.is_none_or(|known| known == pronoun) && self.is_alone(&first);
        let start = text.sentence_of(at).words.start;
        // "When anybody spoke of Lucy her eyes softened" is about another.
        let is_seen = (start..at).any(|word| {
            let lower = text.lower(word);
            SEEING.contains(&lower) || OTHERS.contains(&lower)
        });
        (fits && is_feature(text.lower(noun)) && !is_seen).then_some((owner, name))
    }

    /// The first noun of some kind behind a possessive, with nothing but adjectives between them.
    pub(super) fn noun_behind(
        &self,
        possessive: usize,
        is_meant: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let text = self.text;
        let end = text.sentence_of(possessive).words.end;
        (possessive + 1..end.min(possessive + 2 + ADJECTIVES_MAX))
            .take_while(|&it| matches!(text.gap_before(it).trim(), "" | "," | "-"))
            .find(|&it| is_meant(text.lower(it)))
    }

    /// The person whom the sentence of a word names first, near its beginning, if the pronoun fits them and nobody
    /// else is named before the word.
    fn opening_subject(&self, at: usize, pronoun: Pronoun) -> Option<Candidate> {
        let sentence = self.text.words()[at].sentence;
        let from = self.candidates.partition_point(|it| it.sentence < sentence);
        let first = *self.candidates.get(from)?;
        let (owner, name) = first.named.filter(|_| !first.is_spoken)?;
        if name.start < self.text.words()[self.text.sentence_of(at).words.start].span.start {
            return None;
        }
        let fits = first.pronoun.is_none_or(|known| known == pronoun);
        let is_alone = self.candidates[from..]
            .iter()
            .all(|it| it.named.is_none_or(|(other, _)| other == owner));
        let start = self.text.words()[self.text.sentence_of(at).words.start].span.start;
        let before = self.text.source()[start..name.start].split_whitespace();
        let opening = before.take(OPENING_WORDS_MAX + 1).count();
        (fits && is_alone && opening <= OPENING_WORDS_MAX).then_some(first)
    }

    /// Whether the sentence has spoken of nobody but this person so far, with or without a name.
    fn is_alone(&self, person: &Candidate) -> bool {
        let from = self.candidates.partition_point(|it| it.sentence < person.sentence);
        self.candidates[from..]
            .iter()
            .all(|it| it.named.map(|(owner, _)| owner) == person.named.map(|(owner, _)| owner))
    }
}
