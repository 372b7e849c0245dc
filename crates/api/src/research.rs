//! The research room at the door: searches, what was searched for before, and the searches a user
//! keeps. Nobody sees those of others.

use axum::extract::State;
use domain::{
    Principal, Result, ids,
    page::PageQuery,
    research::{
        CollectionQuery, Query as Made, ResearchSearch, SavedSearch, SavedSearchCreate,
        SavedSearchUpdate,
    },
};
use store::{projects, research};

pub(crate) use domain::research::{
    ResearchCollections, ResearchResponse, ResearchSavedSearch, ResearchSearchAnswer,
};

use crate::{
    App,
    answer::{self, Reply, json, listing, nothing},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once::{self, Key, OwnKey},
    path::Ids,
    query::Query,
};

/// Searches, and enters the search into the caller's history.
pub(crate) async fn search(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    KeyedBody { model, key }: KeyedBody<ResearchSearch>,
) -> Reply {
    let now = app.studio.clock.now();
    let made = engine::research::ask(&app.studio, &principal, &model.search(), now).await?;
    enter(&app, principal, key, made, None).await
}

/// Runs a search that the caller keeps.
pub(crate) async fn run(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    OwnKey(key): OwnKey,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (asker, wanted) = (principal.clone(), id.clone());
    let saved =
        app.studio.database.read(move |tx| research::get_saved(tx, &asker, &wanted)).await?;
    let made = engine::research::ask(&app.studio, &principal, &saved.search()?, now).await?;
    enter(&app, principal, key, made, Some(id)).await
}

/// Enters a search into the caller's history, and notes that it was a saved one.
async fn enter(
    app: &App,
    principal: Principal,
    key: Option<Key>,
    made: Made,
    saved: Option<String>,
) -> Reply {
    let (asker, now) = (principal.clone(), made.at);
    let text = once::write(&app.studio.database, &principal, key, now, move |tx| {
        if let Some(saved) = &saved {
            research::used(tx, &asker, saved, now)?;
        }
        research::enter(tx, &asker, &made)?;
        answer::text(&ResearchSearchAnswer::of(made.clone()))
    })
    .await?;
    Ok(json(text))
}

/// The view of the research: the caller's latest searches and what they found.
pub(crate) async fn queries(State(app): State<App>, CurrentUser(principal): CurrentUser) -> Reply {
    let asker = principal.clone();
    let (open, made, saved) = app
        .studio
        .database
        .read(move |tx| {
            let open = projects::open(tx, &asker)?.map(|open| open.id().to_owned());
            let made = research::latest(tx, &asker, open.as_deref())?;
            Ok((open, made, research::all_saved(tx, &asker)?))
        })
        .await?;
    let active = engine::research::active_collections(&app.studio, &principal, open).await?;
    Ok(json(answer::text(&ResearchResponse::of(made, saved, active))?))
}

/// What can be searched.
pub(crate) async fn collections(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    Query(query): Query<CollectionQuery>,
) -> Reply {
    let collections =
        engine::research::collections(&app.studio, &principal, query.project_id).await?;
    Ok(json(answer::text(&ResearchCollections { collections })?))
}

/// Keeps a search.
pub(crate) async fn save(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    KeyedBody { model, key }: KeyedBody<SavedSearchCreate>,
) -> Reply {
    let now = app.studio.clock.now();
    let asker = principal.clone();
    let text = once::write(&app.studio.database, &principal, key, now, move |tx| {
        let saved = SavedSearch::create(ids::new(now), &model, now)?;
        research::save_new(tx, &asker, &saved)?;
        shown(saved)
    })
    .await?;
    Ok(json(text))
}

/// The searches the caller keeps.
pub(crate) async fn list_saved(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    Query(query): Query<PageQuery>,
) -> Reply {
    let page =
        app.studio.database.read(move |tx| research::list_saved(tx, &principal, &query)).await?;
    listing("savedSearches", page.map(ResearchSavedSearch::of))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Body(model): Body<SavedSearchUpdate>,
) -> Reply {
    let id = ids.one();
    let text = app
        .studio
        .database
        .write(move |tx| {
            let mut saved = research::saved_for_update(tx, &principal, &id)?;
            saved.update(&model)?;
            research::save(tx, &principal, &saved)?;
            shown(saved)
        })
        .await?;
    Ok(json(text))
}

/// Forgets a search that the caller kept.
pub(crate) async fn remove(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    app.studio.database.write(move |tx| research::remove(tx, &principal, &id)).await?;
    Ok(nothing())
}

fn shown(saved: SavedSearch) -> Result<String> {
    answer::text(&ResearchSavedSearch::of(saved))
}
