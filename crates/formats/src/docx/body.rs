//! The text of a document and of its notes: paragraphs and tables with everything that stands in them.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

use crate::{
    Flaw,
    blocks::{
        Block, BlockKind, Counted, Paragraph, Piece, Track, add_cell, add_table, paragraphs, whole,
    },
    comments::{end_of, start_of},
    compose::Editor,
    inline::{Inline, Style as Look},
    roles::StyleRole,
    xml::{DocumentTypes, Element, Token, Xml},
};

use super::{
    numbering::Numbering,
    run::Properties,
    styles::{Style, Styles, level},
};

/// What is known while the parts of a document are read.
pub(crate) struct Known<'k> {
    pub(crate) styles: &'k Styles,
    pub(crate) numbering: Numbering,
    /// The comments that there are, with their numbers.
    pub(crate) comments: HashMap<String, usize>,
    pub(crate) counted: Counted,
    /// Who changed something; the first is nobody.
    pub(crate) editors: Vec<Editor>,
    /// Their places among all.
    pub(crate) editor_ids: HashMap<(String, String), u32>,
    /// The notes that the text names, in its order, with their numbers from 1.
    pub(crate) notes: HashMap<(&'static str, String), usize>,
    /// Pictures, which are left out.
    pub(crate) pictures: usize,
    /// Whether there is hidden text, which is left out.
    pub(crate) has_hidden: bool,
}

/// Reads one part.
pub(crate) struct Body<'k, 's, 'x> {
    known: &'k mut Known<'s>,
    xml: Xml<'x>,
    part: &'x str,
    /// Comments whose beginning was met.
    begun: HashSet<usize>,
    /// Tables that were met.
    tables: usize,
}

/// What letters stand in.
#[derive(Debug, Clone, Copy)]
struct Within {
    track: Track,
    is_link: bool,
}

/// What a paragraph says of itself.
#[derive(Default)]
struct Said {
    style: Option<String>,
    level: Option<Option<u8>>,
    list: Option<(Option<Rc<str>>, u8)>,
    has_rule: bool,
    properties: Properties,
}

impl<'k, 's, 'x> Body<'k, 's, 'x> {
    fn new(known: &'k mut Known<'s>, part: &'x str, text: &'x str) -> Self {
        let xml = Xml::new(part, text, DocumentTypes::Refused);
        Self { known, xml, part, begun: HashSet::new(), tables: 0 }
    }

    /// The text of the document.
    pub(crate) fn document(
        known: &'k mut Known<'s>,
        part: &'x str,
        text: &'x str,
    ) -> Result<Vec<Block>, Flaw> {
        let mut body = Self::new(known, part, text);
        let mut blocks = Vec::new();
        let mut is_document = false;
        while let Some(token) = body.xml.next()? {
            if let Token::Open(element) = token {
                match element.name() {
                    "body" => body.blocks(&mut blocks)?,
                    "document" => is_document = true,
                    _ => {}
                }
            }
        }
        if is_document {
            Ok(blocks)
        } else {
            Err(Flaw::Malformed { part: part.to_owned(), reason: "it is no document".to_owned() })
        }
    }

    /// The notes of a part by their ids.
    pub(crate) fn notes(
        known: &'k mut Known<'s>,
        part: &'x str,
        text: &'x str,
    ) -> Result<HashMap<String, Vec<Paragraph>>, Flaw> {
        let mut body = Self::new(known, part, text);
        let mut notes = HashMap::new();
        while let Some(token) = body.xml.next()? {
            let Token::Open(element) = token else { continue };
            if !matches!(element.name(), "footnote" | "endnote") {
                continue;
            }
            let kind = element.attribute("type");
            let id = element.attribute("id").unwrap_or_default();
            body.known.counted.entry(part, id.len())?;
            // The lines between text and notes.
            if kind.is_some_and(|kind| kind != "normal") {
                body.xml.skip()?;
                continue;
            }
            let mut blocks = Vec::new();
            body.blocks(&mut blocks)?;
            notes.insert(id, paragraphs(blocks));
        }
        Ok(notes)
    }

