//! Facts that are told by the way, and whom pronouns and parts of names mean in them.

use super::{check, found};
use crate::extract::Extract;
use crate::tokens::Text;

/// What is read of a sentence in the paragraph of another.
fn behind(before: &str, sentence: &str) -> Vec<String> {
    found(&format!("{before} {sentence}"))
}

#[test]
fn whom_a_title_and_a_family_name_mean_is_known_from_the_whole_name() {
    for (before, sentence, wanted) in [
        (
            "Captain Hale went aft. He wished to see the log.",
            "The Captain shut the door, and his grey eyes did not leave it.",
            &["Captain eyes grey n"][..],
        ),
        (
            "Thomas Hale sat cross-legged. He sewed.",
            "Hale was a tailor, and his hair was red.",
            &["Hale profession tailor", "Hale hair red n"],
        ),
        // Two with the name: nobody knows whose eyes they are.
        ("Thomas Hale came with John Hale.", "Hale nodded, and his eyes were grey.", &[]),
        ("Captain Hale came with Captain Orme.", "The Captain nodded. His eyes were grey.", &[]),
    ] {
        let read: Vec<String> =
            behind(before, sentence).into_iter().filter(|it| !it.contains(" rank ")).collect();
        assert_eq!(read, wanted, "{sentence}");
    }
}

#[test]
fn a_relative_is_not_their_own() {
    for (before, sentence, wanted) in [
        (
            "Lucy Horsfall chose the wool.",
            "Ezekiel Horsfall was her uncle. He sat down.",
            &["Ezekiel Horsfall kinship uncle Lucy Horsfall"][..],
        ),
        (
            "Lucy Dacre stood at the stile. She had lost her way.",
            "Hugh Dacre, her brother, had gone on.",
            &["Hugh Dacre kinship brother Lucy Dacre"],
        ),
        ("Lucy came with Anne. They were tired.", "Ezekiel was her uncle.", &[]),
        ("Tom Orme had gone.", "Ezekiel Hale, his son, Emma, and Harriet remained.", &[]),
        (
            "Lucy Hale sang in the choir.",
            "“Come, child,” said Simon Hale, who was her father.",
            &["Simon Hale kinship father Lucy Hale"],
        ),
        // What the man says of a child is not what the narration goes on about.
        (
            "Lucy Hale sang in the choir.",
            "“My child,” said Simon Hale, who was her father.",
            &["Simon Hale kinship father Lucy Hale"],
        ),
    ] {
        assert_eq!(behind(before, sentence), wanted, "{sentence}");
    }
}

#[test]
fn what_a_clause_puts_in_is_so_whatever_its_sentence_supposes() {
    check(&[
        ("If Lucy, who was twenty-five, had known, she would have come.", "Lucy age 25"),
        ("Perhaps Hale, a baker, had known it.", "Hale profession baker"),
        ("Nobody else came, and Hale, being fifteen, worked there.", "Hale age 15"),
        ("Lucy, nearly forty, said nothing.", "Lucy age 37-40"),
        ("Lucy was almost twenty.", "Lucy age 17-20"),
        ("Lucy, more than eighty years of age, slept.", "Lucy age 80-110"),
        ("Lucy was but thirteen.", "Lucy age 13"),
        ("Lucy, who owns to her fifty-two years, came.", "Lucy age 52"),
        ("Hale came with the dignity of his sixty years.", "Hale age 60 n"),
        ("Hale, sixty and a widower, looked on.", "Hale age 60"),
    ]);
    assert_eq!(found("We know Lucy. If Lucy was twenty-five, she had changed."), [""; 0]);
    for of_work in ["the end of his twenty years.", "the story of his thirty years’ service."] {
        let read = found(&format!("We know Hale. Hale spoke of {of_work}"));
        assert!(!read.iter().any(|it| it.contains("age")), "{of_work}: {read:?}");
    }
}

