//! Chance for stories, from a seed that a failed story tells. Good enough to pick moments; for
//! nothing else.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// A stream of numbers: xorshift64*, by Vigna.
pub struct Chance(u64);

/// Names a seed to try again.
const SEED: &str = "SCRIPTORIUM_TEST_SEED";

impl Chance {
    /// Another stream each time. The seed is printed, and shown by the runner when the story fails.
    pub fn of_today() -> Self {
        let given = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        println!("{SEED}={seed}");
        Self::of(seed)
    }

    pub fn of(seed: u64) -> Self {
        // Zero is the one state that never changes.
        Self(seed.max(1))
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        // The upper bits are the better ones.
        least + (self.next() >> 16) % (most - least + 1)
    }
}

#[test]
fn chance_keeps_to_its_bounds_and_to_its_seed() {
    let numbers = |seed| {
        let mut chance = Chance::of(seed);
        (0..1_000).map(|_| chance.between(3, 7)).collect::<Vec<_>>()
    };

    let some = numbers(42);

    assert!((3..=7).all(|number| some.contains(&number)));
    assert!(some.iter().all(|number| (3..=7).contains(number)));
    assert_eq!(numbers(42), some);
    assert_ne!(numbers(43), some);
    assert_eq!(numbers(0).len(), 1_000);
}
