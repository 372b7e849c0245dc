//! Rules of the protocol that messages broke: rows of `violation`, stored as long as the message that
//! shows it.

use db::{Row, Tx};
use domain::{
    Principal, Result, Time,
    messages::protocol::{VIOLATIONS_MAX, Violation},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// Inserts violations, one for each rule and message.
pub fn insert_violations(tx: &mut Tx<'_>, found: &[Violation], now: Time) -> Result<()> {
    for violation in found {
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
        .doing("inserting a violation")?;
    }
    Ok(())
}

/// The violations of messages that the principal may see, the newest message first, at most
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
    rows.doing("reading violations")?.into_iter().map(|mut row| read(&mut row)).collect()
}

fn read(row: &mut Row) -> Result<Violation> {
    Ok(Violation {
        rule: row.value::<String>("rule")?.into(),
        reason: row.value("reason")?,
        message_ids: row.json("message_ids")?,
        trace: row.json("trace")?,
    })
}

/// Whether there are violations, of any user's messages.
pub fn has_violations(tx: &mut Tx<'_>) -> Result<bool> {
    tx.row(
        "SELECT rule
           FROM violation
          LIMIT 1",
        (),
    )
    .doing("looking for violations")
    .map(|row| row.is_some())
}

/// Deletes at most `limit` violations of messages that were deleted; how many.
pub fn delete_violations(tx: &mut Tx<'_>, limit: i64) -> Result<u64> {
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
    .doing("deleting violations")
}
