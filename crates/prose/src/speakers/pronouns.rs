//! Whom pronouns of the narration mean: the nearest person whom they fit, with those who act before those
//! with whom something is done.

use super::Gender;
use super::people::{People, Role};

/// People who may be meant, at most: the last mentioned.
const RECENT_MAX: usize = 16;

/// What a sentence without them takes from how near somebody is.
const DECAY: f64 = 0.8;

/// Nearness below which somebody is not there any more.
const NEAR_MIN: f64 = 0.05;

/// Whom a pronoun means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Meant {
    pub(super) identity: usize,
    pub(super) is_only: bool,
    /// How much nearer than the next, from 0.5 to 1.
    pub(super) share: f64,
}

/// Who was mentioned last.
#[derive(Debug, Clone, Default)]
pub(super) struct Near {
    /// Each once, the last mentioned last.
    recent: Vec<Recent>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Recent {
    pub(super) identity: usize,
    sentence: usize,
    weight: f64,
    /// The sentence in which they acted last; none where they only spoke or were spoken of.
    pub(super) acted: Option<usize>,
}

impl Near {
    /// Notes that somebody is mentioned.
    pub(super) fn note(&mut self, identity: usize, sentence: usize, role: Role) {
        self.keep(identity, sentence, role, (role == Role::Subject).then_some(sentence));
    }

    /// Notes that somebody speaks.
    pub(super) fn note_speaker(&mut self, identity: usize, sentence: usize) {
        self.keep(identity, sentence, Role::Subject, None);
    }

    fn keep(&mut self, identity: usize, sentence: usize, role: Role, acted: Option<usize>) {
        let weight = match role {
            Role::Subject => 1.0,
            Role::Unclear => 0.7,
            Role::Other => 0.45,
        };
        let mut weight: f64 = weight;
        let mut acted = acted;
        if let Some(at) = self.recent.iter().position(|it| it.identity == identity) {
            let before = self.recent.remove(at);
            acted = acted.or(before.acted);
            weight = weight.max(decayed(&before, sentence)) + 0.1 * decayed(&before, sentence);
        }
        self.recent.push(Recent { identity, sentence, weight: weight.min(1.4), acted });
        if self.recent.len() > RECENT_MAX {
            self.recent.remove(0);
        }
    }

    /// Whom a pronoun in this sentence means; `factor` says what else speaks for or against somebody.
    pub(super) fn meant(
        &self,
        people: &People,
        gender: Gender,
        sentence: usize,
        factor: impl Fn(&Recent) -> f64,
    ) -> Option<Meant> {
        let mut best: Option<(f64, usize)> = None;
        let mut all = 0.0;
        let mut others = 0;
        for recent in &self.recent {
            if recent.identity == people.narrator || !people.fits(recent.identity, gender) {
                continue;
            }
            let sure = if people.identities[recent.identity].gender.is_some() { 1.0 } else { 0.5 };
            let score = decayed(recent, sentence) * sure * factor(recent);
            if score < NEAR_MIN {
                continue;
            }
            all += score;
            others += 1;
            if best.is_none_or(|(known, _)| score >= known) {
                best = Some((score, recent.identity));
            }
        }
        let (score, identity) = best?;
        Some(Meant { identity, is_only: others == 1, share: score / all })
    }
}

fn decayed(recent: &Recent, sentence: usize) -> f64 {
    let sentences = sentence.saturating_sub(recent.sentence).min(60);
    recent.weight * DECAY.powi(i32::try_from(sentences).unwrap_or(60))
}
