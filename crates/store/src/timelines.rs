//! Timelines as they are kept; what is on them is in the files below. A timeline is found by its
//! own id, and with it the proof that its project may be worked on: whoever writes to what is on a
//! timeline holds the timeline first, so that its calendar does not change meanwhile.

pub mod chronicle;
pub mod events;
pub mod links;
pub mod plotlines;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    page::{Cursor, Page},
    timelines::{Timeline, TimelineQuery, calendar::Calendar},
};

pub use links::unlink;

use crate::{
    Doing as _, column,
    projects::{self, ProjectAccess},
    tallies,
};

const WHAT: &str = "Timeline";

/// The noun of a project's total.
const NOUN: &str = "timelines";

/// Makes the total of a new timeline's events.
pub(crate) const TOTAL_CREATED: &str = "INSERT INTO timeline_counter (timeline_number, events)
     SELECT number, 0
       FROM timeline
      WHERE id = ?1";

/// Keeps a new timeline.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, timeline: &Timeline) -> Result<()> {
    tx.run(
        "INSERT INTO timeline (
             id, project_id, name, description, calendar, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        (
            &timeline.id,
            project.id(),
            &timeline.name,
            &timeline.description,
            column::text(&timeline.calendar)?,
            timeline.created_at.millis(),
            timeline.modified_at.millis(),
            timeline.version,
        ),
    )
    .doing("making a timeline")?;
    tx.run(TOTAL_CREATED, (&timeline.id,)).doing("making a timeline's total")?;
    tallies::add(tx, project, (project.id(), NOUN), 1)
}

/// A timeline, and the proof that its project may be worked on.
///
/// # Errors
/// Not found when it does not exist, or lies in a project that is binned or not the principal's to
/// see: which of these is nobody's business.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Timeline)> {
    let row = tx
        .row(
            "SELECT id, project_id, name, description, calendar, created_at, modified_at, version,
                    (SELECT owner
                       FROM project
                      WHERE project.id = timeline.project_id
                        AND deleted_at IS NULL) AS owner
               FROM timeline
              WHERE id = ?1",
            (id,),
        )
        .doing("reading a timeline")?;
    found(tx, principal, id, row)
}

/// As [`find`], and nobody else changes the timeline or what is on it until this transaction ends.
pub fn get_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
) -> Result<(ProjectAccess, Timeline)> {
    // The project is looked at in a subquery, so that its row is not held as well.
    let row = tx
        .row(
            "SELECT id, project_id, name, description, calendar, created_at, modified_at, version,
                    (SELECT owner
                       FROM project
                      WHERE project.id = timeline.project_id
                        AND deleted_at IS NULL) AS owner
               FROM timeline
              WHERE id = ?1 /*+for_update*/",
            (id,),
        )
        .doing("holding a timeline")?;
    found(tx, principal, id, row)
}

fn found(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    row: Option<Row>,
) -> Result<(ProjectAccess, Timeline)> {
    let mut row = row.ok_or_else(|| absent(id))?;
    let timeline = of_row(&mut row)?;
    let owner: Option<String> = column::get(&mut row, 8)?;
    let owner = owner.ok_or_else(|| absent(id))?;
    let seen = projects::access_by(tx, principal, &timeline.project_id, &owner);
    Ok((seen.map_err(|error| error.not_found_as(WHAT, id))?, timeline))
}

fn absent(id: &str) -> Error {
    Error::not_found(WHAT, id)
}

/// What a new event needs to know of its timeline.
#[derive(Debug, Clone, Copy)]
pub struct Numbered {
    /// The number under which its events are kept.
    pub number: i64,
    /// By which their dates are read.
    pub calendar: Calendar,
}

/// As [`get_for_update`], for an event that is to be made.
pub fn for_event_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
) -> Result<(ProjectAccess, Numbered)> {
    let row = tx
        .row(
            "SELECT project_id,
                    (SELECT owner
                       FROM project
                      WHERE project.id = timeline.project_id
                        AND deleted_at IS NULL) AS owner,
                    number, calendar
               FROM timeline
              WHERE id = ?1 /*+for_update*/",
            (id,),
        )
        .doing("holding a timeline")?;
    let mut row = row.ok_or_else(|| absent(id))?;
    let project_id: String = column::get(&mut row, "project_id")?;
    let owner: Option<String> = column::get(&mut row, "owner")?;
    let owner = owner.ok_or_else(|| absent(id))?;
    let timeline = Numbered {
        number: column::get(&mut row, "number")?,
        calendar: column::json(&mut row, "calendar")?,
    };
    let seen = projects::access_by(tx, principal, &project_id, &owner);
    Ok((seen.map_err(|error| error.not_found_as(WHAT, id))?, timeline))
}

