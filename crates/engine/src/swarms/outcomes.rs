//! Saves the outcomes of sub-tasks: one transaction for all that a lane has done, in which each
//! outcome counts only while its sub-task is still leased under the same epoch. Results, findings,
//! artefacts, counters and events are saved together or not at all.

use std::collections::BTreeMap;

use domain::{
    Principal, Result,
    findings::{Origin, by_agent::AgentFinding},
    messages::approvals::Approval,
    notifications::{NotificationContent, NotificationKind, NotificationPriority},
    proposals::requests::ProposalCreate,
    swarms::{
        Status, Subtask, SubtaskResult, SubtaskState, Swarm, SwarmType,
        outcome::{Decision, FailureCause, Outcome, decide},
    },
};
use store::{
    Tx,
    agents::{self, Response},
    projects::{self, ProjectAccess},
    swarms::{
        self,
        subtasks::{self, Claimed},
    },
};

use super::{approvals, commit, publish};
use crate::{
    Studio, change::Change, findings, metrics::MetricUpdate, notifications, proposals, readiness,
};

/// The outcome of a sub-task, and how long its agent worked on it.
#[derive(Debug, Clone)]
pub(super) struct Done {
    pub(super) claimed: Claimed,
    pub(super) outcome: Outcome,
    pub(super) busy_ms: i64,
}

/// Saves those of these outcomes that count.
pub(super) async fn save(studio: &Studio, done: Vec<Done>) -> Result<()> {
    for (principal, project_id) in commit(studio, move |change| save_all(change, &done)).await? {
        readiness::keep(studio, principal, project_id).await;
    }
    Ok(())
}

/// Returns the projects that a sweep has ended for, and whom it worked for. Swarms are locked in the order
/// of their names; where two transactions still wait for each other, the database has one of them begin
/// again.
fn save_all(change: &mut Change<'_, '_>, done: &[Done]) -> Result<Vec<(Principal, String)>> {
    let mut swept = Vec::new();
    let mut by_swarm: BTreeMap<&str, Vec<&Done>> = BTreeMap::new();
    for one in done {
        by_swarm.entry(&one.claimed.subtask.swarm_id).or_default().push(one);
    }
    for (id, done) in by_swarm {
        let Some(swarm) = swarms::get_for_update(change.tx, id)? else { continue };
        if !swarm.status.is_final() {
            swept.extend(save_of_swarm(change, swarm, &done)?);
        }
    }
    Ok(swept)
}

/// Returns the project if this was the end of a sweep, and whom that worked for.
fn save_of_swarm(
    change: &mut Change<'_, '_>,
    mut swarm: Swarm,
    done: &[&Done],
) -> Result<Option<(Principal, String)>> {
    let before = swarm.status;
    let project = project(change.tx, &swarm)?;
    let project_id = swarm.project_id.clone();
    let mut changed = false;
    let mut ended: BTreeMap<&str, Vec<Response<'_>>> = BTreeMap::new();
    for one in done {
        let Some(state) = save_one(change, &mut swarm, project.as_ref(), one)? else { continue };
        changed = true;
        change.measure(MetricUpdate::SubtaskEnded(state));
        if matches!(one.outcome, Outcome::Failed(FailureCause::Lost, _)) {
            change.measure(MetricUpdate::SubtaskReleased);
        }
        // The message of a sub-task outside was counted when it ended.
        if one.claimed.subtask.state == SubtaskState::Waiting {
            continue;
        }
        // A sub-task that was skipped, put off or never begun is no answered request.
        let ms = match state {
            SubtaskState::Succeeded => Some(one.busy_ms),
            SubtaskState::Failed if was_begun(&one.claimed) => None,
            _ => continue,
        };
        let response = Response { project_id: project_id.as_deref(), ms };
        ended.entry(&one.claimed.subtask.agent).or_default().push(response);
    }
    if !changed {
        return Ok(None);
    }
    for (agent_id, responses) in ended {
        agents::note_responses(change.tx, agent_id, responses)?;
    }
    let unmet =
        if swarm.counts.all_ended() { subtasks::unmet(change.tx, &swarm.id)? } else { Vec::new() };
    swarm.conclude(&unmet, change.now);
    swarms::save(change.tx, &swarm, before)?;
    publish(change, &swarm)?;
    notify(change, &swarm, project.as_ref())?;
    let is_swept =
        (swarm.swarm_type, swarm.status) == (SwarmType::ConsistencySweep, Status::Completed);
    Ok(project_id.filter(|_| is_swept).map(|id| (swarm.principal(), id)))
}

/// Whether an agent worked on a sub-task, which else waited in vain.
fn was_begun(claimed: &Claimed) -> bool {
    matches!(claimed.subtask.state, SubtaskState::Leased | SubtaskState::Waiting)
}

