//! The only place where an error gets a status. What the caller may read goes into `detail`; what
//! only the log may know travels with the response to the door, which writes it down once.

use std::sync::{Arc, LazyLock};

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use domain::Error;
use serde::Serialize;

use crate::answer::json_with;

/// An error on its way to the caller.
#[derive(Debug)]
pub(crate) struct Failure(Error);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

/// The error behind a response, for the log.
#[derive(Debug, Clone)]
pub(crate) struct Cause(pub(crate) Arc<Error>);

/// How many seconds a caller should wait before it asks an unavailable service again, or one that
/// it has asked too often: every rate lets a request through in a second.
const RETRY_AFTER_S: &str = "1";

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Self(error) = self;
        let status = match &error {
            Error::NotFound { .. } => StatusCode::NOT_FOUND,
            Error::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Rejected(_) => StatusCode::BAD_REQUEST,
            Error::Conflict(_) => StatusCode::CONFLICT,
            Error::Stale { .. } => StatusCode::PRECONDITION_FAILED,
            Error::Unauthorized(_) => StatusCode::UNAUTHORIZED,
            Error::Forbidden(_) => StatusCode::FORBIDDEN,
            Error::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Unsupported(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Error::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Unknown { .. } | Error::Internal { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let mut response = match &error {
            Error::Invalid(mistakes) => refusal(status, mistakes),
            Error::Internal { .. } => refusal(status, "Internal Server Error"),
            error => refusal(status, &error.to_string()),
        };
        match &error {
            Error::Unavailable(_) | Error::TooManyRequests => {
                set(&mut response, header::RETRY_AFTER, RETRY_AFTER_S);
            }
            Error::Unauthorized(_) => set(&mut response, header::WWW_AUTHENTICATE, "Bearer"),
            _ => {}
        }
        response.extensions_mut().insert(Cause(Arc::new(error)));
        response
    }
}

fn set(response: &mut Response, name: HeaderName, value: &'static str) {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
}

/// A response whose body is this detail.
pub(crate) fn refusal(status: StatusCode, detail: &(impl Serialize + ?Sized)) -> Response {
    // Straight to text: a JSON value in between would sort the keys of mistakes.
    let detail = serde_json::to_string(detail).unwrap_or_else(|_| "null".to_owned());
    json_with(status, format!(r#"{{"detail":{detail}}}"#))
}

/// The paths of all routes, with their parameters in braces.
static PATTERNS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| crate::routes().iter().map(|route| route.path).collect());

/// No route has this path.
pub(crate) async fn unknown_route(uri: Uri) -> Response {
    let path = uri.path();
    let known = path
        .strip_suffix('/')
        .filter(|path| !path.is_empty())
        .is_some_and(|path| PATTERNS.iter().any(|route| matches(route, path)));
    let mut response = no_route();
    if known {
        response.extensions_mut().insert(WithoutSlash);
    }
    response
}

/// The answer where there is no route.
pub(crate) fn no_route() -> Response {
    refusal(StatusCode::NOT_FOUND, "Not Found")
}

/// A path that would be a route without its trailing slash.
#[derive(Debug, Clone)]
pub(crate) struct WithoutSlash;

/// Whether a path is one of a route's.
fn matches(route: &str, path: &str) -> bool {
    let (mut parts, mut segments) = (route.split('/'), path.split('/'));
    loop {
        match (parts.next(), segments.next()) {
            (None, None) => return true,
            (Some(part), Some(segment)) if part == segment => {}
            (Some(part), Some(segment)) if part.starts_with('{') && !segment.is_empty() => {}
            _ => return false,
        }
    }
}

/// The route has no such method; the router adds which ones it has.
pub(crate) async fn wrong_method() -> Response {
    refusal(StatusCode::METHOD_NOT_ALLOWED, "Method Not Allowed")
}
