//! DOCX out: a typescript with its title, chapters, footnotes, and comments about its words.

use super::{
    Archive, Manuscript, WriteError,
    content::{Content, Inline, Paragraph, ParagraphKind, content},
    markup::{attribute, text},
    styles::styles,
};
use crate::inline::Style;

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const W: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
const RELATIONS: &str = "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// The list of marked items; those with numbers come behind it, each with a number of its own.
const BULLETS: usize = 1;

/// A manuscript as DOCX.
///
/// # Errors
/// When it cannot be packed.
pub fn docx(manuscript: &Manuscript) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::default();
    writer.title(manuscript);
    for chapter in &manuscript.chapters {
        let content = content(chapter);
        writer.comments_begin = writer.comments_count;
        for remark in &chapter.remarks {
            writer.comment(&remark.author, &remark.date, &remark.text);
        }
        writer.chapter(&content);
    }
    let mut archive = Archive::new();
    archive.add("[Content_Types].xml", &types())?;
    archive.add(
        "_rels/.rels",
        &relations(&[
            (format!("{OFFICE}/officeDocument"), "word/document.xml"),
            (format!("{PACKAGE}/relationships/metadata/core-properties"), "docProps/core.xml"),
        ]),
    )?;
    archive.add("docProps/core.xml", &properties(manuscript))?;
    archive.add("word/document.xml", &format!(
        "{XML}<w:document {W}><w:body>{}<w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1440\" \
         w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\" w:header=\"720\" w:footer=\"720\" w:gutter=\"0\"/></w:sectPr>\
         </w:body></w:document>",
        writer.body
    ))?;
    let parts = ["styles", "numbering", "settings", "footnotes", "comments"]
        .map(|it| (it, format!("{it}.xml")));
    let named: Vec<(String, &str)> =
        parts.iter().map(|(kind, path)| (format!("{OFFICE}/{kind}"), path.as_str())).collect();
    archive.add("word/_rels/document.xml.rels", &relations(&named))?;
    archive.add("word/styles.xml", &styles(&attribute(&manuscript.language)))?;
    archive.add("word/numbering.xml", &numbering(&writer.lists))?;
    archive.add("word/settings.xml", &format!(
        "{XML}<w:settings {W}><w:footnotePr><w:footnote w:id=\"-1\"/><w:footnote w:id=\"0\"/></w:footnotePr></w:settings>"
    ))?;
    archive.add(
        "word/footnotes.xml",
        &format!("{XML}<w:footnotes {W}>{SEPARATORS}{}</w:footnotes>", writer.notes),
    )?;
    archive.add(
        "word/comments.xml",
        &format!("{XML}<w:comments {W}>{}</w:comments>", writer.comments),
    )?;
    archive.finish()
}

/// The lines between a text and its notes.
const SEPARATORS: &str = "<w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>\
    <w:footnote w:type=\"continuationSeparator\" w:id=\"0\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>";

fn types() -> String {
    let mut out = format!(
        "{XML}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" \
         ContentType=\"application/xml\"/><Override PartName=\"/docProps/core.xml\" \
         ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>"
    );
    for (part, kind) in [
        ("document", "document.main"),
        ("styles", "styles"),
        ("numbering", "numbering"),
        ("settings", "settings"),
        ("footnotes", "footnotes"),
        ("comments", "comments"),
    ] {
        out.push_str(&format!(
            "<Override PartName=\"/word/{part}.xml\" ContentType=\"{WORD}.{kind}+xml\"/>"
        ));
    }
    out + "</Types>"
}

fn relations(all: &[(String, &str)]) -> String {
    let mut out = format!("{XML}<Relationships {RELATIONS}>");
    for (at, (kind, target)) in all.iter().enumerate() {
        out.push_str(&format!(
            "<Relationship Id=\"rId{}\" Type=\"{kind}\" Target=\"{target}\"/>",
            at + 1
        ));
    }
    out + "</Relationships>"
}

