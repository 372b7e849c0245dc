//! How long the texts of records may be where their room asks for nothing narrower: generous for
//! whoever writes them, and small enough that a list of them has an end. The texts of documents and
//! of the lore are as long as a request may be.

/// The longest title, name, label, tag, written date or line of an example, in characters.
pub const LINE_CHARS_MAX: usize = 1_000;

/// The longest description, note or pattern, in characters.
pub const TEXT_CHARS_MAX: usize = 64 * 1024;
