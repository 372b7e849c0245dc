//! The outlines of stories as they are kept. A node is found by its own id, and with it the proof
//! that its project may be seen; where nodes lie in their tree is in [`tree`].

mod listed;
mod tree;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    nodes::{Kind, Node},
};

pub use listed::list;
pub use tree::{ancestors, height, lift_children, make_space, next_position};

use crate::{
    Doing as _, column,
    projects::{self, ProjectAccess},
    tallies,
};

const WHAT: &str = "Node";

/// What totals count.
const NOUN: &str = "nodes";

/// Keeps a new node.
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
    .doing("making a node")?;
    tallies::add(tx, project, (project.id(), NOUN), 1)
}

/// A node, and the proof that its project may be seen.
///
/// # Errors
/// Not found when it does not exist, or belongs to a project that is binned or not the principal's
/// to see.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Node)> {
    let row = tx
        .row(
            "SELECT plot_node.id, project_id, parent_id, document_id, plot_node.kind, title,
                    position, plot_node.created_at, plot_node.modified_at, plot_node.version, owner
               FROM plot_node
               JOIN project ON project.id = project_id
              WHERE plot_node.id = ?1
                AND deleted_at IS NULL",
            (id,),
        )
        .doing("reading a node")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let node = of_row(&mut row)?;
    let owner: String = column::get(&mut row, 10)?;
    let project = projects::access_by(tx, principal, &node.project_id, &owner);
    Ok((project.map_err(|error| error.not_found_as(WHAT, id))?, node))
}

/// A node of a project that nobody else changes until this transaction ends.
///
/// # Errors
/// Not found when it does not exist there.
pub fn get_for_update(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Node> {
    let row = tx
        .row(
            "SELECT id, project_id, parent_id, document_id, kind, title, position, created_at,
                    modified_at, version
               FROM plot_node
              WHERE id = ?1
                AND project_id = ?2 /*+for_update*/",
            (id, project.id()),
        )
        .doing("holding a node")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    of_row(&mut row)
}

/// That a node is there in a project; what it is like is of no interest.
///
/// # Errors
/// Not found when it does not exist there.
pub fn check(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    parent_of(tx, project, id).map(drop)
}

/// The node that a node of a project lies in.
///
/// # Errors
/// Not found when the node does not exist there.
fn parent_of(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT parent_id
               FROM plot_node
              WHERE id = ?1
                AND project_id = ?2",
            (id, project.id()),
        )
        .doing("looking for a node")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    column::get(&mut row, 0)
}

fn of_row(row: &mut Row) -> Result<Node> {
    Ok(Node {
        id: column::get(row, 0)?,
        project_id: column::get(row, 1)?,
        parent_id: column::get(row, 2)?,
        document_id: column::get(row, 3)?,
        kind: column::word(row, 4, Kind::parse)?,
        title: column::get(row, 5)?,
        position: column::get(row, 6)?,
        created_at: column::time(row, 7)?,
        modified_at: column::time(row, 8)?,
        version: column::get(row, 9)?,
    })
}

/// Keeps what has changed in a node of a project.
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

/// Forgets a node of a project that is held and that nothing lies in.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM plot_node
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id()),
    )
    .doing("forgetting a node")?;
    tallies::add(tx, project, (project.id(), NOUN), -1)
}

/// No node is told by this document any more, which is a change of each that was; how many links
/// that were.
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
