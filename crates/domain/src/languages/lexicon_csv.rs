//! Reads and writes a lexicon as CSV (RFC 4180, with a header). [`words`](super::words) decides
//! which word a row becomes.

use std::collections::HashMap;

use super::words::{LEXICON_MAX, Word, WordCreate, WordUpdate};
use crate::{
    Error, Result,
    field_error::{FIELD_ERRORS_MAX, FieldError, FieldPath, PathSegment},
    json::{Json, Object},
    model::read_body,
    patch::Patch,
};

/// The columns of a lexicon, as the header of a table names them.
pub const COLUMNS: [&str; 7] =
    ["form", "partOfSpeech", "meaning", "ipa", "etymology", "notes", "tags"];

/// The column of the form, which a table must have.
const FORM: &str = COLUMNS[0];

/// The column whose cells are lists.
const TAGS: &str = COLUMNS[6];

/// The most cells of a row: each costs far more memory than the comma it may have come as.
pub const CELLS_MAX: usize = 1_000;

/// The longest name of a column that is quoted whole, in characters.
const NAME_CHARS_MAX: usize = 64;

/// What parts the tags of a cell; one that belongs to a tag has [`ESCAPE`] before it.
const BETWEEN_TAGS: char = ';';

/// Takes the next sign of a cell of tags as it stands, where that is [`BETWEEN_TAGS`] or this one;
/// before any other it stands for itself.
const ESCAPE: char = '\\';

/// What has an [`ESCAPE`] before it where it belongs to a tag.
const ESCAPED: [char; 2] = [BETWEEN_TAGS, ESCAPE];

/// A table that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct LexiconTable {
    /// The columns it has.
    pub columns: Columns,
    /// Its rows.
    pub rows: Vec<Row>,
    /// The names of its columns that are none of a lexicon.
    pub ignored: Vec<String>,
}

/// Which columns of [`COLUMNS`] a table has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns([bool; COLUMNS.len()]);

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The line it begins on, from 1.
    pub line: usize,
    /// The word it stands for; what it has no column for is empty.
    pub word: WordCreate,
}

impl Columns {
    /// What a row of a table with these columns says of a word that is there.
    pub fn update(self, row: &WordCreate) -> WordUpdate {
        let Self([form, part_of_speech, meaning, ipa, etymology, notes, tags]) = self;
        WordUpdate {
            form: patch_if(form, &row.form),
            part_of_speech: patch_if(part_of_speech, &row.part_of_speech),
            meaning: patch_if(meaning, &row.meaning),
            ipa: patch_if(ipa, &row.ipa),
            etymology: patch_if(etymology, &row.etymology),
            notes: patch_if(notes, &row.notes),
            tags: patch_if(tags, &row.tags),
        }
    }
}

fn patch_if<T: Clone>(is_said: bool, value: &T) -> Patch<T> {
    if is_said { Patch::Set(value.clone()) } else { Patch::Keep }
}

/// The table of a lexicon: a header, then one row for each word.
pub fn write<'w>(words: impl IntoIterator<Item = &'w Word>) -> Result<String> {
    let failed = |flaw: csv::Error| Error::internal("writing a lexicon", flaw);
    let mut table =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    table.write_record(COLUMNS).map_err(failed)?;
    for word in words {
        let tags = cell_of_tags(&word.tags);
        let cells = [
            &word.form,
            &word.part_of_speech,
            &word.meaning,
            &word.ipa,
            &word.etymology,
            &word.notes,
            &tags,
        ];
        table.write_record(cells).map_err(failed)?;
    }
    let bytes = table
        .into_inner()
        .map_err(|flaw| Error::internal("writing a lexicon", flaw.to_string()))?;
    String::from_utf8(bytes).map_err(|flaw| Error::internal("writing a lexicon", flaw))
}

fn cell_of_tags(tags: &[String]) -> String {
    let mut cell = String::new();
    for (at, tag) in tags.iter().enumerate() {
        if at > 0 {
            cell.push(BETWEEN_TAGS);
            cell.push(' ');
        }
        for letter in tag.chars() {
            if ESCAPED.contains(&letter) {
                cell.push(ESCAPE);
            }
            cell.push(letter);
        }
    }
    cell
}

