//! Stories of idempotency.
