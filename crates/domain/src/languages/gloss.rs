//! Whether a gloss is aligned with the line it explains, word by word and morpheme by morpheme. It checks
//! positions, never meanings: which labels a gloss uses (rules 3 and 5) is up to the author.
//!
//! Source: Bernard Comrie, Martin Haspelmath and Balthasar Bickel, *The Leipzig Glossing Rules:
//! Conventions for interlinear morpheme-by-morpheme glosses*, Max Planck Institute for Evolutionary
//! Anthropology and University of Leipzig, revised 2008, last change 2015. “Rule” below means one
//! of its rules. The three levels are those of the reader of such texts: lines that do not fit, that
//! fit by words (rule 1), and that fit by morphemes (rule 2).

use schemars::JsonSchema;
use serde::Serialize;
use unicode_normalization::char::is_combining_mark;

use crate::phrases::counted;

crate::string_enum! {
    /// How far a gloss stands under its line.
    pub enum Level {
        /// The number of words is not the same.
        Unaligned = "unaligned",
        /// Each word has its gloss, and the morphemes of some word do not.
        WordAligned = "word_aligned",
        /// Each morpheme has its gloss.
        MorphemeAligned = "morpheme_aligned",
    }
}

/// Whether a gloss is aligned with its line, and the first problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "GlossAlignment")]
pub struct Alignment {
    /// How far the gloss is aligned.
    pub level: Level,
    /// The first position that is not aligned, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub problem: Option<String>,
}

/// The longest word that is quoted whole in a problem, in characters.
const WORD_CHARS_MAX: usize = 60;

/// How `gloss` stands under `line`; none when there is no gloss.
pub fn align(line: &str, gloss: &str) -> Option<Alignment> {
    if gloss.trim().is_empty() {
        return None;
    }
    let pairs = match paired(line, gloss) {
        Ok(pairs) => pairs,
        Err(problem) => {
            return Some(Alignment { level: Level::Unaligned, problem: Some(problem) });
        }
    };
    let problem = pairs.iter().enumerate().find_map(|(at, (word, gloss))| {
        difference(word, gloss)
            .map(|what| format!("word {}, “{}”: {what}", at + 1, abbreviated(word)))
    });
    let level = if problem.is_none() { Level::MorphemeAligned } else { Level::WordAligned };
    Some(Alignment { level, problem })
}

/// The line and its gloss with each word above its gloss (rule 1: left-aligned, word by word); none
/// when they have not the same number of words.
pub fn columns(line: &str, gloss: &str) -> Option<(String, String)> {
    let pairs = paired(line, gloss).ok()?;
    let (mut above, mut below) = (String::new(), String::new());
    for (word, gloss) in &pairs {
        let wide = width(word).max(width(gloss)) + 2;
        for (row, text) in [(&mut above, word), (&mut below, gloss)] {
            row.push_str(text);
            row.extend(std::iter::repeat_n(' ', wide - width(text)));
        }
    }
    Some((above.trim_end().to_owned(), below.trim_end().to_owned()))
}

/// A word of a line, as a lexicon might have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineWord {
    /// As it stands in the line, without the punctuation around it.
    pub whole: String,
    /// What it may be: as it stands and, where an apostrophe is at its edge, without that, which may
    /// be a letter or close a quotation.
    readings: Vec<Reading>,
}

/// A word, taken for one spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reading {
    /// As it is spelt.
    whole: String,
    /// Without the marks of its boundaries and what has no sound.
    plain: String,
    /// Its morphemes, each as itself and with the marks beside it: `ar`, `-ar`.
    morphemes: Vec<Vec<String>>,
}

/// The words of a line in the language.
pub fn line_words(line: &str) -> impl Iterator<Item = LineWord> {
    line.split_whitespace().filter(|token| is_spoken(token)).map(|token| {
        let sound = |letter: char| {
            letter.is_alphanumeric() || is_combining_mark(letter) || "∅<>’'-=~".contains(letter)
        };
        let whole = token.trim_matches(|letter| !sound(letter)).to_owned();
        let bare = whole.trim_matches(['’', '\'']);
        let spellings = std::iter::once(whole.as_str()).chain((bare != whole).then_some(bare));
        let readings = spellings.map(Reading::of).collect();
        LineWord { whole, readings }
    })
}

