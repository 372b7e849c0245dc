//! Files of an import as texts: those that came as bytes are books, which become the Markdown of their chapters, or
//! archives of such files; screenplays become Markdown too. What editors said in them comes along.

use std::{ops::Range, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::{
    Error, Result,
    documents::line_ends,
    findings::by_editor::{COMMENTS_MAX, EditorComment},
    imports::{
        BOOK_BYTES_MAX, BOOKS_TEXT_BYTES_MAX, CHANGES_SEARCHED_BYTES_MAX, Encoding, Skipped,
        SourceFile,
        remarks::{Remarks, TrackedChange},
    },
    phrases::counted,
    proposals::text::IndexedText,
};
use formats::{
    Book, Flaw, Role,
    folder::{Budget, Folder},
};
use manuscript::chapters::{self, Form, Piece, Section};
use store::imports::StagedFile;
use tokio::sync::SemaphorePermit;

use super::archives;
use crate::Studio;

/// The texts of an import, and what was left out of its books.
pub(super) struct Texts {
    pub(super) files: Vec<StagedFile>,
    pub(super) left_out: Vec<Skipped>,
    /// How many of those are files of archives.
    pub(super) files_left_out: usize,
    /// Bytes of text that books and archives may still have.
    text_left: usize,
    /// Bytes that may still be searched for tracked changes.
    searched_left: usize,
}

/// A file as it is read.
pub(super) enum Source {
    Text(String),
    Book(Book),
}

/// Requests whose books are read at the same time: each may need as much memory as the bounds of a book allow.
pub(crate) const READINGS_MAX: usize = 2;

/// How long a request waits until its books are read.
const WAIT: Duration = Duration::from_secs(60);

/// A permit to read books.
///
/// # Errors
/// Unavailable when none becomes free in time.
pub(super) async fn reading(studio: &Studio) -> Result<SemaphorePermit<'_>> {
    tokio::time::timeout(WAIT, studio.book_readings.acquire())
        .await
        .ok()
        .and_then(std::result::Result::ok)
        .ok_or_else(|| Error::Unavailable("Too many books are being read: try again".to_owned()))
}

/// Whether there is a book, an archive or a screenplay among files.
pub(super) fn has_book(files: &[SourceFile]) -> bool {
    files.iter().any(|it| it.encoding == Encoding::Base64 || is_screenplay(&it.path))
}

/// Whether a text is a screenplay in Fountain, which is told from other texts by its name.
pub(super) fn is_screenplay(path: &str) -> bool {
    has_ending(path, &["fountain"])
}

/// Whether the name of a file has one of these endings.
pub(super) fn has_ending(path: &str, endings: &[&str]) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    endings.iter().any(|it| ending.eq_ignore_ascii_case(it))
}

/// The texts of files; a single one is cut into its chapters where that is asked for.
///
/// # Errors
/// Rejected, with its name and its flaw, for a book or an archive that cannot be read; too large for one beyond
/// [`BOOK_BYTES_MAX`], for books with more text together than [`BOOKS_TEXT_BYTES_MAX`], and for more tracked changes
/// than can be placed in it.
pub(super) fn texts(files: Vec<SourceFile>, cuts: bool) -> Result<Texts> {
    let is_single = files.len() == 1;
    let mut texts = Texts {
        files: Vec::with_capacity(files.len()),
        left_out: Vec::new(),
        files_left_out: 0,
        text_left: BOOKS_TEXT_BYTES_MAX,
        searched_left: CHANGES_SEARCHED_BYTES_MAX,
    };
    // What all books and archives of the import may cost together.
    let mut budget = Budget::default();
    for SourceFile { path, content, encoding } in files {
        let refused = |flaw| refused(&path, &flaw);
        let left_out = |reason: Option<String>| match reason {
            Some(reason) => Err(Error::Rejected(format!("{path} cannot be imported: {reason}"))),
            None => Ok(()),
        };
        match encoding {
            Encoding::Text if is_screenplay(&path) => {
                let book = formats::read_fountain(&content).map_err(refused)?;
                left_out(texts.add(&path, Source::Book(book), (cuts, is_single))?)?;
            }
            Encoding::Text => texts.add_text(&path, &content, cuts && is_single),
            Encoding::Base64 => {
                let bytes = bytes_of(&path, &content)?;
                drop(content);
                if let Some(mut folder) = Folder::open(&bytes, &mut budget).map_err(refused)? {
                    archives::add(&mut texts, (&path, is_single), &mut folder)?;
                    continue;
                }
                let book = budget.read(&bytes).map_err(refused)?;
                left_out(texts.add(&path, Source::Book(book), (cuts, is_single))?)?;
            }
        }
    }
    Ok(texts)
}

