//! Conversations: turns of speech, what is known of who takes them, and what follows for the others.

use std::ops::Range;

use super::follows::FOLLOWS;
use super::people::{People, Role, Whom};
use super::pronouns::{Near, Recent};
use super::tags;
use super::turns::{Known, Turn, turns};
use super::{AttributedQuotation, CERTAINTY_MIN, Reason, Speaker};
use crate::dialogue::Quotation;
use crate::span::Span;
use crate::tokens::{SentenceKind, Text};

/// Words of a paragraph before a turn that still tells who takes it.
const LEAD_WORDS_MAX: usize = 40;

/// What it takes from the certainty that nobody says by which pronouns somebody goes.
const UNCLEAR_GENDER: f64 = 0.59;

/// What a listener does: who does it beside a quotation has not spoken it.
const IDLE_VERBS: [&str; 14] = [
    "heard",
    "listened",
    "hears",
    "listens",
    "waited",
    "not",
    "didn't",
    "couldn't",
    "understood",
    "overheard",
    "was",
    "were",
    "knew",
    "obeyed",
];

pub(super) struct Conversation<'c, 't> {
    pub(super) text: &'c Text<'t>,
    pub(super) people: &'c People,
    pub(super) pieces: &'c [Vec<Quotation>],
    pub(super) turns: Vec<Turn>,
}

pub(super) fn attribute(
    text: &Text<'_>,
    people: &People,
    pieces: Vec<Vec<Quotation>>,
) -> Vec<AttributedQuotation> {
    let turns = turns(text, people, &pieces);
    let mut conversation = Conversation { text, people, pieces: &pieces, turns };
    conversation.read();
    conversation.fill();
    // What was found by alternation tells whom pronouns mean.
    conversation.read();
    conversation.fill();
    let known: Vec<Option<Known>> =
        conversation.turns.iter().flat_map(|it| it.known.iter().copied()).collect();
    let addressed: Vec<Vec<usize>> = conversation
        .turns
        .iter()
        .flat_map(|turn| turn.pieces.clone().map(|_| turn.addressed.clone()))
        .collect();
    pieces
        .into_iter()
        .zip(known)
        .zip(addressed)
        .map(|((parts, known), addressed)| attributed(people, parts, known, &addressed))
        .collect()
}

fn attributed(
    people: &People,
    parts: Vec<Quotation>,
    known: Option<Known>,
    addressed: &[usize],
) -> AttributedQuotation {
    let start = parts.first().map_or(0, |it| it.span.start);
    let end = parts.last().map_or(0, |it| it.span.end);
    let sure = known.filter(|it| it.certainty >= CERTAINTY_MIN);
    AttributedQuotation {
        span: Span::new(start, end),
        parts,
        speaker: sure.map(|it| people.identities[it.identity].speaker.clone()),
        reason: known.map(|it| it.reason),
        certainty: known.map_or(0.0, |it| it.certainty),
        addressee: addressed.iter().find_map(|it| match people.identities[*it].speaker {
            Speaker::Member(at) => Some(at),
            _ => None,
        }),
    }
}

impl Conversation<'_, '_> {
    /// Reads the narration in order: whom tags and pronouns mean.
    fn read(&mut self) {
        let mut near = Near::default();
        let mut meant: Vec<Option<(usize, f64)>> = vec![None; self.people.mentions.len()];
        let mut next = 0;
        for turn in 0..self.turns.len() {
            // What stands before and within this turn, up to the paragraph's end.
            let end = self.text.paragraphs()[self.turns[turn].paragraphs.1].words.end;
            let to = self.people.mentions.partition_point(|it| it.words.start < end);
            for (at, slot) in meant.iter_mut().enumerate().take(to).skip(next) {
                *slot = self.meaning(at, turn, &mut near);
            }
            next = to;
            let spoken_to: Vec<usize> = self.turns[turn]
                .tags
                .iter()
                .flatten()
                .filter_map(|tag| meant[tag.to?].map(|(identity, _)| identity))
                .collect();
            self.turns[turn].spoken_to = spoken_to;
            self.explicit(turn, &meant);
            self.act(turn, &meant);
            let sentence = self.text.sentence_of(end - 1);
            let sentence = self.text.words()[sentence.words.start].sentence;
            if let Some(known) = self.turns[turn].last() {
                near.note_speaker(known.identity, sentence);
            }
            for identity in self.turns[turn].addressed.clone() {
                near.note(identity, sentence, Role::Unclear);
            }
        }
    }

