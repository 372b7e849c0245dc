//! The habits of books of a few paragraphs, and what is no departure from them.

use super::*;

/// Thirty-two clauses of a story told in the third person and the past.
fn narrated_in_past() -> String {
    let paragraphs = [
        "Hester walked to the pier and looked at the boats. She counted them, and then she sat down.",
        "The rain had stopped. She opened her basket and took out the bread. Nobody came.",
        "Old Bram crossed the yard behind her. He carried a lantern, and he set it on the wall.",
        "They talked of the weather. Bram nodded and pulled at his pipe. He was in no hurry.",
    ];
    paragraphs
        .join("\n\n")
        .repeat(3)
        .replace("came.Hester", "came.\n\nHester")
        .replace("hurry.Hester", "hurry.\n\nHester")
}

/// A story told in the present.
fn narrated_in_present() -> String {
    "Hester walks to the pier and looks at the boats. She counts them, and then she sits down.\n\n\
     The rain is over. She opens her basket and takes out the bread. Nobody is there.\n\n\
     He carries a lantern, and he sets it on the wall. Then he turns and goes.\n\n"
        .repeat(5)
}

fn narrated_by_i() -> String {
    "I walked to the pier and looked at the boats. I counted them, and my feet were cold.\n\n\
     I opened my basket and took out the bread. Hester passed me and said nothing.\n\n\
     I rose at six. My brother slept, and I let him.\n\n"
        .repeat(5)
}

fn extracts(sources: &[String]) -> Vec<HabitExtract> {
    sources.iter().map(|source| HabitExtract::of(&Text::new(source))).collect()
}

fn slips(
    sources: &[String],
    find: impl for<'e> Fn(&[&'e HabitExtract]) -> Vec<(usize, &'e Slip)>,
) -> Vec<(usize, String)> {
    let extracts = extracts(sources);
    let all: Vec<&HabitExtract> = extracts.iter().collect();
    find(&all).into_iter().map(|(at, slip)| (at, slip.quote.clone())).collect()
}

#[test]
fn a_paragraph_in_another_tense_than_the_book_is_found() {
    let slip = "She climbs the stairs and knocks at the door. The door opens. She goes in.";
    let reverse =
        "She climbed the stairs and knocked at the door. Then she pushed it open and went in.";
    for (book, slip) in [(narrated_in_past(), slip), (narrated_in_present(), reverse)] {
        let sources = [book.clone(), format!("{book}\n\n{slip}\n\n{book}"), book];

        let found = slips(&sources, tense_slips);

        assert_eq!(found, [(1, slip.to_owned())], "{slip}");
    }
}

#[test]
fn a_paragraph_of_states_in_the_present_is_found_too() {
    let book = narrated_in_past();
    let slip = "The rain is heavy now, and the harbour lies empty. Hester seems to be asleep. Her brother is \
                somewhere in the town, and nobody wants to look for him; his boat has no oars.";
    let chapter = format!("{book}\n\n{slip}\n\n{book}");
    assert_eq!(slips(std::slice::from_ref(&chapter), tense_slips), [(0, slip.to_owned())]);

    for right in [
        // Of any of a kind, and what follows it.
        "A sailor's life is hard. His boat is his home, and he seems to be content. He has no other.",
        // What the teller says of now.
        "Hester is still here. I am her friend, and the harbour is my home. She seems content.",
        // A part that stands in the present.
        "The harbour is empty, and the boat is gone. She seems content.\n\nThe rain is heavy, and the sea \
         is grey. He seems tired.",
    ] {
        let chapter = format!("{book}\n\n{right}\n\n{book}");
        assert_eq!(slips(&[chapter], tense_slips), [], "{right}");
    }
}

