//! Who speaks: a chain of rules ("sieves", after Muzny and others 2017), the surest first, over the
//! quotations of a text and a list of persons. Every attribution says by which rule it was made and how
//! certain that is; where no rule is certain enough, the speaker is unknown.

mod conversation;
mod descriptions;
mod follows;
mod genders;
mod narrator;
mod people;
mod pronouns;
mod tags;
mod turns;

#[cfg(test)]
mod tests;

use crate::dialogue::{Quotation, QuotationKind, quotations};
use crate::roster::{NamedEntity, Pronouns};
use crate::span::Span;
use crate::tokens::Text;

pub(crate) use narrator::is_own_writing;
pub use narrator::narrator;

/// The certainty below which a speaker is unknown.
pub const CERTAINTY_MIN: f64 = 0.6;

/// By which pronouns somebody is spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gender {
    /// He, him, his.
    He,
    /// She, her, hers.
    She,
}

/// Somebody who may speak.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CastMember<'n> {
    /// All names, as [`crate::NameIndex`] takes them.
    pub names: Vec<&'n str>,
    /// The pronouns; none where nobody says.
    pub gender: Option<Gender>,
}

impl<'n> CastMember<'n> {
    /// Somebody whom a book names. A form of address or a given name of one gender says more about the
    /// pronouns than what stands around the name.
    pub fn of(entity: &'n NamedEntity) -> Self {
        let names: Vec<&str> = entity.names.iter().map(|it| it.text.as_str()).collect();
        let apparent = entity.pronouns.and_then(|pronouns| match pronouns {
            Pronouns::He => Some(Gender::He),
            Pronouns::She => Some(Gender::She),
            Pronouns::They => None,
        });
        let gender = names.iter().find_map(|name| genders::named(name)).or(apparent);
        Self { names, gender }
    }
}

/// All who are known before the text is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cast<'n> {
    /// In any order; a speaker is named by the place in it.
    pub members: Vec<CastMember<'n>>,
    /// Who says "I" in the narration, by the place in the list.
    pub narrator: Option<usize>,
}

/// Somebody who speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Speaker {
    /// One of the cast, by the place in its list.
    Member(usize),
    /// Who says "I" in the narration and is none of the cast.
    Narrator,
    /// Somebody whom the text calls so: "the old man", or a name that is not in the cast.
    Other(String),
}

/// The rule by which a speaker was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A name and a verb of speech stand beside the quotation.
    Named,
    /// A description ("the old man") and a verb of speech.
    Described,
    /// "I" and a verb of speech.
    FirstPerson,
    /// A pronoun and a verb of speech: the nearest person whom it fits.
    Pronoun,
    /// Another quotation of the paragraph has this speaker.
    Paragraph,
    /// The sentence beside the quotation tells what somebody does.
    Action,
    /// The speaker of the quotation before addresses them, or they are addressed by name in the next.
    Addressed,
    /// The turns of a conversation alternate.
    Alternation,
    /// The conversation has only two persons, and the other one speaks before or behind.
    OtherOfTwo,
}

/// A quotation with its speaker.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributedQuotation {
    /// From its first mark to its last, over all paragraphs of one speech.
    pub span: Span,
    /// The quotation in each of its paragraphs.
    pub parts: Vec<Quotation>,
    /// None where it is unknown.
    pub speaker: Option<Speaker>,
    /// None where no rule applies.
    pub reason: Option<Reason>,
    /// From 0 to 1: how often the rule was right where it was measured; 0 where none applies.
    pub certainty: f64,
    /// Who is addressed by name in it, where one of the cast is.
    pub addressee: Option<usize>,
}

/// The direct speech of a text, in its order, with who speaks.
///
/// Terms, letters and verse in quotation marks are left out. Paragraphs of one speech are one quotation;
/// what a tag interrupts is two.
pub fn speakers(text: &Text<'_>, cast: &Cast<'_>) -> Vec<AttributedQuotation> {
    let all = quotations(text);
    let pieces = joined(&all);
    if pieces.is_empty() {
        return Vec::new();
    }
    let people = people::People::new(text, cast, &all);
    conversation::attribute(text, &people, pieces)
}

/// The speech of a text; the paragraphs of one speech together.
fn joined(quotations: &[Quotation]) -> Vec<Vec<Quotation>> {
    let mut pieces: Vec<Vec<Quotation>> = Vec::new();
    let mut is_carried = false;
    for quotation in quotations.iter().filter(|it| it.kind == QuotationKind::Speech) {
        match pieces.last_mut() {
            Some(piece) if is_carried => piece.push(quotation.clone()),
            _ => pieces.push(vec![quotation.clone()]),
        }
        is_carried = quotation.is_continued;
    }
    pieces
}
