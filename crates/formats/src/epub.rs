//! EPUB in: the chapters of a book by its spine and its table of contents, as Markdown.

mod contents;
mod elements;
mod package;
mod xhtml;

use std::collections::{HashMap, HashSet};

use crate::{
    Book, Flaw, Role, Section,
    blocks::{Block, BlockKind, Counted, Paragraph, pictures},
    bounds::{NAME_BYTES_MAX, TEXT_BYTES_MAX},
    compose::{self, Editor, Source},
    container::Container,
    inline::Inline,
    xml::cut,
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
    let mut counted = Counted::default();
    let package = Package::read(container, &mut counted)?;
    let entries = contents::read(container, &package, &mut counted)?;
    let mut wanted = HashMap::new();
    add_wanted(&entries, &mut wanted);
    let mut reader = PageReader { counted, pictures: 0, notes: HashMap::new(), wanted };
    let mut pages = Vec::with_capacity(package.spine.len());
    for path in &package.spine {
        let text = container.required(path)?;
        pages.push(reader.page(path, &text)?);
    }
    let left_out = pictures(reader.pictures);
    let text = Text::new(&package.spine, pages, reader.notes);
    let sections = text.sections(&entries, &mut reader.counted)?;
    if sections.iter().all(|it| it.text.trim().is_empty()) {
        return Err(Flaw::NoText);
    }
    Ok(Book { about: package.about, sections, left_out })
}

/// Adds the names that entries lead to, by their pages.
fn add_wanted<'e>(entries: &'e [Entry], wanted: &mut HashMap<&'e str, HashSet<&'e str>>) {
    for entry in entries {
        if !entry.fragment.is_empty() {
            wanted.entry(&entry.path).or_default().insert(&entry.fragment);
        }
        add_wanted(&entry.inner, wanted);
    }
}

/// All pages of a book as one text.
struct Text {
    blocks: Vec<Block>,
    /// The words before each block, and before the end.
    words: Vec<usize>,
    /// Where each page begins, in the order of reading.
    pages: Vec<(usize, Option<Role>)>,
    /// Where each page begins, and what has a name in it, by its path.
    positions: HashMap<String, (usize, HashMap<String, usize>)>,
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
    fn new(
        spine: &[String],
        pages: Vec<Page>,
        mut wanted: HashMap<(String, String), usize>,
    ) -> Self {
        let mut text = Self {
            blocks: Vec::new(),
            words: Vec::new(),
            pages: Vec::new(),
            positions: HashMap::new(),
            notes: vec![Vec::new(); wanted.len()],
        };
        for (path, page) in spine.iter().zip(pages) {
            let start = text.blocks.len();
            text.pages.push((start, page.role));
            let mut names = HashMap::new();
            for (name, at) in page.names {
                names.entry(name).or_insert(start + at);
            }
            text.positions.insert(path.clone(), (start, names));
            text.blocks.extend(page.blocks);
            for (name, note) in page.notes {
                match wanted.remove(&(path.clone(), name)) {
                    Some(number) => text.notes[number - 1] = note,
                    // A note that nothing names is paragraphs at the end of its page, and no word is lost.
                    None => text.blocks.extend(note.into_iter().map(Block::Paragraph)),
                }
            }
        }
        let mut words = 0;
        text.words.push(words);
        text.words.extend(text.blocks.iter().map(|block| {
            words += count_words(block);
            words
        }));
        text
    }

