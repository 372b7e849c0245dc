//! Stories of operations.
