//! The languages of a project at a glance: how many rules of each part of the grammar, which parts
//! have none, glosses that do not fit, and words of examples that the lexicon does not know.

use std::{collections::BTreeSet, fmt::Write as _};

use domain::{
    Result,
    fold::fold_name,
    languages::{
        Language, gloss,
        rules::{Category, GrammarExample, Rule},
    },
    messages::Answer,
};
use serde_json::{Value, json};
use store::{
    Tx,
    languages::{self, rules, words},
    projects::Seen,
};

use super::{super::letter::counted, cut, problem};

/// Languages of one project that are looked at, the newest first.
const LANGUAGES_MAX: i64 = 20;

/// Rules of one language whose examples are looked at, the first in its order.
const RULES_MAX: i64 = 1_000;

/// Different words of one language's examples that are looked for in its lexicon.
const WORDS_MAX: usize = 10_000;

/// Findings of one kind and language that the answer for people names.
const LETTER_MAX: usize = 10;

/// Findings of one kind and language that the answer for programs names.
const REPORT_MAX: usize = 100;

/// What was found in a language.
struct Found {
    language: Language,
    /// How many rules of each part of the grammar, in the order of the vocabulary.
    categories: Vec<(Category, i64)>,
    /// Rules whose examples were looked at.
    examined: usize,
    /// Glosses that do not fit.
    misaligned: Vec<Misaligned>,
    /// Words of examples that the lexicon does not know, as they are first met.
    unknown: Vec<String>,
}

/// An example whose gloss does not fit.
struct Misaligned {
    rule_id: String,
    rule: String,
    /// The place of the example among those of its rule, from 1.
    number: usize,
    output: String,
    gloss: String,
    problem: String,
}

/// What stands in the languages of a project.
pub(super) fn answer(tx: &mut Tx<'_>, project: &Seen) -> Result<Answer> {
    let mut all = languages::of_project(tx, project, None, LANGUAGES_MAX + 1)?;
    let more = all.len() > usize::try_from(LANGUAGES_MAX).unwrap_or(usize::MAX);
    all.truncate(usize::try_from(LANGUAGES_MAX).unwrap_or(usize::MAX));
    let found =
        all.into_iter().map(|language| look(tx, project, language)).collect::<Result<Vec<_>>>()?;
    let report = json!({
        "kind": "languages",
        "projectId": project.id(),
        "complete": !more,
        "languages": found.iter().map(report).collect::<Vec<_>>(),
    });
    let mut text = if found.is_empty() {
        "The project has no language yet.\n".to_owned()
    } else {
        found.iter().map(letter).collect()
    };
    if more {
        let _ =
            writeln!(text, "The project has more languages; these are the {LANGUAGES_MAX} newest.");
    }
    Answer::measured(text, &report)
}

fn look(tx: &mut Tx<'_>, project: &Seen, language: Language) -> Result<Found> {
    let mut categories = rules::categories(tx, project, &language.id)?;
    categories.sort_by_key(|(category, _)| *category);
    let examined = rules::first(tx, project, &language.id, RULES_MAX)?;
    let unknown = unknown(tx, project, &language, &examined)?;
    let misaligned = examined.iter().flat_map(misaligned).collect();
    Ok(Found { language, categories, examined: examined.len(), misaligned, unknown })
}

fn misaligned(rule: &Rule) -> impl Iterator<Item = Misaligned> {
    let of_example = |(at, example): (usize, &GrammarExample)| {
        problem(example).map(|problem| Misaligned {
            rule_id: rule.id.clone(),
            rule: cut(&rule.name),
            number: at + 1,
            output: cut(&example.output),
            gloss: example.gloss.as_deref().map(cut).unwrap_or_default(),
            problem,
        })
    };
    rule.examples.iter().enumerate().filter_map(of_example)
}

