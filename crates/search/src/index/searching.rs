//! The search over the passages of an index.

use std::{hash::Hash, sync::Arc};

use super::{Index, Passage, Slot};
use crate::{
    inverted_index::WordFit,
    query::{SearchLimits, SearchQuery},
    ranking::{self, CANDIDATES_MAX, CHANCE, Candidate, WORD_SHARE_MIN},
};

/// What a search found.
#[derive(Debug, PartialEq)]
pub struct Found<'i, G> {
    /// The best passages, best first.
    pub hits: Vec<Hit<'i, G>>,
    /// The passages that were searched.
    pub passages: usize,
    /// Those of them that wait for a vector, or have one that was not compared.
    pub waiting: usize,
}

/// A passage that was found.
#[derive(Debug, PartialEq)]
pub struct Hit<'i, G> {
    /// The document it is of.
    pub document: &'i str,
    /// The group of the document.
    pub group: &'i G,
    /// Which passage of the document it is, from 0 on.
    pub number: usize,
    /// The passage.
    pub passage: &'i Passage,
    /// The cosine of a vector of it, or of a part of it, and the question's, 0 where it is below; the cosine of
    /// its words and the question's where there are no two vectors: 0 to 1.
    pub similarity: f32,
    /// Whether it is that of vectors.
    pub is_by_vectors: bool,
    /// How well it fits by its words (BM25): 0 when it has none of the question's.
    pub word_score: f32,
}

impl<G: Clone + Eq + Hash> Index<G> {
    /// The passages that answer a question best, of the groups that `permits` permits. A passage is found
    /// when it is more like the question than chance makes it, or has one of its rarer words. Of passages that
    /// answer equally well, one of a document that has fewer before it comes first.
    pub fn search(
        &self,
        question: &SearchQuery,
        wanted: SearchLimits<'_>,
        permits: impl Fn(&G) -> bool,
    ) -> Found<'_, G> {
        let permitted = self.permitted(wanted.document, permits);
        let fits = self.words.scores(&question.words, &permitted);
        let candidates = match &question.vector {
            None => fits.iter().map(|(slot, fit)| Candidate::of_words(*slot, *fit)).collect(),
            Some(vector) => {
                let mut of_slots = vec![WordFit::default(); permitted.len()];
                for (slot, fit) in &fits {
                    of_slots[*slot] = *fit;
                }
                let wholes = self.vectors.wholes(vector, |slot| permitted[slot]);
                let of_slot = |(slot, fit): (usize, WordFit)| {
                    let candidate = match wholes[slot] {
                        Some(cosine) => Candidate::of_vector(slot, fit, cosine),
                        None => Candidate::of_words(slot, fit),
                    };
                    permitted[slot].then_some(candidate)
                };
                let all = of_slots.into_iter().enumerate().filter_map(of_slot).collect();
                let count = wanted.limit.max(CANDIDATES_MAX);
                let mut near = self.best(all, count);
                for candidate in &mut near {
                    if candidate.is_by_vectors {
                        candidate.see_part(self.vectors.best_part(vector, candidate.slot));
                    }
                }
                near
            }
        };
        let best_word = fits.iter().map(|(_, fit)| fit.score).fold(0.0, f32::max);
        let is_found = |it: &Candidate| {
            let has_word = it.words.score > 0.0 && it.words.score >= WORD_SHARE_MIN * best_word;
            let is_near = it.is_by_vectors && it.similarity >= CHANCE;
            (has_word || is_near) && it.similarity >= wanted.similarity_min
        };
        let found: Vec<Candidate> = candidates.into_iter().filter(is_found).collect();
        let ranked = self.best(found, wanted.limit.max(CANDIDATES_MAX));
        let document = |slot: usize| Arc::as_ptr(&self.slots[slot].document);
        let chosen = ranking::spread(&ranked, wanted.limit, document);
        let (passages, waiting) = self.searched(&permitted, question.vector.is_some());
        let hits = chosen.into_iter().map(|candidate| self.hit(candidate)).collect();
        Found { hits, passages, waiting }
    }

    fn hit(&self, candidate: Candidate) -> Hit<'_, G> {
        let Slot { document, number, passage } = &self.slots[candidate.slot];
        Hit {
            document,
            group: &self.groups[self.slot_groups[candidate.slot] as usize],
            number: *number as usize,
            passage,
            similarity: candidate.similarity.max(0.0),
            is_by_vectors: candidate.is_by_vectors,
            word_score: candidate.words.score,
        }
    }

    /// How many slots are permitted, and how many of these wait for vectors. In a search without a vector all
    /// that have some wait for it.
    fn searched(&self, permitted: &[bool], is_by_vectors: bool) -> (usize, usize) {
        let waits = |document: &Arc<str>| {
            let slots = self.documents.get(document).map(|entry| entry.slots.clone());
            let slots = slots.into_iter().flatten();
            slots.filter(|slot| permitted[*slot] && !self.vectors.has(*slot)).count()
        };
        let waiting: usize = self.unembedded.iter().map(waits).sum();
        let slots = permitted.iter().enumerate().filter(|(_, permitted)| **permitted);
        let (mut passages, mut with_vectors) = (0, 0);
        for (slot, _) in slots {
            passages += 1;
            with_vectors += usize::from(!is_by_vectors && self.vectors.has(slot));
        }
        (passages, waiting + with_vectors)
    }

    /// Which slots may be found.
    fn permitted(&self, document: Option<&str>, permits: impl Fn(&G) -> bool) -> Vec<bool> {
        let groups: Vec<bool> = self.groups.iter().map(permits).collect();
        let of_group = |group: &u32| groups.get(*group as usize).copied().unwrap_or(false);
        let Some(document) = document else {
            return self.slot_groups.iter().map(of_group).collect();
        };
        let mut permitted = vec![false; self.slot_groups.len()];
        if let Some(entry) = self.documents.get(document) {
            permitted[entry.slots.clone()].fill(of_group(&entry.group));
        }
        permitted
    }

    /// The candidates with the highest scores, highest first. Equal ones go by document and passage, so
    /// that the order does not tell when a document came.
    fn best(&self, mut candidates: Vec<Candidate>, count: usize) -> Vec<Candidate> {
        let position = |slot: usize| (&self.slots[slot].document, self.slots[slot].number);
        let order = |one: &Candidate, other: &Candidate| {
            let by_score = other.score.total_cmp(&one.score);
            by_score.then_with(|| position(one.slot).cmp(&position(other.slot)))
        };
        if candidates.len() > count {
            if count == 0 {
                return Vec::new();
            }
            candidates.select_nth_unstable_by(count - 1, order);
            candidates.truncate(count);
        }
        candidates.sort_unstable_by(order);
        candidates
    }
}
