//! Where paragraphs and sentences end. More than UAX #29 does: it knows abbreviations and initials,
//! keeps closing quotation marks with their sentence, keeps a question in quotation marks together
//! with the words that attribute it, and tells headings from sentences. It decides by what stands
//! between two words and by the words beside it, and looks at each place once.

mod stop;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::lists::{
    BEFORE_LETTERS, BEFORE_NAMES, BEFORE_NUMBERS, CALENDAR, DIVISIONS, FUNCTION_WORDS, NEVER_LAST,
    NUMBER_WORDS, SPEECH_VERBS,
};
use crate::span::Span;
use crate::tokens::{FormId, Paragraph, Sentence, SentenceKind, Word, is_invisible};
use stop::{Mark, Stop};

pub(crate) use stop::{is_quote, is_stop};

/// Words that a heading without an end mark has at most. A longer line is a sentence whose end mark
/// was forgotten.
pub const HEADING_WORDS_MAX: usize = 12;

/// Words between a quoted question and the verb that attributes it, the verb included, at most:
/// “Where?” Dr. Van Helsing asked.
const ATTRIBUTION_WORDS_MAX: usize = 4;

/// Letters of a number that numbers a list ("1.", "xii.") at most; a longer one is a year.
const LIST_NUMBER_LETTERS_MAX: usize = 3;

/// Splits a text, given its words and their forms, into sentences and paragraphs.
pub(crate) fn split<F: AsRef<str>>(
    source: &str,
    words: &[Word],
    forms: &[F],
) -> (Vec<Sentence>, Vec<Paragraph>) {
    let splitter = Splitter { source, words, forms };
    let mut sentences = Vec::new();
    let mut paragraphs = splitter.paragraphs();
    for (index, paragraph) in paragraphs.iter_mut().enumerate() {
        let first = sentences.len();
        splitter.sentences(index, paragraph, &mut sentences);
        paragraph.sentences = first..sentences.len();
    }
    // The last paragraph is never a heading: there is nothing that it could stand above.
    for paragraph in paragraphs.split_last().map_or(&[][..], |(_, others)| others) {
        if splitter.is_heading(paragraph) {
            for sentence in &mut sentences[paragraph.sentences.clone()] {
                sentence.kind = SentenceKind::Heading;
            }
        }
    }
    (sentences, paragraphs)
}

struct Splitter<'t, F> {
    source: &'t str,
    words: &'t [Word],
    forms: &'t [F],
}

