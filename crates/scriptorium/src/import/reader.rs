//! Reads the files of a folder from the disk, as the body that an import takes. What is no text, or
//! would be garbled as one, is left out and named; nothing is repaired in silence.

use std::{
    borrow::Cow,
    fs::{self, DirEntry, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use formats::folder::{Budget, Folder};
use serde_json::{Value, json};

use super::{
    ImportError,
    encoding::{self, Decoded},
};

/// The deepest folder that is looked into.
const DEPTH_MAX: usize = 32;

/// What is read of a folder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// The endings of its files, in lower case.
    endings: &'static [&'static str],
    /// Why a file of another ending is left out.
    other: &'static str,
    /// The most files.
    files_max: usize,
}

impl Wanted {
    fn has_ending_of(self, name: &str) -> bool {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        self.endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
    }
}

/// Texts to make chapters of.
pub(super) const TEXTS: Wanted = Wanted {
    endings: &["md", "markdown", "txt", "docx", "epub", "odt", "fountain", "zip"],
    other: "its extension is not .md, .markdown, .txt, .docx, .epub, .odt, .fountain or .zip",
    files_max: domain::imports::FILES_MAX,
};

/// What an export wrote.
pub(super) const EXPORT: Wanted = Wanted {
    endings: &["md", "json"],
    other: "its extension is not .md or .json",
    files_max: domain::exports::FILES_MAX,
};

/// What a folder holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    /// Its texts with their paths within it, each as the JSON of an import's file.
    files: Vec<String>,
    /// What is left out of it, and why, by path.
    pub(super) left_out: Vec<(String, String)>,
    /// Those that were not UTF-8, with their encodings.
    pub(super) decoded: Vec<(String, &'static str)>,
    /// What the single book or archive that was read calls itself.
    pub(super) title: Option<String>,
}

/// What stands around the files in the body of an import.
const AROUND: (&str, &str) = ("{\"files\":[", "]}");

impl Texts {
    /// How many texts there are.
    pub(super) fn count(&self) -> usize {
        self.files.len()
    }

    /// Adds a text; false when its JSON has more bytes than are left of the bound.
    fn add(&mut self, name: String, decoded: Decoded, bytes_left: &mut usize) -> bool {
        let file = json!({ "path": name, "content": decoded.text });
        self.decoded.extend(decoded.encoding.map(|encoding| (name, encoding)));
        self.push(&file, bytes_left)
    }

    /// Adds a book or an archive; false when its JSON has more bytes than are left of the bound.
    fn add_book(&mut self, name: &str, bytes: &[u8], bytes_left: &mut usize) -> bool {
        let content = STANDARD.encode(bytes);
        let file = json!({ "path": name, "content": content, "encoding": "base64" });
        self.push(&file, bytes_left)
    }

    fn push(&mut self, file: &Value, bytes_left: &mut usize) -> bool {
        let file = file.to_string();
        let comma = usize::from(!self.files.is_empty());
        let Some(left) = bytes_left.checked_sub(file.len() + comma) else { return false };
        *bytes_left = left;
        self.files.push(file);
        true
    }

    /// The body of an import of these texts, with more members behind them, as JSON with a comma before each.
    pub(super) fn body(&self, members: &str) -> String {
        format!("{}{}]{members}}}", AROUND.0, self.files.join(","))
    }

    /// The texts with their paths.
    pub(super) fn values(&self) -> Result<Vec<Value>, ImportError> {
        let read = |file: &String| serde_json::from_str(file);
        let values: Result<_, _> = self.files.iter().map(read).collect();
        values.map_err(|error| ImportError::Failed(error.to_string()))
    }
}

/// The bytes of a body that are left for its files.
fn bytes_for_files(bytes_max: usize) -> usize {
    bytes_max.saturating_sub(AROUND.0.len() + AROUND.1.len())
}

fn too_large(path: &Path, bytes_max: usize) -> ImportError {
    ImportError::TooLarge { folder: path.to_owned(), max_mib: bytes_max / 1024 / 1024 }
}

