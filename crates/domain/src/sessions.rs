//! Sessions: what a browser keeps in a cookie in place of an access token. A session has the rights of its
//! token and ends with it.

use crate::{Time, time::DAY_MS};

/// For how long a session lasts at the most, in days.
pub const SESSION_DAYS: i64 = 30;

/// Sessions that a token has at once at the most. One more ends the oldest.
pub const SESSIONS_PER_TOKEN_MAX: i64 = 20;

/// The longest text that is taken for a token, in characters.
const TOKEN_LENGTH_MAX: usize = 256;

crate::model! {
    /// The token that a session is begun with.
    pub struct SessionCreate as "SessionCreate" {
        /// The access token.
        token: String where { min_length: 1, max_length: TOKEN_LENGTH_MAX },
    }
}

/// When a session ends that begins now: with its token, if that is sooner.
pub fn expires_at(now: Time, token_expires_at: Option<Time>) -> Time {
    let longest = now.plus(SESSION_DAYS * DAY_MS);
    token_expires_at.map_or(longest, |token| token.min(longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_after_its_days_or_with_its_token() {
        let at = |days: i64| Time::from_millis(days * DAY_MS);
        for (token, wanted) in [
            (None, at(1 + SESSION_DAYS)),
            (Some(at(2)), at(2)),
            (Some(at(1 + SESSION_DAYS)), at(1 + SESSION_DAYS)),
            (Some(at(400)), at(1 + SESSION_DAYS)),
        ] {
            assert_eq!(expires_at(at(1), token), wanted, "{token:?}");
        }
    }
}