/// The project a swarm works on, as its user may see it now; none when it has none, or no more.
pub(super) fn project(tx: &mut Tx<'_>, swarm: &Swarm) -> Result<Option<ProjectAccess>> {
    let Some(id) = &swarm.project_id else { return Ok(None) };
    projects::find(tx, &swarm.principal(), id)
}

/// Saves one outcome; the new state of the sub-task, if the outcome counted.
fn save_one(
    change: &mut Change<'_, '_>,
    swarm: &mut Swarm,
    project: Option<&ProjectAccess>,
    done: &Done,
) -> Result<Option<SubtaskState>> {
    let now = change.now;
    let Done { claimed, outcome, busy_ms } = done;
    let mut effect = decide(swarm, &claimed.subtask, outcome.clone(), now);
    if project.is_none() && matches!(&effect, Decision::Succeed(work) if !work.readings.is_empty())
    {
        effect = Decision::Fail("The project is gone".to_owned());
    }
    let (state, error, work) = match effect {
        Decision::Retry { not_before, error } => {
            let retried = subtasks::retry(change.tx, claimed, (not_before, &error), now)?;
            if retried {
                swarm.attempts += 1;
                swarm.busy_ms += busy_ms;
            }
            return Ok(retried.then_some(SubtaskState::Ready));
        }
        Decision::Await { what, until } => {
            let approval = Approval::request(&what);
            let waits = subtasks::await_approval(change.tx, claimed, &approval, until)?;
            if waits {
                swarm.counts.awaiting_approval += 1;
                if swarm.counts.awaiting_approval == 1 {
                    approvals::notify(change, swarm, &claimed.subtask.agent, &approval)?;
                }
            }
            return Ok(waits.then_some(SubtaskState::AwaitingApproval));
        }
        Decision::Succeed(work) => (SubtaskState::Succeeded, None, Some(work)),
        Decision::Skip(reason) => (SubtaskState::Skipped, Some(reason), None),
        Decision::Fail(error) => (SubtaskState::Failed, Some(error), None),
        Decision::Cancel => (SubtaskState::Cancelled, None, None),
    };
    if !subtasks::finish(change.tx, (claimed, state), error.as_deref(), work.as_ref(), now)? {
        return Ok(None);
    }
    swarm.counts.add(state, 1);
    swarm.attempts += i64::from(was_begun(claimed));
    swarm.busy_ms += busy_ms;
    if let Some(work) = work {
        save_work(change, swarm, project, &claimed.subtask, work)?;
    }
    Ok(Some(state))
}

/// Saves what a sub-task found and proposes, and says behind its result what came of it.
fn save_work(
    change: &mut Change<'_, '_>,
    swarm: &Swarm,
    project: Option<&ProjectAccess>,
    subtask: &Subtask,
    work: SubtaskResult,
) -> Result<()> {
    let origin = Origin {
        swarm_id: Some(swarm.id.clone()),
        agent: subtask.agent.clone(),
        account: swarm.account.clone(),
    };
    if let Some(project) = project {
        for reading in &work.readings {
            findings::record(change, project, &origin, reading)?;
        }
    }
    let project_id = swarm.project_id.as_deref();
    let wanted = work.proposals.into_iter().map(|proposal| ProposalCreate {
        swarm_id: Some(swarm.id.clone()),
        subtask_id: Some(subtask.key.clone()),
        ..proposal
    });
    let mut lines = proposals::create_all(change, (&swarm.account, project_id), wanted.collect())?;
    let found = work.findings.into_iter().map(|it| it.noting("subTask", &subtask.key));
    let found: Vec<AgentFinding> = found.collect();
    lines.extend(findings::record_all(change, project_id, &origin, &found)?);
    subtasks::append_lines(change.tx, subtask, &lines)
}

/// Notifies the user of a swarm of its end, unless its project wants no notifications.
pub(super) fn notify(
    change: &mut Change<'_, '_>,
    swarm: &Swarm,
    project: Option<&ProjectAccess>,
) -> Result<()> {
    let Some(note) = note(swarm) else { return Ok(()) };
    notifications::notify_of_work(change, project, &swarm.account, note)
}

/// The notification of a swarm's end; none when its user cancelled it.
fn note(swarm: &Swarm) -> Option<NotificationContent> {
    let task = notifications::description(&swarm.task_description);
    match swarm.status {
        Status::Completed => Some(NotificationContent {
            title: "Swarm completed".to_owned(),
            message: format!("“{task}” is done."),
            kind: NotificationKind::Success,
            priority: NotificationPriority::Normal,
        }),
        Status::Failed => Some(NotificationContent {
            title: "Swarm failed".to_owned(),
            message: format!("“{task}”: {}.", swarm.error.as_deref().unwrap_or("nobody noted why")),
            kind: NotificationKind::Error,
            priority: NotificationPriority::High,
        }),
        Status::Pending | Status::Active | Status::Cancelled => None,
    }
}
