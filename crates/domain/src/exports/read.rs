//! Reads the rows of an export and reports every error with its file and row. Whatever a request
//! could not have made is refused too, because somebody may have edited the folder.

use std::collections::{BTreeMap, HashSet};

use serde_json::value::RawValue;

use super::{COUNT_MAX, Cell, Column, ColumnKind, TIME_MAX, camel, is_id, rows_path};
use crate::{
    Error, Result,
    field_error::{FieldError, PathSegment},
    json::{Json, Member, Object},
    model::{FieldType, read_body},
};

/// What says whether a request could have made the record that a row holds.
pub type RequestCheck = fn(&Json) -> Result<()>;

/// The [`RequestCheck`] of records that are made by requests of a model, whose members a row calls
/// the same.
pub fn request_check<T: FieldType>(row: &Json) -> Result<()> {
    read_body::<T>(row).map(drop)
}

/// The rows of a table, each of which knows where it stood.
#[derive(Debug)]
pub struct Rows {
    /// The rows, but for what [`derive`](super::derive) fills in.
    pub all: Vec<Vec<Cell>>,
    table: &'static str,
    columns: &'static [Column],
    /// The first row of each file.
    starts: Vec<usize>,
}

impl Rows {
    /// The rows in all files of a table, which are taken out of `texts`, with the texts of
    /// [`ColumnKind::File`] columns.
    ///
    /// # Errors
    /// Rejected, naming the file, the row and the member, for whatever is not as
    /// [`RowsText`](super::RowsText) writes it.
    pub fn take(
        table: &'static str,
        columns: &'static [Column],
        asked: Option<RequestCheck>,
        texts: &mut BTreeMap<String, String>,
    ) -> Result<Self> {
        let mut rows = Self { all: Vec::new(), table, columns, starts: Vec::new() };
        for n in 1.. {
            let path = rows_path(table, n);
            let Some(content) = texts.remove(&path) else { break };
            rows.starts.push(rows.all.len());
            rows.all.append(&mut of_file(&path, &content, columns, asked, texts)?);
        }
        Ok(rows)
    }

    /// How many files they lay in.
    pub fn files(&self) -> usize {
        self.starts.len()
    }

    /// A row that does not go with others.
    pub fn row_error(&self, at: usize, column: usize, flaw: &str) -> Error {
        let (path, row) = self.position(at);
        Error::Rejected(format!("{path}, row {row}: {} {flaw}", camel(self.columns[column].name)))
    }

    /// The file and the number in it of a row.
    fn position(&self, at: usize) -> (String, usize) {
        let file = self.starts.partition_point(|start| *start <= at).max(1);
        let start = self.starts.get(file - 1).copied().unwrap_or(0);
        (rows_path(self.table, file), at - start + 1)
    }

    /// That no two rows have the same in all of these columns.
    ///
    /// # Errors
    /// Rejected, naming the second of them.
    pub fn check_unique(&self, key: &[usize]) -> Result<()> {
        let mut seen = HashSet::new();
        for (at, cells) in self.all.iter().enumerate() {
            if !seen.insert(key.iter().map(|column| &cells[*column]).collect::<Vec<_>>()) {
                let (path, row) = self.position(at);
                let names: Vec<_> =
                    key.iter().map(|column| camel(self.columns[*column].name)).collect();
                return Err(Error::Rejected(format!(
                    "{path}, row {row}: a row before it has the same {}",
                    names.join(", ")
                )));
            }
        }
        Ok(())
    }
}

/// The rows in a file.
pub(super) fn of_file(
    path: &str,
    content: &str,
    columns: &[Column],
    asked: Option<RequestCheck>,
    texts: &mut BTreeMap<String, String>,
) -> Result<Vec<Vec<Cell>>> {
    let rows: Vec<&RawValue> = serde_json::from_str(content)
        .map_err(|flaw| Error::Rejected(format!("{path} is no list of rows: {flaw}")))?;
    let mut all = Vec::with_capacity(rows.len());
    for (at, raw) in rows.into_iter().enumerate() {
        let flawed = |flaw: &str| Error::Rejected(format!("{path}, row {}: {flaw}", at + 1));
        let mut row: BTreeMap<String, &RawValue> =
            serde_json::from_str(raw.get()).map_err(|_| flawed("it is no object"))?;
        let mut cells = Vec::with_capacity(columns.len());
        for column in columns {
            if !column.is_written() {
                cells.push(Cell::Null);
                continue;
            }
            let name = camel(column.name);
            let flawed = |flaw: &str| flawed(&format!("{name} {flaw}"));
            let cell = match row.remove(&name) {
                Some(member) => cell(column, member.get()).map_err(|flaw| flawed(&flaw))?,
                // An export of a program that did not have this column yet.
                None if column.optional => Cell::Null,
                None => return Err(flawed("is missing")),
            };
            cells.push(match (column.kind, cell) {
                (ColumnKind::File, Cell::Text(at)) => {
                    let text = texts.remove(&at);
                    Cell::Text(text.ok_or_else(|| flawed("names a file that is not there"))?)
                }
                (_, cell) => cell,
            });
        }
        if let Some(unknown) = row.keys().next() {
            return Err(flawed(&format!("there is no member {unknown}")));
        }
        if let Some((asked, request)) = asked.zip(request(raw)) {
            asked(&request).map_err(|error| flawed(&describe_error(&error)))?;
        }
        all.push(cells);
    }
    Ok(all)
}

