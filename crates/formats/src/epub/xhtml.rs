//! Pages of a book: their paragraphs, the notes in them, and where what has a name stands.

use std::collections::{HashMap, HashSet};

use crate::{
    Flaw, Role,
    blocks::{Block, BlockKind, Counted, Paragraph, Piece, Track, whole},
    inline::{Inline, Style},
    xml::{DocumentTypes, Element, Token, Xml},
};

use super::{
    elements::{is_block, role_of_types, types},
    package::resolved,
};

/// What a page holds.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) blocks: Vec<Block>,
    /// The names that the table of contents leads to, with the block at which they stand.
    pub(crate) names: Vec<(String, usize)>,
    /// The notes with their names, in the order of the page.
    pub(crate) notes: Vec<(String, Vec<Paragraph>)>,
    /// What the page says that it is, where it is no chapter.
    pub(crate) role: Option<Role>,
}

/// Reads the pages of one book.
pub(crate) struct PageReader<'e> {
    pub(crate) counted: Counted,
    /// Pictures, which are left out.
    pub(crate) pictures: usize,
    /// The numbers from 1 of the notes that are named, by page and name.
    pub(crate) notes: HashMap<(String, String), usize>,
    /// The names that the table of contents leads to, by their pages.
    pub(crate) wanted: HashMap<&'e str, HashSet<&'e str>>,
}

/// What is being read of a page.
struct Open<'r, 'e> {
    reader: &'r mut PageReader<'e>,
    folder: String,
    path: String,
    page: Page,
    pieces: Vec<Piece>,
    /// Blocks of the note that is being read.
    note: Option<Vec<Paragraph>>,
    /// Blocks that stand before those of the page, while a cell of a table is read.
    before: usize,
}

/// What text stands in.
#[derive(Debug, Clone)]
struct Within {
    kind: BlockKind,
    style: Style,
    /// Whether spaces and lines are kept.
    is_preformatted: bool,
    list: Option<(Option<u32>, u8)>,
    /// Whether items are notes.
    has_notes: bool,
}

impl PageReader<'_> {
    /// Reads a page.
    pub(crate) fn page(&mut self, path: &str, text: &str) -> Result<Page, Flaw> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let mut xml = Xml::new(path, text, DocumentTypes::Named);
        let mut open = Open {
            reader: self,
            folder,
            path: path.to_owned(),
            page: Page::default(),
            pieces: Vec::new(),
            note: None,
            before: 0,
        };
        let within = Within {
            kind: BlockKind::Body,
            style: Style::PLAIN,
            is_preformatted: false,
            list: None,
            has_notes: false,
        };
        while let Some(token) = xml.next()? {
            if let Token::Open(element) = token
                && element.name() == "body"
            {
                open.note_role(&element);
                open.name(&element);
                open.inside(&mut xml, &within)?;
            }
        }
        open.end(&within)?;
        Ok(open.page)
    }
}

impl Open<'_, '_> {
    fn note_role(&mut self, element: &Element<'_>) {
        if let Some(role) = role_of_types(&types(element)) {
            self.page.role = role;
        }
    }

    /// Notes where the name of an element stands.
    fn name(&mut self, element: &Element<'_>) {
        if let Some(wanted) = self.reader.wanted.get(self.path.as_str())
            && let Some(name) = element.attribute("id")
            && self.note.is_none()
            && wanted.contains(name.as_str())
        {
            self.page.names.push((name, self.before + self.page.blocks.len()));
        }
    }

    /// Reads what stands in the element that began last.
    fn inside(&mut self, xml: &mut Xml<'_>, within: &Within) -> Result<(), Flaw> {
        let end = xml.depth();
        while xml.depth() >= end {
            match xml.next()? {
                Some(Token::Text(text)) => self.text(&text, within)?,
                Some(Token::Open(element)) => self.element(xml, &element, within)?,
                Some(Token::Close) => {}
                None => break,
            }
        }
        Ok(())
    }

