//! Where records are put in a tree: documents of a project, nodes of its outline.

use domain::{
    Result, Time,
    tree::{Noun, check_nesting},
};
use store::{Tx, projects::ProjectAccess, tree_table::TreeTable};

/// A tree, and the noun of its records.
pub(crate) type Tree = (&'static TreeTable, Noun);

/// The position of a new record in `parent`: the one that is asked for, which is made free, else the
/// one after its last sibling.
pub(crate) fn position_of_new(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (tree, noun): Tree,
    (id, parent): (&str, Option<&str>),
    wanted: Option<i64>,
    now: Time,
) -> Result<i64> {
    check_nesting(noun, id, &tree.ancestors(tx, project, parent)?, 0)?;
    let Some(position) = wanted else { return tree.next_position(tx, project, parent) };
    tree.free_position(tx, project, parent, position, id, now)?;
    Ok(position)
}

/// The new position of a record that moves to `parent`: the one that is asked for, which is made free,
/// else the one after the last of its new siblings; without either it stays where it is.
pub(crate) fn position_of_moved(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (tree, noun): Tree,
    (id, parent): (&str, Option<&str>),
    (position_before, parent_before): (i64, Option<&str>),
    wanted: Option<i64>,
    now: Time,
) -> Result<i64> {
    if parent != parent_before {
        let ancestors = tree.ancestors(tx, project, parent)?;
        check_nesting(noun, id, &ancestors, tree.height(tx, project, id)?)?;
        if wanted.is_none() {
            return tree.next_position(tx, project, parent);
        }
    }
    let Some(position) = wanted else { return Ok(position_before) };
    tree.free_position(tx, project, parent, position, id, now)?;
    Ok(position)
}
