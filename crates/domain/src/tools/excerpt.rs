//! Texts of the project in the answers of tools: a part of a text with its place, shown as data.

use super::CONTENT_CHARS_MAX;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The part.
    pub text: String,
    /// Its first character, from 0 on.
    pub start: usize,
    /// The character after its last one.
    pub end: usize,
    /// The line it begins in, from 1 on.
    pub line: usize,
    /// The line it ends in.
    pub last_line: usize,
    /// The characters of the whole text.
    pub characters: usize,
}

/// As much of `text` from the character `start` on as an answer holds. It ends with a line where that
/// leaves out less than half of it, else with a word.
pub fn excerpt(text: &str, start: usize) -> Excerpt {
    let byte = byte_of(text, start);
    let (before, rest) = text.split_at(byte);
    let at = Position { start: before.chars().count(), line: line_at(text, byte) };
    let characters = at.start + rest.chars().count();
    Excerpt { characters, ..at.excerpt(beginning(rest, CONTENT_CHARS_MAX)) }
}

/// A text in parts that follow each other, each of which takes at most so many characters of an answer.
pub fn excerpts(text: &str, chars_max: usize) -> Vec<Excerpt> {
    let characters = text.chars().count();
    let (mut parts, mut rest) = (Vec::new(), text);
    let mut at = Position { start: 0, line: 1 };
    while !rest.is_empty() {
        let part = beginning(rest, chars_max);
        let read = Excerpt { characters, ..at.excerpt(part) };
        at = Position { start: read.end, line: at.line + part.matches('\n').count() };
        parts.push(read);
        rest = &rest[part.len()..];
    }
    parts
}

/// Where a part of a text begins.
struct Position {
    start: usize,
    line: usize,
}

impl Position {
    fn excerpt(&self, part: &str) -> Excerpt {
        let end = self.start + part.chars().count();
        Excerpt {
            text: part.to_owned(),
            start: self.start,
            end,
            line: self.line,
            last_line: self.line + part.trim_end_matches('\n').matches('\n').count(),
            characters: end,
        }
    }
}

/// As much of the beginning of a text as takes at most so many characters of an answer.
fn beginning(text: &str, chars_max: usize) -> &str {
    // Most texts are far shorter: their bytes are counted, which is many times faster.
    if text.bytes().map(cost_max).sum::<usize>() <= chars_max {
        return text;
    }
    let mut cost = 0;
    let too_long = text.char_indices().find(|(_, letter)| {
        cost += cost_of(*letter);
        cost > chars_max
    });
    match too_long {
        Some((byte, _)) => &text[..end_of_line_or_word(&text[..byte])],
        None => text,
    }
}

/// The line, from 1 on, of the character `start` of a text.
pub fn line_of(text: &str, start: i64) -> i64 {
    let start = usize::try_from(start).unwrap_or(0);
    i64::try_from(line_at(text, byte_of(text, start))).unwrap_or(i64::MAX)
}

fn line_at(text: &str, byte: usize) -> usize {
    text[..byte].matches('\n').count() + 1
}

fn byte_of(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(byte, _)| byte)
}

/// What a character takes of an answer, at the most of its text and its JSON: a line break begins a
/// quoted line, and JSON escapes some.
fn cost_of(letter: char) -> usize {
    match letter {
        '"' | '\\' | '\t' => 2,
        '\n' => "\n> ".len(),
        letter if letter < ' ' || BREAKS.contains(&letter) => "\\u0000".len(),
        _ => 1,
    }
}

/// No less than what the character takes that this byte begins, for each byte of a text.
const fn cost_max(byte: u8) -> usize {
    if byte >= b' ' && byte != b'"' && byte != b'\\' && byte < 0x80 { 1 } else { "\\u0000".len() }
}

/// Where a beginning of a text is cut.
fn end_of_line_or_word(beginning: &str) -> usize {
    let line = beginning.rfind('\n').map(|at| at + 1).filter(|at| at * 2 > beginning.len());
    let word = || {
        let (at, space) = beginning.char_indices().rfind(|(_, it)| it.is_whitespace())?;
        Some(at + space.len_utf8())
    };
    line.or_else(word).unwrap_or(beginning.len())
}

/// What ends a line for some reader.
const BREAKS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// A text of the project as an answer shows it: each of its lines behind a mark, so that no line of it
/// reads as one of the answer, whatever its reader takes for the end of a line.
pub fn quoted(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let lines: Vec<String> = text.split(BREAKS).map(|line| format!("> {line}")).collect();
    lines.join("\n")
}

/// A title or name in quotation marks. Those in it are turned into single ones, so that it cannot end before
/// its end and go on as a sentence of the answer.
pub fn in_marks(name: &str) -> String {
    let name = name.replace('“', "‘").replace('”', "’");
    format!("“{name}”")
}

/// The beginning of a text in one line, of at most so many characters.
pub fn short(text: &str, chars_max: usize) -> String {
    let text = text.trim();
    let mut short: String = text.chars().take(chars_max).collect();
    if text.chars().nth(chars_max).is_some() {
        short.pop();
        short.push('…');
    }
    short.replace(|letter: char| letter.is_control() || BREAKS.contains(&letter), " ")
}
