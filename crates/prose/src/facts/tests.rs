//! Tests of facts: what is read, and what only looks like a fact.

mod by_the_way;
mod further;
mod persons;
mod ways;

use super::*;
use crate::extract::Extract;
use crate::tokens::Text;

/// Whose, what and which value, with the other name, and marks: s for spoken, p for past, n for a pronoun.
fn found(source: &str) -> Vec<String> {
    let facts = Extract::of(&Text::new(source)).facts.facts;
    let line = |it: Fact| {
        let attribute = format!("{:?}", it.attribute).to_lowercase();
        let other = if it.other.is_some() { format!(" {}", it.other_text) } else { String::new() };
        let marks: String =
            [(it.is_spoken, " s"), (it.is_past, " p"), (it.pronoun.is_some(), " n")]
                .into_iter()
                .filter_map(|(is_so, mark)| is_so.then_some(mark))
                .collect();
        let of = it.relative.map(|it| format!("’s {it}")).unwrap_or_default();
        format!("{}{of} {attribute} {}{other}{marks}", it.name_text, it.value)
    };
    facts
        .into_iter()
        .filter(|it| {
            !matches!(it.attribute, Attribute::Act | Attribute::Start | Attribute::Relative)
        })
        .map(line)
        .collect()
}

fn check(table: &[(&str, &str)]) {
    for (source, wanted) in table {
        // The name stands inside a sentence too, so that its capital says that it is one.
        let source = format!("We know Lucy, Mina and Hale.\n\n{source}");
        assert_eq!(found(&source), [*wanted], "{source}");
    }
}

#[test]
fn colours_of_eyes_and_hair_are_read() {
    check(&[
        ("Lucy’s eyes were a very pale blue.", "Lucy eyes blue"),
        ("Lucy looked up. Her hair was long and golden.", "Lucy hair golden n"),
        ("Lucy had large, dark brown eyes.", "Lucy eyes brown"),
        ("Lucy, whose hair was auburn, ran.", "Lucy hair auburn"),
        ("Nobody could forget the grey eyes of Lucy.", "Lucy eyes grey"),
        ("Lucy, a tall, blue-eyed girl, ran.", "Lucy eyes blue"),
        ("We saw Tom. Lucy came in. Her hair was red.", "Lucy hair red n"),
        ("Lucy raised her hand. Her eyes, which were green, shone.", "Lucy eyes green n"),
        ("Lucy’s hair had always been black.", "Lucy hair black"),
        ("Lucy’s eyes were blue and grey.", "Lucy eyes blue-grey"),
        ("“Lucy has blue eyes,” he said.", "Lucy eyes blue s"),
        ("Lucy woke; the brown of her eyes was dull.", "Lucy eyes brown n"),
        ("Grey-eyed and slow of speech, Lucy was taken for a clerk.", "Lucy eyes grey"),
        ("They met the brown eyes that Lucy turned upon them.", "Lucy eyes brown"),
        ("Lucy pushed the fair hair out of her eyes.", "Lucy hair fair"),
        ("Lucy had her mother’s hair, brown and straight.", "Lucy hair brown"),
    ]);
}

#[test]
fn a_colour_is_read_whatever_ties_it_to_its_owner() {
    check(&[
        ("Lucy was a quick, grey-eyed woman.", "Lucy eyes grey"),
        ("Lucy, quick and grey-eyed, ran.", "Lucy eyes grey"),
        ("Nature had given Lucy a pair of grey eyes.", "Lucy eyes grey"),
        ("Lucy was a woman with grey eyes.", "Lucy eyes grey"),
        ("Lucy was blessed with grey eyes.", "Lucy eyes grey"),
        ("Lucy looked at him with grey eyes.", "Lucy eyes grey"),
        ("Two grey eyes looked out of Lucy’s thin face.", "Lucy eyes grey"),
        ("Lucy raised her eyes, and he saw that they were grey.", "Lucy eyes grey n"),
        ("The colour of Lucy’s eyes was grey.", "Lucy eyes grey"),
        ("A lock of black hair had come loose on Lucy’s forehead.", "Lucy hair black"),
        ("Lucy’s curls, black and glossy, were admired.", "Lucy hair black"),
        ("Under the cap Lucy’s hair showed black.", "Lucy hair black"),
    ]);
}

