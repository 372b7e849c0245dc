//! The check of prose: passages where a habit is frequent, not rates over a chapter. Thresholds are several
//! times what published novels have on average, so that a finding is an exception in its own
//! chapter: the novels measured (five of Austen's and Fitzgerald's and Carroll's, and Stoker's
//! Dracula) have 9 to 17 adverbs in -ly, 2 to 10 passives and 4 to 15 filter verbs in a thousand
//! words, and sentences of 14 to 24 words on average.

use domain::findings::{FOUND_MAX, Observation, ProseMeasures, Severity};
use prose::{Cluster, DenseParagraph, Habit, Measures, Run, SentenceKind, Span, Text};
use serde_json::json;

use super::{CheckedText, counted, times, weightiest};
use crate::skills::subject::{on_one_line, quoted};

/// The most findings of one rule in one text that are listed; of doubled words and slips of grammar as many as are
/// looked at.
const RULE_MAX: usize = 3;

/// Words of a long sentence, at least: three to five times the mean of the novels measured.
const LONG_WORDS_MIN: usize = 70;

/// Places of a habit that make a paragraph dense, at least.
const DENSE_COUNT_MIN: usize = 4;

/// Their rate in a thousand words of the paragraph, at least: about four times the average of
/// adverbs and filter verbs in the novels measured, and eight times that of passives.
const DENSE_RATE_MIN: f64 = 40.0;

/// How unlikely a repetition is, at least, as `-log₁₀` of the chance: one in ten million.
const SURPRISE_MIN: f64 = 7.0;

/// Words of one step of a figure of speech, at most.
const FIGURE_WORDS_MAX: usize = 2;

/// Words of an echoed phrase, at least; shorter ones are idioms as a rule.
const ECHO_WORDS_MIN: usize = 6;

/// Sentences of nearly equal length in a row, at least.
const MONOTONOUS_MIN: usize = 6;

/// Sentences with the same first word in a row, at least.
const OPENERS_MIN: usize = 5;

/// Words of a paragraph whose grade is compared, at least.
const GRADED_WORDS_MIN: usize = 100;

/// Years of schooling by which a paragraph's grade (Flesch and Kincaid, 1975) lies above that of its
/// chapter, at least.
const GRADE_ABOVE_MIN: f64 = 8.0;

/// What is counted in a text with these measures.
pub(super) fn counted_in(measures: &Measures) -> ProseMeasures {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let sentence_words = measures.rhythm.mean.unwrap_or(0.0) * measures.sentences as f64;
    ProseMeasures {
        words: number(measures.words),
        spoken: number(measures.dialogue.words),
        sentences: number(measures.sentences),
        sentence_words: sentence_words.round() as i64,
        adverbs: number(measures.adverbs.count),
        passives: number(measures.passives.count),
        filters: number(measures.filters.count),
    }
}

pub(super) fn run(read: &CheckedText<'_>, measures: &Measures) -> Vec<Observation> {
    let mut found = doubled(read);
    found.extend(grammar(read));
    let long = long_sentences(read, measures);
    found.extend(graded(read, measures, &long));
    found.extend(long.iter().map(|(_, found)| found.clone()));
    for (habit, rule, noun, advice) in [
        (Habit::Passives, "passive_density", "passive", "Who does it may be worth saying."),
        (Habit::Adverbs, "adverb_density", "adverb in -ly", "A stronger verb may need none."),
        (
            Habit::Filters,
            "filter_density",
            "filter verb",
            "What is seen, heard or felt may be told without saying that it is.",
        ),
    ] {
        let dense = prose::dense_paragraphs(read.text, habit, DENSE_COUNT_MIN, DENSE_RATE_MIN);
        found.extend(dense.iter().map(|it| crowd(read, it, (rule, noun, advice))));
    }
    found.extend(repetition(read, measures));
    found.extend(rhythm(read, measures));
    weightiest(found, |rule| match rule {
        "doubled_word" | "grammar_slip" => FOUND_MAX,
        _ => RULE_MAX,
    })
}

fn doubled(read: &CheckedText<'_>) -> Vec<Observation> {
    let all = prose::doubled_words(read.text);
    let finding = |passage: &prose::Passage| {
        let words = read.written(passage.span);
        let message = format!("“{words}” stands twice in a row: one of them may be a slip.");
        Observation {
            identity: Some(neighbours(read, passage.span)),
            detail: Some(json!({ "passage": read.around(passage.span) })),
            ..read.found("doubled_word", Severity::Medium, passage.span, message)
        }
    };
    all.iter().map(finding).collect()
}

