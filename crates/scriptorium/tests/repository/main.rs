//! Tests of the repository: its documents say what is true, its examples work as they are typed, its
//! sources keep to its layers and its style, and its licences are there.

#![expect(clippy::print_stdout, reason = "the runner shows what a failed test printed")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[macro_use]
extern crate testing as support;

mod chance;
mod cli;
mod clients;
mod coverage;
mod examples;
mod openapi;
mod packaging;
mod severities;
mod tidy;
