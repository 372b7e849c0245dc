//! Books that are written, and read again.

use formats::{
    Role, read,
    write::{Chapter, Manuscript, Remark, docx, epub},
};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A manuscript with everything that a chapter may have.
fn manuscript() -> Manuscript {
    let text = "# Dawn & *dusk*\n\nShe **ran** to the ~~old~~ door,\\\nand *on*[^a].\n\n***\n\n> “Who is it?” she asked.\n\n\
                3. One\n4. Two\n   - inner\n\n| a | b |\n|---|---|\n| c | d |\n\n## A letter\n\n<!-- not\nthis -->\nLast <b>words</b>.\n\n\
                [^a]: A note with *stress*.\n\n    And more.\n";
    let at = text.find("**ran**").expect("the word");
    Manuscript {
        title: "The Book".to_owned(),
        author: "A. Writer".to_owned(),
        language: "en-GB".to_owned(),
        identifier: "urn:uuid:0198c3a2-6f1e-7c40-9d55-2b8a4f0e1c77".to_owned(),
        modified: "2026-01-31T12:00:00Z".to_owned(),
        chapters: vec![
            Chapter { title: "Part One".to_owned(), ..Chapter::default() },
            Chapter {
                depth: 1,
                title: "Dawn".to_owned(),
                text: text.to_owned(),
                remarks: vec![Remark {
                    range: at..at + 7,
                    author: "Jane".to_owned(),
                    date: "2026-02-03T04:05:06Z".to_owned(),
                    text: "Walked?\nOr strolled?".to_owned(),
                }],
            },
            Chapter {
                depth: 1,
                title: "Noon".to_owned(),
                text: "No heading.[^a]\n\n[^a]: B.\n".to_owned(),
                ..Chapter::default()
            },
            Chapter {
                depth: 0,
                title: "Epilogue".to_owned(),
                text: "# Epilogue\n\n*The end.*\u{2060}—So.\n".to_owned(),
                ..Chapter::default()
            },
        ],
    }
}

#[test]
fn a_docx_has_everything_of_its_manuscript() {
    let written = docx(&manuscript()).unwrap();

    let book = read(&written).unwrap();
    assert_eq!(book.about.title.as_deref(), Some("The Book"));
    assert_eq!(book.about.authors, ["A. Writer"]);
    assert_eq!(book.about.language.as_deref(), Some("en-GB"));
    let section = &book.sections[0];
    assert_eq!(
        section.text,
        "A. Writer\n\n# Part One\n\n## Dawn & *dusk*\n\nShe **ran** to the ~~old~~ door,\\\nand *on*[^1].\n\n\
         [^1]: A note with *stress*.\n\n    And more.\n\n***\n\n> “Who is it?” she asked.\n\n3. One\n4. Two\n    - inner\n\n\
         | a | b |\n|---|---|\n| c | d |\n\n### A letter\n\nLast words.\n\n## Noon\n\nNo heading.[^2]\n\n[^2]: B.\n\n\
         # Epilogue\n\n*The end.*\u{2060}—So.\n"
    );
    let [comment] = section.comments.as_slice() else { panic!("{:?}", section.comments) };
    assert_eq!(&section.text[comment.range.clone()], "**ran**");
    assert_eq!((comment.author.as_str(), comment.text.as_str()), ("Jane", "Walked?\nOr strolled?"));
    assert_eq!(comment.date.as_deref(), Some("2026-02-03T04:05:06Z"));
    assert_eq!(docx(&manuscript()).unwrap(), written, "the same manuscript makes the same bytes");
}

#[test]
fn an_epub_has_everything_of_its_manuscript() {
    let book = read(&epub(&manuscript()).unwrap()).unwrap();

    assert_eq!(book.about.title.as_deref(), Some("The Book"));
    assert_eq!(book.about.authors, ["A. Writer"]);
    let all: Vec<(Role, usize, &str)> =
        book.sections.iter().map(|it| (it.role, it.depth, it.title.as_str())).collect();
    assert_eq!(
        all,
        [
            (Role::FrontMatter, 0, "Title page"),
            (Role::Part, 0, "Part One"),
            (Role::Chapter, 1, "Dawn"),
            (Role::Chapter, 1, "Noon"),
            (Role::Chapter, 0, "Epilogue"),
        ]
    );
    assert_eq!(
        book.sections[2].text,
        "## Dawn & *dusk*\n\nShe **ran** to the ~~old~~ door,\\\nand *on*[^1].\n\n[^1]: A note with *stress*.\n\n    \
         And more.\n\n***\n\n> “Who is it?” she asked.\n\n3. One\n4. Two\n    - inner\n\n| a | b |\n|---|---|\n| c | d |\n\n\
         ### A letter\n\nLast words.\n"
    );
    assert_eq!(book.sections[3].text, "## Noon\n\nNo heading.[^1]\n\n[^1]: B.\n");
}