    /// Reads what stands in the element that began last.
    fn blocks(&mut self, blocks: &mut Vec<Block>) -> Result<(), Flaw> {
        let end = self.xml.depth();
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                "p" => self.paragraph(blocks)?,
                "tbl" => self.table(blocks)?,
                "sdt" => self.control(blocks)?,
                "sectPr" | "Fallback" => self.xml.skip()?,
                // A comment may begin and end between paragraphs.
                "commentRangeStart" | "commentRangeEnd" => {
                    let inline = self.position(&element);
                    if let (Some(inline), Some(Block::Paragraph(last))) =
                        (inline, blocks.last_mut())
                    {
                        self.known.counted.add(&mut last.pieces, inline, Track::NONE)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A content control: a table of contents is left out, all else is read.
    fn control(&mut self, blocks: &mut Vec<Block>) -> Result<(), Flaw> {
        let end = self.xml.depth();
        let mut is_contents = false;
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                "docPartGallery" => {
                    is_contents = element.attribute("val").as_deref() == Some("Table of Contents");
                }
                "sdtContent" if is_contents => self.xml.skip()?,
                "sdtContent" => self.blocks(blocks)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// A table; one of a single column, or with others in it, is only there for its frame.
    fn table(&mut self, blocks: &mut Vec<Block>) -> Result<(), Flaw> {
        let end = self.xml.depth();
        let mut rows: Vec<Vec<Vec<Paragraph>>> = Vec::new();
        self.tables += 1;
        let own = self.tables;
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                "tr" => {
                    self.known.counted.cell()?;
                    rows.push(Vec::new());
                }
                "tc" => {
                    self.known.counted.cell()?;
                    let mut inner = Vec::new();
                    self.blocks(&mut inner)?;
                    add_cell(&mut rows, inner);
                }
                _ => {}
            }
        }
        add_table(blocks, rows, self.tables > own, &mut self.known.counted)
    }

    fn paragraph(&mut self, blocks: &mut Vec<Block>) -> Result<(), Flaw> {
        self.known.counted.paragraph()?;
        let mut said = Said::default();
        let mut boxes = Vec::new();
        let mut pieces = Vec::new();
        let within = Within { track: Track::NONE, is_link: false };
        self.inlines(&mut said, &mut pieces, &mut boxes, within)?;
        let style = self.known.styles.get(said.style.as_deref()).clone();
        if style.role == Some(StyleRole::Contents) {
            return Ok(());
        }
        let kind = self.kind(&style, &said)?;
        let mut paragraph = Paragraph { kind, pieces: whole(pieces), end: Track::NONE };
        if let Some(by) = &said.properties.inserted {
            paragraph.end = paragraph.end.inserted(self.editor(by)?);
        }
        if let Some(by) = &said.properties.deleted {
            paragraph.end = paragraph.end.deleted(self.editor(by)?);
        }
        if said.has_rule && paragraph.is_blank() && !paragraph.is_changed() {
            paragraph.kind = BlockKind::Break;
        }
        blocks.push(Block::Paragraph(paragraph));
        blocks.append(&mut boxes);
        Ok(())
    }

    /// What a paragraph is.
    fn kind(&mut self, style: &Style, said: &Said) -> Result<BlockKind, Flaw> {
        let list = match &said.list {
            Some((Some(list), level)) => Some((list.clone(), *level)),
            Some((None, level)) => style.list.as_ref().map(|it| (it.0.clone(), *level)),
            None => style.list.clone(),
        };
        let list = list.filter(|(list, _)| &**list != "0");
        if let Some(level) = said.level.unwrap_or(style.level) {
            let number = list.map(|(list, level)| self.known.numbering.next(&list, level));
            let number = number.unwrap_or_default();
            self.known.counted.bytes(number.len())?;
            return Ok(BlockKind::Heading(level, number));
        }
        if let Some((list, level)) = &list
            && let Some(start) = self.known.numbering.item(list, *level)
        {
            return Ok(BlockKind::Item { start, level: *level });
        }
        Ok(match style.role {
            Some(StyleRole::Title) => BlockKind::Title,
            Some(StyleRole::Quote) => BlockKind::Quote,
            Some(StyleRole::Bullet) => BlockKind::Item { start: None, level: 0 },
            Some(StyleRole::Number) => BlockKind::Item { start: Some(1), level: 0 },
            Some(StyleRole::Contents) | None => BlockKind::Body,
        })
    }

    /// Reads what stands in the element that began last, within a paragraph.
    fn inlines(
        &mut self,
        said: &mut Said,
        pieces: &mut Vec<Piece>,
        boxes: &mut Vec<Block>,
        within: Within,
    ) -> Result<(), Flaw> {
        let end = self.xml.depth();
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            let by = || (element.name_in("author"), element.name_in("date"));
            match element.name() {
                "pPr" => *said = self.said()?,
                "r" => self.run(said, pieces, boxes, within)?,
                "ins" | "moveTo" => {
                    let track = within.track.inserted(self.editor(&by())?);
                    self.inlines(said, pieces, boxes, Within { track, ..within })?;
                }
                "del" | "moveFrom" => {
                    let track = within.track.deleted(self.editor(&by())?);
                    self.inlines(said, pieces, boxes, Within { track, ..within })?;
                }
                "hyperlink" => {
                    self.inlines(said, pieces, boxes, Within { is_link: true, ..within })?;
                }
                "commentRangeStart" | "commentRangeEnd" => {
                    if let Some(inline) = self.position(&element) {
                        self.known.counted.add(pieces, inline, Track::NONE)?;
                    }
                }
                "sdtPr" | "Fallback" | "rt" => self.xml.skip()?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The place at which a comment begins or ends: two numbers for each.
    fn position(&mut self, element: &Element<'_>) -> Option<Inline> {
        let number = *self.known.comments.get(&element.attribute("id")?)?;
        let is_start = element.name() == "commentRangeStart";
        self.begun.insert(number);
        Some(Inline::Position(if is_start { start_of(number) } else { end_of(number) }))
    }

    fn said(&mut self) -> Result<Said, Flaw> {
        let end = self.xml.depth();
        let mut said = Said::default();
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            let value = || element.attribute("val");
            match element.name() {
                "pStyle" => said.style = value(),
                "outlineLvl" => said.level = Some(level(value())),
                "numId" => said.list.get_or_insert_default().0 = value().map(Rc::from),
                "ilvl" => {
                    let level = value().and_then(|it| it.parse().ok());
                    said.list.get_or_insert_default().1 = level.unwrap_or(0);
                }
                "rPr" => said.properties = Properties::read(&mut self.xml)?,
                // A line that Word makes of `---`.
                "pBdr" => said.has_rule = true,
                "pPrChange" | "sectPr" => self.xml.skip()?,
                _ => {}
            }
        }
        Ok(said)
    }

    /// Who changed something, as an index.
    fn editor(&mut self, by: &(String, String)) -> Result<u32, Flaw> {
        if let Some(found) = self.known.editor_ids.get(by) {
            return Ok(*found);
        }
        let (name, date) = by;
        self.known.counted.entry(self.part, 2 * (name.len() + date.len()))?;
        let next = u32::try_from(self.known.editors.len()).unwrap_or(0);
        let date = Some(date.clone()).filter(|it| !it.is_empty());
        self.known.editors.push(Editor { name: name.clone(), date });
        self.known.editor_ids.insert(by.clone(), next);
        Ok(next)
    }

    fn run(
        &mut self,
        said: &Said,
        pieces: &mut Vec<Piece>,
        boxes: &mut Vec<Block>,
        within: Within,
    ) -> Result<(), Flaw> {
        let end = self.xml.depth();
        let mut properties = Properties::default();
        let mut look = None;
        let track = within.track;
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            if element.name() == "rPr" {
                properties = Properties::read(&mut self.xml)?;
                continue;
            }
            let (style, is_hidden) =
                *look.get_or_insert_with(|| self.look(said, &properties, within.is_link));
            let mut text = |body: &mut Self, text: &str| {
                if is_hidden {
                    body.known.has_hidden |= !text.trim().is_empty();
                    return Ok(());
                }
                body.known.counted.text(pieces, text, style, track)
            };
            match element.name() {
                "t" | "delText" => {
                    let letters = self.xml.text()?;
                    text(self, &letters)?;
                }
                "tab" | "ptab" => text(self, " ")?,
                "noBreakHyphen" => text(self, "\u{2011}")?,
                "sym" => {
                    let code = element.attribute("char").unwrap_or_default();
                    let letter = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                    // What a font of symbols has in the private area is known to nobody.
                    let is_private = |it: &char| ('\u{e000}'..='\u{f8ff}').contains(it);
                    if let Some(letter) = letter.filter(|it| !is_private(it)) {
                        text(self, letter.encode_utf8(&mut [0; 4]))?;
                    }
                }
                "br" | "cr" => {
                    let kind = element.attribute("type");
                    if kind.is_none_or(|kind| kind == "textWrapping") {
                        self.known.counted.add(pieces, Inline::Break, track)?;
                    }
                }
                "footnoteReference" | "endnoteReference" => {
                    let kind =
                        if element.name() == "footnoteReference" { "footnote" } else { "endnote" };
                    let id = element.attribute("id").unwrap_or_default();
                    let number = self.note(kind, id)?;
                    self.known.counted.add(pieces, Inline::Note(number), track)?;
                }
                "commentReference" => {
                    // One without a beginning is about the place itself.
                    let number =
                        element.attribute("id").and_then(|id| self.known.comments.get(&id));
                    if let Some(number) = number.copied()
                        && self.begun.insert(number)
                    {
                        for position in [start_of(number), end_of(number)] {
                            self.known.counted.add(
                                pieces,
                                Inline::Position(position),
                                Track::NONE,
                            )?;
                        }
                    }
                }
                "blip" | "imagedata" => self.known.pictures += 1,
                "txbxContent" => self.blocks(boxes)?,
                "Fallback" | "rt" | "instrText" | "delInstrText" => self.xml.skip()?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The number of a note that the text names, which it has from the first time on.
    fn note(&mut self, kind: &'static str, id: String) -> Result<usize, Flaw> {
        let next = self.known.notes.len() + 1;
        let bytes = id.len();
        let number = *self.known.notes.entry((kind, id)).or_insert(next);
        if number == next {
            self.known.counted.entry(self.part, bytes)?;
        }
        Ok(number)
    }

    /// How the letters of a run look, and whether they are hidden. In headings and quotations only what differs
    /// from the style of the paragraph is emphasis.
    fn look(&self, said: &Said, properties: &Properties, is_link: bool) -> (Look, bool) {
        let paragraph = self.known.styles.get(said.style.as_deref());
        let letters = properties.style.as_ref().and_then(|id| self.known.styles.of_letters(id));
        let mut look = paragraph.look;
        if let Some(style) = letters {
            look = look | style.look;
        }
        let own = if is_link { properties.clone().without_line() } else { properties.clone() };
        look = own.over(look);
        let level = said.level.unwrap_or(paragraph.level);
        if level.is_some() || paragraph.role.is_some() {
            look = look.without(paragraph.look);
        }
        if level.is_some() || paragraph.role == Some(StyleRole::Title) {
            look = look.without(Look::BOLD);
        }
        let is_hidden = properties
            .is_hidden
            .unwrap_or(paragraph.is_hidden || letters.is_some_and(|it| it.is_hidden));
        (look, is_hidden)
    }
}
