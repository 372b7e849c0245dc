//! Nudges after a commit, so that a loop looks at once instead of at its next turn. Never the
//! truth: a loop that missed every nudge would do the same work a moment later.

use std::{sync::Arc, time::Duration};

use tokio::sync::{Notify, watch};

/// One bell per duty.
#[derive(Debug, Clone, Default)]
pub struct Bells {
    /// Something lies in a mailbox.
    pub mailboxes: Bell,
    /// Something happened that open streams want to hear.
    pub events: Bell,
    /// An import waits.
    pub imports: Bell,
    /// A text or a name has changed.
    pub mentions: Bell,
    /// A search waits for what happened before it.
    pub searches: Bell,
    /// A sub-task can be begun.
    pub swarms: Bell,
}

/// Wakes one loop, for which many rings before it looks are one, and whoever else listens just now.
#[derive(Debug, Clone, Default)]
pub struct Bell {
    duty: Arc<Notify>,
    listeners: Arc<Notify>,
}

impl Bell {
    /// Wakes the loop now, or at its next wait, and every listener.
    pub fn ring(&self) {
        self.duty.notify_one();
        self.listeners.notify_waiters();
    }

    /// Ends with the next ring after this call.
    pub fn next_ring(&self) -> impl Future<Output = ()> + Send + 'static {
        Arc::clone(&self.listeners).notified_owned()
    }
}

/// Tells every loop when the service stops.
#[derive(Debug, Clone)]
pub struct Stop(watch::Receiver<bool>);

/// The hand that stops every loop.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

/// A stopper, and what it tells.
pub fn stopper() -> (Stopper, Stop) {
    let (tell, hear) = watch::channel(false);
    (Stopper(tell), Stop(hear))
}

impl Stopper {
    /// Stops everything that listens.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Stop {
    /// Whether the service stops.
    pub fn is_stopping(&self) -> bool {
        *self.0.borrow()
    }

    /// Ends when the service stops.
    pub async fn stopped(&mut self) {
        // A stopper that is gone without a word has stopped as well.
        let _ = self.0.wait_for(|stopping| *stopping).await;
    }

    /// Ends when the bell rings or the time is over: true to look, false to stop.
    pub async fn or_bell(&mut self, bell: &Bell, at_most: Duration) -> bool {
        tokio::select! {
            biased;
            () = self.stopped() => false,
            () = bell.duty.notified() => true,
            () = tokio::time::sleep(at_most) => true,
        }
    }
}
