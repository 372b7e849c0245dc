//! Handlers of imports of documents.

use domain::{
    Error,
    imports::{FILES_MAX, Import, ImportCreate},
};
use store::{imports, projects};

pub(crate) use domain::imports::ImportItem;

use crate::{
    answer::{self, Reply},
    body::LargeBody,
    caller::Caller,
    path::Ids,
};

pub(crate) async fn begin(
    caller: Caller,
    ids: Ids,
    LargeBody(ImportCreate { files }): LargeBody<ImportCreate>,
) -> Reply {
    if files.len() > FILES_MAX {
        return Err(Error::TooLarge(format!("An import has at most {FILES_MAX} files")).into());
    }
    let render = |import: &Import| answer::bare(&ImportItem::from(import.clone()));
    let (studio, keyed) = (&caller.app().studio, caller.keyed());
    let begun =
        engine::imports::begin(studio, &caller.principal, &ids.one(), files, keyed, render).await?;
    Ok(answer::respond(begun))
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .read(answer::bare, move |tx, principal| {
            let project = projects::check(tx, principal, &project_id)?;
            imports::get(tx, &project, &id).map(ImportItem::from)
        })
        .await
}
