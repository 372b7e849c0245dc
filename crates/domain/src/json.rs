//! Our reader and writer of JSON: the key order is kept and the last duplicate wins, a byte order
//! mark is passed over, lone surrogates and U+0000 are seen rather than refused with the whole
//! document, integers beyond 64 bits keep their digits, nesting ends at [`DEPTH_MAX`] and the
//! number of values at [`VALUES_MAX`]. Error texts follow Python's decoder, whose answers the
//! contract's clients know. Views and what is kept are serde's to describe and ours to write
//! ([`text`]); this is no general JSON library.

mod read;
mod text;
mod write;

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

pub use text::Unwritable;

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
    Broken(String),
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
    pub key_is_broken: bool,
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
    /// Keys are taken as they come; equal ones are the caller's mistake.
    fn from_iter<I: IntoIterator<Item = (String, Json)>>(members: I) -> Self {
        let member = |(key, value)| Member { key, key_is_broken: false, value };
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
    pub fn can_be_kept(&self) -> bool {
        match self {
            Self::Broken(_) => false,
            Self::Array(items) => items.iter().all(Self::can_be_kept),
            Self::Object(object) => object
                .members()
                .iter()
                .all(|member| !member.key_is_broken && member.value.can_be_kept()),
            _ => true,
        }
    }

    /// This value as it is echoed in an error: cut where it would be longer than `bytes_max`.
    pub fn echo(&self, bytes_max: usize) -> Self {
        let mut text = String::new();
        match (write::bounded(self, &mut text, bytes_max), self) {
            (true, _) => self.clone(),
            (false, Self::Text(whole) | Self::Broken(whole)) => {
                Self::Text(cut(whole, bytes_max) + "…")
            }
            (false, _) => Self::Text(cut(&text, bytes_max) + "…"),
        }
    }
}

/// The longest start of `text` within `bytes_max` bytes that ends between two characters.
fn cut(text: &str, bytes_max: usize) -> String {
    text[..text.floor_char_boundary(bytes_max)].to_owned()
}

impl std::fmt::Display for Json {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        write::bounded(self, &mut text, usize::MAX);
        to.write_str(&text)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => to.serialize_unit(),
            Self::Bool(value) => to.serialize_bool(*value),
            Self::Int(value) => to.serialize_i64(*value),
            Self::Float(value) => to.serialize_f64(*value),
            Self::Text(text) | Self::Broken(text) => to.serialize_str(text),
            // Serde has no word for these: written by us, passed through as they are.
            Self::BigInt(_) | Self::Array(_) | Self::Object(_) => {
                Written(self.to_string()).serialize(to)
            }
        }
    }
}

/// The most texts fit into so many bytes, so that writing one need not make it grow.
const USUAL_BYTES: usize = 2_048;

/// The JSON text of a value.
///
/// # Errors
/// When it cannot be written: a map has a key that is no text, say.
pub fn text(value: &(impl Serialize + ?Sized)) -> Result<String, Unwritable> {
    text_of_about(value, USUAL_BYTES)
}

/// As [`text`], for a value that is known to take about so many bytes: a long text that has to grow
/// is copied again and again.
///
/// # Errors
/// As [`text`].
pub fn text_of_about(
    value: &(impl Serialize + ?Sized),
    bytes: usize,
) -> Result<String, Unwritable> {
    let mut written = String::with_capacity(bytes);
    text::append(value, &mut written)?;
    Ok(written)
}

/// JSON text of ours that is passed on as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written(pub String);

impl Written {
    /// A list of texts.
    pub fn of_texts(texts: &[String]) -> Self {
        Self(text(texts).expect("texts can be written"))
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct(text::WRITTEN, &Verbatim(&self.0))
    }
}

/// Members of an object that are written already, without the braces around them; at least one.
/// They go where a struct has them as a field that is renamed to `$members`. Only [`text`] takes
/// them; any other writer fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Members<'a>(pub Cow<'a, str>);

impl Members<'_> {
    /// The text of a struct's members.
    ///
    /// # Errors
    /// As [`text`].
    pub fn of(value: &impl Serialize) -> Result<String, Unwritable> {
        let mut written = text(value)?;
        written.pop();
        written.remove(0);
        Ok(written)
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct(text::WRITTEN, &Verbatim(&self.0))
    }
}

/// What [`Written`] gives to a writer: ours takes the text, and says so by not being human; any
/// other one has to be told in serde_json's way that this is no string.
struct Verbatim<'a>(&'a str);

impl Serialize for Verbatim<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if !to.is_human_readable() {
            return to.serialize_str(self.0);
        }
        serde_json::value::RawValue::from_string(self.0.to_owned())
            .map_err(ser::Error::custom)?
            .serialize(to)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<serde_json::value::RawValue>::deserialize(from)?;
        Self::read(raw.get().as_bytes()).map_err(|flaw| de::Error::custom(flaw.reason))
    }
}

#[cfg(test)]
mod tests;
