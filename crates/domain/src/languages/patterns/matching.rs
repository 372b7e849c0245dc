//! Finds what a program looks for in a word. It tries one way after the other from an explicit list, and
//! stops when its budget is used up, so no pattern makes it run long or deep.

use std::collections::HashSet;

use super::{Refusal, Unit, UnitKind};

/// How many steps runs may still take, one for each operation on each unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepBudget {
    left: u32,
}

impl StepBudget {
    /// So many steps.
    pub fn new(steps: u32) -> Self {
        Self { left: steps }
    }

    /// Whether none is left.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Takes one step.
    ///
    /// # Errors
    /// When none is left.
    pub fn step(&mut self) -> Result<(), Refusal> {
        self.left = self.left.checked_sub(1).ok_or(Refusal::Budget)?;
        Ok(())
    }

    /// Runs with at most so many of these steps.
    pub fn within<T>(&mut self, steps: u32, run: impl FnOnce(&mut Self) -> T) -> T {
        let given = self.left.min(steps);
        let mut part = Self { left: given };
        let ran = run(&mut part);
        self.left -= given - part.left;
        ran
    }
}

/// A member of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member {
    /// Its sounds as they are compared.
    pub(super) sounds: Vec<String>,
    /// Its sounds as they are written.
    pub(super) written: Vec<String>,
}

/// One operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Op {
    /// This sound.
    Text(String),
    /// A member of a set; which one is captured, and where it is bound it is the one captured before.
    Member { set: usize, capture: Option<usize>, is_bound: bool },
    /// A sound that is no member of a set.
    Other(usize),
    /// Any sound.
    Sound,
    /// The beginning or end of a word.
    Edge,
    /// The boundary of two morphemes.
    Joint,
    /// Goes on with the next operation, or with this one.
    Split(usize),
    /// Goes on with this operation.
    Jump(usize),
    /// The target ends here.
    End,
    /// Goes back to the target's beginning, and backward from there.
    Turn,
    /// All of it was found.
    Accept,
}

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    pub(super) ops: Vec<Op>,
    pub(super) sets: Vec<Vec<Member>>,
    /// How many sounds are captured.
    pub(super) captures: usize,
    /// The captures of classes without a number, in their order.
    pub(super) free: Vec<usize>,
    /// Whether sounds have to be the same as others.
    pub(super) is_numbered: bool,
    /// What must not be around the target.
    pub(super) unless: Vec<Program>,
}

/// Nothing is captured yet.
pub(super) const NONE: u16 = u16::MAX;

/// Where a way stands.
#[derive(Debug, Clone)]
pub(super) struct State {
    op: usize,
    at: usize,
    is_backward: bool,
    start: usize,
    /// Where the target ends.
    pub(super) end: usize,
    /// Which member of its set each class was.
    pub(super) captures: Vec<u16>,
}

impl Program {
    /// The first way from a position, if there is one.
    pub(super) fn find(
        &self,
        units: &[Unit],
        start: usize,
        budget: &mut StepBudget,
    ) -> Result<Option<State>, Refusal> {
        let captures = vec![NONE; self.captures];
        let state = State { op: 0, at: start, is_backward: false, start, end: start, captures };
        self.run(units, state, budget, |_| true)
    }

    /// Every position where a way from `start` ends.
    pub(super) fn ends(
        &self,
        units: &[Unit],
        start: usize,
        budget: &mut StepBudget,
    ) -> Result<Vec<usize>, Refusal> {
        let captures = vec![NONE; self.captures];
        let state = State { op: 0, at: start, is_backward: false, start, end: start, captures };
        let mut ends = Vec::new();
        self.run(units, state, budget, |state| {
            if !ends.contains(&state.at) {
                ends.push(state.at);
            }
            false
        })?;
        Ok(ends)
    }

    /// Whether it is around these two positions: to the left of the first, to the right of the second.
    pub(super) fn is_around(
        &self,
        units: &[Unit],
        (start, end): (usize, usize),
        budget: &mut StepBudget,
    ) -> Result<bool, Refusal> {
        let captures = vec![NONE; self.captures];
        let state = State { op: 0, at: end, is_backward: false, start, end, captures };
        self.run(units, state, budget, |_| true).map(|it| it.is_some())
    }

