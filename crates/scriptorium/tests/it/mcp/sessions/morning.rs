//! The writer's morning in docs/assistants.md is the one that was recorded.

use std::{fs, path::PathBuf};

use serde_json::Value;

use super::{recorded, text::Line};
use crate::mcp::text as text_of;

/// The heading of the conversation.
const HEADING: &str = "## A writer’s morning\n";

/// A call of a tool in the document, with what is given of the answer.
struct Step {
    call: Value,
    answer: String,
}

/// The steps of the document: each block of JSON is a call, and the text behind it what was answered.
fn steps() -> Vec<Step> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/assistants.md");
    let document = fs::read_to_string(file).unwrap();
    let (_, section) = document.split_once(HEADING).unwrap();
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let mut steps: Vec<Step> = Vec::new();
    for block in section.split("```json\n").skip(1) {
        let (call, rest) = block.split_once("```").unwrap();
        let part = rest.split_once("```text\n").and_then(|(_, rest)| rest.split_once("```"));
        let answer = part.map_or_else(String::new, |(part, _)| part.to_owned());
        steps.push(Step { call: serde_json::from_str(call).unwrap(), answer });
    }
    steps
}

#[test]
fn the_morning_of_the_document_is_the_one_that_was_recorded() {
    let lines = recorded("morning");
    let mut calls = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Line::Sends(message) = line else { continue };
        let sent: Value = serde_json::from_str(message).unwrap();
        if sent["method"] == "tools/call" {
            let answer = lines[at..].iter().find_map(|line| match line {
                Line::Answers(_, text) => serde_json::from_str::<Value>(text).ok(),
                _ => None,
            });
            calls.push((sent["params"].clone(), text_of(&answer.unwrap()["result"])));
        }
    }
    let steps = steps();

    assert_eq!(steps.len(), calls.len());
    for (step, (call, answer)) in steps.iter().zip(&calls) {
        assert_eq!(&step.call, call);
        let mut rest = answer.as_str();
        for line in step.answer.lines().filter(|line| *line != "…" && !line.is_empty()) {
            let line = line.trim_matches('…');
            let at = rest.find(line).unwrap_or_else(|| panic!("{line:?} is not in {answer}"));
            rest = &rest[at + line.len()..];
        }
    }
}
