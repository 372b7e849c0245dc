//! Comments: what editors said, with the answers to it, and where it stands in what was written.

use std::collections::HashMap;

use crate::{
    Comment, Flaw,
    bounds::{COMMENT_CHARS_MAX, REMARKS_MAX},
    container::Container,
    xml::{DocumentTypes, Token, Xml},
};

use super::parts::Parts;

/// What one editor said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Said {
    id: String,
    author: String,
    date: Option<String>,
    text: String,
    /// The ids of its paragraphs, by the last of which others name it.
    paragraph: Option<String>,
    /// Which one it answers, by its place among all.
    answers: Option<usize>,
    is_resolved: bool,
}

/// All comments of a document.
#[derive(Debug, Default)]
pub(crate) struct Comments(Vec<Said>);

impl Comments {
    pub(crate) fn read(container: &mut Container<'_>, parts: &Parts) -> Result<Self, Flaw> {
        let Some(path) = &parts.comments else { return Ok(Self::default()) };
        let Some(text) = container.text(path)? else { return Ok(Self::default()) };
        let mut all = Vec::new();
        let mut xml = Xml::new(path, &text, DocumentTypes::Refused);
        while let Some(token) = xml.next()? {
            let Token::Open(element) = token else { continue };
            if element.name() != "comment" {
                continue;
            }
            let of = |name| element.attribute(name).unwrap_or_default();
            let said = Said {
                id: of("id"),
                author: of("author").trim().to_owned(),
                date: Some(of("date")).filter(|it| !it.is_empty()),
                ..Said::default()
            };
            all.push(words(&mut xml, said)?);
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
            self.0[*at].answers =
                parent.and_then(|id| by_paragraph.get(&id)).copied().filter(|parent| parent < at);
            self.0[*at].is_resolved = element.attribute("done").is_some_and(|it| it == "1");
        }
        Ok(())
    }

    /// The numbers of comments by their ids.
    pub(crate) fn ids(&self) -> HashMap<String, usize> {
        (0..).zip(&self.0).map(|(at, it)| (it.id.clone(), at)).collect()
    }

    pub(crate) fn into_said(self) -> Vec<Said> {
        self.0
    }
}

/// Reads the words of the comment that began last.
fn words(xml: &mut Xml<'_>, mut said: Said) -> Result<Said, Flaw> {
    let end = xml.depth();
    while xml.depth() >= end {
        let Some(token) = xml.next()? else { break };
        let Token::Open(element) = token else { continue };
        match element.name() {
            "p" => {
                said.paragraph = element.attribute("paraId");
                if !said.text.is_empty() {
                    said.text.push('\n');
                }
            }
            "t" => {
                let text = xml.text()?;
                said.text.push_str(&text);
            }
            "tab" => said.text.push(' '),
            "br" | "cr" => said.text.push('\n'),
            "pPr" | "rPr" | "delText" | "instrText" | "Fallback" => xml.skip()?,
            _ => {}
        }
    }
    said.text = bounded(said.text.trim());
    Ok(said)
}

/// A text with a mark where its end was cut off.
fn bounded(text: &str) -> String {
    let mut bounded: String = text.chars().take(COMMENT_CHARS_MAX).collect();
    if bounded.len() < text.len() {
        bounded.pop();
        bounded.push('…');
    }
    bounded
}

/// The comments with their places in the text; answers are a part of what they answer. One whose place is not in
/// the text is about its beginning.
pub(crate) fn placed(
    said: Vec<Said>,
    positions: &HashMap<usize, usize>,
    text: &str,
) -> Vec<Comment> {
    // Each answers an earlier one.
    let mut roots: Vec<usize> = Vec::with_capacity(said.len());
    for (at, it) in said.iter().enumerate() {
        roots.push(it.answers.map_or(at, |parent| roots[parent]));
    }
    let mut comments: HashMap<usize, Comment> = HashMap::new();
    for (at, it) in said.iter().enumerate() {
        if roots[at] == at {
            let start = positions.get(&(at * 2)).or_else(|| positions.get(&(at * 2 + 1))).copied();
            let start = start.unwrap_or(0);
            let end = positions.get(&(at * 2 + 1)).copied().unwrap_or(start).max(start);
            let comment = Comment {
                range: trimmed(text, start..end),
                author: it.author.clone(),
                date: it.date.clone(),
                text: it.text.clone(),
                is_resolved: it.is_resolved,
            };
            comments.insert(at, comment);
        } else if let Some(comment) = comments.get_mut(&roots[at]) {
            let author = if it.author.is_empty() { "Answer" } else { &it.author };
            comment.text = bounded(&format!("{}\n{author}: {}", comment.text, it.text));
        }
    }
    let mut all: Vec<(usize, Comment)> =
        comments.into_iter().filter(|(_, it)| !it.text.is_empty()).collect();
    all.sort_by_key(|(at, it)| (it.range.start, *at));
    all.into_iter().map(|(_, it)| it).collect()
}

/// A range without the space at its ends.
fn trimmed(text: &str, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let words = &text[range.clone()];
    let start = range.start + (words.len() - words.trim_start().len());
    start..start + words.trim().len()
}
