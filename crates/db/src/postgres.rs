//! PostgreSQL: a bounded number of plain threads, each with a client of its own.
//!
//! The synchronous driver must not be used, and not even dropped, on a thread of the runtime. So each
//! client is made, used and dropped on one of these threads, and async callers hand over their closures
//! through a queue.

mod connect;
mod session;
mod value;
mod worker;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::call::{Closure, Job, Mode, block_on, erased, submit};
use crate::damage::Damage;
use crate::error::Error;
use crate::meter::{Meter, Statistics};
use crate::migrate::{MIGRATION_WAIT_MAX_MS, Migrated, Migration, apply, check_order};
use crate::queue::Queue;
use connect::Server;
pub(crate) use session::Session;
use worker::Worker;

/// How a PostgreSQL database is opened.
#[derive(Debug, Clone)]
pub struct PostgresOptions {
    /// How many connections there are, each with a thread.
    pub threads: usize,
    /// How many closures wait at most before callers wait for space in the queue.
    pub queue_max: usize,
    /// How long one statement may run, in milliseconds.
    pub statement_timeout_ms: u32,
    /// How long one statement may wait for a lock, in milliseconds.
    pub lock_timeout_ms: u32,
    /// How long a connection may take to be made, in milliseconds, for each address. The URL's
    /// own `connect_timeout` goes before.
    pub connect_timeout_ms: u32,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        PostgresOptions {
            threads: 8,
            queue_max: 1_024,
            statement_timeout_ms: 30_000,
            lock_timeout_ms: 10_000,
            connect_timeout_ms: 5_000,
        }
    }
}

pub(crate) struct Postgres {
    queue: Arc<Queue<Box<dyn Job>>>,
    meter: Arc<Meter>,
    closing: Arc<Closing>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    scans_max: usize,
    damage: Damage,
}

/// Whether the database is being closed, so that no thread waits for its next try then.
#[derive(Default)]
struct Closing {
    begun: Mutex<bool>,
    changed: Condvar,
}

/// Programs that migrate the same database at once wait for each other at this number.
const MIGRATION_LOCK: i64 = i64::from_be_bytes(*b"migrate!");

/// How long one statement of a migration may run.
const MIGRATION_STATEMENT: &str = "SET LOCAL statement_timeout = '1h'";

impl Postgres {
    /// Connects once, to find out early whether it can be done.
    pub(crate) fn open(url: &str, options: PostgresOptions) -> Result<Postgres, Error> {
        let server = Arc::new(Server::new(url, &options)?);
        std::thread::scope(|scope| {
            scope.spawn(|| server.check_database()).join().unwrap_or(Err(Error::Panicked))
        })?;

        let queue = Arc::new(Queue::new(options.queue_max));
        let (closing, meter) = (Arc::new(Closing::default()), Arc::new(Meter::default()));
        let threads = options.threads.max(1);
        let postgres = Postgres {
            queue: queue.clone(),
            meter: meter.clone(),
            closing: closing.clone(),
            threads: Mutex::new(Vec::with_capacity(threads)),
            // Long reads must leave threads for short ones.
            scans_max: threads.div_ceil(2),
            damage: server.damage.clone(),
        };
        for number in 0..threads {
            let worker = Worker::new(server.clone(), queue.clone(), closing.clone(), meter.clone());
            let thread = std::thread::Builder::new()
                .name(format!("db-postgres-{number}"))
                .spawn(move || worker.serve())
                .map_err(|error| Error::file("starting a thread of the database", error))?;
            postgres.threads().push(thread);
        }
        Ok(postgres)
    }

    /// Runs a closure on one of the threads.
    pub(crate) async fn call(&self, mode: Mode, closure: Closure) -> Result<(), Error> {
        submit(&self.queue, mode, closure).await
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.meter.read(self.queue.len(), self.damage.full())
    }

    pub(crate) fn note_damage(&self, what: &str) {
        self.damage.note(what);
    }

    pub(crate) fn is_damaged(&self) -> bool {
        self.damage.is_known()
    }

    pub(crate) fn scans_max(&self) -> usize {
        self.scans_max
    }

    pub(crate) fn migrate(&self, migrations: &[Migration]) -> Result<Migrated, Error> {
        check_order(migrations)?;
        let migrations = migrations.to_vec();
        let (closure, outcome) = erased(move |tx| {
            tx.batch(&format!(
                "SET LOCAL lock_timeout = {MIGRATION_WAIT_MAX_MS}; {MIGRATION_STATEMENT}"
            ))?;
            tx.row("SELECT pg_advisory_xact_lock(?1)", (MIGRATION_LOCK,))?;
            apply(tx, &migrations)
        });
        block_on(self.call(Mode::Write, closure))?;
        let (from, to) = outcome.take()??;
        Ok(Migrated { from, to, backup: None })
    }

    pub(crate) fn close(&self) {
        self.closing.begin();
        self.queue.close();
        let threads = std::mem::take(&mut *self.threads());
        for thread in threads {
            // The last handle may be dropped by a closure, on one of these threads.
            if thread.thread().id() != std::thread::current().id() && thread.join().is_err() {
                tracing::error!("a thread of the database ended by a panic");
            }
        }
    }

    fn threads(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.close();
    }
}

impl Closing {
    fn begin(&self) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Lets some time pass, unless the end comes first.
    fn wait(&self, at_most: Duration) {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_timeout_while(begun, at_most, |begun| !*begun));
    }
}
