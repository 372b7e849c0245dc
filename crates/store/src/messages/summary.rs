//! The summary of the hub: its counters, and the latest messages as the automata of the protocol read
//! them.

use db::{Row, Tx};
use domain::{
    Principal, Result, Time,
    messages::{
        MessageType, State,
        protocol::{JOURNAL_MAX, JournalEntry, OVERDUE_MS},
    },
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    project_counters,
};

/// What a transaction of the hub adds to its counters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages that are new.
    pub messages: usize,
    /// Messages that failed for good.
    pub failed: usize,
    /// Hand-offs that were accepted.
    pub handoffs: usize,
}

/// Counts what a transaction did. Every message changes these few rows, so they are locked last in a
/// transaction, and in the order of their names.
pub fn count(tx: &mut Tx<'_>, added: Counters) -> Result<()> {
    let counters = [
        ("handoffs_completed", added.handoffs),
        ("messages", added.messages),
        ("messages_failed", added.failed),
    ];
    for (name, amount) in counters.into_iter().filter(|(_, amount)| *amount > 0) {
        project_counters::add_to_counter(tx, name, column::count(amount))?;
    }
    Ok(())
}

/// Numbers of all messages of all users.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many there ever were.
    pub messages: i64,
    /// How many failed for good.
    pub failed: i64,
    /// How many hand-offs were accepted.
    pub handoffs: i64,
    /// How many are dead and not yet deleted.
    pub dead: i64,
    /// Since when the one that has waited longest is due.
    pub oldest_due: Option<Time>,
}

/// Numbers of all messages of all users. It reads every message that waits, so run it in a scan.
pub fn totals(tx: &mut Tx<'_>) -> Result<Totals> {
    let row = tx
        .row(
            "SELECT (SELECT count(*) FROM message WHERE state = 'dead') AS dead,
                    (SELECT min(not_before) FROM message WHERE state = 'queued') AS oldest_due",
            (),
        )
        .doing("counting messages")?;
    let mut stock = Totals {
        messages: project_counters::counter(tx, "messages")?,
        failed: project_counters::counter(tx, "messages_failed")?,
        handoffs: project_counters::counter(tx, "handoffs_completed")?,
        ..Totals::default()
    };
    if let Some(mut row) = row {
        stock.dead = row.value("dead")?;
        stock.oldest_due = row.time_or_none("oldest_due")?;
    }
    Ok(stock)
}

/// The summary of the hub.
#[derive(Debug, Clone)]
pub struct Summary {
    /// How many agents are registered.
    pub agents: i64,
    /// How many messages failed, ever.
    pub failed: i64,
    /// How many hand-offs were accepted, ever.
    pub handoffs: i64,
    /// How many consultations wait for their answer.
    pub pending: i64,
    /// Whether there are dead messages, or a lease or a deadline that was over long ago.
    pub needs_attention: bool,
    /// The latest messages the principal may see, newest first.
    pub latest: Vec<JournalEntry>,
}

/// The summary now. The counters are those of the whole hub; single messages are those that the
/// principal may see.
pub fn summary(tx: &mut Tx<'_>, principal: &Principal, now: Time) -> Result<Summary> {
    let long_ago = now.plus(-OVERDUE_MS).millis();
    let row = tx
        .row(
            "SELECT (SELECT count(*) FROM agent) AS agents,
                    (SELECT count(*)
                       FROM message
                      WHERE deadline IS NOT NULL
                        AND state IN ('queued', 'leased', 'awaiting_reply', 'waiting', 'awaiting_approval')
                        AND type = 'consultation') AS pending,
                    CAST(CASE WHEN EXISTS (SELECT 1 FROM message WHERE state = 'dead')
                           OR EXISTS (SELECT 1
                                        FROM message
                                       WHERE deadline IS NOT NULL
                                         AND state IN ('queued', 'leased', 'awaiting_reply', 'waiting', 'awaiting_approval')
                                         AND deadline < ?1)
                           OR EXISTS (SELECT 1
                                        FROM message
                                       WHERE state = 'leased'
                                         AND lease_until < ?1)
                         THEN 1 ELSE 0 END AS BIGINT) AS needs_attention",
            (long_ago,),
        )
        .doing("reading the summary of the hub")?;
    let (agents, pending, needs_attention) = match row {
        Some(mut row) => {
            let needs_attention = row.value::<i64>("needs_attention")? != 0;
            (row.value("agents")?, row.value("pending")?, needs_attention)
        }
        None => (0, 0, false),
    };
    Ok(Summary {
        agents,
        failed: project_counters::counter(tx, "messages_failed")?,
        handoffs: project_counters::counter(tx, "handoffs_completed")?,
        pending,
        needs_attention,
        latest: latest(tx, principal)?,
    })
}

fn latest(tx: &mut Tx<'_>, principal: &Principal) -> Result<Vec<JournalEntry>> {
    let rows = if principal.owns_everything {
        tx.rows(
            "SELECT id, reply_to, answer_id, conversation_id, type, hops, state, history
               FROM message
              ORDER BY id DESC
              LIMIT ?1",
            (JOURNAL_MAX,),
        )
    } else {
        tx.rows(
            "SELECT id, reply_to, answer_id, conversation_id, type, hops, state, history
               FROM message
              WHERE account = ?1
              ORDER BY id DESC
              LIMIT ?2",
            (&principal.user, JOURNAL_MAX),
        )
    };
    rows.doing("reading the journal")?.into_iter().map(|mut row| entry(&mut row)).collect()
}

fn entry(row: &mut Row) -> Result<JournalEntry> {
    Ok(JournalEntry {
        id: row.value("id")?,
        reply_to: row.value("reply_to")?,
        answer_id: row.value("answer_id")?,
        conversation_id: row.value("conversation_id")?,
        message_type: row.word("type", MessageType::parse)?,
        hops: row.value("hops")?,
        state: row.word("state", State::parse)?,
        history: row.json("history")?,
    })
}
