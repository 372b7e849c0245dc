//! Reads models from JSON: knows the path of the current value and notes every error.

use super::{Bounds, FieldType, OrderedMap, WireName};
use crate::{
    error::{Error, Result},
    field_error::{ECHO_BYTES_MAX, FIELD_ERRORS_MAX, FieldError, FieldPath, PathSegment, ctx},
    json::{Json, Object},
};

/// Walks through a request's value and gathers its errors.
#[derive(Debug)]
pub struct FieldReader {
    path: FieldPath,
    errors: Vec<FieldError>,
}

/// Reads the model `T` from a body's JSON.
///
/// # Errors
/// [`Error::Invalid`] with every error in it, up to [`FIELD_ERRORS_MAX`].
pub fn read_body<T: FieldType>(value: &Json) -> Result<T> {
    read_at("body", value)
}

/// Reads the model `T` from the object that a part of the request stands for, such as `query`.
pub fn read_object<T: FieldType>(part: &str, object: Object) -> Result<T> {
    read_at(part, &Json::Object(object))
}

fn read_at<T: FieldType>(part: &str, value: &Json) -> Result<T> {
    let mut reader = FieldReader { path: FieldPath::part(part), errors: Vec::new() };
    let read = T::read(value, &Bounds::NONE, &mut reader);

    match read {
        Some(model) if reader.errors.is_empty() => Ok(model),
        _ => Err(Error::Invalid(reader.errors)),
    }
}

impl FieldReader {
    /// Notes that the value at this place breaks a rule. Answers none, so that a shape can end
    /// with it.
    pub fn note<T>(
        &mut self,
        rule: &'static str,
        msg: impl Into<String>,
        input: &Json,
        ctx: Option<Json>,
    ) -> Option<T> {
        if self.errors.len() < FIELD_ERRORS_MAX {
            self.errors.push(FieldError {
                rule,
                loc: self.path.clone(),
                msg: msg.into(),
                input: input.echo(ECHO_BYTES_MAX),
                ctx,
            });
        }
        None
    }

    /// Notes a broken rule with one parameter.
    pub fn note_with<T>(
        &mut self,
        rule: &'static str,
        msg: impl Into<String>,
        input: &Json,
        (key, bound): (&str, Json),
    ) -> Option<T> {
        self.note(rule, msg, input, Some(ctx(key, bound)))
    }

    /// Whether no further error would be listed: what is still to be read changes nothing.
    pub(super) fn is_full(&self) -> bool {
        self.errors.len() >= FIELD_ERRORS_MAX
    }

    /// Does `read` one step further on the way.
    pub fn at<T>(&mut self, step: PathSegment, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.0.push(step);
        let answer = read(self);
        self.path.0.pop();
        answer
    }

    /// The object that `value` must be; an open one is a dictionary in the words of errors.
    pub fn object<'v>(&mut self, value: &'v Json, open: bool) -> Option<&'v Object> {
        match value {
            Json::Object(object) => Some(object),
            _ if open => self.note("dict_type", "Input should be a valid dictionary", value, None),
            _ => self.note(
                "model_attributes_type",
                "Input should be a valid dictionary or object to extract fields from",
                value,
                None,
            ),
        }
    }

    /// Reads the member `name` of `object`, which is `whole` as a value.
    pub fn field<T: FieldType>(
        &mut self,
        whole: &Json,
        object: &Object,
        name: &str,
        bounds: &Bounds,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        if let Some(value) = object.get(name) {
            return self
                .at(PathSegment::Key(name.to_owned()), |reader| T::read(value, bounds, reader));
        }
        default.map(|make| make()).or_else(T::absent).or_else(|| {
            self.at(PathSegment::Key(name.to_owned()), |reader| {
                reader.note("missing", "Field required", whole, None)
            })
        })
    }

    /// The members of an open object that its table does not know, each of which a store must be
    /// able to keep.
    pub fn rest(&mut self, object: &Object, known: &[WireName]) -> Option<OrderedMap<Json>> {
        let unknown = object
            .members()
            .iter()
            .filter(|member| known.iter().all(|wire| wire.as_str() != member.key));
        self.members(unknown, &Bounds::NONE)
    }

    /// Reads every value of these members as `T`, by their keys.
    pub(super) fn members<'v, T: FieldType>(
        &mut self,
        members: impl Iterator<Item = &'v crate::json::Member>,
        bounds: &Bounds,
    ) -> Option<OrderedMap<T>> {
        // No error is noted any more once they are too many, so their number would tell nothing.
        if self.is_full() {
            return None;
        }
        let before = self.errors.len();
        let mut map = OrderedMap(Vec::new());
        for member in members {
            if self.is_full() {
                break;
            }
            self.at(PathSegment::Key(member.key.clone()), |reader| {
                if member.key_is_invalid {
                    let key = Json::InvalidText(member.key.clone());
                    reader.at(PathSegment::Key("[key]".to_owned()), |reader| {
                        super::field_types::invalid_text::<()>(&key, reader)
                    });
                } else if let Some(value) = T::read(&member.value, bounds, reader) {
                    map.0.push((member.key.clone(), value));
                }
            });
        }
        (self.errors.len() == before).then_some(map)
    }
}
