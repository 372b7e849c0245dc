//! What is looked for in texts: words as somebody types them. There are no wildcards. A straight apostrophe
//! within a word is as good as a curly one, and a space between two words as good as the end of a line.

use std::{collections::HashMap, ops::Range};

/// A text that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    parts: Vec<Part>,
    is_case_matched: bool,
    /// Whether a word has to begin and to end where the pattern does.
    word_edges: (bool, bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// This letter or mark, in lower case where case does not matter.
    Character(char),
    /// Any apostrophe.
    Apostrophe,
    /// White space without an empty line.
    Space,
}

impl Pattern {
    /// The pattern that these words are.
    pub fn new(find: &str, is_case_matched: bool, is_of_whole_words: bool) -> Self {
        let letters: Vec<char> = find.chars().collect();
        let neighbours = |at: usize| {
            at.checked_sub(1).and_then(|before| letters.get(before)).zip(letters.get(at + 1))
        };
        let mut parts = Vec::with_capacity(letters.len());
        for (at, &letter) in letters.iter().enumerate() {
            let is_between = |test: fn(char) -> bool| {
                neighbours(at).is_some_and(|(before, behind)| test(*before) && test(*behind))
            };
            if is_apostrophe(letter) && is_between(char::is_alphabetic) {
                parts.push(Part::Apostrophe);
            } else if letter == ' ' && is_between(|it| !it.is_whitespace()) {
                parts.push(Part::Space);
            } else if is_case_matched {
                parts.push(Part::Character(letter));
            } else {
                parts.extend(letter.to_lowercase().map(Part::Character));
            }
        }
        let is_edge =
            |letter: Option<&char>| is_of_whole_words && letter.is_some_and(|it| is_of_word(*it));
        let word_edges = (is_edge(letters.first()), is_edge(letters.last()));
        Self { parts, is_case_matched, word_edges }
    }

    /// Where it stands in a text, in bytes: from left to right, without overlaps, at most `most` times.
    ///
    /// Each letter of the text is looked at once, with all positions of the pattern at a time, so that no text takes the
    /// product of both lengths.
    pub fn find_all(&self, text: &str, most: usize) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if self.parts.is_empty() {
            return found;
        }
        let mut positions = Positions::new(&self.parts);
        let (mut before, mut lines) = (None, 0);
        let mut letters = text.char_indices().peekable();
        while let Some((_, letter)) = letters.next() {
            if found.len() == most {
                break;
            }
            lines = match (letter.is_whitespace(), letter) {
                (false, _) => 0,
                (true, '\n') => lines + 1,
                (true, _) => lines,
            };
            let may_begin = self.may_begin(before);
            before = Some(letter);
            if self.is_case_matched {
                positions.step(letter, may_begin);
            } else if letter.is_ascii() {
                positions.step(letter.to_ascii_lowercase(), may_begin);
            } else {
                // All that a letter is in lower case has to be in the pattern.
                for (number, lower) in letter.to_lowercase().enumerate() {
                    positions.step(lower, may_begin && number == 0);
                }
            }
            if lines > 1 {
                positions.leave_spaces();
            }
            let next = letters.peek().copied();
            if positions.are_at_end() && self.may_end(next.map(|it| it.1)) {
                let end = next.map_or(text.len(), |it| it.0);
                if let Some(start) = self.start(text, end) {
                    found.push(start..end);
                    positions.leave();
                }
            }
        }
        found
    }

    fn may_begin(&self, before: Option<char>) -> bool {
        !self.word_edges.0 || !before.is_some_and(is_of_word)
    }

    fn may_end(&self, behind: Option<char>) -> bool {
        !self.word_edges.1 || !behind.is_some_and(is_of_word)
    }

    /// Where the pattern begins that ends at a byte.
    fn start(&self, text: &str, end: usize) -> Option<usize> {
        let mut start = end;
        let mut left = self.parts.len();
        let mut letters = text[..end].chars().rev().peekable();
        while left > 0 {
            let letter = letters.next()?;
            start -= letter.len_utf8();
            match self.parts[left - 1] {
                Part::Space => {
                    while let Some(more) = letters.next_if(|it| it.is_whitespace()) {
                        start -= more.len_utf8();
                    }
                    left -= 1;
                }
                Part::Character(_) if !self.is_case_matched => {
                    left = left.checked_sub(letter.to_lowercase().count())?;
                }
                Part::Apostrophe | Part::Character(_) => left -= 1,
            }
        }
        Some(start)
    }
}

