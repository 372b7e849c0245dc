//! What editors said in a text, and what they would change in it.

use formats::{Section, read};
use proptest::prelude::*;

use super::{p, span, styled};
use crate::pack::odt;

fn section(body: &str) -> Section {
    read(&odt(super::AUTOMATIC, body, "")).expect("a sound text").sections.remove(0)
}

/// The changes of a text, before its paragraphs; each has an id, what it is, and what it took out.
fn regions(all: &[(&str, &str, &str)]) -> String {
    let region = |(id, kind, content): &(&str, &str, &str)| {
        format!(
            r#"<text:changed-region xml:id="{id}" text:id="{id}"><text:{kind}><office:change-info><dc:creator>Ed</dc:creator><dc:date>2026-01-02T03:04:05</dc:date></office:change-info>{content}</text:{kind}></text:changed-region>"#
        )
    };
    let all: String = all.iter().map(region).collect();
    format!("<text:tracked-changes>{all}</text:tracked-changes>")
}

fn ins(id: &str, text: &str) -> String {
    format!(
        r#"<text:change-start text:change-id="{id}"/>{text}<text:change-end text:change-id="{id}"/>"#
    )
}

fn del(id: &str) -> String {
    format!(r#"<text:change text:change-id="{id}"/>"#)
}

/// The text with all changes made, from its end on.
fn changed(section: &Section) -> String {
    let mut text = section.text.clone();
    for change in section.changes.iter().rev() {
        text.replace_range(change.range.clone(), &change.after);
    }
    text
}

#[test]
fn comments_come_with_their_words_authors_and_answers() {
    let annotation = |name: &str, more: &str, author: &str, text: &str| {
        format!(
            r#"<office:annotation {name} {more}><dc:creator>{author}</dc:creator><dc:date>2026-03-01T10:00:00</dc:date><meta:creator-initials>J</meta:creator-initials>{text}</office:annotation>"#
        )
    };
    let first = annotation(
        r#"office:name="c1""#,
        r#"loext:resolved="true""#,
        "Jane",
        r#"<text:p>Too <text:span>strong</text:span>?</text:p><text:list><text:list-item><text:p>Why</text:p></text:list-item></text:list>"#,
    );
    let answer = annotation(r#"office:name="c2""#, r#"loext:parent-name="c1""#, "Tom", &p("No."));
    let alone = annotation("", "", "", &p("Here"));
    let body = p(&format!(
        r#"He was {first}{answer}{}<office:annotation-end office:name="c1"/><office:annotation-end office:name="c2"/> then.{alone}"#,
        span("T1", "furious")
    ));

    let section = section(&body);

    assert_eq!(section.text, "He was *furious* then.\n");
    let [first, second] = section.comments.as_slice() else { panic!("{:?}", section.comments) };
    assert_eq!(&section.text[first.range.clone()], "*furious*");
    assert_eq!(
        (first.author.as_str(), first.text.as_str()),
        ("Jane", "Too strong?\nWhy\nTom: No.")
    );
    assert_eq!(first.date.as_deref(), Some("2026-03-01T10:00:00"));
    assert!(first.is_resolved && !second.is_resolved);
    assert_eq!((second.range.clone(), second.text.as_str()), (22..22, "Here"));
}

/// Bodies with the texts before and after their changes, and how many changes there are.
fn bodies() -> Vec<(String, &'static str, &'static str, usize)> {
    let one = |content: &str| regions(&[("a", "deletion", content)]);
    let put_in = || regions(&[("a", "insertion", "")]);
    let h = |text: &str| styled("P1", text);
    vec![
        (put_in() + &p(&format!("a {}b", ins("a", "new "))), "a b\n", "a new b\n", 1),
        (one(&p("old<text:s/>")) + &p(&format!("a {}b", del("a"))), "a old b\n", "a b\n", 1),
        (
            regions(&[("a", "deletion", &p("old")), ("b", "insertion", "")])
                + &p(&format!("a {}{} b", del("a"), ins("b", "new"))),
            "a old b\n",
            "a new b\n",
            1,
        ),
        // Emphasis and notes of what was taken out.
        (
            one(&p(&format!(
                "{}<text:note><text:note-body>{}</text:note-body></text:note>",
                span("T1", "old"),
                p("Note.")
            ))) + &p(&format!("a {} b", del("a"))),
            "a *old*[^1] b\n\n[^1]: Note.\n",
            "a  b\n",
            1,
        ),
        // A paragraph that was put in behind a heading, and one that was taken out.
        (
            put_in()
                + &h(r#"A.<text:change-start text:change-id="a"/>"#)
                + &p(r#"B.<text:change-end text:change-id="a"/>"#)
                + &p("C."),
            "# A.\n\nC.\n",
            "# A.\n\nB.\n\nC.\n",
            1,
        ),
        (
            one(&(h("") + &p("B."))) + &h(&format!("A.{}", del("a"))) + &p("C."),
            "# A.\n\nB.\n\nC.\n",
            "# A.\n\nC.\n",
            1,
        ),
        // The same, marked at the beginning of the paragraph behind it.
        (
            one(&(h("B.") + &p(""))) + &p("A.") + &p(&format!("{}C.", del("a"))),
            "A.\n\n# B.\n\nC.\n",
            "A.\n\nC.\n",
            1,
        ),
        // Two that were joined, one that was parted, and one between others.
        (one(&(p("") + &p(""))) + &p(&format!("A. {}B.", del("a"))), "A.\n\nB.\n", "A. B.\n", 1),
        (
            put_in()
                + &p(r#"A. <text:change-start text:change-id="a"/>"#)
                + &p(r#"<text:change-end text:change-id="a"/>B."#),
            "A. B.\n",
            "A.\n\nB.\n",
            1,
        ),
        (one(&p("B.")) + &p("A.") + &del("a") + &p("C."), "A.\n\nB.\n\nC.\n", "A.\n\nC.\n", 1),
    ]
}

/// As [`bodies`], with frames, parts that are left out, and changes of changes.
fn bodies_with_others() -> Vec<(String, &'static str, &'static str, usize)> {
    let put_in = || regions(&[("a", "insertion", "")]);
    vec![
        // A frame at a paragraph that was parted stands behind what is one again.
        (
            put_in()
                + &p(&format!(
                    r#"A<draw:frame><draw:text-box>{}</draw:text-box></draw:frame><text:change-start text:change-id="a"/>"#,
                    p("Boxed")
                ))
                + &p(r#"<text:change-end text:change-id="a"/>B"#),
            "AB\n\nBoxed\n",
            "A\n\nB\n\nBoxed\n",
            1,
        ),
        // What ends in a part that is left out goes on no further.
        (
            put_in()
                + &p(r#"A.<text:change-start text:change-id="a"/>"#)
                + &format!(
                    r#"<text:section text:display="none">{}</text:section>"#,
                    p(r#"No<text:change-end text:change-id="a"/>."#)
                )
                + &p("B.")
                + &p("C."),
            "A.B.\n\nC.\n",
            "A.\n\nB.\n\nC.\n",
            1,
        ),
        (
            put_in()
                + &format!(
                    "<text:table-of-content><text:index-body>{}</text:index-body></text:table-of-content>",
                    p(
                        r#"One<text:change-start text:change-id="a"/> 3<text:change-end text:change-id="a"/>"#
                    )
                )
                + &p("B."),
            "B.\n",
            "B.\n",
            0,
        ),
        // What was put in and taken out again stands in neither, and a change of formatting is none.
        (
            regions(&[("a", "insertion", ""), ("b", "deletion", &p("b"))])
                + &p(&format!("a{}", ins("a", &del("b")))),
            "a\n",
            "a\n",
            0,
        ),
        (regions(&[("a", "format-change", "")]) + &p(&ins("a", "b")), "b\n", "b\n", 0),
    ]
}

#[test]
fn a_text_is_read_as_it_was_before_and_each_change_makes_a_part_of_what_it_is_after() {
    for (body, before, after, count) in bodies().into_iter().chain(bodies_with_others()) {
        let section = section(&body);

        assert_eq!(section.text, before, "{body}");
        assert_eq!(changed(&section), after, "{body}");
        assert_eq!(section.changes.len(), count, "{body}");
        assert!(
            section.changes.iter().all(|it| {
                it.author == "Ed" && it.date.as_deref() == Some("2026-01-02T03:04:05")
            })
        );
    }
}

#[test]
fn what_was_taken_out_is_given_once() {
    let body =
        regions(&[("a", "deletion", &p("old"))]) + &p(&format!("a {} b {} c", del("a"), del("a")));

    assert_eq!(section(&body).text, "a old b c\n");
}

/// Pieces of paragraphs: 0 stands, 1 was put in, 2 was taken out.
fn pieces() -> impl Strategy<Value = Vec<(u8, String)>> {
    proptest::collection::vec((0_u8..3, "[a-c]{1,2}"), 1..12)
}

proptest! {
    #[test]
    fn making_all_changes_gives_the_text_after_them(pieces in pieces()) {
        let (mut body, mut all) = (String::new(), String::new());
        let (mut before, mut after) = (String::new(), String::new());
        for (at, (kind, text)) in pieces.iter().enumerate() {
            let (id, kind_name) = (format!("c{at}"), ["", "insertion", "deletion"][usize::from(*kind)]);
            match kind {
                0 => body.push_str(text),
                1 => body.push_str(&ins(&id, text)),
                _ => body.push_str(&del(&id)),
            }
            if *kind != 0 {
                let content = if *kind == 2 { p(text) } else { String::new() };
                let region = regions(&[(&id, kind_name, &content)]);
                all.push_str(&region["<text:tracked-changes>".len()..region.len() - "</text:tracked-changes>".len()]);
            }
            if *kind != 1 { before.push_str(text); }
            if *kind != 2 { after.push_str(text); }
        }
        let body = format!("<text:tracked-changes>{all}</text:tracked-changes>{}", p(&format!("X {body} Y")));

        let section = section(&body);

        prop_assert_eq!(&section.text, &format!("X {before} Y\n"));
        prop_assert_eq!(changed(&section), format!("X {after} Y\n"));
    }
}
