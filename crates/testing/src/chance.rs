//! Random numbers for tests, from a seed that a failed test prints. Good enough to pick moments; for
//! nothing else.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// A stream of numbers: xorshift64*, by Vigna.
pub struct Chance(u64);

/// Names a seed to try again.
const SEED: &str = "SCRIPTORIUM_TEST_SEED";

impl Chance {
    /// Another stream each time. The seed is printed, and shown by the runner when the test fails.
    pub fn of_today() -> Self {
        let given = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        println!("{SEED}={seed}");
        Self::of(seed)
    }

    /// The stream of a seed.
    pub fn of(seed: u64) -> Self {
        // Zero is the one state that never changes.
        Self(seed.max(1))
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        // The upper bits are the better ones.
        least + (self.draw() >> 16) % (most - least + 1)
    }
}