/// Why a file cannot be imported: it is too large where it has more than all files of an import may have together.
pub(super) fn refused(path: &str, flaw: &Flaw) -> Error {
    let message = format!("{path} cannot be imported: {flaw}");
    match flaw {
        Flaw::FolderTooLarge | Flaw::TooManyBooks => Error::TooLarge(message),
        _ => Error::Rejected(message),
    }
}

/// The bytes of a book or an archive.
fn bytes_of(path: &str, content: &str) -> Result<Vec<u8>> {
    if content.len() / 4 * 3 > BOOK_BYTES_MAX {
        return Err(Error::TooLarge(format!(
            "{path} has more than the {} MiB of a book",
            BOOK_BYTES_MAX / 1024 / 1024
        )));
    }
    STANDARD
        .decode(content)
        .map_err(|flaw| Error::Rejected(format!("The content of {path} is no Base64: {flaw}")))
}

impl Texts {
    /// Adds what was read of a book or an archive, with what was left out of it; why the book cannot be imported, of
    /// which nothing is added then.
    ///
    /// # Errors
    /// Too large beyond what the files of an import may have together.
    pub(super) fn add(
        &mut self,
        path: &str,
        source: Source,
        (cuts, is_single): (bool, bool),
    ) -> Result<Option<String>> {
        let bytes = match &source {
            Source::Text(text) => text.len(),
            Source::Book(book) => book.sections.iter().map(|it| it.text.len()).sum(),
        };
        self.text_left = self.text_left.checked_sub(bytes).ok_or_else(|| {
            Error::TooLarge(format!(
                "The books have more than {} MiB of text together: import them one by one",
                BOOKS_TEXT_BYTES_MAX / 1024 / 1024
            ))
        })?;
        let book = match source {
            Source::Text(text) => {
                self.add_text(path, &text, cuts && is_single);
                return Ok(None);
            }
            Source::Book(book) => book,
        };
        let (first, first_left_out) = (self.files.len(), self.left_out.len());
        self.left_out.extend(book.left_out.iter().map(|what| Skipped {
            path: path.to_owned(),
            reason: format!("{what} in it: only its text is imported"),
        }));
        if let Err(reason) = self.add_book(path, book, (cuts, is_single)) {
            self.left_out.truncate(first_left_out);
            return Ok(Some(reason));
        }
        let searched = self.files[first..].iter().map(|it| {
            let changes = it.remarks.as_ref().map_or(0, |it| it.changes.len());
            it.content.len().saturating_mul(changes)
        });
        let searched = searched.fold(0_usize, usize::saturating_add);
        self.searched_left = self.searched_left.checked_sub(searched).ok_or_else(|| {
            Error::TooLarge(format!(
                "{path} has too many tracked changes for so long a text: import it alone, cut at its chapters, or \
                 accept some of the changes in it first"
            ))
        })?;
        Ok(None)
    }

    fn add_text(&mut self, path: &str, content: &str, cuts: bool) {
        let text = line_ends::unified_text(content).into_owned();
        let pieces = if cuts { chapters::cut(&text, Form::of_path(path)) } else { None };
        match pieces {
            Some(pieces) => self.files.extend(pieces.into_iter().map(|it| StagedFile {
                path: it.path,
                content: it.content,
                remarks: None,
            })),
            None => {
                let path = path.to_owned();
                self.files.push(StagedFile { path, content: text, remarks: None });
            }
        }
    }

