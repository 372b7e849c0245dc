//! Vectors of passages, by slots: one of the whole passage and some of its parts, with numbers of eight
//! bits. The cosine of two vectors of length 1 is their dot product, which is computed with whole numbers:
//! it is the same on every machine.

use pulp::Arch;

/// The most parts of a passage that have a vector each.
pub const PARTS_MAX: usize = 3;

/// Vectors of a passage: that of the whole, then those of its parts.
const ROWS: usize = 1 + PARTS_MAX;

/// Bytes of the scale before the numbers of a stored vector.
const SCALE_BYTES: usize = 4;

/// A question's numbers are this many times as large, so that they are whole ones of 16 bits. A product with
/// 8 bits then stays far below 32 bits, whatever the vectors are.
const QUESTION_SCALE: f32 = 16_384.0;

/// The vectors of a passage as they are stored: each as its scale in four bytes, little-endian, and a byte
/// for each number. The first one is that of the whole; at most [`PARTS_MAX`] follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassageVectors {
    bytes: Box<[u8]>,
    dimensions: usize,
}

impl PassageVectors {
    /// Rounds the vectors of a whole passage and of its parts, all of the same number of dimensions. Further
    /// parts than [`PARTS_MAX`] are left out.
    pub fn new(whole: &[f32], parts: &[Vec<f32>]) -> Self {
        let dimensions = whole.len();
        let parts = parts.iter().take(PARTS_MAX).map(Vec::as_slice);
        let mut bytes = Vec::with_capacity(ROWS * (SCALE_BYTES + dimensions));
        for vector in std::iter::once(whole).chain(parts) {
            let largest = vector.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
            let scale = if largest > 0.0 { largest / f32::from(i8::MAX) } else { 1.0 };
            bytes.extend(scale.to_le_bytes());
            // Within −127 to 127 by the scale.
            bytes.extend(vector.iter().map(|it| ((it / scale).round() as i8).cast_unsigned()));
        }
        Self { bytes: bytes.into(), dimensions }
    }

    /// Those that were stored with so many dimensions; none when these bytes are no such vectors.
    pub fn stored(bytes: Vec<u8>, dimensions: usize) -> Option<Self> {
        let row = SCALE_BYTES + dimensions;
        let rows = bytes.len() / row;
        let is_whole =
            dimensions > 0 && bytes.len().is_multiple_of(row) && (1..=ROWS).contains(&rows);
        is_whole.then(|| Self { bytes: bytes.into(), dimensions })
    }

    /// That of a whole passage that was stored without parts, whatever its dimensions.
    pub fn stored_whole(bytes: Vec<u8>) -> Option<Self> {
        let dimensions = bytes.len().checked_sub(SCALE_BYTES)?;
        Self::stored(bytes, dimensions)
    }

    /// As they are stored.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The numbers in each of them.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The scale and the numbers of each, that of the whole first.
    fn rows(&self) -> impl Iterator<Item = (f32, &[u8])> {
        self.bytes.chunks_exact(SCALE_BYTES + self.dimensions).map(|row| {
            let (scale, numbers) = row.split_at(SCALE_BYTES);
            let scale = scale.first_chunk().map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
            (scale, numbers)
        })
    }
}

/// The vector of a question, rounded.
#[derive(Debug)]
pub(crate) struct QuestionVector(Vec<i16>);

impl QuestionVector {
    pub(crate) fn new(vector: &[f32]) -> Self {
        let rounded = |number: &f32| (number.clamp(-1.0, 1.0) * QUESTION_SCALE).round() as i16;
        Self(vector.iter().map(rounded).collect())
    }
}

/// Vectors of one kind by slots; a slot without one has zeros and the scale 0.
#[derive(Debug, Default)]
struct Rows {
    numbers: Vec<i8>,
    scales: Vec<f32>,
}

impl Rows {
    fn resize(&mut self, rows: usize, dimensions: usize) {
        let numbers = rows * dimensions;
        if self.numbers.capacity() < numbers {
            // A quarter more and not twice as much: this is the largest piece of memory there is.
            self.numbers.reserve_exact((numbers - self.numbers.len()).max(self.numbers.len() / 4));
        }
        self.numbers.resize(numbers, 0);
        self.scales.resize(rows, 0.0);
    }

