//! How values lie: how many were at most so large. Values are whole numbers of a small unit
//! (nanoseconds, pieces); the reader names the larger one.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts values by size, in `N` buckets and one for what is larger than all of them. The buckets
/// stand behind the sum without anything between them, so that the first six of a histogram lie on
/// one line of the processor's cache with it.
#[derive(Debug)]
#[repr(C)]
pub struct Histogram<const N: usize> {
    sum: AtomicU64,
    buckets: [AtomicU64; N],
    beyond: AtomicU64,
    bounds: &'static [u64; N],
}

/// What a histogram held when it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread {
    /// The largest value of each bucket, rising.
    pub bounds: &'static [u64],
    /// How many values are in each bucket alone; the last is of those beyond all bounds.
    pub counts: Vec<u64>,
    /// All values together.
    pub sum: u64,
}

impl<const N: usize> Histogram<N> {
    /// A histogram of values up to these bounds, which rise.
    pub const fn new(bounds: &'static [u64; N]) -> Self {
        Self {
            sum: AtomicU64::new(0),
            buckets: [const { AtomicU64::new(0) }; N],
            beyond: AtomicU64::new(0),
            bounds,
        }
    }

    /// Counts a value.
    pub fn record(&self, value: u64) {
        let position = self.bounds.iter().position(|bound| value <= *bound);
        let bucket = position.map_or(&self.beyond, |position| &self.buckets[position]);
        bucket.fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// What it holds now. A value that is counted meanwhile may be in the sum alone.
    pub fn read(&self) -> Spread {
        let of = |bucket: &AtomicU64| bucket.load(Ordering::Relaxed);
        let counts = self.buckets.iter().chain([&self.beyond]).map(of).collect();
        Spread { bounds: self.bounds, counts, sum: self.sum.load(Ordering::Relaxed) }
    }
}

impl Spread {
    /// How many values there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_counted_in_the_first_bucket_that_is_large_enough() {
        let histogram = Histogram::new(&[1, 10, 100]);

        for value in [0, 1, 2, 10, 11, 100, 101, 5_000] {
            histogram.record(value);
        }

        let spread = histogram.read();
        assert_eq!(spread.counts, [2, 2, 2, 2]);
        assert_eq!((spread.count(), spread.sum), (8, 5_225));
        assert_eq!(spread.bounds, [1, 10, 100]);
    }

    #[test]
    fn many_threads_lose_no_value() {
        let histogram = Histogram::new(&[9]);

        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1_000).for_each(|value| histogram.record(value % 20)));
            }
        });

        assert_eq!(histogram.read().counts, [2_000, 2_000]);
    }
}
