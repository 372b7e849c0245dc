//! Authentication: the user of the token in the request, or of the session whose secret is in its cookie, or
//! the machine's own user on an open loopback service.

use axum::{
    extract::FromRequestParts,
    http::{Method, header, request::Parts},
};
use domain::{
    Error, Principal, Result,
    principal::{Credential, Scope},
};

use crate::{App, cookie, failure::Failure, server::is_from_own_page};

/// Who may use the service.
#[derive(Debug, Clone)]
pub struct Access {
    /// Whether requests without a token are those of the machine's own user; else every request needs one.
    pub is_open: bool,
    /// The host names, beyond those of the loopback, under which the service is known.
    pub names: Vec<String>,
    /// Whether requests for other host names are refused.
    pub checks_host: bool,
}

/// The scope that a token needs for the route of a request.
#[derive(Clone, Copy)]
pub(crate) struct Needed(pub(crate) Scope);

/// The principal of a request, who may do what its route does.
pub(crate) struct CurrentUser(pub(crate) Principal);

impl FromRequestParts<App> for CurrentUser {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Self, Failure> {
        Authenticated::from_request_parts(parts, app).await.map(|caller| Self(caller.principal))
    }
}

/// As [`CurrentUser`], for streams: whether the caller is still authorised can be checked again.
pub(crate) struct Authenticated {
    /// The user.
    pub(crate) principal: Principal,
    /// By what they were recognised; the machine's own user needs nothing.
    pub(crate) credential: Option<Credential>,
}

impl FromRequestParts<App> for Authenticated {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Self, Failure> {
        let caller = Self::of(parts, app).await?;
        if let Some(token) = caller.principal.token.as_ref().filter(|_| !app.access.is_open) {
            app.rates().take(&token.id)?;
        }
        let needed = parts.extensions.get::<Needed>().map_or(Scope::Admin, |needed| needed.0);
        caller.principal.check_scope(needed)?;
        match &caller.principal.project {
            Some(project) if !is_within(project, &parts.method, parts.uri.path()) => {
                let reason =
                    "This token is for one project, and this route is about more than that";
                Err(Error::Forbidden(reason.to_owned()).into())
            }
            _ => Ok(caller),
        }
    }
}

impl Authenticated {
    async fn of(parts: &Parts, app: &App) -> Result<Self> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            return of_token(parts, app).await;
        }
        if let Some(secret) = cookie::session(&parts.headers) {
            if let Some(caller) = of_session(secret, app).await? {
                // A browser adds the cookie by itself, whichever page asks.
                if !parts.method.is_safe() && !is_from_own_page(&parts.headers) {
                    return Err(Error::Forbidden(NOT_FROM_OWN_PAGE.to_owned()));
                }
                return Ok(caller);
            }
            if !app.access.is_open {
                return Err(Error::Unauthorized("The session has ended"));
            }
        }
        if app.access.is_open {
            return Ok(Self { principal: Principal::local(), credential: None });
        }
        Err(Error::Unauthorized(NO_TOKEN))
    }
}

/// The refusal of a change in a session that a foreign page may have sent.
pub(crate) const NOT_FROM_OWN_PAGE: &str =
    "A change in a session has to come from a page of this service";

/// The refusal of a request without a token.
const NO_TOKEN: &str = "This service needs an access token";

/// Whether a token of one project reaches a route: those of the project itself, those of records, which
/// find the project of the record and check it, and few that are about no project. Messages, swarms,
/// searches, notifications and which project is open are the user's, not a project's.
fn is_within(project: &str, method: &Method, path: &str) -> bool {
    const RECORDS: [&str; 3] = ["/api/creative/", "/api/tools/", "/mcp"];
    const READ: [&str; 5] =
        ["/api/session", "/api/projects", "/api/agents", "/api/agents/capabilities", "/api/events"];

    let reads = matches!(*method, Method::GET | Method::HEAD);
    let of_project =
        path.strip_prefix("/api/projects/").and_then(|rest| rest.strip_prefix(project));
    of_project.is_some_and(|rest| rest.is_empty() || (rest.starts_with('/') && rest != "/activate"))
        || RECORDS.iter().any(|prefix| path.starts_with(prefix))
        || (reads && READ.contains(&path))
}

async fn of_token(parts: &Parts, app: &App) -> Result<Authenticated> {
    let token = parts
        .headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .ok_or(Error::Unauthorized(NO_TOKEN))?;
    let hash = domain::digest::hex(token.as_bytes());
    let principal = user_of_token(hash.clone(), app).await?;
    Ok(Authenticated { principal, credential: Some(Credential::Token(hash)) })
}

/// The user of the token with this digest.
///
/// # Errors
/// Unauthorized when there is none, or it has ended.
pub(crate) async fn user_of_token(hash: String, app: &App) -> Result<Principal> {
    let now = app.studio.clock.now();
    let known = app.studio.database.read(move |tx| store::accounts::of_token(tx, &hash, now));
    known.await?.ok_or(Error::Unauthorized("The access token is not valid"))
}

/// Whoever the session with this secret is of; none when it has ended, or there never was one.
async fn of_session(secret: &str, app: &App) -> Result<Option<Authenticated>> {
    let (hash, now) = (domain::digest::hex(secret.as_bytes()), app.studio.clock.now());
    let session = hash.clone();
    let known =
        app.studio.database.read(move |tx| store::sessions::of_session(tx, &session, now)).await?;
    let credential = Some(Credential::Session(hash));
    Ok(known.map(|principal| Authenticated { principal, credential }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_of_one_project_reaches_its_routes_and_records() {
        for (method, path, wanted) in [
            (Method::GET, "/api/projects/p1", true),
            (Method::DELETE, "/api/projects/p1/documents/d", true),
            (Method::POST, "/api/projects/p1/activate", false),
            (Method::GET, "/api/projects/p11", false),
            (Method::GET, "/api/projects/p2/documents", false),
            (Method::GET, "/api/projects", true),
            (Method::POST, "/api/projects", false),
            (Method::GET, "/api/projects/active", false),
            (Method::POST, "/api/creative/plot/promises", true),
            (Method::POST, "/mcp", true),
            (Method::POST, "/api/tools/get_document", true),
            (Method::GET, "/api/session", true),
            (Method::GET, "/api/trash", false),
            (Method::GET, "/api/agents", true),
            (Method::POST, "/api/agents", false),
            (Method::GET, "/api/agents/swarm/list", false),
            (Method::GET, "/api/events", true),
            (Method::POST, "/api/agent-communication/messages/send", false),
            (Method::POST, "/api/discovery/research/search", false),
        ] {
            assert_eq!(is_within("p1", &method, path), wanted, "{method} {path}");
        }
    }
}
