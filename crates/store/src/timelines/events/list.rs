//! Pages of events in the order of their timeline. A page begins where the index has the cursor's
//! keys, so a long timeline costs as much as a short one. SQLite skips events of another category or
//! importance in the index, which has the first letters of both: so no condition before these may ask
//! for what only rows have, and the project is asked of the timeline. What an event is linked to is
//! only in rows; if little is linked to what is asked for, `linked` begins there instead. A span of time
//! has statements of its own: both databases know where it ends only if nothing but dated events is
//! asked for.

/// The number of a timeline; the parameters are its id and its project's.
macro_rules! timeline_number {
    () => {
        "(SELECT number FROM timeline WHERE id = ?1 AND project_id = ?2)"
    };
}

/// Whether an event is of a category, of an importance, on a plotline, and linked to a record; null
/// means any.
macro_rules! is_wanted {
    ($category:literal, $importance:literal, $plotline:literal, $entity:literal) => {
        concat!(
            "(CAST(",
            $category,
            " AS TEXT) IS NULL OR substr(category, 1, 3) = substr(",
            $category,
            ", 1, 3))
             AND (CAST(",
            $importance,
            " AS TEXT) IS NULL OR substr(importance, 1, 2) = substr(",
            $importance,
            ", 1, 2))
             AND ",
            is_linked!($plotline, $entity)
        )
    };
}

/// Whether an event is on a plotline and linked to a record; null means any.
macro_rules! is_linked {
    ($plotline:literal, $entity:literal) => {
        concat!(
            "(CAST(",
            $plotline,
            " AS TEXT) IS NULL
              OR EXISTS (SELECT 1
                           FROM plotline_event
                          WHERE plotline_id = ",
            $plotline,
            "
                            AND event_id = timeline_event.id))
             AND (CAST(",
            $entity,
            " AS TEXT) IS NULL
                  OR EXISTS (SELECT 1
                               FROM timeline_link
                              WHERE entity_id = ",
            $entity,
            "
                                AND event_id = timeline_event.id))"
        )
    };
}

mod linked;

use db::{Row, Tx};
use domain::{
    Result,
    page::{Cursor, Page, TOTAL_EXACT_MAX},
    timelines::{
        event::{Category, Event, EventPosition, EventQuery, Importance},
        link::Ties,
    },
};

use super::read;
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    timelines::{links, plotlines},
};

/// A page of a timeline's events, each with what it is tied to.
///
/// # Errors
/// Not found when the plotline that is asked for is not one of the timeline.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &EventQuery,
) -> Result<Page<(Event, Ties)>> {
    if let Some(plotline) = &query.plotline_id {
        plotlines::check(tx, project, timeline_id, std::slice::from_ref(plotline))?;
    }
    let page = match linked::narrower_filter(tx, query)? {
        Some(lead) => linked::page(tx, project, timeline_id, query, lead)?,
        None => walked(tx, project, timeline_id, query)?,
    };
    let ids: Vec<&str> = page.items.iter().map(|event| event.id.as_str()).collect();
    let mut ties = links::of_events(tx, project, &ids)?;
    Ok(page.map(|event| {
        let tied = ties.remove(&event.id).unwrap_or_default();
        (event, tied)
    }))
}

/// A page that is found by reading the timeline in its order.
fn walked(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &EventQuery,
) -> Result<Page<Event>> {
    let (rows, total) = match query.span() {
        Some(span) => (
            rows_within(tx, project, timeline_id, query, span)?,
            total_within(tx, project, timeline_id, query, span)?,
        ),
        None if query.is_filtered() => (
            rows(tx, project, timeline_id, query)?,
            filtered_total(tx, project, timeline_id, query)?,
        ),
        None => {
            let total = total(tx, timeline_id)?;
            (rows(tx, project, timeline_id, query)?, Some(total))
        }
    };
    let events = column::read_all(rows, read)?;
    Ok(Page::cut(events, query.limit, total, |event| Cursor {
        key: event.position(),
        id: event.id.clone(),
    }))
}

