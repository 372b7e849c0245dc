//! Resources: what an assistant takes in of a project by its address, without calling a tool. Here are the
//! addresses, and how a list becomes a text within bounds. Not what a resource says, which is read in
//! `engine`, and no protocol.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{Error, Result, phrases::counted};

/// The longest text of a resource, in characters.
pub const RESOURCE_CHARS_MAX: usize = 32_000;

/// The longest item of a resource, in characters: what follows is left out, and the item says so.
pub const ITEM_CHARS_MAX: usize = 8_000;

/// What of a text is left for the sentence about what was cut, in characters.
const CUT_CHARS: usize = 1_000;

/// With what every address begins.
const BEGINNING: &str = "scriptorium://project/";

/// What an address has as it is; everything else is encoded.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

crate::string_enum! {
    /// What of a project a resource is about.
    pub enum ResourceKind {
        /// The plan of the book, and its documents.
        Outline = "outline",
        /// The events of all timelines.
        Timeline = "timeline",
        /// The promises to the reader.
        Promises = "promises",
        /// An entry of the lore.
        Lore = "lore",
        /// The text of a document.
        Document = "document",
    }
}

/// A form that addresses have, with a variable for each name or id in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceTemplate {
    /// What the resources are about.
    pub kind: ResourceKind,
    /// The form, as RFC 6570 writes it.
    pub form: &'static str,
    /// What people call such a resource.
    pub title: &'static str,
    /// What it is for, for a model that has never seen this service.
    pub description: &'static str,
}

/// Every form, in the order of [`ResourceKind::ALL`].
pub const TEMPLATES: [ResourceTemplate; ResourceKind::ALL.len()] = [
    ResourceTemplate {
        kind: ResourceKind::Outline,
        form: "scriptorium://project/{project}/outline",
        title: "Outline",
        description: "The plan of the book in the order of reading, and the documents of the manuscript with \
                      their lengths.",
    },
    ResourceTemplate {
        kind: ResourceKind::Timeline,
        form: "scriptorium://project/{project}/timeline",
        title: "Timeline",
        description: "The events of all timelines of a project in their order.",
    },
    ResourceTemplate {
        kind: ResourceKind::Promises,
        form: "scriptorium://project/{project}/promises",
        title: "Promises",
        description: "What the book promises its readers, with the state of each promise.",
    },
    ResourceTemplate {
        kind: ResourceKind::Lore,
        form: "scriptorium://project/{project}/lore/{entry}",
        title: "Lore entry",
        description: "What the lore records of a person, a place or a thing.",
    },
    ResourceTemplate {
        kind: ResourceKind::Document,
        form: "scriptorium://project/{project}/document/{document}",
        title: "Document",
        description: "The text of a document of the manuscript or of the author's notes.",
    },
];

/// The address of a resource. Records are named by their id, or as people call them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResourceUri {
    /// The project.
    pub project: String,
    /// What of it.
    pub kind: ResourceKind,
    /// Which document or entry; empty for what a project has one of.
    pub record: String,
    /// The first item that is read, from 1 on.
    pub from: usize,
}

impl ResourceUri {
    /// The address of what a project has one of.
    pub fn of_project(project: &str, kind: ResourceKind) -> Self {
        Self::of_record(project, kind, "")
    }

    /// The address of a document or an entry.
    pub fn of_record(project: &str, kind: ResourceKind, record: &str) -> Self {
        Self { project: project.to_owned(), kind, record: record.to_owned(), from: 1 }
    }

    /// Reads an address.
    ///
    /// # Errors
    /// Not found where the text is none.
    pub fn parse(text: &str) -> Result<Self> {
        let unknown = || Error::not_found("Resource", text);
        let rest = text.strip_prefix(BEGINNING).ok_or_else(unknown)?;
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let from = match query.strip_prefix("from=") {
            Some(number) => number.parse().ok().filter(|it| *it > 0).ok_or_else(unknown)?,
            None if query.is_empty() => 1,
            None => return Err(unknown()),
        };
        let mut steps = path.split('/').map(decoded);
        let mut next = || steps.next().flatten();
        let project = next().filter(|it| !it.is_empty()).ok_or_else(unknown)?;
        let kind = next().and_then(|it| ResourceKind::parse(&it)).ok_or_else(unknown)?;
        let record = match kind {
            ResourceKind::Lore | ResourceKind::Document => {
                next().filter(|it| !it.is_empty()).ok_or_else(unknown)?
            }
            _ => String::new(),
        };
        if steps.next().is_some() {
            return Err(unknown());
        }
        Ok(Self { project, kind, record, from })
    }

    /// The address as a text.
    pub fn text(&self) -> String {
        let encoded = |text: &str| utf8_percent_encode(text, ENCODED).to_string();
        let mut text = format!("{BEGINNING}{}/{}", encoded(&self.project), self.kind);
        if !self.record.is_empty() {
            text.push('/');
            text.push_str(&encoded(&self.record));
        }
        if self.from > 1 {
            text.push_str(&format!("?from={}", self.from));
        }
        text
    }
}

/// A step of a path; none where it is no text.
fn decoded(step: &str) -> Option<String> {
    percent_decode_str(step).decode_utf8().ok().map(|it| it.into_owned())
}

/// A resource before it is cut to its bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceDraft {
    /// What stands before the items.
    pub head: String,
    /// What an item is called.
    pub noun: &'static str,
    /// The items, each of one line or more.
    pub items: Vec<String>,
    /// How else the rest is read, as a sentence; empty where the address is the only way.
    pub otherwise: String,
}

impl ResourceDraft {
    /// The text from the item that the address names on: as many items as fit into so many characters, which
    /// have to be more than one item may have, and what was cut.
    pub fn text_within(&self, uri: &ResourceUri, chars_max: usize) -> String {
        let Self { head, noun, items, .. } = self;
        let mut text = head.clone();
        if items.is_empty() {
            return text;
        }
        if uri.from > items.len() {
            let all = counted(items.len() as u64, noun);
            text.push_str(&format!(
                "\nThere is nothing from {noun} {} on: it has {all}.",
                uri.from
            ));
            return text;
        }
        let mut chars = text.chars().count();
        let mut end = uri.from - 1;
        for item in &items[end..] {
            let item = within(item);
            chars += item.chars().count() + 1;
            if end >= uri.from && chars > chars_max - CUT_CHARS {
                break;
            }
            text.push('\n');
            text.push_str(&item);
            end += 1;
        }
        if uri.from > 1 || end < items.len() {
            text.push_str(&self.cut(uri, end));
        }
        text
    }

    /// The sentences about what is not here, behind the items up to this one.
    fn cut(&self, uri: &ResourceUri, end: usize) -> String {
        let Self { noun, items, otherwise, .. } = self;
        let mut text = format!(
            "\n\nThis is not all: {noun} {} to {end} of {} stand here.",
            uri.from,
            items.len()
        );
        if end < items.len() {
            let next = ResourceUri { from: end + 1, ..uri.clone() };
            text.push_str(&format!(" The rest: read {}", next.text()));
            if !otherwise.is_empty() {
                text.push_str(&format!(", or {otherwise}"));
            }
            text.push('.');
        }
        text
    }
}

/// An item within its bound.
fn within(item: &str) -> String {
    let characters = item.chars().count();
    if characters <= ITEM_CHARS_MAX {
        return item.to_owned();
    }
    let beginning: String = item.chars().take(ITEM_CHARS_MAX - CUT_CHARS).collect();
    let left = characters - beginning.chars().count();
    format!("{beginning}…\n(cut: {left} more characters of this are not here)")
}

#[cfg(test)]
mod tests;
