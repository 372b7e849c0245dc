//! Texts of OpenDocument that are read.

mod remarks;

use formats::{Book, read};

use crate::pack::odt;

/// The styles that these texts make themselves.
const AUTOMATIC: &str = r#"
<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Heading_20_1"/>
<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Standard"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="P3" style:family="paragraph" style:parent-style-name="P4"/>
<style:style style:name="P4" style:family="paragraph" style:parent-style-name="Quotations"/>
<style:style style:name="T1" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="T2" style:family="text"><style:text-properties fo:font-weight="700"/></style:style>
<style:style style:name="T3" style:family="text" style:parent-style-name="Emphasis"><style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="T4" style:family="text"><style:text-properties fo:font-style="normal"/></style:style>
<style:style style:name="T5" style:family="text"><style:text-properties text:display="none"/></style:style>
<style:style style:name="T7" style:family="text" style:parent-style-name="Emphasis"><style:text-properties style:text-underline-style="none"/></style:style>
<style:style style:name="P5" style:family="paragraph" style:parent-style-name="Heading_20_1" style:list-style-name=""/>
<style:style style:name="P6" style:family="paragraph" style:parent-style-name="Heading_20_1" style:list-style-name="L2"/>
<style:style style:name="P7" style:family="paragraph" style:parent-style-name="P6" style:list-style-name=""/>
<style:style style:name="Contents_20_Warning" style:family="paragraph"/>
<style:style style:name="Contents_20_1" style:family="paragraph"/>
<style:style style:name="T6" style:family="text"><style:text-properties style:text-underline-style="solid"/></style:style>
<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-suffix="." style:num-format="1"/><text:list-level-style-bullet text:level="2" text:bullet-char="•"/></text:list-style>
<text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-prefix="Chapter " style:num-format="I"/></text:list-style>"#;

fn of(body: &str) -> Book {
    read(&odt(AUTOMATIC, body, "")).expect("a sound text")
}

/// The Markdown of a text with this body.
fn text(body: &str) -> String {
    of(body).sections.remove(0).text
}

