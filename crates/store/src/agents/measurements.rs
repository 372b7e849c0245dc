//! How much agents work, as several servers report it to each other, and how fast they answer. Both
//! are stored in a bounded form: a meter of the last minute, and a histogram.

use std::collections::{BTreeMap, HashMap};

use db::Tx;
use domain::{
    Result, Time,
    agents::{Meter, Speed, speed::waited_since},
    messages::{Message, State},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

/// The node of the work of external agents: no server has an empty name.
const EXTERNAL: &str = "";

/// What one server, or all of them for an external agent, reported of an agent's work.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportedMeter {
    /// The agent.
    pub agent_id: String,
    /// What was measured.
    pub meter: Meter,
    /// When it was reported.
    pub reported_at: Time,
    /// Whether it is about an external agent, which works while it has leases.
    pub is_external: bool,
}

/// Writes what this server has measured, for others to read.
pub fn save_meters(
    tx: &mut Tx<'_>,
    node: &str,
    meters: &BTreeMap<String, Meter>,
    now: Time,
) -> Result<()> {
    for (agent_id, meter) in meters {
        save_meter(tx, (agent_id, node), meter, now)?;
    }
    Ok(())
}

fn save_meter(
    tx: &mut Tx<'_>,
    (agent_id, node): (&str, &str),
    meter: &Meter,
    now: Time,
) -> Result<()> {
    tx.run(
        "INSERT INTO agent_meter (agent_id, node, meter, reported_at)
         SELECT id, ?2, ?3, CAST(?4 AS BIGINT)
           FROM agent
          WHERE id = ?1
         ON CONFLICT (agent_id, node) DO UPDATE
            SET meter = excluded.meter, reported_at = excluded.reported_at",
        (agent_id, node, column::text(meter)?, now.millis()),
    )
    .doing("saving the work of an agent")
    .map(drop)
}

/// What other servers reported since a moment, and the work of external agents that have leases,
/// whenever it was reported.
pub fn meters(tx: &mut Tx<'_>, node: &str, since: Time) -> Result<Vec<ReportedMeter>> {
    let rows = tx
        .rows(
            "SELECT agent_id, node, meter, reported_at
               FROM agent_meter
              WHERE node <> ?2
                AND (reported_at >= ?1
                     OR node = ?3 AND EXISTS (SELECT 1
                                                FROM mailbox
                                               WHERE mailbox.agent_id = agent_meter.agent_id
                                                 AND leased > 0))",
            (since.millis(), node, EXTERNAL),
        )
        .doing("reading the work of agents")?;
    rows.into_iter()
        .map(|mut row| {
            Ok(ReportedMeter {
                agent_id: row.value("agent_id")?,
                is_external: row.value::<String>("node")? == EXTERNAL,
                meter: row.json("meter")?,
                reported_at: row.time("reported_at")?,
            })
        })
        .collect()
}

/// Deletes the meters of `node`, and of servers that have reported nothing since `before`. Those of
/// external agents stay.
pub fn delete_meters(tx: &mut Tx<'_>, node: Option<&str>, before: Time) -> Result<()> {
    tx.run(
        "DELETE FROM agent_meter
          WHERE node <> ?3
            AND (node = ?1 OR reported_at < ?2)",
        (node.unwrap_or(EXTERNAL), before.millis(), EXTERNAL),
    )
    .doing("deleting the work of agents")
    .map(drop)
}

/// Records that this server runs; those that were not seen since `before` are deleted.
pub fn note_server(tx: &mut Tx<'_>, node: &str, now: Time, before: Time) -> Result<()> {
    tx.run(
        "INSERT INTO server (node, seen_at)
         VALUES (?1, ?2)
         ON CONFLICT (node) DO UPDATE SET seen_at = excluded.seen_at",
        (node, now.millis()),
    )
    .doing("recording that a server runs")?;
    tx.run(
        "DELETE FROM server
          WHERE seen_at < ?1",
        (before.millis(),),
    )
    .doing("deleting servers")
    .map(drop)
}

/// Deletes the row of a server that stops.
pub fn delete_server(tx: &mut Tx<'_>, node: &str) -> Result<()> {
    tx.run(
        "DELETE FROM server
          WHERE node = ?1",
        (node,),
    )
    .doing("deleting a server")
    .map(drop)
}

/// Whether another server than this one was seen since a moment.
pub fn has_other_server(tx: &mut Tx<'_>, node: &str, since: Time) -> Result<bool> {
    tx.row(
        "SELECT node
           FROM server
          WHERE node <> ?1
            AND seen_at >= ?2
          LIMIT 1",
        (node, since.millis()),
    )
    .doing("looking for other servers")
    .map(|row| row.is_some())
}

