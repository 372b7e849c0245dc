//! The parts of an archive as XML: elements by their local names, texts with their entities resolved. Definitions
//! of entities are refused, and so is what is nested too deeply.

use std::borrow::Cow;

use quick_xml::{
    Reader, XmlVersion,
    escape::{resolve_html5_entity, resolve_predefined_entity},
    events::{BytesStart, Event},
};

use crate::{
    Flaw,
    bounds::{DEPTH_MAX, NAME_BYTES_MAX, PARAGRAPH_BYTES_MAX, VALUE_BYTES_MAX},
    container::displayed,
};

/// What a part is made of.
pub(crate) enum Token<'x> {
    /// An element begins; each one ends.
    Open(Element<'x>),
    /// The last element that began ends.
    Close,
    /// Text between them.
    Text(Cow<'x, str>),
}

/// The beginning of an element.
pub(crate) struct Element<'x>(BytesStart<'x>);

impl Element<'_> {
    /// Its name without a prefix.
    pub(crate) fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// An attribute by its name without a prefix, cut at [`VALUE_BYTES_MAX`].
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        self.find(|key, _| key == name)
    }

    /// The attribute of this name and prefix.
    pub(crate) fn attribute_of(&self, prefix: &str, name: &str) -> Option<String> {
        self.find(|key, of| key == name && of == Some(prefix))
    }

    fn find(&self, is_wanted: impl Fn(&str, Option<&str>) -> bool) -> Option<String> {
        let mut attributes = self.0.attributes();
        let attributes = attributes.with_checks(false);
        let mut found = attributes.filter_map(Result::ok).find(|it| {
            let (name, prefix) = it.key.decompose();
            is_wanted(name.into_inner(), prefix.map(|it| it.into_inner()))
        })?;
        if found.value.len() > VALUE_BYTES_MAX {
            found.value = Cow::Owned(cut(&found.value, VALUE_BYTES_MAX).to_owned());
        }
        let value = found.normalized_value_with(XmlVersion::Implicit1_0, 1, named);
        Some(value.map_or_else(|_| found.value.clone().into_owned(), Cow::into_owned))
    }

    /// The name of somebody or the time of something, as an attribute has it; empty where it has none.
    pub(crate) fn name_in(&self, attribute: &str) -> String {
        let value = self.attribute(attribute).unwrap_or_default();
        cut(&value, NAME_BYTES_MAX).to_owned()
    }

    /// The `val` of a property of WordprocessingML that can be switched off; one without it is on.
    pub(crate) fn is_on(&self) -> bool {
        !matches!(self.attribute("val").as_deref(), Some("0" | "false" | "off" | "none"))
    }
}

/// What an entity of a name stands for: those of XML and HTML, and no others.
fn named(name: &str) -> Option<&'static str> {
    resolve_predefined_entity(name).or_else(|| resolve_html5_entity(name))
}

/// A text that ends after so many bytes.
pub(crate) fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Whether a document may say which type it is of. None may define one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocumentTypes {
    /// It must not, as in DOCX.
    Refused,
    /// It may, as in the XHTML of an EPUB.
    Named,
}

/// Reads a part.
pub(crate) struct Xml<'x> {
    part: &'x str,
    reader: Reader<&'x [u8]>,
    types: DocumentTypes,
    depth: usize,
    /// Whether the last element was empty, and so ends now.
    closes: bool,
}

impl<'x> Xml<'x> {
    pub(crate) fn new(part: &'x str, text: &'x str, types: DocumentTypes) -> Self {
        let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
        reader.config_mut().allow_dangling_amp = true;
        Self { part, reader, types, depth: 0, closes: false }
    }

    /// How many elements the next token lies in.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The next token; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Token<'x>>, Flaw> {
        if self.closes {
            self.closes = false;
            self.depth -= 1;
            return Ok(Some(Token::Close));
        }
        loop {
            let event = self.reader.read_event().map_err(|error| self.malformed(&error))?;
            return Ok(Some(match event {
                Event::Start(start) => self.open(start)?,
                Event::Empty(start) => {
                    self.closes = true;
                    self.open(start)?
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    Token::Close
                }
                Event::Text(text) => Token::Text(text.xml10_content()),
                Event::CData(text) => Token::Text(text.xml10_content()),
                Event::GeneralRef(reference) => {
                    let found = match reference.resolve_char_ref() {
                        Ok(Some(letter)) => Some(Cow::Owned(letter.to_string())),
                        Ok(None) => named(&reference).map(Cow::Borrowed),
                        Err(_) => None,
                    };
                    // What stands for nothing that is known stays as it was written.
                    Token::Text(found.unwrap_or_else(|| format!("&{};", &*reference).into()))
                }
                Event::DocType(definition) => {
                    let is_definition = definition.contains('[') || definition.contains("<!");
                    if self.types == DocumentTypes::Refused || is_definition {
                        return Err(Flaw::DocumentType(displayed(self.part)));
                    }
                    continue;
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
                Event::Eof if self.depth > 0 => {
                    return Err(Flaw::Malformed {
                        part: displayed(self.part),
                        reason: "it ends before its elements do".to_owned(),
                    });
                }
                Event::Eof => return Ok(None),
            }));
        }
    }

    fn open(&mut self, start: BytesStart<'x>) -> Result<Token<'x>, Flaw> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(Flaw::TooDeep(displayed(self.part)));
        }
        Ok(Token::Open(Element(start)))
    }

    fn malformed(&self, error: &quick_xml::Error) -> Flaw {
        let reason = format!("{error} (byte {})", self.reader.error_position());
        Flaw::Malformed { part: displayed(self.part), reason }
    }

    /// Reads on behind the end of the element that began last.
    pub(crate) fn skip(&mut self) -> Result<(), Flaw> {
        let end = self.depth;
        while self.depth >= end {
            if self.next()?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The text within the element that began last, which is at most a paragraph.
    pub(crate) fn text(&mut self) -> Result<String, Flaw> {
        let mut all = String::new();
        self.each_text(|text| {
            if all.len() + text.len() > PARAGRAPH_BYTES_MAX {
                return Err(Flaw::ParagraphTooLong);
            }
            all.push_str(text);
            Ok(())
        })?;
        Ok(all)
    }

    /// The text within the element that began last as one line with single spaces, cut at [`NAME_BYTES_MAX`].
    pub(crate) fn line(&mut self) -> Result<String, Flaw> {
        let mut line = String::new();
        let mut is_apart = false;
        self.each_text(|text| {
            for letter in text.chars() {
                if line.len() >= NAME_BYTES_MAX {
                    break;
                }
                if !letter.is_whitespace() {
                    if std::mem::take(&mut is_apart) {
                        line.push(' ');
                    }
                    line.push(letter);
                } else if !line.is_empty() {
                    is_apart = true;
                }
            }
            Ok(())
        })?;
        Ok(line)
    }

    fn each_text(&mut self, mut add: impl FnMut(&str) -> Result<(), Flaw>) -> Result<(), Flaw> {
        let end = self.depth;
        while self.depth >= end {
            match self.next()? {
                Some(Token::Text(text)) => add(&text)?,
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }
}
