//! Tests of the interface: a service that really runs, called over HTTP or by its command line, on
//! every database. What kills programs or breaks disks is tested in `durability`, what is written
//! about the program in `repository`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[macro_use]
extern crate testing as support;

mod access;
mod agents;
mod assisted;
mod backups;
mod bounds;
mod clock;
mod demo;
mod docs;
mod documents;
mod events;
mod exports;
mod facts;
mod findings;
mod folders;
mod idempotency;
mod imports;
mod languages;
mod lengths;
mod lore;
mod mcp;
mod messages;
mod metrics;
mod models;
mod names;
mod nodes;
mod notifications;
mod operations;
mod page;
mod planning;
mod projects;
mod promises;
mod proposals;
mod quotations;
mod readiness;
mod refused;
mod replacements;
mod research;
mod server;
mod session;
mod skills;
mod speakers;
mod swarms;
mod terminal;
mod timelines;
mod trash;
mod validation;

mod commands;
mod logging;
mod settings;