/// How far a pattern may have been read: a bit for each of its parts, which is set when the text so far ends in all parts
/// up to this one.
struct Positions {
    reached: Vec<u64>,
    /// The parts that each letter may stand for, of ASCII and beyond it.
    ascii: Vec<Vec<u64>>,
    letters: HashMap<char, Vec<u64>>,
    spaces: Vec<u64>,
    /// The bit of the last part.
    last: u64,
}

impl Positions {
    fn new(parts: &[Part]) -> Self {
        let none = vec![0_u64; parts.len().div_ceil(u64::BITS as usize)];
        let set = |all: &mut Vec<u64>, at: usize| all[at / 64] |= 1 << (at % 64);
        let mut ascii = vec![none.clone(); 128];
        let mut letters: HashMap<char, Vec<u64>> = HashMap::new();
        let mut spaces = none.clone();
        for (at, part) in parts.iter().enumerate() {
            let mut add = |letter: char| match ascii.get_mut(letter as usize) {
                Some(own) => set(own, at),
                None => set(letters.entry(letter).or_insert_with(|| none.clone()), at),
            };
            match part {
                Part::Character(letter) => add(*letter),
                Part::Apostrophe => APOSTROPHES.into_iter().for_each(add),
                Part::Space => set(&mut spaces, at),
            }
        }
        Self { reached: none, ascii, letters, spaces, last: 1 << ((parts.len() - 1) % 64) }
    }

    /// Reads a letter, with which the pattern may begin.
    fn step(&mut self, letter: char, may_begin: bool) {
        let fits = self.ascii.get(letter as usize).or_else(|| self.letters.get(&letter));
        let is_space = letter.is_whitespace();
        let mut carried = u64::from(may_begin);
        for (at, reached) in self.reached.iter_mut().enumerate() {
            let before = *reached;
            let moved = before << 1 | carried;
            carried = before >> 63;
            let spaces = if is_space { self.spaces[at] } else { 0 };
            // A space may have been read already, and goes on.
            *reached = moved & (fits.map_or(0, |it| it[at]) | spaces) | before & spaces;
        }
    }

    /// Leaves the spaces that have an empty line in them.
    fn leave_spaces(&mut self) {
        for (reached, spaces) in self.reached.iter_mut().zip(&self.spaces) {
            *reached &= !spaces;
        }
    }

    /// Begins anew.
    fn leave(&mut self) {
        self.reached.fill(0);
    }

    fn are_at_end(&self) -> bool {
        self.reached.last().is_some_and(|it| it & self.last != 0)
    }
}

/// The apostrophes that are as good as each other within a word.
const APOSTROPHES: [char; 3] = ['\'', '\u{2019}', '\u{2bc}'];

