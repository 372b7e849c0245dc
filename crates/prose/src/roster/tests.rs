//! Who a small text names.

use super::*;
use crate::extract::Extract;
use crate::tokens::Text;

fn roster(documents: &[&str], known: &[KnownEntity]) -> Roster {
    let extracts: Vec<Extract> =
        documents.iter().map(|source| Extract::of(&Text::new(source))).collect();
    let names: Vec<&NameExtract> = extracts.iter().map(|extract| &extract.names).collect();
    Roster::of(&names, known)
}

/// The names of each person.
fn persons(source: &str) -> Vec<Vec<String>> {
    let of = |entity: NamedEntity| entity.names.into_iter().map(|name| name.text).collect();
    let all = roster(&[source], &[]).entities.into_iter();
    let mut persons: Vec<Vec<String>> =
        all.filter(|entity| entity.kind == EntityKind::Person).map(of).collect();
    persons.sort();
    persons
}

#[test]
fn a_name_has_its_kind() {
    let text = "“Come in,” said Harker, and Mina’s hand shook. They went to Whitby, and in Whitby they \
                found the Grand Hotel near Fenchurch Street. The Romans were there. We read the London \
                Gazette of the firm of Coutts & Co, and left Dr. Seward in Transylvania. Mr. Lake was at \
                St. Mary’s Hall with the Lord High Chancellor Cottle. “O Jo,” said Mr. Lake. Next the Lakes \
                thanked God and saw the Lord Chancellor.";

    let all = roster(&[text], &[]);

    let kind = |name: &str| {
        let is_it = |entity: &&NamedEntity| entity.names.iter().any(|it| it.text == name);
        all.entities.iter().find(is_it).map(|entity| entity.kind)
    };
    for (name, wanted) in [
        ("Harker", EntityKind::Person),
        ("Mina", EntityKind::Person),
        ("Dr. Seward", EntityKind::Person),
        ("Mr. Lake", EntityKind::Person),
        ("Lord High Chancellor Cottle", EntityKind::Person),
        ("Jo", EntityKind::Person),
        ("Lakes", EntityKind::Person),
        ("God", EntityKind::Person),
        ("Lord Chancellor", EntityKind::Person),
        ("St. Mary’s Hall", EntityKind::Location),
        ("Whitby", EntityKind::Location),
        ("Fenchurch Street", EntityKind::Location),
        ("Transylvania", EntityKind::Location),
        ("Romans", EntityKind::Group),
        ("Coutts & Co", EntityKind::Group),
        ("London Gazette", EntityKind::Work),
    ] {
        assert_eq!(kind(name), Some(wanted), "{name}: {:#?}", all.entities);
    }
}

#[test]
fn one_person_has_several_names_and_a_family_several_persons() {
    for (source, wanted) in [
        (
            "We met Mr. March. Then Mrs. March came, and Miss March smiled.",
            &[&["Miss March"][..], &["Mr. March"], &["Mrs. March"]][..],
        ),
        (
            "We met Jonathan Harker. Then Harker sat, and Jonathan spoke, and Mr. Harker left.",
            &[&["Jonathan Harker", "Harker", "Jonathan", "Mr. Harker"]],
        ),
        (
            "We met Meg March and Margaret March. Then Meg left.",
            &[&["Meg March", "Margaret March", "Meg"]],
        ),
        (
            "We met Jonathan Harker and Mina Harker. Then Harker left.",
            &[&["Harker"], &["Jonathan Harker"], &["Mina Harker"]],
        ),
        (
            "We met Captain Lennox, and Mr. Lennox was with us.",
            &[&["Captain Lennox"], &["Mr. Lennox"]],
        ),
        (
            "We met Mrs. Almira Todd, and so Mrs. Todd sat down.",
            &[&["Mrs. Almira Todd", "Mrs. Todd"]],
        ),
        (
            "We met Quincey P. Morris. Then Quincey Morris left.",
            &[&["Quincey P. Morris", "Quincey Morris"]],
        ),
        (
            "We met Mr. Villars, and then the Rev. Mr. Villars spoke.",
            &[&["Rev. Mr. Villars", "Mr. Villars"]],
        ),
        (
            "We met Sergeant Bibot. Then Citoyen Bibot laughed.",
            &[&["Sergeant Bibot", "Citoyen Bibot"]],
        ),
        (
            "We met Hester Prynne. Then Madame Hester laughed.",
            &[&["Hester Prynne", "Madame Hester"]],
        ),
        ("We met Mrs. March. Then Aunt March laughed.", &[&["Aunt March"], &["Mrs. March"]]),
        ("We met Tom March. Then Uncle March laughed.", &[&["Tom March"], &["Uncle March"]]),
        (
            "We met Jonathan Harker. Then Mr. Jonathan sat, and Jonathan spoke.",
            &[&["Jonathan Harker", "Mr. Jonathan", "Jonathan"]],
        ),
        ("We met Joseph Smollet. Then St. Joseph smiled.", &[&["Joseph Smollet"], &["St. Joseph"]]),
        ("We met Dr. Seward. Then Professor Seward left.", &[&["Dr. Seward", "Professor Seward"]]),
        ("We met Dr. Seward. Then Captain Seward left.", &[&["Captain Seward"], &["Dr. Seward"]]),
        (
            "We met Grant Mitchell. Then General Grant left.",
            &[&["General Grant"], &["Grant Mitchell"]],
        ),
        (
            &format!(
                "We met Abraham Morley.{}",
                " So Dr. Morley sat. There stood Morley.".repeat(6)
            ),
            &[&["Abraham Morley"], &["Dr. Morley", "Morley"]],
        ),
        ("We met John Clayton. A day from London John Clayton left.", &[&["John Clayton"]]),
    ] {
        assert_eq!(persons(source), wanted, "{source}");
    }
}

