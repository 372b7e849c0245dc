//! The writer of views and of what is kept: any value of serde's as compact JSON, in one text. What
//! is [`Written`](super::Written) already goes in as it is, names of fields are taken to need no
//! escapes, and texts are searched for what needs one many bytes at a time; most have nothing. That
//! is the whole difference to serde_json, whose texts these equal but for the exponents of numbers.

#[cfg(test)]
mod tests;

use std::fmt::{Display, Write as _};

use serde::ser::{self, Serialize};

/// The name under which a text of JSON announces itself to this writer.
pub(super) const WRITTEN: &str = "domain::json::Written";

/// The name of a field that stands for several, see [`Members`](super::Members).
const MEMBERS: &str = "$members";

/// Why a value cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unwritable(String);

impl ser::Error for Unwritable {
    fn custom<T: Display>(reason: T) -> Self {
        Self(reason.to_string())
    }
}

type Outcome<T = ()> = Result<T, Unwritable>;

/// Appends `value` to `text`; what was appended when it fails is of no use.
///
/// # Errors
/// When a map has a key that is neither text nor whole number, or the value says that it cannot be written.
pub(super) fn append(value: &(impl Serialize + ?Sized), text: &mut String) -> Outcome {
    value.serialize(Writer { text, place: Place::Value })
}

/// What is written next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Value,
    /// The name of a member.
    Key,
    /// A text that is JSON already.
    Verbatim,
}

struct Writer<'t> {
    text: &'t mut String,
    place: Place,
}

impl<'t> Writer<'t> {
    /// The text, for whatever has no place but as a value.
    fn for_value(self) -> Outcome<&'t mut String> {
        match self.place {
            Place::Value => Ok(self.text),
            Place::Key => {
                Err(ser::Error::custom("the name of a member must be a text or a whole number"))
            }
            Place::Verbatim => Err(ser::Error::custom("only a text is written already")),
        }
    }

    fn word(self, word: &str) -> Outcome {
        self.for_value()?.push_str(word);
        Ok(())
    }

    /// A whole number; as the name of a member it is a text.
    fn number(self, number: impl itoa::Integer) -> Outcome {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(number);
        if self.place == Place::Key {
            quoted(digits, self.text);
            return Ok(());
        }
        self.word(digits)
    }

    fn opened(self, begin: &str, end: &'static str) -> Outcome<Items<'t>> {
        let text = self.for_value()?;
        text.push_str(begin);
        Ok(Items { text, is_first: true, end })
    }

    /// `{"variant":` and the beginning of what is in it.
    fn variant(self, name: &'static str, begin: &str, end: &'static str) -> Outcome<Items<'t>> {
        let text = self.for_value()?;
        text.push_str("{\"");
        text.push_str(name);
        text.push_str("\":");
        text.push_str(begin);
        Ok(Items { text, is_first: true, end })
    }
}

/// A text in quotes, with the escapes it needs.
fn quoted(string: &str, text: &mut String) {
    text.push('"');
    if is_plain(string.as_bytes()) {
        text.push_str(string);
    } else {
        escaped(string, text);
    }
    text.push('"');
}

/// Bytes that are looked at together: the compiler makes one step of them.
const TOGETHER: usize = 16;

/// Whether a text needs no escapes. Its last bytes are looked at twice where they are no whole
/// piece, because one by one they would take longer.
fn is_plain(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk::<TOGETHER>() else {
        return !bytes.iter().any(|byte| special(*byte));
    };
    let (pieces, _) = bytes.as_chunks::<TOGETHER>();
    pieces.iter().chain([last]).all(is_plain_piece)
}

fn is_plain_piece(piece: &[u8; TOGETHER]) -> bool {
    !piece.iter().fold(false, |found, byte| found | special(*byte))
}

fn special(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

fn escaped(string: &str, text: &mut String) {
    let mut rest = string;
    while let Some(at) = rest.bytes().position(special) {
        text.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            0x08 => text.push_str("\\b"),
            0x0c => text.push_str("\\f"),
            control => {
                let _ = write!(text, "\\u{control:04x}");
            }
        }
        rest = &rest[at + 1..];
    }
    text.push_str(rest);
}

/// Up to this size every whole number is a double of its own.
const WHOLE_MAX: f64 = 9e15;

/// The shortest text that reads back as the same double.
fn double(number: f64, text: &mut String) {
    let is_whole = number.fract() == 0.0 && number.abs() < WHOLE_MAX;
    if is_whole && (number != 0.0 || number.is_sign_positive()) {
        text.push_str(itoa::Buffer::new().format(number as i64));
        text.push_str(".0");
    } else {
        let _ = write!(text, "{number:?}");
    }
}

