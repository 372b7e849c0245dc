//! Handlers of plotlines of a timeline.

use domain::timelines::plotline::{PlotlineCreate, PlotlineQuery, PlotlineUpdate};
use engine::timelines::plotlines;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, ids: Ids, Body(create): Body<PlotlineCreate>) -> Reply {
    let timeline_id = ids.one();
    caller
        .change(answer::record_in_envelope, move |change| {
            plotlines::create(change, &timeline_id, &create)
        })
        .await
}

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<PlotlineQuery>) -> Reply {
    let timeline_id = ids.one();
    caller
        .read(answer::page_in_envelope("plotlines"), move |tx, principal| {
            plotlines::list(tx, principal, &timeline_id, &query)
        })
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<PlotlineUpdate>,
) -> Reply {
    let (timeline_id, id) = ids.two();
    caller
        .change(answer::record_in_envelope, move |change| {
            plotlines::update(change, &timeline_id, &id, &expected, &update)
        })
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let (timeline_id, id) = ids.two();
    caller.change(answer::deleted, move |change| plotlines::delete(change, &timeline_id, &id)).await
}
