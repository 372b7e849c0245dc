//! Facts in the wordings that were added last, and what is like them and none.

use super::{check, found};
use crate::extract::Extract;
use crate::facts::{Attribute, Fact};
use crate::tokens::Text;

#[test]
fn eyes_and_hair_are_those_of_the_subject_whoever_else_is_there() {
    let before = "We know Lucy and Hale. Tom came in with a man.";
    for (sentence, wanted) in [
        ("Hale shut his brown eyes against the sun.", &["Hale eyes brown n"][..]),
        ("Hale looked at the child with his kind hazel eyes.", &["Hale eyes hazel n"]),
        ("Hale, his grey eyes watering, felt for the latch.", &["Hale eyes grey n"]),
        ("Hale shook the snow from his dark curls.", &["Hale hair dark n"]),
        ("Hale had just passed his fortieth birthday.", &["Hale age 40 n"]),
        ("The tears that Hale wept made his green eyes greener.", &["Hale eyes green n"]),
        (
            "With his head on one side and his blue eyes half shut, Hale waited.",
            &["Hale eyes blue n"],
        ),
        ("Hale leaned upon his sword and let them talk.", &["Hale possession sword n"]),
        ("Hale watched the cat stalk by with grey eyes.", &[]),
        ("Hale remembered his green eyes.", &[]),
        ("Hale lifted to his face the great grey eyes.", &[]),
        ("Hale looked into his brown eyes.", &[]),
        ("Hale’s uncle, his grey eyes watering, felt for the latch.", &[]),
        ("Behind Hale, his brown eyes twinkling, stood a man.", &[]),
        ("When anybody spoke of Hale his black eyes softened.", &[]),
        ("Hale, his brown eyes.", &[]),
        ("Hale met Tom with his brown eyes.", &[]),
        ("Hale brushed the snow from the man and from his dark curls.", &[]),
    ] {
        assert_eq!(found(&format!("{before} {sentence}")), wanted, "{sentence}");
    }
}

#[test]
fn colours_and_owners_may_stand_farther_off() {
    let before = "We know Lucy and Hale.";
    for (sentence, wanted) in [
        (
            "Lucy turned, and the sun caught Lucy’s eyes and showed them green.",
            &["Lucy eyes green"][..],
        ),
        ("Lucy opened her eyes, and their brown was deep.", &["Lucy eyes brown n"]),
        ("Lucy’s eyes, which the smoke could not make less blue, were sore.", &["Lucy eyes blue"]),
        ("So red was the hair of Lucy that they stared.", &["Lucy hair red"]),
        ("Nobody at that table had grey eyes but Lucy.", &["Lucy eyes grey"]),
        ("Lucy was described, quite correctly, as having grey eyes.", &["Lucy eyes grey"]),
        ("Brown eyes, a short nose, a broken chin: that was Lucy.", &["Lucy eyes brown"]),
        ("Lucy’s hair had bleached to the yellow of old rope.", &["Lucy hair yellow"]),
        (
            "Raven hair and a high white forehead gave Lucy the air of a queen.",
            &["Lucy hair black"],
        ),
        ("Tired as she was, Lucy kept her brown eyes on the road.", &[]),
        ("Lucy opened her eyes, which by that candle were very black.", &[]),
        ("Lucy turned her eyes to the sea, and it was very blue.", &[]),
        ("Lucy fixed her eyes on the sea, which was very blue.", &[]),
        ("Nobody who knew Lucy had grey eyes but the boy.", &[]),
        ("Nobody at that table had grey eyes, and Lucy laughed.", &[]),
        ("Brown eyes, a short nose: so the boy described Lucy’s uncle.", &[]),
        ("Red hair made Lucy nervous.", &[]),
        ("Nobody in the family had red hair, but Lucy wished it.", &[]),
        ("Lucy was given a doll described as having grey eyes.", &[]),
        ("Lucy lifted her eyes to the hills and found them blue and cold.", &[]),
        ("So white was Lucy’s hair with flour that they laughed.", &[]),
        ("Brown eyes, yellow curls, a silk frock: it was a doll for Lucy.", &[]),
    ] {
        assert_eq!(found(&format!("{before} {sentence}")), wanted, "{sentence}");
    }
}