fn of_row(row: &mut Row) -> Result<Timeline> {
    Ok(Timeline {
        id: column::get(row, 0)?,
        project_id: column::get(row, 1)?,
        name: column::get(row, 2)?,
        description: column::get(row, 3)?,
        calendar: column::json(row, 4)?,
        created_at: column::time(row, 5)?,
        modified_at: column::time(row, 6)?,
        version: column::get(row, 7)?,
    })
}

/// Keeps what has changed in a timeline that is held.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, timeline: &Timeline) -> Result<()> {
    tx.run(
        "UPDATE timeline
            SET name = ?2, description = ?3, calendar = ?4, modified_at = ?5, version = ?6
          WHERE id = ?1
            AND project_id = ?7",
        (
            &timeline.id,
            &timeline.name,
            &timeline.description,
            column::text(&timeline.calendar)?,
            timeline.modified_at.millis(),
            timeline.version,
            project.id(),
        ),
    )
    .doing("saving a timeline")
    .map(drop)
}

/// Removes a timeline that is held, with all that is on it and every link to one of its plotlines;
/// how many links went.
pub fn delete(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline: &Timeline,
    now: Time,
) -> Result<i64> {
    let gone = tx
        .run(
            "DELETE FROM timeline_link
              WHERE event_id IN (SELECT id
                                   FROM timeline_event
                                  WHERE timeline_number = (SELECT number FROM timeline WHERE id = ?1)
                                    AND project_id = ?2)",
            (&timeline.id, project.id()),
        )
        .doing("removing links")?;
    let gone_elsewhere = links::unlink_plotlines_of(tx, project, &timeline.id, now)?;
    tx.run(
        "DELETE FROM timeline
          WHERE id = ?1
            AND project_id = ?2",
        (&timeline.id, project.id()),
    )
    .doing("deleting a timeline")?;
    tallies::forget(tx, &timeline.id)?;
    tallies::add(tx, project, (project.id(), NOUN), -1)?;
    Ok(column::count(gone) + gone_elsewhere)
}

/// A page of a project's timelines, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (cursor, limit): (Option<&Cursor>, i64),
) -> Result<Page<Timeline>> {
    let (before, before_id) = column::downwards(cursor);
    let rows = tx
        .rows(
            "SELECT id, project_id, name, description, calendar, created_at, modified_at, version
               FROM timeline
              WHERE project_id = ?1
                AND (created_at, id) < (?2, ?3)
              ORDER BY created_at DESC, id DESC
              LIMIT ?4",
            (project.id(), before, before_id, limit + 1),
        )
        .doing("listing timelines")?;
    let total = tallies::get(tx, (project.id(), NOUN))?;
    page(rows, limit, Some(total))
}

/// A page of all timelines the principal may see, newest first.
pub fn list_all(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &TimelineQuery,
) -> Result<Page<Timeline>> {
    let (before, before_id) = column::downwards(query.cursor.as_ref());
    let rows = tx
        .rows(
            "SELECT timeline.id, project_id, timeline.name, description, calendar,
                    timeline.created_at, timeline.modified_at, timeline.version
               FROM timeline
               JOIN project ON project.id = project_id
              WHERE deleted_at IS NULL
                AND (timeline.created_at, timeline.id) < (?1, ?2)
                AND (CAST(?3 AS BIGINT) = 1 OR owner = ?4
                     OR project_id IN (SELECT project_id FROM member WHERE account = ?4))
              ORDER BY timeline.created_at DESC, timeline.id DESC
              LIMIT ?5",
            (before, before_id, principal.owns_everything, &principal.user, query.limit + 1),
        )
        .doing("listing timelines")?;
    let total = total(tx, principal)?;
    page(rows, query.limit, total)
}

fn page(rows: Vec<Row>, limit: i64, total: Option<i64>) -> Result<Page<Timeline>> {
    let timelines = rows.into_iter().map(|mut row| of_row(&mut row)).collect::<Result<Vec<_>>>()?;
    Ok(Page::cut(timelines, limit, total, |timeline| Cursor {
        key: timeline.created_at.millis(),
        id: timeline.id.clone(),
    }))
}

fn total(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM timeline
                       JOIN project ON project.id = project_id
                      WHERE deleted_at IS NULL
                        AND (CAST(?1 AS BIGINT) = 1 OR owner = ?2
                             OR project_id IN (SELECT project_id FROM member WHERE account = ?2))
                      LIMIT ?3) AS found",
            (principal.owns_everything, &principal.user, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting timelines")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}
