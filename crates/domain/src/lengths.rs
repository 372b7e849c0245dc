//! Length limits for texts of records whose module has no narrower limit: generous for authors, and
//! small enough to bound a list. The texts of documents and of lore are as long as a request may
//! be.

/// The longest title, name, label, tag, written date or line of an example, in characters.
pub const LINE_CHARS_MAX: usize = 1_000;

/// The longest text that is looked for in titles and names, in characters.
pub const SEARCH_CHARS_MAX: usize = 200;

/// The longest description, note or pattern, in characters.
pub const TEXT_CHARS_MAX: usize = 64 * 1024;
