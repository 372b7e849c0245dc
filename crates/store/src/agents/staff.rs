//! Changes of the staff: the built-in agents, brought up to date at every start, and those that users
//! add, change and remove.

use std::collections::HashMap;

use db::Tx;
use domain::{
    Error, Result, Time,
    agents::{AGENTS_MAX, BuiltinChanges, Card, Policy},
    messages::Message,
    page::{Cursor, Page, PageQuery},
};

use super::{RegisteredAgent, columns, counts, get, read, required_seen_at, status_columns};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    messages::{self, Counters},
    project_counters,
};

/// What counts the agents, for the list of them.
const COUNTER: &str = "agents";

/// What counts the changes of cards and of their order.
const REVISION: &str = "registry";

/// The position of the first agent of a user: behind all built-in ones, also those of later programs.
const POSITION_FIRST: i64 = 1_000;

/// Why the messages of an agent that was removed are dead.
pub const REMOVED: &str = "recipient removed";

/// Brings the built-in agents up to date with the program: a known one gets its new card, with what
/// users have changed about it, and keeps its policy and its mailbox. Agents that start by
/// themselves are awake, those of users too, unless the service `goes_on` on another server: then
/// only new ones are, and agents that were put to sleep stay asleep.
pub fn install(tx: &mut Tx<'_>, cards: &[Card], goes_on: bool) -> Result<()> {
    counter_for_update(tx)?;
    let mut changed = changes(tx)?;
    for (position, own) in cards.iter().enumerate() {
        let changes = changed.remove(&own.id).unwrap_or_default();
        let card = changes.apply_to(own);
        tx.run(
            "INSERT INTO agent (id, position, builtin, card, policy, awake, requires,
                                required_count, version)
             VALUES (?1, ?2, 1, ?3, ?4, ?5, ?7, ?8, 1)
             ON CONFLICT (id) DO UPDATE
                SET position = excluded.position, builtin = 1, seen_at = NULL,
                    awake = CASE WHEN CAST(?6 AS BIGINT) = 1
                                 THEN agent.awake
                                 ELSE excluded.awake END,
                    version = CASE WHEN agent.card = excluded.card
                                   THEN agent.version
                                   ELSE agent.version + 1 END,
                    card = excluded.card, requires = excluded.requires,
                    required_count = excluded.required_count",
            (
                &card.id,
                column::count(position),
                column::text(&card)?,
                column::text(&card.authority)?,
                card.auto_start,
                goes_on,
                required(&card),
                column::count(card.dependencies.requires.len()),
            ),
        )
        .doing("registering an agent")?;
        create_mailbox(tx, &card.id)?;
    }
    if !goes_on {
        wake_own(tx)?;
    }
    project_counters::add_to_counter(tx, REVISION, 1)?;
    tx.run(
        "UPDATE counter
            SET value = (SELECT count(*)
                           FROM agent)
          WHERE name = ?1",
        (COUNTER,),
    )
    .doing("counting agents")
    .map(drop)
}

/// What users have changed about each built-in agent.
fn changes(tx: &mut Tx<'_>) -> Result<HashMap<String, BuiltinChanges>> {
    let rows = tx
        .rows(
            "SELECT id, changes
               FROM agent
              WHERE builtin = 1",
            (),
        )
        .doing("reading changes of agents")?;
    rows.into_iter().map(|mut row| Ok((row.value("id")?, row.json("changes")?))).collect()
}

/// Wakes the agents of users that start by themselves. One that runs outside still needs heartbeats.
fn wake_own(tx: &mut Tx<'_>) -> Result<()> {
    let rows = tx
        .rows(
            "SELECT card
               FROM agent
              WHERE builtin = 0
                AND awake = 0",
            (),
        )
        .doing("looking for sleeping agents")?;
    for mut row in rows {
        let card: Card = row.json("card")?;
        if card.auto_start {
            tx.run(
                "UPDATE agent
                    SET awake = 1
                  WHERE id = ?1",
                (&card.id,),
            )
            .doing("waking an agent")?;
        }
    }
    Ok(())
}

