//! Requests that may be sent again: with an Idempotency-Key, the first answer is kept in the
//! transaction of what it answers for, and a repeat gets it without doing anything.

use axum::{extract::FromRequestParts, http::request::Parts};
use domain::{Principal, Result, Time};
pub(crate) use store::idempotency::Versioned;
use store::{
    Memory, Tx,
    idempotency::{self, Keyed},
};

use crate::{App, failure::Failure};

/// The key of a request, with what it stands for.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    /// The key the caller chose.
    pub(crate) key: String,
    /// The method and path it goes to.
    pub(crate) path: String,
    /// A digest of its body.
    pub(crate) body_hash: String,
}

impl Key {
    /// The longest key, in bytes.
    pub(crate) const LENGTH_MAX: usize = 255;

    /// The key as it is kept for this principal.
    pub(crate) fn of_principal(self, principal: &Principal) -> Keyed {
        Keyed {
            account: principal.user.clone(),
            path: self.path,
            key: self.key,
            body_hash: self.body_hash,
        }
    }
}

/// The key of a request without a body, if it has one.
pub(crate) struct OwnKey(pub(crate) Option<Key>);

impl FromRequestParts<App> for OwnKey {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> std::result::Result<Self, Failure> {
        Ok(Self(Key::of(&parts.headers, &parts.method, parts.uri.path(), &[])?))
    }
}

/// Does `job` in a transaction and answers its text; of equal requests with one key only the
/// first does anything.
pub(crate) async fn write(
    memory: &Memory,
    principal: &Principal,
    key: Option<Key>,
    now: Time,
    job: impl Fn(&mut Tx<'_>) -> Result<String> + Send + 'static,
) -> Result<String> {
    let keyed = key.map(|key| key.of_principal(principal));
    memory
        .write(move |tx| {
            let Some(keyed) = &keyed else { return job(tx) };
            if let Some(answer) = idempotency::take(tx, keyed, now)? {
                return Ok(answer);
            }
            let answer = job(tx)?;
            idempotency::keep(tx, keyed, &answer)?;
            Ok(answer)
        })
        .await
}

/// As [`write`], for the answer about a record of a version.
pub(crate) async fn write_versioned(
    memory: &Memory,
    principal: &Principal,
    key: Option<Key>,
    now: Time,
    job: impl Fn(&mut Tx<'_>) -> Result<Versioned> + Send + 'static,
) -> Result<Versioned> {
    if key.is_none() {
        return memory.write(job).await;
    }
    let kept =
        write(memory, principal, key, now, move |tx| Ok(idempotency::packed(&job(tx)?))).await?;
    idempotency::unpacked(&kept)
}
