//! Files that are broken, locked, something else, or made to do harm.

use formats::{Flaw, Format, bounds::PARAGRAPHS_MAX, format_of, read};
use proptest::prelude::*;

use crate::pack::{archive, docx, odt, p};

/// The flaw of a file as people read it.
fn flaw(bytes: &[u8]) -> String {
    read(bytes).expect_err("a flaw").to_string()
}

fn document(text: &str) -> Vec<u8> {
    archive(&[
        ("[Content_Types].xml", b"<Types>wordprocessingml</Types>"),
        ("word/document.xml", text.as_bytes()),
    ])
}

#[test]
fn every_flaw_is_named() {
    let whole = docx(&p("Text."), &[]);
    let mut locked = whole.clone();
    // The flag of encryption in the head and the directory of the first part.
    locked[6] |= 1;
    let at = locked.windows(4).position(|it| it == b"PK\x01\x02").unwrap();
    locked[at + 8] |= 1;
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let ole = |name: &str| {
        [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), vec![0; 600], wide(name)].concat()
    };
    let bomb = " ".repeat(30 * 1024 * 1024);
    let deep = "<a>".repeat(300) + &"</a>".repeat(300);
    for (bytes, wanted) in [
        (Vec::new(), "it is empty"),
        (b"%PDF-1.7 ...".to_vec(), "it is a PDF"),
        (b"Once upon a time".to_vec(), "it is a text"),
        (b"{\\rtf1 x}".to_vec(), "RTF"),
        (ole("EncryptedPackage"), "locked with a password"),
        (ole("WordDocument"), "older version of Word"),
        (locked, "locked with a password"),
        (whole[..whole.len() / 2].to_vec(), "cut off or damaged"),
        (archive(&[("a.txt", b"x")]), "a ZIP archive"),
        (
            archive(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")]),
            "an OpenDocument spreadsheet, and not a DOCX, EPUB or ODT",
        ),
        (archive(&[("[Content_Types].xml", b"<Types>spreadsheetml</Types>")]), "an Excel workbook"),
        (archive(&[("[Content_Types].xml", b"<Types/>")]), "its part word/document.xml is missing"),
        (
            archive(&[("../evil", b"x"), ("[Content_Types].xml", b"<Types/>")]),
            "leads out of it: ../evil",
        ),
        (archive(&[("C:\\evil", b"x")]), "leads out of it"),
        (document(&bomb), "unpacks to more than 200 times"),
        (document(&deep), "nested more than 128 levels"),
        (document("<!DOCTYPE a [<!ENTITY b \"c\">]><w:document/>"), "defines a document type"),
        (document("<w:document><w:body><w:p>"), "ends before its elements do"),
        (document("<w:document><w:body></w:p>"), "is not well-formed"),
        (document("<html/>"), "it is no document"),
        (document("<w:document><w:body/></w:document>"), "it has no text"),
        (
            document(&format!(
                "<w:document><w:body>{}</w:body></w:document>",
                (0..=PARAGRAPHS_MAX).map(|it| format!("<w:p a=\"{it}\"/>")).collect::<String>()
            )),
            "it has more than 200000 paragraphs",
        ),
    ] {
        let said = flaw(&bytes);
        assert!(said.contains(wanted), "{said} should say {wanted}");
    }
    assert_eq!(read(&whole).map(|it| it.sections.len()), Ok(1));
    assert_eq!(format_of(b"# A heading"), Ok(None));
    assert_eq!(format_of(&ole("EncryptedPackage")), Err(Flaw::Password));
}

/// A text of OpenDocument whose part with the text is this one.
fn open_document(content: &str) -> Vec<u8> {
    archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", content.as_bytes()),
    ])
}