fn properties(manuscript: &Manuscript) -> String {
    let modified = text(&manuscript.modified);
    let mut out = format!(
        "{XML}<cp:coreProperties xmlns:cp=\"{PACKAGE}/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><dc:title>{}</dc:title>",
        text(&manuscript.title)
    );
    if !manuscript.author.is_empty() {
        out.push_str(&format!("<dc:creator>{}</dc:creator>", text(&manuscript.author)));
    }
    out.push_str(&format!(
        "<dc:identifier>{}</dc:identifier><dc:language>{}</dc:language>\
         <dcterms:created xsi:type=\"dcterms:W3CDTF\">{modified}</dcterms:created>\
         <dcterms:modified xsi:type=\"dcterms:W3CDTF\">{modified}</dcterms:modified></cp:coreProperties>",
        text(&manuscript.identifier),
        text(&manuscript.language)
    ));
    out
}

/// The lists: marked ones, and one of its own for each that counts, so that each begins anew.
fn numbering(starts: &[u64]) -> String {
    let mut out = format!("{XML}<w:numbering {W}>");
    for (number, form) in [(0, "bullet"), (1, "decimal")] {
        out.push_str(&format!(
            "<w:abstractNum w:abstractNumId=\"{number}\"><w:multiLevelType w:val=\"multilevel\"/>"
        ));
        for level in 0..9 {
            let mark = if form == "bullet" { "•".to_owned() } else { format!("%{}.", level + 1) };
            let left = 567 * (level + 1);
            out.push_str(&format!(
                "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{form}\"/><w:lvlText w:val=\"{mark}\"/>\
                 <w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"{left}\" w:hanging=\"360\"/></w:pPr></w:lvl>"
            ));
        }
        out.push_str("</w:abstractNum>");
    }
    out.push_str(&format!("<w:num w:numId=\"{BULLETS}\"><w:abstractNumId w:val=\"0\"/></w:num>"));
    for (at, start) in starts.iter().enumerate() {
        out.push_str(&format!(
            "<w:num w:numId=\"{}\"><w:abstractNumId w:val=\"1\"/>",
            at + BULLETS + 1
        ));
        for level in 0..9 {
            let start = if level == 0 { *start } else { 1 };
            out.push_str(&format!(
                "<w:lvlOverride w:ilvl=\"{level}\"><w:startOverride w:val=\"{start}\"/></w:lvlOverride>"
            ));
        }
        out.push_str("</w:num>");
    }
    out + "</w:numbering>"
}

#[derive(Default)]
struct Writer {
    body: String,
    notes: String,
    comments: String,
    notes_count: usize,
    comments_count: usize,
    /// The number of the first comment of the chapter.
    comments_begin: usize,
    /// Where each list with numbers begins.
    lists: Vec<u64>,
}

impl Writer {
    fn title(&mut self, manuscript: &Manuscript) {
        for (style, line) in [("Title", &manuscript.title), ("Subtitle", &manuscript.author)] {
            if !line.trim().is_empty() {
                self.body.push_str(&format!(
                    "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r>{}</w:r></w:p>",
                    letters(line)
                ));
            }
        }
    }

    fn comment(&mut self, author: &str, date: &str, said: &str) {
        let author = if author.trim().is_empty() { "Unknown" } else { author.trim() };
        let initials: String =
            author.split_whitespace().filter_map(|it| it.chars().next()).take(3).collect();
        self.comments.push_str(&format!(
            "<w:comment w:id=\"{}\" w:author=\"{}\" w:date=\"{}\" w:initials=\"{}\">",
            self.comments_count,
            attribute(author),
            attribute(date),
            attribute(&initials)
        ));
        for (at, line) in said.lines().enumerate() {
            let mark = if at == 0 {
                "<w:r><w:rPr><w:rStyle w:val=\"CommentReference\"/></w:rPr><w:annotationRef/></w:r>"
            } else {
                ""
            };
            self.comments.push_str(&format!(
                "<w:p><w:pPr><w:pStyle w:val=\"CommentText\"/></w:pPr>{mark}<w:r>{}</w:r></w:p>",
                letters(line)
            ));
        }
        self.comments.push_str("</w:comment>");
        self.comments_count += 1;
    }

