//! What the rules of a language make of its words when they are run: the forms of a word, words that
//! break a rule, and examples that do not hold.

use domain::{
    Result,
    fold::fold_name,
    languages::{
        grammar::{ANSWER_STEPS_MAX, ExampleStatus, Grammar, LexiconCheck, WordForms, results},
        patterns::StepBudget,
        rules::RuleQuery,
        words::{Word, WordCreate},
    },
    time::Time,
};
use serde_json::{Value, json};
use store::{Tx, languages::rules, projects::ProjectAccess};

use super::{cut, part::Vocabulary};
use crate::{
    languages::rules::grammar,
    skills::answers::{AnswerText, counted},
};

/// What a request wants to be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The forms of the words it names.
    Forms,
    /// Which words break a rule.
    Check,
    /// Which examples do not hold.
    Examples,
}

/// Words whose forms one answer has.
const WORDS_MAX: usize = 3;

/// Rules whose examples one answer runs, of one language.
const RULES_MAX: i64 = 100;

/// What a request wants to be run, by its words; none where it is about something else.
pub(super) fn wanted(request: &str) -> Option<Wanted> {
    let request = fold_name(request);
    let has = |phrases: &[&str]| phrases.iter().any(|it| request.contains(it));
    let rules = ["rule", "phonotactic", "syllable", "sound"];
    if has(&["inflect", "declin", "conjugat", "paradigm", "forms of", "plural of", "past of"]) {
        Some(Wanted::Forms)
    } else if has(&["example"]) && has(&["fail", "hold", "pass", "wrong", "broken"]) {
        Some(Wanted::Examples)
    } else if has(&["break", "violat", "against", "not allowed", "illegal"]) && has(&rules) {
        Some(Wanted::Check)
    } else {
        None
    }
}

/// Runs what is wanted; none where a word is wanted and none is named.
pub(super) fn answer(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (found, words): (&[Vocabulary], &[(usize, usize)]),
    (wanted, request): (Wanted, &str),
) -> Result<Option<(String, Value)>> {
    let mut out = AnswerText::default();
    let mut parts = Vec::new();
    let mut budget = StepBudget::new(ANSWER_STEPS_MAX);
    if wanted == Wanted::Forms {
        for (language, word) in named(found, words, request) {
            let grammar = grammar(tx, project, &language.language.id)?;
            let forms = grammar.forms(&word, &mut budget);
            say_forms(&mut out, &cut(&language.language.name), &forms);
            parts.push(json!({ "languageId": language.language.id, "forms": forms }));
        }
        if parts.is_empty() {
            return Ok(None);
        }
    } else {
        for vocabulary in found {
            let grammar = grammar(tx, project, &vocabulary.language.id)?;
            if wanted == Wanted::Check {
                let check = grammar.check(&vocabulary.words, &mut budget);
                say_check(&mut out, &cut(&vocabulary.language.name), &check);
                parts.push(json!({ "languageId": vocabulary.language.id, "check": check }));
            } else {
                let part = examples(tx, project, vocabulary, (&grammar, &mut budget), &mut out)?;
                parts.push(part);
            }
        }
        if found.is_empty() {
            out.line("The project has no language yet.");
        }
    }
    let report = json!({ "kind": "languages", "projectId": project.id(), "run": parts });
    Ok(Some((out.finish(), report)))
}

/// The words that a request names: entries of a lexicon, or what stands between marks or behind
/// “inflect” or “of”, which then is a word of the newest language.
fn named<'v>(
    found: &'v [Vocabulary],
    words: &[(usize, usize)],
    request: &str,
) -> Vec<(&'v Vocabulary, Word)> {
    let entries = words.iter().take(WORDS_MAX);
    let entries = entries.map(|(at, word)| (&found[*at], found[*at].words[*word].clone()));
    let entries: Vec<_> = entries.collect();
    if !entries.is_empty() {
        return entries;
    }
    let tokens: Vec<&str> = request.split_whitespace().collect();
    let behind = tokens.iter().position(|it| {
        matches!(fold_name(it).as_str(), "inflect" | "decline" | "conjugate" | "of")
    });
    let behind = behind.map(|at| &tokens[at + 1..]).unwrap_or_default();
    let skipped = ["the", "word", "noun", "verb", "adjective", "stem"];
    let form = behind.iter().find(|it| !skipped.contains(&fold_name(it).as_str()));
    let form = form.map(|it| it.trim_matches(|letter: char| !letter.is_alphanumeric()));
    let form = form.filter(|it| !it.is_empty());
    let folded = form.map(fold_name);
    let known = folded.and_then(|folded| {
        found.iter().find_map(|it| {
            let word = it.words.iter().find(|word| fold_name(&word.form) == folded)?;
            Some((it, word.clone()))
        })
    });
    known.or_else(|| unknown(found.first()?, form?, behind)).into_iter().collect()
}

/// A word that no lexicon has, of the part of speech that the request says.
fn unknown<'v>(
    language: &'v Vocabulary,
    form: &str,
    behind: &[&str],
) -> Option<(&'v Vocabulary, Word)> {
    let mut part = behind
        .iter()
        .map(|it| fold_name(it.trim_matches(|letter: char| !letter.is_alphanumeric())));
    let part = part.rfind(|it| ["noun", "verb", "adjective"].contains(&it.as_str()));
    let create = WordCreate {
        form: domain::languages::words::Trimmed(form.to_owned()),
        part_of_speech: domain::languages::words::Trimmed(part.unwrap_or_default()),
        meaning: String::new(),
        ipa: String::new(),
        etymology: String::new(),
        notes: String::new(),
        tags: Vec::new(),
    };
    let of = (language.language.project_id.as_str(), language.language.id.as_str());
    Some((language, Word::create(String::new(), of, &create, Time::from_millis(0))))
}

