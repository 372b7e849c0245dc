//! Markdown in: the readable text of a chapter with the way back to its source, and its title. The
//! reading of Markdown itself is `pulldown-cmark`'s (CommonMark with tables, footnotes, strike-through,
//! task lists, heading attributes and wiki links); what a *reader* sees of it is decided here.

mod html;

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use crate::plain::{Builder, Gap, Plain};
use html::Html;

/// How a scene break (a thematic break, `***` or `---` in the source) reads in the plain text: a
/// paragraph of its own without a word in it.
pub const SCENE_BREAK: &str = "* * *";

/// Characters a title has at most. A longer heading is a paragraph that a line of dashes happened to
/// follow, which Markdown reads as a heading.
pub const TITLE_CHARS_MAX: usize = 200;

/// Lines a front matter has at most; a longer one is text.
const FRONT_MATTER_LINES_MAX: usize = 200;

/// The readable text of a Markdown chapter.
///
/// What stays: the words of headings, paragraphs, quotations, lists, tables, code and footnotes,
/// each block a paragraph of its own; the text of a link; typographic quotes and dashes as they are.
/// A hard line break is a line feed, a soft one a space, a table cell ends in a tab.
///
/// What goes: every mark, escapes and entities (the character they stand for stays), addresses,
/// images with their descriptions, the marks of footnotes, comments and all other HTML tags (their
/// text stays; scripts and styles go whole), front matter, link definitions, and layout marks that
/// nobody sees (word joiner, byte order mark, soft hyphen).
pub fn plain(source: &str) -> Plain {
    let body = body(source);
    let parsed = opaque(&source[body..]);
    let builder = Builder::new(source.len());
    let mut reader = MarkdownReader::new(&source[body..], &parsed, body, builder);
    for (event, range) in Parser::new_ext(&parsed, OPTIONS).into_offset_iter() {
        reader.read(event, range);
    }
    reader.builder.finish()
}

/// Calls `read` with each event of a Markdown source behind its front matter, and where it stands there.
pub(crate) fn events(source: &str, mut read: impl FnMut(Event<'_>, Range<usize>)) {
    let parsed = opaque(&source[body(source)..]);
    for (event, range) in Parser::new_ext(&parsed, OPTIONS).into_offset_iter() {
        read(event, range);
    }
}

/// Where comments stand in a Markdown source, in bytes and in its order: what is written there for
/// nobody who reads. One that is never closed is none.
pub fn comments(source: &str) -> Vec<Range<usize>> {
    const OPEN: &str = "<!--";
    const CLOSE: &str = "-->";
    let body = body(source);
    let parsed = opaque(&source[body..]);
    let mut found = Vec::new();
    for (event, range) in Parser::new_ext(&parsed, OPTIONS).into_offset_iter() {
        if !matches!(event, Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_)) {
            continue;
        }
        let (mut at, end) = (body + range.start, body + range.end);
        while let Some(open) = source[at..end].find(OPEN).map(|it| at + it) {
            let Some(close) = source[open + OPEN.len()..end].find(CLOSE) else { break };
            at = open + OPEN.len() + close + CLOSE.len();
            found.push(open..at);
        }
    }
    found
}

/// What a Markdown source emphasises, in bytes and in its order, marks included; emphasis within
/// emphasis is not told apart.
pub fn emphases(source: &str) -> Vec<Range<usize>> {
    let body = body(source);
    let parsed = opaque(&source[body..]);
    let mut found: Vec<Range<usize>> = Vec::new();
    for (event, range) in Parser::new_ext(&parsed, OPTIONS).into_offset_iter() {
        let (start, end) = (body + range.start, body + range.end);
        let is_within = found.last().is_some_and(|it| end <= it.end);
        if matches!(event, Event::Start(Tag::Emphasis | Tag::Strong)) && !is_within {
            found.push(start..end);
        }
    }
    found
}

