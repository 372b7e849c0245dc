//! Delivery into a mailbox: the recipient's policy, the bound on hops, and the permits of the
//! mailbox decide. A message that is refused is stored with the reason.

use domain::{
    Result,
    agents::{Envelope, Policy, Trust, Verdict},
    messages::{HOPS_MAX, Message, SENDER_SHARE, SYSTEM, State, handoffs, transitions::Refusal},
};
use store::{Tx, agents, messages};

use super::publish;
use crate::{Studio, change::Change};

/// Puts a message into its recipient's mailbox, or stores it as refused.
pub(crate) fn deliver(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    message: &mut Message,
    policy: &Policy,
    trust: Trust,
) -> Result<()> {
    let refusal = match judge(message, policy, trust) {
        Some(refusal) => Some(refusal),
        None if message.is_offer() => offer(change.tx, message)?,
        None => None,
    };
    match refusal {
        Some(refusal) => message.deny(refusal, change.now),
        None => take_permit(change, studio, message)?,
    }
    messages::insert(change.tx, message)?;
    publish(change, message)
}

/// Why the recipient's policy or the bound on hops refuses a message, if they do.
pub(super) fn judge(message: &Message, policy: &Policy, trust: Trust) -> Option<Refusal> {
    let envelope = Envelope {
        sender: &message.from_agent,
        trust,
        message_type: message.message_type,
        class: message.priority.class(),
    };
    match policy.judge(&envelope) {
        Verdict::Denied { by, reason } => Some(Refusal::by_policy(by, reason)),
        Verdict::Permitted { .. } => (message.hops > HOPS_MAX).then(Refusal::hop_limit),
    }
}

/// Makes a hand-off the offer of a task under its present ownership, or says why it is refused.
fn offer(tx: &mut Tx<'_>, message: &mut Message) -> Result<Option<Refusal>> {
    let task = message.offered_task();
    let ownership = messages::find_owner(tx, &message.account, &task)?;
    let earlier = messages::earlier(tx, message, &task)?;
    message.offered_version = ownership.as_ref().map_or(0, |it| it.version);
    message.task = Some(task);
    Ok(handoffs::check(message, ownership.as_ref(), &earlier).err())
}

/// Takes a permit of its recipient's mailbox for a message, or refuses it when its sender can have
/// none. In a crowded mailbox nobody has more than a share, so that one sender alone cannot keep
/// all others out; what a sender sends for one user is counted apart from what it sends for another.
pub(super) fn take_permit(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    message: &mut Message,
) -> Result<()> {
    let mailbox_max = studio.settings.mailbox_max;
    let share = (mailbox_max / SENDER_SHARE).max(1);
    let (from, to) = (message.from_agent.as_str(), message.to_agent.as_str());
    let Some(taken) = messages::take_permit(change.tx, to, mailbox_max)? else {
        // The agent may have been removed since it was looked up.
        let refusal = if agents::id_of(change.tx, to)?.is_some() {
            Refusal::mailbox_full(to, mailbox_max)
        } else {
            Refusal::new("recipient_removed", agents::REMOVED)
        };
        message.deny(refusal, change.now);
        return Ok(());
    };
    if taken <= share {
        return Ok(());
    }
    // Unregistered names cost nothing, so all of them have one share together.
    let sender =
        if from == SYSTEM { Some(SYSTEM.to_owned()) } else { agents::id_of(change.tx, from)? };
    if messages::exceeds_share(change.tx, to, (&message.account, sender.as_deref()), share)? {
        messages::release_permits(change.tx, to, 1, (0, 0))?;
        let whose = sender.as_deref().unwrap_or("senders nobody registered");
        let refusal = Refusal::sender_share(whose, to, share);
        message.deny(refusal, change.now);
    }
    Ok(())
}

/// The most recipients whose refusals a broadcast spells out.
const REFUSALS_LISTED_MAX: usize = 20;

/// Sends every recipient its part; how many of all these messages failed.
pub(super) fn broadcast(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    parent: &mut Message,
    all: &[(String, Policy)],
    trust: Trust,
    make: impl Fn(&str) -> Message,
) -> Result<usize> {
    let mut denied = Vec::new();
    for (to, policy) in all {
        let mut child = make(to);
        child.parent_id = Some(parent.id.clone());
        child.conversation_id.clone_from(&parent.conversation_id);
        deliver(change, studio, &mut child, policy, trust)?;
        denied.extend(child.error.map(|reason| format!("{to}: {reason}")));
    }
    let nobody = denied.len() == all.len();
    let failed = denied.len() + usize::from(nobody);
    parent.history.clear();
    parent.deadline = None;
    parent.set_state(if nobody { State::Denied } else { State::Delivered }, change.now);
    let more = denied.len().saturating_sub(REFUSALS_LISTED_MAX);
    denied.truncate(REFUSALS_LISTED_MAX);
    if more > 0 {
        denied.push(format!("and {more} more"));
    }
    if !denied.is_empty() {
        parent.error = Some(denied.join("; "));
        parent.rule = Some("recipients".to_owned());
    }
    messages::insert(change.tx, parent)?;
    publish(change, parent)?;
    Ok(failed)
}
