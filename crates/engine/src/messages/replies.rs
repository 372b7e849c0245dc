//! What a person does to a message by hand: replies in the name of its recipient, or puts a dead
//! message back into its mailbox.

use std::collections::BTreeSet;

use domain::{
    Error, Result, ids,
    messages::{
        HOPS_MAX, Message, MessageType, State, external::MessageReply, transitions::Refusal,
        view::SendMessageResponse,
    },
};
use store::{
    agents,
    messages::{self, Counters},
};

use super::{delivery::take_permit, insert_reply, publish, transitions::is_registered};
use crate::{Studio, change::Change, wakers::Wake};

/// Why a message that stands for a sub-task has no reply by hand.
const OF_AGENT: &str = "The message stands for a sub-task of a swarm, which its agent answers";

/// Replies to a message in the name of its recipient. A message that still waits in the mailbox is
/// handled by that.
///
/// # Errors
/// Rejected when the reply is blank or too long; not found; a conflict when the message has a reply,
/// or its state allows none.
pub fn reply(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    id: &str,
    request: &MessageReply,
) -> Result<SendMessageResponse> {
    let answer = request.answer()?;
    let now = change.now;
    super::links::check_is_message(change.tx, change.principal, id, OF_AGENT)?;
    let mut message = messages::get_for_update(change.tx, change.principal, id)?;
    check_answerable(&message)?;
    let mut reply = message.reply(ids::new(now), answer, now);
    if reply.hops > HOPS_MAX {
        reply.deny(Refusal::hop_limit(), now);
    } else {
        let was_waiting = message.state == State::Queued;
        if was_waiting {
            message.handle(Some(&reply.id), now);
        } else {
            message.set_answer(&reply.id, now);
        }
        messages::save(change.tx, &message)?;
        update_mailboxes(change, studio, &message, was_waiting, &mut reply)?;
        publish(change, &message)?;
        if message.is_question() {
            change.wake(Wake::Answered);
        }
        // The next message of its conversation may be taken now.
        change.wake(Wake::Mailbox(message.to_agent.clone()));
    }
    insert_reply(change.tx, &message, &reply)?;
    publish(change, &reply)?;
    let failed = usize::from(reply.state == State::Denied);
    messages::count(change.tx, Counters { messages: 1, failed, handoffs: 0 })?;
    let to = reply.to_agent.clone();
    Ok(SendMessageResponse::of(&reply, to))
}

fn check_answerable(message: &Message) -> Result<()> {
    let whole_broadcast = message.state == State::Delivered
        && message.message_type == MessageType::Broadcast
        && message.reply_to.is_none();
    let why_not = match message.state {
        _ if message.answer_id.is_some() => "The message was answered before",
        _ if whole_broadcast => "A broadcast is answered by its recipients, each for its own part",
        State::Leased => "The message is being worked on; the agent that works on it answers it",
        State::Waiting => "The message waits for answers of other agents; its recipient answers it",
        State::AwaitingApproval => "The message waits for a permission; approve or deny it",
        State::Denied => "The message was refused, and nobody got it",
        State::Dead => "The message is dead; it can be replayed",
        State::Queued if message.is_offer() => {
            "The message offers a task; its recipient accepts or refuses it"
        }
        _ => return Ok(()),
    };
    Err(Error::Conflict(why_not.to_owned()))
}

/// Releases the message's permit, if it had one, and takes one for the reply where its recipient
/// has a mailbox; mailboxes are locked in the order of their names, as everywhere.
fn update_mailboxes(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    message: &Message,
    was_waiting: bool,
    reply: &mut Message,
) -> Result<()> {
    if !message.is_question() && is_registered(change.tx, &reply.to_agent)? {
        reply.enqueue(change.now);
    }
    for mailbox in BTreeSet::from([message.to_agent.clone(), reply.to_agent.clone()]) {
        if was_waiting && mailbox == message.to_agent {
            messages::release_permits(change.tx, &mailbox, 1, (1, 0))?;
            agents::note_responses(change.tx, &mailbox, agents::Response::of(message))?;
        }
        if reply.state == State::Queued && mailbox == reply.to_agent {
            take_permit(change, studio, reply)?;
        }
    }
    Ok(())
}

/// Puts a dead message back into its recipient's mailbox, to be tried again.
///
/// # Errors
/// Not found; a conflict when it is not dead, its recipient was removed, or the mailbox is full.
pub fn replay(change: &mut Change<'_, '_>, studio: &Studio, id: &str) -> Result<Message> {
    super::links::check_is_message(change.tx, change.principal, id, OF_AGENT)?;
    let mut message = messages::get_for_update(change.tx, change.principal, id)?;
    message.replay(change.now)?;
    take_permit(change, studio, &mut message)?;
    if message.state == State::Denied {
        // The transaction is rolled back, so the message stays dead.
        let to = &message.to_agent;
        let reason = message
            .error
            .unwrap_or_else(|| format!("The mailbox of {to} does not accept the message"));
        return Err(Error::Conflict(reason));
    }
    messages::save(change.tx, &message)?;
    publish(change, &message)?;
    Ok(message)
}
