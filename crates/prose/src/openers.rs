//! How sentences begin.

use std::ops::Range;

use crate::rhythm::{Runs, stretches};
use crate::span::ratio;
use crate::tokens::Text;

/// Sentences in a row with the same first word that make a run.
pub const OPENER_RUN_MIN: usize = 3;

/// The first words of sentences, without regard to case.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Openers {
    /// The most frequent first word, the earliest among equals; none without a sentence.
    pub most_frequent: Option<String>,
    /// How many sentences begin with it.
    pub count: usize,
    /// Their share of all sentences, from 0 to 1.
    pub share: Option<f64>,
    /// How many different first words there are.
    pub distinct: usize,
    /// At least [`OPENER_RUN_MIN`] sentences in a row with the same first word.
    pub runs: Runs,
}

impl Openers {
    pub(crate) fn new(text: &Text<'_>) -> Openers {
        let mut counts = vec![0usize; text.forms_len()];
        let mut order = Vec::new();
        let mut sentences = 0;
        for sentence in text.prose() {
            let form = text.words()[sentence.words.start].form;
            if counts[form] == 0 {
                order.push(form);
            }
            counts[form] += 1;
            sentences += 1;
        }
        // Of several maxima `max_by_key` takes the last; turned around, that is the earliest.
        let top = order.iter().rev().copied().max_by_key(|&form| counts[form]);
        let count = top.map_or(0, |form| counts[form]);
        Openers {
            most_frequent: top.map(|form| text.form(form).to_owned()),
            count,
            share: ratio(count, sentences),
            distinct: order.len(),
            runs: Runs::new(text, runs(text)),
        }
    }
}

fn runs(text: &Text<'_>) -> Vec<Range<usize>> {
    let opener = |sentence: usize| text.words()[text.sentences()[sentence].words.start].form;
    let mut runs = Vec::new();
    for stretch in stretches(text) {
        let mut start = stretch.start;
        for sentence in stretch.clone() {
            if opener(sentence) != opener(start) {
                runs.push(start..sentence);
                start = sentence;
            }
        }
        runs.push(start..stretch.end);
    }
    runs.retain(|run| run.len() >= OPENER_RUN_MIN);
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openers_are_counted_and_their_runs_found() {
        let text = Text::new("He ran. He fell. He rose. She saw. “He is up!” she said. She left.");

        let openers = Openers::new(&text);

        assert_eq!(openers.most_frequent.as_deref(), Some("he"));
        assert_eq!((openers.count, openers.distinct), (4, 2));
        assert_eq!(openers.share, Some(4.0 / 6.0));
        assert_eq!(openers.runs.count, 1);
        assert_eq!(openers.runs.longest[0].span.of(text.source()), "He ran. He fell. He rose.");
    }

    #[test]
    fn among_equals_the_earliest_opener_counts() {
        assert_eq!(Openers::new(&Text::new("B a. A b.")).most_frequent.as_deref(), Some("b"));
        assert_eq!(Openers::new(&Text::new("")), Openers::default());
    }
}
