//! Tracked changes: the text before them, and what each would make of it.

use formats::{Section, read};
use proptest::prelude::*;

use crate::pack::docx;

fn section(body: &str) -> Section {
    read(&docx(body, &[])).expect("a sound document").sections.remove(0)
}

fn r(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

fn ins(text: &str) -> String {
    format!("<w:ins w:author=\"Ed\" w:date=\"2026-01-02T03:04:05Z\">{}</w:ins>", r(text))
}

fn del(text: &str) -> String {
    format!(
        "<w:del w:author=\"Ed\"><w:r><w:delText xml:space=\"preserve\">{text}</w:delText></w:r></w:del>"
    )
}

/// The text with all changes made, from its end on.
fn changed(section: &Section) -> String {
    let mut text = section.text.clone();
    for change in section.changes.iter().rev() {
        text.replace_range(change.range.clone(), &change.after);
    }
    text
}

/// The properties of a paragraph whose end was changed.
fn mark(what: &str) -> String {
    format!("<w:pPr><w:rPr><w:{what} w:author=\"Ed\"/></w:rPr></w:pPr>")
}

/// Bodies with the texts before and after their changes, and how many changes there are.
fn bodies() -> Vec<(String, &'static str, &'static str, usize)> {
    vec![
        (format!("<w:p>{}{}{}</w:p>", r("a "), ins("new "), r("b")), "a b\n", "a new b\n", 1),
        (format!("<w:p>{}{}{}</w:p>", r("a "), del("old "), r("b")), "a old b\n", "a b\n", 1),
        (
            format!("<w:p>{}{}{}{}</w:p>", r("a "), del("old"), ins("new"), r(" b")),
            "a old b\n",
            "a new b\n",
            1,
        ),
        (
            format!(
                "<w:p>{}{}{}{}{}</w:p>",
                ins("One "),
                r("two"),
                del(" three"),
                r(" four"),
                ins(" five")
            ),
            "two three four\n",
            "One two four five\n",
            3,
        ),
        // A paragraph that was put in, and one that was taken out.
        (
            format!(
                "<w:p>{}</w:p><w:p>{}{}</w:p><w:p>{}</w:p>",
                r("A."),
                mark("ins"),
                ins("B."),
                r("C.")
            ),
            "A.\n\nC.\n",
            "A.\n\nB.\n\nC.\n",
            1,
        ),
        (
            format!(
                "<w:p>{}</w:p><w:p>{}{}</w:p><w:p>{}</w:p>",
                r("A."),
                mark("del"),
                del("B."),
                r("C.")
            ),
            "A.\n\nB.\n\nC.\n",
            "A.\n\nC.\n",
            1,
        ),
        // Two that were joined, and one that was parted.
        (
            format!("<w:p>{}{}</w:p><w:p>{}</w:p>", mark("del"), r("A. "), r("B.")),
            "A.\n\nB.\n",
            "A. B.\n",
            1,
        ),
        (
            format!("<w:p>{}{}</w:p><w:p>{}</w:p>", mark("ins"), r("A. "), r("B.")),
            "A. B.\n",
            "A.\n\nB.\n",
            1,
        ),
        // What was put in by one and taken out by another stands in neither.
        (
            format!("<w:p>{}<w:ins w:author=\"A\">{}</w:ins></w:p>", r("a"), del("b")),
            "a\n",
            "a\n",
            0,
        ),
        (
            format!(
                "<w:p>{}<w:ins w:author=\"Ed\"><w:r><w:rPr><w:i/></w:rPr><w:t>b</w:t></w:r></w:ins>{}</w:p>",
                r("a "),
                r(" c")
            ),
            "a  c\n",
            "a *b* c\n",
            1,
        ),
    ]
}

#[test]
fn a_text_is_read_as_it_was_before_and_each_change_makes_a_part_of_what_it_is_after() {
    for (body, before, after, count) in bodies() {
        let section = section(&body);

        assert_eq!(section.text, before, "{body}");
        assert_eq!(changed(&section), after, "{body}");
        assert_eq!(section.changes.len(), count, "{body}");
        assert!(section.changes.iter().all(|it| it.author == "Ed"));
    }
}

#[test]
fn changes_of_notes_are_changes_too() {
    let body = format!("<w:p>{}<w:r><w:footnoteReference w:id=\"2\"/></w:r></w:p>", r("Word"));
    let notes = format!(
        "<w:footnotes><w:footnote w:id=\"2\"><w:p>{}{}</w:p></w:footnote></w:footnotes>",
        r("A note"),
        ins(" more")
    );

    let section = read(&docx(&body, &[("footnotes", &notes)])).unwrap().sections.remove(0);

    assert_eq!(section.text, "Word[^1]\n\n[^1]: A note\n");
    assert_eq!(changed(&section), "Word[^1]\n\n[^1]: A note more\n");
}

/// Pieces of paragraphs: 0 stands, 1 was put in, 2 was taken out.
fn pieces() -> impl Strategy<Value = Vec<(u8, String)>> {
    proptest::collection::vec((0_u8..3, "[a-c]{1,2}[ ]{0,1}"), 1..12)
}

proptest! {
    #[test]
    fn making_all_changes_gives_the_text_after_them(pieces in pieces()) {
        let (mut body, mut before, mut after) = (String::new(), String::new(), String::new());
        for (kind, text) in &pieces {
            body.push_str(&match kind { 0 => r(text), 1 => ins(text), _ => del(text) });
            if *kind != 1 { before.push_str(text); }
            if *kind != 2 { after.push_str(text); }
        }
        let body = format!("<w:p>{}{body}{}</w:p>", r("X "), r(" Y"));

        let section = section(&body);

        prop_assert_eq!(&section.text, &format!("X {before} Y\n"));
        prop_assert_eq!(changed(&section), format!("X {after} Y\n"));
        let mut end = 0;
        for change in &section.changes {
            prop_assert!(change.range.start >= end);
            end = change.range.end;
        }
    }
}
