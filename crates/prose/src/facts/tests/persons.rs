//! Whom pronouns and descriptions mean.

use super::found;
use crate::extract::Extract;
use crate::tokens::Text;

#[test]
fn a_pronoun_may_mean_the_only_one_of_the_paragraph_before() {
    for (source, wanted) in [
        ("Lucy was alone.\n\nShe had grey eyes.", &["Lucy eyes grey n"][..]),
        ("Lucy saw Mina.\n\nShe had grey eyes.", &[]),
        ("Lucy was alone.\n\n* * *\n\nShe had grey eyes.", &[]),
        ("Lucy looked up.\n\n“You are late.” She had grey eyes.", &[]),
        ("We know Kate Gray. Fanny Hill met Kate Gray. She had blue eyes.", &[]),
        ("Tom Hale was alone.\n\nHe was a tall boy, with grey eyes.", &[]),
        ("There was a woman, and her name was Lucy. She had grey eyes.", &["Lucy eyes grey n"]),
        (
            "When Mina had gone, Miss Lucy said:\n\n“Well, Mina?” She looked up with her grey eyes.",
            &["Miss Lucy eyes grey n"],
        ),
        // A word that only opens its sentence is nobody whom the pronoun might mean.
        ("Lucy was alone. Mingled with this was joy. She had grey eyes.", &["Lucy eyes grey n"]),
    ] {
        assert_eq!(found(source), wanted, "{source}");
    }
}

#[test]
fn a_sentence_without_a_verb_describes_the_one_before() {
    for (source, wanted) in [
        ("Lucy was the youngest. A slip of a girl, with grey eyes.", &["Lucy eyes grey"][..]),
        ("Lucy met Mina. A slip of a girl, with grey eyes.", &[]),
        ("Lucy opened the door. A boy with red hair, a letter in his hand.", &[]),
        ("Lucy was the youngest. A cat with grey eyes sat by.", &[]),
    ] {
        assert_eq!(found(source), wanted, "{source}");
    }
}

#[test]
fn eyes_and_hair_stand_late_in_a_list() {
    for (source, wanted) in [
        ("Lucy had a thin face, a sharp nose and grey eyes.", &["Lucy eyes grey"][..]),
        ("Lucy had a sharp nose, and a quantity of fair hair.", &["Lucy hair fair"]),
        ("Lucy had a good figure, a pretty face, fair hair, and a wit.", &["Lucy hair fair"]),
        ("Lucy had a cat with a sharp nose, and grey eyes.", &[]),
        ("Mina saw that Lucy’s cheeks were pale, her grey eyes full.", &["Lucy eyes grey n"]),
        ("Mina saw that Lucy’s coat was torn and her grey eyes full.", &[]),
        ("Mina kissed Lucy’s cheek, her grey eyes full of tears.", &["Mina eyes grey"]),
        ("Lucy had a pale face, and brown eyes watched her from the door.", &[]),
    ] {
        assert_eq!(found(source), wanted, "{source}");
    }
}

#[test]
fn a_death_is_read_by_the_way() {
    for (source, wanted) in [
        ("We saw a likeness of Tom Hale who had died years ago.", &["Tom Hale death dead"][..]),
        ("The fever carried Tom Hale off.", &["Tom Hale death dead"]),
        ("Tom Hale had been in his grave ten years.", &["Tom Hale death dead"]),
        ("Tom Hale was shot through the heart.", &["Tom Hale death dead"]),
        ("Tom Hale, killed at Jena in 1806, had been her uncle.", &["Tom Hale death dead"]),
        ("Tom Hale, long dead, had owned the mill.", &["Tom Hale death dead"]),
        ("She was alone, Tom Hale dead and buried.", &["Tom Hale death dead"]),
        ("Tom Hale, drowned in debt, sold the mill.", &[]),
        ("Mina, Lucy, and Tom Hale, killed in the war, were mourned.", &[]),
        ("The wind carried Tom Hale off the deck.", &[]),
        ("The river steamer carried Tom Hale off to Bristol.", &[]),
        ("It was Tom Hale who had drowned the kittens.", &[]),
        ("It was Tom Hale who had been dead against the match.", &[]),
    ] {
        assert_eq!(found(source), wanted, "{source}");
    }
}

#[test]
fn what_somebody_says_of_others_leaves_the_pronoun_behind_it_theirs() {
    for (source, wanted) in [
        ("“The lad is lonely,” said Mr. Hale. He was fifty years old.", &["Mr. Hale age 50 n"][..]),
        ("“The lad is lonely.” The lad looked at Mr. Hale. He was fifty years old.", &[]),
        ("“The lad is lonely,” said Mr. Hale to Mr. Orme. He was fifty years old.", &[]),
        ("“That is my grandson Will,” said Mr. Hale. He was ten years old.", &[]),
    ] {
        let read: Vec<String> =
            found(source).into_iter().filter(|it| it.contains(" age ")).collect();
        assert_eq!(read, wanted, "{source}");
    }
}

#[test]
fn the_trade_of_a_relative_without_a_name_is_theirs() {
    for (source, wanted) in [
        ("Hale was the son of a merchant of Bath.", &["Hale father merchant"][..]),
        ("Hale, whose father was an old apothecary, laughed.", &["Hale father apothecary"]),
        ("Hale’s mother, the dressmaker, came in.", &["Hale mother dressmaker"]),
        ("Hale’s father had been a miner since he was a lad.", &["Hale father miner"]),
        ("Hale’s father had been a miner.", &["Hale father miner past"]),
        ("Hale was a merchant’s son.", &["Hale father merchant"]),
        (
            "He arranged that Hale should come, as soon as his father, the old baker, could.",
            &["Hale father baker"],
        ),
        ("Hale’s father was no baker.", &[]),
        ("Hale’s brother was a baker.", &[]),
        ("Hale’s father was the brother of a baker.", &[]),
        ("Hale was married to the daughter of a brewer.", &[]),
        ("Hale was the son of a governess.", &["Hale mother governess"]),
        ("Hale’s mother, the doctor and two nurses stood by the bed.", &[]),
        ("“Hale’s father was a baker,” said Tom.", &["Hale father baker spoken"]),
    ] {
        let facts = Extract::of(&Text::new(source)).facts.facts;
        let read = facts.iter().filter_map(|it| {
            let marks = [(it.is_past, " past"), (it.is_spoken, " spoken")];
            let marks = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark);
            let marks: String = marks.collect();
            Some(format!("{} {} {}{marks}", it.name_text, it.relative.as_ref()?, it.value))
        });
        let read: Vec<String> = read.collect();
        assert_eq!(read, wanted, "{source}");
    }
}
