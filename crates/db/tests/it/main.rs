//! The tests of the database crate: what holds on both engines, and what each does when things
//! go wrong. One program, because linking is what a test run spends its time on.
//!
//! PostgreSQL is reached by the URL in `SCRIPTORIUM_TEST_POSTGRES`; without it, its tests fail.

#[cfg(test)]
mod support;

#[cfg(test)]
mod backups;
#[cfg(test)]
mod conformance;
#[cfg(test)]
mod engine_faults;
#[cfg(test)]
mod migrations;
#[cfg(test)]
mod postgres_faults;
#[cfg(test)]
mod sqlite_faults;
#[cfg(test)]
mod tables;
#[cfg(test)]
mod values;
#[cfg(test)]
mod writers;
