//! Rate limits: a quota for each token, which fills again with time, so that one caller cannot use up
//! the service. It does not protect from callers without a token, and each server counts for itself.

use std::{num::NonZeroU32, time::Duration};

use domain::{Error, Result, Time};
use governor::{Quota, RateLimiter, middleware::NoOpMiddleware, state::keyed::HashMapStateStore};

use crate::server::Limits;

/// Tokens that have a quota of their own at once. Those beyond them share one, until others have been
/// silent for long enough to be removed.
const TOKENS_MAX: usize = 10_000;

/// The key of those who share a quota.
const OTHERS: &str = "";

/// The rates of all tokens.
pub(crate) struct RateLimits(
    RateLimiter<String, HashMapStateStore<String>, Elapsed, NoOpMiddleware<Duration>>,
);

impl RateLimits {
    /// Quotas of a burst of requests at once and so many more each second.
    pub(crate) fn new(limits: &Limits, clock: engine::Clock) -> Self {
        let at_least_one = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(at_least_one(limits.rate_per_second))
            .allow_burst(at_least_one(limits.rate_burst));
        let clock = Elapsed { since: clock.now(), clock };
        Self(RateLimiter::new(quota, HashMapStateStore::default(), clock))
    }

    /// Counts a request of the token with this digest.
    ///
    /// # Errors
    /// Too many requests when its quota is used up.
    pub(crate) fn take(&self, token: &str) -> Result<()> {
        if self.0.len() >= TOKENS_MAX {
            self.0.retain_recent();
        }
        let key = if self.0.len() < TOKENS_MAX { token } else { OTHERS };
        self.0.check_key(&key.to_owned()).map_err(|_| Error::TooManyRequests)
    }
}

/// The service's clock, which never goes back, as the time since it was made.
struct Elapsed {
    clock: engine::Clock,
    since: Time,
}

impl governor::clock::Clock for Elapsed {
    type Instant = Duration;

    fn now(&self) -> Duration {
        let passed = self.clock.now().millis() - self.since.millis();
        Duration::from_millis(u64::try_from(passed).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Time = Time::from_millis(1_000_000);

    fn limits(rate_per_second: u32, rate_burst: u32) -> (RateLimits, engine::Clock) {
        let clock = engine::Clock::fixed(NOON);
        let limits = Limits { rate_per_second, rate_burst, ..Limits::default() };
        (RateLimits::new(&limits, clock.clone()), clock)
    }

    fn taken(rates: &RateLimits, token: &str, times: usize) -> usize {
        (0..times).filter(|_| rates.take(token).is_ok()).count()
    }

    #[test]
    fn a_quota_has_its_burst_and_fills_with_time() {
        let (rates, clock) = limits(4, 3);

        assert_eq!(taken(&rates, "a", 5), 3);
        clock.advance(249);
        assert_eq!(taken(&rates, "a", 5), 0);
        // What was gained so far is not lost by having asked for it.
        clock.advance(1);
        assert_eq!(taken(&rates, "a", 5), 1);
        clock.advance(1_000);
        assert_eq!(taken(&rates, "a", 9), 3, "no more than the burst");
    }

    #[test]
    fn a_clock_that_is_set_back_neither_gives_nor_takes() {
        let (rates, clock) = limits(4, 3);
        assert_eq!(taken(&rates, "a", 2), 2);

        clock.advance(-24 * 60 * 60 * 1_000);
        assert_eq!(taken(&rates, "a", 9), 1, "what was left is left");

        clock.advance(300);
        assert_eq!(taken(&rates, "a", 9), 1, "and fills as before, a little more slowly");
    }

    #[test]
    fn each_token_has_a_quota_of_its_own() {
        let (rates, _) = limits(1, 2);

        assert_eq!(taken(&rates, "a", 3), 2);
        assert_eq!(taken(&rates, "b", 3), 2);
    }

    #[test]
    fn a_second_is_enough_to_wait() {
        for (per_second, burst) in [(0, 0), (1, 1), (1, 7), (50, 200)] {
            let (rates, clock) = limits(per_second, burst);
            while rates.take("a").is_ok() {}

            clock.advance(1_000);
            assert!(rates.take("a").is_ok(), "{per_second} {burst}");
        }
    }

    #[test]
    fn there_are_no_more_quotas_than_the_bound() {
        let (rates, clock) = limits(1, 2);
        for number in 0..TOKENS_MAX {
            rates.take(&number.to_string()).unwrap();
        }

        // All are in use: the others share one.
        assert_eq!(taken(&rates, "new", 1) + taken(&rates, "newer", 9), 2);
        assert!(rates.0.len() <= TOKENS_MAX + 1);

        // Those that are full again are removed.
        clock.advance(3_000);
        assert_eq!(taken(&rates, "new", 9), 2);
        assert_eq!(taken(&rates, "newer", 9), 2);
        assert_eq!(rates.0.len(), 2);
    }
}
