//! The Markdown of a text before its tracked changes, and what each of these would make of it.

mod changes;

use std::{collections::HashMap, ops::Range};

use crate::{
    Change, Flaw,
    blocks::{Block, BlockKind, Paragraph},
    bounds::{COMPARED_BYTES_MAX, TEXT_BYTES_MAX},
    inline::{self, Context, Inline, Written},
    scenes::{SCENE_BREAK, is_break},
    tables,
};
use changes::{Compared, Group, Made, Note, groups, members, stands};

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

/// Levels of lists.
const LIST_LEVELS: usize = 9;

/// Of so many paragraphs one may be empty for an empty one to be a break between scenes.
const PARAGRAPHS_PER_BLANK_MIN: usize = 8;

/// Writes a text.
pub(crate) fn write(source: Source) -> Result<Composed, Flaw> {
    let mut blocks = source.blocks;
    mark_breaks(&mut blocks, source.skips_blank);
    let mut first = 0;
    let note = |paragraphs: Vec<Paragraph>| {
        let note = Note { first, paragraphs };
        first += members(&note.paragraphs);
        note
    };
    let notes: Vec<Note> = source.notes.into_iter().map(note).collect();
    let mut writer = Writer {
        notes: &notes,
        editors: &source.editors,
        out: Composed::default(),
        written: vec![false; notes.len()],
        last: Last::Nothing,
        left: COMPARED_BYTES_MAX,
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
    let mut out = writer.out;
    if !out.text.is_empty() {
        out.text.push('\n');
    }
    Ok(out)
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

/// What stands before the next paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Block,
    /// An item of a list of a level, and the numbers of the last items of the levels.
    Item(u8, [u32; LIST_LEVELS]),
    Quote,
}

struct Writer<'s> {
    notes: &'s [Note],
    editors: &'s [Editor],
    out: Composed,
    /// Which notes stand in the text already.
    written: Vec<bool>,
    last: Last,
    /// Bytes that may still be written to compare.
    left: usize,
}

impl Writer<'_> {
    /// Writes paragraphs of which each goes on in the next one, before or after a change.
    fn chain(&mut self, chain: &[Paragraph]) -> Result<(), Flaw> {
        if chain.is_empty() {
            return Ok(());
        }
        let (base, last) = self.written(chain, &[]);
        let start = self.append(&base.text, self.separator(chain));
        self.check()?;
        for (number, at) in &base.positions {
            self.out.positions.entry(*number).or_insert(start + at);
        }
        if chain.iter().any(Paragraph::is_changed) || self.has_changed_note(chain) {
            self.changes(chain, &base.text, start);
        }
        // Notes are written only once, in the text as it is.
        for number in self.named(chain, &[]) {
            self.written[number - 1] = true;
        }
        if !base.text.is_empty() {
            self.last = last;
        }
        Ok(())
    }

    /// What stands between the text so far and a chain.
    fn separator(&self, chain: &[Paragraph]) -> &'static str {
        let first = chain.first().map(|it| &it.kind);
        match (self.last, first) {
            (Last::Nothing, _) => "",
            (Last::Item(..), Some(BlockKind::Item { .. })) => "\n",
            (Last::Quote, Some(BlockKind::Quote)) => "\n>\n",
            _ => "\n\n",
        }
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

    fn check(&self) -> Result<(), Flaw> {
        if self.out.text.len() > TEXT_BYTES_MAX { Err(Flaw::TextTooLong) } else { Ok(()) }
    }

    fn table(&mut self, rows: &[Vec<Paragraph>]) -> Result<(), Flaw> {
        let cell = |paragraph: &Paragraph| {
            let inlines: Vec<Inline> =
                paragraph.pieces.iter().map(|it| it.inline.clone()).collect();
            inline::write(&inlines, Context::Cell)
        };
        let rows: Vec<Vec<Written>> =
            rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        if rows.iter().flatten().all(|it| it.text.is_empty()) {
            return Ok(());
        }
        let table = tables::write(rows);
        let separator = if self.last == Last::Nothing { "" } else { "\n\n" };
        let start = self.append(&table.text, separator);
        for (number, at) in table.positions {
            self.out.positions.entry(number).or_insert(start + at);
        }
        self.last = Last::Block;
        self.check()
    }

    /// The paragraphs of a chain with those changes made that are named, and behind them the notes that they name
    /// first.
    fn written(&self, chain: &[Paragraph], made: Made<'_>) -> (Written, Last) {
        let mut out = Written::default();
        let mut last = self.last;
        let mut lines: Vec<Inline> = Vec::new();
        let mut member = 0;
        let mut is_first = true;
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
                let (text, kind) = paragraph_of(&paragraph.kind, &lines, last);
                lines.clear();
                let separator = match (is_first, last, kind) {
                    _ if text.text.is_empty() => continue,
                    (true, ..) => "",
                    (_, Last::Item(..), Last::Item(..)) => "\n",
                    (_, Last::Quote, Last::Quote) => "\n>\n",
                    _ => "\n\n",
                };
                join(&mut out, text, separator);
                (last, is_first) = (kind, false);
            }
        }
        for number in self.named(chain, made) {
            let note = self.note(number, members(chain), made);
            if !note.text.is_empty() {
                join(&mut out, note, "\n\n");
                last = Last::Block;
            }
        }
        (out, last)
    }

    /// A note, named in a chain of so many members.
    fn note(&self, number: usize, chain: usize, made: Made<'_>) -> Written {
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
            let written = inline::write(&lines, Context::Paragraph);
            if !written.text.is_empty() {
                let separator = if out.text.len() > begin { "\n\n    " } else { "" };
                join(&mut out, written, separator);
            }
        }
        out
    }

    /// The notes that a chain names and that do not stand in the text yet.
    fn named(&self, chain: &[Paragraph], made: Made<'_>) -> Vec<usize> {
        let mut named = Vec::new();
        let mut member = 0;
        for paragraph in chain {
            for piece in &paragraph.pieces {
                if let Inline::Note(number) = piece.inline
                    && stands(piece.track, member, made)
                    && self.written.get(number - 1) == Some(&false)
                    && !named.contains(&number)
                {
                    named.push(number);
                }
                member += 1;
            }
            member += 1;
        }
        named
    }

    fn has_changed_note(&self, chain: &[Paragraph]) -> bool {
        let pieces = chain.iter().flat_map(|it| &it.pieces);
        pieces
            .filter_map(|it| match it.inline {
                Inline::Note(number) => self.notes.get(number - 1),
                _ => None,
            })
            .any(|note| note.paragraphs.iter().any(Paragraph::is_changed))
    }

    /// Finds out what the changes of a chain make of its text, which stands at `start`.
    fn changes(&mut self, chain: &[Paragraph], base: &str, start: usize) {
        let groups = groups(chain, self.notes, self.editors);
        let size = base.len() + members(chain);
        let mut sets: Vec<Vec<Group>> = groups.into_iter().map(|it| vec![it]).collect();
        if sets.len().saturating_mul(size) > self.left {
            sets = vec![sets.into_iter().flatten().collect()];
        }
        let mut done: Vec<Compared> = Vec::new();
        for mut groups in sets {
            let mut last = self.compared(chain, groups, base);
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
                last = self.compared(chain, groups, base);
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
    }

    /// Where the text of a chain differs when changes are made, and what stands there then.
    fn compared(&mut self, chain: &[Paragraph], groups: Vec<Group>, base: &str) -> Compared {
        let made: Vec<Range<usize>> = groups.iter().map(|it| it.members.clone()).collect();
        let (Written { text, .. }, _) = self.written(chain, &made);
        self.left = self.left.saturating_sub(text.len().max(base.len()) + members(chain));
        let shared = |one: &mut dyn Iterator<Item = (char, char)>| {
            one.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
        };
        let start = shared(&mut base.chars().zip(text.chars()));
        let (rest, other) = (&base[start..], &text[start..]);
        let end = shared(&mut rest.chars().rev().zip(other.chars().rev()));
        let after = text[start..text.len() - end].to_owned();
        Compared { groups, range: start..base.len() - end, after }
    }
}

