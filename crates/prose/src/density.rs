//! Paragraphs in which a habit of style crowds. A rate over a whole chapter says that something is
//! frequent; a writer wants to know where.

use std::ops::Range;

use crate::capitals::Lexicon;
use crate::dialogue::{quotations, spoken};
use crate::span::{PASSAGES_MAX, Span, per_thousand};
use crate::style;
use crate::tokens::Text;

/// A habit whose places can be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// Adverbs of manner, as [`Measures::adverbs`](crate::Measures::adverbs) counts them.
    Adverbs,
    /// The passive voice, as [`Measures::passives`](crate::Measures::passives) counts it.
    Passives,
    /// Verbs of perception in the narration, as [`Measures::filters`](crate::Measures::filters)
    /// counts them; speech is left out of the words as well.
    Filters,
}

/// A paragraph with many places of a habit.
#[derive(Debug, Clone, PartialEq)]
pub struct DenseParagraph {
    /// The paragraph.
    pub span: Span,
    /// Its words; of [`Habit::Filters`] those of the narration.
    pub words: usize,
    /// The places in it.
    pub count: usize,
    /// Places in a thousand words.
    pub per_thousand: f64,
    /// The first [`PASSAGES_MAX`] places.
    pub spans: Vec<Span>,
}

/// The paragraphs with at least `count_min` places of a habit and at least `rate_min` in a thousand
/// words: the densest first, among equals the first.
pub fn dense_paragraphs(
    text: &Text<'_>,
    habit: Habit,
    count_min: usize,
    rate_min: f64,
) -> Vec<DenseParagraph> {
    let lexicon = Lexicon::new(text);
    let spoken = spoken(text, &quotations(text));
    let hits = match habit {
        Habit::Adverbs => style::adverb_hits(text, &lexicon),
        Habit::Passives => style::passive_hits(text),
        Habit::Filters => style::filter_hits(text, &lexicon, &spoken),
    };
    let is_read = |word: usize| habit != Habit::Filters || !spoken[word];
    let mut found: Vec<DenseParagraph> = Vec::new();
    for paragraph in text.paragraphs() {
        let from = hits.partition_point(|hit| hit.start < paragraph.words.start);
        let to = hits.partition_point(|hit| hit.start < paragraph.words.end);
        let here: &[Range<usize>] = &hits[from..to];
        let words = paragraph.words.clone().filter(|&word| is_read(word)).count();
        let Some(rate) = per_thousand(here.len(), words) else { continue };
        if here.len() >= count_min && rate >= rate_min {
            found.push(DenseParagraph {
                span: paragraph.span,
                words,
                count: here.len(),
                per_thousand: rate,
                spans: here.iter().take(PASSAGES_MAX).map(|hit| text.words_span(hit)).collect(),
            });
        }
    }
    found.sort_by(|one, other| {
        other.per_thousand.total_cmp(&one.per_thousand).then(one.span.cmp(&other.span))
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "He walked slowly and softly, quietly humming.\n\n\
        She ran. It was taken and it was seen. “I saw it was done,” he said.\n\n\
        He quickly left, and I saw and heard nothing.";

    fn found(habit: Habit, count: usize, rate: f64) -> Vec<(usize, usize)> {
        let text = Text::new(SOURCE);
        dense_paragraphs(&text, habit, count, rate).iter().map(|it| (it.words, it.count)).collect()
    }

    #[test]
    fn crowded_paragraphs_are_found_the_densest_first() {
        assert_eq!(found(Habit::Adverbs, 2, 0.0), [(7, 3)]);
        assert_eq!(found(Habit::Adverbs, 1, 0.0), [(7, 3), (9, 1)]);
        assert_eq!(found(Habit::Adverbs, 1, 200.0), [(7, 3)]);
        assert_eq!(found(Habit::Passives, 2, 0.0), [(16, 3)]);
        assert_eq!(found(Habit::Filters, 1, 0.0), [(9, 2)]);
        assert_eq!(found(Habit::Filters, 3, 0.0), []);
    }

    #[test]
    fn places_are_where_they_stand() {
        let text = Text::new(SOURCE);
        let paragraph = &dense_paragraphs(&text, Habit::Passives, 3, 0.0)[0];
        let quoted: Vec<&str> = paragraph.spans.iter().map(|span| span.of(SOURCE)).collect();
        assert_eq!(quoted, ["was taken", "was seen", "was done"]);
        assert_eq!(dense_paragraphs(&Text::new(""), Habit::Adverbs, 0, 0.0), []);
    }
}
