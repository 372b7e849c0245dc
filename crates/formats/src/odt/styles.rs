//! Styles: which paragraphs are headings, titles and quotations, how letters look, and how lists are marked.

use std::{collections::HashMap, rc::Rc};

use crate::{
    Flaw,
    blocks::Counted,
    inline::Style as Look,
    roles::{StyleRole, chain, meaning},
    xml::{DocumentTypes, Element, Token, Xml},
};

use super::lists::Lists;
/// The weight from which on letters are bold.
const BOLD_WEIGHT_MIN: u16 = 600;

/// The name of the style that stands for a line across the page, which has no letters.
const RULE: &str = "horizontal line";

/// What is said of letters; what is not said stays as it is.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Letters {
    italic: Option<bool>,
    bold: Option<bool>,
    struck: Option<bool>,
    /// In a typescript a line below letters asks for italics.
    underlined: Option<bool>,
    pub(crate) is_hidden: Option<bool>,
}

impl Letters {
    fn read(element: &Element<'_>) -> Self {
        let value = |name: &str| element.attribute(name);
        let line = |kind: &str| {
            let said = value(&format!("text-{kind}-style"));
            let said = said.or_else(|| value(&format!("text-{kind}-type")));
            said.map(|it| it != "none")
        };
        Self {
            italic: value("font-style").map(|it| it == "italic" || it == "oblique"),
            bold: value("font-weight").map(|it| {
                it == "bold" || it.parse().is_ok_and(|weight: u16| weight >= BOLD_WEIGHT_MIN)
            }),
            struck: line("line-through"),
            underlined: line("underline"),
            is_hidden: element.attribute_of("text", "display").map(|it| it == "none"),
        }
    }

    /// What these say over those that they are based on.
    fn based_on(self, base: Self) -> Self {
        Self {
            italic: self.italic.or(base.italic),
            bold: self.bold.or(base.bold),
            struck: self.struck.or(base.struck),
            underlined: self.underlined.or(base.underlined),
            is_hidden: self.is_hidden.or(base.is_hidden),
        }
    }

    /// It without a line below the letters, which a link has anyway.
    pub(crate) fn without_line(self) -> Self {
        Self { underlined: None, ..self }
    }

    /// How letters look that looked like this.
    pub(crate) fn over(self, look: Look) -> Look {
        look.said([self.italic, self.underlined, self.bold, self.struck])
    }
}

/// One style, with what it has from those it is based on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Style {
    /// The level of the heading, from 1.
    pub(crate) level: Option<u8>,
    pub(crate) role: Option<StyleRole>,
    /// The list that marks its paragraphs where they are items; empty where they are in none.
    pub(crate) list: Option<Rc<str>>,
    pub(crate) letters: Letters,
    /// Whether its paragraphs have a line above or below, or a frame.
    pub(crate) has_rule: bool,
    /// Whether it is one of links, which are underlined, and not emphasised.
    pub(crate) is_of_links: bool,
}

/// A style as it is written.
#[derive(Debug, Default)]
struct Written {
    /// What its names say.
    meaning: (Option<u8>, Option<StyleRole>),
    base: Option<String>,
    /// The level that it says itself: none inside for that of the text.
    level: Option<Option<u8>>,
    list: Option<Rc<str>>,
    letters: Letters,
    has_rule: Option<bool>,
    is_of_links: bool,
}

/// The styles of one family by their names.
#[derive(Debug, Default)]
struct Family {
    by_name: HashMap<String, usize>,
    written: Vec<Written>,
    all: Vec<Style>,
}

/// The styles of a document.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    paragraphs: Family,
    letters: Family,
    /// How lists are marked.
    pub(crate) lists: Lists,
    /// The language of the text, where the usual style says it.
    pub(crate) language: Option<String>,
    usual: Style,
}