/// Appends what was written elsewhere.
fn join(out: &mut Written, text: Written, separator: &str) {
    out.text.push_str(separator);
    let start = out.text.len();
    out.text.push_str(&text.text);
    out.positions.extend(text.positions.into_iter().map(|(number, at)| (number, start + at)));
}

/// One paragraph with the marks of what it is.
fn paragraph_of(kind: &BlockKind, lines: &[Inline], last: Last) -> (Written, Last) {
    let marked = |mark: String, context: Context, last: Last| {
        let written = inline::write(lines, context);
        if written.text.is_empty() {
            return (written, last);
        }
        let mut out = Written { text: mark, positions: Vec::new() };
        join(&mut out, written, "");
        (out, last)
    };
    match kind {
        BlockKind::Body | BlockKind::Title => {
            marked(String::new(), Context::Paragraph, Last::Block)
        }
        BlockKind::Heading(level, number) => {
            let mut mark = "#".repeat(usize::from(*level)) + " ";
            if !number.is_empty() {
                mark.push_str(
                    &inline::write(
                        &[Inline::Text(number.clone(), inline::Style::PLAIN)],
                        Context::Heading,
                    )
                    .text,
                );
                let has_text = lines
                    .iter()
                    .any(|it| matches!(it, Inline::Text(text, _) if !text.trim().is_empty()));
                if !has_text {
                    return (Written { text: mark, positions: Vec::new() }, Last::Block);
                }
                mark.push(' ');
            }
            marked(mark, Context::Heading, Last::Block)
        }
        BlockKind::Quote => marked("> ".to_owned(), Context::Paragraph, Last::Quote),
        BlockKind::Item { start, level } => {
            let (most, mut numbers) = match last {
                Last::Item(level, numbers) => (level + 1, numbers),
                _ => (0, [0; LIST_LEVELS]),
            };
            // An item lies at most one level deeper than the one before it.
            let level = (*level).min(most).min(LIST_LEVELS as u8 - 1);
            let at = usize::from(level);
            numbers[at] = match (*start, numbers[at]) {
                (None, _) => 0,
                (Some(start), 0) => start.max(1),
                (Some(_), before) => before.saturating_add(1),
            };
            numbers[at + 1..].fill(0);
            let indent = "    ".repeat(at);
            let mark = if start.is_some() {
                format!("{indent}{}. ", numbers[at])
            } else {
                format!("{indent}- ")
            };
            marked(mark, Context::Paragraph, Last::Item(level, numbers))
        }
        BlockKind::Break => {
            (Written { text: SCENE_BREAK.to_owned(), positions: Vec::new() }, Last::Block)
        }
    }
}