    fn set(&mut self, row: usize, scale: f32, numbers: &[u8]) {
        self.scales[row] = scale;
        let into = &mut self.numbers[row * numbers.len()..(row + 1) * numbers.len()];
        for (into, number) in into.iter_mut().zip(numbers) {
            *into = number.cast_signed();
        }
    }

    /// Moves `count` rows to where they come before.
    fn copy(&mut self, from: usize, to: usize, count: usize, dimensions: usize) {
        self.scales.copy_within(from..from + count, to);
        let (start, end) = (from * dimensions, (from + count) * dimensions);
        self.numbers.copy_within(start..end, to * dimensions);
    }

    fn truncate(&mut self, rows: usize, dimensions: usize) {
        self.scales.truncate(rows);
        self.numbers.truncate(rows * dimensions);
        self.scales.shrink_to_fit();
        self.numbers.shrink_to_fit();
    }
}

/// The vectors of all passages. They take memory only once there is one.
#[derive(Debug, Default)]
pub(crate) struct Vectors {
    /// 0 until the first vectors come.
    dimensions: usize,
    wholes: Rows,
    parts: Rows,
    slots: usize,
}

impl Vectors {
    /// The numbers in each vector; 0 as long as there is none.
    pub(crate) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Adds slots without vectors behind the others.
    pub(crate) fn extend(&mut self, slots: usize) {
        self.slots += slots;
        if self.dimensions > 0 {
            self.resize();
        }
    }

    fn resize(&mut self) {
        self.wholes.resize(self.slots, self.dimensions);
        self.parts.resize(self.slots * PARTS_MAX, self.dimensions);
    }

    /// Whether a slot has vectors.
    pub(crate) fn has(&self, slot: usize) -> bool {
        self.wholes.scales.get(slot).is_some_and(|scale| *scale > 0.0)
    }

    /// Sets the vectors of a slot; false when they do not have as many dimensions as the others.
    pub(crate) fn set(&mut self, slot: usize, vectors: &PassageVectors) -> bool {
        if self.dimensions == 0 {
            self.dimensions = vectors.dimensions;
            self.resize();
        }
        if vectors.dimensions != self.dimensions || slot >= self.slots {
            return false;
        }
        for (number, (scale, numbers)) in vectors.rows().enumerate() {
            match number.checked_sub(1) {
                None => self.wholes.set(slot, scale, numbers),
                Some(part) => self.parts.set(slot * PARTS_MAX + part, scale, numbers),
            }
        }
        true
    }

