//! How many files, connections among them, the system lets this process have open. Many systems give
//! 1,024 unless asked for more, which is less than the service needs.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files besides the callers' connections: the database, the log, connections to PostgreSQL.
const OTHERS_MAX: u64 = 512;

/// Asks for as many as the system gives, and says so when they are not enough for so many
/// connections of callers and so many to model servers.
pub(crate) fn raise_limit(connections_max: usize, calls_max: usize) {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, ..limit };
    // Where the system refuses, what it gave before counts.
    let allowed = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => raised.current,
        Err(_) => limit.current,
    };
    if let Some(allowed) = allowed
        && allowed < (connections_max + calls_max) as u64 + OTHERS_MAX
    {
        tracing::warn!(
            allowed,
            "the system allows fewer open files than `server.connections_max` and \
             `model.parallel_max` need"
        );
    }
}
