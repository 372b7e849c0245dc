//! Stories of documents.
