//! The body of a request as a model: read whole within its bounds, and every mistake reported.

use std::time::Duration;

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{HeaderMap, HeaderValue, header},
};
use domain::{
    Error, Result,
    field_error::{FieldError, FieldPath},
    json::Json,
    model::{FieldType, read_body},
};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tokio::{sync::SemaphorePermit, time::Instant};

use crate::{App, caller::BodyDigest, failure::Failure};

/// The lowest rate of a body, in bytes per second, once its timeout is over: a body of any size can be
/// sent, but not byte by byte for hours.
const RATE_MIN: u64 = 16 * 1024;

/// How many bodies beyond the bound of small ones are read at once; more wait. Each is in memory
/// several times over while it is read: as bytes, as JSON and as a model.
pub(crate) const LARGE_BODIES_MAX: usize = 4;

/// From this size on, in bytes, a text is processed away from the threads that answer requests: it
/// would delay other requests.
const LONG_TEXT_BYTES: usize = 256 * 1024;

/// A body that was validated by its model.
pub(crate) struct Body<T>(pub(crate) T);

/// As [`Body`], within the bound of documents and imports.
pub(crate) struct LargeBody<T>(pub(crate) T);

/// The text of a table of CSV, within the bound of documents and imports.
pub(crate) struct Table(pub(crate) String);

/// The body of a request whose route takes none. It is read all the same: the connection cannot be used
/// again before its end, and a repeat under an idempotency key has the same body.
pub(crate) struct NoBody;

/// A body that is JSON, as it came, for who reads it by other rules than ours; and the head before it.
pub(crate) struct JsonText {
    pub(crate) head: axum::http::request::Parts,
    pub(crate) bytes: Bytes,
}

/// The media type of a table.
pub(crate) const CSV: &str = "text/csv";

/// The media type of most bodies.
const JSON: &str = "application/json";

impl<T: FieldType> FromRequest<App> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> std::result::Result<Self, Failure> {
        let whole = ReadBody::of(request, app, app.limits.body_bytes_max).await?;
        Ok(Self(whole.model()?))
    }
}

impl<T: FieldType> FromRequest<App> for LargeBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> std::result::Result<Self, Failure> {
        let whole = ReadBody::of(request, app, app.limits.large_body_bytes_max).await?;
        Ok(Self(whole.model()?))
    }
}

impl FromRequest<App> for NoBody {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> std::result::Result<Self, Failure> {
        ReadBody::of(request, app, app.limits.body_bytes_max).await?;
        Ok(Self)
    }
}

impl FromRequest<App> for JsonText {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> std::result::Result<Self, Failure> {
        check_text(request.headers(), JSON)?;
        let whole = ReadBody::of(request, app, app.limits.body_bytes_max).await?;
        Ok(Self { head: whole.head, bytes: whole.bytes })
    }
}

impl FromRequest<App> for Table {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> std::result::Result<Self, Failure> {
        check_text(request.headers(), CSV)?;
        let whole = ReadBody::of(request, app, app.limits.large_body_bytes_max).await?;
        Ok(Self(process_text(whole.bytes.len(), || utf8(&whole.bytes))?))
    }
}

/// A body that came in whole, and the head before it.
struct ReadBody<'app> {
    head: axum::http::request::Parts,
    bytes: Bytes,
    /// The permit of a large body, which is held until its model is made.
    _permit: Option<SemaphorePermit<'app>>,
}

impl<'app> ReadBody<'app> {
    async fn of(request: Request, app: &'app App, bytes_max: usize) -> Result<Self> {
        let (head, body) = request.into_parts();
        check_encoding(&head.headers)?;
        let (bytes, permit) = collect(body, app, bytes_max).await?;
        if let Some(digest) = head.extensions.get::<BodyDigest>() {
            process_text(bytes.len(), || digest.note(&bytes));
        }
        Ok(Self { head, bytes, _permit: permit })
    }

    fn model<T: FieldType>(&self) -> Result<T> {
        process_text(self.bytes.len(), || read_body(&value(&self.head.headers, &self.bytes)?))
    }
}

/// Runs work on a text of this many bytes, away from other requests if the text is long.
pub(crate) fn process_text<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    if bytes > LONG_TEXT_BYTES { tokio::task::block_in_place(work) } else { work() }
}

