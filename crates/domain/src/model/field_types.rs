//! What each type accepts, and the error when it does not: pydantic's default mode. Strings,
//! arrays and objects are strict; numbers and booleans are also taken from the usual texts.

use serde_json::{Value, json};

use super::{Bounds, FieldReader, FieldType, Schemas};
use crate::{field_error::PathSegment, json::Json, patch::Patch, phrases::counted};

/// An object with any keys and values of one type, in the order they came.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedMap<T>(pub Vec<(String, T)>);

impl<T> Default for OrderedMap<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// An open vocabulary: any non-empty text of up to 64 characters is taken, some are suggested.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OpenEnum(pub String);

/// The longest word of an open vocabulary, in characters.
const OPEN_ENUM_LENGTH_MAX: usize = 64;

pub(super) fn invalid_text<T>(value: &Json, reader: &mut FieldReader) -> Option<T> {
    let msg = "Input should be a valid string, unable to parse raw data as a unicode string";
    reader.note("string_unicode", msg, value, None)
}

impl FieldType for String {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let text = match value {
            Json::Text(text) => text,
            Json::InvalidText(_) => return invalid_text(value, reader),
            _ => return reader.note("string_type", "Input should be a valid string", value, None),
        };
        if bounds.min_length.is_some() || bounds.max_length.is_some() {
            let length = text.chars().count();
            if let Some(least) = bounds.min_length.filter(|least| length < *least) {
                return reader.note_with(
                    "string_too_short",
                    format!("String should have at least {}", counted(least, "character")),
                    value,
                    ("min_length", count(least)),
                );
            }
            if let Some(most) = bounds.max_length.filter(|most| length > *most) {
                return reader.note_with(
                    "string_too_long",
                    format!("String should have at most {}", counted(most, "character")),
                    value,
                    ("max_length", count(most)),
                );
            }
        }
        Some(text.clone())
    }

    fn schema(bounds: &Bounds, _: &mut Schemas) -> Value {
        bounds.add_to_schema(json!({ "type": "string" }), ("minLength", "maxLength"))
    }
}

fn count(number: usize) -> Json {
    Json::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

impl FieldType for OpenEnum {
    fn read(value: &Json, _: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let bounds =
            Bounds { min_length: Some(1), max_length: Some(OPEN_ENUM_LENGTH_MAX), ..Bounds::NONE };
        String::read(value, &bounds, reader).map(Self)
    }

    fn schema(_: &Bounds, _: &mut Schemas) -> Value {
        json!({ "type": "string", "minLength": 1, "maxLength": OPEN_ENUM_LENGTH_MAX })
    }
}

impl FieldType for i64 {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let number = match value {
            Json::Int(number) => *number,
            Json::Bool(flag) => Self::from(*flag),
            Json::BigInt(_) => return oversized(value, reader),
            Json::Float(number) if number.fract() != 0.0 => {
                let msg = "Input should be a valid integer, got a number with a fractional part";
                return reader.note("int_from_float", msg, value, None);
            }
            Json::Float(number) => match exact_integer(*number) {
                Some(number) => number,
                None => return oversized(value, reader),
            },
            Json::Text(text) => match integer_of_text(text) {
                Ok(number) => number,
                Err(TextFlaw::TooLarge) => return oversized(value, reader),
                Err(TextFlaw::NotANumber) => {
                    let msg =
                        "Input should be a valid integer, unable to parse string as an integer";
                    return reader.note("int_parsing", msg, value, None);
                }
            },
            _ => return reader.note("int_type", "Input should be a valid integer", value, None),
        };
        // Bounds of integers are whole and far below 2^53: nothing is lost on the way.
        within(number as f64, bounds, value, reader, |bound| Json::Int(bound as Self))?;
        Some(number)
    }

    fn schema(bounds: &Bounds, _: &mut Schemas) -> Value {
        bounds.add_to_schema(json!({ "type": "integer", "format": "int64" }), ("", ""))
    }
}

fn oversized<T>(value: &Json, reader: &mut FieldReader) -> Option<T> {
    let msg = "Unable to parse input string as an integer, exceeded maximum size";
    reader.note("int_parsing_size", msg, value, None)
}

