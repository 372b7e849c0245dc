//! Commands on the searches a user made and saved, and their views. Nobody sees those of others.

use domain::{
    Principal, Result, Time, ids,
    page::{Page, PageQuery},
    research::{
        Query, ResearchResponse, ResearchSavedSearch, ResearchSearchAnswer, SavedSearch,
        SavedSearchCreate, SavedSearchUpdate,
    },
};
use store::{Tx, projects, research};

use crate::{Studio, change::Change};

/// Adds a search to the principal's history, and notes that it was a saved one.
pub fn record(
    change: &mut Change<'_, '_>,
    query: &Query,
    saved_id: Option<&str>,
) -> Result<ResearchSearchAnswer> {
    if let Some(id) = saved_id {
        research::note_use(change.tx, change.principal, id, query.at)?;
    }
    research::record(change.tx, change.principal, query)?;
    Ok(ResearchSearchAnswer::of(query.clone()))
}

/// The latest searches of the principal with what they found, the searches they saved, and where
/// they can search.
pub async fn overview(studio: &Studio, principal: &Principal) -> Result<ResearchResponse> {
    let user = principal.clone();
    let (open, made, saved) = studio
        .database
        .read(move |tx| {
            let open = projects::open(tx, &user)?.map(|open| open.id().to_owned());
            let made = research::latest(tx, &user, open.as_deref())?;
            Ok((open, made, research::all_saved(tx, &user)?))
        })
        .await?;
    let active = super::active_collections(studio, principal, open).await?;
    Ok(ResearchResponse::of(made, saved, active))
}

/// Saves a search for the principal.
///
/// # Errors
/// A conflict when there are as many as a user may save.
pub fn create(
    change: &mut Change<'_, '_>,
    create: &SavedSearchCreate,
) -> Result<ResearchSavedSearch> {
    let saved = SavedSearch::create(ids::new(change.now), create, change.now)?;
    research::save_new(change.tx, change.principal, &saved)?;
    Ok(ResearchSavedSearch::of(saved))
}

/// A page of the searches the principal saved, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &PageQuery,
) -> Result<Page<ResearchSavedSearch>> {
    Ok(research::list_saved(tx, principal, query)?.map(ResearchSavedSearch::of))
}

/// Runs a saved search of the principal; [`record`] adds it to the history.
pub async fn run(studio: &Studio, principal: &Principal, id: &str, now: Time) -> Result<Query> {
    let (user, wanted) = (principal.clone(), id.to_owned());
    let get = move |tx: &mut Tx<'_>| research::get_saved(tx, &user, &wanted)?.search();
    let search = studio.database.read(get).await?;
    super::ask(studio, principal, &search, now).await
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    update: &SavedSearchUpdate,
) -> Result<ResearchSavedSearch> {
    let mut saved = research::saved_for_update(change.tx, change.principal, id)?;
    saved.update(update)?;
    research::save(change.tx, change.principal, &saved)?;
    Ok(ResearchSavedSearch::of(saved))
}

/// Deletes a saved search.
pub fn delete(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    research::delete(change.tx, change.principal, id)
}
