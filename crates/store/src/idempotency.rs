//! Answers to keyed requests, stored with what they did, so that a repeat gets the first answer and
//! does nothing.

use db::Tx;
use domain::{Error, Result, Time};

use crate::{Doing as _, column::ReadColumns as _};

/// How long an answer is kept, in milliseconds.
pub const KEPT_MS: i64 = 24 * 60 * 60 * 1_000;

/// A request that may be repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed {
    /// The user it came from.
    pub account: String,
    /// Its method and path.
    pub path: String,
    /// The key the caller chose.
    pub key: String,
    /// A digest of its body.
    pub body_hash: String,
}

/// An answer as it goes over the wire; its body is JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status code.
    pub status: u32,
    /// The entity tag, where it shows a record that has one.
    pub etag: Option<String>,
    /// The body; empty for none.
    pub body: String,
}

/// Takes the key for this request, or finds the answer the first one got.
///
/// # Errors
/// A conflict when the key was used with another body.
pub fn take(tx: &mut Tx<'_>, keyed: &Keyed, now: Time) -> Result<Option<Answer>> {
    let expired = now.plus(-KEPT_MS).millis();
    tx.run(
        "DELETE FROM idempotency
          WHERE account = ?1
            AND path = ?2
            AND name = ?3
            AND created_at < ?4",
        (&keyed.account, &keyed.path, &keyed.key, expired),
    )
    .doing("deleting an answer")?;
    let taken = tx
        .run(
            "INSERT INTO idempotency (account, path, name, body_hash, status, body, created_at)
             VALUES (?1, ?2, ?3, ?4, 0, '', ?5)
             ON CONFLICT (account, path, name) DO NOTHING",
            (&keyed.account, &keyed.path, &keyed.key, &keyed.body_hash, now.millis()),
        )
        .doing("taking a key")?;
    if taken > 0 {
        return Ok(None);
    }
    let answer = find(tx, keyed, now)?;
    answer.ok_or_else(|| Error::internal("looking for an answer", "it is gone")).map(Some)
}

/// The answer the first request with this key got, if there was one.
///
/// # Errors
/// A conflict when the key was used with another body.
pub fn find(tx: &mut Tx<'_>, keyed: &Keyed, now: Time) -> Result<Option<Answer>> {
    let row = tx
        .row(
            "SELECT body_hash, status, etag, body
               FROM idempotency
              WHERE account = ?1
                AND path = ?2
                AND name = ?3
                AND created_at >= ?4",
            (&keyed.account, &keyed.path, &keyed.key, now.plus(-KEPT_MS).millis()),
        )
        .doing("looking for an answer")?;
    let Some(mut row) = row else { return Ok(None) };
    if row.value::<String>("body_hash")? != keyed.body_hash {
        return Err(Error::Conflict("This Idempotency-Key came with another body".to_owned()));
    }
    Ok(Some(Answer {
        status: row.value("status")?,
        etag: row.value("etag")?,
        body: row.value("body")?,
    }))
}

/// Stores the answer under the key that was taken.
pub fn keep(tx: &mut Tx<'_>, keyed: &Keyed, answer: &Answer) -> Result<()> {
    tx.run(
        "UPDATE idempotency
            SET status = ?4, etag = ?5, body = ?6
          WHERE account = ?1
            AND path = ?2
            AND name = ?3",
        (
            &keyed.account,
            &keyed.path,
            &keyed.key,
            i64::from(answer.status),
            &answer.etag,
            &answer.body,
        ),
    )
    .doing("storing an answer")
    .map(drop)
}

/// Deletes answers that are older than they are kept, at most `limit`; how many.
pub fn delete_old(tx: &mut Tx<'_>, now: Time, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM idempotency
          WHERE (account, path, name) IN (SELECT account, path, name
                                            FROM idempotency
                                           WHERE created_at < ?1
                                           LIMIT ?2)",
        (now.plus(-KEPT_MS).millis(), limit),
    )
    .doing("deleting old answers")
}
