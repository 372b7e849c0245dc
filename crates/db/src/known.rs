//! What closures that may leave work for later have read. Until that work is done nobody else writes, so
//! rows that no such closure changes stay as they are, and the next of thousands need not look for them.

use std::any::{Any, TypeId};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many things are known at most; what is read after these is read each time.
const KNOWN_MAX: usize = 4_096;

/// How long things are known at most: another program may write, too.
const KNOWN_FOR: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(crate) struct Known {
    /// By their type and the key they were read by.
    things: RefCell<HashMap<TypeId, HashMap<String, Thing>>>,
    /// Since when the first of them is known.
    since: Cell<Option<Instant>>,
}

type Thing = Arc<dyn Any + Send + Sync>;

impl Known {
    pub(crate) fn get<T: Send + Sync + 'static>(&self, key: &str) -> Option<Arc<T>> {
        let things = self.things.borrow();
        let thing = things.get(&TypeId::of::<T>())?.get(key)?;
        thing.clone().downcast().ok()
    }

    pub(crate) fn keep<T: Send + Sync + 'static>(&self, key: &str, thing: Arc<T>) {
        let mut things = self.things.borrow_mut();
        if things.values().map(HashMap::len).sum::<usize>() < KNOWN_MAX {
            things.entry(TypeId::of::<T>()).or_default().insert(key.to_owned(), thing);
            self.since.set(Some(self.since.get().unwrap_or_else(Instant::now)));
        }
    }

    /// A batch begins, in which others may write unless it is one of those that may leave something.
    pub(crate) fn begin_batch(&self, may_defer: bool) {
        let is_old = |since: Instant| since.elapsed() > KNOWN_FOR;
        if !may_defer || self.since.get().is_some_and(is_old) {
            self.things.borrow_mut().clear();
            self.since.set(None);
        }
    }
}
