//! Makes programs of what a pattern looks for: classes are looked up, and each sequence becomes a list of
//! operations that [`matching`](super::matching) runs.

use std::collections::BTreeMap;

use super::{
    matching::{Member, Op, Program},
    parse::{Forbidden, SoundClass},
    sound::{Conditions, Element, Environment},
    template::{WordTemplate, shape},
};

/// The classes that a rule may use, by their names.
#[derive(Debug, Clone, Default)]
pub struct Classes(BTreeMap<String, Vec<Vec<String>>>);

impl Classes {
    /// Adds a class; the one that was added first of each name stays.
    pub fn add(&mut self, class: &SoundClass) {
        self.0.entry(class.name.clone()).or_insert_with(|| class.members.clone());
    }

    /// These, and those of `others` whose names are not among them.
    pub fn and(mut self, others: &Self) -> Self {
        for (name, members) in &others.0 {
            self.0.entry(name.clone()).or_insert_with(|| members.clone());
        }
        self
    }

    /// The members of a class, each as its sounds.
    pub fn members(&self, name: &str) -> Option<&Vec<Vec<String>>> {
        self.0.get(name)
    }

    /// As [`Classes::members`], whatever the case of the name.
    pub fn members_of(&self, name: &str) -> Option<&Vec<Vec<String>>> {
        let folded = name.to_lowercase();
        self.members(name).or_else(|| {
            self.0.iter().find(|(other, _)| other.to_lowercase() == folded).map(|it| it.1)
        })
    }

    /// # Errors
    /// When no class has that name.
    fn found(&self, name: &str) -> Result<Vec<Member>, String> {
        let members = self.members_of(name).ok_or_else(|| undeclared(name))?;
        Ok(members_of(members))
    }
}

/// That a class is missing.
fn undeclared(name: &str) -> String {
    format!(
        "No rule of the language says which sounds are in the class {name}; a pattern such as \
         “{name} = a e i” does."
    )
}

/// Members as they are compared; those of several sounds stand in the order of the class too.
fn members_of(members: &[Vec<String>]) -> Vec<Member> {
    let folded = |it: &Vec<String>| it.iter().map(|sound| sound.to_lowercase()).collect();
    members.iter().map(|it| Member { sounds: folded(it), written: it.clone() }).collect()
}

/// Which capture has the sound of each numbered class, by its name and number.
pub(super) type NumberedSounds = BTreeMap<(String, String), usize>;

/// Makes one program.
pub(super) struct Compiler<'c> {
    classes: &'c Classes,
    program: Program,
    numbers: NumberedSounds,
    /// Whether a class without a number is captured: those of a target are.
    is_target: bool,
    is_backward: bool,
}

impl<'c> Compiler<'c> {
    pub(super) fn new(classes: &'c Classes) -> Self {
        let program = Program::default();
        Self { classes, program, numbers: BTreeMap::new(), is_target: false, is_backward: false }
    }

    /// What matches a target where one of these environments is.
    pub(super) fn target(
        mut self,
        target: &[Element],
        conditions: &Conditions,
    ) -> Result<(Program, NumberedSounds), String> {
        self.is_target = true;
        self.sequence(target)?;
        self.is_target = false;
        self.push(Op::End);
        self.environments(&conditions.when)?;
        self.push(Op::Accept);
        self.program.is_numbered = !self.numbers.is_empty();
        let numbers = self.numbers.clone();
        for environment in &conditions.unless {
            let mut other = Compiler::new(self.classes);
            other.numbers = numbers.clone();
            other.program.captures = self.program.captures;
            other.environments(std::slice::from_ref(environment))?;
            other.push(Op::Accept);
            other.program.is_numbered = true;
            self.program.captures = self.program.captures.max(other.program.captures);
            self.program.unless.push(other.program);
        }
        Ok((self.program, self.numbers))
    }

    /// What matches one of these environments around a position.
    pub(super) fn around(mut self, environments: &[Environment]) -> Result<Program, String> {
        self.environments(environments)?;
        self.push(Op::Accept);
        self.program.is_numbered = !self.numbers.is_empty();
        Ok(self.program)
    }

    /// What matches this sequence.
    pub(super) fn plain(mut self, sequence: &[Element]) -> Result<Program, String> {
        self.sequence(sequence)?;
        self.push(Op::Accept);
        self.program.is_numbered = !self.numbers.is_empty();
        Ok(self.program)
    }

    fn push(&mut self, op: Op) -> usize {
        self.program.ops.push(op);
        self.program.ops.len() - 1
    }

