//! Handlers of agents.

use axum::extract::State;
use domain::{
    agents::{AgentCreate, AgentUpdate, Authority, Policy},
    messages::approvals::{Denial, Verdict},
    page::PageQuery,
};
use engine::agents::{self, approvals, capabilities::Staff, staff};

pub(crate) use domain::agents::view::{
    AgentActivity, AgentAuthority, AgentCapabilities, AgentDecisions, AgentDetail, AgentItem,
    StudioAgents,
};

use crate::{
    App,
    answer::{self, Reply},
    auth::CurrentUser,
    body::{Body, NoBody},
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn wake(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    set_awake(caller, ids, true).await
}

pub(crate) async fn sleep(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    set_awake(caller, ids, false).await
}

async fn set_awake(caller: Caller, ids: Ids, awake: bool) -> Reply {
    let (studio, id) = (caller.studio(), ids.one());
    caller.change(answer::bare, move |change| agents::set_awake(change, &studio, &id, awake)).await
}

pub(crate) async fn approve(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    decide(caller, ids, Verdict::Approve).await
}

pub(crate) async fn deny(caller: Caller, ids: Ids, Body(denial): Body<Denial>) -> Reply {
    decide(caller, ids, Verdict::from(&denial)).await
}

async fn decide(caller: Caller, ids: Ids, verdict: Verdict) -> Reply {
    let id = ids.one();
    caller.change(answer::bare, move |change| approvals::decide_all(change, &id, &verdict)).await
}

pub(crate) async fn heartbeat(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    let (studio, id) = (caller.studio(), ids.one());
    caller.change(answer::bare, move |change| agents::heartbeat(change, &studio, &id)).await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<PageQuery>) -> Reply {
    let (studio, now) = (caller.studio(), caller.now());
    caller.read(answer::page("agents"), move |tx, _| agents::list(tx, &studio, &query, now)).await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (studio, id, now) = (caller.studio(), ids.one(), caller.now());
    caller.read(answer::record, move |tx, _| agents::get(tx, &studio, &id, now)).await
}

pub(crate) async fn detail(caller: Caller, ids: Ids) -> Reply {
    let (studio, id, now) = (caller.studio(), ids.one(), caller.now());
    caller.read(answer::record, move |tx, _| agents::detail(tx, &studio, &id, now)).await
}

pub(crate) async fn create(caller: Caller, Body(create): Body<AgentCreate>) -> Reply {
    let studio = caller.studio();
    caller.change(answer::record, move |change| staff::create(change, &studio, &create)).await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<AgentUpdate>,
) -> Reply {
    let (studio, id) = (caller.studio(), ids.one());
    caller
        .change(answer::record, move |change| {
            staff::update(change, &studio, &id, &expected, &update)
        })
        .await
}

pub(crate) async fn remove(caller: Caller, ids: Ids, IfMatch(expected): IfMatch) -> Reply {
    let (studio, id) = (caller.studio(), ids.one());
    caller
        .change(answer::deleted, move |change| staff::remove(change, &studio, &id, &expected))
        .await
}

pub(crate) async fn authority(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.read(answer::record, move |tx, _| agents::authority(tx, &id)).await
}

pub(crate) async fn set_authority(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(authority): Body<Authority>,
) -> Reply {
    let (id, policy) = (ids.one(), Policy::from(authority));
    caller
        .change(answer::record, move |change| {
            agents::set_authority(change, &id, &expected, &policy)
        })
        .await
}

pub(crate) async fn capabilities(State(app): State<App>, _: CurrentUser) -> Reply {
    app.studio.check_ready()?;
    let staff = Staff::read(&app.studio).await?;
    Ok(answer::respond(answer::bare(&staff.capabilities(&app.studio))?))
}

pub(crate) async fn of_active_project(caller: Caller) -> Reply {
    let (studio, now) = (caller.studio(), caller.now());
    caller
        .read(answer::bare, move |tx, principal| {
            agents::of_active_project(tx, principal, &studio, now)
        })
        .await
}
