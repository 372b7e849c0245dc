//! Plotlines: rows of `plotline`, each found within its timeline and its project.

use std::collections::BTreeSet;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    page::{Cursor, Page},
    timelines::plotline::{Plotline, PlotlineQuery},
};

use super::links;
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    record_counters,
};

const WHAT: &str = "Plotline";

/// The noun of a timeline's total.
const NOUN: &str = "plotlines";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, timeline_id, name, description, color, sort_order, collapsed, created_at, modified_at,
         version"
    };
}

fn read(row: &mut Row) -> Result<Plotline> {
    Ok(Plotline {
        id: row.value("id")?,
        timeline_id: row.value("timeline_id")?,
        name: row.value("name")?,
        description: row.value("description")?,
        color: row.value("color")?,
        sort_order: row.value("sort_order")?,
        collapsed: row.value("collapsed")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    })
}

/// Inserts a new plotline.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, plotline: &Plotline) -> Result<()> {
    tx.run(
        "INSERT INTO plotline (
             id, timeline_id, project_id, name, description, color, sort_order, collapsed,
             created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        (
            &plotline.id,
            &plotline.timeline_id,
            project.id(),
            &plotline.name,
            &plotline.description,
            &plotline.color,
            plotline.sort_order,
            plotline.collapsed,
            plotline.created_at.millis(),
            plotline.modified_at.millis(),
            plotline.version,
        ),
    )
    .doing("creating a plotline")?;
    record_counters::add(tx, project, (&plotline.timeline_id, NOUN), 1)
}

/// The position after a timeline's last plotline.
pub fn next_position(tx: &mut Tx<'_>, project: &ProjectAccess, timeline_id: &str) -> Result<i64> {
    let row = tx
        .row(
            "SELECT max(sort_order) AS last
               FROM plotline
              WHERE timeline_id = ?1
                AND project_id = ?2",
            (timeline_id, project.id()),
        )
        .doing("looking for the last plotline")?;
    let last: Option<i64> = row.map_or(Ok(None), |mut row| row.value("last"))?;
    Ok(last.map_or(0, |last| last.saturating_add(1)))
}

/// A plotline of a timeline, whose row it locks.
pub fn get_for_update(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    id: &str,
) -> Result<Plotline> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM plotline
                  WHERE id = ?1
                    AND timeline_id = ?2
                    AND project_id = ?3 /*+for_update*/"
            ),
            (id, timeline_id, project.id()),
        )
        .doing("locking a plotline")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// That these are plotlines of the timeline.
pub fn check(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    ids: &[String],
) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let rows = tx
        .rows(
            "SELECT id
               FROM plotline
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND timeline_id = ?2
                AND project_id = ?3",
            (column::text(ids)?, timeline_id, project.id()),
        )
        .doing("looking for plotlines")?;
    let found: BTreeSet<String> =
        rows.into_iter().map(|mut row| row.value("id")).collect::<Result<_>>()?;
    match ids.iter().find(|id| !found.contains(*id)) {
        Some(id) => Err(Error::not_found(WHAT, id)),
        None => Ok(()),
    }
}

/// That this is a plotline of the project, on whatever timeline.
pub(crate) fn check_in_project(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    let row = tx
        .row(
            "SELECT id
               FROM plotline
              WHERE id = ?1
                AND project_id = ?2",
            (id, project.id()),
        )
        .doing("looking for a plotline")?;
    row.map(drop).ok_or_else(|| Error::not_found(WHAT, id))
}

/// Writes what has changed in a plotline.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, plotline: &Plotline) -> Result<()> {
    tx.run(
        "UPDATE plotline
            SET name = ?2, description = ?3, color = ?4, sort_order = ?5, collapsed = ?6,
                modified_at = ?7, version = ?8
          WHERE id = ?1
            AND project_id = ?9",
        (
            &plotline.id,
            &plotline.name,
            &plotline.description,
            &plotline.color,
            plotline.sort_order,
            plotline.collapsed,
            plotline.modified_at.millis(),
            plotline.version,
            project.id(),
        ),
    )
    .doing("saving a plotline")
    .map(drop)
}

/// Deletes a plotline and the links to it; how many links there were. Its events stay, and are changed.
pub fn delete(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    plotline: &Plotline,
    now: Time,
) -> Result<i64> {
    tx.run(
        "UPDATE timeline_event
            SET version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE id IN (SELECT event_id
                         FROM plotline_event
                        WHERE plotline_id = ?1)
            AND project_id = ?2",
        (&plotline.id, project.id(), now.millis()),
    )
    .doing("changing events that lose a plotline")?;
    let links = links::unlink(tx, project, &plotline.id, now)?;
    tx.run(
        "DELETE FROM plotline
          WHERE id = ?1
            AND project_id = ?2",
        (&plotline.id, project.id()),
    )
    .doing("deleting a plotline")?;
    record_counters::add(tx, project, (&plotline.timeline_id, NOUN), -1)?;
    Ok(links)
}

/// A page of a timeline's plotlines in their order.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &PlotlineQuery,
) -> Result<Page<Plotline>> {
    let ([order, created], id) = match &query.cursor {
        Some(cursor) => (cursor.key, cursor.id.as_str()),
        None => ([i64::MIN, i64::MIN], ""),
    };
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM plotline
                  WHERE timeline_id = ?1
                    AND project_id = ?2
                    AND (sort_order, created_at, id) > (?3, ?4, ?5)
                  ORDER BY sort_order, created_at, id
                  LIMIT ?6"
            ),
            (timeline_id, project.id(), order, created, id, query.limit + 1),
        )
        .doing("listing plotlines")?;
    let plotlines = column::read_all(rows, read)?;
    let total = record_counters::get(tx, (timeline_id, NOUN))?;
    Ok(Page::cut(plotlines, query.limit, Some(total), |plotline| Cursor {
        key: plotline.position(),
        id: plotline.id.clone(),
    }))
}
