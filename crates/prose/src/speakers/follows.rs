//! What follows for a turn from those beside it: who is addressed, whose turn it is, who else is there.

use super::Reason;
use super::conversation::Conversation;
use super::turns::{Known, Turn};

/// Rounds in which what is known of some turns is carried to others.
const ROUNDS_MAX: usize = 8;

/// What one takes from the certainty of a turn that another follows from.
pub(super) const FOLLOWS: f64 = 0.96;

/// The certainty, at most, that turns alternate where a third speaker is near.
const OF_MANY: f64 = 0.65;

/// Turns before and behind one that are looked at for who takes part.
const AROUND_TURNS_MAX: usize = 12;

/// Turns within which a third speaker makes it unsure that turns alternate.
const NEAR_TURNS_MAX: usize = 4;

impl Conversation<'_, '_> {
    /// Carries what is known of some turns to the others.
    pub(super) fn fill(&mut self) {
        for _ in 0..ROUNDS_MAX {
            let mut is_changed = false;
            for turn in 0..self.turns.len() {
                let this = &self.turns[turn];
                if this.known.iter().all(Option::is_none)
                    && this.tags.iter().flatten().all(|it| !it.is_explicit)
                    && let Some(known) = self.follows(turn)
                {
                    self.turns[turn].known.iter_mut().for_each(|it| *it = Some(known));
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
    }

    /// What follows for a turn from those beside it.
    fn follows(&self, turn: usize) -> Option<Known> {
        let this = &self.turns[turn];
        let before = |steps: usize| {
            let at = turn.checked_sub(steps)?;
            (at + 1..=turn).all(|it| self.turns[it].pause == Some(0)).then_some(&self.turns[at])
        };
        let next = |steps: usize| {
            let at = turn + steps;
            (at < self.turns.len() && (turn + 1..=at).all(|it| self.turns[it].pause == Some(0)))
                .then(|| &self.turns[at])
        };
        let last = |it: Option<&Turn>| it.and_then(Turn::last);
        let first = |it: Option<&Turn>| it.and_then(Turn::first);
        let is_free = |identity: usize| {
            !this.addressed.contains(&identity)
                && !this.spoken_of.contains(&identity)
                && last(before(1)).is_none_or(|it| it.identity != identity)
                && first(next(1)).is_none_or(|it| it.identity != identity)
        };
        let know = |identity: usize, reason, certainty| {
            is_free(identity).then_some(Known { identity, reason, certainty })
        };
        let at_most =
            if self.speakers_around(turn, NEAR_TURNS_MAX).len() > 2 { OF_MANY } else { 1.0 };
        let alternating = |beside: Option<Known>, second: Option<Known>| {
            let (beside, second) = (beside?, second?);
            let certainty = (beside.certainty.min(second.certainty) * FOLLOWS).min(at_most);
            know(second.identity, Reason::Alternation, certainty)
        };
        let called = |turn: Option<&Turn>, certainty| {
            let turn = turn?;
            match (turn.addressed.as_slice(), turn.spoken_to.as_slice()) {
                ([one], _) | ([], [one]) => know(*one, Reason::Addressed, certainty),
                _ => None,
            }
        };
        alternating(last(before(1)), last(before(2)))
            .or_else(|| called(before(1), 0.85))
            .or_else(|| alternating(first(next(1)), first(next(2))))
            .or_else(|| called(next(1), 0.75))
            .or_else(|| self.other_of_two(turn, last(before(1)).or(first(next(1)))?, is_free))
    }

    /// The other of the two who take the turns of a conversation.
    fn other_of_two(
        &self,
        turn: usize,
        beside: Known,
        is_free: impl Fn(usize) -> bool,
    ) -> Option<Known> {
        let only = [NEAR_TURNS_MAX, AROUND_TURNS_MAX].into_iter().find_map(|within| {
            let mut others = self.speakers_around(turn, within);
            others.retain(|it| *it != beside.identity);
            if let [only] = others.as_slice() { Some(*only) } else { None }
        })?;
        is_free(only).then_some(Known {
            identity: only,
            reason: Reason::OtherOfTwo,
            certainty: beside.certainty * 0.8,
        })
    }

    /// Who is known to take a turn of the same conversation, within some turns of this one.
    fn speakers_around(&self, turn: usize, within: usize) -> Vec<usize> {
        let mut from = turn;
        while from > 0 && self.turns[from].pause.is_some() && turn - from < within {
            from -= 1;
        }
        let mut speakers: Vec<usize> = Vec::new();
        for (at, it) in self.turns.iter().enumerate().skip(from) {
            if at > from && it.pause.is_none() || at > turn + within {
                break;
            }
            for known in it.known.iter().flatten() {
                if !speakers.contains(&known.identity) {
                    speakers.push(known.identity);
                }
            }
        }
        speakers
    }
}
