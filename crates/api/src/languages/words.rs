//! Handlers of words: one by one as JSON, and all of a language as a table of CSV.

use domain::languages::{
    lexicon_csv,
    words::{WordCreate, WordQuery, WordUpdate},
};
use engine::languages::words;
use store::ReadLength;

pub(crate) use domain::languages::{
    grammar::{LexiconCheck, WordForms},
    words::{LexiconImportResponse, Word},
};

use crate::{
    answer::{self, Reply},
    body::{self, Body, Table},
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, ids: Ids, Body(create): Body<WordCreate>) -> Reply {
    let language_id = ids.one();
    caller.change(answer::record, move |change| words::create(change, &language_id, &create)).await
}

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<WordQuery>) -> Reply {
    // A search may look at every word, which is a long read.
    let (language_id, length) = (ids.one(), ReadLength::long_if(query.q.is_some()));
    caller
        .read_or_scan(length, answer::page("words"), move |tx, principal| {
            words::list(tx, principal, &language_id, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.read(answer::record, move |tx, principal| words::get(tx, principal, &id)).await
}

pub(crate) async fn forms(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.read(answer::bare, move |tx, principal| words::forms(tx, principal, &id)).await
}

pub(crate) async fn check(caller: Caller, ids: Ids) -> Reply {
    let language_id = ids.one();
    caller
        .read_or_scan(ReadLength::Long, answer::bare, move |tx, principal| {
            words::check(tx, principal, &language_id)
        })
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<WordUpdate>,
) -> Reply {
    let id = ids.one();
    caller
        .change(answer::record, move |change| words::update(change, &id, &expected, &update))
        .await
}

pub(crate) async fn delete(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.change(answer::deleted, move |change| words::delete(change, &id)).await
}

pub(crate) async fn export(caller: Caller, ids: Ids) -> Reply {
    let (language_id, principal) = (ids.one(), caller.principal.clone());
    let database = &caller.app().studio.database;
    let table = database.scan(move |tx| words::export(tx, &principal, &language_id)).await?;
    Ok(answer::file("text/csv; charset=utf-8", "lexicon.csv", table))
}

pub(crate) async fn import(caller: Caller, ids: Ids, Table(text): Table) -> Reply {
    let language_id = ids.one();
    let table = body::process_text(text.len(), || lexicon_csv::read(&text))?;
    caller.change(answer::bare, move |change| words::import(change, &language_id, &table)).await
}
