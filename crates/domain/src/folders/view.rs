//! The folder of a project as the wire shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::time::Time;

crate::string_enum! {
    /// How a project and its folder are.
    pub enum FolderState {
        /// No folder is kept: there is no root.
        NoRoot = "no_root",
        /// The folder was not looked at yet.
        Waiting = "waiting",
        /// The folder is not followed.
        Refused = "refused",
        /// Every document is in its file and every file in its document.
        InStep = "in_step",
        /// Something is not; `problems` names what.
        Behind = "behind",
    }
}

/// Something in a folder that cannot be taken, or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FolderProblem")]
pub struct Flaw {
    /// Its path within the folder.
    pub path: String,
    /// What is the matter, and what would help.
    pub reason: String,
}

/// What would help, in sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remedy;

impl Remedy {
    /// Where there is no root.
    pub const NO_ROOT: &'static str =
        "No folder is kept: set `root` in the section [documents] of scriptorium.toml";

    /// Where a folder is not followed.
    pub const fn of(refusal: Refusal) -> &'static str {
        match refusal {
            Refusal::Outside => {
                "The folder of documentsDirectory is outside of the root and is not followed: name one \
                 below the root"
            }
            Refusal::Root => {
                "documentsDirectory is the root itself, in which each project has a folder of its own: \
                 name one below it"
            }
            Refusal::Name => {
                "A name in documentsDirectory begins with a dot or a tilde, or has a character that is \
                 not for names: name another folder"
            }
            Refusal::Deep => "documentsDirectory is too deep or too long: name another folder",
        }
    }
}

/// The folder of Markdown that is kept in step with a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProjectFolder")]
pub struct FolderItem {
    /// The project.
    pub project_id: String,
    /// How project and folder are.
    pub state: FolderState,
    /// The path of the folder; null when there is none.
    pub path: Option<String>,
    /// Why the state is as it is, and what would help; null when all is well.
    pub reason: Option<String>,
    /// Files that were typed while their document was changed elsewhere, by their paths within the
    /// folder. Each lies beside the file of its document until somebody removes it.
    pub conflicts: Vec<String>,
    /// What could not be taken, or changed; the first 100.
    pub problems: Vec<Flaw>,
    /// When the folder was last looked at to the end, ISO 8601.
    pub synced_at: Option<Time>,
}