impl<F: AsRef<str>> Splitter<'_, F> {
    fn paragraphs(&self) -> Vec<Paragraph> {
        let mut paragraphs = Vec::new();
        let mut words = 0..0;
        let mut opening = self.opening(0);
        for word in 1..=self.words.len() {
            let gap = self.gap(word);
            let blank = blank_lines(gap);
            if blank.is_none() && word < self.words.len() {
                continue;
            }
            words.end = word;
            let closing = &gap[..blank.map_or(gap.len(), |blank| blank.start)];
            let end = self.words[word - 1].span.end + trim_end(closing).len();
            paragraphs.push(Paragraph {
                span: Span::new(opening.start, end),
                words: words.clone(),
                sentences: 0..0,
                opens_scene: opening.opens_scene,
            });
            words.start = word;
            opening = self.opening(word);
        }
        paragraphs
    }

    /// How the paragraph opens that this word begins.
    fn opening(&self, word: usize) -> Opening {
        let gap = self.gap(word);
        let blank = blank_lines(gap);
        let opens_scene = blank.clone().is_some_and(|blank| !trim_end(&gap[blank]).is_empty());
        let opening = trim_start(&gap[blank.map_or(0, |blank| blank.end)..]);
        let end = self.words.get(word).map_or(self.source.len(), |word| word.span.start);
        Opening { start: end - opening.len(), opens_scene }
    }

    /// What stands before this word, or behind the last.
    fn gap(&self, word: usize) -> &str {
        let from = if word == 0 { 0 } else { self.words[word - 1].span.end };
        let to = self.words.get(word).map_or(self.source.len(), |word| word.span.start);
        &self.source[from..to]
    }

    fn sentences(&self, index: usize, paragraph: &Paragraph, sentences: &mut Vec<Sentence>) {
        let mut first = paragraph.words.start;
        let mut start = paragraph.span.start;
        for word in paragraph.words.start..paragraph.words.end - 1 {
            if let Some(end) = self.end_after(word, first, paragraph.words.end) {
                sentences.push(sentence(Span::new(start, end), first..word + 1, index));
                first = word + 1;
                let opening = trim_start(&self.source[end..self.words[first].span.start]);
                start = self.words[first].span.start - opening.len();
            }
        }
        let span = Span::new(start, paragraph.span.end);
        sentences.push(sentence(span, first..paragraph.words.end, index));
    }

    /// Where the sentence that began with the word `first` ends, if it does so behind `word`.
    fn end_after(&self, word: usize, first: usize, paragraph_end: usize) -> Option<usize> {
        let gap = self.gap(word + 1);
        if gap == " " {
            return None;
        }
        let stop = Stop::read(gap)?;
        let end = Some(self.words[word].span.end + stop.end);
        let next = word + 1;
        if stop.mark == Mark::Unspaced {
            return end;
        }
        if !(stop.is_spaced || stop.is_dashed || stop.is_opened) {
            return None;
        }
        let is_plain = stop.is_bare && !stop.is_quoted;
        if self.letter(next).is_lowercase() {
            // A small letter carries the sentence on, unless its writer uses no capitals at all.
            let is_small_writer = self.letter(first).is_lowercase()
                && is_plain
                && !stop.is_dashed
                && !stop.is_opened
                && stop.mark != Mark::Ellipsis
                && !self.is_abbreviation(word, first);
            return end.filter(|_| is_small_writer);
        }
        let is_going_on = match stop.mark {
            Mark::Period => is_plain && self.is_abbreviation(word, first),
            // A stammer: “I… I cannot.”
            Mark::Ellipsis if self.lower(word) == self.lower(next) => true,
            Mark::Ellipsis | Mark::Loud => {
                stop.is_quoted && self.is_attributed(next, paragraph_end)
            }
            Mark::Unspaced => false,
        };
        end.filter(|_| !is_going_on)
    }

    /// Whether a full stop behind this word, before a capital or a number, belongs to the word.
    fn is_abbreviation(&self, word: usize, first: usize) -> bool {
        let lower = self.lower(word);
        let written = self.written(word);
        let next = word + 1;
        let before = if word > first { self.lower(word - 1) } else { "" };
        if NEVER_LAST.contains(lower) || matches!((before, lower), ("e", "g") | ("i", "e")) {
            return true;
        }
        // Titles have a capital ("Gen. Grant"), unless their writer uses none.
        let is_title = self.letter(word).is_uppercase() || self.letter(next).is_lowercase();
        if is_title && BEFORE_NAMES.contains(lower) {
            // "St." is a saint before a name and a street before a new sentence.
            return lower != "st" || !self.starts_sentences(next);
        }
        if self.letter(next).is_numeric() && (BEFORE_NUMBERS.contains(lower) || is_sum(written)) {
            return true;
        }
        if matches!(lower, "vol" | "ch" | "chap" | "bk" | "pt") && is_roman(self.written(next)) {
            return true;
        }
        if word == first && written.len() <= LIST_NUMBER_LETTERS_MAX && is_number(written) {
            return true;
        }
        if is_half_of_day(before, lower) {
            return CALENDAR.contains(self.lower(next)) && self.lower(next) != "may"
                || self.letter(next).is_numeric();
        }
        is_initials(written)
            && written != "I"
            && !BEFORE_LETTERS.contains(before)
            && !self.starts_sentences(next)
    }

    /// Whether a word is one that sentences begin with; an initial ("A. Baker") is none.
    fn starts_sentences(&self, word: usize) -> bool {
        FUNCTION_WORDS.contains(self.lower(word))
            && !(is_initials(self.written(word)) && self.gap(word + 1).starts_with('.'))
    }

    /// Whether the words from here on attribute speech to someone: a name (or "I") and a verb.
    fn is_attributed(&self, from: usize, paragraph_end: usize) -> bool {
        for word in from..paragraph_end.min(from + ATTRIBUTION_WORDS_MAX) {
            if word > from {
                // A line may end here.
                if !matches!(self.gap(word).trim_end(), "" | "." | "-") {
                    return false;
                }
                if SPEECH_VERBS.contains(self.lower(word)) {
                    // “Is it so?” I answered that it was: the verb has an object of its own.
                    let next = (word + 1 < paragraph_end).then(|| self.lower(word + 1));
                    let has_object = matches!(next, Some("that" | "it" | "nothing" | "no" | "not"))
                        && self.gap(word + 1).trim().is_empty();
                    return !has_object;
                }
            }
            let is_name = self.letter(word).is_uppercase()
                && (self.lower(word) == "i" || !FUNCTION_WORDS.contains(self.lower(word)));
            if !is_name {
                return false;
            }
        }
        false
    }

    /// Whether a paragraph is a heading, a caption or the like: short, not speech, and either
    /// without a mark at its end or a number of a division.
    fn is_heading(&self, paragraph: &Paragraph) -> bool {
        let words = paragraph.words.clone();
        if words.len() > HEADING_WORDS_MAX {
            return false;
        }
        let text = paragraph.span.of(self.source).trim_matches(is_invisible);
        if text.starts_with(is_quote) {
            return false;
        }
        let last = text.trim_end_matches([')', ']', '}', '*', '_']).chars().next_back();
        if !last.is_some_and(|mark| is_stop(mark) || is_quote(mark) || ",;:—–-".contains(mark))
        {
            return true;
        }
        let first = words.start;
        if words.len() == 1 {
            return is_number(self.written(first)) || DIVISIONS.contains(self.lower(first));
        }
        let number = self.written(first + 1);
        DIVISIONS.contains(self.lower(first))
            && (is_number(number) || NUMBER_WORDS.contains(self.lower(first + 1)))
            && self.gap(first + 2) != " "
    }

    fn lower(&self, word: usize) -> &str {
        let form: FormId = self.words[word].form;
        self.forms[form].as_ref()
    }

    fn written(&self, word: usize) -> &str {
        self.words[word].span.of(self.source)
    }

    fn letter(&self, word: usize) -> char {
        self.written(word).chars().next().unwrap_or(' ')
    }
}

