//! Keeps what came of sub-tasks: one transaction for all that a lane has done, in which each outcome
//! counts only while its sub-task is still held under the epoch it was taken under. Results,
//! findings, artefacts, counters and events are kept together or not at all.

use std::collections::BTreeMap;

use domain::{
    Principal, Result, Time,
    findings::Origin,
    notifications::{Kind, Note, Priority},
    swarms::{
        Status, SubtaskState, Swarm, Work,
        step::{Effect, Outcome, step},
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

use super::{commit, tell};
use crate::{Studio, findings, notifications};

/// What came of a sub-task, and how long its agent was at it.
#[derive(Debug, Clone)]
pub(super) struct Done {
    pub(super) claimed: Claimed,
    pub(super) outcome: Outcome,
    pub(super) busy_ms: i64,
}

/// The longest description a notification shows, in characters.
const SHOWN_CHARS_MAX: usize = 200;

/// Keeps what counts of these outcomes.
pub(super) async fn keep(studio: &Studio, done: Vec<Done>) -> Result<()> {
    let now = studio.clock.now();
    let states = commit(studio, move |tx| all(tx, &done, now)).await?;
    studio.meters.worked(&states);
    studio.wakers.events.notify();
    studio.wakers.swarms.notify();
    Ok(())
}

/// Keeps what counts of these outcomes in the transaction of `tx`. Swarms are held in the order of
/// their names; where two still wait for each other, the database has one of them begin again. The
/// states in which they left what they were about.
fn all(tx: &mut Tx<'_>, done: &[Done], now: Time) -> Result<Vec<SubtaskState>> {
    let mut states = Vec::with_capacity(done.len());
    let mut by_swarm: BTreeMap<&str, Vec<&Done>> = BTreeMap::new();
    for one in done {
        by_swarm.entry(&one.claimed.subtask.swarm_id).or_default().push(one);
    }
    for (id, done) in by_swarm {
        let Some(mut swarm) = swarms::get_for_update(tx, id)? else { continue };
        if swarm.status.is_final() {
            continue;
        }
        let before = swarm.status;
        let project = project(tx, &swarm)?;
        let mut changed = false;
        let project_id = swarm.project_id.clone();
        let mut ended: BTreeMap<&str, Vec<Response<'_>>> = BTreeMap::new();
        for one in done {
            let Some(state) = keep_one(tx, &mut swarm, project.as_ref(), one, now)? else {
                continue;
            };
            changed = true;
            states.push(state);
            // What was skipped, put off or never begun was no request that anybody answered.
            let ms = match state {
                SubtaskState::Succeeded => Some(one.busy_ms),
                SubtaskState::Failed if was_begun(&one.claimed) => None,
                _ => continue,
            };
            let response = Response { project_id: project_id.as_deref(), ms };
            ended.entry(&one.claimed.subtask.agent).or_default().push(response);
        }
        if !changed {
            continue;
        }
        for (agent_id, responses) in ended {
            agents::note_responses(tx, agent_id, responses)?;
        }
        swarm.conclude(now);
        swarms::save(tx, &swarm, before)?;
        tell(tx, &swarm, now)?;
        notify(tx, &swarm, project.as_ref(), now)?;
    }
    Ok(states)
}

/// Whether an agent was at a sub-task, rather than that it waited for one in vain.
fn was_begun(claimed: &Claimed) -> bool {
    claimed.subtask.state == SubtaskState::Leased
}

/// The project a swarm works on, as its user may see it now; none when it has none, or no more.
pub(super) fn project(tx: &mut Tx<'_>, swarm: &Swarm) -> Result<Option<ProjectAccess>> {
    let Some(id) = &swarm.project_id else { return Ok(None) };
    projects::find(tx, &Principal::of_account(&swarm.account), id)
}

/// Keeps one outcome; the state of the sub-task then, if it counted.
fn keep_one(
    tx: &mut Tx<'_>,
    swarm: &mut Swarm,
    project: Option<&ProjectAccess>,
    done: &Done,
    now: Time,
) -> Result<Option<SubtaskState>> {
    let Done { claimed, outcome, busy_ms } = done;
    let mut effect = step(swarm, &claimed.subtask, outcome.clone(), now);
    if project.is_none() && matches!(&effect, Effect::Succeed(work) if !work.readings.is_empty()) {
        effect = Effect::Fail("The project is gone".to_owned());
    }
    let (state, error, work) = match effect {
        Effect::Retry { not_before, error } => {
            let retried = subtasks::retry(tx, claimed, (not_before, &error), now)?;
            if retried {
                swarm.attempts += 1;
                swarm.busy_ms += busy_ms;
            }
            return Ok(retried.then_some(SubtaskState::Ready));
        }
        Effect::Succeed(work) => (SubtaskState::Succeeded, None, Some(work)),
        Effect::Skip(reason) => (SubtaskState::Skipped, Some(reason), None),
        Effect::Fail(error) => (SubtaskState::Failed, Some(error), None),
        Effect::Cancel => (SubtaskState::Cancelled, None, None),
    };
    if !subtasks::finish(tx, (claimed, state), error.as_deref(), work.as_ref(), now)? {
        return Ok(None);
    }
    swarm.counts.add(state, 1);
    swarm.attempts += i64::from(was_begun(claimed));
    swarm.busy_ms += busy_ms;
    if let (Some(project), Some(Work { readings, .. })) = (project, &work) {
        let origin = Origin {
            swarm_id: Some(swarm.id.clone()),
            agent: claimed.subtask.agent.clone(),
            account: swarm.account.clone(),
        };
        for reading in readings {
            findings::record(tx, project, &origin, reading, now)?;
        }
    }
    Ok(Some(state))
}

/// Tells the user of a swarm how it ended, in a project that wants to tell anything.
pub(super) fn notify(
    tx: &mut Tx<'_>,
    swarm: &Swarm,
    project: Option<&ProjectAccess>,
    now: Time,
) -> Result<()> {
    let Some(note) = note(swarm) else { return Ok(()) };
    match project {
        Some(project) => {
            notifications::notify_about(tx, project, &swarm.account, note, now).map(drop)
        }
        None => notifications::notify(tx, &swarm.account, note, now).map(drop),
    }
}

/// What is told of a swarm's end; nothing of one its user cancelled, who knows.
fn note(swarm: &Swarm) -> Option<Note> {
    let mut task: String = swarm.task_description.chars().take(SHOWN_CHARS_MAX).collect();
    if task.len() < swarm.task_description.len() {
        task.push('…');
    }
    match swarm.status {
        Status::Completed => Some(Note {
            title: "Swarm completed".to_owned(),
            message: format!("“{task}” is done."),
            kind: Kind::Success,
            priority: Priority::Normal,
        }),
        Status::Failed => Some(Note {
            title: "Swarm failed".to_owned(),
            message: format!("“{task}”: {}.", swarm.error.as_deref().unwrap_or("nobody noted why")),
            kind: Kind::Error,
            priority: Priority::High,
        }),
        Status::Pending | Status::Active | Status::Cancelled => None,
    }
}
