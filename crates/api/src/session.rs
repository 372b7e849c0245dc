//! The handler of the session: who sends a request, and what they may do.

use domain::principal::{Principal, Scope, TokenName};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    answer::{self, Reply},
    caller::Caller,
};

/// Who sends a request.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Session")]
pub(crate) struct SessionItem {
    /// The user; `local` for the machine's own user.
    pub(crate) user: String,
    /// What the request may do; a wider scope includes the narrower ones.
    pub(crate) scope: Scope,
    /// The only project that the token is for; null for all that the user may see.
    pub(crate) project_id: Option<String>,
    /// The id of the token; null where none came with the request.
    pub(crate) token_id: Option<String>,
    /// What the token is for; null where none came with the request.
    pub(crate) token_label: Option<String>,
    /// Whether the service answers requests without a token, as those of the machine's own user.
    pub(crate) is_open: bool,
}

pub(crate) async fn get(caller: Caller) -> Reply {
    let is_open = caller.app().access.is_open;
    let Principal { user, scope, project, token, .. } = caller.principal;
    let (token_id, token_label) = token.map(|TokenName { id, label }| (id, label)).unzip();
    let session = SessionItem { user, scope, project_id: project, token_id, token_label, is_open };
    Ok(answer::respond(answer::bare(&session)?))
}
