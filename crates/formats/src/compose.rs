//! The Markdown of a text before its tracked changes, and what each of these would make of it.

mod changes;
mod marked;

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use crate::{
    Change, Flaw,
    blocks::{Block, BlockKind, Paragraph, Piece},
    bounds::{REMARKS_MAX, TEXT_BYTES_MAX},
    inline::{Context, Inline, Written},
    scenes::is_break,
    tables,
};
use changes::{Compared, Fresh, Group, Made, Note, groups, members, stands};
use marked::{Last, between, bounded, join, paragraph_of};

/// Who changed something, and when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Editor {
    pub(crate) name: String,
    pub(crate) date: Option<String>,
}

/// A text with its notes.
pub(crate) struct Source {
    pub(crate) blocks: Vec<Block>,
    /// The notes by their numbers, less one.
    pub(crate) notes: Vec<Vec<Paragraph>>,
    pub(crate) editors: Vec<Editor>,
    /// Whether an empty paragraph may stand for a break between scenes, where only few paragraphs are empty.
    pub(crate) skips_blank: bool,
}

/// A text as Markdown.
#[derive(Debug, Default)]
pub(crate) struct Composed {
    pub(crate) text: String,
    /// Where the places of the text are now, by their numbers.
    pub(crate) positions: HashMap<usize, usize>,
    pub(crate) changes: Vec<Change>,
}

/// Of so many paragraphs one may be empty for an empty one to be a break between scenes.
const PARAGRAPHS_PER_BLANK_MIN: usize = 8;

/// Writes a text. So many bytes may be written to compare what its tracked changes make of it; what was is taken off.
pub(crate) fn write(source: Source, compared: &mut usize) -> Result<Composed, Flaw> {
    let mut blocks = source.blocks;
    leave_out_empty_marks(&mut blocks, &source.notes);
    mark_breaks(&mut blocks, source.skips_blank);
    let mut first = 0;
    let note = |paragraphs: Vec<Paragraph>| {
        let note = Note::new(first, paragraphs);
        first += note.members;
        note
    };
    let notes: Vec<Note> = source.notes.into_iter().map(note).collect();
    let mut writer = Writer {
        notes: &notes,
        editors: &source.editors,
        out: Composed::default(),
        written: vec![false; notes.len()],
        offered: vec![false; notes.len()],
        fresh: Fresh::new(),
        size: 0,
        last: Last::Nothing,
        left: *compared,
        groups: 0,
    };
    let mut chain: Vec<Paragraph> = Vec::new();
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => {
                let goes_on = paragraph.end.is_changed();
                chain.push(paragraph);
                if !goes_on {
                    writer.chain(&std::mem::take(&mut chain))?;
                }
            }
            Block::Table(rows) => {
                writer.chain(&std::mem::take(&mut chain))?;
                writer.table(&rows)?;
            }
        }
    }
    writer.chain(&chain)?;
    *compared = writer.left;
    let mut out = writer.out;
    if !out.text.is_empty() {
        out.text.push('\n');
    }
    Ok(out)
}

/// Leaves out the marks of notes that are not there: without its note a mark is read as letters.
fn leave_out_empty_marks(blocks: &mut [Block], notes: &[Vec<Paragraph>]) {
    let leads = |number: usize| notes.get(number - 1).is_some_and(|it| !it.is_empty());
    let clean = |paragraph: &mut Paragraph| {
        let stays = |it: &Piece| !matches!(it.inline, Inline::Note(number) if !leads(number));
        paragraph.pieces.retain(stays);
    };
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => clean(paragraph),
            Block::Table(rows) => rows.iter_mut().flatten().for_each(clean),
        }
    }
}

/// Decides which paragraphs are breaks between scenes. In a text whose paragraphs follow each other without empty
/// ones, an empty one between two of them is one.
fn mark_breaks(blocks: &mut [Block], skips_blank: bool) {
    let is_prose = |block: Option<&Block>| {
        matches!(block, Some(Block::Paragraph(it))
            if matches!(it.kind, BlockKind::Body) && !it.is_blank() && !is_break(&it.letters()))
    };
    let is_blank = |block: &Block| match block {
        Block::Paragraph(it) => it.is_blank() && it.kind == BlockKind::Body && !it.is_changed(),
        Block::Table(_) => false,
    };
    let lone: Vec<usize> = (1..blocks.len())
        .filter(|at| {
            is_blank(&blocks[*at]) && is_prose(blocks.get(at - 1)) && is_prose(blocks.get(at + 1))
        })
        .collect();
    let prose = blocks.iter().filter(|it| is_prose(Some(it))).count();
    if skips_blank && lone.len() * PARAGRAPHS_PER_BLANK_MIN <= prose {
        for at in lone {
            if let Block::Paragraph(paragraph) = &mut blocks[at] {
                paragraph.kind = BlockKind::Break;
            }
        }
    }
    for block in blocks.iter_mut() {
        if let Block::Paragraph(paragraph) = block
            && paragraph.kind == BlockKind::Body
            && !paragraph.is_changed()
            && is_break(&paragraph.letters())
        {
            paragraph.kind = BlockKind::Break;
        }
    }
}

