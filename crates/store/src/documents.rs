//! Documents as they are kept: the tree, the texts, and the texts before them. Each is found only
//! within a project that was seen.

mod listed;
mod revisions;
mod tree;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time, digest,
    documents::{Document, Kind, Status},
};

pub use listed::{list, order};
pub use revisions::{get_revision, revisions, rewrite};
pub use tree::{above, height, make_room, next_position};

use crate::{
    Doing as _, column, findings,
    imports::Held,
    lore::work,
    projects::{self, ProjectAccess},
    summaries, timelines,
};

const WHAT: &str = "Document";

/// Keeps a new document; one of an import is staged, and seen by nobody.
pub fn create(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document: &Document,
    content: &str,
    import: Option<&Held<'_>>,
) -> Result<()> {
    tx.run(
        "INSERT INTO document (
             id, project_id, parent_id, kind, title, status, position, word_target, words,
             import_id, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
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
            import.map(Held::import_id),
            document.created_at.millis(),
            document.modified_at.millis(),
            document.version,
        ),
    )
    .doing("making a document")?;
    tx.run(
        "INSERT INTO document_text (document_id, content, digest)
         VALUES (?1, ?2, ?3)",
        (&document.id, content, digest::hex(content.as_bytes())),
    )
    .doing("keeping a text")?;
    // What is staged is noted when it appears.
    if import.is_none() { work::note(tx, project, &document.id) } else { Ok(()) }
}

/// A document of a project.
///
/// # Errors
/// Not found when it does not exist there.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Document> {
    let row = tx
        .row(
            "SELECT id, project_id, parent_id, kind, title, status, position, word_target, words,
                    created_at, modified_at, version
               FROM document
              WHERE id = ?1
                AND project_id = ?2
                AND import_id IS NULL
                AND deleted_at IS NULL",
            (id, project.id()),
        )
        .doing("reading a document")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    of_row(&mut row)
}

/// The project of a document, if the principal may see it.
///
/// # Errors
/// Not found when the document does not exist, or lies in a project that is not the principal's to
/// see: which of both is nobody's business.
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
    let project_id: String = column::get(&mut row, 0)?;
    projects::check(tx, principal, &project_id).map_err(|error| error.not_found_as(WHAT, id))
}

