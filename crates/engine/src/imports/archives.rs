//! Archives of an import that are no book: each is taken as the folder that it is, and what is no text or book in it
//! is left out and named.

use domain::{
    Error, Result,
    imports::{FILES_MAX, Skipped},
};
use formats::{
    Flaw,
    folder::{self, Folder, Packed},
};

use super::books::{Source, Texts, has_ending, is_screenplay, refused};

/// The endings of the files that are looked at.
const ENDINGS: [&str; 7] = ["md", "markdown", "txt", "docx", "epub", "odt", "fountain"];

/// The endings of books, which are no texts where they are no archives.
const BOOKS: [&str; 3] = ["docx", "epub", "odt"];

/// Why other files are left out.
const OTHER: &str = "its extension is not .md, .markdown, .txt, .docx, .epub, .odt or .fountain";

/// What a file of an archive is.
enum Found {
    Source(Source),
    /// Why it is left out.
    Nothing(String),
}

/// Adds what is in an archive: below its name, or as it is where it is the only file of the import.
///
/// # Errors
/// Rejected when the archive cannot be read, too large with more than may be read of it; what is wrong with a file of
/// it is a reason to leave that file out.
pub(super) fn add(
    texts: &mut Texts,
    (path, is_single): (&str, bool),
    folder: &mut Folder<'_>,
) -> Result<()> {
    let refused = |flaw: Flaw| refused(path, &flaw);
    let mut files = folder.files().map_err(refused)?;
    if files.iter().filter(|it| !is_hidden(&it.path)).count() > FILES_MAX {
        return Err(Error::TooLarge(format!("{path} has more than {FILES_MAX} files")));
    }
    // Chapters stand in the order of their paths, and not in that of their packing.
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let outer = outer_folder(&files).map(|it| format!("{it}/")).unwrap_or_default();
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let prefix = if is_single { String::new() } else { format!("{stem}/") };
    let mut found_any = false;
    for file in &files {
        let within = file.path.strip_prefix(&outer).unwrap_or(&file.path);
        let name = format!("{prefix}{within}");
        let reason = match look_at(folder, file).map_err(refused)? {
            Found::Source(source) => texts.add(&name, source, (false, false))?,
            Found::Nothing(reason) => Some(reason),
        };
        match reason {
            Some(reason) => {
                texts.left_out.push(Skipped { path: name, reason });
                texts.files_left_out += 1;
            }
            None => found_any = true,
        }
    }
    if !found_any && is_single {
        return Err(Error::Rejected(format!(
            "{path} cannot be imported: it is an archive without a Markdown or text file, DOCX, EPUB, ODT or Fountain"
        )));
    }
    Ok(())
}

/// The folder in which all files of an archive lie, which is what the archive itself stands for; none where they lie
/// in several.
fn outer_folder(files: &[Packed]) -> Option<&str> {
    // What a system adds for itself is hidden, and no part of the folder.
    let mut visible = files.iter().filter(|it| !is_hidden(&it.path));
    let (outer, _) = visible.next()?.path.split_once('/')?;
    let is_in = |it: &Packed| it.path.strip_prefix(outer).is_some_and(|it| it.starts_with('/'));
    visible.all(is_in).then_some(outer)
}

/// Whether a file or a folder around it is hidden, as those are that systems pack beside what people write.
fn is_hidden(path: &str) -> bool {
    path.split('/').any(|it| it.starts_with('.') || it == "__MACOSX")
}

/// Looks at a file; a flaw is one of the whole archive.
fn look_at(folder: &mut Folder<'_>, file: &Packed) -> std::result::Result<Found, Flaw> {
    let nothing = |reason: &str| Ok(Found::Nothing(reason.to_owned()));
    if is_hidden(&file.path) {
        return nothing("it is hidden");
    }
    if file.is_link {
        return nothing("it is a link or something else that is no file");
    }
    let has = |endings: &[&str]| has_ending(&file.path, endings);
    if has(&["zip"]) {
        return nothing("it is an archive within an archive, of which only books are read");
    }
    if !has(&ENDINGS) {
        return nothing(OTHER);
    }
    let within = |flaw: Flaw| match flaw {
        Flaw::FolderTooLarge | Flaw::TooManyBooks => Err(flaw),
        flaw => Ok(Found::Nothing(flaw.to_string())),
    };
    let bytes = match folder.bytes(file) {
        Ok(bytes) => bytes,
        Err(flaw) => return within(flaw),
    };
    // A book is known by its content, whatever its name. It is opened once, within what all files may unpack to.
    if folder::is_packed(&bytes) || has(&BOOKS) {
        return folder.read(&bytes).map_or_else(within, |it| Ok(Found::Source(Source::Book(it))));
    }
    let Some(text) = folder::text(bytes) else {
        return nothing("its encoding is not recognised; save it as UTF-8 and import it again");
    };
    if is_screenplay(&file.path) {
        return formats::read_fountain(&text)
            .map_or_else(within, |it| Ok(Found::Source(Source::Book(it))));
    }
    Ok(Found::Source(Source::Text(text)))
}
