//! Tests of who speaks.

use super::*;
use crate::mentions::NameIndex;

fn cast() -> Cast<'static> {
    let member = |names: &[&'static str], gender| CastMember { names: names.to_vec(), gender };
    Cast {
        members: vec![
            member(&["Mina", "Mina Harker"], Some(Gender::She)),
            member(&["Van Helsing", "the Professor"], Some(Gender::He)),
            member(&["Lucy"], Some(Gender::She)),
            member(&["Arthur"], Some(Gender::He)),
        ],
        narrator: None,
    }
}

fn said(source: &str) -> Vec<(Option<Speaker>, Option<Reason>)> {
    let found = speakers(&Text::new(source), &cast());
    found.into_iter().map(|it| (it.speaker, it.reason)).collect()
}

fn other(label: &str) -> Option<Speaker> {
    Some(Speaker::Other(label.to_owned()))
}

#[test]
fn a_name_beside_the_verb_speaks() {
    for (source, wanted) in [
        ("“Come,” said Mina.", 0),
        ("Mina said, “Come.”", 0),
        ("“Come,” Mina softly said.", 0),
        ("Van Helsing softly answered: “Come.”", 1),
        ("“Come,” said poor Lucy.", 2),
        ("“Come,” said Lucy to Arthur.", 2),
        ("“Come!” cried out Arthur.", 3),
        ("‘Come,’ said Mina.", 0),
        ("«Come», said Mina.", 0),
        ("“Come,” smiled Mina.", 0),
        ("Lucy turned to the door and said:\n\n“Come.”", 2),
    ] {
        let found = said(source);
        assert_eq!(found, [(Some(Speaker::Member(wanted)), Some(Reason::Named))], "{source}");
    }
}

#[test]
fn whom_the_text_does_not_name_is_called_as_it_calls_them() {
    for (source, wanted) in [
        ("“Come,” said the old man.", other("the old man")),
        ("“Come,” a young girl answered.", other("a young girl")),
        ("“Come,” said another.", other("another")),
        ("“Come,” said the oldest colt.", other("the oldest colt")),
        ("“Come,” said his mother.", other("his mother")),
        ("“Come,” said a voice.", None),
    ] {
        assert_eq!(said(source)[0].0, wanted, "{source}");
    }
    assert_eq!(said("“Come,” I said.")[0], (Some(Speaker::Narrator), Some(Reason::FirstPerson)));
    let mut narrated = cast();
    narrated.narrator = Some(3);
    let found = speakers(&Text::new("“Come,” I said."), &narrated);
    assert_eq!(found[0].speaker, Some(Speaker::Member(3)));
}

#[test]
fn a_pronoun_is_the_nearest_person_whom_it_fits() {
    for (source, wanted) in [
        ("Mina met Arthur. “Come,” he said.", 3),
        ("Mina met Arthur. “Come,” she said.", 0),
        ("Arthur saw Van Helsing. He rose. “Come,” he said.", 3),
    ] {
        let found = said(source);
        assert_eq!(found, [(Some(Speaker::Member(wanted)), Some(Reason::Pronoun))], "{source}");
    }
    // Who is addressed by name does not speak.
    assert_eq!(said("Lucy came to Mina. “Come, Lucy,” she said.")[0].0, Some(Speaker::Member(0)));
}

#[test]
fn turns_of_two_alternate() {
    let found = said("“One,” said Mina.\n\n“Two,” said Arthur.\n\n“Three.”\n\n“Four.”\n\n“Five.”");

    let who: Vec<_> = found.iter().map(|it| it.0.clone()).collect();
    let member = |at| Some(Speaker::Member(at));
    assert_eq!(who, [member(0), member(3), member(0), member(3), member(0)]);
    assert!(found[2..].iter().all(|it| it.1 == Some(Reason::Alternation)));
}

#[test]
fn what_else_a_text_shows_of_its_speakers() {
    let table = [
        ("“Come.” Mina went to the door. “Now.”", 0, Reason::Action),
        ("Mina smiled.\n\n“Come.”", 0, Reason::Action),
        ("“Come,” said Mina. “Now.”", 0, Reason::Paragraph),
        ("“Where, Mina?” asked Arthur.\n\n“There.”", 0, Reason::Addressed),
    ];
    for (source, wanted, reason) in table {
        let found = said(source);
        let last = found.last().unwrap();
        assert_eq!(*last, (Some(Speaker::Member(wanted)), Some(reason)), "{source}");
    }
}

#[test]
fn what_is_uncertain_is_unknown() {
    for source in [
        "“Come.”",
        "“Come.” Nobody came.",
        "Mina met Lucy. Lucy met Mina. They stood. “Come.” “Go.”",
        "“Come,” said somebody’s friend’s hat.",
    ] {
        let found = speakers(&Text::new(source), &cast());
        assert!(found.iter().all(|it| it.speaker.is_none()), "{source}: {found:?}");
        assert!(found.iter().all(|it| it.certainty < CERTAINTY_MIN));
    }
}

#[test]
fn paragraphs_of_one_speech_are_one_quotation() {
    let source = "“One.\n\n“Two,” said Mina. The ‘term’ was long.";
    let found = speakers(&Text::new(source), &cast());

    assert_eq!(found.len(), 1);
    assert_eq!((found[0].parts.len(), found[0].span.of(source)), (2, "“One.\n\n“Two,”"));
    assert_eq!(found[0].speaker, Some(Speaker::Member(0)));
}

#[test]
fn a_quotation_without_words_at_the_end_has_no_speaker() {
    for source in ["She stared. “…”", "He left. “", "He left. \"", "“", "“…”"] {
        assert!(said(source).iter().all(|it| it.0.is_none()), "{source}");
    }
}

#[test]
fn the_narrator_is_whom_the_text_says() {
    let names = NameIndex::new([(0, "Ishmael"), (1, "Jonathan Harker"), (2, "Mina")]);
    for (source, wanted) in [
        ("Call me Ishmael. I went to sea.", Some(0)),
        ("My name is Ishmael, and I went to sea.", Some(0)),
        ("I, Jonathan Harker, went to sea.", Some(1)),
        ("Jonathan Harker’s Journal\n\nI went to sea.", Some(1)),
        ("Jonathan Harker’s Journal\n\nHe went to sea.", None),
        ("“My name is Ishmael,” he said. I looked at Mina.", None),
        ("I, Ishmael, saw him. “I” was what I, Mina, said.", None),
    ] {
        assert_eq!(narrator(&Text::new(source), &names), wanted, "{source}");
    }
}
