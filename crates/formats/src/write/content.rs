//! Markdown as paragraphs: what a book shows of a chapter. Comments of Markdown and the tags of HTML are left out, and
//! the words between tags stay. What is nested is laid flat, so that no depth of it does harm.

use std::{collections::HashMap, ops::Range};

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use super::{Chapter, Remark};
use crate::{
    inline::Style,
    markdown::{OPTIONS, Opaque},
};

/// How a comment of HTML ends.
const COMMENT_END: &str = "-->";

/// The deepest level of a list that is shown as such.
const LIST_LEVEL_MAX: u8 = 8;

/// A part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inline {
    Text(String, Style),
    Break,
    /// The mark of a note, by its place among those of the chapter.
    Note(usize),
    /// The words of a remark begin, by its place among those of the chapter.
    Begin(usize),
    /// They end.
    End(usize),
}

/// What a paragraph is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ParagraphKind {
    Body,
    Heading(u8),
    Code,
    /// A break between scenes.
    Break,
    /// A paragraph of an item: the list it is of, by a number of its own, whether that is ordered and where it begins,
    /// its level, and whether it is the first of its item.
    Item {
        list: usize,
        start: Option<u64>,
        level: u8,
        is_first: bool,
    },
    /// The cells of a row of a table, each of which ends in a mark.
    Row {
        is_head: bool,
        is_first: bool,
    },
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub(super) kind: ParagraphKind,
    pub(super) is_quoted: bool,
    pub(super) inlines: Vec<Inline>,
    /// The cells of a row.
    pub(super) cells: Vec<Vec<Inline>>,
}

/// What a chapter shows.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) paragraphs: Vec<Paragraph>,
    pub(super) notes: Vec<Vec<Paragraph>>,
}

/// What a chapter shows: its headings below that of the chapter, which is of the level of its depth.
pub(super) fn content(chapter: &Chapter) -> Content {
    let mut content = ContentReader::new(chapter).read();
    let top = u8::try_from(chapter.depth + 1).unwrap_or(6).min(6);
    let is_heading = |it: &Paragraph| matches!(it.kind, ParagraphKind::Heading(_));
    let begins = content.paragraphs.first().is_some_and(is_heading);
    let first = content.paragraphs.iter().find_map(|it| match it.kind {
        ParagraphKind::Heading(level) => Some(level),
        _ => None,
    });
    let inner = if begins { first.unwrap_or(1) } else { 1 };
    for (at, paragraph) in content.paragraphs.iter_mut().enumerate() {
        if let ParagraphKind::Heading(level) = &mut paragraph.kind {
            let below = top + level.saturating_sub(inner);
            *level = if at == 0 { top } else { below.max(top + 1) }.min(6);
        }
    }
    if !begins && !chapter.title.trim().is_empty() {
        let inlines = vec![Inline::Text(chapter.title.trim().to_owned(), Style::PLAIN)];
        content.paragraphs.insert(0, plain(ParagraphKind::Heading(top), inlines));
    }
    content
}

fn plain(kind: ParagraphKind, inlines: Vec<Inline>) -> Paragraph {
    Paragraph { kind, is_quoted: false, inlines, cells: Vec::new() }
}

/// A list that is being read.
struct List {
    number: usize,
    start: Option<u64>,
    is_first: bool,
}

struct ContentReader<'c> {
    source: &'c str,
    /// Where remarks begin and end, in the order of the text.
    edges: Vec<(usize, Inline)>,
    next: usize,
    content: Content,
    notes: HashMap<String, usize>,
    inlines: Vec<Inline>,
    cells: Vec<Vec<Inline>>,
    kind: ParagraphKind,
    style: Style,
    quotes: usize,
    lists: Vec<List>,
    lists_so_far: usize,
    images: usize,
    in_code: bool,
    /// Whether a comment of HTML goes on in the next line.
    in_comment: bool,
    /// The paragraphs before a note that is being read.
    outer: Option<(usize, Vec<Paragraph>)>,
    has_rows: bool,
}

impl<'c> ContentReader<'c> {
    fn new(chapter: &'c Chapter) -> Self {
        let edge = |(at, it): (usize, &Remark)| {
            let end = it.range.end.min(chapter.text.len());
            let start = it.range.start.min(end);
            [(start, Inline::Begin(at)), (end, Inline::End(at))]
        };
        let mut edges: Vec<(usize, Inline)> =
            chapter.remarks.iter().enumerate().flat_map(edge).collect();
        edges.sort_by_key(|(at, inline)| (*at, matches!(inline, Inline::End(_))));
        Self {
            source: &chapter.text,
            edges,
            next: 0,
            content: Content::default(),
            notes: HashMap::new(),
            inlines: Vec::new(),
            cells: Vec::new(),
            kind: ParagraphKind::Body,
            style: Style::PLAIN,
            quotes: 0,
            lists: Vec::new(),
            lists_so_far: 0,
            images: 0,
            in_code: false,
            in_comment: false,
            outer: None,
            has_rows: false,
        }
    }

