//! Decisions about what the recipient of a message wants to do that a person has to permit. Until then
//! the message waits as a row that nobody has leased, outside of its mailbox.

use domain::{
    Result,
    messages::{Message, State, approvals::Verdict},
    notifications::{NotificationContent, NotificationKind, NotificationPriority},
};
use store::{
    messages::{self, MailboxChange},
    projects,
};

use super::{links, publish, questions};
use crate::{change::Change, notifications, swarms, wakers::Wake};

/// Permits what the recipient of a message wants to do, and it goes on; or does not, and it ends.
///
/// # Errors
/// Not found; a conflict when the message waits for no permission, or stands for a sub-task.
pub fn decide(change: &mut Change<'_, '_>, id: &str, verdict: &Verdict) -> Result<Message> {
    let refusal = "The message stands for a sub-task of a swarm, which is approved or denied there";
    links::check_is_message(change.tx, change.principal, id, refusal)?;
    let message = messages::get_for_update(change.tx, change.principal, id)?;
    decide_locked(change, message, verdict)
}

/// As [`decide`], about a message whose row is locked.
///
/// # Errors
/// A conflict when it waits for no permission.
pub(crate) fn decide_locked(
    change: &mut Change<'_, '_>,
    mut message: Message,
    verdict: &Verdict,
) -> Result<Message> {
    message.decide(&change.principal.user, verdict, change.now)?;
    messages::save(change.tx, &message)?;
    if message.state == State::Queued {
        let back = MailboxChange { queued: 1, ..MailboxChange::default() };
        messages::change_mailbox(change.tx, &message.to_agent, back)?;
    } else {
        questions::abandon_all(change, std::slice::from_ref(&message))?;
        if message.is_question() {
            change.wake(Wake::Answered);
        }
    }
    publish(change, &message)?;
    swarms::approvals::note_message(change, &message)?;
    Ok(message)
}

/// Notifies the user of a message that its recipient waits for a permission.
pub(super) fn notify(change: &mut Change<'_, '_>, message: &Message) -> Result<()> {
    let Some(approval) = &message.approval else { return Ok(()) };
    let note = request(&message.to_agent, &approval.what, &message.content);
    let principal = message.principal();
    let project = match &message.project_id {
        Some(id) => projects::find(change.tx, &principal, id)?,
        None => None,
    };
    notifications::notify_of_work(change, project.as_ref(), &message.account, note)
}

/// The notification that an agent waits for a permission, with the words of what it works on.
pub(crate) fn request(agent: &str, what: &str, words: &str) -> NotificationContent {
    let task = notifications::description(words);
    NotificationContent {
        title: "Permission needed".to_owned(),
        message: format!(
            "{agent} wants to {what}, and waits until you approve or deny it: “{task}”"
        ),
        kind: NotificationKind::Info,
        priority: NotificationPriority::High,
    }
}
