//! Handler of the language models that are configured.

use axum::extract::State;
use engine::models;

pub(crate) use domain::models::ModelList;

use crate::{
    App,
    answer::{self, Reply, json},
    auth::CurrentUser,
};

pub(crate) async fn list(_: CurrentUser, State(app): State<App>) -> Reply {
    let settings = &app.studio.settings;
    Ok(json(answer::text(&models::list(&settings.models, &settings.embedder))?))
}
