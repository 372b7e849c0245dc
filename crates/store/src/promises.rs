//! Promises as they are kept. One is found by its own id, and with it the proof that its project
//! may be seen; titles of what they point at are in [`titles`], whole lists in [`list`].

mod list;
mod titles;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    promises::{Level, Links, Promise, PromiseType, Status, ledger::Entry},
};

pub use list::{Listed, list, list_all};
pub use titles::{check_links, titles_of};

use crate::{
    Doing as _, column,
    projects::{self, Seen},
    tallies,
};

const WHAT: &str = "Promise";

/// What totals count.
const NOUN: &str = "promises";

/// Keeps a new promise.
///
/// # Errors
/// When the database fails.
pub fn create(tx: &mut Tx<'_>, project: &Seen, promise: &Promise) -> Result<()> {
    tx.run(
        "INSERT INTO promise (
             id, project_id, type, level, status, made_at_node_id, fulfilled_at_node_id,
             plotline_id, created_at, modified_at, version, title, description, notes, folded,
             shown)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        (
            &promise.id,
            project.id(),
            promise.kind.as_str(),
            promise.level.as_str(),
            promise.status.as_str(),
            &promise.links.made_at,
            &promise.links.fulfilled_at,
            &promise.links.plotline,
            promise.created_at.millis(),
            promise.modified_at.millis(),
            promise.version,
            &promise.title,
            &promise.description,
            &promise.notes,
            promise.folded(),
            promise.shown(),
        ),
    )
    .doing("making a promise")?;
    tallies::add(tx, project, (project.id(), NOUN), 1)
}

/// A promise, and the proof that its project may be seen.
///
/// # Errors
/// Not found when it does not exist, or belongs to a project that is binned or not the principal's
/// to see.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(Seen, Promise)> {
    let row = tx
        .row(
            "SELECT promise.id, project_id, type, level, promise.status, made_at_node_id,
                    fulfilled_at_node_id, plotline_id, promise.created_at, promise.modified_at,
                    promise.version, title, description, notes, owner
               FROM promise
               JOIN project ON project.id = project_id
              WHERE promise.id = ?1
                AND deleted_at IS NULL",
            (id,),
        )
        .doing("reading a promise")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let promise = of_row(&mut row)?;
    let owner: String = column::get(&mut row, 14)?;
    let project = projects::seen_by(tx, principal, &promise.project_id, &owner);
    Ok((project.map_err(|error| error.not_found_as(WHAT, id))?, promise))
}

/// A promise of a project that nobody else changes until this transaction ends.
///
/// # Errors
/// Not found when it does not exist there.
pub fn hold(tx: &mut Tx<'_>, project: &Seen, id: &str) -> Result<Promise> {
    let row = tx
        .row(
            "SELECT id, project_id, type, level, status, made_at_node_id, fulfilled_at_node_id,
                    plotline_id, created_at, modified_at, version, title, description, notes
               FROM promise
              WHERE id = ?1
                AND project_id = ?2 /*+hold*/",
            (id, project.id()),
        )
        .doing("holding a promise")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    of_row(&mut row)
}

/// That a project has a promise of this id, for whoever wants to point to it.
///
/// # Errors
/// Not found when it has not.
pub fn check(tx: &mut Tx<'_>, project: &Seen, id: &str) -> Result<()> {
    let row = tx
        .row(
            "SELECT 1
               FROM promise
              WHERE id = ?1
                AND project_id = ?2",
            (id, project.id()),
        )
        .doing("looking for a promise")?;
    row.map(drop).ok_or_else(|| Error::not_found(WHAT, id))
}

fn of_row(row: &mut Row) -> Result<Promise> {
    Ok(Promise {
        id: column::get(row, 0)?,
        project_id: column::get(row, 1)?,
        kind: column::word(row, 2, PromiseType::parse)?,
        level: column::word(row, 3, Level::parse)?,
        status: column::word(row, 4, Status::parse)?,
        links: Links {
            made_at: column::get(row, 5)?,
            fulfilled_at: column::get(row, 6)?,
            plotline: column::get(row, 7)?,
        },
        created_at: column::time(row, 8)?,
        modified_at: column::time(row, 9)?,
        version: column::get(row, 10)?,
        title: column::get(row, 11)?,
        description: column::get(row, 12)?,
        notes: column::get(row, 13)?,
    })
}

