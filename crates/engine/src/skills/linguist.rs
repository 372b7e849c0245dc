//! Linguist: explains the grammar rule a message names, its examples in three lines; or says what
//! stands in the languages of the message's project, and what does not fit together there; or what the rules
//! make of words when they are run. It makes up no form, and changes nothing.

mod examples;
mod overview;
mod part;
mod running;

use std::fmt::Write as _;

use domain::{
    Result,
    languages::{
        Language,
        gloss::{self, Level},
        grammar::{ExampleResult, ExampleStatus},
        rules::{GrammarExample, RuleView},
    },
    messages::Answer,
};
use serde_json::json;
use store::languages::{self, rules};

use super::{parts, reading::Asked, request::AgentRequest};
use crate::{Studio, languages::rules::read_view};

/// Examples of one rule that an answer shows.
const EXAMPLES_MAX: usize = 20;

/// The longest line of an example that an answer shows whole, in characters.
const LINE_CHARS_MAX: usize = 400;

/// Explains the rule that is named beside the words, with the rights of whom the message was sent for.
///
/// # Errors
/// Not found when the message names a rule that is not there for them.
pub(super) async fn rule(studio: &Studio, request: &AgentRequest, id: &str) -> Result<Answer> {
    let (principal, id) = (request.principal.clone(), id.to_owned());
    studio
        .database
        .scan(move |tx| {
            let (project, rule) = rules::find(tx, &principal, &id)?;
            let (_, language) = languages::find(tx, &principal, &rule.language_id)?;
            explanation(&language, &read_view(tx, &project, rule)?.view)
        })
        .await
}

/// The languages of the project, their words in a chapter, or a word or rule that the request names.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let request = asked.words.clone();
    let (found, named, run) = parts::read_project(studio, &asked, move |tx, project| {
        let found = part::vocabularies(tx, project)?;
        if let Some(wanted) = running::wanted(&request) {
            let words = part::asked(&found, &request, false);
            let run = running::answer(tx, project, (&found, &words), (wanted, &request))?;
            if run.is_some() {
                return Ok((found, None, run));
            }
        }
        let rule = part::rule_named(tx, project, &found, &request)?;
        let rule = rule
            .map(|(language, rule)| read_view(tx, project, rule).map(|rule| (language, rule.view)));
        Ok((found, rule.transpose()?, None))
    })
    .await?;
    if let Some((text, mut report)) = run {
        // About no text: what of the request names none is not said to be passed over.
        report["topic"] = asked.topic.as_str().into();
        return Answer::with_report(text, &report);
    }
    if let Some((language, rule)) = named {
        return explanation(&language, &rule);
    }
    let is_chapter = asked.documents().is_some();
    let words = part::asked(&found, &asked.words, is_chapter);
    if words.is_empty() && !is_chapter {
        let (text, report) = parts::read_project(studio, &asked, overview::answer).await?;
        return Ok(asked.scoped(&text, report)?.empty_if(found.is_empty()));
    }
    let texts = asked.texts(studio).await?;
    super::run_blocking(move || part::answer(&asked, &found, &words, &texts)).await
}

/// What a rule says, with its examples.
fn explanation(language: &Language, rule: &RuleView) -> Result<Answer> {
    let mut out = format!(
        "“{}” is a rule of {} ({}).\n",
        cut(&rule.name),
        cut(&language.name),
        rule.category
    );
    for (title, text) in [("", &rule.description), ("Pattern: ", &rule.pattern)] {
        if !text.trim().is_empty() {
            let _ = writeln!(out, "{title}{}", cut(text));
        }
    }
    if rule.examples.is_empty() {
        let _ = writeln!(out, "It has no examples.");
    }
    for (at, example) in rule.examples.iter().take(EXAMPLES_MAX).enumerate() {
        let plain = GrammarExample {
            input: example.input.clone(),
            output: example.output.clone(),
            gloss: example.gloss.clone(),
        };
        lines(&mut out, at + 1, &plain);
        if let Some(ExampleResult { status: ExampleStatus::Failed, reason: Some(reason), .. }) =
            &example.result
        {
            let _ = writeln!(out, "    It does not hold: {}", cut(reason));
        }
    }
    if rule.examples.len() > EXAMPLES_MAX {
        let _ = writeln!(out, "and {} more", rule.examples.len() - EXAMPLES_MAX);
    }
    let report = json!({
        "kind": "grammar_rule",
        "ruleId": rule.id,
        "languageId": language.id,
        "language": cut(&language.name),
        "category": rule.category,
        "name": cut(&rule.name),
        "total": rule.examples.len(),
        "examples": rule.examples.iter().take(EXAMPLES_MAX).map(|example| json!({
            "input": cut(&example.input),
            "output": cut(&example.output),
            "gloss": example.gloss.as_deref().map(cut),
            "alignment": example.alignment,
            "result": example.result,
        })).collect::<Vec<_>>(),
    });
    Answer::with_report(out, &report)
}

/// An example in three lines, as the Leipzig rules set it: the language's line, the gloss under it
/// word by word, and the rest in quotation marks.
fn lines(out: &mut String, number: usize, example: &GrammarExample) {
    let mark = format!("({number}) ");
    let below = " ".repeat(mark.len());
    let gloss = example.gloss.as_deref().filter(|gloss| !gloss.trim().is_empty());
    let short = example.output.chars().count() <= LINE_CHARS_MAX;
    match gloss.map(|gloss| (gloss, gloss::columns(&example.output, gloss))) {
        Some((_, Some((line, gloss)))) if short => {
            let _ = writeln!(out, "{mark}{}\n{below}{}", line, cut(&gloss));
        }
        Some((gloss, _)) => {
            let _ = writeln!(out, "{mark}{}\n{below}{}", cut(&example.output), cut(gloss));
        }
        None => {
            let _ = writeln!(out, "{mark}{}", cut(&example.output));
        }
    }
    let _ = writeln!(out, "{below}‘{}’", cut(&example.input));
    if let Some(problem) = problem(example) {
        let _ = writeln!(out, "{below}The gloss does not fit: {problem}.");
    }
}

/// Where the gloss of an example does not stand under its line, if it has one.
fn problem(example: &GrammarExample) -> Option<String> {
    let alignment = example.alignment()?;
    alignment.problem.filter(|_| alignment.level != Level::MorphemeAligned)
}

/// A text on one line, cut when it is long.
fn cut(text: &str) -> String {
    let line = text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LINE_CHARS_MAX) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line,
    }
}
