//! Stories of access.
