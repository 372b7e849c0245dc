//! Finds rows of capitals: words side by side that may be one name, with forms of address, initials and
//! small words between them. It asks nothing but the row itself; what a sentence would have begun with a
//! capital anyway is a row too.

use std::ops::Range;

use crate::capitals::{is_capital, is_inside};
use crate::lists::{
    BEFORE_NAMES, CALENDAR, FUNCTION_WORDS, GEOGRAPHIC_NOUNS, HONORIFICS, INSIDE_ADDRESSES,
    NAME_PARTICLES, NEVER_NAMES,
};
use crate::names::NAME_WORDS_MAX;
use crate::sentences::{is_initials, is_roman};
use crate::tokens::Text;

/// All rows of a text, as ranges of words.
pub(crate) fn rows(text: &Text<'_>) -> Vec<Range<usize>> {
    let finder = RowFinder { text };
    let mut rows = Vec::new();
    for sentence in text.sentences() {
        let mut word = sentence.words.start;
        while word < sentence.words.end {
            let row = finder.row_at(word, sentence.words.end);
            word = row.as_ref().map_or(word + 1, |row| row.end);
            rows.extend(row);
        }
    }
    rows
}

/// Whether a word is an initial with its point.
pub(super) fn has_initial_point(text: &Text<'_>, word: usize) -> bool {
    is_initials(text.words()[word].span.of(text.source())) && text.gap_after(word).starts_with('.')
}

struct RowFinder<'r, 't> {
    text: &'r Text<'t>,
}

impl RowFinder<'_, '_> {
    fn row_at(&self, start: usize, sentence_end: usize) -> Option<Range<usize>> {
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
            && !has_initial_point(self.text, end - 1)
            && !self.is_number(end - 1)
        {
            end -= 1;
        }
        let has_weight = (start..end).any(|word| !self.is_initial(word));
        has_weight.then_some(start..end)
    }

    /// Whether one of two words is set in capitals and the other is not: two lines, and not one name.
    fn differs_in_case(&self, one: usize, other: usize) -> bool {
        // "McBRIDE" is set in capitals, for all its small letter.
        let is_set = |word: usize| {
            let written = self.text.words()[word].span.of(self.text.source());
            let count = |is: fn(char) -> bool| written.chars().filter(|&it| is(it)).count();
            let small = count(char::is_lowercase);
            small == 0 || count(char::is_uppercase) > small + 1
        };
        let is_short = |word: usize| self.is_address(word) || self.is_initial(word);
        is_set(one) != is_set(other) && !is_short(one) && !is_short(other)
    }

    /// The next word of the row whose words so far are these; a small word is stepped over.
    fn next(&self, start: usize, end: usize, limit: usize) -> Option<usize> {
        if end >= limit || CALENDAR.contains(self.stem(end - 1)) {
            return None;
        }
        let last = self.text.words()[end - 1];
        if last.form != last.stem {
            let is_geographic =
                is_capital(self.text, end) && GEOGRAPHIC_NOUNS.contains(self.stem(end));
            return (is_geographic && self.is_beside(end)).then_some(end);
        }
        // A form of address begins a row of its own: "Fenchurch Street Lord Godalming".
        let is_new = self.is_address(end)
            && !is_saint(self.stem(end))
            && !(start..end).all(|word| self.is_of_address(start, word));
        if self.is_beside(end)
            && self.may_belong(end)
            && !is_new
            && !self.differs_in_case(end - 1, end)
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
            && !self.is_initial(end - 1))
        .then_some(after)
    }

    /// Whether only a space parts a word from the one before, or the point of an abbreviation.
    fn is_beside(&self, word: usize) -> bool {
        let gap = self.text.gap_before(word);
        let mark = gap.trim();
        match mark {
            "" | "&" => !gap.is_empty(),
            "-" => gap == mark,
            "." => BEFORE_NAMES.contains(self.text.lower(word - 1)) || self.is_initial(word - 1),
            _ => false,
        }
    }

    /// Whether a word can be part of a row: a capital that is no function word.
    fn may_belong(&self, word: usize) -> bool {
        if !is_capital(self.text, word) {
            return false;
        }
        if self.is_initial(word) {
            // Without a point these are words of their own: "I went", "O Jo", "A Russian".
            let written = self.text.words()[word].span.of(self.text.source());
            return !matches!(written, "I" | "O" | "A") || has_initial_point(self.text, word);
        }
        let stem = self.stem(word);
        if NEVER_NAMES.contains(stem) {
            return false;
        }
        !FUNCTION_WORDS.contains(stem) || is_both(stem) && is_inside(self.text, word)
    }

    fn is_address(&self, word: usize) -> bool {
        HONORIFICS.contains(self.stem(word))
    }

    /// Whether a word of the row that starts here is a form of address, or belongs to one.
    fn is_of_address(&self, start: usize, word: usize) -> bool {
        let is_inner = word > start && INSIDE_ADDRESSES.contains(self.stem(word));
        is_inner || self.is_address(word) || self.is_initial(word)
    }

    /// Whether a word is a Roman number of more than one digit: "Charles II".
    fn is_number(&self, word: usize) -> bool {
        let written = self.text.words()[word].span.of(self.text.source());
        written.len() > 1 && is_roman(written)
    }

    fn is_initial(&self, word: usize) -> bool {
        let written = self.text.words()[word].span.of(self.text.source());
        is_initials(written) || is_roman(written)
    }

    fn stem(&self, word: usize) -> &str {
        self.text.form(self.text.words()[word].stem)
    }
}

/// Whether a form of address may stand inside a name: "Augustine St. Clare".
fn is_saint(word: &str) -> bool {
    matches!(word, "st" | "ste" | "saint")
}

/// Whether a function word is a name or a month too, where a capital says so.
fn is_both(word: &str) -> bool {
    matches!(word, "will" | "may" | "march")
}
