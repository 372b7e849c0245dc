//! Reads and writes the columns of rows: times, words of closed vocabularies, JSON, cursors.

use db::{FromValue, Row};
use domain::{Error, Result, Time};
use serde::{Serialize, de::DeserializeOwned};

use crate::Doing as _;

/// Reads the columns of a row by their names. Texts are moved out of the row, so a column is read
/// once.
pub(crate) trait ReadColumns {
    /// A plain value.
    fn value<T: FromValue>(&mut self, name: &'static str) -> Result<T>;

    /// A time, stored in milliseconds.
    fn time(&mut self, name: &'static str) -> Result<Time> {
        self.value(name).map(Time::from_millis)
    }

    /// A time, or NULL.
    fn time_or_none(&mut self, name: &'static str) -> Result<Option<Time>> {
        self.value::<Option<i64>>(name).map(|millis| millis.map(Time::from_millis))
    }

    /// A word of a closed vocabulary, stored as itself.
    fn word<T>(&mut self, name: &'static str, parse: fn(&str) -> Option<T>) -> Result<T> {
        let word: String = self.value(name)?;
        parse(&word).ok_or_else(|| unreadable(name, format!("the unknown word {word}")))
    }

    /// A value stored as JSON text.
    fn json<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T> {
        let text: String = self.value(name)?;
        serde_json::from_str(&text).map_err(|flaw| unreadable(name, flaw.to_string()))
    }

    /// A value stored as JSON text, or NULL.
    fn json_or_none<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>> {
        let text: Option<String> = self.value(name)?;
        text.map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|flaw| unreadable(name, flaw.to_string()))
    }
}

impl ReadColumns for Row {
    fn value<T: FromValue>(&mut self, name: &'static str) -> Result<T> {
        self.take(name).doing("reading a column")
    }
}

fn unreadable(name: &str, found: String) -> Error {
    Error::internal("reading a column", format!("{name} holds {found}"))
}

/// The JSON text of a value.
pub(crate) fn text(value: &(impl Serialize + ?Sized)) -> Result<String> {
    domain::json::text(value).map_err(|flaw| Error::internal("writing a column", flaw))
}

/// The key and id that lie beyond every row of a list in descending order.
pub(crate) fn before_cursor(cursor: Option<&domain::page::Cursor>) -> (i64, String) {
    cursor
        .map_or_else(|| (i64::MAX, char::MAX.to_string()), |cursor| (cursor.key, cursor.id.clone()))
}

/// The key and id that lie before every row of a list in ascending order.
pub(crate) fn after_cursor(cursor: Option<&domain::page::Cursor>) -> (i64, String) {
    cursor.map_or_else(|| (i64::MIN, String::new()), |cursor| (cursor.key, cursor.id.clone()))
}

/// The text that a filter asks for. An empty one asks for anything, as none does.
pub(crate) fn wanted(filter: Option<&String>) -> Option<&str> {
    filter.map(String::as_str).filter(|text| !text.is_empty())
}

/// What `read` reads of each row.
pub(crate) fn read_all<T>(rows: Vec<Row>, read: fn(&mut Row) -> Result<T>) -> Result<Vec<T>> {
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// The column `total` of a filtered list, counted up to one more than its bound.
pub(crate) fn read_total(row: Option<Row>) -> Result<Option<i64>> {
    row.map_or(Ok(None), |mut row| row.value("total").map(bounded_total))
}

/// A number of rows as the databases store it.
pub(crate) fn count(number: impl TryInto<i64>) -> i64 {
    // Nothing has 2^63 of anything.
    number.try_into().unwrap_or(i64::MAX)
}

/// The pattern of LIKE that any text with `part` in it fits, with `\` as the escape.
pub(crate) fn containing(part: &str) -> String {
    format!("%{}", beginning(part))
}

/// The pattern of LIKE, with `\` as its escape, for texts that begin with `part`.
pub(crate) fn beginning(part: &str) -> String {
    let mut pattern = String::with_capacity(part.len() + 1);
    for letter in part.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// The total of a filtered list: exact up to its bound, unknown beyond.
pub(crate) fn bounded_total(counted: i64) -> Option<i64> {
    (counted <= domain::page::TOTAL_EXACT_MAX).then_some(counted)
}
