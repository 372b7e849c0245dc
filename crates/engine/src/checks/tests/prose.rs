//! The checks of prose, on small texts.

use std::collections::HashSet;

use super::*;

#[test]
fn habits_of_prose_are_found_where_they_crowd() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let run = |source: &str| said(Check::Prose, &none, source);

    assert_eq!(run(""), []);
    assert_eq!(run("He went to the *the* door."), one("doubled_word", "the the"));
    assert_eq!(run("It was very, very late, and he had had enough."), []);
    assert_eq!(run("It was colder *then* the sea."), one("grammar_slip", "colder then the"));
    assert_eq!(run("“We was there,” he said, “and it was colder then, and later.”"), []);
    let adverbs = "He slowly rose, softly spoke, quickly left and quietly came back to them.";
    assert_eq!(run(adverbs), one("adverb_density", adverbs));
    assert_eq!(run("He slowly rose, softly spoke and quickly left."), []);
    let passives =
        "The door was opened. The lamp was taken. A step was heard, and the cup was broken.";
    assert_eq!(run(passives), one("passive_density", passives));
    let filters = "He saw it. He heard a step, felt the cold and noticed that the door was open.";
    assert_eq!(run(filters), one("filter_density", filters));
    let is_long = |words: usize| {
        rules_of(Check::Prose, &none, &sentence(words)).contains(&"long_sentence".to_owned())
    };
    assert_eq!([69, 70].map(is_long), [false, true]);
    let openers = "He ran off. He sat down there. He sang a long song for all of us. He left. He \
                   came back to the house at night.";
    assert_eq!(run(openers), one("same_opener", openers));
}

#[test]
fn even_sentences_are_reported_with_their_lengths() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let message = |source: String| {
        let found = run(Check::Prose, &Subject::new(None, source), &none).0;
        found.into_iter().find(|it| it.rule == "even_rhythm").map(|it| it.message)
    };
    let even = ["He ran to the far sea.", "We saw a bird up there.", "She left us in the rain."];

    assert_eq!(
        message(even.repeat(2).join(" ")).as_deref(),
        Some("6 sentences in a row have 6 words each.")
    );
}

#[test]
fn a_long_sentence_is_a_matter_of_taste_however_long_it_is() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    for words in [70, 300] {
        let subject = Subject::new(None, sentence(words));
        let found = run(Check::Prose, &subject, &none).0.remove(0);
        assert_eq!(
            (found.severity, found.detail.unwrap()["words"].as_u64()),
            (Severity::Low, Some(words as u64))
        );
    }
}

#[test]
fn figures_of_speech_are_no_repetitions() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let around = "They went along the shore until evening came and saw nobody there. ".repeat(60);
    let figure = format!("{around}\n\nRest, rest, rest, he cried.");
    let clumsy = format!(
        "{around}\n\nThe solicitor rose. I told my solicitor of it, and the other solicitor, who was \
         that solicitor’s brother, wept."
    );

    let words = |source: &str| -> Vec<String> {
        let found = said(Check::Prose, &none, source).into_iter();
        found.filter(|(rule, _)| rule == "repeated_word").map(|(_, quote)| quote).collect()
    };
    assert!(words(&figure).iter().all(|quote| !quote.starts_with("Rest")), "{:?}", words(&figure));
    assert!(words(&clumsy).iter().any(|quote| quote.starts_with("solicitor rose")));
}

#[test]
fn each_crowd_of_a_word_is_a_finding_of_its_own() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let far = "They went along the shore until evening came and saw nobody there. ".repeat(60);
    let source = format!(
        "The solicitor rose. I told my solicitor of it, and the other solicitor, who was that \
         solicitor’s brother, wept. A solicitor laughed.\n\n{far}\n\nMy old solicitor came. We saw \
         the young solicitor, and that solicitor, who had been our solicitor before, sang with his \
         solicitor."
    );

    let found = run(Check::Prose, &Subject::new(None, source), &none).0;

    let crowds: HashSet<String> = found
        .iter()
        .filter(|found| found.rule == "repeated_word" && found.message.contains("solicitor"))
        .map(|found| found.fingerprint(Check::Prose.into()))
        .collect();
    assert_eq!(crowds.len(), 2, "{found:#?}");
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    assert!(
        messages.iter().any(|it| it.ends_with(" words, and 5 times elsewhere.")),
        "{messages:#?}"
    );
}
