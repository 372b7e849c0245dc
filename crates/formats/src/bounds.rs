//! The bounds of what is read of one file, so that reading stays within 256 MB and two seconds of processor time
//! whatever somebody has packed into it. Tests read files that are made to exceed both (`tests/hostile`).

/// Files in one archive.
pub const ENTRIES_MAX: usize = 20_000;

/// Bytes of the names, comments and further fields of the parts in the directory of an archive.
pub const DIRECTORY_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Bytes of one part, unpacked.
pub const PART_BYTES_MAX: usize = 48 * 1024 * 1024;

/// Bytes of all parts that are read, unpacked.
pub const TOTAL_BYTES_MAX: usize = 80 * 1024 * 1024;

/// Bytes of the part of an archive that says what is packed in it; what is more is not read.
pub const MIME_BYTES_MAX: usize = 128;

/// Bytes of all that is read of the files of one import, unpacked, with the parts of the books in their archives.
pub const FOLDER_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Books of one import: what one of them may cost beside its bytes is spent for each.
pub const FOLDER_BOOKS_MAX: usize = 1_000;

/// How many times as large a part may be unpacked as packed, from [`RATIO_BYTES_MIN`] on: the markup of a long
/// novel is about 30 times as large.
pub const RATIO_MAX: usize = 200;

/// Bytes of a part, unpacked, up to which its ratio is not looked at.
pub const RATIO_BYTES_MIN: usize = 1024 * 1024;

/// Elements within each other.
pub const DEPTH_MAX: usize = 128;

/// Bytes of the value of an attribute; what is longer is cut.
pub const VALUE_BYTES_MAX: usize = 4 * 1024;

/// Bytes of a title and of the name of a person, and of a date; what is longer is cut.
pub const NAME_BYTES_MAX: usize = 1024;

/// Bytes of the number of a heading, as its style makes it; what is longer is cut.
pub const NUMBER_BYTES_MAX: usize = 256;

/// Entries of all tables that a book has beside its text: styles, lists, notes, the files of its package, the entries
/// of its table of contents, and the people and times of its tracked changes.
pub const TABLE_ENTRIES_MAX: usize = 100_000;

/// Rows and cells of all tables of a text, with the cells that fill up short rows.
pub const CELLS_MAX: usize = 200_000;

/// Pieces of one text: runs of letters of one kind, notes, comments and breaks.
pub const PIECES_MAX: usize = 600_000;

/// Paragraphs of one book.
pub const PARAGRAPHS_MAX: usize = 200_000;

/// Bytes of one paragraph, before it is Markdown.
pub const PARAGRAPH_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Marks of one paragraph up to which it is read again to find out whether its emphasis is read as it is meant. With
/// more of them it is written without any.
pub const CHECKED_MARKS_MAX: usize = 200_000;

/// Bytes of the letters of one book with the names in its tables, and bytes of its Markdown.
pub const TEXT_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Comments of one book, and its tracked changes: what one editor changed at a stretch is one.
pub const REMARKS_MAX: usize = 20_000;

/// Characters of space at the ends of the words of a comment that are not taken as its words.
pub const SPACES_MAX: usize = 1_000;

/// Characters of space that one element of an ODT stands for; what is more is cut.
pub const ELEMENT_SPACES_MAX: usize = 100;

/// Marks in the Markdown of a book that is written, each of which makes runs and elements: letters that may be marks,
/// and ends of lines.
pub const WRITTEN_MARKS_MAX: usize = 4_000_000;

/// Bytes that are written to find out what tracked changes make of their paragraphs: the length of each paragraph
/// times the number of its changes. Beyond it all changes of a paragraph become one. All books
/// of one import have it together.
pub const COMPARED_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Characters of what one comment says, with the answers to it.
pub const COMMENT_CHARS_MAX: usize = 4_000;
