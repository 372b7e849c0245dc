//! `scriptorium report`: how far a project is, what is open in it, and what would help most.

use std::collections::BTreeMap;

use domain::findings::Severity;
use serde_json::{Value, json};

use super::{
    StudioError, items, naming,
    output::{HEADING, Output, counted, grouped},
    records,
};
use crate::{
    cli::studio::OfProject,
    client::{Client, encoded, printable, text},
};

/// Prints the report of a project.
pub(super) fn run(
    order: &OfProject,
    client: &Client,
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let project = naming::project(client, order.project.as_deref())?;
    let base = format!("/api/projects/{}", encoded(&project.id));
    let readiness = client.get(&format!("{base}/readiness"))?;
    let documents = records(client, &format!("{base}/documents"), "documents")?;
    let findings = records(client, &format!("{base}/findings?state=open"), "findings")?;
    let promises = format!("/api/creative/plot/promises?projectId={}", encoded(&project.id));
    let promises = records(client, &promises, "promises")?;
    let findings = counts_by(&findings, "severity");
    let promises = counts_by(&promises, "status");
    let chapters = documents.iter().filter(|it| it["kind"] == "chapter").count();
    let words: u64 = documents.iter().filter_map(|it| it["words"].as_u64()).sum();
    if output.json {
        let report = json!({
            "project": { "id": project.id, "name": project.name },
            "words": words, "chapters": chapters, "openFindings": findings,
            "promises": promises, "readiness": readiness,
        });
        return Ok(output.json(&report)?);
    }
    let title = output.styled(HEADING, &project.name);
    output.line(&title)?;
    let chapters = counted(chapters, "chapter", "chapters");
    output.line(&format!("{chapters}, {} words in all documents", grouped(words)))?;
    let by_severity = Severity::WORDS
        .iter()
        .filter_map(|severity| Some(format!("{} {severity}", findings.get(*severity)?)))
        .collect();
    output.line(&format!("open findings: {}", or_none(by_severity)))?;
    let by_status = promises.iter().map(|(status, count)| format!("{count} {status}")).collect();
    output.line(&format!("promises: {}", or_none(by_status)))?;
    output.line("")?;
    print_readiness(&readiness, output)
}

fn print_readiness(readiness: &Value, output: &mut Output<'_>) -> Result<(), StudioError> {
    let number =
        |value: &Value| value.as_f64().map_or("unknown".to_owned(), |it| format!("{it:.0}"));
    let (score, threshold) = (number(&readiness["score"]), number(&readiness["threshold"]));
    let score = output.styled(HEADING, &format!("readiness: {score} of 100"));
    output.line(&format!("{score} (ready from {threshold} on)"))?;
    let rows = items(&readiness["parts"]).iter().map(|part| {
        let share =
            part["share"].as_f64().map_or_else(String::new, |it| format!("{:.0} %", it * 100.0));
        vec![printable(&part["name"]), number(&part["score"]), share, printable(&part["basis"])]
    });
    output.table(&["PART", "SCORE", "SHARE", "BASIS"], &[1, 2], rows)?;
    let fixes: Vec<Vec<String>> = items(&readiness["nextFixes"])
        .iter()
        .map(|fix| {
            let gain = fix["gain"].as_f64().map_or_else(String::new, |it| format!("+{it:.1}"));
            vec![gain, printable(&fix["kind"]), printable(&fix["title"])]
        })
        .collect();
    if !fixes.is_empty() {
        output.line("")?;
        output.table(&["GAIN", "OF", "WHAT WOULD HELP MOST"], &[0], fixes)?;
    }
    Ok(())
}

/// How many records have each value of a member.
fn counts_by(records: &[Value], member: &str) -> BTreeMap<String, usize> {
    records.iter().fold(BTreeMap::new(), |mut counts, record| {
        *counts.entry(text(&record[member])).or_default() += 1;
        counts
    })
}

fn or_none(parts: Vec<String>) -> String {
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}
