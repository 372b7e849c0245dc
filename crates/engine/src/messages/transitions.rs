//! How leased messages end, whoever worked on them: states, replies, ownership of tasks, counters
//! and events in one transaction, each message only while its lease is valid.

use std::collections::BTreeSet;

use domain::{
    Error, Result, Time,
    findings::{Origin, by_agent::AgentFinding},
    ids,
    messages::{
        Answer, HOPS_MAX, Message, SYSTEM, State,
        delegation::{Question, WAITS_MAX},
        external::SUB_TASK,
        transitions::{FailureKind, Refusal},
    },
};
use store::{
    Tx, agents,
    messages::{self, Counters, Finished, Leased},
};

use super::{approvals, delivery::take_permit, insert_reply, publish, questions};
use crate::{
    Studio, change::Change, findings, metrics::MetricUpdate, proposals, swarms, wakers::Wake,
};

/// How a recipient ended a message.
#[derive(Debug, Clone)]
pub enum End {
    /// It is done with it. A task it was offered is its own now, or stays where it is when it was
    /// handed on in the meantime.
    Done(Option<Answer>),
    /// It takes the task; that the task was handed on in the meantime is a conflict.
    Accepted(Option<Answer>),
    /// It leaves the task where it is.
    Refused(Option<Answer>, String),
    /// It failed.
    Failed(FailureKind, String),
    /// It asks others, and goes on when they have answered.
    Asked(Vec<Question>),
    /// It wants to do this, which a person has to permit.
    NeedsApproval(String),
}

/// A message that a transaction sends because of one that it ends: a reply or a question.
struct Sent {
    /// The index of that one among the ended ones.
    because_of: usize,
    message: Message,
}

impl End {
    /// What the recipient answered.
    fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Done(answer) | Self::Accepted(answer) | Self::Refused(answer, _) => {
                answer.as_ref()
            }
            Self::Failed(..) | Self::Asked(_) | Self::NeedsApproval(_) => None,
        }
    }
}

/// Ends leased messages of one agent; those whose lease is no longer valid are left out of the
/// answer and unchanged. Every transaction of the hub locks rows in this order: messages, tasks,
/// mailboxes by name, new messages, and the counters of all messages last.
///
/// # Errors
/// A conflict when a task that is to be accepted was handed on.
pub fn finish(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    agent_id: &str,
    ended: &[(Leased, End)],
) -> Result<Vec<Message>> {
    let (mut finished, mut sent) = (Vec::new(), Vec::new());
    for (leased, end) in ended {
        let Some((message, mut new)) = end_one(change.tx, leased, end, change.now)? else {
            continue;
        };
        let reply = new.iter_mut().find(|it| it.reply_to.is_some());
        if let (Some(reply), Some(answer)) = (reply, end.answer()) {
            propose(change, &message, answer, reply)?;
        }
        change.measure(MetricUpdate::MessageEnded(message.state));
        let because_of = finished.len();
        sent.extend(new.into_iter().map(|message| Sent { because_of, message }));
        finished.push(message);
    }
    update_mailboxes(change, studio, agent_id, &finished, &mut sent)?;
    for Sent { because_of, message } in &sent {
        match message.reply_to {
            Some(_) => insert_reply(change.tx, &finished[*because_of], message)?,
            None => messages::insert(change.tx, message)?,
        }
    }
    let all = || finished.iter().chain(sent.iter().map(|it| &it.message));
    for message in all() {
        publish(change, message)?;
    }
    for message in finished.iter().filter(|it| it.state == State::AwaitingApproval) {
        ask_permission(change, message)?;
    }
    let has_answered = |it: &Message| it.is_question() && it.state.is_final();
    if all().any(has_answered) {
        change.wake(Wake::Answered);
    }
    let are = |state| all().filter(move |it| it.state == state).count();
    messages::count(
        change.tx,
        Counters {
            messages: sent.len(),
            failed: are(State::Dead) + are(State::Denied),
            handoffs: are(State::Accepted),
        },
    )?;
    Ok(finished)
}

/// Has the user of a message, or of its swarm, know what its recipient wants to do.
fn ask_permission(change: &mut Change<'_, '_>, message: &Message) -> Result<()> {
    match message.context.as_ref().and_then(|context| context.about(SUB_TASK)) {
        Some(_) => swarms::approvals::note_message(change, message),
        None => approvals::notify(change, message),
    }
}

/// Makes what an answer proposes, records what its agent found, and says both in its reply. Nothing of an
/// answer to an offer that was refused is made: its task is another's.
fn propose(
    change: &mut Change<'_, '_>,
    message: &Message,
    answer: &Answer,
    reply: &mut Message,
) -> Result<()> {
    if reply.state == State::Denied || message.state == State::Refused {
        return Ok(());
    }
    let mut wanted = answer.proposals.clone();
    for proposal in &mut wanted {
        proposal.message_id = Some(message.id.clone());
    }
    let project_id = message.project_id.as_deref();
    let mut lines = proposals::create_all(change, (&message.account, project_id), wanted)?;
    let origin = Origin {
        swarm_id: None,
        agent: message.to_agent.clone(),
        account: message.account.clone(),
    };
    let found = answer.findings.iter().map(|it| it.clone().noting("messageId", &message.id));
    let found: Vec<AgentFinding> = found.collect();
    lines.extend(findings::record_all(change, project_id, &origin, &found)?);
    for line in lines {
        reply.content.push_str(&line);
        reply.content.push('\n');
    }
    Ok(())
}

