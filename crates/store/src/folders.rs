//! Folders that are kept in step with manuscripts: rows of `folder` and `folder_entry`, and what a look at a
//! project needs of its documents.

/// The columns of an entry.
macro_rules! columns {
    () => {
        "document_id, path, ending, title, digest, writing, moving, has_folder"
    };
}

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    documents::DocumentKind,
    folders::{Entry, Flaw, FolderState},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

/// Which folder is kept for a project, and how it was found last.
#[derive(Debug, Clone, PartialEq)]
pub struct Folder {
    /// Its path below the root.
    pub directory: String,
    /// The setting of the project from which the path was made.
    pub setting: String,
    /// What the file in it says that marks it.
    pub mark: String,
    /// How it is.
    pub state: FolderState,
    /// Why, and what would help.
    pub reason: Option<String>,
    /// The files that lie beside those of their documents.
    pub conflicts: Vec<String>,
    /// What could not be taken, or changed.
    pub problems: Vec<Flaw>,
    /// When it was last looked at to the end.
    pub synced_at: Option<Time>,
}

/// A document as far as its file goes.
#[derive(Debug, Clone, PartialEq)]
pub struct FolderDocument {
    /// Its identifier.
    pub id: String,
    /// The document it lies in.
    pub parent_id: Option<String>,
    /// What it is.
    pub kind: DocumentKind,
    /// What it is called.
    pub title: String,
    /// Its position among its siblings.
    pub position: i64,
    /// Its version.
    pub version: i64,
    /// The user who has locked it.
    pub locked_by: Option<String>,
    /// Whether it is in the trash.
    pub is_trashed: bool,
    /// The digest of its text.
    pub digest: String,
}

/// The ids of all projects that are not in the trash, with their owners.
pub fn projects(tx: &mut Tx<'_>) -> Result<Vec<(String, String)>> {
    let rows = tx
        .rows(
            "SELECT id, owner
               FROM project
              WHERE deleted_at IS NULL
                AND import_token IS NULL
              ORDER BY id",
            (),
        )
        .doing("listing projects with folders")?;
    rows.into_iter().map(|mut row| Ok((row.value("id")?, row.value("owner")?))).collect()
}

/// The owner of a project that is not in the trash.
pub fn owner(tx: &mut Tx<'_>, project_id: &str) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT owner
               FROM project
              WHERE id = ?1
                AND deleted_at IS NULL
                AND import_token IS NULL",
            (project_id,),
        )
        .doing("reading the owner of a project")?;
    row.map(|mut row| row.value("owner")).transpose()
}

/// The folder of a project, if one was looked at.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Option<Folder>> {
    let row = tx
        .row(
            "SELECT directory, setting, mark, state, reason, conflicts, problems, synced_at
               FROM folder
              WHERE project_id = ?1",
            (project.id(),),
        )
        .doing("reading a folder")?;
    row.map(|mut row| read(&mut row)).transpose()
}

fn read(row: &mut Row) -> Result<Folder> {
    Ok(Folder {
        directory: row.value("directory")?,
        setting: row.value("setting")?,
        mark: row.value("mark")?,
        state: row.word("state", FolderState::parse)?,
        reason: row.value("reason")?,
        conflicts: row.json("conflicts")?,
        problems: row.json("problems")?,
        synced_at: row.time_or_none("synced_at")?,
    })
}

/// The directories of other projects' folders, those in the trash included.
pub fn directories(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT directory
               FROM folder
              WHERE project_id <> ?1
                AND directory <> ''",
            (project.id(),),
        )
        .doing("reading the folders of other projects")?;
    rows.into_iter().map(|mut row| row.value("directory")).collect()
}