#[test]
fn ranks_are_read_of_dignities_and_of_what_a_sentence_denies_otherwise() {
    check(&[
        ("Hale wore his new earldom lightly.", "Hale rank earl n"),
        ("Hale had come home from the war a major.", "Hale rank major"),
        ("She had never known her father, Colonel Hale.", "Colonel Hale rank colonel"),
    ]);
    for none in [
        "We know Hale. Hale hoped for an earldom.",
        "We know Hale. Hale had not come home from the war a major.",
        "We know Hale. Hale came home a little late.",
        "We know Hale. Hale came home from the war with a captain.",
        "We know Hale. Hale resigned his earldom.",
    ] {
        assert_eq!(found(none), [""; 0], "{none}");
    }
}

#[test]
fn who_acts_in_a_clause_of_time_is_there() {
    let acts = |source: &str| {
        let facts = Extract::of(&Text::new(source)).facts.facts;
        let acts = facts.into_iter().filter(|it| it.attribute == Attribute::Act);
        acts.map(|it| format!("{} {}", it.name_text, it.value)).collect::<Vec<_>>()
    };
    for (source, wanted) in [
        ("They dined, while Lucy hopped about the room.", &["Lucy hopped"][..]),
        ("We read on, when Lucy had brought in the lamps.", &["Lucy brought"]),
        ("Lucy, when I asked her, was willing, and has promised to call.", &["Lucy promised"]),
        ("They had dined, while Lucy hopped about the room.", &[]),
        ("They often dined, while Lucy walked about.", &[]),
        ("They dined in the days when Lucy sang.", &[]),
        ("They wept, when Lucy had died.", &[]),
        ("When Lucy came to the farm there were but two cows.", &[]),
    ] {
        assert_eq!(acts(source), wanted, "{source}");
    }
}

#[test]
fn looks_and_ages_are_read_in_further_wordings() {
    check(&[
        ("Lucy was a tall, stooping woman with violet eyes and a cough.", "Lucy eyes violet"),
        ("Lucy’s eyes, a dark and liquid brown, were wide.", "Lucy eyes brown"),
        ("Lucy stared at the magistrate out of wide green eyes.", "Lucy eyes green"),
        (
            "Lucy wept without a sound, and the tears made her green eyes greener.",
            "Lucy eyes green n",
        ),
        ("Lucy’s curls, of so light a yellow that all stared, were long.", "Lucy hair yellow"),
        ("Lucy had a fair complexion and brown hair.", "Lucy hair brown"),
        ("Hale had black, glossy and curly hair.", "Hale hair black"),
        ("Lucy had red lips, a light step and black hair.", "Lucy hair black"),
        ("Lucy was pretty, being plump and tall, with plenty of brown hair.", "Lucy hair brown"),
        (
            "Hale began the tale, with the brown eyes steadily fixed upon the river.",
            "Hale eyes brown",
        ),
        ("Hale was a thin boy of twelve with a cough.", "Hale age 12"),
        ("Twenty-six years old and tired of the place, Hale gave notice.", "Hale age 26"),
        ("Hale was not yet five and twenty.", "Hale age 3-24"),
        ("Being but fifteen, Hale was not asked.", "Hale age 15"),
        ("Hale would be thirty-nine on his next birthday.", "Hale age 38"),
        ("Hale would be thirty at Michaelmas.", "Hale age 29"),
        ("Lucy had eyes so dark that all stared.", "Lucy eyes dark"),
        ("Lucy had hair like a raven’s wing.", "Lucy hair black"),
        ("Lucy had eyes like wet slate.", "Lucy eyes grey"),
        ("Hale had reached the age of sixty-three without once owning a horse.", "Hale age 63"),
    ]);
}

