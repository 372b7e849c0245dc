//! Handlers of imports of documents.

use axum::extract::State;
use domain::imports::{ImportCreate, preview::ImportPreviewCreate};
use engine::imports;

pub(crate) use domain::imports::{ImportItem, preview::ImportPreview};

use crate::{
    App,
    answer::{self, Reply},
    auth::CurrentUser,
    body::LargeBody,
    caller::Caller,
    path::Ids,
};

pub(crate) async fn begin(
    caller: Caller,
    ids: Ids,
    LargeBody(wanted): LargeBody<ImportCreate>,
) -> Reply {
    let (studio, principal, keyed) = (&caller.app().studio, &caller.principal, caller.keyed());
    let begun = imports::begin(studio, principal, &ids.one(), wanted, keyed, answer::bare).await?;
    Ok(answer::respond(begun))
}

pub(crate) async fn preview(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    LargeBody(wanted): LargeBody<ImportPreviewCreate>,
) -> Reply {
    let preview = imports::preview(&app.studio, &principal, wanted).await?;
    Ok(answer::respond(answer::bare(&preview)?))
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .read(answer::bare, move |tx, principal| imports::get(tx, principal, (&project_id, &id)))
        .await
}
