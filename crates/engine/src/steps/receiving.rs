//! Receives the reply of a model: what comes is shown and saved in short intervals, and the call is
//! stopped as soon as nobody wants it any more.

use std::{pin::Pin, time::Duration};

use domain::steps::{DRAFT_INTERVAL_MS, DRAFT_TOKENS};
use store::steps;
use tokio::time::{Instant, sleep, sleep_until};

use super::{Received, StepContext};
use crate::{Studio, change::Change, drafts::Draft, wakers::NamedWakers};

/// The longest time between two looks at whether a call is still wanted, and between two saves.
const INTERVAL: Duration = Duration::from_millis(DRAFT_INTERVAL_MS);

/// Says when a call may be wanted no more.
pub(super) struct CallStop {
    wakers: NamedWakers,
    id: String,
    next: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl CallStop {
    /// Ends when somebody in this process has cancelled or ended what the call is made for.
    async fn notified(&mut self) {
        self.next.as_mut().await;
        // The next one counts from before whoever is told now looks.
        self.next = Box::pin(self.wakers.next_notification(&self.id));
    }
}

impl StepContext {
    /// What stops a call from now on.
    pub(super) fn stop(&self, studio: &Studio) -> CallStop {
        let (wakers, id) = (studio.wakers.calls.clone(), self.lease.stopped_by().to_owned());
        let next = Box::pin(wakers.next_notification(&id));
        CallStop { wakers, id, next }
    }

    /// Receives a reply. It fails as stopped when the lease is no longer valid, or the swarm was
    /// cancelled; its connection is closed then. A cancellation by another process is seen within
    /// [`INTERVAL`].
    pub(super) async fn receive(
        &self,
        studio: &Studio,
        number: i64,
        (client, request): (&llm::Client, &llm::Request),
        draft: &Draft,
        stop: &mut CallStop,
    ) -> Received {
        let mut opening = std::pin::pin!(client.stream(request));
        let mut stream = loop {
            tokio::select! {
                opened = opening.as_mut() => break opened?,
                () = stop.notified() => {}
                () = sleep(INTERVAL) => {}
            }
            if !self.goes_on(studio, number, None).await {
                return Err(llm::Failure::new(llm::FailureKind::Stopped));
            }
        };
        let (mut save_at, mut unsaved) = (Instant::now() + INTERVAL, Unsaved::default());
        loop {
            // A model that fell silent may never end what it began, so that is saved too. The wait for
            // the next piece may be dropped.
            let look = tokio::select! {
                biased;
                () = stop.notified() => true,
                () = sleep_until(save_at) => true,
                next = stream.next() => {
                    match next? {
                        None => break,
                        Some(llm::Delta::Text(text)) => {
                            draft.add(&text);
                            unsaved.add(&text);
                        }
                        Some(llm::Delta::Reasoning(_)) => {}
                    }
                    unsaved.tokens() >= DRAFT_TOKENS
                }
            };
            if look {
                let text = (unsaved.pieces > 0).then(|| draft.text());
                if !self.goes_on(studio, number, text).await {
                    let partial = Some(Box::new(stream.finish()));
                    let stopped = llm::Failure::new(llm::FailureKind::Stopped);
                    return Err(llm::Failure { partial, ..stopped });
                }
                (save_at, unsaved) = (Instant::now() + INTERVAL, Unsaved::default());
            }
        }
        Ok(stream.finish())
    }

    /// Saves what has come, and whether the call is still wanted. A draft that cannot be saved is lost
    /// with the process alone, and the call goes on.
    async fn goes_on(&self, studio: &Studio, number: i64, draft: Option<String>) -> bool {
        let lease = self.lease.clone();
        let command = move |change: &mut Change<'_, '_>| {
            if !lease.lock(change.tx)? {
                return Ok(false);
            }
            if let Some(draft) = &draft {
                steps::save_draft(change.tx, (&lease.owner(), number), draft, change.now)?;
            }
            Ok(true)
        };
        self.lease.commit(studio, command).await.unwrap_or_else(|error| {
            tracing::warn!(error = %domain::ErrorChain(&error), "saving a draft failed");
            true
        })
    }
}

/// What has come since the last save. A piece has at least one token, and may have many.
#[derive(Default)]
struct Unsaved {
    pieces: usize,
    text: String,
}

impl Unsaved {
    fn add(&mut self, text: &str) {
        self.pieces += 1;
        self.text.push_str(text);
    }

    fn tokens(&self) -> usize {
        let estimate = usize::try_from(llm::tokens_estimate(&self.text)).unwrap_or(usize::MAX);
        self.pieces.max(estimate)
    }
}