#[test]
fn standing_belongings_and_lives_are_read_in_further_wordings() {
    check(&[
        ("Hale was a baron and did not forget it.", "Hale rank baron"),
        ("As earl, Hale went in before them.", "Hale rank earl"),
        ("Hale was the bishop, and looked it.", "Hale profession bishop"),
        ("Hale the blacksmith put down the hammer.", "Hale profession blacksmith"),
        (
            "Hale had been bosun of that ship for nine years and was so still.",
            "Hale profession bosun",
        ),
        ("Hale made Lucy a present of the brass telescope.", "Hale loss brass telescope"),
        ("Hale’s violin had been crushed under the wheel.", "Hale loss violin"),
        ("In Hale’s belt was the same pistol, loaded.", "Hale possession pistol"),
        ("Hale, who owned the cottage, refused to mend its roof.", "Hale possession cottage"),
        ("They took Hale’s sword from him at the gate.", "Hale loss sword"),
        ("Without a word Hale handed the umbrella over to Lucy.", "Hale loss umbrella"),
        ("It was years since Hale had parted with the cottage.", "Hale loss cottage"),
        ("You could hear that Hale was a carpenter.", "Hale profession carpenter"),
        ("Nobody stood for Hale, who was no more than a lieutenant.", "Hale rank lieutenant"),
        ("Lucy, Duchess of Ware, travelled with a parrot.", "Lucy rank duchess"),
        ("At the head of them was Rear-Admiral Hale.", "Admiral Hale rank admiral"),
        ("They hanged Hale on the Friday.", "Hale death dead"),
        ("The death of Hale in 1868 was put down to the water.", "Hale death dead"),
        ("It was not until 1877 that Hale became engaged.", "Hale engagement engaged"),
        ("It was in 1874 that Hale plighted his troth to a cook.", "Hale engagement engaged"),
    ]);
}

#[test]
fn what_testers_wrote_is_read() {
    check(&[
        ("Hale had red hair.", "Hale hair red"),
        ("Hale was the only redhead in the village.", "Hale hair red"),
        ("When they went in, Hale shut his brown eyes.", "Hale eyes brown n"),
        ("With a sigh, Hale shut his brown eyes.", "Hale eyes brown n"),
        ("What all noticed was the colour of Hale’s eyes, a pale, clear blue.", "Hale eyes blue"),
        ("Hale was now barely twenty.", "Hale age 19-21"),
        ("Hale, at present a man of forty-five, had no patience.", "Hale age 45"),
        ("It was Hale’s birthday, his fortieth.", "Hale age 40"),
        ("Hale had come that year to the age of fifty.", "Hale age 50"),
        (
            "Hale stood before the table, twenty-three years of age and unable to speak.",
            "Hale age 23",
        ),
        ("Hale was nineteen when, in 1872, he took the shop.", "Hale age 19"),
        ("On 3 May 1872 Hale, who was then not more than seven, came.", "Hale age 3-7"),
        ("Hale had come into the world in 1838.", "Hale birth born"),
        ("Mina was first cousin to Hale on the mother’s side.", "Mina kinship cousin Hale"),
        ("The first lieutenant was Hale, who had stood there.", "Hale rank lieutenant"),
        ("Hale was a private soldier, and content.", "Hale rank private"),
        ("Bishop Hale blessed them.", "Bishop Hale profession bishop"),
        ("Hale was one of the gardeners at the Hall.", "Hale profession gardener"),
        ("Hale kept the inn at the crossing.", "Hale profession innkeeper"),
        ("Hale made his living by mending clocks.", "Hale profession watchmaker"),
        ("Lucy closed Hale’s eyes and stopped the clock.", "Hale death dead"),
        ("The fever that had taken so many took Hale too.", "Hale death dead"),
        ("Hale went to bed with a chill and was dead by the Sunday.", "Hale death dead"),
    ]);
}

#[test]
fn dates_of_lives_are_read_where_they_stand() {
    let year = |source: &str| {
        let facts = Extract::of(&Text::new(source)).facts.facts;
        let born = facts.into_iter().find(|it| it.attribute == Attribute::Birth);
        born.and_then(|it| it.date?.year)
    };
    for (source, wanted) in [
        ("The register says that Lucy was born on the 10th of December 1854.", Some(1854)),
        ("Since 1817, when Lucy was born, there had been no such tide.", Some(1817)),
        ("The year in which Lucy was born was 1866.", Some(1866)),
        ("Lucy was born the year the bridge fell, 1839.", Some(1839)),
        ("The house in which Lucy was born was built in 1797.", None),
        ("Lucy was born between 1838 and 1842.", None),
        ("When Lucy was born, in the year of the tide, 1839 was long gone.", None),
        ("In 1866 his sister stated that Lucy was born at sea.", None),
        ("Which Lucy was born in 1812 nobody knew.", None),
    ] {
        assert_eq!(year(source), wanted, "{source}");
    }
}

