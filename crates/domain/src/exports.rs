//! Exports: a whole project as a folder of Markdown and JSON. The rows of a table are one JSON
//! file, an object for each row; long texts are files of their own. `store` knows the tables; here
//! is how a row is written and, in `read`, how it is read again.

pub mod book;
mod read;

use std::collections::{BTreeMap, BTreeSet};

pub use read::{RequestCheck, Rows, request_check};

use crate::{
    Error, Result,
    findings::{FoundBy, Severity},
    imports::Skipped,
    model::wire_name,
    projects::view::ProjectItem,
};
use book::CommentChoice;

/// The version of the folder's form. A folder of another one is refused.
pub const FORMAT: i64 = 1;

/// The file that says which project a folder holds.
pub const MANIFEST: &str = "scriptorium.json";

/// The file that says how many files of rows each table has. It is written last: a folder without it
/// has lost its end.
pub const CONTENTS: &str = "contents.json";

/// Files of one folder.
pub const FILES_MAX: usize = 50_000;

/// The greatest number that is counted on from: what JSON's readers take exactly, and far from where
/// adding to it could overflow.
pub const COUNT_MAX: i64 = 1 << 53;

/// The last moment of the year 9999, in milliseconds of Unix time: beyond it no time can be written.
pub const TIME_MAX: i64 = 253_402_300_799_999;

/// The longest name of a text's file, in characters, without its ending.
const SLUG_MAX: usize = 60;

crate::model! {
    /// A folder that an export wrote.
    pub struct ProjectImport as "ProjectImportRequest" {
        /// The files, by their paths within the folder.
        files: Vec<crate::imports::ImportFile> where { max_length: FILES_MAX },
    }
}

crate::model! {
    /// What an export shall hold.
    pub struct ExportQuery as "ExportQuery" {
        /// Whether the earlier texts of documents are part of it; a book has none.
        revisions: bool = true,
        /// What it is: the files of the whole project, or its manuscript as one book.
        format: ExportFormat = ExportFormat::Files,
        /// Who wrote the book.
        author: Option<String> where { min_length: 1, max_length: AUTHOR_CHARS_MAX },
        /// The tag of the book's language; `en` when absent.
        language: Option<String> where { min_length: 2, max_length: 35 },
        /// Which findings become comments of a DOCX.
        findings: CommentChoice = CommentChoice::None,
        /// Only those of this check; `editor` for comments of imported files.
        check: Option<FoundBy>,
        /// Only those of this severity or a higher one.
        min_severity: Option<Severity>,
    }
}

crate::string_enum! {
    /// What an export is.
    pub enum ExportFormat {
        Files = "files",
        Docx = "docx",
        Epub = "epub",
    }
}

/// The longest name of an author, in characters.
const AUTHOR_CHARS_MAX: usize = 200;

/// A file of an export.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ExportFile")]
pub struct File {
    /// Its path within the folder, with `/` between names.
    pub path: String,
    /// Its text.
    pub content: String,
}

/// An export: every file of it.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ProjectExport")]
pub struct Export {
    /// The files, the manifest first.
    pub files: Vec<File>,
}

/// An imported project, and the files that were ignored.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ImportedProject")]
pub struct ImportedProject {
    /// The project.
    #[serde(flatten)]
    pub project: ProjectItem,
    /// Files that do not belong to the export and were ignored.
    pub skipped: Vec<Skipped>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its name; in the file it is written in camelCase.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
    /// Whether it may hold nothing.
    pub optional: bool,
}

