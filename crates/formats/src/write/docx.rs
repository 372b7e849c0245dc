//! DOCX out: a typescript with its title, chapters, footnotes, and comments about its words. Its parts are packed while
//! they are made, so that none of them is held as a whole.

use std::collections::HashMap;

use super::{
    Archive, Manuscript, Remark, WriteError,
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

/// Bytes that are held before they are packed.
const BUFFERED_BYTES_MAX: usize = 64 * 1024;

/// A manuscript as DOCX.
///
/// # Errors
/// When it cannot be packed.
pub fn docx(manuscript: &Manuscript) -> Result<Vec<u8>, WriteError> {
    super::check(manuscript)?;
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
    let mut writer = Writer::new(archive);
    writer.document(manuscript)?;
    let archive = &mut writer.archive;
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
    writer.footnotes(manuscript)?;
    writer.comments(manuscript)?;
    writer.archive.finish()
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
fn numbering(lists: &[(u8, u64)]) -> String {
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
    for (at, (level, start)) in lists.iter().enumerate() {
        out.push_str(&format!(
            "<w:num w:numId=\"{}\"><w:abstractNumId w:val=\"1\"/><w:lvlOverride w:ilvl=\"{level}\">\
             <w:startOverride w:val=\"{start}\"/></w:lvlOverride></w:num>",
            at + BULLETS + 1
        ));
    }
    out + "</w:numbering>"
}

/// Writes the parts that grow with the manuscript.
struct Writer {
    archive: Archive,
    /// What is held of the present part.
    out: String,
    /// The number of the first note of the chapter.
    first_note: usize,
    /// That of its first comment.
    first_comment: usize,
    /// The level of each list with numbers, and where it begins.
    lists: Vec<(u8, u64)>,
}

impl Writer {
    fn new(archive: Archive) -> Self {
        Self { archive, out: String::new(), first_note: 1, first_comment: 0, lists: Vec::new() }
    }

    /// Packs what is held if it is more than so many bytes.
    fn pack(&mut self, most: usize) -> Result<(), WriteError> {
        if self.out.len() > most {
            self.archive.write(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }

    fn document(&mut self, manuscript: &Manuscript) -> Result<(), WriteError> {
        self.archive.add("word/document.xml", &format!("{XML}<w:document {W}><w:body>"))?;
        for (style, line) in [("Title", &manuscript.title), ("Subtitle", &manuscript.author)] {
            if !line.trim().is_empty() {
                self.out.push_str(&format!(
                    "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r>{}</w:r></w:p>",
                    letters(line)
                ));
            }
        }
        for chapter in &manuscript.chapters {
            let content = content(chapter);
            self.chapter(&content)?;
            self.first_note += content.notes.len();
            self.first_comment += chapter.remarks.len();
        }
        self.out.push_str(SECTION);
        self.pack(0)
    }

    /// The notes of all chapters, which are read again for it, so that no notes are held before.
    fn footnotes(&mut self, manuscript: &Manuscript) -> Result<(), WriteError> {
        self.archive.add("word/footnotes.xml", &format!("{XML}<w:footnotes {W}>{SEPARATORS}"))?;
        let mut number = 0;
        self.first_comment = 0;
        for chapter in &manuscript.chapters {
            if chapter.text.contains("[^") {
                for note in &content(chapter).notes {
                    number += 1;
                    self.note(number, note)?;
                }
            }
            self.first_comment += chapter.remarks.len();
        }
        self.out.push_str("</w:footnotes>");
        self.pack(0)
    }

    fn comments(&mut self, manuscript: &Manuscript) -> Result<(), WriteError> {
        self.archive.add("word/comments.xml", &format!("{XML}<w:comments {W}>"))?;
        let all = manuscript.chapters.iter().flat_map(|it| &it.remarks);
        for (number, remark) in all.enumerate() {
            self.comment(number, remark);
            self.pack(BUFFERED_BYTES_MAX)?;
        }
        self.out.push_str("</w:comments>");
        self.pack(0)
    }

    fn comment(&mut self, number: usize, remark: &Remark) {
        let author = remark.author.trim();
        let author = if author.is_empty() { "Unknown" } else { author };
        let initials: String =
            author.split_whitespace().filter_map(|it| it.chars().next()).take(3).collect();
        self.out.push_str(&format!(
            "<w:comment w:id=\"{}\" w:author=\"{}\" w:date=\"{}\" w:initials=\"{}\">",
            number,
            attribute(author),
            attribute(&remark.date),
            attribute(&initials)
        ));
        for (at, line) in remark.text.lines().enumerate() {
            let mark = if at == 0 {
                "<w:r><w:rPr><w:rStyle w:val=\"CommentReference\"/></w:rPr><w:annotationRef/></w:r>"
            } else {
                ""
            };
            self.out.push_str(&format!(
                "<w:p><w:pPr><w:pStyle w:val=\"CommentText\"/></w:pPr>{mark}<w:r>{}</w:r></w:p>",
                letters(line)
            ));
        }
        self.out.push_str("</w:comment>");
    }

    fn chapter(&mut self, content: &Content) -> Result<(), WriteError> {
        let mut lists: HashMap<usize, usize> = HashMap::new();
        let mut is_first = true;
        let mut rows = false;
        for paragraph in &content.paragraphs {
            if let ParagraphKind::Row { is_first, .. } = paragraph.kind {
                if is_first && rows {
                    self.out.push_str("</w:tbl><w:p/>");
                }
                if is_first || !rows {
                    self.out.push_str(TABLE);
                }
                rows = true;
                self.row(paragraph)?;
                continue;
            }
            if std::mem::take(&mut rows) {
                self.out.push_str("</w:tbl><w:p/>");
            }
            let list = match &paragraph.kind {
                ParagraphKind::Item { list, start: Some(start), level, .. } => {
                    *lists.entry(*list).or_insert_with(|| {
                        self.lists.push((*level, *start));
                        self.lists.len() + BULLETS
                    })
                }
                _ => BULLETS,
            };
            self.paragraph(paragraph, is_first, list)?;
            is_first = matches!(paragraph.kind, ParagraphKind::Heading(_) | ParagraphKind::Break);
        }
        if rows {
            self.out.push_str("</w:tbl><w:p/>");
        }
        Ok(())
    }

    fn note(&mut self, number: usize, paragraphs: &[Paragraph]) -> Result<(), WriteError> {
        self.out.push_str(&format!("<w:footnote w:id=\"{number}\">"));
        let mark = "<w:r><w:rPr><w:rStyle w:val=\"FootnoteReference\"/></w:rPr><w:footnoteRef/></w:r><w:r>\
                    <w:t xml:space=\"preserve\"> </w:t></w:r>";
        if paragraphs.is_empty() {
            self.out.push_str(&format!(
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
            self.out
                .push_str(&format!("<w:p><w:pPr><w:pStyle w:val=\"FootnoteText\"/></w:pPr>{mark}"));
            self.runs(&inlines)?;
            self.out.push_str("</w:p>");
        }
        self.out.push_str("</w:footnote>");
        Ok(())
    }

    fn row(&mut self, row: &Paragraph) -> Result<(), WriteError> {
        self.out.push_str("<w:tr>");
        for cell in &row.cells {
            self.out.push_str("<w:tc><w:tcPr><w:tcW w:w=\"0\" w:type=\"auto\"/></w:tcPr><w:p>");
            self.runs(cell)?;
            self.out.push_str("</w:p></w:tc>");
        }
        if row.cells.is_empty() {
            self.out.push_str("<w:tc><w:p/></w:tc>");
        }
        self.out.push_str("</w:tr>");
        Ok(())
    }

    fn paragraph(
        &mut self,
        paragraph: &Paragraph,
        is_first: bool,
        list: usize,
    ) -> Result<(), WriteError> {
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
        self.out.push_str(&format!(
            "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/>{properties}</w:pPr>{mark}"
        ));
        self.runs(&paragraph.inlines)?;
        self.out.push_str("</w:p>");
        Ok(())
    }

    fn runs(&mut self, inlines: &[Inline]) -> Result<(), WriteError> {
        for inline in inlines {
            let out = &mut self.out;
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
                    self.first_note + number
                )),
                Inline::Begin(number) => out.push_str(&format!(
                    "<w:commentRangeStart w:id=\"{}\"/>",
                    self.first_comment + number
                )),
                Inline::End(number) => {
                    let id = self.first_comment + number;
                    out.push_str(&format!(
                        "<w:commentRangeEnd w:id=\"{id}\"/><w:r><w:rPr><w:rStyle w:val=\"CommentReference\"/></w:rPr>\
                         <w:commentReference w:id=\"{id}\"/></w:r>"
                    ));
                }
            }
            self.pack(BUFFERED_BYTES_MAX)?;
        }
        Ok(())
    }
}

/// The page, and the end of the document.
const SECTION: &str = "<w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1440\" w:right=\"1440\" \
    w:bottom=\"1440\" w:left=\"1440\" w:header=\"720\" w:footer=\"720\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>";

const TABLE: &str = "<w:tbl><w:tblPr><w:tblW w:w=\"0\" w:type=\"auto\"/><w:tblBorders><w:top w:val=\"single\" w:sz=\"4\"/>\
    <w:left w:val=\"single\" w:sz=\"4\"/><w:bottom w:val=\"single\" w:sz=\"4\"/><w:right w:val=\"single\" w:sz=\"4\"/>\
    <w:insideH w:val=\"single\" w:sz=\"4\"/><w:insideV w:val=\"single\" w:sz=\"4\"/></w:tblBorders></w:tblPr><w:tblGrid/>";

/// Letters, with their spaces as they are.
fn letters(line: &str) -> String {
    format!("<w:t xml:space=\"preserve\">{}</w:t>", text(line))
}
