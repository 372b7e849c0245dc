//! What stands in a paragraph: letters, notes, comments, changes and frames.

use crate::{
    Flaw,
    blocks::{Block, Paragraph, Piece, Track, paragraphs, whole},
    bounds::ELEMENT_SPACES_MAX,
    container::ODF_CONTENT,
    inline::{Inline, Style as Look},
    xml::{Element, Token},
};

use super::{
    body::{Body, is_drawing},
    changes::Parted,
    styles::Letters,
};

/// A paragraph that is being read.
pub(crate) struct Line {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) parted: Parted,
    /// What stands in frames at it.
    pub(crate) boxes: Vec<Block>,
    /// Whether the next space is only the form of the markup.
    is_apart: bool,
    /// Whether letters or notes stand in it, or in what was parted from it.
    is_begun: bool,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            pieces: Vec::new(),
            parted: Parted::default(),
            boxes: Vec::new(),
            // Space at the beginning is none.
            is_apart: true,
            is_begun: false,
        }
    }
}

/// What letters stand in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Within {
    /// How they look, beside the style of their paragraph where this is no emphasis.
    pub(crate) look: Look,
    pub(crate) is_hidden: bool,
    pub(crate) is_link: bool,
    /// Whether bold letters are emphasis: those of headings are not.
    pub(crate) takes_bold: bool,
}

