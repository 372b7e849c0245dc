//! Revisions: the earlier texts of a document. Each new text keeps the one it replaces, up to a bound; those
//! with a label are kept beyond it.

use db::{Row, Tx};
use domain::{
    Error, Result, Time, digest,
    documents::{Document, REVISIONS_MAX, Revision, line_ends::unified_text},
    page::{Cursor, Page},
    projects::summary::SESSION_GAP_MS,
};

use super::{content, get};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    lore::mention_queue,
    projects::ProjectAccess,
};

/// How a new text was saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SavedBy {
    /// By its author.
    Author,
    /// By a program, while its author writes.
    Autosave,
}

/// Writes a new text of the document `before`, and keeps the old one as a revision if they differ; an
/// autosave that follows one of the same sitting keeps none, unless the old one has a label.
pub fn rewrite(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    before: &Document,
    content: &str,
    (account, saved_by): (&str, SavedBy),
    now: Time,
) -> Result<()> {
    if saved_by == SavedBy::Autosave && continues(tx, &before.id, account, now)? {
        return write(tx, project, &before.id, content);
    }
    let autosaved_at = (saved_by == SavedBy::Autosave).then_some(now.millis());
    let differs = tx
        .run(
            "INSERT INTO revision (
                 document_id, version, words, content, digest, replaced_by, replaced_at,
                 autosaved_at, label)
             SELECT document_id, ?2, ?3, content, digest, ?4, ?5, ?8, label
               FROM document_text
              WHERE document_id = (SELECT id
                                     FROM document
                                    WHERE id = ?1
                                      AND project_id = ?7)
                AND content <> ?6",
            (
                &before.id,
                before.version,
                before.words,
                account,
                now.millis(),
                content,
                project.id(),
                autosaved_at,
            ),
        )
        .doing("keeping a revision")?;
    if differs == 0 {
        return Ok(());
    }
    tx.run(
        "DELETE FROM revision
          WHERE document_id = ?1
            AND coalesce(label, '') = ''
            AND version <= (SELECT version
                              FROM revision
                             WHERE document_id = ?1
                               AND coalesce(label, '') = ''
                             ORDER BY version DESC
                             LIMIT 1 OFFSET ?2)",
        (&before.id, REVISIONS_MAX),
    )
    .doing("deleting old revisions")?;
    write(tx, project, &before.id, content)
}

/// Whether an autosave follows another of the same sitting, so that the text before it is already kept;
/// the sitting goes on then. The latest revision says what replaced it.
fn continues(tx: &mut Tx<'_>, document_id: &str, account: &str, now: Time) -> Result<bool> {
    let continued = tx
        .run(
            "UPDATE revision
                SET autosaved_at = ?3
              WHERE document_id = ?1
                AND version = (SELECT max(version)
                                 FROM revision
                                WHERE document_id = ?1)
                AND replaced_by = ?2
                AND autosaved_at <= ?3
                AND autosaved_at > ?3 - ?4
                AND document_id NOT IN (SELECT document_id
                                          FROM document_text
                                         WHERE document_id = ?1
                                           AND label IS NOT NULL)",
            (document_id, account, now.millis(), SESSION_GAP_MS),
        )
        .doing("looking for the autosave before")?;
    Ok(continued > 0)
}

fn write(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str, content: &str) -> Result<()> {
    let content = unified_text(content);
    tx.run(
        "UPDATE document_text
            SET content = ?2, digest = ?3, label = NULL
          WHERE document_id = ?1",
        (id, content.as_ref(), digest::hex(content.as_bytes())),
    )
    .doing("writing a text")?;
    mention_queue::add(tx, project, id)
}

/// The earlier texts of a document of a project, newest first, without the texts.
pub fn revisions(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    cursor: Option<&Cursor>,
    limit: i64,
) -> Result<Page<Revision>> {
    let document = get(tx, project, id)?;
    let (before, _) = column::before_cursor(cursor);
    let rows = tx
        .rows(
            "SELECT version, words, replaced_by, replaced_at, label
               FROM revision
              WHERE document_id = ?1
                AND version < ?2
              ORDER BY version DESC
              LIMIT ?3",
            (&document.id, before, limit + 1),
        )
        .doing("listing revisions")?;
    let revisions =
        rows.into_iter().map(|mut row| revision(&mut row)).collect::<Result<Vec<_>>>()?;
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM revision
              WHERE document_id = ?1",
            (&document.id,),
        )
        .doing("counting revisions")?;
    let total = row.map(|mut row| row.value("total")).transpose()?;
    Ok(Page::cut(revisions, limit, total, |revision| Cursor {
        key: revision.version,
        id: String::new(),
    }))
}