fn tags_of_cell(cell: &str) -> Vec<String> {
    let mut tags = vec![String::new()];
    let mut letters = cell.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == BETWEEN_TAGS {
            tags.push(String::new());
            continue;
        }
        let escaped = letters.next_if(|next| letter == ESCAPE && ESCAPED.contains(next));
        let letter = escaped.unwrap_or(letter);
        if let Some(tag) = tags.last_mut() {
            tag.push(letter);
        }
    }
    tags.into_iter().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect()
}

/// Reads a table: its columns by the names in its header, in any order and spelling of case, spaces
/// and underscores. Rows without any text are passed over, as a byte order mark is.
///
/// # Errors
/// [`Error::Invalid`] with every error, each at `["body", LINE, COLUMN]`: a header without `form`
/// or with a column twice, a row with more or fewer cells than the header, a cell against the rules
/// of its field, a word that the table has twice, and more than [`LEXICON_MAX`] rows. A quotation that
/// is never closed or has text behind it, and more than [`CELLS_MAX`] cells in a row, are told before
/// any of these: what stands in which cell is not known then.
pub fn read(text: &str) -> Result<LexiconTable> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    check_syntax(text)?;
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut lines = Lines { text, at: 0, line: 1 };
    let mut records = reader.records().map(|record| {
        let record = record.map_err(|flaw| Error::internal("reading a table", flaw))?;
        let line = lines.of(record.position().map_or(0, csv::Position::byte));
        Ok((line, record))
    });
    let header = match records.next().transpose()? {
        Some((line, header)) => Header::read(line, &header)?,
        None => Header::read(1, &csv::StringRecord::new())?,
    };
    let mut table =
        LexiconTable { columns: header.columns(), rows: Vec::new(), ignored: header.ignored() };
    let mut errors: Vec<FieldError> = Vec::new();
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    for record in records {
        let (line, record) = record?;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if table.rows.len() == LEXICON_MAX {
            let reason = format!("a lexicon has at most {LEXICON_MAX} words");
            errors.push(refused(line, None, &reason, Json::Null));
            break;
        }
        match header.row(line, &record) {
            Ok(word) => {
                let key = (word.form.0.clone(), word.part_of_speech.0.clone());
                match seen.insert(key, line) {
                    Some(before) => errors.push(refused(
                        line,
                        Some(FORM),
                        &format!("the word stands on line {before} already"),
                        Json::Text(word.form.0),
                    )),
                    None => table.rows.push(Row { line, word }),
                }
            }
            Err(Error::Invalid(more)) => errors.extend(more),
            Err(error) => return Err(error),
        }
        if errors.len() >= FIELD_ERRORS_MAX {
            errors.truncate(FIELD_ERRORS_MAX);
            break;
        }
    }
    if errors.is_empty() { Ok(table) } else { Err(Error::Invalid(errors)) }
}

/// An error of a line, or of one of its columns.
fn refused(line: usize, column: Option<&str>, reason: &str, input: Json) -> FieldError {
    FieldError::refused(path(line, column.map(|it| PathSegment::Key(it.to_owned()))), reason, input)
}

fn path(line: usize, rest: impl IntoIterator<Item = PathSegment>) -> FieldPath {
    let mut path = FieldPath::part("body");
    path.0.push(PathSegment::Index(line));
    path.0.extend(rest);
    path
}

/// Says on which line a byte stands; asked from the front to the back, each byte is looked at once.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line of the first row at or behind this byte; ends of lines before it are none.
    fn of(&mut self, byte: u64) -> usize {
        let bytes = self.text.as_bytes();
        let start = usize::try_from(byte).unwrap_or(usize::MAX).min(bytes.len());
        let blank = bytes[start..].iter().take_while(|byte| b"\r\n".contains(byte)).count();
        let end = start + blank;
        self.line += bytes[self.at.min(end)..end].iter().filter(|byte| **byte == b'\n').count();
        self.at = self.at.max(end);
        self.line
    }
}

