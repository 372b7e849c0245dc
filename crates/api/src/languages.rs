//! Handlers of languages; grammar rules and words have a module each.

pub(crate) mod rules;
pub(crate) mod words;

use domain::languages::{LanguageCreate, LanguageQuery, LanguageUpdate};
use engine::languages;

pub(crate) use domain::languages::Language;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, Body(create): Body<LanguageCreate>) -> Reply {
    caller.change(answer::record, move |change| languages::create(change, &create)).await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<LanguageQuery>) -> Reply {
    caller
        .read(answer::page("languages"), move |tx, principal| {
            languages::list(tx, principal, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.read(answer::record, move |tx, principal| languages::get(tx, principal, &id)).await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<LanguageUpdate>,
) -> Reply {
    let id = ids.one();
    caller
        .change(answer::record, move |change| languages::update(change, &id, &expected, &update))
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.change(answer::deleted, move |change| languages::delete(change, &id)).await
}
