//! Request models: one declaration is the struct, its parser, its validator and its OpenAPI schema.
//! Values are accepted as pydantic's default mode accepts them, and all errors of a request are
//! reported together. [`field_types`] has what each type accepts, [`string_enum`] the enums whose
//! values are words.

mod absent_or;
mod bounds;
mod field_types;
mod reader;
mod string_enum;
mod wire_name;

#[cfg(test)]
mod tests;

/// For the code [`model!`](crate::model!)(crate::model!) makes, wherever it stands.
#[doc(hidden)]
pub use schemars;
use serde_json::Value;

pub use absent_or::AbsentOr;
pub use bounds::Bounds;
pub use field_types::{OpenEnum, OrderedMap};
pub use reader::{FieldReader, read_body, read_object};
pub use wire_name::{WireName, wire_name};

use crate::json::Json;

/// A type that can be read from JSON and can say its schema.
pub trait FieldType: Sized {
    /// Reads `value`; none when an error was noted with the reader.
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self>;

    /// What an absent field of this type is; none when the field is required.
    fn absent() -> Option<Self> {
        None
    }

    /// The JSON schema of this type under `bounds`; named models are put into `schemas`.
    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> Value;
}

/// A model that [`model!`](crate::model!) declares.
pub trait Model: FieldType {
    /// The names of its fields on the wire, in their order.
    const FIELDS: &'static [WireName];
}

/// The named models of an OpenAPI document, by name.
#[derive(Debug, Default)]
pub struct Schemas(pub std::collections::BTreeMap<String, Value>);

impl Schemas {
    /// A reference to the model `name`, made by `make` when it is not there yet.
    pub fn named(&mut self, name: &str, make: fn(&mut Self) -> Value) -> Value {
        if !self.0.contains_key(name) {
            // The name stands before its content is made, so that a model may hold itself.
            self.0.insert(name.to_owned(), Value::Null);
            let schema = make(self);
            self.0.insert(name.to_owned(), schema);
        }
        reference(name)
    }
}

/// One field of a model, as its schema shows it.
#[derive(Debug)]
pub struct FieldSchema {
    /// The name on the wire.
    pub name: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What it is for.
    pub description: String,
    /// Its schema.
    pub schema: Value,
    /// Its default, where it has one.
    pub default: Option<Value>,
}

