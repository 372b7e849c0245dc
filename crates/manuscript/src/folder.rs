//! A folder of files as a book: which files become documents, of which kind, under which title, in
//! which order and below which part. This only plans; it reads no disk, and the contents stay with
//! the caller.

use std::collections::HashMap;

use crate::markdown;
use crate::natural::{natural_paths, stem};
use crate::titles::readable;

/// Endings of the files that become documents, in lower case.
pub const EXTENSIONS: [&str; 3] = ["md", "markdown", "txt"];

/// Folders that may lie within each other; a file that lies deeper is skipped. With its file a tree
/// is one level deeper.
pub const DEPTH_MAX: usize = 15;

/// What a planned document is to the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A folder of the manuscript.
    Part,
    /// A file of the manuscript.
    Chapter,
    /// A file or folder under `notes` and its like: the writer's own thoughts.
    Note,
    /// A file or folder under `research` and its like: what others wrote.
    Reference,
}

/// A document to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedDocument {
    /// The path within the imported folder, with `/` between its segments.
    pub path: String,
    /// Which of the given files holds the content; none for a folder, which has none.
    pub file: Option<usize>,
    /// The planned document above, by its place in the plan. It always stands before its children.
    pub parent: Option<usize>,
    /// What it is to the book.
    pub kind: FileKind,
    /// A folder's name made readable; a file's first heading as it stands (also when it is only a
    /// number), else its name made readable.
    pub title: String,
    /// Rises through the whole plan from 0, so that it orders siblings as well as the flat list.
    pub position: usize,
}

/// A file that becomes no document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The path as it was given.
    pub path: String,
    /// Which of the given files it is.
    pub file: usize,
    /// Why.
    pub reason: SkipReason,
}

/// Why a file was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// It, or a folder it lies in, is hidden: its name begins with a dot or is `__MACOSX`.
    Hidden,
    /// Its ending is none of [`EXTENSIONS`].
    Extension,
    /// Its path leads out of the folder, is absolute, or names no file.
    Path,
    /// An earlier file has the same path.
    Repeated,
    /// It lies deeper than [`DEPTH_MAX`] folders.
    Depth,
}

/// A folder's documents, in reading order, and what was left out, in the order it was given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FolderPlan {
    /// Parents before their children, siblings in natural name order.
    pub planned: Vec<PlannedDocument>,
    /// Every file that is not in `planned`.
    pub skipped: Vec<Skipped>,
}

/// Plans the documents of a folder, given the paths of its files, relative to it, with their
/// contents.
///
/// Names are ordered as people do it ("chapter-2" before "chapter-10"), folders compared segment by
/// segment, first without regard to case. Each sub-folder becomes a part, each file a chapter; below
/// a top folder named `notes`, `research` or alike, all become notes or references instead. A folder
/// without a usable file does not appear.
pub fn plan<P, C>(files: &[(P, C)]) -> FolderPlan
where
    P: AsRef<str>,
    C: AsRef<str>,
{
    let mut plan = FolderPlan::default();
    let mut paths: Vec<(Vec<&str>, usize)> = Vec::with_capacity(files.len());
    let mut seen = std::collections::HashSet::with_capacity(files.len());
    for (file, (path, _)) in files.iter().enumerate() {
        let path = path.as_ref();
        match segments(path) {
            Ok(segments) if seen.insert(segments.clone()) => paths.push((segments, file)),
            Ok(_) => plan.skip(path, file, SkipReason::Repeated),
            Err(reason) => plan.skip(path, file, reason),
        }
    }
    paths.sort_by(|(one, _), (other, _)| natural_paths(one, other));

    let mut folders: HashMap<String, usize> = HashMap::new();
    for (segments, file) in paths {
        let kind = if segments.len() > 1 { top_kind(segments[0]) } else { None };
        let mut parent = None;
        for depth in 1..segments.len() {
            let path = segments[..depth].join("/");
            let index = match folders.get(&path) {
                Some(&index) => index,
                None => {
                    let title = readable(segments[depth - 1]);
                    let kind = kind.unwrap_or(FileKind::Part);
                    let index = plan.add(path.clone(), None, parent, kind, title);
                    folders.insert(path, index);
                    index
                }
            };
            parent = Some(index);
        }
        let title = markdown::title(files[file].1.as_ref())
            .unwrap_or_else(|| readable(stem(segments[segments.len() - 1])));
        let kind = kind.unwrap_or(FileKind::Chapter);
        plan.add(segments.join("/"), Some(file), parent, kind, title);
    }
    plan
}

impl FolderPlan {
    fn add(
        &mut self,
        path: String,
        file: Option<usize>,
        parent: Option<usize>,
        kind: FileKind,
        title: String,
    ) -> usize {
        let position = self.planned.len();
        self.planned.push(PlannedDocument { path, file, parent, kind, title, position });
        position
    }

    fn skip(&mut self, path: &str, file: usize, reason: SkipReason) {
        self.skipped.push(Skipped { path: path.to_owned(), file, reason });
    }
}

/// The segments of a path that is fit to become a document. Both kinds of slashes part them, for an
/// archive may have been packed anywhere.
fn segments(path: &str) -> Result<Vec<&str>, SkipReason> {
    if path.starts_with(['/', '\\']) || path.ends_with(['/', '\\']) {
        return Err(SkipReason::Path);
    }
    let segments: Vec<&str> =
        path.split(['/', '\\']).filter(|segment| !segment.is_empty() && *segment != ".").collect();
    let Some(name) = segments.last() else { return Err(SkipReason::Path) };
    if segments.contains(&"..") {
        return Err(SkipReason::Path);
    }
    if segments.iter().any(|segment| segment.starts_with('.') || *segment == "__MACOSX") {
        return Err(SkipReason::Hidden);
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if !EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Err(SkipReason::Extension);
    }
    if segments.len() > DEPTH_MAX + 1 {
        return Err(SkipReason::Depth);
    }
    Ok(segments)
}

/// What a top folder's name says about everything below it.
fn top_kind(name: &str) -> Option<FileKind> {
    match readable(name).to_lowercase().as_str() {
        "note" | "notes" | "idea" | "ideas" | "outline" | "outlines" | "planning" | "scraps" => {
            Some(FileKind::Note)
        }
        "reference" | "references" | "research" | "source" | "sources" | "bibliography"
        | "background" => Some(FileKind::Reference),
        _ => None,
    }
}
