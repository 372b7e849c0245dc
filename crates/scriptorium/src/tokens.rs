//! `scriptorium token`: makes, lists and ends access tokens. A token is shown once, when it is
//! made; what is kept is its digest.

use std::{
    fmt::{self, Write as _},
    io,
};

use domain::{
    Time, digest, ids,
    principal::{LOCAL, Scope},
    time::DAY_MS,
};
use engine::Clock;
use store::{Database, accounts};

/// Random bytes of a token.
const BYTES: usize = 32;

/// What a token starts with, so that people and scanners know it when they see it.
const PREFIX: &str = "scr_";

/// The time by which the service judges tokens, as far as the database knows it.
pub async fn now(database: &Database) -> domain::Result<Time> {
    let clock = Clock::system();
    if let Some(latest) = database.read(store::clock::latest).await? {
        clock.continue_from(latest);
    }
    Ok(clock.now())
}

/// A token that was made; shown, it is its text.
#[derive(Clone, PartialEq, Eq)]
pub struct Made {
    /// What it is called.
    pub id: String,
    text: String,
}

impl fmt::Display for Made {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.text)
    }
}

/// Without the text: what is shown for debugging may end up in a log.
impl fmt::Debug for Made {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Made").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Makes a token.
///
/// # Errors
/// Rejected for the name of the machine's own user, who needs none; and when the system gives no
/// random bytes, or the database fails.
pub async fn create(
    database: &Database,
    user: &str,
    scope: Scope,
    label: &str,
    days: Option<u32>,
    now: Time,
) -> domain::Result<Made> {
    if user == LOCAL || user.trim().is_empty() {
        let reason = format!("\"{user}\" cannot be the name of a user with a token");
        return Err(domain::Error::Rejected(reason));
    }
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|error| domain::Error::internal("making a token", io::Error::from(error)))?;
    let text = bytes.iter().fold(PREFIX.to_owned(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    let token = accounts::Token {
        id: ids::new(now),
        account: user.to_owned(),
        scope,
        label: label.to_owned(),
        created_at: now,
        expires_at: days.map(|days| now.plus(i64::from(days) * DAY_MS)),
    };
    let (hash, id) = (digest::hex(text.as_bytes()), token.id.clone());
    database.write(move |tx| accounts::create(tx, &token, &hash)).await?;
    Ok(Made { id, text })
}

/// Every token as a table.
pub async fn list(database: &Database) -> domain::Result<String> {
    let tokens = database.read(accounts::list).await?;
    if tokens.is_empty() {
        return Ok("there are no tokens\n".to_owned());
    }
    let mut table = String::new();
    for token in tokens {
        let ends = token.expires_at.map_or("never".to_owned(), Time::iso);
        let line = format!(
            "{}  {:<5}  {}  made {}  ends {ends}  {}",
            token.id,
            token.scope.as_str(),
            token.account,
            token.created_at.iso(),
            token.label
        );
        let _ = writeln!(table, "{}", line.trim_end());
    }
    Ok(table)
}

/// Ends a token at once.
pub async fn revoke(database: &Database, id: String) -> domain::Result<()> {
    database.write(move |tx| accounts::revoke(tx, &id)).await
}
