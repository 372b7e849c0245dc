//! The languages' room at the door; its rules are in `rules`, its words and tables in `words`.

pub(crate) mod rules;
pub(crate) mod words;

use axum::{extract::State, http::HeaderMap};
use domain::{
    Result, Time,
    events::Kind,
    ids,
    languages::{Language, LanguageCreate, LanguageQuery, LanguageUpdate},
};
use store::{
    Tx, languages,
    projects::{self, ProjectAccess},
};

pub(crate) use domain::languages::LanguageItem;

use crate::{
    App,
    answer::{self, Reply, listing, nothing, tagged},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
    tell::About,
};

/// Makes a language.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    KeyedBody { model, key }: KeyedBody<LanguageCreate>,
) -> Reply {
    let now = app.studio.clock.now();
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let project = projects::check(tx, &asker, &model.project_id)?;
        let language = Language::create(ids::new(now), &model, now);
        languages::create(tx, &project, &language)?;
        let version = language.version;
        Ok((tell(tx, &project, language, &asker.user, now)?, version))
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// The languages of a project, or of all the caller may see, newest first.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    Query(query): Query<LanguageQuery>,
) -> Reply {
    let page = app.studio.database.read(move |tx| languages::list(tx, &principal, &query)).await?;
    listing("languages", page.map(LanguageItem::from))
}

/// A language.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    let (_, language) =
        app.studio.database.read(move |tx| languages::find(tx, &principal, &id)).await?;
    let version = language.version;
    Ok(tagged(answer::text(&LanguageItem::from(language))?, version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<LanguageUpdate>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let (project, mut language) = languages::get_for_update(tx, &principal, &id)?;
            check_current("The language", &headers, language.version)?;
            language.update(&model, now);
            languages::save(tx, &project, &language)?;
            let version = language.version;
            Ok((tell(tx, &project, language, &principal.user, now)?, version))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// Deletes a language with its rules and words.
pub(crate) async fn delete(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let (project, language) = languages::get_for_update(tx, &principal, &id)?;
            languages::delete(tx, &project, &id)?;
            let about = about(Kind::Language, &project, &principal.user, now);
            about.count(tx, 0)?;
            about.gone(tx, &LanguageItem::from(language))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}

/// Counts a change of a project's languages and tells of the language as it is now; its text for
/// the answer.
fn tell(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    language: Language,
    account: &str,
    now: Time,
) -> Result<String> {
    let about = about(Kind::Language, project, account, now);
    about.count(tx, 0)?;
    about.changed(tx, &LanguageItem::from(language))
}

fn about<'a>(kind: Kind, project: &'a ProjectAccess, account: &'a str, now: Time) -> About<'a> {
    About { kind, project, account, now }
}
