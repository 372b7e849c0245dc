//! Runs a sound rule on a word: everywhere at the same time, from the left, without overlaps. What stands
//! around a target is looked at as it was before the rule.

use super::{
    Classes, Refusal, SoundRule, StepBudget, Unit, UnitKind, Units,
    compile::{Compiler, result_class},
    matching::{NONE, Op, Program},
    sound::Element,
};

/// A sound rule that can be run.
#[derive(Debug, Clone)]
pub struct Rewrite {
    program: Program,
    result: Vec<Piece>,
    /// Whether the target has the boundary of morphemes, which then goes with it.
    has_joint: bool,
    is_insertion: bool,
}

/// A piece of what a target becomes.
#[derive(Debug, Clone)]
enum Piece {
    Sound(String),
    Joint,
    /// The sound that was captured.
    Captured(usize, usize),
    /// The member of a class that has the number of the one that was captured.
    Mapped(usize, Vec<Vec<String>>),
}

impl Rewrite {
    /// Makes a rule ready to run.
    ///
    /// # Errors
    /// Why it cannot be run: a class that no rule declares, or two of different sizes.
    pub fn new(rule: &SoundRule, classes: &Classes) -> Result<Self, String> {
        let (program, numbers) = Compiler::new(classes).target(&rule.target, &rule.conditions)?;
        let mut free = program.free.iter().copied();
        let mut result = Vec::new();
        for element in &rule.result {
            let piece = match element {
                Element::Joint => Piece::Joint,
                Element::Text(text) => Piece::Sound(text.clone()),
                Element::Class(name, Some(number))
                    if numbers.contains_key(&(name.clone(), number.clone())) =>
                {
                    let capture = numbers[&(name.clone(), number.clone())];
                    Piece::Captured(capture, program.set_of(capture).unwrap_or(0))
                }
                other => {
                    let Some(members) = result_class(other, classes)? else { continue };
                    let Some(capture) = free.next() else { continue };
                    let of_target = program.set_of(capture).map_or(0, |it| program.sets[it].len());
                    if of_target != members.len() {
                        return Err(format!(
                            "A class of {of_target} sounds becomes one of {}; both need as many.",
                            members.len()
                        ));
                    }
                    Piece::Mapped(capture, members)
                }
            };
            result.push(piece);
        }
        let has_joint = rule.target.contains(&Element::Joint);
        Ok(Self { program, result, has_joint, is_insertion: rule.target.is_empty() })
    }

    /// The word as the rule leaves it; none where it changes nothing.
    ///
    /// # Errors
    /// When it would take too many steps or make the word too long.
    pub fn run(
        &self,
        units: &Units,
        step: usize,
        budget: &mut StepBudget,
    ) -> Result<Option<Units>, Refusal> {
        let units = &units.0;
        let mut out: Vec<Unit> = Vec::new();
        let (mut at, mut is_changed) = (0, false);
        while at <= units.len() {
            let begins_in_joint = self.begins_in_joint();
            let is_start = self.is_insertion
                || units.get(at).is_some_and(|it| begins_in_joint || it.is_sound());
            let found = if is_start { self.program.find(units, at, budget)? } else { None };
            let Some(state) = found else {
                out.extend(units.get(at).cloned());
                at += 1;
                continue;
            };
            is_changed = true;
            self.emit(&state.captures, step, &mut out);
            let mut end = state.end;
            if self.is_insertion {
                // Nothing is put in twice at one joint.
                while units.get(end).is_some_and(|it| it.kind == UnitKind::Joint) {
                    end += 1;
                }
                out.extend_from_slice(&units[at..end.min(units.len())]);
                out.extend(units.get(end).cloned());
                at = end + 1;
            } else {
                if !self.has_joint {
                    out.extend(units[at..end].iter().filter(|it| !it.is_sound()).cloned());
                }
                at = end.max(at + 1);
            }
            if out.len() > super::UNITS_MAX {
                return Units(out).checked().map(Some);
            }
        }
        let changed = Units(out).checked()?;
        Ok((is_changed && changed.0 != *units).then_some(changed))
    }

    fn begins_in_joint(&self) -> bool {
        matches!(self.program.ops.first(), Some(Op::Joint))
    }

    /// Adds what a target becomes.
    fn emit(&self, captures: &[u16], step: usize, out: &mut Vec<Unit>) {
        let of = |capture: usize| captures.get(capture).copied().filter(|it| *it != NONE);
        let add = |sounds: &[String], out: &mut Vec<Unit>| {
            out.extend(sounds.iter().map(|it| Unit::sound(it, step)));
        };
        for piece in &self.result {
            match piece {
                Piece::Sound(sound) => out.push(Unit::sound(sound, step)),
                Piece::Joint => out.push(Unit::joint("", step)),
                Piece::Captured(capture, set) => {
                    if let Some(member) = of(*capture) {
                        add(&self.program.sets[*set][usize::from(member)].written, out);
                    }
                }
                Piece::Mapped(capture, members) => {
                    if let Some(member) = of(*capture).and_then(|it| members.get(usize::from(it))) {
                        add(member, out);
                    }
                }
            }
        }
    }
}

impl Program {
    /// The set whose members a capture has.
    fn set_of(&self, wanted: usize) -> Option<usize> {
        self.ops.iter().find_map(|op| match op {
            Op::Member { set, capture: Some(capture), .. } if *capture == wanted => Some(*set),
            _ => None,
        })
    }

    /// Where a word has what is looked for first, as how many units stand before it.
    ///
    /// # Errors
    /// When it would take too many steps.
    pub fn position(
        &self,
        units: &Units,
        budget: &mut StepBudget,
    ) -> Result<Option<usize>, Refusal> {
        let units = &units.0;
        for at in 0..=units.len() {
            if units.get(at).is_some_and(|it| !it.is_sound()) {
                continue;
            }
            if self.find(units, at, budget)?.is_some() {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// How far a word can be divided into pieces of which each is one of these shapes: as how many
    /// units stand before the first that cannot; none where it can be divided as a whole.
    ///
    /// # Errors
    /// When it would take too many steps.
    pub fn undivided(
        shapes: &[Self],
        units: &Units,
        budget: &mut StepBudget,
    ) -> Result<Option<usize>, Refusal> {
        let sounds: Vec<Unit> = units.0.iter().filter(|it| it.is_sound()).cloned().collect();
        let mut is_reached = vec![false; sounds.len() + 1];
        is_reached[0] = true;
        for start in 0..sounds.len() {
            if !is_reached[start] {
                continue;
            }
            for shape in shapes {
                for end in shape.ends(&sounds, start, budget)? {
                    is_reached[end] = true;
                }
            }
        }
        let furthest = is_reached.iter().rposition(|it| *it).unwrap_or(0);
        Ok((furthest < sounds.len()).then_some(furthest))
    }
}