fn label_in(row: &mut Row) -> Result<Option<String>> {
    Ok(row.value::<Option<String>>("label")?.filter(|label| !label.is_empty()))
}

/// What the text is called that a document has or had in this version.
///
/// # Errors
/// Not found when that text is not kept.
pub fn label(tx: &mut Tx<'_>, document: &Document, version: i64) -> Result<Option<String>> {
    let row = if version == document.version {
        tx.row(
            "SELECT label
               FROM document_text
              WHERE document_id = ?1",
            (&document.id,),
        )
    } else {
        tx.row(
            "SELECT label
               FROM revision
              WHERE document_id = ?1
                AND version = ?2",
            (&document.id, version),
        )
    };
    let row = row.doing("reading a label")?;
    label_in(&mut row.ok_or_else(|| Error::not_found("Revision", &document.id))?)
}

/// Calls the text that a document has or had in this version something, or nothing. The document is locked.
///
/// # Errors
/// As [`label`].
pub fn set_label(
    tx: &mut Tx<'_>,
    document: &Document,
    version: i64,
    label: Option<&str>,
) -> Result<()> {
    let changed = if version == document.version {
        tx.run(
            "UPDATE document_text
                SET label = ?2
              WHERE document_id = ?1",
            (&document.id, label),
        )
    } else {
        tx.run(
            "UPDATE revision
                SET label = ?3
              WHERE document_id = ?1
                AND version = ?2",
            (&document.id, version, label.unwrap_or_default()),
        )
    };
    match changed.doing("naming a text")? {
        0 => Err(Error::not_found("Revision", &document.id)),
        _ => Ok(()),
    }
}

/// How many texts of a document have a label, but for that of this version.
pub fn labels(tx: &mut Tx<'_>, document: &Document, version: i64) -> Result<i64> {
    let row = tx
        .row(
            "SELECT (SELECT count(*)
                       FROM revision
                      WHERE document_id = ?1
                        AND version <> ?2
                        AND label <> '')
                    + (SELECT count(*)
                         FROM document_text
                        WHERE document_id = ?1
                          AND label IS NOT NULL
                          AND ?3 <> ?2) AS labels",
            (&document.id, version, document.version),
        )
        .doing("counting labels")?;
    row.map_or(Ok(0), |mut row| row.value("labels"))
}

fn revision(row: &mut Row) -> Result<Revision> {
    Ok(Revision {
        version: row.value("version")?,
        words: row.value("words")?,
        replaced_by: row.value("replaced_by")?,
        replaced_at: row.time("replaced_at")?,
        label: label_in(row)?,
        content: None,
    })
}

/// The text a document of a project had in a version.
///
/// # Errors
/// Not found when there is no such document, or its version had the text of the next one, or was
/// deleted.
pub fn get_revision(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    version: i64,
) -> Result<Revision> {
    let document = get(tx, project, id)?;
    let row = tx
        .row(
            "SELECT version, words, replaced_by, replaced_at, label, content
               FROM revision
              WHERE document_id = ?1
                AND version = ?2",
            (&document.id, version),
        )
        .doing("reading a revision")?;
    let mut row = row.ok_or_else(|| Error::not_found("Revision", id))?;
    Ok(Revision { content: Some(row.value("content")?), ..revision(&mut row)? })
}

/// The text that a document of a project had in a version; none where it is not kept any more. A version
/// that changed nothing but the title or the like has the text of the versions around it.
pub fn content_of_version(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document: &Document,
    version: i64,
) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT revision.version, content, (SELECT count(*)
                                                  FROM revision
                                                 WHERE document_id = ?1
                                                   AND label IS NULL
                                                   AND version < ?2) AS before,
                    (SELECT count(*)
                       FROM revision
                      WHERE document_id = ?1) AS total
               FROM revision
               JOIN document ON document.id = document_id
              WHERE document_id = ?1
                AND revision.version >= ?2
                AND project_id = ?3
              ORDER BY revision.version
              LIMIT 1",
            (&document.id, version, project.id()),
        )
        .doing("reading a revision")?;
    let Some(mut row) = row else { return content(tx, project, &document.id).map(Some) };
    // Where older ones were deleted, one of them may have been this version's. One that never had a label was
    // deleted before all behind it.
    let (before, total): (i64, i64) = (row.value("before")?, row.value("total")?);
    let is_kept = before > 0 || total < REVISIONS_MAX || row.value::<i64>("version")? == version;
    if is_kept { row.value("content").map(Some) } else { Ok(None) }
}
