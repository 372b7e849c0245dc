//! Vectors of texts: texts that are alike have vectors that point the same way. What "alike" means is
//! the embedder's business; its name goes with every result, so that nobody takes one for another.

use std::collections::BTreeMap;

use crate::terms::{Term, terms};

/// Makes vectors of texts.
pub trait Embedder: Send + Sync {
    /// What it is called, with its version: vectors of different names cannot be compared.
    fn name(&self) -> &'static str;

    /// The numbers in each vector.
    fn dimensions(&self) -> usize;

    /// The cosine up to which two vectors may be alike by chance alone.
    fn chance(&self) -> f32;

    /// How much its order of hits counts when that of the words counts 1.
    fn weight(&self) -> f32;

    /// The vectors of these texts, one behind the other, each of length 1, or of zeros alone for a
    /// text in which it finds nothing. Equal texts have equal vectors, in every run and on every
    /// machine.
    fn embed(&self, texts: &[TextWords<'_>]) -> Vec<f32>;
}

/// A text and its words, which are read once for all that want them.
#[derive(Debug)]
pub struct TextWords<'t> {
    text: &'t str,
    /// Its words, in their order.
    pub(crate) terms: Vec<Term>,
}

impl<'t> TextWords<'t> {
    /// Reads a text.
    pub fn of(text: &'t str) -> Self {
        Self { text, terms: terms(text) }
    }

    /// The text itself, for those who read it in their own way.
    pub fn text(&self) -> &'t str {
        self.text
    }
}

/// The numbers of a vector of [`HashedNgrams`]: as many as small language models have, so that room
/// and time are known before there is one.
pub const NGRAM_DIMENSIONS: usize = 384;

/// The parts of a word that stand for it: runs of so many characters.
const RUNS: [usize; 2] = [3, 4];

/// Words and the runs of characters in them, hashed: it needs no model and no list of words, and
/// finds what is spelled alike, not what means the same.
///
/// Every word but the commonest adds `√n · (e(stem) + 1/√m · (e(run₁) + … + e(runₘ)))`, where `n` is
/// how often it stands in the text and the runs are those of 3 and 4 characters of `<word>`. `e(x)` is
/// 1 or −1 at one of the 384 positions, both chosen by a hash of `x`; the sum is brought to length 1. A
/// text of common words alone is made of those.
///
/// Sources: the sign makes chance meetings cancel out (Weinberger et al., "Feature Hashing for Large
/// Scale Multitask Learning", 2009); runs with marks at both ends of the word are those of fastText
/// (Bojanowski et al., "Enriching Word Vectors with Subword Information", 2017); the root damps
/// repetition, as a root is exact everywhere where a logarithm is not. The hash is FNV-1a of 64 bits,
/// mixed by the finaliser of MurmurHash3 because its upper bits move too little.
#[derive(Debug, Clone, Copy, Default)]
pub struct HashedNgrams;

impl Embedder for HashedNgrams {
    fn name(&self) -> &'static str {
        "hashed-ngrams-1"
    }

    fn dimensions(&self) -> usize {
        NGRAM_DIMENSIONS
    }

    /// Three times the standard deviation `1/√dimensions` of the cosine of two random vectors.
    fn chance(&self) -> f32 {
        3.0 / (NGRAM_DIMENSIONS as f32).sqrt()
    }

    /// It knows less than the words themselves, which it sees through a hash.
    fn weight(&self) -> f32 {
        0.5
    }

    fn embed(&self, texts: &[TextWords<'_>]) -> Vec<f32> {
        let mut vectors = vec![0.0; texts.len() * NGRAM_DIMENSIONS];
        for (text, vector) in texts.iter().zip(vectors.chunks_exact_mut(NGRAM_DIMENSIONS)) {
            hash_into(vector, &text.terms);
        }
        vectors
    }
}

/// Makes the vector of a text from its words.
fn hash_into(vector: &mut [f32], terms: &[Term]) {
    let only_stop = terms.iter().all(|term| term.is_stop);
    // Sums of floats depend on their order: it is that of the words, whatever a text's is.
    let mut counts: BTreeMap<&Term, u32> = BTreeMap::new();
    for term in terms.iter().filter(|term| only_stop || !term.is_stop) {
        *counts.entry(term).or_default() += 1;
    }
    for (term, count) in counts {
        let weight = (count as f32).sqrt();
        add(vector, hash(b'w', term.stem.bytes()), weight);
        let marked: Vec<char> = "<".chars().chain(term.word.chars()).chain(">".chars()).collect();
        let number: usize = RUNS.iter().map(|run| marked.len().saturating_sub(run - 1)).sum();
        let each = weight / (number as f32).sqrt();
        for run in RUNS {
            for letters in marked.windows(run) {
                let bytes = letters.iter().flat_map(|letter| u32::from(*letter).to_le_bytes());
                add(vector, hash(b'r', bytes), each);
            }
        }
    }
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|number| *number /= length);
    }
}

/// Adds a feature at the position and with the sign that its hash gives it.
fn add(vector: &mut [f32], hash: u64, weight: f32) {
    // The upper half of the hash as a fraction of all positions: without bias, and without a division.
    let position = ((hash >> 32) * vector.len() as u64) >> 32;
    let sign = if hash & 1 == 0 { weight } else { -weight };
    // Below the number of positions, as a fraction of it is.
    vector[position as usize] += sign;
}

/// FNV-1a of a kind of feature and its bytes, and the finaliser of MurmurHash3 over it.
fn hash(kind: u8, bytes: impl Iterator<Item = u8>) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let fnv = std::iter::once(kind)
        .chain(bytes)
        .fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    let mixed = (fnv ^ (fnv >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    mixed ^ (mixed >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::dot;

    fn vector(text: &str) -> Vec<f32> {
        HashedNgrams.embed(&[TextWords::of(text)])
    }

    fn cosine(one: &str, other: &str) -> f32 {
        dot(&vector(one), &vector(other))
    }

    #[test]
    fn the_hash_is_the_same_everywhere() {
        // The finaliser over the published FNV-1a of "" (the offset) and of "a", whose first byte is
        // the kind here.
        assert_eq!(hash(b'a', std::iter::empty()), mixed(0xaf63_dc4c_8601_ec8c));
        assert_eq!(hash(b'f', b"oobar".iter().copied()), mixed(0x8594_4171_f739_67e8));
    }

    fn mixed(fnv: u64) -> u64 {
        let mixed = (fnv ^ (fnv >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        mixed ^ (mixed >> 33)
    }

    #[test]
    fn a_vector_never_changes_its_bits() {
        let bits: u64 = vector("Lucy walks in her sleep.")
            .iter()
            .flat_map(|number| number.to_bits().to_le_bytes())
            .fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));

        assert_eq!(bits, 8_135_725_712_640_359_935);
    }

    #[test]
    fn what_is_spelled_alike_is_alike() {
        let chance = HashedNgrams.chance();

        assert!(cosine("the churchyard at night", "the churchyard at night") > 0.999);
        let near = cosine("sleepwalking", "she walks in her sleep");
        assert!(near > 1.4 * chance, "{near}");
        assert!(cosine("the harbour", "many harbours") > 0.5);
        assert!(cosine("garlic flowers", "a train timetable").abs() < chance);
    }

    #[test]
    fn a_text_without_words_has_no_direction() {
        assert_eq!(vector("… — !"), vec![0.0; NGRAM_DIMENSIONS]);
        assert!(cosine("to be or not to be", "be to") > 0.3);
    }
}