/// The text of the first heading that is neither empty nor longer than [`TITLE_CHARS_MAX`], on one
/// line; none if there is no such heading. A heading that is only a number ("III") is a title.
pub fn title(source: &str) -> Option<String> {
    let source = &source[body(source)..];
    let parsed = opaque(source);
    let mut heading: Option<MarkdownReader<'_>> = None;
    for (event, range) in Parser::new_ext(&parsed, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = Some(MarkdownReader::new(source, &parsed, 0, Builder::new(0)))
            }
            Event::End(TagEnd::Heading(_)) => {
                let text = heading.take().map(|heading| heading.builder.finish().text);
                let words: Vec<&str> =
                    text.iter().flat_map(|text| text.split_whitespace()).collect();
                let line = words.join(" ");
                if !line.is_empty() && line.chars().count() <= TITLE_CHARS_MAX {
                    return Some(line);
                }
            }
            event => {
                if let Some(heading) = &mut heading {
                    heading.read(event, range);
                }
            }
        }
    }
    None
}

/// The headings of a Markdown source that stand in nothing else, in its order; those that say nothing, or
/// more than [`TITLE_CHARS_MAX`], are left out.
pub fn headings(source: &str) -> Vec<Heading> {
    let start = body(source);
    let parsed = opaque(&source[start..]);
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut heading: Option<(u8, Range<usize>, MarkdownReader<'_>)> = None;
    for (event, range) in Parser::new_ext(&parsed, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if depth == 0 => {
                let reader = MarkdownReader::new(&source[start..], &parsed, 0, Builder::new(0));
                let range = start + range.start..start + range.end;
                heading = Some((level as u8, range, reader));
            }
            Event::End(TagEnd::Heading(_)) if heading.is_some() => {
                let Some((level, range, reader)) = heading.take() else { continue };
                let text = reader.builder.finish().text;
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if !text.is_empty() && text.chars().count() <= TITLE_CHARS_MAX {
                    found.push(Heading { level, range, text });
                }
            }
            event => match (&mut heading, &event) {
                (Some((.., reader)), _) => reader.read(event, range),
                (None, Event::Start(_)) => depth += 1,
                (None, Event::End(_)) => depth = depth.saturating_sub(1),
                (None, _) => {}
            },
        }
    }
    found
}

/// A heading of a Markdown source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its level, 1 to 6.
    pub level: u8,
    /// Where it stands, in bytes, marks included.
    pub range: Range<usize>,
    /// What it says, on one line.
    pub text: String,
}

/// The source as the parser shall see it: a word joiner counts as a mark and no longer as a letter,
/// or it would keep the emphasis of `*Midnight.*` open when one follows. The stand-in has as many
/// bytes, so that all positions stay where they are.
fn opaque(source: &str) -> Cow<'_, str> {
    if source.contains(JOINERS) {
        Cow::Owned(source.replace(JOINERS, STAND_IN))
    } else {
        Cow::Borrowed(source)
    }
}

/// Marks without width that keep two words on one line, three bytes each.
const JOINERS: [char; 2] = ['\u{2060}', '\u{feff}'];

/// A rare punctuation mark of three bytes, without a meaning in Markdown.
const STAND_IN: &str = "\u{2055}";

const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_WIKILINKS);

/// Where the text begins: behind a byte order mark and a front matter of `key: value` lines between
/// two lines of three dashes. The parser's own front matter is not used, because it would also take
/// the text between two scene breaks for one.
pub fn body(source: &str) -> usize {
    let bom = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lines = source[bom..].split_inclusive('\n');
    let Some("---") = lines.next().map(str::trim_end) else { return bom };
    let mut end = bom + source[bom..].find('\n').map_or(0, |at| at + 1);
    for (index, line) in lines.take(FRONT_MATTER_LINES_MAX).enumerate() {
        let content = line.trim_end();
        end += line.len();
        if index == 0 && !is_key_line(content) {
            return bom;
        }
        if content == "---" || content == "..." {
            return end;
        }
    }
    bom
}

fn is_key_line(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| {
        let mut letters = key.chars();
        letters.next().is_some_and(char::is_alphabetic)
            && letters.all(|c| c.is_alphanumeric() || c == '_' || c == '-')
    })
}

/// Follows the parser and builds the plain text, out of the source and not out of what the parser
/// was given.
struct MarkdownReader<'s> {
    source: &'s str,
    parsed: &'s str,
    /// Bytes of the file in front of the source.
    offset: usize,
    builder: Builder,
    html: Html,
    /// How many images we are inside of; their descriptions are not read.
    images: usize,
    in_code: bool,
}

