//! Which passages have which words, and how well they fit a question by them: BM25 (Robertson and
//! Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with the inverse
//! document frequency of Lucene, which is never below zero.

use std::collections::HashMap;

/// How soon more of the same word stops to count.
pub const K1: f32 = 1.2;

/// How much a long passage must have more of a word, from 0 (no more) to 1 (in proportion).
pub const B: f32 = 0.75;

/// That a word stands in a passage.
#[derive(Debug, Clone, Copy)]
struct Posting {
    slot: u32,
    count: u32,
}

/// Where a word stands.
struct PostingList<'w> {
    postings: &'w [Posting],
    /// In how many permitted slots.
    with_it: f32,
}

/// A word that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct QueryWord {
    /// Its stem.
    pub(crate) stem: Box<str>,
    /// The stems of two words that it may be made of.
    pub(crate) parts: Vec<(Box<str>, Box<str>)>,
}

/// How well a slot fits a question by its words.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct WordFit {
    /// BM25.
    pub(crate) score: f32,
    /// The cosine of the question's words and those of the slot, each counted by the root of how often it
    /// stands there: above 0, at most 1.
    pub(crate) similarity: f32,
}

/// The words of all passages, by slots that are given in rising order.
#[derive(Debug, Default)]
pub(crate) struct InvertedIndex {
    numbers: HashMap<Box<str>, usize>,
    postings: Vec<Vec<Posting>>,
    /// Words of each slot, repeated ones too.
    lengths: Vec<u32>,
}

impl InvertedIndex {
    /// Adds the words of a passage behind the others.
    pub(crate) fn push(&mut self, slot: u32, counts: Vec<(Box<str>, u32)>) {
        self.lengths.push(counts.iter().map(|(_, count)| count).sum());
        for (word, count) in counts {
            let next = self.postings.len();
            let number = *self.numbers.entry(word).or_insert(next);
            if number == next {
                self.postings.push(Vec::new());
            }
            self.postings[number].push(Posting { slot, count });
        }
    }

