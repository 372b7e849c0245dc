//! The text of a document: paragraphs, lists and tables, in sections and frames.

use crate::{
    Flaw,
    blocks::{Block, BlockKind, Counted, Paragraph, Track, add_cell, add_table, paragraphs, whole},
    comments::{Said, end_of, start_of},
    compose::Editor,
    container::ODF_CONTENT,
    inline::{Inline, Style as Look},
    roles::StyleRole,
    xml::{DocumentTypes, Element, Token, Xml},
};

use super::{
    changes::{Changes, Region},
    comments::Comments,
    inlines::{Line, Within},
    items::{Ended, LIST_LEVELS, OpenList},
    lists::{Headings, NO_LIST, OUTLINE},
    styles::{Style, Styles, level},
};

/// Reads the text.
pub(crate) struct Body<'s, 'x> {
    pub(crate) styles: &'s Styles,
    pub(crate) xml: Xml<'x>,
    pub(crate) counted: Counted,
    pub(crate) comments: Comments,
    pub(crate) changes: Changes,
    /// The notes in the order in which they are read.
    pub(crate) notes: Vec<Vec<Paragraph>>,
    pub(crate) pictures: usize,
    /// Whether a note is being read.
    pub(crate) is_in_note: bool,
    hidden_sections: usize,
    headings: Headings,
    /// Whether it is read what was taken out, whose headings have no number any more.
    pub(crate) is_deleted: bool,
    /// Whether letters were met that are not shown.
    pub(crate) has_hidden: bool,
    /// Tables that were met.
    tables: usize,
    pub(crate) lists: Vec<OpenList>,
    /// The item whose first paragraph comes next, by the level of its list.
    pub(crate) item: Option<usize>,
    /// How far the lists have counted that have ended.
    pub(crate) ended: Ended,
    /// What stands in frames at paragraphs that go on with the next one where changes are not made.
    waiting: Vec<Block>,
}

/// What is known when the text was read.
pub(crate) struct Read {
    pub(crate) notes: Vec<Vec<Paragraph>>,
    pub(crate) said: Vec<Said>,
    pub(crate) editors: Vec<Editor>,
    pub(crate) pictures: usize,
    pub(crate) hidden_sections: usize,
    pub(crate) has_hidden: bool,
}

impl<'s, 'x> Body<'s, 'x> {
    pub(crate) fn new(styles: &'s Styles, text: &'x str, counted: Counted) -> Self {
        Self {
            styles,
            xml: Xml::new(ODF_CONTENT, text, DocumentTypes::Refused),
            counted,
            comments: Comments::default(),
            changes: Changes::default(),
            notes: Vec::new(),
            pictures: 0,
            is_in_note: false,
            hidden_sections: 0,
            headings: Headings::default(),
            is_deleted: false,
            has_hidden: false,
            tables: 0,
            lists: Vec::new(),
            item: None,
            ended: Ended::default(),
            waiting: Vec::new(),
        }
    }

    /// The text of the document.
    pub(crate) fn document(&mut self) -> Result<Vec<Block>, Flaw> {
        let mut blocks = Vec::new();
        let mut is_text = false;
        while let Some(token) = self.xml.next()? {
            let Token::Open(element) = token else { continue };
            match element.name() {
                "automatic-styles" | "font-face-decls" | "scripts" => self.xml.skip()?,
                "text" => {
                    is_text = true;
                    self.blocks(&mut blocks)?;
                    blocks.append(&mut self.waiting);
                }
                _ => {}
            }
        }
        if is_text {
            return Ok(blocks);
        }
        let reason = "it is no text of OpenDocument".to_owned();
        Err(Flaw::Malformed { part: ODF_CONTENT.to_owned(), reason })
    }

    /// What was read beside the text.
    pub(crate) fn into_read(self) -> Read {
        Read {
            notes: self.notes,
            said: self.comments.said,
            editors: self.changes.editors.all,
            pictures: self.pictures,
            hidden_sections: self.hidden_sections,
            has_hidden: self.has_hidden,
        }
    }

