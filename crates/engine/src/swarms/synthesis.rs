//! The last sub-task of every swarm: what the others said and found as one text, and the same in
//! figures. It rests on their results alone, so that the same results make the same text.

use std::{collections::BTreeSet, fmt::Write as _};

use domain::{
    Result,
    findings::Finding,
    json::JsonText,
    messages::Answer,
    swarms::{Artefact, Subtask, SubtaskResult, SubtaskState, Swarm, Task},
};
use serde_json::{Value, json};

use super::claims;
use crate::checks;

/// The most bytes of answers that the text quotes; the rest stands with the sub-tasks.
const ANSWERS_BYTES_MAX: usize = 1024 * 1024;

/// Sub-tasks that the report for programs names as its sources.
const SOURCES_MAX: usize = 100;

/// The name of the text a swarm leaves behind.
const REPORT: &str = "report.md";

/// The report of a swarm from the answers of its other sub-tasks and these findings.
pub(super) fn of(swarm: &Swarm, said: &[Subtask], found: &[Finding]) -> Result<SubtaskResult> {
    let kind = swarm.swarm_type.as_str().replace('_', " ");
    let mut text = format!("# {}\n\n{}\n", capitalised(&kind), swarm.task_description.trim());
    let has_checks = said.iter().any(|it| matches!(it.task, Task::Check { .. }));
    let findings = has_checks.then(|| checks::synthesis(&documents(said), found)).transpose()?;
    if let Some(Answer { text: report, .. }) = &findings {
        // It has a heading of its own, for whoever reads it alone.
        let report = report.split_once('\n').map_or("", |(_, behind)| behind);
        let _ = write!(text, "\n{}\n", report.trim());
    }
    let compared = claims::compared(said, found);
    if !said.is_empty() {
        claims::write(&mut text, &compared);
    }
    answers(&mut text, said);
    reasons(&mut text, "Left out", said, SubtaskState::Skipped);
    reasons(&mut text, "Failed", said, SubtaskState::Failed);
    if said.is_empty() {
        text.push_str("\nThere was nothing to work on.\n");
    }
    let report = json!({
        "kind": "synthesis",
        "swarmType": swarm.swarm_type.as_str(),
        "findings": findings.and_then(|found| found.report),
        "agreements": claims::report(&compared.agreements),
        "disagreements": claims::report(&compared.disagreements),
        "sources": sources(said),
        "skipped": listed(said, SubtaskState::Skipped),
        "failed": listed(said, SubtaskState::Failed),
    });
    let artefact =
        Artefact { name: REPORT.to_owned(), media_type: "text/markdown", content: text.clone() };
    Ok(SubtaskResult {
        text,
        report: Some(JsonText(report.to_string())),
        artefacts: vec![artefact],
        ..SubtaskResult::default()
    })
}

/// The sub-tasks that have a result, for programs: their number and the first of them.
fn sources(said: &[Subtask]) -> Value {
    let with_result: Vec<&Subtask> = said.iter().filter(|it| it.text.is_some()).collect();
    let source = |it: &&Subtask| json!({ "subTask": it.key, "agent": it.agent });
    json!({
        "total": with_result.len(),
        "items": with_result.iter().take(SOURCES_MAX).map(source).collect::<Vec<_>>(),
    })
}

/// The documents that were read, each once with its title, as the sub-tasks noted them.
fn documents(said: &[Subtask]) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut known = BTreeSet::new();
    let mut documents = Vec::new();
    for report in said.iter().filter_map(|it| it.report.as_ref()) {
        let report: Value = serde_json::from_str(&report.0).unwrap_or_default();
        for document in report["documents"].as_array().into_iter().flatten() {
            let id = text(&document["documentId"]);
            if known.insert(id.clone()) {
                documents.push((id, text(&document["title"])));
            }
        }
    }
    documents
}

/// What agents answered, each under its own heading.
fn answers(text: &mut String, said: &[Subtask]) {
    let mut left_out = 0;
    let begins = text.len();
    for subtask in said {
        let (Task::Ask { .. }, Some(answer)) = (&subtask.task, &subtask.text) else { continue };
        if text.len() - begins + answer.len() > ANSWERS_BYTES_MAX {
            left_out += 1;
            continue;
        }
        let _ = write!(
            text,
            "\n## {}: {}\n\n{}\n",
            capitalised(&subtask.agent),
            subtask.title,
            answer.trim_end()
        );
    }
    if left_out > 0 {
        let _ = write!(text, "\nAnd {left_out} more answers, which stand with their sub-tasks.\n");
    }
}

/// The sub-tasks that ended in this state, each with its reason.
fn reasons(text: &mut String, heading: &str, said: &[Subtask], state: SubtaskState) {
    let mut any = false;
    for subtask in said.iter().filter(|it| it.state == state) {
        if !any {
            let _ = write!(text, "\n## {heading}\n\n");
            any = true;
        }
        let reason = subtask.error.as_deref().unwrap_or("no reason was noted");
        let _ = writeln!(text, "- {}: {reason}", subtask.title);
    }
}

fn listed(said: &[Subtask], state: SubtaskState) -> Vec<Value> {
    said.iter()
        .filter(|it| it.state == state)
        .map(|subtask| {
            json!({ "subTask": subtask.key, "agent": subtask.agent, "reason": subtask.error })
        })
        .collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
