//! EPUBs.

use formats::Role;

use crate::{alone, flaw, many, reading, stored};

const CONTAINER: &str =
    r#"<container><rootfiles><rootfile full-path="content.opf"/></rootfiles></container>"#;

/// A book of pages by their names, with a table of contents.
fn epub(pages: &[(&str, &str)], contents: &str) -> Vec<u8> {
    let item = |name: &str, more: &str| {
        format!(
            r#"<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"{more}/>"#
        )
    };
    let manifest: String = pages.iter().map(|(name, _)| item(name, "")).collect();
    let spine: String =
        pages.iter().map(|(name, _)| format!(r#"<itemref idref="{name}"/>"#)).collect();
    let nav = item("nav", r#" properties="nav""#);
    let package =
        format!("<package><manifest>{manifest}{nav}</manifest><spine>{spine}</spine></package>");
    let contents =
        format!(r#"<html><body><nav epub:type="toc"><ol>{contents}</ol></nav></body></html>"#);
    let files: Vec<(String, String)> = pages
        .iter()
        .map(|(name, body)| (format!("{name}.xhtml"), format!("<html><body>{body}</body></html>")))
        .collect();
    let mut all = vec![
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", CONTAINER),
        ("content.opf", package.as_str()),
        ("nav.xhtml", contents.as_str()),
    ];
    all.extend(files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    stored(&all)
}

fn li(href: &str, inner: &str) -> String {
    format!(r#"<li><a href="{href}">x</a>{inner}</li>"#)
}

#[test]
fn a_table_is_not_filled_up_without_end() {
    let _one = alone();
    let body = format!(
        "<table><tr><td>x</td>{}</tr>{}</table>",
        "<td/>".repeat(20_000),
        "<tr/>".repeat(20_000)
    );

    assert!(flaw(|| epub(&[("a", &body)], "")).contains("cells"));
}

#[test]
fn a_table_of_contents_is_read_once() {
    let _one = alone();
    let inner = format!("<ol>{}</ol>", li("z.xhtml", ""));
    let contents = li("a.xhtml", &inner).repeat(15_000);
    let page = many(20_000, |at| format!("<p>{at} {}</p>", "w ".repeat(100)));

    let book = reading(|| epub(&[("a", &page), ("b", "<p>x</p>"), ("z", "<p>z</p>")], &contents));

    assert!(book.is_ok());
}

#[test]
fn many_pages_are_found_by_their_names() {
    let _one = alone();
    let names: Vec<String> = (0..9_000).map(|at| format!("page-of-a-long-name-{at}")).collect();
    let pages: Vec<(&str, &str)> = names.iter().map(|it| (it.as_str(), "<p>x</p>")).collect();
    let contents = many(40_000, |at| li(&format!("{}.xhtml", names[8_999 - at % 9_000]), ""));

    assert!(reading(|| epub(&pages, &contents)).is_ok());
}

#[test]
fn pages_that_begin_at_one_heading_are_one_chapter() {
    let _one = alone();
    let names: Vec<String> = (0..9_000).map(|at| format!("p{at}")).collect();
    let heading = format!("<h1>{}</h1>", "w ".repeat(1_000_000));
    let mut pages: Vec<(&str, &str)> = names.iter().map(|it| (it.as_str(), "")).collect();
    pages.push(("last", &heading));

    assert!(reading(|| epub(&pages, "")).is_ok());
}

#[test]
fn references_to_many_notes_are_found_by_their_names() {
    let _one = alone();
    let body = many(400_000, |at| format!(r##"<a epub:type="noteref" href="#n{at}"/>"##));
    let twenty =
        many(400_000, |at| format!(r##"<a epub:type="noteref" href="#n{}"/>"##, at % 20_000));

    assert!(flaw(|| epub(&[("a", &format!("<p>x{body}</p>"))], "")).contains("entries"));
    assert!(reading(|| epub(&[("a", &format!("<p>x{twenty}</p>"))], "")).is_ok());
}

#[test]
fn a_note_of_many_sections_is_written_within_the_bound_of_a_text() {
    let _one = alone();
    let note =
        format!(r#"<aside epub:type="footnote" id="n"><p>{}</p></aside>"#, "n".repeat(1_000_000));
    let page = r##"<p>x<a epub:type="noteref" href="notes.xhtml#n"/></p>"##;
    let names: Vec<String> = (0..2_000).map(|at| format!("p{at}")).collect();
    let mut pages: Vec<(&str, &str)> = names.iter().map(|it| (it.as_str(), page)).collect();
    pages.push(("notes", &note));
    let contents = many(2_000, |at| li(&format!("p{at}.xhtml"), ""));

    assert!(flaw(|| epub(&pages, &contents)).contains("its text has more than"));
}

#[test]
fn pages_of_the_spine_are_found_by_their_names() {
    let _one = alone();
    let items =
        many(250_000, |at| format!(r#"<item id="{at}" href="{at}.x" media-type="text/html"/>"#));
    let refs = many(250_000, |at| format!(r#"<itemref idref="{at}"/>"#));
    let package = format!("<package><manifest>{items}</manifest><spine>{refs}</spine></package>");
    let files = [("META-INF/container.xml", CONTAINER), ("content.opf", package.as_str())];

    assert!(flaw(|| stored(&files)).contains("entries"));
}

#[test]
fn entries_of_the_table_of_contents_are_counted() {
    let _one = alone();
    let page = [("a", "<p>x</p>")];

    assert!(flaw(|| epub(&page, &"<li/>".repeat(9_000_000))).contains("entries"));
    let title = format!("<li><a href=\"a.xhtml\">{}</a></li>", "w ".repeat(20_000_000));
    assert!(reading(|| epub(&page, &title)).is_ok());
}

#[test]
fn names_that_nothing_leads_to_are_not_kept() {
    let _one = alone();
    let body = many(2_500_000, |at| format!(r#"<b id="{at}"/>"#));

    assert!(reading(|| epub(&[("a", &format!("<p>x{body}</p>"))], "")).is_ok());
}

#[test]
fn letters_of_many_pages_are_bounded() {
    let _one = alone();
    let page =
        "<p>w</p>".to_owned() + &format!("<p>{}</p>", "x <i>y</i> ".repeat(30_000)).repeat(30);
    let pages: Vec<String> = (0..7).map(|at| format!("p{at}")).collect();
    let pages: Vec<(&str, &str)> = pages.iter().map(|it| (it.as_str(), page.as_str())).collect();

    assert!(flaw(|| epub(&pages, "")).contains("changes of formatting"));
    let page = format!("<p>{}</p>", "word ".repeat(200_000)).repeat(8);
    let pages = ["a", "b", "c", "d", "e"].map(|it| (it, page.as_str()));
    assert!(flaw(|| epub(&pages, "")).contains("its text has more than"));
}

#[test]
fn many_authors_and_a_long_title_are_bounded() {
    let _one = alone();
    let authors = "<dc:creator>A. Writer</dc:creator>".repeat(800_000);
    let package = format!(
        r#"<package><dc:title>{}</dc:title>{authors}<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>"#,
        "t ".repeat(5_000_000)
    );
    let files = [
        ("META-INF/container.xml", CONTAINER),
        ("content.opf", package.as_str()),
        ("a.xhtml", "<html/>"),
    ];

    assert!(flaw(|| stored(&files)).contains("entries"));
}

#[test]
fn a_path_of_any_length_leads_to_its_page() {
    let _one = alone();
    let name = "a-page-of-a-book-with-a-long-name-".repeat(6);

    let book = reading(|| epub(&[(&name, "<h1>One</h1><p>x</p>"), ("b", "<h1>Two</h1>")], ""));

    let roles = book.map(|it| it.sections.iter().map(|it| it.role).collect::<Vec<_>>());
    assert_eq!(roles, Ok(vec![Role::Chapter, Role::Chapter]));
}
