//! The staff as it is kept: who is registered, who is awake, what lies in whose mailbox. It is the
//! same for everybody who may ask at all, so nothing here wants to know who does. Who belongs to it is
//! in [`staff`].

mod staff;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    agents::{Card, Policy},
};

pub use staff::{REMOVED, create, hold, install, next_place, page, remove, save, set_policy};

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
    /// How often its card or its policy was changed.
    pub version: i64,
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

/// Every agent, in registry order.
///
/// # Errors
/// When the database fails.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<Registered>> {
    let rows = tx
        .rows(
            "SELECT card, policy, builtin, awake, seen_at, queued, leased, handled, failed, version
               FROM agent
               JOIN mailbox ON agent_id = id
              ORDER BY place, id",
            (),
        )
        .doing("listing agents")?;
    rows.into_iter().map(|mut row| of_row(&mut row)).collect()
}

/// The registry name of the agent with this lower-case name, if there is one.
///
/// # Errors
/// When the database fails.
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

/// The agent of this id or, whatever its case, this name.
///
/// # Errors
/// Not found when there is none.
pub fn get(tx: &mut Tx<'_>, id: &str) -> Result<Registered> {
    let row = tx
        .row(
            "SELECT card, policy, builtin, awake, seen_at, queued, leased, handled, failed, version
               FROM agent
               JOIN mailbox ON agent_id = id
              WHERE id = ?1",
            (id.to_ascii_lowercase(),),
        )
        .doing("reading an agent")?;
    let mut row = row.ok_or_else(|| Error::not_found("Agent", id))?;
    of_row(&mut row)
}

fn of_row(row: &mut Row) -> Result<Registered> {
    Ok(Registered {
        card: column::json(row, 0)?,
        policy: column::json(row, 1)?,
        builtin: column::get::<i64>(row, 2)? != 0,
        awake: column::get::<i64>(row, 3)? != 0,
        seen_at: column::get::<Option<i64>>(row, 4)?.map(Time::from_millis),
        mailbox: Mailbox {
            queued: column::get(row, 5)?,
            leased: column::get(row, 6)?,
            handled: column::get(row, 7)?,
            failed: column::get(row, 8)?,
        },
        version: column::get(row, 9)?,
    })
}

/// Whether an agent is awake; one that runs outside must have been heard of since `heard_since`.
///
/// # Errors
/// When the database fails.
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

/// An agent that runs outside says that it is there. One that was put to sleep stays asleep.
///
/// # Errors
/// Not found when there is none of this id; a conflict for one that runs inside.
pub fn beat(tx: &mut Tx<'_>, id: &str, now: Time) -> Result<Registered> {
    let id = id.to_ascii_lowercase();
    tx.run(
        "UPDATE agent
            SET seen_at = ?2
          WHERE id = ?1
            AND builtin = 0",
        (&id, now.millis()),
    )
    .doing("noting a heartbeat")?;
    let agent = get(tx, &id)?;
    if agent.builtin {
        return Err(Error::Conflict(
            "A built-in agent runs inside and has no heartbeat".to_owned(),
        ));
    }
    Ok(agent)
}