#[test]
fn standing_is_read_in_front_and_behind_as() {
    check(&[
        ("As a baker Hale rose early.", "Hale profession baker"),
        ("A private in the Loamshires, Hale had no other.", "Hale rank private"),
        ("Secretary to three judges in turn, Lucy had seen much.", "Lucy profession secretary"),
        ("Hale was town clerk.", "Hale profession clerk"),
        ("Hale had been a sergeant only since Sunday.", "Hale rank sergeant"),
        ("Hale had been rector of Bath so long that all slept.", "Hale profession rector"),
        ("Hale kept sheep.", "Hale profession shepherd"),
    ]);
    let before = "We know Hale and Lucy.";
    for sentence in [
        "As a child Hale rose early.",
        "A letter from the baker, Hale said, was lost.",
        "A baker in the town, Lucy said, had seen him.",
        "Hale kept sheep away.",
    ] {
        assert_eq!(behind(before, sentence), [""; 0], "{sentence}");
    }
}

#[test]
fn eyes_are_read_of_one_eye_and_of_the_bluest() {
    check(&[
        ("Lucy had the bluest eyes.", "Lucy eyes blue"),
        ("Lucy’s eyes being green, they called her Puss.", "Lucy eyes green"),
        ("You could see Lucy’s eyes in the light, and they were grey.", "Lucy eyes grey"),
        ("Hale turned upon the clerk a keen grey eye.", "Hale eyes grey"),
    ]);
    let before = "We know Hale and Lucy.";
    for sentence in [
        "Hale had a black eye.",
        "Hale looked up into the blue eye of heaven.",
        "Hale kept an eye on the green door.",
    ] {
        assert_eq!(behind(before, sentence), [""; 0], "{sentence}");
    }
}

#[test]
fn things_are_lost_without_their_owner() {
    check(&[
        ("Lucy’s gold cross had been melted down.", "Lucy loss gold cross"),
        ("Hale’s silver watch had fallen into the river.", "Hale loss silver watch"),
        ("Hale’s flute blew into the sea.", "Hale loss flute"),
        ("The moths had destroyed Lucy’s shawl.", "Lucy loss shawl"),
        ("A boy had made off with Lucy’s camera.", "Lucy loss camera"),
        ("Lucy’s grey parrot had died in May.", "Lucy loss grey parrot"),
        ("Hale took out his father’s silver watch and yawned.", "Hale possession silver watch"),
        ("Hale drew his sword-cane.", "Hale possession sword cane"),
    ]);
    let before = "We know Hale and Lucy.";
    for sentence in [
        "Hale’s watch had fallen in price.",
        "Lucy’s shawl was washed in the river.",
        "In the fog they lost Hale’s schooner.",
        "Hale’s skiff had been washed down to the water.",
        "The men made off with Hale.",
    ] {
        assert_eq!(behind(before, sentence), [""; 0], "{sentence}");
    }
}

#[test]
fn lives_are_read_of_what_opens_a_sentence() {
    check(&[
        ("Married in 1894, Lucy kept her name.", "Lucy wedding married"),
        ("Engaged in May 1925 to a clerk, Lucy wrote to him.", "Lucy engagement engaged"),
        ("Lucy had got engaged in March 1903.", "Lucy engagement engaged"),
        ("Hale took a wife in May 1844.", "Hale wedding married"),
        ("Of the four Hale alone was dead.", "Hale death dead"),
        ("Nobody had been there since Lucy’s death.", "Lucy death dead"),
    ]);
    let before = "We know Hale and Lucy.";
    for sentence in ["Engaged in talk, Lucy saw nothing.", "Married or not, Lucy was content."] {
        assert_eq!(behind(before, sentence), [""; 0], "{sentence}");
    }
}

#[test]
fn journeys_are_read_by_the_clock_and_whatever_is_done_on_the_way() {
    let minutes = |sentence: &str| {
        let source = format!("We know Bath, Bristol and Hale.\n\n{sentence}");
        let journeys = Extract::of(&Text::new(&source)).facts.journeys;
        journeys.into_iter().map(|it| it.minutes).collect::<Vec<_>>()
    };
    for (sentence, wanted) in [
        ("Hale skated from Bath to Bristol in four hours.", &[240][..]),
        ("Hale did Bath to Bristol in two hours.", &[120]),
        ("Hale left Bath at nine, and was in Bristol by half past ten.", &[90]),
        ("Hale left Bath at a quarter to three and reached Bristol at 3.40.", &[55]),
        ("Hale reached Bristol at ten, having left Bath at nine.", &[60]),
        ("Hale left Bath at noon and was in Bristol at two o’clock.", &[120]),
        ("Hale left Bath at six and was in Bristol at eight at night.", &[840]),
        ("Hale left Bath at nine and was in Bristol the next day at ten.", &[2400]),
        ("Hale left Bath at nine on Monday and was in Bristol at ten.", &[]),
        ("Hale left Bath at nine shillings and was in Bristol at ten.", &[]),
        ("Hale read from Bath to Bristol.", &[]),
        ("Hale left Bath at nine, leaving his trunk, and reached Bristol at ten.", &[60]),
        ("Hale left Bath for Bristol at ten, and at noon he dined.", &[]),
        ("At ten Hale was sent from Bath to Bristol, and at twelve he ran away.", &[]),
        ("A telegram that left Bath at nine reached Bristol at ten.", &[]),
    ] {
        let read = minutes(sentence);
        assert_eq!(read, wanted, "{sentence}");
    }
}