/// Keeps what has changed in a promise of a project.
///
/// # Errors
/// When the database fails.
pub fn save(tx: &mut Tx<'_>, project: &Seen, promise: &Promise) -> Result<()> {
    tx.run(
        "UPDATE promise
            SET type = ?3, level = ?4, status = ?5, made_at_node_id = ?6,
                fulfilled_at_node_id = ?7, plotline_id = ?8, modified_at = ?9, version = ?10,
                title = ?11, description = ?12, notes = ?13, folded = ?14, shown = ?15
          WHERE id = ?1
            AND project_id = ?2",
        (
            &promise.id,
            project.id(),
            promise.kind.as_str(),
            promise.level.as_str(),
            promise.status.as_str(),
            &promise.links.made_at,
            &promise.links.fulfilled_at,
            &promise.links.plotline,
            promise.modified_at.millis(),
            promise.version,
            &promise.title,
            &promise.description,
            &promise.notes,
            promise.folded(),
            promise.shown(),
        ),
    )
    .doing("saving a promise")
    .map(drop)
}

/// Forgets a promise of a project that is held. The project is to be locked, and rooms that point to
/// promises by id let go of this one before, in the same transaction.
///
/// # Errors
/// When the database fails.
pub fn delete(tx: &mut Tx<'_>, project: &Seen, id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM promise
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id()),
    )
    .doing("forgetting a promise")?;
    tallies::add(tx, project, (project.id(), NOUN), -1)
}

/// No promise points at this node of the outline any more, which is a change of each that did; how
/// many links that were.
///
/// # Errors
/// When the database fails.
pub fn unlink_node(tx: &mut Tx<'_>, project: &Seen, node_id: &str, now: Time) -> Result<i64> {
    let mut unlinked = 0;
    for statement in [
        "UPDATE promise
            SET made_at_node_id = NULL, version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE made_at_node_id = ?1
            AND project_id = ?2",
        "UPDATE promise
            SET fulfilled_at_node_id = NULL, version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE fulfilled_at_node_id = ?1
            AND project_id = ?2",
    ] {
        unlinked += tx
            .run(statement, (node_id, project.id(), now.millis()))
            .doing("unlinking promises from a node")?;
    }
    Ok(column::count(unlinked))
}

/// No promise belongs to this plotline any more, which is a change of each that did; how many links
/// that were.
///
/// # Errors
/// When the database fails.
pub fn unlink_plotline(
    tx: &mut Tx<'_>,
    project: &Seen,
    plotline_id: &str,
    now: Time,
) -> Result<i64> {
    tx.run(
        "UPDATE promise
            SET plotline_id = NULL, version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE plotline_id = ?1
            AND project_id = ?2",
        (plotline_id, project.id(), now.millis()),
    )
    .doing("unlinking promises from a plotline")
    .map(column::count)
}

/// As [`unlink_plotline`], for every plotline of a timeline that is still there.
///
/// # Errors
/// When the database fails.
pub fn unlink_plotlines_of(
    tx: &mut Tx<'_>,
    project: &Seen,
    timeline_id: &str,
    now: Time,
) -> Result<i64> {
    tx.run(
        "UPDATE promise
            SET plotline_id = NULL, version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE plotline_id IN (SELECT id
                                  FROM plotline
                                 WHERE timeline_id = ?1
                                   AND project_id = ?2)
            AND project_id = ?2",
        (timeline_id, project.id(), now.millis()),
    )
    .doing("unlinking promises from plotlines")
    .map(column::count)
}

/// How many promises a project holds, and at most `limit` of them for its books, oldest first.
///
/// # Errors
/// When the database fails.
pub fn entries(tx: &mut Tx<'_>, project: &Seen, limit: i64) -> Result<(i64, Vec<Entry>)> {
    let rows = tx
        .rows(
            "SELECT id, title, level, status, made_at_node_id, created_at
               FROM promise
              WHERE project_id = ?1
              ORDER BY created_at, id
              LIMIT ?2",
            (project.id(), limit),
        )
        .doing("reading the books of promises")?;
    let entries = rows.into_iter().map(|mut row| {
        Ok(Entry {
            id: column::get(&mut row, 0)?,
            title: column::get(&mut row, 1)?,
            level: column::word(&mut row, 2, Level::parse)?,
            status: column::word(&mut row, 3, Status::parse)?,
            is_placed: column::get::<Option<String>>(&mut row, 4)?.is_some(),
            created_at: column::time(&mut row, 5)?,
        })
    });
    Ok((tallies::get(tx, (project.id(), NOUN))?, entries.collect::<Result<_>>()?))
}
