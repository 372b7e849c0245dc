//! Screenplays that are read.

use formats::{Book, read_fountain};
use proptest::prelude::*;

fn of(text: &str) -> Book {
    read_fountain(text).expect("a sound screenplay")
}

/// The Markdown of a screenplay.
fn text(text: &str) -> String {
    of(text).sections.remove(0).text
}

/// One of everything that the syntax has.
const SCREENPLAY: &str = "\
Title:
    _**The Long
    Tide**_
Credit: Written by
Authors: A. One & B. Two
Draft date: 1/20/2026
Contact:
\tSomebody

FADE IN:

# Act One

= The end of the summer.

## The shore

INT. HOUSE - DAY #1A#

Rain. _Much_ of it,
and *wind*.

JANE (V.O.)
(softly)
Who is **there**?
  
Nobody.

@McCoy ^
Me!

.ON THE ROOF

~Sing, *wind*
~and sea

> THE END <

===

> CUT TO:

!SHOUTING IS NOT A NAME
Here.
";

#[test]
fn a_screenplay_becomes_markdown() {
    let book = of(SCREENPLAY);

    assert_eq!(book.about.title.as_deref(), Some("The Long Tide"));
    assert_eq!(book.about.authors, ["A. One", "B. Two"]);
    assert_eq!(book.left_out, ["Credit, Draft date and Contact of the title page"]);
    let section = &book.sections[0];
    assert_eq!(
        section.text,
        "FADE IN:

# Act One

## The shore

### 1A INT. HOUSE - DAY

Rain. *Much* of it,\\
and *wind*.

**JANE (V.O.)**

*(softly)*

Who is **there**?\\
\\
Nobody.

**McCoy**

Me!

### ON THE ROOF

*Sing, wind\\
and sea*

THE END

***

CUT TO:

SHOUTING IS NOT A NAME\\
Here.
"
    );
    let [synopsis] = section.comments.as_slice() else { panic!("{:?}", section.comments) };
    assert_eq!(&section.text[..synopsis.range.start], "FADE IN:\n\n# Act One");
    assert_eq!(synopsis.text, "The end of the summer.");
}

#[test]
fn scenes_are_headings_one_level_below_their_section() {
    for (screenplay, wanted) in [
        ("EXT. SEA - NIGHT\n\nWaves.", "# EXT. SEA - NIGHT\n\nWaves.\n"),
        ("int./ext. car\n\nOn.", "# int./ext. car\n\nOn.\n"),
        ("I/E CAR\n\nOn.", "# I/E CAR\n\nOn.\n"),
        ("INTERIOR THOUGHTS\n\nOn.", "INTERIOR THOUGHTS\n\nOn.\n"),
        ("...and then.", "...and then.\n"),
        (
            "# One\n\nEST. SEA\n\n###### Six\n\nEXT. SEA\n\nOn.",
            "# One\n\n## EST. SEA\n\n###### Six\n\n###### EXT. SEA\n\nOn.\n",
        ),
        ("雨が降る。\n風も。", "雨が降る。\\\n風も。\n"),
        ("He said:\nEXT. SEA", "He said:\\\nEXT. SEA\n"),
        ("FADE IN: now\n\nOn.", "FADE IN: now\n\nOn.\n"),
    ] {
        assert_eq!(text(screenplay), wanted, "{screenplay}");
    }
}

#[test]
fn notes_are_comments_where_they_stand_and_boneyards_are_left_out() {
    let screenplay = "\u{feff}Title: A [[working]] title\r\n\r\n[[First\nof all.]]\r\n\r\nRain[[How much?]] falls. /* No\n\nmore. */\r\n\r\n[[Alone.]]\r\n\r\n= Synopsis.\r\n\r\n/* Gone. */The [[ end\r\n\r\n/* is open.\r\n";

    let book = of(screenplay);

    assert_eq!(book.about.title.as_deref(), Some("A title"));
    assert_eq!(book.left_out, ["2 boneyards"]);
    let section = &book.sections[0];
    assert_eq!(section.text, "Rain falls.\n\nThe \\[\\[ end\n\n/\\* is open.\n");
    let comments: Vec<(usize, &str, &str)> = section
        .comments
        .iter()
        .map(|it| (it.range.start, it.text.as_str(), it.author.as_str()))
        .collect();
    assert_eq!(
        comments,
        [
            (0, "working", ""),
            (0, "First\nof all.", ""),
            (4, "How much?", ""),
            (11, "Alone.", ""),
            (11, "Synopsis.", ""),
        ]
    );
}

#[test]
fn notes_may_stand_at_the_marks_of_the_syntax() {
    for (screenplay, wanted, positions) in [
        ("A.\n\n===[[n]]\n\nRain[[m]].", "A.\n\n***\n\nRain.\n", vec![2, 13]),
        ("[[n]]# Act\n\nRain[[m]].", "# Act\n\nRain.\n", vec![2, 11]),
        ("[[n]] INT. A #1#[[m]]\n\nOn.", "# 1 INT. A\n\nOn.\n", vec![4, 10]),
        ("JANE ^[[n]]\nMe.", "**JANE**\n\nMe.\n", vec![8]),
        ("> END <[[n]]", "END\n", vec![3]),
        ("One[[a]]\n[[n]]\ntwo.", "One\\\ntwo.\n", vec![3, 3]),
        ("JANE\n[[n]]\nMe.", "**JANE**\n\nMe.\n", vec![10]),
        ("[[n]]!SHOUT\nHere.", "SHOUT\\\nHere.\n", vec![0]),
        (".THE ROOF\nRain.", "# THE ROOF\n\nRain.\n", vec![]),
    ] {
        let section = of(screenplay).sections.remove(0);

        assert_eq!(section.text, wanted, "{screenplay}");
        let starts: Vec<usize> = section.comments.iter().map(|it| it.range.start).collect();
        assert_eq!(starts, positions, "{screenplay}");
    }
}

#[test]
fn a_screenplay_without_words_has_no_text() {
    for screenplay in ["", "\n\n", "Title: Alone", "/* all */", "[[note]]"] {
        let flaw = read_fountain(screenplay).expect_err("a flaw").to_string();
        assert_eq!(flaw, "it has no text", "{screenplay}");
    }
}

proptest! {
    #[test]
    fn no_letters_make_it_panic(text in "(Title:|INT\\. A|JANE|\\(so\\)|\\[\\[|\\]\\]|/\\*|\\*/|#|=|===|>|<|~|!|@|\\.|\\*|_|\\\\|\u{fdd0}|ä| |\n|\r\n|  \n|\n\n){0,24}") {
        drop(read_fountain(&text));
    }

    #[test]
    fn every_word_of_what_is_done_and_said_is_kept(words in proptest::collection::vec("[a-zA-Z]{1,6}".prop_filter("it begins a scene", |it| {
        !["int", "ext", "est"].iter().any(|scene| it.eq_ignore_ascii_case(scene))
    }), 1..20)) {
        let screenplay = words.chunks(3).map(|it| it.join(" ") + "\n").collect::<String>();

        let text = text(&screenplay.replace('\n', "\n\n"));

        prop_assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
