//! Tracked changes. What was put in stands in the text between two marks; what was taken out stands before the text,
//! and a mark says where it was.

use std::collections::HashMap;

use crate::{
    Flaw,
    blocks::{Block, BlockKind, Counted, Paragraph, Track},
    compose::Editor,
    container::ODF_CONTENT,
    inline::Inline,
    xml::{Token, Xml},
};

/// Insertions within each other, at most; those that lie deeper count as the one around them.
const OPEN_MAX: usize = 64;

/// Who changed something; the first is nobody.
#[derive(Debug)]
pub(crate) struct Editors {
    pub(crate) all: Vec<Editor>,
    /// Their places among all.
    by_name: HashMap<(String, String), u32>,
}

impl Default for Editors {
    fn default() -> Self {
        Self { all: vec![Editor::default()], by_name: HashMap::new() }
    }
}

impl Editors {
    /// Reads who changed something, and when, in the element that began last.
    fn read(&mut self, xml: &mut Xml<'_>, counted: &mut Counted) -> Result<u32, Flaw> {
        let (mut name, mut date) = (String::new(), String::new());
        let end = xml.depth();
        while xml.depth() >= end {
            let Some(token) = xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                "creator" => name = xml.line()?,
                "date" => date = xml.line()?,
                _ => xml.skip()?,
            }
        }
        let by = (name, date);
        if let Some(found) = self.by_name.get(&by) {
            return Ok(*found);
        }
        counted.entry(ODF_CONTENT, 2 * (by.0.len() + by.1.len()))?;
        let next = u32::try_from(self.all.len()).unwrap_or(0);
        let date = Some(by.1.clone()).filter(|it| !it.is_empty());
        self.all.push(Editor { name: by.0.clone(), date });
        self.by_name.insert(by, next);
        Ok(next)
    }
}

/// What one change did.
#[derive(Debug, Default)]
pub(crate) struct Region {
    /// Who put it in.
    pub(crate) inserted: Option<u32>,
    /// Who took it out.
    pub(crate) deleted: Option<u32>,
    /// What was taken out.
    pub(crate) content: Vec<Paragraph>,
}

/// The changes of a document by their ids, and those in which the text stands that is being read.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) editors: Editors,
    regions: HashMap<String, Region>,
    /// Insertions that have begun, and not ended.
    open: Vec<(String, u32)>,
}

impl Changes {
    /// Keeps a change.
    pub(crate) fn add(
        &mut self,
        id: String,
        region: Region,
        counted: &mut Counted,
    ) -> Result<(), Flaw> {
        counted.entry(ODF_CONTENT, id.len())?;
        self.regions.insert(id, region);
        Ok(())
    }

    /// Reads who made a change.
    pub(crate) fn read_editor(
        &mut self,
        xml: &mut Xml<'_>,
        counted: &mut Counted,
    ) -> Result<u32, Flaw> {
        self.editors.read(xml, counted)
    }

    /// What comes next was put in by the change of this id, if it is one that puts in.
    pub(crate) fn begin(&mut self, id: &str) {
        if let Some(editor) = self.regions.get(id).and_then(|it| it.inserted)
            && self.open.len() < OPEN_MAX
        {
            self.open.push((id.to_owned(), editor));
        }
    }

    /// What comes next was not put in by the change of this id.
    pub(crate) fn end(&mut self, id: &str) {
        if let Some(at) = self.open.iter().rposition(|it| it.0 == id) {
            self.open.remove(at);
        }
    }

    /// In which texts stands what is read now.
    pub(crate) fn track(&self) -> Track {
        self.open.last().map_or(Track::NONE, |it| Track::NONE.inserted(it.1))
    }

    /// What stands beside the text is in no insertion that the text is in.
    pub(crate) fn set_aside(&mut self) -> Vec<(String, u32)> {
        std::mem::take(&mut self.open)
    }

    /// The text goes on.
    pub(crate) fn take_up(&mut self, open: Vec<(String, u32)>) {
        self.open = open;
    }

    /// What the change of this id took out, in which texts it stands; it is given once.
    pub(crate) fn deleted(&mut self, id: &str) -> Option<(Vec<Paragraph>, Track)> {
        let mut track = self.track();
        let region = self.regions.get_mut(id)?;
        let editor = region.deleted?;
        if let Some(editor) = region.inserted {
            track = track.inserted(editor);
        }
        let track = track.deleted(editor);
        let mut content = std::mem::take(&mut region.content);
        for paragraph in &mut content {
            for piece in &mut paragraph.pieces {
                // The place of a comment is in both texts.
                if !matches!(piece.inline, Inline::Position(_)) {
                    piece.track = piece.track.within(track);
                }
            }
            paragraph.end = track;
        }
        Some((content, track))
    }
}

/// What stands in a paragraph that may be parted from what follows by the deletion of its end.
#[derive(Debug, Default)]
pub(crate) struct Parted {
    /// The paragraphs before the one that is being read, which end in a change; those without a kind have that of
    /// the paragraph as it stands in the file.
    pub(crate) before: Vec<(Option<BlockKind>, Paragraph)>,
    /// The kind of what follows behind them; none where it is that of the paragraph in the file.
    pub(crate) kind: Option<BlockKind>,
}

/// Gives each change of whole paragraphs the ends of these: Writer marks what was put in or taken out from the end of
/// the paragraph before it, so that this one would take over what the last of them is.
pub(crate) fn settle_ends(blocks: &mut [Block]) {
    let mut at = 0;
    while at < blocks.len() {
        let end = match &blocks[at] {
            Block::Paragraph(paragraph) => paragraph.end,
            Block::Table(_) => Track::NONE,
        };
        if !end.is_changed() {
            at += 1;
            continue;
        }
        let is_same =
            |track: Track| (track.is_before, track.is_after) == (end.is_before, end.is_after);
        let mut last = at + 1;
        let mut is_whole = false;
        while let Some(Block::Paragraph(paragraph)) = blocks.get(last) {
            let mut pieces = paragraph.pieces.iter();
            is_whole =
                pieces.all(|it| matches!(it.inline, Inline::Position(_)) || is_same(it.track));
            if !is_whole || !paragraph.end.is_changed() || !is_same(paragraph.end) {
                break;
            }
            last += 1;
        }
        if is_whole
            && let Some(Block::Paragraph(paragraph)) = blocks.get_mut(last)
            && !paragraph.end.is_changed()
        {
            paragraph.end = end;
            if let Block::Paragraph(first) = &mut blocks[at] {
                first.end = Track::NONE;
            }
            // Its end belongs to this change, and begins no other.
            last += 1;
        }
        at = last;
    }
}