/// A row as the request that could have made it: what is not there is not said, and a project is. A
/// place among siblings grows with them beyond what a request may name. None for a row that holds what
/// a client keeps in the settings as deep as a request may, and is itself deeper.
fn request(row: &RawValue) -> Option<Json> {
    let Ok(Json::Object(row)) = Json::read(row.get().as_bytes()) else { return None };
    let is_said = |member: &&Member| member.value != Json::Null && member.key != "position";
    let said = row.members().iter().filter(is_said);
    let said = said.map(|member| (member.key.clone(), member.value.clone()));
    let project = ("projectId".to_owned(), Json::Text(String::new()));
    Some(Json::Object(said.chain([project]).collect::<Object>()))
}

/// What is wrong with a request, its first error with the way to it.
fn describe_error(error: &Error) -> String {
    match error {
        Error::Invalid(errors) => errors.first().map_or_else(String::new, describe_field_error),
        other => other.to_string(),
    }
}

fn describe_field_error(error: &FieldError) -> String {
    let steps = error.loc.0.iter().skip(1).map(|step| match step {
        PathSegment::Key(key) => key.clone(),
        PathSegment::Index(index) => index.to_string(),
    });
    format!("{}: {}", steps.collect::<Vec<_>>().join("."), error.msg)
}

/// The value of a cell, or what is wrong with it.
fn cell(column: &Column, raw: &str) -> std::result::Result<Cell, String> {
    let form = column.kind.form();
    if raw == "null" && form.is_none() {
        return if column.optional { Ok(Cell::Null) } else { Err("is null".to_owned()) };
    }
    if let Some(form) = form {
        // Read with our own reader first: it finds text that no store can keep.
        let sound = Json::read(raw.as_bytes()).is_ok_and(|value| value.is_storable());
        if raw == "null" && column.optional {
            return Ok(Cell::Null);
        }
        let kept = if sound { form(raw) } else { None };
        return kept.map(Cell::Text).ok_or_else(|| "is not of the form of this member".to_owned());
    }
    match (column.kind, Json::read(raw.as_bytes()).map_err(|flaw| flaw.reason.to_owned())?) {
        (ColumnKind::Number, Json::Int(number)) => Ok(Cell::Integer(number)),
        (ColumnKind::Number, _) => Err("is no integer of 64 bits".to_owned()),
        (ColumnKind::Count, Json::Int(number)) if (0..=COUNT_MAX).contains(&number) => {
            Ok(Cell::Integer(number))
        }
        (ColumnKind::Count, _) => Err(format!("is no number from 0 to {COUNT_MAX}")),
        (ColumnKind::Time, Json::Int(number)) if (0..=TIME_MAX).contains(&number) => {
            Ok(Cell::Integer(number))
        }
        (ColumnKind::Time, _) => Err("is no time in milliseconds since 1970".to_owned()),
        (ColumnKind::Id, Json::Text(id)) if is_id(&id) => Ok(Cell::Text(id)),
        (ColumnKind::Id, _) => Err("is no UUID in lower case".to_owned()),
        (ColumnKind::Checked(takes), Json::Text(text)) if takes(&text) => Ok(Cell::Text(text)),
        (ColumnKind::Checked(_), _) => Err("is not of the form of this member".to_owned()),
        (ColumnKind::Flag, Json::Bool(flag)) => Ok(Cell::Integer(flag.into())),
        (ColumnKind::Flag, _) => Err("is neither true nor false".to_owned()),
        (ColumnKind::Word(words), Json::Text(word)) if words.contains(&word.as_str()) => {
            Ok(Cell::Text(word))
        }
        (ColumnKind::Word(words), _) => Err(format!("is none of {}", words.join(", "))),
        (_, Json::Text(text)) => Ok(Cell::Text(text)),
        (_, Json::InvalidText(_)) => Err("holds text that cannot be kept".to_owned()),
        _ => Err("is no text".to_owned()),
    }
}
