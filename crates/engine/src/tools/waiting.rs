//! Waiting for what agents do, within a bound: whoever waits looks again and again, at first soon and then
//! more rarely, so that it does not matter which server works on it.

use std::time::Duration;

use domain::Result;
use store::Tx;
use tokio::{sync::watch, time::Instant};

use super::ToolCall;
use crate::wakers::Stop;

/// How long the first pause between two looks is. Each later one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(5);

/// How long a pause between two looks is, at the most.
const PAUSE_MAX: Duration = Duration::from_millis(500);

/// What a call is connected with while it runs.
#[derive(Debug, Clone, Default)]
pub struct CallContext {
    /// Says when the service stops, for calls that wait; without it none does.
    pub stop: Option<Stop>,
    /// Takes how far the call is; none where nobody asks.
    pub progress: Option<watch::Sender<Progress>>,
}

/// How far a call is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Progress {
    /// What is done.
    pub done: f64,
    /// What there is to do.
    pub total: f64,
    /// In words.
    pub message: String,
}

impl CallContext {
    /// Whether the service stops.
    pub(super) fn is_stopping(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_stopping)
    }

    /// Reports how far the call is, where it has got on: what is done never falls.
    pub(super) fn report(&self, progress: Progress) {
        let Some(sender) = &self.progress else { return };
        sender.send_if_modified(|last| {
            let gets_on = last.message.is_empty() || progress.done > last.done;
            if gets_on {
                *last = progress;
            }
            gets_on
        });
    }
}

/// Reads until what was read is the end, the time is up, or the service stops; what was read last. Where too
/// many requests wait already, it is read one time.
pub(super) async fn read_until<T: Send + 'static>(
    call: &ToolCall,
    seconds: i64,
    read: impl Fn(&mut Tx<'_>) -> Result<T> + Clone + Send + 'static,
    mut is_end: impl FnMut(&T) -> bool,
) -> Result<T> {
    let permit = call.studio.waits.try_acquire();
    let seconds = if permit.is_ok() { u64::try_from(seconds).unwrap_or(0) } else { 0 };
    let until = Instant::now() + Duration::from_secs(seconds);
    let (mut stop, mut pause) = (call.context.stop.clone(), FIRST_PAUSE);
    loop {
        let found = call.studio.database.read(read.clone()).await?;
        if is_end(&found) || Instant::now() >= until {
            return Ok(found);
        }
        let Some(stop) = stop.as_mut().filter(|stop| !stop.is_stopping()) else { return Ok(found) };
        tokio::select! {
            () = stop.stopped() => {}
            () = tokio::time::sleep_until(until.min(Instant::now() + pause)) => {}
        }
        pause = PAUSE_MAX.min(pause * 2);
    }
}
