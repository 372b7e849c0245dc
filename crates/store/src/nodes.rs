//! Nodes of outlines: rows of `plot_node`. A node is found by its id, and with it the proof that its
//! project may be worked on.

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "plot_node.id, project_id, parent_id, document_id, plot_node.kind, title, position,
         plot_node.created_at, plot_node.modified_at, plot_node.version"
    };
}

mod list;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    nodes::{Node, NodeKind},
};

pub use list::list;

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::{self, ProjectAccess},
    record_counters,
    tree_table::{TreeTable, tree_table},
};

const WHAT: &str = "Node";

/// Positions of nodes in the outline of their project.
pub static TREE: TreeTable = tree_table!(WHAT, "plot_node", "", "");

/// The noun of a project's total.
const NOUN: &str = "nodes";

fn read(row: &mut Row) -> Result<Node> {
    Ok(Node {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        parent_id: row.value("parent_id")?,
        document_id: row.value("document_id")?,
        kind: row.word("kind", NodeKind::parse)?,
        title: row.value("title")?,
        position: row.value("position")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    })
}

/// Inserts a new node.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, node: &Node) -> Result<()> {
    tx.run(
        "INSERT INTO plot_node (
             id, project_id, parent_id, document_id, kind, title, position, created_at,
             modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        (
            &node.id,
            project.id(),
            &node.parent_id,
            &node.document_id,
            node.kind.as_str(),
            &node.title,
            node.position,
            node.created_at.millis(),
            node.modified_at.millis(),
            node.version,
        ),
    )
    .doing("creating a node")?;
    record_counters::add(tx, project, (project.id(), NOUN), 1)
}

/// A node, and the proof that its project may be worked on.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Node)> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", owner
                   FROM plot_node
                   JOIN project ON project.id = project_id
                  WHERE plot_node.id = ?1
                    AND deleted_at IS NULL"
            ),
            (id,),
        )
        .doing("reading a node")?;
    projects::find_record(tx, principal, (WHAT, id), row, read, |node| &node.project_id)
}

/// A node of a project, whose row it locks.
pub fn get_for_update(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Node> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM plot_node
                  WHERE id = ?1
                    AND project_id = ?2 /*+for_update*/"
            ),
            (id, project.id()),
        )
        .doing("locking a node")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// That a project has a node of this id.
pub fn check(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    TREE.parent(tx, project, id).map(drop)
}

/// Writes what has changed in a node of a project.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, node: &Node) -> Result<()> {
    tx.run(
        "UPDATE plot_node
            SET parent_id = ?3, document_id = ?4, kind = ?5, title = ?6, position = ?7,
                modified_at = ?8, version = ?9
          WHERE id = ?1
            AND project_id = ?2",
        (
            &node.id,
            project.id(),
            &node.parent_id,
            &node.document_id,
            node.kind.as_str(),
            &node.title,
            node.position,
            node.modified_at.millis(),
            node.version,
        ),
    )
    .doing("saving a node")
    .map(drop)
}

/// Deletes a node of a project that has no children.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM plot_node
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id()),
    )
    .doing("deleting a node")?;
    record_counters::add(tx, project, (project.id(), NOUN), -1)
}

/// Removes the links of nodes to a document, which changes each that had one; how many links there
/// were.
pub fn unlink_document(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document_id: &str,
    now: Time,
) -> Result<i64> {
    let unlinked = tx
        .run(
            "UPDATE plot_node
                SET document_id = NULL, version = version + 1,
                    modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
              WHERE document_id = ?1
                AND project_id = ?2",
            (document_id, project.id(), now.millis()),
        )
        .doing("unlinking nodes from a document")?;
    Ok(column::count(unlinked))
}

/// Links the nodes that are linked to a document to another one, which changes them.
pub fn relink_document(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (from, to): (&str, &str),
    now: Time,
) -> Result<()> {
    tx.run(
        "UPDATE plot_node
            SET document_id = ?4, version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE document_id = ?1
            AND project_id = ?2",
        (from, project.id(), now.millis(), to),
    )
    .doing("linking nodes to another document")
    .map(drop)
}
