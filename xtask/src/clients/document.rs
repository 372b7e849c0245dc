//! openapi.json as the clients need it: the named types and the operations, each with what it
//! takes and what it answers. Statuses of failure are not kept: a failure is one kind of error in
//! every client.

use serde_json::Value;

use super::schema_type::SchemaType;
use crate::failure::{Failure, Outcome};

/// The interface.
pub(super) struct Document {
    /// By name.
    pub(super) types: Vec<Shape>,
    /// By path, then by method.
    pub(super) operations: Vec<Operation>,
    /// What each module is for, by its name.
    pub(super) modules: Vec<(String, String)>,
}

/// A named type: an object of known fields, or a name for something else.
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) says: String,
    pub(super) fields: Vec<Field>,
    /// Whether there may be fields besides.
    pub(super) open: bool,
}

/// A field of an object, or a parameter.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) says: String,
    pub(super) kind: SchemaType,
    pub(super) required: bool,
}

/// What can be asked.
pub(super) struct Operation {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) module: String,
    pub(super) says: String,
    /// The names in the path, in their order.
    pub(super) ids: Vec<String>,
    pub(super) query: Vec<Field>,
    pub(super) headers: Vec<Field>,
    pub(super) body: Option<Body>,
    pub(super) answer: Answer,
}

/// What an operation takes.
pub(super) enum Body {
    /// A JSON object of this type.
    Json(String),
    /// A text of this media type.
    Text(String),
}

/// What an operation answers.
pub(super) enum Answer {
    Json(SchemaType),
    /// A text of this media type.
    Text(String),
    /// Server-sent events.
    Stream,
    Nothing,
}

impl Document {
    /// Reads the document.
    pub(super) fn read(whole: &Value) -> Outcome<Self> {
        let types = members(&whole["components"]["schemas"])
            .map(|(name, schema)| Shape::read(name, schema))
            .collect::<Outcome<_>>()?;
        let mut operations = Vec::new();
        for (path, item) in members(&whole["paths"]) {
            for (method, operation) in members(item) {
                let operation = Operation::read(path, method, operation)?;
                if !is_for_browsers(&operation.answer) {
                    operations.push(operation);
                }
            }
        }
        let modules = whole["tags"].as_array().into_iter().flatten();
        let modules =
            modules.map(|module| (text(&module["name"]), text(&module["description"]))).collect();
        Ok(Self { types, operations, modules })
    }

    /// The fields of a named type.
    pub(super) fn fields(&self, name: &str) -> &[Field] {
        self.types.iter().find(|shape| shape.name == name).map_or(&[], |shape| &shape.fields)
    }
}

impl Shape {
    fn read(name: &str, schema: &Value) -> Outcome<Self> {
        let required = schema["required"].as_array();
        let fields = members(&schema["properties"])
            .map(|(field, schema)| {
                Ok(Field {
                    name: field.to_owned(),
                    says: text(&schema["description"]),
                    kind: SchemaType::read(schema)?,
                    required: required.is_some_and(|all| all.iter().any(|one| one == field)),
                })
            })
            .collect::<Outcome<Vec<_>>>()?;
        if schema["type"] != "object" || fields.is_empty() {
            return Err(Failure::new(format!("{name} is no object with fields")));
        }
        let open = schema["additionalProperties"] == true;
        Ok(Self { name: name.to_owned(), says: text(&schema["description"]), fields, open })
    }
}

impl Operation {
    fn read(path: &str, method: &str, operation: &Value) -> Outcome<Self> {
        let method = method.to_ascii_uppercase();
        let location = format!("{method} {path}");
        Ok(Self {
            path: path.to_owned(),
            module: text(&operation["tags"][0]),
            says: text(&operation["summary"]),
            ids: parameters(operation, "path")?.into_iter().map(|id| id.name).collect(),
            query: parameters(operation, "query")?,
            headers: parameters(operation, "header")?,
            body: body(&operation["requestBody"]["content"], &location)?,
            answer: answer(&operation["responses"], &location)?,
            method,
        })
    }

    /// The method and the path, as a reader names an operation.
    pub(super) fn location(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

fn parameters(operation: &Value, location: &str) -> Outcome<Vec<Field>> {
    let all = operation["parameters"].as_array().into_iter().flatten();
    all.filter(|one| one["in"] == location)
        .map(|one| {
            Ok(Field {
                name: text(&one["name"]),
                says: text(&one["description"]),
                kind: SchemaType::read(&one["schema"])?,
                required: one["required"] == true,
            })
        })
        .collect()
}

fn body(content: &Value, location: &str) -> Outcome<Option<Body>> {
    let Some((media, content)) = members(content).next() else { return Ok(None) };
    Ok(Some(match SchemaType::read(&content["schema"])? {
        SchemaType::Named(name) if media == "application/json" => Body::Json(name),
        SchemaType::Text => Body::Text(media.to_owned()),
        _ => return Err(Failure::new(format!("no client can send the body of {location}"))),
    }))
}

fn answer(responses: &Value, location: &str) -> Outcome<Answer> {
    let good = members(responses).find(|(status, _)| status.starts_with('2'));
    let (_, good) = good.ok_or_else(|| Failure::new(format!("{location} never succeeds")))?;
    Ok(match members(&good["content"]).next() {
        None => Answer::Nothing,
        Some(("text/event-stream", _)) => Answer::Stream,
        Some(("application/json", content)) => Answer::Json(SchemaType::read(&content["schema"])?),
        Some((media, _)) => Answer::Text(media.to_owned()),
    })
}

/// A page for people, and what belongs to it, is nothing for a program.
fn is_for_browsers(answer: &Answer) -> bool {
    let pages = ["text/html", "text/css", "text/javascript"];
    matches!(answer, Answer::Text(media) if pages.contains(&media.as_str()))
}

/// The members of an object; none of anything else.
fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
