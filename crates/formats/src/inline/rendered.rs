//! What a reader sees of a paragraph: as it is meant, and as Markdown reads what was written of it.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{Context, Piece, PieceKind, Style};
use crate::markdown::{OPTIONS, Opaque};

/// What a reader sees of a paragraph: its letters, and how each looks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rendered {
    pub(super) letters: String,
    /// The looks of letters that are no space.
    styles: Vec<Style>,
}

/// What stands for a note.
const NOTE: char = '\u{fffc}';

impl Rendered {
    fn push(&mut self, text: &str, style: Style) {
        self.letters.push_str(text);
        self.styles.extend(text.chars().filter(|it| *it != ' ').map(|_| style));
    }

    pub(super) fn of(pieces: &[Piece]) -> Self {
        let mut seen = Self::default();
        for piece in pieces {
            match &piece.kind {
                PieceKind::Text(text) => seen.push(text, piece.style),
                PieceKind::Break => seen.letters.push('\n'),
                PieceKind::Note(_) => seen.letters.push(NOTE),
                PieceKind::Position(_) => {}
            }
        }
        seen
    }

    /// What Markdown reads in a text; none when it is no single paragraph.
    pub(super) fn read(text: &str, context: Context, pieces: &[Piece]) -> Option<Self> {
        let mut source = match context {
            Context::Paragraph => text.to_owned(),
            Context::Heading => format!("# {text}"),
            Context::Cell => format!("| {text} |\n|---|\n"),
        };
        // A mark without its note is read as letters.
        for piece in pieces {
            if let PieceKind::Note(number) = piece.kind {
                source.push_str(&format!("\n\n[^{number}]: x"));
            }
        }
        let (mut seen, mut style) = (Self::default(), Style::PLAIN);
        let (mut blocks, mut notes) = (0, 0);
        let source = Opaque::new(&source);
        for event in Parser::new_ext(source.text(), OPTIONS) {
            match event {
                Event::Start(Tag::FootnoteDefinition(_)) => notes += 1,
                Event::End(TagEnd::FootnoteDefinition) => notes -= 1,
                _ if notes > 0 => {}
                Event::Start(Tag::Emphasis) => style = style | Style::ITALIC,
                Event::End(TagEnd::Emphasis) => style = style.without(Style::ITALIC),
                Event::Start(Tag::Strong) => style = style | Style::BOLD,
                Event::End(TagEnd::Strong) => style = style.without(Style::BOLD),
                Event::Start(Tag::Strikethrough) => style = style | Style::STRUCK,
                Event::End(TagEnd::Strikethrough) => style = style.without(Style::STRUCK),
                Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::Table(_)) => blocks += 1,
                Event::Start(Tag::TableHead | Tag::TableRow | Tag::TableCell) | Event::End(_) => {}
                Event::Text(text) => seen.push(&text, style),
                Event::HardBreak => seen.letters.push('\n'),
                Event::FootnoteReference(_) => seen.letters.push(NOTE),
                _ => return None,
            }
        }
        seen.letters = source.with_joiners(seen.letters);
        (blocks == 1).then_some(seen)
    }
}