impl LineWord {
    /// Every form under which a lexicon might have it or a part of it.
    pub fn entries(&self) -> impl Iterator<Item = String> {
        self.readings.iter().flat_map(|reading| {
            let whole = [&reading.whole, &reading.plain];
            whole.into_iter().chain(reading.morphemes.iter().flatten()).cloned()
        })
    }

    /// Whether it is known where `is_entry` tells which forms are entries: as a whole, or each of
    /// its morphemes.
    pub fn is_known(&self, is_entry: impl Fn(&str) -> bool) -> bool {
        self.readings.iter().any(|reading| {
            is_entry(&reading.whole)
                || is_entry(&reading.plain)
                || reading.morphemes.iter().all(|forms| forms.iter().any(|form| is_entry(form)))
        })
    }
}

impl Reading {
    fn of(word: &str) -> Self {
        let parts = Parts::of_word(word);
        let plain = parts.morphemes.concat().replace(['<', '>', SOUNDLESS], "");
        Self { whole: word.to_owned(), plain, morphemes: parts.entries() }
    }
}

/// How many places a text takes where every letter is equally wide.
fn width(text: &str) -> usize {
    text.chars().filter(|letter| !is_combining_mark(*letter)).count()
}

/// Each word of the line with its gloss, or why they have not the same number of words.
///
/// Lines are read as they are written and, if that does not fit, as rule 2A and common usage have
/// it: marks of punctuation that stand alone have no gloss, and a bound word that is written apart
/// with its hyphen (`a-nii -láay`) belongs to its neighbour in the line, though not in the gloss; a
/// bracket that stands apart (`boy [NOM.SG]`) belongs to the gloss before it.
fn paired(line: &str, gloss: &str) -> Result<Vec<(String, String)>, String> {
    let written = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let spoken =
        |words: &[String]| words.iter().filter(|word| is_spoken(word)).cloned().collect::<Vec<_>>();
    let (words, glosses) = (written(line), written(gloss));
    let (spoken_words, spoken_glosses) = (spoken(&words), spoken(&glosses));
    let joined = joined(&spoken_words);
    let whole_glosses = bracketed(&spoken_glosses);
    let readings = [
        (&words, &glosses),
        (&spoken_words, &glosses),
        (&spoken_words, &spoken_glosses),
        (&joined, &glosses),
        (&joined, &spoken_glosses),
        (&spoken_words, &whole_glosses),
        (&joined, &whole_glosses),
    ];
    match readings.into_iter().find(|(words, glosses)| words.len() == glosses.len()) {
        Some((words, glosses)) => Ok(words.iter().cloned().zip(glosses.iter().cloned()).collect()),
        None => Err(unequal(&spoken_words, &spoken_glosses)),
    }
}

/// An element without a sound (rule 6): it has its gloss, and no lexicon has it.
const SOUNDLESS: char = '∅';

/// Whether a token is more than punctuation.
fn is_spoken(token: &str) -> bool {
    token.chars().any(|letter| letter.is_alphanumeric() || letter == SOUNDLESS)
}

/// Words that were written apart with a hyphen put together (rule 2A).
fn joined(words: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        match joined.last_mut() {
            Some(before) if is_bound(word.chars().next()) || is_bound(before.chars().last()) => {
                before.push_str(word);
            }
            _ => joined.push(word.clone()),
        }
    }
    joined
}

