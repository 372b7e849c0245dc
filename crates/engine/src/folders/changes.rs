//! Commands of the folder: what was typed, moved and deleted in it becomes a change of a document, together
//! with the entry that says so, in one transaction. Each checks that the document is still the one that was
//! looked at.

use std::cmp::Ordering;

use domain::{
    Error, OrNone as _, Result,
    documents::{Document, DocumentCreate, DocumentKind, DocumentUpdate, Status},
    exports::slug,
    folders::Entry,
    patch::Patch,
    versioned::{IfMatch, etag},
};
use manuscript::{markdown, naming::title_of_name, natural};
use store::{
    documents, folders,
    projects::{self, ProjectAccess},
};

use super::{
    disk::parted,
    moves::Move,
    tree::{NOTES, REFERENCES, joined},
};
use crate::{Change, documents as commands};

/// A text that was found in a file.
#[derive(Debug, Clone)]
pub(super) struct Taken {
    /// The path without an ending.
    pub(super) path: String,
    /// The ending.
    pub(super) ending: String,
    /// The text.
    pub(super) text: String,
    /// Its digest.
    pub(super) digest: String,
    /// How many words it has.
    pub(super) words: i64,
}

/// A project and this process, which keeps its folder.
#[derive(Debug, Clone)]
pub(super) struct Keeper {
    /// The project.
    pub(super) project_id: String,
    /// The process.
    pub(super) node: String,
}

impl Keeper {
    /// The project, whose folder stays this process's until the transaction ends.
    pub(super) fn lock(&self, change: &mut Change<'_, '_>) -> Result<ProjectAccess> {
        let project = projects::lock(change.tx, change.principal, &self.project_id)?;
        folders::check_claim(change.tx, &project, &self.node)?;
        Ok(project)
    }
}

fn at_version(version: i64) -> IfMatch {
    IfMatch::parse(std::iter::once(etag(version).as_str()))
}

/// What a text is called: its first heading, else its name.
fn title_of(text: &str, path: &str) -> String {
    markdown::title(text).unwrap_or_else(|| title_of_name(parted(path).1))
}

/// That the folder may change a document: whoever locks one does so against other programs too.
fn check_unlocked(locked_by: Option<&str>) -> Result<()> {
    match locked_by {
        None => Ok(()),
        Some(user) => Err(Error::Conflict(format!("its document is locked by {user}: unlock it"))),
    }
}

/// Takes the text of a file into its document.
pub(super) fn take(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (entry, version): (&Entry, i64),
    taken: &Taken,
) -> Result<()> {
    let id = entry.document_id.as_str();
    let document = documents::get(change.tx, project, id)?;
    check_unlocked(document.locked_by.as_deref())?;
    let before = documents::content(change.tx, project, id)?;
    let (was, is) = (title_of(&before, &entry.path), title_of(&taken.text, &taken.path));
    let is_titled = was == document.title && is != was;
    let update = DocumentUpdate {
        content: Patch::Set(taken.text.clone()),
        title: if is_titled { Patch::Set(is.clone()) } else { Patch::Keep },
        ..DocumentUpdate::unchanged()
    };
    let ids = (project.id(), id);
    commands::update(change, ids, &at_version(version), &update, Some(taken.words))?;
    let title = if is_titled { is } else { document.title };
    folders::save_entry(change.tx, project, &in_step(entry, taken, title))
}

/// The entry of a document that has the text of its file.
fn in_step(entry: &Entry, taken: &Taken, title: String) -> Entry {
    Entry {
        path: taken.path.clone(),
        ending: taken.ending.clone(),
        title,
        digest: Some(taken.digest.clone()),
        writing: None,
        ..entry.clone()
    }
}

/// Takes a document out of the trash with the text of its file.
pub(super) fn restore(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    entry: &Entry,
    taken: &Taken,
) -> Result<()> {
    let ids = (project.id(), entry.document_id.as_str());
    let restored = commands::restore(change, ids, &IfMatch::default())?;
    take(change, project, (entry, restored.version), taken)
}

