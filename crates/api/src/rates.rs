//! How fast the bearer of a token may ask: a bucket of requests for each token, which fills again
//! with time. It keeps one caller from taking the service away from the others; it is no guard
//! against strangers, who have no token, and each server counts for itself.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use domain::{Error, Result, Time};

/// Tokens that are remembered at once. Beyond them the one that was silent the longest is
/// forgotten, which is to say that its bucket is full.
const TOKENS_MAX: usize = 10_000;

/// What one request takes out of a bucket, in thousandths of a request: a rate per second fills in
/// as many of them each millisecond.
const REQUEST: i64 = 1_000;

/// The rates of all tokens.
pub(crate) struct Rates {
    /// Requests that a bucket gains in a second; at least one, so that a second is enough to wait.
    per_second: i64,
    /// Requests that fit into a bucket.
    burst: i64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    /// What is in it, in thousandths of a request.
    filled: i64,
    /// When that was so.
    at: Time,
}

impl Rates {
    /// Buckets that hold `burst` requests and gain `per_second` each second.
    pub(crate) fn new(per_second: u32, burst: u32) -> Self {
        let (per_second, burst) = (i64::from(per_second.max(1)), i64::from(burst.max(1)));
        Self { per_second, burst, buckets: Mutex::default() }
    }

    /// Takes a request out of the bucket of the token with this digest.
    ///
    /// # Errors
    /// Too many requests when there is none in it.
    pub(crate) fn take(&self, token: &str, now: Time) -> Result<()> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled =
            buckets.get(token).map_or(self.burst * REQUEST, |bucket| self.filled(*bucket, now));
        if filled < REQUEST {
            return Err(Error::TooManyRequests);
        }
        let bucket = Bucket { filled: filled - REQUEST, at: now };
        match buckets.get_mut(token) {
            Some(kept) => *kept = bucket,
            None => {
                self.make_room(&mut buckets, now);
                buckets.insert(token.to_owned(), bucket);
            }
        }
        Ok(())
    }

    /// What is in a bucket by now. A clock that was set back takes nothing out of it.
    fn filled(&self, bucket: Bucket, now: Time) -> i64 {
        let passed = (now.millis() - bucket.at.millis()).max(0);
        let gained = passed.saturating_mul(self.per_second);
        bucket.filled.saturating_add(gained).min(self.burst * REQUEST)
    }

    /// Forgets what nobody needs to know when there are too many buckets: full ones, or else the
    /// one that was used least recently.
    fn make_room(&self, buckets: &mut HashMap<String, Bucket>, now: Time) {
        if buckets.len() < TOKENS_MAX {
            return;
        }
        buckets.retain(|_, bucket| self.filled(*bucket, now) < self.burst * REQUEST);
        if buckets.len() >= TOKENS_MAX {
            let silent = buckets.iter().min_by_key(|(_, bucket)| bucket.at);
            if let Some(token) = silent.map(|(token, _)| token.clone()) {
                buckets.remove(&token);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Time = Time::from_millis(1_000_000);

    fn taken(rates: &Rates, token: &str, now: Time, times: usize) -> usize {
        (0..times).filter(|_| rates.take(token, now).is_ok()).count()
    }

    #[test]
    fn a_bucket_holds_its_burst_and_fills_with_time() {
        let rates = Rates::new(4, 3);

        assert_eq!(taken(&rates, "a", NOON, 5), 3);
        assert_eq!(taken(&rates, "a", NOON.plus(249), 5), 0);
        // What was gained so far is not lost by having asked for it.
        assert_eq!(taken(&rates, "a", NOON.plus(250), 5), 1);
        assert_eq!(taken(&rates, "a", NOON.plus(1_250), 9), 3, "no more than the burst");
        assert_eq!(taken(&rates, "a", NOON, 1), 0, "a clock set back gives nothing");
        assert_eq!(taken(&rates, "a", NOON.plus(1_500), 9), 1, "and takes nothing");
    }

    #[test]
    fn each_token_has_a_bucket_of_its_own() {
        let rates = Rates::new(1, 2);

        assert_eq!(taken(&rates, "a", NOON, 3), 2);
        assert_eq!(taken(&rates, "b", NOON, 3), 2);
    }

    #[test]
    fn a_second_is_enough_to_wait() {
        for (per_second, burst) in [(0, 0), (1, 1), (1, 7), (50, 200)] {
            let rates = Rates::new(per_second, burst);
            while rates.take("a", NOON).is_ok() {}

            assert!(rates.take("a", NOON.plus(1_000)).is_ok(), "{per_second} {burst}");
        }
    }

    #[test]
    fn full_buckets_are_forgotten_first_and_then_the_most_silent() {
        let rates = Rates::new(1, 2);
        for number in 0..TOKENS_MAX {
            rates.take(&number.to_string(), NOON).unwrap();
        }
        let kept = |rates: &Rates| rates.buckets.lock().unwrap().len();

        // All are in use: the one that asked first makes room.
        rates.take("0", NOON.plus(1)).unwrap();
        rates.take("new", NOON.plus(1)).unwrap();
        assert_eq!(kept(&rates), TOKENS_MAX);
        assert_eq!(taken(&rates, "0", NOON.plus(1), 1), 0, "it was not the most silent one");

        // A second later all those are full again.
        rates.take("newer", NOON.plus(1_000)).unwrap();
        assert_eq!(kept(&rates), 3);
    }
}
