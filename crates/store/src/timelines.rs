//! Timelines: rows of `timeline`; what lies on a timeline has a module each. A timeline is found by
//! its id, and with it the proof that its project may be worked on. Whoever writes to what lies on a
//! timeline locks the timeline first, so that its calendar does not change meanwhile.

pub mod chronicle;
pub mod events;
pub mod links;
pub mod plotlines;

use db::{Row, Tx};
use domain::{
    Principal, Result, Time,
    page::{Cursor, Page},
    timelines::{Timeline, TimelineQuery, calendar::Calendar},
};

pub use links::{relink, unlink};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::{self, ProjectAccess},
    record_counters,
    sql::project_is_visible,
};

const WHAT: &str = "Timeline";

/// The noun of a project's total.
const NOUN: &str = "timelines";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "timeline.id, project_id, timeline.name, description, calendar, timeline.created_at,
         timeline.modified_at, timeline.version"
    };
}

/// The owner of a timeline's project; null when that is in the trash. A subquery, so that the row of
/// the project is not locked with the timeline's.
macro_rules! owner {
    () => {
        "(SELECT owner
            FROM project
           WHERE project.id = timeline.project_id
             AND deleted_at IS NULL) AS owner"
    };
}

fn read(row: &mut Row) -> Result<Timeline> {
    Ok(Timeline {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        name: row.value("name")?,
        description: row.value("description")?,
        calendar: row.json("calendar")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    })
}

/// Inserts the counter of a new timeline's events.
pub(crate) const TOTAL_CREATED: &str = "INSERT INTO timeline_counter (timeline_number, events)
     SELECT number, 0
       FROM timeline
      WHERE id = ?1";

/// Inserts a new timeline.
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
    .doing("creating a timeline")?;
    tx.run(TOTAL_CREATED, (&timeline.id,)).doing("creating a timeline's counter")?;
    record_counters::add(tx, project, (project.id(), NOUN), 1)
}

/// A timeline by its id, with the owner of its project.
macro_rules! by_id {
    ($lock:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            ", ",
            owner!(),
            "
               FROM timeline
              WHERE id = ?1",
            $lock
        )
    };
}

/// A timeline, and the proof that its project may be worked on.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(ProjectAccess, Timeline)> {
    let row = tx.row(by_id!(""), (id,)).doing("reading a timeline")?;
    projects::find_record(tx, principal, (WHAT, id), row, read, |timeline| &timeline.project_id)
}

/// As [`find`], and locks the row: nobody else changes the timeline or what lies on it.
pub fn get_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
) -> Result<(ProjectAccess, Timeline)> {
    let row = tx.row(by_id!(" /*+for_update*/"), (id,)).doing("locking a timeline")?;
    projects::find_record(tx, principal, (WHAT, id), row, read, |timeline| &timeline.project_id)
}

/// What a new event needs to know of its timeline.
#[derive(Debug, Clone, Copy)]
pub struct TimelineOfEvent {
    /// The number under which its events are kept.
    pub number: i64,
    /// By which their dates are read.
    pub calendar: Calendar,
}

/// As [`get_for_update`], for an event that is about to be created: reads only what that needs.
pub fn get_for_new_event(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
) -> Result<(ProjectAccess, TimelineOfEvent)> {
    let row = tx
        .row(
            concat!(
                "SELECT project_id, number, calendar, ",
                owner!(),
                "
                   FROM timeline
                  WHERE id = ?1 /*+for_update*/"
            ),
            (id,),
        )
        .doing("locking a timeline")?;
    let read = |row: &mut Row| {
        let timeline =
            TimelineOfEvent { number: row.value("number")?, calendar: row.json("calendar")? };
        Ok((row.value::<String>("project_id")?, timeline))
    };
    projects::find_record(tx, principal, (WHAT, id), row, read, |(project_id, _)| project_id)
        .map(|(project, (_, timeline))| (project, timeline))
}

/// Writes what has changed in a timeline.
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

/// Deletes a timeline with all that lies on it, and every link to one of its plotlines; how many
/// links there were.
pub fn delete(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline: &Timeline,
    now: Time,
) -> Result<i64> {
    let links = tx
        .run(
            "DELETE FROM timeline_link
              WHERE event_id IN (SELECT id
                                   FROM timeline_event
                                  WHERE timeline_number = (SELECT number FROM timeline WHERE id = ?1)
                                    AND project_id = ?2)",
            (&timeline.id, project.id()),
        )
        .doing("deleting links")?;
    let links_elsewhere = links::unlink_plotlines_of(tx, project, &timeline.id, now)?;
    tx.run(
        "DELETE FROM timeline
          WHERE id = ?1
            AND project_id = ?2",
        (&timeline.id, project.id()),
    )
    .doing("deleting a timeline")?;
    record_counters::delete(tx, &timeline.id)?;
    record_counters::add(tx, project, (project.id(), NOUN), -1)?;
    Ok(column::count(links) + links_elsewhere)
}

/// A page of a project's timelines, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (cursor, limit): (Option<&Cursor>, i64),
) -> Result<Page<Timeline>> {
    let (before, before_id) = column::before_cursor(cursor);
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM timeline
                  WHERE project_id = ?1
                    AND (created_at, id) < (?2, ?3)
                  ORDER BY created_at DESC, id DESC
                  LIMIT ?4"
            ),
            (project.id(), before, before_id, limit + 1),
        )
        .doing("listing timelines")?;
    let total = record_counters::get(tx, (project.id(), NOUN))?;
    page(rows, limit, Some(total))
}

/// As [`list`], of all projects the principal may see.
pub fn list_all(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &TimelineQuery,
) -> Result<Page<Timeline>> {
    let (before, before_id) = column::before_cursor(query.cursor.as_ref());
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM timeline
                   JOIN project ON project.id = project_id
                  WHERE (timeline.created_at, timeline.id) < (?1, ?2)
                    AND ",
                project_is_visible!("?3", "?4"),
                "
                  ORDER BY timeline.created_at DESC, timeline.id DESC
                  LIMIT ?5"
            ),
            (before, before_id, principal.owns_everything, &principal.user, query.limit + 1),
        )
        .doing("listing timelines")?;
    let total = total(tx, principal)?;
    page(rows, query.limit, total)
}

fn page(rows: Vec<Row>, limit: i64, total: Option<i64>) -> Result<Page<Timeline>> {
    let timelines = column::read_all(rows, read)?;
    Ok(Page::cut(timelines, limit, total, |timeline| Cursor {
        key: timeline.created_at.millis(),
        id: timeline.id.clone(),
    }))
}

fn total(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<i64>> {
    let row = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM timeline
                           JOIN project ON project.id = project_id
                          WHERE ",
                project_is_visible!("?1", "?2"),
                "
                          LIMIT ?3) AS found"
            ),
            (principal.owns_everything, &principal.user, domain::page::TOTAL_EXACT_MAX + 1),
        )
        .doing("counting timelines")?;
    column::read_total(row)
}