#[test]
fn relatives_are_counted_and_missed() {
    let relative = |source: &str| {
        let facts = Extract::of(&Text::new(&format!("We know Lucy.\n\n{source}"))).facts.facts;
        facts.into_iter().find(|it| it.attribute == Attribute::Relative).map(|it| it.value)
    };
    for (source, wanted) in [
        ("Lucy had three brothers, all of them in trade.", Some("brother")),
        ("Lucy had grown up as an only child.", Some("no sibling")),
        ("Lucy, who was without brothers, envied them.", Some("no brother")),
        ("Lucy, being childless, left the mill to the parish.", Some("no child")),
        ("Lucy, the elder of the two sisters, sat down.", Some("sister")),
        ("Lucy was the younger of two sisters.", Some("sister")),
        ("Lucy was the elder of the two by a year.", None),
        ("Lucy had three brothers in mind.", None),
        ("Lucy was treated as an only child of hers would have been.", None),
    ] {
        assert_eq!(relative(source).as_deref(), wanted, "{source}");
    }
}

#[test]
fn roles_ages_deaths_and_places_are_read_in_further_constructions() {
    check(&[
        ("Hale was the family’s solicitor.", "Hale profession solicitor"),
        ("The vicar’s curate, Hale, took the funeral.", "Hale profession curate"),
        ("In that town the Archdeacon, Hale, was known.", "Hale profession archdeacon"),
        ("The new dairymaid was called Lucy.", "Lucy profession dairymaid"),
        ("Hale had one daughter, Lucy.", "Lucy kinship daughter Hale"),
        ("Lucy, the youngest of Hale’s daughters, ran.", "Lucy kinship daughter Hale"),
        ("Lucy, a governess of four, ran.", "Lucy profession governess"),
        ("Hale was one-and-twenty and in debt.", "Hale age 21"),
        ("Hale, being fifteen and strong, worked there.", "Hale age 15"),
        ("When Tom did not come, Hale, being fifteen, went.", "Hale age 15"),
        ("Hale was a man not yet thirty.", "Hale age 3-29"),
        ("Hale was a young man under thirty.", "Hale age 3-29"),
        ("Lucy’s face, with its big brown eyes, was pale.", "Lucy eyes brown"),
        ("Hale was found dead this morning on the quay.", "Hale death dead"),
        ("They found Hale dead upon the seat.", "Hale death dead"),
        ("Hale took his own life at Ostend.", "Hale death dead"),
        ("The murderer of Hale was never caught.", "Hale death dead"),
        ("Hale’s pipe had gone overboard.", "Hale loss pipe"),
        (
            "Hale, who had been told that he would sail, was in Bath on 3 May 1871.",
            "Hale location Bath Bath",
        ),
    ]);
}

#[test]
fn what_only_looks_like_these_constructions_is_left_out() {
    for source in [
        "The Athlete, the Lecturer, the Captain was Hale himself.",
        "I met the Colonel, Hale, at the club.",
        "At the hotel Hale was known as Smith.",
        "Hale was Lucy’s solicitor.",
        "Hale was the family’s interpreter.",
        "Hale, who had come, might have been a baker.",
        "Lucy, who wished, with all her heart, that Hale was a captain, sighed.",
        "Hale laughed at the youngest of Lucy’s daughters.",
        "Lucy, one of Hale’s adopted daughters, ran.",
        "Lucy, one of Hale’s sons-in-law, ran.",
        "Hale and Tom were younger sons, and poor.",
        "Hale met a man of forty.",
        "Hale, being ten and a half miles off, heard it.",
        "Hale, who at nineteen was left alone, kept an inn.",
        "Hale was found dead drunk in a ditch.",
        "They found Hale dead on his feet.",
        "It is not true that, being strong, Hale was fifteen.",
        "Hale was ninety and not out at lunch.",
        "Hale was sixty and in sight of his century.",
        "Hale took his own life in his hands and leapt.",
        "The murder of Hale had been planned for Tuesday.",
        "Nobody knew for certain that Hale was a priest.",
        "The teacher in the story was called Lucy.",
    ] {
        assert_eq!(found(&format!("We know Lucy, Tom and Hale.\n\n{source}")), [""; 0], "{source}");
    }
    for source in ["Hale had no sons of an age to fight.", "Hale had gone well until then."] {
        let facts = Extract::of(&Text::new(&format!("We know Hale.\n\n{source}"))).facts.facts;
        let is_said = |it: &Fact| matches!(it.attribute, Attribute::Relative | Attribute::Loss);
        assert!(!facts.iter().any(is_said), "{source}");
    }
}

