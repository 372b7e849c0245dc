//! Archives that are no book, but hold files: they are read as the folders that they are.

use crate::{
    Book, Flaw,
    bounds::{FOLDER_BOOKS_MAX, FOLDER_BYTES_MAX},
    container::{Container, text_of},
};

/// A file of a folder that is packed as an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// Its path within the archive, with `/` between names.
    pub path: String,
    /// Whether it is a link, which leads to what another file has.
    pub is_link: bool,
    /// Its place in the archive.
    at: usize,
}

/// A folder that is packed as an archive. What is unpacked of it, and of the books in it, is counted against
/// [`FOLDER_BYTES_MAX`].
pub struct Folder<'b> {
    container: Container<'b>,
    /// Books that were read.
    books: usize,
}

impl<'b> Folder<'b> {
    /// Opens a folder; none where the file is no archive, or one that is a book.
    ///
    /// # Errors
    /// When it is an archive that cannot be read, is locked with a password, or holds what is neither a text nor a
    /// folder, such as a workbook.
    pub fn open(bytes: &'b [u8]) -> Result<Option<Self>, Flaw> {
        if !Container::is_archive(bytes) {
            return Ok(None);
        }
        let mut container = Container::open(bytes)?;
        if container.book_format()?.is_some() {
            return Ok(None);
        }
        container.set_left(FOLDER_BYTES_MAX);
        Ok(Some(Self { container, books: 0 }))
    }

    /// The files in it, in the order of the archive.
    ///
    /// # Errors
    /// When the archive is damaged.
    pub fn files(&mut self) -> Result<Vec<Packed>, Flaw> {
        let all = self.container.files()?;
        Ok(all.into_iter().map(|(at, path, is_link)| Packed { path, is_link, at }).collect())
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// When it has more than [`crate::bounds::PART_BYTES_MAX`], unpacks to far more than it is packed to, or is
    /// damaged; [`Flaw::FolderTooLarge`] when no more may be unpacked.
    pub fn bytes(&mut self, file: &Packed) -> Result<Vec<u8>, Flaw> {
        match self.container.part(&file.path, file.at) {
            Err(Flaw::TooLarge) => Err(Flaw::FolderTooLarge),
            unpacked => unpacked,
        }
    }

    /// Reads a book of the folder.
    ///
    /// # Errors
    /// As [`crate::read`]; [`Flaw::FolderTooLarge`] when no more may be unpacked, and [`Flaw::TooManyBooks`] beyond
    /// [`FOLDER_BOOKS_MAX`].
    pub fn read(&mut self, book: &[u8]) -> Result<Book, Flaw> {
        self.books += 1;
        if self.books > FOLDER_BOOKS_MAX {
            return Err(Flaw::TooManyBooks);
        }
        let mut container = Container::open(book)?;
        let left = self.container.left();
        let own = left.min(container.left());
        container.set_left(own);
        let read = crate::read_packed(&mut container);
        self.container.set_left(left - (own - container.left()));
        match read {
            Err(Flaw::TooLarge) if own == left => Err(Flaw::FolderTooLarge),
            read => read,
        }
    }
}

/// The text of a file: UTF-8, or UTF-16 with a mark in front; none where it is neither, or has U+0000 in it, which no
/// text may have.
pub fn text(bytes: Vec<u8>) -> Option<String> {
    let text = text_of(bytes)?;
    if text.contains('\0') {
        return None;
    }
    Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
