//! Stories of events.
