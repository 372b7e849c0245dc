//! The words of English, each with how frequent it is: those of the word lists of SCOWL, British, American
//! and Canadian, with their inflected forms. NOTICE names the source; `words/make.py` makes the file, which
//! is read where it lies in the program and costs no memory of its own. Names are not in it.
//!
//! The file has the chunks of letters that have a code, parted by commas and with their length before them,
//! the number of blocks of 64 words with the offset of each, and the words in their order. A block begins with a whole
//! word, so that it can be searched for. Of a word there is a byte with
//! the number of letters that it shares with the word before (high half) and its class (low half), then the
//! codes of its other letters: 0 to 25 are letters, those from 26 on chunks; the last code has the high bit.

use std::sync::LazyLock;

/// The file.
static FILE: &[u8] = include_bytes!("words/english.words");

/// Letters of the longest word of the file, and more; a longer one is not looked for.
const LETTERS_MAX: usize = 40;

/// How frequent a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WordClass {
    /// Among the 12,000 most frequent.
    Frequent,
    /// In every dictionary for daily use.
    Common,
    /// In most dictionaries.
    Known,
    /// In large dictionaries and lists for crosswords.
    Rare,
}

/// The class of a word in small letters without accents; none where English has no such word.
pub(crate) fn word_class(word: &str) -> Option<WordClass> {
    WordCursor::new().class(word.as_bytes())
}

/// Looks words up in rising order, which reads a block of the file one time for all words in it.
pub(crate) struct WordCursor {
    /// Where the word in the buffer ends, its class, and the block that it is in.
    at: usize,
    class: Option<WordClass>,
    block: usize,
    buffer: Vec<u8>,
}

impl WordCursor {
    pub(crate) fn new() -> Self {
        Self { at: 0, class: None, block: 0, buffer: Vec::with_capacity(LETTERS_MAX) }
    }

    /// As [`word_class`], of a word that is not before the one that was asked for last.
    pub(crate) fn class(&mut self, word: &[u8]) -> Option<WordClass> {
        let is_word = !word.is_empty()
            && word.len() <= LETTERS_MAX
            && word.iter().all(u8::is_ascii_lowercase);
        is_word.then(|| self.find(word)).flatten()
    }

    fn find(&mut self, word: &[u8]) -> Option<WordClass> {
        if self.class.is_none() || WORDS.begins_by(self.block + 1, word) {
            self.block = WORDS.block_of(word)?;
            self.at = WORDS.offsets[self.block];
            self.buffer.clear();
            self.step()?;
        }
        while self.buffer.as_slice() < word {
            self.step()?;
        }
        self.class.filter(|_| self.buffer.as_slice() == word)
    }

    fn step(&mut self) -> Option<()> {
        let read = WORDS.next(self.at, &mut self.buffer);
        self.class = read.map(|it| it.0);
        self.at = read?.1;
        Some(())
    }
}

static WORDS: LazyLock<WordFile> = LazyLock::new(|| WordFile::read(FILE).unwrap_or_default());

#[derive(Default)]
struct WordFile {
    chunks: Vec<&'static [u8]>,
    /// The first word of each block, and where it begins.
    offsets: Vec<usize>,
    body: &'static [u8],
}

impl WordFile {
    fn read(file: &'static [u8]) -> Option<Self> {
        let number = |at: usize| -> Option<usize> {
            let bytes = file.get(at..at + 4)?.try_into().ok()?;
            usize::try_from(u32::from_le_bytes(bytes)).ok()
        };
        let length = number(0)?;
        let chunks = file.get(4..4 + length)?.split(|byte| *byte == b',').collect();
        let blocks = number(4 + length)?;
        let first = 8 + length;
        let offsets = (0..blocks).map(|at| number(first + 4 * at)).collect::<Option<Vec<_>>>()?;
        Some(Self { chunks, offsets, body: file.get(first + 4 * blocks..)? })
    }

    /// The block that has a word, if the file has it.
    fn block_of(&self, word: &[u8]) -> Option<usize> {
        let mut buffer = Vec::with_capacity(LETTERS_MAX);
        let is_before = |offset: &usize| {
            buffer.clear();
            self.next(*offset, &mut buffer).is_some() && buffer.as_slice() <= word
        };
        self.offsets.partition_point(is_before).checked_sub(1)
    }

    /// Whether a block begins with this word, or with one before it.
    fn begins_by(&self, block: usize, word: &[u8]) -> bool {
        let mut buffer = Vec::with_capacity(LETTERS_MAX);
        let first = self.offsets.get(block).and_then(|it| self.next(*it, &mut buffer));
        first.is_some() && buffer.as_slice() <= word
    }

    /// Puts the word that begins here into the buffer, which has the one before it; its class, and where the
    /// next word begins.
    fn next(&self, at: usize, buffer: &mut Vec<u8>) -> Option<(WordClass, usize)> {
        let head = *self.body.get(at)?;
        buffer.truncate(usize::from(head >> 4));
        let class = match head & 0x0f {
            0 => WordClass::Frequent,
            1 => WordClass::Common,
            2 => WordClass::Known,
            _ => WordClass::Rare,
        };
        let mut at = at + 1;
        loop {
            let byte = *self.body.get(at)?;
            at += 1;
            match byte & 0x7f {
                code @ 0..26 => buffer.push(b'a' + code),
                code => buffer.extend_from_slice(self.chunks.get(usize::from(code) - 26)?),
            }
            if byte & 0x80 != 0 {
                return Some((class, at));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_class_of_their_frequency() {
        for (word, wanted) in [
            ("house", Some(WordClass::Frequent)),
            ("a", Some(WordClass::Frequent)),
            ("colour", Some(WordClass::Frequent)),
            ("color", Some(WordClass::Frequent)),
            ("zoo", Some(WordClass::Common)),
            ("lantern", Some(WordClass::Common)),
            ("naivete", Some(WordClass::Common)),
            ("zyzzyvas", Some(WordClass::Rare)),
            ("recieve", None),
            ("zzzz", None),
            ("A", None),
            ("it's", None),
            ("", None),
        ] {
            assert_eq!(word_class(word), wanted, "{word}");
        }
    }

    #[test]
    fn words_in_their_order_have_the_same_class() {
        let mut all: Vec<String> =
            ["house", "zoo", "recieve", "lantern", "aa", "zzzz", "a", "receive", "Zoo", ""]
                .map(str::to_owned)
                .to_vec();
        all.extend((b'a'..=b'z').map(|letter| format!("ho{}se", char::from(letter))));
        all.sort();
        let mut cursor = WordCursor::new();

        for word in &all {
            assert_eq!(cursor.class(word.as_bytes()), word_class(word), "{word}");
            assert_eq!(cursor.class(word.as_bytes()), word_class(word), "{word} again");
        }
    }

    #[test]
    fn every_word_of_the_file_is_found_in_its_order() {
        let (mut at, mut buffer, mut count) = (0, Vec::new(), 0);
        let (mut before, mut cursor) = (Vec::new(), WordCursor::new());
        while let Some((class, next)) = WORDS.next(at, &mut buffer) {
            assert!(before < buffer, "{before:?} {buffer:?}");
            if count % 97 == 0 {
                assert_eq!(WordCursor::new().find(&buffer), Some(class), "{buffer:?}");
            }
            let is_short = buffer.len() <= LETTERS_MAX;
            assert_eq!(cursor.class(&buffer), Some(class).filter(|_| is_short), "{buffer:?}");
            before.clone_from(&buffer);
            (at, count) = (next, count + 1);
        }
        assert!(count > 200_000, "{count}");
    }
}