    fn environments(&mut self, environments: &[Environment]) -> Result<(), String> {
        let mut jumps = Vec::new();
        for (at, environment) in environments.iter().enumerate() {
            let split = (at + 1 < environments.len()).then(|| self.push(Op::Split(0)));
            self.is_backward = false;
            self.sequence(&environment.right)?;
            self.push(Op::Turn);
            self.is_backward = true;
            self.sequence(&environment.left)?;
            self.is_backward = false;
            if let Some(split) = split {
                jumps.push(self.push(Op::Jump(0)));
                self.program.ops[split] = Op::Split(self.program.ops.len());
            }
        }
        self.land(jumps);
        Ok(())
    }

    /// Has these jumps lead to what comes next.
    fn land(&mut self, jumps: Vec<usize>) {
        let end = self.program.ops.len();
        for jump in jumps {
            self.program.ops[jump] = Op::Jump(end);
        }
    }

    fn sequence(&mut self, elements: &[Element]) -> Result<(), String> {
        if self.is_backward {
            elements.iter().rev().try_for_each(|it| self.element(it))
        } else {
            elements.iter().try_for_each(|it| self.element(it))
        }
    }

    fn element(&mut self, element: &Element) -> Result<(), String> {
        match element {
            Element::Text(text) => {
                self.push(Op::Text(text.to_lowercase()));
            }
            Element::Class(name, number) => self.class(name, number.as_deref())?,
            Element::Set(members) => self.member(members_of(members), None),
            Element::Other(members) => {
                self.program.sets.push(members_of(members));
                self.push(Op::Other(self.program.sets.len() - 1));
            }
            Element::Optional(sequences) => self.optional(sequences)?,
            Element::Edge => {
                self.push(Op::Edge);
            }
            Element::Joint => {
                self.push(Op::Joint);
            }
            Element::Any => {
                let split = self.push(Op::Split(0));
                self.push(Op::Sound);
                self.push(Op::Jump(split));
                self.program.ops[split] = Op::Split(self.program.ops.len());
            }
        }
        Ok(())
    }

    fn optional(&mut self, sequences: &[Vec<Element>]) -> Result<(), String> {
        let mut jumps = Vec::new();
        for sequence in sequences {
            let split = self.push(Op::Split(0));
            self.sequence(sequence)?;
            jumps.push(self.push(Op::Jump(0)));
            self.program.ops[split] = Op::Split(self.program.ops.len());
        }
        self.land(jumps);
        Ok(())
    }

    /// A class; one whose name has the digits is itself, otherwise these number the sound.
    fn class(&mut self, name: &str, number: Option<&str>) -> Result<(), String> {
        let whole = number.map(|number| format!("{name}{number}"));
        if let Some(members) = whole.as_ref().and_then(|it| self.classes.members(it)) {
            self.member(members_of(members), None);
            return Ok(());
        }
        let members = self.classes.found(name)?;
        let Some(number) = number else {
            self.member(members, None);
            return Ok(());
        };
        let key = (name.to_owned(), number.to_owned());
        let capture = match self.numbers.get(&key) {
            Some(capture) => *capture,
            None => {
                let capture = self.program.captures;
                self.program.captures += 1;
                self.numbers.insert(key, capture);
                capture
            }
        };
        self.member(members, Some(capture));
        Ok(())
    }

    fn member(&mut self, members: Vec<Member>, bound: Option<usize>) {
        self.program.sets.push(members);
        let set = self.program.sets.len() - 1;
        let capture = match bound {
            Some(capture) => Some(capture),
            None if self.is_target => {
                self.program.captures += 1;
                self.program.free.push(self.program.captures - 1);
                Some(self.program.captures - 1)
            }
            None => None,
        };
        self.push(Op::Member { set, capture, is_bound: bound.is_some() });
    }
}

impl Program {
    /// What finds a sequence that no word has.
    ///
    /// # Errors
    /// When a class is not declared.
    pub fn forbidden(forbidden: &Forbidden, classes: &Classes) -> Result<Self, String> {
        Compiler::new(classes).target(&forbidden.sequence, &forbidden.conditions).map(|it| it.0)
    }

    /// What finds a syllable of the shape of a template.
    ///
    /// # Errors
    /// When a class is not declared, or the template is no shape.
    pub fn shape(template: &WordTemplate, classes: &Classes) -> Result<Self, String> {
        let elements = shape(&template.parts)?;
        Compiler::new(classes).plain(&elements)
    }
}

/// The members of the class of a result, which has as many as that of the target.
pub(super) fn result_class(
    element: &Element,
    classes: &Classes,
) -> Result<Option<Vec<Vec<String>>>, String> {
    match element {
        Element::Class(name, None) => {
            classes.members_of(name).cloned().map(Some).ok_or_else(|| undeclared(name))
        }
        Element::Class(name, Some(number)) => {
            Ok(classes.members(&format!("{name}{number}")).cloned())
        }
        Element::Set(members) => Ok(Some(members.clone())),
        _ => Ok(None),
    }
}
