//! The query of a request as a model: every value is a text, the last of equal names counts, and
//! unknown names are ignored.

use axum::{extract::FromRequestParts, http::request::Parts};
use domain::{
    json::{Json, Object},
    model::{Shape, read_object},
};

use crate::{App, failure::Failure};

/// A query that keeps all rules of its model.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: Shape> FromRequestParts<App> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> std::result::Result<Self, Failure> {
        let query = parts.uri.query().unwrap_or("");
        Ok(Self(read_object("query", object(query))?))
    }
}

/// Names and values of a query.
fn object(query: &str) -> Object {
    let mut members: Vec<(String, Json)> = Vec::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let value = if value.contains('\0') {
            Json::Broken(value.replace('\0', "\u{fffd}"))
        } else {
            Json::Text(value.into_owned())
        };
        match members.iter_mut().find(|(known, _)| *known == *name) {
            Some((_, before)) => *before = value,
            None => members.push((name.into_owned(), value)),
        }
    }
    members.into_iter().collect()
}
