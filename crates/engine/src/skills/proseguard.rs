//! Proseguard: measures prose and quotes what the measures rest on. It judges nothing; what it
//! counts, a person can count again.

mod compared;
mod passages;
mod report;
mod topics;

use std::fmt::Write as _;

use domain::{Result, agents::understanding::Topic, messages::Answer};
use prose::{Measures, Occurrences, Passage, Span, Text};

use super::{
    answers::counted,
    reading::Asked,
    subject::{Subject, quoted},
};
use crate::Studio;

/// Examples that the answer for people shows of one measure.
const EXAMPLES: usize = 3;

/// The measures of a text, or how a book, some chapters, or the passages about somebody are written.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    asked
        .look(studio, |asked, subjects| match subjects.as_slice() {
            _ if !asked.names_nothing() => passages::answer(asked, &subjects),
            [one] if asked.topic == Topic::Overview => {
                let text = Text::new(&one.plain.text);
                let measures = prose::measure(&text);
                let mut report = report::of(one, &measures);
                let doubled = topics::doubled_words(std::slice::from_ref(&text), EXAMPLES);
                report["doubledWords"] = doubled.iter().map(|it| it.report(&subjects)).collect();
                let mut out = answer_text(one, &measures);
                for it in &doubled {
                    let _ = writeln!(out, "A word twice in a row: {}", it.line(&subjects));
                }
                Ok(asked.answered(&out, report, &subjects)?.empty_if(measures.words == 0))
            }
            _ if asked.topic == Topic::Overview => compared::answer(asked, &subjects),
            _ => topics::answer(asked, &subjects),
        })
        .await
}

fn answer_text(subject: &Subject, measures: &Measures) -> String {
    let mut out = format!(
        "{} has {} ({}) in {} and {}.\n",
        subject.name(),
        counted(measures.words, "word", "words"),
        counted(measures.distinct_words, "different", "different"),
        counted(measures.sentences, "sentence", "sentences"),
        counted(measures.paragraphs, "paragraph", "paragraphs")
    );
    rhythm(&mut out, subject, measures);
    if let Some(share) = measures.dialogue.share {
        let _ = writeln!(
            out,
            "Dialogue: {:.1} % of the words, in {}.",
            share * 100.0,
            counted(measures.dialogue.quotations, "quotation", "quotations")
        );
    }
    for (name, found) in [
        ("Adverbs in -ly", &measures.adverbs),
        ("Passive voice", &measures.passives),
        ("Filter verbs in the narration", &measures.filters),
    ] {
        occurrences(&mut out, subject, name, found);
    }
    repetition(&mut out, subject, measures);
    for formula in &measures.readability.formulas {
        if let Some(value) = formula.value {
            let _ = writeln!(out, "{}: {value:.1} ({})", formula.name, formula.source);
        }
    }
    out
}

fn rhythm(out: &mut String, subject: &Subject, measures: &Measures) {
    let rhythm = &measures.rhythm;
    if let Some(mean) = rhythm.mean {
        let _ = write!(out, "Rhythm: {mean:.1} words a sentence");
        if let (Some(deviation), Some(variation)) = (rhythm.deviation, rhythm.variation) {
            let _ = write!(out, ", deviation {deviation:.1}, variation {variation:.2}");
        }
        let _ = writeln!(out, ".");
    }
    if let Some(longest) = rhythm.longest {
        let quote = quoted(&subject.quote(longest.span).quote);
        let words = counted(longest.words, "word", "words");
        let _ = writeln!(out, "The longest sentence has {words}: {quote}");
    }
    for (name, runs) in [
        ("Runs of sentences of nearly equal length", &rhythm.monotonous),
        ("Runs of very short sentences", &rhythm.staccato),
    ] {
        if let Some(run) = runs.longest.first() {
            let quote = quoted(&subject.quote(run.span).quote);
            let _ = writeln!(
                out,
                "{name}: {}; the longest, of {} sentences, begins: {quote}",
                runs.count, run.sentences
            );
        }
    }
}

fn occurrences(out: &mut String, subject: &Subject, name: &str, found: &Occurrences) {
    let Some(rate) = found.per_thousand else { return };
    let _ = writeln!(out, "{name}: {} ({rate:.1} in 1,000 words).", found.count);
    for passage in examples(&found.passages) {
        let word = subject.quote(passage.span).quote;
        let around = quoted(&subject.around(passage.span, passage.sentence_span));
        let _ = writeln!(out, "  {} in {around}", quoted(&word));
    }
}

/// The first passages that stand in different sentences.
fn examples(passages: &[Passage]) -> Vec<&Passage> {
    let mut chosen: Vec<&Passage> = Vec::new();
    for passage in passages {
        if chosen.iter().all(|known| known.sentence_span != passage.sentence_span) {
            chosen.push(passage);
        }
        if chosen.len() == EXAMPLES {
            break;
        }
    }
    chosen
}

fn repetition(out: &mut String, subject: &Subject, measures: &Measures) {
    let repetition = &measures.repetition;
    if measures.words == 0 {
        return;
    }
    let _ = writeln!(
        out,
        "Repetition: {} back sooner than chance would do it, {}.",
        counted(repetition.clusters, "word comes", "words come"),
        counted(repetition.echoes, "phrase echoes", "phrases echo")
    );
    for cluster in repetition.top_clusters.iter().take(EXAMPLES) {
        let (Some(first), Some(last)) = (cluster.spans.first(), cluster.spans.last()) else {
            continue;
        };
        let quote = quoted(&subject.quote(Span { start: first.start, end: last.end }).quote);
        let _ = writeln!(out, "  “{}” {} times: {quote}", cluster.word, cluster.count);
    }
    for echo in repetition.top_echoes.iter().take(EXAMPLES) {
        let Some(&first) = echo.spans.first() else { continue };
        let _ = writeln!(out, "  {} {} times", quoted(&subject.quote(first).quote), echo.count);
    }
}
