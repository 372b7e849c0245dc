//! Tests of what survives: programs that are killed, disks that lose their power, fail, are full or
//! change what they keep, lines to the database that are cut.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "the runner shows what a test that failed has printed")]

#[macro_use]
extern crate testing as support;

mod assisted;
mod assisted_swarm;
mod backups;
mod crash;
mod cut;
mod disk;
mod folders;
mod messages;
mod swarms;
