//! The document of the interface, OpenAPI 3.1, made from the route table, the tables of fields and
//! the views. Nothing in it is written twice.

use axum::http::Method;
use domain::model::Schemas;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{
    answer::{Reply, json},
    route::{Answer, Route},
};

/// The document, as the service serves it.
pub(crate) async fn document() -> Reply {
    Ok(json(crate::answer::text(&whole())?))
}

/// The whole document.
pub fn whole() -> Value {
    let mut schemas = Schemas::default();
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut views = settings.for_serialize().into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for route in crate::routes() {
        let operation = operation(&route, &mut schemas, &mut views);
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation;
    }
    let mut components: Map<String, Value> = schemas.0.into_iter().collect();
    components.extend(views.take_definitions(true));
    components.insert("HTTPValidationError".to_owned(), validation_error());
    components.insert("Error".to_owned(), error());
    components.sort_keys();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Scriptorium",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The backend of a multi-agent writing studio.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{}, { "token": [] }],
    })
}

fn operation(route: &Route, schemas: &mut Schemas, views: &mut schemars::SchemaGenerator) -> Value {
    let room = route.path.trim_start_matches("/api/").split('/').next().unwrap_or("");
    let mut operation = json!({
        "summary": route.summary,
        "tags": [room.trim_start_matches('/')],
        "operationId": operation_id(route),
        "responses": responses(route, views),
    });
    let mut parameters: Vec<Value> = path_parameters(route.path);
    if let Some(query) = route.query {
        query(schemas);
        parameters.extend(query_parameters(&query(schemas), schemas));
    }
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(body) = route.body {
        operation["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": body(schemas) } },
        });
    }
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
fn query_parameters(reference: &Value, schemas: &mut Schemas) -> Vec<Value> {
    let name = reference["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    let model = name.and_then(|name| schemas.0.remove(name)).unwrap_or_default();
    let Some(Value::Object(properties)) = model.get("properties") else { return Vec::new() };
    properties
        .iter()
        .map(|(name, schema)| {
            let mut schema = schema.clone();
            let description = schema.as_object_mut().and_then(|it| it.remove("description"));
            json!({
                "name": name,
                "in": "query",
                "required": false,
                "description": description,
                "schema": schema,
            })
        })
        .collect()
}

fn responses(route: &Route, views: &mut schemars::SchemaGenerator) -> Value {
    let mut responses = Map::new();
    let content = |schema: Value| json!({ "application/json": { "schema": schema } });
    let (status, good) = match &route.answer {
        Answer::One(schema) => ("200", json!({ "content": content(schema(views)) })),
        Answer::Page(plural, schema) => {
            let page = json!({
                "type": "object",
                "required": [plural, "nextCursor", "total"],
                "properties": {
                    *plural: { "type": "array", "items": schema(views) },
                    "nextCursor": { "type": ["string", "null"] },
                    "total": { "type": ["integer", "null"] },
                },
            });
            ("200", json!({ "content": content(page) }))
        }
        Answer::Plain if route.method == Method::DELETE => ("204", json!({})),
        Answer::Plain => ("200", json!({})),
    };
    responses.insert(status.to_owned(), good);
    let mut statuses: Vec<u16> = route.statuses.to_vec();
    if route.path.starts_with("/api/") {
        statuses.extend([400, 401, 403, 421, 500, 503]);
    }
    if route.body.is_some() {
        statuses.extend([413, 415]);
    }
    let error = content(json!({ "$ref": "#/components/schemas/Error" }));
    for status in statuses {
        responses.insert(status.to_string(), json!({ "content": error }));
    }
    if route.body.is_some() || route.query.is_some() {
        let invalid = content(json!({ "$ref": "#/components/schemas/HTTPValidationError" }));
        responses.insert("422".to_owned(), json!({ "content": invalid }));
    }
    responses.sort_keys();
    for (status, response) in &mut responses {
        let status =
            status.parse().ok().and_then(|code| axum::http::StatusCode::from_u16(code).ok());
        response["description"] = status.and_then(|it| it.canonical_reason()).unwrap_or("").into();
    }
    Value::Object(responses)
}

fn error() -> Value {
    json!({
        "title": "Error",
        "type": "object",
        "required": ["detail"],
        "properties": { "detail": { "type": "string" } },
    })
}

fn validation_error() -> Value {
    json!({
        "title": "HTTPValidationError",
        "type": "object",
        "required": ["detail"],
        "properties": {
            "detail": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["type", "loc", "msg"],
                    "properties": {
                        "type": { "type": "string" },
                        "loc": {
                            "type": "array",
                            "items": { "anyOf": [{ "type": "string" }, { "type": "integer" }] },
                        },
                        "msg": { "type": "string" },
                        "input": {},
                        "ctx": { "type": "object" },
                    },
                },
            },
        },
    })
}
