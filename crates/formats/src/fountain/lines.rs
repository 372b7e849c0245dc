//! The lines of a screenplay: sections, scenes, who speaks and what they say, and all that is done.

use std::{iter::Peekable, str::Lines};

use crate::{
    Flaw,
    blocks::{BlockKind, Counted, Paragraph, Piece, Track, whole},
    bounds::REMARKS_MAX,
    comments::{Said, bounded, end_of, start_of},
    inline::{Inline, Style},
};

use super::{emphasis, notes::MARK};

/// Levels of headings.
const LEVELS: usize = 6;

/// Marks of a line that ends a page.
const PAGE_MARKS_MIN: usize = 3;

/// Bytes of the number of a scene, at most.
const SCENE_NUMBER_BYTES_MAX: usize = 32;

/// How the headings of scenes begin, with a point or a space behind.
const SCENES: [&str; 7] = ["int./ext", "int/ext", "ext./int", "ext/int", "int", "ext", "est"];

/// The same, in its short form.
const SCENE_BOTH: &str = "i/e";

/// A screenplay that is being read.
pub(super) struct Screenplay {
    counted: Counted,
    blocks: Vec<Paragraph>,
    /// What notes say, and behind them what synopses do.
    said: Vec<Said>,
    /// How many notes were met; those that begin a text wait for its first paragraph.
    met: usize,
    waiting: Vec<usize>,
    /// The level of the last section.
    level: usize,
}

/// A line without what is not printed, and what it was.
struct Line<'l> {
    whole: &'l str,
    /// It without the space and the notes at both ends, where marks of the syntax stand.
    inner: &'l str,
    words: String,
}

impl<'l> Line<'l> {
    fn new(whole: &'l str) -> Self {
        let inner = whole.trim_matches(|it: char| it == MARK || it.is_whitespace());
        Self { whole, inner, words: inner.replace(MARK, "").trim().to_owned() }
    }

    /// What is left of it, with the notes that stand at its ends.
    fn noted(&self, left: &str) -> String {
        // There are only notes and space before what is not, and behind it.
        let before = self.whole.find(self.inner).unwrap_or(0);
        let notes = |text: &str| -> String { text.chars().filter(|it| *it == MARK).collect() };
        let (before, behind) = self.whole.split_at(before);
        let behind = behind.get(self.inner.len()..).unwrap_or_default();
        format!("{}{}{}", notes(before), left.trim(), notes(behind))
    }

    /// Whether notes stand in it, and nothing else.
    fn is_note(&self) -> bool {
        self.words.is_empty() && self.whole.contains(MARK)
    }

    /// Whether nothing stands in it, also no note.
    fn is_blank(&self) -> bool {
        is_blank(self.whole)
    }
}

/// Whether a line ends what stands before it. One of two spaces is meant to be empty, and ends nothing.
fn is_blank(line: &str) -> bool {
    line.trim().is_empty() && line != "  "
}

impl Screenplay {
    /// One with these notes, of which so many stand on its title page.
    pub(super) fn new(said: Vec<Said>, on_title_page: usize, counted: Counted) -> Self {
        let waiting = (0..on_title_page).collect();
        Self { counted, blocks: Vec::new(), said, met: on_title_page, waiting, level: 0 }
    }

    pub(super) fn into_parts(self) -> (Vec<Paragraph>, Vec<Said>) {
        (self.blocks, self.said)
    }

    pub(super) fn read(&mut self, text: &str) -> Result<(), Flaw> {
        let mut lines = text.lines().peekable();
        let mut is_apart = true;
        while let Some(line) = lines.next() {
            let line = Line::new(line);
            if line.is_blank() {
                is_apart = true;
                continue;
            }
            let was_apart = std::mem::replace(&mut is_apart, false);
            if line.words.is_empty() {
                // Notes alone are about what stands before them.
                self.notes_alone(line.whole)?;
                is_apart = was_apart;
                continue;
            }
            is_apart = self.line(&line, was_apart, &mut lines)?;
        }
        if let Some(last) = self.blocks.last_mut() {
            for number in std::mem::take(&mut self.waiting) {
                let inline = Inline::Position(start_of(number));
                self.counted.add(&mut last.pieces, inline, Track::NONE)?;
            }
        }
        Ok(())
    }

