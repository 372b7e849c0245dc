//! A text split once into paragraphs, sentences and words; all measures read from here. What ends a
//! sentence is decided in `sentences`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::sentences;
use crate::span::Span;

/// The marks that join the parts of a compound.
pub(crate) const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{2011}'];

/// A plain text, split into its parts.
///
/// Paragraphs are parted by empty lines. Words are the words of UAX #29 that hold a letter or a
/// digit (`unicode_words` of the crate `unicode-segmentation`), so that "don’t" is one word,
/// "bow-window" two and each ideograph one; the crate `manuscript` counts by the same function.
#[derive(Debug, Clone)]
pub struct Text<'t> {
    source: &'t str,
    words: Vec<Word>,
    sentences: Vec<Sentence>,
    paragraphs: Vec<Paragraph>,
    forms: Vec<Form<'t>>,
}

/// A word where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Its letters, without the marks around them.
    pub span: Span,
    /// The sentence it belongs to, by its place in [`Text::sentences`].
    pub sentence: usize,
    pub(crate) form: FormId,
    /// The form without a possessive `'s`.
    pub(crate) stem: FormId,
}

/// A sentence, a heading, or whatever else stands between two ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// From its first mark or letter to its closing quotation mark.
    pub span: Span,
    /// Its words, by their place in [`Text::words`]; never empty.
    pub words: Range<usize>,
    /// The paragraph it belongs to, by its place in [`Text::paragraphs`].
    pub paragraph: usize,
    /// Whether it counts as a sentence.
    pub kind: SentenceKind,
}

/// Whether something between two ends is a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SentenceKind {
    /// A sentence, with or without a mark at its end.
    Prose,
    /// A heading, caption or other line that stands by itself: its words count, but it is no
    /// sentence and has no length.
    Heading,
}

/// A paragraph with at least one word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// From its first mark or letter to its last.
    pub span: Span,
    /// Its words, by their place in [`Text::words`]; never empty.
    pub words: Range<usize>,
    /// Its sentences, by their place in [`Text::sentences`]; never empty.
    pub sentences: Range<usize>,
    /// Whether a paragraph without words, such as a scene break, stands before it.
    pub opens_scene: bool,
}

/// A distinct lower-case form, by its place in the text's list of forms.
pub(crate) type FormId = usize;

#[derive(Debug, Clone)]
struct Form<'t> {
    lower: Cow<'t, str>,
    count: usize,
}

impl<'t> Text<'t> {
    /// Splits a plain text. Markup must be gone before; any string is accepted.
    pub fn new(source: &'t str) -> Text<'t> {
        let mut forms = Forms::default();
        let mut words: Vec<Word> = source
            .unicode_word_indices()
            .map(|(at, word)| {
                let trimmed = word.trim_matches(is_edge);
                let start = at + (word.len() - word.trim_start_matches(is_edge).len());
                let (form, stem) = forms.read(trimmed);
                let span = Span::new(start, start + trimmed.len());
                Word { span, sentence: 0, form, stem }
            })
            .collect();
        let (sentences, paragraphs) = sentences::split(source, &words, &forms.forms);
        for (index, sentence) in sentences.iter().enumerate() {
            for word in &mut words[sentence.words.clone()] {
                word.sentence = index;
            }
        }
        Text { source, words, sentences, paragraphs, forms: forms.forms }
    }

    /// The text itself.
    pub fn source(&self) -> &'t str {
        self.source
    }

    /// All words, in order.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// All sentences and headings, in order.
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// All paragraphs that hold a word, in order.
    pub fn paragraphs(&self) -> &[Paragraph] {
        &self.paragraphs
    }

    /// A word in lower case, with straight apostrophes and without invisible marks.
    ///
    /// # Panics
    ///
    /// When there is no such word.
    pub fn lower(&self, word: usize) -> &str {
        self.form(self.words[word].form)
    }

    /// The word before another, as [`Text::lower`] has it; empty at the beginning.
    pub(crate) fn lower_before(&self, word: usize) -> &str {
        word.checked_sub(1).map_or("", |before| self.lower(before))
    }

    /// The word behind another, as [`Text::lower`] has it; empty at the end.
    pub(crate) fn lower_after(&self, word: usize) -> &str {
        self.words.get(word + 1).map_or("", |next| self.form(next.form))
    }

    pub(crate) fn form(&self, form: FormId) -> &str {
        &self.forms[form].lower
    }

    /// How many forms there are, those that only occur as stems included.
    pub(crate) fn forms_len(&self) -> usize {
        self.forms.len()
    }

    /// How many different words occur.
    pub(crate) fn distinct(&self) -> usize {
        self.forms.iter().filter(|form| form.count > 0).count()
    }