fn say_forms(out: &mut AnswerText, language: &str, forms: &WordForms) {
    let word = cut(&forms.word);
    let part = if forms.part_of_speech.is_empty() {
        "no part of speech is given".to_owned()
    } else {
        cut(&forms.part_of_speech)
    };
    let known = if forms.word_id.is_empty() { "; the lexicon does not have it" } else { "" };
    out.line(format!("{word} ({part}{known}), by the rules of {language}:"));
    if forms.forms.is_empty() {
        out.line("No rule makes a form of it.");
    }
    out.list("Forms", &forms.forms, |it| {
        let label = it.label.as_deref().map(|it| format!("{}: ", cut(it))).unwrap_or_default();
        let parts =
            if it.segmented == it.form { String::new() } else { format!(" ({})", it.segmented) };
        format!("{label}{}{parts}, by “{}”", it.form, cut(&it.rule))
    });
    out.list("Rules that make none", &forms.omitted, |it| {
        format!("“{}”: {}", cut(&it.rule), it.reason)
    });
    out.list("Rules that it breaks", &forms.violations, |it| {
        format!("“{}”: {}", cut(&it.rule), it.problem)
    });
}

fn say_check(out: &mut AnswerText, language: &str, check: &LexiconCheck) {
    if check.rules.is_empty() {
        out.line(format!(
            "{language} has no rule that a word could break. A rule of phonotactics with a pattern such as \
             (C)V(n) or *CC says what words may be, and one such as C = p t k which sounds are in a class."
        ));
        return;
    }
    let looked = counted(check.checked, "word", "words");
    let rules =
        check.rules.iter().map(|it| format!("“{}”", cut(it))).collect::<Vec<_>>().join(", ");
    if check.total == 0 {
        out.line(format!("None of the {looked} of {language} that were looked at breaks {rules}."));
    } else {
        let broken = counted(check.total, "word breaks", "words break");
        out.line(format!("Of {looked} of {language}, {broken} a rule. Looked at: {rules}."));
        let line = |it: &domain::languages::grammar::WordViolations| {
            let broken =
                it.violations.iter().map(|it| format!("“{}”: {}", cut(&it.rule), it.problem));
            format!("{}: {}", cut(&it.word), broken.collect::<Vec<_>>().join("; "))
        };
        out.list("Words that break a rule", &check.words, line);
    }
    if !check.complete {
        out.line("Not all words were looked at: the rules take too many steps.");
    }
}

/// Examples of a language's rules that do not hold.
fn examples(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    vocabulary: &Vocabulary,
    (grammar, budget): (&Grammar, &mut StepBudget),
    out: &mut AnswerText,
) -> Result<Value> {
    let language = &vocabulary.language;
    let query = RuleQuery { category: None, limit: RULES_MAX, cursor: None };
    let page = rules::list(tx, project, &language.id, &query, language.grammar_rules)?;
    let (mut passed, mut not_run) = (0, 0);
    let mut failed = Vec::new();
    for rule in page.items.iter().filter(|it| !it.pattern.trim().is_empty()) {
        for (at, result) in
            results(grammar, &rule.id, &rule.examples, budget).into_iter().enumerate()
        {
            match result.status {
                ExampleStatus::Passed => passed += 1,
                ExampleStatus::NotApplicable => not_run += 1,
                ExampleStatus::Failed => failed.push((rule, at + 1, result)),
            }
        }
    }
    let examples = counted(passed, "example holds", "examples hold");
    out.line(format!(
        "{}: {examples}, {} {} not, {not_run} cannot be run.",
        cut(&language.name),
        failed.len(),
        if failed.len() == 1 { "does" } else { "do" }
    ));
    if page.next_cursor.is_some() {
        out.line(format!("These are the examples of the first {RULES_MAX} rules."));
    }
    out.list("Examples that do not hold", &failed, |(rule, number, result)| {
        let reason = result.reason.as_deref().unwrap_or_default();
        let step = result.differs.as_ref().map(|it| {
            let rule = it.rule.as_ref().map(|it| format!(" of “{}”", cut(it))).unwrap_or_default();
            format!(
                " Step {}{rule}, {}: {} becomes {}.",
                it.step,
                cut(&it.pattern),
                it.before,
                it.after
            )
        });
        format!("“{}”, example {number}: {reason}{}", cut(&rule.name), step.unwrap_or_default())
    });
    Ok(json!({
        "languageId": language.id,
        "passed": passed,
        "notApplicable": not_run,
        "failed": crate::skills::answers::listed(&failed, |(rule, number, result)| json!({
            "ruleId": rule.id, "rule": cut(&rule.name), "example": number, "result": result,
        })),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_says_what_is_to_be_run() {
        for (request, is) in [
            ("Inflect kel.", Some(Wanted::Forms)),
            ("What are the forms of “lar”?", Some(Wanted::Forms)),
            ("Which words break the rules?", Some(Wanted::Check)),
            ("Which words violate the phonotactics?", Some(Wanted::Check)),
            ("Which examples fail?", Some(Wanted::Examples)),
            ("Which words of the languages are in Chapter 2?", None),
            ("What does lar mean?", None),
        ] {
            assert_eq!(wanted(request), is, "{request}");
        }
    }
}