/// The texts of a folder and of the folders in it, of which the body has at most `bytes_max` bytes:
/// a text grows where its characters are written as JSON.
///
/// # Errors
/// When something cannot be read, or there is more than an import takes.
pub(super) fn read(folder: &Path, wanted: Wanted, bytes_max: usize) -> Result<Texts, ImportError> {
    let mut texts = Texts::default();
    let mut bytes_left = bytes_for_files(bytes_max);
    let mut folders = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((path, prefix, depth)) = folders.pop() {
        let failed = |source| ImportError::Read { path: path.clone(), source };
        let mut entries: Vec<_> =
            fs::read_dir(&path).map_err(failed)?.collect::<Result<_, _>>().map_err(failed)?;
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            match look_at(&entry, wanted, depth, bytes_left)? {
                Found::Folder(path) => folders.push((path, format!("{name}/"), depth + 1)),
                Found::Text(decoded) | Found::Screenplay(decoded, _) => {
                    if !texts.add(name, decoded, &mut bytes_left) {
                        return Err(too_large(folder, bytes_max));
                    }
                }
                Found::Book(bytes) | Found::Archive(bytes) => {
                    if !texts.add_book(&name, &bytes, &mut bytes_left) {
                        return Err(too_large(folder, bytes_max));
                    }
                }
                Found::TooMuch => return Err(too_large(folder, bytes_max)),
                Found::Nothing(reason) => texts.left_out.push((name, reason.into_owned())),
            }
            if texts.files.len() > wanted.files_max {
                let files_max = wanted.files_max;
                return Err(ImportError::TooMany { folder: folder.to_owned(), files_max });
            }
        }
    }
    Ok(texts)
}

/// An entry of a folder.
enum Found {
    /// Another folder.
    Folder(PathBuf),
    /// A text.
    Text(Decoded),
    /// A screenplay, and what it calls itself.
    Screenplay(Decoded, Option<String>),
    /// A file of more bytes than the bound leaves.
    TooMuch,
    /// A DOCX, EPUB or ODT.
    Book(Vec<u8>),
    /// An archive that is taken as a folder.
    Archive(Vec<u8>),
    /// Something that is left out, and why.
    Nothing(Cow<'static, str>),
}

fn look_at(
    entry: &DirEntry,
    wanted: Wanted,
    depth: usize,
    bytes_max: usize,
) -> Result<Found, ImportError> {
    let failed = |source| ImportError::Read { path: entry.path(), source };
    let name = entry.file_name();
    let Some(name) = name.to_str() else {
        return Ok(Found::Nothing("its name is not UTF-8".into()));
    };
    let kind = entry.file_type().map_err(failed)?;
    // A hidden folder may be large and is nobody's manuscript: the history of a repository, say.
    if name.starts_with('.') {
        return Ok(Found::Nothing("it is hidden".into()));
    }
    if kind.is_dir() {
        return Ok(if depth < DEPTH_MAX {
            Found::Folder(entry.path())
        } else {
            Found::Nothing("it is nested too deeply".into())
        });
    }
    if !kind.is_file() {
        // A link may lead out of the folder, or around in a circle.
        return Ok(Found::Nothing("it is a link or something else that is no file".into()));
    }
    if !wanted.has_ending_of(name) {
        return Ok(Found::Nothing(wanted.other.into()));
    }
    look_into(&entry.path(), wanted, bytes_max)
}

/// What a file holds: a book is known by its content, whatever its name.
fn look_into(path: &Path, wanted: Wanted, bytes_max: usize) -> Result<Found, ImportError> {
    let failed = |source| ImportError::Read { path: path.to_owned(), source };
    let Some(bytes) = read_file(path, bytes_max).map_err(failed)? else {
        return Ok(Found::TooMuch);
    };
    if wanted.endings == TEXTS.endings {
        match Folder::open(&bytes, &mut Budget::default()).map(|it| it.is_some()) {
            Ok(true) => return Ok(Found::Archive(bytes)),
            Ok(false) => {}
            Err(flaw) => return Ok(Found::Nothing(flaw.to_string().into())),
        }
        match formats::format_of(&bytes) {
            Ok(Some(_)) => return Ok(Found::Book(bytes)),
            Ok(None) if has_ending(path, &ARCHIVES) => {
                let flaw = formats::read(&bytes).err();
                return Ok(Found::Nothing(
                    flaw.map_or_else(String::new, |it| it.to_string()).into(),
                ));
            }
            Ok(None) => {}
            Err(flaw) => return Ok(Found::Nothing(flaw.to_string().into())),
        }
    }
    Ok(match encoding::decode(bytes) {
        Some(Decoded { text, .. }) if text.contains('\0') => {
            Found::Nothing("it has U+0000 in it, which no text may have".into())
        }
        Some(decoded) if wanted.endings == TEXTS.endings && is_screenplay(path) => {
            match formats::read_fountain(&decoded.text) {
                Ok(book) => Found::Screenplay(decoded, book.about.title),
                Err(flaw) => Found::Nothing(flaw.to_string().into()),
            }
        }
        Some(decoded) => Found::Text(decoded),
        None => Found::Nothing(encoding::UNKNOWN.into()),
    })
}

/// The endings of what is an archive, and no text where it is none.
const ARCHIVES: [&str; 4] = ["docx", "epub", "odt", "zip"];

/// Whether the name of a file has one of these endings.
fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    endings.iter().any(|it| ending.eq_ignore_ascii_case(it))
}