/// Ends one message, and what is sent because of that; none when its lease is no longer valid.
fn end_one(
    tx: &mut Tx<'_>,
    leased: &Leased,
    end: &End,
    now: Time,
) -> Result<Option<(Message, Vec<Message>)>> {
    // A task changes its owner only with its message, so the message is locked first.
    if leased.message.is_offer() && !messages::lock_lease(tx, leased)? {
        return Ok(None);
    }
    let mut message = leased.message.clone();
    let answer = end.answer().cloned();
    let mut reply = answer.map(|answer| message.reply(ids::new(now), answer, now));
    if let Some(reply) = reply.as_mut().filter(|reply| reply.hops > HOPS_MAX) {
        reply.deny(Refusal::hop_limit(), now);
    }
    let sent = reply.as_ref().filter(|reply| reply.state != State::Denied);
    let answer_id = sent.map(|reply| reply.id.clone());
    let answer_id = answer_id.as_deref();
    match end {
        End::Done(Some(answer)) if message.is_offer() && answer.needs_model => {
            let reason = answer.text.trim_end();
            message.refuse(Refusal::new("needs_model", reason), answer_id, now);
        }
        End::Done(Some(answer)) if message.is_offer() && answer.is_empty => {
            let reason = answer.text.trim_end();
            message.refuse(Refusal::new("nothing_done", reason), answer_id, now);
        }
        End::Done(_) | End::Accepted(_) if message.is_offer() => {
            match accept(tx, &message, now)? {
                None => message.accept(answer_id, now),
                Some(stale) if matches!(end, End::Accepted(_)) => {
                    return Err(Error::Conflict(stale.reason));
                }
                Some(stale) => {
                    // What it would have answered was said about a task it does not have.
                    if let Some(reply) = &mut reply {
                        reply.content.clone_from(&stale.reason);
                        reply.report = None;
                    }
                    message.refuse(stale, answer_id, now);
                }
            }
        }
        End::Done(_) | End::Accepted(_) => message.handle(answer_id, now),
        End::Refused(_, reason) => {
            message.refuse(Refusal::new("recipient", reason.clone()), answer_id, now);
        }
        End::Failed(failure, reason) => message.fail(*failure, reason, now),
        End::Asked(_) if message.waits() >= WAITS_MAX => {
            message.fail(FailureKind::Permanent, "The agent asked others again", now);
        }
        End::Asked(_) => message.wait(now),
        End::NeedsApproval(what) => message.request_approval(what, now),
    }
    if !messages::finish(tx, leased, &message)? {
        return Ok(None);
    }
    let mut sent: Vec<Message> = reply.into_iter().collect();
    if let End::Asked(asked) = end
        && message.state == State::Waiting
    {
        sent = questions::of(tx, &message, asked, now)?;
    }
    Ok(Some((message, sent)))
}

/// Makes the task of an offer its recipient's; why not, when it was handed on since.
fn accept(tx: &mut Tx<'_>, offer: &Message, now: Time) -> Result<Option<Refusal>> {
    let task = offer.task.clone().unwrap_or_else(|| offer.offered_task());
    if messages::transfer(tx, offer, &task, now)? {
        return Ok(None);
    }
    let owner = messages::find_owner(tx, &offer.account, &task)?.map(|it| it.owner);
    Ok(Some(Refusal::stale_offer(&task, owner.as_deref().unwrap_or("nobody"))))
}

/// Counts what is finished in the agent's mailbox, and takes permits for what is sent in those of the
/// recipients. Recipients that are not registered have no mailbox and read replies by request, and
/// whoever asked a question gets the answers with the message for which it asked.
fn update_mailboxes(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    agent_id: &str,
    finished: &[Message],
    sent: &mut [Sent],
) -> Result<()> {
    let mut mailboxes = BTreeSet::from([agent_id.to_owned()]);
    for Sent { because_of, message } in sent.iter_mut() {
        if message.state == State::Delivered
            && !finished[*because_of].is_question()
            && is_registered(change.tx, &message.to_agent)?
        {
            message.enqueue(change.now);
        }
        if message.state == State::Queued {
            mailboxes.insert(message.to_agent.clone());
        }
    }
    for mailbox in mailboxes {
        if mailbox == agent_id && !finished.is_empty() {
            count_finished(change.tx, agent_id, finished)?;
        }
        let is_queued = |it: &&mut Message| it.state == State::Queued && it.to_agent == mailbox;
        for message in sent.iter_mut().map(|it| &mut it.message).filter(is_queued) {
            take_permit(change, studio, message)?;
        }
    }
    Ok(())
}

fn count_finished(tx: &mut Tx<'_>, agent_id: &str, finished: &[Message]) -> Result<()> {
    let are = |state| finished.iter().filter(|message| message.state == state).count();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let (failed, returned) = (count(are(State::Dead)), count(are(State::Queued)));
    let waiting = count(are(State::Waiting) + are(State::AwaitingApproval));
    let handled = count(finished.len()) - failed - returned - waiting;
    messages::count_finished(tx, agent_id, Finished { handled, failed, returned, waiting })?;
    let responses = finished.iter().filter_map(agents::Response::of);
    agents::note_responses(tx, agent_id, responses)
}

/// Whether an agent of this name has a mailbox.
pub(crate) fn is_registered(tx: &mut Tx<'_>, name: &str) -> Result<bool> {
    Ok(name != SYSTEM && agents::id_of(tx, name)?.is_some())
}
