//! The archive that a book is packed as. Parts are unpacked one by one into memory, within bounds, and nothing is
//! ever written to a disk.

use std::io::{Cursor, Read as _};

use zip::{CompressionMethod, ZipArchive, result::ZipError};

use crate::{
    Flaw, Format,
    bounds::{
        COMPARED_BYTES_MAX, DIRECTORY_BYTES_MAX, ENTRIES_MAX, MIME_BYTES_MAX, PART_BYTES_MAX,
        RATIO_BYTES_MIN, RATIO_MAX, TOTAL_BYTES_MAX,
    },
};

/// How an archive begins.
const ZIP: &[u8] = b"PK\x03\x04";

/// How the compound files of older versions of Word begin, in which documents with a password are packed too.
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The name of the stream that a document with a password is in, as it stands in the compound file.
const ENCRYPTED_PACKAGE: &str = "EncryptedPackage";

/// The part that names the package of an EPUB.
pub(crate) const EPUB_CONTAINER: &str = "META-INF/container.xml";

/// The part that names the others of a DOCX.
pub(crate) const DOCX_TYPES: &str = "[Content_Types].xml";

/// The part that says what is packed in an OpenDocument file or an EPUB.
const MIME_TYPE: &str = "mimetype";

/// What the type of an OpenDocument file begins with.
const OPEN_DOCUMENT: &str = "application/vnd.oasis.opendocument.";

/// The part that names the others of an OpenDocument file, and says which of them are encrypted.
pub(crate) const ODF_MANIFEST: &str = "META-INF/manifest.xml";

/// The part that the text of an OpenDocument file is in.
pub(crate) const ODF_CONTENT: &str = "content.xml";

/// The bytes at the beginning of a file in which it is looked for what it says of itself.
const HEAD_BYTES: usize = 4096;

/// An open archive.
pub(crate) struct Container<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    /// Bytes that may still be unpacked.
    left: usize,
    /// Bytes that may still be written to compare what tracked changes make of the text.
    pub(crate) compared: usize,
}

impl<'b> Container<'b> {
    /// What a file seems to be.
    pub(crate) fn format_of(bytes: &[u8]) -> Result<Option<Format>, Flaw> {
        if !Self::is_packed(bytes) {
            return Ok(None);
        }
        Container::open(bytes)?.format().map(Some)
    }

    /// Whether a file begins as a book does that is packed, or that is locked.
    pub(crate) fn is_packed(bytes: &[u8]) -> bool {
        bytes.starts_with(ZIP) || bytes.starts_with(OLE)
    }

    /// Whether a file begins as an archive does.
    pub(crate) fn is_archive(bytes: &[u8]) -> bool {
        bytes.starts_with(ZIP)
    }

    /// How many bytes may still be unpacked.
    pub(crate) const fn left(&self) -> usize {
        self.left
    }

    /// Says how many bytes may still be unpacked.
    pub(crate) const fn set_left(&mut self, left: usize) {
        self.left = left;
    }

    /// Whether several parts have one name, of which only the last can be read.
    pub(crate) fn has_repeated_names(&self) -> bool {
        self.archive.has_duplicate_names()
    }

    /// The files of the archive: their places, their names, and whether they are links.
    pub(crate) fn files(&mut self) -> Result<Vec<(usize, String, bool)>, Flaw> {
        let mut files = Vec::new();
        for at in 0..self.archive.len() {
            let part = self.archive.by_index_raw(at).map_err(|error| broken(&error))?;
            if !part.is_dir() {
                let name = part.name().map_err(|error| broken(&error))?.replace('\\', "/");
                // The folder itself, which some programs name in front of each file, is no part of a path.
                let parts: Vec<&str> = name.split('/').filter(|it| *it != ".").collect();
                files.push((at, parts.join("/"), part.is_symlink()));
            }
        }
        Ok(files)
    }

    /// Opens an archive, and looks at the names of all its parts.
    pub(crate) fn open(bytes: &'b [u8]) -> Result<Self, Flaw> {
        if bytes.is_empty() {
            return Err(Flaw::Empty);
        }
        if bytes.starts_with(OLE) {
            return Err(of_compound_file(bytes));
        }
        if !bytes.starts_with(ZIP) {
            return Err(Flaw::NoBook(looks_like(bytes)));
        }
        check_directory(bytes)?;
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
        if archive.len() > ENTRIES_MAX {
            return Err(Flaw::TooManyParts);
        }
        for at in 0..archive.len() {
            let part = archive.by_index_raw(at).map_err(|error| broken(&error))?;
            let name = part.name().map_err(|error| broken(&error))?.into_owned();
            if part.encrypted() {
                return Err(Flaw::Password);
            }
            if is_outside(&name) {
                return Err(Flaw::Path(displayed(&name)));
            }
        }
        Ok(Self { archive, left: TOTAL_BYTES_MAX, compared: COMPARED_BYTES_MAX })
    }

