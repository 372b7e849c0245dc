//! What is looked for in texts: words as somebody types them. There are no wildcards. A straight apostrophe
//! within a word is as good as a curly one, and a space between two words as good as the end of a line.

use std::ops::Range;

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
    pub fn find_all(&self, text: &str, most: usize) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if self.parts.is_empty() {
            return found;
        }
        let (mut free, mut before) = (0, None);
        for (at, letter) in text.char_indices() {
            if found.len() == most {
                break;
            }
            if at >= free
                && self.may_begin(before)
                && let Some(length) = self.length(&text[at..])
                && length > 0
                && self.may_end(text[at + length..].chars().next())
            {
                free = at + length;
                found.push(at..free);
            }
            before = Some(letter);
        }
        found
    }

    fn may_begin(&self, before: Option<char>) -> bool {
        !self.word_edges.0 || !before.is_some_and(is_of_word)
    }

    fn may_end(&self, behind: Option<char>) -> bool {
        !self.word_edges.1 || !behind.is_some_and(is_of_word)
    }

    /// The bytes of the pattern at the beginning of a text; none where it does not stand there.
    fn length(&self, text: &str) -> Option<usize> {
        let mut parts = self.parts.iter().peekable();
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
                    let is_there = if self.is_case_matched {
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
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2019}' | '\u{2bc}')
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
}
