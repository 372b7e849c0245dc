//! What the examples of a language's rules show: glosses that do not fit, and words the lexicon does
//! not know. Rules are read page by page, and all that is kept of them has a bound, whatever they
//! hold: a rule may be some megabytes, and a word may have hundreds of morphemes.

use std::collections::BTreeSet;

use domain::{
    Result,
    fold::fold_name,
    languages::{
        Language, gloss,
        rules::{GrammarExample, Rule, RuleQuery},
    },
};
use store::{
    Tx,
    languages::{rules, words},
    projects::ProjectAccess,
};

use super::{cut, problem};

/// Rules of one language whose examples are looked at, the first in its order.
const RULES_MAX: usize = 1_000;

/// Bytes of rules of one language, from which on no further rule is looked at.
const RULES_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Rules that are read at once.
const RULES_PAGE: i64 = 20;

/// Different words of one language's examples that are looked for in its lexicon.
const WORDS_MAX: usize = 10_000;

/// Bytes of the forms under which they are looked for, all together.
const FORMS_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Bytes that a form takes beside its letters.
const FORM_BYTES: usize = 32;

/// Findings of one kind that are kept; the others are counted.
pub(super) const FINDINGS_MAX: usize = 100;

/// Findings: how many there are, and the first of them.
pub(super) struct Findings<T> {
    pub(super) total: usize,
    pub(super) first: Vec<T>,
}

impl<T> Findings<T> {
    /// Counts one; keeps what `it` makes of it up to [`FINDINGS_MAX`].
    fn add(&mut self, it: impl FnOnce() -> T) {
        self.total += 1;
        if self.first.len() < FINDINGS_MAX {
            self.first.push(it());
        }
    }
}

impl<T> Default for Findings<T> {
    fn default() -> Self {
        Self { total: 0, first: Vec::new() }
    }
}

/// An example whose gloss does not fit.
pub(super) struct Misaligned {
    pub(super) rule_id: String,
    pub(super) rule: String,
    /// The number of the example in its rule, from 1.
    pub(super) number: usize,
    pub(super) output: String,
    pub(super) gloss: String,
    pub(super) problem: String,
}

/// What was found in the examples of a language.
pub(super) struct Examined {
    /// Rules whose examples were looked at.
    pub(super) rules: usize,
    /// Different words that were looked for in the lexicon.
    pub(super) words: usize,
    /// Whether these are all words of those rules.
    pub(super) has_all_words: bool,
    /// Glosses that do not fit.
    pub(super) misaligned: Findings<Misaligned>,
    /// Words that the lexicon does not know, as they are first met.
    pub(super) unknown: Findings<String>,
}

/// Looks at the examples of a language.
pub(super) fn examine(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language: &Language,
) -> Result<Examined> {
    let (mut count, mut bytes) = (0, 0);
    let mut misaligned = Findings::default();
    let mut met = ExampleWords::default();
    let mut query = RuleQuery { category: None, limit: RULES_PAGE, cursor: None };
    while count < RULES_MAX && bytes < RULES_BYTES_MAX {
        let page = rules::list(tx, project, &language.id, &query, language.grammar_rules)?;
        let Some(last) = page.items.last() else { break };
        query.cursor = Some(last.cursor());
        for rule in &page.items {
            if count == RULES_MAX || bytes >= RULES_BYTES_MAX {
                break;
            }
            count += 1;
            bytes += size_bytes(rule);
            judge(rule, &mut misaligned);
            met.add(rule);
        }
    }
    let (words, has_all_words) = (met.words.len(), !met.is_full);
    let unknown = met.unknown(tx, project, language)?;
    Ok(Examined { rules: count, words, has_all_words, misaligned, unknown })
}

/// How much of a rule was read.
fn size_bytes(rule: &Rule) -> usize {
    let of_example = |it: &GrammarExample| {
        it.input.len() + it.output.len() + it.gloss.as_ref().map_or(0, String::len)
    };
    let examples: usize = rule.examples.iter().map(of_example).sum();
    rule.name.len() + rule.description.len() + rule.pattern.len() + examples
}

/// Finds the glosses of a rule's examples that do not fit.
fn judge(rule: &Rule, misaligned: &mut Findings<Misaligned>) {
    for (at, example) in rule.examples.iter().enumerate() {
        let Some(problem) = problem(example) else { continue };
        misaligned.add(|| Misaligned {
            rule_id: rule.id.clone(),
            rule: cut(&rule.name),
            number: at + 1,
            output: cut(&example.output),
            gloss: example.gloss.as_deref().map(cut).unwrap_or_default(),
            problem,
        });
    }
}

/// The different words of examples, as they are first met.
#[derive(Default)]
struct ExampleWords {
    folded: BTreeSet<String>,
    words: Vec<gloss::LineWord>,
    /// Bytes of their forms.
    bytes: usize,
    /// Whether a word was left out.
    is_full: bool,
}

impl ExampleWords {
    /// Adds the words of a rule's examples, within the bounds.
    fn add(&mut self, rule: &Rule) {
        let outputs = rule.examples.iter().map(|example| example.output.as_str());
        for word in outputs.flat_map(gloss::line_words) {
            if self.is_full {
                return;
            }
            let folded = fold_name(&word.whole);
            if self.folded.contains(&folded) {
                continue;
            }
            let bytes: usize = word.entries().map(|form| form.len() + FORM_BYTES).sum();
            if self.words.len() == WORDS_MAX || self.bytes + bytes > FORMS_BYTES_MAX {
                self.is_full = true;
                return;
            }
            self.bytes += bytes;
            self.folded.insert(folded);
            self.words.push(word);
        }
    }

    /// Those that the lexicon does not know. A word is known when it is an entry, with or without
    /// the marks of its boundaries, or when each of its morphemes is one, as itself or as an affix
    /// with its mark.
    fn unknown(
        self,
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        language: &Language,
    ) -> Result<Findings<String>> {
        let forms = self.words.iter().flat_map(gloss::LineWord::entries);
        let wanted = forms.map(|form| fold_name(&form)).collect();
        let known = words::known(tx, project, &language.id, &wanted)?;
        let is_known = |form: &str| known.contains(&fold_name(form));
        let mut unknown = Findings::default();
        for word in self.words.into_iter().filter(|word| !word.is_known(is_known)) {
            unknown.add(|| word.whole);
        }
        Ok(unknown)
    }
}