/// Where the document of the interface keeps the model `name`.
pub fn reference(name: &str) -> Value {
    serde_json::json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The schema of an object that also keeps members no table knows.
pub fn open(mut schema: Value) -> Value {
    schema["additionalProperties"] = true.into();
    schema
}

/// The schema of an object with these fields.
pub fn object_schema(title: &str, description: &str, fields: Vec<FieldSchema>) -> Value {
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for mut field in fields {
        if let Value::Object(schema) = &mut field.schema {
            if !field.description.is_empty() {
                schema.insert("description".to_owned(), field.description.into());
            }
            if let Some(default) = field.default {
                schema.insert("default".to_owned(), default);
            }
        }
        if field.required {
            required.push(Value::from(field.name));
        }
        properties.insert(field.name.to_owned(), field.schema);
    }
    let mut schema = serde_json::json!({
        "title": title,
        "description": description,
        "type": "object",
        "properties": properties,
    });
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}

/// Declares a request: a struct whose fields are read, checked and documented by this one table.
///
/// `field: Type`, then `where { limit: value }` for its bounds, then `= default` for what an absent
/// field is. Field names are camelCase on the wire. `keeps rest` adds a field of that name with all
/// members the table does not know, for objects that are open by contract. `paged by Cursor` adds the
/// limit and the cursor of a list.
#[macro_export]
macro_rules! model {
    (
        $(#[doc = $doc:literal])*
        pub struct $name:ident as $title:literal paged by $cursor:ty { $($fields:tt)* }
    ) => {
        $crate::model! {
            $(#[doc = $doc])*
            pub struct $name as $title {
                $($fields)*
                /// The maximum number of items.
                limit: i64 where { ge: 1.0, le: $crate::page::LIMIT_MAX as f64 } = $crate::page::LIMIT_DEFAULT,
                /// The `nextCursor` of the page before.
                cursor: Option<$cursor>,
            }
        }
    };
    (
        $(#[doc = $doc:literal])*
        $(#[derive($($derived:ident),*)])?
        $(#[serde($($serde:tt)*)])?
        pub struct $name:ident as $title:literal $(keeps $rest:ident)? {
            $(
                $(#[doc = $field_doc:literal])*
                $field:ident : $kind:ty $(where { $($limit:ident : $bound:expr),* $(,)? })? $(= $default:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq)]
        $(#[derive($($derived),*)])?
        $(#[serde($($serde)*)])?
        pub struct $name {
            $( $(#[doc = $field_doc])* pub $field: $kind, )*
            $( /// The members the table does not know.
               pub $rest: $crate::model::OrderedMap<$crate::json::Json>, )?
        }

        impl $crate::model::Model for $name {
            const FIELDS: &'static [$crate::model::WireName] =
                &[$( $crate::model::wire_name(stringify!($field)) ),*];
        }

        impl $crate::model::FieldType for $name {
            fn read(
                value: &$crate::json::Json,
                _: &$crate::model::Bounds,
                reader: &mut $crate::model::FieldReader,
            ) -> Option<Self> {
                const OPEN: &[&str] = &[$(stringify!($rest))?];
                let object = reader.object(value, !OPEN.is_empty())?;
                $(
                    let $field = {
                        const BOUNDS: $crate::model::Bounds = $crate::model::Bounds {
                            $( $( $limit: Some($bound), )* )?
                            ..$crate::model::Bounds::NONE
                        };
                        const NAME: $crate::model::WireName = $crate::model::wire_name(stringify!($field));
                        let default: Option<fn() -> $kind> = None $(.or(Some(|| $default)))?;
                        reader.field::<$kind>(value, object, NAME.as_str(), &BOUNDS, default)
                    };
                )*
                $(
                    let $rest = reader.rest(object, <Self as $crate::model::Model>::FIELDS);
                )?
                Some(Self { $( $field: $field?, )* $( $rest: $rest?, )? })
            }

            fn schema(
                _: &$crate::model::Bounds,
                schemas: &mut $crate::model::Schemas,
            ) -> serde_json::Value {
                schemas.named($title, |schemas| {
                    let fields = vec![$({
                        let bounds = $crate::model::Bounds {
                            $( $( $limit: Some($bound), )* )?
                            ..$crate::model::Bounds::NONE
                        };
                        const NAME: $crate::model::WireName = $crate::model::wire_name(stringify!($field));
                        let default: Option<serde_json::Value> = None
                            $(.or_else(|| serde_json::to_value::<$kind>($default).ok()))?;
                        let description: &[&str] = &[$($field_doc),*];
                        $crate::model::FieldSchema {
                            name: NAME.as_str(),
                            required: default.is_none()
                                && <$kind as $crate::model::FieldType>::absent().is_none(),
                            description: description.concat().trim().to_owned(),
                            schema: <$kind as $crate::model::FieldType>::schema(&bounds, schemas),
                            default,
                        }
                    }),*];
                    let description: &[&str] = &[$($doc),*];
                    let description = description.concat();
                    let schema =
                        $crate::model::object_schema($title, description.trim(), fields);
                    const OPEN: &[&str] = &[$(stringify!($rest))?];
                    if OPEN.is_empty() { schema } else { $crate::model::open(schema) }
                })
            }
        }

        // A view that shows the model refers to this table's schema instead of making another.
        impl $crate::model::schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                $title.into()
            }

            fn json_schema(
                _: &mut $crate::model::schemars::SchemaGenerator,
            ) -> $crate::model::schemars::Schema {
                let reference = $crate::model::reference($title);
                $crate::model::schemars::Schema::try_from(reference).unwrap_or_default()
            }
        }
    };
}
