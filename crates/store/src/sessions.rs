//! Sessions of browsers. Of the secret in the cookie only its digest is stored; what a session allows is read
//! from its token.

use db::Tx;
use domain::{Principal, Result, Time, principal::Credential};

use crate::{Doing as _, accounts, accounts::read_principal};

/// A session that begins.
#[derive(Debug)]
pub struct NewSession<'a> {
    /// The digest of its secret.
    pub hash: &'a str,
    /// The token that it has the rights of.
    pub token_id: &'a str,
    /// When it begins.
    pub created_at: Time,
    /// When it ends.
    pub expires_at: Time,
}

/// Inserts a session, and ends the oldest ones of its token beyond the bound. The row of the token is locked
/// already.
pub fn create(tx: &mut Tx<'_>, session: &NewSession<'_>, sessions_max: i64) -> Result<()> {
    tx.run(
        "DELETE FROM session
          WHERE hash IN (SELECT hash
                           FROM session
                          WHERE token_id = ?1
                          ORDER BY created_at DESC, hash
                          LIMIT ?2 OFFSET ?3)",
        (session.token_id, sessions_max, sessions_max - 1),
    )
    .doing("ending the oldest sessions")?;
    tx.run(
        "INSERT INTO session (hash, token_id, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4)",
        (session.hash, session.token_id, session.created_at.millis(), session.expires_at.millis()),
    )
    .doing("beginning a session")
    .map(drop)
}

/// The user of the session with this digest, if it and its token have not ended.
pub fn of_session(tx: &mut Tx<'_>, hash: &str, now: Time) -> Result<Option<Principal>> {
    let row = tx
        .row(
            "SELECT token.id, account, scope, project_id, label
               FROM session
               JOIN token ON token.id = session.token_id
              WHERE session.hash = ?1
                AND session.expires_at > ?2
                AND (token.expires_at IS NULL OR token.expires_at > ?2)",
            (hash, now.millis()),
        )
        .doing("looking for a session")?;
    row.map(|mut row| read_principal(&mut row)).transpose()
}

/// The user of a token or a session that has not ended.
pub fn of_credential(
    tx: &mut Tx<'_>,
    credential: &Credential,
    now: Time,
) -> Result<Option<Principal>> {
    match credential {
        Credential::Token(hash) => accounts::of_token(tx, hash, now),
        Credential::Session(hash) => of_session(tx, hash, now),
    }
}

/// Ends a session at once, if there is one with this digest.
pub fn end(tx: &mut Tx<'_>, hash: &str) -> Result<()> {
    tx.run(
        "DELETE FROM session
          WHERE hash = ?1",
        (hash,),
    )
    .doing("ending a session")
    .map(drop)
}

/// Deletes sessions that have ended, at most `limit`; how many.
pub fn delete_old(tx: &mut Tx<'_>, now: Time, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM session
          WHERE hash IN (SELECT hash
                           FROM session
                          WHERE expires_at <= ?1
                          LIMIT ?2)",
        (now.millis(), limit),
    )
    .doing("deleting sessions that have ended")
}