    /// What stands between a word and the one before it, or the start of the text.
    pub(crate) fn gap_before(&self, word: usize) -> &'t str {
        let from = if word == 0 { 0 } else { self.words[word - 1].span.end };
        &self.source[from..self.words[word].span.start]
    }

    /// What stands between a word and the next, or the end of the text.
    pub(crate) fn gap_after(&self, word: usize) -> &'t str {
        let to = self.words.get(word + 1).map_or(self.source.len(), |next| next.span.start);
        &self.source[self.words[word].span.end..to]
    }

    pub(crate) fn sentence_of(&self, word: usize) -> &Sentence {
        &self.sentences[self.words[word].sentence]
    }

    /// The span from the first to the last of these words.
    pub(crate) fn words_span(&self, words: &Range<usize>) -> Span {
        Span::new(self.words[words.start].span.start, self.words[words.end - 1].span.end)
    }

    /// The words that begin in a span.
    pub(crate) fn words_in(&self, span: Span) -> Range<usize> {
        let behind = |end: usize| self.words.partition_point(|word| word.span.start < end);
        behind(span.start)..behind(span.end)
    }

    /// The span of a word without a possessive ’s.
    pub(crate) fn bare_span(&self, at: usize) -> Span {
        let word = self.words[at];
        if word.form == word.stem {
            return word.span;
        }
        let written = word.span.of(self.source);
        let bare = written.rfind(['\'', '’', 'ʼ']).unwrap_or(written.len());
        Span::new(word.span.start, word.span.start + bare)
    }

    /// All real sentences.
    pub(crate) fn prose(&self) -> impl Iterator<Item = &Sentence> {
        self.sentences.iter().filter(|sentence| sentence.kind == SentenceKind::Prose)
    }
}

/// The forms met so far, each kept once.
#[derive(Default)]
struct Forms<'t> {
    forms: Vec<Form<'t>>,
    index: HashMap<Cow<'t, str>, FormId>,
    /// Where a form is put together when it is not a part of the text.
    written: String,
}

impl<'t> Forms<'t> {
    /// The form and the stem of a word.
    fn read(&mut self, word: &'t str) -> (FormId, FormId) {
        let form = if word.bytes().all(is_lower_byte) {
            self.borrowed(word)
        } else {
            self.write(word);
            self.owned()
        };
        self.forms[form].count += 1;
        let Some(stem) = self.forms[form].lower.strip_suffix("'s") else { return (form, form) };
        if stem.is_empty() {
            return (form, form);
        }
        self.written.clear();
        self.written.push_str(stem);
        (form, self.owned())
    }

    fn write(&mut self, word: &str) {
        self.written.clear();
        for letter in word.chars() {
            match letter {
                '\u{2019}' | '\u{2bc}' => self.written.push('\''),
                invisible if is_invisible(invisible) => {}
                letter if letter.is_ascii() => self.written.push(letter.to_ascii_lowercase()),
                letter => self.written.extend(letter.to_lowercase()),
            }
        }
    }

    fn borrowed(&mut self, lower: &'t str) -> FormId {
        match self.index.get(lower) {
            Some(&form) => form,
            None => self.add(Cow::Borrowed(lower)),
        }
    }

    fn owned(&mut self) -> FormId {
        match self.index.get(self.written.as_str()) {
            Some(&form) => form,
            None => self.add(Cow::Owned(self.written.clone())),
        }
    }

    fn add(&mut self, lower: Cow<'t, str>) -> FormId {
        let form = self.forms.len();
        self.index.insert(lower.clone(), form);
        self.forms.push(Form { lower, count: 0 });
        form
    }
}

impl AsRef<str> for Form<'_> {
    fn as_ref(&self) -> &str {
        &self.lower
    }
}

fn is_lower_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'\'' || byte == b'.'
}

/// Marks that shape the layout and that no reader sees.
pub(crate) fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
    )
}

/// What UAX #29 counts to a word though it only hangs on it: marks of emphasis, invisible marks.
fn is_edge(letter: char) -> bool {
    letter == '_' || is_invisible(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(source: &str) -> Vec<&str> {
        let text = Text::new(source);
        text.words().iter().map(|word| word.span.of(source)).collect()
    }

    #[test]
    fn words_are_those_of_the_definition() {
        assert_eq!(words_of("Don’t—a bow-window."), ["Don’t", "a", "bow", "window"]);
        assert_eq!(words_of("at 8:35 p.m."), ["at", "8", "35", "p.m"]);
        assert_eq!(words_of("Journal\u{2060}—_boyar_"), ["Journal", "boyar"]);
        assert_eq!(words_of("猫だ"), ["猫", "だ"]);
        assert_eq!(words_of(" … “—” "), Vec::<&str>::new());
    }

    #[test]
    fn what_hangs_on_a_word_is_told_from_it_whatever_it_is_written_with() {
        for (source, wanted) in [
            ("Lucy’s", "Lucy"),
            ("BOSS’S", "BOSS"),
            ("Lucy’\u{ad}s", "Lucy"),
            ("house\u{2060}e’s", "house\u{2060}e"),
            ("gra\u{ad}ss", "gra\u{ad}ss"),
        ] {
            let text = Text::new(source);
            assert_eq!(text.bare_span(0).of(source), wanted);
        }
    }

    #[test]
    fn forms_are_lower_case_with_straight_apostrophes() {
        let text = Text::new("DON’T Écran un\u{ad}seen Lucy’s");

        let lower: Vec<&str> = (0..text.words().len()).map(|word| text.lower(word)).collect();

        assert_eq!(lower, ["don't", "écran", "unseen", "lucy's"]);
        assert_eq!(text.form(text.words()[3].stem), "lucy");
        assert_eq!(text.distinct(), 4, "a stem that never stands alone is no word of the text");
    }
}
