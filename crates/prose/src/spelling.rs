//! Spelling, as far as a text alone shows it: the words that no list of English has, each with the word that
//! is probably meant, and the words that are spelt otherwise in Britain than in America. Whether a word is
//! the book's own and which spelling the book has, is for all its texts to say: [`misspellings`] and
//! [`mixed_spelling`].

mod book;
mod meant;
mod pairs;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::span::Span;
use crate::tokens::{FormId, SentenceKind, Text, Word};
use crate::words::word_class;

pub use book::{Misspelling, MixedSpelling, VariantUse, Variety, misspellings, mixed_spelling};

/// Letters of the shortest word that is taken for a misspelt one, but for those that are known to be.
const LETTERS_MIN: usize = 4;

/// Letters of the longest: what is near a word is looked for in time that grows with the square of its letters and
/// more, and no English word is as long.
const LETTERS_MAX: usize = 40;

/// Unknown words of a text that are kept at most; the first ones.
const UNKNOWN_MAX: usize = 2_000;

/// Unknown words of a text for which the word that is meant is looked for, and how many there are at most
/// to so many words of the text; a text with more has a language of its own.
const MEANT_MAX: usize = 400;
const WORDS_TO_ONE_UNKNOWN: usize = 100;

/// Words on either side of a misspelt word in which there is no other unknown one: more of them are dialect,
/// a foreign phrase, or the letter of somebody who cannot spell.
const ALONE_WITHIN: usize = 8;

/// Words on either side in which there is no word that shows a foreign phrase.
const FOREIGN_WITHIN: usize = 2;

/// How often a word stands in a text that is a word of its own.
const OWN_COUNT_MIN: usize = 3;

/// Positions of a variant that are kept of a text.
const POSITIONS_MAX: usize = 5;

/// Frequent words of languages that English quotes, and that are no English words themselves.
const FOREIGN_WORDS: [&str; 56] = [
    "de", "la", "le", "les", "des", "du", "et", "un", "une", "elle", "el", "los", "las", "der",
    "das", "und", "von", "zu", "ein", "eine", "ich", "ist", "nicht", "mon", "mes", "je", "vous",
    "nous", "dans", "avec", "que", "qui", "della", "che", "sono", "ab", "cum", "ipso", "quo",
    "ipse", "est", "sunt", "au", "aux", "en", "ne", "pas", "votre", "notre", "bon", "bonne",
    "tout", "toute", "ad", "ex", "personae",
];

/// What was read of the spelling of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpellingExtract {
    /// Words that no list has, in the order in which they first stand.
    pub unknown: Vec<UnknownWord>,
    /// Words with a British and an American spelling, in any of them.
    pub variants: Vec<VariantWord>,
}

/// A word that no list of English has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnknownWord {
    /// In small letters, without a possessive ’s.
    pub word: String,
    /// How often it stands in the text, with and without capitals.
    pub count: usize,
    /// The English word that is probably meant; empty where there is none.
    pub meant: String,
    /// Whether it may be an older spelling of that word.
    pub is_archaic: bool,
    /// Where it stands in the narration in small letters, alone among known words.
    pub span: Option<Span>,
}

/// A word with a British and an American spelling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantWord {
    /// As it is spelt here, in small letters.
    pub word: String,
    /// How often it stands in the text.
    pub count: usize,
    /// Where it stands in sentences in small letters; the first ones.
    pub spans: Vec<Span>,
}

impl SpellingExtract {
    /// Reads a text in English; `spoken` says of each word whether somebody says it.
    pub(crate) fn of(text: &Text<'_>, spoken: &[bool]) -> Self {
        let mut reader = SpellingReader::new(text, spoken);
        for at in 0..text.words().len() {
            reader.add(at);
        }
        reader.finish()
    }

    pub(crate) fn map_spans(&mut self, map: &mut impl FnMut(Span) -> Span) {
        let unknown = self.unknown.iter_mut().filter_map(|it| it.span.as_mut());
        let variants = self.variants.iter_mut().flat_map(|it| &mut it.spans);
        for span in unknown.chain(variants) {
            *span = map(*span);
        }
    }
}

/// What a form of the text is.
#[derive(Clone, Copy)]
enum Form {
    /// A word that is spelt in one way, or no word in letters.
    Plain,
    Variant(usize),
    Unknown(usize),
}

struct SpellingReader<'r, 't> {
    text: &'r Text<'t>,
    spoken: &'r [bool],
    forms: HashMap<FormId, Form>,
    extract: SpellingExtract,
    /// For each word of the text that is unknown and no name, its number among these.
    unknown_at: Vec<Option<usize>>,
    /// The first position of each unknown word that may be a misspelling.
    candidates: Vec<Option<usize>>,
}

