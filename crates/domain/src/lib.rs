//! Layer 1: values, validation and pure rules. No I/O, no async, no clock, no other crate of ours.

pub mod error;
pub mod field_error;
pub mod json;
pub mod model;
pub mod models;
pub mod patch;
pub mod phrases;

pub mod digest;
pub mod fold;
pub mod ids;
pub mod lengths;
pub mod page;
pub mod principal;
pub mod time;
pub mod tree;
pub mod versioned;

pub mod agents;
pub mod backups;
pub mod budgets;
pub mod documents;
pub mod events;
pub mod exports;
pub mod facts;
pub mod findings;
pub mod folders;
pub mod imports;
pub mod languages;
pub mod lore;
pub mod messages;
pub mod names;
pub mod nodes;
pub mod notifications;
pub mod projects;
pub mod promises;
pub mod prompts;
pub mod proposals;
pub mod quotations;
pub mod readiness;
pub mod replacements;
pub mod research;
pub mod resources;
pub mod sessions;
pub mod speakers;
pub mod steps;
pub mod story;
pub mod swarms;
pub mod timelines;
pub mod tools;
pub mod trash;
pub mod usage;

pub use error::{Error, ErrorChain, OrNone, Result};
pub use principal::Principal;
pub use time::Time;