#[test]
fn what_may_stand_in_another_tense_is_no_slip() {
    let book = narrated_in_past();
    let in_chapter = narrated_in_present();
    for right in [
        "“She climbs the stairs and knocks. She opens the door,” he said.",
        "The moon moves the tides, and the sea keeps its time.",
        "When a man climbs the stairs he knocks, and then he opens the door.",
        "Whoever climbs the stairs knocks. She opens the door when she can.",
        "You will ask what she does: she climbs the stairs, and she knocks at the door.",
        "Dear Anna,\n\nHester climbs the stairs now and knocks. She opens my door.\n\nYours, Bram",
        "On the stone it said:\n\nHe sleeps, he wakes, he rises and he walks.",
        "HESTER. She climbs the stairs and knocks. She opens the door.",
        "In which Hester climbs the stairs and knocks, and opens the door.",
        "She climbs the stair,\nShe knocks at the door,\nShe opens it there,\nAnd she goes no more.",
        "She lives there still, and she is happy. She has two sons, and she believes in them.",
        "I think she knows it now. I believe she is there still.",
        in_chapter.as_str(),
    ] {
        let sources = [book.clone(), format!("{book}\n\n{right}\n\n{book}"), book.clone()];

        assert_eq!(slips(&sources, tense_slips), [], "{right}");
    }
}

#[test]
fn a_paragraph_in_the_first_person_is_found_in_a_book_in_the_third() {
    let book = narrated_in_past();
    let slip = "I crossed the yard and took the lantern from the wall. My hands were cold.";
    let sources = [book.clone(), format!("{book}\n\n{slip}\n\n{book}"), book.clone()];
    assert_eq!(slips(&sources, person_slips), [(1, slip.to_owned())]);

    for right in [
        "“I crossed the yard and took my lantern from the wall,” he said.",
        "I think I have said that she crossed the yard.",
        "Dear Anna,\n\nI crossed the yard and took my lantern.\n\nYours, Bram",
        "I ask you, reader, what I did when I crossed my yard.",
        narrated_by_i().as_str(),
    ] {
        let sources = [book.clone(), format!("{book}\n\n{right}\n\n{book}"), book.clone()];
        assert_eq!(slips(&sources, person_slips), [], "{right}");
    }
    let long = [book.as_str(); 40].join("\n\n");
    let of_one = "Hester sat down by the window, where I could see the whole length of the street.";
    assert_eq!(
        slips(&[format!("{long}\n\n{of_one}\n\n{book}")], person_slips),
        [(0, of_one.to_owned())]
    );
    for right in [
        "Hester gathered forget-me-nots, and the yard was empty.",
        "Hester slept, and I’m not sure that she would have come.",
        "Dear me, Hester never looked up.",
        "The mill had stood since King James I was young.",
        "Hester, as I said, had no sister.",
        "Hester had a parrot, which I had almost forgotten.",
        "I was a fool, thought Hester, and she shut the door.",
    ] {
        assert_eq!(slips(&[format!("{long}\n\n{right}\n\n{book}")], person_slips), [], "{right}");
    }
    let diary = [narrated_by_i(), format!("{}{slip}", narrated_by_i())];
    assert_eq!(slips(&diary, person_slips), []);
}

#[test]
fn what_only_another_can_know_is_found_in_the_book_of_one() {
    let book = narrated_by_i();
    let slip = "Hester wondered how long the bread would last, and she regretted the cheese.";
    let sources = [book.clone(), format!("{book}\n\n{slip}\n\n{book}"), book.clone()];
    assert_eq!(slips(&sources, view_slips).first(), Some(&(1, slip.to_owned())));

    for right in [
        "She thought about it.",
        "Hester evidently wondered how long the bread would last.",
        "Hester told me that she wondered how long the bread would last.",
        "“Hester wondered how long it would last,” he said.",
        "I wondered whether Hester regretted it.",
    ] {
        let sources = [book.clone(), format!("{book}\n\n{right}\n\n{book}"), book.clone()];
        assert_eq!(slips(&sources, view_slips), [], "{right}");
    }
    let of_many =
        format!("{}\n\n{slip}\n\nBram wondered too.\n\nAnna wondered.", narrated_in_past());
    assert_eq!(slips(&[of_many], view_slips), []);
}

