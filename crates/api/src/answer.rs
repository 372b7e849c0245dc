//! How an answer is written: JSON, made once, with the headers that go with it.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use domain::{Error, Result, json::Unwritable, page::Page};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::failure::Failure;

/// What every handler answers.
pub(crate) type Reply = std::result::Result<Response, Failure>;

/// The JSON text of a view.
pub(crate) fn text(view: &impl Serialize) -> Result<String> {
    domain::json::text(view).map_err(unwritable)
}

fn unwritable(flaw: Unwritable) -> Error {
    Error::internal("writing an answer", flaw)
}

/// An answer of JSON text with status 200.
pub(crate) fn json(text: impl Into<Body>) -> Response {
    json_with(StatusCode::OK, text)
}

/// An answer of JSON text.
pub(crate) fn json_with(status: StatusCode, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// An answer of JSON text about a record of this version.
pub(crate) fn tagged(text: String, version: i64) -> Response {
    let mut response = json(text);
    if let Ok(tag) = HeaderValue::try_from(format!("\"{version}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The envelope of the creative tools.
#[derive(Serialize)]
struct Envelope<'v, T> {
    status: &'static str,
    data: &'v T,
}

/// The text of a view in the envelope of the creative tools. It is written in one go: a list is too
/// long to be copied for its envelope.
pub(crate) fn enveloped(view: &impl Serialize) -> Result<String> {
    text(&Envelope { status: "success", data: view })
}

/// Bytes that most items of a list fit into.
const USUAL_ITEM_BYTES: usize = 640;

/// As [`enveloped`], for a page of so many items.
pub(crate) fn enveloped_page(view: &impl Serialize, items: usize) -> Result<String> {
    let envelope = Envelope { status: "success", data: view };
    domain::json::text_of_about(&envelope, USUAL_ITEM_BYTES * (items + 1)).map_err(unwritable)
}

/// A text that was told as an event already, in the envelope of the creative tools.
pub(crate) fn success(text: &str) -> String {
    // `format!` would guess its length, and grow.
    [r#"{"status":"success","data":"#, text, "}"].concat()
}

/// An answer of a page under its plural noun, in the envelope of the creative tools.
pub(crate) fn success_listing<T: Serialize>(plural: &'static str, page: Page<T>) -> Reply {
    let items = page.items.len();
    Ok(json(enveloped_page(&Listing { plural, page }, items)?))
}

/// The answer of a deletion.
pub(crate) fn nothing() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}

/// An answer that a browser keeps as a file.
pub(crate) fn file(media: &'static str, name: &'static str, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// A page under its plural noun.
pub(crate) struct Listing<T> {
    /// The plural noun.
    pub(crate) plural: &'static str,
    /// The page.
    pub(crate) page: Page<T>,
}

impl<T: Serialize> Serialize for Listing<T> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(3))?;
        map.serialize_entry(self.plural, &self.page.items)?;
        map.serialize_entry("nextCursor", &self.page.next_cursor)?;
        map.serialize_entry("total", &self.page.total)?;
        map.end()
    }
}

/// An answer of a page under its plural noun.
pub(crate) fn listing<T: Serialize>(plural: &'static str, page: Page<T>) -> Reply {
    Ok(json(text(&Listing { plural, page })?))
}