/// The integer a whole double stands for, when 64 bits hold it.
fn exact_integer(number: f64) -> Option<i64> {
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    (-BEYOND..BEYOND).contains(&number).then_some(number as i64)
}

enum TextFlaw {
    NotANumber,
    TooLarge,
}

/// An integer as pydantic reads it from text: space around it, a sign, single underscores between
/// digits and a fraction of zeros are taken.
fn integer_of_text(text: &str) -> Result<i64, TextFlaw> {
    let text = text.trim();
    let whole = match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => {
            whole
        }
        Some(_) => return Err(TextFlaw::NotANumber),
        None => text,
    };
    let plain = without_underscores(whole).ok_or(TextFlaw::NotANumber)?;
    let digits = plain.strip_prefix(['+', '-']).unwrap_or(&plain);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(TextFlaw::NotANumber);
    }
    plain.parse().map_err(|_| TextFlaw::TooLarge)
}

/// The text without underscores, which may only stand singly between two digits.
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let misplaced = bytes
        .iter()
        .enumerate()
        .any(|(at, byte)| *byte == b'_' && !(digit(at.checked_sub(1)) && digit(Some(at + 1))));
    (!misplaced).then(|| text.replace('_', ""))
}

impl FieldType for f64 {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let number = match value {
            Json::Float(number) => *number,
            Json::Int(number) => *number as Self,
            Json::Bool(flag) => Self::from(u8::from(*flag)),
            Json::BigInt(digits) => digits.parse().unwrap_or(Self::INFINITY),
            Json::Text(text) => {
                let plain = without_underscores(text.trim());
                match plain.and_then(|plain| plain.parse::<Self>().ok()) {
                    Some(number) => number,
                    None => {
                        let msg =
                            "Input should be a valid number, unable to parse string as a number";
                        return reader.note("float_parsing", msg, value, None);
                    }
                }
            }
            _ => return reader.note("float_type", "Input should be a valid number", value, None),
        };
        if !number.is_finite() {
            return reader.note("finite_number", "Input should be a finite number", value, None);
        }
        within(number, bounds, value, reader, Json::Float)?;
        Some(number)
    }

    fn schema(bounds: &Bounds, _: &mut Schemas) -> Value {
        bounds.add_to_schema(json!({ "type": "number" }), ("", ""))
    }
}

/// Whether the number keeps its bounds, which are shown as `to_json` writes them.
fn within(
    number: f64,
    bounds: &Bounds,
    value: &Json,
    reader: &mut FieldReader,
    to_json: fn(f64) -> Json,
) -> Option<()> {
    if let Some(ge) = bounds.ge.filter(|ge| number < *ge) {
        let msg = format!("Input should be greater than or equal to {ge}");
        return reader.note_with("greater_than_equal", msg, value, ("ge", to_json(ge)));
    }
    if let Some(le) = bounds.le.filter(|le| number > *le) {
        let msg = format!("Input should be less than or equal to {le}");
        return reader.note_with("less_than_equal", msg, value, ("le", to_json(le)));
    }
    Some(())
}

impl FieldType for bool {
    fn read(value: &Json, _: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let unclear = "Input should be a valid boolean, unable to interpret input";
        let flag = match value {
            Json::Bool(flag) => Some(*flag),
            Json::Int(number) => of_number(*number as f64),
            Json::Float(number) if number.fract() == 0.0 && is_within_64_bits(*number) => {
                of_number(*number)
            }
            Json::Text(text) => match text.to_ascii_lowercase().as_str() {
                "0" | "off" | "f" | "false" | "n" | "no" => Some(false),
                "1" | "on" | "t" | "true" | "y" | "yes" => Some(true),
                _ => None,
            },
            _ => return reader.note("bool_type", "Input should be a valid boolean", value, None),
        };
        flag.or_else(|| reader.note("bool_parsing", unclear, value, None))
    }

    fn schema(_: &Bounds, _: &mut Schemas) -> Value {
        json!({ "type": "boolean" })
    }
}

/// Whether pydantic asks what a whole double means as an integer; the least that 64 bits hold is none
/// that it asks for.
fn is_within_64_bits(number: f64) -> bool {
    number.abs() < -(i64::MIN as f64)
}

