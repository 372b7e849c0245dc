//! Pages of events in the order of their timeline. A page begins where the index has the cursor's
//! keys, so a long timeline costs as much as a short one; what a filter leaves out is passed over.

use db::Tx;
use domain::{
    Result,
    page::{Cursor, Page, TOTAL_EXACT_MAX},
    timelines::{
        event::{Category, Event, EventQuery, Importance, Place},
        link::Ties,
    },
};

use super::{NOUN, of_row};
use crate::{
    Doing as _, column,
    projects::Seen,
    tallies,
    timelines::{links, plotlines},
};

/// A page of a timeline's events, each with what it is tied to.
///
/// # Errors
/// Not found when the plotline that is asked for is not one of the timeline.
pub fn list(
    tx: &mut Tx<'_>,
    project: &Seen,
    timeline_id: &str,
    query: &EventQuery,
) -> Result<Page<(Event, Ties)>> {
    if let Some(plotline) = &query.plotline_id {
        plotlines::check(tx, project, timeline_id, std::slice::from_ref(plotline))?;
    }
    let ([undated, key, order, created], id) = begin(query);
    let (_, (undated_to, key_to)) = query.span();
    let rows = tx
        .rows(
            "SELECT id, timeline_id, undated, sort_key, derived, sort_order, category, importance,
                    title, description, date_display, tags, created_at, modified_at, version
               FROM timeline_event
              WHERE timeline_id = ?1
                AND project_id = ?2
                AND (undated, sort_key, sort_order, created_at, id) > (?3, ?4, ?5, ?6, ?7)
                AND (undated, sort_key) <= (?8, ?9)
                AND (CAST(?10 AS TEXT) IS NULL OR category = ?10)
                AND (CAST(?11 AS TEXT) IS NULL OR importance = ?11)
                AND (CAST(?12 AS TEXT) IS NULL
                     OR EXISTS (SELECT 1
                                  FROM plotline_event
                                 WHERE plotline_id = ?12
                                   AND event_id = timeline_event.id))
                AND (CAST(?13 AS TEXT) IS NULL
                     OR EXISTS (SELECT 1
                                  FROM timeline_link
                                 WHERE entity_id = ?13
                                   AND event_id = timeline_event.id))
              ORDER BY undated, sort_key, sort_order, created_at, id
              LIMIT ?14",
            (
                timeline_id,
                project.id(),
                undated,
                key,
                order,
                created,
                id,
                undated_to,
                key_to,
                query.category.map(Category::as_str),
                query.importance.map(Importance::as_str),
                &query.plotline_id,
                &query.entity_id,
                query.limit + 1,
            ),
        )
        .doing("listing events")?;
    let events = rows.into_iter().map(|mut row| of_row(&mut row)).collect::<Result<Vec<_>>>()?;
    let total = if query.is_filtered() {
        filtered_total(tx, project, timeline_id, query)?
    } else {
        Some(tallies::get(tx, (timeline_id, NOUN))?)
    };
    let page = Page::cut(events, query.limit, total, |event| Cursor {
        key: event.place(),
        id: event.id.clone(),
    });
    let ids: Vec<&str> = page.items.iter().map(|event| event.id.as_str()).collect();
    let mut ties = links::of_events(tx, project, &ids)?;
    Ok(page.map(|event| {
        let tied = ties.remove(&event.id).unwrap_or_default();
        (event, tied)
    }))
}

/// The place before the first event of the page: the cursor's, or the beginning of the span.
fn begin(query: &EventQuery) -> (Place, &str) {
    let ((undated, from), _) = query.span();
    let of_span = ([undated, from, i64::MIN, i64::MIN], "");
    match &query.cursor {
        Some(cursor) => of_span.max((cursor.key, cursor.id.as_str())),
        None => of_span,
    }
}

fn filtered_total(
    tx: &mut Tx<'_>,
    project: &Seen,
    timeline_id: &str,
    query: &EventQuery,
) -> Result<Option<i64>> {
    let ((undated, from), (undated_to, to)) = query.span();
    let row = tx
        .row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM timeline_event
                      WHERE timeline_id = ?1
                        AND project_id = ?2
                        AND (undated, sort_key) >= (?3, ?4)
                        AND (undated, sort_key) <= (?5, ?6)
                        AND (CAST(?7 AS TEXT) IS NULL OR category = ?7)
                        AND (CAST(?8 AS TEXT) IS NULL OR importance = ?8)
                        AND (CAST(?9 AS TEXT) IS NULL
                             OR EXISTS (SELECT 1
                                          FROM plotline_event
                                         WHERE plotline_id = ?9
                                           AND event_id = timeline_event.id))
                        AND (CAST(?10 AS TEXT) IS NULL
                             OR EXISTS (SELECT 1
                                          FROM timeline_link
                                         WHERE entity_id = ?10
                                           AND event_id = timeline_event.id))
                      LIMIT ?11) AS found",
            (
                timeline_id,
                project.id(),
                undated,
                from,
                undated_to,
                to,
                query.category.map(Category::as_str),
                query.importance.map(Importance::as_str),
                &query.plotline_id,
                &query.entity_id,
                TOTAL_EXACT_MAX + 1,
            ),
        )
        .doing("counting events")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}
