//! Commands on sessions: a browser swaps its token for the secret of a session, which it keeps in a cookie.
//! Only the digest of the secret is stored.

use std::fmt;

use domain::{
    Error, Principal, Result, Time, digest,
    sessions::{SESSIONS_PER_TOKEN_MAX, expires_at},
};
use store::{
    accounts,
    sessions::{self, NewSession},
};

use crate::{change::Change, tokens};

/// What the secret of a session starts with, so that it is not taken for a token.
const PREFIX: &str = "scs_";

/// A session that has begun.
#[derive(Clone)]
pub struct CreatedSession {
    /// What goes into the cookie.
    pub secret: String,
    /// Who its requests are by.
    pub principal: Principal,
    /// For how long it lasts, in milliseconds.
    pub lasts_ms: i64,
}

/// Without the secret: what is shown for debugging may end up in a log.
impl fmt::Debug for CreatedSession {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("CreatedSession")
            .field("principal", &self.principal)
            .finish_non_exhaustive()
    }
}

/// Begins a session with the rights of the token with this digest.
///
/// # Errors
/// Unauthorized when there is no such token, or it has ended.
pub fn create(change: &mut Change<'_, '_>, token_hash: &str) -> Result<CreatedSession> {
    let found = accounts::of_token_for_update(change.tx, token_hash, change.now)?;
    let invalid = Error::Unauthorized("The access token is not valid");
    let Some((principal, token_expires_at)) = found else { return Err(invalid) };
    let Some(token) = &principal.token else { return Err(invalid) };
    let secret = tokens::secret(PREFIX)?;
    let ends: Time = expires_at(change.now, token_expires_at);
    let session = NewSession {
        hash: &digest::hex(secret.as_bytes()),
        token_id: &token.id,
        created_at: change.now,
        expires_at: ends,
    };
    sessions::create(change.tx, &session, SESSIONS_PER_TOKEN_MAX)?;
    Ok(CreatedSession { secret, principal, lasts_ms: ends.millis() - change.now.millis() })
}

/// Ends the session with this secret at once, if there is one.
pub fn end(change: &mut Change<'_, '_>, secret: &str) -> Result<()> {
    sessions::end(change.tx, &digest::hex(secret.as_bytes()))
}
