//! What brings a project and its folder in step, in four passes: files that were moved, files that were
//! typed or deleted, documents that were moved or renamed, documents that were written or trashed. A pass
//! works from a new look, so that each has to know only its own.

use std::{
    collections::{BTreeMap, HashSet},
    time::{Duration, Instant},
};

use domain::folders::{self, DocumentSide, EMPTY, Entry, FileSide, Step};
use store::folders::FolderDocument;

use super::{
    moves::{Move, moves},
    renames::{self, Rename},
    scan::{Found, Looks},
    tree::{Snapshot, wants_folder},
};

/// The next pass.
#[derive(Debug)]
pub(super) enum Pass {
    /// Files and folders that are at other paths.
    Moves(Vec<Move>),
    /// What was typed or deleted in the folder.
    Take(Vec<Task>),
    /// Files and folders to rename.
    Rename(Vec<Rename>),
    /// What was written or trashed in the studio.
    Write(Vec<Task>),
    /// Nothing is left to do.
    Done,
}

/// A step for one document or file.
#[derive(Debug, Clone)]
pub(super) struct Task {
    /// What is to be done.
    pub(super) step: FolderStep,
    /// The path without an ending.
    pub(super) path: String,
    /// The entry, if there is one.
    pub(super) entry: Option<Entry>,
    /// The document, if there is one.
    pub(super) document: Option<FolderDocument>,
}

/// What is to be done about a file or a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderStep {
    /// A step about a file.
    File(Step),
    /// The file of a document is gone, in which others lie: it loses its text.
    Empty,
    /// A folder is to be made.
    MakeFolder,
    /// A folder is needed no longer.
    RemoveFolder,
}

/// How long files have to rest before anything follows from them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    /// When this look began.
    pub(super) now: Instant,
    /// How long any file has to.
    pub(super) settle: Duration,
}

/// A file that may not be whole has to rest so many times as long as others.
const SUSPECT_FACTOR: u32 = 4;

/// The next pass. `waits` is set when something has not rested.
pub(super) fn next(
    snapshot: &Snapshot,
    found: &Found,
    looks: &mut Looks,
    rest: Rest,
    waits: &mut bool,
) -> Pass {
    let interrupted = renames::interrupted(snapshot, found);
    if !interrupted.is_empty() {
        return Pass::Rename(interrupted);
    }
    let moves = moves(snapshot, found, (looks, rest.now, rest.settle), waits);
    if !moves.is_empty() {
        return Pass::Moves(moves);
    }
    let (taken, mut written) = tasks(snapshot, found, looks, rest, waits);
    if !taken.is_empty() {
        return Pass::Take(taken);
    }
    let paths = snapshot.paths(found);
    let wanted = renames::wanted(snapshot, found, &paths, (rest, waits));
    for task in &mut written {
        // One without a file gets it where it belongs.
        if let (None, Some(document)) = (&task.entry, &task.document)
            && let Some(path) = paths.get(&document.id)
        {
            task.path.clone_from(path);
        }
    }
    written.extend(folder_tasks(snapshot, found, &paths));
    let others: HashSet<&str> = snapshot.live_entries().map(|entry| entry.path.as_str()).collect();
    let is_free = |task: &Task| {
        // A new one waits until the document that has its path is renamed.
        !found.is_unfinished(&task.path)
            && (task.entry.is_some() || !others.contains(task.path.as_str()))
    };
    if !wanted.is_empty() {
        // A folder that came with what is moved into it would be nobody's, and stay when its document goes.
        let parents = snapshot.parents_by_id();
        let into: HashSet<&str> = wanted
            .iter()
            .filter_map(|rename| parents.get(rename.entry.document_id.as_str()).copied())
            .collect();
        let makes_parent = |task: &Task| {
            let document = task.document.as_ref();
            task.step == FolderStep::MakeFolder
                && document.is_some_and(|document| into.contains(document.id.as_str()))
        };
        let made: Vec<Task> =
            written.iter().filter(|task| makes_parent(task) && is_free(task)).cloned().collect();
        if !made.is_empty() {
            return Pass::Write(made);
        }
        let renames = renames::possible((snapshot, &parents), found, &paths, &wanted);
        if !renames.is_empty() {
            return Pass::Rename(renames);
        }
        *waits = true;
    }
    written.retain(|task| {
        let is_free = is_free(task);
        *waits |= !is_free;
        is_free
    });
    if written.is_empty() { Pass::Done } else { Pass::Write(written) }
}