    fn chapter(&mut self, content: &Content) {
        let first_note = self.notes_count + 1;
        let first_list = self.lists.len();
        let mut lists: Vec<usize> = Vec::new();
        let mut is_first = true;
        let mut rows = false;
        for paragraph in &content.paragraphs {
            if let ParagraphKind::Row { is_first, .. } = paragraph.kind {
                if is_first && rows {
                    self.body.push_str("</w:tbl><w:p/>");
                }
                if is_first || !rows {
                    self.body.push_str(TABLE);
                }
                rows = true;
                self.row(paragraph, first_note);
                continue;
            }
            if std::mem::take(&mut rows) {
                self.body.push_str("</w:tbl><w:p/>");
            }
            let list = match &paragraph.kind {
                ParagraphKind::Item { list, start: Some(start), .. } => {
                    let at = lists.iter().position(|it| it == list).unwrap_or_else(|| {
                        lists.push(*list);
                        self.lists.push(*start);
                        lists.len() - 1
                    });
                    first_list + at + BULLETS + 1
                }
                _ => BULLETS,
            };
            let out = self.paragraph(paragraph, (is_first, list), first_note);
            self.body.push_str(&out);
            is_first = matches!(paragraph.kind, ParagraphKind::Heading(_) | ParagraphKind::Break);
        }
        if rows {
            self.body.push_str("</w:tbl><w:p/>");
        }
        for note in &content.notes {
            self.notes_count += 1;
            self.note(note);
        }
    }

    fn note(&mut self, paragraphs: &[Paragraph]) {
        self.notes.push_str(&format!("<w:footnote w:id=\"{}\">", self.notes_count));
        let mark = "<w:r><w:rPr><w:rStyle w:val=\"FootnoteReference\"/></w:rPr><w:footnoteRef/></w:r><w:r>\
                    <w:t xml:space=\"preserve\"> </w:t></w:r>";
        if paragraphs.is_empty() {
            self.notes.push_str(&format!(
                "<w:p><w:pPr><w:pStyle w:val=\"FootnoteText\"/></w:pPr>{mark}</w:p>"
            ));
        }
        for (at, paragraph) in paragraphs.iter().enumerate() {
            let mark = if at == 0 { mark } else { "" };
            // A note names no note.
            let is_plain = |it: &&Inline| !matches!(it, Inline::Note(_));
            let mut inlines: Vec<Inline> =
                paragraph.inlines.iter().filter(is_plain).cloned().collect();
            for cell in &paragraph.cells {
                inlines.extend(cell.iter().filter(is_plain).cloned());
                inlines.push(Inline::Text(" ".to_owned(), Style::PLAIN));
            }
            let runs = self.runs(&inlines, 0);
            self.notes.push_str(&format!(
                "<w:p><w:pPr><w:pStyle w:val=\"FootnoteText\"/></w:pPr>{mark}{runs}</w:p>"
            ));
        }
        self.notes.push_str("</w:footnote>");
    }

    fn row(&mut self, row: &Paragraph, first_note: usize) {
        self.body.push_str("<w:tr>");
        for cell in &row.cells {
            let runs = self.runs(cell, first_note);
            self.body.push_str(&format!(
                "<w:tc><w:tcPr><w:tcW w:w=\"0\" w:type=\"auto\"/></w:tcPr><w:p>{runs}</w:p></w:tc>"
            ));
        }
        if row.cells.is_empty() {
            self.body.push_str("<w:tc><w:p/></w:tc>");
        }
        self.body.push_str("</w:tr>");
    }

