//! Which file every document of a project should have: the paths of a tree of documents, as close as can be
//! to those that the files have.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::{
    documents::DocumentKind,
    exports::slug,
    folders::{EMPTY, Entry},
};
use manuscript::naming::{Sibling, name_siblings};
use store::folders::FolderDocument;

use super::{disk::parted, scan::Found};

/// The folder of notes that lie in no document.
pub(super) const NOTES: &str = "notes";

/// The folder of references that lie in no document.
pub(super) const REFERENCES: &str = "research";

/// The documents of a project, and how their files were.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    /// All documents by position, those in the trash included.
    pub(super) documents: Vec<FolderDocument>,
    /// The entries by the ids of their documents.
    pub(super) entries: HashMap<String, Entry>,
}

impl Snapshot {
    /// The documents that are not in the trash.
    pub(super) fn live(&self) -> impl Iterator<Item = &FolderDocument> {
        self.documents.iter().filter(|document| !document.is_trashed)
    }

    /// The entries of the documents that are not in the trash.
    pub(super) fn live_entries(&self) -> impl Iterator<Item = &Entry> {
        self.live().filter_map(|document| self.entries.get(&document.id))
    }

    /// The entry of each path.
    pub(super) fn by_path(&self) -> HashMap<&str, &Entry> {
        self.entries.values().map(|entry| (entry.path.as_str(), entry)).collect()
    }

    /// The document in which each other one lies; none that is in the trash.
    pub(super) fn parents_by_id(&self) -> HashMap<&str, &str> {
        let ids: HashSet<&str> = self.live().map(|document| document.id.as_str()).collect();
        self.live()
            .filter_map(|document| {
                let parent = document.parent_id.as_deref().filter(|parent| ids.contains(parent))?;
                Some((document.id.as_str(), parent))
            })
            .collect()
    }

    /// The documents in which others lie.
    pub(super) fn parents(&self) -> HashSet<&str> {
        self.live().filter_map(|document| document.parent_id.as_deref()).collect()
    }

    /// Whether a document has a file: one without a text that is only there for others has none.
    pub(super) fn wants_file(&self, document: &FolderDocument, parents: &HashSet<&str>) -> bool {
        let has_text = document.digest != EMPTY
            || self.entries.get(&document.id).is_some_and(|entry| entry.digest.is_some());
        has_text || !wants_folder(document, parents)
    }

    /// The path of every document that is not in the trash, without the ending of its file.
    pub(super) fn paths(&self, found: &Found) -> BTreeMap<String, String> {
        let mut children: HashMap<Option<&str>, Vec<&FolderDocument>> = HashMap::new();
        let parents = self.parents_by_id();
        for document in self.live() {
            let parent = parents.get(document.id.as_str()).copied();
            children.entry(parent).or_default().push(document);
        }
        // A file whose document is in the trash is still there.
        let known: HashSet<&str> = self.live_entries().map(|entry| entry.path.as_str()).collect();
        let others: Vec<&String> = found
            .files
            .keys()
            .chain(&found.folders)
            .filter(|path| !known.contains(path.as_str()))
            .collect();
        let mut paths = BTreeMap::new();
        let top = children.remove(&None).unwrap_or_default();
        let mut waiting: Vec<(String, Vec<&FolderDocument>)> = Vec::new();
        for container in ["", NOTES, REFERENCES] {
            let inside = top.iter().copied().filter(|it| container_of(it, self) == container);
            waiting.push((container.to_owned(), inside.collect()));
        }
        while let Some((folder, siblings)) = waiting.pop() {
            for (document, name) in siblings.iter().zip(self.names(&folder, &siblings, &others)) {
                let path = joined(&folder, &name);
                if let Some(inside) = children.remove(&Some(document.id.as_str())) {
                    waiting.push((path.clone(), inside));
                }
                paths.insert(document.id.clone(), path);
            }
        }
        paths
    }

    /// The names of documents in one folder.
    fn names(&self, folder: &str, siblings: &[&FolderDocument], others: &[&String]) -> Vec<String> {
        let mut taken: BTreeSet<String> = others
            .iter()
            .map(|path| parted(path))
            .filter(|(inside, _)| *inside == folder)
            .map(|(_, name)| name.to_lowercase())
            .collect();
        if folder.is_empty() {
            taken.extend([NOTES, REFERENCES].map(str::to_owned));
        }
        let slugs: Vec<(String, String)> = siblings
            .iter()
            .map(|document| {
                let before = self.entries.get(&document.id).map(|entry| slug(&entry.title));
                let now = slug(&document.title);
                (before.unwrap_or_else(|| now.clone()), now)
            })
            .collect();
        let named: Vec<Sibling<'_>> = siblings
            .iter()
            .zip(&slugs)
            .map(|(document, (slug_before, slug))| Sibling {
                name: self.entries.get(&document.id).map(|entry| parted(&entry.path).1),
                slug,
                slug_before,
            })
            .collect();
        name_siblings(&named, &taken)
    }
}

/// Whether a document has a folder for what lies in it.
pub(super) fn wants_folder(document: &FolderDocument, parents: &HashSet<&str>) -> bool {
    document.kind == DocumentKind::Part || parents.contains(document.id.as_str())
}

/// The folder of a document that lies in no other. A note that was imported as a folder lies where it was.
fn container_of(document: &FolderDocument, snapshot: &Snapshot) -> &'static str {
    let container = match document.kind {
        DocumentKind::Note => NOTES,
        DocumentKind::Reference => REFERENCES,
        DocumentKind::Part | DocumentKind::Chapter | DocumentKind::Scene => return "",
    };
    let is_at_top = |entry: &Entry| !entry.path.contains('/');
    if snapshot.entries.get(&document.id).is_some_and(is_at_top) { "" } else { container }
}

/// The path of a name in a folder.
pub(super) fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
