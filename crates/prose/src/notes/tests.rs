//! Tables of notes with the sentences that they stand for.

use super::*;

fn said(text: &str) -> Vec<String> {
    let all = notes(text, &["Dickon Sowerby", "Dickon"], "X");
    let clauses = all.into_iter().flat_map(|it| it.clauses);
    clauses
        .map(|it| match it {
            NoteClause::Attribute(key, said) => format!("{key} = {said}"),
            NoteClause::Sentence(sentence, _) => sentence,
        })
        .collect()
}

#[test]
fn notes_are_about_the_one_whom_they_leave_out() {
    for (text, wanted) in [
        (
            "Brother of Martha, twelve going on thirteen, a moor boy.",
            &["X was the brother of Martha.", "X was 12 years old."][..],
        ),
        ("Round blue eyes, rusty-red hair.", &["X had round blue eyes.", "X had rusty-red hair."]),
        ("Plump, with large eyes and brown hair.", &["X had large eyes and brown hair."]),
        ("A grave young man with brown eyes.", &["X had brown eyes."]),
        ("Sixteen at the first Christmas.", &["X was 16 years old."]),
        ("A solicitor of forty.", &["X was a solicitor of forty."]),
        ("An Englishman of twenty-eight who sails.", &["X was a man of twenty-eight who sails."]),
        ("Past sixty years of age.", &["X was past 60."]),
        ("Only child; never had a sister.", &["X was an only child.", "X had no sister."]),
        ("Aged 40, red-haired.", &["X was 40 years old.", "X was red-haired."]),
        ("Young English solicitor of Exeter.", &["X was a solicitor of Exeter."]),
        ("Laurie’s tutor; born in 1840.", &["X was a tutor.", "X was born in 1840."]),
        ("Married to Anna. Dies on 3 May.", &["X was married to Anna.", "X died on 3 May."]),
        ("Age: 34\nEyes: grey", &["Age = 34", "Eyes = grey"]),
        ("Mother: Anna. Brother: Hugh.", &["Mother = Anna", "Brother = Hugh"]),
        ("A tall, stout man in his fifties.", &["X was in his fifties."]),
        ("A shock of white hair.", &["X had a shock of white hair."]),
        (
            "Sandy hair, grey eyes, a scar over his left eye.",
            &["X had sandy hair.", "X had grey eyes."],
        ),
        (
            "Twin of Luke. b. 2 February 1868.",
            &["X was the twin of Luke.", "X was born 2 February 1868."],
        ),
        ("Blonde, blue-eyed.", &["X was blonde.", "X was blue-eyed."]),
        ("Red-haired and green-eyed.", &["X was red-haired.", "X was green-eyed."]),
    ] {
        assert_eq!(said(text), wanted, "{text}");
    }
}

#[test]
fn a_name_or_a_pronoun_is_theirs_while_nobody_else_is_spoken_of() {
    for (text, wanted) in [
        ("He has blue eyes.", &["X had blue eyes."][..]),
        (
            "He was born in 1891 and is ten years old.",
            &["X was born in 1891.", "X was ten years old."],
        ),
        ("Dickon’s hair is red.", &["X’s hair is red."]),
        (
            "Dickon, 12, brother of Martha.",
            &["X was 12 years old.", "X was the brother of Martha."],
        ),
        (
            "Dickon (b. 1891) is kind. He has blue eyes.",
            &["X was born in 1891.", "X was kind.", "X had blue eyes."],
        ),
        (
            "Dickon Sowerby (1891–1916) was kind.",
            &["X was born in 1891.", "X died in 1916.", "X was kind."],
        ),
        ("Brother of Martha (born 1889).", &["X was the brother of Martha."]),
        ("In the war he was a chaplain.", &["In the war X was a chaplain."]),
        ("Kind. His sister is ill. She has grey eyes.", &["X’s sister is ill."]),
        ("Martha was his maid. She has grey eyes.", &["Martha was his maid."]),
    ] {
        assert_eq!(said(text), wanted, "{text}");
    }
}

#[test]
fn relatives_are_read_with_what_is_said_of_them() {
    for (text, wanted) in [
        ("Wife, Margaret, died in 1931.", &["X’s wife Margaret.", "Margaret died in 1931."][..]),
        ("His late wife Margaret was kind.", &["X’s wife Margaret.", "Margaret was kind."]),
        ("Sister Elsie, a nurse.", &["X’s sister Elsie.", "Elsie was a nurse."]),
        (
            "Father, Oswin Pell, ferryman all his life, drowned in the flood.",
            &[
                "X’s father Oswin Pell.",
                "Oswin Pell was a ferryman all his life.",
                "Oswin Pell was drowned in the flood.",
            ],
        ),
        ("There was a brother, Arthur.", &["X’s brother Arthur."]),
        ("One sister only, Georgiana.", &["X’s sister Georgiana."]),
        ("Magwitch is his father.", &["Magwitch is X’s father."]),
        ("Orla, his wife, is kind.", &["Orla, X’s wife, is kind."]),
        ("Hugh, killed at Loos, was his brother.", &["Hugh, killed at Loos, was X’s brother."]),
        ("He is kind, but Magwitch is his father.", &["X was kind.", "Magwitch is X’s father."]),
        // Whoever died is the father.
        ("Father kept the inn; died in May.", &["X’s father kept the inn."]),
        ("Brother of Anna, forty.", &["X was the brother of Anna.", "X was 40 years old."]),
        ("His mother: Anna", &["mother = Anna"]),
    ] {
        assert_eq!(said(text), wanted, "{text}");
    }
}

