//! The only place that reads the time. In tests it stands still until it is moved.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use domain::Time;

/// Where the time comes from; clones tell the same time.
#[derive(Debug, Clone)]
pub struct Clock(Source);

#[derive(Debug, Clone)]
enum Source {
    System,
    Standing(Arc<AtomicI64>),
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that shows `at` until it is moved.
    pub fn standing(at: Time) -> Self {
        Self(Source::Standing(Arc::new(AtomicI64::new(at.millis()))))
    }

    /// Moves a standing clock; the machine's clock cannot be moved.
    pub fn advance(&self, millis: i64) {
        if let Source::Standing(at) = &self.0 {
            at.fetch_add(millis, Ordering::SeqCst);
        }
    }

    /// The time.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clock")]
    pub fn now(&self) -> Time {
        match &self.0 {
            Source::Standing(at) => Time::from_millis(at.load(Ordering::SeqCst)),
            Source::System => {
                let since = std::time::SystemTime::now()
                    .duration_since(std::time::UNIX_EPOCH)
                    .unwrap_or_default();
                Time::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
            }
        }
    }
}
