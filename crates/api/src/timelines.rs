//! Handlers of timelines; what lies on a timeline has a module each.

pub(crate) mod events;
pub(crate) mod links;
pub(crate) mod plotlines;

use domain::timelines::{TimelineCreate, TimelineQuery, TimelineUpdate};
use engine::timelines;

pub(crate) use domain::timelines::{
    Timeline,
    event::EventItem,
    link::{LinkItem, LoreLinkItem},
    plotline::Plotline,
};

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, Body(create): Body<TimelineCreate>) -> Reply {
    caller
        .change(answer::record_in_envelope, move |change| timelines::create(change, &create))
        .await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<TimelineQuery>) -> Reply {
    caller
        .read(answer::page_in_envelope("timelines"), move |tx, principal| {
            timelines::list(tx, principal, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller
        .read(answer::record_in_envelope, move |tx, principal| timelines::get(tx, principal, &id))
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<TimelineUpdate>,
) -> Reply {
    let id = ids.one();
    caller
        .change(answer::record_in_envelope, move |change| {
            timelines::update(change, &id, &expected, &update)
        })
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.change(answer::deleted, move |change| timelines::delete(change, &id)).await
}
