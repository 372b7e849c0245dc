//! Several texts read as one, with the way back from a passage to its document.

use prose::Span;
use serde_json::{Value, json};

use super::{
    sightings::located,
    subject::{Subject, quoted},
};

/// What parts two texts.
const GAP: &str = "\n\n";

/// Texts in the order of reading.
pub(super) struct Corpus {
    /// What is read.
    pub(super) subjects: Vec<Subject>,
    /// Where each text begins.
    starts: Vec<usize>,
    /// All of them, when there are several.
    joined: String,
    /// How an answer calls them all.
    name: String,
}

impl Corpus {
    /// Puts texts together; `scope` is how they are called together.
    pub(super) fn new(subjects: Vec<Subject>, scope: &str) -> Self {
        let (mut starts, mut joined) = (Vec::new(), String::new());
        for subject in subjects.iter().filter(|_| subjects.len() > 1) {
            starts.push(joined.len());
            joined.push_str(&subject.plain.text);
            joined.push_str(GAP);
        }
        let name = match subjects.as_slice() {
            [only] => only.name(),
            _ => {
                let mut letters = scope.chars();
                let first = letters.next().map(|it| it.to_uppercase().to_string());
                first.unwrap_or_default() + letters.as_str()
            }
        };
        Self { subjects, starts, joined, name }
    }

    /// How a sentence that begins with it calls it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is one text.
    pub(super) fn is_one(&self) -> bool {
        self.subjects.len() == 1
    }

    /// The document that is read, when it is one.
    pub(super) fn document_id(&self) -> Option<&str> {
        match self.subjects.as_slice() {
            [only] => only.document.as_ref().map(|(id, _)| id.as_str()),
            _ => None,
        }
    }

    /// What is read, as one text.
    pub(super) fn text(&self) -> &str {
        match self.subjects.as_slice() {
            [only] => &only.plain.text,
            _ => &self.joined,
        }
    }

    /// The text that a span is of, and the span in it.
    fn find(&self, span: Span) -> Option<(&Subject, Span)> {
        if let [only] = self.subjects.as_slice() {
            return Some((only, span));
        }
        let at = self.starts.partition_point(|start| *start <= span.start).checked_sub(1)?;
        let (start, subject) = (self.starts[at], self.subjects.get(at)?);
        let end = (span.end - start).min(subject.plain.text.len());
        Some((subject, Span { start: (span.start - start).min(end), end }))
    }

    /// The words of a span for programs, with their document where there are several.
    pub(super) fn passage(&self, span: Span) -> Value {
        match self.find(span) {
            Some((subject, span)) if !self.is_one() => located(subject, span),
            Some((subject, span)) => json!(subject.quote(span)),
            None => Value::Null,
        }
    }

    /// The words of a span in quotation marks, with the title where there are several texts.
    pub(super) fn cited(&self, span: Span) -> String {
        self.find(span).map_or_else(String::new, |(subject, span)| {
            self.with_title(subject, &quoted(&subject.quote(span).quote))
        })
    }

    /// The sentence around a finding, likewise.
    pub(super) fn cited_around(&self, found: Span, sentence: Span) -> String {
        match (self.find(found), self.find(sentence)) {
            (Some((subject, found)), Some((_, sentence))) => {
                self.with_title(subject, &quoted(&subject.around(found, sentence)))
            }
            _ => String::new(),
        }
    }

    fn with_title(&self, subject: &Subject, words: &str) -> String {
        if self.is_one() { words.to_owned() } else { format!("{}: {words}", subject.name()) }
    }
}
