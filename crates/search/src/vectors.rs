//! Vectors side by side in one piece of memory. The cosine of two vectors of length 1 is their dot
//! product, which the compiler turns into the machine's wide instructions.

/// Sums that are kept side by side: as many as the widest registers hold.
const LANES: usize = 16;

/// Vectors by their slots.
#[derive(Debug)]
pub(crate) struct Vectors {
    dimensions: usize,
    numbers: Vec<f32>,
}

impl Vectors {
    pub(crate) fn new(dimensions: usize) -> Self {
        Self { dimensions, numbers: Vec::new() }
    }

    /// The numbers in each vector.
    pub(crate) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Adds a vector behind the others.
    pub(crate) fn push(&mut self, vector: &[f32]) {
        debug_assert_eq!(vector.len(), self.dimensions);
        if self.numbers.capacity() < self.numbers.len() + vector.len() {
            // A quarter more and not twice as much: this is the largest piece of memory there is.
            self.numbers.reserve_exact(vector.len().max(self.numbers.len() / 4));
        }
        self.numbers.extend_from_slice(vector);
    }

    /// The cosine of the vector in a slot with another one.
    pub(crate) fn cosine(&self, slot: usize, other: &[f32]) -> f32 {
        dot(&self.numbers[slot * self.dimensions..(slot + 1) * self.dimensions], other)
    }

    /// Keeps the vectors of these slots, which rise, in their order.
    pub(crate) fn keep(&mut self, slots: impl Iterator<Item = usize>) {
        let mut kept = 0;
        for slot in slots {
            let from = slot * self.dimensions;
            self.numbers.copy_within(from..from + self.dimensions, kept * self.dimensions);
            kept += 1;
        }
        self.numbers.truncate(kept * self.dimensions);
    }
}

/// The dot product, always added up in the same order.
pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0_f32; LANES];
    let (ones, one_rest) = one.as_chunks::<LANES>();
    let (others, other_rest) = other.as_chunks::<LANES>();
    for (one, other) in ones.iter().zip(others) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    let rest: f32 = one_rest.iter().zip(other_rest).map(|(one, other)| one * other).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_has_every_number_in_it() {
        let one: Vec<f32> = (1..=35_u8).map(f32::from).collect();

        // The sum of the first 35 squares.
        assert_eq!(dot(&one, &one), 14_910.0);
    }

    #[test]
    fn kept_vectors_keep_their_order() {
        let mut vectors = Vectors::new(2);
        for number in 0..5_u8 {
            vectors.push(&[f32::from(number), 1.0]);
        }

        vectors.keep([1, 2, 4].into_iter());

        let first = |slot| vectors.cosine(slot, &[1.0, 0.0]);
        assert_eq!([first(0), first(1), first(2)], [1.0, 2.0, 4.0]);
        assert_eq!(vectors.numbers.len(), 6);
    }
}
