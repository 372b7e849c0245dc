//! Documents of Word that are read.

use formats::{Book, read};

use crate::pack::{STYLES, docx, p, styled};

/// The text of a document with this body.
fn text(body: &str) -> String {
    of(body, &[("styles", STYLES)]).sections.remove(0).text
}

fn of(body: &str, parts: &[(&str, &str)]) -> Book {
    read(&docx(body, parts)).expect("a sound document")
}

#[test]
fn letters_without_a_line_below_them_may_stand_in_italics() {
    let run = r#"<w:r><w:rPr><w:rStyle w:val="Emphasis"/><w:u w:val="none"/></w:rPr><w:t>kept</w:t></w:r>"#;
    let bytes = docx(&format!("<w:p>{run}</w:p>"), &[("styles", STYLES)]);

    assert_eq!(read(&bytes).unwrap().sections[0].text, "*kept*\n");
}

#[test]
fn headings_emphasis_and_breaks_become_markdown() {
    let run = |property: &str, text: &str| {
        format!("<w:r><w:rPr>{property}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
    };
    let mixed = format!(
        "<w:p>{}{}{}{}{}{}{}</w:p>",
        run("", "She "),
        run("<w:i/>", "ran"),
        run("<w:i w:val=\"0\"/>", " to "),
        run("<w:b/>", "the door"),
        run("<w:rStyle w:val=\"Emphasis\"/>", " now"),
        run("<w:u w:val=\"single\"/>", ", really"),
        run("<w:vanish/>", "hidden"),
    );
    for (body, wanted) in [
        (styled("berschrift1", "One"), "# One\n"),
        (styled("Kapitel", "Two # {x}"), "# Two \\# \\{x\\}\n"),
        (styled("Zitat", "A letter."), "> A letter.\n"),
        (mixed, "She *ran* to **the door** *now, really*\n"),
        (p("One.") + &p("* * *") + &p("Two."), "One.\n\n***\n\nTwo.\n"),
        (p("One.") + &p("#") + &p("Two."), "One.\n\n***\n\nTwo.\n"),
        (styled("TOC1", "One 3") + &p("Text."), "Text.\n"),
        (
            "<w:p><w:r><w:t>One</w:t><w:br/><w:t>Two</w:t><w:tab/><w:t>x</w:t><w:br w:type=\"page\"/></w:r></w:p>"
                .to_owned(),
            "One\\\nTwo x\n",
        ),
        (
            "<w:p><w:r><w:t>A</w:t></w:r></w:p><w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val=\"Table of Contents\"/></w:docPartObj></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Contents</w:t></w:r></w:p></w:sdtContent></w:sdt>"
                .to_owned(),
            "A\n",
        ),
    ] {
        assert_eq!(text(&body), wanted, "{body}");
    }
}

#[test]
fn an_empty_paragraph_is_a_break_where_few_are_empty() {
    let prose: String = (0..8).map(|number| p(&format!("Paragraph {number}."))).collect();
    let blank = "<w:p/>";
    let few = format!("{prose}{blank}{prose}");
    let many: String = (0..8).map(|number| p(&format!("Paragraph {number}.")) + blank).collect();

    assert_eq!(text(&few).matches("***").count(), 1);
    assert_eq!(text(&many).matches("***").count(), 0);
}

#[test]
fn footnotes_stand_behind_the_paragraph_that_names_them() {
    let body = "<w:p><w:r><w:t>Word</w:t></w:r><w:r><w:footnoteReference w:id=\"7\"/></w:r></w:p>"
        .to_owned()
        + &p("Next.");
    let notes = "<w:footnotes><w:footnote w:type=\"separator\" w:id=\"0\"><w:p><w:r><w:t>no</w:t></w:r></w:p></w:footnote><w:footnote w:id=\"7\"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space=\"preserve\"> A </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>note</w:t></w:r></w:p><w:p><w:r><w:t>More.</w:t></w:r></w:p></w:footnote></w:footnotes>";

    let book = of(&body, &[("footnotes", notes)]);

    assert_eq!(book.sections[0].text, "Word[^1]\n\n[^1]: A *note*\n\n    More.\n\nNext.\n");
}

#[test]
fn what_a_document_says_of_itself_is_read() {
    let core = "<cp:coreProperties xmlns:cp=\"c\" xmlns:dc=\"d\"><dc:title>The  Book</dc:title><dc:creator>A. One; B. Two</dc:creator><dc:language>en-GB</dc:language></cp:coreProperties>";
    let body = styled("Title", "The Book") + &styled("berschrift1", "One") + &p("Text.");

    let book = of(&body, &[("core", core), ("styles", STYLES)]);

    assert_eq!(book.about.title.as_deref(), Some("The Book"));
    assert_eq!(book.about.authors, ["A. One", "B. Two"]);
    assert_eq!(book.about.language.as_deref(), Some("en-GB"));
    assert_eq!(book.sections[0].text, "# One\n\nText.\n");
    assert_eq!(text(&(styled("Title", "Alone") + &p("Text."))), "# Alone\n\nText.\n");
}

#[test]
fn the_numbers_of_headings_and_lists_are_those_that_word_shows() {
    let numbering = r#"<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Chapter %1."/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>"#;
    let item = |list: u8, style: &str, text: &str| {
        format!(
            "<w:p><w:pPr>{style}<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"{list}\"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let heading = "<w:pStyle w:val=\"berschrift1\"/>";
    let body = item(3, heading, "Dawn")
        + &item(4, "", "one")
        + &item(4, "", "two")
        + &item(3, heading, "");

    let book = of(&body, &[("styles", STYLES), ("numbering", numbering)]);

    assert_eq!(book.sections[0].text, "# Chapter I. Dawn\n\n- one\n- two\n\n# Chapter II.\n");
    // A list goes on behind what stands between its items.
    let body = item(5, "", "one") + &item(5, "", "two") + &p("Between.") + &item(5, "", "three");
    let book = of(&body, &[("styles", STYLES), ("numbering", numbering)]);
    assert_eq!(book.sections[0].text, "7. one\n8. two\n\nBetween.\n\n9. three\n");
}

#[test]
fn hidden_letters_are_named_as_left_out() {
    let line = |letters: &str| {
        format!(
            "<w:p><w:r><w:t>Shown.</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>{letters}</w:t></w:r></w:p>"
        )
    };

    let book = of(&line("hidden"), &[]);

    assert_eq!(book.sections[0].text, "Shown.\n");
    assert_eq!(book.left_out, ["hidden text"]);
    assert_eq!(of(&line(" "), &[]).left_out, [""; 0]);
}

#[test]
fn tables_and_boxes_keep_their_words() {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", p(text));
    let table = format!(
        "<w:tbl><w:tr>{}{}</w:tr><w:tr>{}</w:tr></w:tbl>",
        cell("a|b"),
        cell("c"),
        cell("d")
    );
    let frame = format!("<w:tbl><w:tr><w:tc>{}{}</w:tc></w:tr></w:tbl>", p("One."), p("Two."));
    let boxed = format!(
        "<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>{}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>{}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>Text.</w:t></w:r></w:p>",
        p("Boxed."),
        p("Boxed."),
    );

    assert_eq!(text(&table), "| a\\|b | c |\n|---|---|\n| d |  |\n");
    assert_eq!(text(&frame), "One.\n\nTwo.\n");
    assert_eq!(text(&boxed), "Text.\n\nBoxed.\n");
}

#[test]
fn comments_come_with_their_words_authors_and_answers() {
    let comments = r#"<w:comments xmlns:w14="x"><w:comment w:id="0" w:author="Jane" w:date="2026-03-01T10:00:00Z"><w:p w14:paraId="A1"><w:r><w:t>Too strong?</w:t></w:r></w:p></w:comment><w:comment w:id="1" w:author="Tom"><w:p w14:paraId="A2"><w:r><w:t>No.</w:t></w:r></w:p></w:comment><w:comment w:id="2" w:author=""><w:p><w:r><w:t>Here</w:t></w:r></w:p></w:comment></w:comments>"#;
    let extended = r#"<w15:commentsEx><w15:commentEx w15:paraId="A1" w15:done="1"/><w15:commentEx w15:paraId="A2" w15:paraIdParent="A1" w15:done="0"/></w15:commentsEx>"#;
    let body = r#"<w:p><w:r><w:t xml:space="preserve">He was </w:t></w:r><w:commentRangeStart w:id="0"/><w:commentRangeStart w:id="1"/><w:r><w:rPr><w:i/></w:rPr><w:t>furious</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:commentRangeEnd w:id="1"/><w:r><w:t xml:space="preserve"> then.</w:t></w:r><w:r><w:commentReference w:id="2"/></w:r></w:p>"#;

    let book = of(body, &[("comments", comments), ("commentsExtended", extended)]);

    let section = &book.sections[0];
    assert_eq!(section.text, "He was *furious* then.\n");
    let [first, second] = section.comments.as_slice() else { panic!("{:?}", section.comments) };
    assert_eq!(&section.text[first.range.clone()], "*furious*");
    assert_eq!((first.author.as_str(), first.text.as_str()), ("Jane", "Too strong?\nTom: No."));
    assert_eq!(first.date.as_deref(), Some("2026-03-01T10:00:00Z"));
    assert!(first.is_resolved && !second.is_resolved);
    assert_eq!((second.range.clone(), second.text.as_str()), (22..22, "Here"));
}

#[test]
fn a_note_of_a_table_stands_behind_it() {
    let cell = |text: &str, note: &str| {
        format!("<w:tc><w:p><w:r><w:t>{text}</w:t>{note}</w:r></w:p></w:tc>")
    };
    let reference = r#"<w:footnoteReference w:id="2"/>"#;
    let row = cell("a", reference) + &cell("b", reference);
    let body = format!("<w:tbl><w:tr>{row}</w:tr></w:tbl>{}", p("Next."));
    let note = |more: &str| {
        format!(
            r#"<w:footnotes><w:footnote w:id="2"><w:p><w:r><w:t>A note</w:t></w:r>{more}</w:p></w:footnote></w:footnotes>"#
        )
    };
    let changed = note(r#"<w:ins w:author="Ed"><w:r><w:t> more</w:t></w:r></w:ins>"#);
    let table = "| a[^1] | b[^1] |\n|---|---|\n\n[^1]: A note";

    let plain = of(&body, &[("footnotes", &note(""))]).sections.remove(0);
    let changed = of(&body, &[("footnotes", &changed)]).sections.remove(0);

    assert_eq!(plain.text, format!("{table}\n\nNext.\n"));
    assert_eq!(changed.text, plain.text);
    let [change] = changed.changes.as_slice() else { panic!("{:?}", changed.changes) };
    assert_eq!((change.range.start, change.after.as_str()), (table.len(), " more"));
}

#[test]
fn a_mark_without_its_note_is_left_out() {
    let body = r#"<w:p><w:r><w:t>One</w:t><w:footnoteReference w:id="9"/><w:t>.</w:t></w:r></w:p>"#;

    assert_eq!(text(body), "One.\n");
}

#[test]
fn a_note_of_words_that_were_put_in_and_taken_out_is_in_both() {
    let reference = r#"<w:r><w:t>x</w:t><w:footnoteReference w:id="2"/></w:r>"#;
    let body = format!(
        r#"<w:p><w:r><w:t>One </w:t></w:r><w:ins w:author="Ed">{reference}</w:ins></w:p><w:p><w:r><w:t>Two </w:t></w:r><w:del w:author="Ed">{reference}</w:del></w:p>"#
    );
    let notes = r#"<w:footnotes><w:footnote w:id="2"><w:p><w:r><w:t>A note</w:t></w:r></w:p></w:footnote></w:footnotes>"#;

    let section = of(&body, &[("footnotes", notes)]).sections.remove(0);

    assert_eq!(section.text, "One \n\nTwo x[^1]\n\n[^1]: A note\n".replace("One ", "One"));
    let [put_in, taken_out] = section.changes.as_slice() else { panic!("{:?}", section.changes) };
    assert_eq!(put_in.after, " x[^1]\n\n[^1]: A note");
    assert_eq!(taken_out.after, "");
}