    /// The sections of a book by the entries of its table of contents.
    fn sections(mut self, entries: &[Entry], counted: &mut Counted) -> Result<Vec<Section>, Flaw> {
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
        let mut blocks = std::mem::take(&mut self.blocks);
        let mut sections = Vec::with_capacity(marks.len());
        let mut bytes = 0;
        for mark in marks.into_iter().rev() {
            let own = blocks.split_off(mark.at.min(blocks.len()));
            let text = composed(own, &self.notes, counted)?;
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
        let (start, names) = self.positions.get(&entry.path)?;
        Some(names.get(&entry.fragment).copied().unwrap_or(*start))
    }

    /// Marks where entries lead to; what is a part by its text leads on to the entries in it.
    fn mark(&self, entries: &[Entry], depth: usize, marks: &mut Vec<Mark>) {
        for entry in entries {
            let target = self.target(entry);
            let first = entry.inner.iter().filter_map(|it| self.target(it)).min();
            let is_part = match (target, first) {
                (None, Some(_)) => true,
                (Some(at), Some(first)) => {
                    depth < PART_DEPTH_MAX
                        && at < first
                        && self.words[first] - self.words[at] <= PART_WORDS_MAX
                }
                _ => false,
            };
            if is_part {
                let at = target.or(first).unwrap_or(0);
                marks.push(Mark { at, role: Role::Part, depth, title: entry.title.clone() });
                self.mark(&entry.inner, depth + 1, marks);
            } else if let Some(at) = target {
                let page = self.pages[..self.pages.partition_point(|it| it.0 <= at)].last();
                let role = page.and_then(|it| it.1).or_else(|| role_of(&entry.title));
                let role = role.unwrap_or(Role::Chapter);
                marks.push(Mark { at, role, depth, title: entry.title.clone() });
            }
        }
    }

    /// Where no table of contents says it, each page that begins with a heading is a chapter.
    fn marks_of_pages(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (number, (at, role)) in self.pages.iter().enumerate() {
            // One without a block is no chapter.
            let end = self.pages.get(number + 1).map_or(self.blocks.len(), |it| it.0);
            let first = self.blocks[*at..end].iter().find_map(|it| match it {
                Block::Paragraph(it) if it.is_blank() && it.kind != BlockKind::Break => None,
                Block::Paragraph(it) => Some((&it.kind, it.letters())),
                Block::Table(_) => Some((&BlockKind::Body, String::new())),
            });
            if let Some((BlockKind::Heading(..), title)) = first {
                let words = title.split_whitespace().take(NAME_BYTES_MAX).collect::<Vec<_>>();
                let title = cut(&words.join(" "), NAME_BYTES_MAX).to_owned();
                let role = role.or_else(|| role_of(&title)).unwrap_or(Role::Chapter);
                marks.push(Mark { at: *at, role, depth: 0, title });
            }
        }
        marks
    }
}

fn count_words(block: &Block) -> usize {
    let count = |it: &Paragraph| it.letters().split_whitespace().count();
    match block {
        Block::Paragraph(it) => count(it),
        Block::Table(rows) => rows.iter().flatten().map(count).sum(),
    }
}

/// The Markdown of a section, with the notes that it names.
fn composed(
    blocks: Vec<Block>,
    notes: &[Vec<Paragraph>],
    counted: &mut Counted,
) -> Result<String, Flaw> {
    let mut blocks = blocks;
    let mut own: Vec<Vec<Paragraph>> = Vec::new();
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let paragraphs = blocks.iter_mut().flat_map(|block| match block {
        Block::Paragraph(paragraph) => vec![paragraph],
        Block::Table(rows) => rows.iter_mut().flatten().collect(),
    });
    for piece in paragraphs.flat_map(|it| &mut it.pieces) {
        let Inline::Note(number) = &mut piece.inline else { continue };
        let next = own.len() + 1;
        let new = *numbers.entry(*number).or_insert(next);
        if new == next {
            // Two sections that name one note have it both.
            let note = notes.get(*number - 1).cloned().unwrap_or_default();
            counted.pieces(note.iter().map(|it| it.pieces.len()).sum())?;
            own.push(note);
        }
        *number = new;
    }
    let editors = vec![Editor::default()];
    let source = Source { blocks, notes: own, editors, skips_blank: false };
    // No change is tracked in it, so that nothing is compared.
    compose::write(source, &mut 0).map(|it| it.text)
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
