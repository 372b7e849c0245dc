//! Archives that are folders.

use formats::{
    Flaw,
    folder::{Budget, Folder, text},
};

use crate::pack::{archive, docx, odt, p};

#[test]
fn an_archive_that_is_no_book_is_a_folder_of_files() {
    let book = docx(&p("Text."), &[]);
    let bytes = archive(&[("novel/", b""), ("novel/1.md", b"# One"), ("novel/2.docx", &book)]);

    let mut budget = Budget::default();
    let mut folder = Folder::open(&bytes, &mut budget).unwrap().expect("a folder");
    let files = folder.files().unwrap();

    let paths: Vec<(&str, bool)> = files.iter().map(|it| (it.path.as_str(), it.is_link)).collect();
    assert_eq!(paths, [("novel/1.md", false), ("novel/2.docx", false)]);
    assert_eq!(folder.bytes(&files[0]).unwrap(), b"# One");
    let inner = folder.bytes(&files[1]).unwrap();
    assert_eq!(folder.read(&inner).unwrap().sections[0].text, "Text.\n");
    assert!(folder.read(&bytes).unwrap_err().to_string().contains("a ZIP archive"));
}

#[test]
fn names_of_files_are_paths_without_the_folder_itself() {
    let bytes = archive(&[("./1 Dawn.md", b"a"), ("2: Noon.md", b"b"), ("é:x.md", b"c")]);
    let mut budget = Budget::default();

    let files = Folder::open(&bytes, &mut budget).unwrap().expect("a folder").files().unwrap();

    let paths: Vec<&str> = files.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, ["1 Dawn.md", "2: Noon.md", "é:x.md"]);
}

#[test]
fn what_is_no_folder_is_none_or_names_its_flaw() {
    for bytes in [docx(&p("a"), &[]), odt("", "<text:p>a</text:p>", ""), b"# A text".to_vec()] {
        assert!(Folder::open(&bytes, &mut Budget::default()).unwrap().is_none());
    }
    let flaw = |bytes: &[u8]| Folder::open(bytes, &mut Budget::default()).err().expect("a flaw");
    assert_eq!(flaw(&archive(&[("../evil.md", b"x")])), Flaw::Path("../evil.md".to_owned()));
    let workbook = archive(&[("[Content_Types].xml", b"<Types>spreadsheetml</Types>")]);
    assert!(flaw(&workbook).to_string().contains("an Excel workbook"));
    let mut repeated = archive(&[("a.md", b"One"), ("b.md", b"Two")]);
    for at in 0..repeated.len() - 4 {
        if &repeated[at..at + 4] == b"b.md" {
            repeated[at] = b'a';
        }
    }
    assert_eq!(flaw(&repeated), Flaw::Repeated);
    assert!(flaw(&archive(&[("C:x.md", b"x")])).to_string().contains("leads out"));
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
