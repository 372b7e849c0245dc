//! Requests that may be sent again: with an Idempotency-Key, the first answer is kept in the
//! transaction of what it answers for, and a repeat gets it without doing anything.

use domain::{Principal, Result, Time};
use store::{
    Memory, Tx,
    idempotency::{self, Keyed},
};

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
