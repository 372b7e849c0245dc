//! Tests of texts that are cut and joined.

use super::*;

#[test]
fn a_text_is_cut_before_a_byte() {
    for (text, at, first, second) in [
        ("One.\n\nTwo.", 6, "One.\n", "Two."),
        ("One.\n\nTwo.\n", 4, "One.\n", "Two.\n"),
        ("Né 🦇 two", 8, "Né 🦇", "two"),
        ("One two", 4, "One", "two"),
        ("---\na: b\n---\nOne.\n\nTwo.", 19, "---\na: b\n---\nOne.\n", "Two."),
    ] {
        let parts = split(text, at).unwrap();
        assert_eq!((parts.first.as_str(), parts.second.as_str()), (first, second), "{text}");
    }
}

#[test]
fn both_parts_of_a_cut_have_a_text() {
    for (text, at, blank) in [
        ("One.\n", 0, Blank::First),
        ("One.\n", 4, Blank::Second),
        ("One.\n", 5, Blank::Second),
        ("\n One.", 2, Blank::First),
        ("", 0, Blank::First),
        ("---\na: b\n---\nOne.", 5, Blank::First),
        ("---\na: b\n---\nOne.", 13, Blank::First),
        ("One[^1].\n\n[^1]: note", 10, Blank::Second),
        ("[^1]: note\n\nOne[^1].", 12, Blank::First),
    ] {
        assert_eq!(split(text, at), Err(blank), "{text} {at}");
    }
}

#[test]
fn notes_are_defined_where_they_are_named() {
    for (text, first, second) in [
        // At the end of the text: each goes to its part.
        (
            "A[^1].\n\n|B[^2].\n\n[^1]: one\n\n[^2]: two\n",
            "A[^1].\n\n[^1]: one\n",
            "B[^2].\n\n[^2]: two\n",
        ),
        ("A[^a].\n\n|B.\n\n[^a]: one\n[^b]: two", "A[^a].\n\n[^a]: one\n", "B.\n\n[^b]: two"),
        ("A[^1].\n\n|B.\n\n[^1]: one\n", "A[^1].\n\n[^1]: one\n", "B.\n"),
        // Behind the paragraph: it stays, or goes along.
        ("A[^1].\n\n[^1]: one\n\n|B.", "A[^1].\n\n[^1]: one\n", "B."),
        ("A.\n\n[^1]: one\n\nC.\n\n|B[^1].", "A.\n\nC.\n", "B[^1].\n\n[^1]: one"),
        // Named in both, it stands in both.
        ("A[^1].\n\n[^1]: one\n\n|B[^1].\n", "A[^1].\n\n[^1]: one\n", "B[^1].\n\n[^1]: one\n"),
        // A note that names another one takes it along.
        (
            "A[^1].\n\n|B.\n\n[^1]: one[^2]\n\n[^2]: two\n",
            "A[^1].\n\n[^1]: one[^2]\n\n[^2]: two\n",
            "B.\n",
        ),
        // What nobody names stays, and what looks like a mark is none.
        ("A [^_^].\n\n|B.\n\n[^x]: y\n", "A [^_^].\n", "B.\n\n[^x]: y\n"),
        // Several paragraphs of a note are one.
        (
            "A[^1].\n\n|B.\n\n[^1]: one\n\n    more\n\nC.\n",
            "A[^1].\n\n[^1]: one\n\n    more\n",
            "B.\n\nC.\n",
        ),
    ] {
        let at = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);

        let parts = split(&text, at).unwrap();

        assert_eq!((parts.first.as_str(), parts.second.as_str()), (first, second), "{text}");
        for words in ["A", "B", "C.", "one", "two", "more"] {
            let Some(start) = text.find(words) else { continue };
            let (part, range) = parts.positions.find(&(start..start + words.len())).unwrap();
            let found = &[&parts.first, &parts.second][part][range];
            assert_eq!(found, words, "{text}");
        }
    }
}

#[test]
fn merged_texts_have_a_paragraph_break_between_them() {
    for (first, second, text) in [
        ("One.\n", "\nTwo.\n", "One.\n\nTwo.\n"),
        ("Né.", "Two.", "Né.\n\nTwo."),
        ("", "Two.", "Two."),
        ("One.\n", " \n", "One.\n"),
        ("One.", "---\na: b\n---\nTwo.", "One.\n\nTwo."),
    ] {
        let merged = merge(first, second);
        assert_eq!(merged.text, text, "{first}{second}");
        if let Some(at) = second.find("Two.") {
            let (_, range) = merged.positions.find(&(at..at + 4)).unwrap();
            assert_eq!(&merged.text[range], "Two.");
        }
    }
}

#[test]
fn notes_of_the_same_name_stay_apart() {
    let first = "A[^1], a[^x].\n\n[^1]: one\n\n[^x]: ex\n";
    let second = "B[^1] `[^1]`, b[^2], b[^X].\n\n[^1]: two\n\n[^2]: three\n\n[^X]: why\n";

    let merged = merge(first, second);

    assert_eq!(
        merged.text,
        "A[^1], a[^x].\n\n[^1]: one\n\n[^x]: ex\n\n\
         B[^3] `[^1]`, b[^2], b[^x-2].\n\n[^3]: two\n\n[^2]: three\n\n[^x-2]: why\n"
    );
    let at = second.find("b[^X]").unwrap();
    let (_, range) = merged.positions.find(&(at..at + "b[^X].".len())).unwrap();
    assert_eq!(&merged.text[range], "b[^x-2].");
}

#[test]
fn what_was_cut_is_joined_again() {
    let text = "One.\n\n“Two,” said Né.\n\nThree.\n";
    let parts = split(text, 6).unwrap();

    assert_eq!(merge(&parts.first, &parts.second).text, text);
}