#[test]
fn two_names_side_by_side_are_two_where_each_stands_by_itself_far_more_often() {
    let apart = "So Ben Weatherstaff sat. There stood Mary. ".repeat(10);
    for (text, wanted) in [
        ("To Ben Weatherstaff Mary was kind.", &[&["Ben Weatherstaff"][..], &["Mary"]][..]),
        (
            "We met Mary Lennox, and so Lennox left.",
            &[&["Ben Weatherstaff"], &["Mary Lennox", "Mary", "Lennox"]],
        ),
        ("We met Father Mary.", &[&["Ben Weatherstaff"], &["Father Mary"], &["Mary"]]),
    ] {
        assert_eq!(persons(&format!("{apart}{text}")), wanted, "{text}");
    }

    // The one that is turned is two, and the other is one.
    let turned = "We met Quincey Morlock. There stood Quincey. There stood Morlock. ".repeat(10);
    let all = persons(&format!("{turned}To Morlock Quincey was kind."));
    assert!(
        all.contains(&["Quincey Morlock", "Quincey", "Morlock"].map(str::to_owned).to_vec()),
        "{all:?}"
    );

    // As often as not the long one is a name by itself.
    let rare = "So Ben Weatherstaff sat. There stood Mary. To Ben Weatherstaff Mary was kind.";
    let all = roster(&[rare], &[]).entities;
    let is_long = |name: &EntityName| name.text == "Ben Weatherstaff Mary";
    assert!(all.iter().any(|entity| entity.names.iter().any(is_long)), "{all:#?}");
}

#[test]
fn what_the_lore_knows_is_one() {
    let known = [KnownEntity {
        names: vec!["Abraham Van Helsing".to_owned(), "the Professor".to_owned()],
        kind: Some(EntityKind::Person),
        pronouns: None,
    }];
    let all = roster(
        &["We met Van Helsing.", "So the Professor spoke. Abraham Van Helsing sat."],
        &known,
    );

    let [only] = all.entities.as_slice() else { panic!("{:#?}", all.entities) };
    let names: Vec<&str> = only.names.iter().map(|name| name.text.as_str()).collect();
    assert_eq!(names, ["Abraham Van Helsing", "Van Helsing", "Professor"]);
    assert_eq!((only.known, only.count, only.documents), (Some(0), 3, 2));
    assert_eq!(all.mentions[0].len(), 1);
}

#[test]
fn pronouns_are_those_that_the_text_shows() {
    let all = roster(
        &[
            "Robin sat. She was cold. Robin took her hat, and Robin shook her head. Mr. Lee left. Ash left.",
        ],
        &[],
    );

    let pronouns = |name: &str| {
        let is_it = |entity: &&NamedEntity| entity.names[0].text == name;
        all.entities.iter().find(is_it).and_then(|entity| entity.pronouns)
    };
    assert_eq!(pronouns("Robin"), Some(Pronouns::She));
    assert_eq!(pronouns("Mr. Lee"), Some(Pronouns::He));
    assert_eq!(pronouns("Ash"), None);
}

#[test]
fn a_word_that_only_opens_a_sentence_is_no_name() {
    assert_eq!(
        persons("Supper passed. Poor Lucy Westenra wept. Then we slept."),
        [["Lucy Westenra"]]
    );
    assert_eq!(persons("Chapter One: The Voyage\n\nWe slept."), Vec::<Vec<String>>::new());
}

