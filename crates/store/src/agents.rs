//! Agents: rows of `agent` with the counters of their mailboxes. All users see the same agents, so
//! nothing here takes a principal. Changes of the staff are in [`staff`], how much and how fast agents
//! work in [`measurements`].

mod measurements;
mod staff;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    agents::{Card, Policy},
};

pub use staff::{
    REMOVED, create, get_for_update, install, next_position, page, remove, save, set_policy,
};

pub use measurements::{
    ReportedMeter, Response, delete_meters, delete_server, has_other_server, meters,
    note_responses, note_running, note_server, save_meters, speeds,
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// Since when all agents that an agent requires are known to be there: 0 when one of them is asleep or was
/// removed, null when it requires none.
macro_rules! required_seen_at {
    () => {
        "CASE WHEN agent.requires = '' THEN NULL
              ELSE (SELECT CASE WHEN count(*) < agent.required_count THEN 0
                                ELSE min(coalesce(other.seen_at, 9000000000000000)) END
                      FROM agent AS other
                     WHERE other.awake = 1
                       AND replace(agent.requires, ',' || other.id || ',', '') <> agent.requires)
          END"
    };
}

/// What [`read_status`] reads.
macro_rules! status_columns {
    () => {
        concat!("awake, seen_at, ", required_seen_at!(), " AS required_seen_at, ", counts!())
    };
}
use status_columns;

/// The counters among [`status_columns`].
macro_rules! counts {
    () => {
        "queued, leased, handled, failed,
         (handled + failed > 0
          OR EXISTS (SELECT 1
                       FROM agent_speed
                      WHERE agent_speed.agent_id = agent.id)) AS worked,
         (SELECT count(*)
            FROM subtask
           WHERE subtask.agent_id = agent.id
             AND state = 'ready') AS subtasks"
    };
}

/// Whether an agent is awake, and so are those that it requires, as a query.
macro_rules! awake {
    () => {
        concat!(
            "SELECT id
           FROM agent
          WHERE id = ?1
            AND awake = 1
            AND (seen_at IS NULL OR seen_at >= ?2)
            AND coalesce(",
            required_seen_at!(),
            ", CAST(?2 AS BIGINT)) >= ?2"
        )
    };
}

use {counts, required_seen_at};

/// What [`read`] reads.
macro_rules! columns {
    () => {
        concat!("card, policy, builtin, version, ", status_columns!())
    };
}
use columns;

/// An agent as the registry keeps it.
#[derive(Debug, Clone)]
pub struct RegisteredAgent {
    /// What it is and can do.
    pub card: Card,
    /// Whose messages it takes.
    pub policy: Policy,
    /// Whether it came with the program.
    pub builtin: bool,
    /// Whether it was woken and not put to sleep since.
    pub awake: bool,
    /// Its last heartbeat, for one that runs outside.
    pub seen_at: Option<Time>,
    /// Since when the agents it requires are known to be there; none when it requires none.
    pub required_seen_at: Option<Time>,
    /// The counters of its mailbox.
    pub mailbox: Mailbox,
    /// Whether a request of it is known to have ended, ever.
    pub worked: bool,
    /// Sub-tasks of swarms that wait for it.
    pub subtasks: i64,
    /// How often its card or its policy was changed.
    pub version: i64,
}

impl RegisteredAgent {
    /// What changes about it from moment to moment.
    pub fn status(&self) -> AgentStatus {
        AgentStatus {
            awake: self.awake,
            seen_at: self.seen_at,
            required_seen_at: self.required_seen_at,
            mailbox: self.mailbox,
            worked: self.worked,
            subtasks: self.subtasks,
        }
    }
}

/// The counters of a mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mailbox {
    /// Messages that wait.
    pub queued: i64,
    /// Messages that are leased.
    pub leased: i64,
    /// Messages that were handled, ever.
    pub handled: i64,
    /// Messages that failed, ever.
    pub failed: i64,
}

/// What changes about an agent from moment to moment.
#[derive(Debug, Clone, Copy)]
pub struct AgentStatus {
    /// Whether it was woken and not put to sleep since.
    pub awake: bool,
    /// Its last heartbeat, for one that runs outside.
    pub seen_at: Option<Time>,
    /// Since when the agents it requires are known to be there; none when it requires none.
    pub required_seen_at: Option<Time>,
    /// The counters of its mailbox.
    pub mailbox: Mailbox,
    /// Whether a request of it is known to have ended, ever.
    pub worked: bool,
    /// Sub-tasks of swarms that wait for it.
    pub subtasks: i64,
}

/// The state of every agent, in registry order, and the revision of the registry: while that is the
/// same, so are the agents, their order and their cards.
pub fn statuses(tx: &mut Tx<'_>) -> Result<(i64, Vec<AgentStatus>)> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                status_columns!(),
                "
               FROM agent
               JOIN mailbox ON mailbox.agent_id = agent.id
              ORDER BY position, id"
            ),
            (),
        )
        .doing("reading the state of agents")?;
    let all = column::read_all(rows, read_status)?;
    Ok((staff::revision(tx)?, all))
}

fn read_status(row: &mut Row) -> Result<AgentStatus> {
    Ok(AgentStatus {
        awake: row.value::<i64>("awake")? != 0,
        seen_at: row.time_or_none("seen_at")?,
        required_seen_at: row.time_or_none("required_seen_at")?,
        mailbox: Mailbox {
            queued: row.value("queued")?,
            leased: row.value("leased")?,
            handled: row.value("handled")?,
            failed: row.value("failed")?,
        },
        worked: row.value("worked")?,
        subtasks: row.value("subtasks")?,
    })
}