/// Glosses with the brackets that were written apart from them, or with blanks inside (rules 6 and 7).
fn bracketed(glosses: &[String]) -> Vec<String> {
    let last = |end: char| glosses.iter().rposition(|gloss| gloss.contains(end));
    let ends = [(']', last(']')), (')', last(')'))];
    // One that is never closed is a sign like any other.
    let closes =
        |end: &char, at: usize| ends.iter().any(|(it, last)| it == end && *last >= Some(at));
    let mut whole: Vec<String> = Vec::with_capacity(glosses.len());
    let mut open: Option<char> = None;
    for (at, gloss) in glosses.iter().enumerate() {
        let begins = gloss.chars().next().and_then(closing).filter(|end| closes(end, at));
        match whole.last_mut() {
            Some(before) if open.is_some() || begins.is_some() => {
                before.push(' ');
                before.push_str(gloss);
            }
            _ => whole.push(gloss.clone()),
        }
        for letter in gloss.chars() {
            open = match open {
                None => closing(letter).filter(|end| closes(end, at)),
                Some(end) if end == letter => None,
                open => open,
            };
        }
    }
    whole
}

fn is_bound(end: Option<char>) -> bool {
    end.and_then(joint).is_some_and(|joint| joint != '~')
}

fn unequal(words: &[String], glosses: &[String]) -> String {
    let counts =
        format!("{} in the line, {} in the gloss", counted(words.len(), "word"), glosses.len());
    let at = words.len().min(glosses.len());
    match (words.get(at), glosses.get(at)) {
        (Some(word), _) => {
            format!("{counts}: nothing stands under “{}”, word {}", abbreviated(word), at + 1)
        }
        (None, Some(gloss)) => {
            format!("{counts}: “{}”, gloss {}, stands under nothing", abbreviated(gloss), at + 1)
        }
        (None, None) => counts,
    }
}

/// A word as a problem shows it.
fn abbreviated(word: &str) -> String {
    match word.char_indices().nth(WORD_CHARS_MAX) {
        Some((cut, _)) => format!("{}…", &word[..cut]),
        None => word.to_owned(),
    }
}

/// A word taken apart at its boundaries.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parts {
    /// Its morphemes in their order, with the infixes that stand in them.
    morphemes: Vec<String>,
    /// The marks between them: `-` of a morpheme and `=` of a clitic (rule 2), `~` of a
    /// reduplication (rule 10).
    joints: Vec<char>,
    /// The marks inside each infix `<…>` (rule 9). Where in its word an infix is glossed is free.
    infixes: Vec<Vec<char>>,
}

/// The boundary a character marks, if it does; hyphens that only look different are the same.
fn joint(letter: char) -> Option<char> {
    match letter {
        '-' | '\u{2010}' | '\u{2011}' => Some('-'),
        '=' | '~' => Some(letter),
        _ => None,
    }
}

/// What closes a bracket in a gloss whose content has no counterpart in the line: categories that
/// are not overt (rule 6), and inherent ones (rule 7).
fn closing(letter: char) -> Option<char> {
    match letter {
        '[' => Some(']'),
        '(' => Some(')'),
        _ => None,
    }
}

impl Parts {
    /// The forms of each morpheme and of each infix that a lexicon might have.
    fn entries(&self) -> Vec<Vec<String>> {
        let mut entries = Vec::new();
        for (at, morpheme) in self.morphemes.iter().enumerate() {
            let (stem, infixes) = without_infixes(&morpheme.replace(SOUNDLESS, ""));
            let before = at.checked_sub(1).and_then(|at| self.joints.get(at)).copied();
            let after = self.joints.get(at).copied();
            let mut forms = vec![stem.clone()];
            forms.extend(before.map(|joint| format!("{joint}{stem}")));
            forms.extend(after.map(|joint| format!("{stem}{joint}")));
            entries.push(forms);
            entries.extend(
                infixes.into_iter().map(|it| vec![format!("<{it}>"), format!("-{it}-"), it]),
            );
        }
        entries.retain(|forms| forms.iter().any(|form| form.contains(char::is_alphanumeric)));
        entries
    }

    fn of_word(word: &str) -> Self {
        Self::of(word, |_| None)
    }

