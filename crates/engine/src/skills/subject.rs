//! A text that somebody asks about: a document, or what a message brings; with the way from every
//! finding back to the words of the author.

use std::ops::Range;

use domain::{Result, messages::Answer};
use manuscript::Plain;
use prose::Span;
use serde::Serialize;
use store::{
    Tx,
    projects::{self, ProjectAccess},
};

use super::request::AgentRequest;
use crate::Studio;

/// The longest quotation, in characters.
pub(super) const QUOTE_CHARS_MAX: usize = 200;

/// A text that somebody asks about.
pub(crate) struct Subject {
    /// The document it is, and its title; none for the text of the message itself.
    pub(crate) document: Option<Named>,
    /// The Markdown as it was written.
    pub(crate) source: String,
    /// What a reader reads of it.
    pub(crate) plain: Plain,
    /// The number of characters before each [`STEP`] bytes of the source.
    marks: Vec<usize>,
}

/// Characters of its sentence that are shown on each side of a finding.
const AROUND_CHARS: usize = 70;

/// Bytes between two marks.
const STEP: usize = 1_024;

/// Words of the author, and where they stand.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Quote {
    /// The words, shortened when they are many.
    pub(crate) quote: String,
    /// The first character in the Markdown.
    pub(crate) start: usize,
    /// The character after the last one.
    pub(crate) end: usize,
}

/// A document's id and title.
type Named = (String, String);

/// The project a message is about, as far as its sender may see it; none when it is about none.
///
/// # Errors
/// Not found when it names one that is not there for its sender.
pub(super) fn project(tx: &mut Tx<'_>, request: &AgentRequest) -> Result<Option<ProjectAccess>> {
    let Some(id) = request.project_id.as_deref() else { return Ok(None) };
    projects::check(tx, &request.principal, id).map(Some)
}

/// What is read of the project a message is about, in one state of it; none when it is about none.
pub(super) async fn read_project<T: Send + 'static>(
    studio: &Studio,
    request: &AgentRequest,
    read: impl Fn(&mut Tx<'_>, &ProjectAccess) -> Result<T> + Send + 'static,
) -> Result<Option<T>> {
    let asked = request.clone();
    studio
        .database
        .scan(move |tx| project(tx, &asked)?.map(|project| read(tx, &project)).transpose())
        .await
}

/// What an agent that reads a project's records answers when the message is about none.
pub(super) fn no_project() -> Answer {
    Answer::of_text(
        "This message is about no project: open one, or name it in context.metadata.projectId.\n",
    )
}

impl Subject {
    /// Reads a text.
    pub(crate) fn new(document: Option<Named>, source: String) -> Self {
        let plain = manuscript::markdown::plain(&source);
        let mut marks = Vec::with_capacity(source.len() / STEP + 1);
        for (count, (at, _)) in source.char_indices().enumerate() {
            if at >= marks.len() * STEP {
                marks.push(count);
            }
        }
        Self { document, source, plain, marks }
    }

    /// How a sentence that begins with it calls it.
    pub(crate) fn name(&self) -> String {
        match &self.document {
            Some((_, title)) => format!("“{title}”"),
            None => "The text of the message".to_owned(),
        }
    }

    /// The words of a span of the plain text.
    pub(crate) fn quote(&self, span: Span) -> Quote {
        let Range { start, end } = self.characters(span);
        Quote { quote: shortened(span.of(&self.plain.text)), start, end }
    }

    /// The characters of the Markdown that a span of the plain text was made from.
    pub(crate) fn characters(&self, span: Span) -> Range<usize> {
        let source = self.plain.source_span(span.into());
        self.characters_before(source.start)..self.characters_before(source.end)
    }

    /// As much of the end of a span as a quotation holds, from the start of a word on.
    pub(crate) fn end_of(&self, span: Span) -> Span {
        let words = span.of(&self.plain.text);
        Span { start: span.start + start_within(words, QUOTE_CHARS_MAX), ..span }
    }

    /// The words of a span of the source, in bytes: of what no reader sees.
    pub(crate) fn quote_source(&self, span: std::ops::Range<usize>) -> Quote {
        Quote {
            quote: shortened(&self.source[span.clone()]),
            start: self.characters_before(span.start),
            end: self.characters_before(span.end),
        }
    }

