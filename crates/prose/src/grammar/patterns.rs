//! The patterns of `patterns.txt`: how they are read, and where they stand in a text.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::{Found, GrammarSlip, Habit};
use crate::capitals::{capitalised, is_capital, is_inside};
use crate::doubled::begins_compound;
use crate::speech::apostrophes;
use crate::tokens::{HYPHENS, Text};

/// What a word of a row may be.
#[derive(Default)]
struct Choice {
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
    before: Vec<Choice>,
    /// The words behind it.
    after: Vec<Choice>,
    /// What must not stand in front of the first.
    not_before: Choice,
    /// Whether a sentence begins with the first.
    begins_sentence: bool,
    /// Whether behind the last there is a mark, or nothing more.
    is_at_mark: bool,
    /// Whether it is how the book is written where it stands often.
    habit: Option<Habit>,
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
    // Most texts have no slip whose right word needs it.
    let apostrophe = LazyCell::new(|| apostrophes(text).first().map_or('\'', |it| it.mark));
    let mut slips = Vec::new();
    for (at, is_spoken) in spoken.iter().enumerate() {
        let Some(of_word) = patterns.of_word.get(text.lower(at)) else { continue };
        let fitting = of_word.iter().find_map(|&(pattern, right)| {
            let it = &patterns.all[pattern];
            let may = it.habit != Some(Habit::Narration) || !is_spoken;
            (may && it.fits(text, at) && !is_written_so(text, at, right)).then_some((it, right))
        });
        if let Some((pattern, right)) = fitting {
            let mut right = right.replace('_', " ");
            if right.contains('\'') {
                right = right.replace('\'', apostrophe.encode_utf8(&mut [0; 4]));
            }
            slips.push(Found { slip: pattern.slip(text, at, &right), habit: pattern.habit });
        }
    }
    slips
}

/// Whether a word that is wrong for its small letters has capitals: "I", "MONDAY".
fn is_written_so(text: &Text<'_>, at: usize, right: &str) -> bool {
    right.starts_with(char::is_uppercase) && is_capital(text, at)
}

impl Choice {
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
        let Some(first) = at.checked_sub(self.before.len()) else { return false };
        let last = at + self.after.len();
        if last >= text.words().len() || !is_unbroken(text, first, last) {
            return false;
        }
        let has = |words: &[Choice], from: usize| {
            words.iter().enumerate().all(|(nth, words)| words.has(text.lower(from + nth)))
        };
        has(&self.before, first)
            && has(&self.after, at + 1)
            && !(first > 0
                && self.not_before.has(text.lower(first - 1))
                && is_unbroken(text, first - 1, first))
            && (!self.begins_sentence || text.sentence_of(first).words.start == first)
            && (!self.is_at_mark || is_at_mark(text, last))
            && !is_compound(text, first, last)
            && !(first..=last).any(|word| is_name(text, word))
    }

    /// The slip at a word that it stands around, with the right word; "-" is for none.
    fn slip(&self, text: &Text<'_>, at: usize, right: &str) -> GrammarSlip {
        let (first, last) = (at - self.before.len(), at + self.after.len());
        let words = text.words();
        let span = text.words_span(&(first..last + 1));
        let wrong = words[at].span;
        let before = &text.source()[span.start..wrong.start];
        let behind = &text.source()[wrong.end..span.end];
        let written = wrong.of(text.source());
        let (right, behind) =
            if right == "-" { ("", behind.trim_start()) } else { (right, behind) };
        let rest = if written.chars().count() > 1 && !written.contains(char::is_lowercase) {
            format!("{}{behind}", right.to_uppercase())
        } else if is_capital(text, at) {
            capitalised(&format!("{right}{behind}"))
        } else {
            format!("{right}{behind}")
        };
        GrammarSlip { span, meant: format!("{before}{rest}") }
    }
}

/// Whether nothing but white space stands between the words from the first to the last, of one sentence.
fn is_unbroken(text: &Text<'_>, first: usize, last: usize) -> bool {
    text.words()[first].sentence == text.words()[last].sentence
        && (first + 1..=last).all(|at| text.gap_before(at).chars().all(char::is_whitespace))
}

