//! Statements a text makes about who bears a name: how old somebody is, the colour of eyes and hair,
//! what somebody is to somebody or by profession. Only fixed forms of words are read, with the name
//! in them; what a pronoun would have to be understood for is left out, so much is missed and little
//! is wrong. Whether the text means it, or somebody in it lies, is not known here.

mod age;
mod appearance;
mod numbers;
pub(crate) use numbers::number;
mod role;
#[cfg(test)]
mod tests;
mod words;

use crate::dialogue::{quotations, spoken};
use crate::mentions::{Mention, NameIndex, unambiguous_mentions};
use crate::span::Passage;
use crate::tokens::Text;
use words::{ASKING, DOUBTING, LEAVING, SUPPOSING};

/// What a text says of somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Of whom, by the number given with the name.
    pub owner: usize,
    /// What about them.
    pub about: Aspect,
    /// What is said, in lower case for a colour, as it stands for a role, in digits for an age.
    pub value: String,
    /// From the name to the value, or the other way round, and the sentence around it.
    pub passage: Passage,
    /// Whether somebody in the text says it.
    pub is_spoken: bool,
}

/// What a statement is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Age in years.
    Age,
    /// The colour of the eyes.
    Eyes,
    /// The colour of the hair.
    Hair,
    /// What somebody is to somebody, or by profession.
    Role,
}

impl Aspect {
    /// One word for it, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Aspect::Age => "age",
            Aspect::Eyes => "eyes",
            Aspect::Hair => "hair",
            Aspect::Role => "role",
        }
    }
}

/// Reads the statements of a text about who bears these names, in the order of the names' places.
///
/// - Age: "Lucy was (only) nineteen", "Lucy was nineteen years old", "Lucy, nineteen, …", "Lucy, aged
///   19", "nineteen-year-old Lucy".
/// - Eyes and hair: "Lucy's (bright) blue eyes", "Lucy's hair was golden", "Lucy had/with … blue
///   eyes", "blue-eyed Lucy".
/// - Role: "Lucy, the daughter of Mrs. Westenra", "Lucy was a teacher", "his wife Mina" (the value
///   is then "his wife").
pub fn statements(text: &Text<'_>, names: &NameIndex) -> Vec<Statement> {
    let spoken = spoken(text, &quotations(text));
    let mut found = Vec::new();
    for mention in unambiguous_mentions(text, names) {
        if is_supposed(text, &mention) {
            continue;
        }
        let reader = StatementReader { text, mention: &mention };
        for extract in [reader.age(), reader.appearance(), reader.role()].into_iter().flatten() {
            let first = extract.first.min(mention.words.start);
            let last = extract.end.max(mention.words.end);
            found.push(Statement {
                owner: mention.owner,
                about: extract.about,
                value: extract.value,
                passage: Passage {
                    span: text.words_span(&(first..last)),
                    sentence_span: text.sentence_of(first).span,
                },
                is_spoken: spoken[mention.words.start],
            });
        }
    }
    found
}

/// Whether a sentence only supposes or asks what it says of this place: it begins with "if" or the
/// like, or that stands right before the name.
fn is_supposed(text: &Text<'_>, mention: &Mention) -> bool {
    let first = text.sentence_of(mention.words.start).words.start;
    let before = mention.words.start.checked_sub(1).filter(|before| *before >= first);
    let is_asked = first < mention.words.start && ASKING.contains(&text.lower(first));
    let is_behind = |at: usize| SUPPOSING.contains(&text.lower(at));
    is_asked || is_behind(first) || before.is_some_and(is_behind)
}

/// What a statement says, and the words it was read from.
struct Extract {
    about: Aspect,
    value: String,
    first: usize,
    end: usize,
}

/// Reads the words around one mention of a name, within its sentence.
struct StatementReader<'r, 't> {
    text: &'r Text<'t>,
    mention: &'r Mention,
}

impl StatementReader<'_, '_> {
    /// The word at this place in lower case, if it belongs to the sentence of the name.
    fn word(&self, at: usize) -> Option<&str> {
        let words = self.text.words();
        let sentence = words[self.mention.words.start].sentence;
        words.get(at).filter(|word| word.sentence == sentence).map(|_| self.text.lower(at))
    }

    fn is(&self, at: usize, wanted: &[&str]) -> bool {
        self.word(at).is_some_and(|word| wanted.contains(&word))
    }

    /// Whether a word follows the one before it with nothing but space between them.
    fn follows(&self, at: usize) -> bool {
        at > 0 && at < self.text.words().len() && self.text.gap_before(at).trim().is_empty()
    }

    /// Whether a comma, and nothing else, stands before a word.
    fn behind_comma(&self, at: usize) -> bool {
        self.word(at).is_some() && self.text.gap_before(at).trim() == ","
    }

    /// Whether a mark that ends a part of a sentence stands behind a word.
    fn ends_part(&self, at: usize) -> bool {
        let gap = self.text.gap_after(at).trim_start();
        // A full stop inside a sentence is that of an abbreviation.
        self.word(at + 1).is_none()
            || gap.starts_with([',', ';', ':', '!', '?', '—', ')', '”', '’', '"'])
    }

    fn is_possessive(&self) -> bool {
        let last = self.text.lower(self.mention.words.end - 1);
        last.ends_with("'s") || last.ends_with("s'")
    }

    /// The first word behind adverbs from this one on, those left out that take back what is said:
    /// "not", "never", "almost", "once" and the like stay, and nothing is read behind them.
    fn behind_adverbs(&self, mut at: usize) -> usize {
        let is_adverb = |word: &str| {
            LEAVING.contains(&word) || crate::style::is_adverb(word) && !DOUBTING.contains(&word)
        };
        while self.follows(at) && self.word(at).is_some_and(is_adverb) {
            at += 1;
        }
        at
    }
}