fn is_apostrophe(letter: char) -> bool {
    APOSTROPHES.contains(&letter)
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(
        find: &str,
        text: &'t str,
        is_case_matched: bool,
        is_of_whole_words: bool,
    ) -> Vec<&'t str> {
        let pattern = Pattern::new(find, is_case_matched, is_of_whole_words);
        pattern.find_all(text, 100).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn words_are_found_as_they_are_typed() {
        for (find, text, case, words, wanted) in [
            ("lamp", "Lamp, lamps, the lamp.", true, false, &["lamp", "lamp"][..]),
            ("lamp", "Lamp, lamps, the lamp.", false, false, &["Lamp", "lamp", "lamp"]),
            ("lamp", "Lamp, lamps, the lamp.", false, true, &["Lamp", "lamp"]),
            ("Harker", "Harker’s, Harkers, HARKER", false, true, &["Harker", "HARKER"]),
            ("straße", "Straße STRASSE", false, false, &["Straße"]),
            ("é", "É é e", false, false, &["É", "é"]),
            ("i\u{307}", "İ", false, false, &["İ"]),
            ("i", "İ", false, false, &[]),
            ("aa", "aaaa", false, false, &["aa", "aa"]),
            ("a.b", "acb a.b", false, false, &["a.b"]),
            ("—", "one—two", false, true, &["—"]),
            ("", "one", false, false, &[]),
        ] {
            assert_eq!(found(find, text, case, words), wanted, "{find} {text}");
        }
    }

    #[test]
    fn an_apostrophe_and_a_space_are_of_any_kind() {
        for (find, text, wanted) in [
            ("don't", "don’t don't donʼt don`t", &["don’t", "don't", "donʼt"][..]),
            ("'", "don’t 'so'", &["'", "'"]),
            (
                "Mina Murray",
                "Mina\nMurray, Mina  Murray, Mina\n\nMurray",
                &["Mina\nMurray", "Mina  Murray"],
            ),
            ("a  b", "a b a  b a\n b", &["a  b"]),
            (" the", "in  the\nthe", &[" the"]),
        ] {
            assert_eq!(found(find, text, false, false), wanted, "{find}");
        }
    }

    #[test]
    fn no_more_is_found_than_is_asked_for() {
        assert_eq!(Pattern::new("a", true, false).find_all("aaa", 2), [0..1, 1..2]);
    }

    /// Every place is tried, as the pattern is read from its beginning.
    fn tried(pattern: &Pattern, text: &str) -> Vec<Range<usize>> {
        let (mut found, mut free, mut before) = (Vec::new(), 0, None);
        for (at, letter) in text.char_indices() {
            if at >= free
                && pattern.may_begin(before)
                && let Some(length) = length(pattern, &text[at..])
                && length > 0
                && pattern.may_end(text[at + length..].chars().next())
            {
                free = at + length;
                found.push(at..free);
            }
            before = Some(letter);
        }
        found
    }

    /// The bytes of the pattern at the beginning of a text; none where it does not stand there.
    fn length(pattern: &Pattern, text: &str) -> Option<usize> {
        let mut parts = pattern.parts.iter().peekable();
        let mut letters = text.char_indices().peekable();
        while let Some(part) = parts.peek() {
            match part {
                Part::Space => {
                    let (mut count, mut lines) = (0, 0);
                    while let Some((_, letter)) = letters.next_if(|(_, it)| it.is_whitespace()) {
                        count += 1;
                        lines += usize::from(letter == '\n');
                    }
                    if count == 0 || lines > 1 {
                        return None;
                    }
                    parts.next();
                }
                Part::Apostrophe => {
                    letters.next_if(|(_, it)| is_apostrophe(*it))?;
                    parts.next();
                }
                Part::Character(_) => {
                    let (_, letter) = letters.next()?;
                    // All that a letter is in lower case has to be in the pattern.
                    let mut is_next = |wanted: char| {
                        parts.next_if(|it| **it == Part::Character(wanted)).is_some()
                    };
                    let is_there = if pattern.is_case_matched {
                        is_next(letter)
                    } else {
                        letter.to_lowercase().all(is_next)
                    };
                    if !is_there {
                        return None;
                    }
                }
            }
        }
        Some(letters.peek().map_or(text.len(), |(at, _)| *at))
    }

    proptest::proptest! {
        #[test]
        fn the_same_is_found_as_by_trying_every_place(
            find in "[aAbi İ\u{307}'’.\n]{1,6}",
            text in "[aAbi İ\u{307}'’.\n]{0,40}",
            case: bool,
            words: bool,
        ) {
            let pattern = Pattern::new(&find, case, words);

            let found = pattern.find_all(&text, 100);

            proptest::prop_assert_eq!(found, tried(&pattern, &text), "{:?} in {:?}", find, text);
        }
    }

    #[test]
    fn a_text_that_nearly_has_the_pattern_at_every_place_is_read_once() {
        let text = "a".repeat(1_000_000);

        let found = Pattern::new(&("a".repeat(199) + "b"), false, false).find_all(&text, 100);
        let all = Pattern::new(&"a".repeat(200), false, false).find_all(&text, 30_000);

        assert_eq!((found.len(), all.len()), (0, 5_000));
    }
}