    /// Adds a book: the chapters of an EPUB as files, any other as one, or cut at its headings.
    fn add_book(
        &mut self,
        path: &str,
        book: Book,
        (cuts, is_single): (bool, bool),
    ) -> std::result::Result<(), String> {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        if let [section] = book.sections.as_slice() {
            let cut = || {
                let markdown = chapters::cut(&section.text, Form::Markdown);
                // Who sets no headings may type them.
                markdown.or_else(|| chapters::cut(&section.text, Form::Plain))
            };
            let pieces = match if cuts && is_single { cut() } else { None } {
                Some(mut pieces) => {
                    let comments = section.comments.iter().map(|it| it.range.start);
                    let changes = section.changes.iter().map(|it| it.range.start);
                    add_about(
                        &mut pieces,
                        &book.about,
                        &comments.chain(changes).collect::<Vec<_>>(),
                    );
                    pieces
                }
                None => vec![Piece {
                    path: format!("{stem}.md"),
                    content: section.text.clone(),
                    sources: vec![(0..section.text.len(), 0)],
                }],
            };
            let (remarks, in_titles) = remarks(name, section, &pieces)?;
            if in_titles > 0 {
                self.left_out.push(Skipped {
                    path: path.to_owned(),
                    reason: format!(
                        "{} in titles of parts, which are no text",
                        counted(in_titles, "tracked change")
                    ),
                });
            }
            self.files.extend(pieces.into_iter().zip(remarks).map(|(piece, remarks)| StagedFile {
                path: piece.path,
                content: piece.content,
                remarks: (!remarks.is_empty()).then_some(remarks),
            }));
            return Ok(());
        }
        let sections = book.sections.into_iter().map(|section| Section {
            role: match section.role {
                Role::Part => chapters::Role::Part,
                Role::Chapter => chapters::Role::Chapter,
                Role::FrontMatter => chapters::Role::FrontMatter,
                Role::BackMatter => chapters::Role::BackMatter,
            },
            depth: section.depth,
            title: section.title,
            text: section.text,
        });
        let mut pieces = chapters::folder(sections.collect());
        add_about(&mut pieces, &book.about, &[]);
        let prefix = if is_single { String::new() } else { format!("{stem}/") };
        self.files.extend(pieces.into_iter().map(|Piece { path, content, .. }| StagedFile {
            path: format!("{prefix}{path}"),
            content,
            remarks: None,
        }));
        Ok(())
    }
}

/// Adds what a book says of itself to the note of what stands before its story. A title page that says only the same
/// is dropped, unless an editor remarked on it; and a title alone is no reason for such a note.
fn add_about(pieces: &mut Vec<Piece>, about: &formats::Metadata, remarked: &[usize]) {
    if let Some(at) = chapters::position_of_front_matter(pieces) {
        let has_remark = |source: &Range<usize>| {
            remarked.iter().any(|it| (source.start..=source.end).contains(it))
        };
        let piece = &pieces[at];
        let is_remarked = piece.sources.iter().any(|(source, _)| has_remark(source));
        if !is_remarked && is_title_page(&piece.content, about) {
            pieces.remove(at);
        }
    }
    if !about.authors.is_empty() || chapters::position_of_front_matter(pieces).is_some() {
        chapters::add_front_matter(pieces, &front_matter(about));
    }
}

/// Whether a text has words, each of them one of the title and the authors of its book, and none more often than there.
fn is_title_page(text: &str, about: &formats::Metadata) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let Some(title) = &about.title else { return false };
    let mut of_book = words(title);
    of_book.extend(about.authors.iter().flat_map(|it| words(it)));
    of_book.push("by".to_owned());
    let words = words(text);
    let is_of_book = |word: String| {
        let at = of_book.iter().position(|it| *it == word);
        at.map(|at| of_book.swap_remove(at)).is_some()
    };
    !words.is_empty() && words.into_iter().all(is_of_book)
}

/// What a book says of itself, as the front matter of Markdown; empty where it has no title.
fn front_matter(about: &formats::Metadata) -> String {
    let Some(title) = &about.title else { return String::new() };
    // A text of JSON is one of YAML.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut out = format!("---\ntitle: {}\n", quoted(title));
    if !about.authors.is_empty() {
        out.push_str(&format!("author: {}\n", quoted(&about.authors.join("; "))));
    }
    if let Some(language) = &about.language {
        out.push_str(&format!("language: {}\n", quoted(language)));
    }
    out.push_str("---\n");
    out
}

