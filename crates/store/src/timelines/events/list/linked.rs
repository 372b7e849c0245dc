//! Pages of events on a plotline, or linked to a record, to which few events are linked. Their keys are
//! read and sorted here, and then the rows of one page, so the length of the timeline does not matter.

use db::Tx;
use domain::{
    Result,
    page::{Cursor, Page},
    timelines::event::{Category, Event, EventPosition, EventQuery, Importance},
};

use super::read;
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

/// If more events than this are linked to a record, one that fits is never far along the timeline, and
/// reading all their keys would cost more than reading the timeline.
const LINKED_MAX: i64 = 2_000;

/// What to begin at.
#[derive(Clone, Copy)]
pub(super) enum LinkFilter<'q> {
    Plotline(&'q str),
    Entity(&'q str),
}

impl<'q> LinkFilter<'q> {
    /// The ids of a plotline and of a record, one of them none.
    fn ids(self) -> [Option<&'q str>; 2] {
        match self {
            Self::Plotline(id) => [Some(id), None],
            Self::Entity(id) => [None, Some(id)],
        }
    }
}

/// What to begin at: of the plotline and the record that are asked for, the one with fewer events.
/// None where neither is, or both have too many.
pub(super) fn narrower_filter<'q>(
    tx: &mut Tx<'_>,
    query: &'q EventQuery,
) -> Result<Option<LinkFilter<'q>>> {
    if query.plotline_id.is_none() && query.entity_id.is_none() {
        return Ok(None);
    }
    let row = tx
        .row(
            "SELECT (SELECT count(*)
                       FROM (SELECT 1
                               FROM plotline_event
                              WHERE plotline_id = ?1
                              LIMIT ?3) AS on_plotline) AS on_plotline,
                    (SELECT count(*)
                       FROM (SELECT 1
                               FROM timeline_link
                              WHERE entity_id = ?2
                              LIMIT ?3) AS linked) AS linked",
            (&query.plotline_id, &query.entity_id, LINKED_MAX + 1),
        )
        .doing("looking at what events are linked to")?;
    let Some(mut row) = row else { return Ok(None) };
    let on_plotline: i64 = row.value("on_plotline")?;
    let linked: i64 = row.value("linked")?;
    let plotline = query.plotline_id.as_deref().map(|id| (on_plotline, LinkFilter::Plotline(id)));
    let entity = query.entity_id.as_deref().map(|id| (linked, LinkFilter::Entity(id)));
    let fewest = plotline.into_iter().chain(entity).min_by_key(|(events, _)| *events);
    Ok(fewest.filter(|(events, _)| *events <= LINKED_MAX).map(|(_, filter)| filter))
}

/// The page of what is linked to `link` and fits the query in all else.
pub(super) fn page(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &EventQuery,
    link: LinkFilter<'_>,
) -> Result<Page<Event>> {
    let mut keys = keys(tx, project, timeline_id, query, link)?;
    keys.sort_unstable_by(|one, other| (one.key, &one.id).cmp(&(other.key, &other.id)));
    let total = column::bounded_total(column::count(keys.len()));
    if let Some(cursor) = &query.cursor {
        let before = |key: &Cursor<EventPosition>| (key.key, &key.id) <= (cursor.key, &cursor.id);
        keys.drain(..keys.partition_point(before));
    }
    let Page { items: keys, next_cursor, total } =
        Page::cut(keys, query.limit, total, Cursor::clone);
    Ok(Page { items: events(tx, project, &keys)?, next_cursor, total })
}

/// The keys of all events that fit.
fn keys(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    query: &EventQuery,
    link: LinkFilter<'_>,
) -> Result<Vec<Cursor<EventPosition>>> {
    let [on_plotline, linked_to] = link.ids();
    let rows = tx
        .rows(
            concat!(
                "SELECT undated, sort_key, sort_order, created_at, id
                   FROM timeline_event
                  WHERE id IN (SELECT event_id
                                 FROM plotline_event
                                WHERE plotline_id = ?3
                                UNION
                               SELECT event_id
                                 FROM timeline_link
                                WHERE entity_id = ?4)
                    AND timeline_id = ?1
                    AND project_id = ?2
                    AND (CAST(?5 AS BIGINT) IS NULL
                         OR (undated = 0 AND sort_key BETWEEN ?5 AND ?6))
                    AND (CAST(?7 AS TEXT) IS NULL OR category = ?7)
                    AND (CAST(?8 AS TEXT) IS NULL OR importance = ?8)
                    AND ",
                is_linked!("?9", "?10")
            ),
            (
                timeline_id,
                project.id(),
                on_plotline,
                linked_to,
                query.span().map(|(from, _)| from),
                query.span().map(|(_, to)| to),
                query.category.map(Category::as_str),
                query.importance.map(Importance::as_str),
                &query.plotline_id,
                &query.entity_id,
            ),
        )
        .doing("looking for linked events")?;
    rows.into_iter()
        .map(|mut row| {
            let key = [
                row.value("undated")?,
                row.value("sort_key")?,
                row.value("sort_order")?,
                row.value("created_at")?,
            ];
            Ok(Cursor { key, id: row.value("id")? })
        })
        .collect()
}

/// The events of these keys, in their order.
fn events(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    keys: &[Cursor<EventPosition>],
) -> Result<Vec<Event>> {
    let ids: Vec<&str> = keys.iter().map(|key| key.id.as_str()).collect();
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM timeline_event
                  WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                    AND project_id = ?2
                  ORDER BY undated, sort_key, sort_order, created_at, id"
            ),
            (column::text(&ids)?, project.id()),
        )
        .doing("listing linked events")?;
    column::read_all(rows, read)
}
