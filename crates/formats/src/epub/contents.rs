//! Tables of contents: the navigation of EPUB 3, or the NCX of EPUB 2.

use crate::{
    Flaw,
    blocks::Counted,
    bounds::DEPTH_MAX,
    container::Container,
    xml::{DocumentTypes, Token, Xml},
};

use super::package::{Package, resolved};

/// An entry of a table of contents.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entry {
    pub(crate) title: String,
    /// The page that it leads to; empty where it leads nowhere.
    pub(crate) path: String,
    /// The name of the place in the page; empty for its beginning.
    pub(crate) fragment: String,
    pub(crate) inner: Vec<Entry>,
}

impl Entry {
    fn bytes(&self) -> usize {
        self.title.len() + self.path.len() + self.fragment.len()
    }
}

/// Reads the table of contents; empty where there is none.
pub(crate) fn read(
    container: &mut Container<'_>,
    package: &Package,
    counted: &mut Counted,
) -> Result<Vec<Entry>, Flaw> {
    if let Some(path) = &package.navigation
        && let Some(text) = container.text(path)?
    {
        let entries = navigation(path, &text, counted)?;
        if !entries.is_empty() {
            return Ok(entries);
        }
    }
    match &package.ncx {
        Some(path) => match container.text(path)? {
            Some(text) => ncx(path, &text, counted),
            None => Ok(Vec::new()),
        },
        None => Ok(Vec::new()),
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The list in the `nav` that is the table of contents.
fn navigation(path: &str, text: &str, counted: &mut Counted) -> Result<Vec<Entry>, Flaw> {
    let mut xml = Xml::new(path, text, DocumentTypes::Named);
    while let Some(token) = xml.next()? {
        let Token::Open(element) = token else { continue };
        let is_contents =
            element.attribute("type").is_some_and(|it| it.split_whitespace().any(|it| it == "toc"))
                || element.attribute("role").as_deref() == Some("doc-toc");
        if element.name() == "nav" && is_contents {
            return list(&mut xml, path, counted);
        }
    }
    Ok(Vec::new())
}

/// Reads the items of the lists in the element that began last. Each `li` is read to its end, so what is nested is at
/// most as deep as [`DEPTH_MAX`].
fn list(xml: &mut Xml<'_>, path: &str, counted: &mut Counted) -> Result<Vec<Entry>, Flaw> {
    let end = xml.depth();
    let mut entries = Vec::new();
    while xml.depth() >= end {
        let Some(token) = xml.next()? else { break };
        let Token::Open(element) = token else { continue };
        if element.name() == "li" {
            entries.push(item(xml, path, counted)?);
        }
    }
    Ok(entries)
}

fn item(xml: &mut Xml<'_>, path: &str, counted: &mut Counted) -> Result<Entry, Flaw> {
    let end = xml.depth();
    let mut entry = Entry::default();
    while xml.depth() >= end {
        let Some(token) = xml.next()? else { break };
        let Token::Open(element) = token else { continue };
        match element.name() {
            "a" => {
                if let Some(reference) = element.attribute("href") {
                    (entry.path, entry.fragment) = resolved(folder(path), &reference);
                }
                entry.title = xml.line()?;
            }
            "span" => entry.title = xml.line()?,
            "ol" | "ul" => entry.inner = list(xml, path, counted)?,
            _ => {}
        }
    }
    counted.entry(path, entry.bytes())?;
    Ok(entry)
}

/// The points of an NCX.
fn ncx(path: &str, text: &str, counted: &mut Counted) -> Result<Vec<Entry>, Flaw> {
    let mut xml = Xml::new(path, text, DocumentTypes::Named);
    let mut open: Vec<(usize, Entry)> = Vec::new();
    let mut entries = Vec::new();
    while let Some(token) = xml.next()? {
        // What ended goes into what it lies in.
        while open.last().is_some_and(|(depth, _)| *depth > xml.depth()) {
            let Some((_, entry)) = open.pop() else { break };
            counted.entry(path, entry.bytes())?;
            match open.last_mut() {
                Some((_, outer)) => outer.inner.push(entry),
                None => entries.push(entry),
            }
        }
        let Token::Open(element) = token else { continue };
        match element.name() {
            "navPoint" if open.len() < DEPTH_MAX => open.push((xml.depth(), Entry::default())),
            "text" => {
                let title = xml.line()?;
                if let Some((_, entry)) = open.last_mut().filter(|it| it.1.title.is_empty()) {
                    entry.title = title;
                }
            }
            "content" => {
                if let (Some((_, entry)), Some(reference)) =
                    (open.last_mut(), element.attribute("src"))
                {
                    (entry.path, entry.fragment) = resolved(folder(path), &reference);
                }
            }
            _ => {}
        }
    }
    Ok(entries)
}
