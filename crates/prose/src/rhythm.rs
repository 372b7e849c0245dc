//! Rhythm: how long the sentences are, how much they differ, and where they stop differing.

use std::collections::VecDeque;
use std::ops::Range;

use crate::span::{PASSAGES_MAX, Span, keep_smallest};
use crate::tokens::{SentenceKind, Text};

/// Sentences that make a run.
pub const RUN_SENTENCES_MIN: usize = 4;

/// Words of a staccato sentence at most.
pub const STACCATO_WORDS_MAX: usize = 5;

/// Sentences are nearly equal when the longest of them has at most this many words more than the
/// shortest, or a fifth more, whichever is more.
const NEARLY_EQUAL_WORDS: usize = 2;

/// The fifth of [`NEARLY_EQUAL_WORDS`].
const NEARLY_EQUAL_SHARE: usize = 5;

/// The lengths of sentences, in words. Headings have no length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rhythm {
    /// Mean length; none without a sentence.
    pub mean: Option<f64>,
    /// Standard deviation of the lengths (of the whole text, not an estimate from a sample); none
    /// with fewer than two sentences.
    pub deviation: Option<f64>,
    /// Coefficient of variation: deviation over mean. Published fiction lies around 0.8 to 1.0.
    pub variation: Option<f64>,
    /// The longest sentence, the first of them among equals.
    pub longest: Option<LongSentence>,
    /// At least [`RUN_SENTENCES_MIN`] sentences in a row of nearly equal length, none of them
    /// staccato: the longest has at most 2 words, or a fifth, more than the shortest.
    pub monotonous: Runs,
    /// At least [`RUN_SENTENCES_MIN`] sentences in a row of at most [`STACCATO_WORDS_MAX`] words.
    pub staccato: Runs,
}

/// A sentence by its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongSentence {
    /// Its words.
    pub words: usize,
    /// Where it stands.
    pub span: Span,
}

/// Stretches of sentences that have something in common.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs {
    /// All runs.
    pub count: usize,
    /// At most [`PASSAGES_MAX`], the longest first, and among equals the first.
    pub longest: Vec<Run>,
}

/// A run of sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// From the start of its first sentence to the end of its last.
    pub span: Span,
    /// How many sentences.
    pub sentences: usize,
    /// Words of its shortest sentence.
    pub words_min: usize,
    /// Words of its longest sentence.
    pub words_max: usize,
}

impl Rhythm {
    pub(crate) fn new(text: &Text<'_>) -> Rhythm {
        let mut count = 0usize;
        let mut sum = 0.0;
        let mut longest: Option<LongSentence> = None;
        for sentence in text.prose() {
            let words = sentence.words.len();
            count += 1;
            sum += words as f64;
            if longest.is_none_or(|longest| words > longest.words) {
                longest = Some(LongSentence { words, span: sentence.span });
            }
        }
        if count == 0 {
            return Rhythm::default();
        }
        let mean = sum / count as f64;
        let squares: f64 =
            text.prose().map(|sentence| (sentence.words.len() as f64 - mean).powi(2)).sum();
        let deviation = (count > 1).then(|| (squares / count as f64).sqrt());
        let mut monotonous = Vec::new();
        let mut staccato = Vec::new();
        for stretch in stretches(text) {
            for same in stretch_by(text, stretch, |words| words <= STACCATO_WORDS_MAX) {
                if length(text, same.start) <= STACCATO_WORDS_MAX {
                    staccato.push(same);
                } else {
                    nearly_equal(text, same, &mut monotonous);
                }
            }
        }
        staccato.retain(|run| run.len() >= RUN_SENTENCES_MIN);
        Rhythm {
            mean: Some(mean),
            deviation,
            variation: deviation.map(|deviation| deviation / mean),
            longest,
            monotonous: Runs::new(text, monotonous),
            staccato: Runs::new(text, staccato),
        }
    }
}

impl Runs {
    /// From runs of sentences, in the order of the text.
    pub(crate) fn new(text: &Text<'_>, runs: Vec<Range<usize>>) -> Runs {
        let count = runs.len();
        let mut ranked: Vec<(usize, usize, usize)> =
            runs.into_iter().map(|run| (usize::MAX - run.len(), run.start, run.end)).collect();
        keep_smallest(&mut ranked, PASSAGES_MAX);
        let longest = ranked
            .into_iter()
            .map(|(_, start, end)| {
                let sentences = &text.sentences()[start..end];
                let lengths = || sentences.iter().map(|sentence| sentence.words.len());
                Run {
                    span: Span::new(sentences[0].span.start, sentences[end - start - 1].span.end),
                    sentences: end - start,
                    words_min: lengths().min().unwrap_or(0),
                    words_max: lengths().max().unwrap_or(0),
                }
            })
            .collect();
        Runs { count, longest }
    }
}

/// Rows of sentences that neither a heading nor a scene break interrupts.
pub(crate) fn stretches(text: &Text<'_>) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for (index, sentence) in text.sentences().iter().enumerate() {
        if sentence.kind == SentenceKind::Heading {
            continue;
        }
        let paragraph = &text.paragraphs()[sentence.paragraph];
        let opens = paragraph.opens_scene && paragraph.sentences.start == index;
        match stretches.last_mut() {
            Some(stretch) if stretch.end == index && !opens => stretch.end += 1,
            _ => stretches.push(index..index + 1),
        }
    }
    stretches
}