fn check_encoding(headers: &HeaderMap) -> Result<()> {
    let is_plain = |encoding: &HeaderValue| encoding.as_bytes().eq_ignore_ascii_case(b"identity");
    if headers.get_all(header::CONTENT_ENCODING).iter().all(is_plain) {
        return Ok(());
    }
    Err(Error::Unsupported("Compressed bodies are not accepted".to_owned()))
}

/// That the content type is a text of this media type, in UTF-8 as far as it says.
fn check_text(headers: &HeaderMap, media: &str) -> Result<()> {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let mut parts = value.unwrap_or("").split(';').map(|part| part.trim().to_ascii_lowercase());
    let is_media = parts.next().is_some_and(|essence| essence == media);
    let is_utf8 = parts
        .filter_map(|part| part.strip_prefix("charset=").map(|it| it.trim_matches('"').to_owned()))
        .all(|charset| charset == "utf-8" || charset == "utf8");
    if is_media && is_utf8 {
        return Ok(());
    }
    Err(Error::Unsupported(format!("The body must be {media} in UTF-8")))
}

/// The text of a body that must be UTF-8.
fn utf8(bytes: &[u8]) -> Result<String> {
    let broken = |_| {
        Error::Invalid(vec![FieldError {
            rule: "string_unicode",
            loc: FieldPath::part("body"),
            msg: "Input should be a valid string, unable to parse raw data as a unicode string"
                .to_owned(),
            input: Json::Null,
            ctx: None,
        }])
    };
    std::str::from_utf8(bytes).map(str::to_owned).map_err(broken)
}

/// The bytes of a body, and its permit where it is a large one.
async fn collect(
    body: axum::body::Body,
    app: &App,
    bytes_max: usize,
) -> Result<(Bytes, Option<SemaphorePermit<'_>>)> {
    let (timeout, small) = (app.limits.body_timeout, app.limits.body_bytes_max);
    let too_large = || Error::TooLarge(format!("The body is larger than {} KiB", bytes_max / 1024));
    let announced = http_body::Body::size_hint(&body).lower();
    if announced > bytes_max as u64 {
        return Err(too_large());
    }
    let mut permit = None;
    let mut body = Limited::new(body, bytes_max);
    let mut whole: Vec<u8> = Vec::new();
    let mut began = Instant::now();
    loop {
        if permit.is_none() && (announced > small as u64 || whole.len() > small) {
            permit = Some(large_permit(app).await?);
            // The time it waited for the permit does not count.
            began = Instant::now();
        }
        let earned = Duration::from_millis(whole.len() as u64 * 1_000 / RATE_MIN);
        let until = (Instant::now() + timeout).min(began + timeout + earned);
        let frame = tokio::time::timeout_at(until, body.frame())
            .await
            .map_err(|_| Error::Rejected("The body did not arrive in time".to_owned()))?;
        match frame {
            None => return Ok((whole.into(), permit)),
            Some(Ok(frame)) => {
                if let Ok(piece) = frame.into_data() {
                    // Most bodies come in one piece, which needs no copy.
                    if whole.is_empty() && http_body::Body::is_end_stream(&body) {
                        return Ok((piece, permit));
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

/// A permit to read a large body.
///
/// # Errors
/// Unavailable when none becomes free in the time a body may take.
async fn large_permit(app: &App) -> Result<SemaphorePermit<'_>> {
    let too_many = || Error::Unavailable("Too many large bodies are being read".to_owned());
    tokio::time::timeout(app.limits.body_timeout, app.large_bodies().acquire())
        .await
        .ok()
        .and_then(std::result::Result::ok)
        .ok_or_else(too_many)
}

/// The body's JSON; a body of another content type is the text it is, which no model takes.
fn value(headers: &HeaderMap, bytes: &[u8]) -> Result<Json> {
    if bytes.is_empty() {
        return Err(Error::Invalid(vec![FieldError {
            rule: "missing",
            loc: FieldPath::part("body"),
            msg: "Field required".to_owned(),
            input: Json::Null,
            ctx: None,
        }]));
    }
    if !is_json(headers) {
        return Ok(Json::Text(String::from_utf8_lossy(bytes).into_owned()));
    }
    Json::read(bytes).map_err(|flaw| Error::Invalid(vec![FieldError::malformed(&flaw)]))
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
