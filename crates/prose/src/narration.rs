//! How a story is told, in counts that can be added up over texts: the lengths of its sentences, how
//! much is speech, and the person and the tense of the narration, from lists of words.

use std::ops::AddAssign;

use crate::dialogue::{Quotation, quotations, spoken};
use crate::tokens::Text;

/// Words of a list that are counted, at least, for the person or the tense to be known.
pub const NARRATION_WORDS_MIN: usize = 10;

/// The share of the pronouns from which on the narration is in the first or the second person. In the
/// first, others are spoken of too.
const PERSON_SHARE_MIN: f64 = 0.2;

/// The share of the pronouns of the first and of the second person up to which the narration is in the
/// third.
const OTHERS_SHARE_MAX: f64 = 0.05;

/// The share of the verbs from which on the narration is in their tense.
const TENSE_SHARE_MIN: f64 = 0.8;

/// What is counted of how a text is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Narration {
    /// All words.
    pub words: usize,
    /// Words inside quotation marks.
    pub spoken: usize,
    /// Sentences; headings are none.
    pub sentences: usize,
    /// Words of these sentences.
    pub sentence_words: usize,
    /// The sum of the squares of their lengths.
    pub sentence_squares: usize,
    /// Pronouns of the first person outside of speech: I, me, my, mine, myself, we, us, our …
    pub first: usize,
    /// Those of the second: you, your …
    pub second: usize,
    /// Those of the third, of persons alone: he, she, him, her, they, them …
    pub third: usize,
    /// Verbs outside of speech that are past in any sentence: was, were, had, did, said.
    pub past: usize,
    /// Those that are present: is, are, am, has, does, says.
    pub present: usize,
}

/// Who tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Person {
    /// I or we.
    First,
    /// You.
    Second,
    /// He, she, they.
    Third,
}

/// When it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tense {
    /// It was.
    Past,
    /// It is.
    Present,
}

impl AddAssign for Narration {
    fn add_assign(&mut self, other: Self) {
        self.words += other.words;
        self.spoken += other.spoken;
        self.sentences += other.sentences;
        self.sentence_words += other.sentence_words;
        self.sentence_squares += other.sentence_squares;
        self.first += other.first;
        self.second += other.second;
        self.third += other.third;
        self.past += other.past;
        self.present += other.present;
    }
}

impl Narration {
    /// Counts in a text.
    pub fn new(text: &Text<'_>) -> Self {
        Self::with_quotations(text, &quotations(text))
    }

    /// Counts in a text whose quotations are known.
    pub fn with_quotations(text: &Text<'_>, quotations: &[Quotation]) -> Self {
        let spoken = spoken(text, quotations);
        let mut counts = Self {
            words: text.words().len(),
            spoken: spoken.iter().filter(|is_spoken| **is_spoken).count(),
            ..Self::default()
        };
        for sentence in text.prose() {
            counts.sentences += 1;
            counts.sentence_words += sentence.words.len();
            counts.sentence_squares += sentence.words.len().pow(2);
        }
        for (word, _) in spoken.iter().enumerate().filter(|(_, is_spoken)| !**is_spoken) {
            counts.add(text.lower(word));
        }
        counts
    }

    fn add(&mut self, lower: &str) {
        // I'd, she's: what stands behind the apostrophe may be of either tense.
        match lower.split_once('\'').map_or(lower, |(word, _)| word) {
            "i" | "me" | "my" | "mine" | "myself" | "we" | "us" | "our" | "ours" | "ourselves" => {
                self.first += 1;
            }
            "you" | "your" | "yours" | "yourself" | "yourselves" => self.second += 1,
            "he" | "she" | "him" | "her" | "his" | "hers" | "himself" | "herself" | "they"
            | "them" | "their" | "theirs" | "themselves" => self.third += 1,
            "was" | "were" | "had" | "did" | "said" | "wasn" | "weren" | "hadn" | "didn" => {
                self.past += 1;
            }
            "is" | "are" | "am" | "has" | "does" | "says" => self.present += 1,
            _ => {}
        }
    }

