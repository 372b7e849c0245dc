//! The staff as it is kept: who is registered, who is awake, what lies in whose mailbox. It is the
//! same for everybody who may ask at all, so nothing here wants to know who does. Who belongs to it is
//! in [`staff`], how much and how fast agents work in [`work`].

mod staff;
mod work;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    agents::{Card, Policy},
};

pub use staff::{
    REMOVED, create, get_for_update, install, next_position, page, remove, save, set_policy,
};

pub use work::{
    Metered, Response, forget_meters, forget_server, has_other_server, meters, note_responses,
    note_running, note_server, publish, speeds,
};

use crate::{Doing as _, column};

/// An agent as the registry keeps it.
#[derive(Debug, Clone)]
pub struct Registered {
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
    /// What lies in its mailbox.
    pub mailbox: Mailbox,
    /// Whether a request of it is known to have ended, ever.
    pub worked: bool,
    /// Sub-tasks of swarms that wait for it.
    pub subtasks: i64,
    /// How often its card or its policy was changed.
    pub version: i64,
}

impl Registered {
    /// How it stands.
    pub fn standing(&self) -> Standing {
        Standing {
            awake: self.awake,
            seen_at: self.seen_at,
            mailbox: self.mailbox,
            worked: self.worked,
            subtasks: self.subtasks,
        }
    }
}

/// What lies in a mailbox, and what went through it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mailbox {
    /// Messages that wait.
    pub queued: i64,
    /// Messages somebody is at.
    pub leased: i64,
    /// Messages that were handled, ever.
    pub handled: i64,
    /// Messages that failed, ever.
    pub failed: i64,
}

/// What changes about an agent from moment to moment.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    /// Whether it was woken and not put to sleep since.
    pub awake: bool,
    /// Its last heartbeat, for one that runs outside.
    pub seen_at: Option<Time>,
    /// What lies in its mailbox.
    pub mailbox: Mailbox,
    /// Whether a request of it is known to have ended, ever.
    pub worked: bool,
    /// Sub-tasks of swarms that wait for it.
    pub subtasks: i64,
}

/// How every agent stands, in registry order, and the revision of the registry: while that is the
/// same, so are the agents, their order and their cards.
pub fn standing(tx: &mut Tx<'_>) -> Result<(i64, Vec<Standing>)> {
    let rows = tx
        .rows(
            "SELECT awake, seen_at, queued, leased, handled, failed,
                    handled + failed > 0
                    OR EXISTS (SELECT 1
                                 FROM agent_speed
                                WHERE agent_speed.agent_id = agent.id),
                    (SELECT count(*)
                       FROM subtask
                      WHERE subtask.agent_id = agent.id
                        AND state = 'ready')
               FROM agent
               JOIN mailbox ON mailbox.agent_id = agent.id
              ORDER BY position, id",
            (),
        )
        .doing("looking at agents")?;
    let all = rows.into_iter().map(|mut row| {
        let done = (column::get(&mut row, 6)?, column::get(&mut row, 7)?);
        standing_of(&mut row, 0, done)
    });
    let all = all.collect::<Result<_>>()?;
    Ok((staff::revision(tx)?, all))
}

/// How an agent stands by the six columns from `first` on, whether it has worked, and how many sub-tasks
/// wait for it.
fn standing_of(row: &mut Row, first: usize, (worked, subtasks): (bool, i64)) -> Result<Standing> {
    Ok(Standing {
        awake: column::get::<i64>(row, first)? != 0,
        seen_at: column::get::<Option<i64>>(row, first + 1)?.map(Time::from_millis),
        mailbox: Mailbox {
            queued: column::get(row, first + 2)?,
            leased: column::get(row, first + 3)?,
            handled: column::get(row, first + 4)?,
            failed: column::get(row, first + 5)?,
        },
        worked,
        subtasks,
    })
}

