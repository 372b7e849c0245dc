//! Markdown as writers write it, read as readers read it. Every test also checks the way back: what
//! a span of the plain text was made from.

use manuscript::markdown::{SCENE_BREAK, TITLE_CHARS_MAX, plain, title};
use manuscript::words;
use proptest::prelude::*;

/// The source of the first place where the plain text says `part`.
fn source_of<'s>(source: &'s str, part: &str) -> &'s str {
    let plain = plain(source);
    let at = plain.text.find(part).expect("the plain text says so");
    &source[plain.source_span(at..at + part.len())]
}

#[test]
fn marks_go_and_words_stay() {
    let table = [
        ("", ""),
        (" \n\n ", ""),
        ("Just text.", "Just text."),
        ("# One #\n\nTwo.", "One\n\nTwo."),
        ("Title\n=====\n\nText", "Title\n\nText"),
        ("## III {#three .numbered}\n\nText", "III\n\nText"),
        ("*very* **bold** and _soft_ ***both***", "very bold and soft both"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("~~gone~~ kept", "gone kept"),
        ("a [link](http://x.example \"t\") and <http://y.example>", "a link and http://y.example"),
        ("see [[Lucy]] and [[Lucy Westenra|her]]", "see Lucy and her"),
        ("before ![a picture of *this*](p.png) after", "before  after"),
        ("![alone](p.png)\n\ntext", "text"),
        ("`code` and ``a ` b``", "code and a ` b"),
        ("```rust\nlet a = 1;\nlet b;\n```\n\nafter", "let a = 1;\nlet b;\n\nafter"),
        ("    First by indent.\n\n    Second.\n", "First by indent.\n\nSecond."),
        (
            "> A quotation\n> of two lines.\n>\n> And more.",
            "A quotation of two lines.\n\nAnd more.",
        ),
        ("- one\n- two\n  - three\n\n1. four", "one\n\ntwo\n\nthree\n\nfour"),
        ("- [x] done\n- [ ] open", "done\n\nopen"),
        ("1\\. Not a list \\*at all\\*", "1. Not a list *at all*"),
        ("Smith &amp; Sons &mdash; &#8220;Ltd&#8221;", "Smith & Sons — “Ltd”"),
        ("soft\nbreak", "soft break"),
        ("hard  \nbreak\\\nagain", "hard\nbreak\nagain"),
        ("one\r\ntwo\r\n\r\nthree\r\n", "one two\n\nthree"),
        ("word[^1] here\n\n[^1]: The note.", "word here\n\nThe note."),
        ("a <!-- secret --> b", "a  b"),
        ("<!-- secret\n\nstill secret -->\n\nshown", "shown"),
        ("line<br>line<br/>line", "line\nline\nline"),
        (
            "<div align=\"center\">\n<p>in the > middle</p>\n</div>\n\nnext",
            "in the > middle\n\nnext",
        ),
        ("<style>\np { color: red }\n</style>\n\ntext", "text"),
        ("a <b title=\"1 > 0\">bold</b> < c", "a bold < c"),
        ("| a | b |\n|---|---|\n| c | d |", "a\tb\nc\td"),
        ("[//]: # (a hidden remark)\n\ntext", "text"),
        ("---\ntitle: Dracula\ndraft: true\n---\n\n# I\n", "I"),
        ("\u{feff}# I\n\nText", "I\n\nText"),
        ("Journal\u{2060}—*continued* and un\u{ad}seen", "Journal—continued and unseen"),
        ("*Midnight.*\u{2060}—Late", "Midnight.—Late"),
        ("“Don’t,” she said… ‘no’", "“Don’t,” she said… ‘no’"),
        ("&nbsp;\n\ntext\n\n&nbsp;", "text"),
    ];

    for (source, expected) in table {
        assert_eq!(plain(source).text, expected, "{source:?}");
    }
}

#[test]
fn a_scene_break_is_a_paragraph_of_its_own() {
    for mark in ["***", "---", "* * *", "___", "<hr>"] {
        let source = format!("One.\n\n{mark}\n\nTwo.");

        let plain = plain(&source);

        assert_eq!(plain.text, format!("One.\n\n{SCENE_BREAK}\n\nTwo."), "{mark:?}");
        assert_eq!(words(&plain.text), 2);
    }
    assert_eq!(source_of("One.\n\n---\n\nTwo.", SCENE_BREAK), "---");
}

#[test]
fn text_between_two_scene_breaks_is_no_front_matter() {
    let source = "---\n\nHe said: no.\n\n---\n\nMore.";

    assert_eq!(plain(source).text, "* * *\n\nHe said: no.\n\n* * *\n\nMore.");
}

#[test]
fn a_span_leads_back_to_what_it_was_made_from() {
    assert_eq!(source_of("A **very** bold", "very"), "very");
    assert_eq!(source_of("A **very** bold", "A very bold"), "A **very** bold");
    assert_eq!(source_of("Smith &amp; Sons", "&"), "&amp;");
    assert_eq!(source_of("Smith &amp; Sons", "h & S"), "h &amp; S");
    assert_eq!(source_of("say \\*this\\*", "*this*"), "*this\\*");
    assert_eq!(source_of("> one\n> two", "one two"), "one\n> two");
    assert_eq!(source_of("# Ä\n\n*Öl* und", "Öl"), "Öl");
    assert_eq!(source_of("the `code` here", "code"), "code");
    assert_eq!(source_of("fear\u{2060}—*not* this", "fear—not"), "fear\u{2060}—*not");
    assert_eq!(source_of("---\na: b\n---\nText", "Text"), "Text");
    assert_eq!(source_of("<p>one\ntwo</p>", "two"), "two");
    assert_eq!(source_of("[a *link*](x) on", "link on"), "link*](x) on");
}

#[test]
fn the_title_is_the_first_heading_that_says_something() {
    let long = format!("{}\n---\n\n# Short\n", "word ".repeat(TITLE_CHARS_MAX));
    let table = [
        ("", None),
        ("No heading, only text.", None),
        ("## III\n\nText", Some("III")),
        ("Text first.\n\n# *Jonathan* Harker’s [Journal](x)\n", Some("Jonathan Harker’s Journal")),
        ("#\n\n# Second", Some("Second")),
        ("Set\next\n===", Some("Set ext")),
        ("# A &amp; B `c` ![d](e)", Some("A & B c")),
        ("# *Journal.*\u{2060}—continued", Some("Journal.—continued")),
        ("---\ntitle: X\n---\n\n# I", Some("I")),
        (&long, Some("Short")),
    ];

    for (source, expected) in table {
        assert_eq!(title(source).as_deref(), expected, "{source:?}");
    }
}

fn markdown() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        "[a-zé“”’ ]{1,8}",
        "\\PC{0,3}",
        Just("\n".to_owned()),
        Just("\n\n".to_owned()),
        Just("  \n".to_owned()),
        Just("\r\n".to_owned()),
        prop::sample::select(vec![
            "# ", "## ", "> ", "- ", "1. ", "    ", "*", "**", "_", "`", "```", "~~", "[", "](x)",
            "![", "[[", "]]", "|", "|---|", "<!--", "-->", "<b>", "<br>", "<div>", "</div>",
            "<script>", "&amp;", "&nbsp;", "\\", "---", "***", "[^1]", "[^1]: ", "\u{2060}",
            "\u{feff}", "\u{ad}", "\t", "\u{a0}", "a: b\n",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_span_leads_into_the_source_and_keeps_its_order(source in markdown()) {
        let plain = plain(&source);

        let mut before = 0..0;
        for (at, letter) in plain.text.char_indices() {
            let span = plain.source_span(at..at + letter.len_utf8());
            prop_assert!(source.get(span.clone()).is_some(), "{span:?} is no span of the source");
            prop_assert!(span.start >= before.start && span.end >= before.end);
            // Entities and code over several lines are rewritten, and stand for themselves whole.
            if letter.is_alphanumeric() && !source.contains(['&', '`']) {
                prop_assert_eq!(&source[span.clone()], letter.to_string());
            }
            before = span;
        }
        let whole = plain.source_span(0..plain.text.len());
        prop_assert!(source.get(whole).is_some());
    }

    #[test]
    fn plain_text_has_no_loose_ends(source in markdown()) {
        let text = plain(&source).text;

        prop_assert_eq!(text.trim(), &text);
        prop_assert!(!text.contains("\n\n\n"));
        let unseen = ['\r', '\u{2060}', '\u{feff}', '\u{ad}'];
        prop_assert!(!text.contains(unseen));
        if let Some(title) = title(&source) {
            prop_assert!(!title.is_empty() && title.chars().count() <= TITLE_CHARS_MAX);
        }
    }
}

#[test]
fn comments_are_found_where_they_are_no_text() {
    let table: [(&str, &[&str]); 5] = [
        ("A <!-- one --> b <!--two--> c", &["<!-- one -->", "<!--two-->"]),
        ("<!-- a\n\nblock -->\n\nText", &["<!-- a\n\nblock -->"]),
        ("---\ntitle: x\n---\n\nA <!--é--> b", &["<!--é-->"]),
        ("`<!-- code -->`", &[]),
        ("A <!-- never closed", &[]),
    ];

    for (source, wanted) in table {
        let found: Vec<&str> =
            manuscript::markdown::comments(source).into_iter().map(|it| &source[it]).collect();
        assert_eq!(found, wanted, "{source}");
    }
}

#[test]
fn emphases_are_found_with_their_marks() {
    let table: [(&str, &[&str]); 4] = [
        ("A *one two* b **three**", &["*one two*", "**three**"]),
        ("***both***, _é_ and `*code*`", &["***both***", "_é_"]),
        ("---\ntitle: *x*\n---\n\n*y*", &["*y*"]),
        ("2 * 3 * 4", &[]),
    ];

    for (source, wanted) in table {
        let found: Vec<&str> =
            manuscript::markdown::emphases(source).into_iter().map(|it| &source[it]).collect();
        assert_eq!(found, wanted, "{source}");
    }
}