/// The position before the first event of the page: the cursor's, or `begin`.
fn after(query: &EventQuery, begin: EventPosition) -> (EventPosition, &str) {
    match &query.cursor {
        Some(cursor) => (begin, "").max((cursor.key, cursor.id.as_str())),
        None => (begin, ""),
    }
}

fn rows(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &EventQuery,
) -> Result<Vec<Row>> {
    let ([undated, key, order, created], id) = after(query, [i64::MIN; 4]);
    tx.rows(
        concat!(
            "SELECT ",
            columns!(),
            "
               FROM timeline_event
              WHERE timeline_number = ",
            timeline_number!(),
            "
                AND (undated, sort_key, sort_order, created_at, id) > (?3, ?4, ?5, ?6, ?7)
                AND ",
            is_wanted!("?8", "?9", "?10", "?11"),
            "
              ORDER BY undated, sort_key, sort_order, created_at, id
              LIMIT ?12"
        ),
        (
            timeline_id,
            project.id(),
            undated,
            key,
            order,
            created,
            id,
            query.category.map(Category::as_str),
            query.importance.map(Importance::as_str),
            &query.plotline_id,
            &query.entity_id,
            query.limit + 1,
        ),
    )
    .doing("listing events")
}

fn rows_within(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &EventQuery,
    (from, to): (i64, i64),
) -> Result<Vec<Row>> {
    let ([undated, key, order, created], id) = after(query, [0, from, i64::MIN, i64::MIN]);
    if undated > 0 {
        // The cursor of another query: no dated event follows it.
        return Ok(Vec::new());
    }
    tx.rows(
        concat!(
            "SELECT ",
            columns!(),
            "
               FROM timeline_event
              WHERE timeline_number = ",
            timeline_number!(),
            "
                AND undated = 0
                AND (sort_key, sort_order, created_at, id) > (?3, ?4, ?5, ?6)
                AND sort_key <= ?7
                AND ",
            is_wanted!("?8", "?9", "?10", "?11"),
            "
              ORDER BY undated, sort_key, sort_order, created_at, id
              LIMIT ?12"
        ),
        (
            timeline_id,
            project.id(),
            key,
            order,
            created,
            id,
            to,
            query.category.map(Category::as_str),
            query.importance.map(Importance::as_str),
            &query.plotline_id,
            &query.entity_id,
            query.limit + 1,
        ),
    )
    .doing("listing events of a span")
}

fn total(tx: &mut Tx<'_>, timeline_id: &str) -> Result<i64> {
    let row = tx
        .row(
            "SELECT events
               FROM timeline_counter
              WHERE timeline_number = (SELECT number FROM timeline WHERE id = ?1)",
            (timeline_id,),
        )
        .doing("reading how many events there are")?;
    row.map_or(Ok(0), |mut row| row.value("events"))
}

fn filtered_total(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &EventQuery,
) -> Result<Option<i64>> {
    let row = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM timeline_event
                          WHERE timeline_number = ",
                timeline_number!(),
                "
                            AND ",
                is_wanted!("?3", "?4", "?5", "?6"),
                "
                          LIMIT ?7) AS found"
            ),
            (
                timeline_id,
                project.id(),
                query.category.map(Category::as_str),
                query.importance.map(Importance::as_str),
                &query.plotline_id,
                &query.entity_id,
                TOTAL_EXACT_MAX + 1,
            ),
        )
        .doing("counting events")?;
    column::read_total(row)
}

fn total_within(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &EventQuery,
    (from, to): (i64, i64),
) -> Result<Option<i64>> {
    let row = tx
        .row(
            concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM timeline_event
                          WHERE timeline_number = ",
                timeline_number!(),
                "
                            AND undated = 0
                            AND sort_key BETWEEN ?3 AND ?4
                            AND ",
                is_wanted!("?5", "?6", "?7", "?8"),
                "
                          LIMIT ?9) AS found"
            ),
            (
                timeline_id,
                project.id(),
                from,
                to,
                query.category.map(Category::as_str),
                query.importance.map(Importance::as_str),
                &query.plotline_id,
                &query.entity_id,
                TOTAL_EXACT_MAX + 1,
            ),
        )
        .doing("counting events of a span")?;
    column::read_total(row)
}
