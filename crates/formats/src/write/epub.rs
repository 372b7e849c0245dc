//! EPUB 3 out: a page of its own for each part and chapter, with its notes, and a table of contents.

use super::{
    Archive, Manuscript, WriteError,
    content::{Content, Inline, Paragraph, ParagraphKind, content},
    markup::{attribute, text},
};
use crate::inline::Style;

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

const CONTAINER: &str = "<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>\
    <rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>";

const SHEET: &str = "body { margin: 5%; line-height: 1.5; }
h1, h2, h3, h4, h5, h6 { font-weight: normal; line-height: 1.2; margin: 2em 0 1.5em; }
p { margin: 0; text-indent: 1.5em; }
h1 + p, h2 + p, h3 + p, h4 + p, h5 + p, h6 + p, hr + p, blockquote p, li p, aside p { text-indent: 0; }
hr { border: none; margin: 1.5em 0; text-align: center; }
hr::before { content: \"* * *\"; }
blockquote { margin: 1em 2em; }
aside { font-size: 0.9em; margin-top: 1em; }
table { border-collapse: collapse; margin: 1em 0; }
td, th { border: 1px solid; padding: 0.2em 0.5em; text-align: left; }
section.title { text-align: center; margin-top: 30%; }
section.title p { text-indent: 0; }
";

/// A manuscript as EPUB 3.
///
/// # Errors
/// When it cannot be packed.
pub fn epub(manuscript: &Manuscript) -> Result<Vec<u8>, WriteError> {
    super::check(manuscript)?;
    let language = attribute(&manuscript.language);
    let mut archive = Archive::new();
    archive.add_stored("mimetype", "application/epub+zip")?;
    archive.add("META-INF/container.xml", &format!("{XML}{CONTAINER}"))?;
    archive.add("EPUB/package.opf", &package(manuscript))?;
    archive.add("EPUB/style.css", SHEET)?;
    archive.add("EPUB/nav.xhtml", &navigation(manuscript, &language))?;
    let title = title_page(manuscript);
    archive.add("EPUB/title.xhtml", &page(&manuscript.title, &language, &title))?;
    for (at, chapter) in manuscript.chapters.iter().enumerate() {
        let content = content(chapter);
        let is_part = is_part(manuscript, at);
        let kind = if is_part { "part" } else { "chapter" };
        let body = format!(
            "<section epub:type=\"{kind}\" role=\"doc-{kind}\">\n{}{}</section>",
            paragraphs(&content.paragraphs),
            notes(&content)
        );
        let page = page(&name(&chapter.title, at), &language, &body);
        archive.add(&format!("EPUB/{}", file(at)), &page)?;
    }
    archive.finish()
}

/// The file of a chapter.
fn file(at: usize) -> String {
    format!("chapter-{:04}.xhtml", at + 1)
}

/// What a chapter is called in the table of contents.
fn name(title: &str, at: usize) -> String {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.is_empty() { format!("{}", at + 1) } else { title }
}

/// Whether others lie in it.
fn is_part(manuscript: &Manuscript, at: usize) -> bool {
    let depth = |at: usize| manuscript.chapters.get(at).map(|it| it.depth);
    depth(at + 1) > depth(at)
}

fn page(title: &str, language: &str, body: &str) -> String {
    // A page needs a title that is not empty.
    let title = if title.trim().is_empty() { "Untitled" } else { title };
    format!(
        "{XML}<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" \
         xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"{language}\" xml:lang=\"{language}\">\n<head><title>{}</title>\
         <link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/></head>\n<body>\n{body}\n</body>\n</html>\n",
        text(title)
    )
}

fn title_page(manuscript: &Manuscript) -> String {
    let mut out = format!(
        "<section class=\"title\" epub:type=\"titlepage\">\n<h1>{}</h1>\n",
        text(manuscript.title.trim())
    );
    if !manuscript.author.is_empty() {
        out.push_str(&format!("<p>{}</p>\n", text(&manuscript.author)));
    }
    out + "</section>"
}

fn package(manuscript: &Manuscript) -> String {
    let title =
        if manuscript.title.trim().is_empty() { "Untitled" } else { manuscript.title.trim() };
    let mut out = format!(
        "{XML}<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<dc:identifier id=\"id\">{}</dc:identifier>\n\
         <dc:title>{}</dc:title>\n<dc:language>{}</dc:language>\n",
        text(&manuscript.identifier),
        text(title),
        text(&manuscript.language)
    );
    if !manuscript.author.is_empty() {
        out.push_str(&format!("<dc:creator>{}</dc:creator>\n", text(&manuscript.author)));
    }
    out.push_str(&format!(
        "<meta property=\"dcterms:modified\">{}</meta>\n</metadata>\n<manifest>\n<item id=\"nav\" href=\"nav.xhtml\" \
         media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n<item id=\"style\" href=\"style.css\" \
         media-type=\"text/css\"/>\n<item id=\"title\" href=\"title.xhtml\" media-type=\"application/xhtml+xml\"/>\n",
        text(&manuscript.modified)
    ));
    let mut spine = String::from("<itemref idref=\"title\"/>\n");
    for at in 0..manuscript.chapters.len() {
        let (id, file) = (format!("c{}", at + 1), file(at));
        out.push_str(&format!(
            "<item id=\"{id}\" href=\"{file}\" media-type=\"application/xhtml+xml\"/>\n"
        ));
        spine.push_str(&format!("<itemref idref=\"{id}\"/>\n"));
    }
    out.push_str(&format!("</manifest>\n<spine>\n{spine}</spine>\n</package>\n"));
    out
}

/// The table of contents: parts with their chapters in them.
fn navigation(manuscript: &Manuscript, language: &str) -> String {
    let mut list = String::from("<ol>\n<li><a href=\"title.xhtml\">Title page</a>");
    let mut open = 0;
    for (at, chapter) in manuscript.chapters.iter().enumerate() {
        let depth = chapter.depth.min(if at == 0 { 0 } else { open + 1 });
        if depth > open {
            list.push_str("\n<ol>\n");
            open += 1;
        } else {
            list.push_str("</li>\n");
            while open > depth {
                list.push_str("</ol>\n</li>\n");
                open -= 1;
            }
        }
        let name = name(&chapter.title, at);
        list.push_str(&format!("<li><a href=\"{}\">{}</a>", file(at), text(&name)));
    }
    list.push_str("</li>\n");
    for _ in 0..open {
        list.push_str("</ol>\n</li>\n");
    }
    list.push_str("</ol>");
    let body = format!(
        "<nav epub:type=\"toc\" role=\"doc-toc\" id=\"toc\">\n<h1>{}</h1>\n{list}\n</nav>",
        text(if manuscript.title.trim().is_empty() { "Contents" } else { manuscript.title.trim() })
    );
    page(&manuscript.title, language, &body)
}

/// What is open around a paragraph.
#[derive(Default)]
struct Open {
    is_quoted: bool,
    /// The lists, each with its end.
    lists: Vec<(usize, &'static str)>,
    rows: bool,
}

impl Open {
    /// Ends the lists that lie deeper than a level.
    fn lists_to(&mut self, level: usize, out: &mut String) {
        while self.lists.len() > level {
            if let Some((_, end)) = self.lists.pop() {
                out.push_str("</li>\n");
                out.push_str(end);
                out.push('\n');
            }
        }
    }

    fn rows_end(&mut self, out: &mut String) {
        if std::mem::take(&mut self.rows) {
            out.push_str("</table>\n");
        }
    }

    fn quote(&mut self, is_quoted: bool, out: &mut String) {
        if self.is_quoted != is_quoted {
            self.rows_end(out);
            self.lists_to(0, out);
            out.push_str(if is_quoted { "<blockquote>\n" } else { "</blockquote>\n" });
            self.is_quoted = is_quoted;
        }
    }
}

fn paragraphs(all: &[Paragraph]) -> String {
    let mut out = String::new();
    let mut open = Open::default();
    for paragraph in all {
        open.quote(paragraph.is_quoted, &mut out);
        let is_item = matches!(paragraph.kind, ParagraphKind::Item { .. });
        if !matches!(paragraph.kind, ParagraphKind::Row { is_first: false, .. }) {
            open.rows_end(&mut out);
        }
        if !is_item {
            open.lists_to(0, &mut out);
        }
        let inner = inlines(&paragraph.inlines);
        match &paragraph.kind {
            ParagraphKind::Heading(level) => {
                out.push_str(&format!("<h{level}>{inner}</h{level}>\n"))
            }
            ParagraphKind::Break => out.push_str("<hr/>\n"),
            ParagraphKind::Code => out.push_str(&format!("<pre><code>{inner}</code></pre>\n")),
            ParagraphKind::Item { list, start, level, is_first } => {
                item(&mut open, (*list, *start, *level, *is_first), &mut out);
                out.push_str(&format!("<p>{inner}</p>"));
            }
            ParagraphKind::Row { is_head, .. } => {
                if !open.rows {
                    out.push_str("<table>\n");
                    open.rows = true;
                }
                let tag = if *is_head { "th" } else { "td" };
                out.push_str("<tr>");
                for cell in &paragraph.cells {
                    out.push_str(&format!("<{tag}>{}</{tag}>", inlines(cell)));
                }
                out.push_str("</tr>\n");
            }
            ParagraphKind::Body => out.push_str(&format!("<p>{inner}</p>\n")),
        }
    }
    open.rows_end(&mut out);
    open.lists_to(0, &mut out);
    open.quote(false, &mut out);
    out
}

/// Begins what an item stands in.
fn item(
    open: &mut Open,
    (list, start, level, is_first): (usize, Option<u64>, u8, bool),
    out: &mut String,
) {
    let level = usize::from(level) + 1;
    open.lists_to(level, out);
    if open.lists.len() == level && open.lists.last().is_some_and(|it| it.0 != list) {
        open.lists_to(level - 1, out);
    }
    if open.lists.len() == level {
        if is_first {
            out.push_str("</li>\n<li>");
        }
        return;
    }
    while open.lists.len() < level {
        let (begin, end) = match start {
            Some(1) => ("<ol>".to_owned(), "</ol>"),
            Some(start) => (format!("<ol start=\"{start}\">"), "</ol>"),
            None => ("<ul>".to_owned(), "</ul>"),
        };
        out.push_str(&begin);
        out.push_str("<li>");
        open.lists.push((list, end));
    }
}

fn notes(content: &Content) -> String {
    let mut out = String::new();
    for (at, note) in content.notes.iter().enumerate() {
        let number = at + 1;
        // A note names no note.
        let mut note = note.clone();
        for paragraph in &mut note {
            let is_plain = |it: &Inline| !matches!(it, Inline::Note(_));
            paragraph.inlines.retain(is_plain);
            paragraph.cells.iter_mut().for_each(|cell| cell.retain(is_plain));
        }
        out.push_str(&format!(
            "<aside epub:type=\"footnote\" role=\"doc-footnote\" id=\"note-{number}\">\n{}</aside>\n",
            paragraphs(&note)
        ));
    }
    out
}

fn inlines(all: &[Inline]) -> String {
    let mut out = String::new();
    for inline in all {
        match inline {
            Inline::Text(letters, style) => {
                let tags: Vec<&str> =
                    [(Style::BOLD, "strong"), (Style::ITALIC, "em"), (Style::STRUCK, "del")]
                        .into_iter()
                        .filter(|(wanted, _)| style.has(*wanted))
                        .map(|(_, tag)| tag)
                        .collect();
                tags.iter().for_each(|tag| out.push_str(&format!("<{tag}>")));
                out.push_str(&text(letters));
                tags.iter().rev().for_each(|tag| out.push_str(&format!("</{tag}>")));
            }
            Inline::Break => out.push_str("<br/>"),
            Inline::Note(number) => {
                let number = number + 1;
                out.push_str(&format!(
                    "<a epub:type=\"noteref\" role=\"doc-noteref\" href=\"#note-{number}\">{number}</a>"
                ));
            }
            // An EPUB has no comments.
            Inline::Begin(_) | Inline::End(_) => {}
        }
    }
    out
}
