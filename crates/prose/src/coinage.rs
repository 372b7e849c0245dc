//! Coinage: new names out of old ones. The letters of the given names are followed by what followed
//! them there, so that what comes out sounds like them and is none of them. The same names and seed
//! always give the same; nothing is known of what a name means.

use std::collections::{BTreeMap, BTreeSet};

use crate::capitals::capitalised;

/// Names that are needed, at least: from fewer, only what is there comes back.
pub const COINAGE_NAMES_MIN: usize = 5;

/// Letters of a coined name.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=12;

/// Tries for each name that is wanted.
const TRIES: usize = 100;

/// Letters that decide what comes next.
const ORDER: usize = 2;

/// A name that was put together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoinedName {
    /// The name, with a capital.
    pub name: String,
    /// A given name that begins like it.
    pub begins_like: String,
    /// Another given name, which ends like it.
    pub ends_like: String,
}

/// Puts at most `wanted` names together from these, of which each counts once, in the order of the
/// alphabet; none from fewer than [`COINAGE_NAMES_MIN`].
///
/// A chain of letters (Markov, order 2) is followed from the beginning of a name to an end. What is
/// one of the names, stands in one or holds one whole, or is shorter than 3 or longer than 12
/// letters, is thrown away. Names of several words give their words; those without two letters, and
/// those with other marks, are left out.
pub fn coin_names<'n>(
    names: impl IntoIterator<Item = &'n str>,
    seed: u64,
    wanted: usize,
) -> Vec<CoinedName> {
    let words: BTreeSet<String> = names
        .into_iter()
        .flat_map(str::split_whitespace)
        .filter(|word| word.chars().all(char::is_alphabetic) && word.chars().count() > 1)
        .map(str::to_lowercase)
        .collect();
    if words.len() < COINAGE_NAMES_MIN {
        return Vec::new();
    }
    let chain = Chain::of(&words);
    let mut chance = Random(seed);
    let mut found: BTreeMap<String, CoinedName> = BTreeMap::new();
    for _ in 0..wanted.saturating_mul(TRIES) {
        if found.len() == wanted {
            break;
        }
        let Some(word) = chain.follow(&mut chance) else { continue };
        let is_known = words.iter().any(|it| it.contains(&word) || word.contains(it.as_str()));
        if is_known || found.contains_key(&word) {
            continue;
        }
        let begins_like = like(&words, None, |it| shared(it.chars(), word.chars()));
        let ends_like = begins_like.and_then(|first| {
            like(&words, Some(first), |it| shared(it.chars().rev(), word.chars().rev()))
        });
        if let (Some(begins_like), Some(ends_like)) = (begins_like, ends_like) {
            let [begins_like, ends_like] = [begins_like, ends_like].map(capitalised);
            found.insert(
                word.clone(),
                CoinedName { name: capitalised(&word), begins_like, ends_like },
            );
        }
    }
    found.into_values().collect()
}

/// The given name that shares the most, the first among equals, and not this one; none shares
/// nothing.
fn like<'w>(
    words: &'w BTreeSet<String>,
    but: Option<&str>,
    share: impl Fn(&str) -> usize,
) -> Option<&'w str> {
    let others = words.iter().map(String::as_str).filter(|word| Some(*word) != but);
    let best = others.map(|word| (share(word), word)).filter(|(share, _)| *share > 0);
    best.max_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(one.1))).map(|(_, word)| word)
}

fn shared(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}

/// Which letters follow which; none is the end of a word.
struct Chain(BTreeMap<Vec<char>, Vec<Option<char>>>);

impl Chain {
    fn of(words: &BTreeSet<String>) -> Chain {
        let mut chain: BTreeMap<Vec<char>, Vec<Option<char>>> = BTreeMap::new();
        for word in words {
            let mut before: Vec<char> = Vec::new();
            for next in word.chars().map(Some).chain([None]) {
                chain.entry(before.clone()).or_default().push(next);
                before.extend(next);
                if before.len() > ORDER {
                    before.remove(0);
                }
            }
        }
        Chain(chain)
    }

    /// A word from beginning to end; none when it is too long or too short.
    fn follow(&self, chance: &mut Random) -> Option<String> {
        let mut word: Vec<char> = Vec::new();
        while word.len() <= *LETTERS.end() {
            let before = &word[word.len().saturating_sub(ORDER)..];
            let next = self.0.get(before)?;
            match next[chance.below(next.len())] {
                Some(letter) => word.push(letter),
                None => return LETTERS.contains(&word.len()).then(|| word.into_iter().collect()),
            }
        }
        None
    }
}

/// A row of numbers that looks like chance and is none: SplitMix64 (Steele, Lea and Flood, Fast
/// splittable pseudorandom number generators, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % most.max(1) as u64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 10] = [
        "Mina",
        "Marina",
        "Renata",
        "Lorena",
        "Miranda",
        "Serena",
        "Melina",
        "Lucy Westenra",
        "Andrea",
        "Marianne",
    ];

    #[test]
    fn what_is_coined_is_made_of_what_was_given_and_is_none_of_it() {
        let found = coin_names(NAMES, 7, 8);

        assert!(!found.is_empty());
        let words: BTreeSet<String> =
            NAMES.iter().flat_map(|it| it.split(' ')).map(str::to_lowercase).collect();
        for coined in &found {
            let word: Vec<char> = coined.name.to_lowercase().chars().collect();
            assert!(LETTERS.contains(&word.len()), "{coined:?}");
            assert!(!words.contains(&coined.name.to_lowercase()), "{coined:?}");
            for three in word.windows(ORDER + 1) {
                let three: String = three.iter().collect();
                assert!(words.iter().any(|it| it.contains(&three)), "{three} in {coined:?}");
            }
            assert_eq!(coined.begins_like.chars().next(), coined.name.chars().next());
            assert_eq!(coined.ends_like.chars().last(), coined.name.chars().last());
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_and_another_seed_another() {
        assert_eq!(coin_names(NAMES, 7, 8), coin_names(NAMES, 7, 8));
        assert_ne!(coin_names(NAMES, 7, 8), coin_names(NAMES, 8, 8));
    }

    #[test]
    fn from_too_little_nothing_comes() {
        assert_eq!(coin_names(["Mina", "Lucy"], 7, 8), []);
        assert_eq!(coin_names(["a", "b", "1", "x-y", "d", "e"], 7, 8), []);
        assert_eq!(
            coin_names(["Aaaa", "Bbbb", "Cccc", "Dddd", "Eeee"], 7, 8),
            [],
            "all stand in one"
        );
    }
}
