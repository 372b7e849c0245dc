//! The names of a manuscript: who and what it names, as its text shows.

use schemars::JsonSchema;
use serde::Serialize;

use crate::page::Cursor;

crate::string_enum! {
    /// What bears a name.
    pub enum NameKind {
        Person = "person",
        Location = "place",
        Group = "group",
        Work = "work",
        Other = "other",
    }
}

crate::string_enum! {
    /// How a text speaks of a person.
    pub enum Pronouns {
        He = "he",
        She = "she",
        They = "they",
    }
}

crate::model! {
    /// Which names to list.
    pub struct NameQuery as "NameQuery" paged by Cursor<(i64, String)> {
        /// Only those of this kind.
        kind: Option<NameKind>,
    }
}

/// Somebody or something that a manuscript names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Name")]
pub struct NameItem {
    /// The most complete of its names.
    pub name: String,
    /// All forms of the name, and how often each stands.
    pub forms: Vec<NameForm>,
    /// What it is.
    pub kind: NameKind,
    /// How the text speaks of a person; null where it does not show.
    pub pronouns: Option<Pronouns>,
    /// How often it is named.
    pub mentions: i64,
    /// How many documents name it.
    pub documents: i64,
    /// Where it is first named, in reading order.
    pub first: NamePosition,
    /// The lore entry that bears one of the names; null when none does.
    pub entry_id: Option<String>,
}

/// A form of a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NameForm {
    /// As it is most often written.
    pub text: String,
    /// How often it stands by itself, and not within a longer form.
    pub mentions: i64,
}

/// Where a name stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamePosition {
    /// The document.
    pub document_id: String,
    /// What the document is called.
    pub document_title: String,
    /// The version of the document that was read.
    pub document_version: i64,
    /// The first character of the name in the Markdown.
    pub start: i64,
    /// The character after its last one.
    pub end: i64,
}

impl NameItem {
    /// Where it stands in a list of names: those that are named most often come first.
    pub fn rank(&self) -> (i64, &str) {
        (-self.mentions, &self.name)
    }

    /// The cursor that goes on behind it.
    pub fn cursor(&self) -> Cursor<(i64, String)> {
        Cursor { key: (-self.mentions, self.name.clone()), id: String::new() }
    }
}
