//! External agents, which run outside this process: they lease their messages over the wire, extend a lease while they
//! work, and acknowledge with the epoch of the lease. The same rules apply to them as to agents
//! inside; only the worker is elsewhere.

use std::time::Duration;

use domain::{
    Error, Principal, Result, Time,
    messages::{
        Message,
        external::{
            ExternalOutcome, LeasedMessage, MessageAcknowledge, MessageExtend,
            MessageExtendResponse, MessageLease, MessageLeaseResponse, SUB_TASK,
        },
        view::MessageItem,
    },
    principal::Scope,
};
use store::{
    agents::{self, Heartbeat},
    messages::{self, Lease, LeaseFilter, Leased},
};
use tokio::time::Instant;

use super::transitions::{self, End};
use crate::{
    Studio,
    agent_rules::{self, Permitted},
    change::Change,
    presence::heard_since,
    wakers::{Stop, Wake},
};

/// The most requests that wait for a message at once; others are answered right away.
pub const WAITS_MAX: usize = 256;

/// How often one request leases again where its agent may work on none of what it leased.
const LEASES_MAX: usize = 8;

/// How often a waiting request looks by itself: a message that becomes due wakes nobody.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The messages that an external agent leased.
#[derive(Debug)]
pub struct LeasedMessages {
    /// The agent.
    pub agent_id: String,
    /// The leased messages, in the order to work on them.
    pub leased: Vec<Leased>,
    /// When the leases end, but for messages whose deadline is earlier.
    pub until: Time,
}

impl LeasedMessages {
    /// What the wire shows of it.
    pub fn view(&self) -> MessageLeaseResponse<'_> {
        let leased = self.leased.iter().map(|leased| LeasedMessage {
            message: MessageItem::with_history(&leased.message),
            epoch: leased.epoch,
            lease_until: leased.message.lease_end(self.until),
        });
        MessageLeaseResponse { agent_id: self.agent_id.clone(), messages: leased.collect() }
    }
}

/// Leases messages of an external agent; with `waitMs`, waits for one when there is none.
///
/// # Errors
/// Not found when there is no such agent; a conflict for one that runs inside.
pub async fn lease(
    studio: &Studio,
    principal: &Principal,
    agent_id: &str,
    request: &MessageLease,
    mut stop: Stop,
) -> Result<LeasedMessages> {
    let known = agent_id.to_ascii_lowercase();
    let wait_ms = u64::try_from(request.wait_ms).unwrap_or(0);
    let permit = studio.waits.try_acquire();
    let until = Instant::now() + Duration::from_millis(if permit.is_ok() { wait_ms } else { 0 });
    loop {
        // From here on no notification is missed between the look and the wait.
        let notified = studio.wakers.mailboxes.next_notification(&known);
        let taken = {
            let (hub, id, request) = (studio.clone(), agent_id.to_owned(), request.clone());
            studio.change(principal, move |change| take(change, &hub, &id, &request)).await?
        };
        if !taken.leased.is_empty() || Instant::now() >= until || stop.is_stopping() {
            return Ok(taken);
        }
        wait_for_due(studio, principal, &taken.agent_id, until, notified, &mut stop).await?;
    }
}

/// Ends when something is due in the agent's mailbox, or nothing more is to be waited for.
async fn wait_for_due(
    studio: &Studio,
    principal: &Principal,
    agent_id: &str,
    until: Instant,
    notified: impl Future<Output = ()> + Send,
    stop: &mut Stop,
) -> Result<()> {
    let mut notified = Box::pin(notified) as std::pin::Pin<Box<dyn Future<Output = ()> + Send>>;
    loop {
        let look_at = until.min(Instant::now() + POLL_INTERVAL);
        tokio::select! {
            () = stop.stopped() => return Ok(()),
            () = notified.as_mut() => {}
            () = tokio::time::sleep_until(look_at) => {}
        }
        notified = Box::pin(studio.wakers.mailboxes.next_notification(agent_id));
        let (principal, id, now) = (principal.clone(), agent_id.to_owned(), studio.clock.now());
        let has_due = studio
            .database
            .read(move |tx| messages::has_due(tx, &taker(&principal, &id), now))
            .await?;
        if has_due || Instant::now() >= until {
            return Ok(());
        }
    }
}

