//! Runs a template on a word: what stands in its slot gets the affixes of each form.

use super::{
    Classes, Program, Refusal, StepBudget, Unit, UnitKind, Units, WordTemplate,
    compile::Compiler,
    slots::{Role, expand, pieces, role, stem},
    template::is_phrase,
};

/// A template that can be run.
#[derive(Debug, Clone)]
pub struct Frame {
    label: Option<String>,
    /// The part of speech that it takes; any where it is none.
    pub part_of_speech: Option<String>,
    forms: Vec<Vec<Piece>>,
    when: Option<Program>,
    unless: Option<Program>,
}

/// A piece of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Stem,
    /// Sounds of an affix.
    Text(Vec<String>),
    Joint(char),
    Infix(Vec<String>),
    /// What is repeated of the stem.
    Copy(Program),
}

/// A form that was built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// What the form is called.
    pub label: Option<String>,
    /// The form.
    pub units: Units,
}

impl Frame {
    /// Makes a template ready to run.
    ///
    /// # Errors
    /// Why it cannot be run: a phrase, a slot that is unknown.
    pub fn new(template: &WordTemplate, classes: &Classes) -> Result<Self, String> {
        if is_phrase(&template.parts) {
            return Err(
                "The pattern describes a phrase or has “…”; only single words are run.".to_owned()
            );
        }
        let mut raw = vec![Vec::new()];
        expand(&template.parts, &mut raw, classes)?;
        let stem = stem(&raw, classes)?;
        let part_of_speech =
            stem.as_ref().and_then(|(name, of)| match role(name, of.as_deref(), classes) {
                Role::Stem(part) => part,
                _ => None,
            });
        let forms = raw
            .into_iter()
            .map(|it| pieces(it, stem.as_ref(), classes))
            .collect::<Result<_, _>>()?;
        let program = |environments: &[_]| {
            let is_there = !environments.is_empty();
            is_there.then(|| Compiler::new(classes).around(environments)).transpose()
        };
        let when = program(&template.conditions.when)?;
        let unless = program(&template.conditions.unless)?;
        Ok(Self { label: template.label.clone(), part_of_speech, forms, when, unless })
    }

    /// Whether every form is the word itself.
    pub fn adds_nothing(&self) -> bool {
        self.forms.iter().all(|form| form.as_slice() == [Piece::Stem])
    }

    /// Whether a word of this part of speech goes into the slot.
    pub fn takes(&self, part_of_speech: &str) -> bool {
        let folded = part_of_speech.to_lowercase();
        self.part_of_speech.as_ref().is_none_or(|it| it.to_lowercase() == folded)
    }

    /// The forms of a word; none where the conditions do not hold.
    ///
    /// # Errors
    /// When it would take too many steps or make the word too long.
    pub fn run(
        &self,
        stem: &Units,
        step: usize,
        budget: &mut StepBudget,
    ) -> Result<Vec<Built>, Refusal> {
        let mut built: Vec<Built> = Vec::new();
        for form in &self.forms {
            budget.step()?;
            let Some(units) = self.form(form, &stem.0, step, budget)? else { continue };
            let one = Built { label: self.label.clone(), units: Units(units).checked()? };
            if !built.contains(&one) {
                built.push(one);
            }
        }
        Ok(built)
    }

    /// One form, where its conditions hold.
    fn form(
        &self,
        form: &[Piece],
        stem: &[Unit],
        step: usize,
        budget: &mut StepBudget,
    ) -> Result<Option<Vec<Unit>>, Refusal> {
        let mut units: Vec<Unit> = Vec::new();
        let (mut stem_start, mut stem_end) = (0, 0);
        let mut copies = 0;
        for (at, piece) in form.iter().enumerate() {
            let is_inner = at > 0 && !matches!(piece, Piece::Joint(_) | Piece::Infix(_));
            if is_inner
                && units.last().is_some_and(Unit::is_sound)
                && !matches!(form[at - 1], Piece::Infix(_))
            {
                units.push(Unit::joint("", step));
            }
            match piece {
                Piece::Text(text) => units.extend(text.iter().map(|it| Unit::sound(it, step))),
                Piece::Joint(mark) => units.push(Unit::joint(mark.encode_utf8(&mut [0; 4]), step)),
                Piece::Stem if copies > 0 => {
                    units.extend(stem.iter().map(|it| Unit { step, ..it.clone() }));
                }
                Piece::Stem => {
                    stem_start = units.len();
                    let Some(word) = self.with_infix(form, stem, step, budget)? else {
                        return Ok(None);
                    };
                    units.extend(word);
                    stem_end = units.len();
                    copies += 1;
                }
                Piece::Infix(_) => {}
                Piece::Copy(shape) => {
                    let is_before = copies == 0;
                    let Some(copy) = copied(shape, stem, is_before, budget)? else {
                        return Ok(None);
                    };
                    units.extend(copy.iter().map(|it| Unit { step, ..it.clone() }));
                }
            }
            if units.len() > super::UNITS_MAX {
                break;
            }
        }
        let has_infix = form.iter().any(|it| matches!(it, Piece::Infix(_)));
        let applies = has_infix || self.applies(&units, (stem_start, stem_end), budget)?;
        Ok(applies.then_some(units))
    }

