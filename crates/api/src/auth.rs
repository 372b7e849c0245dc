//! Authentication: the machine's own user on an open loopback service, else the user of the token in
//! the request.

use axum::{
    extract::FromRequestParts,
    http::{Method, header, request::Parts},
};
use domain::{Error, Principal, Result, principal::Scope};

use crate::{App, failure::Failure};

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

/// The principal of a request, who may do what its method does.
pub(crate) struct CurrentUser(pub(crate) Principal);

impl FromRequestParts<App> for CurrentUser {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Self, Failure> {
        Session::from_request_parts(parts, app).await.map(|session| Self(session.principal))
    }
}

/// As [`CurrentUser`], for streams: whether the caller is still authorised can be checked again.
pub(crate) struct Session {
    /// The user.
    pub(crate) principal: Principal,
    /// The digest of their token; the machine's own user needs none.
    pub(crate) token: Option<String>,
}

impl FromRequestParts<App> for Session {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Self, Failure> {
        if app.access.is_open && !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self { principal: Principal::local(), token: None });
        }
        let session = of_token(parts, app).await?;
        if let Some(token) = session.token.as_deref().filter(|_| !app.access.is_open) {
            app.rates().take(token)?;
        }
        let needed = match parts.method {
            Method::GET | Method::HEAD => Scope::Read,
            _ => Scope::Write,
        };
        if session.principal.scope < needed {
            return Err(forbidden(needed).into());
        }
        Ok(session)
    }
}

/// The error of a token without the scope.
pub(crate) fn forbidden(needed: Scope) -> Error {
    Error::Forbidden(format!("This needs a token with the scope {}", needed.as_str()))
}

async fn of_token(parts: &Parts, app: &App) -> Result<Session> {
    let token = parts
        .headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .ok_or(Error::Unauthorized("This service needs an access token"))?;
    let (hash, now) = (domain::digest::hex(token.as_bytes()), app.studio.clock.now());
    let token = hash.clone();
    let known =
        app.studio.database.read(move |tx| store::accounts::of_token(tx, &token, now)).await?;
    let principal = known.ok_or(Error::Unauthorized("The access token is not valid"))?;
    Ok(Session { principal, token: Some(hash) })
}
