//! Which files were moved or renamed since the last look, and which belong to documents that have no file
//! yet: a missing file and a new one with the same text, or with the same name in another folder.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::{Duration, Instant},
};

use domain::folders::EMPTY;
use store::folders::FolderDocument;

use super::{
    disk::parted,
    scan::{Found, FoundFile, Looks},
    tree::Snapshot,
};

/// A document whose file or folder is at another path by now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Move {
    /// The document.
    pub(super) document_id: String,
    /// The path without an ending.
    pub(super) path: String,
    /// The ending of its file, if it has one.
    pub(super) ending: Option<String>,
    /// Whether the document goes where its file went; else it has had no file, and stays.
    pub(super) follows: bool,
}

/// A document that has no file where it should.
struct Lost<'s> {
    document: &'s FolderDocument,
    /// The name its file had.
    name: &'s str,
    digest: &'s str,
    /// Where the folder of what lies in it is, or would be; none where it has had no file yet.
    folder: Option<&'s str>,
    follows: bool,
}

impl Lost<'_> {
    /// Whether a path lies in its own folder. No document can be in itself, so a file that was moved there is
    /// a new document in this one, which has lost its text.
    fn contains(&self, path: &str) -> bool {
        self.folder.is_some_and(|folder| {
            path.strip_prefix(folder).is_some_and(|inside| inside.starts_with('/'))
        })
    }
}

/// Whether a new file is the one of a document that has lost its own.
type Rule = fn(&Lost<'_>, &str, &FoundFile) -> bool;

/// What was moved; files that have not rested for `settle` are not looked at, and set `waits`.
pub(super) fn moves(
    snapshot: &Snapshot,
    found: &Found,
    (looks, now, settle): (&mut Looks, Instant, Duration),
    waits: &mut bool,
) -> Vec<Move> {
    let known = snapshot.by_path();
    let mut fresh: BTreeMap<&str, &FoundFile> = BTreeMap::new();
    for (path, file) in &found.files {
        if !known.contains_key(path.as_str()) && file.digest.is_some() {
            fresh.insert(path, file);
        }
    }
    if fresh.is_empty() {
        return Vec::new();
    }
    let mut lost: Vec<Lost<'_>> = Vec::new();
    for document in snapshot.live() {
        let entry = snapshot.entries.get(&document.id);
        if entry.is_some_and(|entry| found.files.contains_key(&entry.path)) {
            continue;
        }
        let base = entry.and_then(|entry| entry.digest.as_deref());
        if let (Some(entry), Some(_)) = (entry, base)
            && looks.missing_for(&entry.path, now) < settle
        {
            *waits = true;
            continue;
        }
        let digest = base.unwrap_or(&document.digest);
        let name = entry.map_or("", |entry| parted(&entry.path).1);
        let folder = entry.map(|entry| entry.path.as_str());
        lost.push(Lost { document, name, digest, folder, follows: base.is_some() });
    }
    let mut moves = Vec::new();
    // The same name alone says nothing where there are several.
    let rules: [(Rule, bool); 3] =
        [(has_name_and_text, false), (has_text, false), (has_name, true)];
    for (is_match, is_only) in rules {
        lost.retain(|lost| {
            let mut matching = fresh
                .iter()
                .filter(|(path, file)| !lost.contains(path) && is_match(lost, path, file));
            let Some((&path, &file)) = matching.next() else { return true };
            if is_only && matching.next().is_some() {
                return true;
            }
            fresh.remove(path);
            if file.rested < settle {
                *waits = true;
                return false;
            }
            moves.push(Move {
                document_id: lost.document.id.clone(),
                path: path.to_owned(),
                ending: Some(file.ending.clone()),
                follows: lost.follows,
            });
            false
        });
    }
    moves.extend(folders(snapshot, found, &moves));
    moves.sort_by(|one, other| one.path.cmp(&other.path));
    moves
}

fn has_name_and_text(lost: &Lost<'_>, path: &str, file: &FoundFile) -> bool {
    file.digest.as_deref() == Some(lost.digest) && parted(path).1 == lost.name
}

fn has_text(lost: &Lost<'_>, _: &str, file: &FoundFile) -> bool {
    lost.digest != EMPTY && file.digest.as_deref() == Some(lost.digest)
}

fn has_name(lost: &Lost<'_>, path: &str, _: &FoundFile) -> bool {
    lost.follows && parted(path).1 == lost.name
}

/// The folders that were moved with the files in them.
fn folders(snapshot: &Snapshot, found: &Found, moves: &[Move]) -> Vec<Move> {
    let known = snapshot.by_path();
    let documents: HashMap<&str, &FolderDocument> =
        snapshot.live().map(|document| (document.id.as_str(), document)).collect();
    let mut gone: HashSet<String> = moves.iter().map(|it| it.document_id.clone()).collect();
    let mut targets: HashSet<String> = moves.iter().map(|it| it.path.clone()).collect();
    let mut waiting: Vec<(String, String, bool)> =
        moves.iter().map(|it| (it.document_id.clone(), it.path.clone(), it.follows)).collect();
    let mut moved = Vec::new();
    while let Some((id, path, follows)) = waiting.pop() {
        let (folder, _) = parted(&path);
        let parent = documents.get(id.as_str()).and_then(|it| it.parent_id.as_deref());
        let Some(parent) = parent.filter(|parent| documents.contains_key(parent)) else { continue };
        let is_there = snapshot
            .entries
            .get(parent)
            .is_some_and(|entry| entry.has_folder && found.folders.contains(&entry.path));
        let is_new = !folder.is_empty()
            && found.folders.contains(folder)
            && !known.contains_key(folder)
            && !targets.contains(folder);
        if is_there || !is_new || !gone.insert(parent.to_owned()) {
            continue;
        }
        targets.insert(folder.to_owned());
        let follows = follows && snapshot.entries.get(parent).is_some_and(|entry| entry.has_folder);
        waiting.push((parent.to_owned(), folder.to_owned(), follows));
        moved.push(Move {
            document_id: parent.to_owned(),
            path: folder.to_owned(),
            ending: None,
            follows,
        });
    }
    moved
}
