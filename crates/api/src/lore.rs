//! Handlers of lore entries.

use domain::{
    lore::{LoreCreate, LoreQuery, LoreUpdate},
    page::PageQuery,
};
use engine::lore;
use store::ReadLength;

pub(crate) use domain::lore::{LoreCategories, LoreItem, LoreMention};

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, ids: Ids, Body(create): Body<LoreCreate>) -> Reply {
    let project_id = ids.one();
    caller.change(answer::record, move |change| lore::create(change, &project_id, &create)).await
}

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<LoreQuery>) -> Reply {
    // A search that few entries fit makes this a long read.
    let (project_id, length) = (ids.one(), ReadLength::long_if(query.q.is_some()));
    caller
        .read_or_scan(length, answer::page("entries"), move |tx, principal| {
            lore::list(tx, principal, &project_id, &query)
        })
        .await
}

pub(crate) async fn categories(caller: Caller, ids: Ids) -> Reply {
    let project_id = ids.one();
    caller
        .read(answer::bare, move |tx, principal| lore::categories(tx, principal, &project_id))
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .read(answer::record, move |tx, principal| lore::get(tx, principal, &project_id, &id))
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<LoreUpdate>,
) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .change(answer::record, move |change| {
            lore::update(change, &project_id, &id, &expected, &update)
        })
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    caller.change(answer::deleted, move |change| lore::delete(change, &project_id, &id)).await
}

pub(crate) async fn mentions(caller: Caller, ids: Ids, Query(query): Query<PageQuery>) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .read(answer::page("mentions"), move |tx, principal| {
            lore::mentions(tx, principal, &project_id, &id, &query)
        })
        .await
}
