//! What is searched for, read once, and which hits are wanted.

use crate::{
    inverted_index::QueryWord,
    terms::{Term, parts, terms},
    vectors::QuestionVector,
};

/// What is searched for, read once.
#[derive(Debug)]
pub struct SearchQuery {
    pub(crate) vector: Option<QuestionVector>,
    /// Different words.
    pub(crate) words: Vec<QueryWord>,
}

impl SearchQuery {
    /// Reads a question. Its vector is one of length 1, made as those of the passages; without it only the
    /// words are compared. The commonest words count only where there are no others.
    pub fn new(text: &str, vector: Option<&[f32]>) -> Self {
        let mut terms = terms(text);
        if terms.iter().any(|term| !term.is_stop) {
            terms.retain(|term| !term.is_stop);
        }
        let word = |term: Term| QueryWord {
            parts: if term.is_stop { Vec::new() } else { parts(&term.word) },
            stem: term.stem.into_boxed_str(),
        };
        let mut words: Vec<QueryWord> = terms.into_iter().map(word).collect();
        words.sort_unstable();
        words.dedup_by(|one, other| one.stem == other.stem);
        Self { vector: vector.map(QuestionVector::new), words }
    }
}

/// Which hits are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchLimits<'w> {
    /// How many at the most.
    pub limit: usize,
    /// The least similarity, 0 to 1.
    pub similarity_min: f32,
    /// Only passages of this document.
    pub document: Option<&'w str>,
}