/// Records that the leases of an agent have changed: one that runs outside works on its leased
/// messages. The work of agents inside is measured by their server, and nothing is recorded here.
pub fn note_running(tx: &mut Tx<'_>, agent_id: &str, now: Time) -> Result<()> {
    // The mailbox's row is locked since its leases were changed, so no other transaction is here.
    let row = tx
        .row(
            "SELECT leased, meter
               FROM mailbox
               JOIN agent ON agent.id = mailbox.agent_id
                         AND builtin = 0
               LEFT JOIN agent_meter ON agent_meter.agent_id = mailbox.agent_id
                                    AND node = ?2
              WHERE mailbox.agent_id = ?1",
            (agent_id, EXTERNAL),
        )
        .doing("reading the work of an agent")?;
    let Some(mut row) = row else { return Ok(()) };
    let leased: i64 = row.value("leased")?;
    let mut meter: Meter = row.json_or_none("meter")?.unwrap_or_else(|| Meter::with_history(false));
    meter.set_running(now.millis(), u32::try_from(leased).unwrap_or(0));
    save_meter(tx, (agent_id, EXTERNAL), &meter, now)
}

/// The end of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Response<'a> {
    /// The project it was about.
    pub project_id: Option<&'a str>,
    /// How long the sender waited, in milliseconds; none when it failed for good.
    pub ms: Option<i64>,
}

impl<'a> Response<'a> {
    /// The end of a message; none when it goes on.
    pub fn of(message: &'a Message) -> Option<Self> {
        if !message.state.is_end_of_work() || message.is_cancelled() {
            return None;
        }
        let project_id = message.project_id.as_deref();
        let since = waited_since(&message.history)?;
        let until = message.history.last()?.at;
        let has_failed = matches!(message.state, State::Dead | State::Expired);
        let ms = (!has_failed).then(|| until.millis() - since.millis());
        Some(Self { project_id, ms })
    }
}

/// Counts requests of an agent that came to their end, in the transaction that ends them.
pub fn note_responses<'a>(
    tx: &mut Tx<'_>,
    agent_id: &str,
    responses: impl IntoIterator<Item = Response<'a>>,
) -> Result<()> {
    // Rows are locked in the order of their names, so that no transactions deadlock.
    let mut by_project: BTreeMap<Option<&str>, Speed> = BTreeMap::new();
    for Response { project_id, ms } in responses {
        let speed = by_project.entry(project_id).or_default();
        match ms {
            Some(ms) => speed.handled(ms),
            None => speed.failed(),
        }
    }
    for (project_id, new) in by_project {
        let mut speed = match speed_for_update(tx, agent_id, project_id)? {
            Some(speed) => speed,
            None => first_speed(tx, agent_id, project_id)?,
        };
        speed.add(&new);
        tx.run(
            "UPDATE agent_speed
                SET speed = ?3
              WHERE agent_id = ?1
                AND coalesce(project_id, '') = ?2",
            (agent_id, project_id.unwrap_or(""), column::text(&speed)?),
        )
        .doing("counting responses")?;
    }
    Ok(())
}

fn speed_for_update(
    tx: &mut Tx<'_>,
    agent_id: &str,
    project_id: Option<&str>,
) -> Result<Option<Speed>> {
    let row = tx
        .row(
            "SELECT speed
               FROM agent_speed
              WHERE agent_id = ?1
                AND coalesce(project_id, '') = ?2 /*+for_update*/",
            (agent_id, project_id.unwrap_or("")),
        )
        .doing("reading how fast an agent is")?;
    row.map(|mut row| row.json("speed")).transpose()
}

/// Inserts a row, unless another transaction just did, and locks it. There is none for an agent or a
/// project that was deleted meanwhile.
fn first_speed(tx: &mut Tx<'_>, agent_id: &str, project_id: Option<&str>) -> Result<Speed> {
    tx.run(
        "INSERT INTO agent_speed (agent_id, project_id, speed)
         SELECT id, ?2, ?3
           FROM agent
          WHERE id = ?1
            AND (?2 IS NULL OR ?2 IN (SELECT project.id FROM project))
         ON CONFLICT (agent_id, (coalesce(project_id, ''))) DO NOTHING",
        (agent_id, project_id, column::text(&Speed::default())?),
    )
    .doing("counting responses")?;
    Ok(speed_for_update(tx, agent_id, project_id)?.unwrap_or_default())
}

/// How fast agents answered about a project, by their ids.
pub fn speeds(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<HashMap<String, Speed>> {
    let rows = tx
        .rows(
            "SELECT agent_id, speed
               FROM agent_speed
              WHERE project_id = ?1",
            (project.id(),),
        )
        .doing("reading how fast agents are")?;
    rows.into_iter().map(|mut row| Ok((row.value("agent_id")?, row.json("speed")?))).collect()
}