impl<'r, 't> SpellingReader<'r, 't> {
    fn new(text: &'r Text<'t>, spoken: &'r [bool]) -> Self {
        Self {
            text,
            spoken,
            forms: HashMap::new(),
            extract: SpellingExtract::default(),
            unknown_at: vec![None; text.words().len()],
            candidates: Vec::new(),
        }
    }

    fn add(&mut self, at: usize) {
        let word = self.text.words()[at];
        let form = match self.forms.get(&word.stem) {
            Some(form) => *form,
            None => {
                let form = self.form(self.text.form(word.stem));
                self.forms.insert(word.stem, form);
                form
            }
        };
        match form {
            Form::Plain => {}
            Form::Variant(number) => {
                // In speech, too, the spelling is the writer's; only dialect is that of who speaks.
                let is_position = self.is_in_small(at, &word);
                let variant = &mut self.extract.variants[number];
                variant.count += 1;
                if is_position && variant.spans.len() < POSITIONS_MAX {
                    variant.spans.push(self.text.bare_span(at));
                }
            }
            Form::Unknown(number) => {
                let is_position = !self.spoken[at] && self.is_in_small(at, &word);
                self.extract.unknown[number].count += 1;
                if word.span.of(self.text.source()).starts_with(char::is_lowercase) {
                    self.unknown_at[at] = Some(number);
                }
                if is_position && self.candidates[number].is_none() {
                    self.candidates[number] = Some(at);
                }
            }
        }
    }

    fn form(&mut self, word: &str) -> Form {
        if word.is_empty() || !word.bytes().all(|it| it.is_ascii_lowercase()) {
            return Form::Plain;
        }
        if pairs::other_spelling(word).is_some() {
            let spans = Vec::new();
            self.extract.variants.push(VariantWord { word: word.to_owned(), count: 0, spans });
            return Form::Variant(self.extract.variants.len() - 1);
        }
        let is_error = meant::known_error(word).is_some();
        let is_known =
            !(LETTERS_MIN..=LETTERS_MAX).contains(&word.len()) || word_class(word).is_some();
        if (is_known && !is_error) || self.extract.unknown.len() == UNKNOWN_MAX {
            return Form::Plain;
        }
        self.candidates.push(None);
        self.extract.unknown.push(UnknownWord {
            word: word.to_owned(),
            count: 0,
            meant: String::new(),
            is_archaic: false,
            span: None,
        });
        Form::Unknown(self.extract.unknown.len() - 1)
    }

    /// Whether a word stands in a sentence, in small letters, and is no part of another one.
    fn is_in_small(&self, at: usize, word: &Word) -> bool {
        const JOINTS: [char; 9] = ['-', '\u{2010}', '\u{2011}', '\'', '’', '‘', '_', '*', '\u{ad}'];
        let source = self.text.source();
        let written = word.span.of(source);
        let before = source[..word.span.start].chars().next_back();
        let after = source[word.span.end..].chars().next();
        self.text.sentence_of(at).kind == SentenceKind::Prose
            && !written.contains(char::is_uppercase)
            && ![before, after].into_iter().flatten().any(|it| JOINTS.contains(&it))
    }

    /// Whether the words around an unknown one are English.
    fn is_alone(&self, at: usize) -> bool {
        let within = |words: usize| {
            let last = (at + words + 1).min(self.unknown_at.len());
            (at.saturating_sub(words)..last).filter(|other| *other != at)
        };
        // What stands often is a word of the book's own.
        let is_odd = |other: usize| {
            self.unknown_at[other].is_some_and(|number| {
                self.unknown_at[at] != Some(number)
                    && self.extract.unknown[number].count < OWN_COUNT_MIN
            })
        };
        !within(ALONE_WITHIN).any(is_odd)
            && !within(FOREIGN_WITHIN).any(|other| {
                let word = self.text.lower(other);
                !word.is_ascii() || FOREIGN_WORDS.contains(&word)
            })
    }

    fn finish(mut self) -> SpellingExtract {
        let bound = MEANT_MAX.max(self.text.words().len() / WORDS_TO_ONE_UNKNOWN);
        if self.candidates.len() > bound {
            return self.extract;
        }
        for number in 0..self.candidates.len() {
            let span = self.candidates[number]
                .filter(|at| self.is_alone(*at))
                .map(|at| self.text.bare_span(at));
            let unknown = &mut self.extract.unknown[number];
            if let Some(meant) = meant::meant(&unknown.word) {
                unknown.is_archaic = meant.is_archaic;
                unknown.meant = meant.word;
            }
            unknown.span = span;
        }
        self.extract
    }
}
