//! The document of the interface, OpenAPI 3.1, made from the route table, the tables of fields and
//! the views. Nothing in it is written twice. What is common to all answers (headers, errors, the
//! form of pages) is said here; what a route does is said in its line of the table.

mod tags;

use std::sync::LazyLock;

use axum::http::{Method, StatusCode};
use domain::model::{Schemas, reference};
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::{
    answer::{Reply, json},
    cookie,
    route::{Answer, Header, IF_MATCH, Route},
};

/// What a reader should know before the first request.
const DESCRIPTION: &str = "The backend of a multi-agent writing studio.\n\n\
    Bodies are JSON in UTF-8 with camelCase names. Members of a request that are not described \
    here are ignored. An absent member is not changed; null clears a member \
    that can be empty or has a default, and leaves any other as it is.\n\n\
    Every error is `{\"detail\": …}`: one sentence, or for 422 a list with every mistake of the \
    request. Every response has an `x-request-id`, which the log has too.\n\n\
    Times are ISO 8601 in UTC, and integer milliseconds where a field says so. Lists that can \
    grow take `limit` and `cursor`; `nextCursor` is the `cursor` of the next page, and null at the \
    end.\n\n\
    On a loopback address the service is open to every user of the machine. On other addresses \
    every path under `/api/` needs an access token: `Authorization: Bearer …`. A browser swaps it \
    for a session (`POST /api/session`).";

/// The paths that are for callers of the studio; those beside them are for whoever runs it.
const API: &str = "/api/";

/// Statuses any path may answer, each an error: the layers around the routes may refuse any request.
const EVERYWHERE: [u16; 4] = [400, 403, 421, 500];

/// Statuses any path under [`API`] may answer besides.
const UNDER_API: [u16; 3] = [401, 429, 503];

/// Statuses a route that reads a body may answer besides.
const WITH_BODY: [u16; 2] = [413, 415];

/// The text of the document, which is the same as long as the program is.
static TEXT: LazyLock<String> = LazyLock::new(|| whole().to_string());

/// The document, as the service serves it.
pub(crate) async fn document() -> Reply {
    Ok(json(TEXT.as_str()))
}

/// The whole document.
pub fn whole() -> Value {
    let mut schemas = NamedSchemas::new();
    let routes = crate::routes();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes.iter().filter(|route| !route.is_for_assistants) {
        let tagged = has_tag(&routes, route);
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation(route, tagged, &mut schemas);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Scriptorium",
            "version": env!("CARGO_PKG_VERSION"),
            "description": DESCRIPTION,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "tags": tags::all(&routes),
        "paths": paths,
        "components": {
            "schemas": schemas.components(),
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "session": { "type": "apiKey", "in": "cookie", "name": cookie::NAME },
            },
        },
        "security": [{}, { "token": [] }, { "session": [] }],
    })
}

/// Every named schema, gathered on the way through the routes.
struct NamedSchemas {
    /// The tables of fields.
    tables: Schemas,
    /// The views; those that show a table refer to it.
    views: SchemaGenerator,
    /// The pages and envelopes, by their names.
    pages: Map<String, Value>,
}

impl NamedSchemas {
    fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        let views = settings.for_serialize().into_generator();
        Self { tables: Schemas::default(), views, pages: Map::new() }
    }

    /// A page of `item`s under its plural noun.
    fn page(&mut self, plural: &str, item: fn(&mut SchemaGenerator) -> Value) -> Value {
        let name = format!("{}Page", capitalised(plural));
        let page = json!({
            "description": format!("A page of {plural}."),
            "type": "object",
            "required": [plural, "nextCursor", "total"],
            "properties": {
                plural: { "type": "array", "items": item(&mut self.views) },
                "nextCursor": {
                    "description": "The cursor of the next page; null at the end.",
                    "type": ["string", "null"],
                },
                "total": {
                    "description": "The number of items on all pages; null when there are too \
                           many to count.",
                    "type": ["integer", "null"],
                    "format": "int64",
                    "minimum": 0,
                },
            },
        });
        let link = reference(&name);
        self.pages.insert(name, page);
        link
    }

    /// The envelope `name` around what has this schema.
    fn envelope(&mut self, name: &str, inside: Value) -> Value {
        let envelope = json!({
            "description": "The response in an envelope.",
            "type": "object",
            "required": ["status", "data"],
            "properties": {
                "status": {
                    "description": "Always `success`; an error has no envelope.",
                    "type": "string",
                    "enum": ["success"],
                },
                "data": described(inside, "The requested data."),
            },
        });
        self.pages.insert(name.to_owned(), envelope);
        reference(name)
    }

    /// All of them by name, each with its name as title.
    fn components(mut self) -> Map<String, Value> {
        let mut components: Map<String, Value> = self.tables.0.into_iter().collect();
        components.extend(self.views.take_definitions(true));
        components.extend(self.pages);
        components.extend([
            ("HTTPError".to_owned(), error()),
            ("HTTPValidationError".to_owned(), validation_error()),
            ("ValidationError".to_owned(), field_error()),
        ]);
        for (name, schema) in &mut components {
            schema["title"] = name.as_str().into();
        }
        components
    }
}

