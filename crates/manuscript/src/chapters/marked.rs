//! The headings of chapters in Markdown: those of one level, with those of the level above as parts.

use super::{Cut, Kind, Mark, numeral};
use crate::markdown::{self, Heading};

/// Reads where a Markdown text is cut.
pub(super) fn read(text: &str) -> Cut {
    let headings = markdown::headings(text);
    let (parts, chapters) = levels(&headings);
    let marks = headings
        .into_iter()
        .filter_map(|heading| {
            let kind = match heading.level {
                level if Some(level) == parts => Kind::Part,
                level if Some(level) == chapters => Kind::Chapter,
                _ => return None,
            };
            // A prologue may stand beside the parts.
            let is_part = kind == Kind::Part && !numeral::is_apart(&heading.text);
            let kind = if is_part { Kind::Part } else { Kind::Chapter };
            Some(Mark { kind, range: heading.range, title: heading.text })
        })
        .collect();
    Cut { body: 0..text.len(), marks }
}

/// The level of the parts, where there are any, and that of the chapters.
fn levels(headings: &[Heading]) -> (Option<u8>, Option<u8>) {
    let at = |level: u8| headings.iter().filter(move |heading| heading.level == level);
    let mut several = (1..=6).filter(|level| at(*level).count() > 1);
    let (Some(first), second) = (several.next(), several.next()) else { return (None, None) };
    let is_part = |heading: &Heading| numeral::is_part(&heading.text);
    let is_chapter = |heading: &Heading| numeral::is_chapter(&heading.text);
    let Some(second) = second else { return (None, Some(first)) };
    let has_parts = at(first).any(is_part)
        && at(first).all(|heading| is_part(heading) || numeral::is_apart(&heading.text));
    let has_chapters_below = at(second).any(is_chapter) && !at(first).any(is_chapter);
    if has_parts || has_chapters_below { (Some(first), Some(second)) } else { (None, Some(first)) }
}
