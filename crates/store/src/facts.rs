//! Facts: rows of `fact_rejection`, and what the ledger of facts reads beside the extracts of the texts. The
//! facts themselves are in no table.

use std::collections::HashMap;

use db::Tx;
use domain::{Result, Time, facts::REJECTIONS_MAX};

use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// Events of one project that are read, at most.
const EVENTS_MAX: i64 = 10_000;

/// An event, as the ledger reads it.
#[derive(Debug, Clone)]
pub struct DatedEvent {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What happens.
    pub description: String,
    /// When it happens, as it is written.
    pub date_display: String,
}

/// The rejected facts of a project, each with its reason.
pub fn rejections(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<HashMap<String, String>> {
    let rows = tx
        .rows(
            "SELECT fact_id, reason
               FROM fact_rejection
              WHERE project_id = ?1
              ORDER BY fact_id
              LIMIT ?2",
            (project.id(), i64::try_from(REJECTIONS_MAX).unwrap_or(i64::MAX)),
        )
        .doing("reading rejected facts")?;
    rows.into_iter().map(|mut row| Ok((row.value("fact_id")?, row.value("reason")?))).collect()
}

/// Rejects a fact, or gives another reason for it.
pub fn reject(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    fact_id: &str,
    reason: &str,
    now: Time,
) -> Result<()> {
    tx.run(
        "INSERT INTO fact_rejection (project_id, fact_id, reason, created_at)
         VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (project_id, fact_id) DO UPDATE
            SET reason = excluded.reason",
        (project.id(), fact_id, reason, now.millis()),
    )
    .doing("rejecting a fact")
    .map(drop)
}

/// Takes a rejection back; nothing happens where there is none.
pub fn accept(tx: &mut Tx<'_>, project: &ProjectAccess, fact_id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM fact_rejection
          WHERE project_id = ?1
            AND fact_id = ?2",
        (project.id(), fact_id),
    )
    .doing("accepting a fact")
    .map(drop)
}

/// The texts of all entries of a project that have one, by the id of the entry.
pub fn lore_texts(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<HashMap<String, String>> {
    let rows = tx
        .rows(
            "SELECT id, content
               FROM lore_entry
              WHERE project_id = ?1
                AND content <> ''",
            (project.id(),),
        )
        .doing("reading the texts of lore")?;
    rows.into_iter().map(|mut row| Ok((row.value("id")?, row.value("content")?))).collect()
}

/// The events of all timelines of a project with their dates.
pub fn events(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<DatedEvent>> {
    let rows = tx
        .rows(
            "SELECT id, title, description, date_display
               FROM timeline_event
              WHERE project_id = ?1
              ORDER BY id
              LIMIT ?2",
            (project.id(), EVENTS_MAX),
        )
        .doing("reading events with their dates")?;
    rows.into_iter()
        .map(|mut row| {
            Ok(DatedEvent {
                id: row.value("id")?,
                title: row.value("title")?,
                description: row.value("description")?,
                date_display: row.value("date_display")?,
            })
        })
        .collect()
}