    /// Whom a mention of the narration means, and how sure that is.
    fn meaning(&self, at: usize, turn: usize, near: &mut Near) -> Option<(usize, f64)> {
        let mention = &self.people.mentions[at];
        if mention.is_spoken {
            return None;
        }
        let word = mention.words.start;
        let sentence = self.text.words()[word].sentence;
        let (identity, share) = match mention.whom {
            Whom::One(identity) => (identity, 1.0),
            Whom::Pronoun(gender) => {
                let is_tag =
                    self.turns[turn].tags.iter().flatten().any(|tag| tag.mention == Some(at));
                let is_within =
                    word >= self.text.paragraphs()[self.turns[turn].paragraphs.0].words.start;
                let factor = |recent: &Recent| {
                    if is_tag || is_within { self.factor(turn, recent) } else { 1.0 }
                };
                let found = near.meant(self.people, gender, sentence, factor)?;
                (found.identity, if found.is_only { 1.0 } else { found.share })
            }
        };
        near.note(identity, sentence, mention.role);
        Some((identity, share))
    }

    /// What the turns beside this one say for or against somebody taking it.
    fn factor(&self, turn: usize, recent: &Recent) -> f64 {
        let this = &self.turns[turn];
        let identity = recent.identity;
        let mut factor = 1.0;
        if this.addressed.contains(&identity) {
            factor *= 0.05;
        }
        if this.spoken_of.contains(&identity) {
            factor *= 0.3;
        }
        if let (Some(pause), Some(before)) = (this.pause, turn.checked_sub(1)) {
            let before = &self.turns[before];
            // Who acts again behind their last words may well go on to speak.
            let acted = recent.acted.is_some_and(|it| it > self.last_sentence(before));
            if !acted && before.last().is_some_and(|it| it.identity == identity) {
                factor *= if pause == 0 { 0.2 } else { 0.7 };
            }
            if before.addressed.contains(&identity) || before.spoken_to.contains(&identity) {
                factor *= 2.0;
            }
            if before.pause.is_some()
                && let Some(second) = turn.checked_sub(2)
                && self.turns[second].last().is_some_and(|it| it.identity == identity)
            {
                factor *= 1.6;
            }
        }
        factor
    }

    /// The sentence in which the last words of a turn stand.
    fn last_sentence(&self, turn: &Turn) -> usize {
        let piece = self.pieces[turn.pieces.clone()].last().and_then(|it| it.last());
        piece.map_or(0, |it| self.text.words()[it.words.end.saturating_sub(1)].sentence)
    }

    /// The tags of a turn, and what its other quotations have from them.
    fn explicit(&mut self, turn: usize, meant: &[Option<(usize, f64)>]) {
        let people = self.people;
        let found: Vec<Option<Known>> = self.turns[turn]
            .tags
            .iter()
            .map(|tag| {
                let tag = (*tag)?;
                let (identity, share) = meant[tag.mention?]?;
                let mention = &people.mentions[tag.mention?];
                let (reason, certainty) = match mention.whom {
                    // Of whom nobody says the pronouns, any fits.
                    Whom::Pronoun(_) if people.identities[identity].gender.is_none() => {
                        (Reason::Pronoun, share * UNCLEAR_GENDER)
                    }
                    Whom::Pronoun(_) => (Reason::Pronoun, share),
                    Whom::One(one) if one == people.narrator => (Reason::FirstPerson, 0.93),
                    Whom::One(_) if mention.is_name => (Reason::Named, 0.97),
                    Whom::One(_) => (Reason::Described, 0.9),
                };
                let certainty = if tag.is_explicit { certainty } else { certainty * 0.9 };
                Some(Known { identity, reason, certainty })
            })
            .collect();
        let mut carried: Option<Known> = None;
        let first = found.iter().flatten().next().copied();
        for (at, known) in found.into_iter().enumerate() {
            let here = known.or_else(|| {
                carried.or(first).map(|it| Known {
                    reason: Reason::Paragraph,
                    certainty: it.certainty * FOLLOWS,
                    ..it
                })
            });
            if here.is_some() {
                self.turns[turn].known[at] = here;
            }
            carried = known.or(carried);
        }
    }