/// The steps of all files and documents: those that change documents, and those that change files.
fn tasks(
    snapshot: &Snapshot,
    found: &Found,
    looks: &mut Looks,
    rest: Rest,
    waits: &mut bool,
) -> (Vec<Task>, Vec<Task>) {
    let parents = snapshot.parents();
    let known = snapshot.by_path();
    let documents: BTreeMap<&str, &FolderDocument> =
        snapshot.documents.iter().map(|document| (document.id.as_str(), document)).collect();
    let mut tasks = Vec::new();
    let is_unrested = found
        .files
        .iter()
        .any(|(path, file)| !known.contains_key(path.as_str()) && file.rested < rest.settle);
    let fresh = found.files.keys().filter(|path| !known.contains_key(path.as_str()));
    tasks.extend(fresh.map(|path| (path.clone(), None, None)));
    for entry in snapshot.entries.values() {
        let document = documents.get(entry.document_id.as_str()).copied();
        tasks.push((entry.path.clone(), Some(entry), document));
    }
    for document in snapshot.live().filter(|it| !snapshot.entries.contains_key(&it.id)) {
        tasks.push((String::new(), None, Some(document)));
    }
    let (mut taken, mut written) = (Vec::new(), Vec::new());
    for (path, entry, document) in tasks {
        let mut task = Task {
            step: FolderStep::File(Step::Nothing),
            path,
            entry: entry.cloned(),
            document: document.cloned(),
        };
        let is_for_others =
            document.is_some_and(|it| !it.is_trashed && !snapshot.wants_file(it, &parents));
        let side = side_of(found, &task.path);
        if is_for_others && side == FileSide::Missing {
            if !is_unrested
                && is_deleted_folder(&task, found, &parents)
                && has_rested(&task, found, looks, rest, waits)
            {
                task.step = FolderStep::File(Step::TrashDocument);
                taken.push(task);
            }
            continue;
        }
        let step = folders::step(entry, side, document_side(document));
        let has_inside = entry.is_some_and(|it| {
            found.folders.contains(&it.path) && (it.has_folder || has_file_inside(found, &it.path))
        });
        task.step = match step {
            Step::Nothing => continue,
            Step::TrashDocument if has_inside => FolderStep::Empty,
            step => FolderStep::File(step),
        };
        let needs_rest = !matches!(step, Step::Record | Step::DropEntry | Step::RecordRemoved);
        if needs_rest && !has_rested(&task, found, looks, rest, waits) {
            continue;
        }
        // The file may be there under another name.
        if is_unrested && matches!(step, Step::TrashDocument) {
            *waits = true;
            continue;
        }
        match step {
            Step::WriteFile | Step::KeepBoth | Step::RemoveFile => written.push(task),
            _ => taken.push(task),
        }
    }
    // What lies in something goes before it.
    taken.sort_by(|one, other| other.path.cmp(&one.path));
    let (mut new, others): (Vec<_>, Vec<_>) =
        taken.into_iter().partition(|task| task.step == FolderStep::File(Step::CreateDocument));
    new.reverse();
    (new.into_iter().chain(others).collect(), written)
}

/// Whether a file lies in the folder of a document, and so in the document, also if it had no folder before.
fn has_file_inside(found: &Found, path: &str) -> bool {
    let below = format!("{path}/");
    found.files.keys().any(|file| file.starts_with(&below))
}

fn side_of<'f>(found: &'f Found, path: &str) -> FileSide<'f> {
    match found.files.get(path).map(|file| file.digest.as_deref()) {
        None => FileSide::Missing,
        Some(None) => FileSide::Unreadable,
        Some(Some(digest)) => FileSide::Text(digest),
    }
}

fn document_side(document: Option<&FolderDocument>) -> DocumentSide<'_> {
    match document {
        None => DocumentSide::Missing,
        Some(document) if document.is_trashed => DocumentSide::Trashed,
        Some(document) => DocumentSide::Text(&document.digest),
    }
}

/// Whether the folder of a document without a text is gone, and nothing lies in the document any more.
fn is_deleted_folder(task: &Task, found: &Found, parents: &HashSet<&str>) -> bool {
    let is_empty = task.document.as_ref().is_some_and(|it| !parents.contains(it.id.as_str()));
    task.entry
        .as_ref()
        .is_some_and(|it| is_empty && it.has_folder && !found.folders.contains(&it.path))
}

/// Whether a file has been as it is, or missing, for long enough.
fn has_rested(task: &Task, found: &Found, looks: &mut Looks, rest: Rest, waits: &mut bool) -> bool {
    let rested = match (found.files.get(&task.path), &task.entry) {
        (Some(file), _) => {
            let before = looks.bytes_of(task.entry.as_ref().and_then(|it| it.digest.as_deref()));
            let is_empty_now = file.digest.as_deref() == Some(EMPTY) && task.document.is_some();
            let is_suspect = is_empty_now || folders::is_suspect(file.bytes, before);
            let factor = if is_suspect { SUSPECT_FACTOR } else { 1 };
            file.rested >= rest.settle * factor
        }
        (None, Some(entry)) if entry.digest.is_some() => {
            looks.missing_for(&entry.path, rest.now) >= rest.settle
        }
        (None, Some(entry)) if entry.has_folder && !found.folders.contains(&entry.path) => {
            looks.missing_for(&format!("{}/", entry.path), rest.now) >= rest.settle
        }
        (None, _) => true,
    };
    *waits |= !rested;
    rested
}

/// The folders that are to be made and removed.
fn folder_tasks(snapshot: &Snapshot, found: &Found, paths: &BTreeMap<String, String>) -> Vec<Task> {
    let is_empty = |path: &str| {
        let below = format!("{path}/");
        let mut inside = found.files.keys().chain(&found.folders).chain(found.leftovers.keys());
        !inside.any(|other| other.starts_with(&below))
    };
    let parents = snapshot.parents();
    let mut tasks = Vec::new();
    for document in &snapshot.documents {
        let entry = snapshot.entries.get(&document.id);
        let has_folder = entry.is_some_and(|entry| entry.has_folder);
        let wants = !document.is_trashed && wants_folder(document, &parents);
        let path = match entry {
            Some(entry) => Some(&entry.path),
            None => paths.get(&document.id),
        };
        let Some(path) = path else { continue };
        // One that was there and is gone may have been deleted: it is made again with the next file in it.
        let step = match (wants, has_folder) {
            (true, false) => FolderStep::MakeFolder,
            (false, true) if is_empty(path) => FolderStep::RemoveFolder,
            _ => continue,
        };
        tasks.push(Task {
            step,
            path: path.clone(),
            entry: entry.cloned(),
            document: Some(document.clone()),
        });
    }
    // The deepest first where they are removed.
    tasks.sort_by(|one, other| other.path.cmp(&one.path));
    tasks
}
