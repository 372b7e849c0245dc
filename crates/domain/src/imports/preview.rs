//! What an import would do: its documents before anything is written.

use schemars::JsonSchema;
use serde::Serialize;

use super::Skipped;
use crate::documents::DocumentKind;

crate::model! {
    /// A folder of texts to look at before it is imported.
    pub struct ImportPreviewCreate as "DocumentImportPreviewRequest" {
        /// The files, by their paths within the folder.
        files: Vec<super::SourceFile>,
        /// The project whose documents they would update; without it all are new.
        project_id: Option<String>,
        /// Whether a single text, DOCX, ODT or screenplay is cut at the headings of its chapters.
        cut: bool = false,
    }
}

crate::string_enum! {
    /// What an import would do with a document.
    pub enum ImportChange {
        New = "new",
        Changed = "changed",
        Same = "same",
    }
}

/// A document that an import would make or change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ImportPreviewDocument")]
pub struct PreviewDocument {
    /// The path of its file or folder.
    pub path: String,
    /// What it is.
    pub kind: DocumentKind,
    /// Its title.
    pub title: String,
    /// Its words; those of a part are in its chapters.
    pub words: i64,
    /// What would be done with it.
    pub change: ImportChange,
    /// The document of the project that it is.
    pub document_id: Option<String>,
}

/// What an import would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportPreview {
    /// The documents in the order of reading.
    pub documents: Vec<PreviewDocument>,
    /// Files that would be left out, and why.
    pub skipped: Vec<Skipped>,
    /// Words of all documents.
    pub words: i64,
    /// Documents that would be new.
    pub new: usize,
    /// Documents whose text would be changed.
    pub changed: usize,
    /// Documents that would stay as they are.
    pub same: usize,
    /// Comments of editors that would become findings.
    pub comments: usize,
    /// Tracked changes that would become changes of proposals.
    pub tracked_changes: usize,
}

impl ImportPreview {
    /// What becomes of these documents, which have so many comments and tracked changes.
    pub fn new(
        documents: Vec<PreviewDocument>,
        skipped: Vec<Skipped>,
        (comments, tracked_changes): (usize, usize),
    ) -> Self {
        let count =
            |change: ImportChange| documents.iter().filter(|it| it.change == change).count();
        Self {
            words: documents.iter().map(|it| it.words).sum(),
            new: count(ImportChange::New),
            changed: count(ImportChange::Changed),
            same: count(ImportChange::Same),
            comments,
            tracked_changes,
            skipped,
            documents,
        }
    }
}
