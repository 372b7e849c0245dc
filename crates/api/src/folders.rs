//! Handler of the folder that is kept in step with a project.

use engine::folders;

pub(crate) use domain::folders::FolderItem;

use crate::{
    answer::{self, Reply},
    caller::Caller,
    path::Ids,
};

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (id, root) = (ids.one(), caller.app().studio.settings.folders.root.clone());
    caller
        .read(answer::bare, move |tx, principal| folders::get(tx, principal, &id, root.as_deref()))
        .await
}
