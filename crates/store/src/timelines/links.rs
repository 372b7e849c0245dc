//! What events are tied to: rows of `timeline_link`, which point at records, and of `plotline_event`.
//! Whoever deletes a record deletes the links to it, with [`unlink`].

use std::collections::BTreeMap;

use db::Tx;
use domain::{
    Result, Time,
    timelines::link::{Link, LinkKind, Ties},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

/// Inserts a new link of an event that is locked.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, event_id: &str, link: &Link) -> Result<()> {
    tx.run(
        "INSERT INTO timeline_link (id, event_id, project_id, kind, entity_id, label, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        (
            &link.id,
            event_id,
            project.id(),
            link.kind.as_str(),
            &link.entity_id,
            &link.label,
            link.created_at.millis(),
        ),
    )
    .doing("linking an event")
    .map(drop)
}

/// Deletes a link of an event that is locked.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, link: &Link) -> Result<()> {
    tx.run(
        "DELETE FROM timeline_link
          WHERE id = ?1
            AND project_id = ?2",
        (&link.id, project.id()),
    )
    .doing("unlinking an event")
    .map(drop)
}

/// Deletes all links of an event that is locked; how many there were.
pub(super) fn delete_all(tx: &mut Tx<'_>, project: &ProjectAccess, event_id: &str) -> Result<i64> {
    tx.run(
        "DELETE FROM timeline_link
          WHERE event_id = ?1
            AND project_id = ?2",
        (event_id, project.id()),
    )
    .doing("unlinking an event")
    .map(column::count)
}

/// Puts an event on these plotlines, in their order; that they exist was checked.
pub fn add_to_plotlines(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    event_id: &str,
    plotline_ids: &[String],
) -> Result<()> {
    for (position, plotline_id) in plotline_ids.iter().enumerate() {
        tx.run(
            "INSERT INTO plotline_event (event_id, plotline_id, position)
             SELECT ?1, id, CAST(?3 AS BIGINT)
               FROM plotline
              WHERE id = ?2
                AND project_id = ?4",
            (event_id, plotline_id, position, project.id()),
        )
        .doing("putting an event on a plotline")?;
    }
    Ok(())
}

/// Takes an event that is locked off all its plotlines.
pub fn remove_from_plotlines(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    event_id: &str,
) -> Result<()> {
    tx.run(
        "DELETE FROM plotline_event
          WHERE event_id IN (SELECT id
                               FROM timeline_event
                              WHERE id = ?1
                                AND project_id = ?2)",
        (event_id, project.id()),
    )
    .doing("taking an event off its plotlines")
    .map(drop)
}

/// What these events of a project are tied to, by their ids; an event without ties is left out.
pub(super) fn of_events(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    event_ids: &[&str],
) -> Result<BTreeMap<String, Ties>> {
    let mut all: BTreeMap<String, Ties> = BTreeMap::new();
    if event_ids.is_empty() {
        return Ok(all);
    }
    let ids = column::text(event_ids)?;
    let links = tx
        .rows(
            "SELECT event_id, id, kind, entity_id, label, created_at
               FROM timeline_link
              WHERE event_id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND project_id = ?2
              ORDER BY created_at, id",
            (&ids, project.id()),
        )
        .doing("reading the links of events")?;
    for mut row in links {
        let link = Link {
            id: row.value("id")?,
            kind: row.word("kind", LinkKind::parse)?,
            entity_id: row.value("entity_id")?,
            label: row.value("label")?,
            created_at: row.time("created_at")?,
        };
        all.entry(row.value("event_id")?).or_default().links.push(link);
    }
    let plotlines = tx
        .rows(
            "SELECT event_id, plotline_id
               FROM plotline_event
              WHERE event_id IN (SELECT value FROM json_each(?1 /*+list*/))
              ORDER BY event_id, position",
            (&ids,),
        )
        .doing("reading the plotlines of events")?;
    for mut row in plotlines {
        let ties = all.entry(row.value("event_id")?).or_default();
        ties.plotline_ids.push(row.value("plotline_id")?);
    }
    Ok(all)
}

/// Deletes every link to a record of the project, of whatever type; how many there were. The events
/// that had one are changed.
pub fn unlink(tx: &mut Tx<'_>, project: &ProjectAccess, entity_id: &str, now: Time) -> Result<i64> {
    tx.run(
        "UPDATE timeline_event
            SET version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE id IN (SELECT event_id
                         FROM timeline_link
                        WHERE entity_id = ?1
                          AND project_id = ?2)",
        (entity_id, project.id(), now.millis()),
    )
    .doing("changing events that lose a link")?;
    tx.run(
        "DELETE FROM timeline_link
          WHERE entity_id = ?1
            AND project_id = ?2",
        (entity_id, project.id()),
    )
    .doing("deleting links")
    .map(column::count)
}

/// Leads the links to a record of the project to another one, of whatever type they are; how many are gone,
/// because their events have such a link already. The events that had one are changed.
pub fn relink(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (from, to): (&str, &str),
    now: Time,
) -> Result<i64> {
    tx.run(
        "UPDATE timeline_event
            SET version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE id IN (SELECT event_id
                         FROM timeline_link
                        WHERE entity_id = ?1
                          AND project_id = ?2)",
        (from, project.id(), now.millis()),
    )
    .doing("changing events whose links change")?;
    let gone = tx
        .run(
            "DELETE FROM timeline_link
              WHERE entity_id = ?1
                AND project_id = ?2
                AND event_id IN (SELECT event_id
                                   FROM timeline_link
                                  WHERE entity_id = ?3
                                    AND project_id = ?2)",
            (from, project.id(), to),
        )
        .doing("deleting links that are there twice")?;
    tx.run(
        "UPDATE timeline_link
            SET entity_id = ?3
          WHERE entity_id = ?1
            AND project_id = ?2",
        (from, project.id(), to),
    )
    .doing("leading links to another record")?;
    Ok(column::count(gone))
}

/// As [`unlink`], for every plotline of a timeline.
pub(super) fn unlink_plotlines_of(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline_id: &str,
    now: Time,
) -> Result<i64> {
    tx.run(
        "UPDATE timeline_event
            SET version = version + 1,
                modified_at = CASE WHEN modified_at < ?3 THEN ?3 ELSE modified_at + 1 END
          WHERE id IN (SELECT event_id
                         FROM timeline_link
                        WHERE entity_id IN (SELECT id
                                              FROM plotline
                                             WHERE timeline_id = ?1
                                               AND project_id = ?2)
                          AND project_id = ?2)",
        (timeline_id, project.id(), now.millis()),
    )
    .doing("changing events that lose a link")?;
    tx.run(
        "DELETE FROM timeline_link
          WHERE entity_id IN (SELECT id
                                FROM plotline
                               WHERE timeline_id = ?1
                                 AND project_id = ?2)
            AND project_id = ?2",
        (timeline_id, project.id()),
    )
    .doing("deleting links")
    .map(column::count)
}