fn of_number(number: f64) -> Option<bool> {
    if number == 0.0 {
        Some(false)
    } else if number == 1.0 {
        Some(true)
    } else {
        None
    }
}

impl<T: FieldType> FieldType for Vec<T> {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let Json::Array(items) = value else {
            return reader.note("list_type", "Input should be a valid list", value, None);
        };
        if let Some(most) = bounds.max_length.filter(|most| items.len() > *most) {
            return too_long("List", (most, items.len()), value, reader);
        }
        let each = bounds.of_items();
        let mut all = Some(Self::new());
        for (at, item) in items.iter().enumerate() {
            if reader.is_full() {
                return None;
            }
            let item = reader.at(PathSegment::Index(at), |reader| T::read(item, &each, reader));
            match (&mut all, item) {
                (Some(all), Some(item)) => all.push(item),
                _ => all = None,
            }
        }
        all
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> Value {
        let schema = json!({ "type": "array", "items": T::schema(&bounds.of_items(), schemas) });
        bounds.add_to_schema(schema, ("minItems", "maxItems"))
    }
}

/// A list or a dictionary, as `kind` says, has more items than it may.
fn too_long<T>(
    kind: &str,
    (most, length): (usize, usize),
    value: &Json,
    reader: &mut FieldReader,
) -> Option<T> {
    let items = if most == 1 { "item" } else { "items" };
    let msg = format!("{kind} should have at most {most} {items} after validation, not {length}");
    let members = [
        ("field_type", Json::Text(kind.to_owned())),
        ("max_length", count(most)),
        ("actual_length", count(length)),
    ];
    let ctx = members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    reader.note("too_long", msg, value, Some(Json::Object(ctx)))
}

impl<T: FieldType> FieldType for OrderedMap<T> {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        let object = reader.object(value, true)?;
        let members = object.members();
        if let Some(most) = bounds.max_length.filter(|most| members.len() > *most) {
            return too_long("Dictionary", (most, members.len()), value, reader);
        }
        reader.members(members.iter(), &Bounds::NONE)
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> Value {
        let values = T::schema(&Bounds::NONE, schemas);
        let schema = json!({ "type": "object", "additionalProperties": values });
        bounds.add_to_schema(schema, ("minProperties", "maxProperties"))
    }
}

/// Any value, as long as a store can keep all of its text.
impl FieldType for Json {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        match value {
            Self::InvalidText(_) => return invalid_text(value, reader),
            Self::Array(_) => drop(Vec::<Self>::read(value, bounds, reader)?),
            Self::Object(_) => drop(OrderedMap::<Self>::read(value, bounds, reader)?),
            _ => {}
        }
        Some(value.clone())
    }

    fn schema(_: &Bounds, _: &mut Schemas) -> Value {
        json!({})
    }
}

impl<T: FieldType> FieldType for Option<T> {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        match value {
            Json::Null => Some(None),
            value => T::read(value, bounds, reader).map(Some),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> Value {
        json!({ "anyOf": [T::schema(bounds, schemas), { "type": "null" }] })
    }
}

impl<T: FieldType> FieldType for Patch<T> {
    fn read(value: &Json, bounds: &Bounds, reader: &mut FieldReader) -> Option<Self> {
        match value {
            Json::Null => Some(Self::Clear),
            value => T::read(value, bounds, reader).map(Self::Set),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::Keep)
    }

    fn schema(bounds: &Bounds, schemas: &mut Schemas) -> Value {
        Option::<T>::schema(bounds, schemas)
    }
}

impl<T: serde::Serialize> serde::Serialize for OrderedMap<T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for OrderedMap<T> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members<T>(std::marker::PhantomData<T>);

        impl<'de, T: serde::Deserialize<'de>> serde::de::Visitor<'de> for Members<T> {
            type Value = OrderedMap<T>;

            fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut members: A,
            ) -> Result<Self::Value, A::Error> {
                let mut map = Vec::new();
                while let Some(member) = members.next_entry()? {
                    map.push(member);
                }
                Ok(OrderedMap(map))
            }
        }

        from.deserialize_map(Members(std::marker::PhantomData))
    }
}
