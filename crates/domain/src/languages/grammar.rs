//! The rules of a language, ready to run: which forms they make of a word, which words break them, and
//! whether their examples hold. Rules are run on words as they are written, not as they are pronounced.

mod examples;
mod views;

#[cfg(test)]
mod tests;

pub use examples::results;
pub use views::{
    ChangedForm, ChangedForms, ExampleResult, ExampleStatus, LexiconCheck, OmittedRule,
    StepDifference, Violated, WordFormItem, WordForms, WordViolations,
};

use super::{
    patterns::{
        Classes, ClauseKind, FORMS_MAX, Frame, Program, RUN_CHARS_MAX, Refusal, Rewrite,
        RulePattern, StepBudget, Units,
    },
    rules::Category,
};

/// The most rules of a language that are run, the first in its order.
pub const RULES_MAX: usize = 1_000;

/// Steps that one rule may take on one word.
pub const WORD_STEPS_MAX: u32 = 20_000;

/// Steps that all rules may take for one answer; a step takes some tens of nanoseconds.
pub const ANSWER_STEPS_MAX: u32 = 2_000_000;

/// What a rule says, without its examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleSource {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Which part of the grammar it belongs to.
    pub category: Category,
    /// Its pattern.
    pub pattern: String,
}

/// The rules of a language in their order.
#[derive(Debug, Clone)]
pub struct Grammar {
    rules: Vec<RunRule>,
}

/// A rule that is ready to run, or why it is not.
#[derive(Debug, Clone)]
pub struct RunRule {
    /// What it says.
    pub source: RuleSource,
    steps: Vec<RunStep>,
    /// Why nothing of it is run.
    pub problem: Option<String>,
    /// Whether it says which sounds are in a class.
    has_classes: bool,
}

#[derive(Debug, Clone)]
struct RunStep {
    text: String,
    action: Action,
}

#[derive(Debug, Clone)]
enum Action {
    Rewrite(Rewrite),
    Build(Vec<Frame>),
    /// No word has this.
    Forbid(Program),
    /// Each word can be divided into these.
    Shapes(Vec<Program>),
}

/// What became of a word, step by step.
#[derive(Debug, Clone)]
pub(super) struct Derivation {
    label: Option<String>,
    units: Units,
    /// The steps that changed it.
    changes: Vec<StepChange>,
}

/// A step that changed a word.
#[derive(Debug, Clone)]
pub(super) struct StepChange {
    /// The number of the step, from 1; steps of other rules stand behind those of the rule itself.
    number: usize,
    /// The rule, where it is another one.
    rule: Option<String>,
    text: String,
    before: Units,
    after: Units,
}

/// A rule that a word breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation<'g> {
    /// The rule.
    pub rule: &'g RuleSource,
    /// What is wrong, as a sentence.
    pub problem: String,
}

/// Categories whose templates are shapes of a syllable.
fn is_of_shapes(category: Category) -> bool {
    matches!(category, Category::Phonology | Category::Phonotactics)
}

/// Categories whose sound rules alone make a form of a word.
fn is_of_forms(category: Category) -> bool {
    matches!(
        category,
        Category::Morphology | Category::Inflection | Category::Derivation | Category::SoundChange
    )
}

impl Grammar {
    /// The grammar of these rules, which stand in their order.
    pub fn new(sources: Vec<RuleSource>) -> Self {
        let read = |source: &RuleSource| {
            if source.pattern.chars().nth(RUN_CHARS_MAX).is_some() {
                return Err(format!(
                    "Patterns of more than {RUN_CHARS_MAX} characters are not run."
                ));
            }
            RulePattern::read(&source.pattern).map_err(|flaw| format!("Not run: {flaw}."))
        };
        let read: Vec<_> = sources.iter().map(read).collect();
        let mut all = Classes::default();
        for pattern in read.iter().flatten() {
            add_classes(pattern, &mut all);
        }
        let rules = sources.into_iter().zip(read).map(|(source, pattern)| match pattern {
            Ok(pattern) => RunRule::new(source, &pattern, &all),
            Err(problem) => {
                RunRule { source, steps: Vec::new(), problem: Some(problem), has_classes: false }
            }
        });
        Self { rules: rules.collect() }
    }

    /// A rule of it.
    pub fn rule(&self, id: &str) -> Option<&RunRule> {
        self.rules.iter().find(|it| it.source.id == id)
    }

    /// All rules in their order.
    pub fn rules(&self) -> &[RunRule] {
        &self.rules
    }

    /// Whether a change of this rule may change what other rules make of a word.
    pub fn affects_others(&self, id: &str) -> bool {
        self.rule(id).is_some_and(|it| it.has_classes || it.is_joining())
    }

