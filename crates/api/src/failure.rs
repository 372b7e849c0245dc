//! The only place where an error gets a status. What the caller may read goes into `detail`; what
//! only the log may know travels with the response to the server, which logs it once.

use std::sync::Arc;

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
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

impl Failure {
    /// The response to an error that says these words in the place of its own.
    pub(crate) fn in_words(error: Error, words: &str) -> Response {
        let mut response = Self(error).into_response();
        *response.body_mut() = refusal(response.status(), words).into_body();
        response
    }
}

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
            Error::OutcomeUnknown { .. } | Error::Internal { .. } => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        };
        let mut response = match &error {
            Error::Invalid(errors) => refusal(status, errors),
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
