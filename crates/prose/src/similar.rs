//! Names that are spelt almost alike: one of them may be a slip of the pen, or a reader may take one
//! for the other.

use std::collections::HashMap;

use crate::lists::{GEOGRAPHIC_NOUNS, HONORIFICS, NAME_PARTICLES};
use crate::names::{Name, NameKind};
use crate::span::keep_smallest;
use crate::tokens::Text;

/// Different words of names that are compared at most: the most frequent. Comparing goes by pairs,
/// most of which a glance at their letters rules out.
pub const SIMILAR_WORDS_MAX: usize = 5_000;

/// Pairs that are listed at most: the nearest first.
pub const SIMILAR_PAIRS_MAX: usize = 200;

/// Letters that both words have at least, to be near at one change.
const ONE_CHANGE_LETTERS_MIN: usize = 4;

/// Letters that both words have at least, to be near at two changes.
const TWO_CHANGES_LETTERS_MIN: usize = 8;

/// What makes a plural or a possessive of a name.
const ENDINGS: [&str; 5] = ["s", "es", "'", "'s", "s'"];

/// Letters of a word that is compared, at most.
const LETTERS_MAX: usize = 64;

/// Two words of names that are near each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimilarPair {
    /// The more frequent one; among equals the one that is first in the list of names.
    pub one: SimilarWord,
    /// The other, which is the slip if either is.
    pub other: SimilarWord,
    /// Letters inserted, left out, changed, or swapped with their neighbour: 1 or 2.
    pub distance: usize,
}

/// One side of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimilarWord {
    /// The word, in lower case.
    pub word: String,
    /// How often it occurs in all names together.
    pub count: usize,
    /// The most frequent name that holds it, by its place in the given list.
    pub name: usize,
}

/// Finds the words of names that are close to each other in spelling: at most one change when both
/// have four letters, at most two when both have eight (Damerau–Levenshtein distance, restricted: no
/// letter is changed twice). Names are
/// compared word by word, so that "Jonathan Harkar" is found beside "Mr. Harker". Plurals and
/// possessives of each other are not near; forms of address, peoples and dates are not compared.
pub fn similar_names(names: &[Name]) -> Vec<SimilarPair> {
    let words = words(names);
    let mut ranked: Vec<(usize, usize, usize, usize)> = Vec::new();
    for (at, one) in words.iter().enumerate() {
        for (behind, other) in words[at + 1..].iter().enumerate() {
            // Sorted by length: from here on, all are too long.
            if other.spelling.len() > one.spelling.len() + 2 {
                break;
            }
            if let Some(distance) = one.distance(other) {
                let weight = usize::MAX - one.entry.count.max(other.entry.count);
                ranked.push((distance, weight, at, at + 1 + behind));
            }
        }
        // Bounded on the way, so that a list of nothing but near names stays cheap to hold.
        if ranked.len() > 4 * SIMILAR_PAIRS_MAX {
            keep_smallest(&mut ranked, SIMILAR_PAIRS_MAX);
        }
    }
    keep_smallest(&mut ranked, SIMILAR_PAIRS_MAX);
    ranked
        .into_iter()
        .map(|(distance, _, one, other)| {
            let (one, other) = (&words[one].entry, &words[other].entry);
            let is_first =
                (usize::MAX - one.count, one.name) <= (usize::MAX - other.count, other.name);
            let (one, other) = if is_first { (one, other) } else { (other, one) };
            SimilarPair { one: one.clone(), other: other.clone(), distance }
        })
        .collect()
}

/// How many letters have to change to make one word of the other, by the rule of [`similar_names`]:
/// none when that is too many, or when the words are too short or the same. Case does not matter.
pub fn spelling_distance(one: &str, other: &str) -> Option<usize> {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    if is_inflected(&one, &other) || is_inflected(&other, &one) {
        return None;
    }
    let spelling = |word: &str| word.chars().take(LETTERS_MAX + 1).collect::<Vec<_>>();
    let (one, other) = (spelling(&one), spelling(&other));
    let least = one.len().min(other.len());
    if least < ONE_CHANGE_LETTERS_MIN || one.len().max(other.len()) > LETTERS_MAX {
        return None;
    }
    let allowed = if least >= TWO_CHANGES_LETTERS_MIN { 2 } else { 1 };
    distance_within(&one, &other, allowed).filter(|changes| *changes > 0)
}

/// A word of a text that may be a slip for a word of a known name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misspelt {
    /// The word, in lower case.
    pub word: String,
    /// How often it occurs in all names of the text together.
    pub count: usize,
    /// The most frequent name that holds it, by its place in the list of names.
    pub name: usize,
    /// The known word it is near, in lower case.
    pub meant: String,
    /// The known name that holds it, by its place in the list of these; of several the first.
    pub known: usize,
    /// Letters inserted, left out, changed, or swapped with their neighbour: 1 or 2.
    pub distance: usize,
}

