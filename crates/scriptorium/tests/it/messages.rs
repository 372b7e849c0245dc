//! Stories of messages.
