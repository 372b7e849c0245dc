//! Styles: which paragraphs are headings, titles and quotations, and how their letters look.

use std::{collections::HashMap, rc::Rc};

use crate::{
    Flaw,
    blocks::Counted,
    container::Container,
    inline::Style as Look,
    roles::{StyleRole, chain, meaning},
    xml::{DocumentTypes, Token, Xml},
};

use super::{parts::Parts, run::Properties};
/// One style, with what it has from those it is based on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Style {
    /// The level of the heading, from 1.
    pub(crate) level: Option<u8>,
    pub(crate) role: Option<StyleRole>,
    /// The list and the level in it.
    pub(crate) list: Option<(Rc<str>, u8)>,
    pub(crate) look: Look,
    pub(crate) is_hidden: bool,
}

#[derive(Debug, Default)]
struct Written {
    /// What its name says.
    meaning: (Option<u8>, Option<StyleRole>),
    /// Whether it is one of links, which are underlined, and not emphasised.
    is_of_links: bool,
    base: Option<String>,
    level: Option<Option<u8>>,
    list: Option<(Option<Rc<str>>, Option<u8>)>,
    properties: Properties,
}

/// The styles of a document by their ids.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    by_id: HashMap<String, usize>,
    all: Vec<Style>,
    /// Of paragraphs that name none.
    pub(crate) usual: Style,
}

impl Styles {
    pub(crate) fn read(
        container: &mut Container<'_>,
        parts: &Parts,
        counted: &mut Counted,
    ) -> Result<Self, Flaw> {
        let Some(path) = &parts.styles else { return Ok(Self::default()) };
        let Some(text) = container.text(path)? else { return Ok(Self::default()) };
        let mut written: Vec<Written> = Vec::new();
        let mut by_id: HashMap<String, usize> = HashMap::new();
        let mut usual = None;
        let mut xml = Xml::new(path, &text, DocumentTypes::Refused);
        while let Some(token) = xml.next()? {
            let Token::Open(element) = token else { continue };
            if element.name() == "docDefaults" {
                xml.skip()?;
                continue;
            }
            if element.name() != "style" {
                continue;
            }
            let id = element.attribute("styleId").unwrap_or_default();
            let is_usual = element.attribute("default").is_some_and(|it| it == "1" || it == "true");
            if is_usual && element.attribute("type").as_deref() == Some("paragraph") {
                usual = Some(id.clone());
            }
            let style = style(&mut xml)?;
            let list = style.list.as_ref().and_then(|it| it.0.as_ref());
            let kept = [style.base.as_ref().map(String::len), list.map(|it| it.len())];
            counted.entry(path, id.len() + kept.into_iter().flatten().sum::<usize>())?;
            by_id.insert(id, written.len());
            written.push(style);
        }
        let bases: Vec<Option<usize>> =
            written.iter().map(|it| by_id.get(it.base.as_ref()?).copied()).collect();
        let all: Vec<Style> = (0..written.len()).map(|at| resolved(&written, &bases, at)).collect();
        let usual = usual.and_then(|id| all.get(*by_id.get(&id)?).cloned()).unwrap_or_default();
        Ok(Self { by_id, all, usual })
    }

    /// A style; the usual one where it is not there.
    pub(crate) fn get(&self, id: Option<&str>) -> &Style {
        id.and_then(|id| self.of_letters(id)).unwrap_or(&self.usual)
    }

    /// A style of letters; none where it is not there.
    pub(crate) fn of_letters(&self, id: &str) -> Option<&Style> {
        self.all.get(*self.by_id.get(id)?)
    }
}

/// Reads one style.
fn style(xml: &mut Xml<'_>) -> Result<Written, Flaw> {
    let end = xml.depth();
    let mut style = Written::default();
    while xml.depth() >= end {
        let Some(token) = xml.next()? else { break };
        let Token::Open(element) = token else { continue };
        let value = || element.attribute("val");
        match element.name() {
            "name" => {
                let name = value().unwrap_or_default().to_lowercase();
                style.meaning = meaning(&name);
                style.is_of_links = name.contains("hyperlink");
            }
            "basedOn" => style.base = value(),
            "outlineLvl" => style.level = Some(level(value())),
            "numId" => style.list.get_or_insert_default().0 = value().map(Rc::from),
            "ilvl" => {
                style.list.get_or_insert_default().1 = value().and_then(|it| it.parse().ok());
            }
            "rPr" => style.properties = Properties::read(xml)?,
            "tblStylePr" | "tcPr" | "tblPr" => xml.skip()?,
            _ => {}
        }
    }
    Ok(style)
}

/// The level of a heading by its place in an outline, which counts from 0; 9 is the text.
pub(crate) fn level(outline: Option<String>) -> Option<u8> {
    let outline: u8 = outline?.parse().ok()?;
    (outline < 9).then(|| (outline + 1).min(6))
}

/// A style with what it has from its bases.
fn resolved(all: &[Written], bases: &[Option<usize>], at: usize) -> Style {
    let mut style = Style::default();
    for written in chain(bases, at).into_iter().rev().filter_map(|at| all.get(at)) {
        let (level, role) = written.meaning;
        style.level = written.level.unwrap_or(level.or(style.level));
        style.role = role.or(style.role);
        if let Some((list, level)) = &written.list {
            let before = style.list.take();
            let list = list.clone().or_else(|| before.as_ref().map(|it| it.0.clone()));
            let level = level.or(before.map(|it| it.1)).unwrap_or(0);
            style.list = list.map(|list| (list, level));
        }
        if !written.is_of_links {
            style.look = written.properties.over(style.look);
        }
        style.is_hidden = written.properties.is_hidden.unwrap_or(style.is_hidden);
    }
    style
}
