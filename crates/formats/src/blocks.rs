//! A text as it was packed: paragraphs and tables, made of pieces that stand in the text before its tracked changes,
//! after them, or in both.

use crate::{
    Flaw,
    bounds::{CELLS_MAX, PARAGRAPHS_MAX, PIECES_MAX, TABLE_ENTRIES_MAX, TEXT_BYTES_MAX},
    container::displayed,
    inline::{Inline, Style},
};

/// In which of the two texts something stands: the one before the tracked changes, and the one after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Track {
    pub(crate) is_before: bool,
    pub(crate) is_after: bool,
    /// Who changed it, as an index into a list; the first is nobody.
    pub(crate) editor: u32,
}

impl Track {
    /// What no tracked change is about.
    pub(crate) const NONE: Self = Self { is_before: true, is_after: true, editor: 0 };

    /// What an editor has put in within this.
    pub(crate) fn inserted(self, editor: u32) -> Self {
        Self { is_before: false, editor, ..self }
    }

    /// What an editor has taken out within this.
    pub(crate) fn deleted(self, editor: u32) -> Self {
        Self { is_after: false, editor, ..self }
    }

    /// This, where it stands in something that was changed too.
    pub(crate) fn within(self, outer: Self) -> Self {
        Self {
            is_before: self.is_before && outer.is_before,
            is_after: self.is_after && outer.is_after,
            editor: outer.editor,
        }
    }

    pub(crate) const fn is_changed(self) -> bool {
        !self.is_before || !self.is_after
    }
}

/// A part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) inline: Inline,
    pub(crate) track: Track,
}

/// What a paragraph is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum BlockKind {
    #[default]
    Body,
    /// A heading of a level from 1 to 6, with the number that its style gives it.
    Heading(u8, String),
    /// The title of the whole book.
    Title,
    Quote,
    /// An item of a list that begins with this number, where it counts.
    Item {
        start: Option<u32>,
        level: u8,
    },
    /// A break between scenes without a letter in it.
    Break,
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) kind: BlockKind,
    pub(crate) pieces: Vec<Piece>,
    /// In which texts it ends, and does not go on with the next one.
    pub(crate) end: Track,
}

impl Paragraph {
    pub(crate) fn new(kind: BlockKind) -> Self {
        Self { kind, pieces: Vec::new(), end: Track::NONE }
    }

    /// Its letters, in the text before all changes.
    pub(crate) fn letters(&self) -> String {
        let mut all = String::new();
        for piece in self.pieces.iter().filter(|it| it.track.is_before) {
            match &piece.inline {
                Inline::Text(text, _) => all.push_str(text),
                Inline::Break => all.push(' '),
                Inline::Note(_) | Inline::Position(_) => {}
            }
        }
        all
    }

    /// Whether a reader sees nothing of it before any change.
    pub(crate) fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| match &piece.inline {
            _ if !piece.track.is_before => true,
            Inline::Text(text, _) => text.trim().is_empty(),
            Inline::Break | Inline::Position(_) => true,
            Inline::Note(_) => false,
        })
    }

    /// Whether a tracked change is about something of it.
    pub(crate) fn is_changed(&self) -> bool {
        self.end.is_changed() || self.pieces.iter().any(|it| it.track.is_changed())
    }
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    Paragraph(Paragraph),
    /// Rows of cells, each of which is one paragraph.
    Table(Vec<Vec<Paragraph>>),
}

/// The pieces of a paragraph that is whole, without room for more.
pub(crate) fn whole(mut pieces: Vec<Piece>) -> Vec<Piece> {
    for piece in &mut pieces {
        if let Inline::Text(text, _) = &mut piece.inline {
            text.shrink_to_fit();
        }
    }
    pieces.shrink_to_fit();
    pieces
}

/// The paragraphs of blocks, with those of the cells of their tables.
pub(crate) fn paragraphs(blocks: Vec<Block>) -> Vec<Paragraph> {
    let all = blocks.into_iter().flat_map(|block| match block {
        Block::Paragraph(paragraph) => vec![paragraph],
        Block::Table(rows) => rows.into_iter().flatten().collect(),
    });
    all.collect()
}

/// Adds a cell to the last row of a table; to a row of its own where none has begun.
pub(crate) fn add_cell(rows: &mut Vec<Vec<Vec<Paragraph>>>, inner: Vec<Block>) {
    let cell = paragraphs(inner);
    match rows.last_mut() {
        Some(row) => row.push(cell),
        None => rows.push(vec![cell]),
    }
}

