//! What every test program needs: a service that really runs, on the database that the test is for,
//! with a clock that stands still; a caller that speaks HTTP to it; and the program as a process.
//! There is nothing of it in the program itself.

#![expect(clippy::print_stdout, reason = "the runner shows what a failed test printed")]

pub mod backups;
pub mod chance;
pub mod conformance;
pub mod consistency;
pub mod coverage;
mod database;
mod listener;
pub mod openapi;
pub mod program;
mod reply;
pub mod schema;
mod studio;

use std::time::{Duration, Instant};

use domain::Time;

pub use database::Database;
pub use listener::{Heard, Listener};
pub use reply::{JSON, Reply, Text};
pub use studio::Studio;

/// Runs a test on each database, as two tests of its name. `fn name(studio)` borrows the service;
/// `fn name(mut studio)` may stop and restart it. Settings other than the defaults follow:
/// `fn name(studio, "agents.mailbox_max" = "2")`. With `fn name(studio, model = script)` before them, the
/// agents have a model, whose server does what the script says: see [`Studio::open_with_model`].
#[macro_export]
macro_rules! service_test {
    (
        $(#[$attribute:meta])*
        fn $name:ident(mut $studio:ident $(, $key:literal = $value:literal)*) $body:block
    ) => {
        $crate::service_test!(
            @ [$(#[$attribute])*] $name
            [|engine| $crate::Studio::open_with(engine, &[$(($key, $value)),*])]
            $studio [&mut] $body
        );
    };
    (
        $(#[$attribute:meta])*
        fn $name:ident($studio:ident $(, $key:literal = $value:literal)*) $body:block
    ) => {
        $crate::service_test!(
            @ [$(#[$attribute])*] $name
            [|engine| $crate::Studio::open_with(engine, &[$(($key, $value)),*])]
            $studio [&] $body
        );
    };
    (
        $(#[$attribute:meta])*
        fn $name:ident(
            mut $studio:ident, model = $script:expr $(, $key:literal = $value:literal)*
        ) $body:block
    ) => {
        $crate::service_test!(
            @ [$(#[$attribute])*] $name
            [|engine| $crate::Studio::open_with_model(engine, $script, &[$(($key, $value)),*])]
            $studio [&mut] $body
        );
    };
    (
        $(#[$attribute:meta])*
        fn $name:ident(
            $studio:ident, model = $script:expr $(, $key:literal = $value:literal)*
        ) $body:block
    ) => {
        $crate::service_test!(
            @ [$(#[$attribute])*] $name
            [|engine| $crate::Studio::open_with_model(engine, $script, &[$(($key, $value)),*])]
            $studio [&] $body
        );
    };
    (
        @ [$(#[$attribute:meta])*] $name:ident [$open:expr] $studio:ident [$($borrowed:tt)+]
        $body:block
    ) => {
        mod $name {
            #[expect(clippy::allow_attributes, reason = "not every test names something")]
            #[allow(unused_imports)]
            use super::*;

            #[expect(clippy::allow_attributes, reason = "not every test calls its service")]
            #[allow(unused_variables, unused_mut)]
            fn test_body($studio: $($borrowed)+ $crate::Studio) $body

            #[expect(clippy::allow_attributes, reason = "not every test restarts its service")]
            #[allow(unused_mut)]
            fn test_on(engine: $crate::Engine) {
                let mut studio = ($open)(engine);
                // One snapshot serves both databases.
                insta::allow_duplicates! { test_body($($borrowed)+ studio) }
            }

            #[test]
            $(#[$attribute])*
            fn sqlite() {
                test_on($crate::Engine::Sqlite);
            }

            #[test]
            $(#[$attribute])*
            fn postgres() {
                test_on($crate::Engine::Postgres);
            }
        }
    };
}

/// The databases that every test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// A file of its own.
    Sqlite,
    /// A database of its own on the server that the test runner started.
    Postgres,
}

/// When every test begins.
pub const BEGINNING: Time = Time::from_millis(1_795_000_000_000);

/// How long a test waits for what must come: long, as it is waited to the end only where a test fails,
/// and a machine may be busy with other things.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until `condition` holds, as [`Studio::until`] does.
pub fn until<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(Instant::now() < deadline, "waited too long for {what}");
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

/// The error of a change whose outcome is unknown.
pub const UNKNOWN: &str = "The commit failed, so it is unknown whether the change was stored: \
    send the same request again if it has an Idempotency-Key, or read the record first";
