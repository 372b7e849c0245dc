//! One side of how texts are written, such as adverbs or long sentences: how much of it each text has,
//! and the places where it is densest.

use std::cmp::Reverse;

use domain::{Result, agents::understanding::Topic, messages::Answer};
use prose::{Measures, Occurrences, SentenceKind, Span, Text};
use serde_json::{Value, json};

use crate::skills::{
    answers::{AnswerText, REPORT_ITEMS_MAX, counted, percent},
    reading::Asked,
    sightings::located,
    subject::{Subject, quoted},
};

/// Places that an answer quotes.
const STUMBLES_MAX: usize = 10;

/// Documents that one answer for people lists.
const DOCUMENTS_MAX: usize = 60;

/// Sentences that are quoted as the longest even where none is long.
const LONGEST_MIN: usize = 3;

/// Words of a sentence that is called long, at least.
const LONG_SENTENCE_WORDS: usize = 40;

/// Something that a reader may stumble over.
#[derive(Debug, Clone)]
pub(super) struct Stumble {
    /// The text it is in.
    document: usize,
    /// What is quoted.
    span: Span,
    /// The sentence it is in, where that is more.
    sentence_span: Span,
    /// What is said of it, such as `58 words`.
    what: String,
    /// By which the worst are chosen.
    weight: f64,
}

impl Stumble {
    /// For people.
    pub(super) fn line(&self, subjects: &[Subject]) -> String {
        let subject = &subjects[self.document];
        let quote = if self.span == self.sentence_span {
            quoted(&subject.quote(self.span).quote)
        } else {
            quoted(&subject.around(self.span, self.sentence_span))
        };
        let title =
            if subjects.len() > 1 { format!(", in {}", subject.name()) } else { String::new() };
        format!("{}{title}: {quote}", self.what)
    }

    /// For programs.
    pub(super) fn report(&self, subjects: &[Subject]) -> Value {
        json!({ "what": self.what, "passage": located(&subjects[self.document], self.span) })
    }
}

/// The heaviest of some places, in the order of their weight.
fn worst(mut all: Vec<Stumble>, most: usize) -> Vec<Stumble> {
    all.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    all.truncate(most);
    all
}

