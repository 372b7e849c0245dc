//! An answer of many rows in one piece of memory: what a list shows is borrowed from it, where a
//! [`Row`](crate::Row) would have a text of its own in each column. Texts and numbers only; for
//! bytes there are rows.

use crate::error::{Error, Fault, FaultKind};
use crate::row::Value;

/// All rows of an answer. Its `Debug` says how many there are, never what people wrote.
#[derive(Default)]
pub struct Sheet {
    columns: usize,
    cells: Vec<Cell>,
    /// All texts, one behind the other.
    texts: String,
}

#[derive(Clone, Copy)]
enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    /// Where it begins and ends.
    Text(usize, usize),
}

impl Cell {
    fn kind(self) -> &'static str {
        match self {
            Cell::Null => "NULL",
            Cell::Integer(_) => "an integer",
            Cell::Real(_) => "a real number",
            Cell::Text(..) => "text",
        }
    }
}

impl std::fmt::Debug for Sheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a sheet of {} lines", self.len())
    }
}

/// One row of a [`Sheet`].
#[derive(Clone, Copy)]
pub struct Line<'s> {
    cells: &'s [Cell],
    texts: &'s str,
}

/// Rows that most sheets have room for from the beginning, and bytes of text in each: one that
/// grows copies what it holds.
const USUAL_LINES: usize = 128;
const USUAL_LINE_BYTES: usize = 512;

/// A sheet that is being filled. Its texts are checked all at once when it is full: that costs a
/// fraction of checking one short text after the other.
pub(crate) struct Draft {
    columns: usize,
    cells: Vec<Cell>,
    bytes: Vec<u8>,
}

impl Draft {
    pub(crate) fn new(columns: usize) -> Draft {
        Draft {
            columns,
            cells: Vec::with_capacity(USUAL_LINES * columns),
            bytes: Vec::with_capacity(USUAL_LINES * USUAL_LINE_BYTES),
        }
    }

    pub(crate) fn push_null(&mut self) {
        self.cells.push(Cell::Null);
    }

    pub(crate) fn push_integer(&mut self, number: i64) {
        self.cells.push(Cell::Integer(number));
    }

    pub(crate) fn push_real(&mut self, number: f64) {
        self.cells.push(Cell::Real(number));
    }

    /// Adds a text, which has to be UTF-8.
    pub(crate) fn push_text(&mut self, text: &[u8]) {
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(text);
        self.cells.push(Cell::Text(begin, self.bytes.len()));
    }

    /// Adds the next value of the row that is being read.
    pub(crate) fn push(&mut self, value: &Value) -> Result<(), Error> {
        match value {
            Value::Null => self.push_null(),
            Value::Integer(number) => self.push_integer(*number),
            Value::Real(number) => self.push_real(*number),
            Value::Text(text) => self.push_text(text.as_bytes()),
            Value::Blob(_) => return Err(self.no_bytes()),
        }
        Ok(())
    }

    /// What a column of bytes is answered with.
    pub(crate) fn no_bytes(&self) -> Error {
        let column = self.cells.len() % self.columns.max(1);
        Error::Column { column: column.to_string(), found: "bytes", wanted: "text or a number" }
    }

    /// The sheet, if all its texts are UTF-8.
    pub(crate) fn finish(self) -> Result<Sheet, Fault> {
        let Draft { columns, cells, bytes } = self;
        // One broken text behind the other could make a whole one.
        let begins = |texts: &str, cell: &Cell| match cell {
            Cell::Text(begin, _) => texts.is_char_boundary(*begin),
            _ => true,
        };
        let bytes = match String::from_utf8(bytes) {
            Ok(texts) if cells.iter().all(|cell| begins(&texts, cell)) => {
                return Ok(Sheet { columns, cells, texts });
            }
            Ok(texts) => texts.into_bytes(),
            Err(broken) => broken.into_bytes(),
        };
        let is_broken = |cell: &Cell| match cell {
            Cell::Text(begin, end) => std::str::from_utf8(&bytes[*begin..*end]).is_err(),
            _ => false,
        };
        let at = cells.iter().position(is_broken).unwrap_or(0);
        Err(no_utf8(&(at % columns.max(1)).to_string()))
    }
}

/// What a text is answered with that is not UTF-8: whatever we write is.
pub(crate) fn no_utf8(column: &str) -> Fault {
    let text = format!("column {column} holds text that is not UTF-8");
    Fault { kind: FaultKind::Damaged, text }
}

