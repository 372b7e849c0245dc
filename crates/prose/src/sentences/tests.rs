//! Where sentences end, in tables.

use crate::tokens::{SentenceKind, Text};

/// The sentences of a text; headings are set in brackets.
fn sentences(source: &str) -> Vec<String> {
    let text = Text::new(source);
    let show = |sentence: &crate::Sentence| match sentence.kind {
        SentenceKind::Prose => sentence.span.of(source).to_owned(),
        SentenceKind::Heading => format!("[{}]", sentence.span.of(source)),
    };
    text.sentences().iter().map(show).collect()
}

fn check(table: &[&[&str]]) {
    for expected in table {
        assert_eq!(sentences(&expected.join(" ")), *expected);
    }
}

#[test]
fn ends_are_found_behind_marks_and_closing_quotes() {
    check(&[
        &["One."],
        &["One.", "Two!", "Three?", "Four"],
        &["“Stop!”", "He stood still."],
        &["He said “no.”", "She left."],
        &["\"Stop!\"", "\"Why?\"", "He stood still."],
        &["‘Come here.’", "She went."],
        &["(It was late.)", "We left."],
        &["What?!", "No…", "Yes..."],
        &["I slept.\u{2060} \u{2060}…", "Suddenly I woke."],
        &["“We must go.", "It is late,” he said.", "“Come.”"],
        &["In 1897.", "3 men came."],
    ]);
    assert_eq!(sentences("吾輩は猫である。名前は無い。"), ["吾輩は猫である。", "名前は無い。"]);
}

#[test]
fn abbreviations_and_initials_do_not_end_a_sentence() {
    check(&[
        &["Mr. Harker met Dr. Van Helsing at St. Mary’s Church."],
        &["Mrs. Westenra came.", "She sat."],
        &["We left at 8:35 p.m. on Monday.", "It was 9 a.m.", "The train came."],
        &["Quincey P. Morris and J. R. R. Tolkien met."],
        &["See No. 5 and pp. 12 there.", "She said no.", "We came."],
        &["Some fruit, e.g. Apples, etc., etc., is here."],
        &["He is an M.D., D.Ph., of London."],
        &["It was I.", "Lucy knew."],
        &["1. Take the stake.", "2. Wait."],
        &["He lives in Chatham St.", "The house is old."],
        &["Vol. II was lost."],
        &["He is in the U.S. Army.", "He left the U.S.", "He was glad."],
        &["Plan B.", "The rest is easy."],
        &["I gave him my gen.", "It was good."],
        &["mr. harker came.", "he met dr. seward."],
    ]);
}

#[test]
fn titles_times_sums_and_letters_are_told_from_ends() {
    check(&[
        &["Mr. J. Smith came.", "He sat."],
        &["Mr. and Mrs. J. S. Smith of St. Mary’s came.", "They sat."],
        &["The Rt. Hon. Wm. Pitt and Lieut. Hale bowed."],
        &["He left at 5 p.m.", "He was late."],
        &["He left at 5 P.M.", "John was late."],
        &["He left at 5 P. M.", "John was late."],
        &["He left at 5 p.m. Tuesday.", "John was late."],
        &["He left at 5 p.m. 3 May.", "John was late."],
        &["Some fruit, e. g. Apples, i. e. Sweet ones."],
        &["It cost 3s. 6d. and weighed 2 lb. 3 oz. at least."],
        &["He was 6 ft. 2 in. tall."],
        &["We had plan B.", "Tom agreed."],
        &["They met J. Smith and Robert E. Lee.", "Tom agreed."],
        &["On Wed. 3 May it rained.", "See No. 5.", "We did."],
        &["He took his Ph.D.", "Tom did not."],
        &["She read vol. II and ch. 3.", "He slept."],
    ]);
}

#[test]
fn the_end_of_a_line_ends_no_sentence() {
    for (source, wanted) in [
        ("He met Mr.\nJ.\nSmith at St.\nMary’s.\nShe sat.", 2),
        ("It was 5 p.m.\r\nHe was late.", 2),
        ("“Where is she?”\nMina\nsaid.\n“Here.”", 2),
        ("“Where?” Dr.\nVan Helsing asked.", 1),
        ("A long line that goes\non in the next\nand ends there.", 1),
        ("He took some fruit, e.g.\nApples.", 1),
    ] {
        assert_eq!(sentences(source).len(), wanted, "{source:?}");
    }
}

#[test]
fn a_quoted_question_stays_with_the_words_that_attribute_it() {
    check(&[
        &["“Where is she?” he said."],
        &["“Where is she?” Mina said.", "“Where?” Dr. Van Helsing asked.", "“Why?” I cried."],
        &["“Where is she?”", "Mina stood up and said nothing."],
        &["“Yes.”", "Mina said nothing."],
        &["“Is it so?”", "I answered that it was."],
        &["‘Where?’ cried Lucy."],
        &["“But…” Mina began."],
        &["“Well?”", "The Count said nothing."],
    ]);
}

#[test]
fn a_small_letter_carries_the_sentence_on() {
    check(&[
        &["Bless that good woman! for it is a comfort… and a strength."],
        &["Is it so? or not?", "I know."],
        &["“I… I cannot,” he said."],
        &["hello there.", "how are you?", "fine. . . or not"],
    ]);
}

#[test]
fn a_dash_behind_a_full_stop_ends_the_date_of_a_diary() {
    assert_eq!(
        sentences("11 August, 3 a.m.\u{2060}—Diary again. No sleep."),
        ["11 August, 3 a.m.\u{2060}—", "Diary again.", "No sleep."]
    );
    assert_eq!(sentences("He stopped.—and went on."), ["He stopped.—and went on."]);
}

#[test]
fn headings_are_told_from_sentences() {
    let table: [(&str, &[&str]); 9] = [
        ("III\n\nHe came.", &["[III]", "He came."]),
        ("Chapter 3.\n\nHe came.", &["[Chapter 3.]", "He came."]),
        ("Chapter Three. The Storm\n\nHe came.", &["[Chapter Three.]", "[The Storm]", "He came."]),
        (
            "Jonathan Harker’s Journal\u{2060}—continued\n\nWhen I found it.",
            &["[Jonathan Harker’s Journal\u{2060}—continued]", "When I found it."],
        ),
        ("“Lucy”\n\nHe came.", &["“Lucy”", "He came."]),
        ("Part one of the plan was easy.\n\nYes.", &["Part one of the plan was easy.", "Yes."]),
        ("And then—\n\nHe came", &["And then—", "He came"]),
        ("hello there", &["hello there"]),
        ("One\n\n* * *\n\nTwo.", &["[One]", "Two."]),
    ];

    for (source, expected) in table {
        assert_eq!(sentences(source), expected, "{source:?}");
    }
}

#[test]
fn paragraphs_are_parted_by_empty_lines() {
    let source = "\n\n “One,” he said.\nStill one.\r\n \r\n* * *\n\n(Two.)\n\nThree\n\n***\n";
    let text = Text::new(source);

    let paragraphs: Vec<(&str, bool)> = text
        .paragraphs()
        .iter()
        .map(|paragraph| (paragraph.span.of(source), paragraph.opens_scene))
        .collect();

    assert_eq!(
        paragraphs,
        [("“One,” he said.\nStill one.", false), ("(Two.)", true), ("Three", false)]
    );
    assert!(Text::new(" … \n\n * * *").paragraphs().is_empty());
}
