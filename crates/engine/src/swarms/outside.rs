//! Sub-tasks of agents that a user has added and that run outside: each is put into the agent's mailbox
//! as a message with what it rests on, and ends when the agent has answered. Meanwhile it takes no lane;
//! the rows say what waits for what, so that any server can go on.

use domain::{
    OrNone as _, Result,
    agents::Trust,
    messages::{
        Message, MessageContext, MessagePriority, MessageType, SendMessage, State,
        external::SUB_TASK, requests::StatedPriority, transitions::Refusal,
    },
    model::OrderedMap,
    swarms::{
        SubtaskResult, Swarm, Task,
        inputs::bounded,
        links::SENDER,
        outcome::{FailureCause, Outcome},
    },
};
use store::{
    agents,
    messages::{self, Counters},
    swarms::{
        self,
        subtasks::{self, Claimed, OutsideEnd},
    },
};

use super::{commit, outcomes};
use crate::{Studio, change::Change};

/// Sub-tasks that are handed out or taken back in one transaction.
const BATCH: i64 = 100;

/// What a message quotes of the results before, in bytes; the rest of it is read from the swarm.
const QUOTED_BYTES_MAX: usize = 128 * 1024;

/// Takes back what agents outside have answered, and hands out what they can begin.
pub(super) async fn run(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let (ended, ready) = studio
        .database
        .read(move |tx| {
            Ok((subtasks::ended_outside(tx, BATCH)?, subtasks::ready_outside(tx, BATCH, now)?))
        })
        .await?;
    if !ended.is_empty() {
        let done = ended.into_iter().map(|(claimed, end)| outcomes::Done {
            busy_ms: 0,
            outcome: outcome(end),
            claimed,
        });
        outcomes::save(studio, done.collect()).await?;
    }
    for claimed in ready {
        let studio = studio.clone();
        let with = studio.clone();
        commit(&studio, move |change| hand_out(change, &with, &claimed)).await?;
    }
    Ok(())
}

/// What a message that has ended means for its sub-task.
fn outcome(end: OutsideEnd) -> Outcome {
    match (end.state, end.answer) {
        (Some(State::Handled | State::Replied), Some(text)) => {
            Outcome::Done(SubtaskResult { text, report: end.report, ..SubtaskResult::default() })
        }
        (Some(State::Handled | State::Replied), None) => {
            Outcome::Skipped("The agent answered nothing".to_owned())
        }
        (Some(State::Refused), _) => {
            let reason = end.error.unwrap_or_else(|| "The agent did not do it".to_owned());
            Outcome::Skipped(reason)
        }
        (None, _) => {
            Outcome::Failed(FailureCause::Refused, "The message of the sub-task is gone".to_owned())
        }
        (Some(_), _) => {
            let reason = end.error.unwrap_or_else(|| "The agent did not answer".to_owned());
            Outcome::Failed(FailureCause::Refused, reason)
        }
    }
}

/// Puts a sub-task into the mailbox of its agent.
fn hand_out(change: &mut Change<'_, '_>, studio: &Studio, claimed: &Claimed) -> Result<()> {
    let subtask = &claimed.subtask;
    let Some(mut swarm) = swarms::get_for_update(change.tx, &subtask.swarm_id)? else {
        return Ok(());
    };
    // An agent that was removed since is nobody's to ask: the sub-task fails when it has waited too long.
    let Some(policy) = agents::policy(change.tx, &subtask.agent).or_none()? else {
        return Ok(());
    };
    if swarm.status.is_final() || swarm.is_cancelling() {
        return Ok(());
    }
    let mut message = message(change, &swarm, claimed)?;
    if !subtasks::wait_outside(change.tx, claimed, &message.id, change.now)? {
        return Ok(());
    }
    super::begin(change, &mut swarm)?;
    crate::messages::deliver(change, studio, &mut message, &policy, Trust::Trusted)?;
    let failed = usize::from(message.state == State::Denied);
    messages::count(change.tx, Counters { messages: 1, failed, handoffs: 0 })
}

/// A sub-task as a message to its agent.
fn message(change: &mut Change<'_, '_>, swarm: &Swarm, claimed: &Claimed) -> Result<Message> {
    let subtask = &claimed.subtask;
    let now = change.now;
    let mut content =
        format!("{} ({})\n\n{}\n", subtask.title, swarm.swarm_type, swarm.task_description);
    let mut left_out = 0;
    for input in bounded(subtasks::inputs(change.tx, subtask)?) {
        let quotation = input.quotation();
        if content.len() + quotation.len() > QUOTED_BYTES_MAX {
            left_out += 1;
            continue;
        }
        content.push('\n');
        content.push_str(&quotation);
    }
    if left_out > 0 {
        content.push_str(&format!("\nAnd {left_out} more results, which stand with the swarm.\n"));
    }
    let mut metadata = vec![(SUB_TASK.to_owned(), subtask.key.clone())];
    metadata.extend(swarm.project_id.clone().map(|id| ("projectId".to_owned(), id)));
    if let Task::Ask { document_ids, .. } = &subtask.task
        && let [document_id] = document_ids.as_slice()
    {
        metadata.push(("documentId".to_owned(), document_id.clone()));
    }
    let send = SendMessage {
        to_agent: subtask.agent.clone(),
        from_agent: SENDER.to_owned(),
        message: content,
        message_type: MessageType::Direct,
        priority: StatedPriority(MessagePriority::parse(swarm.priority.as_str())),
        context: Some(MessageContext {
            task_id: Some(swarm.id.clone()),
            conversation_id: Some(swarm.id.clone()),
            requires_response: Some(true),
            timeout_ms: Some((swarm.deadline.millis() - now.millis()).max(1)),
            metadata: Some(OrderedMap(metadata)),
            ..MessageContext::default()
        }),
    };
    let id = domain::ids::new(now);
    let mut message = send.into_message(id, &subtask.agent, &swarm.account, now);
    message.only_project.clone_from(&swarm.only_project);
    message.project_id.clone_from(&swarm.project_id);
    Ok(message)
}

/// Ends what waits in mailboxes, or for a permission, for a swarm that has ended.
pub(super) fn withdraw(change: &mut Change<'_, '_>, swarm: &Swarm) -> Result<()> {
    let principal = swarm.principal();
    for id in subtasks::unwanted_messages(change.tx, &swarm.id, BATCH)? {
        let mut message = messages::get_for_update(change.tx, &principal, &id)?;
        let is_queued = message.state == State::Queued;
        match message.state {
            State::Queued => message.expire(change.now),
            State::AwaitingApproval => {
                let why = Refusal::new("swarm_ended", "The swarm for which it was sent has ended");
                message.withdraw(why, change.now);
            }
            _ => continue,
        }
        messages::save(change.tx, &message)?;
        if is_queued {
            messages::release_permits(change.tx, &message.to_agent, 1, (0, 1))?;
            messages::count(change.tx, Counters { failed: 1, ..Counters::default() })?;
        }
        crate::messages::publish(change, &message)?;
    }
    Ok(())
}
