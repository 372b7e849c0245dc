//! How fast an agent answers: how many requests it finished, and how long whoever asked waited. Of
//! the waits only a histogram is kept, so that a million of them take no more space than a hundred.
//!
//! The histogram is the one of DDSketch (Masson, Rim and Lee, "DDSketch: A Fast and Fully-Mergeable
//! Quantile Sketch with Relative-Error Guarantees", VLDB 2019): buckets grow by the same factor, so
//! that a quantile is wrong by at most the share [`ERROR`] of itself, however long the waits are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    messages::{HistoryEntry, State},
    time::Time,
};

/// How wrong a quantile may be, as a share of itself.
pub const ERROR: f64 = 0.05;

/// The upper bound of a bucket divided by that of the one before: `(1 + α) ÷ (1 − α)`.
const GROWTH: f64 = (1.0 + ERROR) / (1.0 - ERROR);

/// The last bucket: it holds waits of about a year and everything beyond.
const BUCKET_MAX: u16 = 242;

/// How many requests were finished, and how long they took.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Speed {
    /// Requests that were answered, or read where there was nothing to answer.
    pub handled: u64,
    /// Requests that failed for good. How long they took is not counted: a failure in no time makes
    /// nobody fast.
    pub failed: u64,
    /// How long the handled ones took together, in milliseconds.
    total_ms: u64,
    /// How many handled ones took how long: bucket 0 under a millisecond, bucket `i` up to
    /// [`GROWTH`] to the power of `i` − 1, in milliseconds.
    histogram: BTreeMap<u16, u64>,
}

impl Speed {
    /// A request was handled after so many milliseconds.
    pub fn handled(&mut self, ms: i64) {
        let ms = u64::try_from(ms).unwrap_or(0);
        self.handled += 1;
        self.total_ms = self.total_ms.saturating_add(ms);
        *self.histogram.entry(bucket(ms)).or_default() += 1;
    }

    /// A request failed for good.
    pub fn failed(&mut self) {
        self.failed += 1;
    }

    /// What both counted.
    pub fn add(&mut self, other: &Self) {
        self.handled += other.handled;
        self.failed += other.failed;
        self.total_ms = self.total_ms.saturating_add(other.total_ms);
        for (bucket, count) in &other.histogram {
            *self.histogram.entry(*bucket).or_default() += count;
        }
    }

    /// How many requests came to an end.
    pub fn ended(&self) -> u64 {
        self.handled + self.failed
    }

    /// How long a handled request took on average, in milliseconds; unknown without one.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.handled > 0).then(|| self.total_ms as f64 / self.handled as f64)
    }

    /// How long the given share of handled requests took at the most, in milliseconds, within
    /// [`ERROR`]; unknown without one.
    pub fn quantile_ms(&self, share: f64) -> Option<f64> {
        // The paper's rank, counted from 0.
        let rank = share.clamp(0.0, 1.0) * (self.handled.checked_sub(1)? as f64);
        let mut below = 0;
        for (bucket, count) in &self.histogram {
            below += count;
            if below as f64 > rank {
                return Some(middle_ms(*bucket));
            }
        }
        None
    }
}

/// The bucket of a wait.
fn bucket(ms: u64) -> u16 {
    if ms == 0 {
        return 0;
    }
    let index = (ms as f64).ln() / GROWTH.ln();
    // A wait on a bound belongs below it; what rounding does to that is far less than the error.
    1 + (index - 1e-9).ceil().clamp(0.0, f64::from(BUCKET_MAX - 1)) as u16
}

/// The value that is wrong by the same share at both bounds of a bucket.
fn middle_ms(bucket: u16) -> f64 {
    match bucket {
        0 => 0.0,
        bucket => 2.0 * GROWTH.powi(i32::from(bucket) - 1) / (GROWTH + 1.0),
    }
}

