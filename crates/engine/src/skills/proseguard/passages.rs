//! How the passages about somebody or something are written, beside all that was read.

use std::{cmp::Reverse, collections::BTreeSet};

use domain::{Result, messages::Answer};
use prose::{Measures, Text};
use serde_json::{Value, json};

use crate::skills::{
    answers::{AnswerText, counted, percent},
    help,
    reading::Asked,
    sightings::{self, Sightings, located},
    subject::{Subject, quoted},
};

/// Sentences that are quoted.
const QUOTED_MAX: usize = 5;

/// What is compared: its name, its key, and how it is read.
type Measure = (&'static str, &'static str, fn(&Measures) -> Option<f64>);

const MEASURES: [Measure; 5] = [
    ("words of a sentence", "sentenceWords", |it| it.rhythm.mean),
    ("share of dialogue", "dialogueShare", |it| it.dialogue.share),
    ("adverbs in 1,000 words", "adverbs", |it| it.adverbs.per_thousand),
    ("passives in 1,000 words", "passives", |it| it.passives.per_thousand),
    ("filter verbs in 1,000 words", "filters", |it| it.filters.per_thousand),
];

/// How the passages about what a request names are written.
pub(super) fn answer(asked: &Asked, subjects: &[Subject]) -> Result<Answer> {
    let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
    let found = sightings::find(&texts, &asked.sought(), &asked.names.records);
    let all: Vec<&str> = subjects.iter().map(|it| it.plain.text.as_str()).collect();
    let all = prose::measure(&Text::new(&all.join("\n\n")));
    let scope = asked.scope_name();
    let mut out = AnswerText::default();
    let mut reports = Vec::new();
    for it in &found {
        out.line(it.line(&scope));
        if it.total() > 0 {
            reports.push(compare(&mut out, it, &texts, &all, subjects));
        } else {
            reports.push(json!({ "name": it.sought.name(), "mentions": 0 }));
        }
    }
    help::write_missed(&mut out, asked, &found);
    let report = json!({ "kind": "prose_of_passages", "records": reports });
    asked.answered(&out.finish(), report, subjects)
}

fn compare(
    out: &mut AnswerText,
    found: &Sightings,
    texts: &[Text<'_>],
    all: &Measures,
    subjects: &[Subject],
) -> Value {
    let mut paragraphs: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (document, passage) in found.all() {
        let known = texts[document].paragraphs();
        let at = known.partition_point(|it| it.span.start <= passage.span.start);
        paragraphs.extend(at.checked_sub(1).map(|at| (document, at)));
    }
    let of = |(document, at): &(usize, usize)| {
        let text = &texts[*document];
        text.paragraphs()[*at].span.of(text.source())
    };
    let joined = paragraphs.iter().map(of).collect::<Vec<_>>().join("\n\n");
    let own = prose::measure(&Text::new(&joined));
    out.line(format!(
        "The {} that do so have {}: {} of all that was read. Beside all of it:",
        counted(paragraphs.len(), "paragraph", "paragraphs"),
        counted(own.words, "word", "words"),
        percent(own.words as f64 / all.words.max(1) as f64),
    ));
    let number = |key: &str, value: f64| {
        if key == "dialogueShare" { percent(value) } else { format!("{value:.1}") }
    };
    for (name, key, read) in &MEASURES {
        if let (Some(here), Some(there)) = (read(&own), read(all)) {
            out.line(format!("  {name}: {}, in all {}", number(key, here), number(key, there)));
        }
    }
    let mut sentences = found.sentences();
    sentences.sort_by_key(|(document, span)| {
        let text = span.of(texts[*document].source());
        Reverse(text.split_whitespace().count())
    });
    sentences.truncate(QUOTED_MAX);
    out.list("The longest sentences of them", &sentences, |(at, span)| {
        format!("{}: {}", subjects[*at].name(), quoted(&subjects[*at].quote(*span).quote))
    });
    let measures = MEASURES.iter().map(|(_, key, read)| {
        ((*key).to_owned(), json!({ "value": read(&own), "all": read(all) }))
    });
    json!({
        "id": found.sought.id,
        "name": found.sought.name(),
        "mentions": found.total(),
        "paragraphs": paragraphs.len(),
        "words": own.words,
        "measures": measures.collect::<serde_json::Map<_, _>>(),
        "longestSentences": sentences.iter().map(|(at, span)| located(&subjects[*at], *span))
            .collect::<Vec<_>>(),
    })
}