    /// Whether the conditions hold where the affix stands: behind the stem, before it, or on both sides.
    fn applies(
        &self,
        units: &[Unit],
        (stem_start, stem_end): (usize, usize),
        budget: &mut StepBudget,
    ) -> Result<bool, Refusal> {
        let has_prefix = stem_start > 0;
        let around = if has_prefix && stem_end == units.len() {
            (0, stem_start)
        } else if has_prefix {
            (stem_end, stem_start)
        } else {
            (stem_end, units.len())
        };
        if let Some(when) = &self.when
            && !when.is_around(units, around, budget)?
        {
            return Ok(false);
        }
        match &self.unless {
            Some(unless) => unless.is_around(units, around, budget).map(|it| !it),
            None => Ok(true),
        }
    }

    /// The stem with the infix of a form, if it has one; none where nothing fits the infix.
    fn with_infix(
        &self,
        form: &[Piece],
        stem: &[Unit],
        step: usize,
        budget: &mut StepBudget,
    ) -> Result<Option<Vec<Unit>>, Refusal> {
        let infix = form.iter().find_map(|it| match it {
            Piece::Infix(infix) => Some(infix),
            _ => None,
        });
        let (Some(infix), Some(when)) = (infix, &self.when) else { return Ok(Some(stem.to_vec())) };
        for at in 0..=stem.len() {
            if !when.is_around(stem, (at, at), budget)? {
                continue;
            }
            if let Some(unless) = &self.unless
                && unless.is_around(stem, (at, at), budget)?
            {
                continue;
            }
            let mut units = stem[..at].to_vec();
            units.push(Unit::joint("<", step));
            units.extend(infix.iter().map(|it| Unit::sound(it, step)));
            units.push(Unit::joint(">", step));
            units.extend_from_slice(&stem[at..]);
            return Ok(Some(units));
        }
        Ok(None)
    }

    /// Whether a word has one of the forms, so far as that can be seen without its stem: it begins with
    /// the prefix and ends with the suffix, and its boundaries are there where it has any. None where
    /// the forms do more than that.
    pub fn is_form(&self, word: &Units) -> Option<bool> {
        let mut is_form = false;
        for form in &self.forms {
            let stem = form.iter().position(|it| *it == Piece::Stem)?;
            let of = |pieces: &[Piece]| {
                let sounds = pieces.iter().map(|it| match it {
                    Piece::Text(text) => Some(text.clone()),
                    Piece::Joint(_) => Some(Vec::new()),
                    _ => None,
                });
                sounds.collect::<Option<Vec<_>>>().map(|it| it.concat())
            };
            let (before, behind) = (of(&form[..stem])?, of(&form[stem + 1..])?);
            is_form |=
                (!before.is_empty() || !behind.is_empty()) && has_ends(&word.0, &before, &behind);
        }
        Some(is_form)
    }
}

/// Whether a word begins and ends so, with a boundary at the inner edge of each where it has any.
fn has_ends(word: &[Unit], before: &[String], behind: &[String]) -> bool {
    let has_joints = word.iter().any(|it| it.kind == UnitKind::Joint);
    let fits = |units: &mut dyn Iterator<Item = &Unit>,
                wanted: &mut dyn Iterator<Item = &String>| {
        let mut units = units.peekable();
        let mut is_any = false;
        for sound in wanted {
            is_any = true;
            while units.next_if(|it| !it.is_sound()).is_some() {}
            if units.next().is_none_or(|it| it.folded != sound.to_lowercase()) {
                return None;
            }
        }
        let is_joint = units.peek().is_some_and(|it| it.kind == UnitKind::Joint);
        (!is_any || is_joint || !has_joints).then(|| units.filter(|it| it.is_sound()).count())
    };
    let left = fits(&mut word.iter(), &mut before.iter());
    let right = fits(&mut word.iter().rev(), &mut behind.iter().rev());
    left.is_some_and(|it| it > behind.len()) && right.is_some_and(|it| it > before.len())
}

/// What a shape takes of a stem: of its beginning, or of its end.
fn copied<'u>(
    shape: &Program,
    stem: &'u [Unit],
    is_before: bool,
    budget: &mut StepBudget,
) -> Result<Option<&'u [Unit]>, Refusal> {
    let starts: Vec<usize> = if is_before { vec![0] } else { (0..stem.len()).rev().collect() };
    for start in starts {
        let ends = shape.ends(stem, start, budget)?;
        let end = if is_before {
            ends.into_iter().max()
        } else {
            ends.into_iter().find(|it| *it == stem.len())
        };
        if let Some(end) = end {
            return Ok(Some(&stem[start..end]));
        }
    }
    Ok(None)
}
