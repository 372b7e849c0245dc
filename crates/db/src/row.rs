//! What a statement answers: rows of owned values, equal for both engines.
//!
//! A row outlives its statement, so a store function can keep it while it asks the next question.
//! This is not a mapper: which column means what is known by the caller alone.

use std::fmt;
use std::sync::Arc;

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

/// The names of a statement's columns, in their order.
pub(crate) type Columns = Arc<[Box<str>]>;

/// One row of an answer. Its columns are read by name, or by position counted from 0. Of columns with
/// the same name any may be read: a statement gives each a name of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    columns: Columns,
    values: Vec<Value>,
    /// Behind the column that was taken last: most readers take columns in the order in which the
    /// statement has them.
    next: usize,
}

impl Row {
    pub(crate) fn new(columns: Columns, values: Vec<Value>) -> Row {
        Row { columns, values, next: 0 }
    }

    /// The value of a column. Copies text; see [`Row::take`] and [`Row::text`].
    ///
    /// # Errors
    /// [`Error::Column`] if there is no such column or it holds something else.
    pub fn get<T: FromValue>(&self, column: impl ColumnIndex) -> Result<T, Error> {
        let value = self.value::<T>(column)?;
        T::from_value(value).ok_or_else(|| self.mismatch::<T>(column, value.kind()))
    }

    /// The value of a column, moved out of the row; NULL is left in its place.
    ///
    /// # Errors
    /// [`Error::Column`] if there is no such column or it holds something else.
    pub fn take<T: FromValue>(&mut self, column: impl ColumnIndex) -> Result<T, Error> {
        let position = if column.is_at(self.next, &self.columns) {
            Some(self.next)
        } else {
            column.position(&self.columns)
        };
        let Some(value) = position.and_then(|position| self.values.get_mut(position)) else {
            return Err(self.mismatch::<T>(column, "nothing"));
        };
        self.next = position.map_or(0, |position| position + 1);
        let found = value.kind();
        T::from_owned(std::mem::replace(value, Value::Null))
            .ok_or_else(|| self.mismatch::<T>(column, found))
    }

    /// The text of a column, borrowed: enough to parse a document from it.
    ///
    /// # Errors
    /// [`Error::Column`] if there is no such column or it holds no text.
    pub fn text(&self, column: impl ColumnIndex) -> Result<&str, Error> {
        match self.value::<String>(column)? {
            Value::Text(text) => Ok(text),
            other => Err(self.mismatch::<String>(column, other.kind())),
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

    fn value<T: FromValue>(&self, column: impl ColumnIndex) -> Result<&Value, Error> {
        let position = column.position(&self.columns);
        position
            .and_then(|position| self.values.get(position))
            .ok_or_else(|| self.mismatch::<T>(column, "nothing"))
    }

    fn mismatch<T: FromValue>(&self, column: impl ColumnIndex, found: &'static str) -> Error {
        Error::Column { column: column.name(&self.columns), found, wanted: T::WANTED }
    }
}

/// What a column is read by: its name or its position.
pub trait ColumnIndex: Copy + sealed::Index {}

impl ColumnIndex for &str {}
impl ColumnIndex for usize {}

mod sealed {
    /// Finds a column among those of a statement.
    pub trait Index {
        fn position(&self, columns: &[Box<str>]) -> Option<usize>;

        /// Whether it is the column at this position.
        fn is_at(&self, position: usize, columns: &[Box<str>]) -> bool;

        /// What errors call it.
        fn name(&self, columns: &[Box<str>]) -> String;
    }

    impl Index for &str {
        fn position(&self, columns: &[Box<str>]) -> Option<usize> {
            columns.iter().position(|name| **name == **self)
        }

        fn is_at(&self, position: usize, columns: &[Box<str>]) -> bool {
            columns.get(position).is_some_and(|name| **name == **self)
        }

        fn name(&self, _: &[Box<str>]) -> String {
            (*self).to_owned()
        }
    }

    impl Index for usize {
        fn position(&self, _: &[Box<str>]) -> Option<usize> {
            Some(*self)
        }

        fn is_at(&self, position: usize, _: &[Box<str>]) -> bool {
            *self == position
        }

        fn name(&self, columns: &[Box<str>]) -> String {
            columns.get(*self).map_or_else(|| self.to_string(), |name| name.to_string())
        }
    }
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

    fn row<const N: usize>(columns: [(&str, Value); N]) -> Row {
        let (names, values): (Vec<Box<str>>, _) =
            columns.into_iter().map(|(name, value)| (name.into(), value)).unzip();
        Row::new(names.into(), values)
    }

    #[test]
    fn a_column_is_read_by_its_name_or_its_position_in_any_order() {
        let mut row = row([
            ("id", Value::Text("a".into())),
            ("n", Value::Integer(1)),
            ("m", Value::Integer(2)),
        ]);

        assert_eq!(row.text("id").expect("text"), "a");
        assert_eq!(row.get::<i64>("n").expect("an integer"), 1);
        assert_eq!(row.get::<i64>(2).expect("an integer"), 2);
        assert_eq!(row.take::<i64>("m").expect("an integer"), 2);
        assert_eq!(row.take::<String>("id").expect("text"), "a");
        assert_eq!(row.take::<i64>("n").expect("an integer"), 1);
        assert_eq!(row.take::<Option<i64>>("n").expect("NULL was left"), None);
        assert_eq!(
            row.get::<i64>("x").expect_err("no such column").to_string(),
            "column x holds nothing, wanted an integer"
        );
    }

    #[test]
    fn a_column_of_another_kind_is_an_error_and_not_a_guess() {
        let row = row([
            ("name", Value::Text("7".into())),
            ("n", Value::Integer(7)),
            ("note", Value::Null),
        ]);

        let error = row.get::<i64>("name").expect_err("text is no integer");

        assert_eq!(error.to_string(), "column name holds text, wanted an integer");
        assert_eq!(
            row.get::<i64>(0).expect_err("text is no integer").to_string(),
            error.to_string()
        );
        assert!(row.get::<String>("n").is_err());
        assert!(row.get::<bool>("n").is_err());
        assert!(row.get::<String>("note").is_err());
        assert!(row.get::<i64>(3).is_err());
        assert_eq!(row.get::<Option<i64>>("note").expect("NULL is none"), None);
    }

    #[test]
    fn a_number_too_large_for_its_type_is_an_error() {
        let row = row([
            ("large", Value::Integer(i64::from(i32::MAX) + 1)),
            ("negative", Value::Integer(-1)),
        ]);

        assert!(row.get::<i32>("large").is_err());
        assert!(row.get::<u32>("negative").is_err());
        assert_eq!(row.get::<u32>("large").expect("fits"), 2_147_483_648);
    }

    #[test]
    fn taking_a_text_leaves_null_behind() {
        let mut row = row([("text", Value::Text("once".into()))]);

        assert_eq!(row.text("text").expect("text"), "once");
        assert_eq!(row.take::<String>("text").expect("text"), "once");
        assert_eq!(row.take::<Option<String>>("text").expect("NULL"), None);
    }
}
