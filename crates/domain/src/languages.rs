//! Constructed languages. Grammar rules are in [`rules`], words in [`words`], CSV files of words in
//! [`lexicon_csv`], the check of glosses in [`gloss`], the language of patterns in [`patterns`], and what the
//! rules of a language make of its words in [`grammar`].

pub mod analysis;
pub mod gloss;
pub mod grammar;
pub mod lexicon_csv;
pub mod patterns;
pub mod rules;
pub mod words;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    lengths::{LINE_CHARS_MAX, TEXT_CHARS_MAX},
    patch::Patch,
    time::Time,
};

/// A constructed language, without its rules and words.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LanguageItem", description = "A language.")]
pub struct Language {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// What it is called.
    pub name: String,
    /// A description.
    pub description: String,
    /// How many grammar rules it has.
    pub grammar_rules: i64,
    /// How many words its lexicon has.
    pub words: i64,
    /// When it was made, ISO 8601.
    pub created_at: Time,
    /// When it was last changed, ISO 8601.
    pub modified_at: Time,
    /// How often it was changed; rules and words do not count.
    #[serde(skip)]
    pub version: i64,
}

crate::model! {
    /// A new constructed language.
    pub struct LanguageCreate as "LanguageCreateRequest" {
        /// The project it belongs to.
        project_id: String,
        /// What it is called.
        name: String where { max_length: LINE_CHARS_MAX },
        /// A description.
        description: String where { max_length: TEXT_CHARS_MAX } = String::new(),
    }
}

crate::model! {
    /// Changes to a language; absent fields leave it as it is.
    pub struct LanguageUpdate as "LanguageUpdateRequest" {
        /// What it is called.
        name: Patch<String> where { max_length: LINE_CHARS_MAX },
        /// A description; null empties it.
        description: Patch<String> where { max_length: TEXT_CHARS_MAX },
    }
}

crate::model! {
    /// Which languages to list.
    pub struct LanguageQuery as "LanguageQuery" paged by crate::page::Cursor {
        /// Only those of this project.
        project_id: Option<String>,
    }
}

impl Language {
    /// A new language of a project, without rules and words.
    pub fn create(id: String, create: &LanguageCreate, now: Time) -> Self {
        Self {
            id,
            project_id: create.project_id.clone(),
            name: create.name.clone(),
            description: create.description.clone(),
            grammar_rules: 0,
            words: 0,
            created_at: now,
            modified_at: now,
            version: 1,
        }
    }

    /// Only what the update names changes.
    pub fn update(&mut self, update: &LanguageUpdate, now: Time) {
        update.name.apply_to(&mut self.name);
        update.description.apply_or_default(&mut self.description);
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }
}
