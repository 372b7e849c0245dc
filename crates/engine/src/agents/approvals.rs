//! One decision about everything an agent wants to do that its user has to permit: messages and
//! sub-tasks of swarms.

use domain::{
    Result,
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
    for (swarm_id, key) in sub_tasks.iter().take(DECIDED_MAX) {
        swarms::approvals::decide(change, swarm_id, key, verdict)?;
    }
    let messages = messages::awaiting_approval(change.tx, change.principal, &agent_id, limit)?;
    for message_id in messages.iter().take(DECIDED_MAX) {
        approvals::decide(change, message_id, verdict)?;
    }
    Ok(AgentDecisions {
        agent_id,
        decision: match verdict {
            Verdict::Approve => Decision::Approved,
            Verdict::Deny(_) => Decision::Denied,
        },
        messages: messages.len().min(DECIDED_MAX),
        sub_tasks: sub_tasks.len().min(DECIDED_MAX),
        more: messages.len().max(sub_tasks.len()) > DECIDED_MAX,
    })
}