/// Every agent, in registry order.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<RegisteredAgent>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM agent
               JOIN mailbox ON mailbox.agent_id = agent.id
              ORDER BY position, id"
            ),
            (),
        )
        .doing("listing agents")?;
    column::read_all(rows, read)
}

/// The registry name of the agent with this lower-case name, if there is one.
pub fn id_of(tx: &mut Tx<'_>, name: &str) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT id
               FROM agent
              WHERE id = ?1",
            (name,),
        )
        .doing("looking for an agent")?;
    row.map(|mut row| row.value("id")).transpose()
}

/// Whose messages the agent of this id takes.
pub fn policy(tx: &mut Tx<'_>, id: &str) -> Result<Policy> {
    let row = tx
        .row(
            "SELECT policy
               FROM agent
              WHERE id = ?1",
            (id,),
        )
        .doing("reading a policy")?;
    row.ok_or_else(|| Error::not_found("Agent", id))?.json("policy")
}

/// Every agent, and whose messages it takes.
pub fn policies(tx: &mut Tx<'_>) -> Result<Vec<(String, Policy)>> {
    let rows = tx
        .rows(
            "SELECT id, policy
               FROM agent",
            (),
        )
        .doing("reading policies")?;
    let policy = |mut row: Row| Ok((row.value("id")?, row.json("policy")?));
    rows.into_iter().map(policy).collect()
}

/// The agent of this id or, whatever its case, this name.
pub fn get(tx: &mut Tx<'_>, id: &str) -> Result<RegisteredAgent> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM agent
               JOIN mailbox ON mailbox.agent_id = agent.id
              WHERE id = ?1"
            ),
            (id.to_ascii_lowercase(),),
        )
        .doing("reading an agent")?;
    let mut row = row.ok_or_else(|| Error::not_found("Agent", id))?;
    read(&mut row)
}

fn read(row: &mut Row) -> Result<RegisteredAgent> {
    let status = read_status(row)?;
    Ok(RegisteredAgent {
        card: row.json("card")?,
        policy: row.json("policy")?,
        builtin: row.value::<i64>("builtin")? != 0,
        awake: status.awake,
        seen_at: status.seen_at,
        required_seen_at: status.required_seen_at,
        mailbox: status.mailbox,
        worked: status.worked,
        subtasks: status.subtasks,
        version: row.value("version")?,
    })
}

/// Whether an agent is awake, and so are those that it requires; one that runs outside must have been
/// heard of since `heard_since`.
pub fn is_awake(tx: &mut Tx<'_>, id: &str, heard_since: Time) -> Result<bool> {
    tx.row(awake!(), (id, heard_since.millis()))
        .doing("looking whether an agent is awake")
        .map(|row| row.is_some())
}

/// As [`is_awake`], of an agent that the service itself answers for: not of one for which a process of its own has sent a
/// heartbeat.
pub fn is_awake_inside(tx: &mut Tx<'_>, id: &str, heard_since: Time) -> Result<bool> {
    let inside = concat!(awake!(), " AND (builtin = 1 OR is_prompted = 1 AND seen_at IS NULL)");
    tx.row(inside, (id, heard_since.millis()))
        .doing("looking whether an agent is awake")
        .map(|row| row.is_some())
}

/// Wakes an agent or puts it to sleep. One that runs outside is taken to be there when it is woken.
pub fn set_awake(tx: &mut Tx<'_>, id: &str, awake: bool) -> Result<()> {
    let found = tx
        .run(
            "UPDATE agent
                SET awake = ?2,
                    seen_at = CASE WHEN CAST(?2 AS BIGINT) = 1 THEN NULL ELSE seen_at END
              WHERE id = ?1",
            (id.to_ascii_lowercase(), awake),
        )
        .doing("waking an agent")?;
    if found == 0 { Err(Error::not_found("Agent", id)) } else { Ok(()) }
}

/// A heartbeat of an agent.
#[derive(Debug, Clone)]
pub struct Heartbeat {
    /// Its registry name.
    pub id: String,
    /// Whether it came with the program, and so runs inside: then nothing was noted.
    pub builtin: bool,
    /// Whether it was woken and not put to sleep since.
    pub awake: bool,
    /// When the one before came; none where the agent was woken since.
    pub last: Option<Time>,
}

/// Records a heartbeat of an agent that runs outside. One that was put to sleep stays asleep.
pub fn heartbeat(tx: &mut Tx<'_>, id: &str, now: Time) -> Result<Heartbeat> {
    let row = tx
        .row(
            "SELECT id, builtin, awake, seen_at
               FROM agent
              WHERE id = ?1",
            (id.to_ascii_lowercase(),),
        )
        .doing("looking for an agent")?;
    let mut row = row.ok_or_else(|| Error::not_found("Agent", id))?;
    let heartbeat = Heartbeat {
        id: row.value("id")?,
        builtin: row.value::<i64>("builtin")? != 0,
        awake: row.value::<i64>("awake")? != 0,
        last: row.time_or_none("seen_at")?,
    };
    tx.run(
        "UPDATE agent
            SET seen_at = ?2
          WHERE id = ?1
            AND builtin = 0",
        (&heartbeat.id, now.millis()),
    )
    .doing("recording a heartbeat")?;
    Ok(heartbeat)
}
