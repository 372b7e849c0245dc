//! Archives that are no book, but hold files: they are read as the folders that they are.

use crate::{
    Book, Flaw,
    bounds::{COMPARED_BYTES_MAX, FOLDER_BOOKS_MAX, FOLDER_BYTES_MAX},
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

/// What may still be spent on the files of one import: bytes that are unpacked, bytes that are written to compare
/// tracked changes, and books.
#[derive(Debug)]
pub struct Budget {
    bytes: usize,
    compared: usize,
    books: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: FOLDER_BYTES_MAX, compared: COMPARED_BYTES_MAX, books: FOLDER_BOOKS_MAX }
    }
}

impl Budget {
    /// Reads a book.
    ///
    /// # Errors
    /// As [`crate::read`]; [`Flaw::FolderTooLarge`] when no more may be unpacked, and [`Flaw::TooManyBooks`] beyond
    /// [`FOLDER_BOOKS_MAX`].
    pub fn read(&mut self, book: &[u8]) -> Result<Book, Flaw> {
        self.books = self.books.checked_sub(1).ok_or(Flaw::TooManyBooks)?;
        let mut container = Container::open(book)?;
        container.compared = self.compared;
        let read = self.within(&mut container, crate::read_packed);
        self.compared = container.compared;
        read
    }

    /// Does what unpacks parts of an archive, within what may still be unpacked of it and of all.
    fn within<'c, T>(
        &mut self,
        container: &mut Container<'c>,
        work: impl FnOnce(&mut Container<'c>) -> Result<T, Flaw>,
    ) -> Result<T, Flaw> {
        let whole = container.left();
        let own = whole.min(self.bytes);
        container.set_left(own);
        let done = work(container);
        // What was unpacked is spent, also where it is refused.
        let spent = own - container.left();
        container.set_left(whole - spent);
        let is_all = own == self.bytes;
        self.bytes -= spent;
        match done {
            Err(Flaw::TooLarge) if is_all => Err(Flaw::FolderTooLarge),
            done => done,
        }
    }
}

/// A folder that is packed as an archive. What is unpacked of it, and of the books in it, is spent from a [`Budget`].
pub struct Folder<'b> {
    container: Container<'b>,
    budget: &'b mut Budget,
}

impl<'b> Folder<'b> {
    /// Opens a folder; none where the file is no archive, or one that is a book.
    ///
    /// # Errors
    /// When it is an archive that cannot be read, is locked with a password, holds two files of one name, or holds
    /// what is neither a text nor a folder, such as a workbook.
    pub fn open(bytes: &'b [u8], budget: &'b mut Budget) -> Result<Option<Self>, Flaw> {
        if !Container::is_archive(bytes) {
            return Ok(None);
        }
        let mut container = Container::open(bytes)?;
        if budget.within(&mut container, Container::book_format)?.is_some() {
            return Ok(None);
        }
        // What its files unpack to is bounded with those of the others.
        container.set_left(FOLDER_BYTES_MAX);
        if container.has_repeated_names() {
            return Err(Flaw::Repeated);
        }
        Ok(Some(Self { container, budget }))
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
        self.budget.within(&mut self.container, |it| it.part(&file.path, file.at))
    }

    /// Reads a book of the folder.
    ///
    /// # Errors
    /// As [`Budget::read`].
    pub fn read(&mut self, book: &[u8]) -> Result<Book, Flaw> {
        self.budget.read(book)
    }
}

/// Whether a file begins as a book does that is packed, or one that is locked. Nothing of it is unpacked: whether it
/// is one is known when it is read.
pub fn is_packed(bytes: &[u8]) -> bool {
    Container::is_packed(bytes)
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
