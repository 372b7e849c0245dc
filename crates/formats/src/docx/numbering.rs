//! Lists, and the numbers that styles give to headings: "Chapter 1" may stand in no text at all.

use std::collections::HashMap;

use crate::{
    Flaw,
    blocks::Counted,
    bounds::NUMBER_BYTES_MAX,
    container::Container,
    numbers::Form,
    xml::{DocumentTypes, Token, Xml, cut},
};

use super::parts::Parts;

/// Levels of a list.
const LEVELS: usize = 9;

/// How one level is numbered.
#[derive(Debug, Clone, Default)]
struct Level {
    form: Form,
    /// The text of the number, with `%1` for that of the first level.
    text: Box<str>,
    start: u32,
}

type Levels = [Level; LEVELS];

/// The lists of a document, and how far each has counted.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    lists: HashMap<String, String>,
    kinds: HashMap<String, Levels>,
    counts: HashMap<String, [Option<u32>; LEVELS]>,
    /// Where levels of lists begin that do not begin as their kind does.
    starts: HashMap<String, [Option<u32>; LEVELS]>,
}

impl Numbering {
    pub(crate) fn read(
        container: &mut Container<'_>,
        parts: &Parts,
        counted: &mut Counted,
    ) -> Result<Self, Flaw> {
        let mut numbering = Self::default();
        let Some(path) = &parts.numbering else { return Ok(numbering) };
        let Some(text) = container.text(path)? else { return Ok(numbering) };
        let mut xml = Xml::new(path, &text, DocumentTypes::Refused);
        let (mut kind, mut list, mut at) = (String::new(), String::new(), 0);
        while let Some(token) = xml.next()? {
            let Token::Open(element) = token else { continue };
            let value = || element.attribute("val").unwrap_or_default();
            let index = || -> Option<usize> { element.attribute("ilvl")?.parse().ok() };
            match element.name() {
                "abstractNum" => {
                    kind = element.attribute("abstractNumId").unwrap_or_default();
                    counted.entry(path, kind.len())?;
                }
                "num" => {
                    list = element.attribute("numId").unwrap_or_default();
                    counted.entry(path, list.len())?;
                    // What a list has of its own changes no kind.
                    kind.clear();
                    at = LEVELS;
                }
                "abstractNumId" => {
                    let kind = value();
                    counted.entry(path, kind.len())?;
                    numbering.lists.insert(list.clone(), kind);
                }
                "lvl" => at = index().unwrap_or(LEVELS),
                "lvlOverride" => at = index().unwrap_or(LEVELS),
                "startOverride" if at < LEVELS => {
                    let start = value().parse().unwrap_or(1);
                    numbering.starts.entry(list.clone()).or_default()[at] = Some(start);
                    at = LEVELS;
                }
                "numFmt" | "lvlText" | "start" if at < LEVELS => {
                    let level = &mut numbering.kinds.entry(kind.clone()).or_default()[at];
                    match element.name() {
                        "numFmt" => level.form = form(&value()),
                        "lvlText" => {
                            level.text = cut(&value(), NUMBER_BYTES_MAX).into();
                            counted.bytes(level.text.len())?;
                        }
                        _ => level.start = value().parse().unwrap_or(1),
                    }
                }
                _ => {}
            }
        }
        Ok(numbering)
    }

    fn levels(&self, list: &str) -> Option<&Levels> {
        self.kinds.get(self.lists.get(list)?)
    }

    /// Counts one more of a level of a list, and has those inside it begin again: the number that it has now, none
    /// where there is no such level.
    fn count(&mut self, list: &str, level: u8) -> Option<u32> {
        let at = usize::from(level);
        let start = self.levels(list)?.get(at)?.start;
        let start = self.starts.get(list).and_then(|it| it[at]).unwrap_or(start);
        let counts = self.counts.entry(list.to_owned()).or_default();
        let number = counts[at].map_or(start, |it| it.saturating_add(1));
        counts[at] = Some(number);
        counts[at + 1..].fill(None);
        Some(number)
    }

    /// The number of the next item in a level of a list, none inside where it is only marked; none where there is no
    /// such list. A list goes on behind the paragraphs that stand between its items.
    pub(crate) fn item(&mut self, list: &str, level: u8) -> Option<Option<u32>> {
        match self.levels(list)?.get(usize::from(level))?.form {
            Form::None => None,
            Form::Bullet => Some(None),
            _ => self.count(list, level).map(Some),
        }
    }

    /// The number of the next heading in a list, as it is shown; empty where it has none.
    pub(crate) fn next(&mut self, list: &str, level: u8) -> String {
        let at = usize::from(level);
        let (Some(_), Some(levels)) = (self.count(list, level), self.levels(list)) else {
            return String::new();
        };
        if matches!(levels[at].form, Form::None | Form::Bullet | Form::Unsaid) {
            return String::new();
        }
        let counts = self.counts.get(list).copied().unwrap_or_default();
        let mut text = String::from(levels[at].text.clone());
        for (index, level) in levels.iter().enumerate() {
            let mark = format!("%{}", index + 1);
            if text.contains(&mark) {
                let number = counts[index].unwrap_or(level.start);
                text = text.replace(&mark, &level.form.displayed(number));
            }
        }
        cut(text.trim(), NUMBER_BYTES_MAX).to_owned()
    }
}

/// The form of a number as a level of a list names it.
fn form(name: &str) -> Form {
    match name {
        "" => Form::Unsaid,
        "none" => Form::None,
        "bullet" => Form::Bullet,
        "upperRoman" => Form::UpperRoman,
        "lowerRoman" => Form::LowerRoman,
        "upperLetter" => Form::UpperAlphabetic,
        "lowerLetter" => Form::LowerAlphabetic,
        _ => Form::Decimal,
    }
}