#[test]
fn a_role_is_read_whatever_ties_it_to_its_holder() {
    check(&[
        ("The miller, Hale, came in.", "Hale profession miller"),
        ("The miller Hale came in.", "Hale profession miller"),
        ("Hale, a miller by trade, came in.", "Hale profession miller"),
        ("Hale’s trade was that of a miller.", "Hale profession miller"),
        ("Hale had taken up the trade of a miller.", "Hale profession miller"),
        ("Hale was known as the best miller of the valley.", "Hale profession miller"),
        ("Hale had turned out to be a miller.", "Hale profession miller"),
        ("They had made Hale a captain.", "Hale rank captain"),
        ("Hale rose to be captain.", "Hale rank captain"),
        ("Hale wore the uniform of a captain.", "Hale rank captain"),
        ("The captain, Hale, walked in.", "Hale rank captain"),
        ("Lucy had a brother named Hale.", "Hale kinship brother Lucy"),
        ("Lucy and Hale were brother and sister.", "Lucy kinship sibling Hale"),
        ("Hale was father to Lucy.", "Hale kinship father Lucy"),
    ]);
}

#[test]
fn ages_are_read() {
    check(&[
        ("Lucy was only twenty-three, and glad.", "Lucy age 23"),
        ("Lucy, aged seven, ran.", "Lucy age 7"),
        ("The twenty-year-old Lucy ran.", "Lucy age 20"),
        ("Hale was a tall man of forty.", "Hale age 40"),
        ("Lucy had just turned nineteen.", "Lucy age 19"),
        ("It was Lucy’s thirtieth birthday.", "Lucy age 30"),
        ("Being nineteen years old, Lucy ran.", "Lucy age 19"),
        ("Hale was in his fortieth year.", "Hale age 39"),
        ("When Lucy was twelve years old, they moved.", "Lucy age 12 p"),
        ("Lucy was in her late fifties.", "Lucy age 50-59"),
        ("For a man of forty Hale ran well.", "Hale age 40"),
        ("Hale was sixty and feared nobody.", "Hale age 60"),
        ("Though Hale was sixty-five, he walked.", "Hale age 65"),
    ]);
}

#[test]
fn kinship_rank_and_profession_are_read() {
    check(&[
        ("Lucy, the sister of Mina, ran.", "Lucy kinship sister Mina"),
        ("Mina’s mother was Lucy.", "Lucy kinship mother Mina"),
        ("It was Mina’s elder sister Lucy.", "Lucy kinship sister Mina"),
        ("Lucy and Mina were cousins.", "Lucy kinship cousin Mina"),
        ("As Mina’s aunt, Lucy came first.", "Lucy kinship aunt Mina"),
        ("Hale was a baker.", "Hale profession baker"),
        ("Hale, a retired baker, ran.", "Hale profession baker p"),
        ("Hale had never been anything but a baker.", "Hale profession baker"),
        ("Hale had been a baker.", "Hale profession baker p"),
        ("Hale worked for years as a baker.", "Hale profession baker"),
        ("They saw Captain Hale there.", "Captain Hale rank captain"),
        ("Hale held the rank of major.", "Hale rank major"),
        ("A bombardier named Hale came.", "Hale rank bombardier"),
        ("Hale saluted like the sergeant he was.", "Hale rank sergeant"),
        ("Like his father before him, Hale was a gamekeeper.", "Hale profession gamekeeper"),
        ("Hale had been a captain since the spring.", "Hale rank captain"),
        ("Hale had been bound at ten and was a tailor to this day.", "Hale profession tailor"),
    ]);
}

#[test]
fn lives_belongings_and_places_are_read() {
    check(&[
        ("Hale sold his gold watch.", "Hale loss gold watch"),
        ("Hale had thrown the brass key into the river.", "Hale loss brass key"),
        ("Hale gave his ring to Mina.", "Hale loss ring"),
        ("Hale gave the iron key to Mina.", "Hale loss iron key"),
        ("It was Hale’s watch.", "Hale possession watch"),
        ("Hale bought another watch.", "Hale gain watch"),
        ("Lucy died in the night.", "Lucy death dead"),
        ("Lucy was born on 3 May 1860.", "Lucy birth born"),
        ("Lucy married Hale in June 1880.", "Lucy wedding married Hale"),
        ("Lucy was in Bristol.", "Lucy location Bristol Bristol"),
        ("Hale never left Bristol.", "Hale location Bristol Bristol"),
        ("It was a year since the death of Hale.", "Hale death dead"),
        ("Hale felt for the iron key in his coat.", "Hale possession iron key"),
    ]);
}