#[test]
fn what_is_said_to_be_hidden_is_found_where_others_are_felt_with() {
    let felt = "Hester wondered how long it would last.\n\nBram longed for his bed.\n\n\
                Hester dreaded the stairs.\n\nBram hoped for rain.\n\n";
    let book = format!("{}\n\n{felt}{}", narrated_by_i(), narrated_by_i());
    for slip in [
        "Bram thought of the money the whole evening and told nobody.",
        "In the middle of the talk Hester secretly hated every one of them.",
        "Bram was remembering the child, and he gave no sign of it.",
        "Bram regretted the money, and he never told it to anybody.",
        "Bram thought to himself that I should never find it.",
        "Hester was secretly ashamed of me, but she hid it behind a smile.",
        "In the room below, Bram fell to thinking of the money.",
        "Out of my sight Hester was resolving to keep the key.",
        "Upstairs, Bram found himself wishing for the sea.",
        "Bram, as he watched me eat, was thinking of the money, and I should never guess it.",
        "Bram, a nice lad, who thought to himself that I was ill, kept the thought from everybody.",
        "Alone in the loft Bram wept, and thought with envy of the dead, and never told it to me.",
        "In the loft, when Hester slept, Bram wept and thought of the summer, and resolved that no living soul should ever hear of it.",
        "In the loft Bram, with his arm in a sling, was turning over the papers, and thinking how glad he was of a night to himself.",
        "The younger brother, as he undid the straps, thought of a friend who had been hurt, and told nobody.",
    ] {
        let sources = [format!("{book}\n\n{slip}\n\n{book}")];
        assert_eq!(slips(&sources, view_slips), [(0, slip.to_owned())], "{slip}");
    }
    for right in [
        "Bram told me that he had thought of it the whole evening and told nobody.",
        "Perhaps Bram thought of the money, and told nobody.",
        "Bram seemed to be remembering the child, and he gave no sign of it.",
        "Bram longed for his own bed, which he should never know again.",
        "Bram, as he told me, was thinking of the money, and nobody should ever know it.",
        "I saw that Bram thought of the money, and he told nobody.",
        "Bram decided to go upstairs, for all that I said.",
        "Hester hoped that I was miles away.",
        "Bram came upstairs and felt sure that I had a fever.",
    ] {
        let sources = [format!("{book}\n\n{right}\n\n{book}")];
        assert_eq!(slips(&sources, view_slips), [], "{right}");
    }
}

#[test]
fn a_thought_of_another_is_found_in_a_scene_that_keeps_to_one() {
    let of = |one: &str, she: &str| {
        format!(
            "{one} wondered what it meant. The yard was empty.\n\n{she} remembered the boat. {one} \
             resolved to wait.\n\n{she} felt a chill, and the door was shut.\n\n"
        )
    };
    let scenes: Vec<String> = [("Hester", "She"), ("Bram", "He"), ("Anna", "She"), ("Tom", "He")]
        .iter()
        .cycle()
        .take(12)
        .map(|(one, she)| of(one, she))
        .collect();
    let slip = "Anna feared that the boat was lost.";
    let mut sources = scenes.clone();
    sources[1] = format!("{}{slip}", scenes[1]);
    assert_eq!(slips(&sources, view_slips), [(1, slip.to_owned())]);
    assert_eq!(slips(&scenes, view_slips), []);
}