    /// The sentence around a finding, cut on both sides of the finding where it is long.
    pub(crate) fn around(&self, found: Span, sentence: Span) -> String {
        let text = &self.plain.text;
        let start = start_within(&text[sentence.start..found.start], AROUND_CHARS);
        let end = end_within(&text[found.end..sentence.end], AROUND_CHARS);
        let (start, end) = (sentence.start + start, found.end + end);
        let before = if start > sentence.start { "… " } else { "" };
        let after = if end < sentence.end { " …" } else { "" };
        format!("{before}{}{after}", on_one_line(&text[start..end]))
    }

    /// How many characters of the source stand before the byte `at`.
    fn characters_before(&self, at: usize) -> usize {
        // A mark counts the characters that begin before its step; the last one may reach into it.
        let mark = (at / STEP).min(self.marks.len().saturating_sub(1));
        let from = self.source.ceil_char_boundary(mark * STEP);
        let before = self.marks.get(mark).copied().unwrap_or(0);
        match self.source.get(from..at) {
            Some(rest) => before + rest.chars().count(),
            None => before,
        }
    }
}

/// Words of a text between quotation marks. Double marks of their own become single ones, as a
/// quotation in a quotation has them; where they stand at the edges alone, one pair will do.
pub(crate) fn quoted(words: &str) -> String {
    let is_double = |letter: char| matches!(letter, '“' | '”' | '"');
    let inside = words.strip_prefix(is_double).unwrap_or(words);
    let inside = inside.strip_suffix(is_double).unwrap_or(inside);
    if inside.contains(is_double) {
        format!("“{}”", singled(words))
    } else {
        format!("“{inside}”")
    }
}

/// A text with single marks for its double ones; beside a single one, which then stands for both, a
/// double mark goes. A straight mark opens where a word follows it.
fn singled(words: &str) -> String {
    let mut letters = words.chars().peekable();
    let mut single = String::with_capacity(words.len());
    while let Some(letter) = letters.next() {
        let opens = letters.peek().is_some_and(|next| next.is_alphanumeric())
            && single.chars().next_back().is_none_or(|before| !before.is_alphanumeric());
        let mark = match letter {
            '“' => '‘',
            '”' => '’',
            '"' if opens => '‘',
            '"' => '’',
            other => other,
        };
        let is_beside = single.ends_with(mark) && matches!(mark, '‘' | '’');
        if !is_beside {
            single.push(mark);
        }
    }
    single
}

/// A text on one line, cut behind a word when it is long.
pub(crate) fn shortened(text: &str) -> String {
    cut(text, QUOTE_CHARS_MAX)
}

/// A text on one line, cut behind a word after so many characters.
pub(super) fn cut(text: &str, characters: usize) -> String {
    let line = on_one_line(text);
    let end = end_within(&line, characters);
    if end == line.len() { line } else { format!("{} …", &line[..end]) }
}

/// A text on one line.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The end of the words of `text` that fit into so many characters.
fn end_within(text: &str, characters: usize) -> usize {
    let Some((cut, _)) = text.char_indices().nth(characters) else { return text.len() };
    text[..cut].rfind(char::is_whitespace).unwrap_or(cut)
}

/// The start of the last words of `text` that fit into so many characters.
fn start_within(text: &str, characters: usize) -> usize {
    let Some((cut, _)) = text.char_indices().rev().nth(characters) else { return 0 };
    let space = text[cut..].find(char::is_whitespace).map_or(cut, |space| cut + space);
    text[space..]
        .find(|character: char| !character.is_whitespace())
        .map_or(space, |word| space + word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_in_quotations_have_single_marks() {
        for (words, wanted) in [
            ("He left.", "“He left.”"),
            ("“Come in.”", "“Come in.”"),
            ("“Come in,", "“Come in,”"),
            ("he said. “Come in.”", "“he said. ‘Come in.’”"),
            ("“Come,” he said, “in.”", "“‘Come,’ he said, ‘in.’”"),
            ("he said. \"Come in.\" \"Yes.\"", "“he said. ‘Come in.’ ‘Yes.’”"),
            ("‘I heard it.’” The pen. “No.”", "“‘I heard it.’ The pen. ‘No.’”"),
            ("He said “‘Come’ is right.”", "“He said ‘Come’ is right.’”"),
            ("", "“”"),
            ("”", "“”"),
        ] {
            assert_eq!(quoted(words), wanted, "{words}");
        }
    }
}
