//! Placeholders that authors left in their texts: remarks in brackets, marks such as TK, comments.
//! More than one agent looks for them.

use domain::documents::book::PlacedDocument;
use prose::PlaceholderKind;
use serde_json::{Value, json};

use super::subject::{Quote, Subject, quoted, shortened};

/// A placeholder in a document.
pub(super) struct Placeholder {
    /// The document.
    document_id: String,
    /// What it is called.
    title: String,
    /// `bracket`, `mark` or `comment`.
    kind: &'static str,
    /// Its words, and where they stand.
    quote: Quote,
    /// The sentence around it; none of a comment, which is no part of one.
    around: Option<String>,
}

/// What is left open in these texts, in their order.
pub(super) fn of(subjects: &[(PlacedDocument, Subject)]) -> Vec<Placeholder> {
    subjects.iter().flat_map(|(placed, subject)| of_one(placed, subject)).collect()
}

fn of_one(placed: &PlacedDocument, subject: &Subject) -> Vec<Placeholder> {
    let placeholder = |kind, quote, around| Placeholder {
        document_id: placed.document.id.clone(),
        title: shortened(placed.title()),
        kind,
        quote,
        around,
    };
    let text = &subject.plain.text;
    let of_text = prose::placeholders(text).into_iter().map(|it| {
        let kind = match it.kind {
            PlaceholderKind::Bracket => "bracket",
            PlaceholderKind::Mark => "mark",
        };
        let start = text[..it.span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[it.span.end..].find('\n').map_or(text.len(), |at| it.span.end + at);
        let around = subject.around(it.span, prose::Span { start, end });
        placeholder(kind, subject.quote(it.span), Some(around))
    });
    let comments = manuscript::markdown::comments(&subject.source)
        .into_iter()
        .map(|span| placeholder("comment", subject.quote_source(span), None));
    of_text.chain(comments).collect()
}

impl Placeholder {
    /// For people.
    pub(super) fn line(&self) -> String {
        let Self { title, quote, .. } = self;
        match &self.around {
            Some(around) => format!("“{title}”: {} in {}", quote.quote, quoted(around)),
            None => format!("“{title}”: the comment {}", quote.quote),
        }
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        json!({
            "documentId": self.document_id,
            "title": self.title,
            "kind": self.kind,
            "passage": self.quote,
        })
    }
}
