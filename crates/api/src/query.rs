//! The query of a request as a model: every value is a text, the last of equal names counts, and
//! unknown names are ignored, however many there are.

use axum::{extract::FromRequestParts, http::request::Parts};
use domain::{
    json::{Json, Object},
    model::{Model, WireName, read_object},
};

use crate::{App, failure::Failure};

/// A query that keeps all rules of its model.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: Model> FromRequestParts<App> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> std::result::Result<Self, Failure> {
        let query = parts.uri.query().unwrap_or("");
        Ok(Self(read_object("query", object(query, T::FIELDS))?))
    }
}

/// The values of a query under the names that are known: no more of them than there are names.
fn object(query: &str, known: &[WireName]) -> Object {
    let mut members: Vec<(String, Json)> = Vec::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if known.iter().all(|wire| wire.as_str() != name) {
            continue;
        }
        let value = if value.contains('\0') {
            Json::InvalidText(value.replace('\0', "\u{fffd}"))
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

#[cfg(test)]
mod tests {
    use domain::{page::PageQuery, projects::ProjectQuery};

    use super::*;

    #[test]
    fn only_known_names_are_gathered_and_the_last_of_equal_ones() {
        let many: String =
            (0..10_000).map(|number| format!("n{number}=x&limit={number}&")).collect();

        let object = object(&format!("{many}%6Cimit=7&Limit=8&status=a%00"), ProjectQuery::FIELDS);

        let members: Vec<_> =
            object.members().iter().map(|member| (member.key.as_str(), &member.value)).collect();
        let (limit, status) =
            (Json::Text("7".to_owned()), Json::InvalidText("a\u{fffd}".to_owned()));
        assert_eq!(members, [("limit", &limit), ("status", &status)]);
        assert!(super::object("status=a", PageQuery::FIELDS).members().is_empty());
    }
}
