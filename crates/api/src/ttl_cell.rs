//! A value that is expensive to compute and read at any rate: it is computed at most once a second and
//! shared by all who read it meanwhile.

use domain::Time;
use engine::Clock;
use tokio::sync::Mutex;

/// How long a value is kept, in milliseconds.
const KEPT_MS: i64 = 1_000;

/// The latest value.
#[derive(Debug)]
pub(crate) struct TtlCell<T>(Mutex<Option<(Time, T)>>);

impl<T> Default for TtlCell<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> TtlCell<T> {
    /// The value that was found within the last second, or what `find` gives now. Who asks while
    /// somebody else finds it out waits for that value.
    pub(crate) async fn get(&self, clock: &Clock, find: impl Future<Output = T>) -> T {
        self.get_if(clock, |_| true, |_| find).await
    }

    /// As [`TtlCell::get`], but only a value that is still current; `find` gets the value before.
    pub(crate) async fn get_if<F: Future<Output = T>>(
        &self,
        clock: &Clock,
        is_current: impl FnOnce(&T) -> bool,
        find: impl FnOnce(Option<T>) -> F,
    ) -> T {
        let mut latest = self.0.lock().await;
        if let Some((at, value)) = &*latest {
            let age_ms = clock.now().millis() - at.millis();
            // A clock that was set back keeps no value for longer.
            if (0..KEPT_MS).contains(&age_ms) && is_current(value) {
                return value.clone();
            }
        }
        let before = latest.take().map(|(_, value)| value);
        let value = find(before).await;
        *latest = Some((clock.now(), value.clone()));
        value
    }
}