fn slips(documents: &[&str], known: &[&str]) -> Vec<(String, String, usize)> {
    let extracts: Vec<Extract> =
        documents.iter().map(|source| Extract::of(&Text::new(source))).collect();
    let names: Vec<&NameExtract> = extracts.iter().map(|extract| &extract.names).collect();
    let known: Vec<KnownEntity> = known
        .iter()
        .map(|name| KnownEntity { names: vec![(*name).to_owned()], ..KnownEntity::default() })
        .collect();
    let found = name_slips(&names, &known).into_iter();
    found.map(|slip| (slip.word, slip.meant, slip.positions.len())).collect()
}

#[test]
fn a_name_is_misspelt_once_or_throughout_a_chapter() {
    let often = "There stood Harkar. ".repeat(6);
    let beside = "There stood Jonathan Harkar. ".repeat(6);
    let right = "There stood Harker. ".repeat(6);
    let titled = format!("{}So Mr. Harker came.", "So Mr. Harkar came. ".repeat(5));
    let morley = "There stood Morley. ".repeat(6);
    for (documents, known, wanted) in [
        (&["We met Harkar."][..], "Jonathan Harker", Some(("harkar", "harker", 1))),
        (&[&right, &often], "Jonathan Harker", Some(("harkar", "harker", 6))),
        (&[&right, &beside, &beside], "Jonathan Harker", Some(("harkar", "harker", 12))),
        // Both in one chapter, each often: two persons.
        (&[&format!("{right}{often}")], "Jonathan Harker", None),
        // Nobody knows the name but the book.
        (&[&morley, "We met Morlay."], "Mina", Some(("morlay", "morley", 1))),
        (&[&morley, "She said: “We met Morlay.”"], "Mina", None),
        (&["There stood Morley. We met Morlay."], "Mina", None),
        // Another first letter, a plural, an ordinary word, a name of its own, what is made of a name.
        (&["We met Parker, the Harkers and their harkey. There was Harkey."], "Harker", None),
        (
            &[
                "We met Beth. ".repeat(4).as_str(),
                "There stood Bethy. ".repeat(6).as_str(),
                "Many Beths.",
            ],
            "Mina",
            None,
        ),
        (&["We met Maria."], "Mario", None),
        (&["We met a Genevan."], "Geneva", None),
        (&["She has out-Harker'd them all."], "Harker", None),
        // As near to another word of the book.
        (&[&morley, "We met Morlay, and Marlay too."], "Mina", None),
        (&["We met Mrs. Harkar. ", &"So Mr. Harker came. ".repeat(6)], "Harker", None),
        // One letter from a family of which the chapter names another.
        (
            &[&format!("{}We met Mrs. Harkar.", "Mina Harker sat with Mr. Harker. ".repeat(6))],
            "Mina Harker",
            Some(("harkar", "harker", 1)),
        ),
        // What a hyphen joins, what somebody is called, and what is made of the name of a country.
        (&["We saw that Harkar-dial."], "Harker", None),
        (&["She still called him Harkar."], "Harker", None),
        (&[&"We sailed to Japan. ".repeat(6), "It was flung in Javan seas."], "Mina", None),
        // A chapter that has the right name as well.
        (
            &[&titled, "Then Mr. Harker left.", "Mr. Harker slept."],
            "Harker",
            Some(("harkar", "harker", 5)),
        ),
        (&[&format!("{titled} Then Mr. Harker left.")], "Harker", None),
        (
            &[&format!("{titled} {}", "So Mr. Harker bowed. ".repeat(5)), "Mr. Harker slept."],
            "Harker",
            None,
        ),
    ] {
        let wanted: Vec<_> = wanted
            .into_iter()
            .map(|(word, meant, count)| (word.to_owned(), meant.to_owned(), count))
            .collect();
        assert_eq!(slips(documents, &[known]), wanted, "{documents:?}");
    }
}

#[test]
fn whom_a_book_names_many_times_as_often_is_meant_by_a_name_of_several() {
    let often = "“Well,” the Professor said. Then the Professor’s hand shook, and he laughed. “Yes,” answered the Professor. “So it is,” said Professor Dracula to Dracula. ";
    let text = format!(
        "{}We spoke of Professor Orlok. They knew Voivode Dracula and the Draculas. {}",
        often.repeat(8),
        "Ben Weatherstaff dug. “Yes,” said Ben. ".repeat(6)
    );

    let all = persons(&text);

    let of = |name: &str| all.iter().find(|names| names.iter().any(|it| it == name)).unwrap();
    assert_eq!(*of("Dracula"), ["Professor Dracula", "Professor", "Dracula"]);
    assert_eq!(*of("Ben"), ["Ben Weatherstaff", "Ben"]);
    assert_eq!(*of("Professor Orlok"), ["Professor Orlok"]);
}
