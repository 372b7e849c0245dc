//! Handlers of events of a timeline.

use domain::timelines::event::{EventCreate, EventQuery, EventUpdate};
use engine::timelines::events;
use store::ReadLength;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, ids: Ids, Body(create): Body<EventCreate>) -> Reply {
    let timeline_id = ids.one();
    caller
        .change(answer::record_in_envelope, move |change| {
            events::create(change, &timeline_id, &create)
        })
        .await
}

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<EventQuery>) -> Reply {
    // A filter that few events fit makes this a long read.
    let (timeline_id, length) = (ids.one(), ReadLength::long_if(query.is_filtered()));
    caller
        .read_or_scan(length, answer::page_in_envelope("events"), move |tx, principal| {
            events::list(tx, principal, &timeline_id, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (timeline_id, id) = ids.two();
    caller
        .read(answer::record_in_envelope, move |tx, principal| {
            events::get(tx, principal, &timeline_id, &id)
        })
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<EventUpdate>,
) -> Reply {
    let (timeline_id, id) = ids.two();
    caller
        .change(answer::record_in_envelope, move |change| {
            events::update(change, &timeline_id, &id, &expected, &update)
        })
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let (timeline_id, id) = ids.two();
    caller.change(answer::deleted, move |change| events::delete(change, &timeline_id, &id)).await
}
