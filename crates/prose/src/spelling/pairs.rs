//! Words that are spelt otherwise in Britain than in America: pairs of the list in `words/pairs.txt`, which
//! was made from SCOWL and cut by hand to those that show where a book comes from. Each belongs to a group of
//! pairs that differ in the same way, because many a book has its own habit in one of them.

use std::sync::LazyLock;

use super::Variety;

static PAIRS: LazyLock<Vec<SpelledWord>> = LazyLock::new(|| {
    let mut all = Vec::new();
    let mut group = "";
    for line in include_str!("../words/pairs.txt").lines() {
        match line.split_once(' ') {
            Some((british, american)) => {
                all.push((british, american, Variety::British, group));
                all.push((american, british, Variety::American, group));
            }
            None => group = line.trim_end_matches(':'),
        }
    }
    all.sort_unstable();
    all
});

/// A spelling, the other one of the same word, where it is usual, and its group.
pub(super) type SpelledWord = (&'static str, &'static str, Variety, &'static str);

/// The other spelling of a word in small letters; none when it has one only.
pub(super) fn other_spelling(word: &str) -> Option<&'static SpelledWord> {
    let at = PAIRS.binary_search_by(|pair| pair.0.cmp(word)).ok()?;
    PAIRS.get(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_its_other_spelling() {
        let (_, other, variety, group) = other_spelling("colour").unwrap();
        assert_eq!((*other, *variety, *group), ("color", Variety::British, "our"));
        let (_, other, variety, group) = other_spelling("traveled").unwrap();
        assert_eq!((*other, *variety, *group), ("travelled", Variety::American, "ll"));
        assert!(other_spelling("house").is_none());
    }

    #[test]
    fn no_spelling_is_of_two_words() {
        for pair in PAIRS.windows(2) {
            assert_ne!(pair[0].0, pair[1].0);
        }
    }
}
