//! Facts that begin at a word of their own, whoever they are about; and which of the facts are left out of those whom a
//! pronoun only likely means.

use super::phrases::Grammar;
use super::words::ANCHORS;
use super::{Attribute, Fact, FactBasis, Topic, age, is_trade};

/// Reads the facts that begin at a word of their own, whoever they are about.
pub(super) fn read(basis: &FactBasis<'_>, found: &mut Vec<Fact>) {
    if basis.subjects.is_empty() {
        return;
    }
    for sentence in basis.text.prose() {
        for at in sentence.words.clone() {
            let lower = basis.text.lower(at);
            if age::leads_to_age(basis.text, at) {
                Grammar::of(basis, at).stated_age(at, found);
            }
            let Some(topic) = ANCHORS.get(lower) else {
                if lower.ends_with("'s") && is_trade(lower.trim_end_matches("'s")) {
                    Grammar::of(basis, at).workplace(at, found);
                }
                continue;
            };
            let grammar = Grammar::of(basis, at);
            match topic {
                Topic::Age => grammar.stated_age(at, found),
                Topic::Livelihood => grammar.livelihood(at, found),
                Topic::Looks => grammar.looks(at, found),
                Topic::Standing => grammar.standing(at, found),
                Topic::Two => grammar.kin_of_two(at, found),
            }
        }
    }
}

/// Leaves out the life and death, the age and the acts of whom a pronoun only likely means: "Lucy nursed her aunt. She
/// died in March".
pub(super) fn keep_likely(basis: &FactBasis<'_>, found: &mut Vec<Fact>) {
    let is_grave = |attribute| {
        matches!(
            attribute,
            Attribute::Age
                | Attribute::Act
                | Attribute::Birth
                | Attribute::Death
                | Attribute::Engagement
                | Attribute::Wedding
        )
    };
    let is_likely = |fact: &Fact| {
        let words = basis.text.words_in(fact.span);
        let from = basis.subjects.partition_point(|it| it.words.start < words.start);
        let mut own = basis.subjects[from..].iter().take_while(|it| it.words.start < words.end);
        own.any(|it| it.is_likely && it.owner == fact.owner)
    };
    found.retain(|it| it.pronoun.is_none() || !is_grave(it.attribute) || !is_likely(it));
}
