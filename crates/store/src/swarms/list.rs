//! All swarms at a glance: those that are not over, the latest that are, and figures about all of
//! them, read from rows that were counted when it happened.

use db::Tx;
use domain::{
    Principal, Result, Time,
    swarms::{Status, Swarm, SwarmType, overview::Figures},
};

use super::of_row;
use crate::{Doing as _, column};

/// The most finished swarms of a list.
const COMPLETED_MAX: i64 = 10;

/// The most dead letters that are counted.
const DEAD_MAX: i64 = 1_000;

/// The swarms the principal may see: all that are not over, by priority and then by the time they
/// were made, and the latest that were completed or failed.
pub fn list(tx: &mut Tx<'_>, principal: &Principal) -> Result<(Vec<Swarm>, Vec<Swarm>)> {
    let (everything, user) = (principal.owns_everything, principal.user.as_str());
    // Said so that no index but that of the order is of use: those that are listed are read, and no
    // others.
    let active = tx
        .rows(
            "SELECT id, account, project_id, type, status, priority, description, derived_from,
                    agent_count, total, succeeded, failed, skipped, cancelled, attempts, busy_ms,
                    error, cancel_at, deadline, created_at, started_at, finished_at
               FROM swarm
              WHERE status IN ('pending', 'active')
                AND (coalesce(project_id, '') = '' AND (CAST(?1 AS BIGINT) = 1 OR account = ?2)
                     OR EXISTS (SELECT 1
                                  FROM project
                                 WHERE project.id = project_id
                                   AND deleted_at IS NULL
                                   AND (CAST(?1 AS BIGINT) = 1
                                        OR owner = ?2
                                        OR project.id IN (SELECT member.project_id
                                                            FROM member
                                                           WHERE member.account = ?2))))
              ORDER BY priority_rank, created_at, id",
            (everything, user),
        )
        .doing("listing swarms")?;
    let completed = tx
        .rows(
            "SELECT id, account, project_id, type, status, priority, description, derived_from,
                    agent_count, total, succeeded, failed, skipped, cancelled, attempts, busy_ms,
                    error, cancel_at, deadline, created_at, started_at, finished_at
               FROM swarm
              WHERE status IN ('completed', 'failed')
                AND (coalesce(project_id, '') = '' AND (CAST(?1 AS BIGINT) = 1 OR account = ?2)
                     OR EXISTS (SELECT 1
                                  FROM project
                                 WHERE project.id = project_id
                                   AND deleted_at IS NULL
                                   AND (CAST(?1 AS BIGINT) = 1
                                        OR owner = ?2
                                        OR project.id IN (SELECT member.project_id
                                                            FROM member
                                                           WHERE member.account = ?2))))
              ORDER BY finished_at DESC, id DESC
              LIMIT ?3",
            (everything, user, COMPLETED_MAX),
        )
        .doing("listing finished swarms")?;
    let read = |rows: Vec<db::Row>| -> Result<Vec<Swarm>> {
        rows.into_iter().map(|mut row| of_row(&mut row)).collect()
    };
    Ok((read(active)?, read(completed)?))
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
    let tallies = rows
        .into_iter()
        .map(|mut row| {
            Ok((
                column::word(&mut row, 0, SwarmType::parse)?,
                column::word(&mut row, 1, Status::parse)?,
                column::get(&mut row, 2)?,
                column::get(&mut row, 3)?,
            ))
        })
        .collect::<Result<Vec<_>>>()?;
    let row = tx
        .row(
            "SELECT (SELECT count(*) FROM subtask WHERE state = 'ready'),
                    (SELECT min(ready_at) FROM subtask WHERE state = 'ready'),
                    (SELECT count(*) FROM subtask WHERE state = 'leased'),
                    (SELECT count(*) FROM subtask WHERE state = 'leased' AND lease_until <= ?1),
                    (SELECT count(*)
                       FROM (SELECT 1
                               FROM message
                              WHERE state = 'dead'
                                AND died_at >= ?2
                              LIMIT ?4) AS dead),
                    (SELECT count(*) FROM agent),
                    (SELECT count(*)
                       FROM agent
                      WHERE awake = 1
                        AND (seen_at IS NULL OR seen_at >= ?3))",
            (now.millis(), since.millis(), heard_since.millis(), DEAD_MAX),
        )
        .doing("reading figures about sub-tasks")?;
    let mut figures = Figures { tallies, ..Figures::default() };
    if let Some(mut row) = row {
        figures.ready = column::get(&mut row, 0)?;
        figures.oldest_ready = column::get::<Option<i64>>(&mut row, 1)?.map(Time::from_millis);
        figures.leased = column::get(&mut row, 2)?;
        figures.expired = column::get(&mut row, 3)?;
        figures.dead_letters = column::get(&mut row, 4)?;
        figures.agents = column::get(&mut row, 5)?;
        figures.awake = column::get(&mut row, 6)?;
    }
    Ok(figures)
}
