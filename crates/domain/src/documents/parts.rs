//! Splitting a document into two, and merging it with the one that follows: the requests, the answers, and
//! what becomes of the texts. Which document follows is for `store` to say.

use schemars::JsonSchema;
use serde::Serialize;

use super::DocumentItem;
use crate::{
    Error, Result, lengths::LINE_CHARS_MAX, proposals::text::IndexedText, trash::TrashedDocument,
};

/// The longest id of a document, in characters.
const ID_CHARS_MAX: usize = 200;

crate::model! {
    /// Where a document is split into two.
    pub struct DocumentSplit as "DocumentSplitRequest" {
        /// The first character of the second document in the Markdown of the first.
        start: i64 where { ge: 0.0 },
        /// What the second one is called: when absent as its first heading says, or without a heading as the
        /// first one with a number.
        title: Option<String> where { min_length: 1, max_length: LINE_CHARS_MAX },
    }
}

crate::model! {
    /// What is known of the document that a merge takes in.
    pub struct DocumentMerge as "DocumentMergeRequest" {
        /// The document that has to follow; whichever follows when absent.
        following_id: Option<String> where { max_length: ID_CHARS_MAX },
        /// The version that it has to have, as in its ETag.
        following_version: Option<i64> where { ge: 1.0 },
    }
}

/// A document that was split.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SplitDocument {
    /// The document, with the first part of its text.
    pub document: DocumentItem,
    /// The new document behind it, with the rest.
    pub second: DocumentItem,
    /// The version of the new document, as in its ETag.
    pub second_version: i64,
}

/// A document that took in the text of the one behind it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergedDocument {
    /// The document, with both texts.
    pub document: DocumentItem,
    /// The one whose text it took in, in the trash.
    pub trashed: TrashedDocument,
}

/// The two texts of a split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitText {
    /// What stays, without the white space at its end.
    pub first: String,
    /// What moves, without the white space at its beginning.
    pub second: String,
    /// The first character of `second` in the text that was split.
    pub start: i64,
}

/// Splits a text before the character `start`. What lies before the byte `body`, a front matter, is no text.
///
/// # Errors
/// Rejected when the text has no such character, or when one of both would be without text.
pub fn split(text: &str, start: i64, body: usize) -> Result<SplitText> {
    let indexed = IndexedText::new(text);
    let length = indexed.character(text.len());
    let at = indexed.byte(start).ok_or_else(|| {
        Error::Rejected(format!("The text has {length} characters, and none at {start}"))
    })?;
    let is_blank = |part: &str| part.trim().is_empty();
    if at < body || is_blank(&text[body..at]) {
        return Err(Error::Rejected(format!("No text stands before the character {start}")));
    }
    if is_blank(&text[at..]) {
        return Err(Error::Rejected(format!("No text stands from the character {start} on")));
    }
    let (before, behind) = text.split_at(at);
    let second = behind.trim_start();
    let mut first = before.trim_end().to_owned();
    if text.ends_with('\n') || before.ends_with('\n') {
        first.push('\n');
    }
    Ok(SplitText {
        first,
        second: second.to_owned(),
        start: indexed.character(text.len() - second.len()),
    })
}

/// The text of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedText {
    /// Both texts, a paragraph break between them.
    pub text: String,
    /// What is added to the position of a character of the second text.
    pub shift: i64,
}

/// Joins a text with the one that follows. Of that, what lies before the byte `body`, a front matter, is left
/// out.
pub fn merge(first: &str, second: &str, body: usize) -> MergedText {
    let behind = second[body..].trim_start();
    let mut text = first.to_owned();
    if !behind.is_empty() {
        text.truncate(first.trim_end().len());
        if !text.is_empty() {
            text.push_str("\n\n");
        }
    }
    let characters = |text: &str| i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    let shift = characters(&text) - characters(&second[..second.len() - behind.len()]);
    text.push_str(behind);
    MergedText { text, shift }
}

/// What the second part of a document is called when nobody says so: `The storm (2)`, and behind that
/// `The storm (3)`.
pub fn numbered_title(title: &str) -> String {
    let numbered = title.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let number = numbered.and_then(|(bare, number)| Some((bare, number.parse::<u32>().ok()?)));
    match number.filter(|(_, number)| (2..u32::MAX).contains(number)) {
        Some((bare, number)) => format!("{bare} ({})", number + 1),
        None => format!("{title} (2)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_before_a_character() {
        for (text, start, first, second, moved) in [
            ("One.\n\nTwo.", 6, "One.\n", "Two.", 6),
            ("One.\n\nTwo.\n", 4, "One.\n", "Two.\n", 6),
            ("Né 🦇 two", 4, "Né 🦇", "two", 5),
            ("One two", 4, "One", "two", 4),
        ] {
            let split = split(text, start, 0).unwrap();
            assert_eq!(
                (split.first.as_str(), split.second.as_str(), split.start),
                (first, second, moved),
                "{text}"
            );
        }
    }

    #[test]
    fn both_parts_of_a_split_have_a_text() {
        for (text, start, body) in [
            ("One.\n", 0, 0),
            ("One.\n", 4, 0),
            ("One.\n", 5, 0),
            ("One.\n", 6, 0),
            ("\n One.", 2, 0),
            ("", 0, 0),
            ("---\na: b\n---\nOne.", 5, 13),
            ("---\na: b\n---\nOne.", 13, 13),
        ] {
            assert!(matches!(split(text, start, body), Err(Error::Rejected(_))), "{text} {start}");
        }
        assert!(split("---\na: b\n---\nOne.", 15, 13).is_ok());
    }

    #[test]
    fn merged_texts_have_a_paragraph_break_between_them() {
        for (first, second, body, text, shift) in [
            ("One.\n", "\nTwo.\n", 0, "One.\n\nTwo.\n", 5),
            ("Né.", "Two.", 0, "Né.\n\nTwo.", 5),
            ("", "Two.", 0, "Two.", 0),
            ("One.\n", " \n", 0, "One.\n", 3),
            ("One.", "---\na: b\n---\nTwo.", 13, "One.\n\nTwo.", -7),
        ] {
            let merged = merge(first, second, body);
            assert_eq!((merged.text.as_str(), merged.shift), (text, shift), "{first}{second}");
        }
    }

    #[test]
    fn what_was_split_is_merged_again() {
        let text = "One.\n\n“Two,” said Né.\n\nThree.\n";
        let split = split(text, 6, 0).unwrap();

        let merged = merge(&split.first, &split.second, 0);

        assert_eq!((merged.text.as_str(), merged.shift), (text, split.start));
    }

    #[test]
    fn a_second_part_has_the_next_number() {
        for (title, wanted) in [
            ("The storm", "The storm (2)"),
            ("The storm (2)", "The storm (3)"),
            ("The storm (again)", "The storm (again) (2)"),
            ("(2)", "(2) (2)"),
            ("", " (2)"),
        ] {
            assert_eq!(numbered_title(title), wanted);
        }
    }
}