#[test]
fn what_is_like_these_wordings_and_says_something_else_is_left_out() {
    let before = "We know Lucy, Tom and Hale.";
    for sentence in [
        "Tom had gone. Hale, his wife beside him, drove on.",
        "Nobody believed that Hale, this scarecrow, was a doctor.",
        "“You would make, Tom, an excellent clergyman.”",
        "The captain of the guard, Hale saw with relief, was drunk.",
        "A nurse at her side, Lucy went in.",
        "As the doctor she had sent for came up, Lucy rose.",
        "Lucy’s album fell in price.",
        "Lucy baked bread on Saturdays.",
        "Lucy was engaged in May 1880 for a tour.",
        "Engaged in 1854 for the season, Hale was glad.",
        "Having engaged rooms in May 1851, Hale came.",
        "Hale was a clergyman only in name.",
        "Hale had one blue eye and one brown.",
        "The robin cocked a brown eye at Hale.",
        "On his left hand lay the farm.",
        "Nobody believed that Hale, who drank, was a doctor.",
        "In the charade Hale, a sailor, lost his way.",
        "A policeman in front, Hale walked to the van.",
        "As a policeman in the doorway looked round, Hale turned away.",
        "Lucy was engaged for 3 May, and could not come.",
        "Having married his daughter to a clergyman in May 1850, Hale went home.",
        "Hale had a blue eye and a brown one.",
    ] {
        let read = behind(before, sentence);
        let known = ["Lucy loss diamond ring", "Lucy loss ring"];
        let read: Vec<&String> = read.iter().filter(|it| !known.contains(&it.as_str())).collect();
        assert!(read.is_empty(), "{sentence}: {read:?}");
    }
    assert_eq!(behind(before, "Lucy lost her diamond ring."), ["Lucy loss diamond ring"]);
    assert_eq!(behind(before, "Hale’s dog fell into the water."), ["Hale possession dog"]);
    assert_eq!(
        found("We know Lucy. The light fell on Lucy’s darkest blue eyes."),
        ["Lucy eyes blue"],
    );
}

#[test]
fn two_of_one_name_are_two() {
    for source in [
        "John Thornton met John Hale. Thornton bowed to Hale. His eyes were grey.",
        "Captain Hale met Thomas Hale. Thomas Orme laughed. Hale looked up, and his eyes were grey.",
    ] {
        let read: Vec<String> =
            found(source).into_iter().filter(|it| it.contains(" eyes ")).collect();
        assert_eq!(read, [""; 0], "{source}");
    }
}

#[test]
fn eyes_and_hair_hang_on_the_subject_and_on_what_somebody_was() {
    let before = "We know Lucy and Hale. Amy laughed with Tom.";
    for (sentence, wanted) in [
        (
            "Tom fell, and Lucy, her golden hair loose about her, ran out.",
            &["Lucy hair golden n"][..],
        ),
        (
            "Hale stepped out with the haste of a boy, his brown eyes twinkling.",
            &["Hale eyes brown"],
        ),
        (
            "“Oh,” said Amy, tucking her black braids under her hat.",
            &["Amy hair black n", "Amy possession hat n"],
        ),
        ("Hale was tall and thin, with grey eyes and a stoop.", &["Hale eyes grey"]),
        (
            "Hale was nearly sixty, with a bushy beard and brown hair.",
            &["Hale age 57-60", "Hale hair brown"],
        ),
        ("Hale looked at the boy, his brown eyes wide.", &[]),
        ("Lucy kissed Amy, stroking her black braids.", &[]),
        ("Hale was in the room, with grey eyes upon him.", &[]),
        ("Hale was talking to a boy, with grey eyes.", &[]),
    ] {
        assert_eq!(behind(before, sentence), wanted, "{sentence}");
    }
}

