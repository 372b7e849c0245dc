//! Markdown as the crate `manuscript` reads it.

use std::borrow::Cow;

use pulldown_cmark::Options;

/// What of Markdown is read beyond CommonMark.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_WIKILINKS);

/// Marks without width that keep two words on one line, three bytes each.
const JOINERS: [char; 2] = [JOINER, '\u{feff}'];

/// The one of them that is written.
const JOINER: char = '\u{2060}';

/// What the parser sees in their place: a rare mark of three bytes. A joiner is no mark of punctuation to it, so that
/// the emphasis of `*Midnight.*` would stay open when one follows.
const STAND_IN: &str = "\u{2055}";

/// A source as the parser shall see it; every position stays where it is.
pub(crate) fn opaque(source: &str) -> Cow<'_, str> {
    if source.contains(JOINERS) { source.replace(JOINERS, STAND_IN).into() } else { source.into() }
}

/// A text of a source that the parser saw so, with its joiners.
pub(crate) fn with_joiners(text: String, source: &str) -> String {
    if source.contains(JOINERS) { text.replace(STAND_IN, &JOINER.to_string()) } else { text }
}