impl Styles {
    /// Reads the styles of a part: those with names, and those that the text itself makes.
    pub(crate) fn read(
        &mut self,
        part: &str,
        text: &str,
        counted: &mut Counted,
    ) -> Result<(), Flaw> {
        let mut xml = Xml::new(part, text, DocumentTypes::Refused);
        while let Some(token) = xml.next()? {
            let Token::Open(element) = token else { continue };
            match element.name() {
                // Headers and footers are no text; what they look like is not asked.
                "master-styles" | "font-face-decls" => xml.skip()?,
                // The text itself is read when all styles are known.
                "body" => break,
                "automatic-styles" if part == super::parts::STYLES => xml.skip()?,
                "default-style" => self.read_usual(&element, &mut xml)?,
                "style" => self.read_style(part, &element, &mut xml, counted)?,
                "list-style" | "outline-style" => {
                    self.lists.read(part, &element, &mut xml, counted)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_usual(&mut self, element: &Element<'_>, xml: &mut Xml<'_>) -> Result<(), Flaw> {
        let is_of_text = element.attribute("family").as_deref() == Some("paragraph");
        let end = xml.depth();
        while xml.depth() >= end {
            let Some(token) = xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            if element.name() != "text-properties" || !is_of_text {
                continue;
            }
            let known = |it: &String| !it.is_empty() && it != "none" && it != "zxx";
            let named = |name: &str| Some(element.name_in(name)).filter(known);
            self.language = named("language").map(|language| match named("country") {
                Some(country) => format!("{language}-{country}"),
                None => language,
            });
        }
        Ok(())
    }

    fn read_style(
        &mut self,
        part: &str,
        element: &Element<'_>,
        xml: &mut Xml<'_>,
        counted: &mut Counted,
    ) -> Result<(), Flaw> {
        let family = match element.attribute("family").as_deref() {
            Some("paragraph") => &mut self.paragraphs,
            Some("text") => &mut self.letters,
            _ => return xml.skip(),
        };
        let name = element.attribute("name").unwrap_or_default();
        let label = element.attribute("display-name").unwrap_or_else(|| decoded(&name));
        let label = label.to_lowercase();
        // An empty name says that there is none, whatever the style is based on.
        let list = element.attribute("list-style-name");
        let mut style = Written {
            meaning: meaning(&label),
            base: element.attribute("parent-style-name"),
            level: element.attribute("default-outline-level").map(|it| level(&it)),
            list: list.map(Rc::from),
            has_rule: (label == RULE).then_some(true),
            is_of_links: label.contains("internet link") || label.contains("hyperlink"),
            ..Written::default()
        };
        let end = xml.depth();
        while xml.depth() >= end {
            let Some(token) = xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            match element.name() {
                "text-properties" => style.letters = Letters::read(&element),
                "paragraph-properties" => {
                    let mut said = ["border", "border-bottom", "border-top"]
                        .into_iter()
                        .filter_map(|it| element.attribute(it))
                        .peekable();
                    if said.peek().is_some() {
                        style.has_rule = Some(said.any(|it| it != "none"));
                    }
                }
                _ => {}
            }
        }
        let kept = [style.base.as_ref().map(String::len), style.list.as_ref().map(|it| it.len())];
        counted.entry(part, name.len() + kept.into_iter().flatten().sum::<usize>())?;
        family.by_name.insert(name, family.written.len());
        family.written.push(style);
        Ok(())
    }

    /// The styles with what they have from those they are based on.
    pub(crate) fn resolved(mut self) -> Self {
        self.paragraphs.resolve();
        self.letters.resolve();
        self.usual = self.paragraphs.get("Standard").cloned().unwrap_or_default();
        self
    }

    /// A style of paragraphs; the usual one where it is not there.
    pub(crate) fn of_paragraph(&self, name: Option<&str>) -> &Style {
        name.and_then(|name| self.paragraphs.get(name)).unwrap_or(&self.usual)
    }

    /// A style of letters; none where it is not there.
    pub(crate) fn of_letters(&self, name: &str) -> Option<&Style> {
        self.letters.get(name)
    }
}

impl Family {
    fn get(&self, name: &str) -> Option<&Style> {
        self.all.get(*self.by_name.get(name)?)
    }

    fn resolve(&mut self) {
        let base = |it: &Written| self.by_name.get(it.base.as_ref()?).copied();
        let bases: Vec<Option<usize>> = self.written.iter().map(base).collect();
        self.all = (0..bases.len()).map(|at| resolved(&self.written, &bases, at)).collect();
        self.written = Vec::new();
    }
}

/// A style with what it has from its bases.
fn resolved(all: &[Written], bases: &[Option<usize>], at: usize) -> Style {
    let mut style = Style::default();
    for written in chain(bases, at).into_iter().rev().filter_map(|at| all.get(at)) {
        let (level, role) = written.meaning;
        style.level = written.level.unwrap_or(level.or(style.level));
        style.role = role.or(style.role);
        style.list = written.list.clone().or(style.list);
        style.letters = written.letters.based_on(style.letters);
        style.has_rule = written.has_rule.unwrap_or(style.has_rule);
        style.is_of_links = written.is_of_links || style.is_of_links;
    }
    style
}

/// The level of a heading by its place in the outline, which counts from 1; without one it is text.
pub(crate) fn level(outline: &str) -> Option<u8> {
    let outline: u8 = outline.parse().ok()?;
    (outline > 0).then(|| outline.min(6))
}

/// The name of a style as people see it: letters that no name may have are written as `_20_`.
fn decoded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('_') {
        out.push_str(before);
        let letter = after.split_once('_').and_then(|(code, behind)| {
            let letter = u32::from_str_radix(code, 16).ok().and_then(char::from_u32)?;
            Some((letter, behind))
        });
        match letter {
            Some((letter, behind)) => {
                out.push(letter);
                rest = behind;
            }
            None => {
                out.push('_');
                rest = after;
            }
        }
    }
    out + rest
}
