//! Texts of OpenDocument.

use crate::{alone, flaw, many, reading, stored};

/// A text with these styles of its own and this body, and styles that have names.
fn odt(automatic: &str, body: &str, named: &str) -> Vec<u8> {
    let content = format!(
        "<o:content><o:automatic-styles>{automatic}</o:automatic-styles><o:body><o:text>{body}</o:text></o:body></o:content>"
    );
    stored(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", &content),
        ("styles.xml", &format!("<o:styles>{named}</o:styles>")),
    ])
}

fn p(text: &str) -> String {
    format!("<text:p>{text}</text:p>")
}

/// Changes before a text.
fn tracked(regions: &str) -> String {
    format!("<text:tracked-changes>{regions}</text:tracked-changes>")
}

fn region(id: usize, kind: &str, author: &str, content: &str) -> String {
    format!(
        r#"<text:changed-region text:id="{id}"><text:{kind}><o:change-info><dc:creator>{author}</dc:creator></o:change-info>{content}</text:{kind}></text:changed-region>"#
    )
}

fn inserted(id: usize, text: &str) -> String {
    format!(
        r#"<text:change-start text:change-id="{id}"/>{text}<text:change-end text:change-id="{id}"/>"#
    )
}

#[test]
fn a_table_is_not_filled_up_without_end() {
    let _one = alone();
    let cell = format!("<table:table-cell>{}</table:table-cell>", p("x"));
    let table = format!(
        "<table:table><table:table-row>{cell}{}</table:table-row>{}</table:table>",
        "<table:table-cell/>".repeat(20_000),
        "<table:table-row/>".repeat(20_000)
    );
    let empty = format!("<table:table>{}</table:table>", "<table:table-row/>".repeat(2_000_000));

    assert!(flaw(|| odt("", &table, "")).contains("cells"));
    assert!(flaw(|| odt("", &empty, "")).contains("cells"));
}

