//! Whether damage was found: the engine has read something that it cannot have written. It stays known
//! for the life of the handle, so that a database is not called sound because the next statement happened
//! to read other pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether damage was met. Clones know the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Damage(Arc<AtomicBool>);

impl Damage {
    /// Remembers that damage was found; the first time it is logged.
    pub(crate) fn note(&self, what: &str) {
        if !self.0.swap(true, Ordering::AcqRel) {
            tracing::error!(error = what, "the database is damaged");
        }
    }

    pub(crate) fn is_known(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