    /// What is packed in it.
    pub(crate) fn format(&mut self) -> Result<Format, Flaw> {
        let other = Flaw::OtherFormat("a ZIP archive", ": unpack it and import what is in it");
        self.book_format()?.ok_or(other)
    }

    /// Which book is packed in it; none where it holds files.
    pub(crate) fn book_format(&mut self) -> Result<Option<Format>, Flaw> {
        let has = |archive: &ZipArchive<_>, name: &str| archive.index_for_name(name).is_some();
        if has(&self.archive, EPUB_CONTAINER) {
            return Ok(Some(Format::Epub));
        }
        if has(&self.archive, MIME_TYPE) {
            let kind = self.mime_type()?;
            let kind = kind.trim();
            if kind == "application/epub+zip" {
                return Err(Flaw::Missing(EPUB_CONTAINER.to_owned()));
            }
            if let Some(kind) = kind.strip_prefix(OPEN_DOCUMENT) {
                return of_open_document(kind).map(Some);
            }
        }
        if has(&self.archive, DOCX_TYPES) {
            let types = self.required(DOCX_TYPES)?;
            for (part, what) in [
                ("spreadsheetml", "an Excel workbook"),
                ("presentationml", "a PowerPoint presentation"),
            ] {
                if types.contains(part) && !types.contains("wordprocessingml") {
                    return Err(Flaw::OtherFormat(what, ""));
                }
            }
            return Ok(Some(Format::Docx));
        }
        if has(&self.archive, ODF_MANIFEST) && has(&self.archive, ODF_CONTENT) {
            return Ok(Some(Format::Odt));
        }
        Ok(None)
    }

    /// The beginning of the part that says what is packed; what follows it is not unpacked.
    fn mime_type(&mut self) -> Result<String, Flaw> {
        let part = self.archive.by_name(MIME_TYPE).map_err(|error| broken(&error))?;
        let most = MIME_BYTES_MAX.min(self.left);
        let mut bytes = Vec::new();
        part.take(most as u64)
            .read_to_end(&mut bytes)
            .map_err(|error| Flaw::Damaged(format!("unpacking {MIME_TYPE} failed: {error}")))?;
        self.left -= bytes.len();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// A part as text, which must be there.
    pub(crate) fn required(&mut self, name: &str) -> Result<String, Flaw> {
        self.text(name)?.ok_or_else(|| Flaw::Missing(displayed(name)))
    }

    /// A part as text; none where it is not there.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Flaw> {
        let Some(at) = self.archive.index_for_name(name) else { return Ok(None) };
        let bytes = self.part(name, at)?;
        let text = text_of(bytes).ok_or_else(|| Flaw::Malformed {
            part: displayed(name),
            reason: "it is neither UTF-8 nor UTF-16".to_owned(),
        })?;
        // UTF-8 may be longer than UTF-16.
        if text.len() > PART_BYTES_MAX {
            return Err(Flaw::PartTooLarge(displayed(name)));
        }
        Ok(Some(text))
    }

    /// The bytes of the part of this name, which has this place.
    pub(crate) fn part(&mut self, name: &str, at: usize) -> Result<Vec<u8>, Flaw> {
        let part = self.archive.by_index(at).map_err(|error| broken(&error))?;
        if !matches!(part.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            let reason = format!("its part {} is compressed in a way no book is", displayed(name));
            return Err(Flaw::Damaged(reason));
        }
        let packed = usize::try_from(part.compressed_size()).unwrap_or(usize::MAX);
        let bound = PART_BYTES_MAX.min(self.left);
        // What the directory says of the size is not believed: it is counted.
        let ratio_bound = packed.saturating_mul(RATIO_MAX).max(RATIO_BYTES_MIN);
        let most = bound.min(ratio_bound);
        let mut bytes = Vec::new();
        let unpacked = part.take(most as u64 + 1).read_to_end(&mut bytes);
        // What was unpacked is spent, also where it is refused.
        let is_beyond = bytes.len() > self.left;
        self.left = self.left.saturating_sub(bytes.len());
        unpacked.map_err(|error| {
            Flaw::Damaged(format!("unpacking {} failed: {error}", displayed(name)))
        })?;
        if bytes.len() > ratio_bound {
            return Err(Flaw::Ratio(displayed(name)));
        }
        if bytes.len() > PART_BYTES_MAX {
            return Err(Flaw::PartTooLarge(displayed(name)));
        }
        if is_beyond {
            return Err(Flaw::TooLarge);
        }
        bytes.shrink_to_fit();
        Ok(bytes)
    }
}

