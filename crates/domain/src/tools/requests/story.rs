//! The arguments of the tools about a point of the story and about a draft.

use super::AnswerCursor;

/// Tokens of a brief when nobody names a bound.
pub const BRIEF_TOKENS_DEFAULT: i64 = 1_500;

/// The most tokens of a brief.
pub const BRIEF_TOKENS_MAX: i64 = 8_000;

/// The longest draft that is checked, in characters.
pub const DRAFT_CHARS_MAX: usize = 60_000;

/// The longest subject, in characters.
const SUBJECT_CHARS_MAX: usize = 500;

crate::model! {
    /// Which scene a brief is for.
    pub struct SceneBriefArguments as "SceneBriefArguments" {
        /// The scene: the id or whole title of a document of the manuscript or of a node of the outline, or
        /// a chapter by its number, such as “chapter 12”. A node without a text yet is a scene to write.
        scene: String where { min_length: 1, max_length: 1_000 },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// The most tokens of all sources together, by an estimate of four bytes for each.
        tokens_max: i64 where { ge: 100.0, le: BRIEF_TOKENS_MAX as f64 } = BRIEF_TOKENS_DEFAULT,
        /// The `nextCursor` of the answer before, to read on.
        cursor: Option<AnswerCursor>,
    }
}

crate::model! {
    /// Whose knowledge of what is looked for.
    pub struct WhoKnowsWhen as "WhoKnowsWhenArguments" {
        /// What is known: the id, name or whole title of a lore entry, promise, event or node of the
        /// outline, or a few telling words that a sentence about it would have.
        subject: String where { min_length: 1, max_length: SUBJECT_CHARS_MAX },
        /// Only this person: the id or a name of a lore entry, or a name that the text has. Without it: all
        /// characters of the lore.
        person: Option<String> where { min_length: 1, max_length: 1_000 },
        /// By the end of this document or node of the outline: its id, its whole title, or a chapter by its
        /// number, such as “chapter 12”. Without it: by the end of the book.
        by: Option<String> where { min_length: 1, max_length: 1_000 },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// The `nextCursor` of the answer before, to read on.
        cursor: Option<AnswerCursor>,
    }
}

crate::model! {
    /// A draft that is to be checked.
    pub struct CheckText as "CheckTextArguments" {
        /// The draft, in Markdown.
        text: String where { min_length: 1, max_length: DRAFT_CHARS_MAX },
        /// The document of the manuscript that it belongs to or replaces: its id, its whole title, or a
        /// chapter by its number. What stands before it is then known.
        document: Option<String> where { min_length: 1, max_length: 1_000 },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// The `nextCursor` of the answer before, to read on.
        cursor: Option<AnswerCursor>,
    }
}
