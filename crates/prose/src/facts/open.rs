//! Eyes and hair of a "he" or a "she" who may be several as far as the sentence shows, with all who are named around
//! it: when the book knows who of them goes by that pronoun, and only one does, it is that one’s.

use serde::{Deserialize, Serialize};

use super::constructions::HAVING;
use super::phrases::{Grammar, Phrase, Whose};
use super::{Attribute, FactBasis, Pronoun, on_one_line};
use crate::lists::{NOUNS_OF_MEN, NOUNS_OF_PERSONS, NOUNS_OF_WOMEN, ROLES};
use crate::span::Span;

/// Paragraphs in which the one may be named whom a pronoun means: its own and those before.
const PARAGRAPHS_NEAR: usize = 4;

/// The same, where the pronoun stands before every name of the near ones.
const PARAGRAPHS_MAX: usize = 12;

/// Names that are kept of one pronoun, at most.
const NAMES_MAX: usize = 60;

/// A colour of eyes or hair of somebody whom a pronoun means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLook {
    /// Eyes or hair.
    pub attribute: Attribute,
    /// The colour.
    pub value: String,
    /// The pronoun.
    pub pronoun: Pronoun,
    /// All names around it, with each as it is written, the nearest last.
    pub names: Vec<(Span, String)>,
    /// From the pronoun to the colour.
    pub span: Span,
    /// The words of it, on one line.
    pub quote: String,
}

impl Grammar<'_, '_> {
    /// The pronoun whose eyes or hair a phrase means, with its word: "his blue eyes", "she had grey eyes".
    pub(super) fn open_pronoun(&self, phrase: &Phrase<'_>) -> Option<(Pronoun, usize)> {
        let line = &self.line;
        let of = |at: usize, he: &str, she: &str| match line.word(at) {
            it if it == he => Some((Pronoun::He, at)),
            it if it == she => Some((Pronoun::She, at)),
            _ => None,
        };
        if matches!(phrase.whose, Whose::Unknown) {
            return of(phrase.first, "his", "her");
        }
        let verb = phrase.first.checked_sub(1).filter(|&it| HAVING.contains(line.word(it)))?;
        let is_unsaid = matches!(phrase.whose, Whose::Unsaid) && line.is_beside(phrase.first);
        let subject = verb.checked_sub(1).filter(|_| is_unsaid)?;
        of(subject, "he", "she")
    }
}

impl FactBasis<'_> {
    /// All names around a pronoun; none where somebody without a name may be meant too, or nobody is named.
    pub(super) fn names_around(&self, at: usize, pronoun: Pronoun) -> Option<Vec<(Span, String)>> {
        let text = self.text;
        let own = text.sentence_of(at).paragraph;
        let paragraphs = text.paragraphs();
        let (mut first, mut count) = (own, 1);
        let is_named_before_meant = |first: usize| {
            let start = paragraphs[first].words.start;
            let named = self.subjects.partition_point(|it| it.words.start < start);
            let name = self.subjects[named..].iter().find(|it| it.pronoun.is_none())?.words.start;
            let meant = (start..=at).find(|&it| is_of(text.lower(it), pronoun))?;
            (name < meant).then_some(())
        };
        loop {
            let is_enough = count >= PARAGRAPHS_NEAR && is_named_before_meant(first).is_some();
            if is_enough || first == 0 || paragraphs[first].opens_scene {
                break;
            }
            if count == PARAGRAPHS_MAX {
                return None;
            }
            (first, count) = (first - 1, count + 1);
        }
        let near = paragraphs[own.saturating_sub(1).max(first)].words.start;
        let is_unnamed = |it: usize| self.is_unnamed(it, pronoun, it < at);
        if (near..paragraphs[own].words.end).any(is_unnamed) {
            return None;
        }
        let words = paragraphs[first].words.start..paragraphs[own].words.end;
        let named = self.subjects.iter().filter(|it| it.pronoun.is_none());
        let around = named.filter(|it| words.contains(&it.words.start));
        let names: Vec<_> =
            around.map(|it| (it.name, on_one_line(it.name.of(text.source())))).collect();
        (!names.is_empty() && names.len() <= NAMES_MAX).then_some(names)
    }

    /// Whether a word is that of somebody without a name whom a pronoun fits: "a girl", and before it "the doctor".
    fn is_unnamed(&self, at: usize, pronoun: Pronoun, is_before: bool) -> bool {
        let word = self.text.lower(at);
        let (own, other) = match pronoun {
            Pronoun::He => (&NOUNS_OF_MEN, &NOUNS_OF_WOMEN),
            Pronoun::She => (&NOUNS_OF_WOMEN, &NOUNS_OF_MEN),
        };
        let is_role = is_before && (ROLES.contains(word) || NOUNS_OF_PERSONS.contains(word));
        own.contains(word) || is_role && !other.contains(word) && !is_anybody(word)
    }
}

/// Nouns of persons that are said of anybody, and go by no pronoun.
fn is_anybody(word: &str) -> bool {
    matches!(
        word,
        "creature" | "creatures" | "people" | "person" | "persons" | "friend" | "friends"
    )
}

/// Whether a word is a form of a pronoun.
fn is_of(word: &str, pronoun: Pronoun) -> bool {
    match pronoun {
        Pronoun::He => matches!(word, "he" | "him" | "his" | "himself"),
        Pronoun::She => matches!(word, "she" | "her" | "hers" | "herself"),
    }
}
