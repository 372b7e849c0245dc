//! What the text itself says about its words: which stand in capitals where no capital is due, and
//! so are names. Every measure that must leave names alone asks here.

use std::ops::Range;

use crate::lists::{FILTER_VERBS, FUNCTION_WORDS, TITLE_WORDS};
use crate::tokens::{FormId, SentenceKind, Text};

/// A name may stand in small letters once in so many times ("the count" among Counts).
const SMALL_IN: usize = 10;

/// What is known about each form of a text, looked up once per form and not once per word.
#[derive(Debug)]
pub(crate) struct Lexicon {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    is_function: bool,
    is_filter: bool,
    /// Times in small letters.
    small: usize,
    /// Times with a capital inside a sentence, where only names have one.
    inside: usize,
    /// Times with a capital where any word would have one.
    opening: usize,
}

impl Lexicon {
    pub(crate) fn new(text: &Text<'_>) -> Lexicon {
        let mut entries: Vec<Entry> = (0..text.forms_len())
            .map(|form| Entry {
                is_function: FUNCTION_WORDS.contains(text.form(form)),
                is_filter: FILTER_VERBS.contains(text.form(form)),
                ..Entry::default()
            })
            .collect();
        for sentence in text.sentences() {
            let is_title = is_title(text, sentence.words.clone());
            for word in sentence.words.clone() {
                let entry = &mut entries[text.words()[word].stem];
                if !is_capital(text, word) {
                    entry.small += 1;
                } else if is_title || !is_inside(text, word) {
                    entry.opening += 1;
                } else {
                    entry.inside += 1;
                }
            }
        }
        Lexicon { entries }
    }

    pub(crate) fn is_function(&self, form: FormId) -> bool {
        self.entries[form].is_function
    }

    pub(crate) fn is_filter(&self, form: FormId) -> bool {
        self.entries[form].is_filter
    }

    /// Whether a stem is no function word and stands nowhere in small letters.
    pub(crate) fn is_never_small(&self, stem: FormId) -> bool {
        let entry = &self.entries[stem];
        !entry.is_function && entry.small == 0
    }

    /// Whether a stem is a name in this text: capitalised inside a sentence at least once, and
    /// (almost) never in small letters.
    pub(crate) fn is_name(&self, stem: FormId) -> bool {
        let entry = &self.entries[stem];
        !entry.is_function
            && entry.inside > 0
            && entry.small * SMALL_IN <= entry.inside + entry.opening
    }
}

/// Whether a word begins with a capital.
pub(crate) fn is_capital(text: &Text<'_>, word: usize) -> bool {
    let span = text.words()[word].span;
    span.of(text.source()).chars().next().is_some_and(char::is_uppercase)
}

/// A text with a capital for its first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Whether a capital at this word would have to be explained: it is not the first of a sentence, of
/// a quotation or of what follows a colon, a dash or a bracket, and it stands in no heading.
pub(crate) fn is_inside(text: &Text<'_>, word: usize) -> bool {
    let sentence = text.sentence_of(word);
    if sentence.kind == SentenceKind::Heading || sentence.words.start == word {
        return false;
    }
    let gap = text.gap_before(word);
    if gap == " " {
        return true;
    }
    let before = text.words()[word - 1].span.of(text.source());
    let mut is_spaced = false;
    for mark in gap.chars() {
        match mark {
            _ if mark.is_whitespace() => is_spaced = true,
            ',' | ';' | '-' | '/' | '&' | '!' | '?' => {}
            // A full stop that ended no sentence: an abbreviation, or the number of a list.
            '.' if !before.starts_with(|c: char| c.is_ascii_digit()) => {}
            '”' | '’' | '»' | '"' | '\'' if !is_spaced => {}
            _ => return false,
        }
    }
    true
}

/// Whether a sentence is set like a title: all its words have capitals but the smallest. Its
/// capitals tell nothing about names.
pub(crate) fn is_title(text: &Text<'_>, mut words: Range<usize>) -> bool {
    words.len() > 1
        && words.all(|word| is_capital(text, word) || TITLE_WORDS.contains(text.lower(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> Vec<String> {
        let text = Text::new(source);
        let lexicon = Lexicon::new(&text);
        let forms = 0..text.forms_len();
        forms.filter(|&form| lexicon.is_name(form)).map(|form| text.form(form).to_owned()).collect()
    }

    #[test]
    fn a_name_stands_in_capitals_inside_a_sentence_and_nowhere_small() {
        assert_eq!(names("Then Lucy came. We saw Lucy’s house. Then we left."), ["lucy"]);
        assert_eq!(names("The Master came, for a master he was."), Vec::<&str>::new());
        assert_eq!(names("He said: “Then go,” and left—Never again."), Vec::<&str>::new());
        assert_eq!(names("“Where?” Mina said. Dr. Seward’s Diary."), ["mina"]);
        assert_eq!(names("The Last Day\n\nWe met on a day in Whitby."), ["whitby"]);
    }
}
