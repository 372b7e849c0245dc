//! Lists of a text: their items, and how far they have counted.

use std::{collections::HashMap, rc::Rc};

use crate::{
    Flaw,
    blocks::{Block, Counted},
    container::ODF_CONTENT,
    xml::{Element, Token},
};

use super::body::Body;

/// Levels of lists.
pub(crate) const LIST_LEVELS: u8 = 9;

/// A list that is being read.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenList {
    /// The name of its style.
    pub(crate) style: Option<Rc<str>>,
    /// The number of its last item; none before the first.
    pub(crate) number: Option<u32>,
    /// The number that the last item itself says it has.
    pub(crate) said: Option<u32>,
}

/// How far lists have counted that have ended. Those that go on with one another count together.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    numbers: Vec<Option<u32>>,
    by_id: HashMap<String, usize>,
    by_style: HashMap<Rc<str>, usize>,
    last: Option<usize>,
}

impl Ended {
    /// The place of the list that one goes on with: the one that it names, or the last of its style.
    fn continued(&self, element: &Element<'_>, style: Option<&Rc<str>>) -> Option<usize> {
        let named = element.attribute("continue-list");
        if let Some(at) = named.as_ref().and_then(|id| self.by_id.get(id)) {
            return Some(*at);
        }
        if named.is_none() && element.attribute("continue-numbering").as_deref() != Some("true") {
            return None;
        }
        match style {
            Some(style) => self.by_style.get(style).copied(),
            None => self.last,
        }
    }

    /// Keeps how far a list has counted.
    fn add(
        &mut self,
        list: OpenList,
        (id, continued): (Option<String>, Option<usize>),
        counted: &mut Counted,
    ) -> Result<(), Flaw> {
        let at = continued.unwrap_or(self.numbers.len());
        match self.numbers.get_mut(at) {
            Some(number) => *number = list.number,
            None => {
                counted.entry(ODF_CONTENT, 0)?;
                self.numbers.push(list.number);
            }
        }
        self.last = Some(at);
        if let Some(id) = id {
            counted.entry(ODF_CONTENT, id.len())?;
            self.by_id.insert(id, at);
        }
        if let Some(style) = list.style {
            counted.bytes(if self.by_style.contains_key(&style) { 0 } else { style.len() })?;
            self.by_style.insert(style, at);
        }
        Ok(())
    }
}

impl<'x> Body<'_, 'x> {
    pub(crate) fn list(
        &mut self,
        element: &Element<'x>,
        blocks: &mut Vec<Block>,
    ) -> Result<(), Flaw> {
        let outer = self.item.take();
        // What is in it is marked as the list around it, where it says nothing else.
        let style = named_style(element);
        let style = style.or_else(|| self.lists.last().and_then(|it| it.style.clone()));
        let is_inner = !self.lists.is_empty();
        let continued = if is_inner { None } else { self.ended.continued(element, style.as_ref()) };
        let number = continued.and_then(|at| self.ended.numbers[at]);
        let id = element.attribute("id");
        self.lists.push(OpenList { style, number, said: None });
        let own = self.lists.len() - 1;
        let end = self.xml.depth();
        while self.xml.depth() >= end {
            let Some(token) = self.xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                "list-item" => {
                    self.lists[own].said =
                        element.attribute("start-value").and_then(|it| it.parse().ok());
                    self.item = Some(own);
                    self.blocks(blocks)?;
                    self.item = None;
                }
                "list-header" => self.blocks(blocks)?,
                _ => self.block(&element, blocks)?,
            }
        }
        // What was taken out counts for nothing that follows.
        if let Some(list) = self.lists.pop()
            && !is_inner
            && !self.is_deleted
        {
            self.ended.add(list, (id, continued), &mut self.counted)?;
        }
        self.item = outer;
        Ok(())
    }

    /// An item that stands in no list, but says itself at which level it would.
    pub(crate) fn numbered_paragraph(
        &mut self,
        element: &Element<'x>,
        blocks: &mut Vec<Block>,
    ) -> Result<(), Flaw> {
        let level = element.attribute("level").and_then(|it| it.parse::<u8>().ok()).unwrap_or(1);
        let at = usize::from(level.clamp(1, LIST_LEVELS) - 1);
        let said = element.attribute("start-value").and_then(|it| it.parse().ok());
        let style = named_style(element);
        let continued = match &style {
            Some(style) => self.ended.by_style.get(style).copied(),
            None => self.ended.last,
        };
        let number = continued.and_then(|at| self.ended.numbers[at]);
        let outer = (std::mem::take(&mut self.lists), self.item.take());
        self.lists = vec![OpenList { style, number, said }; at + 1];
        self.item = Some(at);
        self.blocks(blocks)?;
        if let Some(list) = self.lists.pop()
            && !self.is_deleted
        {
            self.ended.add(list, (None, continued), &mut self.counted)?;
        }
        (self.lists, self.item) = outer;
        Ok(())
    }
}

/// The style that a list names.
fn named_style(element: &Element<'_>) -> Option<Rc<str>> {
    element.attribute("style-name").filter(|it| !it.is_empty()).map(Rc::from)
}
