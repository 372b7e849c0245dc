//! Swarms: rows that say what is to be done, and a loop that does it. A request makes all rows of a
//! swarm at once; the loop takes what can be begun ([`lanes`]), works on it outside of any
//! transaction ([`work`]), and keeps the outcome only while the lease is still its own ([`keep`]).
//! What nobody finishes is put right by whoever looks next ([`tend`]).

mod keep;
mod lanes;
mod synthesis;
mod tend;
mod work;

#[cfg(debug_assertions)]
mod deaths;

use std::collections::BTreeSet;

use domain::{
    Error, Principal, Result, Time,
    documents::book::Book,
    events::{Kind, NewEvent},
    ids,
    swarms::{
        Counts, GRACE_MS, Status, Swarm, SwarmCreate, SwarmInput, TIME_MS_DEFAULT,
        item::SwarmItem,
        overview::{DEAD_LETTERS_MS, Overview},
        plan::{self, Ground, Material, Node},
    },
};
use store::{
    Tx, agents, documents, events,
    projects::{self, ProjectAccess},
    swarms::{self, Request, subtasks},
};

use crate::{Studio, presence::heard_since};

pub(crate) use lanes::run;
pub(crate) use tend::recover;

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
        Self { queue_ms: 3_600_000, run_ms: 600_000, idle_ms: 60_000 }
    }
}

/// Makes a swarm with all its sub-tasks in the transaction of `tx`. Ring the bells of the swarms and
/// of the events after the commit.
///
/// # Errors
/// Not found when its project, a document or an agent is not there for the principal; rejected when
/// none of the agents it may take has a part in such a swarm.
pub fn create(
    tx: &mut Tx<'_>,
    asker: &Principal,
    create: &SwarmCreate,
    now: Time,
) -> Result<Swarm> {
    let project = project(tx, asker, create)?;
    for agent in create.agents.iter().flatten() {
        agents::get(tx, agent)?;
    }
    let ground = Ground {
        has_project: project.is_some(),
        documents: materials(tx, project.as_ref(), create.input.as_ref())?,
    };
    let nodes = plan::plan(create, &ground);
    let names_agents = create.agents.is_some();
    // The last one is the editor's, which every swarm has.
    if names_agents && nodes.len() == 1 && nodes_of_all(create, &ground) > 1 {
        let kind = create.swarm_type;
        return Err(Error::Rejected(format!(
            "None of these agents has a part in a swarm of type {kind} beside its synthesis"
        )));
    }
    let time_ms = create.budget.as_ref().and_then(|budget| budget.time_ms);
    let swarm = Swarm {
        id: ids::new(now),
        account: asker.user.clone(),
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
        input: create.input.as_ref().map(SwarmInput::written),
        budget: create.budget.as_ref().map(domain::swarms::SwarmBudget::written),
    };
    swarms::create(tx, project.as_ref(), &swarm, &request)?;
    subtasks::create(tx, &swarm, &nodes, &[])?;
    tell(tx, &swarm, now)?;
    Ok(swarm)
}

/// How many sub-tasks it would have if everybody took part.
fn nodes_of_all(create: &SwarmCreate, ground: &Ground) -> usize {
    plan::plan(&SwarmCreate { agents: None, ..create.clone() }, ground).len()
}

/// The project a swarm works on: the one it names, or the one its maker has open.
fn project(
    tx: &mut Tx<'_>,
    asker: &Principal,
    create: &SwarmCreate,
) -> Result<Option<ProjectAccess>> {
    if let Some(id) = &create.project_id {
        return projects::check(tx, asker, id).map(Some);
    }
    projects::open(tx, asker)
}

/// The documents a swarm works on, in the order in which they are read.
fn materials(
    tx: &mut Tx<'_>,
    project: Option<&ProjectAccess>,
    input: Option<&SwarmInput>,
) -> Result<Vec<Material>> {
    let named = input.and_then(|input| input.document_ids.as_deref());
    let Some(project) = project else {
        return match named.and_then(<[String]>::first) {
            Some(id) => Err(Error::not_found("Document", id)),
            None => Ok(Vec::new()),
        };
    };
    let material = |id: &str, title: &str| Material { id: id.to_owned(), title: title.to_owned() };
    if let Some(named) = named {
        let mut known = BTreeSet::new();
        let mut materials = Vec::new();
        for id in named {
            if known.insert(id) {
                let document = documents::get(tx, project, id)?;
                materials.push(material(&document.id, &document.title));
            }
        }
        return Ok(materials);
    }
    let book = Book::of(documents::manuscript(tx, project)?, true);
    let read = book.placed.iter().map(|placed| &placed.document);
    Ok(read
        .filter(|document| document.words > 0)
        .map(|document| material(&document.id, &document.title))
        .collect())
}

