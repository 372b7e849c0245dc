//! Slips of grammar, and what looks like one and is right.

use super::grammar_slips;
use crate::tokens::Text;

/// The slips of a text, each as `wrong > meant`.
fn found(source: &str) -> Vec<String> {
    let slips = grammar_slips(&Text::new(source));
    slips.iter().map(|it| format!("{} > {}", it.span.of(source), it.meant)).collect()
}

#[test]
fn words_that_stand_for_others_are_found() {
    for (source, wanted) in [
        ("The wind was colder then the sea.", "colder then the > colder than the"),
        ("Their were three lamps in the hall.", "Their were > There were"),
        ("She could of gone by the road.", "could of gone > could have gone"),
        ("The ship turned on it’s side.", "on it’s side > on its side"),
        ("It was to late for supper.", "was to late for > was too late for"),
        ("I wonder weather he slept.", "wonder weather he > wonder whether he"),
        ("They walked passed the mill.", "They walked passed the > They walked past the"),
        ("He had past the gate.", "had past the > had passed the"),
        ("She took a deep breathe and dived.", "deep breathe and > deep breath and"),
        ("Do not loose heart.", "not loose heart > not lose heart"),
        ("He use to be a miller.", "He use to be > He used to be"),
        ("She was more happier then.", "was more happier > was happier"),
        ("A peace of bread lay there.", "A peace of bread > A piece of bread"),
        ("On a monday i saw him.", "monday > Monday"),
        ("“You said dont.”", "dont > don't"),
        ("Yes, i know.", "i know > I know"),
        ("“Lets go home,” she said.", "Lets go > Let's go"),
        ("“Lets go home,” she’d said.", "Lets go > Let’s go"),
        ("“Lets go home,” she’d said.", "Lets go > Let’s go"),
    ] {
        assert_eq!(found(source).first().map(String::as_str), Some(wanted), "{source}");
    }
}

#[test]
fn verbs_have_a_form_that_can_stand_there() {
    for (source, wanted) in [
        ("He did not went home.", "did not went > did not go"),
        ("She could saw the harbour.", "could saw > could see"),
        ("They had took the boat.", "They had took > They had taken"),
        ("She wanted to went home.", "to went > to go"),
        ("We was in the garden.", "We was in > We were in"),
        ("They has seen it.", "They has seen > They have seen"),
        ("It took two day to reach it.", "two day to > two days to"),
    ] {
        assert_eq!(found(source), [wanted], "{source}");
    }
    // So somebody may speak.
    assert_eq!(found("“He did not went home,” she said. “We was in the garden.”"), [""; 0]);
}

#[test]
fn articles_and_commas_are_told_from_what_is_meant() {
    for (source, wanted) in [
        ("It was a empty house.", &["a empty > an empty"][..]),
        ("A apple stood there, and an lamp.", &["A apple > An apple", "an lamp > a lamp"]),
        ("He ate,drank and slept.", &["ate,drank > ate, drank"]),
        ("He ate , drank and slept.", &["ate , drank > ate, drank"]),
        ("It took an hour, a year, a useful one and an honest man.", &[]),
        ("An M.P. and a European met at a one-horse inn.", &[]),
        ("“Give me a apple,” said the boy.", &[]),
        ("Plan A is an old one, 1,500 marks,\nno more.", &[]),
    ] {
        assert_eq!(found(source), wanted, "{source}");
    }
}

#[test]
fn what_is_right_is_left_alone() {
    for source in [
        "She was colder then, and then she slept. He was better then than now.",
        "Their house was there. They were in their own rooms, and there were three.",
        "He did what he could of the work. It is its own reward.",
        "He went to London, and it was to be a long day. She was used to it.",
        "The weather was fine, and they wondered whether it would hold.",
        "In the past he passed the mill. She drove her past the gate.",
        "He breathed, and his breath was short; he could not breathe.",
        "They loosed the ropes. She let loose her hair.",
        "He did it, and went. To have come was right; had he come, he saw it.",
        "The two-day journey, a three year old horse, and many a thing.",
        "She was more beautiful than most. The more the better.",
        "I. e. nothing; the letter i, and Roman numerals: i, ii, iii.",
        "They let us go. He lets go of it. Let us see. The horse he had went lame.",
        "The boys, whose hands were cold. Who’s there?",
        "Will said nothing. Those who could made for the boats. His will broke.",
        "Had he seen the light? Never had she seen a face like his.",
        "The stranger then drew a letter. They looked at each other then back at the sea.",
        "He kissed her once more then left. I will tell you more later.",
        "He took my face between his hands and I closed my eyes. Let her breathe.",
        "There was no one to talk to except the cat. He’d lead them to the river.",
        "Something threw him. The king threw his cup. Did you use to live here?",
        "What in the world were you thinking? He was quiet a few minutes.",
        "The trick was to slow your breathing. Keep out of it, I just know.",
        "All the money the family had went to the church. He had been broke for years.",
        "Everyone she spoke to gave her bread. Was he past the age?",
        "Among the three brothers was one who sang. The might of united Europe failed.",
        "The state he’s in it’s a wonder. Come on they’re waiting, she thought.",
        "Quick as thought he sprang. These morning calls were dull.",
        "An A level, an nth time, a one-eyed man. A is for apple.",
        "It was to ill-treat nobody. Peter Noone had Drew back.",
        "He is of age, more or less, and at peace. In the reigns of two queens nothing was built.",
    ] {
        assert_eq!(found(source), [""; 0], "{source}");
    }
}

#[test]
fn what_stands_often_is_how_the_book_is_written() {
    let often = "It was a evil year. ".repeat(6);
    assert_eq!(found(&often), [""; 0]);
    assert_eq!(found(&"It was a evil year. ".repeat(5)).len(), 5);
    // A wrong word stays wrong.
    assert_eq!(found(&"It lay on it’s side. ".repeat(6)).len(), 6);
}
