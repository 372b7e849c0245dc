//! The gender of people about whom nobody says it: which pronouns the narration uses next to them.

use super::Gender;
use super::people::{People, Whom};
use crate::lists::{GIVEN_MEN, GIVEN_WOMEN};
use crate::names::{Addressee, addressee, words_without_address};
use crate::tokens::Text;

/// Words behind a mention in which a pronoun may mean whom it names.
const PRONOUN_WITHIN_WORDS: usize = 25;

/// Votes for a gender, at least: the next person may be meant by a pronoun.
const VOTES_MIN: usize = 2;

/// One gender has at least so many times the votes of the other.
const VOTES_RATIO: usize = 3;

/// The gender that a name tells: by a form of address, else by its first word, if that is the given name of
/// one gender only.
pub(super) fn named(name: &str) -> Option<Gender> {
    let titled = addressee(name).map(|it| match it {
        Addressee::Man => Gender::He,
        Addressee::Woman => Gender::She,
    });
    titled.or_else(|| {
        let given = words_without_address(name).first()?.to_lowercase();
        match (GIVEN_MEN.contains(given.as_str()), GIVEN_WOMEN.contains(given.as_str())) {
            (true, false) => Some(Gender::He),
            (false, true) => Some(Gender::She),
            _ => None,
        }
    })
}

/// Tells the gender of every identity that has none, where the pronouns agree.
pub(super) fn infer(text: &Text<'_>, people: &mut People) {
    let mut votes = vec![[0usize; 2]; people.identities.len()];
    for (at, mention) in people.mentions.iter().enumerate() {
        let Whom::One(identity) = mention.whom else { continue };
        if mention.is_spoken || people.identities[identity].gender.is_some() {
            continue;
        }
        let paragraph = text.sentence_of(mention.words.start).paragraph;
        let next = people.mentions[at + 1..].iter().find(|it| !it.is_spoken);
        let Some(next) = next.filter(|it| {
            it.words.start - mention.words.start <= PRONOUN_WITHIN_WORDS
                && text.sentence_of(it.words.start).paragraph == paragraph
        }) else {
            continue;
        };
        if let Whom::Pronoun(gender) = next.whom {
            votes[identity][usize::from(gender == Gender::She)] += 1;
        }
    }
    for (identity, [he, she]) in votes.into_iter().enumerate() {
        let known = &mut people.identities[identity].gender;
        if known.is_none() && identity != people.narrator {
            *known = match (he, she) {
                (he, she) if he >= VOTES_RATIO * she && he >= VOTES_MIN => Some(Gender::He),
                (he, she) if she >= VOTES_RATIO * he && she >= VOTES_MIN => Some(Gender::She),
                _ => None,
            };
        }
    }
}
