//! Handlers of promises.

use domain::promises::{PromiseCreate, PromiseQuery, PromiseUpdate};
use engine::promises;
use store::ReadLength;

pub(crate) use domain::promises::view::{PlotPromise, PromiseList};

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, Body(create): Body<PromiseCreate>) -> Reply {
    caller.change(answer::record_in_envelope, move |change| promises::create(change, &create)).await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<PromiseQuery>) -> Reply {
    // A filter that few promises fit makes this a long read, and so do the promises of many projects
    // that are not the caller's.
    let sees_all = caller.principal.owns_everything;
    let length =
        ReadLength::long_if(query.is_filtered() || (query.project_id.is_none() && !sees_all));
    caller
        .read_or_scan(length, answer::in_envelope, move |tx, principal| {
            promises::list(tx, principal, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller
        .read(answer::record_in_envelope, move |tx, principal| promises::get(tx, principal, &id))
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<PromiseUpdate>,
) -> Reply {
    let id = ids.one();
    caller
        .change(answer::record_in_envelope, move |change| {
            promises::update(change, &id, &expected, &update)
        })
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.change(answer::deleted, move |change| promises::delete(change, &id)).await
}