#[test]
fn a_paragraph_about_nobody_is_found_in_the_book_of_a_teller() {
    let book =
        "I walked to the pier and looked at the boats. I counted them, and my feet were cold.\n\n\
                I opened my basket and took out the bread. The rain had stopped.\n\n\
                I rose at six, and I lit the lamp.\n\n"
            .repeat(6);
    let slip = "He crossed the yard and took his lantern from the wall. His hands were cold.";
    let source = format!("{book}{slip}\n\n{book}");
    assert_eq!(slips(&[source], person_slips), [(0, slip.to_owned())]);
    for right in [
        "Old Bram crossed the yard. He took his lantern from the wall, and his hands were cold.",
        "“We shall see,” he said. He crossed the yard and took his lantern. His hands were cold.",
        "A man crossed the yard. He took his lantern from the wall, and his hands were cold.",
        "My brother was there.\n\nHe crossed the yard and took his lantern. His hands were cold.",
        "“He took it,” said she.\n\nHe crossed the yard and took his lantern. His hands were cold.",
    ] {
        let source = format!("{book}{right}\n\n{book}");
        assert_eq!(slips(&[source], person_slips), [], "{right}");
    }
}

#[test]
fn acts_in_the_present_are_found_in_a_document_that_often_speaks_of_now() {
    let book = narrated_in_past();
    let of_now =
        "The harbour is the same today, and the boats are as old. It is a quiet place.\n\n"
            .repeat(12);
    let slip = "Bram goes to the window and looks at the lantern. He is tired, and he turned away. Then \
                he opens the door.";
    let source = format!("{of_now}{book}\n\n{slip}\n\n{book}");
    assert_eq!(slips(&[source], tense_slips), [(0, slip.to_owned())]);
}

#[test]
fn what_somebody_is_doing_is_an_act_too() {
    let book = narrated_in_past();
    for slip in [
        "Bram is sitting in the boat, and Hester is coming to him.",
        "Bram opens the gate, then walks to the pier.",
        "Just before Hester goes for the basket, Bram asks for the lantern.",
        "Bram opens the gate and slowly walks to the pier.",
        "Bram goes back to the pier with his lantern and Hester stays with her brother.",
        "Hester gives him a long look.",
    ] {
        let source = format!("{book}\n\n{slip}\n\n{book}");
        assert_eq!(slips(&[source], tense_slips), [(0, slip.to_owned())], "{slip}");
    }
}

#[test]
fn a_tense_that_changes_from_clause_to_clause_is_found() {
    let book = narrated_in_past();
    // What is told in the past before it is no part of it.
    for (before, slip) in [
        ("", "Bram takes the lantern from the wall and carried it to the gate. He is tired."),
        (
            "",
            "Hester has a word with her brother and then went up to bed. The candle stands on the sill.",
        ),
        (
            "",
            "When Bram comes back to the gate, the boats were gone. Hester has seen him, and she hid.",
        ),
        (
            "",
            "Hester opened her basket. Her hand is cold; but she instantly feels that she is a fool.",
        ),
        (
            "The oars lay on the wall. ",
            "Hester dropped her basket and turns to the pier. The rain is cold.",
        ),
    ] {
        let source = format!("{book}\n\n{before}{slip}\n\n{book}");
        assert_eq!(slips(&[source], tense_slips), [(0, slip.to_owned())], "{slip}");
    }
    for right in [
        "As the poet affirms, Bram had some claim to a pension. He smiled and waited.",
        "Hester opened the book, which she still has, and read of the country where the tide never turns.",
        "Bram read of a king who rises at dawn and hunts till noon. He smiled and waited.",
        "The mills and walks of the town were empty. Hester smiled and waited for the boats.",
        "Bram carries his years lightly to this day, as those who knew him say. Hester smiled.",
        "“She takes it and goes,” said Bram. He smiled, and Hester stood still.",
        "A man goes to the pier when he pleases.",
        "Hester smiled. She often suddenly feels that it is late.",
        // A word of every day that only a sentence's beginning gives a capital.
        "Hollow murmurs seemed to creep along the pier, and Hester stood still.",
    ] {
        let source = format!("{book}\n\n{right}\n\n{book}");
        assert_eq!(slips(&[source], tense_slips), [], "{right}");
    }
}