/// Two known names with words that are near each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimilarKnownNames {
    /// A name, by its place in the given list.
    pub one: usize,
    /// The other, which stands behind it.
    pub other: usize,
    /// The words, in lower case.
    pub words: [String; 2],
    /// Letters inserted, left out, changed, or swapped with their neighbour: 1 or 2.
    pub distance: usize,
}

/// Finds the words of a text's names that are near a word of a known name, as [`similar_names`]
/// says, without being one: the nearest first, then the most frequent. Both begin with the same
/// letter: few slips change the first one, and "Harker" is not "Parker". Forms of address are not
/// compared, nor what is a plural or possessive of the other.
pub fn misspelt(names: &[Name], known: &[&str]) -> Vec<Misspelt> {
    let (all, known) = known_words(known);
    let mut found: Vec<Misspelt> = Vec::new();
    for candidate in words(names) {
        let word = candidate.entry.word.as_str();
        let bases = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
        if bases.chain([word]).any(|base| all.contains(base)) {
            continue;
        }
        let begins = candidate.spelling.first();
        let nearest = known
            .iter()
            .filter(|meant| meant.spelling.first() == begins)
            .filter_map(|meant| Some((candidate.distance(meant)?, meant)))
            .min_by_key(|(distance, meant)| (*distance, meant.entry.name, &meant.entry.word));
        if let Some((distance, meant)) = nearest {
            let (meant, known) = (meant.entry.word.clone(), meant.entry.name);
            let SimilarWord { word, count, name } = candidate.entry;
            found.push(Misspelt { word, count, name, meant, known, distance });
        }
    }
    found.sort_by(|one, other| {
        let rank = |it: &Misspelt| (it.distance, usize::MAX - it.count, it.name);
        rank(one).cmp(&rank(other)).then_with(|| one.word.cmp(&other.word))
    });
    found.truncate(SIMILAR_PAIRS_MAX);
    found
}

/// Finds the known names that hold words near each other, as [`similar_names`] says; in the order
/// of the list, at most [`SIMILAR_PAIRS_MAX`]. Names that share a word are told apart by others, or
/// are those of one family, and are left out.
pub fn similar_known_names(known: &[&str]) -> Vec<SimilarKnownNames> {
    let mut words: Vec<(usize, Candidate)> = Vec::new();
    for (at, name) in known.iter().enumerate() {
        words.extend(known_words(&[name]).1.into_iter().map(|word| (at, word)));
    }
    words.sort_by_key(|(at, word)| (word.spelling.len(), *at));
    let shares = |one: usize, other: usize| {
        let of = |at: usize| words.iter().filter(move |(owner, _)| *owner == at);
        of(one).any(|(_, word)| of(other).any(|(_, it)| it.entry.word == word.entry.word))
    };
    let mut found: Vec<SimilarKnownNames> = Vec::new();
    for (at, (one, word)) in words.iter().enumerate() {
        for (other, another) in &words[at + 1..] {
            if another.spelling.len() > word.spelling.len() + 2 {
                break;
            }
            if one == other || word.entry.word == another.entry.word {
                continue;
            }
            let Some(distance) = word.distance(another) else { continue };
            if shares(*one, *other) {
                continue;
            }
            let mut sides = [(*one, word.entry.word.clone()), (*other, another.entry.word.clone())];
            sides.sort();
            let [(one, first), (other, second)] = sides;
            found.push(SimilarKnownNames { one, other, words: [first, second], distance });
        }
    }
    found.sort_by(|one, other| {
        (one.one, one.other, one.distance, &one.words).cmp(&(
            other.one,
            other.other,
            other.distance,
            &other.words,
        ))
    });
    found.dedup_by_key(|pair| (pair.one, pair.other));
    found.truncate(SIMILAR_PAIRS_MAX);
    found
}

/// All words of known names in lower case, and those of them that are compared, each with the first
/// name that holds it.
fn known_words(known: &[&str]) -> (std::collections::HashSet<String>, Vec<Candidate>) {
    let mut all = std::collections::HashSet::new();
    let mut candidates = Vec::new();
    for (at, name) in known.iter().enumerate() {
        let text = Text::new(name);
        for word in text.words() {
            let lower = text.form(word.stem);
            if all.insert(lower.to_owned()) && is_compared(lower) {
                let entry = SimilarWord { word: lower.to_owned(), count: 1, name: at };
                candidates.push(Candidate::new(entry));
            }
        }
    }
    (all, candidates)
}

