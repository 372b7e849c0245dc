//! What the spelling of all texts of a book says: words that stand once and are nearly another word, and
//! words in the spelling of the other side of the Atlantic.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{SpellingExtract, meant, pairs};
use crate::similar::spelling_distance;
use crate::span::Span;

/// How often a word stands in a book that is the book's own.
const OWN_COUNT_MIN: usize = 5;

/// How often a frequent error may stand in it.
const ERROR_COUNT_MAX: usize = 3;

/// Words of the book's own that others are compared with, the most frequent ones.
const OWN_WORDS_MAX: usize = 300;

/// Letters of a word that may be one of these, misspelt.
const OWN_LETTERS_MIN: usize = 5;

/// Different words in older spellings that show that a book has them, beside names and words of dialect.
const ARCHAIC_WORDS_MIN: usize = 3;

/// Misspelt words in 10,000 that are the manner of a book, and no errors.
const MANNER_PER_10_000: f64 = 4.0;

/// Misspelt words that are never a manner.
const MANNER_COUNT_MIN: usize = 8;

/// A word that is probably misspelt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misspelling {
    /// The text, by its place in the list of extracts.
    pub document: usize,
    /// Where it stands.
    pub span: Span,
    /// The word in small letters.
    pub word: String,
    /// What is probably meant.
    pub meant: String,
}

/// Where a spelling is usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variety {
    /// In Britain.
    British,
    /// In America.
    American,
}

/// A word in the spelling that a book does not have otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantUse {
    /// As it is spelt, in small letters.
    pub word: String,
    /// As the book would spell it.
    pub usual: &'static str,
    /// How often it stands in the book.
    pub count: usize,
    /// Where it stands in the narration, each with the text by its place in the list of extracts.
    pub positions: Vec<(usize, Span)>,
}

/// A book whose spelling is that of one variety, but for some words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MixedSpelling {
    /// The variety of the book.
    pub habit: Variety,
    /// How many words of the book show it.
    pub habit_count: usize,
    /// The most frequent of them.
    pub example: String,
    /// The others, the plainest first, then the rarest.
    pub uses: Vec<VariantUse>,
}

/// The words of a book that are probably misspelt, in its order. `accepted` are words in small letters that
/// are right because somebody has said so, such as those of names; `words` is the length of the book.
pub fn misspellings(
    extracts: &[&SpellingExtract],
    accepted: &HashSet<String>,
    words: usize,
) -> Vec<Misspelling> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for unknown in extracts.iter().flat_map(|it| &it.unknown) {
        *counts.entry(unknown.word.as_str()).or_default() += unknown.count;
    }
    let archaic: HashSet<&str> = extracts
        .iter()
        .flat_map(|it| &it.unknown)
        .filter(|it| it.is_archaic && it.span.is_some())
        .map(|it| it.word.as_str())
        .collect();
    let is_archaic = archaic.len() >= ARCHAIC_WORDS_MIN;
    let own = own_words(&counts);
    let mut found = Vec::new();
    for (document, extract) in extracts.iter().enumerate() {
        for it in &extract.unknown {
            let Some(span) = it.span.filter(|_| !accepted.contains(&it.word)) else { continue };
            let count = counts.get(it.word.as_str()).copied().unwrap_or(0);
            let is_error = meant::known_error(&it.word).is_some() && count <= ERROR_COUNT_MAX;
            if count > 1 && !is_error {
                continue;
            }
            let meant = match own_word(&own, &it.word) {
                Some(own) => own,
                None if it.meant.is_empty() || (it.is_archaic && is_archaic) => continue,
                None => &it.meant,
            };
            let (word, meant) = (it.word.clone(), meant.to_owned());
            found.push(Misspelling { document, span, word, meant });
        }
    }
    let bound = (words as f64 * MANNER_PER_10_000 / 10_000.0).max(MANNER_COUNT_MIN as f64);
    if found.len() as f64 > bound {
        found.retain(|it| meant::known_error(&it.word).is_some());
    }
    found
}

/// Words of the book's own by their first letter and length.
type OwnWords<'c> = BTreeMap<(u8, usize), Vec<&'c str>>;

