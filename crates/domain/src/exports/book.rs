//! Exports of a manuscript as one file for editors and readers: DOCX and EPUB.

use super::{ExportFormat, ExportQuery};
use crate::{
    Error, Result,
    findings::{FINDING_AUTHOR, Finding, FoundBy, State, nearby::nearest},
    proposals::{SEARCHED_BYTES_MAX, text::IndexedText},
};

/// The most bytes of text of one book.
pub const BOOK_TEXT_BYTES_MAX: usize = 64 * 1024 * 1024;

/// The most bytes of text that are searched for the words of the findings of one book. Beyond them, words that do not
/// stand where they stood are not looked for, and the comment is about the first line.
pub const BOOK_SEARCHED_BYTES_MAX: usize = SEARCHED_BYTES_MAX;

/// The longest name of a file, in characters, without its ending.
const NAME_CHARS_MAX: usize = 80;

crate::string_enum! {
    /// Which findings are written as comments.
    pub enum CommentChoice {
        /// None.
        None = "none",
        /// Those that nobody has decided about.
        Open = "open",
        /// Those that are to be dealt with.
        Accepted = "accepted",
        /// Both of these.
        Pending = "pending",
        /// Those that were dismissed or waived too.
        All = "all",
    }
}

impl CommentChoice {
    /// The states in which a finding is written; one that is no longer in the text never is.
    pub const fn states(self) -> &'static [State] {
        match self {
            Self::None => &[],
            Self::Open => &[State::Open],
            Self::Accepted => &[State::Accepted],
            Self::Pending => &[State::Open, State::Accepted],
            Self::All => &[State::Open, State::Accepted, State::Dismissed, State::Waived],
        }
    }
}

impl ExportQuery {
    /// That what is asked for goes together.
    ///
    /// # Errors
    /// Rejected, naming the parameter, for what a format does not have, or a language that is none.
    pub fn check(&self) -> Result<()> {
        let is_book = self.format != ExportFormat::Files;
        let of_book = self.author.is_some() || self.language.is_some();
        if of_book && !is_book {
            return Err(rejected(
                "author and language are parts of a book: say format=docx or epub",
            ));
        }
        if self.findings != CommentChoice::None && self.format != ExportFormat::Docx {
            return Err(rejected(
                "findings are written as the comments of a DOCX: say format=docx",
            ));
        }
        let is_limited = self.check.is_some() || self.min_severity.is_some();
        if is_limited && self.findings == CommentChoice::None {
            return Err(rejected("check and minSeverity choose among findings: say findings=open"));
        }
        let is_tag = |tag: &String| {
            tag.split('-').all(|part| {
                (1..=8).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_alphanumeric())
            }) && tag.split('-').next().is_some_and(|language| {
                language.len() > 1 && language.bytes().all(|it| it.is_ascii_alphabetic())
            })
        };
        match &self.language {
            Some(language) if !is_tag(language) => {
                Err(rejected("language is no tag such as en or en-GB"))
            }
            _ => Ok(()),
        }
    }
}

fn rejected(reason: &str) -> Error {
    Error::Rejected(reason.to_owned())
}

/// A finding as the comment of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingComment {
    /// Where its words stand in the text, in bytes; the first line where they stand nowhere.
    pub range: std::ops::Range<usize>,
    /// Who says it.
    pub author: String,
    /// When, ISO 8601 without fractions of seconds.
    pub date: String,
    /// What is said.
    pub text: String,
}

impl FindingComment {
    /// A finding as a comment on the present text of its document, of which `left` bytes may be searched for words that
    /// do not stand where they stood; at first these are [`BOOK_SEARCHED_BYTES_MAX`] for a book.
    pub fn of(finding: &Finding, text: &IndexedText<'_>, left: &mut usize) -> Self {
        let detail: Option<serde_json::Value> =
            finding.detail.as_ref().and_then(|it| serde_json::from_str(&it.0).ok());
        let of = |name: &str| Some(detail.as_ref()?.get(name)?.as_str()?.to_owned());
        let is_editor = finding.check == FoundBy::Editor;
        let created = finding.created_at.iso_seconds();
        Self {
            range: position(finding, text, left),
            author: if is_editor {
                of("author").unwrap_or_default()
            } else {
                format!("{FINDING_AUTHOR} ({})", finding.agent)
            },
            date: of("date").filter(|it| is_editor && is_moment(it)).unwrap_or(created),
            text: of("comment").filter(|_| is_editor).unwrap_or_else(|| finding.message.clone()),
        }
    }
}

/// Whether a text is a moment as a DOCX has it.
fn is_moment(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 19
        && bytes.is_ascii()
        && bytes[..19].iter().zip(b"0000-00-00T00:00:00").all(|(it, form)| match form {
            b'0' => it.is_ascii_digit(),
            form => it == form,
        })
        && matches!(&text[19..], "" | "Z")
}

/// Where the words of a finding stand in a text: of several places, the one nearest to where they stood.
fn position(finding: &Finding, text: &IndexedText<'_>, left: &mut usize) -> std::ops::Range<usize> {
    let all = text.text();
    let found = finding.quoted.as_ref().and_then(|it| {
        let near = text.byte(it.start).unwrap_or(all.len());
        let at = nearest(all, &it.quote, near, left)?;
        Some(at..at + it.quote.len())
    });
    found.unwrap_or_else(|| 0..all.find('\n').unwrap_or(all.len()))
}

/// The name of a book's file without its ending, in letters that every system takes.
pub fn file_name(title: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    let name: String = title.chars().map(|it| if is_plain(it) { it } else { ' ' }).collect();
    let name: Vec<&str> = name.split_whitespace().collect();
    let name: String = name.join(" ").chars().take(NAME_CHARS_MAX).collect();
    if name.is_empty() { "manuscript".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_in_the_text_any_more_is_no_comment() {
        for choice in CommentChoice::ALL {
            assert!(!choice.states().contains(&State::Stale), "{choice}");
        }
    }

    #[test]
    fn a_language_begins_with_letters() {
        for (language, wanted) in [
            ("en", true),
            ("en-GB", true),
            ("zh-Hant-TW", true),
            ("de-1996", true),
            ("1a", false),
            ("a1", false),
            ("x-en", false),
            ("en-", false),
            ("e_n", false),
        ] {
            let query = ExportQuery {
                revisions: true,
                format: ExportFormat::Epub,
                author: None,
                language: Some(language.to_owned()),
                findings: CommentChoice::None,
                check: None,
                min_severity: None,
            };
            assert_eq!(query.check().is_ok(), wanted, "{language}");
        }
    }

    #[test]
    fn names_of_files_and_moments_are_plain() {
        assert_eq!(file_name("The Sea: A/B “Story”"), "The Sea A B Story");
        assert_eq!(file_name("???"), "manuscript");
        assert!(is_moment("2026-01-02T03:04:05Z") && !is_moment("yesterday"));
    }
}
