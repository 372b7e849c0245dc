//! Finds passages of texts: by what they are like (vectors), by the words in them (BM25), and by both
//! together.
//!
//! A text is cut into [`passages`]; an [`Index`] keeps them with their vectors and words; a
//! [`SearchQuery`] is asked of it. Everything lies in memory and is exact: no vector is left out of
//! a search, and what was removed is not found. Nothing here reads a file, asks a model, keeps a
//! clock, or knows what the texts are.
//!
//! The vectors are made by an [`Embedder`]. The only one so far, [`HashedNgrams`], needs no model: it
//! finds words and parts of words, not meanings, and says so by its name.

mod embed;
mod fusion;
mod index;
mod inverted_index;
mod passages;
mod stop_words;
mod terms;
mod vectors;

pub use embed::{Embedder, HashedNgrams, NGRAM_DIMENSIONS, TextWords};
pub use fusion::{RANK_CONSTANT, WORD_SHARE_MIN};
pub use index::{CANDIDATES_MIN, Hit, Index, Passage, PreparedDocument, SearchLimits, SearchQuery};
pub use inverted_index::{B, K1};
pub use passages::{PASSAGE_CHARS_MAX, passages};