struct Opening {
    start: usize,
    opens_scene: bool,
}

fn sentence(span: Span, words: Range<usize>, paragraph: usize) -> Sentence {
    Sentence { span, words, paragraph, kind: SentenceKind::Prose }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) || is_roman(word)
}

/// Whether a word is a sum of money or a measure that a number follows: "3s. 6d.".
fn is_sum(word: &str) -> bool {
    word.strip_suffix(['s', 'd', 'l']).is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a word, behind the one before, is "a.m." or "p.m.", which a sentence ends with as well as not.
fn is_half_of_day(before: &str, lower: &str) -> bool {
    matches!(lower, "a.m" | "p.m" | "am" | "pm") || lower == "m" && matches!(before, "a" | "p")
}

/// Whether a word consists of the capitals that Roman numbers are written with.
pub(crate) fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| b"IVXLCDM".contains(&byte))
}

/// Whether a word is an initial or several: "P", "J.R.R", "U.S".
pub(crate) fn is_initials(word: &str) -> bool {
    word.split('.').all(|part| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
    })
}

/// From the start of the first empty line to the end of the last, with all between.
fn blank_lines(gap: &str) -> Option<Range<usize>> {
    if !gap.contains('\n') {
        return None;
    }
    let mut blank: Option<Range<usize>> = None;
    let mut line_end: Option<usize> = None;
    for (at, letter) in gap.char_indices() {
        match (letter, line_end) {
            ('\n', Some(before)) => {
                let start = blank.map_or(before, |blank| blank.start);
                blank = Some(start..at + 1);
                line_end = Some(at);
            }
            ('\n', None) => line_end = Some(at),
            _ if letter.is_whitespace() || is_invisible(letter) => {}
            _ => line_end = None,
        }
    }
    blank
}

fn trim_start(text: &str) -> &str {
    text.trim_start_matches(|letter: char| letter.is_whitespace() || is_invisible(letter))
}

fn trim_end(text: &str) -> &str {
    text.trim_end_matches(|letter: char| letter.is_whitespace() || is_invisible(letter))
}