#[test]
fn ages_are_read_that_are_about_so_many_years_and_by_the_way() {
    let before = "We know Lucy and Hale.";
    for (sentence, wanted) in [
        ("Lucy was about eighteen.", &["Lucy age 16-20"][..]),
        ("Hale was about fifty years of age.", &["Hale age 44-56"]),
        ("Lucy, who at nineteen had never been to a ball before, was glad.", &["Lucy age 19"]),
        ("Hale, who at nineteen had gone to sea, was glad.", &[]),
        ("Hale was about eighteen miles from home.", &[]),
        ("Lucy was thirty-five now.", &["Lucy age 35"]),
    ] {
        assert_eq!(behind(before, sentence), wanted, "{sentence}");
    }
}

#[test]
fn a_relative_who_stands_with_somebody_is_theirs() {
    let before = "We know Lucy, Amy, Felix and Tom.";
    for (sentence, wanted) in [
        ("Lucy, and Felix with his sister Amy, went out.", &["Amy kinship sister Felix n"][..]),
        ("Hale, being by profession a surgeon, was out.", &["Hale profession surgeon"]),
        ("She had gone to London with her father.", &[]),
    ] {
        assert_eq!(behind(before, sentence), wanted, "{sentence}");
    }
}

#[test]
fn an_age_has_the_date_that_it_is_of() {
    let dates = |sentence: &str| {
        let text = format!("We know Lucy and Hale.\n\n{sentence}");
        let facts = Extract::of(&Text::new(&text)).facts.facts.into_iter();
        let ages = facts.filter(|it| it.attribute == crate::facts::Attribute::Age);
        ages.map(|it| (it.value, it.date.map(|date| date.text))).collect::<Vec<_>>()
    };
    for (sentence, age, date) in [
        ("Lucy, who in 1795 was twenty, was kind.", "20", Some("1795")),
        ("Lucy also, who in that year of 1795 was twenty, was kind.", "20", Some("1795")),
        ("Hale died in 1890 at the age of sixty.", "60", Some("1890")),
        ("Hale, born in 1850, was sixty.", "60", None),
        ("Hale turned sixty in 1890.", "60", Some("1890")),
    ] {
        assert_eq!(dates(sentence), [(age.to_owned(), date.map(str::to_owned))], "{sentence}");
    }
}

#[test]
fn whoever_is_met_or_comes_up_is_alive() {
    let acts = |sentence: &str| {
        let text = format!("We know Lucy, Mr. Hale and Tom.\n\n{sentence}");
        let facts = Extract::of(&Text::new(&text)).facts.facts.into_iter();
        let acts = facts.filter(|it| it.attribute == crate::facts::Attribute::Act);
        acts.map(|it| format!("{} {}", it.name_text, it.value)).collect::<Vec<_>>()
    };
    for (sentence, wanted) in [
        (
            "He laughed, with a nod to Mr. Hale, who had come up to listen.",
            &["Mr. Hale nod", "Mr. Hale come"][..],
        ),
        ("Old Mr. Hale, who hobbled up a while ago, vowed that it rained.", &["Mr. Hale hobbled"]),
        ("They were quoting verses to Tom and Lucy.", &["Tom quoting", "Lucy quoting"]),
        ("She thanked Mr. Hale.", &["Mr. Hale thanked"]),
        ("She had thanked Mr. Hale.", &[]),
        ("They had nodded to Mr. Hale.", &[]),
        ("Mr. Hale, who hobbled up a year ago, was dead.", &[]),
        ("She smiled at the portrait of Mr. Hale.", &[]),
        ("Mr. Hale has promised to call.", &["Mr. Hale promised"]),
        ("Mr. Hale had promised to call.", &[]),
        ("I slept, but dreams came. Mr. Hale ran to meet me.", &[]),
        ("I slept, but dreams came.\n\nMr. Hale ran to meet me.", &["Mr. Hale ran"]),
    ] {
        assert_eq!(acts(sentence), wanted, "{sentence}");
    }
}