#[test]
fn every_flaw_of_a_text_of_open_document_is_named() {
    const TEXT: &[u8] = b"application/vnd.oasis.opendocument.text";
    let whole = odt("", "<text:p>Text.</text:p>", "");
    let of =
        |body: &str| open_document(&format!("<o:d><o:body><o:text>{body}</o:text></o:body></o:d>"));
    let encrypted = r#"<!DOCTYPE m PUBLIC "a" "Manifest.dtd"><m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>"#;
    for (bytes, wanted) in [
        (
            archive(&[
                ("mimetype", TEXT),
                ("META-INF/manifest.xml", encrypted.as_bytes()),
                ("content.xml", b"\x00\xff\xfe no XML"),
            ]),
            "locked with a password",
        ),
        (
            archive(&[
                ("mimetype", TEXT),
                ("META-INF/manifest.xml", encrypted.as_bytes()),
                ("encrypted-package", b"\x00"),
            ]),
            "locked with a password",
        ),
        (archive(&[("mimetype", TEXT)]), "its part content.xml is missing"),
        (archive(&[("mimetype", TEXT), ("../evil", b"x")]), "leads out of it: ../evil"),
        (whole[..whole.len() / 2].to_vec(), "cut off or damaged"),
        (of(&" ".repeat(30 * 1024 * 1024)), "unpacks to more than 200 times"),
        (of(&("<a>".repeat(300) + &"</a>".repeat(300))), "nested more than 128 levels"),
        (
            of(&("<text:section>".repeat(300) + &"</text:section>".repeat(300))),
            "nested more than 128 levels",
        ),
        (open_document("<!DOCTYPE a [<!ENTITY b \"c\">]><o:d/>"), "defines a document type"),
        (open_document("<o:d><o:body><o:text><text:p>"), "ends before its elements do"),
        (open_document("<o:d><o:body></o:text>"), "is not well-formed"),
        (
            open_document("<o:d><o:body><o:spreadsheet/></o:body></o:d>"),
            "it is no text of OpenDocument",
        ),
        (of(""), "it has no text"),
        (
            of(&(0..=PARAGRAPHS_MAX).map(|it| format!("<text:p a=\"{it}\"/>")).collect::<String>()),
            "it has more than 200000 paragraphs",
        ),
    ] {
        let said = flaw(&bytes);
        assert!(said.contains(wanted), "{said} should say {wanted}");
    }
    assert_eq!(format_of(&whole), Ok(Some(Format::Odt)));
    // What it is called in its parts is not needed where its parts say what it is.
    let unnamed = archive(&[
        ("META-INF/manifest.xml", b"<m:manifest/>"),
        ("content.xml", b"<o:d><o:text><text:p>Text.</text:p></o:text></o:d>"),
    ]);
    assert_eq!(read(&unnamed).map(|it| it.sections[0].text.clone()), Ok("Text.\n".to_owned()));
}

#[test]
fn changes_without_end_are_compared_within_a_bound() {
    let piece = |at: usize| {
        let kind = if at.is_multiple_of(2) { "ins" } else { "del" };
        let author = if at.is_multiple_of(3) { "A" } else { "B" };
        format!(
            "<w:{kind} w:author=\"{author}\"><w:r><w:t>w </w:t></w:r></w:{kind}><w:r><w:t>x </w:t></w:r>"
        )
    };
    let body: String = (0..9_000).map(piece).collect();

    let book = read(&docx(&format!("<w:p>{body}</w:p>"), &[])).unwrap();

    let changes = &book.sections[0].changes;
    assert!(!changes.is_empty() && changes.len() < 9_000);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        at in 0.0_f64..1.0,
        bytes in proptest::collection::vec(any::<u8>(), 0..64),
        is_cut: bool,
        is_of_word: bool,
    ) {
        let text = r#"<text:p>Some <text:span>text</text:span> of a book, long enough to be packed.</text:p>"#;
        let mut file = if !is_of_word { odt("", text, "<dc:title>A book</dc:title>") } else { docx(&p("Some *text* of a book, long enough to be packed."), &[("footnotes", "<w:footnotes/>")]) };
        let start = (at * file.len() as f64) as usize;
        if is_cut {
            file.truncate(start);
        } else {
            for (to, from) in file[start..].iter_mut().zip(&bytes) {
                *to = *from;
            }
        }
        drop(read(&file));
        drop(read(&bytes));
    }

    #[test]
    fn no_markup_makes_it_panic(markup in "(<w:(p|r|t|ins|del|tbl|tr|tc|pPr|rPr|hyperlink|footnoteReference w:id=\"1\")/?>|</w:(p|r|t|ins|del|tbl|tr|tc|pPr|rPr)>|a|&amp;|&x;| ){0,24}") {
        drop(read(&docx(&markup, &[])));
    }

    #[test]
    fn no_markup_of_open_document_makes_it_panic(markup in "(<text:(p|h|span|list|list-item|note|note-body|a|s text:c=\"9\"|section)/?>|<text:tracked-changes><text:changed-region text:id=\"a\"><text:(deletion|insertion)>(<text:p/>){0,2}(</text:deletion>)?|<text:change(-start|-end)? text:change-id=\"a\"/>|<office:annotation(-end)? office:name=\"a\"/?>|<table:table(-row|-cell)?>|<draw:(frame|text-box)>|</text:(p|h|span|list|list-item|note|note-body|section)>|</table:table(-row|-cell)?>|a|&amp;|&x;| ){0,24}") {
        drop(read(&odt("", &markup, "")));
    }
}
