//! Numbers that a program keeps about itself, and the text a Prometheus server reads them in.
//!
//! To count costs an atomic addition and nothing else: no lock, no allocation, no name. What a number
//! is called, and which labels it has, is said when somebody reads it ([`Page`]). Nothing here knows
//! what is counted, reads a clock, or opens a port.

mod histogram;
mod page;

use std::sync::atomic::{AtomicU64, Ordering};

pub use histogram::{Histogram, Spread};
pub use page::{Family, Page};

/// A number that only rises while the program runs.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Counts one more.
    pub fn one(&self) {
        self.add(1);
    }

    /// Counts so many more.
    pub fn add(&self, amount: u64) {
        self.0.fetch_add(amount, Ordering::Relaxed);
    }

    /// How many were counted.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
