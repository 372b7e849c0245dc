//! The body of a request as a model: read whole within its bounds, and every mistake reported.

use std::time::Duration;

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{HeaderMap, HeaderValue, Method, header},
};
use domain::{
    Error, Result, digest,
    json::Json,
    mistake::{Mistake, Place},
    model::{Shape, read_body},
};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tokio::time::Instant;

use crate::{App, failure::Failure, once::Key};

/// The slowest a body may come, in bytes per second, once it has had its time: a body of any size
/// can be sent, but not drop by drop for hours.
const RATE_MIN: u64 = 16 * 1024;

/// A body that keeps all rules of its model.
pub(crate) struct Body<T> {
    /// What it says.
    pub(crate) model: T,
    /// The key under which the request may be sent again.
    pub(crate) key: Option<Key>,
}

/// As [`Body`], within the bound of documents and imports.
pub(crate) struct LargeBody<T>(pub(crate) Body<T>);

impl<T: Shape> FromRequest<App> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> std::result::Result<Self, Failure> {
        Ok(read(request, app.limits.body_bytes_max, app.limits.body_timeout).await?)
    }
}

impl<T: Shape> FromRequest<App> for LargeBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> std::result::Result<Self, Failure> {
        let limits = app.limits;
        Ok(Self(read(request, limits.large_body_bytes_max, limits.body_timeout).await?))
    }
}

async fn read<T: Shape>(request: Request, bytes_max: usize, timeout: Duration) -> Result<Body<T>> {
    let (parts, body) = request.into_parts();
    check_encoding(&parts.headers)?;
    let bytes = collect(body, bytes_max, timeout).await?;
    let key = Key::of(&parts.headers, &parts.method, parts.uri.path(), &bytes)?;
    let value = value(&parts.headers, &bytes)?;
    Ok(Body { model: read_body(&value)?, key })
}

fn check_encoding(headers: &HeaderMap) -> Result<()> {
    let is_plain = |encoding: &HeaderValue| encoding.as_bytes().eq_ignore_ascii_case(b"identity");
    if headers.get_all(header::CONTENT_ENCODING).iter().all(is_plain) {
        return Ok(());
    }
    Err(Error::Unsupported("Compressed bodies are not accepted".to_owned()))
}

async fn collect(body: axum::body::Body, bytes_max: usize, timeout: Duration) -> Result<Bytes> {
    let too_large = || Error::TooLarge(format!("The body is larger than {} KiB", bytes_max / 1024));
    if http_body::Body::size_hint(&body).lower() > bytes_max as u64 {
        return Err(too_large());
    }
    let mut body = Limited::new(body, bytes_max);
    let mut whole: Vec<u8> = Vec::new();
    let began = Instant::now();
    loop {
        let earned = Duration::from_millis(whole.len() as u64 * 1_000 / RATE_MIN);
        let until = (Instant::now() + timeout).min(began + timeout + earned);
        let frame = tokio::time::timeout_at(until, body.frame())
            .await
            .map_err(|_| Error::Rejected("The body did not arrive in time".to_owned()))?;
        match frame {
            None => return Ok(whole.into()),
            Some(Ok(frame)) => {
                if let Ok(piece) = frame.into_data() {
                    // Most bodies come in one piece, which needs no copy.
                    if whole.is_empty() && http_body::Body::is_end_stream(&body) {
                        return Ok(piece);
                    }
                    whole.extend_from_slice(&piece);
                }
            }
            Some(Err(error)) if error.is::<LengthLimitError>() => return Err(too_large()),
            Some(Err(_)) => {
                return Err(Error::Rejected("The body ended before it was whole".to_owned()));
            }
        }
    }
}

/// The body's JSON; a body of another content type is the text it is, which no model takes.
fn value(headers: &HeaderMap, bytes: &[u8]) -> Result<Json> {
    if bytes.is_empty() {
        return Err(Error::Invalid(vec![Mistake {
            rule: "missing",
            loc: Place::part("body"),
            msg: "Field required".to_owned(),
            input: Json::Null,
            ctx: None,
        }]));
    }
    if !is_json(headers) {
        return Ok(Json::Text(String::from_utf8_lossy(bytes).into_owned()));
    }
    Json::read(bytes).map_err(|flaw| Error::Invalid(vec![Mistake::malformed(&flaw)]))
}

/// Whether the content type is JSON: `application/json` or `application/…+json`.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok())
    else {
        return false;
    };
    let essence = value.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    essence
        .strip_prefix("application/")
        .is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

impl Key {
    /// The key a request came with, if it has one.
    ///
    /// # Errors
    /// Rejected when it is empty, too long, or not visible ASCII.
    pub(crate) fn of(
        headers: &HeaderMap,
        method: &Method,
        path: &str,
        bytes: &[u8],
    ) -> Result<Option<Self>> {
        let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
        let key = value
            .to_str()
            .ok()
            .filter(|key| !key.is_empty() && key.len() <= Self::LENGTH_MAX)
            .ok_or_else(|| {
                Error::Rejected(format!(
                    "An Idempotency-Key is 1 to {} visible ASCII characters",
                    Self::LENGTH_MAX
                ))
            })?;
        Ok(Some(Self {
            key: key.to_owned(),
            path: format!("{method} {path}"),
            body_hash: digest::hex(bytes),
        }))
    }
}
