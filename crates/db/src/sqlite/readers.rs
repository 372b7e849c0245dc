//! Reading connections: one per thread that reads, and a few more for long reads.
//!
//! A read runs on the thread that asks for it, because a hand-over to another thread costs more than
//! the read. The connections are thread-local; their database has weak references to all of them, so
//! that `close` closes them in every thread, and a thread that ends closes its own.

mod pause;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

use pause::{Pause, Paused};

use super::connect::{DatabaseFile, Session};
use super::statement::control;
use crate::call::{Verdict, attempt};
use crate::error::{Error, Fault};
use crate::tx::Tx;

pub(super) struct Readers {
    /// The number of this database in the process: a thread may read several.
    database: u64,
    file: Arc<DatabaseFile>,
    closed: AtomicBool,
    all: Mutex<Vec<Weak<Slot>>>,
    /// Connections for long reads that are not in use. Their number is bounded by the caller.
    for_scans: Mutex<Vec<Arc<Slot>>>,
    pause: Pause,
}

/// Where one connection is kept.
#[derive(Default)]
struct Slot {
    /// Contended only while the database closes its connections.
    reader: Mutex<Option<Session>>,
    /// Whether the thread it belongs to is reading.
    is_in_use: AtomicBool,
}

/// The connection in a slot while a read uses it.
struct InUse<'s> {
    reader: MutexGuard<'s, Option<Session>>,
    slot: &'s Slot,
}

thread_local! {
    static OF_THIS_THREAD: RefCell<Vec<(u64, Arc<Slot>)>> = const { RefCell::new(Vec::new()) };
}

const READING: &str = "beginning a read";

impl Readers {
    pub(super) fn new(file: Arc<DatabaseFile>) -> Readers {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Readers {
            database: NEXT.fetch_add(1, Ordering::Relaxed),
            file,
            closed: AtomicBool::new(false),
            all: Mutex::new(Vec::new()),
            for_scans: Mutex::new(Vec::new()),
            pause: Pause::default(),
        }
    }

    /// Reads with the connection of this thread.
    pub(super) fn read(
        &self,
        closure: &mut dyn FnMut(&mut Tx<'_>) -> Verdict,
    ) -> Result<(), Error> {
        self.read_with(&self.of_this_thread(), closure)
    }

    /// Reads with one of the connections for long reads. The caller bounds how many do so at once.
    pub(super) fn scan(
        &self,
        closure: &mut dyn FnMut(&mut Tx<'_>) -> Verdict,
    ) -> Result<(), Error> {
        let idle = self.for_scans.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let slot = idle.unwrap_or_else(|| self.new_slot());
        let end = self.read_with(&slot, closure);
        self.for_scans.lock().unwrap_or_else(PoisonError::into_inner).push(slot);
        end
    }

    /// Waits for reads in progress and closes every connection.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        let all = std::mem::take(&mut *self.all.lock().unwrap_or_else(PoisonError::into_inner));
        for slot in all.iter().filter_map(Weak::upgrade) {
            *slot.lock() = None;
        }
    }

    /// Closes every connection if the reads in progress end within this time. New reads wait until the
    /// returned guard is dropped.
    pub(super) fn pause(&self, patience: Duration) -> Option<Paused<'_>> {
        let until = Instant::now() + patience;
        let paused = self.pause.begin();
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let all: Vec<_> = all.iter().filter_map(Weak::upgrade).collect();
        for slot in all {
            loop {
                if let Some(mut reader) = slot.try_lock() {
                    *reader = None;
                    break;
                }
                if !self.pause.wait_for_reader(until) {
                    return None;
                }
            }
        }
        Some(paused)
    }

    fn of_this_thread(&self) -> Arc<Slot> {
        OF_THIS_THREAD.with_borrow_mut(|mine| {
            if let Some((_, slot)) = mine.iter().rev().find(|(of, _)| *of == self.database) {
                return slot.clone();
            }
            // Slots of closed databases would otherwise pile up in long-lived threads.
            mine.retain(|(_, slot)| slot.is_filled());
            let slot = self.new_slot();
            mine.push((self.database, slot.clone()));
            slot
        })
    }

    fn new_slot(&self) -> Arc<Slot> {
        let slot = Arc::new(Slot::default());
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|slot| slot.strong_count() > 0);
        all.push(Arc::downgrade(&slot));
        slot
    }

    /// Reads with the connection of a slot, and opens it first if there is none.
    fn read_with(
        &self,
        slot: &Slot,
        closure: &mut dyn FnMut(&mut Tx<'_>) -> Verdict,
    ) -> Result<(), Error> {
        let mut in_use = self.take(slot)?;
        if in_use.reader.is_none() {
            *in_use.reader = Some(self.file.reader()?);
        }
        let session = in_use.reader.as_ref().expect("it was put there above");
        let end = read(session, closure);
        if !session.is_usable() {
            *in_use.reader = None;
        }
        drop(in_use);
        self.pause.reader_ended();
        end
    }

    /// The connection in a slot, for as long as a read takes.
    fn take<'s>(&self, slot: &'s Slot) -> Result<InUse<'s>, Error> {
        let patience = Duration::from_millis(self.file.options.busy_timeout_ms.into());
        let mut in_use = slot.begin()?;
        loop {
            // Checked under the lock: `close` sets it before it takes the lock.
            if self.closed.load(Ordering::SeqCst) {
                return Err(Error::Closed);
            }
            if !self.pause.is_on() {
                return Ok(in_use);
            }
            drop(in_use);
            if !self.pause.wait_until_over(patience) {
                return Err(Error::Busy);
            }
            in_use = slot.begin()?;
        }
    }
}

impl Slot {
    /// Takes the connection, if there is one, for a read of the thread the slot belongs to.
    fn begin(&self) -> Result<InUse<'_>, Error> {
        if self.is_in_use.swap(true, Ordering::Relaxed) {
            let why = "this thread is in the middle of another read";
            return Err(Error::other(READING, why));
        }
        Ok(InUse { reader: self.lock(), slot: self })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Session>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None while another thread has it.
    fn try_lock(&self) -> Option<MutexGuard<'_, Option<Session>>> {
        match self.reader.try_lock() {
            Ok(reader) => Some(reader),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Whether there is a connection, or may be.
    fn is_filled(&self) -> bool {
        self.try_lock().is_none_or(|reader| reader.is_some())
    }
}

impl Drop for InUse<'_> {
    fn drop(&mut self) {
        self.slot.is_in_use.store(false, Ordering::Relaxed);
    }
}

/// Runs a closure in a transaction that only reads.
fn read(session: &Session, closure: &mut dyn FnMut(&mut Tx<'_>) -> Verdict) -> Result<(), Error> {
    control(&session.connection, "BEGIN").map_err(|fault| fault.into_error(READING))?;
    session.start_clock();
    let (end, _) = attempt(closure, &mut Tx::sqlite(&session.connection, &session.damage));
    // The end of the transaction has no deadline.
    session.stop_clock();
    // Nothing was written, so it does not matter how the transaction ends. After certain errors the
    // engine has ended it already.
    if !session.connection.is_autocommit()
        && let Err(Fault { text, .. }) = control(&session.connection, "COMMIT")
    {
        tracing::warn!(error = %text, "a read transaction did not end in order");
    }
    end
}