/// The node that has leased the folder of a project, and until when.
pub fn lease(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Option<(String, Time)>> {
    let row = tx
        .row(
            "SELECT lease_owner, lease_until
               FROM folder
              WHERE project_id = ?1
                AND lease_owner IS NOT NULL",
            (project.id(),),
        )
        .doing("reading the lease of a folder")?;
    row.map(|mut row| Ok((row.value("lease_owner")?, row.time("lease_until")?))).transpose()
}

/// Leases the folder of a project to this node until then; false when another has it.
pub fn claim(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    node: &str,
    now: Time,
    until: Time,
) -> Result<bool> {
    let claimed = tx
        .run(
            "INSERT INTO folder (
                 project_id, directory, setting, mark, state, conflicts, problems, lease_owner,
                 lease_until)
             VALUES (?1, '', '', '', 'waiting', '[]', '[]', ?2, ?4)
             ON CONFLICT (project_id) DO UPDATE
                SET lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
              WHERE folder.lease_owner = excluded.lease_owner
                 OR folder.lease_owner IS NULL
                 OR folder.lease_until < ?3",
            (project.id(), node, now.millis(), until.millis()),
        )
        .doing("claiming a folder")?;
    Ok(claimed > 0)
}

/// Whether this node has the folder of a project; the row stays as it is until the transaction ends.
///
/// # Errors
/// Unavailable when another has it by now.
pub fn check_claim(tx: &mut Tx<'_>, project: &ProjectAccess, node: &str) -> Result<()> {
    let row = tx
        .row(
            "SELECT lease_owner
               FROM folder
              WHERE project_id = ?1 /*+for_update*/",
            (project.id(),),
        )
        .doing("locking a folder")?;
    let owner: Option<String> = row.map(|mut row| row.value("lease_owner")).transpose()?.flatten();
    if owner.as_deref() == Some(node) {
        Ok(())
    } else {
        Err(Error::Unavailable("Another server keeps this folder by now".to_owned()))
    }
}

/// Saves how a claimed folder is.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, folder: &Folder) -> Result<()> {
    tx.run(
        "UPDATE folder
            SET directory = ?2, mark = ?3, state = ?4, reason = ?5, conflicts = ?6, problems = ?7,
                synced_at = ?8, setting = ?9
          WHERE project_id = ?1",
        (
            project.id(),
            &folder.directory,
            &folder.mark,
            folder.state.as_str(),
            &folder.reason,
            column::text(&folder.conflicts)?,
            column::text(&folder.problems)?,
            folder.synced_at.map(Time::millis),
            &folder.setting,
        ),
    )
    .doing("saving a folder")
    .map(drop)
}

/// Stores that no document of a project is known to be in its file: paths stay.
pub fn clear(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<()> {
    tx.run(
        "UPDATE folder_entry
            SET digest = NULL, writing = NULL, moving = NULL, has_folder = 0
          WHERE project_id = ?1",
        (project.id(),),
    )
    .doing("beginning a folder anew")
    .map(drop)
}

/// How documents and files were when they were last in step, by path.
pub fn entries(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<Entry>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM folder_entry
              WHERE project_id = ?1
              ORDER BY path, document_id"
            ),
            (project.id(),),
        )
        .doing("reading the entries of a folder")?;
    column::read_all(rows, read_entry)
}

/// The entry of a document.
pub fn entry(tx: &mut Tx<'_>, project: &ProjectAccess, document_id: &str) -> Result<Option<Entry>> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM folder_entry
              WHERE project_id = ?1
                AND document_id = ?2"
            ),
            (project.id(), document_id),
        )
        .doing("reading an entry of a folder")?;
    row.map(|mut row| read_entry(&mut row)).transpose()
}

/// The entries of all documents that have or had a file or folder at a path.
pub fn entries_at(tx: &mut Tx<'_>, project: &ProjectAccess, path: &str) -> Result<Vec<Entry>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM folder_entry
              WHERE project_id = ?1
                AND substr(path, 1, 200) = substr(CAST(?2 AS TEXT), 1, 200)
                AND path = ?2
              ORDER BY document_id"
            ),
            (project.id(), path),
        )
        .doing("reading the entries of a path")?;
    column::read_all(rows, read_entry)
}

