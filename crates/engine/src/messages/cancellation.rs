//! Ends messages that nobody needs an answer to any more, however far their recipients are.

use domain::{
    Error, Result,
    messages::{Message, external::SUB_TASK, transitions::Refusal},
};
use store::messages::{self, Counters};

use super::{
    links,
    questions::{self, Mailboxes},
};
use crate::{change::Change, wakers::Wake};

/// Ends a message that nobody needs an answer to any more, with the questions that were asked for it and
/// the calls of models.
///
/// # Errors
/// Not found; a conflict when its recipient is done with it, or it stands for a sub-task.
pub fn cancel(change: &mut Change<'_, '_>, id: &str) -> Result<Message> {
    let refusal = "The message is about a sub-task of a swarm, which is cancelled as a whole";
    links::check_is_message(change.tx, change.principal, id, refusal)?;
    let message = messages::get_for_update(change.tx, change.principal, id)?;
    if message.context.as_ref().is_some_and(|context| context.about(SUB_TASK).is_some()) {
        return Err(Error::Conflict(refusal.to_owned()));
    }
    message.check_open()?;
    let is_question = message.is_question();
    let why = Refusal::cancelled(&change.principal.user);
    let failed = questions::end_unwanted(change, (vec![message], &why), Mailboxes::default())?;
    messages::count(change.tx, Counters { failed, ..Counters::default() })?;
    if is_question {
        change.wake(Wake::Answered);
    }
    messages::get(change.tx, change.principal, id)
}