/// Looks at the directory of an archive before it is read, as reading it keeps each of its entries: how many there are
/// by their first bytes, and by the number that a directory of the larger form claims, for which room is made.
fn check_directory(bytes: &[u8]) -> Result<(), Flaw> {
    const ENTRY: &[u8] = b"PK\x01\x02";
    const WIDE_END: &[u8] = b"PK\x06\x06";
    const WIDE_OFFSET: &[u8] = b"PK\x06\x07";
    const END: &[u8] = b"PK\x05\x06";
    let length = |at: usize| {
        bytes.get(at..at + 2).map_or(0, |it| usize::from(u16::from_le_bytes([it[0], it[1]])))
    };
    let claimed = |at: usize| {
        let count = bytes.get(at..at + 8).and_then(|it| <[u8; 8]>::try_from(it).ok());
        count.map_or(0, u64::from_le_bytes)
    };
    let (mut entries, mut size, mut most_claimed, mut is_wide) = (0, 0, 0, false);
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|it| *it == b'P') {
        at += found;
        let rest = &bytes[at..];
        if rest.starts_with(ENTRY) {
            entries += 1;
            size += length(at + 28) + length(at + 30) + length(at + 32);
        } else if rest.starts_with(WIDE_END) {
            most_claimed = most_claimed.max(claimed(at + 24)).max(claimed(at + 32));
        } else if rest.starts_with(WIDE_OFFSET) {
            // It is the one of an archive, and not four bytes of a picture, if the end is behind it.
            is_wide = is_wide || rest.get(20..24) == Some(END);
        }
        at += 1;
    }
    if entries > ENTRIES_MAX || (is_wide && most_claimed > ENTRIES_MAX as u64) {
        Err(Flaw::TooManyParts)
    } else if size > DIRECTORY_BYTES_MAX {
        Err(Flaw::DirectoryTooLarge)
    } else {
        Ok(())
    }
}

/// What an OpenDocument file of a type is to us: texts are read, with those that others are made from.
fn of_open_document(kind: &str) -> Result<Format, Flaw> {
    let what = match kind {
        _ if kind.starts_with("text") => return Ok(Format::Odt),
        _ if kind.starts_with("spreadsheet") => "an OpenDocument spreadsheet",
        _ if kind.starts_with("presentation") => "an OpenDocument presentation",
        _ => "an OpenDocument file without a text",
    };
    Err(Flaw::OtherFormat(what, ""))
}

/// Whether the name of a part leads out of the archive.
fn is_outside(name: &str) -> bool {
    let begins_with_drive =
        matches!(name.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic());
    name.starts_with(['/', '\\'])
        || begins_with_drive
        || name.contains('\0')
        || name.split(['/', '\\']).any(|it| it == "..")
}

/// What is wrong with a compound file.
fn of_compound_file(bytes: &[u8]) -> Flaw {
    let name: Vec<u8> = ENCRYPTED_PACKAGE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    if bytes.windows(name.len()).any(|it| it == name) {
        Flaw::Password
    } else {
        Flaw::OtherFormat("a document of an older version of Word (.doc)", ": save it as .docx")
    }
}

/// What a file without an archive looks like.
fn looks_like(bytes: &[u8]) -> &'static str {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    if head.starts_with(b"%PDF") {
        "it is a PDF"
    } else if head.starts_with(b"{\\rtf") {
        "it is an RTF document; save it as .docx"
    } else if head.starts_with(b"PK") {
        "it is an empty or damaged archive"
    } else if head.get(60..68) == Some(b"BOOKMOBI") {
        "it is a Kindle book; convert it to EPUB"
    } else if std::str::from_utf8(head).is_ok_and(|text| !text.contains('\0')) {
        "it is a text; import it as .txt or .md"
    } else {
        "its first bytes are those of none of them"
    }
}

/// What a failure of the archive means.
fn broken(error: &ZipError) -> Flaw {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            Flaw::Password
        }
        other => Flaw::Damaged(other.to_string()),
    }
}

/// A text of UTF-8 or, with a mark in front, UTF-16.
pub(crate) fn text_of(bytes: Vec<u8>) -> Option<String> {
    let wide = |decode: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes[2..].as_chunks::<2>();
        let letters = || char::decode_utf16(units.iter().map(|it| decode(*it)));
        // Counted first, so that no room is made twice.
        let size = letters().map(|it| it.map_or(0, char::len_utf8)).sum();
        let mut text = String::with_capacity(size);
        for letter in letters() {
            text.push(letter.ok()?);
        }
        rest.is_empty().then_some(text)
    };
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => wide(u16::from_le_bytes),
        Some([0xfe, 0xff]) => wide(u16::from_be_bytes),
        _ => String::from_utf8(bytes).ok(),
    }
}

/// The name of a part as a message shows it.
pub(crate) fn displayed(name: &str) -> String {
    const CHARS_MAX: usize = 120;
    name.chars().take(CHARS_MAX).map(|it| if it.is_control() { '�' } else { it }).collect()
}
