//! Books out: the Markdown of a manuscript as DOCX, with comments, and as EPUB 3.

mod content;
mod docx;
mod epub;
mod markup;
mod styles;

use std::{
    io::{Cursor, Write as _},
    ops::Range,
};

use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use crate::{bounds::WRITTEN_MARKS_MAX, markdown::marks};

pub use docx::docx;
pub use epub::epub;

/// A manuscript to write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manuscript {
    /// Its title.
    pub title: String,
    /// Who wrote it; empty where nobody says so.
    pub author: String,
    /// The tag of its language, such as `en-GB`.
    pub language: String,
    /// What it is told by from all others, as a URI.
    pub identifier: String,
    /// When it was last changed: `2026-01-31T12:00:00Z`.
    pub modified: String,
    /// Its parts and chapters, in the order of reading.
    pub chapters: Vec<Chapter>,
}

/// A chapter of a manuscript, or a part that others lie in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chapter {
    /// How many parts it lies in.
    pub depth: usize,
    /// What it is called; its heading where its text begins with none.
    pub title: String,
    /// Its Markdown, without front matter.
    pub text: String,
    /// What is said about its words.
    pub remarks: Vec<Remark>,
}

/// Something that is said about words of a chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remark {
    /// Where the words stand, in bytes of the Markdown.
    pub range: Range<usize>,
    /// Who says it.
    pub author: String,
    /// When: a moment of ISO 8601.
    pub date: String,
    /// What is said.
    pub text: String,
}

/// Why a book could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Its Markdown would make too many runs and elements.
    #[error("the text has more than {WRITTEN_MARKS_MAX} marks and ends of lines")]
    TooManyMarks,
    /// The archive could not be written.
    #[error("packing a book failed")]
    Packing(#[from] zip::result::ZipError),
}

impl From<std::io::Error> for WriteError {
    fn from(error: std::io::Error) -> Self {
        Self::Packing(zip::result::ZipError::Io(error))
    }
}

/// That a manuscript can be written within bounds.
fn check(manuscript: &Manuscript) -> Result<(), WriteError> {
    let marks: usize = manuscript.chapters.iter().map(|it| marks(&it.text)).sum();
    if marks > WRITTEN_MARKS_MAX { Err(WriteError::TooManyMarks) } else { Ok(()) }
}

/// An archive that is being written. All parts have the same time, so that the same manuscript makes the same bytes.
struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    fn new() -> Self {
        Self(ZipWriter::new(Cursor::new(Vec::new())))
    }

    fn add(&mut self, name: &str, text: &str) -> Result<(), WriteError> {
        self.add_as(name, text, CompressionMethod::Deflated)
    }

    /// Adds a part that is not compressed.
    fn add_stored(&mut self, name: &str, text: &str) -> Result<(), WriteError> {
        self.add_as(name, text, CompressionMethod::Stored)
    }

    fn add_as(
        &mut self,
        name: &str,
        text: &str,
        method: CompressionMethod,
    ) -> Result<(), WriteError> {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default());
        self.0.start_file(name, options)?;
        self.write(text)
    }

    /// Writes more of the part that was added last.
    fn write(&mut self, text: &str) -> Result<(), WriteError> {
        Ok(self.0.write_all(text.as_bytes())?)
    }

    fn finish(self) -> Result<Vec<u8>, WriteError> {
        Ok(self.0.finish()?.into_inner())
    }
}
