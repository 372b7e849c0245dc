//! How passages are put in order: a sum of what their vectors and what their words say. Scores are added and
//! not ranks, because a rare word has a high score and a common one has not. The weights are those that
//! answered most on the novels that docs/decisions/0024 names, and so is the table of what each answered.

use std::collections::HashMap;

use crate::inverted_index::WordFit;

/// What a score by words (BM25) of 1 counts, as a cosine.
pub const WORDS_WEIGHT: f32 = 0.016;

/// The cosine of a passage that waits for its vector: about that of one that has the words.
pub const UNKNOWN: f32 = 0.28;

/// How much the next passage of a document loses for each one of it that comes before: of equally good ones,
/// that of another document comes first.
pub const CROWDING: f32 = 0.005;

/// The cosine up to which a passage may be like a question by chance alone.
pub const CHANCE: f32 = 0.2;

/// A passage is found by words from this share of the best one's score on: where no rare word matches, what
/// follows is in no order worth showing.
pub const WORD_SHARE_MIN: f32 = 0.15;

/// Passages whose parts are compared with a question: those that the whole passages and the words put first.
pub const CANDIDATES_MAX: usize = 1_000;

/// A passage that may be found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) slot: usize,
    pub(crate) words: WordFit,
    pub(crate) similarity: f32,
    pub(crate) is_by_vectors: bool,
    pub(crate) score: f32,
}

impl Candidate {
    /// One without a vector, or in a search without one.
    pub(crate) fn of_words(slot: usize, words: WordFit) -> Self {
        let score = UNKNOWN + WORDS_WEIGHT * words.score;
        Self { slot, words, similarity: words.similarity, is_by_vectors: false, score }
    }

    /// One whose vector has this cosine with that of the question.
    pub(crate) fn of_vector(slot: usize, words: WordFit, cosine: f32) -> Self {
        let score = cosine + WORDS_WEIGHT * words.score;
        Self { slot, words, similarity: cosine, is_by_vectors: true, score }
    }

    /// Takes the highest cosine of a part of it into account: for the order as much as that of the whole.
    pub(crate) fn see_part(&mut self, cosine: Option<f32>) {
        let Some(cosine) = cosine else { return };
        self.score += (cosine - self.similarity) / 2.0;
        self.similarity = self.similarity.max(cosine);
    }
}

/// The first `limit` of these candidates, which are sorted, when each loses [`CROWDING`] for every candidate
/// of its document before it.
pub(crate) fn spread<D: std::hash::Hash + Eq>(
    ranked: &[Candidate],
    limit: usize,
    document: impl Fn(usize) -> D,
) -> Vec<Candidate> {
    let mut by_document: HashMap<D, usize> = HashMap::new();
    let mut left: Vec<Candidate> = ranked.to_vec();
    let mut chosen = Vec::with_capacity(limit.min(ranked.len()));
    while chosen.len() < limit && !left.is_empty() {
        let mut best: Option<(usize, f32)> = None;
        for (at, candidate) in left.iter().enumerate() {
            if best.is_some_and(|(_, score)| candidate.score <= score) {
                // Those behind it are no better, whatever they lose.
                break;
            }
            let before = by_document.get(&document(candidate.slot)).copied().unwrap_or(0);
            let score = candidate.score - CROWDING * before as f32;
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((at, score));
            }
        }
        let Some((at, _)) = best else { break };
        let candidate = left.remove(at);
        *by_document.entry(document(candidate.slot)).or_default() += 1;
        chosen.push(candidate);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(slot: usize, cosine: f32) -> Candidate {
        Candidate::of_vector(slot, WordFit::default(), cosine)
    }

    fn slots(ranked: &[Candidate], limit: usize) -> Vec<usize> {
        // Ten slots a document.
        spread(ranked, limit, |slot| slot / 10).into_iter().map(|it| it.slot).collect()
    }

    #[test]
    fn passages_of_one_document_come_first_only_when_they_are_better() {
        let alike = [(0, 0.5), (1, 0.499), (2, 0.498), (10, 0.497), (20, 0.496)];
        let better = [(0, 0.5), (1, 0.49), (2, 0.48), (10, 0.4), (20, 0.39)];
        let of = |all: [(usize, f32); 5]| all.map(|(slot, cosine)| candidate(slot, cosine));

        assert_eq!(slots(&of(alike), 5), [0, 10, 20, 1, 2]);
        assert_eq!(slots(&of(better), 4), [0, 1, 2, 10]);
        assert_eq!(slots(&of(better), 0), [0; 0]);
        assert_eq!(slots(&[], 3), [0; 0]);
    }

    #[test]
    fn the_nearest_part_counts_as_much_as_the_whole() {
        let seen = |part| {
            let mut one = candidate(0, 0.3);
            one.see_part(part);
            [one.similarity, one.score].map(|number| (number * 1_000.0).round())
        };

        assert_eq!(seen(None), [300.0, 300.0]);
        assert_eq!(seen(Some(0.5)), [500.0, 400.0]);
        assert_eq!(seen(Some(0.1)), [300.0, 200.0]);
    }

    #[test]
    fn a_passage_that_waits_for_its_vector_stands_among_the_others_by_its_words() {
        let words = |score| WordFit { score, similarity: 0.1 };
        let waits = Candidate::of_words(0, words(10.0));

        assert!(waits.score > Candidate::of_vector(1, words(2.0), 0.3).score);
        assert!(waits.score < Candidate::of_vector(1, words(10.0), 0.4).score);
        assert_eq!(waits.similarity, 0.1);
    }
}
