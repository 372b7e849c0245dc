//! Documents: rows of `document` with their texts. Each is found only within a project that the
//! principal may work on. Lists are in [`list`], earlier texts in [`revisions`].

mod list;
mod revisions;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time, digest,
    documents::{Document, DocumentKind, Status, line_ends::unified_text},
};

pub use list::{following, list, order};
pub use revisions::{
    SavedBy, content_of_version, get_revision, label, labels, revisions, rewrite, set_label,
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    findings,
    imports::LockedImport,
    lore::mention_queue,
    project_counters,
    projects::{self, ProjectAccess},
    timelines,
    tree_table::{TreeTable, tree_table},
};

const WHAT: &str = "Document";

/// Positions of documents in the tree of their project.
pub static TREE: TreeTable = tree_table!(
    WHAT,
    "document",
    "
                    AND document.import_id IS NULL
                    AND document.deleted_at IS NULL",
    "
                                   AND taken.import_id IS NULL
                                   AND taken.deleted_at IS NULL"
);

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, project_id, parent_id, kind, title, status, position, word_target, words, created_at,
         modified_at, version, locked_by"
    };
}
pub(crate) use columns;

pub(crate) fn read(row: &mut Row) -> Result<Document> {
    Ok(Document {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        parent_id: row.value("parent_id")?,
        kind: row.word("kind", DocumentKind::parse)?,
        title: row.value("title")?,
        status: row.word("status", Status::parse)?,
        position: row.value("position")?,
        word_target: row.value("word_target")?,
        words: row.value("words")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
        locked_by: row.value("locked_by")?,
    })
}

/// Inserts a new document; one of an import is staged, and nobody sees it.
pub fn create(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document: &Document,
    content: &str,
    import: Option<&LockedImport<'_>>,
) -> Result<()> {
    let content = unified_text(content);
    tx.run(
        "INSERT INTO document (
             id, project_id, parent_id, kind, title, status, position, word_target, words,
             import_id, created_at, modified_at, version, locked_by)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        (
            &document.id,
            project.id(),
            &document.parent_id,
            document.kind.as_str(),
            &document.title,
            document.status.as_str(),
            document.position,
            document.word_target,
            document.words,
            import.map(LockedImport::import_id),
            document.created_at.millis(),
            document.modified_at.millis(),
            document.version,
            &document.locked_by,
        ),
    )
    .doing("creating a document")?;
    tx.run(
        "INSERT INTO document_text (document_id, content, digest)
         VALUES (?1, ?2, ?3)",
        (&document.id, content.as_ref(), digest::hex(content.as_bytes())),
    )
    .doing("writing a text")?;
    // A staged one is noted when it appears.
    if import.is_none() { mention_queue::add(tx, project, &document.id) } else { Ok(()) }
}

/// A document of a project by its id.
macro_rules! by_id {
    ($lock:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            "
               FROM document
              WHERE id = ?1
                AND project_id = ?2
                AND import_id IS NULL
                AND deleted_at IS NULL",
            $lock
        )
    };
}

/// A document of a project.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Document> {
    let row = tx.row(by_id!(""), (id, project.id())).doing("reading a document")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// The project of a document, if the principal may see it.
