//! Requests about replacements of words, and about other names of lore entries.

use serde::Serialize;

use super::{DOCUMENTS_MAX, MATCHES_MAX, SPEAKERS_MAX};
use crate::{
    lengths::LINE_CHARS_MAX,
    lore::{ALIASES_MAX, NAME_CHARS_MAX},
    page::Cursor,
    quotations::SPEAKER_CHARS_MAX,
};

/// The longest words that are looked for, in characters.
pub const FIND_CHARS_MAX: usize = 200;

/// Forms of a name that a request may say something of.
pub const FORMS_MAX: usize = 200;

/// The longest id of a document or a match, in characters.
const ID_CHARS_MAX: usize = 200;

/// The length of a digest, in characters.
const DIGEST_CHARS_MAX: usize = 64;

crate::model! {
    /// What is looked for before a replacement.
    pub struct ReplacementQuery as "ReplacementPreviewRequest" paged by Cursor<i64> {
        /// The words, as they are written: there are no wildcards.
        find: String where { min_length: 1, max_length: FIND_CHARS_MAX },
        /// Whether capitals matter.
        match_case: bool = false,
        /// Whether a match has to begin and end as a word does.
        whole_words: bool = false,
        /// Only in these documents; else in all parts, chapters and scenes.
        document_ids: Option<Vec<String>> where { max_length: DOCUMENTS_MAX, each_max_length: ID_CHARS_MAX },
    }
}

crate::model! {
    /// A replacement of what a preview found.
    pub struct ReplacementCreate as "ReplacementRequest" {
        /// The words, as in the preview.
        find: String where { min_length: 1, max_length: FIND_CHARS_MAX },
        /// What takes their place; an empty text deletes them.
        replace: String where { max_length: LINE_CHARS_MAX },
        /// As in the preview.
        match_case: bool = false,
        /// As in the preview.
        whole_words: bool = false,
        /// As in the preview.
        document_ids: Option<Vec<String>> where { max_length: DOCUMENTS_MAX, each_max_length: ID_CHARS_MAX },
        /// The `digest` of the preview: nothing is replaced when something else is found now.
        digest: String where { max_length: DIGEST_CHARS_MAX },
        /// Only the matches with these ids.
        only: Option<Vec<String>> where { max_length: MATCHES_MAX, each_max_length: ID_CHARS_MAX },
        /// Not the matches with these ids.
        without: Vec<String> where { max_length: MATCHES_MAX, each_max_length: ID_CHARS_MAX } = Vec::new(),
    }
}

crate::model! {
    /// A form of a name, and what it becomes.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct RenamedForm as "RenamedForm" {
        /// The form.
        form: String where { min_length: 1, max_length: NAME_CHARS_MAX },
        /// What it becomes; the same leaves it as it is.
        to: String where { min_length: 1, max_length: NAME_CHARS_MAX },
    }
}

crate::model! {
    /// What is looked for before a lore entry gets another name.
    pub struct RenameQuery as "LoreRenamePreviewRequest" paged by Cursor<i64> {
        /// The new name.
        name: String where { min_length: 1, max_length: NAME_CHARS_MAX },
        /// What forms of the name become, where it is something else than the parts of both names say.
        forms: Vec<RenamedForm> where { max_length: FORMS_MAX } = Vec::new(),
    }
}

crate::model! {
    /// Another name for a lore entry, in its entry and in the texts.
    pub struct Rename as "LoreRenameRequest" {
        /// The new name.
        name: String where { min_length: 1, max_length: NAME_CHARS_MAX },
        /// As in the preview.
        forms: Vec<RenamedForm> where { max_length: FORMS_MAX } = Vec::new(),
        /// The `digest` of the preview: nothing is renamed when something else is found now.
        digest: String where { max_length: DIGEST_CHARS_MAX },
        /// Not the matches with these ids.
        without: Vec<String> where { max_length: MATCHES_MAX, each_max_length: ID_CHARS_MAX } = Vec::new(),
        /// Also the uncertain matches with these ids.
        also: Vec<String> where { max_length: MATCHES_MAX, each_max_length: ID_CHARS_MAX } = Vec::new(),
    }
}

crate::model! {
    /// A document with a text that takes the place of another one.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct UndoneDocument as "UndoneDocument" {
        /// The document.
        document_id: String where { max_length: ID_CHARS_MAX },
        /// The version whose text it still has to have.
        version: i64 where { ge: 1.0 },
        /// The version whose text it gets.
        revision: i64 where { ge: 1.0 },
    }
}

crate::model! {
    /// Corrected speakers who are called otherwise.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct RenamedSpeaker as "RenamedSpeaker" {
        /// What the speaker is called.
        form: String where { min_length: 1, max_length: SPEAKER_CHARS_MAX },
        /// What the speaker becomes.
        to: String where { min_length: 1, max_length: SPEAKER_CHARS_MAX },
        /// The corrections in which the speaker is called so.
        corrections: Vec<String> where { max_length: SPEAKERS_MAX, each_max_length: ID_CHARS_MAX } = Vec::new(),
    }
}

crate::model! {
    /// A lore entry that gets its names back.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct UndoneEntry as "UndoneEntry" {
        /// The entry.
        entry_id: String where { max_length: ID_CHARS_MAX },
        /// The version that it still has to have.
        version: i64 where { ge: 1.0 },
        /// Its name.
        name: String where { min_length: 1, max_length: NAME_CHARS_MAX },
        /// Its aliases.
        aliases: Vec<String> where { max_length: ALIASES_MAX, each_min_length: 1, each_max_length: NAME_CHARS_MAX },
        /// What corrected speakers are called.
        speakers: Vec<RenamedSpeaker> where { max_length: SPEAKERS_MAX } = Vec::new(),
    }
}

crate::model! {
    /// What takes a replacement back, as its answer has it.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ReplacementUndo as "ReplacementUndo" {
        /// The texts.
        documents: Vec<UndoneDocument> where { max_length: DOCUMENTS_MAX },
        /// The lore entry; null where nothing was renamed.
        entry: Option<UndoneEntry>,
    }
}
