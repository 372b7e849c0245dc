//! Citations: sentences of the manuscript that a statement about it rests on, each with the document it
//! is in and where. It finds sentences that name somebody, and sentences that have words of a record.

use domain::documents::book::PlacedDocument;
use prose::{NameIndex, Span, Text};
use serde_json::{Value, json};

use super::subject::{Quote, Subject, quoted, shortened};

/// Characters of a sentence that is quoted whole, at most.
const SENTENCE_CHARS_MAX: usize = 200;

/// Words of a sentence that is quoted without what follows it, at least.
const SENTENCE_WORDS_MIN: usize = 4;

/// Citations of one document that share words with a record, at most.
const SHARED_EACH_MAX: usize = 2;

/// A sentence, and where it is.
#[derive(Debug, Clone)]
pub(super) struct Citation {
    pub(super) document_id: String,
    pub(super) title: String,
    pub(super) quote: Quote,
}

impl Citation {
    /// A finding with the sentence around it.
    pub(super) fn around(subject: &Subject, found: Span, sentence: Span) -> Self {
        let words = sentence.of(&subject.plain.text);
        let quote = subject.quote(sentence);
        let is_long = words.chars().nth(SENTENCE_CHARS_MAX).is_some();
        let quote =
            if is_long { Quote { quote: subject.around(found, sentence), ..quote } } else { quote };
        let (document_id, title) = subject.document.clone().unwrap_or_default();
        Self { document_id, title: shortened(&title), quote }
    }

    /// A sentence of a text with a finding in it; a short one with what follows it in its paragraph.
    pub(super) fn in_sentence(
        subject: &Subject,
        text: &Text<'_>,
        at: usize,
        found: Span,
    ) -> Option<Self> {
        let sentences = text.sentences();
        let first = sentences.get(at)?;
        let mut span = first.span;
        let mut words = first.words.len();
        for next in sentences[at + 1..].iter().take_while(|it| it.paragraph == first.paragraph) {
            if words >= SENTENCE_WORDS_MIN {
                break;
            }
            span.end = next.span.end;
            words += next.words.len();
        }
        Some(Self::around(subject, found, span))
    }

    /// A sentence from its beginning.
    pub(super) fn of(subject: &Subject, sentence: Span) -> Self {
        Self::around(subject, Span { end: sentence.start, ..sentence }, sentence)
    }

    /// For people, with its document.
    pub(super) fn line(&self) -> String {
        format!("“{}”: {}", self.title, self.words())
    }

    /// Its words between quotation marks.
    pub(super) fn words(&self) -> String {
        quoted(&self.quote.quote)
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        json!({ "documentId": self.document_id, "title": self.title, "passage": self.quote })
    }
}

/// Where a document, or one after the other, names somebody.
pub(super) struct Naming {
    /// At how many places.
    pub(super) count: usize,
    /// The first of them.
    pub(super) first: Citation,
    /// That which says the most among those short enough to be quoted whole.
    pub(super) fullest: Citation,
}

impl Naming {
    /// Takes in what a document behind it names.
    pub(super) fn add(&mut self, other: Self) {
        let length = |it: &Self| it.fullest.quote.quote.chars().count();
        self.count += other.count;
        if length(&other) > length(self) {
            self.fullest = other.fullest;
        }
    }
}

/// Where a document names whoever bears these names; none where it does not.
pub(super) fn naming(subject: &Subject, names: &[&str]) -> Option<Naming> {
    let index = NameIndex::new(names.iter().map(|name| (0, *name)));
    let text = Text::new(&subject.plain.text);
    let found = prose::mentions(&text, &index);
    let count = found.owners.first()?.count;
    let at = |span: &Span| text.sentences().partition_point(|it| it.span.end <= span.start);
    let length = |span: &Span| {
        let sentence = text.sentences().get(at(span)).map_or(*span, |it| it.span);
        let characters = sentence.of(&subject.plain.text).chars().count();
        if characters > SENTENCE_CHARS_MAX { 0 } else { characters }
    };
    let cite = |span: &Span| Citation::in_sentence(subject, &text, at(span), *span);
    let first = cite(found.spans.first()?)?;
    let fullest = found.spans.iter().rev().max_by_key(|span| length(span)).and_then(cite);
    Some(Naming { count, fullest: fullest.unwrap_or_else(|| first.clone()), first })
}

/// The sentence of these documents that has the rarest of a record's words; none that has one of them.
pub(super) fn nearest(subjects: &[(PlacedDocument, Subject)], record: &str) -> Option<Citation> {
    ranked(subjects, record, 1, 1).into_iter().next()
}

/// The sentences of these documents that share most with the words of a record, rare words counting
/// for more, in the order of reading: at most `limit`, and each with at least two of the words, or the
/// one there is.
pub(super) fn sharing(
    subjects: &[(PlacedDocument, Subject)],
    record: &str,
    limit: usize,
) -> Vec<Citation> {
    ranked(subjects, record, 2, limit)
}

fn ranked(
    subjects: &[(PlacedDocument, Subject)],
    record: &str,
    words_min: usize,
    limit: usize,
) -> Vec<Citation> {
    let words = prose::content_words(record);
    let needed = words.len().min(words_min);
    if needed == 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut sentences_with = vec![0_usize; words.len()];
    for (at, (_, subject)) in subjects.iter().enumerate() {
        for shared in prose::sentences_with(&Text::new(&subject.plain.text), &words) {
            shared.words.iter().for_each(|&word| sentences_with[word] += 1);
            found.push((at, shared));
        }
    }
    let weight = |words: &[usize]| -> f64 {
        words.iter().map(|&word| 1.0 / (sentences_with[word] as f64).sqrt()).sum()
    };
    found.retain(|(_, shared)| shared.words.len() >= needed);
    found.sort_by(|(_, one), (_, other)| weight(&other.words).total_cmp(&weight(&one.words)));
    let mut taken: Vec<(usize, Span)> = Vec::new();
    for (at, shared) in found {
        let of_document = taken.iter().filter(|(other, _)| *other == at).count();
        if taken.len() < limit && of_document < SHARED_EACH_MAX {
            taken.push((at, shared.span));
        }
    }
    taken.sort_by_key(|(at, span)| (*at, span.start));
    let cite = |(at, span): (usize, Span)| {
        let (_, subject) = &subjects[at];
        let text = Text::new(&subject.plain.text);
        let sentence = text.sentences().partition_point(|it| it.span.end <= span.start);
        Citation::in_sentence(subject, &text, sentence, span)
    };
    taken.into_iter().filter_map(cite).collect()
}
