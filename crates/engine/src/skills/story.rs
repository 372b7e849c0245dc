//! What assistants of a writer ask about the story: all that a scene needs, who is seen with something by a
//! point of the book, and whether a draft goes against what is known. Everything is read and counted, and
//! nothing is stored. No protocol: `tools` has those who ask.

pub(crate) mod brief;
pub(crate) mod draft;
pub(crate) mod knowledge;

mod point;
mod seen;

use domain::tools::{
    answers::{Named, Quotation},
    excerpt::{line_of, short},
};
use prose::Span;

use super::subject::Subject;

/// The words of a span of a document, with their place in its Markdown.
fn quotation(subject: &Subject, span: Span) -> Quotation {
    let found = subject.quote(span);
    let start = whole(found.start);
    Quotation {
        line: Some(line_of(&subject.source, start)),
        text: found.quote,
        start,
        end: whole(found.end),
    }
}

/// The document that a text is.
fn document_of(subject: &Subject) -> Named {
    let (id, title) = subject.document.clone().unwrap_or_default();
    record(&id, &title)
}

/// The longest title or name in an answer about the story, in characters: it has many.
const TITLE_CHARS_MAX: usize = 80;

/// A title or name as an answer has it.
fn named(text: &str) -> String {
    short(text, TITLE_CHARS_MAX)
}

/// A record as an answer names it.
fn record(id: &str, title: &str) -> Named {
    Named { id: id.to_owned(), title: named(title) }
}

pub(crate) fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
