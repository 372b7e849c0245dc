//! What running rules has shown, as answers have it.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Derivation, Grammar, RunRule, is_affix};
use crate::languages::{
    patterns::{Refusal, StepBudget, Units},
    words::Word,
};

/// The most changed forms and violations that an answer lists; the others are counted.
pub const LISTED_MAX: usize = 100;

crate::string_enum! {
    /// What running an example has shown.
    pub enum ExampleStatus {
        /// The rule makes the output of the input, or the output keeps the rule.
        Passed = "passed",
        /// It does not.
        Failed = "failed",
        /// The rule cannot be run, or not on this example.
        NotApplicable = "not_applicable",
    }
}

/// What became of an example when its rule was run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ExampleResult")]
pub struct ExampleResult {
    /// Whether it holds.
    pub status: ExampleStatus,
    /// Why it failed or was not run, or how it passed where that is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub reason: Option<String>,
    /// What the example says.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub expected: Option<String>,
    /// What the rule makes of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub actual: Option<String>,
    /// The first step after which the word is no longer on its way to what the example says.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "StepDifference")]
    pub differs: Option<StepDifference>,
}

/// The step at which a run and an example part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StepDifference")]
pub struct StepDifference {
    /// The number of the step, from 1.
    pub step: usize,
    /// As it is written.
    pub pattern: String,
    /// The rule that the step is of, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub rule: Option<String>,
    /// The word before the step.
    pub before: String,
    /// The word after it.
    pub after: String,
    /// What the example has there, where it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub expected: Option<String>,
}

/// A form that a rule makes of a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WordFormItem")]
pub struct WordFormItem {
    /// The rule.
    pub rule_id: String,
    /// What the rule is called.
    pub rule: String,
    /// What the pattern calls the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub label: Option<String>,
    /// The form as it is written.
    pub form: String,
    /// The form with the boundaries of its morphemes.
    pub segmented: String,
}

/// A rule that makes no form of a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OmittedRule")]
pub struct OmittedRule {
    /// The rule.
    pub rule_id: String,
    /// What the rule is called.
    pub rule: String,
    /// Why it makes none.
    pub reason: String,
}

/// A rule that a word breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WordViolation")]
pub struct Violated {
    /// The rule.
    pub rule_id: String,
    /// What the rule is called.
    pub rule: String,
    /// What is wrong.
    pub problem: String,
}

/// The forms of a word by the rules of its language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WordForms", description = "The forms of a word.")]
pub struct WordForms {
    /// The word.
    pub word_id: String,
    /// How it is written.
    pub word: String,
    /// Its part of speech; empty when it has none.
    pub part_of_speech: String,
    /// Its forms, in the order of the rules.
    pub forms: Vec<WordFormItem>,
    /// Rules that would make forms and make none of this word.
    pub omitted: Vec<OmittedRule>,
    /// Rules that it breaks.
    pub violations: Vec<Violated>,
}

/// A word and a rule that it breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WordViolations")]
pub struct WordViolations {
    /// The word.
    pub word_id: String,
    /// How it is written.
    pub word: String,
    /// What it breaks.
    pub violations: Vec<Violated>,
}

/// Which words of a lexicon break a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LexiconCheck", description = "Words that break a rule.")]
pub struct LexiconCheck {
    /// The rules that words can break, by their names.
    pub rules: Vec<String>,
    /// How many words were looked at; affixes are not.
    pub checked: usize,
    /// How many of them break a rule.
    pub total: usize,
    /// Whether all words were looked at.
    pub complete: bool,
    /// The first of those that break a rule.
    pub words: Vec<WordViolations>,
}

/// A form of a lexicon that a change of a rule has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChangedForm")]
pub struct ChangedForm {
    /// The word.
    pub word_id: String,
    /// How it is written.
    pub word: String,
    /// The rule that makes the forms.
    pub rule_id: String,
    /// What the rule is called.
    pub rule: String,
    /// Its forms before the change.
    pub before: Vec<String>,
    /// Its forms now.
    pub after: Vec<String>,
}

/// What a change of a rule has changed in the forms of a lexicon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChangedForms")]
pub struct ChangedForms {
    /// How many words by one rule have other forms than before.
    pub total: usize,
    /// Whether all words were looked at.
    pub complete: bool,
    /// The first of them.
    pub forms: Vec<ChangedForm>,
}

impl Derivation {
    fn item(&self, rule: &RunRule) -> WordFormItem {
        WordFormItem {
            rule_id: rule.source.id.clone(),
            rule: rule.source.name.clone(),
            label: self.label.clone(),
            form: self.units.plain(),
            segmented: self.units.segmented(),
        }
    }
}