/// Whether a hyphen joins the first of these words to one in front of it, or the last to one behind.
fn is_compound(text: &Text<'_>, first: usize, last: usize) -> bool {
    text.gap_before(first).ends_with(HYPHENS)
        || begins_compound(&text.source()[text.words()[last].span.end..])
}

/// Whether a word has a capital that is not the sentence's: "Peter Noone", "Will".
fn is_name(text: &Text<'_>, word: usize) -> bool {
    let lower = text.lower(word);
    let is_pronoun = lower == "i" || lower.starts_with("i'");
    !is_pronoun && is_capital(text, word) && is_inside(text, word)
}

/// Whether behind a word there is a mark, or nothing more of its paragraph.
fn is_at_mark(text: &Text<'_>, word: usize) -> bool {
    let paragraph = &text.paragraphs()[text.sentence_of(word).paragraph];
    let is_joining = |mark: char| HYPHENS.contains(&mark) || matches!(mark, '\'' | '’');
    let mark = text.gap_after(word).chars().find(|mark| !mark.is_whitespace());
    paragraph.words.end == word + 1 || mark.is_some_and(|mark| !is_joining(mark))
}

impl Patterns {
    /// Reads the file. A test reads every line of it, so that no line is put aside here.
    fn read(file: &'static str) -> Self {
        let mut patterns = Self::default();
        let mut classes: HashMap<&str, Vec<&str>> = HashMap::new();
        let mut section = "";
        for line in lines(file) {
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
        let habit = match section {
            "[narration]" => Some(Habit::Narration),
            "[habits]" => Some(Habit::Line(self.all.len())),
            _ => None,
        };
        let mut pattern = Pattern { habit, ..Pattern::default() };
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
                pattern.not_before = Choice::new(words, false);
            } else if !right.is_empty() {
                pairs.extend(words.iter().map(|wrong| (*wrong, right)));
            } else if !of_pairs.is_empty() {
                pairs.extend(of_pairs);
            } else if pairs.is_empty() {
                pattern.before.push(Choice::new(words, is_any_but));
            } else {
                pattern.after.push(Choice::new(words, is_any_but));
            }
        }
        for (wrong, right) in pairs {
            self.of_word.entry(wrong).or_default().push((self.all.len(), right));
        }
        self.all.push(pattern);
    }
}

/// The lines of the file that say something.
fn lines(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
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
        let sections: Vec<&str> = lines(file).filter(|line| line.starts_with('[')).collect();
        assert_eq!(sections, ["[classes]", "[everywhere]", "[habits]", "[narration]"]);
        let others = lines(file).filter(|line| !line.starts_with('['));
        let (classes, rows): (Vec<&str>, Vec<&str>) = others.partition(|it| it.contains(" = "));
        let classes: HashMap<&str, Vec<&str>> = classes
            .iter()
            .filter_map(|line| line.split_once(" = "))
            .map(|(name, words)| (name, words.split(' ').collect()))
            .collect();
        assert!(rows.len() > 50 && classes.len() > 15);
        assert_eq!(rows.iter().collect::<HashSet<_>>().len(), rows.len(), "a line stands twice");
        for (at, row) in rows.iter().enumerate() {
            let tokens: Vec<&str> = row.split(' ').collect();
            let is_wrong = |token: &&&str| {
                token.contains('>')
                    || words_of(token, &classes).iter().any(|word| word.contains(':'))
            };
            assert_eq!(tokens.iter().filter(is_wrong).count(), 1, "{row}");
            assert!(tokens[1..].iter().all(|it| !it.starts_with(['~', '^'])), "{at}: {row}");
            assert!(!tokens[..tokens.len() - 1].contains(&"."), "{row}");
            let used = tokens.iter().flat_map(|token| token.split(['|', '>', '~', '!']));
            for class in used.filter(|it| it.starts_with('{')) {
                assert!(classes.contains_key(class.trim_matches(['{', '}'])), "{row}");
            }
        }
        for class in classes.keys() {
            let name = format!("{{{class}}}");
            assert!(rows.iter().any(|row| row.contains(&name)), "nothing is of the class {class}");
        }
    }
}
