//! Handlers of research: searches, their history, and saved searches.

use domain::{
    page::PageQuery,
    research::{CollectionQuery, ResearchSearch, SavedSearchCreate, SavedSearchUpdate},
};
use engine::research::{self, saved};

pub(crate) use domain::research::{
    ResearchCollections, ResearchResponse, ResearchSavedSearch, ResearchSearchAnswer,
};

use crate::{
    answer::{self, Reply},
    body::{Body, NoBody},
    caller::Caller,
    path::Ids,
    query::Query,
};

pub(crate) async fn search(caller: Caller, Body(search): Body<ResearchSearch>) -> Reply {
    let (studio, principal, now) = (caller.studio(), caller.principal.clone(), caller.now());
    let asked = search.search();
    let asking = research::ask(&studio, &principal, &asked, now);
    caller
        .change_after(asking, answer::bare, |change, made| saved::record(change, made, None))
        .await
}

pub(crate) async fn run_saved(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    let (studio, principal, now) = (caller.studio(), caller.principal.clone(), caller.now());
    let id = ids.one();
    let of = id.clone();
    let running = saved::run(&studio, &principal, &of, now);
    caller
        .change_after(running, answer::bare, move |change, made| {
            saved::record(change, made, Some(&id))
        })
        .await
}

pub(crate) async fn queries(caller: Caller) -> Reply {
    let overview = saved::overview(&caller.app().studio, &caller.principal).await?;
    Ok(answer::respond(answer::bare(&overview)?))
}

pub(crate) async fn collections(caller: Caller, Query(query): Query<CollectionQuery>) -> Reply {
    let (studio, project_id) = (&caller.app().studio, query.project_id);
    let collections = research::collections(studio, &caller.principal, project_id).await?;
    Ok(answer::respond(answer::bare(&ResearchCollections { collections })?))
}

pub(crate) async fn create_saved(caller: Caller, Body(create): Body<SavedSearchCreate>) -> Reply {
    caller.change(answer::bare, move |change| saved::create(change, &create)).await
}

pub(crate) async fn list_saved(caller: Caller, Query(query): Query<PageQuery>) -> Reply {
    caller
        .read(answer::page("savedSearches"), move |tx, principal| {
            saved::list(tx, principal, &query)
        })
        .await
}

pub(crate) async fn update_saved(
    caller: Caller,
    ids: Ids,
    Body(update): Body<SavedSearchUpdate>,
) -> Reply {
    let id = ids.one();
    caller.change(answer::bare, move |change| saved::update(change, &id, &update)).await
}

pub(crate) async fn delete_saved(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.change(answer::deleted, move |change| saved::delete(change, &id)).await
}
