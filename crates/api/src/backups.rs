//! Handlers of backups: those that there are, and one now. Restoring one needs a service that is stopped, so
//! it has no route.

use axum::extract::State;
use engine::backups;

pub(crate) use domain::backups::BackupList;

use crate::{
    App,
    answer::{self, Reply, json},
    auth::CurrentUser,
};

pub(crate) async fn list(_: CurrentUser, State(app): State<App>) -> Reply {
    Ok(json(answer::text(&backups::view(&app.studio).await?)?))
}

/// Answers before the backup is made: the list says when it is.
pub(crate) async fn make(CurrentUser(principal): CurrentUser, State(app): State<App>) -> Reply {
    Ok(json(answer::text(&backups::ask(&app.studio, &principal).await?)?))
}
