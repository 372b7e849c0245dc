//! Lists of swarms, those that are not over and the latest that are, and figures about all of them,
//! read from counters.

use db::Tx;
use domain::{
    Principal, Result, Time,
    swarms::{Status, Swarm, SwarmType, overview::Figures},
};

use super::{columns, is_visible, read_all};
use crate::{
    Doing as _, column::ReadColumns as _, projects::ProjectAccess, sql::project_is_visible,
};

/// The most finished swarms of a list.
const COMPLETED_MAX: i64 = 10;

/// The most dead messages that are counted.
const DEAD_MAX: i64 = 1_000;

/// The swarms the principal may see: all that are not over, by priority and then by the time they
/// were made, and the latest that were completed or failed.
pub fn list(tx: &mut Tx<'_>, principal: &Principal) -> Result<(Vec<Swarm>, Vec<Swarm>)> {
    let (everything, user) = (principal.owns_everything, principal.user.as_str());
    let active = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM swarm
              WHERE status IN ('pending', 'active')
                AND ",
                is_visible!("?1", "?2"),
                "
              ORDER BY priority_rank, created_at, id"
            ),
            (everything, user),
        )
        .doing("listing swarms")?;
    let completed = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM swarm
              WHERE status IN ('completed', 'failed')
                AND ",
                is_visible!("?1", "?2"),
                "
              ORDER BY finished_at DESC, id DESC
              LIMIT ?3"
            ),
            (everything, user, COMPLETED_MAX),
        )
        .doing("listing finished swarms")?;
    Ok((read_all(active)?, read_all(completed)?))
}

/// Figures about all swarms, whoever's they are; messages count that died since `since`.
pub fn figures(tx: &mut Tx<'_>, now: Time, since: Time, heard_since: Time) -> Result<Figures> {
    let rows = tx
        .rows(
            "SELECT type, status, value, duration_ms
               FROM swarm_counter
              WHERE value > 0
              ORDER BY type, status",
            (),
        )
        .doing("reading figures about swarms")?;
    let counters = rows
        .into_iter()
        .map(|mut row| {
            Ok((
                row.word("type", SwarmType::parse)?,
                row.word("status", Status::parse)?,
                row.value("value")?,
                row.value("duration_ms")?,
            ))
        })
        .collect::<Result<Vec<_>>>()?;
    let row = tx
        .row(
            "SELECT (SELECT count(*) FROM subtask WHERE state = 'ready') AS ready,
                    (SELECT min(ready_at) FROM subtask WHERE state = 'ready') AS oldest_ready,
                    (SELECT count(*) FROM subtask WHERE state = 'leased') AS leased,
                    (SELECT count(*)
                       FROM subtask
                      WHERE state = 'leased'
                        AND lease_until <= ?1) AS expired,
                    (SELECT count(*)
                       FROM (SELECT 1
                               FROM message
                              WHERE state = 'dead'
                                AND died_at >= ?2
                              LIMIT ?4) AS found) AS dead,
                    (SELECT count(*) FROM agent) AS agents,
                    (SELECT count(*)
                       FROM agent
                      WHERE awake = 1
                        AND (seen_at IS NULL OR seen_at >= ?3)) AS awake",
            (now.millis(), since.millis(), heard_since.millis(), DEAD_MAX),
        )
        .doing("reading figures about sub-tasks")?;
    let mut figures = Figures { counters, ..Figures::default() };
    if let Some(mut row) = row {
        figures.ready = row.value("ready")?;
        figures.oldest_ready = row.time_or_none("oldest_ready")?;
        figures.leased = row.value("leased")?;
        figures.expired = row.value("expired")?;
        figures.dead_letters = row.value("dead")?;
        figures.agents = row.value("agents")?;
        figures.awake = row.value("awake")?;
    }
    Ok(figures)
}

/// The first `limit` swarms of a project that are not over, by their ids.
pub fn unfinished_of(tx: &mut Tx<'_>, project: &ProjectAccess, limit: i64) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM swarm
              WHERE project_id = ?1
                AND status IN ('pending', 'active')
              ORDER BY id
              LIMIT ?2",
            (project.id(), limit),
        )
        .doing("looking for the swarms of a project")?;
    rows.into_iter().map(|mut row| row.value("id")).collect()
}
