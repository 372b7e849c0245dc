//! Imports: a folder of texts that becomes documents, as a job with progress. The texts are staged
//! first; the documents appear all at once, when the last text is there.

pub mod matching;
pub mod preview;
pub mod remarks;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    notifications::{NotificationContent, NotificationKind, NotificationPriority},
    phrases::counted,
    time::Time,
};

crate::string_enum! {
    /// How far an import is.
    pub enum State {
        Staging = "staging",
        Pending = "pending",
        Active = "active",
        Completed = "completed",
        Failed = "failed",
    }
}

crate::string_enum! {
    /// What an import does with documents that have the titles of its files.
    pub enum Mode {
        Add = "add",
        Update = "update",
    }
}

/// The most files of one import.
pub const FILES_MAX: usize = 10_000;

/// The longest name of a project that a notification shows whole, in characters.
const NAME_MAX: usize = 200;

crate::string_enum! {
    /// How the content of a file is written.
    pub enum Encoding {
        Text = "text",
        Base64 = "base64",
    }
}

/// The most bytes of one book, a DOCX, EPUB or ODT, and of a zip.
pub const BOOK_BYTES_MAX: usize = 48 * 1024 * 1024;

/// The most bytes of text of all books of one import together.
pub const BOOKS_TEXT_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Text that is read to place the tracked changes of one import, at most, in bytes: the length of each text times the
/// number of its changes. Nobody else writes meanwhile.
pub const CHANGES_SEARCHED_BYTES_MAX: usize = 8 * 1024 * 1024 * 1024;

crate::model! {
    /// A folder of texts to import into a project.
    pub struct ImportCreate as "DocumentImportRequest" {
        /// The files, by their paths within the folder.
        files: Vec<SourceFile>,
        /// `add` makes every file a new document; `update` changes the text of the document of its title, and
        /// adds those that are not there yet.
        mode: Mode = Mode::Add,
        /// Whether a single text, DOCX, ODT or screenplay is cut at the headings of its chapters.
        cut: bool = false,
    }
}

crate::model! {
    /// One file of an imported folder: a text, a book, or a zip of such files.
    pub struct SourceFile as "DocumentImportFile" {
        /// Its path within the folder, with `/` between names.
        path: String where { min_length: 1, max_length: 1024 },
        /// Its text; of a DOCX, EPUB, ODT or zip its bytes, in Base64.
        content: String,
        /// How its content is written: `base64` for a DOCX, EPUB, ODT or zip, which is known by its content and
        /// not by its name. A screenplay (`.fountain`) is a text, and known by its name.
        encoding: Encoding = Encoding::Text,
    }
}

crate::model! {
    /// One file of an exported project.
    pub struct ImportFile as "ProjectImportFile" {
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
    /// Its state.
    pub state: State,
    /// What it does with documents that are there.
    pub mode: Mode,
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
    /// The notification of its end for the user who asked for it; none before the end.
    pub fn notification(&self, project: &str) -> Option<NotificationContent> {
        let mut name: String = project.chars().take(NAME_MAX).collect();
        if name.len() < project.len() {
            name.push('…');
        }
        let skipped = i64::try_from(self.skipped.len()).unwrap_or(i64::MAX);
        let taken = counted(self.total - skipped, "file");
        match self.state {
            State::Completed if skipped == 0 => Some(NotificationContent {
                title: "Import completed".to_owned(),
                message: format!("Imported {taken} into “{name}”."),
                kind: NotificationKind::Success,
                priority: NotificationPriority::Normal,
            }),
            State::Completed => Some(NotificationContent {
                title: "Import completed".to_owned(),
                message: format!("Imported {taken} into “{name}”; {skipped} left out."),
                kind: NotificationKind::Warning,
                priority: NotificationPriority::Normal,
            }),
            State::Failed => Some(NotificationContent {
                title: "Import failed".to_owned(),
                message: format!(
                    "Imported nothing into “{name}”. {}.",
                    self.error.as_deref().unwrap_or("Nobody noted why")
                ),
                kind: NotificationKind::Error,
                priority: NotificationPriority::High,
            }),
            State::Staging | State::Pending | State::Active => None,
        }
    }
}

/// A file that an import left out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ImportSkipped")]
pub struct Skipped {
    /// Its path within the folder.
    pub path: String,
    /// Why it was left out.
    pub reason: String,
}

/// An import.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportItem {
    /// Its identifier.
    pub id: String,
    /// The project the documents go to.
    pub project_id: String,
    /// Its state.
    pub status: State,
    /// What it does with documents that are there.
    pub mode: Mode,
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
    /// When it was requested, ISO 8601.
    pub created_at: Time,
    /// When it last made progress, ISO 8601.
    pub modified_at: Time,
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
            status: import.state,
            mode: import.mode,
            total: import.total,
            done: import.done,
            skipped: import.skipped,
            error: import.error,
            created_at: import.created_at,
            modified_at: import.modified_at,
        }
    }
}

/// The furthest an import can be before its documents have appeared.
const PROGRESS_BEFORE_END: f64 = 0.99;

#[cfg(test)]
mod tests {
    use super::*;

    fn import(state: State, skipped: usize, error: Option<&str>) -> Import {
        let skipped = (0..skipped)
            .map(|n| Skipped { path: format!("{n}.png"), reason: String::new() })
            .collect();
        let now = Time::from_millis(0);
        Import {
            id: "i".to_owned(),
            project_id: "p".to_owned(),
            account: "mina".to_owned(),
            state,
            mode: Mode::Add,
            total: 3,
            done: 3,
            skipped,
            error: error.map(str::to_owned),
            created_at: now,
            modified_at: now,
        }
    }

    #[test]
    fn the_end_of_an_import_is_reported_in_a_sentence() {
        let note_of =
            |import: Import| import.notification("Dracula").map(|note| (note.message, note.kind));
        for state in [State::Staging, State::Pending, State::Active] {
            assert_eq!(note_of(import(state, 0, None)), None);
        }
        for (import, message, kind) in [
            (
                import(State::Completed, 0, None),
                "Imported 3 files into “Dracula”.",
                NotificationKind::Success,
            ),
            (
                import(State::Completed, 2, None),
                "Imported 1 file into “Dracula”; 2 left out.",
                NotificationKind::Warning,
            ),
            (
                import(State::Failed, 0, Some("It broke")),
                "Imported nothing into “Dracula”. It broke.",
                NotificationKind::Error,
            ),
        ] {
            assert_eq!(note_of(import), Some((message.to_owned(), kind)));
        }
    }

    #[test]
    fn a_long_name_is_cut_in_a_notification() {
        let note = import(State::Completed, 0, None).notification(&"ä".repeat(201)).unwrap();

        assert_eq!(note.message, format!("Imported 3 files into “{}…”.", "ä".repeat(200)));
    }
}
