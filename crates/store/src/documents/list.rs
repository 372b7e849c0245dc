//! Lists of documents: the children of one by position, and a whole project in the order of reading.

use db::Tx;
use domain::{
    Result,
    documents::{Document, DocumentKind, DocumentQuery, ROOT, Status},
    fold::SearchText,
    page::{Page, TOTAL_EXACT_MAX},
    tree::{TreeNode, TreePosition, reading_order},
};

use super::{columns, read};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    tree_page,
};

/// A page of a project's documents: those of one parent by position, or all in the order of reading,
/// each before its children.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &DocumentQuery,
    unfiltered_total: i64,
) -> Result<Page<Document>> {
    let kind = query.kind.map(DocumentKind::as_str);
    let status = query.status.map(Status::as_str);
    let parent = query.parent_id.as_deref().map(|id| if id == ROOT { "" } else { id });
    let search = SearchText::of(query.q.as_deref());
    let (rows, total) = match parent {
        _ if search.is_some() => {
            let (rows, total) = book(tx, project, query, (parent, search.as_ref()))?;
            (rows, Some(total))
        }
        Some(parent) => {
            let total = filtered_total(tx, project, Some(parent), kind, status)?;
            (siblings(tx, project, query, parent)?, total)
        }
        None => {
            let total = if kind.is_none() && status.is_none() {
                Some(unfiltered_total)
            } else {
                filtered_total(tx, project, None, kind, status)?
            };
            (book(tx, project, query, (None, None))?.0, total)
        }
    };
    Ok(tree_page::page(rows, query.limit, total, |document| &document.id))
}

/// Documents of one parent, with their positions in the tree.
fn siblings(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &DocumentQuery,
    parent: &str,
) -> Result<Vec<(Document, TreePosition)>> {
    let (after, after_id) = tree_page::after_sibling(query.cursor.as_ref());
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM document
              WHERE project_id = ?1
                AND coalesce(parent_id, '') = ?2
                AND import_id IS NULL
                AND deleted_at IS NULL
                AND (position > ?3 OR position = ?3 AND id > ?4)
                AND (CAST(?5 AS TEXT) IS NULL OR kind = ?5)
                AND (CAST(?6 AS TEXT) IS NULL OR status = ?6)
              ORDER BY position, id
              LIMIT ?7"
            ),
            (
                project.id(),
                parent,
                after,
                after_id,
                query.kind.map(DocumentKind::as_str),
                query.status.map(Status::as_str),
                query.limit + 1,
            ),
        )
        .doing("listing documents")?;
    tree_page::siblings(rows, read, |document| document.position)
}

/// Documents of the whole tree, with their positions in it, and how many of them all pages have. One whose
/// parent is not there is at the top, so that none is missed. Asked for are those of one parent where there is
/// one, and those with a text in their title.
fn book(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &DocumentQuery,
    (parent, search): (Option<&str>, Option<&SearchText>),
) -> Result<(Vec<(Document, TreePosition)>, i64)> {
    let tree = tx
        .rows(
            "SELECT id, parent_id, position, title,
                    CASE WHEN (CAST(?2 AS TEXT) IS NULL OR kind = ?2)
                              AND (CAST(?3 AS TEXT) IS NULL OR status = ?3)
                              AND (CAST(?4 AS TEXT) IS NULL OR coalesce(parent_id, '') = ?4)
                         THEN 1 ELSE 0 END AS is_wanted
               FROM document
              WHERE project_id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY position, id",
            (
                project.id(),
                query.kind.map(DocumentKind::as_str),
                query.status.map(Status::as_str),
                parent,
            ),
        )
        .doing("reading the order of documents")?;
    let tree = tree_page::candidates(tree, search)?;
    let read_all = |ids: &str| {
        tx.rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM document
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND project_id = ?2"
            ),
            (ids, project.id()),
        )
        .doing("listing documents in the order of reading")
    };
    let (cursor, limit) = (query.cursor.as_ref(), query.limit);
    let rows = tree_page::whole(&tree, cursor, limit, read_all, read, |it| &it.id)?;
    Ok((rows, tree_page::wanted(&tree)))
}

fn filtered_total(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    parent: Option<&str>,
    kind: Option<&str>,
    status: Option<&str>,
) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM document
                      WHERE project_id = ?1
                        AND import_id IS NULL
                        AND deleted_at IS NULL
                        AND (CAST(?2 AS TEXT) IS NULL OR coalesce(parent_id, '') = ?2)
                        AND (CAST(?3 AS TEXT) IS NULL OR kind = ?3)
                        AND (CAST(?4 AS TEXT) IS NULL OR status = ?4)
                      LIMIT ?5) AS found",
            (project.id(), parent, kind, status, TOTAL_EXACT_MAX + 1),
        )
        .doing("counting documents")?;
    column::read_total(row)
}

/// The document that is read behind this one, within it or beside it in the same parent: the first that lies in
/// it, else its next sibling. Behind a text of the manuscript notes and references are passed over, and behind
/// one of those the manuscript.
pub fn following(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document: &Document,
) -> Result<Option<Document>> {
    let parent = document.parent_id.as_deref().unwrap_or_default();
    for (parent, after, after_id) in
        [(document.id.as_str(), -1, ""), (parent, document.position, document.id.as_str())]
    {
        let row = tx
            .row(
                concat!(
                    "SELECT ",
                    columns!(),
                    "
                   FROM document
                  WHERE project_id = ?1
                    AND coalesce(parent_id, '') = ?2
                    AND import_id IS NULL
                    AND deleted_at IS NULL
                    AND (position > ?3 OR position = ?3 AND id > ?4)
                    AND CASE WHEN kind IN ('part', 'chapter', 'scene') THEN 1 ELSE 0 END = ?5
                  ORDER BY position, id
                  LIMIT 1"
                ),
                (project.id(), parent, after, after_id, document.kind.is_manuscript()),
            )
            .doing("looking for the document that follows")?;
        if let Some(mut row) = row {
            return read(&mut row).map(Some);
        }
    }
    Ok(None)
}

/// The ids of a project's documents in the order of reading; those in the trash come after all others.
pub fn order(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id, parent_id, CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END AS is_trashed
               FROM document
              WHERE project_id = ?1
                AND import_id IS NULL
              ORDER BY position, id",
            (project.id(),),
        )
        .doing("reading the order of documents")?;
    let (mut there, mut trashed) = (Vec::new(), Vec::new());
    for mut row in rows {
        let node = TreeNode { id: row.value("id")?, parent_id: row.value("parent_id")? };
        if row.value("is_trashed")? { trashed.push(node.id) } else { there.push(node) }
    }
    let mut order: Vec<String> = reading_order(&there).into_iter().map(str::to_owned).collect();
    order.append(&mut trashed);
    Ok(order)
}
