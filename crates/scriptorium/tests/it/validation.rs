//! Stories of validation.
