//! How several texts are written, side by side: their measures, where one stands out, and the places
//! that a reader may stumble over first.

use domain::{Result, documents::book::Spread, messages::Answer};
use prose::{Measures, Text};
use serde_json::json;

use super::topics::{doubled_words, longest_sentences, repeated_words};
use crate::skills::{
    answers::{AnswerText, REPORT_ITEMS_MAX, counted, percent},
    reading::Asked,
    subject::Subject,
};

/// Documents that stand side by side in an answer for people.
const DOCUMENTS_MAX: usize = 60;

/// Deviations from the others by which a text stands out.
const STANDS_OUT: f64 = 2.0;

/// Texts to compare with, at least.
const OTHERS_MIN: usize = 3;

/// Places of one kind that are quoted.
const STUMBLES_MAX: usize = 5;

/// A measure: its name and how it is read.
type Measure = (&'static str, fn(&Measures) -> Option<f64>);

const MEASURES: [Measure; 5] = [
    ("words of a sentence", |it| it.rhythm.mean),
    ("dialogue", |it| it.dialogue.share),
    ("adverbs", |it| it.adverbs.per_thousand),
    ("passives", |it| it.passives.per_thousand),
    ("filter verbs", |it| it.filters.per_thousand),
];

/// The measures of several texts.
pub(super) fn answer(asked: &Asked, subjects: &[Subject]) -> Result<Answer> {
    let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
    let measures: Vec<Measures> = texts.iter().map(prose::measure).collect();
    let words: usize = measures.iter().map(|it| it.words).sum();
    let sentences: usize = measures.iter().map(|it| it.sentences).sum();
    let mut out = AnswerText::default();
    out.line(format!(
        "Read: {} with {} in {}. Side by side: words; words of a sentence; share of dialogue; \
         adverbs, passives and filter verbs in 1,000 words.",
        counted(subjects.len(), "document", "documents"),
        counted(words, "word", "words"),
        counted(sentences, "sentence", "sentences"),
    ));
    let outliers: Vec<Vec<&str>> = (0..measures.len()).map(|at| outliers(at, &measures)).collect();
    for (at, it) in measures.iter().enumerate().take(DOCUMENTS_MAX) {
        let stands_out = if outliers[at].is_empty() {
            String::new()
        } else {
            format!("; stands out by {}", outliers[at].join(", "))
        };
        out.line(format!("  {}: {}{stands_out}", subjects[at].name(), figures(it)));
    }
    if measures.len() > DOCUMENTS_MAX {
        out.line(format!("  and {} more", measures.len() - DOCUMENTS_MAX));
    }
    if outliers.iter().all(Vec::is_empty) && measures.len() > OTHERS_MIN {
        out.line(format!("None lies {STANDS_OUT:.0} deviations from the others in any of these."));
    }
    let (long, repeated) =
        (longest_sentences(&texts, STUMBLES_MAX), repeated_words(&measures, STUMBLES_MAX));
    out.list("The longest sentences", &long, |it| it.line(subjects));
    let doubled = doubled_words(&texts, STUMBLES_MAX);
    out.list("Words that stand twice in a row", &doubled, |it| it.line(subjects));
    out.list("Words that come back soonest", &repeated, |it| it.line(subjects));
    let report = json!({
        "kind": "prose_by_document",
        "words": words,
        "sentences": sentences,
        "documents": measures.iter().zip(subjects).zip(&outliers).take(REPORT_ITEMS_MAX)
            .map(|((it, subject), outliers)| {
                let (id, title) = subject.document.clone().unwrap_or_default();
                json!({
                    "documentId": id,
                    "title": title,
                    "words": it.words,
                    "sentenceWords": it.rhythm.mean,
                    "variation": it.rhythm.variation,
                    "dialogueShare": it.dialogue.share,
                    "adverbs": it.adverbs.per_thousand,
                    "passives": it.passives.per_thousand,
                    "filters": it.filters.per_thousand,
                    "repetitions": it.repetition.clusters_per_thousand,
                    "standsOutBy": outliers,
                })
            }).collect::<Vec<_>>(),
        "longestSentences": long.iter().map(|it| it.report(subjects)).collect::<Vec<_>>(),
        "doubledWords": doubled.iter().map(|it| it.report(subjects)).collect::<Vec<_>>(),
        "repeatedWords": repeated.iter().map(|it| it.report(subjects)).collect::<Vec<_>>(),
    });
    asked.answered(&out.finish(), report, subjects)
}

/// The figures of a text in the order of the heading.
fn figures(it: &Measures) -> String {
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |it| format!("{it:.1}"));
    format!(
        "{}; {}; {}; {}, {}, {}",
        counted(it.words, "word", "words"),
        number(it.rhythm.mean),
        it.dialogue.share.map_or("–".to_owned(), percent),
        number(it.adverbs.per_thousand),
        number(it.passives.per_thousand),
        number(it.filters.per_thousand)
    )
}

/// The measures in which one text lies apart from all others.
fn outliers(at: usize, all: &[Measures]) -> Vec<&'static str> {
    let stands_out = |(_, read): &&Measure| {
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<f64> = others.filter_map(|(_, it)| read(it)).collect();
        let spread = Spread::of(&others).filter(|_| others.len() >= OTHERS_MIN);
        let score = spread.zip(read(&all[at])).and_then(|(spread, own)| spread.score(own));
        score.is_some_and(|score| score.abs() >= STANDS_OUT)
    };
    MEASURES.iter().filter(stands_out).map(|(name, _)| *name).collect()
}
