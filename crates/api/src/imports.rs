//! Handlers of imports of documents.

use domain::{
    Error,
    imports::{FILES_MAX, ImportCreate},
};
use engine::imports;

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
    let (studio, principal, keyed) = (&caller.app().studio, &caller.principal, caller.keyed());
    let begun = imports::begin(studio, principal, &ids.one(), files, keyed, answer::bare).await?;
    Ok(answer::respond(begun))
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .read(answer::bare, move |tx, principal| imports::get(tx, principal, (&project_id, &id)))
        .await
}
