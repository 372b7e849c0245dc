//! What a person does to a message by hand: answers it in the name of its recipient, or puts a dead
//! one back.

use std::collections::BTreeSet;

use domain::{
    Error, Principal, Result, Time, ids,
    messages::{
        HOPS_MAX, Message, MessageType, State, ends::Refusal, item::SendMessageResponse,
        outside::MessageReply,
    },
};
use store::{
    Tx, agents,
    messages::{self, Tally},
};

use super::{delivery::take_place, ends::is_registered, keep_reply, tell};
use crate::Studio;

/// Answers a message in the name of its recipient, in the transaction of `tx`. What still waits in
/// the mailbox is done with by that.
///
/// # Errors
/// Rejected when the answer says nothing or too much; not found; a conflict when the message has
/// its answer, or nobody can answer it as it is.
pub fn reply(
    studio: &Studio,
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    said: &MessageReply,
    now: Time,
) -> Result<SendMessageResponse> {
    let answer = said.answer()?;
    let mut message = messages::take(tx, principal, id)?;
    check_answerable(&message)?;
    let mut reply = message.reply(ids::new(now), answer, now);
    if reply.hops > HOPS_MAX {
        reply.deny(Refusal::hop_limit(), now);
    } else {
        let was_waiting = message.state == State::Queued;
        if was_waiting {
            message.handle(Some(&reply.id), now);
        } else {
            message.answered(&reply.id, now);
        }
        messages::save(tx, &message)?;
        place(studio, tx, &message, was_waiting, &mut reply, now)?;
        tell(tx, &message)?;
    }
    keep_reply(tx, &message, &reply)?;
    tell(tx, &reply)?;
    let failed = usize::from(reply.state == State::Denied);
    messages::count(tx, Tally { messages: 1, failed, handoffs: 0 })?;
    let to = reply.to_agent.clone();
    Ok(SendMessageResponse::of(&reply, to))
}

fn check_answerable(message: &Message) -> Result<()> {
    let whole_broadcast = message.state == State::Delivered
        && message.message_type == MessageType::Broadcast
        && message.reply_to.is_none();
    let why_not = match message.state {
        _ if message.answer_id.is_some() => "The message has its answer",
        _ if whole_broadcast => "A broadcast is answered by its recipients, each for its own part",
        State::Leased => "The message is being worked on; whoever is at it answers it",
        State::Denied => "The message was refused, and nobody got it",
        State::Dead => "The message is dead; it can be replayed",
        State::Queued if message.is_offer() => {
            "The message offers a task; its recipient accepts or refuses it"
        }
        _ => return Ok(()),
    };
    Err(Error::Conflict(why_not.to_owned()))
}

/// Leaves the message's place, if it had one, and takes one for the reply where its recipient has a
/// mailbox; mailboxes by name, as everywhere.
fn place(
    studio: &Studio,
    tx: &mut Tx<'_>,
    message: &Message,
    was_waiting: bool,
    reply: &mut Message,
    now: Time,
) -> Result<()> {
    if is_registered(tx, &reply.to_agent)? {
        reply.queue(now);
    }
    for mailbox in BTreeSet::from([message.to_agent.clone(), reply.to_agent.clone()]) {
        if was_waiting && mailbox == message.to_agent {
            messages::leave_places(tx, &mailbox, 1, (1, 0))?;
            agents::note_responses(tx, &mailbox, agents::Response::of(message))?;
        }
        if reply.state == State::Queued && mailbox == reply.to_agent {
            take_place(studio, tx, reply, now)?;
        }
    }
    Ok(())
}

/// Puts a dead letter back into its recipient's mailbox, to be tried anew.
///
/// # Errors
/// Not found; a conflict when it is not dead, its recipient is gone, or the mailbox has no place.
pub fn replay(
    studio: &Studio,
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    now: Time,
) -> Result<Message> {
    let mut message = messages::take(tx, principal, id)?;
    message.replay(now)?;
    take_place(studio, tx, &mut message, now)?;
    if message.state == State::Denied {
        // What was dead stays dead: nothing of this is kept.
        let to = &message.to_agent;
        let reason = message.error.unwrap_or_else(|| format!("There is no place for it at {to}"));
        return Err(Error::Conflict(reason));
    }
    messages::save(tx, &message)?;
    tell(tx, &message)?;
    Ok(message)
}
