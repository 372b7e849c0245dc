//! Stories of openapi.
