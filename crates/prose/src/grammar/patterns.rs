//! The patterns of `patterns.txt`: how they are read, and where they stand in a text.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::{Found, GrammarKind, GrammarSlip};
use crate::capitals::is_capital;
use crate::span::Span;
use crate::tokens::Text;

/// What a word of a row may be.
#[derive(Default)]
struct Words {
    /// These.
    some: HashSet<&'static str>,
    /// Those with one of these endings.
    endings: Vec<&'static str>,
    /// Whether it is any but these.
    is_any_but: bool,
}

/// A row of words, one of which is wrong.
#[derive(Default)]
struct Pattern {
    /// The words in front of the wrong one, from the first.
    before: Vec<Words>,
    /// The words behind it.
    after: Vec<Words>,
    /// What must not stand in front of the first.
    not_before: Words,
    /// Whether a sentence begins with the first.
    begins_sentence: bool,
    /// Whether behind the last there is a mark, or nothing more.
    is_at_mark: bool,
    /// Whether it is a slip in speech too.
    is_everywhere: bool,
    /// Whether it is how the book is written where it stands often.
    may_be_habit: bool,
}

/// All patterns.
#[derive(Default)]
struct Patterns {
    all: Vec<Pattern>,
    /// The patterns of each wrong word, with the right one.
    of_word: HashMap<&'static str, Vec<(usize, &'static str)>>,
}

static PATTERNS: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::read(include_str!("patterns.txt")));

/// The slips that patterns find. `spoken` says of each word whether it is speech.
pub(super) fn slips(text: &Text<'_>, spoken: &[bool]) -> Vec<Found> {
    let patterns = &*PATTERNS;
    let mut slips = Vec::new();
    for (at, is_spoken) in spoken.iter().enumerate() {
        let Some(of_word) = patterns.of_word.get(text.lower(at)) else { continue };
        let fitting = of_word.iter().find_map(|&(pattern, right)| {
            let it = &patterns.all[pattern];
            let may = it.is_everywhere || !is_spoken;
            let fits = may && it.fits(text, at) && !is_written_so(text, at, right);
            fits.then_some((pattern, right))
        });
        if let Some((pattern, right)) = fitting {
            let it = &patterns.all[pattern];
            let habit = it.may_be_habit.then_some((GrammarKind::Word, pattern));
            slips.push(Found { slip: it.slip(text, at, right), habit });
        }
    }
    slips
}

/// Whether a word that is wrong for its small letters has capitals: "I", "MONDAY".
fn is_written_so(text: &Text<'_>, at: usize, right: &str) -> bool {
    right.starts_with(char::is_uppercase) && is_capital(text, at)
}

impl Words {
    fn new(words: Vec<&'static str>, is_any_but: bool) -> Self {
        let (endings, some): (Vec<&str>, Vec<&str>) =
            words.into_iter().partition(|word| word.starts_with('*'));
        let endings = endings.into_iter().filter_map(|it| it.strip_prefix('*')).collect();
        Self { some: some.into_iter().collect(), endings, is_any_but }
    }

    fn has(&self, word: &str) -> bool {
        let is_one = self.some.contains(word) || self.endings.iter().any(|it| word.ends_with(it));
        is_one != self.is_any_but
    }
}

impl Pattern {
    /// Whether it stands around a word.
    fn fits(&self, text: &Text<'_>, at: usize) -> bool {
        let count = text.words().len();
        let Some(first) = at.checked_sub(self.before.len()) else { return false };
        let last = at + self.after.len();
        if last >= count || !is_unbroken(text, first, last) {
            return false;
        }
        let has = |words: &[Words], from: usize| {
            words.iter().enumerate().all(|(nth, words)| words.has(text.lower(from + nth)))
        };
        has(&self.before, first)
            && has(&self.after, at + 1)
            && !(first > 0
                && self.not_before.has(text.lower(first - 1))
                && is_unbroken(text, first - 1, first))
            && (!self.begins_sentence || text.sentence_of(first).words.start == first)
            && (!self.is_at_mark || is_at_mark(text, last))
    }

    /// The slip at a word that it stands around.
    fn slip(&self, text: &Text<'_>, at: usize, right: &str) -> GrammarSlip {
        let (first, last) = (at - self.before.len(), at + self.after.len());
        let words = text.words();
        let whole = Span::new(words[first].span.start, words[last].span.end);
        let wrong = words[at].span;
        let mut rest = &text.source()[wrong.end..whole.end];
        let mut meant = text.source()[whole.start..wrong.start].to_owned();
        let right = right.replace('_', " ");
        if right == "-" {
            rest = rest.trim_start();
        } else if is_capital(text, at) && !right.starts_with('I') {
            let mut letters = right.chars();
            meant.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            meant.push_str(letters.as_str());
        } else {
            meant.push_str(&right);
        }
        meant.push_str(rest);
        GrammarSlip { kind: GrammarKind::Word, span: whole, meant }
    }
}

