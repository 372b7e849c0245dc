//! Books that are written of texts that are made to cost memory or time.

use formats::write::{Chapter, Manuscript, docx, epub};

use crate::{alone, many, within};

fn manuscript(text: String) -> Manuscript {
    let chapter = Chapter { title: "T".to_owned(), text, ..Chapter::default() };
    Manuscript { language: "en".to_owned(), chapters: vec![chapter], ..Manuscript::default() }
}

#[test]
fn many_lists_are_found_by_their_numbers() {
    let _one = alone();
    let lists = manuscript(many(50_000, |_| "1. a\n1) a\n".to_owned()));

    let written = within(|| docx(&lists));

    assert!(written.is_ok());
}

#[test]
fn marks_without_end_are_refused() {
    let _one = alone();
    let marks = manuscript("*a* ".repeat(12_000_000));

    for written in [within(|| docx(&marks)), within(|| epub(&marks))] {
        assert!(written.is_err_and(|it| it.to_string().contains("marks")));
    }
}
