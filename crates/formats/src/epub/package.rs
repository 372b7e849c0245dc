//! What a book consists of: its package with metadata, the list of its files, and the spine, which is the order of
//! reading.

use std::collections::{HashMap, HashSet};

use crate::{
    Flaw, Metadata,
    blocks::Counted,
    container::{Container, EPUB_CONTAINER, displayed},
    xml::{DocumentTypes, Token, Xml},
};

/// The part that says which others are encrypted.
const ENCRYPTION: &str = "META-INF/encryption.xml";

/// How fonts are made unreadable for other programs, which is no encryption of the text.
const FONTS: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// What a book consists of.
pub(crate) struct Package {
    pub(crate) about: Metadata,
    /// The paths of its pages, in the order of reading.
    pub(crate) spine: Vec<String>,
    /// The table of contents of EPUB 3.
    pub(crate) navigation: Option<String>,
    /// That of EPUB 2.
    pub(crate) ncx: Option<String>,
}

struct File {
    path: String,
    media: String,
    properties: String,
}

impl Package {
    pub(crate) fn read(container: &mut Container<'_>, counted: &mut Counted) -> Result<Self, Flaw> {
        check_encryption(container)?;
        let path = root(container)?;
        let text = container.required(&path)?;
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let (mut about, mut files, mut refs, mut toc) =
            (Metadata::default(), HashMap::new(), Vec::new(), None);
        let mut xml = Xml::new(&path, &text, DocumentTypes::Named);
        while let Some(token) = xml.next()? {
            let Token::Open(element) = token else { continue };
            let of = |name| element.attribute(name).unwrap_or_default();
            match element.name() {
                name @ ("title" | "creator" | "language") => {
                    let name = name.to_owned();
                    let value = xml.line()?;
                    counted.entry(&path, value.len())?;
                    match name.as_str() {
                        _ if value.is_empty() => {}
                        "title" => about.title = about.title.or(Some(value)),
                        "creator" => about.authors.push(value),
                        _ => about.language = about.language.or(Some(value)),
                    }
                }
                "item" => {
                    let href = resolved(&folder, &of("href")).0;
                    let (id, media, properties) = (of("id"), of("media-type"), of("properties"));
                    let bytes = id.len() + href.len() + media.len() + properties.len();
                    counted.entry(&path, bytes)?;
                    files.insert(id, File { path: href, media, properties });
                }
                "spine" => toc = element.attribute("toc"),
                "itemref" => {
                    let id = of("idref");
                    counted.entry(&path, id.len())?;
                    refs.push(id);
                }
                _ => {}
            }
        }
        let navigation = files
            .values()
            .find(|it| it.properties.split_whitespace().any(|it| it == "nav"))
            .map(|it| it.path.clone());
        let ncx = toc
            .and_then(|id| files.get(&id))
            .or_else(|| files.values().find(|it| it.media == "application/x-dtbncx+xml"));
        let ncx = ncx.map(|it| it.path.clone());
        let is_page = |it: &&File| {
            matches!(it.media.as_str(), "application/xhtml+xml" | "text/html" | "application/xml")
                && Some(&it.path) != navigation.as_ref()
        };
        let mut seen = HashSet::new();
        let pages = refs.iter().filter_map(|id| files.get(id)).filter(is_page);
        let spine: Vec<String> =
            pages.map(|it| &it.path).filter(|it| seen.insert(*it)).cloned().collect();
        if spine.is_empty() {
            return Err(Flaw::Malformed {
                part: displayed(&path),
                reason: "its spine names no page".to_owned(),
            });
        }
        Ok(Self { about, spine, navigation, ncx })
    }
}

/// The path of the package.
fn root(container: &mut Container<'_>) -> Result<String, Flaw> {
    let text = container.required(EPUB_CONTAINER)?;
    let mut xml = Xml::new(EPUB_CONTAINER, &text, DocumentTypes::Refused);
    while let Some(token) = xml.next()? {
        if let Token::Open(element) = token
            && element.name() == "rootfile"
            && let Some(path) = element.attribute("full-path")
        {
            return Ok(path);
        }
    }
    let reason = "it names no package".to_owned();
    Err(Flaw::Malformed { part: EPUB_CONTAINER.to_owned(), reason })
}

/// That nothing but fonts is encrypted.
fn check_encryption(container: &mut Container<'_>) -> Result<(), Flaw> {
    let Some(text) = container.text(ENCRYPTION)? else { return Ok(()) };
    let mut xml = Xml::new(ENCRYPTION, &text, DocumentTypes::Refused);
    while let Some(token) = xml.next()? {
        if let Token::Open(element) = token
            && element.name() == "EncryptionMethod"
            && !FONTS.contains(&element.attribute("Algorithm").unwrap_or_default().as_str())
        {
            return Err(Flaw::Encrypted);
        }
    }
    Ok(())
}

/// The path and the fragment that a reference of a page in this folder leads to.
pub(crate) fn resolved(folder: &str, reference: &str) -> (String, String) {
    let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let (path, fragment) = (decoded(path), decoded(fragment));
    let mut names: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    if path.starts_with('/') {
        names.clear();
    }
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    (names.join("/"), fragment)
}

/// A reference without its percent signs.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).and_then(|it| std::str::from_utf8(it).ok());
        let byte = digits.and_then(|it| u8::from_str_radix(it, 16).ok());
        match byte.filter(|_| bytes[at] == b'%') {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
