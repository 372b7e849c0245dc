//! Commands on access tokens. The text of a token is known to whoever made it; only its digest is
//! stored.

use std::{
    fmt::{self, Write as _},
    io,
};

use domain::{
    Error, Principal, Result, digest, ids,
    principal::{LOCAL, Scope},
    time::DAY_MS,
};
pub use store::accounts::Token;
use store::{Tx, accounts};

use crate::{change::Change, tools::naming};

/// Random bytes of a secret.
const BYTES: usize = 32;

/// What a token starts with, so that people and scanners know it when they see it.
const PREFIX: &str = "scr_";

/// A token to be made.
#[derive(Debug, Clone)]
pub struct TokenCreate {
    /// The user it speaks for, who is created when there is none of this name.
    pub user: String,
    /// What it allows.
    pub scope: Scope,
    /// The only project that it may see, by id or name; none for all of the user's.
    pub project: Option<String>,
    /// What it is for.
    pub label: String,
    /// After how many days it ends; without, never.
    pub days: Option<u32>,
}

/// A token that was made; shown, it is its text.
#[derive(Clone, PartialEq, Eq)]
pub struct CreatedToken {
    /// Its identifier.
    pub id: String,
    text: String,
}

impl fmt::Display for CreatedToken {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.text)
    }
}

/// Without the text: what is shown for debugging may end up in a log.
impl fmt::Debug for CreatedToken {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("CreatedToken").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Makes a token.
///
/// # Errors
/// Rejected for the name of the machine's own user, who needs none, for an administrator's token of one project, and
/// for a name that several projects have; not found when the user may not see the project; internal when the system
/// gives no random bytes.
pub fn create(change: &mut Change<'_, '_>, create: &TokenCreate) -> Result<CreatedToken> {
    let user = create.user.as_str();
    if user == LOCAL || user.trim().is_empty() {
        let reason = format!("\"{user}\" cannot be the name of a user with a token");
        return Err(Error::Rejected(reason));
    }
    let mut project_id = None;
    if let Some(project) = &create.project {
        if create.scope == Scope::Admin {
            let reason =
                "A token for one project cannot have the scope admin, which concerns everybody";
            return Err(Error::Rejected(reason.to_owned()));
        }
        let owner = Principal::of_token(user.to_owned(), create.scope);
        project_id = Some(naming::project(change.tx, &owner, Some(project))?.1.id);
    }
    let text = secret(PREFIX)?;
    let token = Token {
        id: ids::new(change.now),
        account: user.to_owned(),
        scope: create.scope,
        project_id,
        label: create.label.clone(),
        created_at: change.now,
        expires_at: create.days.map(|days| change.now.plus(i64::from(days) * DAY_MS)),
    };
    accounts::create(change.tx, &token, &digest::hex(text.as_bytes()))?;
    Ok(CreatedToken { id: token.id, text })
}

/// A secret that nobody can guess, behind this prefix.
///
/// # Errors
/// Internal when the system gives no random bytes.
pub(crate) fn secret(prefix: &str) -> Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::internal("making a secret", io::Error::from(error)))?;
    Ok(bytes.iter().fold(prefix.to_owned(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Every token, oldest first.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<Token>> {
    accounts::list(tx)
}

/// Ends a token at once.
pub fn revoke(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    accounts::revoke(change.tx, id)
}
