//! Comments, which stand in the text at the place where their words begin.

use std::collections::HashMap;

use crate::{
    Flaw,
    blocks::Counted,
    bounds::{COMMENT_CHARS_MAX, REMARKS_MAX},
    comments::{Said, bounded},
    container::ODF_CONTENT,
    xml::{Element, Token, Xml, cut},
};

/// What editors said so far.
#[derive(Debug, Default)]
pub(crate) struct Comments {
    pub(crate) said: Vec<Said>,
    /// The comments by the names that their ends and the answers to them use.
    by_name: HashMap<String, usize>,
    /// Whether it is read what is left out, with what was said of it.
    pub(crate) is_left_out: bool,
}

impl Comments {
    /// Reads the comment that begins with the last element; its place among all.
    pub(crate) fn read(
        &mut self,
        element: &Element<'_>,
        xml: &mut Xml<'_>,
        counted: &mut Counted,
    ) -> Result<usize, Flaw> {
        let next = self.said.len();
        if next >= REMARKS_MAX {
            return Err(Flaw::TooManyRemarks);
        }
        let name = element.attribute("name").unwrap_or_default();
        let parent = element.attribute("parent-name");
        let mut said = Said {
            answers: parent.and_then(|it| self.by_name.get(&it).copied()),
            is_resolved: element.attribute("resolved").as_deref() == Some("true"),
            ..Said::default()
        };
        let end = xml.depth();
        while xml.depth() >= end {
            let Some(token) = xml.next()? else { break };
            let element = match token {
                Token::Open(element) => element,
                // What stands between paragraphs is the form of the markup.
                Token::Text(_) | Token::Close => continue,
            };
            match element.name() {
                "creator" => said.author = xml.line()?,
                "date" => said.date = Some(xml.line()?).filter(|it| !it.is_empty()),
                "creator-initials" | "sender-initials" | "number" => xml.skip()?,
                "p" | "h" => {
                    if !said.text.is_empty() {
                        said.text.push('\n');
                    }
                    words(xml, &mut said.text)?;
                }
                _ => {}
            }
        }
        said.text = bounded(said.text.trim());
        counted.entry(ODF_CONTENT, name.len() + said.bytes())?;
        if !name.is_empty() {
            self.by_name.insert(name, next);
        }
        self.said.push(said);
        Ok(next)
    }

    /// The comment of a name, by its place among all.
    pub(crate) fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

/// Adds the words of a paragraph. Of what is longer than a comment may be only the beginning is kept.
fn words(xml: &mut Xml<'_>, text: &mut String) -> Result<(), Flaw> {
    let bytes_max = COMMENT_CHARS_MAX * 4 + 1;
    let mut push = |letter: char| {
        if text.len() < bytes_max {
            text.push(letter);
        }
    };
    // Space after space is the form of the markup; what is meant has elements.
    let mut is_apart = true;
    let end = xml.depth();
    while xml.depth() >= end {
        match xml.next()? {
            Some(Token::Text(more)) => {
                for letter in cut(&more, bytes_max).chars() {
                    let is_space = letter.is_ascii_whitespace();
                    if !is_space || !is_apart {
                        push(if is_space { ' ' } else { letter });
                    }
                    is_apart = is_space;
                }
            }
            Some(Token::Open(element)) => match element.name() {
                "s" | "tab" => push(' '),
                "line-break" => push('\n'),
                _ => {}
            },
            Some(Token::Close) => {}
            None => break,
        }
    }
    Ok(())
}