    /// What a rule makes of a word; `part_of_speech` is none where it is not known and nothing depends
    /// on it.
    ///
    /// # Errors
    /// Why it makes nothing of it.
    pub(super) fn derive(
        &self,
        rule: &RunRule,
        word: &Units,
        part_of_speech: Option<&str>,
        budget: &mut StepBudget,
    ) -> Result<Vec<Derivation>, Refusal> {
        budget.within(WORD_STEPS_MAX, |budget| {
            let mut words =
                vec![Derivation { label: None, units: word.clone(), changes: Vec::new() }];
            for (at, step) in rule.steps.iter().enumerate() {
                words = step.run(words, (at + 1, None), part_of_speech, budget)?;
            }
            if !rule.builds() || rule.is_joining() {
                return Ok(words);
            }
            let mut number = rule.steps.len();
            for other in self.rules.iter().filter(|it| it.is_joining()) {
                for step in &other.steps {
                    number += 1;
                    if matches!(step.action, Action::Rewrite(_)) {
                        let of = (number, Some(other.source.name.as_str()));
                        words = step.run(words, of, None, budget)?;
                    }
                }
            }
            Ok(words)
        })
    }

    /// The rules that a word breaks.
    pub fn violations(
        &self,
        form: &str,
        budget: &mut StepBudget,
    ) -> Result<Vec<Violation<'_>>, Refusal> {
        let line = Units::read(form, 0)?;
        let mut found = Vec::new();
        if is_affix(form) {
            return Ok(found);
        }
        for rule in self.rules.iter().filter(|it| it.checks()) {
            for word in line.words() {
                if let Some(problem) = rule.broken_by(&word, budget)? {
                    found.push(Violation { rule: &rule.source, problem });
                    break;
                }
            }
        }
        Ok(found)
    }
}

/// Whether an entry of a lexicon is an affix by its marks, and no word.
pub fn is_affix(form: &str) -> bool {
    let form = form.trim();
    let is_mark = |it: char| "-=~<>\u{2010}\u{2011}".contains(it);
    form.starts_with(is_mark) || form.ends_with(is_mark)
}

fn add_classes(pattern: &RulePattern, classes: &mut Classes) {
    for clause in &pattern.clauses {
        if let ClauseKind::Class(class) = &clause.kind {
            classes.add(class);
        }
    }
}

impl RunRule {
    fn new(source: RuleSource, pattern: &RulePattern, all: &Classes) -> Self {
        let mut own = Classes::default();
        add_classes(pattern, &mut own);
        let classes = own.and(all);
        let has_classes = pattern.clauses.iter().any(|it| matches!(it.kind, ClauseKind::Class(_)));
        let (steps, problem) = match steps(source.category, pattern, &classes) {
            Ok(steps) if steps.is_empty() => {
                let problem = if has_classes {
                    "The pattern only says which sounds are in a class."
                } else {
                    "The rule has no pattern."
                };
                (steps, Some(problem.to_owned()))
            }
            Ok(steps) => (steps, None),
            Err(problem) => (Vec::new(), Some(problem)),
        };
        Self { source, steps, problem, has_classes }
    }

    /// Whether it makes forms of words.
    pub fn makes_forms(&self) -> bool {
        let rewrites = || self.steps.iter().any(|it| matches!(it.action, Action::Rewrite(_)));
        self.builds() || (is_of_forms(self.source.category) && rewrites())
    }

    /// Whether words can break it.
    pub fn checks(&self) -> bool {
        self.steps.iter().any(|it| matches!(it.action, Action::Forbid(_) | Action::Shapes(_)))
    }

    /// Whether it has a template.
    fn builds(&self) -> bool {
        self.steps.iter().any(|it| matches!(it.action, Action::Build(_)))
    }

    /// Whether its sound rules follow every template of the language.
    fn is_joining(&self) -> bool {
        self.source.category == Category::Morphophonology && self.problem.is_none()
    }

    /// What of it a word breaks.
    fn broken_by(&self, word: &Units, budget: &mut StepBudget) -> Result<Option<String>, Refusal> {
        budget.within(WORD_STEPS_MAX, |budget| {
            for step in &self.steps {
                let sounds = word.without_joints();
                let part = |range: std::ops::Range<usize>| -> String {
                    let range = range.start.min(sounds.len())..range.end.min(sounds.len());
                    sounds[range].iter().map(|it| it.text.as_str()).collect()
                };
                let problem = match &step.action {
                    Action::Forbid(program) => program.position(word, budget)?.map(|at| {
                        let before = word.0[..at.min(word.0.len())]
                            .iter()
                            .filter(|it| it.is_sound())
                            .count();
                        format!(
                            "“{}” has what “{}” forbids, at sound {}",
                            word.plain(),
                            step.text,
                            before + 1
                        )
                    }),
                    Action::Shapes(shapes) => Program::undivided(shapes, word, budget)?.map(|at| {
                        let (start, rest) = (part(0..at), part(at..usize::MAX));
                        let behind = if start.is_empty() {
                            String::new()
                        } else {
                            format!(" behind “{start}”")
                        };
                        format!(
                            "in “{}” no syllable of “{}” fits “{rest}”{behind}",
                            word.plain(),
                            step.text
                        )
                    }),
                    Action::Rewrite(_) | Action::Build(_) => None,
                };
                if problem.is_some() {
                    return Ok(problem);
                }
            }
            Ok(None)
        })
    }
}

