//! Grammar rules of a language, with examples whose glosses are checked. What a pattern may be is in
//! [`patterns`](super::patterns), what it does in [`grammar`](super::grammar).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    gloss::{self, Alignment},
    grammar::{ChangedForms, ExampleResult, RuleSource},
    patterns::{PatternText, UNREADABLE},
};
use crate::{
    Error, Result,
    field_error::{FieldError, PathSegment},
    json::Json,
    lengths::{LINE_CHARS_MAX, TEXT_CHARS_MAX},
    model::read_body,
    page::Cursor,
    patch::Patch,
    time::Time,
};

crate::string_enum! {
    /// Which part of the grammar a rule belongs to, in the order of a reference grammar.
    pub enum Category {
        Phonology = "phonology",
        Phonotactics = "phonotactics",
        Prosody = "prosody",
        Orthography = "orthography",
        Morphophonology = "morphophonology",
        Morphology = "morphology",
        Inflection = "inflection",
        Derivation = "derivation",
        Syntax = "syntax",
        Agreement = "agreement",
        Semantics = "semantics",
        Pragmatics = "pragmatics",
        Discourse = "discourse",
        Lexicon = "lexicon",
        SoundChange = "sound_change",
        Other = "other",
    }
}

/// The most examples of one rule.
pub const EXAMPLES_MAX: usize = 1_000;

/// A rule of a language's grammar, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Its identifier.
    pub id: String,
    /// The project of its language.
    pub project_id: String,
    /// The language it belongs to.
    pub language_id: String,
    /// Which part of the grammar it belongs to.
    pub category: Category,
    /// What it is called.
    pub name: String,
    /// Its text.
    pub description: String,
    /// How it is written; a pattern that was imported may be one that cannot be read.
    pub pattern: String,
    /// Examples of the rule.
    pub examples: Vec<GrammarExample>,
    /// Its position among the rules of its language.
    pub sort_order: i64,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub modified_at: Time,
    /// How often it was changed.
    pub version: i64,
}

/// A rule as an answer has it: with what became of its examples when they were run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "GrammarRuleResponse", description = "A grammar rule.")]
pub struct RuleView {
    /// Its identifier.
    pub id: String,
    /// The project of its language.
    #[serde(skip)]
    pub project_id: String,
    /// The language it belongs to.
    pub language_id: String,
    /// Which part of the grammar it belongs to.
    pub category: Category,
    /// What it is called.
    pub name: String,
    /// Its text.
    pub description: String,
    /// How it is written.
    pub pattern: String,
    /// Examples of the rule.
    pub examples: Vec<GlossedExample>,
    /// Its position among the rules of its language.
    pub sort_order: i64,
    /// When it was made, in milliseconds of Unix time.
    #[serde(with = "crate::time::millis")]
    #[schemars(with = "i64")]
    pub created_at: Time,
    /// When it was last changed, in milliseconds of Unix time.
    #[serde(with = "crate::time::millis")]
    #[schemars(with = "i64")]
    pub modified_at: Time,
    /// What the change of the rule has changed in the forms of the lexicon; only in the answer to a
    /// change that may have changed some.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ChangedForms")]
    pub changed_forms: Option<ChangedForms>,
}

crate::model! {
    /// An example of a rule.
    #[derive(Serialize, Deserialize)]
    pub struct GrammarExample as "GrammarExample" {
        /// What the rule is applied to, or what the line means.
        input: String where { max_length: LINE_CHARS_MAX },
        /// The result: the line in the language, which the gloss explains.
        output: String where { max_length: LINE_CHARS_MAX },
        /// The output word by word and morpheme by morpheme, as in the Leipzig Glossing Rules.
        gloss: Option<String> where { max_length: LINE_CHARS_MAX },
    }
}

crate::model! {
    /// A new grammar rule.
    pub struct RuleCreate as "GrammarRuleCreateRequest" {
        /// Which part of the grammar it belongs to.
        category: Category,
        /// What it is called.
        name: String where { max_length: LINE_CHARS_MAX },
        /// Its text.
        description: String where { max_length: TEXT_CHARS_MAX } = String::new(),
        /// How it is written, in the language of docs/grammar.md.
        pattern: PatternText where { max_length: TEXT_CHARS_MAX } = PatternText::default(),
        /// Examples of the rule.
        examples: Vec<GrammarExample> where { max_length: EXAMPLES_MAX } = Vec::new(),
        /// Its position among the rules of its language; after the last one when absent.
        sort_order: Option<i64>,
    }
}

crate::model! {
    /// Changes to a grammar rule; absent fields leave it as it is.
    pub struct RuleUpdate as "GrammarRuleUpdate" {
        /// Which part of the grammar it belongs to.
        category: Patch<Category>,
        /// What it is called.
        name: Patch<String> where { max_length: LINE_CHARS_MAX },
        /// Its text; null empties it.
        description: Patch<String> where { max_length: TEXT_CHARS_MAX },
        /// How it is written, in the language of docs/grammar.md; null empties it.
        pattern: Patch<PatternText> where { max_length: TEXT_CHARS_MAX },
        /// Examples of the rule; replaces all, and null removes all.
        examples: Patch<Vec<GrammarExample>> where { max_length: EXAMPLES_MAX },
        /// Its position among the rules of its language.
        sort_order: Patch<i64>,
    }
}

crate::model! {
    /// Which rules of a language to list.
    pub struct RuleQuery as "GrammarRuleQuery" paged by RuleCursor {
        /// Only those of this part of the grammar.
        category: Option<Category>,
    }
}

/// Where a rule stands among those of its language: by its place as the author set it, then by when
/// it was made, in milliseconds.
pub type RuleCursor = Cursor<[i64; 2]>;

