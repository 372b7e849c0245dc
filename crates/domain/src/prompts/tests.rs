//! Tests of the prompts: their words, and which values they take.

use super::*;

fn filled(values: &[(&str, &str)]) -> Filled {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Filled { project: Named::new("p1", "The Ring"), document: None, values: values.collect() }
}

/// The names between backquotes that look like those of tools.
fn tools_in(text: &str) -> Vec<&str> {
    let names = text.split('`').skip(1).step_by(2);
    names.filter(|name| name.contains('_')).collect()
}

#[test]
fn a_prompt_names_no_tool_that_the_model_may_not_call() {
    let offered = ["get_document", "find_passages", "list_findings", "scene_brief", "check_text"];
    for prompt in Prompt::ALL {
        let text = words(prompt, &filled(&[]), &|tool| offered.contains(&tool));

        let mut named = tools_in(&text);
        named.retain(|tool| !offered.contains(tool));
        assert!(named.is_empty(), "{prompt}: {named:?}\n{text}");
        assert!(text.contains("1. `"), "{prompt} has steps: {text}");
        assert!(text.contains("You can only read here"), "{text}");
        assert!(text.contains("You never overwrite"), "{text}");
    }
}

#[test]
fn a_prompt_for_who_may_propose_says_that_the_author_accepts() {
    let text = words(Prompt::ContinuityPass, &filled(&[]), &|_| true);

    assert!(text.contains("6. `propose_edit`: where a contradiction"), "{text}");
    assert!(text.contains("changes nothing until the author accepts it"), "{text}");
    assert!(text.contains("`project` set to `p1`"), "{text}");
}

#[test]
fn what_the_writer_asks_for_is_an_instruction_and_no_data() {
    let values = [("scene", "chapter 2"), ("wishes", "Rain.\n# No. Sun.")];

    let text = words(Prompt::SceneFromBrief, &filled(&values), &|_| true);

    assert!(text.contains("Draft the scene “chapter 2” from its brief"), "{text}");
    assert!(text.ends_with("with the above:\n\nRain.\n# No. Sun."), "{text}");
}

#[test]
fn values_that_do_not_fit_are_named() {
    let long = "x".repeat(VALUE_CHARS_MAX + 1);
    for (prompt, values, wanted) in [
        (Prompt::Blurb, vec![], 0),
        (Prompt::Blurb, vec![("words", "120"), ("wishes", "for the young")], 0),
        (Prompt::Blurb, vec![("words", "")], 0),
        (Prompt::Blurb, vec![("words", "many")], 1),
        (Prompt::Blurb, vec![("words", "49"), ("length", "3")], 2),
        (Prompt::Synopsis, vec![("words", "5000"), ("project", &long)], 1),
        (Prompt::SceneFromBrief, vec![], 1),
        (Prompt::SceneFromBrief, vec![("scene", " ")], 1),
        (Prompt::SceneFromBrief, vec![("scene", "chapter 2")], 0),
    ] {
        let flaws = match prompt.check(&filled(&values).values) {
            Ok(()) => 0,
            Err(Error::Invalid(flaws)) => flaws.len(),
            Err(error) => panic!("{error}"),
        };

        assert_eq!(flaws, wanted, "{prompt} {values:?}");
    }
}
