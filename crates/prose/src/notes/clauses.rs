//! Whether a clause of notes has a subject of its own, or describes the one whom the notes are about.

use super::described::{PARTICIPLES, lacking};
use super::relatives::is_verb_like;
use super::{VERBS, is_possessive, is_relative, is_verb, letters, split_first};
use crate::facts::{Pronoun, is_kin, is_trade};
use crate::lists::{GIVEN_MEN, GIVEN_WOMEN, is_past_verb};
use crate::numbers::number;
use crate::tokens::Text;
use crate::words::word_class;

/// Pronouns of one kind that show whom notes are about, at least.
const PRONOUNS_MIN: usize = 2;

/// What somebody has that is no other person.
pub(super) const OWN: [&str; 9] =
    ["eyes", "eye", "hair", "face", "beard", "curls", "complexion", "skin", "age"];

/// Words that begin what is no description of somebody: a clause of its own, or one that another leads in.
pub(super) const NO_DESCRIPTION: [&str; 38] = [
    "there", "since", "when", "while", "if", "although", "though", "after", "before", "as",
    "because", "until", "on", "from", "by", "it", "this", "that", "these", "those", "what", "who",
    "which", "they", "we", "you", "i", "not", "no", "never", "but", "so", "for", "at", "to",
    "later", "then", "of",
];

/// Words that make a clause of a description.
pub(super) const FINITE: [&str; 12] =
    ["is", "was", "are", "were", "has", "had", "does", "did", "will", "would", "can", "could"];

/// What is on the left side of somebody.
const SIDED: [&str; 12] = [
    "eye", "eyebrow", "brow", "cheek", "ear", "temple", "hand", "arm", "leg", "foot", "shoulder",
    "handed",
];

/// Whether a word is no name: it has a capital where any word has one.
pub(super) fn is_common(word: &str) -> bool {
    let word = word.to_lowercase();
    let is_number = number(&Text::new(&word), 0).is_some();
    (word_class(&word).is_some() || is_trade(&word) || is_number)
        && !GIVEN_MEN.contains(&*word)
        && !GIVEN_WOMEN.contains(&*word)
}

/// Whether a clause is about somebody else from its beginning: "Mary’s father, a captain, died", "Hugh, killed at Loos,
/// was her brother", and not "Physician to the family, and she trusted him".
pub(super) fn opens_clause(clause: &str) -> bool {
    let first = clause.split(", ").next().unwrap_or(clause);
    // "eyes a light grey that look as if they expected something".
    if ["eyes ", "hair ", "Eyes ", "Hair "].iter().any(|it| first.starts_with(it)) {
        return false;
    }
    let named = ["Old ", "Young ", "Poor ", "Little "].iter().find_map(|it| first.strip_prefix(it));
    let mut words = named.unwrap_or(first).split(' ');
    let is_name = words.all(|it| it.starts_with(char::is_uppercase) && !is_common(it));
    let is_of_another = first.split(' ').next().is_some_and(is_possessive);
    is_clause(if is_name || is_of_another { clause } else { first })
}

/// A description without the verb that "and" ties to it: "Physician to the family and signed whatever came".
pub(super) fn without_second_verb(clause: &str) -> &str {
    clause
        .split_once(" and ")
        .filter(|(_, behind)| is_verb_like(&letters(split_first(behind).0)))
        .map_or(clause, |it| it.0)
}

/// Whether a clause has a subject of its own, or is led by something that no description begins with.
pub(super) fn is_clause(clause: &str) -> bool {
    let clause = without_second_verb(clause);
    let mut words = clause.split(' ').take_while(|it| !is_relative(it));
    let first = words.next().map(letters).unwrap_or_default();
    let opens_with_verb = is_verb(&first) || PARTICIPLES.contains(&first.as_str());
    if lacking(clause).is_some() || opens_with_verb {
        return false;
    }
    let next = clause.split(' ').nth(1).unwrap_or_default();
    let opens_with_in = first == "in" && !matches!(next, "his" | "her");
    // "Mary’s father, a captain, died in India".
    let is_of_another = clause.split(' ').next().is_some_and(is_possessive);
    // "a scar over his left eye", and not "left Exeter".
    let is_side = clause
        .split(' ')
        .zip(clause.split(' ').skip(1))
        .any(|(word, next)| letters(word) == "left" && SIDED.contains(&letters(next).as_str()));
    let is_finite = |word: &str| {
        let word = letters(word);
        if word == "left" && is_side {
            return false;
        }
        FINITE.contains(&word.as_str())
            || is_past_verb(&word)
            || VERBS.iter().any(|(now, then)| *now == word || is_of_another && *then == word)
    };
    opens_with_in || NO_DESCRIPTION.contains(&first.as_str()) || words.any(is_finite)
}

/// The pronoun that notes mostly use.
pub(super) fn own_pronoun(text: &str) -> Option<Pronoun> {
    let count = |of: [&str; 3]| {
        text.split_whitespace().filter(|it| of.contains(&letters(it).as_str())).count()
    };
    let (he, she) = (count(["he", "his", "him"]), count(["she", "her", "hers"]));
    let is_most = |most: usize, other: usize| most >= PRONOUNS_MIN && most >= 2 * other;
    match () {
        () if is_most(he, she) => Some(Pronoun::He),
        () if is_most(she, he) => Some(Pronoun::She),
        () => None,
    }
}

/// The words before the first comma, "of" or "with": the tutor of "tutor of Laurie, a man with brown eyes".
pub(super) fn head(rest: &str) -> &str {
    let ends = [",", " of ", " with "].iter().filter_map(|it| rest.find(it));
    &rest[..ends.min().unwrap_or(rest.len())]
}

/// Whether what they are said to have is a part of them, and no other person: "his blue eyes are".
pub(super) fn is_of_own(rest: &str) -> bool {
    let words = rest.split(' ').map(letters);
    words
        .take_while(|it| !FINITE.contains(&it.as_str()))
        .any(|it| OWN.contains(&it.as_str()) && !is_kin(&it))
}