/// Whether a word in lower case is one that names are told apart by.
pub(crate) fn is_compared(word: &str) -> bool {
    let letters = word.chars().take(LETTERS_MAX + 1).count();
    (ONE_CHANGE_LETTERS_MIN..=LETTERS_MAX).contains(&letters)
        && !HONORIFICS.contains(word)
        && !NAME_PARTICLES.contains(word)
}

/// A word with what rules most pairs out.
struct Candidate {
    entry: SimilarWord,
    spelling: Vec<char>,
    /// A bit for each letter that occurs. One change touches two of them at most.
    letters: u64,
}

impl Candidate {
    fn new(entry: SimilarWord) -> Candidate {
        let bit = |letter: char| 1 << (u32::from(letter) % 64);
        Candidate {
            spelling: entry.word.chars().collect(),
            letters: entry.word.chars().fold(0, |bits, letter| bits | bit(letter)),
            entry,
        }
    }

    fn distance(&self, other: &Candidate) -> Option<usize> {
        let least = self.spelling.len().min(other.spelling.len());
        let allowed = if least >= TWO_CHANGES_LETTERS_MIN { 2 } else { 1 };
        if self.spelling.len().abs_diff(other.spelling.len()) > allowed
            || (self.letters ^ other.letters).count_ones() as usize > 2 * allowed
        {
            return None;
        }
        let (word, another) = (&self.entry.word, &other.entry.word);
        distance_within(&self.spelling, &other.spelling, allowed)
            .filter(|_| !is_inflected(word, another) && !is_inflected(another, word))
            .filter(|_| !(is_geographic(word) && is_geographic(another)))
    }
}

/// The number of changes from one spelling to the other, if it is within the limit: equal ends are
/// set aside, and each way to make the first letters agree is tried. At most 4 to the power of the
/// limit ways, each as long as the words.
fn distance_within(one: &[char], other: &[char], limit: usize) -> Option<usize> {
    let shared = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[shared..], &other[shared..]);
    let back = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[..one.len() - back], &other[..other.len() - back]);
    if one.len().abs_diff(other.len()) > limit {
        return None;
    }
    let (&[first, ref rest @ ..], &[another, ref others @ ..]) = (one, other) else {
        return Some(one.len().max(other.len()));
    };
    let left = limit.checked_sub(1)?;
    let changed = distance_within(rest, others, left);
    let dropped = distance_within(rest, other, left);
    let inserted = distance_within(one, others, left);
    let swapped = match (rest, others) {
        (&[second, ref rest @ ..], &[next, ref others @ ..])
            if first == next && second == another =>
        {
            distance_within(rest, others, left)
        }
        _ => None,
    };
    [changed, dropped, inserted, swapped].into_iter().flatten().min().map(|changes| changes + 1)
}

/// Whether a word is a common noun of geographic names: "hill" and "mill" are no slips for each
/// other.
fn is_geographic(word: &str) -> bool {
    GEOGRAPHIC_NOUNS.contains(word)
}

fn is_inflected(base: &str, form: &str) -> bool {
    form.strip_prefix(base).is_some_and(|ending| ENDINGS.contains(&ending))
}

