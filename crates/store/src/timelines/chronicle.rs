//! Queries over a whole timeline: its first events, events with the same key, the widest gaps.
//! Each is one statement over the timeline's order, and each answer has a bound.

use db::{Row, Tx};
use domain::{
    Result,
    timelines::chronicle::{Counts, EventSummary, Gap, Moment, moments},
};

use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// How many events there are of each sort.
pub fn counts(tx: &mut Tx<'_>, project: &ProjectAccess, timeline_id: &str) -> Result<Counts> {
    let row = tx
        .row(
            "SELECT count(*) AS events, CAST(coalesce(sum(undated), 0) AS BIGINT) AS undated,
                    (SELECT count(*)
                       FROM plotline
                      WHERE timeline_id = ?1
                        AND project_id = ?2) AS plotlines,
                    (SELECT count(*)
                       FROM (SELECT sort_key
                               FROM timeline_event
                              WHERE timeline_number = (SELECT number
                                                     FROM timeline
                                                    WHERE id = ?1
                                                      AND project_id = ?2)
                                AND undated = 0
                              GROUP BY sort_key
                             HAVING count(*) > 1) AS shared) AS shared
               FROM timeline_event
              WHERE timeline_number = (SELECT number FROM timeline WHERE id = ?1 AND project_id = ?2)",
            (timeline_id, project.id()),
        )
        .doing("counting events")?;
    let Some(mut row) = row else { return Ok(Counts::default()) };
    Ok(Counts {
        events: row.value("events")?,
        undated: row.value("undated")?,
        plotlines: row.value("plotlines")?,
        shared: row.value("shared")?,
    })
}

/// The first events in the order of the timeline: those with a date, or those without.
pub fn first(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    undated: bool,
    limit: usize,
) -> Result<Vec<EventSummary>> {
    let rows = tx
        .rows(
            "SELECT id, title, date_display, sort_key, derived
               FROM timeline_event
              WHERE timeline_number = (SELECT number FROM timeline WHERE id = ?1 AND project_id = ?2)
                AND undated = ?3
              ORDER BY sort_key, sort_order, created_at, id
              LIMIT ?4",
            (timeline_id, project.id(), undated, limit),
        )
        .doing("reading a timeline in its order")?;
    rows.into_iter().map(|mut row| mark(&mut row, MARK)).collect()
}

/// The first keys that more than one event has: at most `limit` of them, and of each its first
/// `events`.
pub fn shared(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    (limit, events): (usize, usize),
) -> Result<Vec<Moment>> {
    // All events may have one key, so titles are read only of those that are returned.
    let rows = tx
        .rows(
            "SELECT event.id, title, date_display, event.sort_key, derived, total
               FROM (SELECT id, count(*) OVER (PARTITION BY sort_key) AS total,
                            row_number() OVER (PARTITION BY sort_key
                                               ORDER BY sort_order, created_at, id) AS position
                       FROM timeline_event
                      WHERE timeline_number = (SELECT number
                                             FROM timeline
                                            WHERE id = ?1
                                              AND project_id = ?2)
                        AND undated = 0
                        AND sort_key IN (SELECT sort_key
                                           FROM timeline_event
                                          WHERE timeline_number = (SELECT number
                                                                 FROM timeline
                                                                WHERE id = ?1
                                                                  AND project_id = ?2)
                                            AND undated = 0
                                          GROUP BY sort_key
                                         HAVING count(*) > 1
                                          ORDER BY sort_key
                                          LIMIT ?3)) AS placed
               JOIN timeline_event AS event ON event.id = placed.id
              WHERE position <= ?4
              ORDER BY event.sort_key, position",
            (timeline_id, project.id(), limit, events),
        )
        .doing("looking for events at the same time")?;
    let marks: Result<Vec<_>> =
        rows.into_iter().map(|mut row| Ok((mark(&mut row, MARK)?, row.value("total")?))).collect();
    marks.map(moments)
}

/// The widest distances between an event and the next one, widest first.
pub fn gaps(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    limit: usize,
) -> Result<Vec<Gap>> {
    // Keys may lie further apart than 64 bits can say, so their distance is a real number here.
    let rows = tx
        .rows(
            "SELECT earlier.id AS earlier_id, earlier.title AS earlier_title,
                    earlier.date_display AS earlier_date, earlier.sort_key AS earlier_key,
                    earlier.derived AS earlier_derived,
                    later.id, later.title, later.date_display, later.sort_key, later.derived
               FROM (SELECT id, earlier_id, distance
                       FROM (SELECT id, lag(id) OVER in_order AS earlier_id,
                                    CAST(sort_key AS DOUBLE PRECISION)
                                    - CAST(lag(sort_key) OVER in_order AS DOUBLE PRECISION) AS distance
                               FROM timeline_event
                              WHERE timeline_number = (SELECT number
                                                     FROM timeline
                                                    WHERE id = ?1
                                                      AND project_id = ?2)
                                AND undated = 0
                             WINDOW in_order AS (ORDER BY sort_key, sort_order, created_at, id)) AS pair
                      WHERE distance > 0
                      ORDER BY distance DESC, id
                      LIMIT ?3) AS widest
               JOIN timeline_event AS earlier ON earlier.id = widest.earlier_id
               JOIN timeline_event AS later ON later.id = widest.id
              ORDER BY widest.distance DESC, later.sort_key",
            (timeline_id, project.id(), limit),
        )
        .doing("looking for gaps in a timeline")?;
    let gap =
        |mut row: Row| Ok(Gap { earlier: mark(&mut row, EARLIER)?, later: mark(&mut row, MARK)? });
    rows.into_iter().map(gap).collect()
}

/// The columns of an event.
const MARK: [&str; 5] = ["id", "title", "date_display", "sort_key", "derived"];

/// The columns of the event before it.
const EARLIER: [&str; 5] =
    ["earlier_id", "earlier_title", "earlier_date", "earlier_key", "earlier_derived"];

fn mark(
    row: &mut Row,
    [id, title, date_display, sort_key, derived]: [&'static str; 5],
) -> Result<EventSummary> {
    Ok(EventSummary {
        id: row.value(id)?,
        title: row.value(title)?,
        date_display: row.value(date_display)?,
        sort_key: row.value(sort_key)?,
        is_derived: row.value(derived)?,
    })
}
