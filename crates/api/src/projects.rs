//! Handlers of projects.

use domain::projects::{ProjectCreate, ProjectQuery, ProjectUpdate, Status, StatusUpdate};
use engine::projects;
use store::ReadLength;

pub(crate) use domain::projects::view::ProjectItem;

use crate::{
    answer::{self, Reply},
    body::{Body, NoBody},
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, Body(create): Body<ProjectCreate>) -> Reply {
    caller.change(answer::record, move |change| projects::create(change, &create)).await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<ProjectQuery>) -> Reply {
    let now = caller.now();
    // A text is looked for in the names of all of them.
    caller
        .read_or_scan(
            ReadLength::long_if(query.q.is_some()),
            answer::page("projects"),
            move |tx, principal| projects::list(tx, principal, &query, now),
        )
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), caller.now());
    caller.read(answer::record, move |tx, principal| projects::get(tx, principal, &id, now)).await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<ProjectUpdate>,
) -> Reply {
    let id = ids.one();
    caller
        .change(answer::record, move |change| projects::update(change, &id, &expected, &update))
        .await
}

pub(crate) async fn set_status(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(StatusUpdate { status }): Body<StatusUpdate>,
) -> Reply {
    let id = ids.one();
    caller
        .change(answer::record, move |change| projects::set_status(change, &id, &expected, status))
        .await
}

pub(crate) async fn archive(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    _: NoBody,
) -> Reply {
    let (id, status) = (ids.one(), Status::Archived);
    caller
        .change(answer::record, move |change| projects::set_status(change, &id, &expected, status))
        .await
}

pub(crate) async fn restore(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    _: NoBody,
) -> Reply {
    let id = ids.one();
    caller.change(answer::record, move |change| projects::restore(change, &id, &expected)).await
}

pub(crate) async fn trash(caller: Caller, ids: Ids, IfMatch(expected): IfMatch) -> Reply {
    let id = ids.one();
    caller.change(answer::deleted, move |change| projects::trash(change, &id, &expected)).await
}

pub(crate) async fn activate(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    let id = ids.one();
    caller.change(answer::record, move |change| projects::activate(change, &id)).await
}

pub(crate) async fn active(caller: Caller) -> Reply {
    let now = caller.now();
    caller.read(answer::record, move |tx, principal| projects::active(tx, principal, now)).await
}

pub(crate) async fn deactivate(caller: Caller) -> Reply {
    caller.change(answer::deleted, projects::deactivate).await
}
