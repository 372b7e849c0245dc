//! EPUB in: the chapters of a book by its spine and its table of contents, as Markdown.

mod contents;
mod package;
mod xhtml;

use std::collections::HashMap;

use crate::{
    Book, Flaw, Format, Role, Section,
    blocks::{Block, BlockKind, Counted, Paragraph},
    bounds::TEXT_BYTES_MAX,
    compose::{self, Editor, Source},
    container::Container,
    inline::Inline,
};

use self::{
    contents::Entry,
    package::Package,
    xhtml::{Page, PageReader},
};

/// Words between the heading of a part and its first chapter, at most: with more of them it is a chapter with sections.
const PART_WORDS_MAX: usize = 200;

/// Parts within each other, at most; what lies deeper are sections of chapters.
const PART_DEPTH_MAX: usize = 4;

/// Reads a book.
pub(crate) fn read(container: &mut Container<'_>) -> Result<Book, Flaw> {
    let package = Package::read(container)?;
    let entries = contents::read(container, &package)?;
    let mut reader = PageReader { counted: Counted::default(), pictures: 0, notes: Vec::new() };
    let mut pages = Vec::with_capacity(package.spine.len());
    for path in &package.spine {
        let text = container.required(path)?;
        pages.push(reader.page(path, &text)?);
    }
    let left_out = match reader.pictures {
        0 => Vec::new(),
        1 => vec!["a picture".to_owned()],
        count => vec![format!("{count} pictures")],
    };
    let text = Text::new(&package.spine, pages, std::mem::take(&mut reader.notes));
    let sections = text.sections(&entries)?;
    if sections.iter().all(|it| it.text.trim().is_empty()) {
        return Err(Flaw::NoText);
    }
    Ok(Book { format: Format::Epub, about: package.about, sections, left_out })
}

/// All pages of a book as one text.
struct Text {
    blocks: Vec<Block>,
    /// Where each page begins.
    pages: Vec<(usize, String, Option<Role>)>,
    /// Where what has a name begins, by the path of its page and its name.
    names: HashMap<(String, String), usize>,
    notes: Vec<Vec<Paragraph>>,
}

/// Where a section begins.
struct Mark {
    at: usize,
    role: Role,
    depth: usize,
    title: String,
}

impl Text {
    fn new(spine: &[String], pages: Vec<Page>, wanted: Vec<(String, String)>) -> Self {
        let mut text = Self {
            blocks: Vec::new(),
            pages: Vec::new(),
            names: HashMap::new(),
            notes: Vec::new(),
        };
        let mut notes: HashMap<(String, String), Vec<Paragraph>> = HashMap::new();
        for (path, page) in spine.iter().zip(pages) {
            let start = text.blocks.len();
            text.pages.push((start, path.clone(), page.role));
            for (name, at) in page.names {
                text.names.entry((path.clone(), name)).or_insert(start + at);
            }
            for (name, note) in page.notes {
                notes.entry((path.clone(), name)).or_insert(note);
            }
            text.blocks.extend(page.blocks);
        }
        text.notes = wanted.into_iter().map(|it| notes.remove(&it).unwrap_or_default()).collect();
        // A note that nothing names is a paragraph of its page, and no word is lost.
        let mut rest: Vec<_> = notes.into_iter().filter(|(_, it)| !it.is_empty()).collect();
        rest.sort_by(|(one, _), (other, _)| one.cmp(other));
        text.blocks.extend(rest.into_iter().flat_map(|(_, it)| it).map(Block::Paragraph));
        text
    }

    /// The sections of a book by the entries of its table of contents.
    fn sections(mut self, entries: &[Entry]) -> Result<Vec<Section>, Flaw> {
        let mut marks = Vec::new();
        self.mark(entries, 0, &mut marks);
        marks.sort_by_key(|mark| mark.at);
        marks.dedup_by(|later, first| later.at == first.at && later.role == first.role);
        let chapters = marks.iter().filter(|it| it.role == Role::Chapter).count();
        if chapters < 2 {
            marks = self.marks_of_pages();
        }
        if marks.iter().filter(|it| it.role == Role::Chapter).count() < 2 {
            marks = vec![Mark { at: 0, role: Role::Chapter, depth: 0, title: String::new() }];
        }
        if marks.first().is_some_and(|it| it.at > 0) {
            marks
                .insert(0, Mark { at: 0, role: Role::FrontMatter, depth: 0, title: String::new() });
        }
        let mut notes = std::mem::take(&mut self.notes);
        let mut blocks = std::mem::take(&mut self.blocks);
        let mut sections = Vec::with_capacity(marks.len());
        let mut bytes = 0;
        for mark in marks.into_iter().rev() {
            let own = blocks.split_off(mark.at.min(blocks.len()));
            let text = composed(own, &mut notes)?;
            bytes += text.len();
            if bytes > TEXT_BYTES_MAX {
                return Err(Flaw::TextTooLong);
            }
            sections.push(Section {
                role: mark.role,
                depth: mark.depth,
                title: mark.title,
                text,
                comments: Vec::new(),
                changes: Vec::new(),
            });
        }
        sections.reverse();
        Ok(sections)
    }