    /// Reads what begins with a line; whether it stands apart from what follows.
    fn line(
        &mut self,
        line: &Line<'_>,
        is_apart: bool,
        lines: &mut Peekable<Lines<'_>>,
    ) -> Result<bool, Flaw> {
        let words = line.words.as_str();
        let ends = lines.peek().is_none_or(|it| is_blank(it));
        if words.len() >= PAGE_MARKS_MIN && words.bytes().all(|it| it == b'=') {
            self.notes_alone(line.whole)?;
            self.counted.paragraph()?;
            self.blocks.push(Paragraph::new(BlockKind::Break));
            return Ok(true);
        }
        if let Some(synopsis) = words.strip_prefix('=') {
            self.notes_alone(line.whole)?;
            self.synopsis(synopsis)?;
            return Ok(true);
        }
        if words.starts_with('#') {
            let marks = words.bytes().take_while(|it| *it == b'#').count();
            self.level = marks.min(LEVELS);
            let kind = BlockKind::Heading(self.level as u8, String::new());
            let title = line.noted(line.inner.trim_start_matches('#'));
            self.paragraph(kind, &[&title], Style::PLAIN)?;
            return Ok(true);
        }
        // One that is marked as such is no name, whatever follows it.
        if is_scene(words) && is_apart && (ends || words.starts_with('.')) {
            self.scene(line)?;
            return Ok(true);
        }
        if let Some(words) = words.strip_prefix('>') {
            let inner = line.inner.trim_start_matches('>');
            let inner = if words.ends_with('<') { inner.trim_end_matches('<') } else { inner };
            self.paragraph(BlockKind::Body, &[&line.noted(inner)], Style::PLAIN)?;
            return Ok(true);
        }
        if words.starts_with('~') {
            return self.lyrics(line, lines);
        }
        if is_apart && !ends && !words.starts_with('!') && is_character(words) {
            return self.dialogue(line, lines);
        }
        self.action(line, lines)
    }

    /// What is done: lines up to an empty one.
    fn action(&mut self, line: &Line<'_>, lines: &mut Peekable<Lines<'_>>) -> Result<bool, Flaw> {
        let unmarked =
            |line: &Line<'_>| line.noted(line.inner.strip_prefix('!').unwrap_or(line.inner));
        let mut all = vec![unmarked(line)];
        while let Some(next) = lines.next_if(|it| !is_blank(it) && !begins_alone(it)) {
            self.counted.pieces(1)?;
            all.push(unmarked(&Line::new(next)));
        }
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        self.paragraph(BlockKind::Body, &all, Style::PLAIN)?;
        Ok(false)
    }

    /// Lines that are sung.
    fn lyrics(&mut self, line: &Line<'_>, lines: &mut Peekable<Lines<'_>>) -> Result<bool, Flaw> {
        let sung = |it: &str| Line::new(it).inner.starts_with('~');
        let mut all = vec![line.whole];
        while let Some(next) = lines.next_if(|it| sung(it)) {
            self.counted.pieces(1)?;
            all.push(next);
        }
        let all: Vec<String> = all.iter().map(|it| it.trim().replacen('~', "", 1)).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        self.paragraph(BlockKind::Body, &all, Style::ITALIC)?;
        Ok(false)
    }

    /// The heading of a scene, with its number before it where it has one.
    fn scene(&mut self, line: &Line<'_>) -> Result<(), Flaw> {
        let title = line.inner.strip_prefix('.').unwrap_or(line.inner);
        let numbered = title.strip_suffix('#').and_then(|it| it.rsplit_once('#'));
        let is_number = |it: &str| {
            (1..=SCENE_NUMBER_BYTES_MAX).contains(&it.len())
                && it.chars().all(|it| it.is_alphanumeric() || matches!(it, '-' | '.'))
        };
        let (title, number) = match numbered.filter(|it| is_number(it.1)) {
            Some((title, number)) => (title, number.to_owned()),
            None => (title, String::new()),
        };
        let level = (self.level + 1).min(LEVELS) as u8;
        let kind = BlockKind::Heading(level, number);
        self.paragraph(kind, &[&line.noted(title)], Style::PLAIN)
    }