    fn read(mut self) -> Content {
        let parsed = Opaque::new(self.source);
        for (event, range) in Parser::new_ext(parsed.text(), OPTIONS).into_offset_iter() {
            match event {
                Event::Start(Tag::Image { .. }) => self.images += 1,
                Event::End(TagEnd::Image) => self.images = self.images.saturating_sub(1),
                _ if self.images > 0 => {}
                Event::Start(tag) => self.start(&tag),
                Event::End(tag) => self.end(tag, &range),
                Event::Text(text) if self.in_code => self.code(&parsed, &text, range),
                Event::Text(text) | Event::Code(text) => self.text(&parsed, &text, range),
                Event::Html(html) | Event::InlineHtml(html) => self.html(&html),
                Event::SoftBreak => self.inlines.push(Inline::Text(" ".to_owned(), self.style)),
                Event::HardBreak => self.inlines.push(Inline::Break),
                Event::Rule => {
                    self.finish();
                    self.add(ParagraphKind::Break, Vec::new());
                }
                Event::FootnoteReference(name) => {
                    let number = self.note(&name);
                    self.inlines.push(Inline::Note(number));
                }
                Event::TaskListMarker(is_done) => {
                    let mark = if is_done { "☑ " } else { "☐ " };
                    self.inlines.push(Inline::Text(mark.to_owned(), self.style));
                }
                Event::InlineMath(text) | Event::DisplayMath(text) => {
                    self.text(&parsed, &text, range);
                }
            }
        }
        self.finish();
        // What is said about the end of the text.
        let rest: Vec<Inline> = self.edges[self.next..].iter().map(|it| it.1.clone()).collect();
        if !rest.is_empty() {
            if self.content.paragraphs.is_empty() {
                self.add(ParagraphKind::Body, Vec::new());
            }
            if let Some(last) = self.content.paragraphs.last_mut() {
                last.cells.last_mut().unwrap_or(&mut last.inlines).extend(rest);
            }
        }
        self.content
    }

    /// The number of a note by its name.
    fn note(&mut self, name: &str) -> usize {
        let next = self.content.notes.len();
        let number = *self.notes.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.content.notes.push(Vec::new());
        }
        number
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Emphasis => self.style = self.style | Style::ITALIC,
            Tag::Strong => self.style = self.style | Style::BOLD,
            Tag::Strikethrough => self.style = self.style | Style::STRUCK,
            Tag::Heading { level, .. } => {
                self.finish();
                self.kind = ParagraphKind::Heading(level_of(*level));
            }
            Tag::BlockQuote(_) => {
                self.finish();
                self.quotes += 1;
            }
            Tag::CodeBlock(_) => {
                self.finish();
                self.kind = ParagraphKind::Code;
                self.in_code = true;
            }
            Tag::List(start) => {
                self.finish();
                self.lists_so_far += 1;
                let number = self.lists_so_far;
                self.lists.push(List { number, start: *start, is_first: false });
            }
            Tag::Item => {
                self.finish();
                if let Some(list) = self.lists.last_mut() {
                    list.is_first = true;
                }
            }
            Tag::FootnoteDefinition(name) => {
                self.finish();
                let number = self.note(name);
                if self.outer.is_none() {
                    self.outer = Some((number, std::mem::take(&mut self.content.paragraphs)));
                }
            }
            Tag::Table(_) => {
                self.finish();
                self.has_rows = false;
            }
            Tag::Paragraph => self.finish(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Emphasis => self.style = self.style.without(Style::ITALIC),
            TagEnd::Strong => self.style = self.style.without(Style::BOLD),
            TagEnd::Strikethrough => self.style = self.style.without(Style::STRUCK),
            TagEnd::TableCell => {
                self.edges_until(range.end);
                self.cells.push(std::mem::take(&mut self.inlines));
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let cells = std::mem::take(&mut self.cells);
                let kind = ParagraphKind::Row {
                    is_head: tag == TagEnd::TableHead,
                    is_first: !self.has_rows,
                };
                self.has_rows = true;
                let is_quoted = self.quotes > 0;
                let row = Paragraph { kind, is_quoted, inlines: Vec::new(), cells };
                self.content.paragraphs.push(row);
            }
            TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::CodeBlock | TagEnd::HtmlBlock => {
                self.in_comment = false;
                self.edges_until(range.end);
                self.finish();
            }
            TagEnd::BlockQuote(_) => {
                self.finish();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::Item => self.finish(),
            TagEnd::List(_) => {
                self.finish();
                self.lists.pop();
            }
            TagEnd::FootnoteDefinition => {
                self.finish();
                if let Some((number, outer)) = self.outer.take() {
                    let note = std::mem::replace(&mut self.content.paragraphs, outer);
                    self.content.notes[number].extend(note);
                }
            }
            _ => {}
        }
    }

