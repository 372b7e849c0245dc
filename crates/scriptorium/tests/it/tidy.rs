//! Stories of tidy.