/// A schema with a description beside it.
fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = description.into();
    schema
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    format!("{}{rest}", first.to_ascii_uppercase())
}

/// Whether what the route answers has an ETag, which a change of it may name.
fn has_tag(routes: &[Route], route: &Route) -> bool {
    let changes = |other: &&Route| other.path == route.path && other.method == Method::PUT;
    let guarded = |one: &Route| one.headers.iter().any(|header| header.name == IF_MATCH.name);
    let answers = route.method != Method::DELETE;
    answers && (guarded(route) || routes.iter().find(changes).is_some_and(guarded))
}

fn operation(route: &Route, tagged: bool, schemas: &mut NamedSchemas) -> Value {
    let mut operation = json!({
        "summary": route.summary,
        "tags": tags::tag_of(route.path).map(|tag| tag.name).into_iter().collect::<Vec<_>>(),
        "operationId": operation_id(route),
    });
    let mut parameters: Vec<Value> = path_parameters(route.path);
    if let Some(query) = route.query {
        parameters.extend(query_parameters(&query(&mut schemas.tables), &mut schemas.tables));
    }
    parameters.extend(route.headers.iter().map(header_parameter));
    operation["responses"] = responses(route, tagged, !parameters.is_empty(), schemas);
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(body) = route.body {
        operation["requestBody"] = json!({
            "required": true,
            "content": { route.body_media: { "schema": body(&mut schemas.tables) } },
        });
    }
    operation["security"] = if route.path.starts_with(API) {
        let scopes = [route.scope];
        json!([{}, { "token": scopes }, { "session": scopes }])
    } else {
        json!([])
    };
    operation
}

/// A name for the operation, from its method and path.
fn operation_id(route: &Route) -> String {
    let words =
        route.path.split(['/', '-', '_', '.']).filter(|word| !word.is_empty() && *word != "api");
    words.fold(route.method.as_str().to_ascii_lowercase(), |id, word| {
        format!("{id}_{}", word.trim_matches(['{', '}']))
    })
}

fn path_parameters(path: &str) -> Vec<Value> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
        })
        .collect()
}

/// The fields of a query's model, each as a parameter.
fn query_parameters(schema: &Value, tables: &mut Schemas) -> Vec<Value> {
    let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    let model = name.and_then(|name| tables.0.remove(name)).unwrap_or_default();
    let Some(properties) = model["properties"].as_object() else { return Vec::new() };
    let required = model["required"].as_array();
    properties
        .iter()
        .map(|(name, schema)| {
            let mut parameter = json!({
                "name": name,
                "in": "query",
                "required": required.is_some_and(|all| all.iter().any(|one| one == name)),
                "schema": said(schema),
            });
            if let Some(description) = schema.get("description") {
                parameter["description"] = description.clone();
            }
            parameter
        })
        .collect()
}

/// The schema of a field that is a text in a query: there is no null to be said, only silence.
fn said(schema: &Value) -> Value {
    let of_null = |one: &&Value| one["type"] != "null";
    let one = schema["anyOf"].as_array().and_then(|any| any.iter().find(of_null));
    let mut schema = one.unwrap_or(schema).clone();
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("description");
    }
    schema
}

