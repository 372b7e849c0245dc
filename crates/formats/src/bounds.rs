//! The bounds of what is read of one file, so that reading stays within 256 MB and two seconds of processor time
//! whatever somebody has packed into it.

/// Files in one archive.
pub const ENTRIES_MAX: usize = 20_000;

/// Bytes of one part, unpacked.
pub const PART_BYTES_MAX: usize = 48 * 1024 * 1024;

/// Bytes of all parts that are read, unpacked.
pub const TOTAL_BYTES_MAX: usize = 80 * 1024 * 1024;

/// How many times as large a part may be unpacked as packed, from [`RATIO_BYTES_MIN`] on: the markup of a long
/// novel is about 30 times as large.
pub const RATIO_MAX: usize = 200;

/// Bytes of a part, unpacked, up to which its ratio is not looked at.
pub const RATIO_BYTES_MIN: usize = 1024 * 1024;

/// Elements within each other.
pub const DEPTH_MAX: usize = 128;

/// Pieces of one text: runs of letters of one kind, notes, comments and breaks.
pub const PIECES_MAX: usize = 600_000;

/// Paragraphs of one book.
pub const PARAGRAPHS_MAX: usize = 200_000;

/// Bytes of the Markdown of one book.
pub const TEXT_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Comments, and tracked changes, of one book each.
pub const REMARKS_MAX: usize = 20_000;

/// Bytes that are written to find out what tracked changes make of their paragraphs: the length of each paragraph
/// times the number of its changes. Beyond it all changes of a paragraph become one.
pub const COMPARED_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Characters of what one comment says, with the answers to it.
pub const COMMENT_CHARS_MAX: usize = 4_000;