fn agent_count(nodes: &[Node]) -> i64 {
    count(nodes.iter().map(|node| &node.agent).collect::<BTreeSet<_>>().len())
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Wants no more of a swarm: what nobody has begun is cancelled at once, what is being worked on has
/// [`GRACE_MS`] to end. To want that again changes nothing.
///
/// # Errors
/// Not found when the swarm is not the principal's to see; a conflict when it is over.
pub fn cancel(tx: &mut Tx<'_>, asker: &Principal, id: &str, now: Time) -> Result<Swarm> {
    swarms::get(tx, asker, id)?;
    let mut swarm = swarms::get_for_update(tx, id)?.ok_or_else(|| Error::not_found("Swarm", id))?;
    let before = swarm.status;
    if before.is_final() {
        return Err(Error::Conflict(format!("The swarm is {before}")));
    }
    if swarm.is_cancelling() {
        return Ok(swarm);
    }
    swarm.counts.cancelled += subtasks::cancel(tx, &swarm, false, now)?;
    swarm.cancel_at = Some(now.plus(GRACE_MS));
    swarm.conclude(now);
    swarms::save(tx, &swarm, before)?;
    tell(tx, &swarm, now)?;
    Ok(swarm)
}

/// Goes on from a swarm that failed or was cancelled: a new swarm with the same plan, in which
/// nothing is to be done of what was done and rests on nothing that was not.
///
/// # Errors
/// Not found when the swarm is not the principal's to see; a conflict when it was completed or is
/// not over.
pub fn retry(tx: &mut Tx<'_>, asker: &Principal, id: &str, now: Time) -> Result<Swarm> {
    let (earlier, request) = swarms::get(tx, asker, id)?;
    if !matches!(earlier.status, Status::Failed | Status::Cancelled) {
        return Err(Error::Conflict(format!("The swarm is {}", earlier.status)));
    }
    let project = match &earlier.project_id {
        Some(id) => Some(projects::check(tx, asker, id)?),
        None => None,
    };
    let (nodes, states): (Vec<_>, Vec<_>) = subtasks::nodes(tx, &earlier)?.into_iter().unzip();
    let done = plan::reusable(&nodes, &states);
    let time_ms = earlier.deadline.millis() - earlier.created_at.millis();
    let reused = count(done.iter().filter(|done| **done).count());
    let swarm = Swarm {
        id: ids::new(now),
        account: asker.user.clone(),
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
    swarms::create(tx, project.as_ref(), &swarm, &request)?;
    subtasks::create(tx, &swarm, &nodes, &done)?;
    subtasks::take_over(tx, &swarm, &earlier.id)?;
    tell(tx, &swarm, now)?;
    Ok(swarm)
}

/// All swarms in figures, whoever's they are.
pub async fn overview(studio: &Studio) -> Result<Overview> {
    let now = studio.clock.now();
    let (since, heard_since) = (now.plus(-DEAD_LETTERS_MS), heard_since(studio, now));
    let figures =
        studio.database.read(move |tx| swarms::figures(tx, now, since, heard_since)).await?;
    Ok(figures.overview(now))
}

/// Tells of a swarm in the event log, to the members of its project or to its user.
fn tell(tx: &mut Tx<'_>, swarm: &Swarm, now: Time) -> Result<()> {
    let heard_by = (swarm.project_id.as_deref(), swarm.account.as_str());
    events::add(tx, &NewEvent::to(Kind::Swarm, heard_by, &SwarmItem::of(swarm), now)?)
}

/// Runs one transaction of the loop.
async fn commit<T: Send + 'static>(
    studio: &Studio,
    job: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    #[cfg(debug_assertions)]
    deaths::pass();
    let done = studio.database.write(job).await;
    #[cfg(debug_assertions)]
    deaths::pass();
    done
}
