//! Tests of statements: what is read, and what only looks like a statement.

use super::*;

fn found(source: &str) -> Vec<(Aspect, String, String)> {
    let text = Text::new(source);
    let names = NameIndex::new([(0, "Lucy"), (1, "Van Helsing"), (2, "Mina")]);
    statements(&text, &names)
        .into_iter()
        .map(|it| (it.about, it.value, it.passage.span.of(source).to_owned()))
        .collect()
}

#[test]
fn what_is_said_of_somebody_is_read_from_fixed_forms() {
    use Aspect::{Age, Eyes, Hair, Role};
    let table = [
        ("Lucy was nineteen.", Age, "19", "Lucy was nineteen"),
        ("Lucy was only twenty-three, and", Age, "23", "Lucy was only twenty-three"),
        ("Then Lucy is 40 years old now.", Age, "40", "Lucy is 40 years old"),
        ("Lucy, aged seven, ran.", Age, "7", "Lucy, aged seven"),
        ("Lucy, 19, ran.", Age, "19", "Lucy, 19"),
        ("The twenty-year-old Lucy ran.", Age, "20", "twenty-year-old Lucy"),
        ("It was Lucy's bright blue eyes.", Eyes, "blue", "Lucy's bright blue eyes"),
        ("Lucy’s hair was quite golden.", Hair, "golden", "Lucy’s hair was quite golden"),
        ("Lucy had large, dark eyes.", Eyes, "dark", "Lucy had large, dark eyes"),
        (
            "Lucy was still very clearly nineteen.",
            Age,
            "19",
            "Lucy was still very clearly nineteen",
        ),
        ("Lucy, with faded blue eyes, ran.", Eyes, "blue", "Lucy, with faded blue eyes"),
        ("Lucy, with her long red hair, ran.", Hair, "red", "Lucy, with her long red hair"),
        ("Blue-eyed Lucy ran.", Eyes, "blue", "Blue-eyed Lucy"),
        (
            "Van Helsing, the old doctor, ran.",
            Role,
            "the old doctor",
            "Van Helsing, the old doctor",
        ),
        ("Lucy was a teacher.", Role, "a teacher", "Lucy was a teacher"),
        (
            "Lucy, the daughter of Mrs. Westenra, ran.",
            Role,
            "the daughter of Mrs. Westenra",
            "Lucy, the daughter of Mrs. Westenra",
        ),
        ("I saw his wife Mina there.", Role, "his wife", "his wife Mina"),
        ("My friend, Van Helsing, ran.", Role, "My friend", "My friend, Van Helsing"),
    ];

    for (source, about, value, words) in table {
        assert_eq!(found(source), [(about, value.to_owned(), words.to_owned())], "{source}");
    }
}

#[test]
fn what_only_looks_like_a_statement_is_left_out() {
    for source in [
        "Lucy was one of them.",
        "Lucy was at 19 Hill Street.",
        "Lucy was two hours late.",
        "Lucy, two of them came.",
        "Lucy, the door was open.",
        "Lucy was a little tired.",
        "Lucy saw blue eyes.",
        "Lucy's mother had blue eyes.",
        "She was nineteen.",
        "Lucy had eyes for him. Blue hair was rare.",
        "Mina and Lucy, the two friends of old, ran.",
        "Lucy was the doctor's friend and more.",
        "Her husband, Lucy's father, ran.",
        "My lord Van Helsing ran.",
        "Lucy was never nineteen.",
        "Lucy was not yet forty.",
        "Lucy was not nineteen.",
        "Lucy was almost twenty, and",
        "Lucy was hardly twenty.",
        "Lucy was nearly forty years old.",
        "Lucy was once a teacher.",
        "Lucy's eyes were not blue.",
        "Lucy's eyes were almost green.",
        "Lucy's hair was once black.",
        "Lucy's hair was seldom golden.",
        "Lucy had loved his blue eyes.",
        "Lucy had never seen red hair before.",
        "Lucy had known blue eyes.",
        "Lucy had those blue eyes before her.",
        "Lucy had his blue eyes.",
        "Mrs. Lucy, with his blue eyes in mind, ran.",
        "Mina, with the dark eyes of Lucy, ran.",
        "Lucy's father's blue eyes shone.",
        "Mina was ten, twelve yards behind.",
        "Lucy, nineteen, twenty, and more.",
        "If Lucy was a teacher, she hid it.",
        "Though Lucy was nineteen, she went.",
        "Had Lucy, aged seven, been there?",
        "He asked whether Lucy was a teacher.",
        "Lucy, the mother of Mina's friend Anna said, ran.",
        "Lucy, the friend of those who stood there, ran.",
    ] {
        assert_eq!(found(source), [], "{source}");
    }
}

#[test]
fn a_statement_in_a_quotation_is_marked_as_spoken() {
    let source = "“Lucy was nineteen.” Mina was a teacher.";
    let text = Text::new(source);

    let all = statements(&text, &NameIndex::new([(0, "Lucy"), (1, "Mina")]));

    let spoken: Vec<bool> = all.iter().map(|it| it.is_spoken).collect();
    assert_eq!(spoken, [true, false]);
}