/// Whose messages a principal may take for an agent: an administrator all of them, others those
/// that were sent on their own behalf.
fn taker<'a>(principal: &'a Principal, agent_id: &'a str) -> LeaseFilter<'a> {
    let takes_all = principal.owns_everything || principal.scope >= Scope::Admin;
    let account = (!takes_all).then_some(principal.user.as_str());
    LeaseFilter { agent_id, account, one_by_one: true }
}

/// The worker that a principal is to the hub.
fn worker(principal: &Principal) -> String {
    format!("outside:{}", principal.user)
}

/// Leases messages of an external agent, without waiting. The request counts as a heartbeat. Messages
/// about projects that have the agent do nothing are ended with the reason, and it does not get them.
///
/// # Errors
/// Not found when there is no such agent; a conflict for one that runs inside.
pub fn take(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    agent_id: &str,
    request: &MessageLease,
) -> Result<LeasedMessages> {
    let now = change.now;
    let Heartbeat { id, builtin, .. } = agents::heartbeat(change.tx, agent_id, now)?;
    if builtin {
        return Err(Error::Conflict(
            "A built-in agent runs in the service, which takes its messages".to_owned(),
        ));
    }
    let until = now.plus(request.lease_ms);
    let lease = Lease { owner: worker(change.principal), until };
    let mut leased = Vec::new();
    if agents::is_awake(change.tx, &id, heard_since(studio, now))? {
        let taker = taker(change.principal, &id);
        for _ in 0..LEASES_MAX {
            let taken = messages::lease(change.tx, &taker, &lease, request.limit, now)?;
            let is_empty = taken.is_empty();
            let Permitted { permitted, ended } = agent_rules::permitted(change.tx, taken)?;
            if !ended.is_empty() {
                change.wake(Wake::Swarms);
                transitions::finish(change, studio, &id, &ended)?;
            }
            leased = permitted;
            if is_empty || !leased.is_empty() {
                break;
            }
        }
    }
    if !leased.is_empty() {
        agents::note_running(change.tx, &id, now)?;
    }
    Ok(LeasedMessages { agent_id: id, leased, until })
}

/// Ends a leased message, together with its reply.
///
/// # Errors
/// Rejected when the end does not fit the message; not found; a conflict when the lease is no
/// longer valid, or the task that is to be accepted was handed on.
pub fn acknowledge(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    id: &str,
    request: &MessageAcknowledge,
) -> Result<Message> {
    let answer = request.answer()?;
    let principal = change.principal;
    let worker = worker(principal);
    let leased = messages::leased_for_update(change.tx, principal, &worker, id, request.epoch)?;
    let is_offer = leased.message.is_offer();
    let reason = request.reason().to_owned();
    let end = match request.outcome {
        ExternalOutcome::Accepted | ExternalOutcome::Refused if !is_offer => {
            let words = "Only a hand-off is accepted or refused";
            return Err(Error::Rejected(words.to_owned()));
        }
        ExternalOutcome::Handled if !is_offer => End::Done(answer),
        ExternalOutcome::Handled | ExternalOutcome::Accepted => End::Accepted(answer),
        ExternalOutcome::Refused => End::Refused(answer, reason),
        ExternalOutcome::Failed => End::Failed(request.failure, reason),
        ExternalOutcome::NeedsApproval => End::NeedsApproval(request.wish()?.to_owned()),
    };
    let agent_id = leased.message.to_agent.clone();
    if leased.message.context.as_ref().is_some_and(|context| context.about(SUB_TASK).is_some()) {
        change.wake(Wake::Swarms);
    }
    let ended = transitions::finish(change, studio, &agent_id, &[(leased, end)])?;
    agents::note_running(change.tx, &agent_id, change.now)?;
    // The next message of its conversation may be taken now.
    change.wake(Wake::Mailbox(agent_id));
    // Its row was locked before, so the lease is valid.
    ended.into_iter().next().ok_or_else(|| Error::not_found("Message", id))
}

/// Extends a lease.
///
/// # Errors
/// Not found; a conflict when the lease is no longer valid.
pub fn extend(
    change: &mut Change<'_, '_>,
    id: &str,
    request: &MessageExtend,
) -> Result<MessageExtendResponse> {
    let principal = change.principal;
    let worker = worker(principal);
    let leased = messages::leased_for_update(change.tx, principal, &worker, id, request.epoch)?;
    let lease_until = leased.message.lease_end(change.now.plus(request.lease_ms));
    messages::prolong(change.tx, &[(leased.message.id, leased.epoch)], lease_until)?;
    Ok(MessageExtendResponse { message_id: id.to_owned(), epoch: request.epoch, lease_until })
}
