//! Text as XML.

use std::borrow::Cow;

use quick_xml::escape::{escape, partial_escape};

/// A text between elements, without the letters that no XML may have.
pub(super) fn text(text: &str) -> String {
    partial_escape(clean(text)).into_owned()
}

/// The value of an attribute.
pub(super) fn attribute(text: &str) -> String {
    escape(clean(text)).into_owned()
}

fn clean(text: &str) -> Cow<'_, str> {
    let is_illegal = |letter: char| matches!(letter, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    if text.contains(is_illegal) { text.replace(is_illegal, "").into() } else { text.into() }
}
