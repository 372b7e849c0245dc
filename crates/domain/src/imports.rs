//! The imports' room: a folder of texts that becomes documents, as a job with progress. The texts
//! are staged first; the documents appear all at once, when the last one is there.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::time::Time;

crate::words! {
    /// How far an import is.
    pub enum State {
        Staging = "staging",
        Pending = "pending",
        Active = "active",
        Completed = "completed",
        Failed = "failed",
    }
}

/// The most files of one import.
pub const FILES_MAX: usize = 10_000;

crate::model! {
    /// A folder of texts to take into a project.
    pub struct ImportCreate as "DocumentImportRequest" {
        /// The files, by their paths within the folder.
        files: Vec<ImportFile>,
    }
}

crate::model! {
    /// One file of an imported folder.
    pub struct ImportFile as "DocumentImportFile" {
        /// Its path within the folder, with `/` between names.
        path: String where { min_length: 1, max_length: 1024 },
        /// Its text.
        content: String,
    }
}

/// An import and how far it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// Its identifier.
    pub id: String,
    /// The project the documents go to.
    pub project_id: String,
    /// The user on whose behalf it works.
    pub account: String,
    /// How far it is.
    pub state: State,
    /// Files to read.
    pub total: i64,
    /// Files read.
    pub done: i64,
    /// Files that were left out, and why.
    pub skipped: Vec<Skipped>,
    /// Why it failed.
    pub error: Option<String>,
    /// When it was asked for.
    pub created_at: Time,
    /// When it last moved on.
    pub modified_at: Time,
}

impl Import {
    /// As it was when it had just been asked for: what a repeat of the request is answered.
    pub fn as_begun(self) -> Self {
        Self {
            state: State::Pending,
            done: 0,
            skipped: Vec::new(),
            error: None,
            modified_at: self.created_at,
            ..self
        }
    }
}

/// A file that an import left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ImportSkipped")]
pub struct Skipped {
    /// Its path within the folder.
    pub path: String,
    /// Why it was left out.
    pub reason: String,
}

/// What the wire shows of an import.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportItem {
    /// Its identifier.
    pub id: String,
    /// The project the documents go to.
    pub project_id: String,
    /// How far it is.
    #[schemars(extend("enum" = State::WORDS))]
    pub status: String,
    /// The share of files read, 0 to 1; 1 only when completed.
    #[schemars(range(min = 0, max = 1))]
    pub progress: f64,
    /// Files to read.
    pub total: i64,
    /// Files read.
    pub done: i64,
    /// Files that were left out, and why.
    pub skipped: Vec<Skipped>,
    /// Why it failed.
    pub error: Option<String>,
    /// When it was asked for, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// When it last moved on, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub modified_at: String,
}

impl From<Import> for ImportItem {
    fn from(import: Import) -> Self {
        let read = if import.total == 0 { 0.0 } else { import.done as f64 / import.total as f64 };
        Self {
            progress: match import.state {
                State::Completed => 1.0,
                _ => read.min(PROGRESS_BEFORE_END),
            },
            id: import.id,
            project_id: import.project_id,
            status: import.state.as_str().to_owned(),
            total: import.total,
            done: import.done,
            skipped: import.skipped,
            error: import.error,
            created_at: import.created_at.iso(),
            modified_at: import.modified_at.iso(),
        }
    }
}

/// The furthest an import can be before its documents have appeared.
const PROGRESS_BEFORE_END: f64 = 0.99;