    /// Adds the beginnings and ends of remarks up to a byte.
    fn edges_until(&mut self, at: usize) {
        while let Some((_, inline)) = self.edges.get(self.next).filter(|(edge, _)| *edge <= at) {
            self.inlines.push(inline.clone());
            self.next += 1;
        }
    }

    fn text(&mut self, parsed: &Opaque<'_>, text: &str, range: Range<usize>) {
        // Where the letters stand that were found, if they stand there as they are.
        let start = parsed.text()[range.clone()].find(text).map(|at| range.start + at);
        let text = &parsed.with_joiners(text.to_owned());
        let (mut done, style) = (0, self.style);
        while let Some((at, inline)) = self.edges.get(self.next).cloned() {
            let is_end = matches!(inline, Inline::End(_));
            if at > range.end || (at == range.end && !is_end) {
                break;
            }
            let within = start.map_or(0, |start| at.saturating_sub(start)).min(text.len());
            let within = (0..=within).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
            // Where it is not known what stands where, a remark is about all of the letters.
            let within = if start.is_none() && is_end { text.len() } else { within.max(done) };
            if within > done {
                self.inlines.push(Inline::Text(text[done..within].to_owned(), style));
                done = within;
            }
            self.inlines.push(inline);
            self.next += 1;
        }
        if done < text.len() {
            self.inlines.push(Inline::Text(text[done..].to_owned(), style));
        }
    }

    fn code(&mut self, parsed: &Opaque<'_>, text: &str, range: Range<usize>) {
        self.edges_until(range.start);
        let lines = text.strip_suffix('\n').unwrap_or(text);
        let lines = parsed.with_joiners(lines.to_owned());
        for (at, line) in lines.split('\n').enumerate() {
            if at > 0 || !self.inlines.is_empty() {
                self.inlines.push(Inline::Break);
            }
            self.inlines.push(Inline::Text(line.to_owned(), Style::PLAIN));
        }
    }

    /// The words between tags.
    fn html(&mut self, html: &str) {
        let mut rest = html;
        if self.in_comment {
            let Some(end) = rest.find(COMMENT_END) else { return };
            rest = &rest[end + COMMENT_END.len()..];
            self.in_comment = false;
        }
        while let Some(open) = rest.find('<') {
            self.push_words(&rest[..open]);
            let is_comment = rest[open..].starts_with("<!--");
            let end = if is_comment { COMMENT_END } else { ">" };
            if rest[open..].get(..3).is_some_and(|it| it.eq_ignore_ascii_case("<br")) {
                self.inlines.push(Inline::Break);
            }
            match rest[open..].find(end) {
                Some(at) => rest = &rest[open + at + end.len()..],
                None => {
                    self.in_comment = is_comment;
                    return;
                }
            }
        }
        self.push_words(rest);
    }

    fn push_words(&mut self, text: &str) {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !words.is_empty() {
            self.inlines.push(Inline::Text(words + " ", self.style));
        }
    }

    /// Ends the paragraph that is being read.
    fn finish(&mut self) {
        let kind = std::mem::replace(&mut self.kind, ParagraphKind::Body);
        self.in_code = false;
        let inlines = std::mem::take(&mut self.inlines);
        if inlines.is_empty() {
            return;
        }
        self.add(kind, inlines);
    }

    fn add(&mut self, kind: ParagraphKind, inlines: Vec<Inline>) {
        let levels = self.lists.len();
        let kind = match (kind, self.lists.last_mut()) {
            (ParagraphKind::Body, Some(list)) => {
                let is_first = std::mem::take(&mut list.is_first);
                let level = u8::try_from(levels - 1).unwrap_or(LIST_LEVEL_MAX).min(LIST_LEVEL_MAX);
                ParagraphKind::Item { list: list.number, start: list.start, level, is_first }
            }
            (kind, _) => kind,
        };
        let is_quoted = self.quotes > 0;
        self.content.paragraphs.push(Paragraph { kind, is_quoted, inlines, cells: Vec::new() });
    }
}

const fn level_of(level: HeadingLevel) -> u8 {
    level as u8
}
