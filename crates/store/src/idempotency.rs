//! Answers to keyed requests, kept with what they did, so that a repeat gets the first answer and
//! does nothing.

use db::Tx;
use domain::{Error, Result, Time};

use crate::{Doing as _, column};

/// How long an answer is kept, in milliseconds.
pub const KEPT_MS: i64 = 24 * 60 * 60 * 1_000;

/// A request that may be sent again.
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

/// The text of a record's answer, and the version of the record.
pub type Versioned = (String, i64);

/// The answer about a record of a version as it is kept under a key.
pub fn packed((text, version): &Versioned) -> String {
    format!("{version} {text}")
}

/// What [`packed`] made of an answer.
///
/// # Errors
/// When it is no such text.
pub fn unpacked(kept: &str) -> Result<Versioned> {
    let (version, text) = kept.split_once(' ').unwrap_or_default();
    let version = version.parse().map_err(|flaw| Error::internal("repeating an answer", flaw))?;
    Ok((text.to_owned(), version))
}

/// Takes the key for this request, or finds the answer the first one got.
///
/// # Errors
/// A conflict when the key was used with another body.
pub fn take(tx: &mut Tx<'_>, keyed: &Keyed, now: Time) -> Result<Option<String>> {
    let expired = now.plus(-KEPT_MS).millis();
    tx.run(
        "DELETE FROM idempotency
          WHERE account = ?1
            AND path = ?2
            AND name = ?3
            AND created_at < ?4",
        (&keyed.account, &keyed.path, &keyed.key, expired),
    )
    .doing("forgetting an answer")?;
    let taken = tx
        .run(
            "INSERT INTO idempotency (account, path, name, body_hash, answer, created_at)
             VALUES (?1, ?2, ?3, ?4, '', ?5)
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
pub fn find(tx: &mut Tx<'_>, keyed: &Keyed, now: Time) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT body_hash, answer
               FROM idempotency
              WHERE account = ?1
                AND path = ?2
                AND name = ?3
                AND created_at >= ?4",
            (&keyed.account, &keyed.path, &keyed.key, now.plus(-KEPT_MS).millis()),
        )
        .doing("looking for an answer")?;
    let Some(mut row) = row else { return Ok(None) };
    if column::get::<String>(&mut row, 0)? != keyed.body_hash {
        return Err(Error::Conflict("This Idempotency-Key came with another body".to_owned()));
    }
    column::get(&mut row, 1).map(Some)
}

/// Keeps the answer for the key that was taken.
///
/// # Errors
/// When the database fails.
pub fn keep(tx: &mut Tx<'_>, keyed: &Keyed, answer: &str) -> Result<()> {
    tx.run(
        "UPDATE idempotency
            SET answer = ?4
          WHERE account = ?1
            AND path = ?2
            AND name = ?3",
        (&keyed.account, &keyed.path, &keyed.key, answer),
    )
    .doing("keeping an answer")
    .map(drop)
}

/// Forgets answers that are older than they are kept, at most `limit`; how many.
///
/// # Errors
/// When the database fails.
pub fn forget(tx: &mut Tx<'_>, now: Time, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM idempotency
          WHERE (account, path, name) IN (SELECT account, path, name
                                            FROM idempotency
                                           WHERE created_at < ?1
                                           LIMIT ?2)",
        (now.plus(-KEPT_MS).millis(), limit),
    )
    .doing("forgetting answers")
}