/// Adds a table of rows of cells, each of which has paragraphs. One of a single column, with other tables in it, with
/// several paragraphs in a cell or with changes is only there for its frame, and becomes its paragraphs.
pub(crate) fn add_table(
    blocks: &mut Vec<Block>,
    rows: Vec<Vec<Vec<Paragraph>>>,
    has_inner: bool,
    counted: &mut Counted,
) -> Result<(), Flaw> {
    let is_frame = has_inner
        || rows.iter().all(|row| row.len() < 2)
        || rows.iter().flatten().any(|cell| {
            cell.iter().filter(|it| !it.is_blank()).count() > 1
                || cell.iter().any(Paragraph::is_changed)
        });
    if is_frame {
        let all = rows.into_iter().flatten().flatten();
        blocks.extend(all.map(Block::Paragraph));
        return Ok(());
    }
    counted.filling(&rows)?;
    let first = |cell: Vec<Paragraph>| {
        let found = cell.iter().position(|it| !it.is_blank()).unwrap_or(0);
        cell.into_iter().nth(found).unwrap_or_else(|| Paragraph::new(BlockKind::Body))
    };
    let rows = rows.into_iter().map(|row| row.into_iter().map(first).collect());
    blocks.push(Block::Table(rows.collect()));
    Ok(())
}

/// What is said of hidden text, which is left out.
pub(crate) const HIDDEN_TEXT: &str = "hidden text";

/// What is said of so many pictures, which are left out.
pub(crate) fn pictures(count: usize) -> Vec<String> {
    match count {
        0 => Vec::new(),
        1 => vec!["a picture".to_owned()],
        count => vec![format!("{count} pictures")],
    }
}

/// Counts what is kept of one book, against its bounds. Whatever grows with a file is counted here before it is kept.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    pieces: usize,
    paragraphs: usize,
    cells: usize,
    entries: usize,
    bytes: usize,
}

impl Counted {
    /// Adds a piece to a paragraph; letters of the same look as those before become one with them.
    pub(crate) fn add(
        &mut self,
        pieces: &mut Vec<Piece>,
        inline: Inline,
        track: Track,
    ) -> Result<(), Flaw> {
        if let Inline::Text(text, _) = &inline {
            self.bytes(text.len())?;
        }
        if let (Some(last), Inline::Text(more, style)) = (pieces.last_mut(), &inline)
            && last.track == track
            && let Inline::Text(text, before) = &mut last.inline
            && before == style
        {
            text.push_str(more);
            return Ok(());
        }
        self.pieces(1)?;
        pieces.push(Piece { inline, track });
        Ok(())
    }

    /// Adds letters.
    pub(crate) fn text(
        &mut self,
        pieces: &mut Vec<Piece>,
        text: &str,
        style: Style,
        track: Track,
    ) -> Result<(), Flaw> {
        if text.is_empty() {
            return Ok(());
        }
        self.add(pieces, Inline::Text(text.to_owned(), style), track)
    }

    /// Counts pieces.
    pub(crate) fn pieces(&mut self, count: usize) -> Result<(), Flaw> {
        self.pieces += count;
        if self.pieces > PIECES_MAX { Err(Flaw::TooManyPieces) } else { Ok(()) }
    }

    /// Counts a paragraph.
    pub(crate) fn paragraph(&mut self) -> Result<(), Flaw> {
        self.paragraphs += 1;
        if self.paragraphs > PARAGRAPHS_MAX { Err(Flaw::TooManyParagraphs) } else { Ok(()) }
    }

    /// Counts a row or a cell of a table.
    pub(crate) fn cell(&mut self) -> Result<(), Flaw> {
        self.cells(1)
    }

    /// Counts the cells that fill up the rows of a table.
    pub(crate) fn filling<T>(&mut self, rows: &[Vec<T>]) -> Result<(), Flaw> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        self.cells(rows.iter().map(|row| columns - row.len()).fold(0, usize::saturating_add))
    }

    fn cells(&mut self, count: usize) -> Result<(), Flaw> {
        self.cells = self.cells.saturating_add(count);
        if self.cells > CELLS_MAX { Err(Flaw::TooManyCells) } else { Ok(()) }
    }

    /// Counts an entry of a table that a part has, with the bytes that are kept of it.
    pub(crate) fn entry(&mut self, part: &str, bytes: usize) -> Result<(), Flaw> {
        self.entries += 1;
        if self.entries > TABLE_ENTRIES_MAX {
            return Err(Flaw::TooManyEntries(displayed(part)));
        }
        self.bytes(bytes)
    }

    /// Counts bytes of letters or names.
    pub(crate) fn bytes(&mut self, count: usize) -> Result<(), Flaw> {
        self.bytes = self.bytes.saturating_add(count);
        if self.bytes > TEXT_BYTES_MAX { Err(Flaw::TextTooLong) } else { Ok(()) }
    }
}
