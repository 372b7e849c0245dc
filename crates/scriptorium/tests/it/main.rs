//! Stories through the door: a studio that really runs, asked over HTTP, on every database; and the
//! tests that keep the house in order.
#![expect(clippy::unwrap_used, reason = "a story that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "the runner shows what a story that failed has said")]

#[macro_use]
mod support;

mod access;
mod agents;
mod backups;
mod bounds;
mod clients;
mod demo;
mod docs;
mod documents;
mod door;
mod events;
mod exports;
mod findings;
mod idempotency;
mod imports;
mod languages;
mod lengths;
mod lore;
mod messages;
mod metrics;
mod nodes;
mod notifications;
mod operations;
mod planning;
mod projects;
mod promises;
mod readiness;
mod refused;
mod research;
mod skills;
mod swarms;
mod timelines;
mod upgrades;
mod validation;

mod cli;
mod commands;
mod examples;
mod logging;
mod packaging;
mod settings;

mod coverage;
mod crash;
mod disk;
mod openapi;
mod tidy;
