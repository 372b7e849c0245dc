//! Pages of nodes: the children of one node by position, and a whole outline in the order of reading.

use db::Tx;
use domain::{
    Result,
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
    let (rows, total) = match query.parent_id.as_deref() {
        Some(parent) => {
            let parent = if parent == ROOT { "" } else { parent };
            let total = filtered_total(tx, project, Some(parent), kind)?;
            (siblings(tx, project, query, parent)?, total)
        }
        None if kind.is_none() => {
            let total = record_counters::get(tx, (project.id(), NOUN))?;
            (outline(tx, project, query)?, Some(total))
        }
        None => {
            let total = filtered_total(tx, project, None, kind)?;
            (outline(tx, project, query)?, total)
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

/// Nodes of the whole tree, with their positions in it.
fn outline(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &NodeQuery,
) -> Result<Vec<(Node, TreePosition)>> {
    let tree = tx
        .rows(
            "SELECT id, parent_id, position,
                    CASE WHEN CAST(?2 AS TEXT) IS NULL OR kind = ?2 THEN 1 ELSE 0 END AS is_wanted
               FROM plot_node
              WHERE project_id = ?1
              ORDER BY position, id",
            (project.id(), query.kind.map(NodeKind::as_str)),
        )
        .doing("reading the order of an outline")?;
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
    tree_page::whole(tree, query.cursor.as_ref(), query.limit, read_all, read, |it| &it.id)
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