fn read_entry(row: &mut Row) -> Result<Entry> {
    Ok(Entry {
        document_id: row.value("document_id")?,
        path: row.value("path")?,
        ending: row.value("ending")?,
        title: row.value("title")?,
        digest: row.value("digest")?,
        writing: row.value("writing")?,
        moving: row.value("moving")?,
        has_folder: row.value::<i64>("has_folder")? != 0,
    })
}

/// The paths, ids and positions of the documents that are not in the trash and have theirs directly in a folder, an
/// empty one for the topmost; on SQLite those of a folder that differs in case too.
pub fn positions(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    folder: &str,
) -> Result<Vec<(String, String, i64)>> {
    let inside = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let inside = column::beginning(&inside);
    let deeper = format!("{inside}/%");
    let rows = tx
        .rows(
            "SELECT folder_entry.path, document.id, document.position
               FROM folder_entry
               JOIN document ON document.id = folder_entry.document_id
              WHERE folder_entry.project_id = ?1
                AND folder_entry.path LIKE ?2 ESCAPE '\\'
                AND folder_entry.path NOT LIKE ?3 ESCAPE '\\'
                AND document.deleted_at IS NULL",
            (project.id(), inside, deeper),
        )
        .doing("reading the positions of files")?;
    let read = |mut row: Row| Ok((row.value("path")?, row.value("id")?, row.value("position")?));
    rows.into_iter().map(read).collect()
}

/// Stores how a document and its file are now. Another document that had a file at this path once, and has
/// none now, is forgotten there: what is found at a path is one document's.
pub fn save_entry(tx: &mut Tx<'_>, project: &ProjectAccess, entry: &Entry) -> Result<()> {
    tx.run(
        "DELETE FROM folder_entry
          WHERE project_id = ?1
            AND substr(path, 1, 200) = substr(CAST(?3 AS TEXT), 1, 200)
            AND path = ?3
            AND document_id <> ?2
            AND digest IS NULL
            AND writing IS NULL
            AND has_folder = 0",
        (project.id(), &entry.document_id, &entry.path),
    )
    .doing("forgetting the path of an earlier document")?;
    tx.run(
        "INSERT INTO folder_entry (
             project_id, document_id, path, ending, title, digest, writing, has_folder, moving)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (project_id, document_id) DO UPDATE
            SET path = excluded.path, ending = excluded.ending, title = excluded.title,
                digest = excluded.digest, writing = excluded.writing,
                has_folder = excluded.has_folder, moving = excluded.moving",
        (
            project.id(),
            &entry.document_id,
            &entry.path,
            &entry.ending,
            &entry.title,
            &entry.digest,
            &entry.writing,
            i64::from(entry.has_folder),
            &entry.moving,
        ),
    )
    .doing("saving an entry of a folder")
    .map(drop)
}

/// Deletes the entry of a document of a project.
pub fn delete_entry(tx: &mut Tx<'_>, project: &ProjectAccess, document_id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM folder_entry
          WHERE project_id = ?1
            AND document_id = ?2",
        (project.id(), document_id),
    )
    .doing("deleting an entry of a folder")
    .map(drop)
}

/// All documents of a project by position, those in the trash included, without their texts.
pub fn documents(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<FolderDocument>> {
    let rows = tx
        .rows(
            "SELECT id, parent_id, kind, title, position, version, locked_by, deleted_at, digest
               FROM document
               JOIN document_text ON document_text.document_id = document.id
              WHERE project_id = ?1
                AND import_id IS NULL
              ORDER BY position, id",
            (project.id(),),
        )
        .doing("reading documents for a folder")?;
    column::read_all(rows, read_document)
}

fn read_document(row: &mut Row) -> Result<FolderDocument> {
    Ok(FolderDocument {
        id: row.value("id")?,
        parent_id: row.value("parent_id")?,
        kind: row.word("kind", DocumentKind::parse)?,
        title: row.value("title")?,
        position: row.value("position")?,
        version: row.value("version")?,
        locked_by: row.value("locked_by")?,
        is_trashed: row.value::<Option<i64>>("deleted_at")?.is_some(),
        digest: row.value("digest")?,
    })
}
