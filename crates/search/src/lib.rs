//! Finds passages of texts: by what they mean (vectors), by the words in them (BM25), and by both
//! together.
//!
//! A text is cut into [`passages`]; an [`Index`] keeps them with their words, and with their vectors as far
//! as somebody has made them; a [`SearchQuery`] is asked of it. Everything lies in memory and is exact: no
//! vector is left out of a search, and what was removed is not found. Nothing here reads a file, asks a
//! model, keeps a clock, or knows what the texts are.
//!
//! Vectors are made elsewhere. A passage without one is found by its words, among the others.

mod index;
mod inverted_index;
mod passages;
mod query;
mod ranking;
mod stop_words;
mod terms;
mod vectors;

pub use index::{Found, Hit, Index, Passage, PreparedDocument, Unembedded};
pub use inverted_index::{B, K1};
pub use passages::{PASSAGE_CHARS_MAX, parts, passages};
pub use query::{SearchLimits, SearchQuery};
pub use ranking::{CANDIDATES_MAX, CHANCE, CROWDING, UNKNOWN, WORD_SHARE_MIN, WORDS_WEIGHT};
pub use vectors::{PARTS_MAX, PassageVectors};