struct Writer<'s> {
    notes: &'s [Note],
    editors: &'s [Editor],
    out: Composed,
    /// Which notes stand in the text already.
    written: Vec<bool>,
    /// Which notes a change would bring.
    offered: Vec<bool>,
    /// The notes that are written behind the present chain. Each is such a note of one chain at most, and of one more
    /// as part of a change, so that no note is read for each of its marks.
    fresh: Fresh,
    /// The pieces and ends of paragraphs of the present chain and of those notes.
    size: usize,
    last: Last,
    /// Bytes that may still be written to compare.
    left: usize,
    /// What was changed so far, at a stretch each.
    groups: usize,
}

impl Writer<'_> {
    /// Writes paragraphs of which each goes on in the next one, before or after a change.
    fn chain(&mut self, chain: &[Paragraph]) -> Result<(), Flaw> {
        if chain.is_empty() {
            return Ok(());
        }
        self.take_notes(chain.iter(), members(chain));
        self.write_base(chain)
    }

    /// Writes a chain, and the notes behind it, as they were before all changes; then what these make of them.
    fn write_base(&mut self, chain: &[Paragraph]) -> Result<(), Flaw> {
        let (base, separator, last) = self.written(chain, &[])?;
        let start = self.append(&base.text, separator);
        within(&self.out.text)?;
        for (number, at) in &base.positions {
            self.out.positions.entry(*number).or_insert(start + at);
        }
        let is_empty = base.text.is_empty();
        drop(base);
        let changed = |number: &usize| self.notes[number - 1].is_changed;
        if chain.iter().any(Paragraph::is_changed) || self.fresh.keys().any(changed) {
            // The text of the chain is not kept twice.
            let text = std::mem::take(&mut self.out.text);
            self.changes(chain, &text[start..], start)?;
            self.out.text = text;
        }
        if !is_empty {
            self.last = last;
        }
        for (number, is_named) in std::mem::take(&mut self.fresh) {
            let notes = if is_named { &mut self.written } else { &mut self.offered };
            notes[number - 1] = true;
        }
        Ok(())
    }

    /// Finds out which notes are written behind paragraphs of so many members. Each stands in the text once, behind
    /// its first mark.
    fn take_notes<'p>(&mut self, paragraphs: impl Iterator<Item = &'p Paragraph>, members: usize) {
        self.fresh.clear();
        for piece in paragraphs.flat_map(|it| &it.pieces) {
            let Inline::Note(number) = piece.inline else { continue };
            let is_named = piece.track.is_before;
            if !self.written[number - 1] && (is_named || !self.offered[number - 1]) {
                *self.fresh.entry(number).or_default() |= is_named;
            }
        }
        self.size = members;
        self.size += self.fresh.keys().map(|it| self.notes[it - 1].members).sum::<usize>();
    }

    /// Appends a text; where it begins.
    fn append(&mut self, text: &str, separator: &str) -> usize {
        if text.is_empty() {
            return self.out.text.len();
        }
        self.out.text.push_str(separator);
        let start = self.out.text.len();
        self.out.text.push_str(text);
        start
    }

    fn table(&mut self, rows: &[Vec<Paragraph>]) -> Result<(), Flaw> {
        let cell = |paragraph: &Paragraph| {
            let inlines: Vec<Inline> =
                paragraph.pieces.iter().map(|it| it.inline.clone()).collect();
            bounded(&inlines, Context::Cell)
        };
        let cells: Vec<Vec<Written>> =
            rows.iter().map(|row| row.iter().map(cell).collect()).collect::<Result<_, Flaw>>()?;
        if cells.iter().flatten().all(|it| it.text.is_empty()) {
            return Ok(());
        }
        let table = tables::write(cells);
        let separator = if self.last == Last::Nothing { "" } else { "\n\n" };
        let start = self.append(&table.text, separator);
        for (number, at) in table.positions {
            self.out.positions.entry(number).or_insert(start + at);
        }
        self.last = Last::Block;
        within(&self.out.text)?;
        // The notes that the cells name stand behind the table.
        self.take_notes(rows.iter().flatten(), 0);
        self.write_base(&[])
    }

    /// The paragraphs of a chain with those changes made that are named, and behind them the notes that they name
    /// first; what stands between the text so far and them, and what stands before what comes next.
    fn written(
        &self,
        chain: &[Paragraph],
        made: Made<'_>,
    ) -> Result<(Written, &'static str, Last), Flaw> {
        let mut out = Written::default();
        let mut last = self.last;
        let mut lines: Vec<Inline> = Vec::new();
        let mut member = 0;
        let mut first = None;
        for (at, paragraph) in chain.iter().enumerate() {
            for piece in &paragraph.pieces {
                if stands(piece.track, member, made) {
                    lines.push(piece.inline.clone());
                }
                member += 1;
            }
            let ends = stands(paragraph.end, member, made) || at + 1 == chain.len();
            member += 1;
            if ends {
                let (text, kind) = paragraph_of(&paragraph.kind, &lines, last)?;
                lines.clear();
                if text.text.is_empty() {
                    continue;
                }
                let separator = between(last, kind);
                join(&mut out, text, if first.is_some() { separator } else { "" });
                first.get_or_insert(separator);
                last = kind;
                within(&out.text)?;
            }
        }
        for number in self.named(chain, made) {
            join(&mut out, self.note(number, members(chain), made)?, "\n\n");
            last = Last::Block;
            within(&out.text)?;
        }
        Ok((out, first.unwrap_or(""), last))
    }

    /// A note, named in a chain of so many members.
    fn note(&self, number: usize, chain: usize, made: Made<'_>) -> Result<Written, Flaw> {
        let mut member = chain + self.notes[number - 1].first;
        let mut out = Written { text: format!("[^{number}]: "), positions: Vec::new() };
        let begin = out.text.len();
        for paragraph in &self.notes[number - 1].paragraphs {
            let mut lines = Vec::new();
            for piece in &paragraph.pieces {
                if stands(piece.track, member, made) && !matches!(piece.inline, Inline::Note(_)) {
                    lines.push(piece.inline.clone());
                }
                member += 1;
            }
            member += 1;
            let written = bounded(&lines, Context::Paragraph)?;
            if !written.text.is_empty() {
                let separator = if out.text.len() > begin { "\n\n    " } else { "" };
                join(&mut out, written, separator);
            }
        }
        Ok(out)
    }

    /// The notes that are written behind a chain, in the order of their marks; those of a table have no chain.
    fn named(&self, chain: &[Paragraph], made: Made<'_>) -> Vec<usize> {
        if chain.is_empty() {
            return self.fresh.keys().copied().collect();
        }
        let mut seen = HashSet::new();
        let mut named = Vec::new();
        let mut member = 0;
        for paragraph in chain {
            for piece in &paragraph.pieces {
                if let Inline::Note(number) = piece.inline
                    && stands(piece.track, member, made)
                    && self.fresh.contains_key(&number)
                    && seen.insert(number)
                {
                    named.push(number);
                }
                member += 1;
            }
            member += 1;
        }
        named
    }

    /// Finds out what the changes of a chain make of its text, which stands at `start`.
    fn changes(&mut self, chain: &[Paragraph], base: &str, start: usize) -> Result<(), Flaw> {
        let groups = groups(chain, self.notes, &self.fresh, self.editors);
        self.groups += groups.len();
        if self.groups > REMARKS_MAX {
            return Err(Flaw::TooManyRemarks);
        }
        let size = base.len() + self.size;
        let mut sets: Vec<Vec<Group>> = groups.into_iter().map(|it| vec![it]).collect();
        if sets.len().saturating_mul(size) > self.left {
            sets = vec![sets.into_iter().flatten().collect()];
        }
        let mut done: Vec<Compared> = Vec::new();
        for mut groups in sets {
            let mut last = self.compared(chain, groups, base)?;
            // What cannot be told apart from the change before is one with it.
            while let Some(before) = done.last()
                && last.overlaps(before)
            {
                groups = done.pop().map(|it| it.groups).unwrap_or_default();
                groups.append(&mut last.groups);
                if self.left < size {
                    // Too much was compared already: all of them are one.
                    let earlier = std::mem::take(&mut done).into_iter().flat_map(|it| it.groups);
                    groups = earlier.chain(groups).collect();
                }
                last = self.compared(chain, groups, base)?;
            }
            if !last.is_nothing() {
                done.push(last);
            }
        }
        for Compared { groups, range, after } in done {
            let editor = groups.first().map_or(0, |it| it.editor as usize);
            let editor = self.editors.get(editor).cloned().unwrap_or_default();
            self.out.changes.push(Change {
                range: start + range.start..start + range.end,
                after,
                author: editor.name,
                date: editor.date,
            });
        }
        Ok(())
    }

    /// Where the text of a chain differs when changes are made, and what stands there then.
    fn compared(
        &mut self,
        chain: &[Paragraph],
        groups: Vec<Group>,
        base: &str,
    ) -> Result<Compared, Flaw> {
        let made: Vec<Range<usize>> = groups.iter().map(|it| it.members.clone()).collect();
        let (Written { text, .. }, ..) = self.written(chain, &made)?;
        self.left = self.left.saturating_sub(text.len().max(base.len()) + self.size);
        let shared = |one: &mut dyn Iterator<Item = (char, char)>| {
            one.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
        };
        let start = shared(&mut base.chars().zip(text.chars()));
        let (rest, other) = (&base[start..], &text[start..]);
        let end = shared(&mut rest.chars().rev().zip(other.chars().rev()));
        let after = text[start..text.len() - end].to_owned();
        Ok(Compared { groups, range: start..base.len() - end, after })
    }
}

/// That a text is not too long.
fn within(text: &str) -> Result<(), Flaw> {
    if text.len() > TEXT_BYTES_MAX { Err(Flaw::TextTooLong) } else { Ok(()) }
}
