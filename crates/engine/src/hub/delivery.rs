//! What lets a message into a mailbox, and what is kept of one that is refused.

use domain::{
    Result, Time,
    agents::{Envelope, Policy, Trust, Verdict},
    messages::{HOPS_MAX, Message, SENDER_SHARE, SYSTEM, State, ends::Refusal, handoffs},
};
use store::{Tx, agents, messages};

use super::tell;
use crate::Studio;

/// Puts a message into its recipient's mailbox, or keeps it as refused.
pub(super) fn deliver(
    studio: &Studio,
    tx: &mut Tx<'_>,
    message: &mut Message,
    policy: &Policy,
    trust: Trust,
    now: Time,
) -> Result<()> {
    let envelope = Envelope {
        sender: &message.from_agent,
        trust,
        message_type: message.message_type,
        class: message.priority.class(),
    };
    let refusal = match policy.judge(&envelope) {
        Verdict::Denied { by, reason } => Some(Refusal::by_policy(by, reason)),
        Verdict::Permitted { .. } if message.hops > HOPS_MAX => Some(Refusal::hop_limit()),
        Verdict::Permitted { .. } if message.is_offer() => offer(tx, message)?,
        Verdict::Permitted { .. } => None,
    };
    match refusal {
        Some(refusal) => message.deny(refusal, now),
        None => take_place(studio, tx, message, now)?,
    }
    messages::insert(tx, message)?;
    tell(tx, message)
}

/// Makes a hand-off the offer of a task under its present ownership, or says why it is refused.
fn offer(tx: &mut Tx<'_>, message: &mut Message) -> Result<Option<Refusal>> {
    let task = message.offered_task();
    let ownership = messages::find_owner(tx, &message.account, &task)?;
    let earlier = messages::earlier(tx, message, &task)?;
    message.offered = ownership.as_ref().map_or(0, |it| it.version);
    message.task = Some(task);
    Ok(handoffs::check(message, ownership.as_ref(), &earlier).err())
}

/// Takes a place for a message in its recipient's mailbox, or refuses it when there is none for its
/// sender. In a crowded mailbox nobody holds more than a share, so that one sender alone cannot keep
/// all others out; what a sender says for one user is counted apart from what it says for another.
pub(super) fn take_place(
    studio: &Studio,
    tx: &mut Tx<'_>,
    message: &mut Message,
    now: Time,
) -> Result<()> {
    let places_max = studio.settings.mailbox_max;
    let share = (places_max / SENDER_SHARE).max(1);
    let (from, to) = (message.from_agent.as_str(), message.to_agent.as_str());
    let Some(held) = messages::take_place(tx, to, places_max)? else {
        // It may have been removed since it was looked up.
        let refusal = if agents::id_of(tx, to)?.is_some() {
            Refusal::mailbox_full(to, places_max)
        } else {
            Refusal::new("recipient_removed", agents::REMOVED)
        };
        message.deny(refusal, now);
        return Ok(());
    };
    if held <= share {
        return Ok(());
    }
    // Names that nobody registered cost nothing, so all of them have one share together.
    let sender = if from == SYSTEM { Some(SYSTEM.to_owned()) } else { agents::id_of(tx, from)? };
    if messages::holds_share(tx, to, (&message.account, sender.as_deref()), share)? {
        messages::leave_places(tx, to, 1, (0, 0))?;
        let whose = sender.as_deref().unwrap_or("senders nobody registered");
        let refusal = Refusal::sender_share(whose, to, share);
        message.deny(refusal, now);
    }
    Ok(())
}

/// The most recipients whose refusals a broadcast spells out.
const REFUSALS_TOLD_MAX: usize = 20;

/// Sends every recipient its part; how many of all these messages failed.
pub(super) fn broadcast(
    studio: &Studio,
    tx: &mut Tx<'_>,
    parent: &mut Message,
    all: &[(String, Policy)],
    trust: Trust,
    now: Time,
    make: impl Fn(&str) -> Message,
) -> Result<usize> {
    let mut denied = Vec::new();
    for (to, policy) in all {
        let mut child = make(to);
        child.parent_id = Some(parent.id.clone());
        child.conversation_id.clone_from(&parent.conversation_id);
        deliver(studio, tx, &mut child, policy, trust, now)?;
        denied.extend(child.error.map(|reason| format!("{to}: {reason}")));
    }
    let nobody = denied.len() == all.len();
    let failed = denied.len() + usize::from(nobody);
    parent.history.clear();
    parent.deadline = None;
    parent.become_state(if nobody { State::Denied } else { State::Delivered }, now);
    let more = denied.len().saturating_sub(REFUSALS_TOLD_MAX);
    denied.truncate(REFUSALS_TOLD_MAX);
    if more > 0 {
        denied.push(format!("and {more} more"));
    }
    if !denied.is_empty() {
        parent.error = Some(denied.join("; "));
        parent.rule = Some("recipients".to_owned());
    }
    messages::insert(tx, parent)?;
    tell(tx, parent)?;
    Ok(failed)
}