/// The steps of a pattern.
fn steps(
    category: Category,
    pattern: &RulePattern,
    classes: &Classes,
) -> Result<Vec<RunStep>, String> {
    let mut steps: Vec<RunStep> = Vec::new();
    let (mut shapes, mut texts) = (Vec::new(), Vec::new());
    let mut adds_something = false;
    for clause in &pattern.clauses {
        let action = match &clause.kind {
            ClauseKind::Class(_) => continue,
            ClauseKind::Sound(rule) => Action::Rewrite(Rewrite::new(rule, classes)?),
            ClauseKind::Forbidden(forbidden) => {
                Action::Forbid(Program::forbidden(forbidden, classes)?)
            }
            ClauseKind::Templates(templates) if is_of_shapes(category) => {
                for template in templates {
                    shapes.push(Program::shape(template, classes)?);
                }
                texts.push(clause.text.clone());
                continue;
            }
            ClauseKind::Templates(_)
                if matches!(category, Category::Prosody | Category::Orthography) =>
            {
                return Err(format!("Of patterns of {category} only sound rules are run."));
            }
            ClauseKind::Templates(templates) => {
                let frames = templates.iter().map(|it| Frame::new(it, classes));
                let frames = frames.collect::<Result<Vec<_>, _>>()?;
                adds_something |= frames.iter().any(|it| !it.adds_nothing());
                Action::Build(frames)
            }
        };
        adds_something |= matches!(action, Action::Rewrite(_));
        steps.push(RunStep { text: clause.text.clone(), action });
    }
    let builds = steps.iter().any(|it| matches!(it.action, Action::Build(_)));
    if builds && !adds_something {
        return Err("The pattern adds nothing to a word, so it is not run.".to_owned());
    }
    if !shapes.is_empty() {
        steps.push(RunStep { text: texts.join(", "), action: Action::Shapes(shapes) });
    }
    Ok(steps)
}

impl RunStep {
    /// What becomes of each of these words.
    fn run(
        &self,
        words: Vec<Derivation>,
        (number, rule): (usize, Option<&str>),
        part_of_speech: Option<&str>,
        budget: &mut StepBudget,
    ) -> Result<Vec<Derivation>, Refusal> {
        let changed = |word: &Derivation, label: Option<String>, after: Units| {
            let mut changes = word.changes.clone();
            changes.push(StepChange {
                number,
                rule: rule.map(str::to_owned),
                text: self.text.clone(),
                before: word.units.clone(),
                after: after.clone(),
            });
            Derivation { label: label.or_else(|| word.label.clone()), units: after, changes }
        };
        match &self.action {
            Action::Rewrite(rewrite) => {
                let run = words.into_iter().map(|word| {
                    let after = rewrite.run(&word.units, number, budget)?;
                    Ok(match after {
                        Some(after) => changed(&word, None, after),
                        None => word,
                    })
                });
                run.collect()
            }
            Action::Build(frames) => {
                let takes = |frame: &&Frame| part_of_speech.is_none_or(|it| frame.takes(it));
                if !frames.iter().any(|it| takes(&it)) {
                    return Err(Refusal::Reason(wrong_class(frames)));
                }
                let mut built = Vec::new();
                for word in &words {
                    for frame in frames.iter().filter(takes) {
                        for form in frame.run(&word.units, number, budget)? {
                            built.push(changed(word, form.label, form.units));
                        }
                    }
                }
                if built.is_empty() {
                    let reason = "No form of the pattern applies to the word.".to_owned();
                    return Err(Refusal::Reason(reason));
                }
                if built.len() > FORMS_MAX {
                    let reason =
                        format!("The pattern makes more than {FORMS_MAX} forms of one word.");
                    return Err(Refusal::Reason(reason));
                }
                Ok(built)
            }
            Action::Forbid(_) | Action::Shapes(_) => Ok(words),
        }
    }
}

fn wrong_class(frames: &[Frame]) -> String {
    let mut classes: Vec<&str> =
        frames.iter().filter_map(|it| it.part_of_speech.as_deref()).collect();
    classes.dedup();
    format!("The rule takes only words whose part of speech is {}.", classes.join(" or "))
}
