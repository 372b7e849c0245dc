//! Notifications after a commit, so that a background worker looks immediately instead of at its next
//! interval. Nothing depends on them: a worker that missed all of them would do the same work a moment
//! later.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::sync::{Notify, watch};

use crate::folders::ChangedProjects;

/// Who has something to do once a change is committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wake {
    /// The event log has grown.
    Events,
    /// An import was submitted.
    Imports,
    /// A text or a name has changed, so mentions are counted again.
    Mentions,
    /// A project or one of its documents has changed.
    Project(String),
    /// A sub-task can be started.
    Swarms,
    /// There is a message for this agent.
    Mailbox(String),
    /// There may be messages for any agent.
    Mailboxes,
    /// A question that an agent asked before it answers has ended.
    Answered,
    /// Calls of models for this message or swarm may be wanted no more.
    Calls(String),
}

/// One waker per background worker.
#[derive(Debug, Clone, Default)]
pub struct Wakers {
    /// For messages in mailboxes.
    pub(crate) mailboxes: Mailboxes,
    /// For the event log.
    pub(crate) events: Waker,
    /// For imports.
    pub(crate) imports: Waker,
    /// For mentions.
    pub(crate) mentions: Waker,
    /// For folders.
    pub(crate) folders: Waker,
    /// The projects whose folders are to be looked at.
    pub(crate) changed_projects: ChangedProjects,
    /// A search waits for what happened before it.
    pub(crate) searches: Waker,
    /// For passages without vectors.
    pub(crate) embeddings: Waker,
    /// For sub-tasks.
    pub(crate) swarms: Waker,
    /// For backups that somebody asks for.
    pub(crate) backups: Waker,
    /// For running calls of models, by message or swarm.
    pub(crate) calls: NamedWakers,
}

impl Wakers {
    /// Notifies whoever is meant.
    pub fn notify(&self, wake: &Wake) {
        match wake {
            Wake::Events => self.events.notify(),
            Wake::Imports => self.imports.notify(),
            Wake::Mentions => self.mentions.notify(),
            Wake::Project(id) => {
                self.changed_projects.add(id);
                self.folders.notify();
            }
            Wake::Swarms => self.swarms.notify(),
            Wake::Mailbox(agent_id) => self.mailboxes.notify_agent(agent_id),
            Wake::Mailboxes => self.mailboxes.notify(),
            Wake::Answered => self.mailboxes.notify_answered(),
            Wake::Calls(id) => self.calls.notify(id),
        }
    }
}

/// Wakes the message worker, and the requests that wait for messages of an agent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mailboxes {
    /// Wakes the worker.
    pub(crate) worker: Waker,
    answered: Arc<AtomicBool>,
    waiting: NamedWakers,
}

impl Mailboxes {
    /// There may be a message in any mailbox.
    pub(crate) fn notify(&self) {
        self.worker.notify();
        self.waiting.notify_all();
    }

    /// There is a message for this agent.
    pub(crate) fn notify_agent(&self, agent_id: &str) {
        self.worker.notify();
        self.waiting.notify(agent_id);
    }

    /// A message that waits for answers may go on.
    pub(crate) fn notify_answered(&self) {
        self.answered.store(true, Ordering::Release);
        self.worker.notify();
    }

    /// Whether a message that waits for answers may go on, since this was asked last.
    pub(crate) fn take_answered(&self) -> bool {
        self.answered.swap(false, Ordering::AcqRel)
    }

    /// Ends with the next notification for this agent after this call.
    pub(crate) fn next_notification(
        &self,
        agent_id: &str,
    ) -> impl Future<Output = ()> + Send + use<> + 'static {
        self.waiting.next_notification(agent_id)
    }
}

/// Wakes all who wait for something of a name.
#[derive(Debug, Clone, Default)]
pub(crate) struct NamedWakers(Arc<Mutex<HashMap<String, Weak<Notify>>>>);

impl NamedWakers {
    /// Ends with the next notification of this name after this call.
    pub(crate) fn next_notification(
        &self,
        name: &str,
    ) -> impl Future<Output = ()> + Send + use<> + 'static {
        let mut waiting = self.waiting();
        let waker = waiting.get(name).and_then(Weak::upgrade).unwrap_or_else(|| {
            // Nobody waits any more for what these were for.
            waiting.retain(|_, waker| waker.strong_count() > 0);
            let waker = Arc::new(Notify::new());
            waiting.insert(name.to_owned(), Arc::downgrade(&waker));
            waker
        });
        waker.notified_owned()
    }

    /// Wakes those who wait for this name.
    fn notify(&self, name: &str) {
        let waker = self.waiting().get(name).and_then(Weak::upgrade);
        if let Some(waker) = waker {
            waker.notify_waiters();
        }
    }

    fn notify_all(&self) {
        for waker in self.waiting().values().filter_map(Weak::upgrade) {
            waker.notify_waiters();
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<String, Weak<Notify>>> {
        // The map is whole after every step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes one worker; many notifications before it looks are one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waker {
    worker: Arc<Notify>,
}

impl Waker {
    /// Wakes the worker now, or at its next wait.
    pub(crate) fn notify(&self) {
        self.worker.notify_one();
    }
}

/// Says to every worker when the service stops.
#[derive(Debug, Clone)]
pub struct Stop(watch::Receiver<bool>);

/// Stops every worker.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

/// A stopper, and what listens to it.
pub fn stopper() -> (Stopper, Stop) {
    let (sender, receiver) = watch::channel(false);
    (Stopper(sender), Stop(receiver))
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
        // A stopper that was dropped has stopped as well.
        let _ = self.0.wait_for(|stopping| *stopping).await;
    }

    /// Waits for this time; false when the service stops.
    pub(crate) async fn sleep(&mut self, time: Duration) -> bool {
        self.wait(&Waker::default(), time).await
    }

    /// Waits until the waker is notified, or for this time; false when the service stops.
    pub(crate) async fn wait(&mut self, waker: &Waker, at_most: Duration) -> bool {
        tokio::select! {
            biased;
            () = self.stopped() => false,
            () = waker.worker.notified() => true,
            () = tokio::time::sleep(at_most) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn a_message_for_one_agent_wakes_whoever_waits_for_it_and_nobody_else() {
        let mailboxes = Mailboxes::default();
        let mut muse = [0; 2].map(|_| Box::pin(mailboxes.next_notification("muse")));
        let mut sage = Box::pin(mailboxes.next_notification("sage"));

        mailboxes.notify_agent("muse");

        assert!(muse.iter_mut().all(|it| it.as_mut().now_or_never().is_some()));
        assert!(sage.as_mut().now_or_never().is_none());
        mailboxes.notify();
        assert!(sage.as_mut().now_or_never().is_some());
    }

    #[test]
    fn wakers_that_nobody_waits_for_are_dropped() {
        let mailboxes = Mailboxes::default();
        let sage = mailboxes.next_notification("sage");
        drop(mailboxes.next_notification("muse"));

        drop(mailboxes.next_notification("critic"));

        assert_eq!(mailboxes.waiting.waiting().len(), 2, "sage's and the new one");
        drop(sage);
    }
}