    /// The cosines of a question with the whole passages in the slots that `wanted` wants; none where there
    /// is no vector.
    pub(crate) fn wholes(
        &self,
        question: &QuestionVector,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<Option<f32>> {
        if self.dimensions == 0 || question.0.len() != self.dimensions {
            return vec![None; self.slots];
        }
        let mut cosines = vec![None; self.slots];
        let rows = self.wholes.numbers.chunks_exact(self.dimensions).zip(&self.wholes.scales);
        Arch::new().dispatch(|| {
            for (slot, ((numbers, scale), found)) in rows.zip(&mut cosines).enumerate() {
                if *scale > 0.0 && wanted(slot) {
                    *found = Some(cosine(numbers, *scale, &question.0));
                }
            }
        });
        cosines
    }

    /// The highest cosine of a question with a part of the passage in a slot that has vectors.
    pub(crate) fn best_part(&self, question: &QuestionVector, slot: usize) -> Option<f32> {
        let rows = slot * PARTS_MAX..(slot + 1) * PARTS_MAX;
        let mut best: Option<f32> = None;
        Arch::new().dispatch(|| {
            for row in rows {
                let scale = self.parts.scales[row];
                if scale > 0.0 {
                    let numbers = &self.parts.numbers[row * self.dimensions..][..self.dimensions];
                    let found = cosine(numbers, scale, &question.0);
                    best = Some(best.map_or(found, |best| best.max(found)));
                }
            }
        });
        best
    }

    /// Takes the vectors out of slots.
    pub(crate) fn clear(&mut self, slots: std::ops::Range<usize>) {
        if self.dimensions > 0 {
            self.wholes.scales[slots.clone()].fill(0.0);
            self.parts.scales[slots.start * PARTS_MAX..slots.end * PARTS_MAX].fill(0.0);
        }
    }

    /// Keeps these slots, which rise, in their order.
    pub(crate) fn keep(&mut self, slots: impl Iterator<Item = usize>) {
        let mut kept = 0;
        for slot in slots {
            if self.dimensions > 0 {
                self.wholes.copy(slot, kept, 1, self.dimensions);
                self.parts.copy(slot * PARTS_MAX, kept * PARTS_MAX, PARTS_MAX, self.dimensions);
            }
            kept += 1;
        }
        self.slots = kept;
        if self.dimensions > 0 {
            self.wholes.truncate(kept, self.dimensions);
            self.parts.truncate(kept * PARTS_MAX, self.dimensions);
        }
    }
}

/// The cosine of a rounded vector with a question.
#[inline(always)]
fn cosine(numbers: &[i8], scale: f32, question: &[i16]) -> f32 {
    let mut sum = 0_i32;
    for (one, other) in numbers.iter().zip(question) {
        sum += i32::from(*one) * i32::from(*other);
    }
    // Rounding may bring equal vectors beyond 1.
    (sum as f32 * scale / QUESTION_SCALE).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector of length 1.
    fn vector(numbers: &[f32]) -> Vec<f32> {
        let length = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
        numbers.iter().map(|number| number / length).collect()
    }

    fn cosines(vectors: &Vectors, question: &[f32]) -> Vec<Option<f32>> {
        vectors.wholes(&QuestionVector::new(question), |_| true)
    }

    fn is_near(found: Option<f32>, wanted: f32) -> bool {
        found.is_some_and(|found| (found - wanted).abs() < 0.01)
    }

    #[test]
    fn cosines_are_those_of_the_vectors_before_they_were_rounded() {
        let one = vector(&[0.9, -0.3, 0.2, 0.01, 0.0]);
        let other = vector(&[0.1, 0.7, -0.4, 0.2, 0.5]);
        let exact: f32 = one.iter().zip(&other).map(|(one, other)| one * other).sum();
        let mut vectors = Vectors::default();
        vectors.extend(3);

        assert!(vectors.set(0, &PassageVectors::new(&one, &[])));
        assert!(vectors.set(2, &PassageVectors::new(&other, &[one.clone(), other.clone()])));

        let found = cosines(&vectors, &one);
        assert!(is_near(found[0], 1.0) && is_near(found[2], exact), "{found:?}");
        assert_eq!(found[1], None);
        let question = QuestionVector::new(&one);
        assert!(is_near(vectors.best_part(&question, 2), 1.0));
        assert_eq!(vectors.best_part(&question, 0), None);
    }

    #[test]
    fn what_is_stored_is_read_again_and_what_is_not_is_refused() {
        let vectors = PassageVectors::new(&[0.6, 0.8], &[vec![1.0, 0.0]]);
        let bytes = vectors.bytes().to_vec();

        assert_eq!(PassageVectors::stored(bytes.clone(), 2), Some(vectors));
        assert_eq!(PassageVectors::stored(bytes[1..].to_vec(), 2), None);
        assert_eq!(PassageVectors::stored(bytes.repeat(3), 2), None);
        assert_eq!(PassageVectors::stored(Vec::new(), 2), None);
    }

    #[test]
    fn vectors_of_another_length_are_not_taken() {
        let mut vectors = Vectors::default();
        vectors.extend(2);

        assert!(vectors.set(0, &PassageVectors::new(&[0.6, 0.8], &[])));
        assert!(!vectors.set(1, &PassageVectors::new(&[0.6, 0.8, 0.0], &[])));
        assert_eq!(cosines(&vectors, &[1.0, 0.0, 0.0]), [None, None]);
    }

    #[test]
    fn kept_vectors_keep_their_order() {
        let mut vectors = Vectors::default();
        vectors.extend(5);
        for slot in 0..4_u8 {
            let whole = vector(&[f32::from(slot), 1.0]);
            vectors.set(usize::from(slot), &PassageVectors::new(&whole, &[vec![0.0, 1.0]]));
        }
        vectors.clear(2..3);

        vectors.keep([1, 2, 3, 4].into_iter());
        vectors.extend(1);

        let found = cosines(&vectors, &[0.0, 1.0]);
        assert!(is_near(found[0], 0.707) && is_near(found[2], 0.316), "{found:?}");
        assert_eq!([found[1], found[3], found[4]], [None; 3]);
        assert!(is_near(vectors.best_part(&QuestionVector::new(&[0.0, 1.0]), 2), 1.0));
    }
}