    /// Who acts beside the quotations of a turn that has no tag.
    fn act(&mut self, turn: usize, meant: &[Option<(usize, f64)>]) {
        let this = &self.turns[turn];
        if this.tags.iter().any(Option::is_some) {
            return;
        }
        let all = &self.pieces[this.pieces.clone()];
        let (Some(first), Some(last)) = (all.first(), all.last()) else { return };
        if first.first().is_some_and(|it| it.words.is_empty() || self.is_embedded(it)) {
            return;
        }
        let words = |at: usize| self.text.paragraphs()[at].words.clone();
        let (lead, _) = tags::beside(&words(this.paragraphs.0), first);
        let (_, behind) = tags::beside(&words(this.paragraphs.1), last);
        let mut between = Vec::new();
        for pair in all.windows(2) {
            if let (Some(one), Some(other)) = (pair[0].last(), pair[1].first()) {
                between.push(one.words.end..other.words.start);
            }
        }
        let found = between
            .into_iter()
            .find_map(|range| self.actor(range, meant, true))
            .or_else(|| self.actor(behind, meant, true))
            .or_else(|| self.actor(lead, meant, false))
            .map(|(identity, share)| (identity, 0.85 * share))
            .or_else(|| {
                let before = this.paragraphs.0.checked_sub(1)?;
                let taken =
                    turn.checked_sub(1).is_some_and(|it| self.turns[it].paragraphs.1 == before);
                let range = words(before);
                let is_prose = self.text.sentence_of(range.start).kind == SentenceKind::Prose;
                let is_lead = !taken && is_prose && range.len() <= LEAD_WORDS_MAX;
                let (identity, share) =
                    is_lead.then(|| self.actor(range, meant, false)).flatten()?;
                Some((identity, 0.75 * share))
            });
        let Some((identity, certainty)) = found else { return };
        if self.turns[turn].addressed.contains(&identity) {
            return;
        }
        let known = Known { identity, reason: Reason::Action, certainty };
        self.turns[turn].known.iter_mut().for_each(|it| *it = Some(known));
    }

    /// Whether a quotation is a part of the sentence around it, so that who acts there need not speak.
    fn is_embedded(&self, quotation: &Quotation) -> bool {
        let first = quotation.words.start;
        let paragraph = self.text.sentence_of(first).paragraph;
        let from = match first {
            0 => 0,
            _ => self.text.words()[first - 1].span.end,
        };
        let lead = self.text.source().get(from..quotation.span.start).unwrap_or_default();
        first > self.text.paragraphs()[paragraph].words.start && lead.trim().is_empty()
    }

    /// Who acts in these words: the first subject, or the last sentence's.
    fn actor(
        &self,
        words: Range<usize>,
        meant: &[Option<(usize, f64)>],
        is_first: bool,
    ) -> Option<(usize, f64)> {
        if words.is_empty() {
            return None;
        }
        let sentence = if is_first { words.start } else { words.end - 1 };
        let sentence = self.text.sentence_of(sentence).words.clone();
        let range = sentence.start.max(words.start)..sentence.end.min(words.end);
        self.people.within(range.clone()).find_map(|at| {
            let mention = &self.people.mentions[at];
            // "My uncle saw me": who owns the uncle does not act.
            let is_owner = self
                .people
                .at(mention.words.end)
                .is_some_and(|it| !self.people.mentions[it].is_name && it != at);
            if is_owner && mention.role == Role::Other {
                return None;
            }
            let acts = mention.role == Role::Subject
                || mention.role == Role::Other && mention.words.start == sentence.start
                || mention.role == Role::Unclear && mention.words.start == sentence.start;
            let is_idle = (mention.words.end..sentence.end)
                .take(2)
                .any(|it| IDLE_VERBS.contains(&self.text.lower(it)));
            meant[at].filter(|_| acts && !is_idle)
        })
    }
}
