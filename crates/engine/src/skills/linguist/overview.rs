//! The languages of a project at a glance: how many rules of each part of the grammar, which parts
//! have none, glosses that do not fit, and words of examples that the lexicon does not know.

use std::fmt::Write as _;

use domain::{
    Result,
    languages::{Language, rules::Category},
};
use serde_json::{Value, json};
use store::{
    Tx,
    languages::{self, rules},
    projects::ProjectAccess,
};

use super::{
    super::answers::{counted, more},
    cut,
    examples::{self, Examined, Misaligned},
};

/// Languages of one project that are looked at, the newest first.
const LANGUAGES_MAX: i64 = 20;

/// Findings of one kind and language that the answer for people names.
const TEXT_ITEMS_MAX: usize = 10;

/// What was found in a language.
struct Found {
    language: Language,
    /// How many rules of each part of the grammar, in the order of the vocabulary.
    categories: Vec<(Category, i64)>,
    examined: Examined,
}

/// What stands in the languages of a project.
pub(super) fn answer(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<(String, Value)> {
    let page = languages::list(tx, project, (None, LANGUAGES_MAX))?;
    let more = page.next_cursor.is_some();
    let found = page.items.into_iter().map(|language| look(tx, project, language));
    let found = found.collect::<Result<Vec<_>>>()?;
    let report = json!({
        "kind": "languages",
        "projectId": project.id(),
        "complete": !more,
        "languages": found.iter().map(report).collect::<Vec<_>>(),
    });
    let mut text = if found.is_empty() {
        "The project has no language yet.\n".to_owned()
    } else {
        found.iter().map(answer_text).collect()
    };
    if more {
        let _ =
            writeln!(text, "The project has more languages; these are the {LANGUAGES_MAX} newest.");
    }
    Ok((text, report))
}

fn look(tx: &mut Tx<'_>, project: &ProjectAccess, language: Language) -> Result<Found> {
    let mut categories = rules::categories(tx, project, &language.id)?;
    categories.sort_by_key(|(category, _)| *category);
    let examined = examples::examine(tx, project, &language)?;
    Ok(Found { language, categories, examined })
}

impl Found {
    /// Whether the examples of all rules were looked at.
    fn has_all_rules(&self) -> bool {
        i64::try_from(self.examined.rules).is_ok_and(|it| it >= self.language.grammar_rules)
    }
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

fn answer_text(found: &Found) -> String {
    let Found { language, categories, examined } = found;
    let Examined { misaligned, unknown, .. } = examined;
    let (rules, words) = (language.grammar_rules, language.words);
    let name = cut(&language.name);
    let mut out = format!(
        "{name} has {} and {}.\n",
        counted(rules, "grammar rule", "grammar rules"),
        counted(words, "word", "words")
    );
    if !categories.is_empty() {
        let of_category = |(category, count): &(Category, i64)| format!("{category} {count}");
        let counts = categories.iter().map(of_category).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "  Rules: {counts}.");
    }
    let without = without_rules(found);
    if !without.is_empty() {
        let _ = writeln!(out, "  Without a rule: {}.", without.join(", "));
    }
    if misaligned.total > 0 {
        let _ = writeln!(out, "  Glosses that do not fit: {}.", misaligned.total);
        for it in misaligned.first.iter().take(TEXT_ITEMS_MAX) {
            let Misaligned { rule, number, problem, .. } = it;
            let _ = writeln!(out, "    “{rule}”, example {number}: {problem}");
        }
        more(&mut out, "    ", misaligned.total, TEXT_ITEMS_MAX);
    }
    if unknown.total > 0 {
        let _ =
            writeln!(out, "  Words of examples that are not in the lexicon: {}.", unknown.total);
        let first: Vec<String> =
            unknown.first.iter().take(TEXT_ITEMS_MAX).map(|it| cut(it)).collect();
        let _ = writeln!(out, "    {}", first.join(", "));
        more(&mut out, "    ", unknown.total, TEXT_ITEMS_MAX);
    }
    if !found.has_all_rules() {
        let rules = counted(examined.rules, "rule", "rules");
        let _ = writeln!(out, "  Looked at: the examples of the first {rules}.");
    }
    if !examined.has_all_words {
        let words = counted(examined.words, "different word", "different words");
        let _ = writeln!(out, "  Looked for in the lexicon: the first {words}.");
    }
    out
}

fn report(found: &Found) -> Value {
    let Found { language, categories, examined } = found;
    let Examined { misaligned, unknown, .. } = examined;
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
        "rulesExamined": examined.rules,
        "wordsExamined": examined.words,
        "isWhole": found.has_all_rules() && examined.has_all_words,
        "misaligned": {
            "total": misaligned.total,
            "examples": misaligned.first.iter().map(of_example).collect::<Vec<_>>(),
        },
        "unknownWords": {
            "total": unknown.total,
            "words": unknown.first.iter().map(|it| cut(it)).collect::<Vec<_>>(),
        },
    })
}
