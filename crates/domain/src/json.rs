//! A JSON reader for requests: it keeps the order of keys, lets the last duplicate win, skips a
//! byte order mark, marks lone surrogates and U+0000 instead of refusing the document, keeps the
//! digits of integers beyond 64 bits, and bounds nesting ([`DEPTH_MAX`]) and the number of values
//! ([`VALUES_MAX`]). Error texts are those of Python's decoder, which the contract's clients know.
//! Views and stored values are written by serde ([`text`]); this is no general JSON library.

mod read;

use std::io;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;

/// The deepest nesting of arrays and objects that is read.
pub const DEPTH_MAX: usize = 128;

/// The most values one document may hold, itself and every member and item counted: a value costs
/// far more memory than the two bytes it may have come in.
pub const VALUES_MAX: usize = 500_000;

/// A JSON value as it came in.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// The digits of an integer beyond 64 bits, with its sign.
    BigInt(String),
    /// A finite number with a fraction or an exponent.
    Float(f64),
    /// Text that a store can keep.
    Text(String),
    /// Text with a lone surrogate or U+0000, each shown as U+FFFD: no store can keep the original.
    InvalidText(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Object),
}

/// The members of an object in the order they came; of equal keys the last value counts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Object(Vec<Member>);

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The name, with U+FFFD for what no store can keep.
    pub key: String,
    /// Whether the name had a lone surrogate or U+0000.
    pub key_is_invalid: bool,
    /// The value.
    pub value: Json,
}

impl Object {
    /// The members in their order.
    pub fn members(&self) -> &[Member] {
        &self.0
    }

    /// The value of this key, if there is one.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.0.iter().find(|member| member.key == key).map(|member| &member.value)
    }
}

impl FromIterator<(String, Json)> for Object {
    /// Keys are taken as they come; equal ones are the caller's error.
    fn from_iter<I: IntoIterator<Item = (String, Json)>>(members: I) -> Self {
        let member = |(key, value)| Member { key, key_is_invalid: false, value };
        Self(members.into_iter().map(member).collect())
    }
}

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// The reason in the words of Python's decoder, or ours where that one would accept the text.
    pub reason: &'static str,
    /// Where, in characters from the start of the text.
    pub at: usize,
}

impl Json {
    /// Reads one JSON document.
    ///
    /// # Errors
    /// [`Malformed`] for anything that is not JSON by RFC 8259 in UTF-8, for a number no double can
    /// hold, for nesting beyond [`DEPTH_MAX`], and for more than [`VALUES_MAX`] values.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        read::document(bytes)
    }

    /// Whether a store can keep all of its text.
    pub fn is_storable(&self) -> bool {
        match self {
            Self::InvalidText(_) => false,
            Self::Array(items) => items.iter().all(Self::is_storable),
            Self::Object(object) => object
                .members()
                .iter()
                .all(|member| !member.key_is_invalid && member.value.is_storable()),
            _ => true,
        }
    }

    /// This value as it is echoed in an error: cut where it would be longer than `bytes_max`.
    pub fn echo(&self, bytes_max: usize) -> Self {
        let mut written = BoundedText { bytes: Vec::new(), bytes_max };
        match (serde_json::to_writer(&mut written, self), self) {
            (Ok(()), _) => self.clone(),
            (Err(_), Self::Text(whole) | Self::InvalidText(whole)) => {
                Self::Text(cut(whole, bytes_max) + "…")
            }
            (Err(_), _) => {
                Self::Text(cut(&String::from_utf8_lossy(&written.bytes), bytes_max) + "…")
            }
        }
    }
}

/// Text that refuses to grow once it is longer than its bound.
struct BoundedText {
    bytes: Vec<u8>,
    bytes_max: usize,
}

impl io::Write for BoundedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > self.bytes_max {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The longest start of `text` within `bytes_max` bytes that ends between two characters.
fn cut(text: &str, bytes_max: usize) -> String {
    text[..text.floor_char_boundary(bytes_max)].to_owned()
}

impl std::fmt::Display for Json {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&text(self).map_err(|_| std::fmt::Error)?)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => to.serialize_unit(),
            Self::Bool(value) => to.serialize_bool(*value),
            Self::Int(value) => to.serialize_i64(*value),
            // Serde has no number of this size: its digits are passed through.
            Self::BigInt(digits) => JsonText(digits.clone()).serialize(to),
            Self::Float(value) => to.serialize_f64(*value),
            Self::Text(text) | Self::InvalidText(text) => to.serialize_str(text),
            Self::Array(items) => to.collect_seq(items),
            Self::Object(object) => {
                to.collect_map(object.members().iter().map(|member| (&member.key, &member.value)))
            }
        }
    }
}

/// The JSON text of a value.
pub fn text(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    serde_json::to_string(value)
}

/// JSON text of ours that is passed on as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonText(pub String);

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone()).map_err(ser::Error::custom)?.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        Self::read(raw.get().as_bytes()).map_err(|flaw| de::Error::custom(flaw.reason))
    }
}

#[cfg(test)]
mod tests;