/// Looks for what the reader below would take, and should not: a quotation that the text does not
/// close, of which it would make one cell of all that follows, text behind a quotation, which it
/// would make part of it, and rows without end.
fn check_syntax(text: &str) -> Result<()> {
    let flaw = |line, reason: &str| refused(line, None, reason, Json::Null);
    let mut flaws: Vec<FieldError> = Vec::new();
    let mut last = 0;
    enum At {
        Start,
        Bare,
        Quoted(usize),
        Quote(usize),
    }
    let (mut line, mut cells) = (1, 1);
    let mut at = At::Start;
    for byte in text.bytes() {
        at = match (at, byte) {
            (At::Start, b'"') => At::Quoted(line),
            (At::Quoted(from), b'"') => At::Quote(from),
            (At::Quote(from), b'"') => At::Quoted(from),
            (At::Quoted(from), _) => At::Quoted(from),
            (_, b',') => {
                cells += 1;
                At::Start
            }
            (_, b'\r' | b'\n') => {
                cells = 1;
                At::Start
            }
            (At::Quote(_), _) => {
                if last < line {
                    flaws.push(flaw(line, "text follows the quotation mark that closes a cell"));
                    last = line;
                }
                At::Bare
            }
            (At::Start | At::Bare, _) => At::Bare,
        };
        if cells > CELLS_MAX {
            flaws.push(flaw(line, &format!("a row has at most {CELLS_MAX} cells")));
        }
        if cells > CELLS_MAX || flaws.len() >= FIELD_ERRORS_MAX {
            return Err(Error::Invalid(flaws));
        }
        line += usize::from(byte == b'\n');
    }
    if let At::Quoted(from) = at {
        flaws.push(flaw(from, "a quotation begins here and is never closed"));
    }
    if flaws.is_empty() { Ok(()) } else { Err(Error::Invalid(flaws)) }
}

/// The first row of a table.
struct Header {
    /// For each cell the place of its column in [`COLUMNS`], or the name it has instead.
    cells: Vec<std::result::Result<usize, String>>,
}

impl Header {
    fn read(line: usize, record: &csv::StringRecord) -> Result<Self> {
        let plain = |name: &str| -> String {
            name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let column = |cell: &str| COLUMNS.iter().position(|name| plain(name) == plain(cell));
        let cells: Vec<_> =
            record.iter().map(|cell| column(cell).ok_or_else(|| cell.to_owned())).collect();
        let mut errors = Vec::new();
        for (at, name) in COLUMNS.into_iter().enumerate() {
            match cells.iter().filter(|cell| **cell == Ok(at)).count() {
                0 if name == FORM => errors.push(FieldError {
                    rule: "missing",
                    loc: path(line, [PathSegment::Key(FORM.to_owned())]),
                    msg: "Field required".to_owned(),
                    input: Json::Null,
                    ctx: None,
                }),
                0 | 1 => {}
                _ => errors.push(refused(
                    line,
                    Some(name),
                    "the table has this column twice",
                    Json::Null,
                )),
            }
        }
        if errors.is_empty() { Ok(Self { cells }) } else { Err(Error::Invalid(errors)) }
    }

    fn columns(&self) -> Columns {
        let mut columns = [false; COLUMNS.len()];
        for at in self.cells.iter().flatten() {
            columns[*at] = true;
        }
        Columns(columns)
    }

    fn ignored(&self) -> Vec<String> {
        let abbreviated = |name: &String| name.chars().take(NAME_CHARS_MAX).collect();
        self.cells.iter().filter_map(|cell| cell.as_ref().err()).map(abbreviated).collect()
    }

    /// The word of a row, by the same rules as one that comes as JSON.
    fn row(&self, line: usize, record: &csv::StringRecord) -> Result<WordCreate> {
        if record.len() != self.cells.len() {
            let reason =
                format!("the row has {} cells, and the header {}", record.len(), self.cells.len());
            return Err(Error::Invalid(vec![refused(line, None, &reason, Json::Null)]));
        }
        let of_column = self.cells.iter().zip(record.iter());
        let object: Object = of_column
            .filter_map(|(column, cell)| {
                let name = COLUMNS[*column.as_ref().ok()?];
                let value = if name == TAGS {
                    Json::Array(tags_of_cell(cell).into_iter().map(text).collect())
                } else {
                    text(cell.to_owned())
                };
                Some((name.to_owned(), value))
            })
            .collect();
        read_body(&Json::Object(object)).map_err(|error| match error {
            Error::Invalid(errors) => Error::Invalid(
                errors
                    .into_iter()
                    .map(|error| {
                        let loc = path(line, error.loc.0.into_iter().skip(1));
                        FieldError { loc, ..error }
                    })
                    .collect(),
            ),
            error => error,
        })
    }
}

/// The text of a cell, unless no store can keep it.
fn text(cell: String) -> Json {
    if cell.contains('\0') {
        Json::InvalidText(cell.replace('\0', "\u{fffd}"))
    } else {
        Json::Text(cell)
    }
}

#[cfg(test)]
mod tests;
