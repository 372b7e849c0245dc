//! Requests that may be sent again: with an Idempotency-Key, the first answer is kept in the
//! transaction of what it answers for, and a repeat gets it without doing anything.

use axum::{extract::FromRequestParts, http::request::Parts};
use domain::{Principal, Result, Time};
use store::{
    Database, Tx,
    idempotency::{self, Answer, Keyed},
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

/// The text of a record's answer, and the version of the record.
pub(crate) type Versioned = (String, i64);

/// Does `job` in a transaction and answers its text; of equal requests with one key only the
/// first does anything.
pub(crate) async fn write(
    database: &Database,
    principal: &Principal,
    key: Option<Key>,
    now: Time,
    job: impl Fn(&mut Tx<'_>) -> Result<String> + Send + 'static,
) -> Result<String> {
    let job = move |tx: &mut Tx<'_>| job(tx).map(|text| (text, 0));
    write_versioned(database, principal, key, now, job).await.map(|(text, _)| text)
}

/// As [`write`], for the answer about a record of a version.
pub(crate) async fn write_versioned(
    database: &Database,
    principal: &Principal,
    key: Option<Key>,
    now: Time,
    job: impl Fn(&mut Tx<'_>) -> Result<Versioned> + Send + 'static,
) -> Result<Versioned> {
    let keyed = key.map(|key| key.of_principal(principal));
    database
        .write(move |tx| {
            let Some(keyed) = &keyed else { return job(tx) };
            if let Some(answer) = idempotency::take(tx, keyed, now)? {
                let version = answer.etag.as_deref().map_or("", |tag| tag.trim_matches('"'));
                return Ok((answer.body, version.parse().unwrap_or(0)));
            }
            let (body, version) = job(tx)?;
            let answer = Answer { status: 200, etag: Some(format!("\"{version}\"")), body };
            idempotency::keep(tx, keyed, &answer)?;
            Ok((answer.body, version))
        })
        .await
}
