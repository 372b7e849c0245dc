//! Readability: the classic formulas, each with its source. They were fitted to English school texts
//! and manuals; on fiction they compare texts with each other and mean little by themselves.

use crate::capitals::Lexicon;
use crate::syllables::syllables;
use crate::tokens::Text;

/// Sentences that the SMOG grade needs, as its author says.
pub const SMOG_SENTENCES_MIN: usize = 30;

/// Syllables of a word that the formulas call long.
const LONG_SYLLABLES_MIN: usize = 3;

/// What the formulas read, and what they say. Headings are left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Readability {
    /// Sentences.
    pub sentences: usize,
    /// Words in them.
    pub words: usize,
    /// Letters and digits in these words.
    pub letters: usize,
    /// Syllables, as [`syllables`] counts them.
    pub syllables: usize,
    /// Words of at least three syllables.
    pub long_words: usize,
    /// Long words that are hard in the sense of the fog index: no names, and none that is only long
    /// by an ending -es, -ed or -ing.
    pub hard_words: usize,
    /// Flesch Reading Ease, Flesch–Kincaid Grade Level, Gunning Fog Index, SMOG Grade, Coleman–Liau
    /// Index, Automated Readability Index, in this order.
    pub formulas: [Formula; 6],
}

/// A formula with its value for a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Formula {
    /// What the formula is called.
    pub name: &'static str,
    /// Its value: reading ease from about 0 (hard) to 100 (easy), all others in years of American
    /// schooling. Neither is bounded. None when there is no sentence, when less than half of the
    /// words are written in Latin letters, or when the formula asks for more sentences.
    pub value: Option<f64>,
    /// Where the formula was published.
    pub source: &'static str,
}

impl Readability {
    pub(crate) fn new(text: &Text<'_>, lexicon: &Lexicon) -> Readability {
        let mut forms: Vec<Option<Weight>> = vec![None; text.forms_len()];
        let mut read = Readability {
            sentences: 0,
            words: 0,
            letters: 0,
            syllables: 0,
            long_words: 0,
            hard_words: 0,
            formulas: UNKNOWN,
        };
        let mut latin = 0;
        for sentence in text.prose() {
            read.sentences += 1;
            read.words += sentence.words.len();
            for word in &text.words()[sentence.words.clone()] {
                let weight =
                    *forms[word.form].get_or_insert_with(|| Weight::of(text.form(word.form)));
                read.letters += weight.letters;
                read.syllables += weight.syllables;
                latin += usize::from(weight.is_latin);
                read.long_words += usize::from(weight.syllables >= LONG_SYLLABLES_MIN);
                let is_hard = weight.is_hard && !lexicon.is_name(word.stem);
                read.hard_words += usize::from(is_hard);
            }
        }
        if read.sentences > 0 && latin * 2 >= read.words {
            read.formulas = formulas(&read);
        }
        read
    }
}

/// What a word weighs in the formulas.
#[derive(Debug, Clone, Copy)]
struct Weight {
    letters: usize,
    syllables: usize,
    is_hard: bool,
    is_latin: bool,
}

impl Weight {
    fn of(lower: &str) -> Weight {
        let count = syllables(lower);
        let bare = ["ing", "es", "ed"].iter().find_map(|ending| lower.strip_suffix(ending));
        let is_hard = count >= LONG_SYLLABLES_MIN
            && bare.is_none_or(|bare| syllables(bare) >= LONG_SYLLABLES_MIN);
        Weight {
            letters: lower.chars().filter(|letter| letter.is_alphanumeric()).count(),
            syllables: count,
            is_hard,
            is_latin: lower.chars().any(|letter| letter.is_alphabetic() && letter < '\u{250}'),
        }
    }
}

const FLESCH: Formula = Formula {
    name: "Flesch Reading Ease",
    value: None,
    source: "Flesch, R. (1948). A new readability yardstick. Journal of Applied Psychology 32(3), \
             221–233",
};

const FLESCH_KINCAID: Formula = Formula {
    name: "Flesch–Kincaid Grade Level",
    value: None,
    source: "Kincaid, J. P., Fishburne, R. P., Rogers, R. L., Chissom, B. S. (1975). Derivation of \
             new readability formulas for Navy enlisted personnel. Research Branch Report 8-75",
};

const FOG: Formula = Formula {
    name: "Gunning Fog Index",
    value: None,
    source: "Gunning, R. (1952). The Technique of Clear Writing. McGraw-Hill",
};

