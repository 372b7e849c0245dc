//! Events: rows of `timeline_event`, each found within its timeline and its project. What an event
//! is tied to has rows of its own, which are written only if there is something to write.

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, timeline_id, undated, sort_key, derived, sort_order, category, importance, title,
         description, date_display, tags, created_at, modified_at, version"
    };
}

mod list;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    timelines::{
        RECALCULATED_DATES_MAX, Timeline,
        event::{Category, Event, Importance, SortKey},
        link::Ties,
    },
};

pub use list::list;

use super::links;
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

const WHAT: &str = "Event";

fn read(row: &mut Row) -> Result<Event> {
    let sort_key = match (row.value("derived")?, read_key(row)?) {
        (false, Some(key)) => SortKey::Given(key),
        (_, key) => SortKey::Derived(key),
    };
    Ok(Event {
        id: row.value("id")?,
        timeline_id: row.value("timeline_id")?,
        sort_key,
        sort_order: row.value("sort_order")?,
        category: row.word("category", Category::parse)?,
        importance: row.word("importance", Importance::parse)?,
        title: row.value("title")?,
        description: row.value("description")?,
        date_display: row.value("date_display")?,
        tags: row.json("tags")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    })
}

/// The sort key of an event that has one.
fn read_key(row: &mut Row) -> Result<Option<i64>> {
    let (undated, key): (bool, i64) = (row.value("undated")?, row.value("sort_key")?);
    Ok((!undated).then_some(key))
}

/// Inserts a new event into the timeline of this number and counts it.
pub fn create(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_number: i64,
    event: &Event,
) -> Result<()> {
    let key = event.sort_key.value();
    tx.run(
        "INSERT INTO timeline_event (
             id, timeline_id, project_id, undated, sort_key, derived, sort_order, category,
             importance, title, description, date_display, tags, created_at, modified_at, version,
             timeline_number)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
        (
            &event.id,
            &event.timeline_id,
            project.id(),
            key.is_none(),
            key.unwrap_or(0),
            is_derived(event.sort_key),
            event.sort_order,
            event.category.as_str(),
            event.importance.as_str(),
            &event.title,
            &event.description,
            &event.date_display,
            column::text(&event.tags)?,
            event.created_at.millis(),
            event.modified_at.millis(),
            event.version,
            timeline_number,
        ),
    )
    .doing("creating an event")?;
    count(tx, &event.timeline_id, 1)
}

/// Counts `amount` more events of a timeline.
fn count(tx: &mut Tx<'_>, timeline_id: &str, amount: i64) -> Result<()> {
    tx.run(
        "UPDATE timeline_counter
            SET events = events + ?2
          WHERE timeline_number = (SELECT number FROM timeline WHERE id = ?1)",
        (timeline_id, amount),
    )
    .doing("counting events")
    .map(drop)
}

fn is_derived(key: SortKey) -> bool {
    matches!(key, SortKey::Derived(_))
}

/// An event of a timeline by its id.
macro_rules! by_id {
    ($lock:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            "
               FROM timeline_event
              WHERE id = ?1
                AND timeline_id = ?2
                AND project_id = ?3",
            $lock
        )
    };
}

/// An event of a timeline.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess, timeline_id: &str, id: &str) -> Result<Event> {
    let values = (id, timeline_id, project.id());
    let row = tx.row(by_id!(""), values).doing("reading an event")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// An event of a project, on whichever of its timelines.
pub fn find(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Event> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM timeline_event
                  WHERE id = ?1
                    AND project_id = ?2"
            ),
            (id, project.id()),
        )
        .doing("reading an event of a project")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// As [`get`], and locks the row.
pub fn get_for_update(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    id: &str,
) -> Result<Event> {
    let values = (id, timeline_id, project.id());
    let row = tx.row(by_id!(" /*+for_update*/"), values).doing("locking an event")?;
    read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)
}

/// Writes what has changed in an event.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, event: &Event) -> Result<()> {
    let key = event.sort_key.value();
    tx.run(
        "UPDATE timeline_event
            SET undated = ?2, sort_key = ?3, derived = ?4, sort_order = ?5, category = ?6,
                importance = ?7, title = ?8, description = ?9, date_display = ?10, tags = ?11,
                modified_at = ?12, version = ?13
          WHERE id = ?1
            AND project_id = ?14",
        (
            &event.id,
            key.is_none(),
            key.unwrap_or(0),
            is_derived(event.sort_key),
            event.sort_order,
            event.category.as_str(),
            event.importance.as_str(),
            &event.title,
            &event.description,
            &event.date_display,
            column::text(&event.tags)?,
            event.modified_at.millis(),
            event.version,
            project.id(),
        ),
    )
    .doing("saving an event")
    .map(drop)
}

/// Deletes an event with its links; how many there were.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, event: &Event) -> Result<i64> {
    let links = links::delete_all(tx, project, &event.id)?;
    tx.run(
        "DELETE FROM timeline_event
          WHERE id = ?1
            AND project_id = ?2",
        (&event.id, project.id()),
    )
    .doing("deleting an event")?;
    count(tx, &event.timeline_id, -1)?;
    Ok(links)
}

/// What an event is tied to.
pub fn ties(tx: &mut Tx<'_>, project: &ProjectAccess, event: &Event) -> Result<Ties> {
    let mut all = links::of_events(tx, project, &[event.id.as_str()])?;
    Ok(all.remove(&event.id).unwrap_or_default())
}

/// Reads the sort keys that come from dates again, by the timeline's calendar. An event whose key
/// changes is changed.
///
/// # Errors
/// A conflict when there are more than [`RECALCULATED_DATES_MAX`] of them.
pub fn recalculate_dates(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline: &Timeline,
    now: Time,
) -> Result<()> {
    let rows = tx
        .rows(
            "SELECT id, date_display, undated, sort_key
               FROM timeline_event
              WHERE timeline_number = (SELECT number FROM timeline WHERE id = ?1)
                AND project_id = ?2
                AND derived = 1
              LIMIT ?3",
            (&timeline.id, project.id(), RECALCULATED_DATES_MAX + 1),
        )
        .doing("reading the dates of a timeline")?;
    if rows.len() > RECALCULATED_DATES_MAX {
        return Err(Error::Conflict(format!(
            "A timeline with more than {RECALCULATED_DATES_MAX} dates to read keeps its calendar"
        )));
    }
    for mut row in rows {
        let (id, date): (String, String) = (row.value("id")?, row.value("date_display")?);
        let key = timeline.calendar.sort_key(&date);
        if key == read_key(&mut row)? {
            continue;
        }
        tx.run(
            "UPDATE timeline_event
                SET undated = ?2, sort_key = ?3, version = version + 1,
                    modified_at = CASE WHEN modified_at < ?4 THEN ?4 ELSE modified_at + 1 END
              WHERE id = ?1
                AND project_id = ?5",
            (&id, key.is_none(), key.unwrap_or(0), now.millis(), project.id()),
        )
        .doing("recalculating the date of an event")?;
    }
    Ok(())
}
