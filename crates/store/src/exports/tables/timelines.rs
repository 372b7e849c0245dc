//! The tables of timelines in an export.

use domain::{
    exports::{Column, ColumnKind, normalized_json, request_check},
    projects::Color,
    timelines::{
        TimelineCreate, calendar,
        event::{Category, EventCreate, Importance, PLOTLINES_MAX},
        link::{LINKS_MAX, LinkKind},
        plotline::PlotlineCreate,
    },
};

use super::{Key, Table};
use crate::timelines::TOTAL_CREATED;

/// Timelines.
pub(super) const TIMELINE: Table = Table {
    name: "timeline",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("name", ColumnKind::Text),
        Column::new("description", ColumnKind::Text),
        Column::new("calendar", ColumnKind::Json(calendar::form)),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, project_id, name, description, calendar, created_at, modified_at, version,
                    id, CAST(?3 AS BIGINT)
               FROM timeline
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[
        (
            "INSERT INTO timeline (
                 id, project_id, name, description, calendar, created_at, modified_at, version)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            &[0, 1, 2, 3, 4, 5, 6, 7],
        ),
        (TOTAL_CREATED, &[0]),
    ],
    asked: Some(request_check::<TimelineCreate>),
    ..Table::PLAIN
};

/// Plotlines.
pub(super) const PLOTLINE: Table = Table {
    name: "plotline",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("timeline_id", ColumnKind::Reference("timeline")),
        Column::new("project_id", ColumnKind::Project),
        Column::new("name", ColumnKind::Text),
        Column::new("description", ColumnKind::Text),
        Column::new("color", ColumnKind::Checked(is_color)),
        Column::new("sort_order", ColumnKind::Number),
        Column::new("collapsed", ColumnKind::Flag),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, timeline_id, project_id, name, description, color, sort_order, collapsed,
                    created_at, modified_at, version, id, CAST(?3 AS BIGINT)
               FROM plotline
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO plotline (
             id, timeline_id, project_id, name, description, color, sort_order, collapsed,
             created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )],
    asked: Some(request_check::<PlotlineCreate>),
    ..Table::PLAIN
};

/// Whether a text is a colour as it is kept.
fn is_color(text: &str) -> bool {
    Color::of(text).is_some_and(|color| color.as_str() == text)
}

/// Events.
pub(super) const EVENT: Table = Table {
    name: "timeline_event",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("timeline_id", ColumnKind::Reference("timeline")),
        Column::new("project_id", ColumnKind::Project),
        Column::new("undated", ColumnKind::Flag),
        Column::new("sort_key", ColumnKind::Number),
        Column::new("derived", ColumnKind::Flag),
        Column::new("sort_order", ColumnKind::Number),
        Column::new("category", ColumnKind::Word(Category::WORDS)),
        Column::new("importance", ColumnKind::Word(Importance::WORDS)),
        Column::new("title", ColumnKind::Text),
        Column::new("description", ColumnKind::Text),
        Column::new("date_display", ColumnKind::Text),
        Column::new("tags", ColumnKind::Json(normalized_json::<Vec<String>>)),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, timeline_id, project_id, undated, sort_key, derived, sort_order, category,
                    importance, title, description, date_display, tags, created_at, modified_at,
                    version, id, CAST(?3 AS BIGINT)
               FROM timeline_event
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO timeline_event (
             id, timeline_id, project_id, undated, sort_key, derived, sort_order, category,
             importance, title, description, date_display, tags, created_at, modified_at,
             version, timeline_number)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
                 (SELECT number FROM timeline WHERE id = ?2))",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    )],
    asked: Some(request_check::<EventCreate>),
    ..Table::PLAIN
};

/// Which events are on which plotlines.
pub(super) const ON_PLOTLINE: Table = Table {
    name: "plotline_event",
    columns: &[
        Column::new("event_id", ColumnKind::Reference("timeline_event")),
        Column::new("plotline_id", ColumnKind::Reference("plotline")),
        Column::new("position", ColumnKind::Count),
    ],
    // As with revisions.
    select: "SELECT event_id, plotline_id, position, event_id, plotline_id
               FROM plotline_event
              CROSS JOIN timeline_event
              WHERE (event_id, plotline_id) > (?2, ?3)
                AND id = event_id
                AND project_id = ?1
              ORDER BY event_id, plotline_id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO plotline_event (
             event_id, plotline_id, position)
         VALUES (?1, ?2, ?3)",
        &[0, 1, 2],
    )],
    key: Key::Text,
    most: Some((0, PLOTLINES_MAX)),
    unique: &[&[0, 1]],
    ..Table::PLAIN
};

/// What events are linked to.
pub(super) const LINK: Table = Table {
    name: "timeline_link",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("event_id", ColumnKind::Reference("timeline_event")),
        Column::new("project_id", ColumnKind::Project),
        Column::new("kind", ColumnKind::Word(LinkKind::WORDS)),
        Column::new("entity_id", ColumnKind::AnyReference),
        Column::new("label", ColumnKind::Text),
        Column::new("created_at", ColumnKind::Time),
    ],
    select: "SELECT id, event_id, project_id, kind, entity_id, label, created_at, id, CAST(?3 AS
                    BIGINT)
               FROM timeline_link
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO timeline_link (
             id, event_id, project_id, kind, entity_id, label, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        &[0, 1, 2, 3, 4, 5, 6],
    )],
    most: Some((1, LINKS_MAX)),
    unique: &[&[1, 3, 4]],
    ..Table::PLAIN
};
