//! Stories of agents.