/// What editors say about each of the pieces that a text was cut into, and how many changes are about words that stand
/// in none.
fn remarks(
    file: &str,
    section: &formats::Section,
    pieces: &[Piece],
) -> std::result::Result<(Vec<Remarks>, usize), String> {
    let mut in_none = 0;
    let positions = Positions::new(pieces);
    let mut all = vec![Remarks { file: file.to_owned(), ..Remarks::default() }; pieces.len()];
    for comment in &section.comments {
        let (piece, start) = positions.locate(comment.range.start);
        // One that goes on in the next chapter is about the words in this one.
        let end = match positions.locate(comment.range.end) {
            (same, end) if same == piece => end.max(start),
            _ => pieces[piece].content.trim_end().len().max(start),
        };
        all[piece].comments.push(EditorComment {
            start: positions.character(piece, start),
            end: positions.character(piece, end),
            author: comment.author.clone(),
            date: comment.date.clone(),
            text: comment.text.clone(),
            is_resolved: comment.is_resolved,
        });
    }
    for change in &section.changes {
        if !positions.has(&change.range) {
            in_none += 1;
            continue;
        }
        let (first, start) = positions.locate(change.range.start);
        let (last, end) = positions.locate(change.range.end);
        // One that goes over several chapters is one of each, and what it puts in stands in the first.
        for piece in first..=last {
            let content = &pieces[piece].content;
            let from = if piece == first { start } else { 0 };
            let to = if piece == last { end } else { content.trim_end().len() }.max(from);
            let after = if piece == first { change.after.as_str() } else { "" };
            if content.get(from..to) == Some(after) {
                continue;
            }
            all[piece].changes.push(TrackedChange {
                start: positions.character(piece, from),
                end: positions.character(piece, to),
                before: content.get(from..to).unwrap_or_default().to_owned(),
                after: after.to_owned(),
                author: change.author.clone(),
                date: change.date.clone(),
            });
        }
    }
    if all.iter().any(|it| it.comments.len() > COMMENTS_MAX) {
        return Err(format!("one of its chapters has more than {COMMENTS_MAX} comments"));
    }
    Ok((all, in_none))
}

/// Where the bytes of a text are in the pieces that it was cut into.
struct Positions<'p> {
    /// Ranges of the text with their pieces and the bytes there, in the order of the text.
    sources: Vec<(Range<usize>, usize, usize)>,
    texts: Vec<IndexedText<'p>>,
}

impl<'p> Positions<'p> {
    fn new(pieces: &'p [Piece]) -> Self {
        let sources = pieces.iter().enumerate().flat_map(|(piece, it)| {
            it.sources.iter().map(move |(range, at)| (range.clone(), piece, *at))
        });
        let mut sources: Vec<_> = sources.collect();
        sources.sort_by_key(|(range, ..)| range.start);
        let texts = pieces.iter().map(|it| IndexedText::new(&it.content)).collect();
        Self { sources, texts }
    }

    /// Whether some of these words stand in a piece, or white space between such words is meant.
    fn has(&self, words: &Range<usize>) -> bool {
        let next = self.sources.partition_point(|(range, ..)| range.end < words.start);
        // What stands behind all of them is at the end of the last.
        let Some((range, piece, _)) = self.sources.get(next) else { return true };
        let is_between = || {
            let before = next.checked_sub(1).map(|it| self.sources[it].1);
            before == Some(*piece)
        };
        range.start <= words.end || is_between()
    }

    /// The piece of a byte, and the byte in it; what stands in no piece is at the beginning of the next one, or at
    /// the end of the last.
    fn locate(&self, at: usize) -> (usize, usize) {
        let next = self.sources.partition_point(|(range, ..)| range.start <= at);
        let before = next.checked_sub(1).map(|it| &self.sources[it]);
        match (before, self.sources.get(next)) {
            (Some((range, piece, start)), _) if at <= range.end => {
                (*piece, start + at - range.start)
            }
            (_, Some((_, piece, start))) => (*piece, *start),
            (Some((range, piece, start)), None) => (*piece, start + range.len()),
            (None, None) => (0, 0),
        }
    }

    /// The character of a piece that begins at a byte.
    fn character(&self, piece: usize, at: usize) -> i64 {
        let text = &self.texts[piece];
        let at = at.min(text.text().len());
        let at = (0..=at).rev().find(|it| text.text().is_char_boundary(*it)).unwrap_or(0);
        text.character(at)
    }
}
