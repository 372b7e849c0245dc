//! Views of lore entries.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Category, Entry, Relation};
use crate::{json::JsonText, time::Time};

/// A lore entry.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoreItem {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub category: Category,
    /// Other names under which texts mention it.
    pub aliases: Vec<String>,
    /// Facts under keys of the author's choice.
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub attributes: JsonText,
    /// Its relations to other entries.
    pub relations: Vec<Relation>,
    /// How often the documents of the project name it; null while they are being read.
    pub mentions: Option<Mentions>,
    /// What is known of it, in Markdown; absent in lists and events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub content: Option<String>,
    /// When it was made, ISO 8601.
    pub created_at: Time,
    /// When it was last changed, ISO 8601.
    pub modified_at: Time,
}

impl LoreItem {
    /// What the wire shows of `entry`, with its mentions where they are known and its text where it
    /// was asked for.
    pub fn of(entry: Entry, mentions: Option<Mentions>, content: Option<String>) -> Self {
        Self {
            id: entry.id,
            project_id: entry.project_id,
            name: entry.name,
            category: entry.category,
            aliases: entry.aliases,
            attributes: entry.attributes,
            relations: entry.relations,
            mentions,
            content,
            created_at: entry.created_at,
            modified_at: entry.modified_at,
        }
    }
}

/// How often an entry is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[schemars(rename = "LoreMentions")]
pub struct Mentions {
    /// Mentions in all texts.
    pub total: i64,
    /// Documents with a mention.
    pub documents: i64,
}

/// A document that names an entry.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoreMention {
    /// The document.
    pub document_id: String,
    /// What the document is called.
    pub title: String,
    /// How often it names the entry.
    pub count: i64,
    /// The first mention, with its position.
    pub first: Quoted,
    /// The sentence around it, cut where it is long.
    pub passage: String,
}

/// Words of a text, and their position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Quotation")]
pub struct Quoted {
    /// The words as a reader sees them.
    pub quote: String,
    /// The first character in the Markdown.
    pub start: i64,
    /// The character after the last one.
    pub end: i64,
}

/// Every category with the number of its entries.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LoreCategories {
    /// The categories, in the order of their vocabulary.
    pub categories: Vec<CategoryCount>,
    /// The entries of all categories.
    pub total: i64,
}

/// A category with the number of its entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "LoreCategoryCount")]
pub struct CategoryCount {
    /// The category.
    pub category: Category,
    /// Its entries.
    pub count: i64,
}
