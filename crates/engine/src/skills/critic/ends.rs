//! How a book or its chapters open and close, beside each other: first and last sentences, how soon
//! somebody speaks, and how the last part of a text differs from the rest of it.

use domain::{
    Result,
    agents::understanding::{End, Topic},
    documents::book::Spread,
    messages::Answer,
};
use prose::{Measures, SHORT_ENDING_WORDS_MAX, Text};
use serde_json::{Value, json};

use super::{CANNOT, OTHERS_MIN};
use crate::skills::{
    answers::{AnswerText, REPORT_ITEMS_MAX, TEXT_ITEMS_MAX, counted, grouped, percent},
    reading::{Asked, Target},
    sightings::located,
    subject::{Subject, quoted},
};

/// Words of an opening that are looked at, and of an ending.
const EDGE_WORDS: usize = 250;

/// The opening or the ending of a text.
struct Edge {
    /// The first or last sentence.
    sentence: Option<prose::Span>,
    words: usize,
    /// What can be said of that sentence.
    marks: Vec<&'static str>,
    /// Of the first or last words: how many there are, and their measures.
    edge: Measures,
    all: Measures,
}

/// How texts open or close; `book` is the manuscript they are compared with, where it was read too.
pub(super) fn answer(asked: &Asked, subjects: &[Subject], book: &[Subject]) -> Result<Answer> {
    let end = match (asked.topic, asked.end) {
        (Topic::Ending, _) | (_, Some(End::Ending)) => End::Ending,
        _ => End::Opening,
    };
    let others: Vec<Edge> = if book.is_empty() { subjects } else { book }
        .iter()
        .map(|it| Edge::of(&Text::new(&it.plain.text), end))
        .collect();
    // Of the whole book its first or last text is meant; a part without a text of its own is none.
    let chosen: Vec<&Subject> = match (&asked.target, end) {
        (Target::Book, End::Opening) => subjects.first().into_iter().collect(),
        (Target::Book, End::Ending) => subjects.last().into_iter().collect(),
        _ => subjects.iter().collect(),
    };
    let mut out = AnswerText::default();
    out.line(CANNOT);
    let mut reports = Vec::new();
    for subject in chosen.iter().take(TEXT_ITEMS_MAX) {
        let edge = Edge::of(&Text::new(&subject.plain.text), end);
        edge.write_to(&mut out, subject, end);
        edge.compare(&mut out, &others, end);
        reports.push(edge.report(subject, end));
    }
    if matches!(asked.target, Target::Book) {
        let rest: Vec<(&Subject, &Edge)> = subjects.iter().zip(&others).collect();
        let what = if end == End::Opening { "How each opens" } else { "How each closes" };
        out.list(what, &rest, |(subject, edge)| {
            let quote = edge.sentence.map(|span| quoted(&subject.quote(span).quote));
            format!("{}: {}", subject.name(), quote.unwrap_or_default())
        });
    }
    let report = json!({
        "kind": if end == End::Opening { "openings" } else { "endings" },
        "texts": reports.iter().take(REPORT_ITEMS_MAX).collect::<Vec<_>>(),
    });
    asked.answered(&out.finish(), report, subjects)
}

