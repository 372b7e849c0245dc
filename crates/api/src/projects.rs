//! Handlers of projects.

use axum::http::HeaderMap;
use domain::{
    Result,
    projects::{ProjectCreate, ProjectQuery, ProjectUpdate, Status, StatusUpdate},
};
use engine::projects;

pub(crate) use domain::projects::item::ProjectItem;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch, if_match},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, Body(create): Body<ProjectCreate>) -> Reply {
    caller.change(move |change| projects::create(change, &create), answer::record).await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<ProjectQuery>) -> Reply {
    let now = caller.now();
    let view = move |tx: &mut _, principal: &_| projects::list(tx, principal, &query, now);
    caller.read(view, answer::page("projects")).await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), caller.now());
    caller.read(move |tx, principal| projects::get(tx, principal, &id, now), answer::record).await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<ProjectUpdate>,
) -> Reply {
    let id = ids.one();
    let command = move |change: &mut _| projects::update(change, &id, &expected, &update);
    caller.change(command, answer::record).await
}

pub(crate) async fn set_status(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(StatusUpdate { status }): Body<StatusUpdate>,
) -> Reply {
    let id = ids.one();
    let command = move |change: &mut _| projects::set_status(change, &id, &expected, status);
    caller.change(command, answer::record).await
}

pub(crate) async fn archive(caller: Caller, ids: Ids, IfMatch(expected): IfMatch) -> Reply {
    let (id, status) = (ids.one(), Status::Archived);
    let command = move |change: &mut _| projects::set_status(change, &id, &expected, status);
    caller.change(command, answer::record).await
}

pub(crate) async fn restore(caller: Caller, ids: Ids, IfMatch(expected): IfMatch) -> Reply {
    let id = ids.one();
    let command = move |change: &mut _| projects::restore(change, &id, &expected);
    caller.change(command, answer::record).await
}

pub(crate) async fn trash(caller: Caller, ids: Ids, IfMatch(expected): IfMatch) -> Reply {
    let id = ids.one();
    let command = move |change: &mut _| projects::trash(change, &id, &expected);
    caller.change(command, answer::deleted).await
}

pub(crate) async fn activate(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.change(move |change| projects::activate(change, &id), answer::record).await
}

pub(crate) async fn active(caller: Caller) -> Reply {
    let now = caller.now();
    caller.read(move |tx, principal| projects::active(tx, principal, now), answer::record).await
}

pub(crate) async fn deactivate(caller: Caller) -> Reply {
    caller.change(projects::deactivate, answer::deleted).await
}

/// That the caller's copy is the current one, where it says which one it has.
///
/// # Errors
/// Stale when it is not.
pub(crate) fn check_current(what: &'static str, headers: &HeaderMap, version: i64) -> Result<()> {
    if_match(headers).check(what, version)
}