/// The longest sentences of some texts.
pub(super) fn longest_sentences(texts: &[Text<'_>], most: usize) -> Vec<Stumble> {
    let mut all = Vec::new();
    for (document, text) in texts.iter().enumerate() {
        let mut own: Vec<_> =
            text.sentences().iter().filter(|it| it.kind == SentenceKind::Prose).collect();
        own.sort_by_key(|it| Reverse(it.words.len()));
        all.extend(own.into_iter().take(most).map(|it| Stumble {
            document,
            span: it.span,
            sentence_span: it.span,
            what: counted(it.words.len(), "word", "words"),
            weight: it.words.len() as f64,
        }));
    }
    worst(all, most)
}

/// Words that stand twice in a row, by mistake perhaps.
pub(super) fn doubled_words(texts: &[Text<'_>], most: usize) -> Vec<Stumble> {
    let mut all = Vec::new();
    for (document, text) in texts.iter().enumerate() {
        all.extend(prose::doubled_words(text).into_iter().map(|it| Stumble {
            document,
            span: it.span,
            sentence_span: it.sentence_span,
            what: quoted(it.span.of(text.source())),
            weight: 0.0,
        }));
    }
    all.truncate(most);
    all
}

/// The words that come back soonest, the least likely first.
pub(super) fn repeated_words(measures: &[Measures], most: usize) -> Vec<Stumble> {
    let mut all = Vec::new();
    for (document, it) in measures.iter().enumerate() {
        all.extend(it.repetition.top_clusters.iter().map(|cluster| Stumble {
            document,
            span: cluster.span,
            sentence_span: cluster.span,
            what: format!(
                "“{}” {} times in {} words",
                cluster.word, cluster.count, cluster.within_words
            ),
            weight: cluster.surprise,
        }));
    }
    worst(all, most)
}

/// What is said of one topic.
struct View {
    /// What is counted, as the beginning of a sentence.
    name: &'static str,
    /// Of all texts together.
    total: String,
    /// What the figures of the texts are, and the figure of each; none where it has none.
    figure: &'static str,
    by_document: Vec<Option<f64>>,
    /// Whether the figure is a share.
    is_share: bool,
    /// The worst places.
    stumbles: Vec<Stumble>,
}

/// What some texts have of what is asked for.
pub(super) fn answer(asked: &Asked, subjects: &[Subject]) -> Result<Answer> {
    let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
    let measures: Vec<Measures> = texts.iter().map(prose::measure).collect();
    let view = view(asked.topic, &texts, &measures);
    let mut out = AnswerText::default();
    out.line(format!("{} in {}: {}.", view.name, asked.scope_name(), view.total));
    let mut ranked: Vec<(usize, f64)> =
        view.by_document.iter().enumerate().filter_map(|(at, it)| it.map(|it| (at, it))).collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    let written = |value: f64| if view.is_share { percent(value) } else { format!("{value:.1}") };
    if subjects.len() > 1 {
        let listed = ranked.iter().take(DOCUMENTS_MAX);
        let each =
            listed.map(|(at, value)| format!("{} {}", subjects[*at].name(), written(*value)));
        let each = each.collect::<Vec<_>>().join(", ");
        out.line(format!("{}, the highest first: {each}.", view.figure));
    }
    if view.stumbles.is_empty() {
        out.line("No place needs to be quoted for it.");
    }
    out.list("The places to look at first", &view.stumbles, |it| it.line(subjects));
    let report = json!({
        "kind": "prose_topic",
        "total": view.total,
        "figure": view.figure,
        "documents": ranked.iter().take(REPORT_ITEMS_MAX).map(|(at, value)| {
            let (id, title) = subjects[*at].document.clone().unwrap_or_default();
            json!({ "documentId": id, "title": title, "value": value })
        }).collect::<Vec<_>>(),
        "places": view.stumbles.iter().map(|it| it.report(subjects)).collect::<Vec<_>>(),
    });
    asked.answered(&out.finish(), report, subjects)
}

fn view(topic: Topic, texts: &[Text<'_>], measures: &[Measures]) -> View {
    match topic {
        Topic::Adverbs => occurrences("Adverbs in -ly", texts, measures, |it| &it.adverbs),
        Topic::Passives => occurrences("Passive voice", texts, measures, |it| &it.passives),
        Topic::Filters => {
            occurrences("Filter verbs in the narration", texts, measures, |it| &it.filters)
        }
        Topic::LongSentences => long_sentences(texts),
        Topic::Rhythm => rhythm(measures),
        Topic::Dialogue => dialogue(measures),
        Topic::Readability => readability(measures),
        _ => repetition(texts, measures),
    }
}

fn words(measures: &[Measures]) -> usize {
    measures.iter().map(|it| it.words).sum()
}

fn occurrences(
    name: &'static str,
    texts: &[Text<'_>],
    measures: &[Measures],
    of: fn(&Measures) -> &Occurrences,
) -> View {
    let count: usize = measures.iter().map(|it| of(it).count).sum();
    let rate = count as f64 * 1_000.0 / words(measures).max(1) as f64;
    let mut stumbles = Vec::new();
    for (document, it) in measures.iter().enumerate() {
        let found = of(it);
        for (rank, passage) in found.passages.iter().enumerate() {
            // Of each text its densest sentences come first, and those of the densest text before all.
            let weight = found.per_thousand.unwrap_or(0.0) - 1_000.0 * rank as f64;
            let (span, sentence_span) = (passage.span, passage.sentence_span);
            stumbles.push(Stumble { document, span, sentence_span, what: String::new(), weight });
        }
    }
    let mut stumbles = worst(stumbles, STUMBLES_MAX);
    for it in &mut stumbles {
        it.what = quoted(it.span.of(texts[it.document].source()));
    }
    View {
        name,
        total: format!("{} ({rate:.1} in 1,000 words)", counted(count, "place", "places")),
        figure: "In 1,000 words",
        by_document: measures.iter().map(|it| of(it).per_thousand).collect(),
        is_share: false,
        stumbles,
    }
}

fn long_sentences(texts: &[Text<'_>]) -> View {
    let long = |text: &Text<'_>| {
        let prose = text.sentences().iter().filter(|it| it.kind == SentenceKind::Prose);
        prose.filter(|it| it.words.len() >= LONG_SENTENCE_WORDS).count()
    };
    let count: usize = texts.iter().map(long).sum();
    View {
        name: "Long sentences",
        total: format!(
            "{} of {LONG_SENTENCE_WORDS} words or more",
            counted(count, "sentence", "sentences")
        ),
        figure: "Such sentences",
        by_document: texts.iter().map(|it| Some(long(it) as f64)).collect(),
        is_share: false,
        stumbles: longest_sentences(texts, count.clamp(LONGEST_MIN, STUMBLES_MAX)),
    }
}

fn rhythm(measures: &[Measures]) -> View {
    let mut stumbles = Vec::new();
    for (document, it) in measures.iter().enumerate() {
        for (runs, what) in [
            (&it.rhythm.monotonous, "sentences of nearly one length in a row"),
            (&it.rhythm.staccato, "very short sentences in a row"),
            (&it.openers.runs, "sentences in a row that begin alike"),
        ] {
            stumbles.extend(runs.longest.iter().map(|run| Stumble {
                document,
                span: run.span,
                sentence_span: run.span,
                what: format!("{} {what}", run.sentences),
                weight: run.sentences as f64,
            }));
        }
    }
    let runs: usize = measures.iter().map(|it| it.rhythm.monotonous.count).sum();
    let short: usize = measures.iter().map(|it| it.rhythm.staccato.count).sum();
    View {
        name: "Rhythm",
        total: format!(
            "{} of nearly one length, {} of very short sentences",
            counted(runs, "run of sentences", "runs of sentences"),
            counted(short, "run", "runs")
        ),
        figure: "Words of a sentence",
        by_document: measures.iter().map(|it| it.rhythm.mean).collect(),
        is_share: false,
        stumbles: worst(stumbles, STUMBLES_MAX),
    }
}

fn dialogue(measures: &[Measures]) -> View {
    let spoken: usize = measures.iter().map(|it| it.dialogue.words).sum();
    let quotations: usize = measures.iter().map(|it| it.dialogue.quotations).sum();
    let share = spoken as f64 / words(measures).max(1) as f64;
    let mut stumbles = Vec::new();
    for (document, it) in measures.iter().enumerate() {
        stumbles.extend(it.dialogue.unclosed.passages.iter().map(|passage| Stumble {
            document,
            span: passage.span,
            sentence_span: passage.sentence_span,
            what: "A quotation that is not closed".to_owned(),
            weight: 1.0,
        }));
    }
    View {
        name: "Dialogue",
        total: format!(
            "{} of the words, in {}",
            percent(share),
            counted(quotations, "quotation", "quotations")
        ),
        figure: "Share of the words that is spoken",
        by_document: measures.iter().map(|it| it.dialogue.share).collect(),
        is_share: true,
        stumbles: worst(stumbles, STUMBLES_MAX),
    }
}

fn readability(measures: &[Measures]) -> View {
    let first = |it: &Measures| it.readability.formulas.first().and_then(|formula| formula.value);
    let mut formulas = Vec::new();
    let count = measures.first().map_or(0, |it| it.readability.formulas.len());
    for at in 0..count {
        let values: Vec<f64> =
            measures.iter().filter_map(|it| it.readability.formulas.get(at)?.value).collect();
        if let (Some(formula), false) =
            (measures[0].readability.formulas.get(at), values.is_empty())
        {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            formulas.push(format!("{} {mean:.1}", formula.name));
        }
    }
    let each = if measures.len() > 1 { " (mean of the documents)" } else { "" };
    View {
        name: "Readability",
        total: format!("{}{each}", formulas.join(", ")),
        figure: "By the first formula",
        by_document: measures.iter().map(first).collect(),
        is_share: false,
        stumbles: Vec::new(),
    }
}

fn repetition(texts: &[Text<'_>], measures: &[Measures]) -> View {
    let clusters: usize = measures.iter().map(|it| it.repetition.clusters).sum();
    let echoes: usize = measures.iter().map(|it| it.repetition.echoes).sum();
    let mut stumbles = doubled_words(texts, STUMBLES_MAX / 2);
    stumbles.extend(repeated_words(measures, STUMBLES_MAX));
    let mut phrases = Vec::new();
    for (document, it) in measures.iter().enumerate() {
        phrases.extend(it.repetition.top_echoes.iter().filter_map(|echo| {
            let span = *echo.spans.first()?;
            Some(Stumble {
                document,
                span,
                sentence_span: span,
                what: format!("A phrase {} times", echo.count),
                weight: (echo.words * echo.count) as f64,
            })
        }));
    }
    stumbles.extend(worst(phrases, STUMBLES_MAX / 2));
    View {
        name: "Repetition",
        total: format!(
            "{} back sooner than chance would do it, {}",
            counted(clusters, "word comes", "words come"),
            counted(echoes, "phrase echoes", "phrases echo")
        ),
        figure: "Such words in 1,000",
        by_document: measures.iter().map(|it| it.repetition.clusters_per_thousand).collect(),
        is_share: false,
        stumbles,
    }
}