impl Grammar {
    /// The forms of a word, and the rules that it breaks.
    pub fn forms(&self, word: &Word, budget: &mut StepBudget) -> WordForms {
        let (mut forms, mut omitted) = (Vec::new(), Vec::new());
        for rule in self.rules() {
            let omit = |reason| OmittedRule {
                rule_id: rule.source.id.clone(),
                rule: rule.source.name.clone(),
                reason,
            };
            match self.forms_by(rule, word, budget) {
                None => {}
                Some(Ok(made)) => forms.extend(made.iter().map(|it| it.item(rule))),
                Some(Err(refusal)) => omitted.push(omit(refusal.sentence())),
            }
        }
        let violations = self.violations(&word.form, budget).unwrap_or_default();
        let violations = violations.into_iter().map(Violated::from).collect();
        WordForms {
            word_id: word.id.clone(),
            word: word.form.clone(),
            part_of_speech: word.part_of_speech.clone(),
            forms,
            omitted,
            violations,
        }
    }

    /// What a rule makes of a word; none where it is no rule that makes forms, or leaves the word as it
    /// is.
    fn forms_by(
        &self,
        rule: &RunRule,
        word: &Word,
        budget: &mut StepBudget,
    ) -> Option<Result<Vec<Derivation>, Refusal>> {
        if !rule.makes_forms() || is_affix(&word.form) {
            return None;
        }
        let made = Units::read(&word.form, 0)
            .and_then(|units| self.derive(rule, &units, Some(&word.part_of_speech), budget));
        let is_unchanged =
            made.as_ref().is_ok_and(|it| it.iter().all(|form| form.changes.is_empty()));
        (!is_unchanged).then_some(made)
    }

    /// Which of these words break a rule.
    pub fn check(&self, words: &[Word], budget: &mut StepBudget) -> LexiconCheck {
        let rules = self.rules().iter().filter(|it| it.checks());
        let mut check = LexiconCheck {
            rules: rules.map(|it| it.source.name.clone()).collect(),
            checked: 0,
            total: 0,
            complete: true,
            words: Vec::new(),
        };
        for word in words.iter().filter(|it| !is_affix(&it.form)) {
            match self.violations(&word.form, budget) {
                Ok(violations) => {
                    check.checked += 1;
                    if violations.is_empty() {
                        continue;
                    }
                    check.total += 1;
                    if check.words.len() < LISTED_MAX {
                        check.words.push(WordViolations {
                            word_id: word.id.clone(),
                            word: word.form.clone(),
                            violations: violations.into_iter().map(Violated::from).collect(),
                        });
                    }
                }
                Err(_) => check.complete = false,
            }
            if budget.is_used_up() {
                check.complete = false;
                break;
            }
        }
        check
    }

    /// What of the forms of these words is other than before. `id` is the rule that has changed.
    pub fn changed(
        &self,
        before: &Self,
        id: &str,
        words: &[Word],
        budget: &mut StepBudget,
    ) -> ChangedForms {
        let is_wide = self.affects_others(id) || before.affects_others(id);
        let is_wanted = |rule: &RunRule| is_wide || rule.source.id == id;
        let now = self.rules().iter().filter(|it| is_wanted(it) && it.makes_forms());
        let gone = before.rules().iter().filter(|it| {
            let makes_now = self.rule(&it.source.id).is_some_and(RunRule::makes_forms);
            is_wanted(it) && it.makes_forms() && !makes_now
        });
        let rules: Vec<&RunRule> = now.chain(gone).collect();
        let mut changed = ChangedForms { total: 0, complete: true, forms: Vec::new() };
        for word in words {
            for rule in &rules {
                let of = |grammar: &Self, budget: &mut StepBudget| {
                    let made = grammar
                        .rule(&rule.source.id)
                        .and_then(|it| grammar.forms_by(it, word, budget));
                    let made = made.and_then(Result::ok).unwrap_or_default();
                    made.iter().map(|it| it.units.plain()).collect::<Vec<_>>()
                };
                let (old, new) = (of(before, budget), of(self, budget));
                if budget.is_used_up() {
                    changed.complete = false;
                    return changed;
                }
                if old == new {
                    continue;
                }
                changed.total += 1;
                if changed.forms.len() < LISTED_MAX {
                    changed.forms.push(ChangedForm {
                        word_id: word.id.clone(),
                        word: word.form.clone(),
                        rule_id: rule.source.id.clone(),
                        rule: rule.source.name.clone(),
                        before: old,
                        after: new,
                    });
                }
            }
        }
        changed
    }
}

impl From<super::Violation<'_>> for Violated {
    fn from(violation: super::Violation<'_>) -> Self {
        let super::Violation { rule, problem } = violation;
        Self { rule_id: rule.id.clone(), rule: rule.name.clone(), problem }
    }
}