fn p(text: &str) -> String {
    format!(r#"<text:p text:style-name="Standard">{text}</text:p>"#)
}

fn span(style: &str, text: &str) -> String {
    format!(r#"<text:span text:style-name="{style}">{text}</text:span>"#)
}

fn styled(style: &str, text: &str) -> String {
    format!(r#"<text:p text:style-name="{style}">{text}</text:p>"#)
}

#[test]
fn headings_emphasis_and_breaks_become_markdown() {
    let mixed = format!(
        "She {} to {}{} {}, {}{}",
        span("T1", &format!("ran {}", span("T2", "fast"))),
        span("T2", "the door"),
        span("T6", " now"),
        span("T3", "gone"),
        span("Emphasis", "really"),
        span("T5", "hidden"),
    );
    for (body, wanted) in [
        (
            r#"<text:h text:style-name="Heading_20_1" text:outline-level="1">One</text:h>"#
                .to_owned(),
            "# One\n",
        ),
        (r#"<text:h text:outline-level="9">Deep</text:h>"#.to_owned(), "###### Deep\n"),
        (styled("P1", &span("T2", "Bold")), "# Bold\n"),
        (styled("Heading_20_2", "Two # {x}"), "## Two \\# \\{x\\}\n"),
        (styled("P3", &format!("A {}", span("T1", "letter."))), "> A *letter.*\n"),
        (
            styled("P2", &format!("All {} really.", span("T4", "but this"))),
            "*All* but this *really.*\n",
        ),
        (p(&mixed), "She *ran **fast*** to **the door** *now ~~gone~~*, *really*\n"),
        (p(&span("T7", "gone")), "*gone*\n"),
        (styled("Contents_20_Warning", "Blood.") + &styled("Contents_20_1", "One 3"), "Blood.\n"),
        (p("One.") + &p("* * *") + &p("Two."), "One.\n\n***\n\nTwo.\n"),
        (p("One.") + &styled("Horizontal_20_Line", "") + &p("Two."), "One.\n\n***\n\nTwo.\n"),
        (
            p(
                "  One \n  two<text:s text:c=\"2\"/>x<text:tab/>y<text:soft-page-break/> z<text:line-break/>end ",
            ),
            "One two  x y z\\\nend\n",
        ),
        (
            format!(
                r#"<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents</text:index-title-template></text:table-of-content-source><text:index-body>{}</text:index-body></text:table-of-content>{}"#,
                p("One 3"),
                p("Text.")
            ),
            "Text.\n",
        ),
        (
            p(
                r#"<text:bookmark-start text:name="b"/><text:a xlink:href="https://example.org"><text:span text:style-name="Internet_20_link">a link</text:span></text:a>"#,
            ),
            "a link\n",
        ),
    ] {
        assert_eq!(text(&body), wanted, "{body}");
    }
}

#[test]
fn the_styles_of_headers_are_not_those_of_the_text() {
    assert_eq!(read(&odt("", &styled("P1", "Text."), "")).unwrap().sections[0].text, "Text.\n");
}

#[test]
fn lists_are_marked_as_writer_shows_them() {
    let item = |inner: &str| format!("<text:list-item>{inner}</text:list-item>");
    let list = |style: &str, inner: &str| {
        format!(r#"<text:list text:style-name="{style}">{inner}</text:list>"#)
    };
    let nested = format!("<text:list>{}{}</text:list>", item(&p("a")), item(&p("b")));
    let body = list("L1", &(item(&(p("one") + &p("more"))) + &item(&(p("two") + &nested))))
        + &p("Between.")
        + &format!(
            r#"<text:list text:style-name="L1" text:continue-numbering="true">{}</text:list>"#,
            item(&p("three"))
        )
        + &p("Then.")
        + &list("unknown", &item(&p("dot")));

    assert_eq!(
        text(&body),
        "1. one\n\nmore\n\n2. two\n    - a\n    - b\n\nBetween.\n\n3. three\n\nThen.\n\n- dot\n"
    );
}

#[test]
fn lists_go_on_with_those_that_they_name() {
    let list = |attributes: &str, text: &str| {
        format!(
            r#"<text:list text:style-name="L1" {attributes}><text:list-item>{}</text:list-item></text:list>"#,
            p(text)
        )
    };
    let body = list(r#"xml:id="a""#, "one")
        + &p("X.")
        + &list(r#"xml:id="b""#, "other")
        + &p("X.")
        + &list(r#"text:continue-list="a""#, "two")
        + &p("X.")
        + &list(r#"text:continue-list="b""#, "second");
    let region = format!(
        r#"<text:tracked-changes><text:changed-region xml:id="c"><text:deletion>{}</text:deletion></text:changed-region></text:tracked-changes>"#,
        list("", "gone")
    );
    let deleted = list("", "one") + &p("X.") + &list(r#"text:continue-numbering="true""#, "two");

    assert_eq!(text(&body), "1. one\n\nX.\n\n1. other\n\nX.\n\n2. two\n\nX.\n\n2. second\n");
    assert_eq!(text(&(region + &deleted)), "1. one\n\nX.\n\n2. two\n");
}

#[test]
fn a_style_may_say_that_its_headings_have_no_number() {
    let h = |style: &str, text: &str| {
        format!(r#"<text:h text:style-name="{style}" text:outline-level="1">{text}</text:h>"#)
    };

    let body = h("P6", "One") + &h("P7", "Aside") + &h("P6", "Two");

    assert_eq!(text(&body), "# Chapter I One\n\n# Aside\n\n# Chapter II Two\n");
}

#[test]
fn hidden_letters_are_left_out_with_their_notes() {
    let note = format!("<text:note><text:note-body>{}</text:note-body></text:note>", p("No."));
    let field = |is_hidden: bool| {
        format!(r#"<text:hidden-text text:is-hidden="{is_hidden}">shown</text:hidden-text>"#)
    };

    let book = of(&p(&format!("A {}{}b", span("T5", &format!("no{note}")), field(true))));

    assert_eq!(book.sections[0].text, "A b\n");
    assert_eq!(book.left_out, ["hidden text"]);
    let book = of(&p(&format!("A {} b", field(false))));
    assert_eq!((book.sections[0].text.as_str(), book.left_out.len()), ("A shown b\n", 0));
}

#[test]
fn the_numbers_of_headings_are_those_that_writer_shows() {
    let outline = r#"<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1" style:num-prefix="Part "/><text:outline-level-style text:level="2" style:num-format="A" text:display-levels="2" style:num-suffix="."/></text:outline-style>"#;
    let h = |level: u8, text: &str| {
        format!(
            r#"<text:h text:outline-level="{level}"><text:number>9</text:number>{text}</text:h>"#
        )
    };
    let body = h(1, "Dawn") + &h(2, "Early") + &h(2, "Late") + &h(1, "Dusk") + &h(2, "Night");

    let book = read(&odt(outline, &body, "")).unwrap();

    assert_eq!(
        book.sections[0].text,
        "# Part 1 Dawn\n\n## 1.A. Early\n\n## 1.B. Late\n\n# Part 2 Dusk\n\n## 2.A. Night\n"
    );
    let listed = r#"<text:list text:style-name="L2"><text:list-item><text:h text:outline-level="1">Dawn</text:h></text:list-item><text:list-item><text:h text:outline-level="1"/></text:list-item></text:list>"#;
    assert_eq!(text(listed), "# Chapter I Dawn\n\n# Chapter II\n");
}

#[test]
fn notes_stand_behind_the_paragraph_that_names_them() {
    let note = |class: &str, text: &str| {
        format!(
            r#"<text:note text:id="n" text:note-class="{class}"><text:note-citation>1</text:note-citation><text:note-body>{text}</text:note-body></text:note>"#
        )
    };
    let first = note("footnote", &(p(&format!("A {}", span("T1", "note"))) + &p("More.")));
    let second = note("endnote", &p("The end."));

    let body = p(&format!("Word{first} and{second}.")) + &p("Next.");

    assert_eq!(text(&p(&format!("word {second} next"))), "word [^1] next\n\n[^1]: The end.\n");
    assert_eq!(
        text(&body),
        "Word[^1] and[^2].\n\n[^1]: A *note*\n\n    More.\n\n[^2]: The end.\n\nNext.\n"
    );
}

#[test]
fn tables_frames_and_sections_keep_their_words() {
    let cell = |text: &str| format!("<table:table-cell>{}</table:table-cell>", p(text));
    let table = format!(
        "<table:table><table:table-header-rows><table:table-row>{}{}</table:table-row></table:table-header-rows><table:table-row>{}<table:covered-table-cell/></table:table-row></table:table>",
        cell("a|b"),
        cell("c"),
        cell("d")
    );
    let frame = format!(
        r#"<draw:frame><draw:text-box>{}</draw:text-box><svg:title>no</svg:title></draw:frame>"#,
        p("Boxed.")
    );
    let shape = format!("<draw:g><draw:custom-shape>{}</draw:custom-shape></draw:g>", p("Drawn."));
    let picture = r#"<draw:frame><draw:image xlink:href="a.svg"/><draw:image xlink:href="a.png"><text:p>no</text:p></draw:image><svg:desc>no</svg:desc></draw:frame>"#;
    let section = format!("<text:section>{}</text:section>", p("Inside."));
    let hidden = format!(r#"<text:section text:display="none">{}</text:section>"#, p("Hidden."));

    assert_eq!(text(&table), "| a\\|b | c |\n|---|---|\n| d |  |\n");
    assert_eq!(text(&p(&format!("{frame}Text.{shape}"))), "Text.\n\nBoxed.\n\nDrawn.\n");
    let book = of(&(p(&format!("Text.{picture}")) + &section + &hidden + picture));
    assert_eq!(book.sections[0].text, "Text.\n\nInside.\n");
    assert_eq!(book.left_out, ["2 pictures", "a hidden section"]);
}

#[test]
fn what_a_text_says_of_itself_is_read() {
    let about = "<dc:title>The  Book</dc:title><meta:initial-creator>A. One; B. Two</meta:initial-creator><dc:creator>Last</dc:creator>";
    let body = styled("Title", "The Book") + &styled("P1", "One") + &p("Text.");

    let book = read(&odt(AUTOMATIC, &body, about)).unwrap();

    assert_eq!(book.about.title.as_deref(), Some("The Book"));
    assert_eq!(book.about.authors, ["A. One", "B. Two"]);
    assert_eq!(book.about.language.as_deref(), Some("en-GB"));
    assert_eq!(book.sections[0].text, "# One\n\nText.\n");
    assert_eq!(text(&(styled("Title", "Alone") + &p("Text."))), "# Alone\n\nText.\n");
    let saved = read(&odt("", &body, "<dc:creator>Last</dc:creator><dc:language>de</dc:language>"));
    let about = saved.unwrap().about;
    assert_eq!((about.authors, about.language.as_deref()), (vec!["Last".to_owned()], Some("de")));
}