/// The words of examples that the lexicon does not know, of the first [`WORDS_MAX`]. A word is known
/// when it is an entry, with or without the marks of its boundaries, or when each of its morphemes
/// is one, as itself or as an affix with its mark.
fn unknown(
    tx: &mut Tx<'_>,
    project: &Seen,
    language: &Language,
    examined: &[Rule],
) -> Result<Vec<String>> {
    let outputs = examined.iter().flat_map(|rule| &rule.examples).map(|it| it.output.as_str());
    let mut met: BTreeSet<String> = BTreeSet::new();
    let mut used: Vec<gloss::Spelt> = Vec::new();
    for word in outputs.flat_map(gloss::spelt) {
        if used.len() == WORDS_MAX {
            break;
        }
        if met.insert(fold_name(&word.whole)) {
            used.push(word);
        }
    }
    let wanted =
        used.iter().flat_map(gloss::Spelt::entries).map(|entry| fold_name(&entry)).collect();
    let known = words::known(tx, project, &language.id, &wanted)?;
    let is_known = |entry: &str| known.contains(&fold_name(entry));
    Ok(used.into_iter().filter(|word| !word.is_known(is_known)).map(|word| word.whole).collect())
}

/// The parts of the grammar that no rule is of; `other` is no part.
fn without_rules(found: &Found) -> Vec<&'static str> {
    let has = |word: &str| found.categories.iter().any(|(category, _)| category.as_str() == word);
    Category::WORDS
        .iter()
        .copied()
        .filter(|word| !has(word) && *word != Category::Other.as_str())
        .collect()
}

fn letter(found: &Found) -> String {
    let Found { language, categories, misaligned, unknown, .. } = found;
    let (rules, words) = (language.grammar_rules, language.words);
    let name = cut(&language.name);
    let mut letter = format!(
        "{name} has {} and {}.\n",
        counted(rules, "grammar rule", "grammar rules"),
        counted(words, "word", "words")
    );
    if !categories.is_empty() {
        let of_category = |(category, count): &(Category, i64)| format!("{category} {count}");
        let counts = categories.iter().map(of_category).collect::<Vec<_>>().join(", ");
        let _ = writeln!(letter, "  Rules: {counts}.");
    }
    let without = without_rules(found);
    if !without.is_empty() {
        let _ = writeln!(letter, "  Without a rule: {}.", without.join(", "));
    }
    if !misaligned.is_empty() {
        let _ = writeln!(letter, "  Glosses that do not fit: {}.", misaligned.len());
        for it in misaligned.iter().take(LETTER_MAX) {
            let Misaligned { rule, number, problem, .. } = it;
            let _ = writeln!(letter, "    “{rule}”, example {number}: {problem}");
        }
        and_more(&mut letter, misaligned.len());
    }
    if !unknown.is_empty() {
        let _ =
            writeln!(letter, "  Words of examples that are not in the lexicon: {}.", unknown.len());
        let shown: Vec<String> = unknown.iter().take(LETTER_MAX).map(|it| cut(it)).collect();
        let _ = writeln!(letter, "    {}", shown.join(", "));
        and_more(&mut letter, unknown.len());
    }
    if found.examined < usize::try_from(rules).unwrap_or(0) {
        let _ = writeln!(letter, "  Looked at: the examples of the first {RULES_MAX} rules.");
    }
    letter
}

fn and_more(letter: &mut String, count: usize) {
    if count > LETTER_MAX {
        let _ = writeln!(letter, "    and {} more", count - LETTER_MAX);
    }
}

fn report(found: &Found) -> Value {
    let Found { language, categories, examined, misaligned, unknown } = found;
    let counts: serde_json::Map<String, Value> = categories
        .iter()
        .map(|(category, count)| (category.as_str().to_owned(), (*count).into()))
        .collect();
    let of_example = |it: &Misaligned| {
        json!({
            "ruleId": it.rule_id,
            "rule": it.rule,
            "example": it.number,
            "output": it.output,
            "gloss": it.gloss,
            "problem": it.problem,
        })
    };
    json!({
        "languageId": language.id,
        "name": cut(&language.name),
        "grammarRules": language.grammar_rules,
        "words": language.words,
        "categories": counts,
        "withoutRules": without_rules(found),
        "rulesExamined": examined,
        "misaligned": {
            "total": misaligned.len(),
            "examples": misaligned.iter().take(REPORT_MAX).map(of_example).collect::<Vec<_>>(),
        },
        "unknownWords": {
            "total": unknown.len(),
            "words": unknown.iter().take(REPORT_MAX).map(|it| cut(it)).collect::<Vec<_>>(),
        },
    })
}
