//! Random choices from a seed: splitmix64, by Steele, Lea and Flood. The same seed chooses the same.

/// A stream of choices.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed)
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.draw() >> 11) as usize % bound.max(1)
    }

    /// One of these; none of nothing.
    pub(crate) fn one<'i, T>(&mut self, of: &'i [T]) -> Option<&'i T> {
        if of.is_empty() { None } else { Some(&of[self.below(of.len())]) }
    }

    /// Yes or no.
    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// Into any order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}