///
/// # Errors
/// Not found when the document does not exist, and likewise when it belongs to a project that the
/// principal may not see.
pub fn project_of(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<ProjectAccess> {
    let row = tx
        .row(
            "SELECT project_id
               FROM document
              WHERE id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL",
            (id,),
        )
        .doing("looking for a document's project")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let project_id: String = row.value("project_id")?;
    projects::check(tx, principal, &project_id).map_err(|error| error.not_found_as(WHAT, id))
}

/// As [`get`], and locks the row.
pub fn get_for_update(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Document> {
    let row = tx.row(by_id!(" /*+for_update*/"), (id, project.id())).doing("locking a document")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// The text of a document of a project.
pub fn content(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<String> {
    text(tx, project, id).map(|(content, _)| content)
}

/// The text of a document of a project, and what it is called.
pub fn text(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
) -> Result<(String, Option<String>)> {
    let row = tx
        .row(
            "SELECT content, label
               FROM document_text
               JOIN document ON document.id = document_id
              WHERE document_id = ?1
                AND project_id = ?2
                AND import_id IS NULL
                AND deleted_at IS NULL",
            (id, project.id()),
        )
        .doing("reading a text")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    Ok((row.value("content")?, row.value("label")?))
}

/// Saves a document of a project.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, document: &Document) -> Result<()> {
    tx.run(
        "UPDATE document
            SET parent_id = ?2, kind = ?3, title = ?4, status = ?5, position = ?6,
                word_target = ?7, words = ?8, modified_at = ?9, version = ?10, locked_by = ?11
          WHERE id = ?1
            AND project_id = ?12",
        (
            &document.id,
            &document.parent_id,
            document.kind.as_str(),
            &document.title,
            document.status.as_str(),
            document.position,
            document.word_target,
            document.words,
            document.modified_at.millis(),
            document.version,
            &document.locked_by,
            project.id(),
        ),
    )
    .doing("saving a document")
    .map(drop)
}

/// Puts a document into the trash; its children take its place.
pub fn trash(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document: &Document,
    now: Time,
) -> Result<()> {
    let placed = (document.id.as_str(), document.parent_id.as_deref(), document.position);
    TREE.lift_children(tx, project, placed, now)?;
    tx.run(
        "UPDATE document
            SET deleted_at = ?3
          WHERE id = ?1
            AND project_id = ?2",
        (&document.id, project.id(), now.millis()),
    )
    .doing("putting a document into the trash")?;
    findings::count_document(tx, project, &document.id, -1)?;
    mention_queue::add(tx, project, &document.id)
}

/// Takes a document out of the trash, back into its parent, or to the top when that is not there.
///
/// # Errors
/// Not found when there is no such document in the trash.
pub fn restore(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Document> {
    let restored = tx
        .run(
            "UPDATE document
                SET deleted_at = NULL
              WHERE id = ?1
                AND project_id = ?2
                AND deleted_at IS NOT NULL",
            (id, project.id()),
        )
        .doing("restoring a document")?;
    if restored == 0 {
        return Err(Error::not_found(WHAT, id));
    }
    tx.run(
        "UPDATE document
            SET parent_id = NULL
          WHERE id = ?1
            AND parent_id NOT IN (SELECT id
                                    FROM document
                                   WHERE project_id = ?2
                                     AND deleted_at IS NULL)",
        (id, project.id()),
    )
    .doing("restoring a document")?;
    findings::count_document(tx, project, id, 1)?;
    mention_queue::add(tx, project, id)?;
    get(tx, project, id)
}

/// Deletes documents that were put into the trash before `before`, at most `limit`; how many. Until
/// then events stay linked to them, and their findings stay for when they are restored.
pub fn purge(tx: &mut Tx<'_>, before: Time, limit: i64, now: Time) -> Result<usize> {
    let rows = tx
        .rows(
            "SELECT id, project_id
               FROM document
              WHERE deleted_at < ?1
                AND project_id NOT IN (SELECT id FROM project WHERE import_token IS NOT NULL)
              ORDER BY deleted_at
              LIMIT ?2 /*+skip_locked*/",
            (before.millis(), limit),
        )
        .doing("reading the trash")?;
    let purged = rows.len();
    for mut row in rows {
        let id: String = row.value("id")?;
        let project = ProjectAccess::unchecked(&row.value::<String>("project_id")?);
        let links = timelines::unlink(tx, &project, &id, now)?;
        if links > 0 {
            project_counters::count_lost_links(tx, &project, links)?;
        }
        mention_queue::subtract_mentions(tx, &project, &id)?;
        tx.run(
            "DELETE FROM document
              WHERE id = ?1",
            (&id,),
        )
        .doing("deleting a document")?;
    }
    Ok(purged)
}

/// The first documents of a project by position, at most `limit`, and whether that is all of them.
pub fn first(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    limit: i64,
) -> Result<(Vec<Document>, bool)> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM document
              WHERE project_id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY position, id
              LIMIT ?2"
            ),
            (project.id(), limit.saturating_add(1)),
        )
        .doing("reading documents")?;
    let first = usize::try_from(limit).unwrap_or(usize::MAX);
    let is_whole = rows.len() <= first;
    let documents = rows.into_iter().take(first).map(|mut row| read(&mut row));
    Ok((documents.collect::<Result<_>>()?, is_whole))
}

/// The most parts, chapters and scenes of a project that are read.
pub(crate) const MANUSCRIPT_MAX: i64 = 100_000;

/// The parts, chapters and scenes of a project by position, without their texts; the first 100,000
/// of them.
pub fn manuscript(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<Document>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM document
              WHERE project_id = ?1
                AND kind IN ('part', 'chapter', 'scene')
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY position, id
              LIMIT ?2"
            ),
            (project.id(), MANUSCRIPT_MAX),
        )
        .doing("reading a manuscript")?;
    column::read_all(rows, read)
}
