//! Lets a test kill the process before or after any transaction of the worker, by SIGKILL. Release
//! builds do not contain it.

use std::{
    process::Command,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// The variable that says at which of the passages the process dies, counted from 1.
const DIE_AT: &str = "SWARMS_DIE_AT_PASSAGE";

/// Passes a place between two steps; perhaps not alive.
pub(super) fn pass() {
    static DIE_AT_PASSAGE: OnceLock<Option<u64>> = OnceLock::new();
    static PASSAGES: AtomicU64 = AtomicU64::new(0);
    let Some(at) = DIE_AT_PASSAGE.get_or_init(|| std::env::var(DIE_AT).ok()?.parse().ok()) else {
        return;
    };
    if PASSAGES.fetch_add(1, Ordering::AcqRel) + 1 == *at {
        let killed =
            Command::new("/bin/kill").args(["-KILL", &std::process::id().to_string()]).status();
        // Whoever is still here could not be killed, and must not go on as if nothing had been.
        panic!("the process should be dead: {killed:?}");
    }
}
