//! Markdown as the crate `manuscript` reads it.

use pulldown_cmark::Options;

/// What of Markdown is read beyond CommonMark.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_WIKILINKS);
