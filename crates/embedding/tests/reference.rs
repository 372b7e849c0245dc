//! The tokens and vectors that `model/make.py` computed in Python, from the weights before they were
//! brought to eight bits.

use embedding::{DIMENSIONS, MiniLm, TOKENS_MAX};
use proptest::prelude::*;

/// The least cosine with the vector of the full weights. Only that of the empty text is below 0.998.
const COSINE_MIN: f32 = 0.996;

/// The least mean of these cosines.
const COSINE_MEAN_MIN: f32 = 0.998;

struct Reference {
    text: String,
    tokens: Vec<u16>,
    vector: Vec<f32>,
}

fn references() -> Vec<Reference> {
    let read = |line: &str| {
        let mut fields: Vec<&str> = line.split('\t').collect();
        let numbers = fields.pop().expect("numbers");
        let tokens = fields.pop().expect("tokens");
        let times: usize = fields[0].parse().expect("a count");
        Reference {
            // A text may have tabs.
            text: fields[1..].join("\t").repeat(times),
            tokens: tokens.split(' ').map(|token| token.parse().expect("a token")).collect(),
            vector: numbers
                .split(' ')
                .map(|number| number.parse::<f32>().expect("a number") / 10_000.0)
                .collect(),
        }
    };
    include_str!("reference.tsv").lines().map(read).collect()
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let product = |one: &[f32], other: &[f32]| -> f32 {
        one.iter().zip(other).map(|(one, other)| one * other).sum()
    };
    product(one, other) / (product(one, one) * product(other, other)).sqrt()
}

#[test]
fn tokens_are_those_of_the_reference() {
    let model = MiniLm::new();
    for reference in references() {
        assert_eq!(model.tokens(&reference.text), reference.tokens, "{}", reference.text);
    }
}

#[test]
fn vectors_are_nearly_those_of_the_full_weights() {
    let model = MiniLm::new();
    let references = references();
    assert!(references.len() > 30);
    let mut sum = 0.0;
    for Reference { text, vector, .. } in &references {
        let cosine = cosine(&model.embed(text), vector);
        assert!(cosine >= COSINE_MIN, "{cosine}: {text}");
        sum += cosine;
    }
    let mean = sum / references.len() as f32;

    assert!(mean >= COSINE_MEAN_MIN, "{mean}");
}

#[test]
fn what_means_the_same_is_nearer_than_what_shares_words() {
    let model = MiniLm::new();
    let question = model.embed("Who was scared of high places?");
    let meant = model.embed("He was afraid of heights and never told anybody.");
    let worded = model.embed("She was shown to her place in the high seats.");

    assert!(cosine(&question, &meant) > cosine(&question, &worded));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_text_has_a_vector_of_length_1(text in ".{0,200}") {
        let model = MiniLm::new();
        let tokens = model.tokens(&text);
        let vector = model.embed(&text);

        prop_assert!((2..=TOKENS_MAX).contains(&tokens.len()));
        prop_assert_eq!(vector.len(), DIMENSIONS);
        prop_assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-5);
        let length: f32 = vector.iter().map(|number| number * number).sum();
        prop_assert!((length - 1.0).abs() < 1e-5);
    }
}
