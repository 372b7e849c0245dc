//! Files and folders of documents that are to have other paths, because a document was moved or renamed in the
//! studio: which there are, which of them can be done now, and in what order.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::folders::Entry;

use super::{plan::Rest, scan::Found, tree::Snapshot};

/// A document whose file and folder get another path.
#[derive(Debug, Clone)]
pub(super) struct Rename {
    /// Its entry.
    pub(super) entry: Entry,
    /// Its path from now on.
    pub(super) to: String,
    /// Whether a file is to be renamed.
    pub(super) has_file: bool,
    /// Whether a folder may be.
    pub(super) has_folder: bool,
}

/// The renames of a process that was killed. What lies in a folder that is renamed waits for the next pass.
pub(super) fn interrupted(snapshot: &Snapshot, found: &Found) -> Vec<Rename> {
    let moving = snapshot.entries.values().filter_map(|entry| {
        let to = entry.moving.clone()?;
        // What is at both paths is somebody else's by now.
        let has_file = found.files.contains_key(&entry.path) && !found.files.contains_key(&to);
        let has_folder = found.folders.contains(&entry.path) && !found.folders.contains(&to);
        Some(Rename { entry: entry.clone(), to, has_file, has_folder })
    });
    moving.min_by(|one, other| one.entry.path.cmp(&other.entry.path)).into_iter().collect()
}

/// The documents whose paths are to be others, by the paths that they have. `waits` is set when a file has not
/// rested.
pub(super) fn wanted(
    snapshot: &Snapshot,
    found: &Found,
    paths: &BTreeMap<String, String>,
    (rest, waits): (Rest, &mut bool),
) -> Vec<Rename> {
    let mut wanted: Vec<Rename> = Vec::new();
    for (id, to) in paths {
        let Some(entry) = snapshot.entries.get(id).filter(|entry| entry.path != *to) else {
            continue;
        };
        let file = found.files.get(&entry.path);
        if file.is_some_and(|file| file.rested < rest.settle) {
            *waits = true;
            continue;
        }
        let (entry, to) = (entry.clone(), to.clone());
        wanted.push(Rename { entry, to, has_file: file.is_some(), has_folder: true });
    }
    wanted.sort_by(|one, other| one.entry.path.cmp(&other.entry.path));
    wanted
}

/// The renames that can be done now, given in which document each lies; none while all wait for files that have not
/// rested.
pub(super) fn possible(
    (snapshot, parents): (&Snapshot, &HashMap<&str, &str>),
    found: &Found,
    paths: &BTreeMap<String, String>,
    wanted: &[Rename],
) -> Vec<Rename> {
    // The path of a document whose file is away for a moment is its own too.
    let entries = snapshot.live_entries().map(|entry| &entry.path);
    let occupied: BTreeSet<String> = found
        .files
        .keys()
        .chain(&found.folders)
        .chain(entries)
        .map(|path| path.to_lowercase())
        .collect();
    let is_free = |rename: &&Rename| {
        let to = rename.to.to_lowercase();
        to == rename.entry.path.to_lowercase() || !occupied.contains(&to)
    };
    let ready = ready((snapshot, parents), paths, wanted);
    let free: Vec<Rename> = ready.iter().copied().filter(is_free).cloned().collect();
    let Some(first) = ready.first().filter(|_| free.is_empty()) else { return free };
    // They change names with each other: the one that has the path of the first gets a name in between.
    let to = first.to.to_lowercase();
    let Some(other) = wanted.iter().find(|other| other.entry.path.to_lowercase() == to) else {
        return free;
    };
    let between = (2..)
        .map(|n| format!("{}-{n}", other.entry.path))
        .find(|name| !occupied.contains(&name.to_lowercase()));
    between.map(|to| Rename { to, ..other.clone() }).into_iter().collect()
}

/// The renames that wait for no other. What lies in a folder that is renamed waits for that, and what moves into
/// a document until that is where it belongs.
fn ready<'w>(
    (snapshot, parents): (&Snapshot, &HashMap<&str, &str>),
    paths: &BTreeMap<String, String>,
    wanted: &'w [Rename],
) -> Vec<&'w Rename> {
    let froms: HashSet<&str> = wanted.iter().map(|it| it.entry.path.as_str()).collect();
    let is_outermost = |rename: &&Rename| {
        let path = &rename.entry.path;
        !path.match_indices('/').any(|(end, _)| froms.contains(&path[..end]))
    };
    let path_of_parent = |rename: &Rename| {
        let Some(&parent) = parents.get(rename.entry.document_id.as_str()) else {
            return ParentPath::Right;
        };
        match snapshot.entries.get(parent) {
            Some(entry) if paths.get(parent) == Some(&entry.path) => ParentPath::Right,
            Some(_) => ParentPath::Wrong,
            None => ParentPath::Missing,
        }
    };
    let follows_parent = |rename: &&Rename| path_of_parent(rename) == ParentPath::Right;
    let both: Vec<&Rename> =
        wanted.iter().filter(|rename| is_outermost(rename) && follows_parent(rename)).collect();
    if !both.is_empty() {
        return both;
    }
    if let Some(rename) = wanted.iter().find(follows_parent) {
        // A document moves out of one that moves into it.
        return vec![rename];
    }
    // A new document gets the path of one that moves into it.
    let is_in_new = |rename: &&Rename| path_of_parent(rename) == ParentPath::Missing;
    wanted.iter().filter(is_outermost).filter(is_in_new).collect()
}

/// Whether the parent of a document is at the path at which it belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParentPath {
    /// It is; or there is no parent.
    Right,
    /// It is at another path.
    Wrong,
    /// It has neither file nor folder yet.
    Missing,
}
