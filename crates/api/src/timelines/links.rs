//! Handlers of links of events.

use domain::timelines::link::{LinkCreate, LoreLinkCreate};
use engine::timelines::links;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::Caller,
    path::Ids,
};

pub(crate) async fn create(caller: Caller, ids: Ids, Body(create): Body<LinkCreate>) -> Reply {
    let (timeline_id, event_id) = ids.two();
    caller
        .change(answer::in_envelope, move |change| {
            links::create(change, &timeline_id, &event_id, &create)
        })
        .await
}

pub(crate) async fn create_lore(
    caller: Caller,
    ids: Ids,
    Body(create): Body<LoreLinkCreate>,
) -> Reply {
    let (timeline_id, event_id) = ids.two();
    caller
        .change(answer::in_envelope, move |change| {
            links::create_lore(change, &timeline_id, &event_id, &create)
        })
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let (timeline_id, event_id, id) = ids.three();
    caller
        .change(answer::deleted, move |change| links::delete(change, &timeline_id, &event_id, &id))
        .await
}

pub(crate) async fn delete_lore(caller: Caller, ids: Ids) -> Reply {
    let (timeline_id, event_id, id) = ids.three();
    caller
        .change(answer::deleted, move |change| {
            links::delete_lore(change, &timeline_id, &event_id, &id)
        })
        .await
}