impl<'x> Body<'_, 'x> {
    /// Reads what stands in the element that began last, within a paragraph.
    pub(crate) fn inlines(&mut self, line: &mut Line, within: Within) -> Result<(), Flaw> {
        let end = self.xml.depth();
        while self.xml.depth() >= end {
            match self.xml.next()? {
                Some(Token::Text(text)) => self.letters(line, &text, within)?,
                Some(Token::Open(element)) => self.inline(line, &element, within)?,
                Some(Token::Close) => {}
                None => break,
            }
        }
        Ok(())
    }

    fn inline(
        &mut self,
        line: &mut Line,
        element: &Element<'x>,
        within: Within,
    ) -> Result<(), Flaw> {
        let id = || element.attribute("change-id").unwrap_or_default();
        match element.name() {
            "span" => {
                let style = element.attribute("style-name");
                return self.inlines(line, self.styled(style.as_deref(), within));
            }
            "a" => return self.inlines(line, Within { is_link: true, ..within }),
            "s" => {
                let count = element.attribute("c").and_then(|it| it.parse::<usize>().ok());
                let spaces = " ".repeat(count.unwrap_or(1).min(ELEMENT_SPACES_MAX));
                self.add_letters(line, &spaces, within)?;
                line.is_apart = false;
            }
            "tab" => {
                self.add_letters(line, " ", within)?;
                line.is_apart = false;
            }
            "line-break" => {
                if !within.is_hidden {
                    self.add(line, Inline::Break)?;
                }
                line.is_apart = false;
            }
            "note" => {
                if within.is_hidden {
                    self.discard()?;
                    self.has_hidden = true;
                } else {
                    self.note(line)?;
                }
                line.is_apart = false;
            }
            "annotation" | "annotation-end" => {
                if let Some(position) = self.position(element)? {
                    let inline = Inline::Position(position);
                    self.counted.add(&mut line.pieces, inline, Track::NONE)?;
                }
            }
            "change-start" => self.changes.begin(&id()),
            "change-end" => self.changes.end(&id()),
            "change" => self.deleted(line, &id())?,
            name if is_drawing(name) => {
                let mut boxes = std::mem::take(&mut line.boxes);
                self.drawing(&mut boxes)?;
                line.boxes = boxes;
                line.is_apart = false;
            }
            "hidden-text" => {
                let is_hidden = element.attribute("is-hidden").as_deref() != Some("false");
                let is_hidden = is_hidden || within.is_hidden;
                return self.inlines(line, Within { is_hidden, ..within });
            }
            // The number of a heading as it was last shown, and how letters are spoken.
            "number" | "ruby-text" | "script" | "note-citation" => {
                self.xml.skip()?;
            }
            _ => {}
        }
        Ok(())
    }

    /// How letters of a style look within others.
    fn styled(&self, name: Option<&str>, within: Within) -> Within {
        let Some(style) = name.and_then(|it| self.styles.of_letters(it)) else { return within };
        let letters: Letters = if within.is_link || style.is_of_links {
            style.letters.without_line()
        } else {
            style.letters
        };
        let mut look = letters.over(within.look);
        if !within.takes_bold {
            look = look.without(Look::BOLD);
        }
        Within { look, is_hidden: letters.is_hidden.unwrap_or(within.is_hidden), ..within }
    }

    /// Adds letters of the markup, in which space after space is none.
    fn letters(&mut self, line: &mut Line, text: &str, within: Within) -> Result<(), Flaw> {
        let is_space = |it: char| matches!(it, ' ' | '\t' | '\n' | '\r');
        let mut collapsed = String::with_capacity(text.len());
        for letter in text.chars() {
            if !is_space(letter) {
                collapsed.push(letter);
            } else if !line.is_apart {
                collapsed.push(' ');
            }
            line.is_apart = is_space(letter);
        }
        self.add_letters(line, &collapsed, within)
    }

    fn add_letters(&mut self, line: &mut Line, text: &str, within: Within) -> Result<(), Flaw> {
        let has_words = !text.trim().is_empty();
        if within.is_hidden {
            self.has_hidden |= has_words;
            return Ok(());
        }
        line.is_begun |= has_words;
        let track = self.changes.track();
        self.counted.text(&mut line.pieces, text, within.look, track)
    }

    fn add(&mut self, line: &mut Line, inline: Inline) -> Result<(), Flaw> {
        let track = self.changes.track();
        self.counted.add(&mut line.pieces, inline, track)
    }

    /// Reads a note; one within a note stands behind what names it.
    fn note(&mut self, line: &mut Line) -> Result<(), Flaw> {
        let is_inner = std::mem::replace(&mut self.is_in_note, true);
        let open = self.changes.set_aside();
        let mut blocks = Vec::new();
        let end = self.xml.depth();
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                "note-body" => self.apart(&mut blocks)?,
                _ => self.xml.skip()?,
            }
        }
        self.changes.take_up(open);
        self.is_in_note = is_inner;
        if is_inner {
            line.boxes.append(&mut blocks);
            return Ok(());
        }
        self.counted.entry(ODF_CONTENT, 0)?;
        self.notes.push(paragraphs(blocks));
        line.is_begun = true;
        self.add(line, Inline::Note(self.notes.len()))
    }

    /// Adds what was taken out here. Where paragraphs were taken out, what stands around them was parted by them, and
    /// is one paragraph in the file: its kind is that of the side on which letters were left.
    fn deleted(&mut self, line: &mut Line, id: &str) -> Result<(), Flaw> {
        let Some((content, track)) = self.changes.deleted(id) else { return Ok(()) };
        if content.is_empty() {
            return Ok(());
        }
        let is_begun = line.is_begun;
        let count = content.len();
        line.is_begun |= count > 1;
        for (at, paragraph) in content.into_iter().enumerate() {
            if at > 0 {
                let pieces = whole(std::mem::take(&mut line.pieces));
                let kind = line.parted.kind.take();
                line.parted.before.push((
                    kind,
                    Paragraph { pieces, end: track, ..Paragraph::new(Default::default()) },
                ));
            }
            line.is_begun |= paragraph.pieces.iter().any(|it| match &it.inline {
                Inline::Text(text, _) => !text.trim().is_empty(),
                Inline::Note(_) => true,
                Inline::Break | Inline::Position(_) => false,
            });
            line.pieces.extend(paragraph.pieces);
            // What follows stands behind what was taken out, and not behind the space before it.
            line.is_apart = false;
            let is_of_file = if is_begun { at == 0 } else { at + 1 == count };
            if !is_of_file {
                line.parted.kind = Some(paragraph.kind);
            }
        }
        Ok(())
    }

    /// Reads a frame or a figure: the text in it stands behind the paragraph at which it is.
    pub(crate) fn drawing(&mut self, blocks: &mut Vec<Block>) -> Result<(), Flaw> {
        let end = self.xml.depth();
        let mut has_picture = false;
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                // Of one picture there may be several forms.
                "image" | "object" | "object-ole" | "plugin" => {
                    has_picture = true;
                    self.xml.skip()?;
                }
                "text-box" => self.apart(blocks)?,
                // What is said of it.
                "title" | "desc" => self.xml.skip()?,
                _ => self.block(&element, blocks)?,
            }
        }
        self.pictures += usize::from(has_picture);
        Ok(())
    }
}