    fn run(
        &self,
        units: &[Unit],
        first: State,
        budget: &mut StepBudget,
        mut accept: impl FnMut(&State) -> bool,
    ) -> Result<Option<State>, Refusal> {
        let is_plain = !self.is_numbered && self.unless.is_empty();
        let mut tried: HashSet<(usize, usize)> = HashSet::new();
        let mut ways = vec![first];
        while let Some(mut state) = ways.pop() {
            loop {
                budget.step()?;
                if is_plain
                    && matches!(self.ops[state.op], Op::Split(_))
                    && !tried.insert((state.op, state.at))
                {
                    break;
                }
                if self.ops[state.op] == Op::Accept {
                    if !self.is_excepted(units, &state, budget)? && accept(&state) {
                        return Ok(Some(state));
                    }
                    break;
                }
                if !self.advance(units, &mut state, &mut ways, budget)? {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Whether an exception is around the target.
    fn is_excepted(
        &self,
        units: &[Unit],
        state: &State,
        budget: &mut StepBudget,
    ) -> Result<bool, Refusal> {
        for unless in &self.unless {
            let mut captures = state.captures.clone();
            captures.resize(unless.captures.max(captures.len()), NONE);
            let (start, end) = (state.start, state.end);
            let state = State { op: 0, at: end, is_backward: false, start, end, captures };
            if unless.run(units, state, budget, |_| true)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does the operation of a state that is not the last; whether it could be done.
    fn advance(
        &self,
        units: &[Unit],
        state: &mut State,
        ways: &mut Vec<State>,
        budget: &mut StepBudget,
    ) -> Result<bool, Refusal> {
        match &self.ops[state.op] {
            Op::Split(other) => ways.push(State { op: *other, ..state.clone() }),
            Op::Jump(to) => {
                state.op = *to;
                return Ok(true);
            }
            Op::End => state.end = state.at,
            Op::Turn => {
                state.at = state.start;
                state.is_backward = true;
            }
            Op::Edge => {
                let at = state.skipped(units);
                let beside = state.beside(units, at);
                if beside.is_some_and(|it| it.kind != UnitKind::Gap) {
                    return Ok(false);
                }
            }
            Op::Joint => {
                if state.beside(units, state.at).is_none_or(|it| it.kind != UnitKind::Joint) {
                    return Ok(false);
                }
                state.at = state.moved(state.at, 1);
            }
            Op::Text(text) => return Ok(state.take(units, |it| it.folded == *text)),
            Op::Sound => return Ok(state.take(units, |_| true)),
            Op::Other(set) => {
                let is_member = |unit: &Unit| {
                    self.sets[*set]
                        .iter()
                        .any(|it| it.sounds.len() == 1 && it.sounds[0] == unit.folded)
                };
                return Ok(state.take(units, |it| !is_member(it)));
            }
            Op::Member { set, capture, is_bound } => {
                return self.member(units, state, (*set, *capture, *is_bound), ways, budget);
            }
            Op::Accept => return Ok(false),
        }
        state.op += 1;
        Ok(true)
    }

    /// Takes a member of a set, the longest that is there; the others are other ways.
    fn member(
        &self,
        units: &[Unit],
        state: &mut State,
        (set, capture, is_bound): (usize, Option<usize>, bool),
        ways: &mut Vec<State>,
        budget: &mut StepBudget,
    ) -> Result<bool, Refusal> {
        let bound = capture.filter(|_| is_bound).map(|it| state.captures[it]);
        let bound = bound.filter(|it| *it != NONE).map(usize::from);
        let mut found: Vec<(usize, State)> = Vec::new();
        for (number, member) in self.sets[set].iter().enumerate() {
            if bound.is_some_and(|it| it != number) {
                continue;
            }
            budget.step()?;
            let mut next = state.without_captures();
            let mut sounds: Vec<&String> = member.sounds.iter().collect();
            if state.is_backward {
                sounds.reverse();
            }
            if sounds.into_iter().all(|sound| next.eat(units, |it| it.folded == *sound)) {
                found.push((number, next));
            }
        }
        found.sort_by_key(|(number, _)| self.sets[set][*number].sounds.len());
        let Some(last) = found.pop() else { return Ok(false) };
        let captured = |(number, next): (usize, State), of: &State| {
            let mut captures = of.captures.clone();
            if let Some(capture) = capture {
                captures[capture] = u16::try_from(number).unwrap_or(NONE);
            }
            State { captures, op: of.op + 1, ..next }
        };
        ways.extend(found.into_iter().map(|it| captured(it, state)));
        *state = captured(last, state);
        Ok(true)
    }
}

impl State {
    /// The position so many units further on its way.
    fn moved(&self, at: usize, by: usize) -> usize {
        if self.is_backward { at - by } else { at + by }
    }

    /// The unit beside a position, in the way's direction.
    fn beside<'u>(&self, units: &'u [Unit], at: usize) -> Option<&'u Unit> {
        if self.is_backward {
            at.checked_sub(1).and_then(|at| units.get(at))
        } else {
            units.get(at)
        }
    }

    /// The position behind the joints that stand here.
    fn skipped(&self, units: &[Unit]) -> usize {
        let mut at = self.at;
        while self.beside(units, at).is_some_and(|it| it.kind == UnitKind::Joint) {
            at = self.moved(at, 1);
        }
        at
    }

    /// Passes over a sound that is wanted, and the joints before it.
    fn eat(&mut self, units: &[Unit], is_wanted: impl Fn(&Unit) -> bool) -> bool {
        let at = self.skipped(units);
        let is_next = self.beside(units, at).is_some_and(|it| it.is_sound() && is_wanted(it));
        if is_next {
            self.at = self.moved(at, 1);
        }
        is_next
    }

    /// As [`State::eat`], and goes on with the next operation.
    fn take(&mut self, units: &[Unit], is_wanted: impl Fn(&Unit) -> bool) -> bool {
        let is_next = self.eat(units, is_wanted);
        self.op += 1;
        is_next
    }

    /// The same way without what it captured.
    fn without_captures(&self) -> Self {
        Self { captures: Vec::new(), ..*self }
    }
}
