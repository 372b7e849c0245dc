//! Changes of leased messages: they are finished, prolonged, given back, and released from a worker
//! that went silent. A change counts only under the epoch of the lease.

use std::collections::BTreeMap;

use db::Tx;
use domain::{
    Error, Principal, Result, Time,
    messages::{Message, State},
};

use super::{columns, leases::Leased, mailbox::return_to_mailbox, read, read_all};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// Ends a lease with the message's new state; false when the lease is no longer valid, and nothing was
/// changed.
pub fn finish(tx: &mut Tx<'_>, leased: &Leased, message: &Message) -> Result<bool> {
    let finished = tx
        .run(
            "UPDATE message
                SET state = ?3, error = ?4, rule = ?5, history = ?6, answer_id = ?7,
                    not_before = ?8, died_at = ?9, deadline = ?10, approval = ?11,
                    lease_until = NULL, lease_owner = NULL
              WHERE id = ?1
                AND lease_epoch = ?2
                AND state = 'leased'",
            (
                &message.id,
                leased.epoch,
                message.state.as_str(),
                &message.error,
                &message.rule,
                column::text(&message.history)?,
                &message.answer_id,
                message.not_before.millis(),
                died_at(message),
                message.deadline.map(Time::millis),
                message.approval.as_ref().map(column::text).transpose()?,
            ),
        )
        .doing("finishing a message")?;
    Ok(finished > 0)
}

/// When a message died, if it did.
pub(super) fn died_at(message: &Message) -> Option<i64> {
    let last = message.history.last().filter(|_| message.state == State::Dead);
    last.map(|step| step.at.millis())
}

/// Locks a message that was leased; false when the lease is no longer valid.
pub fn lock_lease(tx: &mut Tx<'_>, leased: &Leased) -> Result<bool> {
    tx.row(
        "SELECT id
           FROM message
          WHERE id = ?1
            AND lease_epoch = ?2
            AND state = 'leased' /*+for_update*/",
        (&leased.message.id, leased.epoch),
    )
    .doing("locking a leased message")
    .map(|row| row.is_some())
}

/// As [`lock_lease`], for a worker that knows only the id and the epoch.
///
/// # Errors
/// Not found when there is no such message that the worker leased or its user may see; a conflict
/// when it is not leased to the worker under this epoch.
pub fn leased_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    owner: &str,
    id: &str,
    epoch: i64,
) -> Result<Leased> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", lease_epoch, lease_owner
               FROM message
              WHERE id = ?1 /*+for_update*/"
            ),
            (id,),
        )
        .doing("locking a leased message")?;
    let mut row = row.ok_or_else(|| Error::not_found("Message", id))?;
    let message = read(&mut row)?;
    let is_owner = row.value::<Option<String>>("lease_owner")?.as_deref() == Some(owner);
    if message.state == State::Leased && is_owner && row.value::<i64>("lease_epoch")? == epoch {
        return Ok(Leased { message, epoch });
    }
    if !is_owner && !principal.owns_everything && message.account != principal.user {
        return Err(Error::not_found("Message", id));
    }
    Err(Error::Conflict(format!("The message is not leased to you under the epoch {epoch}")))
}

/// Prolongs the leases of messages that are still leased under these epochs, none beyond its
/// message's deadline.
pub fn prolong(tx: &mut Tx<'_>, leases: &[(String, i64)], until: Time) -> Result<()> {
    let ids: Vec<&str> = leases.iter().map(|(id, _)| id.as_str()).collect();
    let under: Vec<String> = leases.iter().map(|(id, epoch)| format!("{id} {epoch}")).collect();
    tx.run(
        "UPDATE message
            SET lease_until = CASE WHEN deadline < ?3 THEN deadline ELSE ?3 END
          WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
            AND id || ' ' || lease_epoch IN (SELECT value FROM json_each(?2 /*+list*/))
            AND state = 'leased'",
        (column::text(&ids)?, column::text(&under)?, until.millis()),
    )
    .doing("prolonging leases")
    .map(drop)
}

/// Gives back messages that were leased and not begun, as if they had never been leased.
pub fn give_back(tx: &mut Tx<'_>, agent_id: &str, leased: &[Leased]) -> Result<()> {
    let mut given = 0;
    for Leased { message, epoch } in leased {
        given += tx
            .run(
                "UPDATE message
                    SET state = 'queued', attempt = attempt - 1, history = ?3,
                        lease_until = NULL, lease_owner = NULL
                  WHERE id = ?1
                    AND lease_epoch = ?2
                    AND state = 'leased'",
                (&message.id, *epoch, column::text(&message.history[..message.history.len() - 1])?),
            )
            .doing("giving messages back")?;
    }
    return_to_mailbox(tx, agent_id, column::count(given), 0)
}

/// Puts messages whose lease has ended back into their mailboxes, at most `limit`; with an `owner`,
/// those it leased before it was restarted as well. One that was tried too often is dead. Every
/// message that was released, as it is now.
pub fn release(
    tx: &mut Tx<'_>,
    owner: Option<&str>,
    limit: i64,
    now: Time,
) -> Result<Vec<Message>> {
    // Two statements, so that the one that runs every second finds its index.
    let rows = match owner {
        Some(owner) => tx.rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE state = 'leased'
                AND (lease_until <= ?1 OR lease_owner = ?2)
              LIMIT ?3 /*+skip_locked*/"
            ),
            (now.millis(), owner, limit),
        ),
        None => tx.rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE state = 'leased'
                AND lease_until <= ?1
              LIMIT ?2 /*+skip_locked*/"
            ),
            (now.millis(), limit),
        ),
    };
    let rows = rows.doing("looking for ended leases")?;
    let mut released = read_all(rows)?;
    // Every transaction changes mailboxes in the order of their names, so that none deadlock.
    let mut returned: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for message in &mut released {
        message.return_to_queue(now);
        let dead = message.state == State::Dead;
        tx.run(
            "UPDATE message
                SET state = ?2, error = ?3, rule = ?4, history = ?5, died_at = ?6,
                    lease_until = NULL, lease_owner = NULL
              WHERE id = ?1",
            (
                &message.id,
                message.state.as_str(),
                &message.error,
                &message.rule,
                column::text(&message.history)?,
                died_at(message),
            ),
        )
        .doing("releasing a message")?;
        let (queued, failed) = returned.entry(message.to_agent.clone()).or_default();
        *queued += i64::from(!dead);
        *failed += i64::from(dead);
    }
    for (agent_id, (queued, failed)) in returned {
        return_to_mailbox(tx, &agent_id, queued, failed)?;
    }
    Ok(released)
}
