//! That citations hold, and that numbers rest on sources.

use super::*;

fn sources() -> Vec<SourceText> {
    vec![
        SourceText {
            number: 1,
            title: "The Ferry".to_owned(),
            text: "Mara said, “I’ll wait at the *ferry* —\nuntil dawn.” It had 1,204 planks."
                .to_owned(),
        },
        SourceText { number: 3, title: "Facts".to_owned(), text: "41.5 % of 880".to_owned() },
    ]
}

fn citation(source: usize, quote: &str) -> Citation {
    Citation { source, quote: quote.to_owned() }
}

#[test]
fn a_citation_holds_when_its_words_stand_in_its_source() {
    for (source, quote, flaw) in [
        (1, "Mara said, \"I'll wait at the ferry - until dawn.\"", None),
        (1, "  wait at the ferry ", None),
        (1, "wait at the bridge", Some("do not stand in source 1")),
        (1, "I wait", Some("too short")),
        (2, "Mara said, “I’ll wait", Some("no source 2")),
        (3, "Mara said, “I’ll wait", Some("do not stand in source 3")),
    ] {
        let checked = citation(source, quote).check(&sources());

        match (checked, flaw) {
            (Ok(()), None) => {}
            (Err(said), Some(flaw)) => assert!(said.contains(flaw), "{said}"),
            other => panic!("{quote}: {other:?}"),
        }
    }
}

#[test]
fn the_words_of_a_citation_are_found_as_they_stand() {
    let text = "He said:  “I’ll *wait*\n—here.” Then he left.";
    for (quote, words) in [
        ("\"I'll wait -here.\"", Some("“I’ll *wait*\n—here.”")),
        ("Then he left.", Some("Then he left.")),
        ("He said: “I’ll", Some("He said:  “I’ll")),
        ("he stayed there", None),
    ] {
        let found = citation(1, quote).locate(text);

        assert_eq!(found.map(|span| &text[span]), words, "{quote}");
    }
}

#[test]
fn numbers_that_no_source_has_are_named() {
    let text = "In 12 chapters there are 1204 planks, 41.5 % of 880, and 77 ropes, in 1890.";

    assert_eq!(unsupported_numbers(text, &sources()), ["1890", "77"]);
}

#[test]
fn a_statement_without_a_citation_is_refused() {
    let statement = |citations| Answers {
        statements: vec![Statement { statement: "So.".to_owned(), citations }],
        unknown: vec![],
    };

    assert!(statement(vec![]).check().unwrap_err().contains("`citations` is empty"));
    assert_eq!(statement(vec![citation(1, "wait at the ferry")]).check(), Ok(()));
    assert!(Answers { statements: vec![], unknown: vec![] }.check().is_err());
}

#[test]
fn a_text_names_the_title_of_what_it_cites() {
    let answers = Answers {
        statements: vec![Statement {
            statement: "Mara waits.".to_owned(),
            citations: vec![citation(1, "wait at the ferry")],
        }],
        unknown: vec!["Why?".to_owned()],
    };

    let text = answers.text(&sources());

    assert!(text.contains("Mara waits. [“wait at the ferry” (The Ferry)]"), "{text}");
    assert!(text.contains("The sources do not say:\n- Why?"), "{text}");
}

#[test]
fn lists_have_a_bound() {
    assert!(check_list("ideas", &[0; ITEMS_MAX]).is_ok());
    assert!(check_list("ideas", &[0; ITEMS_MAX + 1]).is_err());
    assert!(check_list::<i32>("ideas", &[]).is_err());
}

#[test]
fn every_result_has_a_schema_a_model_can_be_shown() {
    fn schema<T: ModelResult>() -> String {
        serde_json::to_string(&schemars::schema_for!(T)).unwrap()
    }
    let schemas = [
        schema::<Ideas>(),
        schema::<Answers>(),
        schema::<PromisesFound>(),
        schema::<Events>(),
        schema::<Voices>(),
        schema::<Sketches>(),
        schema::<WordsMade>(),
        schema::<Plan>(),
        schema::<Structure>(),
        schema::<Draft>(),
        schema::<Edits>(),
        schema::<Critique>(),
        schema::<PublisherText>(),
    ];

    for schema in schemas {
        assert!(schema.contains("\"required\""), "{schema}");
    }
}