    /// Mean words of a sentence; none without one.
    pub fn mean(&self) -> Option<f64> {
        (self.sentences > 0).then(|| self.sentence_words as f64 / self.sentences as f64)
    }

    /// The standard deviation of these; none with fewer than two sentences.
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.sentences > 1)?;
        let squares = self.sentence_squares as f64 / self.sentences as f64;
        Some((squares - mean.powi(2)).max(0.0).sqrt())
    }

    /// The share of the words that is speech; none without a word.
    pub fn dialogue(&self) -> Option<f64> {
        (self.words > 0).then(|| self.spoken as f64 / self.words as f64)
    }

    /// The person of the narration; none where there are too few pronouns, or it is mixed.
    pub fn person(&self) -> Option<Person> {
        let all = self.first + self.second + self.third;
        if all < NARRATION_WORDS_MIN {
            return None;
        }
        let share = |count: usize| count as f64 / all as f64;
        match (share(self.first), share(self.second)) {
            (first, second) if first >= PERSON_SHARE_MIN && first >= second => Some(Person::First),
            (_, second) if second >= PERSON_SHARE_MIN => Some(Person::Second),
            (first, second) if first + second <= OTHERS_SHARE_MAX => Some(Person::Third),
            _ => None,
        }
    }

    /// The tense of the narration; none where there are too few of the verbs, or it is mixed.
    pub fn tense(&self) -> Option<Tense> {
        let all = self.past + self.present;
        if all < NARRATION_WORDS_MIN {
            return None;
        }
        let past = self.past as f64 / all as f64;
        match past {
            _ if past >= TENSE_SHARE_MIN => Some(Tense::Past),
            _ if past <= 1.0 - TENSE_SHARE_MIN => Some(Tense::Present),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(source: &str) -> Narration {
        Narration::new(&Text::new(source))
    }

    #[test]
    fn person_and_tense_are_those_of_the_narration() {
        let past =
            "She was late. He had waited. They were cold. Her hands were red, his were not. ";
        let present =
            "I am late. My hands are red. It is cold, and he has my coat. He does not ask. ";
        let you = "You are late. Your hands are red. It is you who is cold. ";
        let mixed = "I was late. He is there. She was cold. He had her coat, and he has his. ";
        let speech = "“I am here, and I was there,” she said. ";
        for (source, person, tense) in [
            (past.repeat(3), Some(Person::Third), Some(Tense::Past)),
            (past.repeat(3) + &speech.repeat(20), Some(Person::Third), Some(Tense::Past)),
            (present.repeat(4), Some(Person::First), Some(Tense::Present)),
            (you.repeat(4), Some(Person::Second), Some(Tense::Present)),
            (mixed.repeat(5), None, None),
            (past.to_owned(), None, None),
            (String::new(), None, None),
        ] {
            let counts = counted(&source);

            assert_eq!((counts.person(), counts.tense()), (person, tense), "{counts:?}");
        }
    }

    #[test]
    fn contractions_count_by_their_beginning() {
        let counts = counted("I’d gone. She’s here. It wasn’t so. He didn’t ask. They’re late.");

        assert_eq!((counts.first, counts.third), (1, 3));
        assert_eq!((counts.past, counts.present), (2, 0));
    }

    #[test]
    fn counts_of_texts_can_be_added_up() {
        let (one, other) = ("It was late. Nobody came at all.", "“Wait,” she said to the door.");
        let mut sum = counted(one);
        sum += counted(other);

        assert_eq!(sum, counted(&format!("{one}\n\n{other}")));
        assert_eq!(sum.mean(), Some(13.0 / 3.0));
        assert!((sum.deviation().unwrap() - (14.0f64 / 9.0).sqrt()).abs() < 1e-9);
        assert_eq!(sum.dialogue(), Some(1.0 / 13.0));
        assert_eq!((Narration::default().mean(), Narration::default().dialogue()), (None, None));
    }
}