    /// The marks `.` `_` `;` `:` `\` and, outside of an infix, `>` stand between labels of one and
    /// the same morpheme (rules 4, 4A to 4E), so they part nothing.
    fn of_gloss(gloss: &str) -> Self {
        Self::of(gloss, closing)
    }

    fn of(text: &str, closing: impl Fn(char) -> Option<char>) -> Self {
        let mut parts = Self { morphemes: vec![String::new()], ..Self::default() };
        let mut rest = text;
        // What does not close once does not close later: nothing is looked for twice.
        let mut never_closed: Vec<char> = Vec::new();
        while let Some(letter) = rest.chars().next() {
            let end = if letter == '<' { Some('>') } else { closing(letter) };
            let end = end.filter(|end| !never_closed.contains(end));
            let enclosed = end.and_then(|end| rest[1..].split_once(end));
            never_closed.extend(end.filter(|_| enclosed.is_none()));
            let taken = match enclosed {
                // One that is never closed is a sign like any other.
                Some((inside, _)) => inside.len() + 2,
                None => letter.len_utf8(),
            };
            let (piece, after) = rest.split_at(taken);
            rest = after;
            match (enclosed, joint(letter)) {
                (None, Some(joint)) => {
                    parts.joints.push(joint);
                    parts.morphemes.push(String::new());
                    continue;
                }
                (Some((inside, _)), _) if letter == '<' => {
                    parts.infixes.push(inside.chars().filter_map(joint).collect());
                }
                _ => {}
            }
            if let Some(morpheme) = parts.morphemes.last_mut() {
                morpheme.push_str(piece);
            }
        }
        parts
    }
}

/// A morpheme without its infixes, and those.
fn without_infixes(morpheme: &str) -> (String, Vec<String>) {
    let (mut stem, mut infixes, mut rest) = (String::new(), Vec::new(), morpheme);
    while let Some((before, after)) = rest.split_once('<') {
        let Some((infix, behind)) = after.split_once('>') else { break };
        stem.push_str(before);
        infixes.push(infix.to_owned());
        rest = behind;
    }
    stem.push_str(rest);
    (stem, infixes)
}

/// The first difference between the boundaries of a word and those of its gloss.
fn difference(word: &str, gloss: &str) -> Option<String> {
    let (of_word, of_gloss) = (Parts::of_word(word), Parts::of_gloss(gloss));
    let gloss = abbreviated(gloss);
    let length = of_word.joints.len().max(of_gloss.joints.len());
    let apart = (0..length).find(|at| of_word.joints.get(*at) != of_gloss.joints.get(*at));
    if let Some(at) = apart {
        let counts = format!(
            "{}, {} in its gloss “{gloss}”",
            counted(of_word.morphemes.len(), "morpheme"),
            of_gloss.morphemes.len()
        );
        let morpheme = |parts: &Parts| parts.morphemes.get(at + 1).map(|it| abbreviated(it));
        return Some(match (of_word.joints.get(at), of_gloss.joints.get(at)) {
            (Some(one), Some(other)) => {
                format!("boundary {} is `{one}`, and `{other}` in its gloss “{gloss}”", at + 1)
            }
            (Some(_), None) => {
                let alone = morpheme(&of_word).unwrap_or_default();
                format!("{counts}: nothing stands under “{alone}”")
            }
            _ => {
                let alone = morpheme(&of_gloss).unwrap_or_default();
                format!("{counts}: “{alone}” stands under nothing")
            }
        });
    }
    let (infixes, glossed) = (of_word.infixes.len(), of_gloss.infixes.len());
    if infixes != glossed {
        let ending = if infixes == 1 { "" } else { "es" };
        return Some(format!("{infixes} infix{ending}, {glossed} in its gloss “{gloss}”"));
    }
    let within = (0..infixes).find(|at| of_word.infixes[*at] != of_gloss.infixes[*at])?;
    Some(format!("infix {} has other boundaries in its gloss “{gloss}”", within + 1))
}

#[cfg(test)]
mod tests;
