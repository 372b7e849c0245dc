//! One line of the route table: where it is, what handles it, and what the document says of it.
//! Router, document and coverage test all come from the same list.

use axum::{
    Router,
    handler::Handler,
    http::Method,
    routing::{self, MethodRouter},
};
use domain::model::{Rule, Schemas, Shape};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

use crate::App;

/// A route and its documentation.
pub struct Route {
    /// Its method.
    pub method: Method,
    /// Its path, with parameters in braces.
    pub path: &'static str,
    /// What it does, as one sentence.
    pub summary: &'static str,
    /// The schema of its body.
    pub(crate) body: Option<fn(&mut Schemas) -> Value>,
    /// The schema of its query.
    pub(crate) query: Option<fn(&mut Schemas) -> Value>,
    /// The schema of its answer.
    pub(crate) answer: Answer,
    /// Further statuses it may answer.
    pub(crate) statuses: &'static [u16],
    handler: MethodRouter<App>,
}

/// What a route answers when all is well.
pub(crate) enum Answer {
    /// Something that has no schema: nothing, a stream, a document.
    Plain,
    /// One value.
    One(fn(&mut SchemaGenerator) -> Value),
    /// A page of values under a plural noun.
    Page(&'static str, fn(&mut SchemaGenerator) -> Value),
}

fn route(method: Method, path: &'static str, handler: MethodRouter<App>) -> Route {
    Route {
        method,
        path,
        summary: "",
        body: None,
        query: None,
        answer: Answer::Plain,
        statuses: &[],
        handler,
    }
}

/// A route that reads.
pub(crate) fn get<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Route {
    route(Method::GET, path, routing::get(handler))
}

/// A route that makes or does something.
pub(crate) fn post<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Route {
    route(Method::POST, path, routing::post(handler))
}

/// A route that changes something.
pub(crate) fn put<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Route {
    route(Method::PUT, path, routing::put(handler))
}

/// A route that removes something.
pub(crate) fn delete<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Route {
    route(Method::DELETE, path, routing::delete(handler))
}

impl Route {
    /// What it does.
    pub(crate) fn says(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// The model of its body.
    pub(crate) fn takes<T: Shape>(self) -> Self {
        Self { body: Some(|schemas| T::schema(&Rule::NONE, schemas)), ..self }
    }

    /// The model of its query.
    pub(crate) fn asks<T: Shape>(self) -> Self {
        Self { query: Some(|schemas| T::schema(&Rule::NONE, schemas)), ..self }
    }

    /// The view it answers.
    pub(crate) fn answers<T: JsonSchema>(self) -> Self {
        Self { answer: Answer::One(schema_of::<T>), ..self }
    }

    /// The view of which it answers a page.
    pub(crate) fn lists<T: JsonSchema>(self, plural: &'static str) -> Self {
        Self { answer: Answer::Page(plural, schema_of::<T>), ..self }
    }

    /// Further statuses it may answer.
    pub(crate) fn may(self, statuses: &'static [u16]) -> Self {
        Self { statuses, ..self }
    }

    /// Adds the route to a router.
    pub(crate) fn onto(self, router: Router<App>) -> Router<App> {
        router.route(self.path, self.handler)
    }
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}
