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
    /// Whether changes of files are reported by the system or looked for.
    pub watch: Watch,
    /// How often folders are looked at in milliseconds, 100 to 3,600,000.
    pub poll_ms: u64,
    /// How long a file has to rest in milliseconds, 50 to 60,000.
    pub settle_ms: u64,
}

impl Documents {
    /// Reads the section.
    pub(super) fn read(from: &mut Layers) -> Self {
        Self {
            root: from.read("documents.root", read::folder_or_none),
            watch: from.read("documents.watch", read::word(Watch::WORDS, Watch::parse)),
            poll_ms: from.read("documents.poll_ms", whole("milliseconds", 100..=3_600_000)),
            settle_ms: from.read("documents.settle_ms", whole("milliseconds", 50..=60_000)),
        }
    }

    /// As the engine takes them: a relative path begins where the program was started.
    pub fn for_engine(&self) -> FolderSettings {
        let absolute = |root: &PathBuf| std::path::absolute(root).unwrap_or_else(|_| root.clone());
        FolderSettings {
            root: self.root.as_ref().map(absolute),
            watches: self.watch == Watch::Auto,
            poll_ms: self.poll_ms,
            settle_ms: self.settle_ms,
        }
    }
}

/// How changes of files are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// `auto`: the system reports them where it can, and all files are looked at now and then.
    Auto,
    /// `poll`: all files are looked at.
    Poll,
}

impl Watch {
    /// Every word, in the order of the variants.
    pub const WORDS: &'static [&'static str] = &["auto", "poll"];

    /// The way of this word, if there is one.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(Self::Auto),
            "poll" => Some(Self::Poll),
            _ => None,
        }
    }
}