#[test]
fn a_verb_may_come_first() {
    for (text, wanted) in [
        ("Sold the piano after the funeral.", &["X sold the piano after the funeral."][..]),
        ("Spends the winter with her aunt.", &["X spends the winter with her aunt."]),
        (
            "Qualified at York and has been a doctor since.",
            &["X qualified at York.", "X was a doctor since."],
        ),
        ("Buried three husbands.", &["X buried three husbands."]),
        ("Never took a wife. No children.", &["X was never married.", "X had no children."]),
        (
            "Hair cropped, sandy. Eyes still blue.",
            &["X’s hair was cropped, sandy.", "X’s eyes were still blue."],
        ),
        ("Engaged since Easter to Leo.", &["X was engaged to Leo."]),
        ("Physician to the family and kept what came.", &["X was a physician to the family."]),
        ("Thirty-one, ginger.", &["X was 31 years old.", "X’s hair was ginger."]),
        ("Silver hair the father, fair hair Agatha.", &[]),
    ] {
        assert_eq!(said(text), wanted, "{text}");
    }
}

#[test]
fn what_may_be_said_of_another_or_of_another_time_is_left_out() {
    for text in [
        "Her hair was brown until the wedding.",
        "His hair is black and later turns white.",
        "Formerly a sailor.",
        "Almost a doctor.",
        "Afraid of men with blue eyes.",
        "Mother of two boys with red hair.",
        "Six and a sixpence a week.",
        "Three years in the Old Guard.",
        "His hair was brown until he married.",
        "past past past past past",
        "A failed painter.",
        "Fox Captain, crow Soot.",
        "Seven years younger than Anna.",
        "Ten when his mother died.",
        "Victor’s mother catches it from her.",
        "Is he a doctor?",
    ] {
        assert!(said(text).is_empty(), "{text}: {:?}", said(text));
    }
    for (text, wanted) in [
        ("Cousin of Archibald, a poor doctor.", &["X was the cousin of Archibald."][..]),
        ("Widow of Captain Hale, killed at Jena.", &["X was the widow of Captain Hale."]),
        ("Daughter of Thomas Lefroy, rector of Ashe.", &["X was the daughter of Thomas Lefroy."]),
        ("Mother of Tom, ten years old.", &["X was the mother of Tom."]),
        ("Brother of Anna, the girl with grey eyes.", &["X was the brother of Anna."]),
        ("Mary’s father, a captain, died in India.", &["Mary’s father, a captain, died in India."]),
        (
            "He loves Anna, who is forty and has grey eyes.",
            &["X loves Anna, who is forty and has grey eyes."],
        ),
        ("Dickon’s mother is Susan. She has black hair.", &["X’s mother is Susan."]),
        ("His servant Tom is ill. He is thirty.", &["X’s servant Tom is ill."]),
        ("Would have been a sailor.", &["Would have been a sailor."]),
        ("Born on May 3, 1840, in India.", &["X was born on May 3, 1840."]),
    ] {
        assert_eq!(said(text), wanted, "{text}");
    }
}

#[test]
fn what_somebody_else_is_or_does_is_no_fact_of_theirs() {
    for text in [
        "Loves a sailor.",
        "Loves a girl with green eyes.",
        "Appears in chapters 1, 5, 12.",
        "Sister Agatha taught him to read.",
        "Father Mapple preaches before he sails.",
        "Widow Douglas adopts him.",
        "Miss Havisham lives alone. Arthur was her brother.",
        "Wife, Margaret. Died in childbirth, 1862.",
        "Two years governess to the squire’s daughters, Jane and Mary.",
        "Brother Tom, dead drunk at the wedding.",
        "Brother Tom, drowned in debt.",
    ] {
        let sentences = said(text).join("\n\n");
        let facts = crate::extract::Extract::of(&Text::new(&sentences)).facts.facts;
        let read: Vec<_> = facts
            .iter()
            .filter(|it| !matches!(it.attribute, crate::facts::Attribute::Act))
            .filter(|it| it.other_text.is_empty() || !["Margaret", "Tom"].contains(&&*it.name_text))
            .map(|it| (it.name_text.as_str(), it.attribute, it.value.as_str()))
            .collect();
        assert!(read.is_empty(), "{text}: {read:?}");
    }
}

#[test]
fn a_pronoun_stays_with_what_it_is_said_of() {
    let all = notes("Sister of Anna. He has fair hair.", &["Jane"], "X");
    assert_eq!(
        all[1].clauses,
        [NoteClause::Sentence("X had fair hair.".to_owned(), Some(Pronoun::He))]
    );
}

proptest::proptest! {
    #[test]
    fn any_notes_are_read(text in ".{0,300}", name in ".{0,8}") {
        notes(&text, &[&name], "X");
    }
}
