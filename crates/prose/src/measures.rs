//! All measures of a text at once.

use crate::attribution::Attribution;
use crate::capitals::Lexicon;
use crate::dialogue::{Dialogue, quotations, spoken};
use crate::openers::Openers;
use crate::readability::Readability;
use crate::repetition::Repetition;
use crate::rhythm::Rhythm;
use crate::span::Occurrences;
use crate::style;
use crate::tokens::Text;

/// What can be measured about a text. Counts are complete; lists of passages are bounded.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// All words, those of headings included.
    pub words: usize,
    /// Different words, without regard to case.
    pub distinct_words: usize,
    /// Sentences; headings are none.
    pub sentences: usize,
    /// Paragraphs with at least one word, headings included.
    pub paragraphs: usize,
    /// How long the sentences are and how much they differ.
    pub rhythm: Rhythm,
    /// How sentences begin.
    pub openers: Openers,
    /// How much is speech.
    pub dialogue: Dialogue,
    /// How speech is attributed.
    pub attribution: Attribution,
    /// Adverbs of manner: words in -ly that are not on a list of other words in -ly (only, early,
    /// family, holy …), nor names.
    pub adverbs: Occurrences,
    /// Passive voice: a form of "be" or "get", up to two adverbs, a past participle. States ("was
    /// tired") count only with "by"; questions ("was he seen") are not found.
    pub passives: Occurrences,
    /// Verbs of perception and seeming in the narration (saw, heard, felt, seemed …), with their
    /// rate per thousand words of narration.
    pub filters: Occurrences,
    /// What comes back too soon.
    pub repetition: Repetition,
    /// The classic formulas.
    pub readability: Readability,
}

/// What a project may want to have measured differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Words from one occurrence of a word to the next, at most, in a cluster of repetitions.
    pub repetition_window_words: usize,
    /// Words from one occurrence of a phrase to the next, at most, for an echo.
    pub echo_window_words: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { repetition_window_words: 60, echo_window_words: 300 }
    }
}

/// Measures a text with the usual settings.
pub fn measure(text: &Text<'_>) -> Measures {
    measure_with(text, Settings::default())
}

/// Measures a text.
pub fn measure_with(text: &Text<'_>, settings: Settings) -> Measures {
    let lexicon = Lexicon::new(text);
    let quotations = quotations(text);
    let spoken = spoken(text, &quotations);
    Measures {
        words: text.words().len(),
        distinct_words: text.distinct(),
        sentences: text.prose().count(),
        paragraphs: text.paragraphs().len(),
        rhythm: Rhythm::new(text),
        openers: Openers::new(text),
        dialogue: Dialogue::new(text, &quotations),
        attribution: Attribution::new(text, &quotations, &spoken),
        adverbs: style::adverbs(text, &lexicon),
        passives: style::passives(text),
        filters: style::filters(text, &lexicon, &spoken),
        repetition: Repetition::new(
            text,
            &lexicon,
            settings.repetition_window_words,
            settings.echo_window_words,
        ),
        readability: Readability::new(text, &lexicon),
    }
}
