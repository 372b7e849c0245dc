//! Questions that an agent asks others before it answers a message. The message waits as a row that
//! nobody has leased, outside of its mailbox, until the questions have ended or their time is over; then
//! it is queued again, and its agent gets what came of them.

use std::collections::BTreeMap;

use domain::{
    OrNone as _, Result, Time,
    agents::Trust,
    ids,
    messages::{
        Message, State, UNTRUSTED,
        delegation::{self, ASKED_MAX, Question},
        transitions::Refusal,
    },
};
use store::{
    Tx, agents,
    messages::{self, Counters, MailboxChange},
};

use super::{delivery::judge, publish};
use crate::{Studio, change::Change, wakers::Wake};

/// Messages that go on in one transaction.
const BATCH: i64 = 500;

/// The messages that ask these questions for a message, at most [`ASKED_MAX`], queued or refused. They
/// have no permits of mailboxes yet and are not inserted.
pub(super) fn of(
    tx: &mut Tx<'_>,
    message: &Message,
    questions: &[Question],
    now: Time,
) -> Result<Vec<Message>> {
    let asked = messages::chain(tx, message)?;
    let is_untrusted = message.labels.iter().any(|label| label == UNTRUSTED);
    let trust = if is_untrusted { Trust::Untrusted } else { Trust::Trusted };
    let mut sent = Vec::with_capacity(questions.len());
    for question in questions.iter().take(ASKED_MAX) {
        let mut asks = message.question(ids::new(now), question, now);
        let refusal = match delegation::check(&question.agent, &asked) {
            Err(refusal) => Some(refusal),
            Ok(()) => match agents::policy(tx, &question.agent).or_none()? {
                Some(policy) => judge(&asks, &policy, trust),
                None => {
                    let reason = format!("There is no agent {}", question.agent);
                    Some(Refusal::new("unknown_recipient", reason))
                }
            },
        };
        if let Some(refusal) = refusal {
            asks.deny(refusal, now);
        }
        sent.push(asks);
    }
    Ok(sent)
}

/// Queues the messages again that need not wait any longer; whether there were any.
pub(super) async fn resume(studio: &Studio) -> Result<bool> {
    let mut any = false;
    loop {
        let step = super::commit(studio, resume_some).await?;
        any |= step > 0;
        if step < BATCH {
            return Ok(any);
        }
    }
}

/// Queues messages again whose questions have ended, or were not answered in time; how many.
pub fn resume_some(change: &mut Change<'_, '_>) -> Result<i64> {
    let now = change.now;
    let mut resumed = messages::resumable(change.tx, BATCH, now)?;
    let mut mailboxes = Mailboxes::default();
    for message in &mut resumed {
        message.resume(now);
        messages::save(change.tx, message)?;
        mailboxes.of(&message.to_agent).queued += 1;
        change.wake(Wake::Mailbox(message.to_agent.clone()));
    }
    let failed = abandon(change, &resumed, mailboxes)?;
    messages::count(change.tx, Counters { failed, ..Counters::default() })?;
    Ok(i64::try_from(resumed.len()).unwrap_or(i64::MAX))
}

/// What a transaction changes in mailboxes, by their names: every transaction changes them in this
/// order, so that none deadlock.
#[derive(Debug, Default)]
pub(super) struct Mailboxes(BTreeMap<String, MailboxChange>);

impl Mailboxes {
    /// What is changed in the mailbox of an agent.
    pub(super) fn of(&mut self, agent_id: &str) -> &mut MailboxChange {
        self.0.entry(agent_id.to_owned()).or_default()
    }
}

/// Ends the questions that are still open for messages that have ended.
pub(crate) fn abandon_all(change: &mut Change<'_, '_>, parents: &[Message]) -> Result<()> {
    let failed = abandon(change, parents, Mailboxes::default())?;
    messages::count(change.tx, Counters { failed, ..Counters::default() })
}

/// Ends the questions that are still open for messages that do not wait for them any more, and makes
/// the changes of mailboxes that the transaction has collected; how many, which count as failed.
pub(super) fn abandon(
    change: &mut Change<'_, '_>,
    parents: &[Message],
    mailboxes: Mailboxes,
) -> Result<usize> {
    let parents: Vec<String> =
        parents.iter().filter(|it| it.waits() > 0).map(|it| it.id.clone()).collect();
    let open = open_of(change.tx, &parents)?;
    end_unwanted(change, (open, &parent_ended()), mailboxes)
}

fn parent_ended() -> Refusal {
    Refusal::new("parent_ended", "The message for which it was asked has ended")
}

/// The questions that are still open for these messages.
fn open_of(tx: &mut Tx<'_>, parents: &[String]) -> Result<Vec<Message>> {
    if parents.is_empty() { Ok(Vec::new()) } else { messages::open_of(tx, parents) }
}

/// Ends messages that are still open for this reason, and the questions that are open for them; how many
/// count as failed.
pub(super) fn end_unwanted(
    change: &mut Change<'_, '_>,
    (mut open, why): (Vec<Message>, &Refusal),
    mut mailboxes: Mailboxes,
) -> Result<usize> {
    let parent_ended = parent_ended();
    let (mut ended, mut why) = (Vec::new(), why);
    // A question may have questions of its own, down to the bound on hops.
    while !open.is_empty() {
        for message in &mut open {
            let mailbox = mailboxes.of(&message.to_agent);
            match message.state {
                State::Queued => mailbox.queued -= 1,
                State::Leased => mailbox.leased -= 1,
                _ => {}
            }
            message.withdraw(why.clone(), change.now);
            let has_failed = message.state == State::Expired && !message.is_cancelled();
            mailbox.failed += i64::from(has_failed);
            messages::save(change.tx, message)?;
            change.wake(Wake::Calls(message.id.clone()));
        }
        let parents: Vec<String> =
            open.iter().filter(|it| it.waits() > 0).map(|it| it.id.clone()).collect();
        ended.append(&mut open);
        (open, why) = (open_of(change.tx, &parents)?, &parent_ended);
    }
    for (agent_id, counts) in mailboxes.0 {
        messages::change_mailbox(change.tx, &agent_id, counts)?;
        let of_agent = ended.iter().filter(|it| it.to_agent == agent_id);
        agents::note_responses(change.tx, &agent_id, of_agent.filter_map(agents::Response::of))?;
        agents::note_running(change.tx, &agent_id, change.now)?;
    }
    for question in &ended {
        publish(change, question)?;
    }
    Ok(ended.iter().filter(|it| !it.is_cancelled()).count())
}
