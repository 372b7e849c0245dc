//! Reads the characters of a pattern one by one, and says where it cannot go on.

use std::fmt;

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::DEPTH_MAX;

/// Why and where a pattern cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// How many characters of the pattern stand before it.
    pub position: usize,
    /// What could stand there.
    pub expected: String,
    /// The character that stands there; none at the end.
    pub found: Option<char>,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            to,
            "the pattern cannot be read at position {}: expected {}, found ",
            self.position, self.expected
        )?;
        match self.found {
            Some(found) => write!(to, "“{}”", found.escape_debug()),
            None => write!(to, "its end"),
        }
    }
}

/// Characters of a step of a pattern, and the next one.
#[derive(Debug, Clone)]
pub(super) struct Scan<'t> {
    chars: &'t [char],
    /// The next character, counted from the pattern's beginning.
    pub(super) at: usize,
    /// Where the step ends.
    end: usize,
}

impl<'t> Scan<'t> {
    pub(super) fn new(chars: &'t [char], at: usize, end: usize) -> Self {
        Self { chars, at, end }
    }

    /// The same, but ending there.
    pub(super) fn until(self, end: usize) -> Self {
        Self { end, ..self }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.ahead(0)
    }

    /// The character so many behind the next one.
    pub(super) fn ahead(&self, by: usize) -> Option<char> {
        (self.at + by < self.end).then(|| self.chars[self.at + by])
    }

    pub(super) fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    /// Whether blanks were passed over.
    pub(super) fn skip_blanks(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
        self.at > start
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.end
    }

    pub(super) fn unreadable(&self, expected: impl Into<String>) -> Unreadable {
        Unreadable { position: self.at, expected: expected.into(), found: self.peek() }
    }

    /// The sequences of a bracket that is open, up to its end. `read` reads one, which is not empty and of which
    /// errors say that it is `expected`; `depth` brackets are open around this one.
    pub(super) fn bracket<T>(
        &mut self,
        depth: usize,
        expected: &str,
        mut read: impl FnMut(&mut Self) -> Result<T, Unreadable>,
    ) -> Result<Vec<T>, Unreadable> {
        if depth >= DEPTH_MAX {
            return Err(self.unreadable(format!("at most {DEPTH_MAX} brackets in each other")));
        }
        let mut sequences = Vec::new();
        loop {
            sequences.push(read(self)?);
            if self.eat(')') {
                return Ok(sequences);
            }
            if !self.eat('|') {
                return Err(self.unreadable(format!("{expected}, “|” or “)”")));
            }
        }
    }

    /// How many characters an arrow takes that stands here; none where there is no arrow.
    pub(super) fn arrow(&self) -> Option<usize> {
        match (self.peek()?, self.ahead(1)) {
            ('→' | '⇒' | '>', _) => Some(1),
            ('-' | '=', Some('>')) => Some(2),
            _ => None,
        }
    }

    /// Whether three dots stand here, as one character or three; how many characters they take.
    pub(super) fn dots(&self) -> Option<usize> {
        match self.peek()? {
            '…' => Some(1),
            '.' if self.ahead(1) == Some('.') && self.ahead(2) == Some('.') => Some(3),
            _ => None,
        }
    }

    /// A letter of the language with the marks that belong to it; none where none stands.
    pub(super) fn sound(&mut self) -> Option<String> {
        let mut sound = String::from(self.peek().filter(|it| is_sound(*it))?);
        self.at += 1;
        self.marks(&mut sound);
        Some(sound.nfc().collect())
    }

    /// Adds the combining marks that stand here, and what a tie joins.
    fn marks(&mut self, sound: &mut String) {
        while let Some(mark) = self.peek().filter(|it| is_combining_mark(*it)) {
            sound.push(mark);
            self.at += 1;
            if is_tie(mark) {
                sound.extend(self.take());
            }
        }
    }

    /// What stands between quotation marks, which stand here.
    pub(super) fn quoted(&mut self) -> Result<String, Unreadable> {
        let close = if self.take() == Some('“') { '”' } else { '"' };
        let mut text = String::new();
        loop {
            match self.take() {
                Some(end) if end == close || end == '"' => return Ok(text),
                Some(other) => text.push(other),
                None => return Err(self.unreadable(format!("{close} behind a quotation"))),
            }
        }
    }

    /// A name of letters, digits and `_`, which may be empty.
    pub(super) fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(next) = self.peek().filter(|it| it.is_alphanumeric() || *it == '_') {
            name.push(next);
            self.at += 1;
        }
        name
    }
}

/// Whether a character is a letter of a language, by itself: all but capital letters, which are names.
pub(super) fn is_sound(letter: char) -> bool {
    (letter.is_alphanumeric() && !letter.is_uppercase()) || matches!(letter, '’' | '\'' | 'ʼ')
}

/// Whether a mark joins the letters on both sides of it.
pub(super) fn is_tie(mark: char) -> bool {
    matches!(mark, '\u{361}' | '\u{35c}')
}