/// What a column holds, and which flaws it may have.
#[derive(Debug, Clone, Copy)]
pub enum ColumnKind {
    /// The id of its row.
    Id,
    /// The id of a row of the table of this name.
    Reference(&'static str),
    /// The id of a row of any table.
    AnyReference,
    /// The id of the project; it is not written.
    Project,
    /// A user whose part the importer takes: whoever imports a project owns it, and all locks in it.
    Owner,
    /// Text.
    Text,
    /// A long text, which lies in a file of its own.
    File,
    /// Text that this function takes.
    Checked(fn(&str) -> bool),
    /// Any integer of 64 bits, which nobody counts on from.
    Number,
    /// A number from 0 to [`COUNT_MAX`].
    Count,
    /// A moment, in milliseconds of Unix time, up to [`TIME_MAX`].
    Time,
    /// A truth, kept as 0 or 1.
    Flag,
    /// What this function makes of the row's other cells; it is not written.
    Derived(fn(&[Cell]) -> Cell),
    /// A word of a closed vocabulary.
    Word(&'static [&'static str]),
    /// A JSON value, kept as this function writes it; none when it is not of the column's form.
    Json(fn(&str) -> Option<String>),
    /// As [`ColumnKind::Json`], with ids of records as texts of it: those of a copy are new there too.
    JsonWithIds(fn(&str) -> Option<String>),
    /// As [`ColumnKind::Json`]; what is written is made by the second function of all that was read
    /// of the row, where it is kept in more than this column.
    Joined(fn(&str) -> Option<String>, fn(&[Cell]) -> Option<String>),
}

impl ColumnKind {
    /// The form of JSON values, where it holds such.
    fn form(self) -> Option<fn(&str) -> Option<String>> {
        match self {
            Self::Json(form) | Self::JsonWithIds(form) | Self::Joined(form, _) => Some(form),
            _ => None,
        }
    }
}

impl Column {
    /// A column that holds something in every row.
    pub const fn new(name: &'static str, kind: ColumnKind) -> Self {
        Self { name, kind, optional: false }
    }

    /// A column that may hold nothing.
    pub const fn optional(name: &'static str, kind: ColumnKind) -> Self {
        Self { name, kind, optional: true }
    }

    /// Whether the file has it.
    fn is_written(&self) -> bool {
        !matches!(self.kind, ColumnKind::Project | ColumnKind::Derived(_))
    }
}

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Null,
    /// An integer.
    Integer(i64),
    /// Text.
    Text(String),
}

impl Cell {
    /// Its text; empty where it is none.
    pub fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    /// Its number; 0 where it is none.
    pub fn integer(&self) -> i64 {
        if let Self::Integer(number) = self { *number } else { 0 }
    }
}

/// The form of a JSON column: what this type reads, as it writes it.
pub fn normalized_json<T: serde::de::DeserializeOwned + serde::Serialize>(
    text: &str,
) -> Option<String> {
    let value: T = serde_json::from_str(text).ok()?;
    serde_json::to_string(&value).ok()
}

/// The manifest of a project's folder.
pub fn manifest(project_id: &str) -> File {
    let content =
        serde_json::json!({ "format": FORMAT, "project": project_id, "contents": CONTENTS });
    File { path: MANIFEST.to_owned(), content: format!("{content:#}\n") }
}

/// What the manifest of a folder says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The project that the folder holds.
    pub project: String,
    /// Whether [`CONTENTS`] has to be there. Exports of before have none.
    pub has_contents: bool,
}

impl Manifest {
    /// Reads it.
    pub fn read(manifest: &str) -> Result<Self> {
        let flawed = |flaw: &str| Error::Rejected(format!("{MANIFEST} {flaw}"));
        let read: serde_json::Map<String, serde_json::Value> = serde_json::from_str(manifest)
            .map_err(|flaw| flawed(&format!("is no manifest: {flaw}")))?;
        let Some(format) = read.get("format").and_then(serde_json::Value::as_i64) else {
            return Err(flawed("is no manifest: it has no format"));
        };
        if format != FORMAT {
            return Err(flawed(&format!(
                "says format {format}; this version reads format {FORMAT}"
            )));
        }
        let project = read.get("project").and_then(serde_json::Value::as_str);
        match project.filter(|id| is_id(id)) {
            Some(id) => {
                Ok(Self { project: id.to_owned(), has_contents: read.contains_key("contents") })
            }
            None => Err(Error::Rejected(format!(
                "{MANIFEST}: the project's id is no UUID in lower case"
            ))),
        }
    }
}

/// How many files of rows each table has.
pub type Contents = BTreeMap<String, usize>;

/// The file that says how many files of rows each table has.
pub fn contents(files: &Contents) -> File {
    let content = serde_json::json!(files);
    File { path: CONTENTS.to_owned(), content: format!("{content:#}\n") }
}

