//! Finds the names of a sentence: rows of capitals that no sentence asked for, with the small words
//! and initials between them.

use std::ops::Range;

use crate::capitals::{Lexicon, is_capital, is_inside};
use crate::lists::{
    BEFORE_NAMES, CALENDAR, GEOGRAPHIC_NOUNS, HONORIFICS, NAME_PARTICLES, NEVER_NAMES,
};
use crate::sentences::{is_initials, is_roman};
use crate::span::Span;
use crate::tokens::Text;

use super::NAME_WORDS_MAX;

pub(super) struct NameFinder<'r, 't> {
    pub(super) text: &'r Text<'t>,
    pub(super) lexicon: Lexicon,
}

impl NameFinder<'_, '_> {
    /// The words of the name that begins here, if one does.
    pub(super) fn name_at(&self, start: usize, sentence_end: usize) -> Option<Range<usize>> {
        if !self.may_belong(start) {
            return None;
        }
        let limit = sentence_end.min(start + NAME_WORDS_MAX);
        let mut end = start + 1;
        while let Some(next) = self.next(start, end, limit) {
            end = next + 1;
        }
        // Initials and numbers hang on a name; they neither end it nor make one.
        while end > start
            && self.is_initial(end - 1)
            && !self.text.gap_after(end - 1).starts_with('.')
        {
            end -= 1;
        }
        let is_name = match end - start {
            0 => false,
            1 => self.is_name_alone(start),
            _ => {
                let words = start..end;
                let has_weight = words.clone().any(|word| !self.is_light(word));
                let is_deliberate = is_inside(self.text, start);
                has_weight && (is_deliberate || words.clone().any(|word| self.is_name_alone(word)))
            }
        };
        is_name.then_some(start..end)
    }

    /// The next word of the name whose words so far are these; a small word is stepped over.
    fn next(&self, start: usize, end: usize, limit: usize) -> Option<usize> {
        if end >= limit || CALENDAR.contains(self.stem(end - 1)) {
            return None;
        }
        let is_possessive = self.text.words()[end - 1].form != self.text.words()[end - 1].stem;
        if is_possessive {
            let is_geographic =
                is_capital(self.text, end) && GEOGRAPHIC_NOUNS.contains(self.stem(end));
            return (is_geographic && self.is_beside(end)).then_some(end);
        }
        // A form of address begins a name of its own: "Fenchurch Street Lord Godalming".
        let is_new = HONORIFICS.contains(self.stem(end)) && !self.is_light_row(start..end);
        if self.is_beside(end)
            && self.may_belong(end)
            && !is_new
            && !CALENDAR.contains(self.stem(end))
        {
            return Some(end);
        }
        let is_particle = !is_capital(self.text, end) && NAME_PARTICLES.contains(self.stem(end));
        let after = end + 1;
        (is_particle
            && after < limit
            && self.is_beside(end)
            && self.is_beside(after)
            && self.may_belong(after)
            && !self.is_light(end - 1))
        .then_some(after)
    }

    /// Whether only a space parts a word from the one before, or the point of an abbreviation.
    fn is_beside(&self, word: usize) -> bool {
        match self.text.gap_before(word) {
            " " | "\u{a0}" | "\u{202f}" | "-" | " & " => true,
            ". " | ".\u{a0}" | "." => {
                BEFORE_NAMES.contains(self.text.lower(word - 1)) || self.is_initial(word - 1)
            }
            _ => false,
        }
    }

    /// Whether a word can be part of a name: a capital that no sentence asked for, a form of
    /// address, or a word that is a name elsewhere.
    fn may_belong(&self, word: usize) -> bool {
        if self.is_date(word) {
            return true;
        }
        if !is_capital(self.text, word)
            || self.lexicon.is_function(self.text.words()[word].stem)
            || NEVER_NAMES.contains(self.stem(word)) && !self.is_initial(word)
        {
            return false;
        }
        is_inside(self.text, word) || HONORIFICS.contains(self.stem(word)) || self.is_name(word)
    }

    /// Whether a word is a name without any other beside it.
    fn is_name_alone(&self, word: usize) -> bool {
        (self.is_name(word) || self.is_date(word)) && !self.is_initial(word)
    }

    /// Whether a word is a month or a day, though it may be a common word in small letters.
    fn is_date(&self, word: usize) -> bool {
        CALENDAR.contains(self.stem(word))
            && is_capital(self.text, word)
            && is_inside(self.text, word)
    }

    fn is_name(&self, word: usize) -> bool {
        self.lexicon.is_name(self.text.words()[word].stem)
    }

    /// Whether a word makes no name together with its like: forms of address, initials.
    fn is_light(&self, word: usize) -> bool {
        self.is_initial(word) || HONORIFICS.contains(self.stem(word)) && !self.is_name_alone(word)
    }

    fn is_light_row(&self, mut words: Range<usize>) -> bool {
        words.all(|word| HONORIFICS.contains(self.stem(word)) || self.is_initial(word))
    }

    fn is_initial(&self, word: usize) -> bool {
        let written = self.text.words()[word].span.of(self.text.source());
        is_initials(written) || is_roman(written)
    }

    fn stem(&self, word: usize) -> &str {
        self.text.form(self.text.words()[word].stem)
    }

    /// The span of a name, without a possessive ’s at its end and with the point of a last initial.
    pub(super) fn span(&self, name: &Range<usize>) -> Span {
        let mut span = self.text.words_span(name);
        let last = self.text.words()[name.end - 1];
        if last.form != last.stem {
            span.end = self.text.bare_span(name.end - 1).end;
        } else if is_initials(last.span.of(self.text.source()))
            && self.text.gap_after(name.end - 1).starts_with('.')
        {
            span.end += 1;
        }
        span
    }
}
