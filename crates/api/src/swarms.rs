//! The swarms' room at the door: tasks for several agents at once, and what becomes of them.

use axum::extract::State;
use domain::{
    Error, Principal, Result,
    findings::{FindingItem, FindingQuery},
    swarms::{Swarm, SwarmCreate},
};
use engine::{loops::Duty, swarms as engine_swarms};
use store::{
    Tx, findings, projects,
    swarms::{self, subtasks},
};

pub(crate) use domain::swarms::{
    item::{SubtaskItem, SwarmDetail, SwarmItem, SwarmList, Usage},
    overview::Overview,
};

use crate::{
    App,
    answer::{self, Reply, json},
    auth::CurrentUser,
    body::KeyedBody,
    once::{self, OwnKey},
    path::Ids,
};

/// The most findings a swarm's record shows.
const FINDINGS_MAX: i64 = 1_000;

/// That swarms are worked on at all.
fn check_engine(app: &App) -> Result<()> {
    app.studio.check_ready()?;
    if app.studio.duties.runs(Duty::Swarms) {
        Ok(())
    } else {
        Err(Error::Unavailable("The swarm engine does not run".to_owned()))
    }
}

/// Makes a swarm.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    KeyedBody { model, key }: KeyedBody<SwarmCreate>,
) -> Reply {
    let now = app.studio.clock.now();
    let asker = principal.clone();
    let made = once::write(&app.studio.database, &principal, key, now, move |tx| {
        record(&engine_swarms::create(tx, &asker, &model, now)?)
    })
    .await?;
    ring(&app);
    Ok(json(made))
}

fn record(swarm: &Swarm) -> Result<String> {
    answer::text(&SwarmItem::of(swarm))
}

fn ring(app: &App) {
    app.studio.wakers.swarms.notify();
    app.studio.wakers.events.notify();
}

/// The swarms that are not over, and the latest that are.
pub(crate) async fn list(State(app): State<App>, CurrentUser(principal): CurrentUser) -> Reply {
    check_engine(&app)?;
    let (active, completed) =
        app.studio.database.read(move |tx| swarms::list(tx, &principal)).await?;
    let items = |swarms: Vec<_>| swarms.iter().map(SwarmItem::of).collect::<Vec<_>>();
    Ok(json(answer::text(&SwarmList {
        total_count: active.len() + completed.len(),
        active_swarms: items(active),
        completed_swarms: items(completed),
    })?))
}

/// All swarms in figures, whoever's they are.
pub(crate) async fn overview(State(app): State<App>, _: CurrentUser) -> Reply {
    let overview = engine_swarms::overview(&app.studio).await?;
    Ok(json(answer::text(&overview)?))
}

/// A swarm with all that belongs to it.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    let text = app.studio.database.scan(move |tx| detail(tx, &principal, &id)).await?;
    Ok(json(text))
}

fn detail(tx: &mut Tx<'_>, asker: &Principal, id: &str) -> Result<String> {
    let (swarm, request) = swarms::get(tx, asker, id)?;
    let sub_tasks = subtasks::list(tx, &swarm)?;
    let found = found(tx, asker, &swarm)?;
    answer::text(&SwarmDetail {
        swarm: SwarmItem::of(&swarm),
        topology: swarm.swarm_type.topology().as_str(),
        input: request.input,
        budget: request.budget,
        sub_tasks: sub_tasks.iter().map(SubtaskItem::of).collect(),
        artefacts: subtasks::artefacts(tx, &swarm)?,
        usage: Usage::of(&swarm),
        findings: found,
    })
}

/// What a swarm found, the gravest first.
fn found(tx: &mut Tx<'_>, asker: &Principal, swarm: &Swarm) -> Result<Vec<FindingItem>> {
    let Some(project_id) = &swarm.project_id else { return Ok(Vec::new()) };
    let project = projects::check(tx, asker, project_id)?;
    let query = FindingQuery::of_swarm(&swarm.id, FINDINGS_MAX);
    let page = findings::list(tx, &project, &query)?;
    Ok(page.items.into_iter().map(|(finding, now)| FindingItem::of(finding, now)).collect())
}

/// Wants no more of a swarm.
pub(crate) async fn cancel(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    OwnKey(key): OwnKey,
) -> Reply {
    let (id, now, asker) = (ids.one(), app.studio.clock.now(), principal.clone());
    let cancelled = once::write(&app.studio.database, &principal, key, now, move |tx| {
        record(&engine_swarms::cancel(tx, &asker, &id, now)?)
    })
    .await?;
    ring(&app);
    Ok(json(cancelled))
}

/// Goes on from a swarm that failed or was cancelled, in a new one.
pub(crate) async fn retry(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    OwnKey(key): OwnKey,
) -> Reply {
    let (id, now, asker) = (ids.one(), app.studio.clock.now(), principal.clone());
    let made = once::write(&app.studio.database, &principal, key, now, move |tx| {
        record(&engine_swarms::retry(tx, &asker, &id, now)?)
    })
    .await?;
    ring(&app);
    Ok(json(made))
}