/// The agents that an agent requires, each between two commas. An id has none.
fn required(card: &Card) -> String {
    card.dependencies.requires.iter().map(|id| format!(",{id},")).collect()
}

fn create_mailbox(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.run(
        "INSERT INTO mailbox (agent_id, queued, leased, handled, failed)
         VALUES (?1, 0, 0, 0, 0)
         ON CONFLICT (agent_id) DO NOTHING",
        (id,),
    )
    .doing("creating a mailbox")
    .map(drop)
}

/// How many agents there are; the counter's row is locked, so that nobody else adds or removes one.
fn counter_for_update(tx: &mut Tx<'_>) -> Result<i64> {
    let row = tx
        .row(
            "SELECT value
               FROM counter
              WHERE name = ?1 /*+for_update*/",
            (COUNTER,),
        )
        .doing("counting agents")?;
    row.map_or(Ok(0), |mut row| row.value("value"))
}

/// How often the registry was changed: the agents in it, their order or a card.
pub(super) fn revision(tx: &mut Tx<'_>) -> Result<i64> {
    project_counters::counter(tx, REVISION)
}

/// The position in the registry of one more agent; until this transaction ends nobody else gets one.
///
/// # Errors
/// A conflict when there are [`AGENTS_MAX`] agents.
pub fn next_position(tx: &mut Tx<'_>) -> Result<u32> {
    if counter_for_update(tx)? >= AGENTS_MAX {
        return Err(Error::Conflict(format!("There are {AGENTS_MAX} agents, and no more can be")));
    }
    let row = tx
        .row(
            "SELECT coalesce(max(position) + 1, ?1) AS next
               FROM agent
              WHERE position >= ?1",
            (POSITION_FIRST,),
        )
        .doing("looking for a position among the agents")?;
    let position = row.map_or(Ok(POSITION_FIRST), |mut row| row.value("next"))?;
    u32::try_from(position).map_err(|flaw| Error::internal("looking for a position", flaw))
}

/// Inserts a new agent of a user at its [`next_position`], with an empty mailbox. One that no language
/// model speaks for runs outside, and counts as last heard of long ago.
///
/// # Errors
/// A conflict when there is one of its name.
pub fn create(tx: &mut Tx<'_>, card: &Card) -> Result<()> {
    let made = tx
        .run(
            "INSERT INTO agent (id, position, builtin, card, policy, awake, is_prompted, seen_at,
                                requires, required_count, version)
             VALUES (?1, ?2, 0, ?3, ?4, ?5, ?6,
                     CASE WHEN CAST(?6 AS BIGINT) = 1 THEN NULL ELSE 0 END, ?7, ?8, 1)
             ON CONFLICT (id) DO NOTHING",
            (
                &card.id,
                i64::from(card.order),
                column::text(card)?,
                column::text(&card.authority)?,
                card.auto_start,
                card.resources.needs_model,
                required(card),
                column::count(card.dependencies.requires.len()),
            ),
        )
        .doing("registering an agent")?;
    if made == 0 {
        return Err(Error::Conflict(format!("There is an agent {} already", card.id)));
    }
    create_mailbox(tx, &card.id)?;
    project_counters::add_to_counter(tx, REVISION, 1)?;
    project_counters::add_to_counter(tx, COUNTER, 1)
}

/// The agent of this id or, whatever its case, this name; its row is locked.
pub fn get_for_update(tx: &mut Tx<'_>, id: &str) -> Result<RegisteredAgent> {
    tx.row(
        "SELECT id
           FROM agent
          WHERE id = ?1 /*+for_update*/",
        (id.to_ascii_lowercase(),),
    )
    .doing("locking an agent")?;
    get(tx, id)
}

