//! Lists, and the numbers that styles give to headings: "Chapter 1" may stand in no text at all.

use std::collections::HashMap;

use crate::{
    Flaw,
    blocks::Counted,
    bounds::NUMBER_BYTES_MAX,
    numbers::Form,
    xml::{Element, Token, Xml, cut},
};

/// Levels of a list.
const LEVELS: usize = 10;

/// The name of the list of all headings, which has none.
pub(crate) const OUTLINE: &str = "";

/// The name that a style gives where its paragraphs stand in no list, also not in that of all headings.
pub(crate) const NO_LIST: &str = "";

/// How one level is marked.
#[derive(Debug, Clone, Default)]
struct Level {
    form: Form,
    /// What stands before and behind the number.
    prefix: Box<str>,
    suffix: Box<str>,
    /// How many levels are shown, up to this one.
    depth: u8,
    start: u32,
}

/// The lists of a document by the names of their styles.
#[derive(Debug, Default)]
pub(crate) struct Lists(HashMap<String, Box<[Level; LEVELS]>>);

impl Lists {
    /// Reads the style of a list that begins with the last element.
    pub(crate) fn read(
        &mut self,
        part: &str,
        element: &Element<'_>,
        xml: &mut Xml<'_>,
        counted: &mut Counted,
    ) -> Result<(), Flaw> {
        let name = match element.name() {
            "outline-style" => OUTLINE.to_owned(),
            _ => element.attribute("name").unwrap_or_default(),
        };
        counted.entry(part, name.len())?;
        let mut levels: Box<[Level; LEVELS]> = Box::default();
        let end = xml.depth();
        while xml.depth() >= end {
            let Some(token) = xml.next()? else { break };
            let Token::Open(element) = token else { continue };
            let has_form =
                matches!(element.name(), "list-level-style-number" | "outline-level-style");
            let is_marked =
                matches!(element.name(), "list-level-style-bullet" | "list-level-style-image");
            let at = element.attribute("level").and_then(|it| it.parse::<usize>().ok());
            let level = at.and_then(|it| levels.get_mut(it.checked_sub(1)?));
            let Some(level) = level.filter(|_| has_form || is_marked) else { continue };
            if is_marked {
                level.form = Form::Bullet;
                continue;
            }
            let text = |name: &str| -> Box<str> {
                let text = element.attribute(name).unwrap_or_default();
                cut(&text, NUMBER_BYTES_MAX).into()
            };
            let number = |name: &str| element.attribute(name).and_then(|it| it.parse::<u32>().ok());
            *level = Level {
                form: form(&element.attribute("num-format").unwrap_or_default()),
                prefix: text("num-prefix"),
                suffix: text("num-suffix"),
                depth: number("display-levels").and_then(|it| u8::try_from(it).ok()).unwrap_or(1),
                start: number("start-value").unwrap_or(1),
            };
            counted.bytes(level.prefix.len() + level.suffix.len())?;
        }
        self.0.insert(name, levels);
        Ok(())
    }

    /// Whether there is a list of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The number with which a level of a list begins, none inside where it is only marked; none where it is not
    /// marked at all. A list that is not there has bullets.
    pub(crate) fn start(&self, list: Option<&str>, level: u8) -> Option<Option<u32>> {
        let levels = list.and_then(|list| self.0.get(list));
        let Some(level) = levels.and_then(|it| it.get(usize::from(level))) else {
            return Some(None);
        };
        match level.form {
            Form::Bullet | Form::Unsaid => Some(None),
            Form::None => None,
            _ => Some(Some(level.start)),
        }
    }
}

/// How far the headings of each list have counted.
#[derive(Debug, Default)]
pub(crate) struct Headings(HashMap<String, [Option<u32>; LEVELS]>);

impl Headings {
    /// The number of the next heading of a list, as it is shown; empty where it has none. `from` is the number that
    /// the heading itself says it begins with.
    pub(crate) fn next(
        &mut self,
        lists: &Lists,
        (list, level): (&str, u8),
        from: Option<u32>,
    ) -> String {
        let at = usize::from(level);
        let Some(levels) = lists.0.get(list).filter(|_| at < LEVELS) else { return String::new() };
        if !self.0.contains_key(list) {
            self.0.insert(list.to_owned(), [None; LEVELS]);
        }
        let Some(counts) = self.0.get_mut(list) else { return String::new() };
        let next = counts[at].map_or(levels[at].start, |it| it.saturating_add(1));
        counts[at] = Some(from.unwrap_or(next));
        counts[at + 1..].fill(None);
        let level = &levels[at];
        let has_number = |it: &Level| !matches!(it.form, Form::None | Form::Bullet | Form::Unsaid);
        if !has_number(level) {
            return String::new();
        }
        let first = (at + 1).saturating_sub(usize::from(level.depth.max(1)));
        let levels_before = (first..=at).filter(|it| has_number(&levels[*it]));
        let numbers: Vec<String> = levels_before
            .map(|it| levels[it].form.displayed(counts[it].unwrap_or(levels[it].start)))
            .collect();
        let text = format!("{}{}{}", level.prefix, numbers.join("."), level.suffix);
        cut(text.trim(), NUMBER_BYTES_MAX).to_owned()
    }
}

/// The form of a number as a level of a list names it.
fn form(name: &str) -> Form {
    match name {
        "" => Form::None,
        "I" => Form::UpperRoman,
        "i" => Form::LowerRoman,
        "A" => Form::UpperAlphabetic,
        "a" => Form::LowerAlphabetic,
        _ => Form::Decimal,
    }
}
