//! One line of the route table: where it is, what handles it, and what the document says of it.
//! Router, document and coverage test all come from the same list.

use axum::{
    Extension, Router,
    handler::Handler,
    http::Method,
    routing::{self, MethodRouter},
};
use domain::{
    model::{Bounds, FieldType, Schemas},
    principal::Scope,
};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

use crate::{App, auth::Needed, metrics::Counted};

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
    /// The media type of its body.
    pub(crate) body_media: &'static str,
    /// The schema of its query.
    pub(crate) query: Option<fn(&mut Schemas) -> Value>,
    /// The headers it reads.
    pub(crate) headers: &'static [Header],
    /// The schema of its answer.
    pub(crate) answer: Answer,
    /// The name of the envelope its answer lies in, where it lies in one.
    pub(crate) envelope: Option<&'static str>,
    /// Other media types it may answer with.
    pub(crate) other_media: &'static [&'static str],
    /// Further statuses under which it may answer the same.
    pub(crate) same: &'static [u16],
    /// Further statuses it may refuse with.
    pub(crate) statuses: &'static [u16],
    /// Whether it is there in production too.
    pub in_production: bool,
    /// Whether it is there only where assistants may call tools. Its messages are those of another
    /// protocol, which the OpenAPI document does not describe.
    pub is_for_assistants: bool,
    /// The scope that a token needs for it.
    pub(crate) scope: Scope,
    handler: MethodRouter<App>,
}

/// What a route answers when all is well.
pub(crate) enum Answer {
    /// No body.
    Nothing,
    /// Something of this media type that has no schema of ours.
    Media(&'static str),
    /// One value.
    One(fn(&mut SchemaGenerator) -> Value),
    /// A page of values under a plural noun.
    Page(&'static str, fn(&mut SchemaGenerator) -> Value),
}

/// The media type of most bodies.
const JSON: &str = "application/json";

/// A header that means something to a route.
pub(crate) struct Header {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it asks for.
    pub(crate) description: &'static str,
    /// The pattern of what is taken, where not every text is.
    pub(crate) pattern: Option<&'static str>,
    /// The status of a request that is refused for its sake.
    pub(crate) status: Option<u16>,
}

/// Makes a request one that may be sent again.
pub(crate) const IDEMPOTENCY_KEY: Header = Header {
    name: "Idempotency-Key",
    description: "A key chosen by the caller. The same request with the same key changes nothing \
           and gets the first response again; another request with it is a 409. Stored for \
           24 hours.",
    pattern: Some("^[!-~]{1,255}$"),
    status: Some(409),
};

/// Guards a change against one in between.
pub(crate) const IF_MATCH: Header = Header {
    name: "If-Match",
    description: "The ETag of the caller's copy. If it is not the current one, nothing changes \
           and the response is a 412.",
    pattern: None,
    status: Some(412),
};

/// Resumes an event stream.
pub(crate) const LAST_EVENT_ID: Header = Header {
    name: "Last-Event-ID",
    description: "The id of the last event that was received; the stream resumes after it. An \
           event `reset` means that events in between are no longer stored.",
    pattern: None,
    status: None,
};

fn route<H: Handler<T, App>, T: 'static>(
    method: Method,
    method_name: &'static str,
    path: &'static str,
    handler: H,
    answer_to: fn(Counted<H>) -> MethodRouter<App>,
) -> Route {
    Route {
        path,
        summary: "",
        body: None,
        body_media: JSON,
        query: None,
        headers: &[],
        answer: Answer::Nothing,
        envelope: None,
        other_media: &[],
        same: &[],
        statuses: &[],
        in_production: true,
        is_for_assistants: false,
        scope: if method == Method::GET { Scope::Read } else { Scope::Write },
        method,
        handler: answer_to(Counted { handler, method: method_name, route: path }),
    }
}

/// A route that reads.
pub(crate) fn get<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Route {
    route(Method::GET, "GET", path, handler, routing::get::<Counted<H>, T, App>)
}

/// A route that makes or does something.
pub(crate) fn post<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Route {
    route(Method::POST, "POST", path, handler, routing::post::<Counted<H>, T, App>)
}

/// A route that changes something.
pub(crate) fn put<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Route {
    route(Method::PUT, "PUT", path, handler, routing::put::<Counted<H>, T, App>)
}

/// A route that removes something.
pub(crate) fn delete<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Route {
    route(Method::DELETE, "DELETE", path, handler, routing::delete::<Counted<H>, T, App>)
}

impl Route {
    /// What it does.
    pub(crate) fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// The model of its body.
    pub(crate) fn body<T: FieldType>(self) -> Self {
        Self { body: Some(|schemas| T::schema(&Bounds::NONE, schemas)), ..self }
    }

    /// The media type of its body, where that is a text of its own and no model.
    pub(crate) fn text_body(self, media: &'static str) -> Self {
        let text = |schemas: &mut Schemas| String::schema(&Bounds::NONE, schemas);
        Self { body: Some(text), body_media: media, ..self }
    }

    /// The model of its query.
    pub(crate) fn query<T: FieldType>(self) -> Self {
        Self { query: Some(|schemas| T::schema(&Bounds::NONE, schemas)), ..self }
    }

    /// The headers it reads.
    pub(crate) fn headers(self, headers: &'static [Header]) -> Self {
        Self { headers, ..self }
    }

    /// The media type it answers, where that is not a view.
    pub(crate) fn returns_media(self, media: &'static str) -> Self {
        Self { answer: Answer::Media(media), ..self }
    }

    /// Other media types it may answer with.
    pub(crate) fn or_media(self, media: &'static [&'static str]) -> Self {
        Self { other_media: media, ..self }
    }

    /// The view it answers.
    pub(crate) fn returns<T: JsonSchema>(self) -> Self {
        Self { answer: Answer::One(schema_of::<T>), ..self }
    }

    /// The view of which it answers a page.
    pub(crate) fn returns_page<T: JsonSchema>(self, plural: &'static str) -> Self {
        Self { answer: Answer::Page(plural, schema_of::<T>), ..self }
    }

    /// The envelope of the creative tools around what it answers, under this name.
    pub(crate) fn in_envelope(self, name: &'static str) -> Self {
        Self { envelope: Some(name), ..self }
    }

    /// Further statuses under which it answers the same view.
    pub(crate) fn or_status(self, same: &'static [u16]) -> Self {
        Self { same, ..self }
    }

    /// Further statuses it may refuse with.
    pub(crate) fn errors(self, statuses: &'static [u16]) -> Self {
        Self { statuses, ..self }
    }

    /// It is there for trying things out, and in production there is no such route.
    pub(crate) fn only_in_development(self) -> Self {
        Self { in_production: false, ..self }
    }

    /// It is for assistants that call tools: without `[mcp] enabled` there is no such route.
    pub(crate) fn for_assistants(self) -> Self {
        Self { is_for_assistants: true, ..self }
    }

    /// The scope that a token needs for it, where that is not what the method says: `read` for GET, else `write`.
    pub(crate) fn needs(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// Adds the route to a router.
    pub(crate) fn onto(self, router: Router<App>) -> Router<App> {
        router.route(self.path, self.handler.layer(Extension(Needed(self.scope))))
    }
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}
