//! Capitals that only open a sentence and name nobody.

use std::ops::Range;

use super::ParagraphReader;
use crate::capitals::{is_capital, is_inside};
use crate::facts::words::HAIR_COLOURS;
use crate::lists::{FUNCTION_WORDS, GIVEN_MEN, GIVEN_WOMEN, LOCATIONS, is_past_verb};
use crate::style::is_adverb;
use crate::words::{WordClass, word_class};

impl ParagraphReader<'_, '_> {
    /// "Mingled with this was regret": a word of every day that has a capital only where any word has one, and no
    /// verb behind it.
    pub(super) fn is_every_day(&self, row: &Range<usize>) -> bool {
        let (text, at) = (self.text, row.start);
        let word = text.words()[at];
        let stem = text.form(word.stem);
        let next = text.lower(row.end.min(text.words().len() - 1));
        row.len() == 1
            && word.form == word.stem
            && !is_inside(text, at)
            && !self.lexicon.is_name(word.stem)
            && !GIVEN_MEN.contains(stem)
            && !GIVEN_WOMEN.contains(stem)
            && !is_past_verb(next)
            && word_class(stem).is_some_and(|it| it <= WordClass::Common)
    }

    /// "Raven hair fell", "Tired as he was": a word of every day in front of what no name has behind it.
    pub(super) fn is_opening_word(&self, row: &Range<usize>) -> bool {
        let text = self.text;
        let last = row.end - 1;
        let next = text.lower_after(last);
        // "Hunter shrugs" may be told in the present.
        let is_noun = !FUNCTION_WORDS.contains(next)
            && !is_adverb(next)
            && (!next.ends_with('s') || next == "eyes");
        // "Raven" may be a given name.
        let is_hair = row.len() == 1
            && next == "hair"
            && HAIR_COLOURS.contains(text.lower(last))
            && !self.lexicon.is_name(text.words()[last].stem);
        let is_clause = matches!(next, "as" | "though" | "on" | "by" | "in");
        row.end < text.words().len()
            && text.gap_after(last) == " "
            && !is_capital(text, row.end)
            && !LOCATIONS.contains(text.form(text.words()[row.start].stem))
            && (is_noun || is_clause)
            && (self.is_every_day(row) || is_hair)
    }
}
