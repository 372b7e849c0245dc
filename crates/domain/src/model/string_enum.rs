//! Closed vocabularies: enums whose values are words.

/// Declares a closed vocabulary: an enum, the word of each value, its reading and its schema. A word
/// that is none of them is a `literal_error` that lists them all.
#[macro_export]
macro_rules! string_enum {
    (
        $(#[doc = $doc:literal])*
        pub enum $name:ident {
            $( $(#[doc = $word_doc:literal])* $variant:ident = $word:literal ),* $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( #[doc = concat!("`", $word, "`")] $(#[doc = $word_doc])* $variant ),*
        }

        impl $name {
            /// Every word, in the order of the vocabulary.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Every value, in the order of the vocabulary.
            pub const ALL: [Self; Self::WORDS.len()] = [$(Self::$variant),*];

            /// The word for this value.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $word ),* }
            }

            /// The value of this word, if it is one of the vocabulary.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $( $word => Some(Self::$variant), )* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
                let word = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                Self::parse(&word).ok_or_else(|| {
                    serde::de::Error::unknown_variant(&word, Self::WORDS)
                })
            }
        }

        impl $crate::model::FieldType for $name {
            fn read(
                value: &$crate::json::Json,
                _: &$crate::model::Bounds,
                reader: &mut $crate::model::FieldReader,
            ) -> Option<Self> {
                let word = match value {
                    $crate::json::Json::Text(word) => Self::parse(word),
                    _ => None,
                };
                word.or_else(|| reader.not_a_word(value, Self::WORDS))
            }

            fn schema(
                _: &$crate::model::Bounds,
                _: &mut $crate::model::Schemas,
            ) -> serde_json::Value {
                serde_json::json!({ "type": "string", "enum": Self::WORDS })
            }
        }

        impl $crate::model::schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(
                _: &mut $crate::model::schemars::SchemaGenerator,
            ) -> $crate::model::schemars::Schema {
                $crate::model::schemars::json_schema!({ "type": "string", "enum": Self::WORDS })
            }
        }
    };
}

use super::FieldReader;
use crate::{json::Json, phrases::alternatives};

impl FieldReader {
    /// Notes that the value is none of the words.
    pub fn not_a_word<T>(&mut self, value: &Json, words: &[&str]) -> Option<T> {
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let expected = alternatives(&quoted);
        self.note_with(
            "literal_error",
            format!("Input should be {expected}"),
            value,
            ("expected", Json::Text(expected.clone())),
        )
    }
}
