//! Rules of the protocol that messages were seen to break. What was seen is kept as long as the
//! message that shows it, however many came after it.

use db::{Row, Tx};
use domain::{
    Principal, Result, Time,
    messages::protocol::{VIOLATIONS_MAX, Violation},
};

use crate::{Doing as _, column};

/// Keeps what breaks a rule, once for each rule and message.
pub fn keep_violations(tx: &mut Tx<'_>, seen: &[Violation], now: Time) -> Result<()> {
    for violation in seen {
        let Some(first) = violation.message_ids.first() else { continue };
        tx.run(
            "INSERT INTO violation (message_id, rule, reason, message_ids, trace, account, at)
             SELECT id, CAST(?2 AS TEXT), CAST(?3 AS TEXT), CAST(?4 AS TEXT), CAST(?5 AS TEXT),
                    account, CAST(?6 AS BIGINT)
               FROM message
              WHERE id = ?1
             ON CONFLICT (message_id, rule) DO NOTHING",
            (
                first,
                violation.rule.as_ref(),
                &violation.reason,
                column::text(&violation.message_ids)?,
                column::text(&violation.trace)?,
                now.millis(),
            ),
        )
        .doing("keeping a broken rule")?;
    }
    Ok(())
}

/// What messages that the principal may see broke, the newest message first, at most
/// [`VIOLATIONS_MAX`].
pub fn violations(tx: &mut Tx<'_>, principal: &Principal) -> Result<Vec<Violation>> {
    let most = column::count(VIOLATIONS_MAX);
    let rows = if principal.owns_everything {
        tx.rows(
            "SELECT rule, reason, message_ids, trace
               FROM violation
              ORDER BY message_id DESC, rule
              LIMIT ?1",
            (most,),
        )
    } else {
        tx.rows(
            "SELECT rule, reason, message_ids, trace
               FROM violation
              WHERE account = ?1
              ORDER BY message_id DESC, rule
              LIMIT ?2",
            (&principal.user, most),
        )
    };
    rows.doing("reading broken rules")?.into_iter().map(|mut row| of_row(&mut row)).collect()
}

fn of_row(row: &mut Row) -> Result<Violation> {
    Ok(Violation {
        rule: column::get::<String>(row, 0)?.into(),
        reason: column::get(row, 1)?,
        message_ids: column::json(row, 2)?,
        trace: column::json(row, 3)?,
    })
}

/// Whether any rule was seen to be broken, by whomever's messages.
pub fn has_violations(tx: &mut Tx<'_>) -> Result<bool> {
    tx.row(
        "SELECT rule
           FROM violation
          LIMIT 1",
        (),
    )
    .doing("looking for broken rules")
    .map(|row| row.is_some())
}

/// Forgets at most `limit` breaches of messages that were forgotten; how many.
pub fn forget_violations(tx: &mut Tx<'_>, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM violation
          WHERE message_id IN (SELECT message_id
                                 FROM violation
                                WHERE NOT EXISTS (SELECT 1
                                                    FROM message
                                                   WHERE message.id = violation.message_id)
                                LIMIT ?1)",
        (limit,),
    )
    .doing("forgetting broken rules")
}
