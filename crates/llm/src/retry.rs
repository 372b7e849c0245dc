//! When a request is sent again: how long to wait, and what a server says of it. Which failures may
//! pass is said by [`crate::Failure::may_pass`].

use std::time::{Duration, SystemTime};

use hyper::header::{DATE, HeaderMap, RETRY_AFTER};

/// How often a request is sent at most.
pub(crate) const ATTEMPTS_MAX: u32 = 4;

/// The longest time that a server may ask for before the call fails instead. Who called can come back.
pub(crate) const RETRY_AFTER_MAX: Duration = Duration::from_secs(60);

/// The wait before the second attempt; it doubles with each further one.
const BACKOFF_MIN: Duration = Duration::from_millis(500);

/// The longest wait that no server asked for.
const BACKOFF_MAX: Duration = Duration::from_secs(8);

/// The wait after an attempt, numbered from 1, of which the last half is left to chance: callers that
/// failed together do not come back together. `chance` is any number.
pub(crate) fn backoff(attempt: u32, chance: u32) -> Duration {
    let doubled = BACKOFF_MIN.saturating_mul(1 << attempt.saturating_sub(1).min(16));
    let whole = doubled.min(BACKOFF_MAX);
    let share = f64::from(chance) / f64::from(u32::MAX);
    whole.mul_f64(0.5 + share / 2.0)
}

/// The wait that a server asked for, at most [`RETRY_AFTER_MAX`], and up to a tenth more by chance, for the same reason.
pub(crate) fn asked_for(wait: Duration, chance: u32) -> Duration {
    let share = f64::from(chance) / f64::from(u32::MAX);
    wait + wait.mul_f64(share / 10.0)
}

/// A number by chance; always the same one on a system that has no random numbers.
pub(crate) fn chance() -> u32 {
    getrandom::u32().unwrap_or(u32::MAX / 2)
}

/// After what time the server wants to be asked again. It says so in seconds, or as a date: that is
/// compared with the server's own time, so that no clock of ours matters.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
    if let Some(seconds) = seconds {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = |text: &str| -> Option<SystemTime> { httpdate::parse_http_date(text).ok() };
    let now = date(headers.get(DATE)?.to_str().ok()?)?;
    Some(date(text)?.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_up_to_a_bound_and_half_of_it_is_chance() {
        let millis = |attempt, chance| backoff(attempt, chance).as_millis();

        assert_eq!((millis(1, 0), millis(1, u32::MAX)), (250, 500));
        assert_eq!((millis(2, 0), millis(2, u32::MAX)), (500, 1_000));
        assert_eq!((millis(5, 0), millis(5, u32::MAX)), (4_000, 8_000));
        assert_eq!(millis(u32::MAX, u32::MAX), 8_000);
    }

    #[test]
    fn what_a_server_asks_for_is_never_cut_short() {
        let second = Duration::from_secs(1);

        assert_eq!(asked_for(second, 0), second);
        assert_eq!(asked_for(second, u32::MAX), second + Duration::from_millis(100));
    }

    #[test]
    fn a_server_says_when_in_seconds_or_as_a_date() {
        let now = "Mon, 23 Nov 2026 08:00:00 GMT";
        let table = [
            ("7", None, Some(7_000)),
            (" 0.5 ", None, Some(500)),
            ("Mon, 23 Nov 2026 08:00:09 GMT", Some(now), Some(9_000)),
            ("Mon, 23 Nov 2026 07:00:00 GMT", Some(now), Some(0)),
            // Without the server's own time a date says nothing.
            ("Mon, 23 Nov 2026 08:00:09 GMT", None, None),
            ("-1", None, None),
            ("soon", Some(now), None),
            ("1e99", None, None),
        ];

        for (text, date, expected) in table {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, text.parse().unwrap());
            if let Some(date) = date {
                headers.insert(DATE, date.parse().unwrap());
            }
            let found = retry_after(&headers).map(|wait| wait.as_millis());
            assert_eq!(found, expected, "{text}");
        }
    }
}
