//! Reading connections: one per thread that reads, and a few set aside for long reads.
//!
//! A read is called in place, because crossing to another thread costs more than the read. The
//! connections lie in thread-local storage but belong to their database: each is also known,
//! weakly, to the list of its database, so that closing reaches into the threads and a thread that
//! ends takes its connection along. There is no pool that grows: a thread has one, or none.

mod aside;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

use aside::{Aside, SteppedAside};

use super::connect::{Link, Place};
use super::statement::control;
use crate::call::{Outcome, attempt};
use crate::error::Error;
use crate::tx::Tx;

pub(super) struct Readers {
    /// Tells databases of one process apart, for the threads that read several.
    database: u64,
    place: Arc<Place>,
    closed: AtomicBool,
    all: Mutex<Vec<Weak<Slot>>>,
    /// Connections for long reads that are not in use. Their number is bounded by the caller.
    for_scans: Mutex<Vec<Arc<Slot>>>,
    aside: Aside,
}

/// A place for one connection. The lock is never contended but by whoever closes it.
struct Slot(Mutex<Option<Link>>);

thread_local! {
    static MINE: RefCell<Vec<(u64, Arc<Slot>)>> = const { RefCell::new(Vec::new()) };
}

const READING: &str = "beginning a read";

impl Readers {
    pub(super) fn new(place: Arc<Place>) -> Readers {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Readers {
            database: NEXT.fetch_add(1, Ordering::Relaxed),
            place,
            closed: AtomicBool::new(false),
            all: Mutex::new(Vec::new()),
            for_scans: Mutex::new(Vec::new()),
            aside: Aside::default(),
        }
    }

    /// Reads with the connection of this thread.
    pub(super) fn read<T, E, F>(&self, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        self.read_with(&self.of_this_thread(), closure, in_one_snapshot)
    }

    /// As [`Readers::read`], each statement seeing the moment it runs in.
    pub(super) fn glance<T, E, F>(&self, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        self.read_with(&self.of_this_thread(), closure, statement_by_statement)
    }

    /// Reads with a connection set aside. The caller bounds how many do so at once.
    pub(super) fn scan<T, E, F>(&self, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        let idle = self.for_scans.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let slot = idle.unwrap_or_else(|| self.new_slot());
        let outcome = self.read_with(&slot, closure, in_one_snapshot);
        self.for_scans.lock().unwrap_or_else(PoisonError::into_inner).push(slot);
        outcome
    }

    /// Waits for reads in progress and closes every connection.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        let all = std::mem::take(&mut *self.all.lock().unwrap_or_else(PoisonError::into_inner));
        for slot in all.iter().filter_map(Weak::upgrade) {
            *slot.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    /// Closes every connection, when the reads in progress have ended within this time. Others wait
    /// until what is answered is dropped.
    pub(super) fn step_aside(&self, patience: Duration) -> Option<SteppedAside<'_>> {
        let until = Instant::now() + patience;
        let aside = self.aside.ask();
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let all: Vec<_> = all.iter().filter_map(Weak::upgrade).collect();
        for slot in all {
            loop {
                if let Some(mut link) = slot.try_lock() {
                    *link = None;
                    break;
                }
                if !self.aside.wait_for_a_reader(until) {
                    return None;
                }
            }
        }
        Some(aside)
    }

    fn of_this_thread(&self) -> Arc<Slot> {
        MINE.with_borrow_mut(|mine| {
            if let Some((_, slot)) = mine.iter().rev().find(|(of, _)| *of == self.database) {
                return slot.clone();
            }
            // Slots that no database fills any more would otherwise gather in long-lived threads.
            mine.retain(|(_, slot)| slot.is_in_use());
            let slot = self.new_slot();
            mine.push((self.database, slot.clone()));
            slot
        })
    }

    fn new_slot(&self) -> Arc<Slot> {
        let slot = Arc::new(Slot(Mutex::new(None)));
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|slot| slot.strong_count() > 0);
        all.push(Arc::downgrade(&slot));
        slot
    }

    fn read_with<T, E, F>(
        &self,
        slot: &Slot,
        closure: &F,
        run: fn(&Link, &F) -> Outcome<T, E>,
    ) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        let mut link = self.take(slot)?;
        if link.is_none() {
            *link = Some(self.place.reader()?);
        }
        let open = link.as_ref().expect("a connection was put there above");
        let outcome = run(open, closure);
        if !open.connection.is_autocommit() && control(&open.connection, "ROLLBACK").is_err() {
            *link = None;
        }
        drop(link);
        self.aside.a_reader_has_ended();
        outcome
    }

    /// The connection in a slot, for as long as a read takes.
    fn take<'s>(&self, slot: &'s Slot) -> Result<MutexGuard<'s, Option<Link>>, Error> {
        let mut has_looked = false;
        loop {
            let link = slot.try_lock();
            // Looked at under the lock: whoever closes sets this first and takes the lock then.
            if self.closed.load(Ordering::SeqCst) {
                return Err(Error::Closed);
            }
            let is_asked_aside = self.aside.is_asked();
            match link {
                Some(link) if !is_asked_aside => return Ok(link),
                None if !is_asked_aside && has_looked => {
                    return Err(Error::other(
                        READING,
                        "this thread is in the middle of another read",
                    ));
                }
                // Whoever asked may have been at this slot, and be done just now.
                None if !is_asked_aside => has_looked = true,
                link => {
                    drop(link);
                    let patience = Duration::from_millis(self.place.options.busy_timeout_ms.into());
                    if !self.aside.wait_until_over(patience) {
                        return Err(Error::Busy);
                    }
                    has_looked = false;
                }
            }
        }
    }
}

fn statement_by_statement<T, E, F>(link: &Link, closure: &F) -> Outcome<T, E>
where
    F: Fn(&mut Tx<'_>) -> Result<T, E>,
{
    link.start_clock();
    attempt(closure, &mut Tx::sqlite(&link.connection, &link.damage)).0
}

fn in_one_snapshot<T, E, F>(link: &Link, closure: &F) -> Outcome<T, E>
where
    F: Fn(&mut Tx<'_>) -> Result<T, E>,
{
    link.start_clock();
    control(&link.connection, "BEGIN").map_err(|fault| fault.into_error(READING))?;
    let (outcome, _) = attempt(closure, &mut Tx::sqlite(&link.connection, &link.damage));
    // Nothing was written, so it does not matter how the transaction ends, as long as it does.
    if let Err(fault) = control(&link.connection, "COMMIT") {
        tracing::warn!(error = %fault.text, "a read transaction did not end in order");
    }
    outcome
}

impl Slot {
    /// None while somebody else is at it.
    fn try_lock(&self) -> Option<MutexGuard<'_, Option<Link>>> {
        match self.0.try_lock() {
            Ok(link) => Some(link),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    fn is_in_use(&self) -> bool {
        self.0.try_lock().map_or(true, |link| link.is_some())
    }
}
