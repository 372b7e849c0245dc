//! Where something stands in a text, and lists of such places that stay short.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::tokens::Text;

/// Passages that a list of findings shows at most. The count beside it is always complete.
pub const PASSAGES_MAX: usize = 20;

/// A part of a text, in bytes, always on character boundaries. Kept, it is a pair of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(usize, usize)", into = "(usize, usize)")]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

impl Span {
    pub(crate) const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The part of `text` that this span names.
    ///
    /// # Panics
    ///
    /// When `text` is not the text the span was found in.
    pub fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

impl From<(usize, usize)> for Span {
    fn from((start, end): (usize, usize)) -> Span {
        Span { start, end }
    }
}

impl From<Span> for (usize, usize) {
    fn from(span: Span) -> (usize, usize) {
        (span.start, span.end)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.start..span.end
    }
}

/// A finding together with the sentence it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// What was found.
    pub span: Span,
    /// The sentence around it; for something longer, the sentence it begins in.
    pub sentence_span: Span,
}

/// How often something occurs, and the passages where it is densest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Occurrences {
    /// All occurrences.
    pub count: usize,
    /// Occurrences in a thousand words; none without words.
    pub per_thousand: Option<f64>,
    /// At most [`PASSAGES_MAX`] passages: those in the sentences that hold the most of them, and
    /// among equals the first.
    pub passages: Vec<Passage>,
}

impl Occurrences {
    /// Counts `hits`, given in the order of the text as ranges of words that are never empty, among
    /// `words` words.
    pub(crate) fn new(text: &Text<'_>, hits: &[Range<usize>], words: usize) -> Occurrences {
        let passages = densest(text, hits)
            .into_iter()
            .map(|hit| Passage {
                span: text.words_span(&hits[hit]),
                sentence_span: text.sentence_of(hits[hit].start).span,
            })
            .collect();
        Occurrences { count: hits.len(), per_thousand: per_thousand(hits.len(), words), passages }
    }
}

/// The hits in the sentences that hold the most, by their place in `hits`.
fn densest(text: &Text<'_>, hits: &[Range<usize>]) -> Vec<usize> {
    let sentence = |hit: &Range<usize>| text.words()[hit.start].sentence;
    let mut ranked: Vec<(usize, usize)> = Vec::with_capacity(hits.len());
    let mut from = 0;
    for same in hits.chunk_by(|one, next| sentence(one) == sentence(next)) {
        ranked.extend((from..from + same.len()).map(|hit| (usize::MAX - same.len(), hit)));
        from += same.len();
    }
    keep_smallest(&mut ranked, PASSAGES_MAX);
    ranked.into_iter().map(|(_, hit)| hit).collect()
}

/// Keeps the `kept` smallest in order, without sorting the rest.
pub(crate) fn keep_smallest<T: Ord>(items: &mut Vec<T>, kept: usize) {
    if items.len() > kept {
        items.select_nth_unstable(kept);
        items.truncate(kept);
    }
    items.sort_unstable();
}

/// How many in a thousand; none of nothing.
pub(crate) fn per_thousand(count: usize, words: usize) -> Option<f64> {
    ratio(count, words).map(|share| share * 1000.0)
}

/// A share of a whole; none of nothing.
pub(crate) fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_are_kept_in_order() {
        let mut items = vec![5, 1, 4, 2, 3];

        keep_smallest(&mut items, 3);

        assert_eq!(items, [1, 2, 3]);
    }

    #[test]
    fn passages_come_from_the_densest_sentences_first() {
        let text = Text::new("One here. Two and three here. Four here.");
        let hits = [0..1, 2..3, 4..5, 6..7];

        let found = Occurrences::new(&text, &hits, 8);

        let quoted: Vec<&str> =
            found.passages.iter().map(|passage| passage.span.of(text.source())).collect();
        assert_eq!(quoted, ["Two", "three", "One", "Four"]);
        assert_eq!(found.per_thousand, Some(500.0));
        assert_eq!(found.passages[0].sentence_span.of(text.source()), "Two and three here.");
    }
}
