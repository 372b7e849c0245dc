//! The readiness room at the door: how far a project is from being published.

use axum::extract::State;
use engine::readiness;
use store::projects;

pub(crate) use domain::readiness::Readiness;

use crate::{
    App,
    answer::{self, Reply, json},
    auth::CurrentUser,
    path::Ids,
};

/// How ready a project is, counted now.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let project_id = ids.one();
    let readiness = app
        .studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            readiness::of_project(tx, &project)
        })
        .await?;
    Ok(json(answer::text(&readiness)?))
}