impl Rule {
    /// A new rule of a language, at a place.
    pub fn create(
        id: String,
        (project_id, language_id): (&str, &str),
        create: &RuleCreate,
        sort_order: i64,
        now: Time,
    ) -> Self {
        Self {
            id,
            project_id: project_id.to_owned(),
            language_id: language_id.to_owned(),
            category: create.category,
            name: create.name.clone(),
            description: create.description.clone(),
            pattern: create.pattern.0.clone(),
            examples: create.examples.clone(),
            sort_order,
            created_at: now,
            modified_at: now,
            version: 1,
        }
    }

    /// Only what the update names changes. The category and the place have no value of their own to
    /// go back to, so null leaves them, as it leaves the name.
    pub fn update(&mut self, update: &RuleUpdate, now: Time) {
        update.category.apply_to(&mut self.category);
        update.name.apply_to(&mut self.name);
        update.description.apply_or_default(&mut self.description);
        update.pattern.map(|it| it.0.clone()).apply_or_default(&mut self.pattern);
        update.examples.apply_or_default(&mut self.examples);
        update.sort_order.apply_to(&mut self.sort_order);
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }

    /// What it says, without its examples.
    pub fn source(&self) -> RuleSource {
        let Self { id, name, category, pattern, .. } = self.clone();
        RuleSource { id, name, category, pattern }
    }

    /// Whether `other` may make other forms of words.
    pub fn makes_other_forms(&self, other: &Self) -> bool {
        (self.category, &self.pattern, self.sort_order)
            != (other.category, &other.pattern, other.sort_order)
    }

    /// As an answer has it: each example with its result, which is absent where the rule has no pattern.
    pub fn view(self, results: Vec<ExampleResult>) -> RuleView {
        let mut results = results.into_iter();
        let is_run = !self.pattern.trim().is_empty();
        let examples = self.examples.into_iter().map(|example| GlossedExample {
            result: results.next().filter(|_| is_run),
            ..example.into()
        });
        RuleView {
            id: self.id,
            project_id: self.project_id,
            language_id: self.language_id,
            category: self.category,
            name: self.name,
            description: self.description,
            pattern: self.pattern,
            examples: examples.collect(),
            sort_order: self.sort_order,
            created_at: self.created_at,
            modified_at: self.modified_at,
            changed_forms: None,
        }
    }

    /// Where it stands.
    pub fn cursor(&self) -> RuleCursor {
        Cursor { key: [self.sort_order, self.created_at.millis()], id: self.id.clone() }
    }
}

impl GrammarExample {
    /// How its gloss stands under its output; none without a gloss.
    pub fn alignment(&self) -> Option<Alignment> {
        self.gloss.as_deref().and_then(|gloss| gloss::align(&self.output, gloss))
    }
}

/// An example, whether its gloss is aligned, and whether it holds.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GlossedExample {
    /// What the rule is applied to, or what the line means.
    pub input: String,
    /// The result: the line in the language, which the gloss explains.
    pub output: String,
    /// The output word by word and morpheme by morpheme.
    pub gloss: Option<String>,
    /// Whether the gloss is aligned with the output; absent without a gloss.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Alignment")]
    pub alignment: Option<Alignment>,
    /// What became of it when the rule was run; absent where the rule has no pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ExampleResult")]
    pub result: Option<ExampleResult>,
}

impl From<GrammarExample> for GlossedExample {
    fn from(example: GrammarExample) -> Self {
        let alignment = example.alignment();
        let GrammarExample { input, output, gloss } = example;
        Self { input, output, gloss, alignment, result: None }
    }
}

/// The check of a row of an export. Patterns that cannot be read are kept: an export of an earlier
/// program may have them, and a rule says itself that it is not run.
///
/// # Errors
/// What else a request to create the rule would be refused for.
pub fn check_imported(row: &Json) -> Result<()> {
    match read_body::<RuleCreate>(row) {
        Err(Error::Invalid(flaws)) if flaws.iter().all(is_unreadable_pattern) => Ok(()),
        other => other.map(drop),
    }
}

fn is_unreadable_pattern(flaw: &FieldError) -> bool {
    let pattern = PathSegment::Key("pattern".to_owned());
    flaw.rule == UNREADABLE && flaw.loc.0.last() == Some(&pattern)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json::Json, model::read_body};

    fn rule() -> Rule {
        let body = r#"{"category":"inflection","name":"Plural","description":"d","pattern":"N-ar",
            "examples":[{"input":"lun","output":"lun-ar","gloss":"dog-PL"}]}"#;
        let create: RuleCreate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        Rule::create("r1".to_owned(), ("p1", "l1"), &create, 3, Time::from_millis(10))
    }

    fn updated(body: &str) -> Rule {
        let update: RuleUpdate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        let mut rule = rule();
        rule.update(&update, Time::from_millis(5));
        rule
    }

    #[test]
    fn an_update_changes_only_what_it_names() {
        let touched = Rule { modified_at: Time::from_millis(11), version: 2, ..rule() };

        assert_eq!(updated("{}"), touched);
        let wanted = Rule { category: Category::Syntax, sort_order: -9, ..touched };
        assert_eq!(updated(r#"{"category":"syntax","sortOrder":"-9"}"#), wanted);
    }

    #[test]
    fn null_empties_what_can_be_empty_and_leaves_the_rest() {
        let nulls = r#"{"category":null,"name":null,"description":null,"pattern":null,
            "examples":null,"sortOrder":null}"#;

        let wanted = Rule {
            description: String::new(),
            pattern: String::new(),
            examples: Vec::new(),
            ..updated("{}")
        };
        assert_eq!(updated(nulls), wanted);
    }
}