const SMOG: Formula = Formula {
    name: "SMOG Grade",
    value: None,
    source: "McLaughlin, G. H. (1969). SMOG grading: a new readability formula. Journal of Reading \
             12(8), 639–646",
};

const COLEMAN_LIAU: Formula = Formula {
    name: "Coleman–Liau Index",
    value: None,
    source: "Coleman, M., Liau, T. L. (1975). A computer readability formula designed for machine \
             scoring. Journal of Applied Psychology 60(2), 283–284",
};

const ARI: Formula = Formula {
    name: "Automated Readability Index",
    value: None,
    source: "Smith, E. A., Senter, R. J. (1967). Automated Readability Index. AMRL-TR-66-220",
};

const UNKNOWN: [Formula; 6] = [FLESCH, FLESCH_KINCAID, FOG, SMOG, COLEMAN_LIAU, ARI];

/// The six formulas for a text with at least one sentence, and so at least one word:
///
/// - Flesch 1948: 206.835 − 1.015 · words/sentences − 84.6 · syllables/words
/// - Kincaid et al. 1975: 0.39 · words/sentences + 11.8 · syllables/words − 15.59
/// - Gunning 1952: 0.4 · (words/sentences + 100 · hard words/words)
/// - McLaughlin 1969: 3.1291 + 1.0430 · √(30 · long words/sentences)
/// - Coleman & Liau 1975: 0.0588 · letters per 100 words − 0.296 · sentences per 100 words − 15.8
/// - Smith & Senter 1967: 4.71 · letters/words + 0.5 · words/sentences − 21.43
fn formulas(read: &Readability) -> [Formula; 6] {
    let words = read.words as f64;
    let sentences = read.sentences as f64;
    let per_sentence = words / sentences;
    let per_word = read.syllables as f64 / words;
    let letters = read.letters as f64 / words;
    let hard = read.hard_words as f64 / words;
    let smog = 3.1291 + 1.0430 * (30.0 * read.long_words as f64 / sentences).sqrt();
    let is_enough = read.sentences >= SMOG_SENTENCES_MIN;
    let with = |formula: Formula, value: f64| Formula { value: Some(value), ..formula };
    [
        with(FLESCH, 206.835 - 1.015 * per_sentence - 84.6 * per_word),
        with(FLESCH_KINCAID, 0.39 * per_sentence + 11.8 * per_word - 15.59),
        with(FOG, 0.4 * (per_sentence + 100.0 * hard)),
        Formula { value: is_enough.then_some(smog), ..SMOG },
        with(COLEMAN_LIAU, 5.88 * letters - 29.6 / per_sentence - 15.8),
        with(ARI, 4.71 * letters + 0.5 * per_sentence - 21.43),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Readability {
        let text = Text::new(source);
        Readability::new(&text, &Lexicon::new(&text))
    }

    fn values(read: &Readability) -> [Option<f64>; 6] {
        read.formulas.map(|formula| formula.value.map(|value| (value * 100.0).round() / 100.0))
    }

    #[test]
    fn the_formulas_are_those_of_their_sources() {
        // All counts and values by hand.
        let read = read("The cat sat on the mat. A beautiful dog came to it.");

        assert_eq!((read.words, read.sentences, read.letters), (12, 2, 38));
        assert_eq!((read.syllables, read.long_words, read.hard_words), (14, 1, 1));
        assert_eq!(
            values(&read),
            [Some(102.05), Some(0.52), Some(5.73), None, Some(-2.11), Some(-3.52)]
        );
    }

    #[test]
    fn smog_needs_thirty_sentences() {
        let sentence = "A beautiful dog came. ";

        assert_eq!(values(&read(&sentence.repeat(29)))[3], None);
        assert_eq!(values(&read(&sentence.repeat(30)))[3], Some(8.84));
    }

    #[test]
    fn hard_words_are_neither_names_nor_long_by_their_ending() {
        let read =
            read("We saw Transylvania and created or interesting or beautiful things there.");

        assert_eq!(read.long_words, 4);
        assert_eq!(read.hard_words, 2, "interesting is interest, which has three");
    }

    #[test]
    fn what_cannot_be_read_has_no_value() {
        for source in ["", "…", "吾輩は猫である。名前は無い。", "Привет, как дела?"]
        {
            assert_eq!(values(&read(source)), [None; 6], "{source:?}");
        }
        assert!(values(&read("Yes"))[0].is_some());
    }
}
