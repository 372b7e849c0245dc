//! Which part of the archive is what: the names of parts are free, and relations say what they are for.

use std::collections::HashMap;

use crate::{
    Flaw, Metadata,
    container::Container,
    properties::{self, authors},
    xml::{DocumentTypes, Token, Xml},
};

/// Where the parts of a document are.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) document: String,
    pub(crate) styles: Option<String>,
    pub(crate) numbering: Option<String>,
    pub(crate) footnotes: Option<String>,
    pub(crate) endnotes: Option<String>,
    pub(crate) comments: Option<String>,
    /// Which comments answer others, and which are done.
    pub(crate) comments_extended: Option<String>,
    properties: Option<String>,
}

/// What parts are named for that are read.
const KINDS: [&str; 8] = [
    "officeDocument",
    "core-properties",
    "styles",
    "numbering",
    "footnotes",
    "endnotes",
    "comments",
    "commentsExtended",
];

/// The relations of the whole archive.
const RELATIONS: &str = "_rels/.rels";

impl Parts {
    /// Reads the relations of the archive and of its document.
    pub(crate) fn read(container: &mut Container<'_>) -> Result<Self, Flaw> {
        let outer = relations(container, RELATIONS, "")?;
        let document =
            outer.get("officeDocument").cloned().unwrap_or_else(|| "word/document.xml".to_owned());
        let (folder, name) = document.rsplit_once('/').unwrap_or(("", &document));
        let rels = joined(folder, &format!("_rels/{name}.rels"));
        let mut inner = relations(container, &rels, folder)?;
        Ok(Self {
            styles: inner.remove("styles"),
            numbering: inner.remove("numbering"),
            footnotes: inner.remove("footnotes"),
            endnotes: inner.remove("endnotes"),
            comments: inner.remove("comments"),
            comments_extended: inner.remove("commentsExtended"),
            properties: outer.get("core-properties").cloned(),
            document,
        })
    }

    /// What the document says about itself.
    pub(crate) fn about(&self, container: &mut Container<'_>) -> Result<Metadata, Flaw> {
        let Some(path) = &self.properties else { return Ok(Metadata::default()) };
        let Some(text) = container.text(path)? else { return Ok(Metadata::default()) };
        let mut found = properties::read(path, &text, &["title", "creator", "language"])?;
        Ok(Metadata {
            title: found.remove("title"),
            authors: found.get("creator").map(|it| authors(it)).unwrap_or_default(),
            language: found.remove("language"),
        })
    }
}

/// The paths of the parts that are named by one, by what they are for: the last name of the relation's type.
fn relations(
    container: &mut Container<'_>,
    path: &str,
    folder: &str,
) -> Result<HashMap<String, String>, Flaw> {
    let mut found = HashMap::new();
    let Some(text) = container.text(path)? else { return Ok(found) };
    let mut xml = Xml::new(path, &text, DocumentTypes::Refused);
    while let Some(token) = xml.next()? {
        let Token::Open(element) = token else { continue };
        let is_outside = element.attribute("TargetMode").as_deref() == Some("External");
        if element.name() != "Relationship" || is_outside {
            continue;
        }
        let (Some(kind), Some(target)) = (element.attribute("Type"), element.attribute("Target"))
        else {
            continue;
        };
        let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
        if KINDS.contains(&kind.as_str()) {
            found.entry(kind).or_insert_with(|| joined(folder, &target));
        }
    }
    Ok(found)
}

/// The path of a target that is named in a part of this folder.
fn joined(folder: &str, target: &str) -> String {
    if let Some(target) = target.strip_prefix('/') {
        return target.to_owned();
    }
    let mut names: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    for name in target.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}
