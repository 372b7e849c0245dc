//! The functions between the matrix products. They are loops over plain numbers, which the compiler
//! turns into wide instructions where it is called within `Arch::dispatch`.

use crate::model::DIMENSIONS;

/// Sums that are kept side by side.
const LANES: usize = 16;

/// What the published model adds to a variance.
const VARIANCE_MIN: f32 = 1e-12;

/// Layer normalisation.
#[derive(Debug)]
pub(crate) struct Norm {
    pub(crate) gains: Vec<f32>,
    pub(crate) biases: Vec<f32>,
}

impl Norm {
    /// Brings each row to mean 0 and variance 1, then to gain and bias.
    #[inline(always)]
    pub(crate) fn apply(&self, rows: &mut [f32]) {
        let (rows, _) = rows.as_chunks_mut::<DIMENSIONS>();
        for row in rows {
            let mean = sum(row, |number| number) / DIMENSIONS as f32;
            let square = |number: f32| (number - mean) * (number - mean);
            let variance = sum(row, square) / DIMENSIONS as f32;
            let inverse = 1.0 / (variance + VARIANCE_MIN).sqrt();
            for ((number, gain), bias) in row.iter_mut().zip(&self.gains).zip(&self.biases) {
                *number = (*number - mean) * inverse * gain + bias;
            }
        }
    }
}

/// Brings the first `length` numbers of each row to shares of 1 by their exponentials.
#[inline(always)]
pub(crate) fn softmax(rows: &mut [f32], stride: usize, length: usize) {
    for row in rows.chunks_exact_mut(stride) {
        let row = &mut row[..length];
        let mut largest = [f32::MIN; LANES];
        for chunk in row.chunks(LANES) {
            for (largest, number) in largest.iter_mut().zip(chunk) {
                *largest = if *number > *largest { *number } else { *largest };
            }
        }
        let largest = largest.into_iter().fold(f32::MIN, f32::max);
        for number in row.iter_mut() {
            *number = exp(*number - largest);
        }
        let inverse = 1.0 / sum(row, |number| number);
        for number in row {
            *number *= inverse;
        }
    }
}

/// The Gaussian error linear unit, `x · Φ(x)`.
#[inline(always)]
pub(crate) fn gelu(numbers: &mut [f32]) {
    for number in numbers {
        *number = 0.5 * *number * (1.0 + erf(*number * std::f32::consts::FRAC_1_SQRT_2));
    }
}

/// Brings a vector to length 1.
pub(crate) fn normalize(vector: &mut [f32]) {
    let length = sum(vector, |number| number * number).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|number| *number /= length);
    }
}

/// Adds numbers in an order that does not depend on the processor.
#[inline(always)]
fn sum(numbers: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let mut sums = [0.0_f32; LANES];
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            sums[lane] += term(chunk[lane]);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|number| term(*number)).sum::<f32>()
}

/// The error function to 1.5e-7 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.26).
#[inline(always)]
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let terms = 1.061_405_4 * t - 1.453_152_1;
    let terms = (terms * t + 1.421_413_8) * t - 0.284_496_72;
    let terms = (terms * t + 0.254_829_6) * t;
    (1.0 - terms * exp(-x * x)).copysign(x)
}

/// The exponential function to about 2e-7 of itself: `2^n · e^r` with `|r|` at most half of ln 2, by the
/// polynomial of the Cephes library.
#[inline(always)]
fn exp(x: f32) -> f32 {
    // A number of this size has no digits behind the point, and `n` in its lowest bits.
    const WHOLE: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = if x < -87.0 { -87.0 } else { x };
    let x = if x > 88.0 { 88.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + WHOLE;
    let n = shifted - WHOLE;
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    let p = (1.987_569_1e-4 * r + 1.398_199_9e-3) * r + 8.333_452e-3;
    let p = ((p * r + 4.166_579_6e-2) * r + 1.666_666_5e-1) * r + 0.5;
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    (p * r * r + r + 1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_that_of_the_standard_library() {
        for step in -870..=880_i16 {
            let x = f32::from(step) / 10.0;
            let exact = f64::from(x).exp();
            let error = (f64::from(exp(x)) - exact).abs() / exact;

            assert!(error < 4e-7, "{x}: {error}");
        }
        assert!(exp(-1_000.0) < 1e-37);
    }

    #[test]
    fn the_error_function_has_its_published_values() {
        // Abramowitz and Stegun, table 7.1.
        for (x, y) in [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3)] {
            assert!((erf(x) - y).abs() < 4e-7, "{x}: {}", erf(x));
            assert!((erf(-x) + y).abs() < 4e-7, "-{x}");
        }
    }

    #[test]
    fn shares_sum_to_one_and_follow_the_numbers() {
        let mut row: Vec<f32> = (0..40_u8).map(f32::from).chain([99.0; 24]).collect();
        softmax(&mut row, 64, 40);

        assert!((row[..40].iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((row[39] / row[38] - std::f32::consts::E).abs() < 1e-5);
        assert_eq!(row[40], 99.0);
    }
}
