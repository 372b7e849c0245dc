//! The check of dialogue: quotation marks that do not pair, attribution verbs and adverbs that are
//! frequent, speeches and exchanges in which a reader may lose track of who speaks.

use std::collections::HashMap;

use domain::findings::{Observation, Severity};
use prose::{Attribution, MarkStyle, Passage};
use serde_json::json;

use super::{CheckedText, counted, times, weightiest};

/// The most findings of one rule in one text that are listed.
const RULE_MAX: usize = 3;

/// The most marks without their partner that are listed: an early one may make all later ones wrong.
const MARKS_MAX: usize = 5;

/// Attributions that a share is taken of, at least.
const TAGS_MIN: usize = 10;

/// The share of verbs other than said, asked, answered and replied, at least: in Dracula, whose
/// narrators are fond of them, the chapters have 0.16 on average.
const BOOKISMS_SHARE_MIN: f64 = 0.33;

/// Attributions with an adverb, at least, and their share: in Dracula 0.14 on average.
const ADVERBS_MIN: usize = 4;
const ADVERBS_SHARE_MIN: f64 = 0.25;

/// Words that somebody says in one go, at least: three minutes of speech, and more than a page.
const SPEECH_WORDS_MIN: usize = 450;

/// Turns without a word of narration, at least.
const TURNS_MIN: usize = 8;

/// The share of marks that are of another kind than most, at most: more are a convention of the
/// author's own.
const MIXED_SHARE_MAX: f64 = 0.1;

/// Marks of the usual kind, at least.
const MIXED_USUAL_MIN: usize = 10;

pub(super) fn run(read: &CheckedText<'_>) -> Vec<Observation> {
    let measures = read.measures();
    let mut found = Vec::new();
    for (rule, passages, what) in [
        (
            "unclosed_quotation",
            &measures.dialogue.unclosed.passages,
            "This quotation is not closed in its paragraph, and the next does not carry it on.",
        ),
        (
            "stray_closing_mark",
            &prose::stray_closings(read.text),
            "This closing mark closes no quotation of its paragraph.",
        ),
    ] {
        found.extend(marks(read, rule, passages, what));
    }
    found.extend(attribution(read, &measures.attribution));
    found.extend(long_speeches(read));
    found.extend(exchanges(read));
    found.extend(mixed(read, "mixed_quotes", "Quotations open", &prose::mark_styles(read.text)));
    found.extend(mixed(
        read,
        "mixed_apostrophes",
        "Apostrophes are",
        &prose::apostrophes(read.text),
    ));
    weightiest(found, |rule| match rule {
        "unclosed_quotation" | "stray_closing_mark" => MARKS_MAX,
        _ => RULE_MAX,
    })
}

fn marks(read: &CheckedText<'_>, rule: &str, passages: &[Passage], what: &str) -> Vec<Observation> {
    let finding = |passage: &Passage| Observation {
        identity: Some(passage.sentence_span.of(read.text.source()).to_owned()),
        detail: Some(json!({ "passage": read.around(passage.span) })),
        ..read.found(rule, Severity::Medium, passage.span, what.to_owned())
    };
    let mut first: Vec<&Passage> = passages.iter().collect();
    first.sort_by_key(|passage| passage.span);
    first.into_iter().map(finding).collect()
}

fn attribution(read: &CheckedText<'_>, attribution: &Attribution) -> Vec<Observation> {
    let (tags, bookisms) = (attribution.tags, attribution.bookisms.count);
    if tags < TAGS_MIN {
        return Vec::new();
    }
    let share = |count: usize| count as f64 / tags as f64;
    let mut found = Vec::new();
    if share(bookisms) >= BOOKISMS_SHARE_MIN {
        let message = format!(
            "{bookisms} of {tags} attributions use another verb than said, asked, answered or \
             replied: {}.",
            listed(read, &attribution.bookisms.passages)
        );
        found.extend(habit(read, "said_bookisms", &attribution.bookisms.passages, message));
    }
    let adverbs = attribution.adverbs.count;
    if adverbs >= ADVERBS_MIN && share(adverbs) >= ADVERBS_SHARE_MIN {
        let message = format!(
            "{adverbs} of {tags} attributions lean on an adverb: {}.",
            listed(read, &attribution.adverbs.passages)
        );
        found.extend(habit(read, "tag_adverbs", &attribution.adverbs.passages, message));
    }
    found
}

/// A finding about a habit of the whole text, which quotes its first place.
fn habit(
    read: &CheckedText<'_>,
    rule: &str,
    passages: &[Passage],
    message: String,
) -> Option<Observation> {
    let first = passages.iter().min_by_key(|passage| passage.span)?;
    Some(Observation {
        identity: Some(String::new()),
        detail: Some(json!({
            "count": passages.len(),
            "places": read.quotes(passages.iter().map(|it| it.span)),
        })),
        ..read.found(rule, Severity::Low, first.span, message)
    })
}

/// The words of these places, the most frequent first.
fn listed(read: &CheckedText<'_>, passages: &[Passage]) -> String {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for passage in passages {
        *counts.entry(passage.span.of(read.text.source()).to_lowercase()).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let more = if counts.len() > WORDS_NAMED { ", …" } else { "" };
    counts.truncate(WORDS_NAMED);
    let words = counts.into_iter().map(|(word, count)| match count {
        1 => word,
        _ => format!("{word} ({count})"),
    });
    words.collect::<Vec<_>>().join(", ") + more
}

/// Words that a message names.
const WORDS_NAMED: usize = 6;

fn long_speeches(read: &CheckedText<'_>) -> Vec<Observation> {
    let speeches = prose::speeches(read.text, SPEECH_WORDS_MIN);
    let finding = |speech: prose::Speech| {
        let message = format!(
            "A quotation of {} words runs over {} without a word of the narrator.",
            speech.words,
            counted(speech.paragraphs, "paragraph")
        );
        Observation {
            detail: Some(json!({ "words": speech.words, "paragraphs": speech.paragraphs })),
            ..read.found("long_speech", Severity::Low, speech.span, message)
        }
    };
    speeches.into_iter().map(finding).collect()
}

fn exchanges(read: &CheckedText<'_>) -> Vec<Observation> {
    let exchanges = prose::exchanges(read.text, TURNS_MIN);
    let finding = |exchange: prose::Exchange| {
        let message =
            format!("{} turns of speech go by without a word of who speaks.", exchange.turns);
        Observation {
            detail: Some(json!({ "turns": exchange.turns })),
            ..read.found("talking_heads", Severity::Low, exchange.span, message)
        }
    };
    exchanges.into_iter().map(finding).collect()
}

/// Marks of another kind than nearly all others.
fn mixed(
    read: &CheckedText<'_>,
    rule: &str,
    what: &str,
    styles: &[MarkStyle],
) -> Option<Observation> {
    let [usual, others @ ..] = styles else { return None };
    let stray: usize = others.iter().map(|style| style.count).sum();
    let share = stray as f64 / (stray + usual.count) as f64;
    if stray == 0 || usual.count < MIXED_USUAL_MIN || share > MIXED_SHARE_MAX {
        return None;
    }
    let first = others.iter().min_by_key(|style| style.first)?;
    let message = format!(
        "{what} with {} {} here, and with {} elsewhere.",
        first.mark,
        times(stray),
        usual.mark
    );
    Some(Observation {
        identity: Some(String::new()),
        detail: Some(json!({ "count": stray, "usual": usual.count })),
        ..read.found(rule, Severity::Low, first.first, message)
    })
}