/// Writes the card and the policy of a locked agent, under its version; of a built-in one also what
/// its card has otherwise than the program's.
pub fn save(tx: &mut Tx<'_>, agent: &RegisteredAgent, changes: &BuiltinChanges) -> Result<()> {
    tx.run(
        "UPDATE agent
            SET card = ?2, policy = ?3, version = ?4, changes = ?5, is_prompted = ?6,
                requires = ?7, required_count = ?8,
                seen_at = CASE WHEN builtin = 1 OR is_prompted = ?6 THEN seen_at
                               WHEN CAST(?6 AS BIGINT) = 1 AND seen_at = 0 THEN NULL
                               WHEN CAST(?6 AS BIGINT) = 0 THEN coalesce(seen_at, 0)
                               ELSE seen_at END
          WHERE id = ?1",
        (
            &agent.card.id,
            column::text(&agent.card)?,
            column::text(&agent.policy)?,
            agent.version,
            column::text(changes)?,
            agent.card.resources.needs_model,
            required(&agent.card),
            column::count(agent.card.dependencies.requires.len()),
        ),
    )
    .doing("saving an agent")?;
    project_counters::add_to_counter(tx, REVISION, 1)
}

/// Writes another policy of a locked agent, under its version.
pub fn set_policy(tx: &mut Tx<'_>, id: &str, policy: &Policy, version: i64) -> Result<()> {
    tx.run(
        "UPDATE agent
            SET policy = ?2, version = ?3
          WHERE id = ?1",
        (id, column::text(policy)?, version),
    )
    .doing("saving a policy")
    .map(drop)
}

/// Removes a locked agent of a user. Its messages that wait or are leased are dead for the reason
/// [`REMOVED`]; these messages, as they are now.
///
/// # Errors
/// A conflict for one that came with the program.
pub fn remove(tx: &mut Tx<'_>, agent: &RegisteredAgent, now: Time) -> Result<Vec<Message>> {
    let id = &agent.card.id;
    if agent.builtin {
        return Err(Error::Conflict("A built-in agent cannot be removed".to_owned()));
    }
    counter_for_update(tx)?;
    // Messages are locked before mailboxes, as everywhere. Deliveries change the mailbox: once it is
    // deleted there are none any more, and the second look finds the last ones.
    let mut dead = messages::end_all_of(tx, id, REMOVED, now)?;
    tx.run(
        "DELETE FROM mailbox
          WHERE agent_id = ?1",
        (id,),
    )
    .doing("removing a mailbox")?;
    dead.extend(messages::end_all_of(tx, id, REMOVED, now)?);
    messages::count(tx, Counters { failed: dead.len(), ..Counters::default() })?;
    tx.run(
        "DELETE FROM agent
          WHERE id = ?1",
        (id,),
    )
    .doing("removing an agent")?;
    project_counters::add_to_counter(tx, REVISION, 1)?;
    project_counters::add_to_counter(tx, COUNTER, -1)?;
    Ok(dead)
}

/// A page of the registry, in its order.
pub fn page(tx: &mut Tx<'_>, query: &PageQuery) -> Result<Page<RegisteredAgent>> {
    let (after, after_id) = column::after_cursor(query.cursor.as_ref());
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                ",
                    position
               FROM agent
               JOIN mailbox ON mailbox.agent_id = agent.id
              WHERE (position, id) > (?1, ?2)
              ORDER BY position, id
              LIMIT ?3"
            ),
            (after, after_id, query.limit + 1),
        )
        .doing("listing agents")?;
    let all = rows
        .into_iter()
        .map(|mut row| Ok((row.value("position")?, read(&mut row)?)))
        .collect::<Result<Vec<(i64, _)>>>()?;
    let total = project_counters::counter(tx, COUNTER)?;
    let page = Page::cut(all, query.limit, Some(total), |(position, agent)| Cursor {
        key: *position,
        id: agent.card.id.clone(),
    });
    Ok(page.map(|(_, agent)| agent))
}
