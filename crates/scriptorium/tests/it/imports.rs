//! Stories of imports.