/// Whether nothing but white space stands between the words from the first to the last, of one sentence.
fn is_unbroken(text: &Text<'_>, first: usize, last: usize) -> bool {
    text.words()[first].sentence == text.words()[last].sentence
        && (first + 1..=last).all(|at| text.gap_before(at).chars().all(char::is_whitespace))
}

/// Whether behind a word there is a mark, or nothing more of its paragraph.
fn is_at_mark(text: &Text<'_>, word: usize) -> bool {
    let gap = text.gap_after(word);
    let is_joining = |mark: char| matches!(mark, '-' | '\u{2010}' | '\u{2011}' | '\'' | '’');
    match gap.chars().next() {
        None => true,
        Some(mark) if is_joining(mark) => false,
        Some(mark) => !mark.is_whitespace() || gap.contains("\n\n"),
    }
}

impl Patterns {
    /// Reads the file. A test reads every line of it, so that no line is put aside here.
    fn read(file: &'static str) -> Self {
        let mut patterns = Self::default();
        let mut classes: HashMap<&str, Vec<&str>> = HashMap::new();
        let mut section = "";
        let lines = file.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if line.starts_with('[') {
                section = line;
            } else if let Some((name, words)) = line.split_once(" = ") {
                classes.insert(name, words.split(' ').collect());
            } else {
                patterns.add(line, &classes, section);
            }
        }
        patterns
    }

    fn add(
        &mut self,
        line: &'static str,
        classes: &HashMap<&str, Vec<&'static str>>,
        section: &str,
    ) {
        let mut pattern = Pattern {
            is_everywhere: section != "[narration]",
            may_be_habit: section != "[everywhere]",
            ..Pattern::default()
        };
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for token in line.split(' ') {
            let (token, right) = token.split_once('>').unwrap_or((token, ""));
            let (token, is_not_before) = without(token, '~');
            let (token, is_any_but) = without(token, '!');
            let words = words_of(token, classes);
            let of_pairs: Vec<(&str, &str)> =
                words.iter().filter_map(|word| word.split_once(':')).collect();
            if token == "." {
                pattern.is_at_mark = true;
            } else if token == "^" {
                pattern.begins_sentence = true;
            } else if is_not_before {
                pattern.not_before = Words::new(words, false);
            } else if !right.is_empty() {
                pairs.extend(words.iter().map(|wrong| (*wrong, right)));
            } else if !of_pairs.is_empty() {
                pairs.extend(of_pairs);
            } else if pairs.is_empty() {
                pattern.before.push(Words::new(words, is_any_but));
            } else {
                pattern.after.push(Words::new(words, is_any_but));
            }
        }
        for (wrong, right) in pairs {
            self.of_word.entry(wrong).or_default().push((self.all.len(), right));
        }
        self.all.push(pattern);
    }
}

/// A token without this sign in front, and whether it has it.
fn without(token: &'static str, sign: char) -> (&'static str, bool) {
    token.strip_prefix(sign).map_or((token, false), |rest| (rest, true))
}

/// The words of a token: those between its bars, and those of its classes.
fn words_of<'c>(token: &'c str, classes: &HashMap<&str, Vec<&'c str>>) -> Vec<&'c str> {
    let of_part = |part: &'c str| match part.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
        Some(class) => classes.get(class).cloned().unwrap_or_default(),
        None => vec![part],
    };
    token.split('|').flat_map(of_part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_one_wrong_word_and_words_of_known_classes() {
        let file = include_str!("patterns.txt");
        let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', '[']));
        let (classes, lines): (Vec<&str>, Vec<&str>) = lines.partition(|it| it.contains(" = "));
        let classes: HashMap<&str, Vec<&str>> = classes
            .iter()
            .filter_map(|line| line.split_once(" = "))
            .map(|(name, words)| (name, words.split(' ').collect()))
            .collect();
        assert!(lines.len() > 50 && classes.len() > 20);
        let sections: Vec<&str> = file.lines().filter(|line| line.starts_with('[')).collect();
        assert_eq!(sections, ["[classes]", "[everywhere]", "[habits]", "[narration]"]);
        for line in lines {
            let mut wrong = 0;
            for token in line.split(' ') {
                for part in token.split(['|', '>', '~', '!']).filter(|it| it.starts_with('{')) {
                    assert!(classes.contains_key(part.trim_matches(['{', '}'])), "{line}");
                }
                let is_pair = words_of(token, &classes).iter().any(|word| word.contains(':'));
                wrong += usize::from(token.contains('>') || is_pair);
            }
            assert_eq!(wrong, 1, "{line}");
        }
    }
}