/// Whether a text is a screenplay in Fountain.
fn is_screenplay(path: &Path) -> bool {
    has_ending(path, &["fountain"])
}

/// The text of a single file, as that of a folder with nothing else in it.
///
/// # Errors
/// When it cannot be read, is no text, or is more than an import takes.
pub(super) fn read_one(
    path: &Path,
    wanted: Wanted,
    bytes_max: usize,
) -> Result<Texts, ImportError> {
    let refused =
        |reason: &str| ImportError::Refused { path: path.to_owned(), reason: reason.to_owned() };
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| refused("its name is not UTF-8"))?;
    if !wanted.has_ending_of(name) {
        return Err(refused(wanted.other));
    }
    let mut bytes_left = bytes_for_files(bytes_max);
    let mut texts = Texts::default();
    let stem = || path.file_stem().and_then(|it| it.to_str()).map(str::to_owned);
    match look_into(path, wanted, bytes_left)? {
        Found::Text(decoded) => {
            let fits = texts.add(name.to_owned(), decoded, &mut bytes_left);
            if fits { Ok(texts) } else { Err(too_large(path, bytes_max)) }
        }
        Found::Screenplay(decoded, title) => {
            texts.title = title.or_else(stem);
            let fits = texts.add(name.to_owned(), decoded, &mut bytes_left);
            if fits { Ok(texts) } else { Err(too_large(path, bytes_max)) }
        }
        Found::Book(bytes) => {
            // Read here first, so that a flaw is named before anything is sent.
            let book = formats::read(&bytes).map_err(|flaw| refused(&flaw.to_string()))?;
            texts.title = book.about.title.or_else(stem);
            let fits = texts.add_book(name, &bytes, &mut bytes_left);
            if fits { Ok(texts) } else { Err(too_large(path, bytes_max)) }
        }
        Found::Archive(bytes) => {
            texts.title = stem();
            let fits = texts.add_book(name, &bytes, &mut bytes_left);
            if fits { Ok(texts) } else { Err(too_large(path, bytes_max)) }
        }
        Found::TooMuch => Err(too_large(path, bytes_max)),
        Found::Nothing(reason) => Err(refused(&reason)),
        Found::Folder(_) => Err(refused("it is a folder")),
    }
}

/// The bytes of a file; none when there are more than `bytes_max`, of which no more are read: a
/// file may not fit into memory, or grow while it is read.
fn read_file(path: &Path, bytes_max: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(bytes_max as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= bytes_max).then_some(bytes))
}
