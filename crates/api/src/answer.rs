//! Answers as responses: JSON text with the headers that go with it.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use domain::{Error, Result, page::Page, versioned::Versioned};
use serde::{Serialize, Serializer, ser::SerializeMap};
pub(crate) use store::idempotency::Answer;

use crate::{caller::Render, failure::Failure};

/// What every handler answers.
pub(crate) type Reply = std::result::Result<Response, Failure>;

/// The response that carries an answer.
pub(crate) fn respond(answer: Answer) -> Response {
    let mut response = Response::new(Body::empty());
    if !answer.body.is_empty() {
        response = json(answer.body);
    }
    *response.status_mut() = u16::try_from(answer.status)
        .ok()
        .and_then(|it| StatusCode::from_u16(it).ok())
        .unwrap_or_default();
    if let Some(tag) = answer.etag.and_then(|tag| HeaderValue::try_from(tag).ok()) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn ok(body: String, etag: Option<String>) -> Answer {
    Answer { status: StatusCode::OK.as_u16().into(), etag, body }
}

/// A view alone.
pub(crate) fn bare<V: Serialize>(view: &V) -> Result<Answer> {
    Ok(ok(text(view)?, None))
}

/// An answer that was rendered where its view could be borrowed.
#[expect(clippy::ptr_arg, reason = "answers are made from references to what was read")]
pub(crate) fn rendered(body: &String) -> Result<Answer> {
    Ok(ok(body.clone(), None))
}

/// The view of a record with its entity tag.
pub(crate) fn record<V: Serialize>(record: &Versioned<V>) -> Result<Answer> {
    Ok(ok(text(&record.view)?, Some(record.etag())))
}

/// A view in the envelope of the creative tools.
pub(crate) fn in_envelope<V: Serialize>(view: &V) -> Result<Answer> {
    Ok(ok(enveloped(view)?, None))
}

/// The view of a record in the envelope of the creative tools, with its entity tag.
pub(crate) fn record_in_envelope<V: Serialize>(record: &Versioned<V>) -> Result<Answer> {
    Ok(ok(enveloped(&record.view)?, Some(record.etag())))
}

/// The answer to a deletion: nothing.
pub(crate) fn deleted(_: &()) -> Result<Answer> {
    Ok(Answer { status: StatusCode::NO_CONTENT.as_u16().into(), etag: None, body: String::new() })
}

/// A page under its plural noun.
pub(crate) fn page<T: Serialize>(plural: &'static str) -> impl Render<Page<T>> {
    move |page: &_| bare(&Listing { plural, page })
}

/// A page under its plural noun, in the envelope of the creative tools.
pub(crate) fn page_in_envelope<T: Serialize>(plural: &'static str) -> impl Render<Page<T>> {
    move |page: &_| in_envelope(&Listing { plural, page })
}

/// The JSON text of a view.
pub(crate) fn text(view: &impl Serialize) -> Result<String> {
    domain::json::text(view).map_err(|flaw| Error::internal("writing an answer", flaw))
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

/// The envelope of the creative tools.
#[derive(Serialize)]
struct Envelope<'v, T> {
    status: &'static str,
    data: &'v T,
}

/// The text of a view in the envelope of the creative tools.
pub(crate) fn enveloped(view: &impl Serialize) -> Result<String> {
    text(&Envelope { status: "success", data: view })
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
struct Listing<'p, T> {
    plural: &'static str,
    page: &'p Page<T>,
}

impl<T: Serialize> Serialize for Listing<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(3))?;
        map.serialize_entry(self.plural, &self.page.items)?;
        map.serialize_entry("nextCursor", &self.page.next_cursor)?;
        map.serialize_entry("total", &self.page.total)?;
        map.end()
    }
}
