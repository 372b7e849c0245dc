//! Books in other formats: DOCX and EPUB in and out, ODT and Fountain in. What comes in is Markdown, with the comments
//! and tracked changes of editors beside it; what goes out is made of Markdown with comments.
//!
//! This is a library about bytes alone. It opens no file, knows no database and no record of the program that
//! uses it. Every file is taken as one that somebody may have made to do harm: what is read of it is bounded
//! ([`bounds`]), and each flaw is named ([`Flaw`]).

mod blocks;
pub mod bounds;
mod comments;
mod compose;
mod container;
mod docx;
mod epub;
mod flaw;
pub mod folder;
mod fountain;
mod inline;
mod markdown;
mod numbers;
mod odt;
mod properties;
mod roles;
mod scenes;
mod single;
mod tables;
mod titles;
pub mod write;
mod xml;

pub use flaw::Flaw;

/// What a book is packed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The documents of Word, and what Writer and Docs write as such.
    Docx,
    /// EPUB 2 and 3.
    Epub,
    /// The texts of OpenDocument, as Writer writes them.
    Odt,
}

/// A book that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// What it says about itself.
    pub about: Metadata,
    /// Its texts in the order of reading. A DOCX, an ODT and a screenplay have one, whose headings are
    /// those of the chapters.
    pub sections: Vec<Section>,
    /// What was left out of it, in words.
    pub left_out: Vec<String>,
}

/// What a book says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Its title.
    pub title: Option<String>,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// The tag of its language, such as `en-GB`.
    pub language: Option<String>,
}

/// What a text is to a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What chapters lie in; its text stands before the first of them.
    Part,
    /// A chapter, or a text with all chapters.
    Chapter,
    /// What stands before the story: title page, imprint, dedication.
    FrontMatter,
    /// What stands behind it.
    BackMatter,
}

/// One text of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// What it is.
    pub role: Role,
    /// How many parts it lies in.
    pub depth: usize,
    /// What it is called; empty for a text with all chapters.
    pub title: String,
    /// Its Markdown, as it was before any tracked change.
    pub text: String,
    /// What editors said about its words, in the order of the text.
    pub comments: Vec<Comment>,
    /// What editors would change, in the order of the text; no two overlap.
    pub changes: Vec<Change>,
}

/// Something that an editor said about words of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Where the words stand, in bytes of the Markdown; empty where the comment is about a place.
    pub range: std::ops::Range<usize>,
    /// Who said it; empty where the file does not say.
    pub author: String,
    /// When, as the file says it: a moment of ISO 8601, mostly without a zone.
    pub date: Option<String>,
    /// What was said, with the answers to it.
    pub text: String,
    /// Whether it was marked as done.
    pub is_resolved: bool,
}

/// Words that an editor would have in place of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where the words stand that would go, in bytes of the Markdown; empty for an insertion.
    pub range: std::ops::Range<usize>,
    /// The Markdown that would come in their place.
    pub after: String,
    /// Who would change it; empty where the file does not say.
    pub author: String,
    /// When, as the file says it.
    pub date: Option<String>,
}

/// What a file seems to be, by its first bytes and, where it is an archive, by its parts; none for what is no
/// book of ours. A file is not believed by its name.
///
/// # Errors
/// When it is an archive that cannot be read, or one that is locked with a password.
pub fn format_of(bytes: &[u8]) -> Result<Option<Format>, Flaw> {
    container::Container::format_of(bytes)
}

/// Reads a book.
///
/// # Errors
/// When it is no DOCX, EPUB or ODT, or one that is broken, locked or beyond [`bounds`].
pub fn read(bytes: &[u8]) -> Result<Book, Flaw> {
    read_packed(&mut container::Container::open(bytes)?)
}

/// Reads the book of an open archive.
fn read_packed(container: &mut container::Container<'_>) -> Result<Book, Flaw> {
    match container.format()? {
        Format::Docx => docx::read(container),
        Format::Epub => epub::read(container),
        Format::Odt => odt::read(container),
    }
}

/// Reads a screenplay in Fountain. It is told from other texts by the name of its file alone, `.fountain`.
///
/// # Errors
/// When it has no text, or is beyond [`bounds`].
pub fn read_fountain(text: &str) -> Result<Book, Flaw> {
    fountain::read(text)
}
