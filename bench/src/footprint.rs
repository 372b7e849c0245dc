//! What the service needs when nobody asks anything, and after a fixed number of requests: CPU time
//! of a start, and resident memory.

use std::path::Path;
use std::time::Duration;

use xtask::failure::Outcome;

use crate::load::{Load, Runner};
use crate::report::{megabytes, milliseconds};
use crate::servers::{Server, ServerKind, Subject};
use crate::{process, seed};

/// How many starts are measured. The least CPU time and memory count, because a start is short and
/// a disturbance can only add to it.
pub(crate) const STARTS: usize = 5;

/// The service on an empty data folder.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    /// CPU time until it is ready.
    pub(crate) cpu: Duration,
    /// Resident memory at rest, in bytes.
    pub(crate) resident_memory: u64,
}

/// Starts the service several times, each on an empty folder.
pub(crate) fn start(subject: &Subject, folder: &Path) -> Outcome<Start> {
    let mut best = Start { cpu: Duration::MAX, resident_memory: u64::MAX };
    for round in 1..=STARTS {
        let server = Server::start(subject, &folder.join(format!("start-{round}")))?;
        let cpu = process::cpu_of_start(server.pid())?;
        process::wait_until_idle(server.pid())?;
        let resident_memory = process::resident_memory(server.pid())?;
        println!(
            "start of {}, round {round}: {:.1} ms CPU, {:.1} MB at rest",
            subject.kind.name(),
            milliseconds(cpu),
            megabytes(resident_memory)
        );
        best = Start {
            cpu: best.cpu.min(cpu),
            resident_memory: best.resident_memory.min(resident_memory),
        };
    }
    Ok(best)
}

/// Resident memory after a fixed number of requests.
pub(crate) struct ResidentMemory {
    pub(crate) kind: ServerKind,
    pub(crate) requests: u64,
    pub(crate) bytes: u64,
}

/// Sends mixed requests to a service that has done nothing else.
pub(crate) fn resident_memory(
    runner: &Runner,
    subject: &Subject,
    folder: &Path,
    requests: u64,
) -> Outcome<ResidentMemory> {
    let server = Server::start(subject, folder)?;
    seed::seed(&server, folder)?;
    runner.send(&Load::Mixed.target(&server, folder), requests)?;
    process::wait_until_idle(server.pid())?;
    let bytes = process::resident_memory(server.pid())?;
    let name = subject.kind.name();
    println!("memory of {name} after {requests} requests: {:.1} MB", megabytes(bytes));
    Ok(ResidentMemory { kind: subject.kind, requests, bytes })
}
