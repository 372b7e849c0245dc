//! One decision about everything an agent wants to do that its user has to permit: messages and
//! sub-tasks of swarms.

use domain::{
    Error, Result,
    agents::view::AgentDecisions,
    messages::approvals::{Decision, Verdict},
};
use store::{agents, messages, swarms::subtasks};

use crate::{change::Change, messages::approvals, swarms};

/// Messages, and sub-tasks, that are decided at once.
const DECIDED_MAX: usize = 100;

/// Permits, or does not, what an agent wants to do for the principal, of the oldest [`DECIDED_MAX`]
/// messages and as many sub-tasks.
///
/// # Errors
/// Not found when there is no such agent.
pub fn decide_all(
    change: &mut Change<'_, '_>,
    id: &str,
    verdict: &Verdict,
) -> Result<AgentDecisions> {
    let agent_id = agents::get(change.tx, id)?.card.id;
    let limit = i64::try_from(DECIDED_MAX + 1).unwrap_or(i64::MAX);
    // Those of an agent outside wait with their messages, which are decided with them.
    let sub_tasks = subtasks::awaiting_of_agent(change.tx, change.principal, &agent_id, limit)?;
    let mut decided_sub_tasks = 0;
    for (swarm_id, key) in sub_tasks.iter().take(DECIDED_MAX) {
        let decided = swarms::approvals::decide_alone(change, swarm_id, key, verdict);
        decided_sub_tasks += usize::from(is_decided(decided)?);
    }
    let messages = messages::awaiting_approval(change.tx, change.principal, &agent_id, limit)?;
    let mut decided_messages = 0;
    for message_id in messages.iter().take(DECIDED_MAX) {
        decided_messages +=
            usize::from(is_decided(approvals::decide(change, message_id, verdict))?);
    }
    Ok(AgentDecisions {
        agent_id,
        decision: match verdict {
            Verdict::Approve => Decision::Approved,
            Verdict::Deny(_) => Decision::Denied,
        },
        messages: decided_messages,
        sub_tasks: decided_sub_tasks,
        more: messages.len().max(sub_tasks.len()) > DECIDED_MAX,
    })
}

/// Whether this decision was made. One that somebody else made meanwhile, or whose request is gone, is
/// theirs and stays: a decision is refused before it changes anything.
fn is_decided<T>(decision: Result<T>) -> Result<bool> {
    match decision {
        Ok(_) => Ok(true),
        Err(Error::Conflict(_) | Error::NotFound { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}
