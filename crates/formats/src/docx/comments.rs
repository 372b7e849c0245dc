//! Comments as their parts say them, with which answers which.

use std::collections::HashMap;

use crate::{
    Flaw,
    blocks::Counted,
    bounds::{COMMENT_CHARS_MAX, REMARKS_MAX},
    comments::{Said, bounded},
    container::Container,
    xml::{DocumentTypes, Token, Xml},
};

use super::parts::Parts;

/// One comment, as others name it.
#[derive(Debug, Clone, Default)]
struct Written {
    id: String,
    /// The id of its last paragraph, by which others name it.
    paragraph: Option<String>,
    said: Said,
}

impl Written {
    fn bytes(&self) -> usize {
        self.id.len() + self.said.bytes() + self.paragraph.as_ref().map_or(0, String::len)
    }
}

/// All comments of a document.
#[derive(Debug, Default)]
pub(crate) struct Comments(Vec<Written>);

impl Comments {
    pub(crate) fn read(
        container: &mut Container<'_>,
        parts: &Parts,
        counted: &mut Counted,
    ) -> Result<Self, Flaw> {
        let Some(path) = &parts.comments else { return Ok(Self::default()) };
        let Some(text) = container.text(path)? else { return Ok(Self::default()) };
        let mut all = Vec::new();
        let mut xml = Xml::new(path, &text, DocumentTypes::Refused);
        while let Some(token) = xml.next()? {
            let Token::Open(element) = token else { continue };
            if element.name() != "comment" {
                continue;
            }
            let said = Said {
                author: element.name_in("author").trim().to_owned(),
                date: Some(element.name_in("date")).filter(|it| !it.is_empty()),
                ..Said::default()
            };
            let id = element.attribute("id").unwrap_or_default();
            let written = words(&mut xml, Written { id, paragraph: None, said })?;
            counted.bytes(written.bytes())?;
            all.push(written);
            if all.len() > REMARKS_MAX {
                return Err(Flaw::TooManyRemarks);
            }
        }
        let mut comments = Self(all);
        comments.read_answers(container, parts)?;
        Ok(comments)
    }

    /// Reads which comments answer others, and which are done.
    fn read_answers(&mut self, container: &mut Container<'_>, parts: &Parts) -> Result<(), Flaw> {
        let Some(path) = &parts.comments_extended else { return Ok(()) };
        let Some(text) = container.text(path)? else { return Ok(()) };
        let by_paragraph: HashMap<String, usize> =
            (0..).zip(&self.0).filter_map(|(at, it)| Some((it.paragraph.clone()?, at))).collect();
        let mut xml = Xml::new(path, &text, DocumentTypes::Refused);
        while let Some(token) = xml.next()? {
            let Token::Open(element) = token else { continue };
            let at = element.attribute("paraId").and_then(|id| by_paragraph.get(&id));
            let Some(at) = at.filter(|_| element.name() == "commentEx") else { continue };
            let parent = element.attribute("paraIdParent");
            self.0[*at].said.answers =
                parent.and_then(|id| by_paragraph.get(&id)).copied().filter(|parent| parent < at);
            self.0[*at].said.is_resolved = element.attribute("done").is_some_and(|it| it == "1");
        }
        Ok(())
    }

    /// The numbers of comments by their ids.
    pub(crate) fn ids(&self) -> HashMap<String, usize> {
        (0..).zip(&self.0).map(|(at, it)| (it.id.clone(), at)).collect()
    }

    pub(crate) fn into_said(self) -> Vec<Said> {
        self.0.into_iter().map(|it| it.said).collect()
    }
}

/// Reads the words of the comment that began last.
fn words(xml: &mut Xml<'_>, mut written: Written) -> Result<Written, Flaw> {
    let end = xml.depth();
    while xml.depth() >= end {
        let Some(token) = xml.next()? else { break };
        let Token::Open(element) = token else { continue };
        match element.name() {
            "p" => {
                written.paragraph = element.attribute("paraId");
                if !written.said.text.is_empty() {
                    written.said.text.push('\n');
                }
            }
            "t" => {
                let text = xml.text()?;
                // Of what is longer only the beginning is kept.
                if written.said.text.len() <= COMMENT_CHARS_MAX * 4 {
                    written.said.text.push_str(&text);
                }
            }
            "tab" => written.said.text.push(' '),
            "br" | "cr" => written.said.text.push('\n'),
            "pPr" | "rPr" | "delText" | "instrText" | "Fallback" => xml.skip()?,
            _ => {}
        }
    }
    written.said.text = bounded(written.said.text.trim());
    Ok(written)
}
