//! Handlers of replacements of words in all texts, and of other names of lore entries.

use axum::extract::State;
use domain::replacements::requests::{
    Rename, RenameQuery, ReplacementCreate, ReplacementQuery, ReplacementUndo,
};
use engine::replacements::{self, names, undo};

pub(crate) use domain::replacements::view::{RenamePreview, Replacement, ReplacementPreview};

use crate::{
    App,
    answer::{self, Reply},
    auth::CurrentUser,
    body::{Body, LargeBody},
    caller::Caller,
    path::Ids,
};

pub(crate) async fn preview(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Body(query): Body<ReplacementQuery>,
) -> Reply {
    let project_id = ids.one();
    let found = replacements::preview(&app.studio, &principal, &project_id, query).await?;
    Ok(answer::respond(answer::bare(&found)?))
}

pub(crate) async fn create(
    caller: Caller,
    ids: Ids,
    LargeBody(create): LargeBody<ReplacementCreate>,
) -> Reply {
    let (studio, principal) = (caller.studio(), caller.principal.clone());
    let project_id = ids.one();
    let of = project_id.clone();
    let reading = replacements::read(&studio, &principal, &of, create);
    caller
        .change_after(reading, answer::bare, move |change, read| {
            replacements::replace(change, &project_id, read)
        })
        .await
}

pub(crate) async fn undo(
    caller: Caller,
    ids: Ids,
    LargeBody(undone): LargeBody<ReplacementUndo>,
) -> Reply {
    let project_id = ids.one();
    caller.change(answer::bare, move |change| undo::undo(change, &project_id, &undone)).await
}

pub(crate) async fn preview_rename(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Body(query): Body<RenameQuery>,
) -> Reply {
    let (project_id, entry_id) = ids.two();
    let of = (project_id.as_str(), entry_id.as_str());
    let found = names::preview(&app.studio, &principal, of, query).await?;
    Ok(answer::respond(answer::bare(&found)?))
}

pub(crate) async fn rename(
    caller: Caller,
    ids: Ids,
    LargeBody(rename): LargeBody<Rename>,
) -> Reply {
    let (studio, principal) = (caller.studio(), caller.principal.clone());
    let (project_id, entry_id) = ids.two();
    let of = (project_id.clone(), entry_id.clone());
    let reading = names::read(&studio, &principal, (&of.0, &of.1), rename);
    caller
        .change_after(reading, answer::bare, move |change, read| {
            names::rename(change, (&project_id, &entry_id), read)
        })
        .await
}
