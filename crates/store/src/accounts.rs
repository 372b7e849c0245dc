//! Users and their access tokens. Of a token only its digest is stored.

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    principal::{Scope, TokenName},
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// All of a token but its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its identifier.
    pub id: String,
    /// The user it speaks for.
    pub account: String,
    /// What it allows.
    pub scope: Scope,
    /// The only project that it may see; none for all of the user's.
    pub project_id: Option<String>,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created_at: Time,
    /// When it ends.
    pub expires_at: Option<Time>,
}

/// Inserts a token with the digest of its text; its user is created when there is none of that name.
pub fn create(tx: &mut Tx<'_>, token: &Token, hash: &str) -> Result<()> {
    tx.run(
        "INSERT INTO account (name, created_at)
         VALUES (?1, ?2)
         ON CONFLICT (name) DO NOTHING",
        (&token.account, token.created_at.millis()),
    )
    .doing("creating a user")?;
    tx.run(
        "INSERT INTO token (id, hash, account, scope, project_id, label, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        (
            &token.id,
            hash,
            &token.account,
            token.scope.as_str(),
            token.project_id.as_deref(),
            &token.label,
            token.created_at.millis(),
            token.expires_at.map(Time::millis),
        ),
    )
    .doing("creating a token")
    .map(drop)
}

/// The user of the token with this digest, if there is such a token and it has not expired.
pub fn of_token(tx: &mut Tx<'_>, hash: &str, now: Time) -> Result<Option<Principal>> {
    let row = tx
        .row(
            "SELECT id, account, scope, project_id, label
               FROM token
              WHERE hash = ?1
                AND (expires_at IS NULL OR expires_at > ?2)",
            (hash, now.millis()),
        )
        .doing("looking for a token")?;
    row.map(|mut row| read_principal(&mut row)).transpose()
}

/// As [`of_token`], with the row locked until the transaction ends: the user, and when the token ends.
pub fn of_token_for_update(
    tx: &mut Tx<'_>,
    hash: &str,
    now: Time,
) -> Result<Option<(Principal, Option<Time>)>> {
    let row = tx
        .row(
            "SELECT id, account, scope, project_id, label, expires_at
               FROM token
              WHERE hash = ?1
                AND (expires_at IS NULL OR expires_at > ?2) /*+for_update*/",
            (hash, now.millis()),
        )
        .doing("locking a token")?;
    row.map(|mut row| {
        let expires_at = row.value::<Option<i64>>("expires_at")?.map(Time::from_millis);
        Ok((read_principal(&mut row)?, expires_at))
    })
    .transpose()
}

/// The user of a token, by its columns.
pub(crate) fn read_principal(row: &mut Row) -> Result<Principal> {
    let scope = row.word("scope", Scope::parse)?;
    let principal = Principal::of_token(row.value("account")?, scope);
    let token = TokenName { id: row.value("id")?, label: row.value("label")? };
    Ok(Principal { project: row.value("project_id")?, token: Some(token), ..principal })
}

/// Whether there is a token that has not expired.
pub fn any(tx: &mut Tx<'_>, now: Time) -> Result<bool> {
    tx.row(
        "SELECT id
           FROM token
          WHERE expires_at IS NULL OR expires_at > ?1
          LIMIT 1",
        (now.millis(),),
    )
    .doing("looking for a token")
    .map(|row| row.is_some())
}

/// Every token, oldest first.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<Token>> {
    let rows = tx
        .rows(
            "SELECT id, account, scope, project_id, label, created_at, expires_at
               FROM token
              ORDER BY created_at, id",
            (),
        )
        .doing("listing tokens")?;
    column::read_all(rows, read)
}

fn read(row: &mut Row) -> Result<Token> {
    Ok(Token {
        id: row.value("id")?,
        account: row.value("account")?,
        scope: row.word("scope", Scope::parse)?,
        project_id: row.value("project_id")?,
        label: row.value("label")?,
        created_at: row.time("created_at")?,
        expires_at: row.value::<Option<i64>>("expires_at")?.map(Time::from_millis),
    })
}

/// Ends a token at once.
pub fn revoke(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let revoked = tx
        .run(
            "DELETE FROM token
              WHERE id = ?1",
            (id,),
        )
        .doing("revoking a token")?;
    if revoked == 0 { Err(Error::not_found("Token", id)) } else { Ok(()) }
}
