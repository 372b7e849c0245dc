//! Reading connections: one per thread that reads, and a few set aside for long reads.
//!
//! A read is called in place, because crossing to another thread costs more than the read. The
//! connections lie in thread-local storage but belong to their database: each is also known,
//! weakly, to the list of its database, so that closing reaches into the threads and a thread that
//! ends takes its connection along. There is no pool that grows: a thread has one, or none.

mod aside;
mod kept;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

use aside::{Aside, SteppedAside};

pub(super) use kept::Moment;
use kept::{Reader, View};
pub use kept::{in_place, rest};

use super::connect::Place;
use crate::call::Outcome;
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

/// A place for one connection.
#[derive(Default)]
struct Slot {
    /// Contended only by whoever closes it or ends the snapshot it has kept, for a moment.
    reader: Mutex<Option<Reader>>,
    /// Whether the thread it belongs to is reading.
    is_in_use: AtomicBool,
}

/// The connection in a slot that is read with.
struct InUse<'s> {
    reader: MutexGuard<'s, Option<Reader>>,
    slot: &'s Slot,
}

thread_local! {
    static MINE: RefCell<Vec<(u64, Arc<Slot>)>> = const { RefCell::new(Vec::new()) };
}

const READING: &str = "beginning a read";

/// Ends the snapshots that this thread has kept.
fn let_go_of_this_thread() {
    MINE.with_borrow(|mine| mine.iter().for_each(|(_, slot)| slot.let_go()));
}

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
        self.read_here(View::Snapshot, closure)
    }

    /// As [`Readers::read`], each statement seeing the moment it runs in, or that of what was kept.
    pub(super) fn glance<T, E, F>(&self, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        self.read_here(View::Statement, closure)
    }

    /// Reads with a connection set aside. The caller bounds how many do so at once.
    pub(super) fn scan<T, E, F>(&self, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        let idle = self.for_scans.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let slot = idle.unwrap_or_else(|| self.new_slot());
        let outcome = self.read_with(&slot, |reader| reader.read(View::Snapshot, None, closure));
        self.for_scans.lock().unwrap_or_else(PoisonError::into_inner).push(slot);
        outcome
    }

    /// Waits for reads in progress and closes every connection.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        let all = std::mem::take(&mut *self.all.lock().unwrap_or_else(PoisonError::into_inner));
        for slot in all.iter().filter_map(Weak::upgrade) {
            *slot.lock() = None;
        }
    }

    /// Ends the snapshots that are kept between reads; those that are read in end with their reads. As
    /// long as there are any, the log cannot start over.
    pub(super) fn let_go(&self) {
        // Whoever reads at the moment finds afterwards that it has passed.
        drop(self.place.moment.begin_change());
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().filter_map(Weak::upgrade).for_each(|slot| slot.let_go());
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
                if let Some(mut reader) = slot.try_lock() {
                    *reader = None;
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

    fn read_here<T, E, F>(&self, view: View, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        let slot = self.of_this_thread();
        // Before the snapshot is taken: it has at least what was committed by then.
        let moment = self.place.moment.now().filter(|_| kept::may_keep());
        let outcome = self.read_with(&slot, |reader| reader.read(view, moment, closure));
        // Looked at when the slot is free again: whoever has let go since has found it so, or this
        // moment has passed.
        if moment.is_some() && (!kept::may_keep() || self.place.moment.now() != moment) {
            slot.let_go();
        }
        outcome
    }

    /// Has the connection of a slot read, and opens it first if there is none.
    fn read_with<T, E>(
        &self,
        slot: &Slot,
        read: impl FnOnce(&Reader) -> Outcome<T, E>,
    ) -> Outcome<T, E> {
        let mut in_use = self.take(slot)?;
        if in_use.reader.is_none() {
            *in_use.reader = Some(Reader::new(self.place.reader()?));
        }
        let reader = in_use.reader.as_ref().expect("it was put there above");
        let outcome = read(reader);
        if !reader.is_usable() {
            *in_use.reader = None;
        }
        drop(in_use);
        self.aside.a_reader_has_ended();
        outcome
    }

    /// The connection in a slot, for as long as a read takes.
    fn take<'s>(&self, slot: &'s Slot) -> Result<InUse<'s>, Error> {
        let patience = Duration::from_millis(self.place.options.busy_timeout_ms.into());
        let mut in_use = slot.begin()?;
        loop {
            // Looked at under the lock: whoever closes sets this first and takes the lock then.
            if self.closed.load(Ordering::SeqCst) {
                return Err(Error::Closed);
            }
            if !self.aside.is_asked() {
                return Ok(in_use);
            }
            drop(in_use);
            if !self.aside.wait_until_over(patience) {
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

    fn lock(&self) -> MutexGuard<'_, Option<Reader>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None while somebody else is at it.
    fn try_lock(&self) -> Option<MutexGuard<'_, Option<Reader>>> {
        match self.reader.try_lock() {
            Ok(reader) => Some(reader),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Ends the snapshot that was kept here, unless somebody reads in it.
    fn let_go(&self) {
        if let Some(mut place) = self.try_lock()
            && let Some(reader) = &*place
        {
            reader.let_go();
            if !reader.is_usable() {
                *place = None;
            }
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
