//! Decisions about what the recipient of a message wants to do that a person has to permit. Until then
//! the message waits as a row that nobody has leased, outside of its mailbox.

use domain::{
    Result,
    messages::{Message, approvals::MessageDeny},
};
use store::messages::{self, MailboxChange};

use super::{publish, questions};
use crate::{change::Change, wakers::Wake};

/// Permits what the recipient of a message wants to do; it goes on.
///
/// # Errors
/// Not found; a conflict when the message waits for no permission.
pub fn approve(change: &mut Change<'_, '_>, id: &str) -> Result<Message> {
    let mut message = messages::get_for_update(change.tx, change.principal, id)?;
    message.approve(&change.principal.user, change.now)?;
    messages::save(change.tx, &message)?;
    let back = MailboxChange { queued: 1, ..MailboxChange::default() };
    messages::change_mailbox(change.tx, &message.to_agent, back)?;
    publish(change, &message)?;
    Ok(message)
}

/// Does not permit what the recipient of a message wants to do; the message ends.
///
/// # Errors
/// Not found; a conflict when the message waits for no permission.
pub fn deny(change: &mut Change<'_, '_>, id: &str, request: &MessageDeny) -> Result<Message> {
    let mut message = messages::get_for_update(change.tx, change.principal, id)?;
    message.disapprove(&change.principal.user, request.reason.as_deref(), change.now)?;
    messages::save(change.tx, &message)?;
    questions::abandon_all(change, std::slice::from_ref(&message))?;
    publish(change, &message)?;
    if message.is_question() {
        change.wake(Wake::Answered);
    }
    Ok(message)
}
