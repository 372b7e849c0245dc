//! Handlers of grammar rules.

use domain::languages::rules::{RuleCreate, RuleQuery, RuleUpdate};
use engine::languages::rules;

pub(crate) use domain::languages::rules::RuleView;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, ids: Ids, Body(create): Body<RuleCreate>) -> Reply {
    let language_id = ids.one();
    caller.change(answer::record, move |change| rules::create(change, &language_id, &create)).await
}

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<RuleQuery>) -> Reply {
    let language_id = ids.one();
    caller
        .read(answer::page("grammarRules"), move |tx, principal| {
            rules::list(tx, principal, &language_id, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.read(answer::record, move |tx, principal| rules::get(tx, principal, &id)).await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<RuleUpdate>,
) -> Reply {
    let id = ids.one();
    caller
        .change(answer::record, move |change| rules::update(change, &id, &expected, &update))
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.change(answer::deleted, move |change| rules::delete(change, &id)).await
}
