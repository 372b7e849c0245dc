//! Stories of coverage.