/// Makes a document of a file; the folders it lies in become documents too.
pub(super) fn create(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    taken: &Taken,
) -> Result<()> {
    let entries = folders::entries_at(change.tx, project, &taken.path)?;
    // Somebody else's file was moved to this path since.
    if entries.iter().any(|entry| entry.digest.is_some()) {
        return Ok(());
    }
    for gone in entries {
        folders::delete_entry(change.tx, project, &gone.document_id)?;
    }
    let (folder, name) = parted(&taken.path);
    let (parent, kind) = parent_at(change, project, folder)?;
    let title = title_of(&taken.text, &taken.path);
    let position = position_of(change, project, (folder, name), None)?;
    let create = DocumentCreate {
        title: title.clone(),
        content: taken.text.clone(),
        kind,
        parent_id: parent,
        position,
        status: Status::Draft,
        word_target: None,
    };
    let created = commands::create(change, project.id(), &create, taken.words)?;
    let entry = new_entry(created.view.id, &taken.path, title);
    folders::save_entry(change.tx, project, &in_step(&entry, taken, entry.title.clone()))
}

/// The entry of a document that has neither a file nor a folder yet.
pub(super) fn new_entry(document_id: String, path: &str, title: String) -> Entry {
    Entry {
        document_id,
        path: path.to_owned(),
        ending: domain::folders::ENDINGS[0].to_owned(),
        title,
        digest: None,
        writing: None,
        moving: None,
        has_folder: false,
    }
}

/// The document of a folder, which is made if there is none, and the kind of what lies in it.
fn parent_at(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    folder: &str,
) -> Result<(Option<String>, DocumentKind)> {
    let (mut parent, mut kind) = (None, DocumentKind::Chapter);
    let mut path = String::new();
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        let is_top = path.is_empty();
        let above = std::mem::take(&mut path);
        path = joined(&above, name);
        let entry = folders::entries_at(change.tx, project, &path)?.into_iter().next();
        let document = match &entry {
            Some(entry) => documents::get(change.tx, project, &entry.document_id).or_none()?,
            None => None,
        };
        match document {
            Some(document) => {
                if let Some(entry) = entry.filter(|entry| !entry.has_folder) {
                    let entry = Entry { has_folder: true, ..entry };
                    folders::save_entry(change.tx, project, &entry)?;
                }
                kind = kind_inside(document.kind);
                parent = Some(document.id);
            }
            None if is_top && name == NOTES => kind = DocumentKind::Note,
            None if is_top && name == REFERENCES => kind = DocumentKind::Reference,
            None => {
                if let Some(gone) = entry {
                    folders::delete_entry(change.tx, project, &gone.document_id)?;
                }
                let own = if kind == DocumentKind::Chapter { DocumentKind::Part } else { kind };
                let position = position_of(change, project, (&above, name), None)?;
                let create = DocumentCreate {
                    title: title_of_name(name),
                    content: String::new(),
                    kind: own,
                    parent_id: parent,
                    position,
                    status: Status::Draft,
                    word_target: None,
                };
                let created = commands::create(change, project.id(), &create, 0)?;
                let entry = new_entry(created.view.id.clone(), &path, create.title);
                let entry = Entry { has_folder: true, ..entry };
                folders::save_entry(change.tx, project, &entry)?;
                parent = Some(created.view.id);
                kind = kind_inside(own);
            }
        }
    }
    Ok((parent, kind))
}

/// What a file in the folder of a document is.
fn kind_inside(kind: DocumentKind) -> DocumentKind {
    match kind {
        DocumentKind::Part => DocumentKind::Chapter,
        DocumentKind::Chapter | DocumentKind::Scene => DocumentKind::Scene,
        kind @ (DocumentKind::Note | DocumentKind::Reference) => kind,
    }
}