impl<'s> MarkdownReader<'s> {
    fn new(
        source: &'s str,
        parsed: &'s str,
        offset: usize,
        builder: Builder,
    ) -> MarkdownReader<'s> {
        MarkdownReader {
            source,
            parsed,
            offset,
            builder,
            html: Html::default(),
            images: 0,
            in_code: false,
        }
    }

    fn read(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Image { .. }) => self.images += 1,
            Event::End(TagEnd::Image) => self.images -= 1,
            _ if self.images > 0 => {}
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => self.code_lines(&text, range),
            Event::Text(text) => self.text(&text, range),
            Event::Code(text) => self.code(&text, range),
            Event::Html(markup) => self.html_lines(&markup, range),
            Event::InlineHtml(markup) => {
                self.html = Html::default();
                self.html_lines(&markup, range);
            }
            Event::SoftBreak => self.builder.gap(Gap::Space),
            Event::HardBreak => self.builder.gap(Gap::Line),
            Event::Rule => {
                self.builder.gap(Gap::Paragraph);
                self.whole(SCENE_BREAK, trimmed(self.source, range));
                self.builder.gap(Gap::Paragraph);
            }
            Event::FootnoteReference(_)
            | Event::TaskListMarker(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. } => {}
            Tag::TableCell => self.builder.gap(Gap::Cell),
            Tag::TableRow => self.builder.gap(Gap::Line),
            Tag::CodeBlock(_) => {
                self.in_code = true;
                self.builder.gap(Gap::Paragraph);
            }
            Tag::HtmlBlock => {
                self.html = Html::default();
                self.builder.gap(Gap::Paragraph);
            }
            _ => self.builder.gap(Gap::Paragraph),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::TableCell
            | TagEnd::TableHead
            | TagEnd::TableRow => {}
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.builder.gap(Gap::Paragraph);
            }
            TagEnd::HtmlBlock => {
                self.html = Html::default();
                self.builder.gap(Gap::Paragraph);
            }
            _ => self.builder.gap(Gap::Paragraph),
        }
    }

    /// A run of text. Its range may hold more than the text itself: the backslash of an escape, or
    /// an entity.
    fn text(&mut self, text: &CowStr<'_>, range: Range<usize>) {
        match self.position(text, &range) {
            Some(at) => self.verbatim(at),
            None => self.whole(text, range),
        }
    }

    /// Code in a line: the text between its back-ticks, if it was not rewritten.
    fn code(&mut self, text: &CowStr<'_>, range: Range<usize>) {
        match self.parsed[range.clone()].find(&**text) {
            Some(at) => self.verbatim(range.start + at..range.start + at + text.len()),
            None => self.whole(text, range),
        }
    }

    /// A block of code keeps its lines. Indented prose, which Markdown takes for code, becomes
    /// paragraphs again at its empty lines.
    fn code_lines(&mut self, text: &CowStr<'_>, range: Range<usize>) {
        let Some(position) = self.position(text, &range) else { return self.whole(text, range) };
        let mut at = position.start;
        for line in self.source[position].split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            self.verbatim(at..at + content.len());
            if content.len() < line.len() {
                self.builder.line_end();
            }
            at += line.len();
        }
    }

    fn html_lines(&mut self, markup: &CowStr<'_>, range: Range<usize>) {
        // Markup that the parser has rewritten cannot be followed; none is known to be.
        if let Some(position) = self.position(markup, &range) {
            let at = self.offset + position.start;
            self.html.read(&self.source[position], at, &mut self.builder);
        }
    }

    /// Where exactly a text stands that the parser found within a range, if it stands there.
    fn position(&self, text: &str, range: &Range<usize>) -> Option<Range<usize>> {
        self.parsed[range.clone()].ends_with(text).then(|| range.end - text.len()..range.end)
    }

    fn verbatim(&mut self, position: Range<usize>) {
        let at = self.offset + position.start;
        self.builder.verbatim(&self.source[position], at);
    }

    fn whole(&mut self, text: &str, range: Range<usize>) {
        let text = if self.source[range.clone()].contains(JOINERS) {
            Cow::Owned(text.replace(STAND_IN, ""))
        } else {
            Cow::Borrowed(text)
        };
        self.builder.whole(&text, self.offset + range.start..self.offset + range.end);
    }
}

fn trimmed(source: &str, range: Range<usize>) -> Range<usize> {
    let text = &source[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}
