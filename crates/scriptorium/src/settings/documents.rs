//! The section `[documents]`: which folders are kept in step with manuscripts.

use std::path::PathBuf;

use engine::folders::FolderSettings;

use super::{
    layers::Layers,
    read::{self, whole},
};

/// The section `[documents]`: which folders are kept in step with manuscripts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Documents {
    /// The folder in which each project has one; none keeps none.
    pub root: Option<PathBuf>,
    /// Whether the system is asked to report changes of files.
    pub watch: bool,
    /// How often folders are looked at of which no changes are reported, in milliseconds, 100 to 3,600,000.
    pub poll_ms: u64,
    /// How long a file has to rest in milliseconds, 50 to 60,000.
    pub settle_ms: u64,
}

impl Documents {
    /// Reads the section.
    pub(super) fn read(from: &mut Layers) -> Self {
        Self {
            root: from.read("documents.root", read::folder_or_none),
            watch: from.read("documents.watch", read::truth),
            poll_ms: from.read("documents.poll_ms", whole("milliseconds", 100..=3_600_000)),
            settle_ms: from.read("documents.settle_ms", whole("milliseconds", 50..=60_000)),
        }
    }

    /// As the engine takes them: a relative path begins where the program was started.
    pub fn for_engine(&self) -> FolderSettings {
        let absolute = |root: &PathBuf| std::path::absolute(root).unwrap_or_else(|_| root.clone());
        FolderSettings {
            root: self.root.as_ref().map(absolute),
            watch: self.watch,
            poll_ms: self.poll_ms,
            settle_ms: self.settle_ms,
        }
    }
}