fn own_words<'c>(counts: &HashMap<&'c str, usize>) -> OwnWords<'c> {
    let mut frequent: Vec<(&str, usize)> = counts
        .iter()
        .map(|(word, count)| (*word, *count))
        .filter(|(word, count)| *count >= OWN_COUNT_MIN && word.len() >= OWN_LETTERS_MIN)
        .collect();
    frequent.sort_by_key(|(word, count)| (usize::MAX - count, *word));
    let mut own = OwnWords::new();
    for (word, _) in frequent.into_iter().take(OWN_WORDS_MAX) {
        own.entry((word.as_bytes()[0], word.len())).or_default().push(word);
    }
    own
}

/// The word of the book's own that is nearly this one, and no other form of it.
fn own_word<'c>(own: &OwnWords<'c>, word: &str) -> Option<&'c str> {
    let length = word.len();
    if length < OWN_LETTERS_MIN {
        return None;
    }
    let near = (length - 1..=length + 1).filter_map(|it| own.get(&(word.as_bytes()[0], it)));
    let is_form = |own: &str| own.strip_prefix(word).or(word.strip_prefix(own)).is_some();
    near.flatten().copied().find(|own| !is_form(own) && spelling_distance(word, own) == Some(1))
}

/// Tokens of a group of pairs, British and American.
type Counts = [usize; 2];

/// Tokens that show the habit of a book.
const HABIT_COUNT_MIN: usize = 3;

/// Tokens of one group of pairs that show its habit in that group.
const GROUP_COUNT_MIN: usize = 10;

/// Tokens against the habit, in hundred, that a book with a habit may have in all, or in a group; one or two of
/// many always.
const AGAINST_PER_HUNDRED: usize = 6;
const AGAINST_ALWAYS_MAX: usize = 2;

/// The spelling that a book has, with the words that have the other one; none where it has no habit, or no
/// word against it.
pub fn mixed_spelling(extracts: &[&SpellingExtract]) -> Option<MixedSpelling> {
    let mut words: BTreeMap<&str, VariantUse> = BTreeMap::new();
    for (document, extract) in extracts.iter().enumerate() {
        for it in &extract.variants {
            let Some((_, usual, ..)) = pairs::other_spelling(&it.word) else { continue };
            let entry = words.entry(&it.word).or_insert_with(|| VariantUse {
                word: it.word.clone(),
                usual,
                count: 0,
                positions: Vec::new(),
            });
            entry.count += it.count;
            entry.positions.extend(it.spans.iter().map(|span| (document, *span)));
        }
    }
    let mut groups: HashMap<&str, Counts> = HashMap::new();
    let mut all: Counts = [0, 0];
    for it in words.values() {
        let Some((_, _, variety, group)) = pairs::other_spelling(&it.word) else { continue };
        groups.entry(group).or_default()[*variety as usize] += it.count;
        // Oxford writes “realize”: that is no sign of America.
        if *group != ISE {
            all[*variety as usize] += it.count;
        }
    }
    let habit = if all[0] >= all[1] { Variety::British } else { Variety::American };
    let (own, other) = of_habit(all, habit);
    if own < HABIT_COUNT_MIN || (own < 3 * other) {
        return None;
    }
    let (is_all_clear, is_clean) = (is_exception(own, other), other <= AGAINST_ALWAYS_MAX);
    let is_against = |it: &VariantUse| -> bool {
        let Some((_, usual, variety, group)) = pairs::other_spelling(&it.word) else {
            return false;
        };
        if *variety == habit || it.positions.is_empty() {
            return false;
        }
        let (own, other) = of_habit(groups.get(group).copied().unwrap_or_default(), habit);
        let pair_own = words.get(usual).map_or(0, |usual| usual.count);
        match *group {
            ISE => habit == Variety::American && own >= GROUP_COUNT_MIN && is_exception(own, other),
            // Of what is in no group, each word has a habit of its own.
            "other" | "l" => {
                is_clean || (pair_own >= HABIT_COUNT_MIN && it.count <= AGAINST_ALWAYS_MAX)
            }
            _ if own >= GROUP_COUNT_MIN => is_exception(own, other),
            _ => is_all_clear && (own >= other || other <= AGAINST_ALWAYS_MAX),
        }
    };
    let mut uses: Vec<VariantUse> = words.values().filter(|it| is_against(it)).cloned().collect();
    let is_weak = |it: &VariantUse| {
        pairs::other_spelling(&it.word).is_none_or(|pair| matches!(pair.3, ISE | "other" | "l"))
    };
    uses.sort_by_key(|it| (is_weak(it), it.count, it.positions[0], it.word.clone()));
    if uses.is_empty() {
        return None;
    }
    let of_book = words.values().filter(|it| {
        pairs::other_spelling(&it.word).is_some_and(|pair| pair.2 == habit && pair.3 != ISE)
    });
    let example = of_book.max_by_key(|it| it.count).map(|it| it.word.clone()).unwrap_or_default();
    Some(MixedSpelling { habit, habit_count: own, example, uses })
}

