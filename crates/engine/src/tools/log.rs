//! Calls of tools on their way into the event log. A call that proposes or changes something is written
//! in the transaction of that, and one that failed at once.
//! Calls that read are gathered and written together by the worker of the event log, once a second or
//! when there are many: a commit for each would cost more than the reading. A process that is killed
//! loses those of the last second.

use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::{
    Error, Principal, Result,
    events::EventKind,
    tools::{Effect, ToolCallItem},
};

use crate::{Change, Studio, wakers::Wake};

/// Calls that wait, at the most; one more waits for them to be written.
const WAITING_MAX: usize = 1_024;

/// From this many on, the calls that wait are written without waiting for the second to end.
const WAITING_MANY: usize = 256;

/// The calls that wait to be written.
#[derive(Debug, Default)]
pub(crate) struct ToolLog(Mutex<Vec<ToolCallItem>>);

impl ToolLog {
    /// Adds a call.
    pub(crate) async fn add(
        &self,
        studio: &Studio,
        effect: Effect,
        item: ToolCallItem,
    ) -> Result<()> {
        if effect != Effect::Reads {
            let studio = studio.clone();
            return to_its_end(async move { write(&studio, vec![item]).await }).await;
        }
        let waiting = {
            let mut waiting = self.waiting();
            waiting.push(item);
            waiting.len()
        };
        if waiting >= WAITING_MAX {
            // Who reads has the answer, whether or not the log can be written.
            if let Err(error) = Self::write(studio).await {
                tracing::warn!(error = %domain::ErrorChain(&error), "writing calls of tools failed");
            }
            return Ok(());
        }
        if waiting == WAITING_MANY {
            studio.wakers.notify(&Wake::Events);
        }
        Ok(())
    }

    /// Adds a call that did nothing, without waiting; where too many wait only the log of the operator
    /// has it.
    pub(super) fn note(&self, studio: &Studio, item: ToolCallItem) {
        let mut waiting = self.waiting();
        if waiting.len() >= WAITING_MAX {
            tracing::warn!(
                tool.name = item.tool,
                "a call of a tool is not in the event log: too many wait"
            );
            return;
        }
        waiting.push(item);
        let is_many = waiting.len() == WAITING_MANY;
        drop(waiting);
        if is_many {
            studio.wakers.notify(&Wake::Events);
        }
    }

    /// Writes the calls of a studio that wait. Those that cannot be written wait on, [`WAITING_MAX`] at the
    /// most, the oldest of them. They are written or wait on though nobody waits for this any more.
    pub(crate) async fn write(studio: &Studio) -> Result<()> {
        if studio.tool_calls.waiting().is_empty() {
            return Ok(());
        }
        let studio = studio.clone();
        to_its_end(async move {
            let mut waiting = std::mem::take(&mut *studio.tool_calls.waiting());
            if waiting.is_empty() {
                return Ok(());
            }
            let written = write(&studio, waiting.clone()).await;
            if written.is_err() {
                let mut now = studio.tool_calls.waiting();
                waiting.append(&mut now);
                waiting.truncate(WAITING_MAX);
                *now = waiting;
            }
            written
        })
        .await
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<ToolCallItem>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does something to its end, also where whoever waits for it goes away meanwhile.
async fn to_its_end(work: impl Future<Output = Result<()>> + Send + 'static) -> Result<()> {
    let done = tokio::spawn(work).await;
    done.map_err(|flaw| Error::internal("writing calls of tools", flaw))?
}

async fn write(studio: &Studio, items: Vec<ToolCallItem>) -> Result<()> {
    let publish_all =
        move |change: &mut Change<'_, '_>| items.iter().try_for_each(|item| publish(change, item));
    studio.change(&Principal::service(), publish_all).await
}

/// Adds a call to the event log. The members of its project hear of it, or else the user who made it; of
/// a project that was purged meanwhile, nobody.
pub(super) fn publish(change: &mut Change<'_, '_>, item: &ToolCallItem) -> Result<()> {
    let audience = (item.project_id.as_deref(), item.user.as_str());
    change.publish_by_id(audience, EventKind::ToolCall, item)
}