    /// How well each permitted slot fits these different words; those with none of them are left out.
    /// A word that stands nowhere is looked for in two parts, so that "sleepwalking" finds "walked in
    /// her sleep". All that is counted is counted among the permitted slots: what somebody may not see
    /// does not change the order of what they may.
    pub(crate) fn scores(&self, asked: &[QueryWord], permitted: &[bool]) -> Vec<(usize, WordFit)> {
        let mut lists: Vec<PostingList<'_>> = Vec::new();
        for word in asked {
            match self.list(&word.stem, permitted) {
                Some(list) => lists.push(list),
                None => lists.extend(
                    word.parts
                        .iter()
                        .find_map(|(one, other)| {
                            Some([self.list(one, permitted)?, self.list(other, permitted)?])
                        })
                        .into_iter()
                        .flatten(),
                ),
            }
        }
        if lists.is_empty() {
            return Vec::new();
        }
        let (mut passages, mut length) = (0_u64, 0_u64);
        for (_, words) in permitted.iter().zip(&self.lengths).filter(|(permitted, _)| **permitted) {
            passages += 1;
            length += u64::from(*words);
        }
        let mean = (length as f32 / passages.max(1) as f32).max(1.0);
        let asked = lists.len() as f32;
        let mut fits = vec![WordFit::default(); permitted.len()];
        for PostingList { postings, with_it } in lists {
            let idf = (1.0 + (passages as f32 - with_it + 0.5) / (with_it + 0.5)).ln();
            for posting in postings.iter().filter(|posting| permitted[posting.slot as usize]) {
                let slot = posting.slot as usize;
                let long = self.lengths[slot] as f32 / mean;
                let count = posting.count as f32;
                fits[slot].score += idf * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * long));
                fits[slot].similarity += count.sqrt();
            }
        }
        let found = fits.into_iter().enumerate().filter(|(_, fit)| fit.score > 0.0);
        found
            .map(|(slot, WordFit { score, similarity })| {
                let lengths = (asked * self.lengths[slot] as f32).sqrt();
                (slot, WordFit { score, similarity: (similarity / lengths).min(1.0) })
            })
            .collect()
    }

    /// Where a word stands, if it stands in a permitted slot.
    fn list(&self, word: &str, permitted: &[bool]) -> Option<PostingList<'_>> {
        let postings = self.postings[*self.numbers.get(word)?].as_slice();
        let is_permitted = |posting: &&Posting| permitted[posting.slot as usize];
        let with_it = postings.iter().filter(is_permitted).count();
        (with_it > 0).then_some(PostingList { postings, with_it: with_it as f32 })
    }

    /// Keeps the slots that have a new number, under it; numbers rise as the old ones do.
    pub(crate) fn keep(&mut self, renumbered: &[Option<u32>]) {
        let mut slots = renumbered.iter();
        self.lengths.retain(|_| slots.next().is_some_and(Option::is_some));
        for list in &mut self.postings {
            list.retain_mut(|posting| match renumbered[posting.slot as usize] {
                Some(slot) => {
                    posting.slot = slot;
                    true
                }
                None => false,
            });
        }
        // Words nobody has any more go, and the numbers of the others close up.
        let mut next = 0;
        let numbers: Vec<Option<usize>> = self
            .postings
            .iter()
            .map(|list| {
                let number = (!list.is_empty()).then_some(next);
                next += usize::from(number.is_some());
                number
            })
            .collect();
        self.numbers.retain(|_, number| match numbers[*number] {
            Some(new) => {
                *number = new;
                true
            }
            None => false,
        });
        self.postings.retain_mut(|list| {
            list.shrink_to_fit();
            !list.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(texts: &[&str]) -> InvertedIndex {
        let mut words = InvertedIndex::default();
        for (slot, text) in texts.iter().enumerate() {
            let mut counts: HashMap<Box<str>, u32> = HashMap::new();
            for word in text.split(' ') {
                *counts.entry(word.into()).or_default() += 1;
            }
            words.push(slot as u32, counts.into_iter().collect());
        }
        words
    }

    fn asked(words: &InvertedIndex, question: &str, permitted: &[bool]) -> Vec<(usize, WordFit)> {
        let word = |word: &str| QueryWord {
            stem: word.into(),
            parts: vec![("no".into(), "moon".into()), ("bat".into(), "moon".into())],
        };
        let question: Vec<QueryWord> = question.split(' ').map(word).collect();
        words.scores(&question, permitted)
    }

    #[test]
    fn scores_are_those_of_the_formula() {
        let words = words(&["bat bat moon", "moon", "garlic"]);

        let scores = asked(&words, "bat", &[true; 3]);

        // idf = ln(1 + (3 − 1 + 0.5) / (1 + 0.5)), length 3 where the mean is 5/3.
        let idf = (1.0 + 2.5 / 1.5_f32).ln();
        let wanted = idf * 2.0 * 2.2 / (2.0 + 1.2 * (0.25 + 0.75 * 3.0 / (5.0 / 3.0)));
        assert_eq!(scores.len(), 1);
        assert!((scores[0].1.score - wanted).abs() < 1e-5, "{scores:?} {wanted}");
        // √2 of √(2 + 1), of the one word that is asked for.
        assert!((scores[0].1.similarity - (2.0 / 3.0_f32).sqrt()).abs() < 1e-5, "{scores:?}");
    }

    #[test]
    fn a_word_that_stands_nowhere_is_looked_for_in_two_parts() {
        let words = words(&["bat", "moon", "garlic"]);

        let found = |permitted| -> Vec<usize> {
            asked(&words, "batmoon", permitted).into_iter().map(|it| it.0).collect()
        };

        assert_eq!(found(&[true; 3]), [0, 1]);
        assert_eq!(found(&[true, false, true]), [0; 0]);
    }

    #[test]
    fn what_is_not_permitted_does_not_count() {
        let all = words(&["bat moon", "bat bat bat bat", "bat moon garlic"]);
        let visible = words(&["bat moon", "bat moon garlic"]);

        let of_all = asked(&all, "bat garlic", &[true, false, true]);
        let of_visible = asked(&visible, "bat garlic", &[true, true]);

        let scores =
            |all: Vec<(usize, WordFit)>| all.into_iter().map(|it| it.1).collect::<Vec<_>>();
        assert_eq!(of_all.iter().map(|it| it.0).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(scores(of_all), scores(of_visible));
    }

    #[test]
    fn what_goes_leaves_nothing_behind() {
        let mut some = words(&["bat moon", "crypt bat", "bat moon garlic"]);

        some.keep(&[Some(0), None, Some(1)]);

        let fresh = words(&["bat moon", "bat moon garlic"]);
        assert_eq!(asked(&some, "bat moon", &[true; 2]), asked(&fresh, "bat moon", &[true; 2]));
        assert_eq!(asked(&some, "garlic crypt", &[false, true]).len(), 1);
        assert_eq!((some.numbers.len(), some.postings.len()), (3, 3));
    }
}