/// The words to compare, sorted by length.
fn words(names: &[Name]) -> Vec<Candidate> {
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    for (at, name) in names.iter().enumerate() {
        if name.kind != NameKind::Name {
            continue;
        }
        for word in &name.words {
            if is_compared(word) {
                let (count, most) = counts.entry(word).or_insert((0, at));
                *count += name.count;
                if name.count > names[*most].count {
                    *most = at;
                }
            }
        }
    }
    let mut ranked: Vec<(usize, usize, &str)> =
        counts.into_iter().map(|(word, (count, name))| (usize::MAX - count, name, word)).collect();
    keep_smallest(&mut ranked, SIMILAR_WORDS_MAX);
    let mut words: Vec<Candidate> = ranked
        .into_iter()
        .map(|(count, name, word)| {
            Candidate::new(SimilarWord { word: word.to_owned(), count: usize::MAX - count, name })
        })
        .collect();
    words.sort_by_key(|word| word.spelling.len());
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::names::names;

    fn slips(source: &str, known: &[&str]) -> Vec<(String, String, usize)> {
        let text = Text::new(source);
        let found = misspelt(&names(&text), known);
        found.into_iter().map(|it| (it.word, it.meant, it.known)).collect()
    }

    #[test]
    fn a_slip_is_near_a_known_name_and_none_itself() {
        let known = ["Jonathan Harker", "Mina", "Mr. Marsh", "Quincey P. Morris"];
        for (source, wanted) in [
            ("We met Harkar there.", &[("harkar", "harker", 0)][..]),
            (
                "We met Jonathon and Harkre’s dog.",
                &[("jonathon", "jonathan", 0), ("harkre", "harker", 0)],
            ),
            ("We met the Harkers, Mina’s Mina.", &[]),
            ("We met Parker and Nina.", &[]),
            ("We met Quincy.", &[("quincy", "quincey", 3)]),
            ("It was in March, by the Marsh.", &[]),
        ] {
            let found = slips(source, &known);
            let found: Vec<_> =
                found.iter().map(|(a, b, at)| (a.as_str(), b.as_str(), *at)).collect();
            assert_eq!(found, wanted, "{source}");
        }
    }

    #[test]
    fn names_that_look_alike_are_found_once() {
        let known = ["Marta Vane", "Martha Stone", "Marta", "Mark", "Lord Vale", "Jon"];

        let found: Vec<_> = similar_known_names(&known)
            .into_iter()
            .map(|it| (it.one, it.other, it.words))
            .collect();

        let words = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
        assert_eq!(
            found,
            [
                (0, 1, words("marta", "martha")),
                (0, 4, words("vane", "vale")),
                (1, 2, words("martha", "marta")),
            ]
        );
        assert_eq!(similar_known_names(&[]), []);
    }

    fn pairs(source: &str) -> Vec<(String, usize, String, usize, usize)> {
        let text = Text::new(source);
        similar_names(&names(&text))
            .into_iter()
            .map(|pair| {
                let (one, other) = (pair.one, pair.other);
                (one.word, one.count, other.word, other.count, pair.distance)
            })
            .collect()
    }

    fn check(source: &str, expected: &[(&str, usize, &str, usize, usize)]) {
        let found = pairs(source);
        let found: Vec<(&str, usize, &str, usize, usize)> = found
            .iter()
            .map(|(one, count, other, times, distance)| {
                (one.as_str(), *count, other.as_str(), *times, *distance)
            })
            .collect();
        assert_eq!(found, expected, "{source:?}");
    }

    #[test]
    fn two_words_are_alike_by_the_same_rule() {
        for (one, other, wanted) in [
            ("Mina", "Lina", Some(1)),
            ("Harker", "harkar", Some(1)),
            ("Mina", "mina", None),
            ("Mina", "Minas", None),
            ("Ann", "Anna", None),
            ("Westenra", "Westerna", Some(1)),
            ("Westenra", "Wistanra", Some(2)),
            ("Lucy", "Jonathan", None),
        ] {
            assert_eq!(spelling_distance(one, other), wanted, "{one} {other}");
        }
    }

    #[test]
    fn a_slip_is_found_beside_the_name_it_slipped_from() {
        check(
            "So Mr. Harker saw Jonathan Harkar, and Mr. Harker left.",
            &[("harker", 2, "harkar", 1, 1)],
        );
        check("So Bingley met Bignley, and Bingley left.", &[("bingley", 2, "bignley", 1, 1)]);
        check("So Transylvania is Transsilvania.", &[("transylvania", 1, "transsilvania", 1, 2)]);
    }

    #[test]
    fn short_names_inflected_forms_and_peoples_are_not_near() {
        check("So Ann met Ana, and Lee met Leo.", &[]);
        check("So Bennet met the Bennets and Bennet’s, and Gomez met the Gomezes.", &[]);
        check("So Mina met Murray, and Westenra met Weston.", &[]);
        check("So Germany met a German in Germany.", &[]);
        check("So Mr. Holmwood met Mrs. Holmwood on Castle Hill and Rig Mill.", &[]);
    }

    #[test]
    fn the_nearest_and_most_frequent_pairs_come_first() {
        let source = "So Katharine saw Katherina. So Mina saw Nina. So Mina and Lucy saw Lucie.";

        check(source, &[("mina", 2, "nina", 1, 1), ("katharine", 1, "katherina", 1, 2)]);
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_full_table(one in "[ab-e]{0,7}", other in "[ab-e]{0,7}") {
            let letters = |word: &str| word.chars().collect::<Vec<char>>();
            let full = strsim::osa_distance(&one, &other);

            for limit in 0..=2 {
                let within = distance_within(&letters(&one), &letters(&other), limit);
                prop_assert_eq!(within, (full <= limit).then_some(full));
            }
        }
    }

    #[test]
    fn lists_of_nothing_but_near_names_stay_bounded() {
        let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
        let source: String =
            (0..300).map(|n| format!("saw Margareth{}{} ", letter(n / 26), letter(n))).collect();

        assert_eq!(pairs(&source).len(), SIMILAR_PAIRS_MAX);
    }
}