fn grammar(read: &CheckedText<'_>) -> Vec<Observation> {
    let finding = |slip: prose::GrammarSlip| {
        let written = read.written(slip.span);
        let meant = on_one_line(&slip.meant);
        let message = format!("“{written}” may be a slip for “{meant}”.");
        Observation {
            identity: Some(neighbours(read, slip.span)),
            detail: Some(json!({ "passage": read.around(slip.span), "meant": meant })),
            ..read.found("grammar_slip", Severity::Medium, slip.span, message)
        }
    };
    prose::grammar_slips(read.text).into_iter().map(finding).collect()
}

/// A place with the words beside it, by which it is known in a sentence that changes elsewhere.
fn neighbours(read: &CheckedText<'_>, span: Span) -> String {
    let words = read.text.words();
    let from = words.partition_point(|word| word.span.end <= span.start);
    let to = words.partition_point(|word| word.span.start < span.end);
    let around = from.saturating_sub(NEIGHBOURS)..words.len().min(to + NEIGHBOURS);
    let around = words[around].iter().map(|word| word.span.of(read.text.source()));
    around.collect::<Vec<_>>().join(" ")
}

/// Words on each side of a place by which it is known.
const NEIGHBOURS: usize = 2;

/// Long sentences, the longest first.
fn long_sentences(read: &CheckedText<'_>, measures: &Measures) -> Vec<(Span, Observation)> {
    let sentences = read.text.sentences().iter();
    let mut long: Vec<(usize, Span)> = sentences
        .filter(|sentence| sentence.kind == SentenceKind::Prose)
        .map(|sentence| (sentence.words.len(), sentence.span))
        .filter(|(words, _)| *words >= LONG_WORDS_MIN)
        .collect();
    long.sort_by_key(|(words, span)| (usize::MAX - words, *span));
    let mean = measures.rhythm.mean.unwrap_or(0.0);
    let finding = |(words, span): (usize, Span)| {
        let message = format!(
            "This sentence has {words} words; those of the text have {mean:.0} on average."
        );
        let detail = json!({ "words": words, "meanWords": rounded(mean) });
        let found = read.found("long_sentence", Severity::Low, span, message);
        (span, Observation { detail: Some(detail), ..found })
    };
    long.into_iter().map(finding).collect()
}

/// Paragraphs far harder to read than their text, unless a long sentence says so already.
fn graded(
    read: &CheckedText<'_>,
    measures: &Measures,
    long: &[(Span, Observation)],
) -> Vec<Observation> {
    let Some(usual) = grade(measures) else { return Vec::new() };
    let mut hard: Vec<(f64, Span)> = read
        .text
        .paragraphs()
        .iter()
        .filter(|paragraph| paragraph.words.len() >= GRADED_WORDS_MIN)
        .filter(|paragraph| {
            let encloses =
                |span: &Span| paragraph.span.start <= span.start && span.end <= paragraph.span.end;
            !long.iter().any(|(span, _)| encloses(span))
        })
        .filter_map(|paragraph| {
            let own = Text::new(paragraph.span.of(read.text.source()));
            Some((grade(&prose::measure(&own))?, paragraph.span))
        })
        .filter(|(grade, _)| *grade >= usual + GRADE_ABOVE_MIN)
        .collect();
    hard.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let finding = |(grade, span): (f64, Span)| {
        let message = format!(
            "This paragraph reads at grade {grade:.0} (Flesch–Kincaid), the text at {usual:.0}."
        );
        let detail = json!({ "grade": rounded(grade), "textGrade": rounded(usual) });
        Observation {
            detail: Some(detail),
            ..read.found("hard_paragraph", Severity::Low, span, message)
        }
    };
    hard.into_iter().map(finding).collect()
}

/// The Flesch–Kincaid grade.
fn grade(measures: &Measures) -> Option<f64> {
    measures.readability.formulas[1].value
}

