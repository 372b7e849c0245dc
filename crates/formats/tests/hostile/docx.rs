//! Documents of Word.

use crate::{alone, flaw, many, reading, stored, stored_bytes};

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A document with this body and further parts.
fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    let relation =
        |name: &str| format!(r#"<Relationship Type="{OFFICE}/{name}" Target="{name}.xml"/>"#);
    let relations: String = parts.iter().map(|(name, _)| relation(name)).collect();
    let relations = format!("<Relationships>{relations}</Relationships>");
    let core = r#"<Relationships><Relationship Type="x/officeDocument" Target="word/document.xml"/><Relationship Type="x/core-properties" Target="word/core.xml"/></Relationships>"#;
    let names: Vec<String> = parts.iter().map(|(name, _)| format!("word/{name}.xml")).collect();
    let mut files = vec![
        ("[Content_Types].xml", "<Types>wordprocessingml</Types>"),
        ("_rels/.rels", core),
        ("word/document.xml", document.as_str()),
        ("word/_rels/document.xml.rels", relations.as_str()),
    ];
    files.extend(names.iter().map(String::as_str).zip(parts.iter().map(|it| it.1)));
    stored(&files)
}

fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn a_table_is_not_filled_up_without_end() {
    let _one = alone();
    let cell = format!("<w:tc>{}</w:tc>", p("x"));
    let table = format!(
        "<w:tbl><w:tr>{cell}{}</w:tr>{}</w:tbl>",
        "<w:tc/>".repeat(20_000),
        "<w:tr/>".repeat(20_000)
    );

    assert!(flaw(|| docx(&table, &[])).contains("cells"));
}

#[test]
fn empty_rows_are_counted() {
    let _one = alone();
    let table = format!("<w:tbl>{}</w:tbl>", "<w:tr/>".repeat(6_000_000));

    assert!(flaw(|| docx(&table, &[])).contains("cells"));
}

#[test]
fn the_text_of_a_number_is_not_kept_for_each_heading() {
    let _one = alone();
    let number = "%1%2".repeat(200_000);
    let numbering = format!(
        r#"<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="{number}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>"#
    );
    let heading = r#"<w:p><w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>"#;

    let book = reading(|| docx(&heading.repeat(10_000), &[("numbering", &numbering)]));

    assert!(book.is_ok_and(|it| it.sections[0].text.len() < 32 << 20));
}