impl Sheet {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// Whether there are no rows at all.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The rows, in their order.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = Line<'_>> {
        let texts = self.texts.as_str();
        self.cells.chunks_exact(self.columns.max(1)).map(move |cells| Line { cells, texts })
    }
}

impl<'s> Line<'s> {
    /// The text of a column, counted from 0.
    ///
    /// # Errors
    /// [`Error::Column`] if there is no such column or it holds something else.
    pub fn text(self, index: usize) -> Result<&'s str, Error> {
        self.text_or_null(index)?.ok_or_else(|| mismatch(index, "NULL", "text"))
    }

    /// The text of a column, which may be missing.
    pub fn text_or_null(self, index: usize) -> Result<Option<&'s str>, Error> {
        match self.cells.get(index) {
            Some(Cell::Text(begin, end)) => Ok(Some(&self.texts[*begin..*end])),
            Some(Cell::Null) => Ok(None),
            other => Err(mismatch(index, found(other), "text")),
        }
    }

    /// The whole number in a column, counted from 0.
    pub fn integer(self, index: usize) -> Result<i64, Error> {
        match self.cells.get(index) {
            Some(Cell::Integer(number)) => Ok(*number),
            other => Err(mismatch(index, found(other), "an integer")),
        }
    }

    /// The number in a column, counted from 0.
    pub fn real(self, index: usize) -> Result<f64, Error> {
        match self.cells.get(index) {
            Some(Cell::Real(number)) => Ok(*number),
            // A literal or a sum without a fraction comes back as an integer.
            Some(Cell::Integer(number)) => Ok(*number as f64),
            other => Err(mismatch(index, found(other), "a number")),
        }
    }
}

fn found(cell: Option<&Cell>) -> &'static str {
    cell.map_or("nothing", |cell| cell.kind())
}

fn mismatch(column: usize, found: &'static str, wanted: &'static str) -> Error {
    Error::Column { column: column.to_string(), found, wanted }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        let mut draft = Draft::new(2);
        for value in [
            Value::Text("é".into()),
            Value::Integer(1),
            Value::Text(String::new()),
            Value::Real(0.5),
            Value::Null,
            Value::Integer(3),
        ] {
            draft.push(&value).expect("no bytes");
        }
        draft
    }

    fn sheet() -> Sheet {
        draft().finish().expect("sound texts")
    }

    #[test]
    fn lines_are_read_in_their_order() {
        let sheet = sheet();

        let texts: Vec<_> = sheet.lines().map(|line| line.text_or_null(0).expect("text")).collect();
        let numbers: Vec<_> = sheet.lines().map(|line| line.real(1).expect("a number")).collect();

        assert_eq!(texts, [Some("é"), Some(""), None]);
        assert_eq!(numbers, [1.0, 0.5, 3.0]);
        assert_eq!((sheet.len(), sheet.is_empty()), (3, false));
        assert_eq!((Sheet::default().len(), Sheet::default().lines().len()), (0, 0));
    }

    #[test]
    fn a_column_of_another_kind_is_an_error_and_not_a_guess() {
        let sheet = sheet();
        let lines: Vec<_> = sheet.lines().collect();

        assert_eq!(
            lines[2].text(0).expect_err("NULL").to_string(),
            "column 0 holds NULL, wanted text"
        );
        assert!(lines[0].integer(0).is_err());
        assert!(lines[0].real(0).is_err());
        assert!(lines[1].integer(1).is_err());
        assert!(lines[0].text(1).is_err());
        assert!(lines[0].text(2).is_err());
    }

    #[test]
    fn bytes_are_refused_with_their_column() {
        let mut draft = draft();
        draft.push_null();

        let error = draft.push(&Value::Blob(vec![1])).expect_err("bytes");

        assert_eq!(error.to_string(), "column 1 holds bytes, wanted text or a number");
    }

    #[test]
    fn broken_texts_are_named_by_their_column_even_where_two_make_a_whole_one() {
        for broken in [&b"\xff"[..], b"\xc3"] {
            let mut draft = draft();
            draft.push_integer(4);
            draft.push_text(broken);
            draft.push_text(b"\xa9");
            draft.push_integer(5);

            let fault = draft.finish().expect_err("no UTF-8");

            assert_eq!(fault.text, "column 1 holds text that is not UTF-8");
        }
    }
}
