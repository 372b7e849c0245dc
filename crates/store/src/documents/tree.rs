//! The positions of documents in their project's tree: what is above and below them, and among
//! siblings.

use db::Tx;
use domain::{Result, Time, documents::Document, tree::DEPTH_MAX};

use super::get;
use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// The ids of the documents that a document in `parent_id` lies in, nearest first.
pub fn above(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    parent_id: Option<&str>,
) -> Result<Vec<String>> {
    let mut above = Vec::new();
    let mut next = parent_id.map(str::to_owned);
    while let Some(id) = next {
        if above.len() > DEPTH_MAX {
            break;
        }
        next = get(tx, project, &id)?.parent_id;
        above.push(id);
    }
    Ok(above)
}

/// The position behind the last child of `parent_id`.
pub fn next_position(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    parent_id: Option<&str>,
) -> Result<i64> {
    let row = tx
        .row(
            "SELECT coalesce(max(position), -1) + 1 AS position
               FROM document
              WHERE project_id = ?1
                AND coalesce(parent_id, '') = ?2
                AND import_id IS NULL
                AND deleted_at IS NULL",
            (project.id(), parent_id.unwrap_or("")),
        )
        .doing("reading the next position")?;
    row.map_or(Ok(0), |mut row| row.value("position"))
}

/// Frees a position among the children of `parent_id`: where one is there, it and those after it
/// move on by one. That is a change of each of them.
pub fn free_position(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    parent_id: Option<&str>,
    position: i64,
    except: &str,
    now: Time,
) -> Result<()> {
    tx.run(
        "UPDATE document
            SET position = position + 1, version = version + 1,
                modified_at = CASE WHEN modified_at < ?5 THEN ?5 ELSE modified_at + 1 END
          WHERE project_id = ?1
            AND coalesce(parent_id, '') = ?2
            AND position >= ?3
            AND id <> ?4
            AND import_id IS NULL
            AND deleted_at IS NULL
            AND EXISTS (SELECT 1
                          FROM document AS taken
                         WHERE taken.project_id = ?1
                           AND coalesce(taken.parent_id, '') = ?2
                           AND taken.position = ?3
                           AND taken.id <> ?4
                           AND taken.import_id IS NULL
                           AND taken.deleted_at IS NULL)",
        (project.id(), parent_id.unwrap_or(""), position, except, now.millis()),
    )
    .doing("moving documents on")
    .map(drop)
}

/// Moves the children of a document to its own position, in their order; its later siblings move on
/// behind them. That is a change of each of them. Children in the trash move as well, so that they
/// are restored to where it was.
pub(super) fn lift_children(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document: &Document,
    now: Time,
) -> Result<()> {
    let row = tx
        .row(
            "SELECT min(position) AS first, max(position) AS last
               FROM document
              WHERE parent_id = ?1
                AND project_id = ?2",
            (&document.id, project.id()),
        )
        .doing("reading the positions of children")?;
    let Some(mut row) = row else { return Ok(()) };
    let ends: (Option<i64>, Option<i64>) = (row.value("first")?, row.value("last")?);
    let (Some(first), Some(last)) = ends else { return Ok(()) };
    let (parent, now) = (document.parent_id.as_deref().unwrap_or(""), now.millis());
    if last > first {
        tx.run(
            "UPDATE document
                SET position = position + ?5, version = version + 1,
                    modified_at = CASE WHEN modified_at < ?6 THEN ?6 ELSE modified_at + 1 END
              WHERE project_id = ?1
                AND coalesce(parent_id, '') = ?2
                AND (position > ?3 OR position = ?3 AND id > ?4)
                AND import_id IS NULL
                AND deleted_at IS NULL",
            (project.id(), parent, document.position, &document.id, last - first, now),
        )
        .doing("moving documents on")?;
    }
    tx.run(
        "UPDATE document
            SET parent_id = ?3, position = position + ?4, version = version + 1,
                modified_at = CASE WHEN modified_at < ?5 THEN ?5 ELSE modified_at + 1 END
          WHERE parent_id = ?1
            AND project_id = ?2",
        (&document.id, project.id(), &document.parent_id, document.position - first, now),
    )
    .doing("moving children up")
    .map(drop)
}

/// How many levels of documents are below a document, counted up to [`DEPTH_MAX`].
pub fn height(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<usize> {
    let row = tx
        .row(
            "WITH RECURSIVE below (id, level) AS (
                 SELECT id, CAST(0 AS BIGINT)
                   FROM document
                  WHERE id = ?1
                 UNION ALL
                 SELECT document.id, below.level + 1
                   FROM document
                   JOIN below ON document.parent_id = below.id
                  WHERE document.project_id = ?2
                    AND document.import_id IS NULL
                    AND document.deleted_at IS NULL
                    AND below.level < ?3)
             SELECT coalesce(max(level), 0) AS levels
               FROM below",
            (id, project.id(), DEPTH_MAX),
        )
        .doing("measuring a tree of documents")?;
    let levels: i64 = row.map_or(Ok(0), |mut row| row.value("levels"))?;
    Ok(usize::try_from(levels).unwrap_or(0))
}
