//! EPUBs that are read, as other programs make them.

use formats::{Book, Role, bounds::DEPTH_MAX, read};

use crate::pack::archive;

const CONTAINER: &str =
    r#"<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>"#;

/// A book of pages by their names, with a table of contents of EPUB 3 or an NCX.
fn epub(pages: &[(&str, &str)], contents: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let (mut manifest, mut spine) = (String::new(), String::new());
    for (name, _) in pages {
        manifest.push_str(&format!(
            r#"<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>"#
        ));
        spine.push_str(&format!(r#"<itemref idref="{name}"/>"#));
    }
    let is_ncx = contents.contains("navMap");
    manifest.push_str(if is_ncx {
        r#"<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>"#
    } else {
        r#"<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>"#
    });
    let package = format!(
        r#"<package><metadata><dc:title>A Book</dc:title><dc:creator>A. Writer</dc:creator><dc:language>en</dc:language></metadata><manifest>{manifest}</manifest><spine toc="ncx">{spine}</spine></package>"#
    );
    let mut files: Vec<(String, String)> = vec![
        ("mimetype".to_owned(), "application/epub+zip".to_owned()),
        ("META-INF/container.xml".to_owned(), CONTAINER.to_owned()),
        ("OEBPS/content.opf".to_owned(), package),
        (if is_ncx { "OEBPS/toc.ncx" } else { "OEBPS/nav.xhtml" }.to_owned(), contents.to_owned()),
    ];
    for (name, body) in pages {
        let page = format!(
            "<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" \"x.dtd\"><html xmlns:epub=\"o\"><head><title>x</title></head>{body}</html>"
        );
        files.push((format!("OEBPS/{name}.xhtml"), page));
    }
    files.extend(more.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    archive(&files)
}

fn texts(book: &Book) -> Vec<(Role, &str, &str)> {
    book.sections.iter().map(|it| (it.role, it.title.as_str(), it.text.as_str())).collect()
}

#[test]
fn chapters_are_those_of_the_table_of_contents() {
    let pages = [
        ("cover", "<body epub:type=\"cover\"><img src=\"c.png\"/></body>"),
        ("copy", "<body><p>Copyright &copy; somebody</p></body>"),
        (
            "one",
            "<body><h2 id=\"a\">I</h2><p>Once&nbsp;upon <i>a</i> time.</p><p>It   was\n so.</p><h2 id=\"b\">II</h2><p>Then.</p></body>",
        ),
        ("two", "<body><p>And on.</p></body>"),
    ];
    let nav = r##"<html xmlns:epub="o"><body><nav epub:type="toc"><ol><li><a href="copy.xhtml">Copyright</a></li><li><a href="one.xhtml#a">I. Dawn</a></li><li><a href="one.xhtml#b">II</a></li></ol></nav></body></html>"##;
    let ncx = r#"<ncx><navMap><navPoint><navLabel><text>Copyright</text></navLabel><content src="copy.xhtml"/></navPoint><navPoint><navLabel><text>I. Dawn</text></navLabel><content src="one.xhtml#a"/></navPoint><navPoint><navLabel><text>II</text></navLabel><content src="one.xhtml#b"/></navPoint></navMap></ncx>"#;
    for contents in [nav, ncx] {
        let book = read(&epub(&pages, contents, &[])).unwrap();

        assert_eq!(book.about.title.as_deref(), Some("A Book"));
        assert_eq!(book.left_out, ["a picture"]);
        assert_eq!(
            texts(&book),
            [
                (Role::FrontMatter, "Copyright", "Copyright © somebody\n"),
                (Role::Chapter, "I. Dawn", "## I\n\nOnce\u{a0}upon *a* time.\n\nIt was so.\n"),
                (Role::Chapter, "II", "## II\n\nThen.\n\nAnd on.\n"),
            ]
        );
    }
}

#[test]
fn parts_have_chapters_and_chapters_have_sections() {
    let long = format!("<p>{}</p>", "word ".repeat(250));
    let pages = [
        ("p1", "<body><h1>Part One</h1><p>An epigraph.</p></body>".to_owned()),
        ("c1", "<body><h2>Dawn</h2><p>Text.</p></body>".to_owned()),
        ("c2", format!("<body><h2>Noon</h2>{long}<h3 id=\"s\">A section</h3><p>More.</p></body>")),
    ];
    let pages: Vec<(&str, &str)> =
        pages.iter().map(|(name, body)| (*name, body.as_str())).collect();
    let nav = r##"<html><body><nav epub:type="toc"><ol><li><a href="p1.xhtml">Part One</a><ol><li><a href="c1.xhtml">Dawn</a></li><li><a href="c2.xhtml">Noon</a><ol><li><a href="c2.xhtml#s">A section</a></li></ol></li></ol></li></ol></nav></body></html>"##;

    let book = read(&epub(&pages, nav, &[])).unwrap();

    let all: Vec<(Role, usize, &str)> =
        book.sections.iter().map(|it| (it.role, it.depth, it.title.as_str())).collect();
    assert_eq!(
        all,
        [(Role::Part, 0, "Part One"), (Role::Chapter, 1, "Dawn"), (Role::Chapter, 1, "Noon")]
    );
    assert!(book.sections[2].text.ends_with("### A section\n\nMore.\n"));
}

#[test]
fn notes_breaks_and_lists_become_markdown() {
    let body = r##"<body><h1>One</h1><p>Word<a epub:type="noteref" href="#n1">1</a> and<a epub:type="noteref" href="notes.xhtml#n2">2</a>.</p><hr/><p>Next.</p><p class="scene-break">&#160;</p><ul><li>a<ol><li>b</li></ol></li><li><p>c</p></li></ul><blockquote><p>A <strong>letter</strong>.</p></blockquote><table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table><aside epub:type="footnote" id="n1"><p>First.</p></aside></body>"##;
    let notes = r##"<body epub:type="endnotes"><section epub:type="endnotes"><ol><li id="n2"><p>Second. <a role="doc-backlink" href="one.xhtml">back</a></p></li></ol></section></body>"##;
    let pages = [("one", body), ("two", "<body><h1>Two</h1><p>Text.</p></body>"), ("notes", notes)];

    let book = read(&epub(&pages, "<html><body/></html>", &[])).unwrap();

    assert_eq!(
        book.sections[0].text,
        "# One\n\nWord[^1] and[^2].\n\n[^1]: First.\n\n[^2]: Second.\n\n***\n\nNext.\n\n***\n\n- a\n    1. b\n- c\n\n> A **letter**.\n\n\
         | x | y |\n|---|---|\n| 1 | 2 |\n"
    );
}

#[test]
fn books_that_are_locked_or_broken_say_so() {
    let pages = [("one", "<body><p>Text.</p></body>")];
    let encryption = |method: &str| {
        format!(
            r#"<encryption><EncryptedData><EncryptionMethod Algorithm="{method}"/></EncryptedData></encryption>"#
        )
    };
    let name = "META-INF/encryption.xml";
    let locked = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc");
    let fonts = encryption("http://www.idpf.org/2008/embedding");
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>";
    for (bytes, wanted) in [
        (epub(&pages, "<html/>", &[(name, &locked)]), "is encrypted"),
        (epub(&[], "<html/>", &[]), "its spine names no page"),
        (epub(&[("one", "<body/>")], "<html/>", &[]), "it has no text"),
        (archive(&[("mimetype", b"application/epub+zip")]), "META-INF/container.xml is missing"),
        (archive(&[("META-INF/container.xml", bomb.as_bytes())]), "defines a document type"),
        (
            epub(&[("one", "<body><p></body>")], "<html/>", &[]),
            "OEBPS/one.xhtml is not well-formed",
        ),
    ] {
        let said = read(&bytes).unwrap_err().to_string();
        assert!(said.contains(wanted), "{said} should say {wanted}");
    }
    assert!(read(&epub(&pages, "<html/>", &[(name, &fonts)])).is_ok());
    let nested =
        |depth: usize| format!("<body>{}x{}</body>", "<div>".repeat(depth), "</div>".repeat(depth));
    let (deep, deeper) = (nested(DEPTH_MAX - 2), nested(DEPTH_MAX));
    assert!(read(&epub(&[("one", &deep)], "<html/>", &[])).is_ok());
    assert!(read(&epub(&[("one", &deeper)], "<html/>", &[])).is_err());
}

#[test]
fn notes_stand_where_they_are_named_and_no_word_of_others_is_lost() {
    let one = r##"<body><h1>One</h1><p>A<a epub:type="noteref" href="n.xhtml#n1">1</a></p><table><tr><td>b<a epub:type="noteref" href="n.xhtml#n2">2</a></td><td>c</td></tr></table><aside epub:type="footnote" id="n2b"><p>Late.</p></aside><aside epub:type="footnote" id="n10"><p>Later.</p></aside></body>"##;
    let two = r##"<body><h1>Two</h1><p>C<a epub:type="noteref" href="n.xhtml#n1">1</a> and<a epub:type="noteref" href="n.xhtml#gone">2</a></p></body>"##;
    let notes = r##"<body epub:type="endnotes"><aside epub:type="footnote" id="n1"><p>First, see <a epub:type="noteref" href="#n3">III</a>.</p></aside><aside epub:type="footnote" id="n2"><p>Second.</p></aside><aside epub:type="footnote" id="n3"><p>Third.</p></aside></body>"##;

    let book = read(&epub(&[("one", one), ("two", two), ("n", notes)], "<html/>", &[])).unwrap();

    let all = texts(&book);
    assert_eq!(
        all[0].2,
        "# One\n\nA[^1]\n\n[^1]: First, see III.\n\n| b[^2] | c |\n|---|---|\n\n[^2]: Second.\n\nLate.\n\nLater.\n"
    );
    assert_eq!(all[1].2, "# Two\n\nC[^1] and\n\n[^1]: First, see III.\n\nThird.\n");
}

#[test]
fn a_heading_in_a_table_for_the_layout_is_the_beginning_of_its_chapter() {
    let page = r##"<body><p>Before.</p><table><tr><td><h1 id="a">One</h1><p>Text.</p></td></tr><tr><td><h1 id="b">Two</h1><p>More.</p></td></tr></table></body>"##;
    let nav = r##"<html><body><nav epub:type="toc"><ol><li><a href="one.xhtml#a">One</a></li><li><a href="one.xhtml#b">Two</a></li></ol></nav></body></html>"##;

    let book = read(&epub(&[("one", page)], nav, &[])).unwrap();

    assert_eq!(
        texts(&book),
        [
            (Role::FrontMatter, "", "Before.\n"),
            (Role::Chapter, "One", "# One\n\nText.\n"),
            (Role::Chapter, "Two", "# Two\n\nMore.\n"),
        ]
    );
}
