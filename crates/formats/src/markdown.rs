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
pub(crate) struct Opaque<'s>(Cow<'s, str>);

impl<'s> Opaque<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        let is_plain = !source.contains(JOINERS);
        Self(if is_plain { source.into() } else { source.replace(JOINERS, STAND_IN).into() })
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// A text that the parser saw in it, with its joiners.
    pub(crate) fn with_joiners(&self, text: String) -> String {
        // The source was looked through once, and not for each of its texts.
        match self.0 {
            Cow::Borrowed(_) => text,
            Cow::Owned(_) => text.replace(STAND_IN, &JOINER.to_string()),
        }
    }
}

/// How many letters of a text may be marks, with the ends of its lines. A parser keeps something for each of them.
pub(crate) fn marks(text: &str) -> usize {
    text.bytes().filter(|it| b"\\`*_[]<>~&!|#{}^$:\n".contains(it)).count()
}
