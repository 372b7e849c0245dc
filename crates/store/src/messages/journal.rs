//! What the journal of messages shows of the hub: its counters, and the latest messages as the
//! automata of the protocol read them.

use db::{Row, Tx};
use domain::{
    Principal, Result, Time,
    messages::{
        MessageType, State,
        protocol::{Entry, JOURNAL_MAX, OVERDUE_MS},
    },
};

use crate::{Doing as _, column, summaries};

/// What a transaction of the hub adds to its counters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Messages that are new.
    pub messages: usize,
    /// Messages that failed for good.
    pub failed: usize,
    /// Hand-offs that were accepted.
    pub handoffs: usize,
}

/// Counts what a transaction did. Every message passes these few rows, so they come last in a
/// transaction, and in the order of their names: who holds one waits for nobody.
pub fn count(tx: &mut Tx<'_>, tally: Tally) -> Result<()> {
    let counters = [
        ("handoffs_completed", tally.handoffs),
        ("messages", tally.messages),
        ("messages_failed", tally.failed),
    ];
    for (name, amount) in counters.into_iter().filter(|(_, amount)| *amount > 0) {
        summaries::add_to_counter(tx, name, column::count(amount))?;
    }
    Ok(())
}

/// All messages in numbers, whoever's they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stock {
    /// How many there ever were.
    pub messages: i64,
    /// How many failed for good.
    pub failed: i64,
    /// How many hand-offs were accepted.
    pub handoffs: i64,
    /// How many nobody could deal with and are still kept.
    pub dead: i64,
    /// Since when the one that has waited longest could have been taken.
    pub oldest_due: Option<Time>,
}

/// All messages in numbers. It looks at every one that waits, so it is to be read as a scan.
pub fn stock(tx: &mut Tx<'_>) -> Result<Stock> {
    let row = tx
        .row(
            "SELECT (SELECT count(*) FROM message WHERE state = 'dead'),
                    (SELECT min(not_before) FROM message WHERE state = 'queued')",
            (),
        )
        .doing("counting messages")?;
    let mut stock = Stock {
        messages: summaries::counter(tx, "messages")?,
        failed: summaries::counter(tx, "messages_failed")?,
        handoffs: summaries::counter(tx, "handoffs_completed")?,
        ..Stock::default()
    };
    if let Some(mut row) = row {
        stock.dead = column::get(&mut row, 0)?;
        stock.oldest_due = column::get::<Option<i64>>(&mut row, 1)?.map(Time::from_millis);
    }
    Ok(stock)
}

/// What the journal shows.
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
    /// Whether there are dead letters, or a lease or a deadline that was over long ago.
    pub needs_a_hand: bool,
    /// The latest messages the principal may see, newest first.
    pub latest: Vec<Entry>,
}

/// What the journal shows now. The counters are those of the whole hub; of single messages the
/// principal learns only of those they may see.
pub fn summary(tx: &mut Tx<'_>, principal: &Principal, now: Time) -> Result<Summary> {
    let long_ago = now.plus(-OVERDUE_MS).millis();
    let row = tx
        .row(
            "SELECT (SELECT count(*) FROM agent),
                    (SELECT count(*)
                       FROM message
                      WHERE deadline IS NOT NULL
                        AND state IN ('queued', 'leased', 'awaiting_reply')
                        AND type = 'consultation'),
                    CAST(CASE WHEN EXISTS (SELECT 1 FROM message WHERE state = 'dead')
                           OR EXISTS (SELECT 1
                                        FROM message
                                       WHERE deadline IS NOT NULL
                                         AND state IN ('queued', 'leased', 'awaiting_reply')
                                         AND deadline < ?1)
                           OR EXISTS (SELECT 1
                                        FROM message
                                       WHERE state = 'leased'
                                         AND lease_until < ?1)
                         THEN 1 ELSE 0 END AS BIGINT)",
            (long_ago,),
        )
        .doing("summing up the hub")?;
    let (agents, pending, needs_a_hand) = match row {
        Some(mut row) => {
            let needs_a_hand = column::get::<i64>(&mut row, 2)? != 0;
            (column::get(&mut row, 0)?, column::get(&mut row, 1)?, needs_a_hand)
        }
        None => (0, 0, false),
    };
    Ok(Summary {
        agents,
        failed: summaries::counter(tx, "messages_failed")?,
        handoffs: summaries::counter(tx, "handoffs_completed")?,
        pending,
        needs_a_hand,
        latest: latest(tx, principal)?,
    })
}

fn latest(tx: &mut Tx<'_>, principal: &Principal) -> Result<Vec<Entry>> {
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

fn entry(row: &mut Row) -> Result<Entry> {
    Ok(Entry {
        id: column::get(row, 0)?,
        reply_to: column::get(row, 1)?,
        answer_id: column::get(row, 2)?,
        conversation_id: column::get(row, 3)?,
        message_type: column::word(row, 4, MessageType::parse)?,
        hops: column::get(row, 5)?,
        state: column::word(row, 6, State::parse)?,
        history: column::json(row, 7)?,
    })
}
