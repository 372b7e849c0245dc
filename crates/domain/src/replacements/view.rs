//! What previews of replacements, and replacements, answer.

use schemars::JsonSchema;
use serde::Serialize;

use super::requests::ReplacementUndo;

/// A place where the words stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextMatch {
    /// Its id, for choosing it; it is good for as long as the digest is.
    pub id: String,
    /// The document.
    pub document_id: String,
    /// What the document is called.
    pub document_title: String,
    /// The version of the document that was read.
    pub document_version: i64,
    /// The line in which it begins, counted from 1.
    pub line: i64,
    /// The first character in the Markdown.
    pub start: i64,
    /// The character after the last one.
    pub end: i64,
    /// The text before it in its line, at most 60 characters.
    pub before: String,
    /// The words as they stand there.
    pub text: String,
    /// The text behind it in its line, at most 60 characters.
    pub after: String,
    /// What would take the place of a name; null where something else is replaced.
    pub replacement: Option<String>,
    /// Whether it is replaced when nobody says otherwise: a name that may be somebody else's is not.
    pub is_certain: bool,
    /// Whose name it seems to be instead, where it is not certain and the texts show that; else null.
    pub other_name: Option<String>,
}

/// A document in which something was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchedDocument {
    /// The document.
    pub document_id: String,
    /// What it is called.
    pub title: String,
    /// The version that was read.
    pub version: i64,
    /// How many matches it has.
    pub matches: i64,
    /// The user who has locked it; null when it is not locked.
    pub locked_by: Option<String>,
}

/// What a replacement would find; nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplacementPreview {
    /// What was found, as a short text: a replacement has to bring it along.
    pub digest: String,
    /// The documents, in reading order.
    pub documents: Vec<MatchedDocument>,
    /// A page of the matches, in reading order.
    pub matches: Vec<TextMatch>,
    /// Where the next page starts; null at the end.
    pub next_cursor: Option<String>,
    /// How many matches there are.
    pub total: i64,
    /// How many of them are certain.
    pub certain: i64,
}

/// A form of a name that a preview looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormPreview {
    /// The form.
    pub form: String,
    /// What it would become; null where it stays.
    pub to: Option<String>,
}

/// Another lore entry with one of the new names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Namesake {
    /// The entry.
    pub entry_id: String,
    /// What it is called.
    pub name: String,
    /// The name that both would bear.
    pub shared: String,
}

/// What another name of a lore entry would change; nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenamePreview {
    /// The new name.
    pub name: String,
    /// The aliases that the entry would have.
    pub aliases: Vec<String>,
    /// The forms of the name: those of the entry, those that the texts have, and its parts.
    pub forms: Vec<FormPreview>,
    /// Other entries that have one of the new names already.
    pub namesakes: Vec<Namesake>,
    /// How many corrected speakers are this entry and nobody else, and would get the new name.
    pub speakers: i64,
    /// What was found in the texts.
    pub found: ReplacementPreview,
}

/// A document whose text was replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplacedDocument {
    /// The document.
    pub document_id: String,
    /// What it is called.
    pub title: String,
    /// How many matches were replaced in it; null for what was undone.
    pub replaced: Option<i64>,
    /// How many words it has now.
    pub words: i64,
    /// Its version now.
    pub version: i64,
    /// The version that had the text before, of which there is a revision.
    pub revision: i64,
}

/// A replacement that was made, or undone.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    /// How many matches were replaced; null for what was undone.
    pub replaced: Option<i64>,
    /// The documents, in reading order; for what was undone, as they were named.
    pub documents: Vec<ReplacedDocument>,
    /// What takes this back.
    pub undo: ReplacementUndo,
}