impl<'t> ser::Serializer for Writer<'t> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Items<'t>;
    type SerializeTuple = Items<'t>;
    type SerializeTupleStruct = Items<'t>;
    type SerializeTupleVariant = Items<'t>;
    type SerializeMap = Items<'t>;
    type SerializeStruct = Items<'t>;
    type SerializeStructVariant = Items<'t>;

    /// A text that is written already asks this before it gives itself up as it is.
    fn is_human_readable(&self) -> bool {
        self.place != Place::Verbatim
    }

    fn serialize_bool(self, value: bool) -> Outcome {
        self.word(if value { "true" } else { "false" })
    }

    fn serialize_i8(self, value: i8) -> Outcome {
        self.number(value)
    }

    fn serialize_i16(self, value: i16) -> Outcome {
        self.number(value)
    }

    fn serialize_i32(self, value: i32) -> Outcome {
        self.number(value)
    }

    fn serialize_i64(self, value: i64) -> Outcome {
        self.number(value)
    }

    fn serialize_i128(self, value: i128) -> Outcome {
        self.number(value)
    }

    fn serialize_u8(self, value: u8) -> Outcome {
        self.number(value)
    }

    fn serialize_u16(self, value: u16) -> Outcome {
        self.number(value)
    }

    fn serialize_u32(self, value: u32) -> Outcome {
        self.number(value)
    }

    fn serialize_u64(self, value: u64) -> Outcome {
        self.number(value)
    }

    fn serialize_u128(self, value: u128) -> Outcome {
        self.number(value)
    }

    fn serialize_f32(self, value: f32) -> Outcome {
        if !value.is_finite() {
            return self.word("null");
        }
        // Made a double it would show digits it never had.
        let text = self.for_value()?;
        let _ = write!(text, "{value:?}");
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Outcome {
        if !value.is_finite() {
            return self.word("null");
        }
        double(value, self.for_value()?);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Outcome {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Outcome {
        match self.place {
            Place::Verbatim => self.text.push_str(value),
            Place::Value | Place::Key => quoted(value, self.text),
        }
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Outcome {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Outcome {
        self.word("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Outcome {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Outcome {
        self.word("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Outcome {
        self.word("null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Outcome {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Outcome {
        if name == WRITTEN {
            return value.serialize(Writer { text: self.for_value()?, place: Place::Verbatim });
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Outcome {
        let items = self.variant(variant, "", "}")?;
        append(value, items.text)?;
        items.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Outcome<Items<'t>> {
        self.opened("[", "]")
    }

    fn serialize_tuple(self, _: usize) -> Outcome<Items<'t>> {
        self.opened("[", "]")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Outcome<Items<'t>> {
        self.opened("[", "]")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Outcome<Items<'t>> {
        self.variant(variant, "[", "]}")
    }

    fn serialize_map(self, _: Option<usize>) -> Outcome<Items<'t>> {
        self.opened("{", "}")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Outcome<Items<'t>> {
        if name.starts_with('$') {
            // Such a name is a word between a library and its own serializer.
            return Err(ser::Error::custom(format!("{name} means nothing to this writer")));
        }
        self.opened("{", "}")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Outcome<Items<'t>> {
        self.variant(variant, "{", "}}")
    }
}

/// The items of an array or the members of an object.
struct Items<'t> {
    text: &'t mut String,
    is_first: bool,
    end: &'static str,
}

impl Items<'_> {
    fn separate(&mut self) {
        if !self.is_first {
            self.text.push(',');
        }
        self.is_first = false;
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome {
        self.separate();
        append(value, self.text)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Outcome {
        if name == MEMBERS {
            return self.item(value);
        }
        debug_assert!(is_plain(name.as_bytes()), "{name} would need an escape");
        self.text.push_str(if self.is_first { "\"" } else { ",\"" });
        self.is_first = false;
        self.text.push_str(name);
        self.text.push_str("\":");
        append(value, self.text)
    }

    fn close(self) -> Outcome {
        self.text.push_str(self.end);
        Ok(())
    }
}

/// Arrays and their kin, all of which have items.
macro_rules! of_items {
    ($($kind:ident: $add:ident),*) => {$(
        impl ser::$kind for Items<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome {
                self.item(value)
            }

            fn end(self) -> Outcome {
                self.close()
            }
        }
    )*};
}

of_items!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

/// Structs and their kin, all of which have fields.
macro_rules! of_fields {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Items<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Outcome {
                self.field(name, value)
            }

            fn end(self) -> Outcome {
                self.close()
            }
        }
    )*};
}

of_fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Outcome {
        self.separate();
        key.serialize(Writer { text: self.text, place: Place::Key })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome {
        self.text.push(':');
        append(value, self.text)
    }

    fn end(self) -> Outcome {
        self.close()
    }
}