#[test]
fn space_is_not_made_without_end() {
    let _one = alone();
    let many_spaces = p(&format!("x{}y", r#"<text:s text:c="4000000000"/>"#.repeat(1_000)));
    let too_many = p(&r#"<text:s text:c="100"/>"#.repeat(1_000_000));

    assert!(
        reading(|| odt("", &many_spaces, "")).is_ok_and(|it| it.sections[0].text.len() < 1 << 20)
    );
    assert!(flaw(|| odt("", &too_many, "")).contains("MiB"));
}

#[test]
fn the_text_of_a_number_is_not_kept_for_each_heading() {
    let _one = alone();
    let outline = format!(
        r#"<text:outline-style><text:outline-level-style text:level="1" style:num-format="i" style:num-prefix="{}"/></text:outline-style>"#,
        "9".repeat(900_000)
    );

    let book = reading(|| odt("", &"<text:h/>".repeat(10_000), &outline));

    assert!(book.is_ok_and(|it| it.sections[0].text.len() < 32 << 20));
}

#[test]
fn what_styles_are_based_on_is_looked_up_within_a_bound() {
    let _one = alone();
    let list = "1".repeat(900_000);
    let styles = format!(
        r#"<style:style style:family="paragraph" style:name="a0" style:display-name="{}" style:list-style-name="{list}"/>{}"#,
        "x".repeat(20_000_000),
        many(90_000, |at| format!(
            r#"<style:style style:family="paragraph" style:name="a{}" style:parent-style-name="a{at}"/>"#,
            at + 1
        ))
    );

    assert!(reading(|| odt("", &p("x"), &styles)).is_ok());
}

#[test]
fn tables_of_parts_are_counted() {
    let _one = alone();
    let change = |at: usize| {
        format!(r#"<text:changed-region text:id="{at}"><text:insertion/></text:changed-region>"#)
    };
    for (styles, body) in [
        (
            many(400_000, |at| format!(r#"<style:style style:family="text" style:name="{at}"/>"#)),
            p("x"),
        ),
        (
            many(400_000, |at| {
                format!(
                    r#"<text:list-style style:name="{at}"><text:list-level-style-number text:level="1"/></text:list-style>"#
                )
            }),
            p("x"),
        ),
        (String::new(), tracked(&many(400_000, change)) + &p("x")),
        (String::new(), p(&"<text:note><text:note-body/></text:note>".repeat(400_000))),
    ] {
        assert!(flaw(|| odt("", &body, &styles)).contains("entries"));
    }
}

#[test]
fn changes_are_counted() {
    let _one = alone();
    let regions = many(40_000, |at| region(at, "insertion", "A", ""));
    let body = many(40_000, |at| p(&format!("a {}", inserted(at, "b"))));

    assert!(flaw(|| odt("", &(tracked(&regions) + &body), "")).contains("tracked changes"));
}

#[test]
fn insertions_that_never_end_are_looked_through_within_a_bound() {
    let _one = alone();
    let regions = many(90_000, |at| region(at, "insertion", "A", ""));
    let begun = many(90_000, |at| format!(r#"<text:change-start text:change-id="{at}"/>"#));
    let ended = many(90_000, |at| format!(r#"<text:change-end text:change-id="{at}"/>"#));

    let book = reading(|| odt("", &(tracked(&regions) + &p(&format!("x{begun}y{ended}z"))), ""));

    assert_eq!(book.map(|it| it.sections[0].changes.len()), Ok(1));
}

#[test]
fn what_was_taken_out_is_kept_once() {
    let _one = alone();
    let content = p(&"w".repeat(1_000)).repeat(20_000);
    let regions = region(1, "deletion", &"A".repeat(900_000), &content);
    let body = p(&r#"a<text:change text:change-id="1"/>"#.repeat(200_000));

    let book = reading(|| odt("", &(tracked(&regions) + &body), ""));

    assert!(book.is_ok_and(|it| it.sections[0].text.len() < 32 << 20));
}

#[test]
fn a_paragraph_is_not_looked_through_for_each_deletion() {
    let _one = alone();
    let regions = many(50_000, |at| region(at, "deletion", "A", &p("")));
    let deleted = many(50_000, |at| format!(r#"<text:change text:change-id="{at}"/>"#));
    let again = r#"<text:change text:change-id="1"/>"#.repeat(500_000);
    let body = p(&format!("{}{deleted}{again}x", "<text:line-break/>".repeat(300_000)));

    assert!(reading(|| odt("", &(tracked(&regions) + &body), "")).is_ok());
}

#[test]
fn many_changes_of_many_paragraphs_are_compared_within_a_bound() {
    let _one = alone();
    let regions = many(15_000, |at| {
        let (kind, author) = ([("insertion", "A"), ("deletion", "B")])[at % 2];
        region(at, kind, author, &if at % 2 == 0 { String::new() } else { p("old") + &p("er") })
    });
    let body = many(15_000, |at| {
        if at % 2 == 0 {
            inserted(at, "new")
        } else {
            format!(r#"x <text:change text:change-id="{at}"/>"#)
        }
    });

    assert!(reading(|| odt("", &(tracked(&regions) + &p(&body)), "")).is_ok());
}

#[test]
fn comments_are_counted_and_cut() {
    let _one = alone();
    let comment = |at: usize, text: &str| {
        format!(
            r#"<o:annotation o:name="{at}" l:parent-name="0"><text:p>{text}</text:p></o:annotation>"#
        )
    };
    let text = "w".repeat(1_500);
    let answers = p(&format!("x{}", many(6_000, |at| comment(at, &text))));
    let long = p(&format!(
        "x{}{}",
        comment(0, &"<text:s/>".repeat(2_000_000)),
        comment(1, &"w ".repeat(9_000_000))
    ));

    assert!(flaw(|| odt("", &p(&many(30_000, |at| comment(at, "c"))), "")).contains("comments"));
    assert_eq!(reading(|| odt("", &answers, "")).map(|it| it.sections[0].comments.len()), Ok(1));
    assert!(reading(|| odt("", &long, "")).is_ok());
}

#[test]
fn one_paragraph_is_bounded() {
    let _one = alone();
    let styles = r#"<style:style style:family="text" style:name="i"><style:text-properties fo:font-style="italic"/></style:style>"#;
    let paragraph = |letters: usize| {
        p(&format!(
            r#"<text:span text:style-name="i">i</text:span>{}"#,
            "*_[ ~".repeat(letters / 5)
        ))
    };
    let in_parts = p(&r#"<text:span text:style-name="i">i</text:span>n"#.repeat(900_000));

    assert!(flaw(|| odt(styles, &paragraph(40_000_000), "")).contains("MiB"));
    assert!(flaw(|| odt(styles, &in_parts, "")).contains("changes of formatting"));
    let book = reading(|| odt(styles, &paragraph(3_500_000), ""));
    assert!(book.is_ok_and(|it| it.sections[0].text.len() > 3_500_000));
}

#[test]
fn nested_tables_are_frames_and_looked_at_once() {
    let _one = alone();
    let blank = p(&r#"<text:s text:c="100"/>"#.repeat(20_000)).repeat(8);
    let depth = 36;
    let body = format!(
        "{}{blank}{}{}",
        "<table:table><table:table-row><table:table-cell><text:p/></table:table-cell><table:table-cell>"
            .repeat(depth),
        p("x"),
        "</table:table-cell></table:table-row></table:table>".repeat(depth)
    );

    assert!(reading(|| odt("", &body, "")).is_ok_and(|it| it.sections[0].text == "x\n"));
}
