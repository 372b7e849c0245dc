//! Positions of nodes in their project's outline: ancestors, heights, and positions among siblings.

use db::Tx;
use domain::{Result, Time, nodes::Node, tree::DEPTH_MAX};

use super::parent_of;
use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// The ids of `parent_id` and of its ancestors, nearest first.
pub fn ancestors(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    parent_id: Option<&str>,
) -> Result<Vec<String>> {
    let mut ancestors = Vec::new();
    let mut next = parent_id.map(str::to_owned);
    while let Some(id) = next {
        if ancestors.len() > DEPTH_MAX {
            break;
        }
        next = parent_of(tx, project, &id)?;
        ancestors.push(id);
    }
    Ok(ancestors)
}

/// The position after the last child of `parent_id`.
pub fn next_position(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    parent_id: Option<&str>,
) -> Result<i64> {
    let row = tx
        .row(
            "SELECT coalesce(max(position), -1) + 1 AS next
               FROM plot_node
              WHERE project_id = ?1
                AND coalesce(parent_id, '') = ?2",
            (project.id(), parent_id.unwrap_or("")),
        )
        .doing("looking for the last node")?;
    row.map_or(Ok(0), |mut row| row.value("next"))
}

/// Moves the children of `parent_id` from `position` on by one, if one has that position; this changes
/// each of them.
pub fn make_space(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    parent_id: Option<&str>,
    position: i64,
    except: &str,
    now: Time,
) -> Result<()> {
    tx.run(
        "UPDATE plot_node
            SET position = position + 1, version = version + 1,
                modified_at = CASE WHEN modified_at < ?5 THEN ?5 ELSE modified_at + 1 END
          WHERE project_id = ?1
            AND coalesce(parent_id, '') = ?2
            AND position >= ?3
            AND id <> ?4
            AND EXISTS (SELECT 1
                          FROM plot_node AS taken
                         WHERE taken.project_id = ?1
                           AND coalesce(taken.parent_id, '') = ?2
                           AND taken.position = ?3
                           AND taken.id <> ?4)",
        (project.id(), parent_id.unwrap_or(""), position, except, now.millis()),
    )
    .doing("making space for a node")
    .map(drop)
}

/// How many levels of nodes are below a node, up to [`DEPTH_MAX`].
pub fn height(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<usize> {
    let row = tx
        .row(
            "WITH RECURSIVE below (id, level) AS (
                 SELECT id, CAST(0 AS BIGINT)
                   FROM plot_node
                  WHERE id = ?1
                 UNION ALL
                 SELECT plot_node.id, below.level + 1
                   FROM plot_node
                   JOIN below ON plot_node.parent_id = below.id
                  WHERE plot_node.project_id = ?2
                    AND below.level < ?3)
             SELECT coalesce(max(level), 0) AS height
               FROM below",
            (id, project.id(), DEPTH_MAX),
        )
        .doing("measuring an outline")?;
    let levels: i64 = row.map_or(Ok(0), |mut row| row.value("height"))?;
    Ok(usize::try_from(levels).unwrap_or(0))
}

/// Moves the children of a node to its position, in their order, and its later siblings on behind
/// them; this changes each of them.
pub fn lift_children(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    node: &Node,
    now: Time,
) -> Result<()> {
    let row = tx
        .row(
            "SELECT min(position) AS first, max(position) AS last
               FROM plot_node
              WHERE parent_id = ?1
                AND project_id = ?2",
            (&node.id, project.id()),
        )
        .doing("reading the positions of a node's children")?;
    let Some(mut row) = row else { return Ok(()) };
    let ends: (Option<i64>, Option<i64>) = (row.value("first")?, row.value("last")?);
    let (Some(first), Some(last)) = ends else { return Ok(()) };
    let (parent, now) = (node.parent_id.as_deref().unwrap_or(""), now.millis());
    if last > first {
        tx.run(
            "UPDATE plot_node
                SET position = position + ?5, version = version + 1,
                    modified_at = CASE WHEN modified_at < ?6 THEN ?6 ELSE modified_at + 1 END
              WHERE project_id = ?1
                AND coalesce(parent_id, '') = ?2
                AND (position > ?3 OR position = ?3 AND id > ?4)",
            (project.id(), parent, node.position, &node.id, last - first, now),
        )
        .doing("making space for a node's children")?;
    }
    tx.run(
        "UPDATE plot_node
            SET parent_id = ?3, position = position + ?4, version = version + 1,
                modified_at = CASE WHEN modified_at < ?5 THEN ?5 ELSE modified_at + 1 END
          WHERE parent_id = ?1
            AND project_id = ?2",
        (&node.id, project.id(), &node.parent_id, node.position - first, now),
    )
    .doing("moving a node's children up")
    .map(drop)
}
