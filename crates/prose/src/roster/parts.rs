//! The parts of a name: forms of address, and the words that are its own.

use super::Pronouns;
use crate::lists::{
    ADDRESSES_OF_MEN, ADDRESSES_OF_WOMEN, GIVEN_MEN, GIVEN_WOMEN, HONORIFICS, INSIDE_ADDRESSES,
    NAME_PARTICLES, is_short_form,
};

/// Forms of address that are family names too.
const FAMILY_TITLES: [&str; 14] = [
    "king", "dean", "bishop", "abbot", "prior", "prince", "duke", "earl", "baron", "major",
    "marshal", "pope", "squire", "canon",
];

/// A name in its parts, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parts {
    /// Forms of address before it.
    pub(super) titles: Vec<String>,
    /// Its own words, without particles.
    pub(super) own: Vec<String>,
}

impl Parts {
    pub(super) fn of(words: &[String]) -> Parts {
        let is_title = |word: &&String| HONORIFICS.contains(word.as_str());
        let is_inner = |word: &String| INSIDE_ADDRESSES.contains(word.as_str());
        let words = match words {
            [word, rest @ ..] if is_epithet(word) && !rest.is_empty() => rest,
            all => all,
        };
        // "Lord High Chancellor" is one form of address.
        let address = words.iter().position(|word| !is_title(&word) && !is_inner(word));
        let mut length = address.unwrap_or(words.len());
        while length > 0 && !is_title(&&words[length - 1]) {
            length -= 1;
        }
        // "Mr. King", "Miss Prior".
        let is_surname = length == words.len()
            && length > 1
            && FAMILY_TITLES.contains(&words[length - 1].as_str())
            && matches!(words[0].as_str(), "mr" | "mrs" | "miss" | "ms" | "dr");
        length -= usize::from(is_surname);
        let titles: Vec<String> = words[..length].to_vec();
        let own = words[titles.len()..].iter().enumerate();
        // "Ben" is a given name where it comes first.
        let own = own.filter(|(nth, word)| {
            !NAME_PARTICLES.contains(word.as_str()) || *nth == 0 && is_short_form(word)
        });
        let own = own.map(|(_, word)| word.clone()).collect();
        Parts { titles, own }
    }

    /// How its forms of address have it spoken of.
    pub(super) fn addressed(&self) -> Option<Pronouns> {
        self.titles.iter().find_map(|title| {
            let title = title.as_str();
            if ADDRESSES_OF_MEN.contains(title) || is_of_men(title) {
                Some(Pronouns::He)
            } else if ADDRESSES_OF_WOMEN.contains(title) || is_of_women(title) {
                Some(Pronouns::She)
            } else {
                None
            }
        })
    }

    /// How somebody with its given name is spoken of, most often.
    pub(super) fn given(&self) -> Option<Pronouns> {
        let first = self.own.first()?.as_str();
        if GIVEN_MEN.contains(first) {
            Some(Pronouns::He)
        } else if GIVEN_WOMEN.contains(first) {
            Some(Pronouns::She)
        } else {
            None
        }
    }
}

/// Whether an adjective stands before names as a part of them: "Old Cotter".
pub(super) fn is_epithet(word: &str) -> bool {
    matches!(word, "old" | "young" | "little")
}

fn is_of_men(title: &str) -> bool {
    matches!(
        title,
        "master"
            | "father"
            | "brother"
            | "grandpa"
            | "friar"
            | "abbot"
            | "squire"
            | "pope"
            | "monsieur"
    )
}

fn is_of_women(title: &str) -> bool {
    matches!(title, "sister" | "mother" | "abbess")
}
