//! `scriptorium token`: runs the commands on access tokens, and shows tokens as a table.

use std::fmt::Write as _;

use domain::{Principal, Result, Time, principal::Scope};
use engine::{
    Change, Clock,
    tokens::{self, CreatedToken, TokenCreate},
};
use store::Database;

/// The time by which the service judges tokens, as far as the database knows it.
pub async fn now(database: &Database) -> Result<Time> {
    let clock = Clock::system();
    clock.continue_from_database(database).await?;
    Ok(clock.now())
}

/// Makes a token for all projects of a user, which is shown once.
pub async fn create(
    database: &Database,
    user: &str,
    scope: Scope,
    label: &str,
    days: Option<u32>,
    now: Time,
) -> Result<CreatedToken> {
    let (user, label) = (user.to_owned(), label.to_owned());
    make(database, TokenCreate { user, scope, project: None, label, days }, now).await
}

/// Makes a token, which is shown once.
pub async fn make(database: &Database, create: TokenCreate, now: Time) -> Result<CreatedToken> {
    change(database, now, move |change| tokens::create(change, &create)).await
}

/// Every token as a table.
pub async fn list(database: &Database) -> Result<String> {
    let tokens = database.read(tokens::list).await?;
    if tokens.is_empty() {
        return Ok("there are no tokens\n".to_owned());
    }
    let mut table = String::new();
    for token in tokens {
        let ends = token.expires_at.map_or("never".to_owned(), Time::iso);
        let project = token.project_id.map(|id| format!("  project {id}")).unwrap_or_default();
        let line = format!(
            "{}  {:<7}  {}  made {}  ends {ends}{project}  {}",
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
pub async fn revoke(database: &Database, id: String) -> Result<()> {
    let now = Clock::system().now();
    change(database, now, move |change| tokens::revoke(change, &id)).await
}

/// Runs a command of the user of this machine. No worker runs here that it could notify.
async fn change<T: Send + 'static>(
    database: &Database,
    now: Time,
    command: impl Fn(&mut Change<'_, '_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    let principal = Principal::local();
    database.write(move |tx| command(&mut Change::new(tx, &principal, now))).await
}
