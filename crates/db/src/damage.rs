//! What is known of damage: that the engine has read something which it cannot have written. Once
//! seen, it stays known for the life of the handle, so that nobody calls a database sound because
//! the next statement happened to read other pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether damage was met. Clones know the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Damage(Arc<AtomicBool>);

impl Damage {
    /// Remembers that damage was met; the first time, the log is told.
    pub(crate) fn note(&self, what: &str) {
        if !self.0.swap(true, Ordering::AcqRel) {
            tracing::error!(error = what, "the database is damaged");
        }
    }

    pub(crate) fn is_known(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