/// Reads [`contents`].
pub fn contents_of(text: &str) -> Result<Contents> {
    serde_json::from_str(text)
        .map_err(|flaw| Error::Rejected(format!("{CONTENTS} is no list of tables: {flaw}")))
}

/// Whether a text is an id as we make them: any other could not be asked for, or mean something else
/// in a path.
fn is_id(text: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => is_digit(byte),
        })
}

/// Where the rows of a table lie, for the `n`-th file of them from 1 on.
pub fn rows_path(table: &str, n: usize) -> String {
    if n == 1 { format!("{table}.json") } else { format!("{table}-{n}.json") }
}

/// The table whose rows lie at this path.
pub fn table_at(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".json")?;
    match name.rsplit_once('-') {
        Some((table, n)) if n.bytes().all(|byte| byte.is_ascii_digit()) => Some(table),
        _ => Some(name),
    }
}

/// A title as the name of a file, without an ending: letters and digits of any script, in lower
/// case, and `-` for what lies between them.
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    for letter in title.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            slug.push(letter);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug: String = slug.chars().take(SLUG_MAX).collect();
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "untitled".to_owned() } else { slug.to_owned() }
}

/// Gives every text a path of its own, also where the case of letters makes no difference.
#[derive(Debug, Default)]
pub struct Paths {
    taken: BTreeSet<String>,
    /// The number that the next text of a wanted path tries first.
    next: BTreeMap<String, usize>,
}

impl Paths {
    /// The path for a text, `wanted` being one without its ending.
    pub fn take(&mut self, wanted: &str) -> String {
        let n = self.next.entry(wanted.to_lowercase()).or_insert(1);
        loop {
            let path = if *n == 1 { format!("{wanted}.md") } else { format!("{wanted}-{n}.md") };
            *n += 1;
            if self.taken.insert(path.to_lowercase()) {
                return path;
            }
        }
    }
}

/// Rows as their file has them: a list, one row to a line.
#[derive(Debug, Default)]
pub struct RowsText(String);

impl RowsText {
    /// Adds a row; a [`ColumnKind::File`] cell holds the path of its text.
    pub fn add(&mut self, columns: &[Column], cells: &[Cell]) -> Result<()> {
        self.0.push_str(if self.0.is_empty() { "[\n{" } else { ",\n{" });
        let mut is_first = true;
        for (column, cell) in columns.iter().zip(cells) {
            if !column.is_written() {
                continue;
            }
            if !is_first {
                self.0.push(',');
            }
            is_first = false;
            self.0.push('"');
            self.0.push_str(&camel(column.name));
            self.0.push_str("\":");
            match column.kind {
                ColumnKind::Joined(_, join) => {
                    let unread = || Error::internal("writing an export", column.name);
                    self.0.push_str(&join(cells).ok_or_else(unread)?);
                }
                _ => self.0.push_str(&cell_text(column, cell)?),
            }
        }
        self.0.push('}');
        Ok(())
    }

    /// The whole file.
    pub fn finish(mut self) -> String {
        self.0.push_str("\n]\n");
        self.0
    }
}

fn cell_text(column: &Column, cell: &Cell) -> Result<String> {
    let failed = |flaw| Error::internal("writing an export", flaw);
    match cell {
        Cell::Text(text)
            if matches!(column.kind, ColumnKind::Json(_) | ColumnKind::JsonWithIds(_)) =>
        {
            Ok(text.clone())
        }
        Cell::Text(text) => serde_json::to_string(text).map_err(failed),
        Cell::Integer(flag) if matches!(column.kind, ColumnKind::Flag) => {
            Ok((*flag != 0).to_string())
        }
        Cell::Integer(number) => Ok(number.to_string()),
        Cell::Null => Ok("null".to_owned()),
    }
}

/// A column's name as the file has it.
fn camel(name: &str) -> String {
    wire_name(name).as_str().to_owned()
}

/// Fills in what follows from the other cells of a row, when these are what they will be.
pub fn derive(cells: &mut [Cell], columns: &[Column]) {
    for (at, column) in columns.iter().enumerate() {
        if let ColumnKind::Derived(of) = column.kind {
            cells[at] = of(cells);
        }
    }
}

#[cfg(test)]
mod tests;
