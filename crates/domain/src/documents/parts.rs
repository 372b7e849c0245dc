//! Splitting a document into two, and merging it with the one that follows: the requests and the answers. What
//! becomes of the texts is decided in `manuscript`; which document follows is for `store` to say.

use schemars::JsonSchema;
use serde::Serialize;

use super::DocumentItem;
use crate::{lengths::LINE_CHARS_MAX, trash::TrashedDocument};

/// The longest text that a merge makes, in bytes: as it is sent, with the marks of JSON, it has to fit into a body.
pub const MERGED_BYTES_MAX: usize = 48 * 1024 * 1024;

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
