//! Swarms: commands that create all rows of a swarm at once, and the worker that does what they say.
//! It claims sub-tasks that can be begun ([`lanes`]), works on them outside of any transaction
//! ([`work`]), and saves each outcome only while its lease is valid ([`outcomes`]). Sub-tasks of agents
//! outside go through their mailboxes ([`outside`]). What waits for a permission is decided in
//! [`approvals`]. Sub-tasks that nobody finishes are released or ended
//! by the next server that looks ([`upkeep`]).

pub mod approvals;
mod claims;
mod lanes;
mod materials;
mod outcomes;
mod outside;
mod synthesis;
mod upkeep;
mod work;

use std::collections::BTreeSet;

use domain::{
    Error, Principal, Result,
    events::EventKind,
    findings::{FindingItem, FindingQuery},
    ids,
    projects::AgentRules,
    swarms::{
        Counts, GRACE_MS, Status, Subtask, Swarm, SwarmCreate, SwarmInput, TIME_MS_DEFAULT,
        overview::{DEAD_LETTERS_MS, Overview},
        plan::{self, PlannedSubtask},
        requirements,
        view::{SubtaskItem, SwarmDetail, SwarmItem, SwarmList, Usage},
    },
};
use store::{
    Tx, agents, findings,
    projects::{self, ProjectAccess},
    steps,
    swarms::{self, Request, subtasks},
    usage,
};

use crate::{
    Studio, agent_rules, change::Change, presence::heard_since, wakers::Wake, workers::Worker,
};

pub(crate) use lanes::run;
pub(crate) use upkeep::recover;

/// The most findings a swarm's record shows.
const FINDINGS_MAX: i64 = 1_000;

/// The most swarms that are cancelled when a project is archived; a user has far fewer at work.
const CANCELLED_MAX: i64 = 10_000;

/// How swarms are to work.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How long a sub-task may wait to be begun, in milliseconds.
    pub queue_ms: i64,
    /// How long one attempt at a sub-task may take, in milliseconds.
    pub run_ms: i64,
    /// How long a worker may be silent about a sub-task, in milliseconds.
    pub idle_ms: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { queue_ms: 3_600_000, run_ms: 7_200_000, idle_ms: 60_000 }
    }
}

/// Creates a swarm with all its sub-tasks.
///
/// # Errors
/// Not found when its project, a document or an agent does not exist for the principal; a conflict when
/// the project is archived; rejected when it needs a project, a text or a language model and there is
/// none, or when none of the agents it may take has a part in such a swarm.
pub fn create(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    create: &SwarmCreate,
) -> Result<SwarmItem> {
    let (principal, now) = (change.principal, change.now);
    let project = project(change.tx, principal, create)?;
    for agent in create.agents.iter().flatten() {
        agents::get(change.tx, agent)?;
    }
    let rules = project.as_ref().map(|project| agent_rules::of(change.tx, project)).transpose()?;
    if let Some(rules) = &rules {
        rules.check_start()?;
    }
    let create = &of_staff(create, rules.as_ref());
    let ground = materials::ground(change.tx, project.as_ref(), create)?;
    requirements::check(create.swarm_type, &ground)?;
    let nodes = plan::plan(create, &ground);
    let may_assist = rules.as_ref().is_none_or(AgentRules::may_assist);
    requirements::check_models(create.swarm_type, &nodes, no_model(studio, may_assist))?;
    let of_all = match create.agents {
        Some(_) => plan::plan(&SwarmCreate { agents: None, ..create.clone() }, &ground),
        None => Vec::new(),
    };
    // The last one is the synthesis, which every swarm has.
    if nodes.len() == 1 && of_all.len() > 1 {
        let kind = create.swarm_type;
        let whose = if rules.is_some_and(|rules| !rules.agents().is_empty()) {
            " that work on the project (activeAgents)"
        } else {
            ""
        };
        return Err(Error::Rejected(format!(
            "None of these agents{whose} has a part in a swarm of type {kind} beside its synthesis"
        )));
    }
    requirements::check_agents(create.swarm_type, &nodes, &of_all)?;
    let time_ms = create.budget.as_ref().and_then(|budget| budget.time_ms);
    let swarm = Swarm {
        id: ids::new(now),
        account: principal.user.clone(),
        only_project: principal.project.clone(),
        project_id: project.as_ref().map(|project| project.id().to_owned()),
        swarm_type: create.swarm_type,
        status: Status::Pending,
        priority: create.priority,
        task_description: create.task_description.clone(),
        agent_count: agent_count(&nodes),
        derived_from: None,
        counts: Counts { total: count(nodes.len()), ..Counts::default() },
        attempts: 0,
        busy_ms: 0,
        error: None,
        cancel_at: None,
        deadline: now.plus(time_ms.unwrap_or(TIME_MS_DEFAULT)),
        created_at: now,
        started_at: None,
        finished_at: None,
    };
    let request = Request {
        input: create.input.as_ref().map(SwarmInput::to_json_text),
        budget: create.budget.as_ref().map(domain::swarms::SwarmBudget::to_json_text),
    };
    swarms::create(change.tx, project.as_ref(), &swarm, &request)?;
    subtasks::create(change.tx, &swarm, &nodes, &[])?;
    publish(change, &swarm)
}