impl Edge {
    fn of(text: &Text<'_>, end: End) -> Self {
        let pacing = prose::pacing(text);
        let words = text.words();
        let range = match end {
            End::Opening => 0..EDGE_WORDS.min(words.len()),
            End::Ending => words.len().saturating_sub(EDGE_WORDS)..words.len(),
        };
        let within = words.get(range).unwrap_or_default();
        let span = within.first().zip(within.last());
        // Whole sentences: a part of one would be a short one.
        let part = span.map_or("", |(first, last)| {
            let sentences = text.sentences();
            let start = sentences[first.sentence].span.start;
            &text.source()[start..sentences[last.sentence].span.end]
        });
        let (sentence, marks) = match end {
            End::Opening => {
                let is_spoken = pacing
                    .opening
                    .is_some_and(|it| it.of(text.source()).starts_with(['“', '"', '‘', '«', '„']));
                (pacing.opening, if is_spoken { vec!["in speech"] } else { Vec::new() })
            }
            End::Ending => (
                pacing.ending.map(|it| it.span),
                pacing.ending.map_or_else(Vec::new, |it| {
                    let marks = [
                        (it.asks, "a question"),
                        (it.breaks_off, "breaking off"),
                        (it.is_spoken, "in speech"),
                        (it.words <= SHORT_ENDING_WORDS_MAX, "a short sentence"),
                    ];
                    marks.into_iter().filter(|(is, _)| *is).map(|(_, it)| it).collect()
                }),
            ),
        };
        Self {
            sentence,
            words: sentence.map_or(0, |it| Text::new(it.of(text.source())).words().len()),
            marks,
            edge: prose::measure(&Text::new(part)),
            all: prose::measure(text),
        }
    }

    fn write_to(&self, out: &mut AnswerText, subject: &Subject, end: End) {
        let Some(sentence) = self.sentence else {
            out.line(format!("{} has no sentence.", subject.name()));
            return;
        };
        let marks = if self.marks.is_empty() {
            String::new()
        } else {
            format!(", {}", self.marks.join(", "))
        };
        let verb = if end == End::Opening { "opens" } else { "closes" };
        out.line(format!(
            "{} {verb} ({}{marks}): {}",
            subject.name(),
            counted(self.words, "word", "words"),
            quoted(&subject.quote(sentence).quote)
        ));
        let (edge, all) = (&self.edge, &self.all);
        let which = if end == End::Opening { "first" } else { "last" };
        if let (Some(here), Some(there)) = (edge.rhythm.mean, all.rhythm.mean) {
            out.line(format!(
                "Its {which} {}: {here:.1} words of a sentence (in all of it {there:.1}), {} spoken (in \
                 all of it {}).",
                counted(edge.words, "word", "words"),
                percent(edge.dialogue.share.unwrap_or(0.0)),
                percent(all.dialogue.share.unwrap_or(0.0)),
            ));
        }
    }

    /// What this one has beside the others, itself among them.
    fn compare(&self, out: &mut AnswerText, others: &[Self], end: End) {
        if others.len() <= OTHERS_MIN {
            return;
        }
        let lengths: Vec<f64> = others.iter().map(|it| it.all.words as f64).collect();
        let sentences: Vec<f64> = others.iter().filter_map(|it| it.edge.rhythm.mean).collect();
        let (Some(lengths), Some(sentences)) = (Spread::of(&lengths), Spread::of(&sentences))
        else {
            return;
        };
        let which = if end == End::Opening { "first" } else { "last" };
        out.line(format!(
            "It has {}; the {} documents of the manuscript have {} on average. A sentence of their \
             {which} {EDGE_WORDS} words has {:.1} words on average.",
            counted(self.all.words, "word", "words"),
            others.len(),
            grouped(lengths.mean.round() as i64),
            sentences.mean
        ));
        let spoken = others.iter().filter(|it| it.marks.contains(&"in speech")).count();
        let verb = if end == End::Opening { "open" } else { "close" };
        out.line(format!("Of all {} documents {spoken} {verb} in speech.", others.len()));
    }

    fn report(&self, subject: &Subject, end: End) -> Value {
        json!({
            "sentence": self.sentence.map(|it| located(subject, it)),
            "words": self.words,
            "marks": self.marks,
            "isOpening": end == End::Opening,
            "edge": {
                "words": self.edge.words,
                "sentenceWords": self.edge.rhythm.mean,
                "dialogueShare": self.edge.dialogue.share,
            },
            "all": {
                "words": self.all.words,
                "sentenceWords": self.all.rhythm.mean,
                "dialogueShare": self.all.dialogue.share,
            },
        })
    }
}
