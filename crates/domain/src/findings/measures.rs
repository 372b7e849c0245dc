//! What the check of the prose counts in a text beside what it finds, and how near that is to published
//! novels. It is counted, not judged: no language model has a part in it.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::exports::COUNT_MAX;

/// Words that are read, at least, for rates to say anything.
pub const WORDS_MIN: i64 = 1_000;

/// Adverbs in -ly, passives and filter verbs in a thousand words, and the mean words of a sentence, at
/// most, in the novels that were measured: Austen's, Fitzgerald's, Carroll's, and Stoker's Dracula.
const USUAL: [f64; 4] = [17.0, 10.0, 15.0, 24.0];

/// How many times as much as usual counts for nothing.
const WORST: f64 = 3.0;

/// What the check of the prose counted in texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProseMeasures {
    /// Words.
    pub words: i64,
    /// Those of them in quotation marks.
    pub spoken: i64,
    /// Sentences; headings are none.
    pub sentences: i64,
    /// Words of these sentences.
    pub sentence_words: i64,
    /// Adverbs of manner in -ly.
    pub adverbs: i64,
    /// Passives.
    pub passives: i64,
    /// Verbs of perception in the narration.
    pub filters: i64,
}

impl AddAssign for ProseMeasures {
    fn add_assign(&mut self, other: Self) {
        self.words += other.words;
        self.spoken += other.spoken;
        self.sentences += other.sentences;
        self.sentence_words += other.sentence_words;
        self.adverbs += other.adverbs;
        self.passives += other.passives;
        self.filters += other.filters;
    }
}

impl ProseMeasures {
    /// Adverbs, passives and filter verbs in a thousand words, the last in a thousand words of narration,
    /// and the mean words of a sentence; none in fewer than [`WORDS_MIN`] words, or without narration or
    /// a sentence.
    pub fn rates(&self) -> Option<[f64; 4]> {
        let narrated = self.words - self.spoken;
        if self.words < WORDS_MIN || narrated <= 0 || self.sentences <= 0 {
            return None;
        }
        let per_thousand = |count: i64, words: i64| count as f64 / words as f64 * 1_000.0;
        Some([
            per_thousand(self.adverbs, self.words),
            per_thousand(self.passives, self.words),
            per_thousand(self.filters, narrated),
            self.sentence_words as f64 / self.sentences as f64,
        ])
    }

    /// How near the rates are to those of published novels, 0 to 100: the mean of the four, each 100 up to
    /// what is usual at most, from there falling evenly to 0 at three times as much.
    pub fn health(&self) -> Option<f64> {
        let part = |(rate, usual): (f64, f64)| {
            100.0 * ((WORST * usual - rate) / ((WORST - 1.0) * usual)).clamp(0.0, 1.0)
        };
        let rates = self.rates()?;
        Some(rates.into_iter().zip(USUAL).map(part).sum::<f64>() / rates.len() as f64)
    }
}

/// The form in which measures are kept; none where a number is beyond what is counted on from.
pub fn normalized_measures(text: &str) -> Option<String> {
    let read: ProseMeasures = serde_json::from_str(text).ok()?;
    let counts = [read.words, read.spoken, read.sentences, read.sentence_words];
    let habits = [read.adverbs, read.passives, read.filters];
    let is_sound = counts.iter().chain(&habits).all(|count| (0..=COUNT_MAX).contains(count));
    if is_sound { serde_json::to_string(&read).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten thousand words with these adverbs, passives, filter verbs and words of a sentence.
    fn read(adverbs: i64, passives: i64, filters: i64, sentence: i64) -> ProseMeasures {
        ProseMeasures {
            words: 10_000,
            spoken: 0,
            sentences: 100,
            sentence_words: 100 * sentence,
            adverbs,
            passives,
            filters,
        }
    }

    #[test]
    fn what_is_usual_is_healthy_and_three_times_as_much_is_not() {
        for (read, wanted) in [
            (read(0, 0, 0, 10), 100.0),
            (read(170, 100, 150, 24), 100.0),
            (read(340, 100, 150, 24), 87.5),
            (read(340, 200, 300, 48), 50.0),
            (read(510, 300, 450, 72), 0.0),
            (read(5_000, 5_000, 5_000, 500), 0.0),
        ] {
            assert!((read.health().unwrap() - wanted).abs() < 1e-9, "{read:?}");
        }
    }

    #[test]
    fn little_text_says_nothing() {
        let short =
            ProseMeasures { words: WORDS_MIN - 1, sentences: 10, ..ProseMeasures::default() };
        let spoken = ProseMeasures { spoken: 10_000, ..read(0, 0, 0, 10) };

        assert_eq!((short.health(), spoken.health()), (None, None));
        assert_eq!(ProseMeasures::default().health(), None);
    }

    #[test]
    fn filter_verbs_are_counted_in_the_narration() {
        let read = ProseMeasures { spoken: 5_000, ..read(0, 0, 150, 10) };

        assert_eq!(read.rates().unwrap()[2], 30.0);
    }
}
