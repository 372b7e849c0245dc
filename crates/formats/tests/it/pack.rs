//! Archives for tests, made of their parts.

use std::io::{Cursor, Write as _};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// An archive of parts by their names.
pub(crate) fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        let method = if *name == "mimetype" {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        };
        writer
            .start_file(*name, SimpleFileOptions::default().compression_method(method))
            .expect("a part");
        writer.write_all(bytes).expect("a part");
    }
    writer.finish().expect("an archive").into_inner()
}

const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A document with this body, and further parts by the last names of their relations.
pub(crate) fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let document = format!(
        r#"<w:document xmlns:w="w" xmlns:w14="w14" xmlns:mc="mc"><w:body>{body}</w:body></w:document>"#
    );
    let mut relations = String::new();
    let mut files: Vec<(String, String)> = vec![
        ("[Content_Types].xml".to_owned(), TYPES.to_owned()),
        (
            "_rels/.rels".to_owned(),
            format!(
                r#"<Relationships><Relationship Type="{OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>"#
            ),
        ),
        ("word/document.xml".to_owned(), document),
    ];
    for (name, text) in parts {
        if *name == "core" {
            files.push(("docProps/core.xml".to_owned(), (*text).to_owned()));
            continue;
        }
        relations
            .push_str(&format!(r#"<Relationship Type="{OFFICE}/{name}" Target="{name}.xml"/>"#));
        files.push((format!("word/{name}.xml"), (*text).to_owned()));
    }
    files.push((
        "word/_rels/document.xml.rels".to_owned(),
        format!("<Relationships>{relations}</Relationships>"),
    ));
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    archive(&files)
}

/// Styles as Word writes them.
pub(crate) const STYLES: &str = r#"<w:styles>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/><w:rPr><w:i/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="character" w:styleId="Emphasis"><w:name w:val="Emphasis"/><w:rPr><w:i/></w:rPr></w:style>
</w:styles>"#;

/// A paragraph of plain text.
pub(crate) fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
}

/// A paragraph of a style.
pub(crate) fn styled(style: &str, text: &str) -> String {
    format!(
        "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>"
    )
}
