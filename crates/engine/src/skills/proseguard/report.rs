//! The report about one text: its measures with the words they rest on, as programs read them. The lists
//! are typed: a `Value` in another is written one time more for each level.

use prose::{Measures, Occurrences, Repetition, Runs, Span};
use serde::Serialize;
use serde_json::{Value, json};

use crate::skills::subject::{Quote, Subject};

/// The measures of a text.
pub(super) fn of(subject: &Subject, measures: &Measures) -> Value {
    let rhythm = &measures.rhythm;
    let dialogue = &measures.dialogue;
    json!({
        "kind": "prose",
        "documentId": subject.document.as_ref().map(|(id, _)| id),
        "words": measures.words,
        "distinctWords": measures.distinct_words,
        "sentences": measures.sentences,
        "paragraphs": measures.paragraphs,
        "rhythm": {
            "meanWords": rhythm.mean,
            "deviationWords": rhythm.deviation,
            "variation": rhythm.variation,
            "longest": rhythm.longest.map(|longest| {
                Longest { words: longest.words, passage: subject.quote(longest.span) }
            }),
            "monotonous": RunList::new(subject, &rhythm.monotonous),
            "staccato": RunList::new(subject, &rhythm.staccato),
        },
        "openers": {
            "mostFrequent": measures.openers.most_frequent,
            "count": measures.openers.count,
            "share": measures.openers.share,
            "distinct": measures.openers.distinct,
            "runs": RunList::new(subject, &measures.openers.runs),
        },
        "dialogue": {
            "words": dialogue.words,
            "share": dialogue.share,
            "quotations": dialogue.quotations,
            "unclosed": FoundList::new(subject, &dialogue.unclosed),
        },
        "adverbs": FoundList::new(subject, &measures.adverbs),
        "passives": FoundList::new(subject, &measures.passives),
        "filters": FoundList::new(subject, &measures.filters),
        "repetition": Repeated::new(subject, &measures.repetition),
        "readability": {
            "syllables": measures.readability.syllables,
            "longWords": measures.readability.long_words,
            "formulas": measures.readability.formulas.iter().map(Formula::of).collect::<Vec<_>>(),
        },
    })
}

#[derive(Serialize)]
struct Longest {
    words: usize,
    passage: Quote,
}

/// Runs of sentences: how many, and the longest.
#[derive(Serialize)]
struct RunList {
    count: usize,
    longest: Vec<Run>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    sentences: usize,
    words_min: usize,
    words_max: usize,
    passage: Quote,
}

impl RunList {
    fn new(subject: &Subject, runs: &Runs) -> Self {
        let run = |run: &prose::Run| Run {
            sentences: run.sentences,
            words_min: run.words_min,
            words_max: run.words_max,
            passage: subject.quote(run.span),
        };
        Self { count: runs.count, longest: runs.longest.iter().map(run).collect() }
    }
}

/// Occurrences: how many, and some with their sentences.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FoundList {
    count: usize,
    per_thousand: Option<f64>,
    passages: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    found: Quote,
    sentence: Quote,
}

impl FoundList {
    fn new(subject: &Subject, found: &Occurrences) -> Self {
        let passage = |passage: &prose::Passage| Found {
            found: subject.quote(passage.span),
            sentence: subject.quote(passage.sentence_span),
        };
        Self {
            count: found.count,
            per_thousand: found.per_thousand,
            passages: found.passages.iter().map(passage).collect(),
        }
    }
}

/// What comes back too soon: how many words and phrases, and the most telling of them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Repeated<'m> {
    clusters: usize,
    clusters_per_thousand: Option<f64>,
    #[serde(rename = "tellingClusters")]
    top_clusters: Vec<Cluster<'m>>,
    echoes: usize,
    #[serde(rename = "tellingEchoes")]
    top_echoes: Vec<Echo<'m>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Cluster<'m> {
    word: &'m str,
    count: usize,
    distances_words: &'m [usize],
    passages: Vec<Quote>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Echo<'m> {
    phrase: &'m str,
    count: usize,
    distances_words: &'m [usize],
    passages: Vec<Quote>,
}

impl<'m> Repeated<'m> {
    fn new(subject: &Subject, repetition: &'m Repetition) -> Self {
        let passages = |spans: &[Span]| spans.iter().map(|span| subject.quote(*span)).collect();
        let cluster = |it: &'m prose::Cluster| Cluster {
            word: &it.word,
            count: it.count,
            distances_words: &it.distances,
            passages: passages(&it.spans),
        };
        let echo = |it: &'m prose::Echo| Echo {
            phrase: &it.phrase,
            count: it.count,
            distances_words: &it.distances,
            passages: passages(&it.spans),
        };
        Self {
            clusters: repetition.clusters,
            clusters_per_thousand: repetition.clusters_per_thousand,
            top_clusters: repetition.top_clusters.iter().map(cluster).collect(),
            echoes: repetition.echoes,
            top_echoes: repetition.top_echoes.iter().map(echo).collect(),
        }
    }
}

/// A formula of readability with its value.
#[derive(Serialize)]
struct Formula<'m> {
    name: &'m str,
    value: Option<f64>,
    source: &'m str,
}

impl<'m> Formula<'m> {
    fn of(formula: &'m prose::Formula) -> Self {
        Self { name: formula.name, value: formula.value, source: formula.source }
    }
}
