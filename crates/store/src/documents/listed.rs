//! Lists of documents: what lies in one of them by position, and a whole project in the order of
//! reading.

use db::{Row, Tx};
use domain::{
    Result,
    documents::{Document, DocumentQuery, Kind, ROOT, Status},
    page::{Page, TOTAL_EXACT_MAX},
    tree::{Place, Twig, reading_order},
};

use super::of_row;
use crate::{Doing as _, column, placed, projects::ProjectAccess};

/// A page of a project's documents: those of one parent by position, those of all in the order of
/// reading, each before what lies in it.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &DocumentQuery,
    unfiltered_total: i64,
) -> Result<Page<Document>> {
    let kind = query.kind.map_or("", Kind::as_str);
    let status = query.status.map_or("", Status::as_str);
    let (rows, total) = match query.parent_id.as_deref() {
        Some(parent) => {
            let parent = if parent == ROOT { "" } else { parent };
            let total = filtered_total(tx, project, (false, parent), kind, status)?;
            (siblings(tx, project, query, parent)?, total)
        }
        None => {
            let total = if kind.is_empty() && status.is_empty() {
                Some(unfiltered_total)
            } else {
                filtered_total(tx, project, (true, ""), kind, status)?
            };
            (book(tx, project, query)?, total)
        }
    };
    Ok(placed::page(rows, query.limit, total, |document| &document.id))
}

/// Documents of one parent, with their places.
fn siblings(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &DocumentQuery,
    parent: &str,
) -> Result<Vec<(Document, Place)>> {
    let (after, after_id) = placed::after_sibling(query.cursor.as_ref());
    let rows = tx
        .rows(
            "SELECT id, project_id, parent_id, kind, title, status, position, word_target, words,
                    created_at, modified_at, version
               FROM document
              WHERE project_id = ?1
                AND coalesce(parent_id, '') = ?2
                AND import_id IS NULL
                AND deleted_at IS NULL
                AND (position > ?3 OR position = ?3 AND id > ?4)
                AND (?5 = '' OR kind = ?5)
                AND (?6 = '' OR status = ?6)
              ORDER BY position, id
              LIMIT ?7",
            (
                project.id(),
                parent,
                after,
                after_id,
                query.kind.map_or("", Kind::as_str),
                query.status.map_or("", Status::as_str),
                query.limit + 1,
            ),
        )
        .doing("listing documents")?;
    let placed = |mut row: Row| {
        let document = of_row(&mut row)?;
        let place = Place { above: Vec::new(), position: document.position };
        Ok((document, place))
    };
    rows.into_iter().map(placed).collect()
}

/// Documents of the whole tree, with their places. What lies in something that is not there is at
/// the top, so that nothing is missed.
fn book(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &DocumentQuery,
) -> Result<Vec<(Document, Place)>> {
    let tree = tx
        .rows(
            "SELECT id, parent_id, position,
                    CASE WHEN (?2 = '' OR kind = ?2) AND (?3 = '' OR status = ?3) THEN 1 ELSE 0 END
               FROM document
              WHERE project_id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY position, id",
            (
                project.id(),
                query.kind.map_or("", Kind::as_str),
                query.status.map_or("", Status::as_str),
            ),
        )
        .doing("reading the order of documents")?;
    let read = |ids: &str| {
        tx.rows(
            "SELECT id, project_id, parent_id, kind, title, status, position, word_target,
                    words, created_at, modified_at, version
               FROM document
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND project_id = ?2",
            (ids, project.id()),
        )
        .doing("listing documents in the order of reading")
    };
    placed::whole(tree, query.cursor.as_ref(), query.limit, read, of_row)
}

fn filtered_total(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (anywhere, parent): (bool, &str),
    kind: &str,
    status: &str,
) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM document
                      WHERE project_id = ?1
                        AND import_id IS NULL
                        AND deleted_at IS NULL
                        AND (CAST(?2 AS BIGINT) = 1 OR coalesce(parent_id, '') = ?3)
                        AND (?4 = '' OR kind = ?4)
                        AND (?5 = '' OR status = ?5)
                      LIMIT ?6) AS found",
            (project.id(), anywhere, parent, kind, status, TOTAL_EXACT_MAX + 1),
        )
        .doing("counting documents")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}

/// The ids of a project's documents in the order of reading; those in the bin come behind all
/// others.
pub fn order(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id, parent_id, CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END
               FROM document
              WHERE project_id = ?1
                AND import_id IS NULL
              ORDER BY position, id",
            (project.id(),),
        )
        .doing("putting documents into the order of reading")?;
    let (mut there, mut binned) = (Vec::new(), Vec::new());
    for mut row in rows {
        let twig = Twig { id: column::get(&mut row, 0)?, parent_id: column::get(&mut row, 1)? };
        let is_binned: i64 = column::get(&mut row, 2)?;
        if is_binned == 0 { there.push(twig) } else { binned.push(twig.id) }
    }
    let mut order: Vec<String> = reading_order(&there).into_iter().map(str::to_owned).collect();
    order.append(&mut binned);
    Ok(order)
}
