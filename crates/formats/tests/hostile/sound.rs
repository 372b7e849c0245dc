//! A sound book that is long in every way is read, with all its words, notes, comments and tables.

use formats::{
    Role, read,
    write::{Chapter, Manuscript, Remark, docx, epub},
};

use crate::{alone, many, within};

/// Chapters of the book.
const CHAPTERS: usize = 40;

/// A novel of 200,000 words with 20,000 words in italics, 2,000 notes and 5,000 comments, and tables of 500 rows.
fn novel() -> Manuscript {
    let chapter = |number: usize| {
        let mut text = format!("# Chapter {number}\n\n");
        let mut remarks = Vec::new();
        for paragraph in 0..50 {
            text.push_str(&many(10, |_| {
                "Some *words* of a long and sound novel, *and so* ".to_owned()
            }));
            text.push_str(&format!("on.[^{paragraph}]\n\n"));
            for remark in 0..if paragraph % 2 == 0 { 3 } else { 2 } {
                let at = text.len() - 40 - remark;
                remarks.push(Remark {
                    range: at..at + 5,
                    author: format!("Editor {remark}"),
                    date: format!("2026-01-02T03:{:02}:05Z", paragraph),
                    text: format!("Comment {paragraph}.{remark}"),
                });
            }
        }
        if number.is_multiple_of(10) {
            text.push_str("| a | b | c |\n|---|---|---|\n");
            text.push_str(&many(500, |row| format!("| {row} | *cell* | c[^t{row}] |\n")));
            text.push_str(&many(500, |row| format!("\n[^t{row}]: In row {row}.\n")));
        }
        text.push_str(&many(50, |note| format!("\n[^{note}]: Note *{note}* of {number}.\n")));
        Chapter { title: format!("Chapter {number}"), text, remarks, ..Chapter::default() }
    };
    Manuscript {
        title: "A long novel".to_owned(),
        language: "en".to_owned(),
        chapters: (1..=CHAPTERS).map(chapter).collect(),
        ..Manuscript::default()
    }
}

#[test]
fn a_long_novel_comes_back_whole() {
    let _one = alone();
    let novel = novel();
    let words: usize = novel.chapters.iter().map(|it| it.text.split_whitespace().count()).sum();
    assert!(words > 200_000);

    let of_docx = within(|| read(&docx(&novel).expect("a document")));
    let of_epub = within(|| read(&epub(&novel).expect("a book")));

    let book = of_docx.expect("a sound document");
    let section = &book.sections[0];
    assert_eq!(section.text.matches("Some *words* of").count(), CHAPTERS * 50 * 10);
    assert_eq!(section.text.matches("]: Note *").count(), CHAPTERS * 50);
    assert_eq!(section.text.matches("]: In row").count(), 4 * 500);
    assert_eq!(section.text.matches("| *cell* |").count(), 4 * 500);
    assert_eq!(section.comments.len(), CHAPTERS * 125);
    let book = of_epub.expect("a sound book");
    let text: String = book.sections.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(text.matches("Some *words* of").count(), CHAPTERS * 50 * 10);
    assert_eq!(text.matches("]: Note *").count(), CHAPTERS * 50);
    assert_eq!(text.matches("]: In row").count(), 4 * 500);
    let chapters = book.sections.iter().filter(|it| it.role == Role::Chapter).count();
    assert_eq!(chapters, CHAPTERS);
}
