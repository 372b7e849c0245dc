//! What a statement answers: rows of owned values, equal for both engines.
//!
//! A row outlives its statement, so a store function can keep it while it asks the next question.
//! This is not a mapper: which column means what is known by the caller alone.

use std::fmt;

use crate::error::Error;

/// A value out of a column. Its `Debug` names only the kind, never what people wrote.
#[derive(Clone, PartialEq)]
pub enum Value {
    /// Nothing is there.
    Null,
    /// A BIGINT, a count, or a truth value as 0 or 1.
    Integer(i64),
    /// A DOUBLE PRECISION.
    Real(f64),
    /// A TEXT.
    Text(String),
    /// A BLOB.
    Blob(Vec<u8>),
}

impl Value {
    fn kind(&self) -> &'static str {
        match self {
            Value::Null => "NULL",
            Value::Integer(_) => "an integer",
            Value::Real(_) => "a real number",
            Value::Text(_) => "text",
            Value::Blob(_) => "bytes",
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())
    }
}

/// One row of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    values: Vec<Value>,
}

impl Row {
    pub(crate) fn new(values: Vec<Value>) -> Row {
        Row { values }
    }

    /// The value of a column, counted from 0. Copies text; see [`Row::take`] and [`Row::text`].
    ///
    /// # Errors
    /// [`Error::Column`] if there is no such column or it holds something else.
    pub fn get<T: FromValue>(&self, index: usize) -> Result<T, Error> {
        let value = self.value::<T>(index)?;
        T::from_value(value).ok_or_else(|| mismatch::<T>(index, value.kind()))
    }

    /// The value of a column, moved out of the row; NULL is left in its place.
    ///
    /// # Errors
    /// [`Error::Column`] if there is no such column or it holds something else.
    pub fn take<T: FromValue>(&mut self, index: usize) -> Result<T, Error> {
        let value = self.values.get_mut(index).ok_or_else(|| mismatch::<T>(index, "nothing"))?;
        let found = value.kind();
        T::from_owned(std::mem::replace(value, Value::Null))
            .ok_or_else(|| mismatch::<T>(index, found))
    }

    /// The text of a column, borrowed: enough to parse a document from it.
    ///
    /// # Errors
    /// [`Error::Column`] if there is no such column or it holds no text.
    pub fn text(&self, index: usize) -> Result<&str, Error> {
        match self.value::<String>(index)? {
            Value::Text(text) => Ok(text),
            other => Err(mismatch::<String>(index, other.kind())),
        }
    }

    /// All values, in the order of the columns.
    pub fn into_values(self) -> Vec<Value> {
        self.values
    }

    /// How many columns the row has.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether the row has no columns at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn value<T: FromValue>(&self, index: usize) -> Result<&Value, Error> {
        self.values.get(index).ok_or_else(|| mismatch::<T>(index, "nothing"))
    }
}

fn mismatch<T: FromValue>(column: usize, found: &'static str) -> Error {
    Error::Column { column, found, wanted: T::WANTED }
}

/// A Rust value that can be read out of a column.
pub trait FromValue: Sized {
    /// What the column should hold, for error texts.
    const WANTED: &'static str;

    /// The value, if it is one of this type.
    fn from_value(value: &Value) -> Option<Self>;

    /// The same without copying, where that is possible.
    fn from_owned(value: Value) -> Option<Self> {
        Self::from_value(&value)
    }
}

macro_rules! integers {
    ($($type:ty: $wanted:literal),*) => {$(
        impl FromValue for $type {
            const WANTED: &'static str = $wanted;

            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    Value::Integer(number) => (*number).try_into().ok(),
                    _ => None,
                }
            }
        }
    )*};
}

integers!(
    i64: "an integer",
    i32: "an integer of 32 bits",
    u32: "an integer of 32 bits that is not negative",
    usize: "an integer that is not negative"
);

impl FromValue for bool {
    const WANTED: &'static str = "0 or 1";

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Integer(0) => Some(false),
            Value::Integer(1) => Some(true),
            _ => None,
        }
    }
}

impl FromValue for f64 {
    const WANTED: &'static str = "a number";

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Real(number) => Some(*number),
            // A literal or a sum without a fraction comes back as an integer.
            Value::Integer(number) => Some(*number as f64),
            _ => None,
        }
    }
}

impl FromValue for String {
    const WANTED: &'static str = "text";

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn from_owned(value: Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl FromValue for Vec<u8> {
    const WANTED: &'static str = "bytes";

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Blob(bytes) => Some(bytes.clone()),
            _ => None,
        }
    }

    fn from_owned(value: Value) -> Option<Self> {
        match value {
            Value::Blob(bytes) => Some(bytes),
            _ => None,
        }
    }
}

impl FromValue for Value {
    const WANTED: &'static str = "anything";

    fn from_value(value: &Value) -> Option<Self> {
        Some(value.clone())
    }

    fn from_owned(value: Value) -> Option<Self> {
        Some(value)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const WANTED: &'static str = T::WANTED;

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }

    fn from_owned(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_owned(value).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_of_another_kind_is_an_error_and_not_a_guess() {
        let row = Row::new(vec![Value::Text("7".into()), Value::Integer(7), Value::Null]);

        let error = row.get::<i64>(0).expect_err("text is no integer");

        assert_eq!(error.to_string(), "column 0 holds text, wanted an integer");
        assert!(row.get::<String>(1).is_err());
        assert!(row.get::<bool>(1).is_err());
        assert!(row.get::<String>(2).is_err());
        assert!(row.get::<i64>(3).is_err());
        assert_eq!(row.get::<Option<i64>>(2).expect("NULL is none"), None);
    }

    #[test]
    fn a_number_too_large_for_its_type_is_an_error() {
        let row = Row::new(vec![Value::Integer(i64::from(i32::MAX) + 1), Value::Integer(-1)]);

        assert!(row.get::<i32>(0).is_err());
        assert!(row.get::<u32>(1).is_err());
        assert_eq!(row.get::<u32>(0).expect("fits"), 2_147_483_648);
    }

    #[test]
    fn taking_a_text_leaves_null_behind() {
        let mut row = Row::new(vec![Value::Text("once".into())]);

        assert_eq!(row.text(0).expect("text"), "once");
        assert_eq!(row.take::<String>(0).expect("text"), "once");
        assert_eq!(row.take::<Option<String>>(0).expect("NULL"), None);
    }
}
