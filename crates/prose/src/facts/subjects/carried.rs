//! Whom a pronoun means that speaks of somebody of the paragraph before.

use std::ops::Range;

use super::governing::CONJUNCTIONS;
use super::unnamed::NounOf;
use super::{Candidate, Fitting, ParagraphReader, Subject};
use crate::facts::Pronoun;
use crate::facts::words::KIN;
use crate::lists::{SPEECH_VERBS, is_past_verb};
use crate::span::Span;
use crate::tokens::Paragraph;

/// Words around a pronoun in which it is said who that is, at most.
const INTRODUCED_WITHIN_WORDS: usize = 60;

/// What the paragraph before leaves to the pronouns of the next.
#[derive(Default, Clone, Copy)]
pub(super) struct Before {
    /// Whom it named.
    pub(super) fitting: [Fitting; 2],
    /// The subjects of its last clauses whom "he" and "she" would mean.
    pub(super) governing: [Option<Candidate>; 2],
    /// Who speaks in the next one: "When we had finished, Lucy said:".
    pub(super) speaker: Option<Candidate>,
}

impl ParagraphReader<'_, '_> {
    /// The only one of whom the paragraph before spoke and whom the first pronoun of this one fits, or the subject of its
    /// last clauses, unless it is said who that is: "He was a tall boy".
    pub(super) fn carried(&self, at: usize, pronoun: Pronoun) -> Option<(usize, Span)> {
        let before = self.before.fitting[pronoun as usize];
        let last = before.last.filter(|it| !it.is_spoken && it.pronoun == Some(pronoun));
        let named = last.and_then(|it| it.named).filter(|&(owner, _)| before.is_only(owner));
        let governing = || self.before.governing[pronoun as usize].and_then(|it| it.named);
        let (owner, name) = named.or_else(governing)?;
        (!self.is_introduced(at)).then_some((owner, name))
    }

    /// Whether the sentence of a word says who somebody is: "He was a tall boy".
    pub(super) fn is_introduced(&self, at: usize) -> bool {
        let sentence = &self.text.sentence_of(at).words;
        let mut near = at.saturating_sub(INTRODUCED_WITHIN_WORDS).max(sentence.start)
            ..(at + INTRODUCED_WITHIN_WORDS).min(sentence.end);
        near.any(|it| NounOf::read(self.text.lower(it)).is_some() && self.is_description(it))
    }

    /// Whether somebody who is known to go by a pronoun that opens its sentence has just spoken, and only what they say
    /// speaks of others: "“The lad is lonely,” said Mr. Hale. He".
    pub(super) fn is_speaker_of_nearest(
        &self,
        last: &Candidate,
        at: usize,
        pronoun: Pronoun,
    ) -> bool {
        let text = self.text;
        let sentence = text.sentence_of(at);
        let is_next = last.sentence + 1 == text.words()[at].sentence;
        if sentence.words.start != at || !is_next || last.pronoun != Some(pronoun) {
            return false;
        }
        let Some((owner, name)) = last.named else { return false };
        let words = text.words();
        let Range { start: first, end } = text.words_in(name);
        // "“This is my grandson Will,” said Mr. Hale. He was ten."
        let of_last = text.sentences()[last.sentence].words.clone();
        let introduces = |at: usize| {
            matches!(text.lower(at), "my" | "here" | "this" | "that's" | "here's")
                || text.lower(at) == "that" && at + 1 < words.len() && text.lower(at + 1) == "is"
        };
        if of_last.into_iter().any(introduces) {
            return false;
        }
        let is_verb = |at: usize| at < words.len() && SPEECH_VERBS.contains(text.lower(at));
        let is_tag = first.checked_sub(1).is_some_and(is_verb) || is_verb(end);
        let from = self.candidates.partition_point(|it| it.sentence < last.sentence);
        let mut others = self.candidates[from..].iter().filter(|it| !it.is_spoken);
        is_tag && others.all(|it| it.named.is_some_and(|(known, _)| known == owner))
    }

    /// Whether a possessive with a word for a relative stands behind somebody who is known to go by it and is the subject
    /// of their clause: "arranged that Clerval should join me, as soon as his father".
    pub(super) fn is_relative_of_subject(
        &self,
        last: &Candidate,
        at: usize,
        pronoun: Pronoun,
    ) -> bool {
        const MODALS: [&str; 5] = ["should", "would", "could", "might", "must"];
        let (text, words) = (self.text, self.text.words());
        let is_kin = (at + 1..words.len().min(at + 3)).any(|it| KIN.contains(text.lower(it)));
        let fits = last.pronoun.is_none_or(|known| known == pronoun);
        if !is_kin || !fits || last.sentence != words[at].sentence {
            return false;
        }
        let Some((_, name)) = last.named else { return false };
        let Range { start: first, end } = text.words_in(name);
        let verb = text.lower(end.min(words.len() - 1));
        let is_verb = is_past_verb(verb) || MODALS.contains(&verb);
        let start = text.sentence_of(at).words.start;
        let opens = first <= start
            || text.gap_before(first).trim() == ","
            || CONJUNCTIONS.contains(&text.lower(first - 1));
        let is_other =
            |it: usize| matches!(text.lower(it), "he" | "she" | "him" | "his" | "her" | "who");
        end < at && is_verb && opens && !(end..at).any(is_other)
    }

    /// Who speaks in the next paragraph, where this one ends with the tag.
    pub(super) fn speaker_to_come(
        &self,
        paragraph: &Paragraph,
        subjects: &[Subject],
    ) -> Option<Candidate> {
        let text = self.text;
        let verb = paragraph.words.end.checked_sub(1)?;
        let is_tag = SPEECH_VERBS.contains(text.lower(verb))
            && text.gap_after(verb).trim_start().starts_with(':');
        let teller = subjects.last().filter(|it| is_tag && it.words.end == verb)?;
        let pronoun = self.identities.pronouns[teller.owner];
        (teller.pronoun.is_none() && pronoun.is_some()).then_some(Candidate {
            named: Some((teller.owner, teller.name)),
            pronoun,
            sentence: text.words()[verb].sentence,
            at: verb,
            is_spoken: false,
        })
    }
}