/// The same request, with only agents that work on its project.
fn of_staff(create: &SwarmCreate, rules: Option<&AgentRules>) -> SwarmCreate {
    let mut create = create.clone();
    if let Some(rules) = rules.filter(|rules| !rules.agents().is_empty()) {
        let agents = create.agents.take().unwrap_or_else(|| rules.agents().to_vec());
        create.agents = Some(agents.into_iter().filter(|it| rules.works_on(it)).collect());
    }
    create
}

/// Why an agent has no language model for a swarm, if it has none.
fn no_model(studio: &Studio, may_assist: bool) -> impl Fn(&str) -> Option<String> {
    move |agent| match may_assist {
        false => Some(agent_rules::UNWANTED.to_owned()),
        true if studio.has_model(agent) => None,
        true => Some(format!("none is configured for {agent}")),
    }
}

/// The project a swarm works on: the one it names, or the principal's active one.
fn project(
    tx: &mut Tx<'_>,
    principal: &Principal,
    create: &SwarmCreate,
) -> Result<Option<ProjectAccess>> {
    if let Some(id) = &create.project_id {
        return projects::check(tx, principal, id).map(Some);
    }
    projects::open(tx, principal)
}

fn agent_count(nodes: &[PlannedSubtask]) -> i64 {
    count(nodes.iter().map(|node| &node.agent).collect::<BTreeSet<_>>().len())
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Cancels a swarm: sub-tasks that were not begun and calls of models at once; those in work have
/// [`GRACE_MS`] to end. A second cancellation changes nothing.
///
/// # Errors
/// Not found when the swarm is not the principal's to see; a conflict when it is over.
pub fn cancel(change: &mut Change<'_, '_>, id: &str) -> Result<SwarmItem> {
    swarms::get(change.tx, change.principal, id)?;
    let mut swarm =
        swarms::get_for_update(change.tx, id)?.ok_or_else(|| Error::not_found("Swarm", id))?;
    let before = swarm.status;
    if before.is_final() {
        return Err(Error::Conflict(format!("The swarm is {before}")));
    }
    if swarm.is_cancelling() {
        return Ok(SwarmItem::of(&swarm));
    }
    swarm.counts.cancelled += subtasks::cancel(change.tx, &swarm, false, change.now)?;
    // What waits for a permission has not begun.
    swarm.counts.awaiting_approval = 0;
    swarm.cancel_at = Some(change.now.plus(GRACE_MS));
    swarm.conclude(&[], change.now);
    swarms::save(change.tx, &swarm, before)?;
    outside::withdraw(change, &swarm)?;
    change.wake(Wake::Calls(swarm.id.clone()));
    publish(change, &swarm)
}

/// Cancels the swarms of a project that is archived.
pub(crate) fn cancel_all(change: &mut Change<'_, '_>, project: &ProjectAccess) -> Result<()> {
    for id in swarms::unfinished_of(change.tx, project, CANCELLED_MAX)? {
        match cancel(change, &id) {
            // It ended meanwhile.
            Err(Error::Conflict(_)) => {}
            cancelled => drop(cancelled?),
        }
    }
    Ok(())
}

/// Retries a swarm that failed or was cancelled in a new one with the same plan, which reuses the
/// results of sub-tasks that succeeded and rest only on such.
///
/// # Errors
/// Not found when the swarm is not the principal's to see; a conflict when it was completed or is
/// not over, or its project is archived; rejected when it needs a language model and there is none any
/// more.
pub fn retry(change: &mut Change<'_, '_>, studio: &Studio, id: &str) -> Result<SwarmItem> {
    let (principal, now) = (change.principal, change.now);
    let (earlier, request) = swarms::get(change.tx, principal, id)?;
    if !matches!(earlier.status, Status::Failed | Status::Cancelled) {
        return Err(Error::Conflict(format!("The swarm is {}", earlier.status)));
    }
    let project = match &earlier.project_id {
        Some(id) => Some(projects::check(change.tx, principal, id)?),
        None => None,
    };
    let rules = project.as_ref().map(|project| agent_rules::of(change.tx, project)).transpose()?;
    if let Some(rules) = &rules {
        rules.check_start()?;
    }
    let (nodes, done): (Vec<_>, Vec<_>) = subtasks::nodes(change.tx, &earlier)?.into_iter().unzip();
    let may_assist = rules.as_ref().is_none_or(AgentRules::may_assist);
    requirements::check_models(earlier.swarm_type, &nodes, no_model(studio, may_assist))?;
    let done = plan::reusable(&nodes, &done);
    let time_ms = earlier.deadline.millis() - earlier.created_at.millis();
    let reused = count(done.iter().filter(|done| **done).count());
    let swarm = Swarm {
        id: ids::new(now),
        account: principal.user.clone(),
        only_project: principal.project.clone(),
        status: Status::Pending,
        derived_from: Some(earlier.id.clone()),
        counts: Counts { total: count(nodes.len()), succeeded: reused, ..Counts::default() },
        attempts: 0,
        busy_ms: 0,
        error: None,
        cancel_at: None,
        deadline: now.plus(time_ms),
        created_at: now,
        started_at: None,
        finished_at: None,
        ..earlier.clone()
    };
    swarms::create(change.tx, project.as_ref(), &swarm, &request)?;
    subtasks::create(change.tx, &swarm, &nodes, &done)?;
    subtasks::copy_outcomes(change.tx, &swarm, &earlier.id)?;
    publish(change, &swarm)
}

/// The swarms that are not over, and the latest that are.
pub fn list(tx: &mut Tx<'_>, principal: &Principal) -> Result<SwarmList> {
    let (active, completed) = swarms::list(tx, principal)?;
    let items = |swarms: Vec<Swarm>| swarms.iter().map(SwarmItem::of).collect::<Vec<_>>();
    Ok(SwarmList {
        total_count: active.len() + completed.len(),
        active_swarms: items(active),
        completed_swarms: items(completed),
    })
}

/// A swarm with its sub-tasks, artefacts and findings, as `render` writes it: the record borrows from
/// long texts.
pub fn get<T>(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    render: impl FnOnce(&SwarmDetail<'_>) -> Result<T>,
) -> Result<T> {
    let (swarm, request) = swarms::get(tx, principal, id)?;
    let sub_tasks = subtasks::list(tx, &swarm)?;
    let awaited = subtasks::awaited(tx, &swarm.id)?;
    let after = |it: &Subtask| awaited.get(&it.position).map_or(&[][..], Vec::as_slice);
    let drafts = steps::drafts_of_swarm(tx, &swarm.id)?;
    render(&SwarmDetail {
        swarm: SwarmItem::of(&swarm),
        topology: swarm.swarm_type.topology(),
        input: request.input,
        budget: request.budget,
        sub_tasks: sub_tasks
            .iter()
            .map(|it| SubtaskItem::of(it, after(it), drafts.get(&it.position)))
            .collect(),
        artefacts: subtasks::artefacts(tx, &swarm)?,
        usage: Usage::of(&swarm, usage::of_swarm(tx, &swarm.id)?),
        findings: found(tx, principal, &swarm)?,
    })
}

/// What a swarm found, the gravest first.
fn found(tx: &mut Tx<'_>, principal: &Principal, swarm: &Swarm) -> Result<Vec<FindingItem>> {
    let Some(project_id) = &swarm.project_id else { return Ok(Vec::new()) };
    let project = projects::check(tx, principal, project_id)?;
    let query = FindingQuery::of_swarm(&swarm.id, FINDINGS_MAX);
    let page = findings::list(tx, &project, &query)?;
    Ok(page.items.into_iter().map(|(finding, now)| FindingItem::of(finding, now)).collect())
}

/// That the worker of swarms runs.
///
/// # Errors
/// Unavailable when it does not.
pub fn check_running(studio: &Studio) -> Result<()> {
    studio.check_ready()?;
    if studio.workers.runs(Worker::Swarms) {
        Ok(())
    } else {
        Err(Error::Unavailable("The swarm engine does not run".to_owned()))
    }
}

/// All swarms in figures, whoever's they are.
pub async fn overview(studio: &Studio) -> Result<Overview> {
    let now = studio.clock.now();
    let (since, heard_since) = (now.plus(-DEAD_LETTERS_MS), heard_since(studio, now));
    let figures =
        studio.database.read(move |tx| swarms::figures(tx, now, since, heard_since)).await?;
    Ok(figures.overview(now))
}

/// A locked swarm is active from the first of its sub-tasks on that is begun.
fn begin(change: &mut Change<'_, '_>, swarm: &mut Swarm) -> Result<()> {
    if swarm.status == Status::Pending {
        swarm.status = Status::Active;
        swarm.started_at = Some(change.now);
        swarms::save(change.tx, swarm, Status::Pending)?;
        publish(change, swarm)?;
    }
    Ok(())
}

/// Publishes a swarm to the members of its project or to its user.
fn publish(change: &mut Change<'_, '_>, swarm: &Swarm) -> Result<SwarmItem> {
    let (view, audience) = (SwarmItem::of(swarm), (swarm.project_id.as_deref(), &*swarm.account));
    change.publish_by_id(audience, EventKind::Swarm, &view)?;
    change.wake(Wake::Swarms);
    Ok(view)
}

/// Runs one change of the worker, or of a model call that is made for what it works on.
pub(crate) async fn commit<T: Send + 'static>(
    studio: &Studio,
    command: impl Fn(&mut Change<'_, '_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    #[cfg(debug_assertions)]
    crate::failpoint::SWARMS.pass();
    let outcome = studio.change(&Principal::service(), command).await;
    #[cfg(debug_assertions)]
    crate::failpoint::SWARMS.pass();
    outcome
}
