//! The imports' room at the door.

use axum::extract::State;
use domain::{
    Error,
    imports::{FILES_MAX, ImportCreate},
};
use store::{imports, projects};

pub(crate) use domain::imports::ImportItem;

use crate::{
    App,
    answer::{self, Reply, json},
    asker::Asker,
    body::{KeyedBody, LargeKeyedBody},
    path::Ids,
};

/// Takes a folder in, as a job.
pub(crate) async fn begin(
    State(app): State<App>,
    Asker(principal): Asker,
    ids: Ids,
    LargeKeyedBody(KeyedBody { model: ImportCreate { files }, key }): LargeKeyedBody<ImportCreate>,
) -> Reply {
    if files.len() > FILES_MAX {
        return Err(Error::TooLarge(format!("An import has at most {FILES_MAX} files")).into());
    }
    let keyed = key.map(|key| key.of_principal(&principal));
    let import = engine::imports::begin(&app.studio, &principal, &ids.one(), files, keyed).await?;
    Ok(json(answer::text(&ImportItem::from(import))?))
}

/// An import and how far it is.
pub(crate) async fn read(State(app): State<App>, Asker(principal): Asker, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    let import = app
        .studio
        .memory
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            imports::get(tx, &project, &id)
        })
        .await?;
    Ok(json(answer::text(&ImportItem::from(import))?))
}