/// Since when a message that has now ended waited for its end: since it was sent or, where an
/// operator gave it another chance after it was dead, since then.
pub fn waited_since(history: &[HistoryEntry]) -> Option<Time> {
    let revived = history
        .windows(2)
        .filter(|pair| pair[0].state == State::Dead && pair[1].state == State::Queued)
        .map(|pair| pair[1].at)
        .next_back();
    revived.or_else(|| history.first().map(|step| step.at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn speed(waits_ms: &[i64]) -> Speed {
        let mut speed = Speed::default();
        waits_ms.iter().for_each(|ms| speed.handled(*ms));
        speed
    }

    #[test]
    fn nothing_is_known_of_who_never_answered() {
        let mut speed = Speed::default();
        speed.failed();

        assert_eq!((speed.mean_ms(), speed.quantile_ms(0.95)), (None, None));
        assert_eq!((speed.ended(), speed.handled, speed.failed), (1, 0, 1));
    }

    #[test]
    fn the_mean_is_exact_and_a_quantile_nearly() {
        let waits: Vec<i64> = (1..=1_000).collect();
        let speed = speed(&waits);

        assert_eq!(speed.mean_ms(), Some(500.5));
        for (share, exact) in [(0.0, 1.0), (0.5, 500.0), (0.95, 950.0), (1.0, 1_000.0)] {
            let found = speed.quantile_ms(share).unwrap();
            assert!((found / exact - 1.0).abs() < ERROR + 0.002, "{share}: {found}");
        }
    }

    #[test]
    fn a_wait_of_no_time_and_one_of_years_have_a_bucket() {
        assert_eq!(speed(&[0]).quantile_ms(0.95), Some(0.0));
        assert_eq!(speed(&[-7]).quantile_ms(0.95), Some(0.0), "a clock that was set back");
        assert!(speed(&[i64::MAX]).quantile_ms(0.95).unwrap() > 1e10);
    }

    #[test]
    fn a_histogram_stays_small() {
        let mut all = Speed::default();
        let mut ms = 1.0_f64;
        while ms < 1e18 {
            all.handled(ms as i64);
            ms *= 1.01;
        }

        assert!(all.histogram.len() <= usize::from(BUCKET_MAX) + 1);
        assert!(serde_json::to_string(&all).unwrap().len() < 4_096);
    }

    #[test]
    fn a_message_waits_since_it_was_sent_or_revived() {
        let step = |state, at| HistoryEntry { state, at: Time::from_millis(at) };
        let (queued, leased, dead) = (State::Queued, State::Leased, State::Dead);
        let at = |steps: &[HistoryEntry]| waited_since(steps).map(Time::millis);

        assert_eq!(at(&[]), None);
        assert_eq!(at(&[step(queued, 1), step(leased, 2), step(queued, 3)]), Some(1));
        let revived = [step(queued, 1), step(dead, 2), step(queued, 3), step(leased, 4)];
        assert_eq!(at(&revived), Some(3));
    }

    proptest! {
        #[test]
        fn a_quantile_is_within_its_error_of_the_sorted_waits(
            mut waits in proptest::collection::vec(1..2_000_000_000_i64, 1..200),
            share in 0.0..=1.0_f64,
        ) {
            let speed = speed(&waits);
            waits.sort_unstable();
            let exact = waits[(share * (waits.len() - 1) as f64).floor() as usize] as f64;

            let found = speed.quantile_ms(share).unwrap();

            prop_assert!((found - exact).abs() <= exact * ERROR * 1.001, "{found} for {exact}");
        }

        #[test]
        fn counted_apart_or_together_is_the_same(
            one in proptest::collection::vec(0..1_000_000_i64, 0..50),
            two in proptest::collection::vec(0..1_000_000_i64, 0..50),
        ) {
            let mut apart = speed(&one);
            apart.add(&speed(&two));

            let together: Vec<i64> = one.into_iter().chain(two).collect();
            let kept = serde_json::to_string(&apart).unwrap();

            prop_assert_eq!(&apart, &speed(&together));
            prop_assert_eq!(serde_json::from_str::<Speed>(&kept).unwrap(), apart);
        }
    }
}