    /// Who speaks, and what they say up to an empty line.
    fn dialogue(&mut self, line: &Line<'_>, lines: &mut Peekable<Lines<'_>>) -> Result<bool, Flaw> {
        // Two that speak at once stand behind each other.
        let name = line.inner.trim_end_matches('^');
        let name = line.noted(name.strip_prefix('@').unwrap_or(name));
        self.paragraph(BlockKind::Body, &[&name], Style::BOLD)?;
        let mut speech: Vec<&str> = Vec::new();
        while let Some(next) = lines.next_if(|it| !is_blank(it)) {
            let words = Line::new(next).words;
            if words.starts_with('(') && words.ends_with(')') {
                self.paragraph(BlockKind::Body, &std::mem::take(&mut speech), Style::PLAIN)?;
                self.paragraph(BlockKind::Body, &[next], Style::ITALIC)?;
            } else {
                self.counted.pieces(1)?;
                speech.push(next.strip_prefix('~').unwrap_or(next));
            }
        }
        self.paragraph(BlockKind::Body, &speech, Style::PLAIN)?;
        Ok(false)
    }

    /// Adds a paragraph of lines, whose letters look like this beside their own emphasis.
    fn paragraph(&mut self, kind: BlockKind, lines: &[&str], look: Style) -> Result<(), Flaw> {
        if lines.iter().all(|it| Line::new(it).is_note()) {
            // Also where there is no line.
            return lines.iter().try_for_each(|it| self.notes_alone(it));
        }
        self.counted.paragraph()?;
        let mut pieces: Vec<Piece> = Vec::new();
        for number in std::mem::take(&mut self.waiting) {
            self.counted.add(&mut pieces, Inline::Position(start_of(number)), Track::NONE)?;
        }
        let mut is_begun = false;
        for line in lines {
            // Notes alone are no line of the text.
            let is_line = !Line::new(line).is_note();
            if is_line && std::mem::replace(&mut is_begun, true) {
                self.counted.add(&mut pieces, Inline::Break, Track::NONE)?;
            }
            for (text, style) in emphasis::runs(line.trim()) {
                for (at, text) in text.split(MARK).enumerate() {
                    if at > 0 {
                        let inline = Inline::Position(start_of(self.met));
                        self.met += 1;
                        self.counted.add(&mut pieces, inline, Track::NONE)?;
                    }
                    self.counted.text(&mut pieces, text, style | look, Track::NONE)?;
                }
            }
        }
        self.blocks.push(Paragraph { pieces: whole(pieces), ..Paragraph::new(kind) });
        Ok(())
    }

    /// Notes without words around them are about the end of what stands before.
    fn notes_alone(&mut self, line: &str) -> Result<(), Flaw> {
        for _ in line.matches(MARK) {
            let number = self.met;
            self.met += 1;
            self.add_remark(number)?;
        }
        Ok(())
    }

    /// Places what is said behind the last paragraph, or before the first.
    fn add_remark(&mut self, number: usize) -> Result<(), Flaw> {
        match self.blocks.last_mut() {
            Some(last) if last.kind != BlockKind::Break => {
                for position in [start_of(number), end_of(number)] {
                    let inline = Inline::Position(position);
                    self.counted.add(&mut last.pieces, inline, Track::NONE)?;
                }
            }
            _ => self.waiting.push(number),
        }
        Ok(())
    }

    /// What a scene or a section is about, which is not printed: a comment.
    fn synopsis(&mut self, text: &str) -> Result<(), Flaw> {
        if self.said.len() >= REMARKS_MAX {
            return Err(Flaw::TooManyRemarks);
        }
        let said = Said { text: bounded(text.trim()), ..Said::default() };
        self.counted.bytes(said.bytes())?;
        let number = self.said.len();
        self.said.push(said);
        self.add_remark(number)
    }
}

/// Whether a line is the heading of a scene.
fn is_scene(words: &str) -> bool {
    if let Some(forced) = words.strip_prefix('.') {
        return forced.starts_with(|it: char| it.is_alphanumeric());
    }
    let begins = |prefix: &str| {
        let head = words.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix));
        head && words[prefix.len()..].starts_with(['.', ' '])
    };
    SCENES.iter().any(|it| begins(it)) || begins(SCENE_BOTH)
}

/// Whether a line names who speaks: letters that are all large, up to what stands in parentheses.
fn is_character(words: &str) -> bool {
    if words.starts_with('@') {
        return words.len() > 1;
    }
    let name = words.split('(').next().unwrap_or_default();
    // What has no large letters in its script is named with `@`.
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

/// Whether a line is none of what is done, though no empty one stands before it.
fn begins_alone(line: &str) -> bool {
    let words = Line::new(line).inner;
    words.starts_with(['#', '>', '~']) || words.starts_with('=')
}
