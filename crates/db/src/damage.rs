//! What is known of the database's troubles: damage, which is to say that the engine has read something
//! which it cannot have written, and writes that failed because the disk is full. Damage, once seen,
//! stays known for the life of the handle, so that nobody calls a database sound because the next
//! statement happened to read other pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::{Fault, FaultKind};

/// Whether damage was met, and how often the disk was full. Clones know the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Damage {
    is_known: Arc<AtomicBool>,
    full: Arc<AtomicU64>,
}

impl Damage {
    /// Remembers that damage was found; the first time it is logged.
    pub(crate) fn note(&self, what: &str) {
        if !self.is_known.swap(true, Ordering::AcqRel) {
            tracing::error!(error = what, "the database is damaged");
        }
    }

    /// Remembers what a statement or a commit failed of, if it is one of these.
    pub(crate) fn note_fault(&self, fault: &Fault) {
        match fault.kind {
            FaultKind::Damaged => self.note(&fault.text),
            FaultKind::Full => {
                self.full.fetch_add(1, Ordering::AcqRel);
            }
            _ => {}
        }
    }

    pub(crate) fn is_known(&self) -> bool {
        self.is_known.load(Ordering::Acquire)
    }

    /// How often something failed because the disk is full.
    pub(crate) fn full(&self) -> u64 {
        self.full.load(Ordering::Acquire)
    }
}