/// The group of -ise and -ize.
const ISE: &str = "ise";

fn of_habit(counts: Counts, habit: Variety) -> (usize, usize) {
    (counts[habit as usize], counts[1 - habit as usize])
}

fn is_exception(own: usize, other: usize) -> bool {
    other <= AGAINST_ALWAYS_MAX || other * 100 <= own * AGAINST_PER_HUNDRED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    fn read(source: &str) -> SpellingExtract {
        let text = Text::new(source);
        let spoken = crate::dialogue::spoken(&text, &crate::quotations(&text));
        SpellingExtract::of(&text, &spoken)
    }

    fn misspelt(source: &str) -> Vec<(String, String)> {
        let read = read(source);
        let found = misspellings(&[&read], &HashSet::new(), 1_000);
        found.into_iter().map(|it| (it.word, it.meant)).collect()
    }

    fn pair(word: &str, meant: &str) -> (String, String) {
        (word.to_owned(), meant.to_owned())
    }

    #[test]
    fn a_word_that_stands_once_and_is_nearly_a_frequent_one_is_misspelt() {
        for (source, wanted) in [
            ("She had not recieved the letter.", vec![pair("recieved", "received")]),
            ("It was the neighbuor’s dog.", vec![pair("neighbuor", "neighbour")]),
            ("“I have recieved it,” she said.", vec![]),
            ("The recieve stood by the recieve.", vec![]),
            ("Recieved with thanks.", vec![]),
            ("The half-recieved guest left.", vec![]),
            ("A word of his ain wrettin an nae mair than thocht.", vec![]),
            ("It was a coup de theatre avec grandeurr.", vec![]),
            ("He stoped at the gate and stoped again.", vec![pair("stoped", "stopped")]),
        ] {
            assert_eq!(misspelt(source), wanted, "{source}");
        }
    }

    #[test]
    fn a_word_of_the_book_may_be_misspelt_too() {
        let book = "The glimmerwort grew there. ".repeat(6) + "He picked the glimmerwart.";
        assert_eq!(misspelt(&book), [pair("glimmerwart", "glimmerwort")]);
    }

    #[test]
    fn accepted_words_and_a_manner_of_the_book_are_no_misspellings() {
        let extract = read("He saw the lanturn.");
        let accepted = HashSet::from(["lanturn".to_owned()]);
        assert!(misspellings(&[&extract], &accepted, 1_000).is_empty());

        let manner: String = [
            "recieve",
            "beleive",
            "seperate",
            "goverment",
            "begining",
            "untill",
            "wierd",
            "freind",
            "peice",
            "feild",
            "breif",
        ]
        .iter()
        .map(|word| format!("There was a {word} in the old house by the river.\n\n"))
        .collect();
        assert!(misspelt(&manner).is_empty());
    }

    fn mixed(source: &str) -> Option<(Variety, Vec<String>)> {
        let read = read(source);
        let found = mixed_spelling(&[&read])?;
        Some((found.habit, found.uses.into_iter().map(|it| it.word).collect()))
    }

    #[test]
    fn a_word_against_the_spelling_of_the_book_is_found() {
        let british =
            "The colour of the harbour was grey. His neighbour travelled for labour. ".repeat(4);
        let american =
            "The color of the harbor was gray. His neighbor traveled for labor. ".repeat(4);
        for (source, wanted) in [
            (format!("{british} It was an honor."), Some((Variety::British, vec!["honor"]))),
            (format!("{british} He came to the center."), Some((Variety::British, vec!["center"]))),
            (format!("{british} He could not realize it."), None),
            (
                format!("{british} “It is an honor,” he said."),
                Some((Variety::British, vec!["honor"])),
            ),
            (format!("{british} He sailed from Pearl Harbor."), None),
            (
                format!("{american} It was a favourite."),
                Some((Variety::American, vec!["favourite"])),
            ),
            (american.clone(), None),
            (format!("{american} {british}"), None),
            ("It was an honor to see the colour.".to_owned(), None),
        ] {
            let wanted = wanted.map(|(habit, words)| {
                (habit, words.into_iter().map(str::to_owned).collect::<Vec<_>>())
            });
            assert_eq!(mixed(&source), wanted, "{source}");
        }
    }
}
