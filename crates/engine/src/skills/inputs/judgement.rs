//! Critic on a structure that the architect laid out: what it lacks, by rule, each point with the
//! sub-task that found it. Whether the structure works takes a reader.

use domain::{Result, messages::Answer, swarms::inputs::Input};
use serde_json::json;

use super::{has_outline, items, missing, of_kind, parts, sources, text};
use crate::skills::{
    answers::{AnswerText, counted, listed},
    request::AgentRequest,
};

/// What the turns of a story are called in reports, and for people.
const TURNS: [(&str, &str); 3] = [
    ("turning_point", "a turning point"),
    ("climax", "the climax"),
    ("resolution", "the resolution"),
];

/// Something that a structure lacks.
struct Lack<'i> {
    rule: &'static str,
    says: String,
    found_by: &'i Input,
}

/// What the structure among the inputs lacks.
pub(super) fn answer(request: &AgentRequest) -> Result<Answer> {
    let inputs = &request.inputs;
    let Some(structure) = of_kind(inputs, "structure").next() else {
        return Ok(Answer::of_text("No structure was laid out that could be judged.\n"));
    };
    if parts(&structure.report).is_some() {
        return of_parts(structure, inputs);
    }
    let lacks = lacks(structure, inputs);
    let mut out = AnswerText::default();
    out.line(format!(
        "By rule, from what {} laid out; whether it works takes a reader, or a language model, and \
         none is configured.",
        structure.source()
    ));
    out.list("Lacking", &lacks, |it| format!("{} ({})", it.says, it.found_by.source()));
    if lacks.is_empty() {
        out.line("By these rules nothing is lacking.");
    }
    missing(&mut out, inputs);
    let report = json!({
        "kind": "judgement",
        "lacks": listed(&lacks, |it| json!({
            "rule": it.rule,
            "says": it.says,
            "source": it.found_by.source_report(),
        })),
        "sources": sources(inputs),
    });
    Answer::with_report(out.finish(), &report)
}

/// That what a book lacks does not show in the structure of some of its chapters.
fn of_parts(structure: &Input, inputs: &[Input]) -> Result<Answer> {
    let mut out = AnswerText::default();
    out.line(format!(
        "{} looked at single documents. What the structure of a book lacks shows in the whole of it, so no \
         rule was applied; whether these work takes a reader, or a language model, and none is configured.",
        structure.source()
    ));
    missing(&mut out, inputs);
    let report = json!({ "kind": "judgement", "lacks": null, "sources": sources(inputs) });
    Answer::with_report(out.finish(), &report)
}

fn lacks<'i>(structure: &'i Input, inputs: &'i [Input]) -> Vec<Lack<'i>> {
    let report = &structure.report;
    let mut lacks = Vec::new();
    let mut lack = |rule, says: String, found_by| lacks.push(Lack { rule, says, found_by });
    let mean = report["balance"]["meanWords"].as_f64().unwrap_or(0.0);
    for chapter in items(&report["balance"]["far"]) {
        let words = chapter["words"].as_i64().unwrap_or(0);
        let far = if words as f64 > mean { "over twice" } else { "under half" };
        let words = counted(words, "word", "words");
        lack(
            "length",
            format!("“{}” has {words}, {far} the mean of {mean:.0}", text(chapter, "title")),
            structure,
        );
    }
    let outline = &report["outline"];
    for (key, rule, is) in [
        ("untold", "untold", "is planned, and told by no document"),
        ("empty", "empty", "is planned, and nothing lies in it"),
        ("unplanned", "unplanned", "is told, and not planned"),
    ] {
        // Without an outline nothing is planned, which is one lack and not one for each chapter.
        if key == "unplanned" && !has_outline(report) {
            continue;
        }
        for node in items(&outline[key]) {
            lack(rule, format!("“{}” {is}", text(node, "title")), structure);
        }
    }
    if !has_outline(report) {
        lack("outline", "There is no outline to hold the chapters against".to_owned(), structure);
    }
    let turns = items(&report["turns"]);
    for (category, name) in TURNS {
        if !turns.iter().any(|turn| text(turn, "category") == category) {
            lack("turn", format!("No event of a timeline is {name}"), structure);
        }
    }
    for turn in turns.iter().filter(|turn| turn["documentId"].is_null()) {
        lack("place", format!("“{}” is linked to no document", text(turn, "title")), structure);
    }
    for promises in of_kind(inputs, "promises") {
        for promise in promises.report["unplaced"]["promises"].as_array().into_iter().flatten() {
            let title = text(promise, "title");
            lack("promise", format!("“{title}” is promised at no node of the outline"), promises);
        }
    }
    lacks
}

#[cfg(test)]
mod tests {
    use domain::Principal;
    use serde_json::Value;

    use super::*;
    use crate::skills::inputs::tests::input;

    fn request(inputs: Vec<Input>) -> AgentRequest {
        let principal = Principal::of_account("local");
        AgentRequest { inputs, ..AgentRequest::of_agent("critic", principal, "x") }
    }

    fn rules(report: &Value) -> Vec<&str> {
        items(&report["lacks"]).iter().map(|it| text(it, "rule")).collect()
    }

    #[test]
    fn a_structure_is_judged_by_what_the_others_found() {
        let structure = json!({
            "kind": "structure",
            "balance": { "meanWords": 100.0, "far": { "total": 2, "items": [
                { "title": "I", "words": 400 }, { "title": "II", "words": 10 },
            ] } },
            "outline": { "kinds": { "chapter": 2 }, "untold": { "items": [{ "title": "The bite" }] },
                "empty": { "items": [] }, "unplanned": { "items": [{ "title": "II" }] } },
            "turns": { "items": [{ "title": "The fall", "category": "climax", "documentId": null }] },
        });
        let promises =
            json!({ "kind": "promises", "unplaced": { "promises": [{ "title": "Who?" }] } });
        let inputs = vec![
            input("promises", "plotter", promises),
            input("structure", "architect", structure),
        ];

        let answer = answer(&request(inputs)).unwrap();

        let report: Value = serde_json::from_str(&answer.report.unwrap().0).unwrap();
        assert_eq!(
            rules(&report),
            ["length", "length", "untold", "unplanned", "turn", "turn", "place", "promise"]
        );
        for line in [
            "“I” has 400 words, over twice the mean of 100 (architect in structure)",
            "“II” has 10 words, under half the mean of 100 (architect in structure)",
            "No event of a timeline is a turning point (architect in structure)",
            "“Who?” is promised at no node of the outline (plotter in promises)",
        ] {
            assert!(answer.text.contains(line), "{}", answer.text);
        }
    }

    #[test]
    fn the_structure_of_single_chapters_says_nothing_of_what_the_book_lacks() {
        let structure = json!({ "kind": "structure", "parts": [{ "chapter": { "title": "I" } }] });

        let answer = answer(&request(vec![input("structure", "architect", structure)])).unwrap();

        assert!(answer.text.contains("no rule was applied"), "{}", answer.text);
        let report: Value = serde_json::from_str(&answer.report.unwrap().0).unwrap();
        assert_eq!(report["lacks"], Value::Null);
    }

    #[test]
    fn without_a_structure_there_is_nothing_to_judge() {
        let answer = answer(&request(Vec::new())).unwrap();

        assert_eq!(answer.report, None);
        assert_eq!(answer.text, "No structure was laid out that could be judged.\n");
    }
}
