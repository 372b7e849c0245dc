//! Screenplays.

use formats::{Book, Flaw, read_fountain};

use crate::{alone, within};

fn reading(text: &str) -> Result<Book, Flaw> {
    within(|| read_fountain(text))
}

fn flaw(text: &str) -> String {
    reading(text).map(|it| it.sections.len()).expect_err("a flaw").to_string()
}

#[test]
fn what_is_too_much_is_refused() {
    let _one = alone();
    for (text, wanted) in [
        ("x".repeat(33 << 20), "its text has more than 32 MiB"),
        ("x\n".repeat(16 << 20), "changes of formatting"),
        ("x\n\n".repeat(10 << 20), "paragraphs"),
        ("x[[n]]".repeat(1 << 20), "comments"),
        ("x\n\n= n\n\n".repeat(1 << 20), "comments"),
        ("*a* ".repeat(1 << 20), "changes of formatting"),
    ] {
        assert!(flaw(&text).contains(wanted), "{wanted}");
    }
}

#[test]
fn marks_without_an_end_are_looked_for_once() {
    let _one = alone();
    for text in ["[[ ", "/* ", "*a ", "_a ", "\\", "[[ \n\n]] ", "]] /* ", "**a* "] {
        let text = format!("x {}", text.repeat((3 << 20) / text.len()));
        drop(reading(&text));
    }
}

#[test]
fn a_long_title_page_is_bounded() {
    let _one = alone();
    let page =
        format!("Title: {}\n{}\nText.", "a ".repeat(4 << 20), "Key: value\n".repeat(1 << 20));

    let book = reading(&page).expect("a sound screenplay");

    assert!(book.about.title.is_some_and(|it| it.len() <= 1024));
    assert!(book.left_out.iter().all(|it| it.len() < 1024));
}