/// As [`get`], and nobody else changes the document until this transaction ends.
pub fn get_for_update(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Document> {
    let row = tx
        .row(
            "SELECT id, project_id, parent_id, kind, title, status, position, word_target, words,
                    created_at, modified_at, version
               FROM document
              WHERE id = ?1
                AND project_id = ?2
                AND import_id IS NULL
                AND deleted_at IS NULL /*+for_update*/",
            (id, project.id()),
        )
        .doing("holding a document")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    of_row(&mut row)
}

pub(crate) fn of_row(row: &mut Row) -> Result<Document> {
    Ok(Document {
        id: column::get(row, 0)?,
        project_id: column::get(row, 1)?,
        parent_id: column::get(row, 2)?,
        kind: column::word(row, 3, Kind::parse)?,
        title: column::get(row, 4)?,
        status: column::word(row, 5, Status::parse)?,
        position: column::get(row, 6)?,
        word_target: column::get(row, 7)?,
        words: column::get(row, 8)?,
        created_at: column::time(row, 9)?,
        modified_at: column::time(row, 10)?,
        version: column::get(row, 11)?,
    })
}

/// The text of a document of a project.
pub fn content(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<String> {
    let row = tx
        .row(
            "SELECT content
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
    column::get(&mut row, 0)
}

/// Keeps what has changed in a document of a project.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, document: &Document) -> Result<()> {
    tx.run(
        "UPDATE document
            SET parent_id = ?2, kind = ?3, title = ?4, status = ?5, position = ?6,
                word_target = ?7, words = ?8, modified_at = ?9, version = ?10
          WHERE id = ?1
            AND project_id = ?11",
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
            project.id(),
        ),
    )
    .doing("saving a document")
    .map(drop)
}

/// Puts a document into the bin; what lay in it comes in its place.
pub fn bin(tx: &mut Tx<'_>, project: &ProjectAccess, document: &Document, now: Time) -> Result<()> {
    tree::lift_children(tx, project, document, now)?;
    tx.run(
        "UPDATE document
            SET deleted_at = ?3
          WHERE id = ?1
            AND project_id = ?2",
        (&document.id, project.id(), now.millis()),
    )
    .doing("binning a document")?;
    findings::count_document(tx, project, &document.id, -1)?;
    work::note(tx, project, &document.id)
}

/// Takes a document out of the bin and puts it where it lay, or at the top when that is gone.
///
/// # Errors
/// Not found when there is no such document in the bin.
pub fn unbin(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Document> {
    let taken = tx
        .run(
            "UPDATE document
                SET deleted_at = NULL
              WHERE id = ?1
                AND project_id = ?2
                AND deleted_at IS NOT NULL",
            (id, project.id()),
        )
        .doing("taking a document out of the bin")?;
    if taken == 0 {
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
    .doing("taking a document out of the bin")?;
    findings::count_document(tx, project, id, 1)?;
    work::note(tx, project, id)?;
    get(tx, project, id)
}

/// Forgets documents that have lain in the bin since before `before`, at most `limit`; how many.
/// Until then events stay linked to them, and what was found in them is kept for when they return.
pub fn forget_binned(tx: &mut Tx<'_>, before: Time, limit: i64, now: Time) -> Result<usize> {
    let rows = tx
        .rows(
            "SELECT id, project_id
               FROM document
              WHERE deleted_at < ?1
              ORDER BY deleted_at
              LIMIT ?2 /*+skip_locked*/",
            (before.millis(), limit),
        )
        .doing("looking into the bin")?;
    let forgotten = rows.len();
    for mut row in rows {
        let id: String = column::get(&mut row, 0)?;
        let project = projects::on_duty(&column::get::<String>(&mut row, 1)?);
        let links = timelines::unlink(tx, &project, &id, now)?;
        if links > 0 {
            summaries::count_lost_links(tx, &project, links)?;
        }
        work::uncount(tx, &project, &id)?;
        tx.run(
            "DELETE FROM document
              WHERE id = ?1",
            (&id,),
        )
        .doing("deleting a document")?;
    }
    Ok(forgotten)
}

/// The first documents of a project by position, at most `limit`, for whoever looks at all of them;
/// and whether that is all.
pub fn first(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    limit: i64,
) -> Result<(Vec<Document>, bool)> {
    let rows = tx
        .rows(
            "SELECT id, project_id, parent_id, kind, title, status, position, word_target, words,
                    created_at, modified_at, version
               FROM document
              WHERE project_id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY position, id
              LIMIT ?2",
            (project.id(), limit.saturating_add(1)),
        )
        .doing("looking through documents")?;
    let first = usize::try_from(limit).unwrap_or(usize::MAX);
    let is_whole = rows.len() <= first;
    let documents = rows.into_iter().take(first).map(|mut row| of_row(&mut row));
    Ok((documents.collect::<Result<_>>()?, is_whole))
}

/// The most parts, chapters and scenes of a project that are gone through.
const MANUSCRIPT_MAX: i64 = 100_000;

/// The parts, chapters and scenes of a project by position, without their texts; the first 100,000
/// of them.
pub fn manuscript(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<Document>> {
    let rows = tx
        .rows(
            "SELECT id, project_id, parent_id, kind, title, status, position, word_target, words,
                    created_at, modified_at, version
               FROM document
              WHERE project_id = ?1
                AND kind IN ('part', 'chapter', 'scene')
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY position, id
              LIMIT ?2",
            (project.id(), MANUSCRIPT_MAX),
        )
        .doing("going through a manuscript")?;
    rows.into_iter().map(|mut row| of_row(&mut row)).collect()
}