/// Every agent, in registry order.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<Registered>> {
    let rows = tx
        .rows(
            "SELECT card, policy, builtin, awake, seen_at, queued, leased, handled, failed, version,
                    handled + failed > 0
                    OR EXISTS (SELECT 1
                                 FROM agent_speed
                                WHERE agent_speed.agent_id = agent.id),
                    (SELECT count(*)
                       FROM subtask
                      WHERE subtask.agent_id = agent.id
                        AND state = 'ready')
               FROM agent
               JOIN mailbox ON mailbox.agent_id = agent.id
              ORDER BY position, id",
            (),
        )
        .doing("listing agents")?;
    rows.into_iter().map(|mut row| of_row(&mut row)).collect()
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
    row.map(|mut row| column::get(&mut row, 0)).transpose()
}

/// Whose messages the agent of this id takes.
///
/// # Errors
/// Not found when there is none.
pub fn policy(tx: &mut Tx<'_>, id: &str) -> Result<Policy> {
    let row = tx
        .row(
            "SELECT policy
               FROM agent
              WHERE id = ?1",
            (id,),
        )
        .doing("reading a policy")?;
    let mut row = row.ok_or_else(|| Error::not_found("Agent", id))?;
    column::json(&mut row, 0)
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
    let policy = |mut row: Row| Ok((column::get(&mut row, 0)?, column::json(&mut row, 1)?));
    rows.into_iter().map(policy).collect()
}

/// The agent of this id or, whatever its case, this name.
///
/// # Errors
/// Not found when there is none.
pub fn get(tx: &mut Tx<'_>, id: &str) -> Result<Registered> {
    let row = tx
        .row(
            "SELECT card, policy, builtin, awake, seen_at, queued, leased, handled, failed, version,
                    handled + failed > 0
                    OR EXISTS (SELECT 1
                                 FROM agent_speed
                                WHERE agent_speed.agent_id = agent.id),
                    (SELECT count(*)
                       FROM subtask
                      WHERE subtask.agent_id = agent.id
                        AND state = 'ready')
               FROM agent
               JOIN mailbox ON mailbox.agent_id = agent.id
              WHERE id = ?1",
            (id.to_ascii_lowercase(),),
        )
        .doing("reading an agent")?;
    let mut row = row.ok_or_else(|| Error::not_found("Agent", id))?;
    of_row(&mut row)
}

fn of_row(row: &mut Row) -> Result<Registered> {
    let done: (bool, i64) = (column::get(row, 10)?, column::get(row, 11)?);
    let standing = standing_of(row, 3, done)?;
    Ok(Registered {
        card: column::json(row, 0)?,
        policy: column::json(row, 1)?,
        builtin: column::get::<i64>(row, 2)? != 0,
        awake: standing.awake,
        seen_at: standing.seen_at,
        mailbox: standing.mailbox,
        worked: standing.worked,
        subtasks: standing.subtasks,
        version: column::get(row, 9)?,
    })
}

/// Whether an agent is awake; one that runs outside must have been heard of since `heard_since`.
pub fn is_awake(tx: &mut Tx<'_>, id: &str, heard_since: Time) -> Result<bool> {
    tx.row(
        "SELECT id
           FROM agent
          WHERE id = ?1
            AND awake = 1
            AND (seen_at IS NULL OR seen_at >= ?2)",
        (id, heard_since.millis()),
    )
    .doing("looking whether an agent is awake")
    .map(|row| row.is_some())
}

/// Wakes an agent or puts it to sleep.
///
/// # Errors
/// Not found when there is none of this id.
pub fn set_awake(tx: &mut Tx<'_>, id: &str, awake: bool) -> Result<()> {
    let found = tx
        .run(
            "UPDATE agent
                SET awake = ?2, seen_at = NULL
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
///
/// # Errors
/// Not found when there is none of this id.
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
        id: column::get(&mut row, 0)?,
        builtin: column::get::<i64>(&mut row, 1)? != 0,
        awake: column::get::<i64>(&mut row, 2)? != 0,
        last: column::get::<Option<i64>>(&mut row, 3)?.map(Time::from_millis),
    };
    tx.run(
        "UPDATE agent
            SET seen_at = ?2
          WHERE id = ?1
            AND builtin = 0",
        (&heartbeat.id, now.millis()),
    )
    .doing("noting a heartbeat")?;
    Ok(heartbeat)
}
