//! Promises: rows of `promise`. One is found by its own id, and with it the proof that its project
//! may be worked on; the titles of what it points at are read with it. Pages are in [`list`].

mod list;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    fold::fold,
    promises::{Level, Links, Promise, PromiseType, Status, ledger::Entry, view::Titles},
};

pub use list::{list, list_all};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    nodes,
    projects::{self, ProjectAccess},
    record_counters,
    timelines::plotlines,
};

const WHAT: &str = "Promise";

/// What totals count.
pub(crate) const NOUN: &str = "promises";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "promise.id, promise.project_id, type, level, promise.status, made_at_node_id,
         fulfilled_at_node_id, plotline_id, promise.created_at, promise.modified_at,
         promise.version, promise.title, promise.description, notes"
    };
}
use columns;

fn read(row: &mut Row) -> Result<Promise> {
    Ok(Promise {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        kind: row.word("type", PromiseType::parse)?,
        level: row.word("level", Level::parse)?,
        status: row.word("status", Status::parse)?,
        links: Links {
            made_at: row.value("made_at_node_id")?,
            fulfilled_at: row.value("fulfilled_at_node_id")?,
            plotline: row.value("plotline_id")?,
        },
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
        title: row.value("title")?,
        description: row.value("description")?,
        notes: row.value("notes")?,
    })
}

/// Inserts a new promise.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, promise: &Promise) -> Result<()> {
    tx.run(
        "INSERT INTO promise (
             id, project_id, type, level, status, made_at_node_id, fulfilled_at_node_id,
             plotline_id, created_at, modified_at, version, title, description, notes, folded)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
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
        ),
    )
    .doing("creating a promise")?;
    record_counters::add(tx, project, (project.id(), NOUN), 1)
}

/// A promise, and the proof that its project may be worked on.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Promise)> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", owner
                   FROM promise
                   JOIN project ON project.id = project_id
                  WHERE promise.id = ?1
                    AND deleted_at IS NULL"
            ),
            (id,),
        )
        .doing("reading a promise")?;
    projects::find_record(tx, principal, (WHAT, id), row, read, |promise| &promise.project_id)
}

/// The newest promises of a project that have this title, in any case, at most `limit`.
pub fn called(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    title: &str,
    limit: i64,
) -> Result<Vec<Promise>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM promise
                  WHERE promise.project_id = ?1
                    AND folded LIKE ?2 ESCAPE '\\'
                  ORDER BY promise.created_at DESC, promise.id DESC
                  LIMIT ?3"
            ),
            // The title is the first line of what a search reads.
            (project.id(), column::beginning(&format!("{}\n", fold(title))), limit),
        )
        .doing("looking for promises by their title")?;
    column::read_all(rows, read)
}

/// A promise of a project; its row is locked.
pub fn get_for_update(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Promise> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM promise
                  WHERE id = ?1
                    AND project_id = ?2 /*+for_update*/"
            ),
            (id, project.id()),
        )
        .doing("locking a promise")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// That a project has a promise of this id, for whoever wants to point to it.
pub fn check(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
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

/// That everything a promise of a project points at exists.
pub fn check_links(tx: &mut Tx<'_>, project: &ProjectAccess, links: &Links) -> Result<()> {
    for node in [&links.made_at, &links.fulfilled_at].into_iter().flatten() {
        nodes::check(tx, project, node)?;
    }
    links
        .plotline
        .iter()
        .try_for_each(|plotline| plotlines::check_in_project(tx, project, plotline))
}

/// The titles of what a promise points at: it points at records of its own project alone, so
/// whoever may see the promise may see them.
pub fn titles(tx: &mut Tx<'_>, links: &Links) -> Result<Titles> {
    if *links == Links::default() {
        return Ok(Titles::default());
    }
    let row = tx
        .row(
            "SELECT (SELECT title FROM plot_node WHERE id = ?1) AS made_at_title,
                    (SELECT title FROM plot_node WHERE id = ?2) AS fulfilled_at_title,
                    (SELECT name FROM plotline WHERE id = ?3) AS plotline_title",
            (&links.made_at, &links.fulfilled_at, &links.plotline),
        )
        .doing("reading the titles of a promise")?;
    row.map_or(Ok(Titles::default()), |mut row| read_titles(&mut row))
}

/// Titles; NULL where a promise points at nothing.
fn read_titles(row: &mut Row) -> Result<Titles> {
    let mut title = |name| row.value::<Option<String>>(name).map(Option::unwrap_or_default);
    Ok(Titles {
        made_at: title("made_at_title")?,
        fulfilled_at: title("fulfilled_at_title")?,
        plotline: title("plotline_title")?,
    })
}

/// Writes what has changed in a promise of a project.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, promise: &Promise) -> Result<()> {
    tx.run(
        "UPDATE promise
            SET type = ?3, level = ?4, status = ?5, made_at_node_id = ?6,
                fulfilled_at_node_id = ?7, plotline_id = ?8, modified_at = ?9, version = ?10,
                title = ?11, description = ?12, notes = ?13, folded = ?14
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
        ),
    )
    .doing("saving a promise")
    .map(drop)
}

/// Deletes a promise. Whoever points to promises by id lets go of this one before, in the same
/// transaction, which locks the project.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM promise
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id()),
    )
    .doing("deleting a promise")?;
    record_counters::add(tx, project, (project.id(), NOUN), -1)
}

/// Removes the links of promises to a node of the outline, which changes each that had one; how many
/// links there were.
pub fn unlink_node(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    node_id: &str,
    now: Time,
) -> Result<i64> {
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

/// Removes the links of promises to a plotline, which changes each that had one; how many links
/// there were.
pub fn unlink_plotline(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
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

/// As [`unlink_plotline`], for every plotline of a timeline.
pub fn unlink_plotlines_of(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
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

/// How many promises a project has, and at most `limit` of them for its ledger, oldest first.
pub fn entries(tx: &mut Tx<'_>, project: &ProjectAccess, limit: i64) -> Result<(i64, Vec<Entry>)> {
    let rows = tx
        .rows(
            "SELECT id, title, level, status, made_at_node_id, created_at
               FROM promise
              WHERE project_id = ?1
              ORDER BY created_at, id
              LIMIT ?2",
            (project.id(), limit),
        )
        .doing("reading the ledger of promises")?;
    let entries = rows.into_iter().map(|mut row| {
        Ok(Entry {
            id: row.value("id")?,
            title: row.value("title")?,
            level: row.word("level", Level::parse)?,
            status: row.word("status", Status::parse)?,
            is_placed: row.value::<Option<String>>("made_at_node_id")?.is_some(),
            created_at: row.time("created_at")?,
        })
    });
    Ok((record_counters::get(tx, (project.id(), NOUN))?, entries.collect::<Result<_>>()?))
}
