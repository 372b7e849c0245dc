//! WordPiece as BERT uses it: lower case without accents, words parted at white space and punctuation,
//! each word cut into the longest pieces that the vocabulary has.

use std::collections::HashMap;

use unicode_general_category::{GeneralCategory as Category, get_general_category};
use unicode_normalization::UnicodeNormalization as _;

/// The most tokens of a text that are read, with the two around it: as many as the model was published
/// for. That is about 190 words of English; what follows is not in the vector.
pub const TOKENS_MAX: usize = 256;

/// The longest word that is cut into pieces, in characters; a longer one is unknown.
const WORD_CHARS_MAX: usize = 100;

/// What stands before a piece that does not begin a word.
const CONTINUED: &str = "##";

/// The vocabulary.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    /// Pieces that begin a word, by their text.
    first: HashMap<&'static str, u16>,
    /// Pieces that continue one.
    continued: HashMap<&'static str, u16>,
    unknown: u16,
    /// The tokens before and behind a text.
    ends: [u16; 2],
}

impl Tokenizer {
    /// Reads a vocabulary with a piece in each line, numbered from 0 on.
    pub(crate) fn new(vocabulary: &'static str) -> Self {
        let (mut first, mut continued) = (HashMap::new(), HashMap::new());
        for (id, piece) in (0..).zip(vocabulary.lines()) {
            match piece.strip_prefix(CONTINUED) {
                Some(rest) => continued.insert(rest, id),
                None => first.insert(piece, id),
            };
        }
        let special = |piece: &str| first.get(piece).copied().unwrap_or_default();
        Self {
            unknown: special("[UNK]"),
            ends: [special("[CLS]"), special("[SEP]")],
            first,
            continued,
        }
    }

    /// The tokens of a text that is cut into parts, at most [`TOKENS_MAX`] and at least the two around it,
    /// and behind which of them each part ends.
    pub(crate) fn ids(&self, parts: &[&str]) -> (Vec<u16>, Vec<usize>) {
        let mut ids = vec![self.ends[0]];
        let mut word = String::new();
        let mut ends = Vec::with_capacity(parts.len());
        for part in parts {
            if ids.len() < TOKENS_MAX {
                self.read_part(part, &mut word, &mut ids);
            }
            ids.truncate(TOKENS_MAX - 1);
            ends.push(ids.len());
        }
        ids.push(self.ends[1]);
        (ids, ends)
    }

    /// Adds the tokens of a part of a text.
    fn read_part(&self, text: &str, word: &mut String, ids: &mut Vec<u16>) {
        word.clear();
        // Plain ASCII needs neither tables nor normalising; other texts go the long way.
        if text.is_ascii() {
            self.read(text.chars(), word, ids);
        } else {
            let cleaned = text.chars().filter(|letter| !is_dropped(*letter));
            let plain: String = cleaned
                .nfd()
                .filter(|letter| category(*letter) != Category::NonspacingMark)
                .collect();
            self.read(plain.chars().flat_map(char::to_lowercase), word, ids);
        }
    }

    /// Adds the tokens of the words of a text until there are enough.
    fn read(&self, letters: impl Iterator<Item = char>, word: &mut String, ids: &mut Vec<u16>) {
        for letter in letters {
            let letter = letter.to_ascii_lowercase();
            let stands_alone = is_punctuation(letter) || is_ideograph(letter);
            if letter.is_whitespace() || stands_alone {
                self.pieces(word, ids);
                word.clear();
                if stands_alone {
                    self.pieces(letter.encode_utf8(&mut [0; 4]), ids);
                }
                if ids.len() >= TOKENS_MAX {
                    return;
                }
            } else if !letter.is_ascii_control() && letter != '\u{FFFD}' {
                word.push(letter);
            }
        }
        self.pieces(word, ids);
    }

    /// Adds the pieces of a word, or the unknown token where one of them is not in the vocabulary.
    fn pieces(&self, word: &str, ids: &mut Vec<u16>) {
        if word.is_empty() {
            return;
        }
        if word.len() > WORD_CHARS_MAX && word.chars().count() > WORD_CHARS_MAX {
            ids.push(self.unknown);
            return;
        }
        let before = ids.len();
        let mut rest = word;
        while !rest.is_empty() {
            let pieces = if rest.len() == word.len() { &self.first } else { &self.continued };
            let ends = rest.char_indices().rev().map(|(at, letter)| at + letter.len_utf8());
            let longest = ends.filter_map(|end| Some((end, *pieces.get(&rest[..end])?))).next();
            let Some((end, id)) = longest else {
                ids.truncate(before);
                ids.push(self.unknown);
                return;
            };
            ids.push(id);
            rest = &rest[end..];
        }
    }
}

fn category(letter: char) -> Category {
    if letter.is_ascii_alphanumeric() {
        Category::LowercaseLetter
    } else {
        get_general_category(letter)
    }
}

/// Whether a character is no part of any word and parts none: control and format characters, and the
/// mark of what could not be read.
fn is_dropped(letter: char) -> bool {
    letter == '\u{FFFD}'
        || !letter.is_whitespace()
            && matches!(
                category(letter),
                Category::Control | Category::Format | Category::Unassigned | Category::PrivateUse
            )
}

fn is_punctuation(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_punctuation();
    }
    matches!(
        category(letter),
        Category::ConnectorPunctuation
            | Category::DashPunctuation
            | Category::OpenPunctuation
            | Category::ClosePunctuation
            | Category::InitialPunctuation
            | Category::FinalPunctuation
            | Category::OtherPunctuation
    )
}

/// Whether it is one of the Chinese characters, which are words of their own to BERT.
fn is_ideograph(letter: char) -> bool {
    matches!(
        u32::from(letter),
        0x4E00..=0x9FFF
            | 0x3400..=0x4DBF
            | 0x2_0000..=0x2_A6DF
            | 0x2_A700..=0x2_B73F
            | 0x2_B740..=0x2_B81F
            | 0x2_B920..=0x2_CEAF
            | 0xF900..=0xFAFF
            | 0x2_F800..=0x2_FA1F
    )
}
