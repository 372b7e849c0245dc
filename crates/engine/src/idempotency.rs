//! Requests that may be repeated: the answer to a keyed request is stored in the transaction of
//! what it did, and a repeat gets it without doing anything.

use domain::Result;
use store::idempotency::{self, Answer, Keyed};

use crate::change::Change;

/// The answer that an equal request with this key got, or what `answer` makes now, which is stored.
///
/// # Errors
/// A conflict when the key came with another body; else those of `answer`.
pub fn run(
    change: &mut Change<'_, '_>,
    keyed: &Keyed,
    answer: impl Fn(&mut Change<'_, '_>) -> Result<Answer>,
) -> Result<Answer> {
    if let Some(earlier) = idempotency::take(change.tx, keyed, change.now)? {
        return Ok(earlier);
    }
    let answer = answer(change)?;
    idempotency::keep(change.tx, keyed, &answer)?;
    Ok(answer)
}
