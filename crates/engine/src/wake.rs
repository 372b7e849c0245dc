//! Nudges after a commit, so that a loop looks at once instead of at its next turn. Never the
//! truth: a loop that missed every nudge would do the same work a moment later.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use tokio::sync::{Notify, watch};

/// One bell per duty.
#[derive(Debug, Clone, Default)]
pub struct Bells {
    /// Something lies in a mailbox.
    pub mailboxes: Mailboxes,
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

/// Wakes the loop that empties mailboxes, and whoever waits for what lies in one of them.
#[derive(Debug, Clone, Default)]
pub struct Mailboxes {
    pub(crate) duty: Bell,
    waiting: Arc<Mutex<HashMap<String, Weak<Notify>>>>,
}

impl Mailboxes {
    /// Something may lie in any mailbox.
    pub fn ring(&self) {
        self.duty.ring();
        for bell in self.waiting().values().filter_map(Weak::upgrade) {
            bell.notify_waiters();
        }
    }

    /// Something may lie in the mailbox of this agent.
    pub fn ring_for(&self, agent_id: &str) {
        self.duty.ring();
        let bell = self.waiting().get(agent_id).and_then(Weak::upgrade);
        if let Some(bell) = bell {
            bell.notify_waiters();
        }
    }

    /// Ends with the next ring for this agent after this call.
    pub fn next_ring(&self, agent_id: &str) -> impl Future<Output = ()> + Send + 'static {
        let mut waiting = self.waiting();
        let bell = waiting.get(agent_id).and_then(Weak::upgrade).unwrap_or_else(|| {
            // Nobody waits any more for what these were for.
            waiting.retain(|_, bell| bell.strong_count() > 0);
            let bell = Arc::new(Notify::new());
            waiting.insert(agent_id.to_owned(), Arc::downgrade(&bell));
            bell
        });
        bell.notified_owned()
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<String, Weak<Notify>>> {
        // The map is whole after every step.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes one loop, for which many rings before it looks are one.
#[derive(Debug, Clone, Default)]
pub struct Bell {
    duty: Arc<Notify>,
}

impl Bell {
    /// Wakes the loop now, or at its next wait.
    pub fn ring(&self) {
        self.duty.notify_one();
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

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn a_ring_for_one_agent_wakes_whoever_waits_for_it_and_nobody_else() {
        let mailboxes = Mailboxes::default();
        let mut muse = [0; 2].map(|_| Box::pin(mailboxes.next_ring("muse")));
        let mut sage = Box::pin(mailboxes.next_ring("sage"));

        mailboxes.ring_for("muse");

        assert!(muse.iter_mut().all(|it| it.as_mut().now_or_never().is_some()));
        assert!(sage.as_mut().now_or_never().is_none());
        mailboxes.ring();
        assert!(sage.as_mut().now_or_never().is_some());
    }

    #[test]
    fn bells_that_nobody_waits_for_are_forgotten() {
        let mailboxes = Mailboxes::default();
        let sage = mailboxes.next_ring("sage");
        drop(mailboxes.next_ring("muse"));

        drop(mailboxes.next_ring("critic"));

        assert_eq!(mailboxes.waiting().len(), 2, "sage's and the new one");
        drop(sage);
    }
}
