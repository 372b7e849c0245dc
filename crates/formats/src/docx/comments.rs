//! Comments: what editors said, with the answers to it, and where it stands in what was written.

use std::collections::{HashMap, HashSet};

use crate::{
    Comment, Flaw,
    blocks::Counted,
    bounds::{COMMENT_CHARS_MAX, REMARKS_MAX, SPACES_MAX},
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

impl Said {
    fn bytes(&self) -> usize {
        let maybe = |it: &Option<String>| it.as_ref().map_or(0, String::len);
        let said = self.id.len() + self.author.len() + self.text.len();
        said + maybe(&self.date) + maybe(&self.paragraph)
    }
}

/// All comments of a document.
#[derive(Debug, Default)]
pub(crate) struct Comments(Vec<Said>);

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
                id: element.attribute("id").unwrap_or_default(),
                author: element.name_in("author").trim().to_owned(),
                date: Some(element.name_in("date")).filter(|it| !it.is_empty()),
                ..Said::default()
            };
            let said = words(&mut xml, said)?;
            counted.bytes(said.bytes())?;
            all.push(said);
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
                // Of what is longer only the beginning is kept.
                if said.text.len() <= COMMENT_CHARS_MAX * 4 {
                    said.text.push_str(&text);
                }
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
    // Those that are as long as they may be.
    let mut full: HashSet<usize> = HashSet::new();
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
        } else if let Some(comment) = comments.get_mut(&roots[at])
            && !full.contains(&roots[at])
        {
            let author = if it.author.is_empty() { "Answer" } else { &it.author };
            let all = format!("{}\n{author}: {}", comment.text, it.text);
            comment.text = bounded(&all);
            if comment.text.len() < all.len() {
                full.insert(roots[at]);
            }
        }
    }
    let mut all: Vec<(usize, Comment)> =
        comments.into_iter().filter(|(_, it)| !it.text.is_empty()).collect();
    all.sort_by_key(|(at, it)| (it.range.start, *at));
    all.into_iter().map(|(_, it)| it).collect()
}

/// A range without the space at its ends, as far as this is no more than [`SPACES_MAX`]: many comments may stand in
/// one space.
fn trimmed(text: &str, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let space = |letters: &mut dyn Iterator<Item = char>| -> usize {
        letters.take(SPACES_MAX).take_while(|it| it.is_whitespace()).map(char::len_utf8).sum()
    };
    let words = &text[range.clone()];
    let start = space(&mut words.chars());
    let end = words.len() - space(&mut words[start..].chars().rev());
    range.start + start..range.start + end
}
