//! Messages whose recipient was removed: they are dead.

use db::Tx;
use domain::{
    Result, Time,
    messages::{HistoryEntry, Message, State},
};

use super::{columns, read};
use crate::{Doing as _, column};

/// Ends every message to an agent that is in this state.
macro_rules! end_all {
    ($state:literal) => {
        concat!(
            "UPDATE message
                SET state = 'dead', error = ?2, rule = 'recipient_removed', died_at = ?4,
                    lease_until = NULL, lease_owner = NULL,
                    history = substr(history, 1, length(history) - 1) || CAST(?3 AS TEXT)
              WHERE to_agent = ?1
                AND state = '",
            $state,
            "'
          RETURNING ",
            columns!()
        )
    };
}

/// Ends every message to an agent that waits in whatever way or is leased, for this reason; these messages, as they
/// are now, oldest first. Their leases are no longer valid.
pub fn end_all_of(
    tx: &mut Tx<'_>,
    agent_id: &str,
    reason: &str,
    now: Time,
) -> Result<Vec<Message>> {
    let step = format!(",{}]", column::text(&HistoryEntry { state: State::Dead, at: now })?);
    let mut dead = Vec::new();
    // One statement for each state, with its index: the agent may have had very many messages.
    let statements = [
        end_all!("queued"),
        end_all!("leased"),
        end_all!("waiting"),
        end_all!("awaiting_approval"),
    ];
    for statement in statements {
        let rows = tx
            .rows(statement, (agent_id, reason, &step, now.millis()))
            .doing("ending messages of a removed agent")?;
        for mut row in rows {
            dead.push(read(&mut row)?);
        }
    }
    dead.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    Ok(dead)
}