/// The position of a name among the others of its folder: behind the last one that is before it; none for
/// the end, or for a document that is right where it is.
fn position_of(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (folder, name): (&str, &str),
    own: Option<&Document>,
) -> Result<Option<i64>> {
    let (mut before, mut after): (Option<i64>, Option<i64>) = (None, None);
    for (path, id, position) in folders::positions(change.tx, project, folder)? {
        let (inside, other) = parted(&path);
        if inside != folder || own.is_some_and(|own| own.id == id) {
            continue;
        }
        if natural(other, name) == Ordering::Less {
            before = before.max(Some(position));
        } else {
            after = Some(after.map_or(position, |after| after.min(position)));
        }
    }
    let is_right = |own: &Document| {
        before.is_none_or(|before| before < own.position)
            && after.is_none_or(|after| own.position < after)
    };
    Ok(match (before, after, own) {
        (_, _, Some(own)) if is_right(own) => None,
        (_, None, None) => None,
        (before, _, _) => Some(before.map_or(0, |before| before + 1)),
    })
}

/// Follows a file or folder to another path; a document that had no file only gets its entry.
pub(super) fn follow(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    moved: &Move,
) -> Result<()> {
    let id = moved.document_id.as_str();
    let Some(document) = documents::get(change.tx, project, id).or_none()? else { return Ok(()) };
    let entry = folders::entry(change.tx, project, id)?;
    let was = entry.clone();
    let mut entry =
        entry.unwrap_or_else(|| new_entry(id.to_owned(), &moved.path, document.title.clone()));
    entry.path.clone_from(&moved.path);
    match &moved.ending {
        Some(ending) => entry.ending.clone_from(ending),
        None => entry.has_folder = true,
    }
    if let Some(was) = was.filter(|_| moved.follows) {
        check_unlocked(document.locked_by.as_deref())?;
        let (folder, name) = parted(&moved.path);
        let (folder_was, name_was) = parted(&was.path);
        let (parent, _) = parent_at(change, project, folder)?;
        // A part that was made for its folder may have given it another position.
        let document = documents::get(change.tx, project, id)?;
        let position = position_of(change, project, (folder, name), Some(&document))?;
        let content = documents::content(change.tx, project, id)?;
        let title = title_after(&document.title, &content, (name_was, name));
        let update = DocumentUpdate {
            parent_id: match parent {
                _ if folder == folder_was => Patch::Keep,
                Some(parent) => Patch::Set(parent),
                None => Patch::Clear,
            },
            position: position.map_or(Patch::Keep, Patch::Set),
            title: title.clone().map_or(Patch::Keep, Patch::Set),
            ..DocumentUpdate::unchanged()
        };
        if update != DocumentUpdate::unchanged() {
            let ids = (project.id(), id);
            commands::update(change, ids, &at_version(document.version), &update, None)?;
        }
        entry.title = title.unwrap_or(document.title);
    }
    folders::save_entry(change.tx, project, &entry)
}

/// The title after a file was renamed; none when it stays. A heading in the text is the title itself.
fn title_after(title: &str, content: &str, (was, is): (&str, &str)) -> Option<String> {
    let (was, is) = (title_of_name(was), title_of_name(is));
    let is_heading = markdown::title(content).is_some_and(|heading| heading == title);
    (!is_heading && slug(title) == slug(&was) && slug(&is) != slug(&was)).then_some(is)
}

/// Empties a document whose file is gone while what lies in it is still there.
pub(super) fn empty(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (entry, version): (&Entry, i64),
) -> Result<()> {
    let id = entry.document_id.as_str();
    check_unlocked(documents::get(change.tx, project, id)?.locked_by.as_deref())?;
    let update = DocumentUpdate { content: Patch::Clear, ..DocumentUpdate::unchanged() };
    commands::update(change, (project.id(), id), &at_version(version), &update, Some(0))?;
    let entry = Entry { digest: None, writing: None, ..entry.clone() };
    folders::save_entry(change.tx, project, &entry)
}

/// Puts the document of a file that is gone into the trash.
pub(super) fn trash(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (entry, version): (&Entry, i64),
) -> Result<()> {
    let ids = (project.id(), entry.document_id.as_str());
    check_unlocked(documents::get(change.tx, project, ids.1)?.locked_by.as_deref())?;
    commands::trash(change, ids, &at_version(version))?;
    let entry = Entry { digest: None, writing: None, has_folder: false, ..entry.clone() };
    folders::save_entry(change.tx, project, &entry)
}
