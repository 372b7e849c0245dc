//! The arguments of the tools that answer findings and propose changes.

use crate::{
    lengths::LINE_CHARS_MAX,
    promises::{Level, PromiseType},
};

/// The longest words of a document before an edit, in characters.
const BEFORE_CHARS_MAX: usize = 20_000;

/// The longest words of an edit, in characters.
const AFTER_CHARS_MAX: usize = 60_000;

/// The longest reason, in characters.
const REASON_CHARS_MAX: usize = 2_000;

crate::string_enum! {
    /// What the author says of a finding.
    pub enum FindingAnswer {
        /// It is right, and something will be done about it.
        Accepted = "accepted",
        /// It is wrong, or does not matter.
        Dismissed = "dismissed",
        /// It is right and meant to be so, for the reason that is given.
        Waived = "waived",
        /// It is to be looked at again.
        Open = "open",
    }
}

crate::model! {
    /// An answer to a finding.
    pub struct AnswerFinding as "AnswerFindingArguments" {
        /// The id of the finding, as list_findings names it.
        finding: String where { min_length: 1, max_length: 1_000 },
        /// What the author says of it: `accepted` is right and will be mended, `dismissed` is wrong or does
        /// not matter, `waived` is right and meant to be so, `open` is to be looked at again.
        state: FindingAnswer,
        /// Why, in the author's words. A waived finding has a reason.
        reason: Option<String> where { max_length: REASON_CHARS_MAX },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
    }
}

crate::model! {
    /// An edit of a document.
    pub struct ProposeEdit as "ProposeEditArguments" {
        /// The id or the whole title of the document.
        document: String where { min_length: 1, max_length: 1_000 },
        /// The words as they stand there in Markdown, copied letter by letter, and so many that they stand
        /// there one time.
        before: String where { min_length: 1, max_length: BEFORE_CHARS_MAX },
        /// The words that should stand there instead; empty to take them out.
        after: String where { max_length: AFTER_CHARS_MAX },
        /// Why, in a sentence: the author reads it when they decide.
        reason: String where { min_length: 1, max_length: LINE_CHARS_MAX },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
    }
}

crate::model! {
    /// A promise that the text makes to its readers.
    pub struct RecordPromise as "RecordPromiseArguments" {
        /// What is promised, in a few words, such as “Why Harro keeps an empty cup”.
        title: String where { min_length: 1, max_length: LINE_CHARS_MAX },
        /// What the reader expects, in a sentence or two.
        description: String where { max_length: 20_000 } = String::new(),
        /// The document that makes it: its id or its whole title.
        document: Option<String> where { min_length: 1, max_length: 1_000 },
        /// The words of that document that make it, copied letter by letter. They take `document`.
        quote: Option<String> where { min_length: 1, max_length: BEFORE_CHARS_MAX },
        /// What kind of promise it is.
        promise_type: PromiseType = PromiseType::Plot,
        /// How much of the book rests on it.
        promise_level: Level = Level::Major,
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
    }
}
