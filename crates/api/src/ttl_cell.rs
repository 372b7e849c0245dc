//! What costs something to find out and may be asked by anybody at any rate: found out once a second
//! at the most, and shared by all who ask meanwhile.

use domain::Time;
use engine::Clock;
use tokio::sync::Mutex;

/// How long a finding is good for, in milliseconds.
const GOOD_FOR_MS: i64 = 1_000;

/// The latest finding.
#[derive(Debug)]
pub(crate) struct TtlCell<T>(Mutex<Option<(Time, T)>>);

impl<T> Default for TtlCell<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> TtlCell<T> {
    /// What was found within the last second, or what `look` finds now. Who asks while somebody else
    /// looks waits for that one's finding.
    pub(crate) async fn get(&self, clock: &Clock, look: impl Future<Output = T>) -> T {
        let mut latest = self.0.lock().await;
        if let Some((at, found)) = &*latest {
            let age_ms = clock.now().millis() - at.millis();
            // A clock that was set back makes no finding good for longer.
            if (0..GOOD_FOR_MS).contains(&age_ms) {
                return found.clone();
            }
        }
        let found = look.await;
        *latest = Some((clock.now(), found.clone()));
        found
    }
}