#[test]
fn lines_of_verse_that_are_joined_are_no_narration() {
    let book = narrated_in_past();
    let verse =
        "I sailed upon the bitter sea, And my own boat was small, Which I had built for thee.";
    let plain = "I sailed upon the bitter sea, and my own boat was small, which I had built.";
    for (said, count) in [(verse, 0), (plain, 1)] {
        let source = format!("{book}\n\n{said}\n\n{book}");
        assert_eq!(slips(&[source], person_slips).len(), count, "{said}");
    }
}

#[test]
fn what_a_teller_does_between_two_sentences_in_the_past_is_of_the_past() {
    let book =
        "I walked to the pier and looked at the boats. I counted them, and my feet were cold.\n\n\
                I opened my basket and took out the bread. The rain had stopped.\n\n"
            .repeat(8);
    let slip = "I walk the streets, and I have no clear idea of where I am.";
    let paragraph = |sentence: &str| {
        let source =
            format!("{book}I left the inn at dawn. {sentence} My heart beat fast.\n\n{book}");
        slips(&[source], tense_slips)
    };
    assert_eq!(paragraph(slip), [(0, slip.to_owned())]);
    for right in [
        "When I look back, I see that I am to blame.",
        "I walk there still, and I am glad of it.",
        "I think that I am mad.",
    ] {
        assert_eq!(paragraph(right), [], "{right}");
    }
}

#[test]
fn a_passage_that_stands_again_is_found_in_the_whole_book() {
    let passage = "The tide went out past the second buoy that night, and the sand lay bare and grey as far \
                   as anyone could see. Nobody dared to walk on it before the morning came.";
    let sources = [
        format!("One day it rained.\n\n{passage}\n\nThen it stopped."),
        narrated_in_past(),
        format!("It was late, and the wind blew.\n\n{passage}\n\n“Go,” he said."),
    ];
    let extracts = extracts(&sources);
    let all: Vec<&HabitExtract> = extracts.iter().collect();
    let shared = shared_documents(&all);
    let texts: Vec<Text<'_>> = shared.iter().map(|&at| Text::new(&sources[at])).collect();

    let found = repeated_passages(&texts);

    let again = found.iter().find(|it| shared[it.again.0] == 2).unwrap();
    assert_eq!(shared[again.before.0], 0);
    assert_eq!(again.again.1.of(&sources[2]), passage.trim_end_matches('.'));
    assert_eq!((again.sentences, again.words), (2, 33));
}

#[test]
fn what_is_meant_to_stand_again_is_no_finding() {
    let line = "the tide went out past the second buoy and the sand lay bare and grey";
    for source in [
        // Speech, and what is quoted.
        format!("He said, “I saw it: {line}.”\n\nShe said, “I saw it: {line}.”"),
        // Verse.
        "The tide went out past the second buoy\nAnd all the sand lay bare and grey\n\nX.\n\n\
         The tide went out past the second buoy\nAnd all the sand lay bare and grey"
            .to_owned(),
        // A refrain.
        format!("It was so: {line}.\n\nA.\n\nIt was so: {line}.\n\nB.\n\nIt was so: {line}."),
        // A formula.
        "He put on his hat and went out.\n\nIt rained.\n\nHe put on his hat and went out."
            .to_owned(),
        // A part of a sentence.
        format!("One day {line} until noon.\n\nAnother day {line} until night."),
    ] {
        let texts = [Text::new(&source)];
        assert_eq!(repeated_passages(&texts), [], "{source}");
    }
    let endless = "again and ".repeat(20_000);
    assert!(repeated_passages(&[Text::new(&endless)]).len() <= 100);
}

#[test]
fn texts_of_other_languages_are_not_read() {
    let german =
        "Er geht über den Hof und nimmt die Laterne, und die Frau ist nicht da. ".repeat(10);

    assert_eq!(HabitExtract::of(&Text::new(&german)), HabitExtract::default());
}
