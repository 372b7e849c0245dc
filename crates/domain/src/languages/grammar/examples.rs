//! Runs the examples of a rule. An example is read in one of two ways: its input is a word of the language,
//! of which the rule makes the output; or its input is a translation, and the output has the form that the
//! rule makes.

use super::{
    Action, Derivation, ExampleResult, ExampleStatus, Grammar, RunRule, StepChange, StepDifference,
};
use crate::languages::{
    patterns::{Refusal, StepBudget, Units},
    rules::GrammarExample,
};

/// What running the examples of a rule shows, one by one.
pub fn results(
    grammar: &Grammar,
    rule_id: &str,
    examples: &[GrammarExample],
    budget: &mut StepBudget,
) -> Vec<ExampleResult> {
    let Some(rule) = grammar.rule(rule_id) else {
        let reason = "The language has more rules than are run.";
        return examples.iter().map(|_| not_applicable(reason)).collect();
    };
    examples.iter().map(|it| result(grammar, rule, it, budget)).collect()
}

fn result(
    grammar: &Grammar,
    rule: &RunRule,
    example: &GrammarExample,
    budget: &mut StepBudget,
) -> ExampleResult {
    if let Some(problem) = &rule.problem {
        return not_applicable(problem);
    }
    match run(grammar, rule, example, budget) {
        Ok(result) => result,
        Err(refusal) => not_applicable(&refusal.sentence()),
    }
}

fn run(
    grammar: &Grammar,
    rule: &RunRule,
    example: &GrammarExample,
    budget: &mut StepBudget,
) -> Result<ExampleResult, Refusal> {
    // An output that the language does not have is marked so.
    let (output, is_wrong) = match example.output.trim().strip_prefix('*') {
        Some(rest) => (rest, true),
        None => (example.output.as_str(), false),
    };
    let stages: Vec<&str> = stages(output);
    let last = stages.last().copied().unwrap_or(output);
    let (input, expected) = (Units::read(&example.input, 0)?, Units::read(last, 0)?);
    if rule.checks() && !rule.makes_forms() {
        return keeps(rule, &expected, is_wrong, budget);
    }
    let derived = if example.input.trim().is_empty() {
        return Ok(not_applicable("The example has no input."));
    } else {
        grammar.derive(rule, &input, None, budget)
    };
    let has_it =
        derived.as_ref().is_ok_and(|it| it.iter().any(|form| form.units.is_same(&expected)));
    if is_wrong {
        return Ok(if has_it {
            let reason = format!("The rule makes “{last}”, which the example says is wrong.");
            failed(reason, &example.output, Some(last.to_owned()), None)
        } else {
            passed(None)
        });
    }
    if has_it && stages.len() == 1 {
        return Ok(passed(None));
    }
    if !has_it && is_translation(example, &input, &expected) {
        return Ok(shows(rule, &expected));
    }
    let mut derived = derived?;
    derived.sort_by_key(|it| std::cmp::Reverse(it.units.common_start(&expected)));
    let Some(nearest) = derived.first() else {
        return Ok(not_applicable("The rule makes no form of the input."));
    };
    if stages.len() > 1 {
        return by_stages(nearest, &example.output, &stages[..]);
    }
    let actual = written_like(&nearest.units, last);
    let reason = difference(&input, &nearest.units, (&expected, last));
    Ok(failed(reason, last, Some(actual), departure(nearest, &expected)))
}

/// The forms that an output says a word goes through: with arrows between them it has several.
fn stages(output: &str) -> Vec<&str> {
    let stages = output.split([' ', '\t']).filter(|it| !it.is_empty());
    let words: Vec<&str> = stages.collect();
    let is_arrow = |word: &str| matches!(word, ">" | "→" | "->");
    let is_derivation = words.len() >= 3
        && words.len() % 2 == 1
        && words.iter().enumerate().all(|(at, word)| is_arrow(word) == (at % 2 == 1));
    if is_derivation { words.into_iter().step_by(2).collect() } else { vec![output] }
}

/// Compares the forms that a word goes through with those that an example says.
fn by_stages(
    derived: &Derivation,
    output: &str,
    stages: &[&str],
) -> Result<ExampleResult, Refusal> {
    let mut changes = derived.changes.iter();
    for stage in stages {
        let expected = Units::read(stage, 0)?;
        let Some(change) = changes.next() else {
            let reason = format!("The rule has no step that makes “{stage}”.");
            return Ok(failed(reason, output, Some(derived.units.plain()), None));
        };
        if !change.after.is_same(&expected) {
            let reason = format!(
                "Step {} makes “{}” and not “{stage}”.",
                change.number,
                change.after.plain()
            );
            let differs = StepDifference { expected: Some((*stage).to_owned()), ..change.view() };
            return Ok(failed(reason, output, Some(derived.units.plain()), Some(differs)));
        }
    }
    Ok(match changes.next() {
        None => passed(None),
        Some(change) => {
            let reason = format!("Step {} makes “{}” of it.", change.number, change.after.plain());
            failed(reason, output, Some(derived.units.plain()), Some(change.view()))
        }
    })
}