    /// Reads what stands in the element that began last.
    pub(crate) fn blocks(&mut self, blocks: &mut Vec<Block>) -> Result<(), Flaw> {
        let end = self.xml.depth();
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            if let Token::Open(element) = token {
                self.block(&element, blocks)?;
            }
        }
        Ok(())
    }

    /// Reads what stands in an element beside the text, which is in none of the lists of the text.
    pub(crate) fn apart(&mut self, blocks: &mut Vec<Block>) -> Result<(), Flaw> {
        let lists = (std::mem::take(&mut self.lists), self.item.take());
        let waiting = std::mem::take(&mut self.waiting);
        self.blocks(blocks)?;
        blocks.append(&mut self.waiting);
        self.waiting = waiting;
        (self.lists, self.item) = lists;
        Ok(())
    }

    /// Reads what is not taken over: changes may end in it that have begun before it. Nothing in it is counted for
    /// what follows, and its comments are left out with it.
    pub(crate) fn discard(&mut self) -> Result<(), Flaw> {
        let outer = (self.pictures, self.hidden_sections, self.has_hidden);
        let was_deleted = std::mem::replace(&mut self.is_deleted, true);
        let was_left_out = std::mem::replace(&mut self.comments.is_left_out, true);
        self.apart(&mut Vec::new())?;
        (self.pictures, self.hidden_sections, self.has_hidden) = outer;
        self.is_deleted = was_deleted;
        self.comments.is_left_out = was_left_out;
        Ok(())
    }

    /// Reads the element that began last, where a paragraph may stand. What is in a section, and in what is not
    /// known, is read as if it stood outside.
    pub(crate) fn block(
        &mut self,
        element: &Element<'x>,
        blocks: &mut Vec<Block>,
    ) -> Result<(), Flaw> {
        match element.name() {
            "p" | "h" => self.paragraph(element, blocks)?,
            "list" => self.list(element, blocks)?,
            "numbered-paragraph" => self.numbered_paragraph(element, blocks)?,
            "table" => {
                blocks.append(&mut self.waiting);
                self.table(blocks)?;
            }
            "section" if element.attribute_of("text", "display").as_deref() == Some("none") => {
                self.hidden_sections += 1;
                self.discard()?;
            }
            "tracked-changes" => self.tracked_changes()?,
            "change-start" => {
                self.changes.begin(&element.attribute("change-id").unwrap_or_default());
            }
            "change-end" => {
                self.changes.end(&element.attribute("change-id").unwrap_or_default());
            }
            "change" => {
                let id = element.attribute("change-id").unwrap_or_default();
                let deleted = self.changes.deleted(&id);
                let content = deleted.into_iter().flat_map(|it| it.0);
                blocks.extend(content.map(Block::Paragraph));
            }
            "annotation" | "annotation-end" => {
                if let Some(position) = self.position(element)?
                    && let Some(Block::Paragraph(last)) = blocks.last_mut()
                {
                    let inline = Inline::Position(position);
                    self.counted.add(&mut last.pieces, inline, Track::NONE)?;
                }
            }
            name if is_drawing(name) => self.drawing(blocks)?,
            // A table of contents is made anew, and the patterns of indexes are no text.
            "table-of-content" => self.discard()?,
            "forms" => self.xml.skip()?,
            name if name.ends_with("-source") => self.xml.skip()?,
            _ => {}
        }
        Ok(())
    }

    /// The place at which a comment begins or ends; the comment is read where it begins.
    pub(crate) fn position(&mut self, element: &Element<'x>) -> Result<Option<usize>, Flaw> {
        if self.comments.is_left_out {
            if element.name() == "annotation" {
                self.xml.skip()?;
            }
            return Ok(None);
        }
        if element.name() == "annotation" {
            let number = self.comments.read(element, &mut self.xml, &mut self.counted)?;
            return Ok(Some(start_of(number)));
        }
        let name = element.attribute("name").unwrap_or_default();
        Ok(self.comments.named(&name).map(end_of))
    }

    fn paragraph(&mut self, element: &Element<'x>, blocks: &mut Vec<Block>) -> Result<(), Flaw> {
        self.counted.paragraph()?;
        let styles = self.styles;
        let style = styles.of_paragraph(element.attribute("style-name").as_deref());
        let level = match element.name() {
            "h" => Some(element.attribute("outline-level").and_then(|it| level(&it)).unwrap_or(1)),
            _ => style.level,
        };
        let kind = self.kind(element, style, level)?;
        let mut line = Line::default();
        let within = Within {
            look: if level.is_some() || style.role.is_some() {
                Look::PLAIN
            } else {
                style.letters.over(Look::PLAIN)
            },
            is_hidden: style.letters.is_hidden == Some(true),
            is_link: false,
            takes_bold: level.is_none() && style.role != Some(StyleRole::Title),
        };
        self.inlines(&mut line, within)?;
        if style.role == Some(StyleRole::Contents) {
            return Ok(());
        }
        for (part, mut paragraph) in line.parted.before {
            paragraph.kind = part.unwrap_or_else(|| kind.clone());
            blocks.push(Block::Paragraph(paragraph));
        }
        let kind = line.parted.kind.unwrap_or(kind);
        let end = self.changes.track();
        let mut paragraph = Paragraph { kind, pieces: whole(line.pieces), end };
        if style.has_rule && paragraph.is_blank() && !paragraph.is_changed() {
            paragraph.kind = BlockKind::Break;
        }
        let goes_on = paragraph.end.is_changed();
        blocks.push(Block::Paragraph(paragraph));
        // Between a paragraph and the one it goes on with they would part both.
        self.waiting.append(&mut line.boxes);
        if !goes_on {
            blocks.append(&mut self.waiting);
        }
        Ok(())
    }

    /// What a paragraph is.
    fn kind(
        &mut self,
        element: &Element<'x>,
        style: &Style,
        level: Option<u8>,
    ) -> Result<BlockKind, Flaw> {
        let item = self.item.take();
        if let Some(level) = level {
            let number = self.heading_number(element, style, (level, item))?;
            return Ok(BlockKind::Heading(level, number));
        }
        if let Some(at) = item
            && let Some(list) = self.lists.get_mut(at)
        {
            let level = u8::try_from(at).unwrap_or(LIST_LEVELS).min(LIST_LEVELS - 1);
            let name = list.style.as_deref().or(style.list.as_deref());
            let mark = match name {
                Some(NO_LIST) => None,
                name => self.styles.lists.start(name, level),
            };
            if let Some(mark) = mark {
                // Each item says its number, as a paragraph between two of them ends a list of Markdown.
                let start = mark.map(|start| {
                    let next = list.number.map_or(start, |it| it.saturating_add(1));
                    list.said.take().unwrap_or(next)
                });
                list.number = start;
                return Ok(BlockKind::Item { start, level });
            }
        }
        Ok(match style.role {
            Some(StyleRole::Title) => BlockKind::Title,
            Some(StyleRole::Quote) => BlockKind::Quote,
            Some(StyleRole::Bullet | StyleRole::Number | StyleRole::Contents) | None => {
                BlockKind::Body
            }
        })
    }

    /// The number of a heading, as it is shown: that of the list in which it stands, or of all headings.
    fn heading_number(
        &mut self,
        element: &Element<'x>,
        style: &Style,
        (level, item): (u8, Option<usize>),
    ) -> Result<String, Flaw> {
        let is_numbered = element.name() == "h" || item.is_some();
        if self.is_deleted
            || !is_numbered
            || element.attribute("is-list-header").as_deref() == Some("true")
        {
            return Ok(String::new());
        }
        let lists = &self.styles.lists;
        let list = item.and_then(|at| self.lists.get(at));
        let known = |name: &&str| lists.has(name);
        let (name, at) = match list.and_then(|it| it.style.as_deref().filter(known)) {
            Some(name) => (name, item.unwrap_or(0)),
            None if style.list.as_deref() == Some(NO_LIST) => return Ok(String::new()),
            None => {
                (style.list.as_deref().filter(known).unwrap_or(OUTLINE), usize::from(level - 1))
            }
        };
        let at = u8::try_from(at).unwrap_or(u8::MAX);
        let from = element.attribute("start-value").and_then(|it| it.parse().ok());
        let number = self.headings.next(lists, (name, at), from);
        self.counted.bytes(number.len())?;
        Ok(number)
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
                "table-row" => {
                    self.counted.cell()?;
                    rows.push(Vec::new());
                }
                "table-cell" | "covered-table-cell" => {
                    self.counted.cell()?;
                    let mut inner = Vec::new();
                    self.apart(&mut inner)?;
                    add_cell(&mut rows, inner);
                }
                _ => {}
            }
        }
        add_table(blocks, rows, self.tables > own, &mut self.counted)
    }

    /// Reads the changes, which stand before the text, with what was taken out.
    fn tracked_changes(&mut self) -> Result<(), Flaw> {
        let end = self.xml.depth();
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            if element.name() != "changed-region" {
                continue;
            }
            let id = element.attribute("id").unwrap_or_default();
            let region = self.region()?;
            self.changes.add(id, region, &mut self.counted)?;
        }
        Ok(())
    }

    /// Reads one change.
    fn region(&mut self) -> Result<Region, Flaw> {
        let mut region = Region::default();
        let end = self.xml.depth();
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            let is_deletion = match element.name() {
                "insertion" => false,
                "deletion" => true,
                // A change of formatting.
                _ => {
                    self.xml.skip()?;
                    continue;
                }
            };
            let (mut editor, mut blocks) = (0, Vec::new());
            let inner = self.xml.depth();
            let was_deleted = std::mem::replace(&mut self.is_deleted, true);
            while self.xml.depth() >= inner {
                let Some(token) = self.xml.next()? else { break };
                let Token::Open(element) = token else { continue };
                match element.name() {
                    "change-info" => {
                        editor = self.changes.read_editor(&mut self.xml, &mut self.counted)?;
                    }
                    _ => self.block(&element, &mut blocks)?,
                }
            }
            blocks.append(&mut self.waiting);
            self.is_deleted = was_deleted;
            if is_deletion {
                region.deleted = Some(editor);
                region.content = paragraphs(blocks);
            } else {
                region.inserted = Some(editor);
            }
        }
        Ok(region)
    }
}

/// Whether an element is a frame or a figure, in which text may stand.
pub(crate) fn is_drawing(name: &str) -> bool {
    matches!(
        name,
        "frame"
            | "custom-shape"
            | "rect"
            | "line"
            | "polyline"
            | "polygon"
            | "regular-polygon"
            | "path"
            | "circle"
            | "ellipse"
            | "g"
            | "measure"
            | "caption"
            | "connector"
            | "control"
    )
}
