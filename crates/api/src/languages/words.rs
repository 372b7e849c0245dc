//! Lexicons at the door: word by word as JSON, and whole as a table of CSV.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Result, Time,
    events::Kind,
    ids,
    languages::{
        sheet,
        words::{Word, WordCreate, WordQuery, WordUpdate, has_capacity, take_in},
    },
};
use store::{
    Tx,
    languages::{self, words},
    projects::ProjectAccess,
};

pub(crate) use domain::languages::words::{LexiconImportResponse, WordItem};

use super::about;
use crate::{
    App,
    answer::{self, Reply, json, listing, nothing, tagged},
    auth::CurrentUser,
    body::{self, Body, KeyedBody, KeyedTable},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
};

/// Makes a word.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<WordCreate>,
) -> Reply {
    let (language_id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let (project, language) = languages::get_for_update(tx, &asker, &language_id)?;
        has_capacity(usize::try_from(language.words).unwrap_or(0), 1)?;
        let of = (project.id(), language.id.as_str());
        let word = Word::create(ids::new(now), of, &model, now);
        words::create(tx, &project, &word)?;
        let version = word.version;
        Ok((tell(tx, &project, word, &asker.user, now)?, version))
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// The words of a lexicon by their forms. A search may look at each of them, which is a long read.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<WordQuery>,
) -> Reply {
    let (language_id, searches) = (ids.one(), query.q.is_some());
    let job = move |tx: &mut Tx<'_>| {
        let (project, language) = languages::find(tx, &principal, &language_id)?;
        words::list(tx, &project, &language.id, &query, language.words)
    };
    let page = app.studio.database.read_or_scan(searches, job).await?;
    listing("words", page.map(WordItem::from))
}

/// A word.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    let (_, word) = app.studio.database.read(move |tx| words::find(tx, &principal, &id)).await?;
    let version = word.version;
    Ok(tagged(answer::text(&WordItem::from(word))?, version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<WordUpdate>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let (project, before) = words::get_for_update(tx, &principal, &id)?;
            check_current("The word", &headers, before.version)?;
            let mut word = before.clone();
            word.update(&model, now);
            if word.key() != before.key() {
                words::check_free(tx, &project, &word)?;
            }
            words::save(tx, &project, &word)?;
            let version = word.version;
            Ok((tell(tx, &project, word, &principal.user, now)?, version))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// Deletes a word.
pub(crate) async fn delete(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let (project, word) = words::get_for_update(tx, &principal, &id)?;
            words::delete(tx, &project, &word)?;
            let about = about(Kind::Word, &project, &principal.user, now);
            about.count(tx, 0)?;
            about.gone(tx, &WordItem::from(word))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}

/// The whole lexicon as a table.
pub(crate) async fn export(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let language_id = ids.one();
    let table = app
        .studio
        .database
        .scan(move |tx| {
            let (project, language) = languages::find(tx, &principal, &language_id)?;
            sheet::write(&words::all(tx, &project, &language.id)?)
        })
        .await?;
    Ok(answer::file("text/csv; charset=utf-8", "lexicon.csv", table))
}

/// Takes a table into the lexicon, as a whole or not at all. It is one change, of the language: an
/// event for each word would push everything else out of the log.
pub(crate) async fn import(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedTable { text, key }: KeyedTable,
) -> Reply {
    let (language_id, now) = (ids.one(), app.studio.clock.now());
    let sheet = body::aside(text.len(), || sheet::read(&text))?;
    let asker = principal.clone();
    let answer = once::write(&app.studio.database, &principal, key, now, move |tx| {
        let (project, mut language) = languages::get_for_update(tx, &asker, &language_id)?;
        let lexicon = words::all(tx, &project, &language.id)?;
        let of = (project.id(), language.id.as_str());
        let intake = take_in(of, &lexicon, sheet.columns, &sheet.rows, now)?;
        let counted = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let response = LexiconImportResponse {
            made: counted(intake.made.len()),
            updated: counted(intake.updated.len()),
            unchanged: counted(intake.unchanged),
            ignored_columns: sheet.ignored.clone(),
        };
        if response.made + response.updated > 0 {
            words::take_in(tx, &project, &language.id, &intake.made, &intake.updated)?;
            language.words += response.made;
            super::tell(tx, &project, language, &asker.user, now)?;
        }
        answer::text(&response)
    })
    .await?;
    app.studio.wakers.events.notify();
    Ok(json(answer))
}

/// Counts a change and tells of the word as it is now; its text for the answer.
fn tell(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    word: Word,
    account: &str,
    now: Time,
) -> Result<String> {
    let about = about(Kind::Word, project, account, now);
    about.count(tx, 0)?;
    about.changed(tx, &WordItem::from(word))
}