#[test]
fn the_list_of_a_style_is_not_kept_for_each_style() {
    let _one = alone();
    let list = "1".repeat(900_000);
    let styles = format!(
        r#"<w:styles><w:style w:styleId="0"><w:numPr><w:numId w:val="{list}"/></w:numPr></w:style>{}</w:styles>"#,
        many(3_000, |at| format!(r#"<w:style w:styleId="a{at}"><w:basedOn w:val="0"/></w:style>"#))
    );

    assert!(reading(|| docx(&p("x"), &[("styles", &styles)])).is_ok());
}

#[test]
fn the_name_of_a_style_is_searched_once() {
    let _one = alone();
    let name = "x".repeat(20_000_000);
    let styles = format!(
        r#"<w:styles><w:style w:styleId="0"><w:name w:val="{name}"/></w:style>{}</w:styles>"#,
        many(20_000, |at| format!(
            r#"<w:style w:styleId="a{at}"><w:basedOn w:val="0"/></w:style>"#
        ))
    );

    assert!(reading(|| docx(&p("x"), &[("styles", &styles)])).is_ok());
}

#[test]
fn the_name_of_an_editor_is_not_kept_for_each_change() {
    let _one = alone();
    let author = "A".repeat(900_000);
    let runs = many(700, |at| {
        format!(
            r#"<w:r><w:t>d{at} </w:t></w:r><w:ins w:author="B"><w:r><w:t>i</w:t></w:r></w:ins>"#
        )
    });
    let body = format!(r#"<w:p><w:del w:author="{author}">{runs}</w:del></w:p>"#);

    assert!(reading(|| docx(&body, &[])).is_ok());
}

#[test]
fn changes_are_counted() {
    let _one = alone();
    let body = many(60_000, |at| {
        format!(
            r#"<w:p><w:r><w:t>a </w:t></w:r><w:ins w:author="A"><w:r><w:t>{at}</w:t></w:r></w:ins></w:p>"#
        )
    });

    assert!(flaw(|| docx(&body, &[])).contains("comments or tracked changes"));
}

#[test]
fn two_editors_in_turns_are_two() {
    let _one = alone();
    let body = many(15_000, |at| {
        let (by, date) = (["A", "B"][at % 2], at % 40);
        format!(
            r#"<w:p><w:r><w:t>a </w:t></w:r><w:ins w:author="{by}" w:date="{date}"><w:r><w:t>{at}</w:t></w:r></w:ins><w:ins w:author="C"/></w:p>"#
        )
    });

    let book = reading(|| docx(&body, &[]));

    assert_eq!(book.map(|it| it.sections[0].changes.len()), Ok(15_000));
}

fn reference(id: usize) -> String {
    format!(r#"<w:footnoteReference w:id="{id}"/>"#)
}

#[test]
fn references_to_many_notes_are_found_by_their_names() {
    let _one = alone();
    let body = format!("<w:p><w:r><w:t>x</w:t>{}</w:r></w:p>", many(400_000, reference));

    assert!(flaw(|| docx(&body, &[])).contains("entries"));
}

#[test]
fn many_notes_of_one_paragraph_are_written_once() {
    let _one = alone();
    let body = format!("<w:p><w:r><w:t>x</w:t>{}</w:r></w:p>", many(40_000, reference));
    let notes = many(40_000, |at| {
        format!(r#"<w:footnote w:id="{at}"><w:p><w:r><w:t>n</w:t></w:r></w:p></w:footnote>"#)
    });
    let notes = format!("<w:footnotes>{notes}</w:footnotes>");

    let book = reading(|| docx(&body, &[("footnotes", &notes)]));

    assert!(book.is_ok_and(|it| it.sections[0].text.contains("[^40000]: n")));
}

#[test]
fn a_note_that_is_named_again_and_again_is_read_once() {
    let _one = alone();
    let note = many(150_000, |at| {
        let look = if at % 2 == 0 { "<w:rPr><w:i/></w:rPr>" } else { "" };
        format!("<w:r>{look}<w:t>n</w:t></w:r>")
    });
    let notes = |more: &str| {
        format!(
            r#"<w:footnotes><w:footnote w:id="1"><w:p>{note}{more}</w:p></w:footnote></w:footnotes>"#
        )
    };
    let inserted = r#"<w:ins w:author="A"><w:r><w:t>new</w:t></w:r></w:ins>"#;
    let named = format!("<w:p><w:r><w:t>x</w:t>{}</w:r></w:p>", reference(1)).repeat(100_000);
    let of_change = format!(
        r#"<w:p><w:r><w:t>x</w:t></w:r><w:ins w:author="A"><w:r>{}</w:r></w:ins></w:p>"#,
        reference(1)
    );

    for (body, notes) in [
        (named.clone(), notes("")),
        (named, notes(inserted)),
        (of_change.repeat(10_000), notes("")),
    ] {
        assert!(reading(|| docx(&body, &[("footnotes", &notes)])).is_ok());
    }
}

#[test]
fn tables_of_parts_are_counted() {
    let _one = alone();
    let of = |name: &str, one: &str, count: usize| {
        format!("<w:{name}>{}</w:{name}>", many(count, |at| one.replace('#', &at.to_string())))
    };
    for (part, text) in [
        ("styles", of("styles", r##"<w:style w:styleId="#"/>"##, 1_000_000)),
        (
            "numbering",
            of(
                "numbering",
                r##"<w:abstractNum w:abstractNumId="#"><w:lvl w:ilvl="0"><w:start w:val="1"/></w:lvl></w:abstractNum>"##,
                400_000,
            ),
        ),
        (
            "numbering",
            of(
                "numbering",
                r##"<w:num w:numId="#"><w:abstractNumId w:val="0"/></w:num>"##,
                600_000,
            ),
        ),
        ("footnotes", of("footnotes", r##"<w:footnote w:id="#"/>"##, 1_000_000)),
    ] {
        assert!(flaw(|| docx(&p("x"), &[(part, &text)])).contains("entries"), "{part}");
    }
    let relations = many(500_000, |at| format!(r#"<Relationship Type="{at}" Target="{at}"/>"#));
    let relations = format!("<Relationships>{relations}</Relationships>");
    let files = [
        ("[Content_Types].xml", "<Types>wordprocessingml</Types>"),
        (
            "word/document.xml",
            "<w:document><w:body><w:p><w:r><w:t>x</w:t></w:r></w:p></w:body></w:document>",
        ),
        ("word/_rels/document.xml.rels", relations.as_str()),
    ];
    assert!(reading(|| stored(&files)).is_ok());
}

#[test]
fn one_paragraph_is_bounded() {
    let _one = alone();
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let italic = "<w:r><w:rPr><w:i/></w:rPr><w:t>i</w:t></w:r>";
    let paragraph =
        |letters: usize| format!("<w:p>{italic}{}</w:p>", run(&"*_[ ~".repeat(letters / 5)));
    // One whose paragraphs are one before they are parted by a change.
    let joined = format!(
        r#"<w:p><w:pPr><w:rPr><w:ins w:author="A"/></w:rPr></w:pPr>{italic}{}</w:p>"#,
        run(&"*_[ ~".repeat(100_000))
    );

    assert!(flaw(|| docx(&paragraph(40_000_000), &[])).contains("MiB"));
    assert!(flaw(|| docx(&joined.repeat(20), &[])).contains("paragraph"));
    let book = reading(|| docx(&paragraph(3_500_000), &[]));
    assert!(book.is_ok_and(|it| it.sections[0].text.len() > 3_500_000));
}

#[test]
fn space_around_a_comment_is_looked_at_within_a_bound() {
    let _one = alone();
    let comments = many(19_000, |at| {
        format!(r#"<w:comment w:id="{at}"><w:p><w:r><w:t>c</w:t></w:r></w:p></w:comment>"#)
    });
    let comments = format!("<w:comments>{comments}</w:comments>");
    let edge = |kind: &str| many(19_000, |at| format!(r#"<w:commentRange{kind} w:id="{at}"/>"#));
    let body = format!(
        "<w:p><w:r><w:t>x</w:t></w:r>{}<w:r><w:t>{}y</w:t></w:r>{}</w:p>",
        edge("Start"),
        "\u{a0}".repeat(1_500_000),
        edge("End")
    );

    let book = reading(|| docx(&body, &[("comments", &comments)]));

    assert_eq!(book.map(|it| it.sections[0].comments.len()), Ok(19_000));
}

#[test]
fn the_title_is_read_once() {
    let _one = alone();
    let title = "a ".repeat(5_000_000);
    let core = format!("<c><dc:title>{title}</dc:title></c>");
    let styles = r#"<w:styles><w:style w:styleId="T"><w:name w:val="Title"/></w:style><w:style w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>"#;
    let body = r#"<w:p><w:pPr><w:pStyle w:val="T"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>"#
        .repeat(100_000)
        + r#"<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>"#;

    assert!(reading(|| docx(&body, &[("core", &core), ("styles", styles)])).is_ok());
}

#[test]
fn the_answers_to_a_comment_are_read_within_a_bound() {
    let _one = alone();
    let text = "w".repeat(1_500);
    let comments = many(6_000, |at| {
        format!(
            r#"<w:comment w:id="{at}"><w:p w:paraId="p{at}"><w:r><w:t>{text}</w:t></w:r></w:p></w:comment>"#
        )
    });
    let comments = format!("<w:comments>{comments}</w:comments>");
    let answers =
        many(19_000, |at| format!(r#"<w:commentEx w:paraId="p{at}" w:paraIdParent="p0"/>"#));
    let answers = format!("<w:x>{answers}</w:x>");

    let book =
        reading(|| docx(&p("x"), &[("comments", &comments), ("commentsExtended", &answers)]));

    assert_eq!(book.map(|it| it.sections[0].comments.len()), Ok(1));
}

#[test]
fn a_directory_of_many_parts_is_not_read() {
    let _one = alone();
    let make = || {
        let name = |at: usize| format!("p{at}");
        let names: Vec<String> = (0..120_000).map(name).collect();
        stored(&names.iter().map(|it| (it.as_str(), "")).collect::<Vec<_>>())
    };

    assert!(flaw(make).contains("parts"));
}

#[test]
fn wide_letters_are_read_within_the_bounds() {
    let _one = alone();
    let wide = || {
        let text = format!(
            "<w:document><w:body>{}</w:body></w:document>",
            p(&"語".repeat(1000)).repeat(8_000)
        );
        let bytes: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        stored_bytes(&[
            ("[Content_Types].xml", b"<Types>wordprocessingml</Types>"),
            ("word/document.xml", &bytes),
        ])
    };

    assert!(reading(wide).is_ok_and(|it| it.sections[0].text.len() > 24_000_000));
}

#[test]
fn nested_tables_are_frames_and_looked_at_once() {
    let _one = alone();
    let blank = format!(
        "<w:p><w:r><w:t xml:space=\"preserve\">{}</w:t></w:r></w:p>",
        " ".repeat(2_000_000)
    )
    .repeat(8);
    let depth = 36;
    let body = format!(
        "{}{blank}{}{}",
        "<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc>".repeat(depth),
        p("x"),
        "</w:tc></w:tr></w:tbl>".repeat(depth)
    );

    assert!(reading(|| docx(&body, &[])).is_ok_and(|it| it.sections[0].text == "x\n"));
}

#[test]
fn a_directory_that_claims_many_parts_gets_no_room_for_them() {
    let _one = alone();
    let claiming = || {
        let mut bytes = docx(&p(&"x".repeat(30_000_000)), &[]);
        let end = bytes.split_off(bytes.len() - 22);
        let directory = u64::from(u32::from_le_bytes([end[16], end[17], end[18], end[19]]));
        let offset = bytes.len() as u64;
        let count = 20_000_000_u64;
        // The end of a directory of the larger form, its offset, and the end that leads to it.
        bytes.extend(b"PK\x06\x06");
        bytes.extend(44_u64.to_le_bytes());
        bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [count, count, count * 46, directory] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(b"PK\x06\x07");
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend(offset.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(b"PK\x05\x06");
        bytes.extend([0, 0, 0, 0]);
        bytes.extend([0xff; 12]);
        bytes.extend([0, 0]);
        bytes
    };

    assert!(flaw(claiming).contains("more than 20000 parts"));
}