/// Whether words of an output keep a rule about sounds.
fn keeps(
    rule: &RunRule,
    output: &Units,
    is_wrong: bool,
    budget: &mut StepBudget,
) -> Result<ExampleResult, Refusal> {
    let mut problem = None;
    for word in output.words() {
        problem = rule.broken_by(&word, budget)?;
        if problem.is_some() {
            break;
        }
    }
    Ok(match problem {
        Some(problem) if !is_wrong => {
            failed(format!("The output breaks the rule: {problem}."), &output.plain(), None, None)
        }
        None if is_wrong => {
            let reason = "The example says that the output is wrong, and it keeps the rule.";
            failed(reason.to_owned(), &output.plain(), None, None)
        }
        _ => passed(None),
    })
}

/// Whether a word of an output has the form that a rule makes.
fn shows(rule: &RunRule, output: &Units) -> ExampleResult {
    let frames = rule.steps.iter().filter_map(|step| match &step.action {
        Action::Build(frames) => Some(frames),
        _ => None,
    });
    let frames: Vec<_> = frames.flatten().collect();
    let words: Vec<Units> = output.words().collect();
    let found = words.iter().find(|word| frames.iter().any(|it| it.is_form(word) == Some(true)));
    if let Some(word) = found {
        let reason =
            format!("The input is a translation; “{}” has the form of the rule.", word.segmented());
        return passed(Some(reason));
    }
    let can_be_seen = !frames.is_empty() && frames.iter().all(|it| it.is_form(output).is_some());
    if words.len() == 1 && can_be_seen {
        let reason =
            "The input is a translation, and the output does not have the form of the rule.";
        return failed(reason.to_owned(), &output.segmented(), None, None);
    }
    not_applicable("The input is a translation, so there is no word that the rule can be run on.")
}

/// Whether an input is a translation: it has more words than the output, ends as a sentence, or has a word
/// of the gloss.
fn is_translation(example: &GrammarExample, input: &Units, output: &Units) -> bool {
    if input.words().count() > output.words().count() {
        return true;
    }
    if example.input.trim_end().ends_with(['.', '?', '!']) {
        return true;
    }
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
        words.map(str::to_owned).collect()
    };
    let glosses = words(example.gloss.as_deref().unwrap_or_default());
    let is_label = |it: &String| !it.contains(char::is_lowercase);
    let means = |word: &String, gloss: &String| {
        let (word, gloss) = (word.to_lowercase(), gloss.to_lowercase());
        // Inflected words of the translation begin as the gloss does.
        word == gloss || (gloss.chars().count() >= 3 && word.starts_with(&gloss))
    };
    words(&example.input)
        .iter()
        .any(|word| glosses.iter().any(|gloss| !is_label(gloss) && means(word, gloss)))
}

/// A form with the boundaries that are written where the other text has some.
fn written_like(units: &Units, other: &str) -> String {
    if other.contains(['-', '~', '=', '<']) { units.segmented() } else { units.plain() }
}

fn difference(input: &Units, actual: &Units, (expected, output): (&Units, &str)) -> String {
    let at = actual.common_start(expected) + 1;
    format!(
        "The rule makes “{}” of “{}”, and the example says “{}”; they part at sound {at}.",
        written_like(actual, output),
        input.segmented(),
        output.trim()
    )
}

/// The first step after which the word agrees less with what is expected than before; else the one that
/// made the sound where they part.
fn departure(derived: &Derivation, expected: &Units) -> Option<StepDifference> {
    let leaves =
        |it: &&StepChange| it.after.common_start(expected) < it.before.common_start(expected);
    if let Some(change) = derived.changes.iter().find(leaves) {
        return Some(change.view());
    }
    let at = derived.units.common_start(expected);
    let step = derived.units.without_joints().get(at).map_or(0, |it| it.step);
    let made = derived.changes.iter().find(|it| it.number == step);
    made.or(derived.changes.last()).map(StepChange::view)
}

impl StepChange {
    fn view(&self) -> StepDifference {
        StepDifference {
            step: self.number,
            pattern: self.text.clone(),
            rule: self.rule.clone(),
            before: self.before.segmented(),
            after: self.after.segmented(),
            expected: None,
        }
    }
}

fn passed(reason: Option<String>) -> ExampleResult {
    let status = ExampleStatus::Passed;
    ExampleResult { status, reason, expected: None, actual: None, differs: None }
}

fn not_applicable(reason: &str) -> ExampleResult {
    let (status, reason) = (ExampleStatus::NotApplicable, Some(reason.to_owned()));
    ExampleResult { status, reason, expected: None, actual: None, differs: None }
}

fn failed(
    reason: String,
    expected: &str,
    actual: Option<String>,
    differs: Option<StepDifference>,
) -> ExampleResult {
    let expected = Some(expected.trim().to_owned());
    ExampleResult { status: ExampleStatus::Failed, reason: Some(reason), expected, actual, differs }
}