fn header_parameter(header: &Header) -> Value {
    let mut schema = json!({ "type": "string" });
    if let Some(pattern) = header.pattern {
        schema["pattern"] = pattern.into();
    }
    json!({
        "name": header.name,
        "in": "header",
        "required": false,
        "description": header.description,
        "schema": schema,
    })
}

fn responses(
    route: &Route,
    tagged: bool,
    has_parameters: bool,
    schemas: &mut NamedSchemas,
) -> Value {
    let mut responses: Map<String, Value> = Map::new();
    let content =
        |schema: Value| json!({ "content": { "application/json": { "schema": schema } } });

    let mut refusals: Vec<u16> = route.statuses.to_vec();
    refusals.extend(route.headers.iter().filter_map(|header| header.status));
    refusals.extend(EVERYWHERE);
    if route.path.starts_with(API) {
        refusals.extend(UNDER_API);
    }
    if route.body.is_some() {
        refusals.extend(WITH_BODY);
    }
    for status in refusals {
        // What a caller has already is not sent again, and no error.
        let is_kept = status == StatusCode::NOT_MODIFIED.as_u16();
        let answer = if is_kept { json!({}) } else { content(reference("HTTPError")) };
        responses.insert(status.to_string(), answer);
    }
    if route.body.is_some() || has_parameters {
        responses.insert("422".to_owned(), content(reference("HTTPValidationError")));
    }

    let (status, mut good) = match &route.answer {
        Answer::One(schema) => {
            let one = schema(&mut schemas.views);
            (200, content(enveloped(route, one, schemas)))
        }
        Answer::Page(plural, schema) => {
            let page = schemas.page(plural, *schema);
            (200, content(enveloped(route, page, schemas)))
        }
        Answer::Media(media) => {
            let kind = if *media == "application/json" { "object" } else { "string" };
            let mut content = json!({ *media: { "schema": { "type": kind } } });
            for other in route.other_media {
                content[*other] = content[*media].clone();
            }
            (200, json!({ "content": content }))
        }
        Answer::Nothing => (204, json!({})),
    };
    for same in route.same {
        responses.insert(same.to_string(), good.clone());
    }
    if tagged {
        good["headers"] = json!({
            "ETag": {
                "description": "The version of the record, for `If-Match`.",
                "schema": { "type": "string" },
            },
        });
    }
    responses.insert(status.to_string(), good);

    for (status, response) in &mut responses {
        let status = status.parse().ok().and_then(|code| StatusCode::from_u16(code).ok());
        response["description"] = status.and_then(|it| it.canonical_reason()).unwrap_or("").into();
    }
    Value::Object(responses)
}

/// The schema of an answer in the envelope of its route, where it has one.
fn enveloped(route: &Route, inside: Value, schemas: &mut NamedSchemas) -> Value {
    match route.envelope {
        Some(name) => schemas.envelope(name, inside),
        None => inside,
    }
}

fn error() -> Value {
    json!({
        "description": "Why a request was not answered.",
        "type": "object",
        "required": ["detail"],
        "properties": {
            "detail": { "description": "The reason as one sentence.", "type": "string" },
        },
    })
}

fn validation_error() -> Value {
    json!({
        "description": "Every mistake of a request.",
        "type": "object",
        "required": ["detail"],
        "properties": {
            "detail": {
                "description": "The mistakes, in the order of the fields' definition.",
                "type": "array",
                "items": reference("ValidationError"),
            },
        },
    })
}

fn field_error() -> Value {
    json!({
        "description": "One rule that a request breaks.",
        "type": "object",
        "required": ["type", "loc", "msg"],
        "properties": {
            "type": {
                "description": "The rule, for programs, such as `missing` or `string_type`.",
                "type": "string",
            },
            "loc": {
                "description": "The path to the value, beginning with `body` or `query`.",
                "type": "array",
                "items": { "anyOf": [{ "type": "string" }, { "type": "integer" }] },
            },
            "msg": { "description": "What is wrong, for people.", "type": "string" },
            "input": { "description": "The value, cut when it is long." },
            "ctx": {
                "description": "The parameters of the rule.",
                "type": "object",
                "additionalProperties": true,
            },
        },
    })
}