#[test]
fn what_only_looks_like_the_wordings_added_last_is_left_out() {
    for source in [
        "In the theatricals Hale was the general, with a cushion under the tunic.",
        "In spirit Hale was at Bath on 3 May.",
        "They would have hanged Hale.",
        "Hale gave Tom the blacksmith a loaf.",
        "In Hale’s belt was a pistol.",
        "The mob hanged Hale in effigy.",
        "In 1868 they were still waiting for Hale’s death.",
        "The death of Hale was still talked of in 1871.",
        "Hale saw an old man peering out of pale blue eyes.",
        "Hale had hair like a crow’s nest.",
        "Lucy had a doll wearing yellow curls.",
        "Hale was the Duke of Ware’s second son.",
        "They told Hale the surgeon came at noon.",
        "Lucy was the daughter of a man of sixty who kept bees.",
        "Prayers were offered at Bath on 3 May for the safety of Hale.",
        "Hale made Lucy a present of a telescope.",
        "Twenty-six years old and bottled at home, the wine that Hale drank was sour.",
        "Without green eyes Hale would have been plain.",
        "Hale had dyed his hair black before the wedding.",
        "Hale was nineteen when he took the shop.",
        "Hale was one of the gardeners whom nobody knew.",
        "Hale was hardly a captain.",
        "Hale came to the town at the age of nine, and never left it.",
        "Hale had a dog, twelve years old and blind.",
        "Hale was one of the best dancers in the county.",
        "Tomorrow was Hale’s birthday, his fortieth.",
        "It was Hale’s birthday, the twelfth, and nobody came.",
        "Hale found his first grey hair.",
        "It would be Hale’s birthday, his fortieth, on the Monday.",
        "Hale kept the lighthouse to port and ran for the bay.",
        "Hale kept the school in repair.",
        "Lucy shut Hale’s eyes and kissed each lid.",
        "They came to the river, where an old ferryman took Hale in.",
        "Hale seated Lucy in the chair, and took off the rebellious boots.",
        "Hale found the coat and the hat for her.",
        "Lucy and Hale had found the key to it.",
        "Hale then put the following letter into my hands.",
        "Here are Hale, and a tutor who loves to teach.",
    ] {
        assert_eq!(found(&format!("We know Lucy, Tom and Hale.\n\n{source}")), [""; 0], "{source}");
    }
}

#[test]
fn standing_and_ages_are_read_as_later_testers_wrote_them() {
    for (source, wanted) in [
        ("Mr. Hale, the Newton attorney, came.", &["Mr. Hale profession attorney"][..]),
        ("Mr. Hale, the attorney, and his wife were late.", &["Mr. Hale profession attorney"]),
        ("Mina, the attorney, and Lucy were late.", &[]),
        ("Tom, the attorney, and his wife came in.", &[]),
        ("Lucy unpinned her garnet brooch and gave it to Mina.", &["Lucy loss garnet brooch"]),
        (
            "Lucy took the ring and threw it into the river.",
            &["Lucy possession ring", "Lucy loss ring"],
        ),
        ("Lucy took her locket and gave it a shake.", &["Lucy possession locket"]),
        ("Hale took off his hat and handed it to Tom.", &["Hale possession hat"]),
        ("Lucy admired the brooch and gave it to Mina.", &[]),
        ("Lucy unclasped her bracelet and quietly sold it.", &["Lucy loss bracelet"]),
        ("Lucy took the ring and the letter and burned it.", &["Lucy possession ring"]),
        ("Hale took the key and gave it to Arthur.", &["Hale possession key"]),
        ("Hale, a son of Lucy’s sister, came.", &["Hale kinship nephew Lucy"]),
        ("Hale was the son of Lucy’s sister Mina.", &["Mina kinship sister Lucy"]),
        ("Hale was thirty-seven or thirty-eight.", &["Hale age 37-38"]),
        ("Hale, seven or eight-and-thirty, sat down.", &["Hale age 37-38"]),
        ("Hale was seven or eight minutes late.", &[]),
        ("Hale was thirty-two or three.", &["Hale age 32-33"]),
        ("Hale was thirty-seven or eight.", &["Hale age 37-38"]),
        ("Besides Hale, five or six, all sailors, had come.", &[]),
    ] {
        assert_eq!(found(source), wanted, "{source}");
    }
}
