//! Handlers of the nodes of outlines.

use domain::nodes::{NodeCreate, NodeQuery, NodeUpdate};
use engine::nodes;
use store::ReadLength;

pub(crate) use domain::nodes::Node;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, Body(create): Body<NodeCreate>) -> Reply {
    caller.change(answer::record_in_envelope, move |change| nodes::create(change, &create)).await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<NodeQuery>) -> Reply {
    // The order of reading, and a text in titles, take a look at the whole tree.
    let length = ReadLength::long_if(query.parent_id.is_none() || query.q.is_some());
    caller
        .read_or_scan(length, answer::page_in_envelope("nodes"), move |tx, principal| {
            nodes::list(tx, principal, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller
        .read(answer::record_in_envelope, move |tx, principal| nodes::get(tx, principal, &id))
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<NodeUpdate>,
) -> Reply {
    let id = ids.one();
    caller
        .change(answer::record_in_envelope, move |change| {
            nodes::update(change, &id, &expected, &update)
        })
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.change(answer::deleted, move |change| nodes::delete(change, &id)).await
}