/// Cuts a stretch wherever the answer to a question about the length changes.
fn stretch_by(
    text: &Text<'_>,
    stretch: Range<usize>,
    question: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for sentence in stretch {
        let answer = question(length(text, sentence));
        match parts.last_mut() {
            Some(part) if question(length(text, part.start)) == answer => part.end += 1,
            _ => parts.push(sentence..sentence + 1),
        }
    }
    parts
}

fn length(text: &Text<'_>, sentence: usize) -> usize {
    text.sentences()[sentence].words.len()
}

/// Adds the longest windows of nearly equal sentences, from the left, none touching another. Two
/// queues keep the extremes of the window, so that each sentence enters and leaves once.
fn nearly_equal(text: &Text<'_>, stretch: Range<usize>, runs: &mut Vec<Range<usize>>) {
    let mut shortest: VecDeque<usize> = VecDeque::new();
    let mut longest: VecDeque<usize> = VecDeque::new();
    let mut start = stretch.start;
    for sentence in stretch.clone() {
        let words = length(text, sentence);
        if !fits(text, &shortest, &longest, words) {
            if sentence - start >= RUN_SENTENCES_MIN {
                runs.push(start..sentence);
                start = sentence;
                shortest.clear();
                longest.clear();
            }
            while !fits(text, &shortest, &longest, words) {
                if shortest.front() == Some(&start) {
                    shortest.pop_front();
                }
                if longest.front() == Some(&start) {
                    longest.pop_front();
                }
                start += 1;
            }
        }
        while shortest.back().is_some_and(|&last| length(text, last) >= words) {
            shortest.pop_back();
        }
        while longest.back().is_some_and(|&last| length(text, last) <= words) {
            longest.pop_back();
        }
        shortest.push_back(sentence);
        longest.push_back(sentence);
    }
    if stretch.end - start >= RUN_SENTENCES_MIN {
        runs.push(start..stretch.end);
    }
}

fn fits(
    text: &Text<'_>,
    shortest: &VecDeque<usize>,
    longest: &VecDeque<usize>,
    words: usize,
) -> bool {
    let of = |queue: &VecDeque<usize>| queue.front().map_or(words, |&first| length(text, first));
    let (low, high) = (of(shortest).min(words), of(longest).max(words));
    high - low <= NEARLY_EQUAL_WORDS.max(low / NEARLY_EQUAL_SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text whose sentences have the given numbers of words.
    fn of_lengths(lengths: &[usize]) -> String {
        lengths.iter().map(|&words| format!("A{}. ", " b".repeat(words - 1))).collect()
    }

    fn rhythm(lengths: &[usize]) -> Rhythm {
        Rhythm::new(&Text::new(&of_lengths(lengths)))
    }

    #[test]
    fn lengths_are_described_by_mean_deviation_and_longest() {
        let rhythm = rhythm(&[2, 4, 4, 4, 5, 5, 7, 9]);

        assert_eq!(rhythm.mean, Some(5.0));
        assert_eq!(rhythm.deviation, Some(2.0));
        assert_eq!(rhythm.variation, Some(0.4));
        assert_eq!(rhythm.longest.map(|longest| longest.words), Some(9));
    }

    #[test]
    fn what_cannot_be_known_is_none() {
        assert_eq!(Rhythm::new(&Text::new("")), Rhythm::default());
        let one = rhythm(&[3]);
        assert_eq!((one.mean, one.deviation, one.variation), (Some(3.0), None, None));
    }

    #[test]
    fn runs_are_as_long_as_they_can_be() {
        let table: [(&[usize], &[usize], usize); 7] = [
            (&[10, 11, 12, 10], &[4], 0),
            (&[10, 11, 13, 10], &[], 0),
            (&[17, 20, 22, 22, 22, 40], &[4], 0),
            (&[30, 36, 33, 32, 31, 8, 9, 10, 8, 8], &[5, 5], 0),
            (&[2, 3, 5, 1, 20], &[], 1),
            (&[6, 6, 6, 5, 6, 6, 6], &[], 0),
            (&[10, 10, 10, 10, 13, 13, 13, 13], &[4, 4], 0),
        ];

        for (lengths, monotonous, staccato) in table {
            let rhythm = rhythm(lengths);

            let runs: Vec<usize> =
                rhythm.monotonous.longest.iter().map(|run| run.sentences).collect();
            assert_eq!(runs, monotonous, "{lengths:?}");
            assert_eq!(rhythm.staccato.count, staccato, "{lengths:?}");
        }
    }

    #[test]
    fn headings_and_scene_breaks_end_a_run() {
        let two = of_lengths(&[3, 3]);

        for between in ["\n\n* * *\n\n", "\n\nIV\n\n"] {
            let source = format!("{two}{between}{two}");
            assert_eq!(Rhythm::new(&Text::new(&source)).staccato.count, 0, "{between:?}");
        }
        let source = format!("{two}\n\n{two}");
        assert_eq!(Rhythm::new(&Text::new(&source)).staccato.count, 1);
    }
}
