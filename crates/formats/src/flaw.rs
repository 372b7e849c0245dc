//! What is wrong with a file.

use crate::bounds::{
    CELLS_MAX, DEPTH_MAX, DIRECTORY_BYTES_MAX, ENTRIES_MAX, FOLDER_BOOKS_MAX, FOLDER_BYTES_MAX,
    PARAGRAPH_BYTES_MAX, PARAGRAPHS_MAX, PART_BYTES_MAX, PIECES_MAX, RATIO_MAX, REMARKS_MAX,
    TABLE_ENTRIES_MAX, TEXT_BYTES_MAX, TOTAL_BYTES_MAX,
};

const MIB: usize = 1024 * 1024;

/// What is wrong with a file. Each completes a sentence that begins with its name: "book.docx cannot be imported:".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// Nothing is in it.
    #[error("it is empty")]
    Empty,
    /// It is no archive at all.
    #[error("it is no DOCX, EPUB or ODT: {0}")]
    NoBook(&'static str),
    /// It is an archive with something else in it.
    #[error("it is {0}, and not a DOCX, EPUB or ODT{1}")]
    OtherFormat(&'static str, &'static str),
    /// It is locked.
    #[error("it is locked with a password: save it without one and try again")]
    Password,
    /// An EPUB with digital rights management.
    #[error("its text is encrypted, as shops do to protect books from copying, and cannot be read")]
    Encrypted,
    /// The archive ends before its directory.
    #[error("it is cut off or damaged: {0}")]
    Damaged(String),
    /// A part is not there.
    #[error("its part {0} is missing")]
    Missing(String),
    /// A part is no XML.
    #[error("its part {part} is not well-formed: {reason}")]
    Malformed {
        /// Which part.
        part: String,
        /// What is wrong, and where.
        reason: String,
    },
    /// A part defines entities of its own, which could grow beyond all bounds.
    #[error("its part {0} defines a document type of its own, which is refused")]
    DocumentType(String),
    /// The name of a part leads out of the archive.
    #[error("it has a part whose name leads out of it: {0}")]
    Path(String),
    /// A part unpacks to far more than it is packed to.
    #[error(
        "its part {0} unpacks to more than {RATIO_MAX} times its size, as an archive made to do harm"
    )]
    Ratio(String),
    /// A part is too large.
    #[error("its part {0} has more than {max} MiB", max = PART_BYTES_MAX / MIB)]
    PartTooLarge(String),
    /// All parts together are.
    #[error("it unpacks to more than {max} MiB", max = TOTAL_BYTES_MAX / MIB)]
    TooLarge,
    /// What is read of all files of an import is.
    #[error(
        "it unpacks to more than {max} MiB, with the books in it and the other files: import it in parts",
        max = FOLDER_BYTES_MAX / MIB
    )]
    FolderTooLarge,
    /// An import has too many books.
    #[error("more than {FOLDER_BOOKS_MAX} books are imported together: import them in parts")]
    TooManyBooks,
    /// Of files with one name only one would be read.
    #[error("two of its files have the same name")]
    Repeated,
    /// The archive has too many files.
    #[error("it has more than {ENTRIES_MAX} parts")]
    TooManyParts,
    /// The names of its files are too long.
    #[error("the names of its parts have more than {max} MiB", max = DIRECTORY_BYTES_MAX / MIB)]
    DirectoryTooLarge,
    /// The tables beside its text have too many entries.
    #[error("it has more than {TABLE_ENTRIES_MAX} entries in its tables, as its part {0} shows")]
    TooManyEntries(String),
    /// The tables of its text have too many cells.
    #[error("its tables have more than {CELLS_MAX} cells")]
    TooManyCells,
    /// Elements lie too deep.
    #[error("its part {0} is nested more than {DEPTH_MAX} levels deep")]
    TooDeep(String),
    /// There are too many paragraphs.
    #[error("it has more than {PARAGRAPHS_MAX} paragraphs")]
    TooManyParagraphs,
    /// A paragraph is too long.
    #[error("it has a paragraph of more than {max} MiB", max = PARAGRAPH_BYTES_MAX / MIB)]
    ParagraphTooLong,
    /// There are too many runs.
    #[error("it has more than {PIECES_MAX} changes of formatting")]
    TooManyPieces,
    /// There are too many comments or tracked changes.
    #[error("it has more than {REMARKS_MAX} comments or tracked changes")]
    TooManyRemarks,
    /// The text is too long.
    #[error("its text has more than {max} MiB", max = TEXT_BYTES_MAX / MIB)]
    TextTooLong,
    /// No text is in it.
    #[error("it has no text")]
    NoText,
}