    fn element(
        &mut self,
        xml: &mut Xml<'_>,
        element: &Element<'_>,
        within: &Within,
    ) -> Result<(), Flaw> {
        let name = element.name().to_lowercase();
        if is_block(&name) {
            // What comes next stands in a paragraph of its own.
            self.end(within)?;
        }
        self.name(element);
        let styled = |style: Style| Within { style: within.style | style, ..within.clone() };
        let of = |kind: BlockKind| Within { kind, ..within.clone() };
        match name.as_str() {
            "script" | "style" | "head" | "template" | "rt" | "rp" => return xml.skip(),
            "img" | "image" | "video" | "audio" => {
                self.reader.pictures += 1;
                return xml.skip();
            }
            "br" if within.is_preformatted || !within.is_in_heading() => {
                self.push(Inline::Break)?;
            }
            "br" => self.push(Inline::Text(" ".to_owned(), within.style))?,
            "hr" => self.rule()?,
            "em" | "i" | "cite" | "dfn" | "var" => return self.inside(xml, &styled(Style::ITALIC)),
            "strong" | "b" if within.is_in_heading() => return self.inside(xml, within),
            "strong" | "b" => return self.inside(xml, &styled(Style::BOLD)),
            "s" | "del" | "strike" => return self.inside(xml, &styled(Style::STRUCK)),
            "a" => return self.link(xml, element, within),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let level = name.as_bytes()[1] - b'0';
                return self.block(xml, &of(BlockKind::Heading(level, String::new())));
            }
            "blockquote" => return self.block(xml, &of(BlockKind::Quote)),
            "pre" => {
                return self.block(xml, &Within { is_preformatted: true, ..within.clone() });
            }
            "ul" | "ol" => return self.list(xml, element, within, name == "ol"),
            "li" => return self.item(xml, element, within),
            "table" => return self.table(xml, within),
            "aside" | "section" | "div" | "p" => return self.division(xml, element, within, &name),
            _ if is_block(&name) => return self.block(xml, within),
            _ => return self.inside(xml, within),
        }
        xml.skip()
    }

    /// A block: what stands in it is a paragraph of its own, or several.
    fn block(&mut self, xml: &mut Xml<'_>, within: &Within) -> Result<(), Flaw> {
        self.inside(xml, within)?;
        self.end(within)
    }

    fn division(
        &mut self,
        xml: &mut Xml<'_>,
        element: &Element<'_>,
        within: &Within,
        name: &str,
    ) -> Result<(), Flaw> {
        let types = types(element);
        let has = |wanted: &str| types.iter().any(|it| it == wanted);
        if let Some(id) = element.attribute("id")
            && (has("footnote") || has("endnote") || has("rearnote"))
        {
            return self.read_note(xml, id, within);
        }
        if name == "section" && self.page.blocks.is_empty() {
            self.note_role(element);
        }
        let has_notes = within.has_notes || has("footnotes") || has("endnotes") || has("rearnotes");
        let class = element.attribute("class").unwrap_or_default().to_lowercase();
        let before = self.page.blocks.len();
        let is_blank = self.pieces.is_empty();
        self.block(xml, &Within { has_notes, ..within.clone() })?;
        // An empty paragraph that is called a break is one.
        let is_break =
            ["break", "scene", "separator", "divider"].iter().any(|it| class.contains(it));
        if name != "section" && is_break && is_blank && before == self.page.blocks.len() {
            self.rule()?;
        }
        Ok(())
    }

    fn list(
        &mut self,
        xml: &mut Xml<'_>,
        element: &Element<'_>,
        within: &Within,
        is_ordered: bool,
    ) -> Result<(), Flaw> {
        let types = types(element);
        let is_notes = types.iter().any(|it| it == "footnotes" || it == "endnotes");
        let level = within.list.map_or(0, |(_, level)| level.saturating_add(1));
        let start = element.attribute("start").and_then(|it| it.parse().ok());
        let list = Some((is_ordered.then(|| start.unwrap_or(1)), level));
        self.block(xml, &Within { list, has_notes: within.has_notes || is_notes, ..within.clone() })
    }

    fn item(
        &mut self,
        xml: &mut Xml<'_>,
        element: &Element<'_>,
        within: &Within,
    ) -> Result<(), Flaw> {
        let is_note = types(element).iter().any(|it| it == "footnote" || it == "endnote");
        if let Some(id) = element.attribute("id")
            && (within.has_notes || is_note)
        {
            return self.read_note(xml, id, within);
        }
        let (start, level) = within.list.unwrap_or((None, 0));
        self.block(xml, &Within { kind: BlockKind::Item { start, level }, ..within.clone() })
    }

    /// Reads a note, which is kept for the place that names it.
    fn read_note(&mut self, xml: &mut Xml<'_>, id: String, within: &Within) -> Result<(), Flaw> {
        self.end(within)?;
        // The links back from it are no words.
        let outer = self.note.replace(Vec::new());
        let inner =
            Within { kind: BlockKind::Body, has_notes: false, list: None, ..within.clone() };
        self.block(xml, &inner)?;
        let note = std::mem::replace(&mut self.note, outer).unwrap_or_default();
        self.reader.counted.entry(&self.path, id.len())?;
        self.page.notes.push((id, note));
        Ok(())
    }

    fn link(
        &mut self,
        xml: &mut Xml<'_>,
        element: &Element<'_>,
        within: &Within,
    ) -> Result<(), Flaw> {
        let types = types(element);
        let has = |wanted: &str| types.iter().any(|it| it == wanted);
        // A note names no note: what it would lead to stays where it is, and no word is lost.
        if has("noteref")
            && self.note.is_none()
            && let Some(reference) = element.attribute("href")
        {
            let (path, name) = resolved(&self.folder, &reference);
            let path = if reference.starts_with('#') { self.path.clone() } else { path };
            let next = self.reader.notes.len() + 1;
            let bytes = path.len() + name.len();
            let number = *self.reader.notes.entry((path, name)).or_insert(next);
            if number == next {
                self.reader.counted.entry(&self.path, bytes)?;
            }
            self.push(Inline::Note(number))?;
            return xml.skip();
        }
        if has("backlink") || (self.note.is_some() && has("referrer")) {
            return xml.skip();
        }
        self.inside(xml, within)
    }

    fn table(&mut self, xml: &mut Xml<'_>, within: &Within) -> Result<(), Flaw> {
        let end = xml.depth();
        let outer = (std::mem::take(&mut self.page.blocks), self.note.take());
        let (outside, names) = (self.before, self.page.names.len());
        self.before += outer.0.len();
        let start = self.before;
        let mut rows: Vec<Vec<Vec<Block>>> = Vec::new();
        while xml.depth() >= end {
            let Some(token) = xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                "tr" => {
                    self.reader.counted.cell()?;
                    rows.push(Vec::new());
                }
                "td" | "th" | "caption" => {
                    self.reader.counted.cell()?;
                    self.name(&element);
                    let inner = Within { kind: BlockKind::Body, list: None, ..within.clone() };
                    self.block(xml, &inner)?;
                    let cell = std::mem::take(&mut self.page.blocks);
                    self.before += cell.len();
                    match rows.last_mut() {
                        Some(row) => row.push(cell),
                        None => rows.push(vec![cell]),
                    }
                }
                _ => {}
            }
        }
        self.before = outside;
        (self.page.blocks, self.note) = outer;
        if self.note.is_some() {
            self.page.names.truncate(names);
        }
        let is_plain = rows.iter().any(|row| row.len() > 1)
            && rows.iter().flatten().all(|cell| {
                cell.len() < 2 && cell.iter().all(|it| matches!(it, Block::Paragraph(_)))
            });
        if is_plain && self.note.is_none() {
            self.reader.counted.filling(&rows)?;
            // All of it is one block.
            self.page.names[names..].iter_mut().for_each(|it| it.1 = start);
            let one = |cell: Vec<Block>| match cell.into_iter().next() {
                Some(Block::Paragraph(paragraph)) => paragraph,
                _ => Paragraph::new(BlockKind::Body),
            };
            let rows = rows.into_iter().map(|row| row.into_iter().map(one).collect());
            self.page.blocks.push(Block::Table(rows.collect()));
        } else {
            for block in rows.into_iter().flatten().flatten() {
                self.add(block);
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str, within: &Within) -> Result<(), Flaw> {
        if within.is_preformatted {
            for (at, line) in text.split('\n').enumerate() {
                if at > 0 {
                    self.push(Inline::Break)?;
                }
                self.push(Inline::Text(line.to_owned(), within.style))?;
            }
            return Ok(());
        }
        let is_space = |it: char| matches!(it, ' ' | '\t' | '\n' | '\r');
        let mut collapsed = String::with_capacity(text.len());
        let mut after_space = match self.pieces.last().map(|it| &it.inline) {
            None | Some(Inline::Break) => true,
            Some(Inline::Text(text, _)) => text.ends_with(' '),
            Some(Inline::Note(_) | Inline::Position(_)) => false,
        };
        for letter in text.chars() {
            if !is_space(letter) {
                collapsed.push(letter);
            } else if !after_space {
                collapsed.push(' ');
            }
            after_space = is_space(letter);
        }
        if collapsed.is_empty() {
            return Ok(());
        }
        self.push(Inline::Text(collapsed, within.style))
    }

    fn push(&mut self, inline: Inline) -> Result<(), Flaw> {
        self.reader.counted.add(&mut self.pieces, inline, Track::NONE)
    }

    /// Ends the paragraph that is being read.
    fn end(&mut self, within: &Within) -> Result<(), Flaw> {
        let pieces = std::mem::take(&mut self.pieces);
        let pieces = whole(pieces);
        let paragraph = Paragraph { kind: within.kind.clone(), pieces, end: Track::NONE };
        if paragraph.is_blank() {
            return Ok(());
        }
        self.reader.counted.paragraph()?;
        self.add(Block::Paragraph(paragraph));
        Ok(())
    }

    fn rule(&mut self) -> Result<(), Flaw> {
        self.reader.counted.paragraph()?;
        self.add(Block::Paragraph(Paragraph::new(BlockKind::Break)));
        Ok(())
    }

    fn add(&mut self, block: Block) {
        match (&mut self.note, block) {
            (Some(note), Block::Paragraph(paragraph)) => note.push(paragraph),
            (Some(note), Block::Table(rows)) => note.extend(rows.into_iter().flatten()),
            (None, block) => self.page.blocks.push(block),
        }
    }
}

impl Within {
    const fn is_in_heading(&self) -> bool {
        matches!(self.kind, BlockKind::Heading(..))
    }
}