#[test]
fn notes_of_tables_and_starts_of_lists_come_back() {
    let text = "# T\n\n- a\n\n    3. b\n    4. c\n\n| a[^1] | b |\n|---|---|\n| c | d[^2] |\n\n[^1]: A *note*.\n\n[^2]: Another.\n\nX\n";
    let chapter = |title: &str, text: &str| Chapter {
        title: title.to_owned(),
        text: text.to_owned(),
        ..Chapter::default()
    };
    let manuscript = Manuscript {
        language: "en".to_owned(),
        chapters: vec![chapter("T", text), chapter("U", "# U\n\nZ\n")],
        ..Manuscript::default()
    };

    let of_docx = read(&docx(&manuscript).unwrap()).unwrap();
    let of_epub = read(&epub(&manuscript).unwrap()).unwrap();

    assert_eq!(of_docx.sections[0].text, format!("{text}\n# U\n\nZ\n"));
    assert_eq!(of_epub.sections[1].text, text);
}

#[test]
fn a_list_that_begins_an_item_is_no_part_of_the_item_before() {
    assert_eq!(words(&seen("- a\n    - b\n")), ["a", "b"]);
}

#[test]
fn a_manuscript_without_a_word_can_be_written() {
    let empty = Manuscript { language: "en".to_owned(), ..Manuscript::default() };

    assert!(docx(&empty).is_ok() && epub(&empty).is_ok());
}

/// Markdown of every kind, without HTML, pictures and references, which are no words.
fn markdown() -> impl Strategy<Value = String> {
    let line = "(# |## |> |- |1\\. |    |\\| )?[a-c *_`~()>&#0-2|“”-]{0,12}";
    proptest::collection::vec(line, 0..8).prop_map(|lines| lines.join("\n\n"))
}

/// The words of a text, without any mark.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// What a reader sees of Markdown, with a space where a block begins or ends: an item's words in a tight list are ended
/// by nothing but the list that begins behind them.
fn seen(text: &str) -> String {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut out = String::new();
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Text(text) | Event::Code(text) => out.push_str(&text),
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
            | Event::End(
                TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link,
            ) => (),
            Event::Start(_) | Event::End(_) | Event::HardBreak | Event::SoftBreak | Event::Rule => {
                out.push(' ')
            }
            _ => (),
        }
    }
    out
}

proptest! {
    #[test]
    fn every_word_comes_back(text in markdown()) {
        let chapter = |text: &str| Chapter { title: "T".to_owned(), text: text.to_owned(), ..Chapter::default() };
        let manuscript = Manuscript {
            language: "en".to_owned(),
            chapters: vec![chapter(&format!("# T\n\nX\n\n{text}\n\nY")), chapter("# U\n\nZ")],
            ..Manuscript::default()
        };
        let wanted = words(&seen(&format!("T\n\nX\n\n{text}\n\nY")));

        let of_docx = read(&docx(&manuscript).unwrap()).unwrap();
        let of_epub = read(&epub(&manuscript).unwrap()).unwrap();

        let docx_words = words(&seen(&of_docx.sections[0].text));
        prop_assert_eq!(&docx_words[..docx_words.len().saturating_sub(2)], &wanted[..], "{}", of_docx.sections[0].text);
        let epub_text: String = of_epub.sections.iter().filter(|it| it.role == Role::Chapter).map(|it| format!("{}\n\n", it.text)).collect();
        let epub_words = words(&seen(&epub_text));
        prop_assert_eq!(&epub_words[..epub_words.len().saturating_sub(2)], &wanted[..], "{}", epub_text);
    }
}
