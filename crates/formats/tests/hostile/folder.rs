//! Folders in archives.

use std::io::{Cursor, Write as _};

use formats::{
    Flaw,
    bounds::{FOLDER_BOOKS_MAX, FOLDER_BYTES_MAX},
    folder::{Budget, Folder},
};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{MIB, alone, stored_bytes, within};

/// An archive whose parts are compressed.
fn deflated(parts: &[(String, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer.start_file(name.as_str(), SimpleFileOptions::default()).expect("a part");
        writer.write_all(bytes).expect("a part");
    }
    writer.finish().expect("an archive").into_inner()
}

/// A DOCX whose text has this markup in it.
fn docx(markup: &str) -> Vec<u8> {
    let document = format!(
        "<w:document><w:body><w:p><w:r><w:t>x</w:t></w:r></w:p>{markup}</w:body></w:document>"
    );
    deflated(&[
        ("[Content_Types].xml".to_owned(), b"<Types>wordprocessingml</Types>"),
        ("word/document.xml".to_owned(), document.as_bytes()),
    ])
}

/// Reads all files of a folder as books, up to the first flaw that is one of the folder.
fn read_all(bytes: &[u8]) -> (usize, Option<Flaw>) {
    within(|| {
        let mut budget = Budget::default();
        let mut folder = Folder::open(bytes, &mut budget).expect("an archive").expect("a folder");
        for (at, file) in folder.files().expect("files").iter().enumerate() {
            let read = folder.bytes(file).and_then(|book| folder.read(&book));
            if let Err(flaw @ (Flaw::FolderTooLarge | Flaw::TooManyBooks)) = read {
                return (at, Some(flaw));
            }
        }
        (usize::MAX, None)
    })
}

#[test]
fn what_all_books_of_a_folder_unpack_to_is_bounded() {
    let _one = alone();
    // Each is sound, or refused for what it unpacks to: both are spent.
    let sound = docx(&format!("<!--{}-->", many_letters(20 * MIB)));
    let bomb = docx(&" ".repeat(40 * MIB));
    for book in [&sound, &bomb] {
        let parts: Vec<(String, &[u8])> =
            (0..200).map(|at| (format!("{at}.docx"), book.as_slice())).collect();

        let (read, flaw) = read_all(&deflated(&parts));

        assert_eq!(flaw, Some(Flaw::FolderTooLarge));
        assert!(read < FOLDER_BYTES_MAX / MIB, "{read}");
    }
}

/// Letters that compress by less than what is refused.
fn many_letters(count: usize) -> String {
    let mut state = 1_u64;
    let mut out = String::with_capacity(count);
    while out.len() < count {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        out.push_str(&format!("{:x}{}", state >> 40, "a".repeat(300)));
    }
    out
}

#[test]
fn what_says_the_type_of_a_file_is_read_to_its_beginning() {
    let _one = alone();
    let inner = deflated(&[
        ("mimetype".to_owned(), many_letters(47 * MIB).as_bytes()),
        ("a.md".to_owned(), b"x"),
    ]);
    let types = deflated(&[("[Content_Types].xml".to_owned(), many_letters(47 * MIB).as_bytes())]);
    let names: Vec<String> = (0..12).map(|at| format!("{at}.md")).collect();
    let all_of = |bytes: &[u8]| {
        let parts: Vec<(&str, &[u8])> = names.iter().map(|it| (it.as_str(), bytes)).collect();
        stored_bytes(&parts)
    };

    assert_eq!(read_all(&all_of(&inner)), (usize::MAX, None));
    assert_eq!(read_all(&all_of(&types)), (5, Some(Flaw::FolderTooLarge)));
}

#[test]
fn books_of_a_folder_are_counted() {
    let _one = alone();
    let book = docx("");
    let names: Vec<String> = (0..=FOLDER_BOOKS_MAX).map(|at| format!("{at}.docx")).collect();
    let parts: Vec<(&str, &[u8])> = names.iter().map(|it| (it.as_str(), book.as_slice())).collect();

    assert_eq!(read_all(&stored_bytes(&parts)), (FOLDER_BOOKS_MAX, Some(Flaw::TooManyBooks)));
}

#[test]
fn a_part_of_a_folder_that_is_made_to_do_harm_is_refused() {
    let _one = alone();
    let bytes = deflated(&[("a.md".to_owned(), " ".repeat(47 * MIB).as_bytes())]);
    let large = "x".repeat(49 * MIB);
    let too_large = stored_bytes(&[("a.md", large.as_bytes())]);

    for (bytes, wanted) in [(bytes, "200 times its size"), (too_large, "more than 48 MiB")] {
        let flaw = within(|| {
            let mut budget = Budget::default();
            let mut folder =
                Folder::open(&bytes, &mut budget).expect("an archive").expect("a folder");
            let files = folder.files().expect("files");
            folder.bytes(&files[0]).expect_err("a flaw")
        });
        assert!(flaw.to_string().contains(wanted), "{flaw}");
    }
}
