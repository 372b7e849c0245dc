//! Positions in the trees of documents and of nodes of an outline: what a record lies in, and where it
//! is among its siblings. Both tables have the same columns, so one set of statements serves both.

use db::Tx;
use domain::{Error, Result, Time, tree::DEPTH_MAX};

use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// A table whose records lie in each other.
#[derive(Debug)]
pub struct TreeTable {
    /// A record at the beginning of a sentence.
    pub(crate) what: &'static str,
    pub(crate) parent_of: &'static str,
    pub(crate) position_behind_last: &'static str,
    pub(crate) move_siblings_on: &'static str,
    pub(crate) ends_of_children: &'static str,
    pub(crate) move_later_siblings: &'static str,
    pub(crate) move_children_up: &'static str,
    pub(crate) levels_below: &'static str,
}

/// The statements on a table. The second condition is the first one for the name `taken`: which of its
/// rows are in the tree.
macro_rules! tree_table {
    ($what:expr, $table:literal, $is_there:literal, $taken_is_there:literal) => {
        $crate::tree_table::TreeTable {
            what: $what,
            parent_of: concat!(
                "SELECT parent_id
                   FROM ",
                $table,
                "
                  WHERE id = ?1
                    AND project_id = ?2",
                $is_there
            ),
            position_behind_last: concat!(
                "SELECT coalesce(max(position), -1) + 1 AS next
                   FROM ",
                $table,
                "
                  WHERE project_id = ?1
                    AND coalesce(parent_id, '') = ?2",
                $is_there
            ),
            move_siblings_on: concat!(
                "UPDATE ",
                $table,
                "
                    SET position = position + 1, version = version + 1,
                        modified_at = CASE WHEN modified_at < ?5 THEN ?5 ELSE modified_at + 1 END
                  WHERE project_id = ?1
                    AND coalesce(parent_id, '') = ?2
                    AND position >= ?3
                    AND id <> ?4",
                $is_there,
                "
                    AND EXISTS (SELECT 1
                                  FROM ",
                $table,
                " AS taken
                                 WHERE taken.project_id = ?1
                                   AND coalesce(taken.parent_id, '') = ?2
                                   AND taken.position = ?3
                                   AND taken.id <> ?4",
                $taken_is_there,
                ")"
            ),
            ends_of_children: concat!(
                "SELECT min(position) AS first, max(position) AS last
                   FROM ",
                $table,
                "
                  WHERE parent_id = ?1
                    AND project_id = ?2"
            ),
            move_later_siblings: concat!(
                "UPDATE ",
                $table,
                "
                    SET position = position + ?5, version = version + 1,
                        modified_at = CASE WHEN modified_at < ?6 THEN ?6 ELSE modified_at + 1 END
                  WHERE project_id = ?1
                    AND coalesce(parent_id, '') = ?2
                    AND (position > ?3 OR position = ?3 AND id > ?4)",
                $is_there
            ),
            move_children_up: concat!(
                "UPDATE ",
                $table,
                "
                    SET parent_id = ?3, position = position + ?4, version = version + 1,
                        modified_at = CASE WHEN modified_at < ?5 THEN ?5 ELSE modified_at + 1 END
                  WHERE parent_id = ?1
                    AND project_id = ?2"
            ),
            levels_below: concat!(
                "WITH RECURSIVE below (below_id, level) AS (
                     SELECT id, CAST(0 AS BIGINT)
                       FROM ",
                $table,
                "
                      WHERE id = ?1
                     UNION ALL
                     SELECT id, below.level + 1
                       FROM ",
                $table,
                "
                       JOIN below ON parent_id = below.below_id
                      WHERE project_id = ?2
                        AND below.level < ?3",
                $is_there,
                ")
                 SELECT coalesce(max(level), 0) AS levels
                   FROM below"
            ),
        }
    };
}
pub(crate) use tree_table;

impl TreeTable {
    /// The ids of `parent_id` and of its ancestors, nearest first.
    pub fn ancestors(
        &self,
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
            next = self.parent(tx, project, &id)?;
            ancestors.push(id);
        }
        Ok(ancestors)
    }

    /// The parent of a record of a project.
    pub(crate) fn parent(
        &self,
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        id: &str,
    ) -> Result<Option<String>> {
        let row = tx.row(self.parent_of, (id, project.id())).doing("looking for a parent")?;
        row.ok_or_else(|| Error::not_found(self.what, id))?.value("parent_id")
    }

    /// The position after the last child of `parent_id`.
    pub fn next_position(
        &self,
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        parent_id: Option<&str>,
    ) -> Result<i64> {
        let row = tx
            .row(self.position_behind_last, (project.id(), parent_id.unwrap_or("")))
            .doing("looking for the last sibling")?;
        row.map_or(Ok(0), |mut row| row.value("next"))
    }

    /// Moves the children of `parent_id` from `position` on by one, if one other than `except` has that
    /// position; this changes each of them.
    pub fn free_position(
        &self,
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        parent_id: Option<&str>,
        position: i64,
        except: &str,
        now: Time,
    ) -> Result<()> {
        let parent = parent_id.unwrap_or("");
        tx.run(self.move_siblings_on, (project.id(), parent, position, except, now.millis()))
            .doing("moving siblings on")
            .map(drop)
    }

    /// Moves the children of a record to its position, in their order, and its later siblings on behind
    /// them; this changes each of them. Children in the trash move as well, so that they are restored
    /// to where it was.
    pub fn lift_children(
        &self,
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        (id, parent_id, position): (&str, Option<&str>, i64),
        now: Time,
    ) -> Result<()> {
        let row = tx
            .row(self.ends_of_children, (id, project.id()))
            .doing("reading the positions of children")?;
        let Some(mut row) = row else { return Ok(()) };
        let ends: (Option<i64>, Option<i64>) = (row.value("first")?, row.value("last")?);
        let (Some(first), Some(last)) = ends else { return Ok(()) };
        let (parent, now) = (parent_id.unwrap_or(""), now.millis());
        if last > first {
            let values = (project.id(), parent, position, id, last - first, now);
            tx.run(self.move_later_siblings, values).doing("moving siblings on")?;
        }
        tx.run(self.move_children_up, (id, project.id(), parent_id, position - first, now))
            .doing("moving children up")
            .map(drop)
    }

    /// Moves the children of a record into another one, in their order, behind the children that it has; this
    /// changes each of them. Children in the trash move as well, so that they are restored into it.
    pub fn move_children(
        &self,
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
        (from, to): (&str, &str),
        now: Time,
    ) -> Result<()> {
        let row = tx
            .row(self.ends_of_children, (from, project.id()))
            .doing("reading the positions of children")?;
        let Some(mut row) = row else { return Ok(()) };
        let Some(first) = row.value::<Option<i64>>("first")? else { return Ok(()) };
        let shift = self.next_position(tx, project, Some(to))? - first;
        tx.run(self.move_children_up, (from, project.id(), to, shift, now.millis()))
            .doing("moving children")
            .map(drop)
    }

    /// How many levels of records are below one, up to [`DEPTH_MAX`].
    pub fn height(&self, tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<usize> {
        let row =
            tx.row(self.levels_below, (id, project.id(), DEPTH_MAX)).doing("measuring a tree")?;
        let levels: i64 = row.map_or(Ok(0), |mut row| row.value("levels"))?;
        Ok(usize::try_from(levels).unwrap_or(0))
    }
}