    /// Where an entry leads to.
    fn target(&self, entry: &Entry) -> Option<usize> {
        let name = (entry.path.clone(), entry.fragment.clone());
        let page = || self.pages.iter().find(|(_, path, _)| *path == entry.path).map(|it| it.0);
        if entry.fragment.is_empty() {
            page()
        } else {
            self.names.get(&name).copied().or_else(page)
        }
    }

    /// Marks where entries lead to; what is a part by its text leads on to the entries in it.
    fn mark(&self, entries: &[Entry], depth: usize, marks: &mut Vec<Mark>) {
        for entry in entries {
            let target = self.target(entry);
            let first = entry.inner.iter().filter_map(|it| self.target(it)).min();
            let is_part = match (target, first) {
                (None, Some(_)) => true,
                (Some(at), Some(first)) => {
                    depth < PART_DEPTH_MAX && at < first && self.words(at, first) <= PART_WORDS_MAX
                }
                _ => false,
            };
            if is_part {
                let at = target.or(first).unwrap_or(0);
                marks.push(Mark { at, role: Role::Part, depth, title: entry.title.clone() });
                self.mark(&entry.inner, depth + 1, marks);
            } else if let Some(at) = target {
                let page = self.pages.iter().rev().find(|(start, ..)| *start <= at);
                let role = page.and_then(|it| it.2).or_else(|| role_of(&entry.title));
                let role = role.unwrap_or(Role::Chapter);
                marks.push(Mark { at, role, depth, title: entry.title.clone() });
            }
        }
    }

    /// Where no table of contents says it, each page that begins with a heading is a chapter.
    fn marks_of_pages(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (at, _, role) in &self.pages {
            let first = self.blocks[*at..].iter().find_map(|it| match it {
                Block::Paragraph(it) if it.is_blank() && it.kind != BlockKind::Break => None,
                Block::Paragraph(it) => Some((&it.kind, it.letters())),
                Block::Table(_) => Some((&BlockKind::Body, String::new())),
            });
            if let Some((BlockKind::Heading(..), title)) = first {
                let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
                let role = role.or_else(|| role_of(&title)).unwrap_or(Role::Chapter);
                marks.push(Mark { at: *at, role, depth: 0, title });
            }
        }
        marks
    }

    /// The words between two places.
    fn words(&self, from: usize, to: usize) -> usize {
        let count = |block: &Block| match block {
            Block::Paragraph(it) => it.letters().split_whitespace().count(),
            Block::Table(rows) => {
                rows.iter().flatten().map(|it| it.letters().split_whitespace().count()).sum()
            }
        };
        self.blocks[from..to].iter().map(count).sum()
    }
}

/// The Markdown of a section, with the notes that it names.
fn composed(blocks: Vec<Block>, notes: &mut [Vec<Paragraph>]) -> Result<String, Flaw> {
    let mut blocks = blocks;
    let mut own: Vec<Vec<Paragraph>> = Vec::new();
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    for block in &mut blocks {
        let paragraphs = match block {
            Block::Paragraph(paragraph) => std::slice::from_mut(paragraph).iter_mut(),
            Block::Table(rows) => {
                // Marks of notes in tables lead nowhere.
                for cell in rows.iter_mut().flatten() {
                    cell.pieces.retain(|it| !matches!(it.inline, Inline::Note(_)));
                }
                continue;
            }
        };
        for piece in paragraphs.flat_map(|it| &mut it.pieces) {
            if let Inline::Note(number) = &mut piece.inline {
                let next = own.len() + 1;
                let new = *numbers.entry(*number).or_insert_with(|| {
                    own.push(std::mem::take(&mut notes[*number - 1]));
                    next
                });
                *number = new;
            }
        }
    }
    let editors = vec![Editor::default()];
    compose::write(Source { blocks, notes: own, editors, skips_blank: false }).map(|it| it.text)
}

/// What a section is by its title, where it is no chapter.
fn role_of(title: &str) -> Option<Role> {
    let title = title.trim().to_lowercase();
    match title.as_str() {
        "cover"
        | "title page"
        | "titlepage"
        | "half title"
        | "half-title page"
        | "copyright"
        | "copyright page"
        | "imprint"
        | "colophon"
        | "dedication"
        | "contents"
        | "table of contents"
        | "epigraph"
        | "frontispiece"
        | "list of illustrations"
        | "also by the author" => Some(Role::FrontMatter),
        "about the author" | "acknowledgements" | "acknowledgments" | "uncopyright"
        | "endnotes" | "notes" | "bibliography" | "index" => Some(Role::BackMatter),
        _ if title.starts_with("also by ") => Some(Role::FrontMatter),
        _ => None,
    }
}