fn crowd(
    read: &CheckedText<'_>,
    dense: &DenseParagraph,
    (rule, noun, advice): (&str, &str, &str),
) -> Observation {
    let mut words: Vec<String> = Vec::new();
    for span in &dense.spans {
        let word = span.of(read.text.source()).to_lowercase();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let named = if words.len() > WORDS_NAMED { ", …" } else { "" };
    words.truncate(WORDS_NAMED);
    let nouns = noun.replacen("adverb", "adverbs", 1).replacen("passive", "passives", 1);
    let nouns = nouns.replacen("filter verb", "filter verbs", 1);
    let message = format!(
        "{} {nouns} in {} words: {}{named}. {advice}",
        dense.count,
        dense.words,
        words.join(", ")
    );
    Observation {
        detail: Some(json!({
            "count": dense.count,
            "words": dense.words,
            "perThousand": rounded(dense.per_thousand),
            "places": read.quotes(dense.spans.iter().copied()),
        })),
        ..read.found(rule, Severity::Low, dense.span, message)
    }
}

/// Places of a habit that a message names.
const WORDS_NAMED: usize = 5;

fn repetition(read: &CheckedText<'_>, measures: &Measures) -> Vec<Observation> {
    let clusters = measures.repetition.top_clusters.iter();
    let clusters =
        clusters.filter(|cluster| cluster.surprise >= SURPRISE_MIN && !is_figure(cluster));
    let mut found: Vec<Observation> = clusters
        .filter_map(|cluster| {
            let first = cluster.spans.first()?;
            let elsewhere = match cluster.elsewhere {
                0 => "and nowhere else".to_owned(),
                number => format!("and {} elsewhere", times(number)),
            };
            let message = format!(
                "“{}” stands {} within {} words, {elsewhere}.",
                cluster.word,
                times(cluster.count),
                cluster.within_words
            );
            Some(Observation {
                identity: Some(format!("{}: {}", cluster.word, neighbours(read, *first))),
                detail: Some(json!({
                    "word": cluster.word,
                    "count": cluster.count,
                    "withinWords": cluster.within_words,
                    "elsewhere": cluster.elsewhere,
                    "places": read.quotes(cluster.spans.iter().copied()),
                })),
                ..read.found("repeated_word", Severity::Low, cluster.span, message)
            })
        })
        .collect();
    let echoes = measures.repetition.top_echoes.iter();
    let echoes = echoes.filter(|echo| echo.words >= ECHO_WORDS_MIN);
    found.extend(echoes.filter_map(|echo| {
        let first = *echo.spans.first()?;
        let phrase = read.written(first);
        let message = format!(
            "The same {} words stand {} within {} words: {}.",
            echo.words,
            times(echo.count),
            echo.within_words,
            quoted(&phrase)
        );
        Some(Observation {
            identity: Some(echo.phrase.clone()),
            detail: Some(json!({
                "phrase": phrase,
                "count": echo.count,
                "withinWords": echo.within_words,
                "places": read.quotes(echo.spans.iter().copied()),
            })),
            ..read.found("repeated_phrase", Severity::Low, first, message)
        })
    }));
    found
}

/// Whether a repetition is one of rhetoric, "rest, rest, rest" or "feed—and feed—and feed": at least
/// half of its steps are from one word to the very next, or over a single one.
fn is_figure(cluster: &Cluster) -> bool {
    let steps = cluster.distances.iter().filter(|distance| **distance <= FIGURE_WORDS_MAX).count();
    2 * steps >= cluster.distances.len()
}

fn rhythm(read: &CheckedText<'_>, measures: &Measures) -> Vec<Observation> {
    let runs = |runs: &prose::Runs, least: usize| -> Vec<Run> {
        runs.longest.iter().copied().filter(|run| run.sentences >= least).collect()
    };
    let even = runs(&measures.rhythm.monotonous, MONOTONOUS_MIN).into_iter().map(|run| {
        let words = if run.words_min == run.words_max {
            counted(run.words_min, "word")
        } else {
            format!("{} to {} words", run.words_min, run.words_max)
        };
        let message = format!("{} in a row have {words} each.", counted(run.sentences, "sentence"));
        (run, "even_rhythm", message)
    });
    let alike = runs(&measures.openers.runs, OPENERS_MIN).into_iter().map(|run| {
        let word = run.span.of(read.text.source());
        let word: String = word
            .chars()
            .skip_while(|letter| !letter.is_alphanumeric())
            .take_while(|letter| letter.is_alphanumeric() || matches!(letter, '’' | '\''))
            .collect();
        let sentences = counted(run.sentences, "sentence");
        (run, "same_opener", format!("{sentences} in a row begin with “{word}”."))
    });
    even.chain(alike)
        .map(|(run, rule, message)| Observation {
            detail: Some(json!({ "sentences": run.sentences })),
            ..read.found(rule, Severity::Low, run.span, message)
        })
        .collect()
}

/// With one digit behind the point: more would say more than is known.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
