//! Handlers of the session: who sends a request, and what they may do; and the sessions of browsers, which
//! swap a token for a cookie.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use domain::{
    Error, digest,
    principal::{Principal, Scope, TokenName},
    sessions::SessionCreate,
};
use engine::{Change, sessions};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    App,
    answer::{self, Reply},
    auth::{NOT_FROM_OWN_PAGE, user_of_token},
    body::Body,
    caller::Caller,
    cookie,
    server::{is_from_own_page, is_https},
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
    respond(caller.principal, is_open)
}

/// Begins a session. The request needs no authentication but the token in its body, and counts as one with
/// that token.
pub(crate) async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    Body(create): Body<SessionCreate>,
) -> Reply {
    let token = digest::hex(create.token.as_bytes());
    let principal = user_of_token(token.clone(), &app).await?;
    if let Some(token) = principal.token.as_ref().filter(|_| !app.access.is_open) {
        app.rates().take(&token.id)?;
    }
    let begin = move |change: &mut Change<'_, '_>| sessions::create(change, &token);
    let session = app.studio.change(&principal, begin).await?;
    let lasts_s = session.lasts_ms / 1_000;
    let cookie = cookie::set_session(&session.secret, lasts_s, is_https(&headers))?;
    Ok(with_cookie(respond(session.principal, app.access.is_open)?, cookie))
}

/// Ends the session of the cookie, whether or not it is still one, and takes the cookie away.
pub(crate) async fn end(State(app): State<App>, headers: HeaderMap) -> Reply {
    if let Some(secret) = cookie::session(&headers) {
        if !is_from_own_page(&headers) {
            return Err(Error::Forbidden(NOT_FROM_OWN_PAGE.to_owned()).into());
        }
        let (service, secret) = (Principal::service(), secret.to_owned());
        app.studio.change(&service, move |change| sessions::end(change, &secret)).await?;
    }
    let ended = answer::respond(answer::deleted(&())?);
    Ok(with_cookie(ended, cookie::set_session("", 0, is_https(&headers))?))
}

fn respond(principal: Principal, is_open: bool) -> Reply {
    let Principal { user, scope, project, token, .. } = principal;
    let (token_id, token_label) = token.map(|TokenName { id, label }| (id, label)).unzip();
    let session = SessionItem { user, scope, project_id: project, token_id, token_label, is_open };
    Ok(answer::respond(answer::bare(&session)?))
}

/// A response with a cookie, which nobody between may store.
fn with_cookie(mut response: Response, cookie: HeaderValue) -> Response {
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
