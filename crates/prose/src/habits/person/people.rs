//! Whom a "he" or a "she" of a paragraph may mean: whether anybody is named before it whom it fits.

use std::ops::Range;

use super::super::ClauseReader;
use crate::capitals::{is_capital, is_inside};
use crate::facts::Pronoun;
use crate::lists::{
    ADDRESSES_OF_MEN, ADDRESSES_OF_WOMEN, CALENDAR, DEMONYMS, FUNCTION_WORDS, GIVEN_MEN,
    GIVEN_WOMEN, LOCATIONS, NOUNS_OF_MEN, NOUNS_OF_PERSONS, NOUNS_OF_WOMEN, ROLES,
};

/// The pronouns.
pub(super) const KINDS: [Pronoun; 2] = [Pronoun::He, Pronoun::She];

fn kind_of(lower: &str) -> Option<Pronoun> {
    match lower {
        "he" | "him" | "his" | "himself" | "he'd" | "he's" | "he'll" => Some(Pronoun::He),
        "she" | "her" | "hers" | "herself" | "she'd" | "she's" | "she'll" => Some(Pronoun::She),
        _ => None,
    }
}

/// Whether words have a pronoun of a kind, or somebody whom it fits.
pub(super) fn has_met(
    reader: &ClauseReader<'_, '_>,
    mut words: Range<usize>,
    kind: Pronoun,
) -> bool {
    words.any(|at| kind_of(reader.text.lower(at)) == Some(kind) || fits(reader, at, kind))
}

/// Whether a word may be somebody whom the pronoun means.
fn fits(reader: &ClauseReader<'_, '_>, at: usize, kind: Pronoun) -> bool {
    let text = reader.text;
    let lower = text.form(text.words()[at].stem);
    let (own, other) = match kind {
        Pronoun::He => (&NOUNS_OF_MEN, &NOUNS_OF_WOMEN),
        Pronoun::She => (&NOUNS_OF_WOMEN, &NOUNS_OF_MEN),
    };
    let is_noun = own.contains(lower)
        || (ROLES.contains(lower) || NOUNS_OF_PERSONS.contains(lower)) && !other.contains(lower)
        || matches!(
            lower,
            "one" | "somebody" | "someone" | "nobody" | "anyone" | "everyone" | "god"
        );
    if is_noun {
        return true;
    }
    let is_for_man = ADDRESSES_OF_MEN.contains(lower);
    if is_for_man || ADDRESSES_OF_WOMEN.contains(lower) {
        return is_for_man == (kind == Pronoun::He);
    }
    let (given, others) = match kind {
        Pronoun::He => (&GIVEN_MEN, &GIVEN_WOMEN),
        Pronoun::She => (&GIVEN_WOMEN, &GIVEN_MEN),
    };
    let stem = text.words()[at].stem;
    let is_name = is_capital(text, at)
        && (is_inside(text, at) || reader.lexicon.is_never_small(stem))
        && !FUNCTION_WORDS.contains(lower)
        && !CALENDAR.contains(lower)
        && !DEMONYMS.contains(lower)
        && !LOCATIONS.contains(lower);
    is_name && (given.contains(lower) || !others.contains(lower))
}

/// How many pronouns of a kind the narration of a paragraph has.
pub(super) fn pronouns(reader: &ClauseReader<'_, '_>, words: Range<usize>, kind: Pronoun) -> usize {
    words.filter(|&at| !reader.spoken[at] && kind_of(reader.text.lower(at)) == Some(kind)).count()
}

/// Whether nobody whom the first pronoun of the kind may mean stands before it, and it is a subject.
pub(super) fn opens_unnamed(
    reader: &ClauseReader<'_, '_>,
    words: Range<usize>,
    kind: Pronoun,
) -> bool {
    let first = words.clone().find(|&at| kind_of(reader.text.lower(at)) == Some(kind));
    first.is_some_and(|first| !(words.start..first).any(|at| fits(reader, at, kind)))
}