#[test]
fn what_only_looks_like_a_fact_is_left_out() {
    for source in [
        "If Lucy was nineteen, she hid it.",
        "Was Lucy nineteen?",
        "Lucy was not nineteen.",
        "Lucy was one of them.",
        "Lucy was two hours late.",
        "It seemed that Lucy was dead.",
        "Lucy was dead tired.",
        "Lucy’s mother’s eyes were blue.",
        "Lucy saw a woman with blue eyes.",
        "Lucy’s eyes were red with weeping.",
        "Mina and Lucy, the baker and his wife came.",
        "Hale, Mina, the baker and the cook came.",
        "Lucy met Mina. Her eyes were blue.",
        "Hale lent the watch to Mina.",
        "Hale was dressed as a baker.",
        "Hale had engaged a cook.",
        "Hale saw a doll with blue eyes and was glad.",
        "Hale fought like the soldiers who were there.",
        "Hale put on the brown wig.",
        "Lucy looked into his grey eyes.",
        "Lucy’s sister had grey eyes.",
        "If Lucy had grey eyes, he forgot it.",
        "Lucy stroked the child’s black hair.",
        "Hale was a capital dancer.",
        "In general Hale laughed.",
        "I wish Hale lived at Bath.",
        "Hale was engaged to dine with them.",
        "They had known the late Mr. Hale.",
        "Hale’s letter was long.",
        "Hale was the miller’s friend.",
        "Mina, Lucy’s sister has come.",
        "Hale wanted to be a captain.",
        "Strangers took Hale for Lucy’s uncle.",
    ] {
        let source = format!("We know Lucy, Mina and Hale.\n\n{source}");
        assert_eq!(found(&source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn times_are_read_with_their_dates() {
    let read = |source: &str| Extract::of(&Text::new(source)).facts;

    let range = read("He was ill from 3 May to 10 May, twelve days in all.").durations.remove(0);
    assert_eq!((range.days, range.stated_days), (7, (11, 13)));
    let later = read("It began on 3 May. Ten days later, on 13 May, it ended.").durations.remove(0);
    assert_eq!((later.days, later.stated_days), (10, (9, 11)));
    let journey = read("The road from Bath to Bristol takes two days.").journeys.remove(0);
    assert_eq!((journey.names, journey.minutes), (["Bath".to_owned(), "Bristol".to_owned()], 2880));
    assert_eq!(read("So ten years passed.").elapsed[0].years, 10);
}

#[test]
fn a_relative_whom_somebody_does_not_have_is_read() {
    let read = |source: &str| -> Vec<String> {
        let text = format!("We know Lucy and Hale.\n\n{source}");
        let facts = Extract::of(&Text::new(&text)).facts.facts.into_iter();
        facts.filter(|it| it.attribute == Attribute::Relative).map(|it| it.value).collect()
    };
    assert_eq!(read("Lucy had no sister and had never wanted one."), ["no sister"]);
    assert_eq!(read("Lucy had neither sister nor brother."), ["no sister"]);
    assert_eq!(read("Hale was an only child."), ["no sibling"]);
    assert_eq!(read("Hale was never married."), ["no spouse"]);
    // He may be a widower.
    assert!(read("Hale had no wife.").is_empty());
    assert!(read("Hale had no brother but Tom.").is_empty());
}

#[test]
fn a_long_sentence_and_a_long_paragraph_are_read_in_a_bounded_way() {
    let sentence = "Lucy and Hale and she and he, ".repeat(400);
    assert!(Extract::of(&Text::new(&sentence)).facts.facts.len() < 20_000);
    let paragraph = "Lucy saw him. Hale had his hat. ".repeat(400);
    assert!(!Extract::of(&Text::new(&paragraph)).facts.facts.is_empty());
}

#[test]
fn looks_are_read_that_are_told_by_the_way() {
    check(&[
        ("Hale had gone grey early.", "Hale hair grey"),
        ("Lucy’s hair had turned white in a single night.", "Lucy hair white"),
        ("Lucy’s hair was the colour of ripe corn.", "Lucy hair blond"),
        ("Lucy bent over it, and Tom saw Lucy’s dark head.", "Lucy hair dark"),
        ("It was Lucy’s eyes that one noticed, grey and wide.", "Lucy eyes grey"),
        ("With his round brown eyes Hale watched the door.", "Hale eyes brown"),
        ("The lamp showed Hale’s beard and the eyes black as coal.", "Hale eyes black"),
        ("Hale took off his cap. The hair beneath it was brown.", "Hale hair brown"),
        ("Hale, a big blond fellow, laughed.", "Hale hair blond"),
        ("Hale’s eyes had kept their blue.", "Hale eyes blue"),
    ]);
}

#[test]
fn ages_are_read_that_are_told_by_years_and_birthdays() {
    check(&[
        ("Lucy had just passed her sixtieth birthday.", "Lucy age 60 n"),
        ("For all his thirty years Hale blushed.", "Hale age 30"),
        ("Hale’s sixty years sat lightly on him.", "Hale age 60"),
        ("Hale had seen sixty winters.", "Hale age 60"),
        ("Hale was three-and-thirty.", "Hale age 33"),
        ("Hale would be fifty in the autumn.", "Hale age 49"),
        ("Hale owned to forty-five.", "Hale age 45"),
        ("Lucy was nineteen that spring.", "Lucy age 19"),
        ("In the book stood: Hale, bachelor, aged forty-seven.", "Hale age 47"),
    ]);
}

#[test]
fn trades_and_ranks_are_read_by_what_belongs_to_them() {
    check(&[
        ("Hale practised law in the town.", "Hale profession lawyer"),
        ("Hale kept a butcher’s shop there.", "Hale profession butcher"),
        ("Hale had won his sergeant’s stripes.", "Hale rank sergeant n"),
        ("Being a fisherman, Hale knew the tides.", "Hale profession fisherman"),
        ("As the barber of the village Hale heard it all.", "Hale profession barber"),
        ("Like his father Hale was a mason.", "Hale profession mason"),
        ("A mason is never idle, and Hale was a mason.", "Hale profession mason"),
        ("Hale the cooper had a yard by the river.", "Hale profession cooper"),
        ("Hale joined the regiment as an ensign.", "Hale rank ensign"),
    ]);
}

#[test]
fn deaths_are_read_that_are_told_by_the_way() {
    check(&[
        ("Hale did not live to see the summer.", "Hale death dead"),
        ("Hale never woke again.", "Hale death dead"),
        ("The fever took Hale in March.", "Hale death dead"),
        ("Lucy knelt at Hale’s grave.", "Hale death dead"),
        ("They had outlived Hale by ten years.", "Hale death dead"),
        ("They found Hale’s body on the sands.", "Hale death dead"),
        ("The ring was on Hale’s finger.", "Hale possession ring"),
    ]);
}

#[test]
fn what_is_told_by_the_way_of_somebody_else_is_left_out() {
    for source in [
        "Hale saw the red head above the hedge.",
        "Hale locked the door and gave the key to Mina.",
        "Hale had gone grey with fear.",
        "Hale showed his grave face at the door.",
        "Hale was no more afraid than she.",
        "Hale would be three in the room.",
        "For sixty years Hale had kept it.",
        "Hale bought a baker’s shop window.",
        "If Hale practised law, he would know.",
        "A curl of black hair lay in the box that Hale had opened.",
        "Hale looked at the butcher’s shop.",
        "A stranger stood beside Hale. The eyes beneath the hat were brown.",
    ] {
        let source = format!("We know Lucy, Mina and Hale.\n\n{source}");
        assert_eq!(found(&source), [""; 0], "{source}");
    }
}

#[test]
fn a_pronoun_at_the_beginning_may_mean_the_name_behind_the_comma() {
    check(&[
        ("With her grey eyes half shut, Lucy waited.", "Lucy eyes grey n"),
        ("Brushing his red hair, Hale listened.", "Hale hair red n"),
        ("Now that he was five-and-forty, Hale saw no reason to dance.", "Hale age 45 n"),
    ]);
    for source in
        ["In his brown eyes, Hale saw a tear.", "With her grey eyes on Mina, Lucy said nothing."]
    {
        assert_eq!(found(&format!("We know Lucy and Hale.\n\n{source}")), [""; 0], "{source}");
    }
}

#[test]
fn somebody_is_where_a_sentence_with_one_place_and_one_day_says() {
    check(&[
        ("A fever kept Hale in bed at Bath all day on 3 May.", "Hale location Bath Bath"),
        ("It was on 3 May, in Bath, that Hale fell.", "Hale location Bath Bath"),
        ("Hale watched the sun rise on 3 May from a roof in Bath.", "Hale location Bath Bath"),
    ]);
    for source in [
        "On 3 May Hale heard of the fire in Bath.",
        "On 3 May Hale wrote a letter to his aunt in Bath.",
        "Hale was to be at Bath on 3 May.",
        "In Bath Hale waited from 3 May until 5 May.",
    ] {
        assert_eq!(found(&format!("We know Mina and Hale.\n\n{source}")), [""; 0], "{source}");
    }
}

#[test]
fn looks_standing_and_lives_are_read_in_further_wordings() {
    check(&[
        ("Lucy’s eyes remained the blue of a gas flame.", "Lucy eyes blue"),
        ("Hale was of middle height, red-haired, and freckled.", "Hale hair red"),
        ("Hale took off the cap, disclosing a quantity of red hair.", "Hale hair red"),
        ("Long black hair and a high forehead gave Lucy the air of an actress.", "Lucy hair black"),
        ("The only surgeon in the town was Hale.", "Hale profession surgeon"),
        ("Lucy, dead these three years, had planted it.", "Lucy death dead"),
        ("The sea gave back Lucy’s body.", "Lucy death dead"),
        ("1819 was the year of Lucy’s birth.", "Lucy birth born"),
        ("Born at sea in 1804, Lucy belonged to no parish.", "Lucy birth born"),
        ("Hale was forty in 1840, and wept.", "Hale age 40"),
        ("Hale walked to the bridge and threw the revolver into the canal.", "Hale loss revolver"),
    ]);
}

#[test]
fn a_text_may_end_right_behind_who_speaks() {
    for source in ["“Yes,” said Lucy", "“Yes,” said Lucy warmly.", "With his hat on, Hale"]
    {
        assert_eq!(found(source), [""; 0], "{source}");
    }
}

#[test]
fn what_only_looks_like_the_further_wordings_is_left_out() {
    for source in [
        "Hale had laid it on the table.",
        "Hale was laid up with the gout.",
        "Hale, dead for all she cared, wept.",
        "His uncle lingered till March. When he died, Hale wept.",
        "Meeting his blue eyes, Hale flushed.",
        "1815 was the year of Waterloo, and they met Hale.",
        "Hale turned away; the girl laughed and threw the ring into the sea.",
        "Hale watched a man who ran up and threw the watch into the canal.",
        "On 3 May Hale met the mayor of Bath.",
        "On 3 May Hale learned that there was cholera in Bath.",
        "Hale dined at seven, on 3 May 1847.",
        "Mr. Hale tore off her veil, disclosing golden hair.",
        "Red hair made Lucy nervous.",
        "The painter had given Lucy brown eyes.",
        "The gardener dug up Hale’s ring among the carrots.",
        "It stood in the paper that Hale had been killed.",
    ] {
        let found = found(&format!("We know Lucy and Hale.\n\n{source}"));
        assert_eq!(found, [""; 0], "{source}");
    }
}

/// The acts that are read, and whether they have a date.
fn acts(source: &str) -> Vec<(String, bool)> {
    let facts = Extract::of(&Text::new(source)).facts.facts.into_iter();
    let acts = facts.filter(|it| it.attribute == Attribute::Act);
    acts.map(|it| (it.value, it.date.is_some())).collect()
}

#[test]
fn what_somebody_does_is_read_with_its_own_date() {
    for (source, wanted) in [
        ("Lucy came in.", &[("came", false)][..]),
        ("We met Lucy, who was coming up the stairs.", &[("met", false), ("coming", false)]),
        ("Beside him sat Lucy.", &[("sat", false)]),
        ("Lucy, leaning on her stick, came down.", &[("came", false)]),
        ("“Come in!” called Lucy.", &[("called", false)]),
        ("Even Lucy agreed.", &[("agreed", false)]),
        ("They dined with Lucy, and he heard Tom laugh.", &[("dined", false), ("heard", false)]),
        ("She handed the cup to Lucy.", &[("handed", false)]),
        ("He found Lucy dead, and saw Lucy on her bier.", &[]),
        ("The girl called Lucy had come.", &[]),
        ("Lucy, killed at Mons, came back in his dreams.", &[]),
        ("In the January following Lucy called on him.", &[("called", false)]),
        ("In 1845 Lucy bought the house.", &[("bought", true)]),
        ("Lucy was christened in the old church in 1836.", &[("christened", true)]),
        ("Lucy opened the house that was built in 1702.", &[("opened", false)]),
        ("Lucy poured the port of 1815.", &[("poured", false)]),
        ("He remembered Lucy, who was singing.", &[]),
        ("In the room Lucy occupied nothing had been touched.", &[]),
        ("Lucy was ééing.", &[]),
        ("Lucy was the first to reach the top, and stood there.", &[("stood", false)]),
        ("Lucy, who had walked all morning, laughed aloud.", &[("laughed", false)]),
        ("Lucy, who had been young, gifted and gay, was there.", &[]),
        ("Lucy was taken from the river and carried to the inn.", &[]),
        ("Lucy, who died in May, left two sons.", &[]),
    ] {
        let wanted: Vec<(String, bool)> =
            wanted.iter().map(|(value, is_dated)| ((*value).to_owned(), *is_dated)).collect();
        assert_eq!(acts(source), wanted, "{source}");
    }
}

#[test]
fn journeys_are_read_of_the_lore_and_of_two_days() {
    let hours = |journeys: Vec<Journey>| journeys.into_iter().map(|it| it.minutes / 60).next();
    for (source, wanted) in [
        ("Bath to Bristol takes two days, and from there to York six more.", Some(48)),
        ("From Bath to Bristol it takes two days, and to York five more.", Some(48)),
        ("Bath and Bristol lie twelve days apart.", Some(288)),
        ("Bristol is three days from Bath.", Some(72)),
        ("The Royal Mail takes two days from Bath to Bristol.", Some(48)),
        ("Bath was founded two hundred years before Bristol.", None),
        ("Bath and Bristol have a fair of three days.", None),
        ("From Bath to Bristol is a journey of at least eight days.", Some(192)),
        ("No rider reaches Bristol from Bath within five days.", Some(120)),
        ("A coach runs from Bath to Bristol every three days.", None),
        ("From Bath to Bristol it takes at most three days.", None),
        ("Bath is a full day’s walk from Bristol.", Some(24)),
        ("Bath was five days off, and nobody came from Bristol to Bath in less.", Some(120)),
        ("From Bath to Bristol is a journey of four and a half hours by train.", Some(4)),
        ("Bath to Bristol: forty miles, two days by coach.", Some(48)),
        ("Bath station to the Manor: an hour in the carriage.", Some(1)),
        ("From Bath to Bristol takes over three days.", Some(72)),
        ("From Bath to Bristol takes under three days.", None),
    ] {
        let read = crate::extract::stated_journeys(&Text::new(source));
        assert_eq!(hours(read), wanted, "{source}");
    }
    for (source, wanted) in [
        ("Hale left Bath on 3 May and was in Bristol on 5 May.", Some(72)),
        ("They fought at Bath on 3 May and at Bristol on 5 May.", None),
        ("Leaving Bath after breakfast, Hale reached Bristol before dark.", Some(18)),
        ("Hale covered the way from Bath to Bristol within a day.", Some(24)),
        ("It took Hale one night to decide to go from Bath to Bristol.", None),
        ("Hale left Bath early in the day, and was a week upon the road to Bristol.", Some(168)),
        ("On 3 May Hale died in Bath, and on 4 May Lucy died in Bristol.", None),
        ("Hale crossed the pass from Bath to Bristol in a single day.", Some(24)),
        ("Hale started from Bath at sunrise, and at sunset was in Bristol.", Some(18)),
        ("Hale left Bath at dawn, and two days later at dusk was in Bristol.", Some(48)),
        ("Hale left Bath at dawn on Monday, and at dusk on Thursday was in Bristol.", None),
        ("Hale quitted Bath at dawn, and the same evening alighted at Bristol.", Some(18)),
        ("Hale left Bath for Bristol at an hour’s notice.", None),
        ("Hale rode from Bath to Bristol in four days, and rested a night at Bristol.", None),
        ("Hale rode from Bath to the Manor in about four hours.", Some(4)),
        ("Hale rode from Bath to Bristol in over four hours.", None),
        ("Hale came from Bath two hours after Lucy sailed from Bristol.", None),
        ("Hale went to Bristol in four hours.", None),
        (
            "It is four hours’ sail from the Dardanelles, at the rate that Hale came from Bristol.",
            None,
        ),
        ("The train from Bath to Bristol was twenty minutes late.", None),
    ] {
        let source = format!("We know Lucy and Hale.\n\n{source}");
        assert_eq!(hours(Extract::of(&Text::new(&source)).facts.journeys), wanted, "{source}");
    }
}
