//! Pages of nodes: the children of one node by position, and a whole outline in the order of reading.

use db::Tx;
use domain::{
    Result,
    fold::SearchText,
    nodes::{Node, NodeKind, NodeQuery, ROOT},
    page::{Page, TOTAL_EXACT_MAX},
    tree::TreePosition,
};

use super::{NOUN, read};
use crate::{Doing as _, column, projects::ProjectAccess, record_counters, tree_page};

/// A page of a project's nodes: the children of one node by position, or all nodes in the order of
/// reading, each before its children.
pub fn list(tx: &mut Tx<'_>, project: &ProjectAccess, query: &NodeQuery) -> Result<Page<Node>> {
    let kind = query.kind.map(NodeKind::as_str);
    let parent = query.parent_id.as_deref().map(|id| if id == ROOT { "" } else { id });
    let search = SearchText::of(query.q.as_deref());
    let (rows, total) = match parent {
        _ if search.is_some() => {
            let (rows, total) = outline(tx, project, query, (parent, search.as_ref()))?;
            (rows, Some(total))
        }
        Some(parent) => {
            let total = filtered_total(tx, project, Some(parent), kind)?;
            (siblings(tx, project, query, parent)?, total)
        }
        None if kind.is_none() => {
            let total = record_counters::get(tx, (project.id(), NOUN))?;
            (outline(tx, project, query, (None, None))?.0, Some(total))
        }
        None => {
            let total = filtered_total(tx, project, None, kind)?;
            (outline(tx, project, query, (None, None))?.0, total)
        }
    };
    Ok(tree_page::page(rows, query.limit, total, |node| &node.id))
}

/// The children of one node, with their positions in the tree.
fn siblings(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &NodeQuery,
    parent: &str,
) -> Result<Vec<(Node, TreePosition)>> {
    let (after, after_id) = tree_page::after_sibling(query.cursor.as_ref());
    let kind = query.kind.map(NodeKind::as_str);
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM plot_node
                  WHERE project_id = ?1
                    AND coalesce(parent_id, '') = ?2
                    AND (position, id) > (?3, ?4)
                    AND (CAST(?5 AS TEXT) IS NULL OR kind = ?5)
                  ORDER BY position, id
                  LIMIT ?6"
            ),
            (project.id(), parent, after, after_id, kind, query.limit + 1),
        )
        .doing("listing nodes")?;
    tree_page::siblings(rows, read, |node| node.position)
}

/// Nodes of the whole tree, with their positions in it, and how many of them all pages have. Asked for are
/// those of one parent where there is one, and those with a text in their title.
fn outline(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &NodeQuery,
    (parent, search): (Option<&str>, Option<&SearchText>),
) -> Result<(Vec<(Node, TreePosition)>, i64)> {
    let tree = tx
        .rows(
            "SELECT id, parent_id, position, title,
                    CASE WHEN (CAST(?2 AS TEXT) IS NULL OR kind = ?2)
                              AND (CAST(?3 AS TEXT) IS NULL OR coalesce(parent_id, '') = ?3)
                         THEN 1 ELSE 0 END AS is_wanted
               FROM plot_node
              WHERE project_id = ?1
              ORDER BY position, id",
            (project.id(), query.kind.map(NodeKind::as_str), parent),
        )
        .doing("reading the order of an outline")?;
    let tree = tree_page::candidates(tree, search)?;
    let read_all = |ids: &str| {
        tx.rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM plot_node
                  WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                    AND project_id = ?2"
            ),
            (ids, project.id()),
        )
        .doing("listing an outline")
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
) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM plot_node
                      WHERE project_id = ?1
                        AND (CAST(?2 AS TEXT) IS NULL OR coalesce(parent_id, '') = ?2)
                        AND (CAST(?3 AS TEXT) IS NULL OR kind = ?3)
                      LIMIT ?4) AS found",
            (project.id(), parent, kind, TOTAL_EXACT_MAX + 1),
        )
        .doing("counting nodes")?;
    column::read_total(row)
}
