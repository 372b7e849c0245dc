//! Stories of crash.
