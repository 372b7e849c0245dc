//! Archives that are folders.

use formats::{
    Flaw,
    folder::{Folder, text},
};

use crate::pack::{archive, docx, odt, p};

#[test]
fn an_archive_that_is_no_book_is_a_folder_of_files() {
    let book = docx(&p("Text."), &[]);
    let bytes = archive(&[("novel/", b""), ("novel/1.md", b"# One"), ("novel/2.docx", &book)]);

    let mut folder = Folder::open(&bytes).unwrap().expect("a folder");
    let files = folder.files().unwrap();

    let paths: Vec<(&str, bool)> = files.iter().map(|it| (it.path.as_str(), it.is_link)).collect();
    assert_eq!(paths, [("novel/1.md", false), ("novel/2.docx", false)]);
    assert_eq!(folder.bytes(&files[0]).unwrap(), b"# One");
    let inner = folder.bytes(&files[1]).unwrap();
    assert_eq!(folder.read(&inner).unwrap().sections[0].text, "Text.\n");
    assert!(folder.read(&bytes).unwrap_err().to_string().contains("a ZIP archive"));
}

#[test]
fn what_is_no_folder_is_none_or_names_its_flaw() {
    for bytes in [docx(&p("a"), &[]), odt("", "<text:p>a</text:p>", ""), b"# A text".to_vec()] {
        assert!(Folder::open(&bytes).unwrap().is_none());
    }
    let flaw = |bytes: &[u8]| Folder::open(bytes).err().expect("a flaw");
    assert_eq!(flaw(&archive(&[("../evil.md", b"x")])), Flaw::Path("../evil.md".to_owned()));
    let workbook = archive(&[("[Content_Types].xml", b"<Types>spreadsheetml</Types>")]);
    assert!(flaw(&workbook).to_string().contains("an Excel workbook"));
    let whole = archive(&[("a.md", b"Text")]);
    assert!(flaw(&whole[..whole.len() / 2]).to_string().contains("cut off or damaged"));
}

#[test]
fn texts_are_of_utf_8_or_of_utf_16_with_a_mark() {
    let wide: Vec<u8> = "\u{feff}Ä".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, wanted) in [
        ("Ä".as_bytes().to_vec(), Some("Ä")),
        ("\u{feff}Ä".as_bytes().to_vec(), Some("Ä")),
        (wide, Some("Ä")),
        (b"\xc4".to_vec(), None),
        (b"a\0b".to_vec(), None),
    ] {
        assert_eq!(text(bytes).as_deref(), wanted);
    }
}
