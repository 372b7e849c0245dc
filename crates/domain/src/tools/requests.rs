//! The arguments of the tools. Their descriptions are read by models that know nothing of this service.

use crate::{
    findings::{FoundBy, Severity, State},
    page::Cursor,
    research::{Collection, QUERY_CHARS_MAX},
};

/// Findings that one call lists, at the most.
pub const FINDINGS_MAX: i64 = 50;

/// Passages that calls find, with all that cursors lead to.
pub const PASSAGES_MAX: i64 = 50;

/// Passages that one call finds when nobody names a number.
pub const PASSAGES_DEFAULT: i64 = 6;

crate::model! {
    /// What is read of a document.
    pub struct GetDocument as "GetDocumentArguments" {
        /// The id or the whole title of the document.
        document: String where { min_length: 1, max_length: 1_000 },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// The first character to read, from 0 on.
        start: Option<i64> where { ge: 0.0 },
        /// The `nextCursor` of the answer before, to read on.
        cursor: Option<TextCursor>,
    }
}

crate::model! {
    /// Which findings are listed.
    pub struct ListFindings as "ListFindingsArguments" {
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// Only findings in this document: its id or its whole title.
        document: Option<String> where { max_length: 1_000 },
        /// Only findings in this state.
        state: State = State::Open,
        /// Only findings of this severity.
        severity: Option<Severity>,
        /// Only findings of this severity or a higher one: `medium` leaves out matters of taste and offers.
        min_severity: Option<Severity>,
        /// Only findings of this check.
        check: Option<FoundBy>,
        /// The maximum number of findings.
        limit: i64 where { ge: 1.0, le: FINDINGS_MAX as f64 } = 20,
        /// The `nextCursor` of the answer before, to read on.
        cursor: Option<Cursor<[i64; 2]>>,
    }
}

crate::model! {
    /// What passages are about.
    pub struct FindPassages as "FindPassagesArguments" {
        /// What is looked for, in a few words or a sentence.
        query: String where { min_length: 1, max_length: QUERY_CHARS_MAX },
        /// The id or the name of the project. Without it: the one that is open, or the only one.
        project: Option<String> where { max_length: 1_000 },
        /// Only passages of this document: its id or its whole title.
        document: Option<String> where { max_length: 1_000 },
        /// Only passages of these collections. Without it: all but messages.
        collections: Option<Vec<Collection>> where { max_length: 5 },
        /// The maximum number of passages.
        limit: i64 where { ge: 1.0, le: 20.0 } = PASSAGES_DEFAULT,
        /// The `nextCursor` of the answer before, to read on.
        cursor: Option<NumberCursor>,
    }
}

/// Where a text is read on: the version that was read, and the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextCursor {
    /// The version of the document.
    pub version: i64,
    /// The first character that was not read.
    pub start: i64,
}

impl TextCursor {
    /// As it goes over the wire: opaque to callers.
    pub fn text(self) -> String {
        format!("{}-{}", self.version, self.start)
    }

    fn parse(text: &str) -> Option<Self> {
        let (version, start) = text.split_once('-')?;
        let number = |text: &str| text.parse::<i64>().ok().filter(|number| *number >= 0);
        Some(Self { version: number(version)?, start: number(start)? })
    }
}

/// How many items of a ranked list were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberCursor(pub i64);

impl NumberCursor {
    /// As it goes over the wire: opaque to callers.
    pub fn text(self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        let number = text.parse().ok()?;
        (0..=PASSAGES_MAX).contains(&number).then_some(Self(number))
    }
}

/// Where an answer is read on: the whole of it, in some digits of its digest, and the first item or character
/// that was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerCursor {
    /// Digits of the digest of the whole.
    pub digest: String,
    /// The first item or character that was not read.
    pub start: usize,
}

/// Digits of a digest that a cursor has.
const CURSOR_DIGITS: usize = 16;

impl AnswerCursor {
    /// A place in what is written as `whole`.
    pub fn new(whole: &str, start: usize) -> Self {
        let digest = crate::digest::hex(whole.as_bytes());
        Self { digest: digest.chars().take(CURSOR_DIGITS).collect(), start }
    }

    /// As it goes over the wire: opaque to callers.
    pub fn text(&self) -> String {
        format!("{}-{}", self.digest, self.start)
    }

    fn parse(text: &str) -> Option<Self> {
        let (digest, start) = text.split_once('-')?;
        let is_digest =
            digest.len() == CURSOR_DIGITS && digest.chars().all(|it| it.is_ascii_hexdigit());
        let start = start.parse().ok().filter(|_| is_digest)?;
        Some(Self { digest: digest.to_owned(), start })
    }
}

/// Reads a cursor as a field.
macro_rules! cursor_field {
    ($name:ident) => {
        impl crate::model::FieldType for $name {
            fn read(
                value: &crate::json::Json,
                rule: &crate::model::Bounds,
                reader: &mut crate::model::FieldReader,
            ) -> Option<Self> {
                let text = String::read(value, rule, reader)?;
                Self::parse(&text).or_else(|| {
                    let empty = crate::json::Json::Object(Default::default());
                    let ctx = crate::field_error::ctx("error", empty);
                    let msg = "Value error, the cursor is not one of an answer of this tool";
                    reader.note("value_error", msg, value, Some(ctx))
                })
            }

            fn schema(
                _: &crate::model::Bounds,
                _: &mut crate::model::Schemas,
            ) -> serde_json::Value {
                serde_json::json!({ "type": "string" })
            }
        }
    };
}

cursor_field!(TextCursor);
cursor_field!(NumberCursor);
cursor_field!(AnswerCursor);

pub mod lore;
pub mod story;
pub mod work;
pub mod writing;