    fn paragraph(
        &self,
        paragraph: &Paragraph,
        (is_first, list): (bool, usize),
        first_note: usize,
    ) -> String {
        let mut properties = String::new();
        let style = match &paragraph.kind {
            ParagraphKind::Heading(level) => format!("Heading{level}"),
            ParagraphKind::Break => "SceneBreak".to_owned(),
            ParagraphKind::Code => "Preformatted".to_owned(),
            ParagraphKind::Item { level, is_first: true, .. } => {
                properties = format!(
                    "<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>"
                );
                "ListParagraph".to_owned()
            }
            ParagraphKind::Item { level, .. } => {
                properties = format!("<w:ind w:left=\"{}\"/>", 567 * (u32::from(*level) + 1));
                "ListParagraph".to_owned()
            }
            ParagraphKind::Body | ParagraphKind::Row { .. } if paragraph.is_quoted => {
                "Quote".to_owned()
            }
            ParagraphKind::Body | ParagraphKind::Row { .. } if is_first => {
                "FirstParagraph".to_owned()
            }
            ParagraphKind::Body | ParagraphKind::Row { .. } => "BodyText".to_owned(),
        };
        let mark = if paragraph.kind == ParagraphKind::Break {
            format!("<w:r>{}</w:r>", letters("* * *"))
        } else {
            String::new()
        };
        let runs = self.runs(&paragraph.inlines, first_note);
        format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/>{properties}</w:pPr>{mark}{runs}</w:p>")
    }

    fn runs(&self, inlines: &[Inline], first_note: usize) -> String {
        let mut out = String::new();
        for inline in inlines {
            match inline {
                Inline::Text(text, style) => {
                    out.push_str("<w:r>");
                    if *style != Style::PLAIN {
                        out.push_str("<w:rPr>");
                        for (wanted, mark) in
                            [(Style::BOLD, "<w:b/>"), (Style::ITALIC, "<w:i/>"), (Style::STRUCK, "<w:strike/>")]
                        {
                            out.push_str(if style.has(wanted) { mark } else { "" });
                        }
                        out.push_str("</w:rPr>");
                    }
                    out.push_str(&letters(text));
                    out.push_str("</w:r>");
                }
                Inline::Break => out.push_str("<w:r><w:br/></w:r>"),
                Inline::Note(number) => out.push_str(&format!(
                    "<w:r><w:rPr><w:rStyle w:val=\"FootnoteReference\"/></w:rPr><w:footnoteReference w:id=\"{}\"/></w:r>",
                    first_note + number
                )),
                Inline::Begin(number) => out.push_str(&format!(
                    "<w:commentRangeStart w:id=\"{}\"/>",
                    self.comments_begin + number
                )),
                Inline::End(number) => {
                    let id = self.comments_begin + number;
                    out.push_str(&format!(
                        "<w:commentRangeEnd w:id=\"{id}\"/><w:r><w:rPr><w:rStyle w:val=\"CommentReference\"/></w:rPr>\
                         <w:commentReference w:id=\"{id}\"/></w:r>"
                    ));
                }
            }
        }
        out
    }
}

const TABLE: &str = "<w:tbl><w:tblPr><w:tblW w:w=\"0\" w:type=\"auto\"/><w:tblBorders><w:top w:val=\"single\" w:sz=\"4\"/>\
    <w:left w:val=\"single\" w:sz=\"4\"/><w:bottom w:val=\"single\" w:sz=\"4\"/><w:right w:val=\"single\" w:sz=\"4\"/>\
    <w:insideH w:val=\"single\" w:sz=\"4\"/><w:insideV w:val=\"single\" w:sz=\"4\"/></w:tblBorders></w:tblPr><w:tblGrid/>";

/// Letters, with their spaces as they are.
fn letters(line: &str) -> String {
    format!("<w:t xml:space=\"preserve\">{}</w:t>", text(line))
}
