//! An invalid field with its path. All errors of a request are reported together, in the order of
//! the field definitions, with the texts and keys of pydantic 2.

use serde::{Serialize, Serializer, ser::SerializeSeq};

use crate::json::Json;

/// The most errors that are listed for one request.
pub const FIELD_ERRORS_MAX: usize = 100;

/// The longest echo of an offending value, in bytes.
pub const ECHO_BYTES_MAX: usize = 4_096;

/// One step on the way to a value: a name or an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathSegment {
    /// A part of the request (`body`, `query`) or a member of an object.
    Key(String),
    /// A place in an array, or a character in the body.
    Index(usize),
}

impl Serialize for PathSegment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Key(key) => to.serialize_str(key),
            Self::Index(index) => to.serialize_u64(*index as u64),
        }
    }
}

/// A rule that a value breaks; serialised with the keys `type`, `loc`, `msg`, `input` and `ctx`, in
/// this order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FieldError {
    /// The rule's name, as pydantic calls it.
    #[serde(rename = "type")]
    pub rule: &'static str,
    /// The way to the value.
    pub loc: FieldPath,
    /// What the value should have been.
    pub msg: String,
    /// The value as it came, shortened beyond [`ECHO_BYTES_MAX`].
    pub input: Json,
    /// The rule's parameters, where it has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ctx: Option<Json>,
}

/// The way from the request to a value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldPath(pub Vec<PathSegment>);

impl FieldPath {
    /// A part of the request: `body`, `query`.
    pub fn part(name: &str) -> Self {
        Self(vec![PathSegment::Key(name.to_owned())])
    }
}

impl Serialize for FieldPath {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut steps = to.serialize_seq(Some(self.0.len()))?;
        for step in &self.0 {
            steps.serialize_element(step)?;
        }
        steps.end()
    }
}

impl FieldError {
    /// The body is not JSON.
    pub fn malformed(flaw: &crate::json::Malformed) -> Self {
        Self {
            rule: "json_invalid",
            loc: FieldPath(vec![PathSegment::Key("body".to_owned()), PathSegment::Index(flaw.at)]),
            msg: "JSON decode error".to_owned(),
            input: Json::Object(Default::default()),
            ctx: Some(ctx("error", Json::Text(flaw.reason.to_owned()))),
        }
    }

    /// A value that its module refuses for a reason that no type expresses.
    pub fn refused(loc: FieldPath, reason: &str, input: Json) -> Self {
        Self {
            rule: "value_error",
            loc,
            msg: format!("Value error, {reason}"),
            input: input.echo(ECHO_BYTES_MAX),
            ctx: Some(ctx("error", Json::Object(Default::default()))),
        }
    }
}

/// A context of one member.
pub(crate) fn ctx(key: &str, value: Json) -> Json {
    Json::Object(std::iter::once((key.to_owned(), value)).collect())
}
