//! `scriptorium findings`, and how findings are printed: by chapter, with the line of the Markdown.

use serde_json::{Value, json};

use super::{
    StudioError, naming,
    output::{ASIDE, HEADING, Output, counted, severity_style},
    records,
};
use crate::{
    cli::studio::Findings,
    client::{Client, encoded, text},
};

/// Where findings stand that concern no single document.
const WHOLE_PROJECT: &str = "The project as a whole";

/// Lists the findings of a project.
pub(super) fn run(
    order: &Findings,
    client: &Client,
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let project = naming::project(client, order.project.as_deref())?;
    let mut path = format!(
        "/api/projects/{}/findings?state={}&minSeverity={}",
        encoded(&project.id),
        order.state,
        order.min_severity
    );
    if let Some(check) = &order.check {
        path.push_str(&format!("&check={}", encoded(check)));
    }
    if let Some(title) = &order.document {
        let document = naming::document(client, &project, title)?;
        path.push_str(&format!("&documentId={}", encoded(&document.id)));
    }
    let findings = records(client, &path, "findings")?;
    if output.json {
        return Ok(output.json(&json!({ "findings": findings }))?);
    }
    if findings.is_empty() {
        return Ok(output.line("there are no such findings")?);
    }
    print(client, &project, &findings, output)
}

/// Prints findings by document in reading order, each with its line, and how many there are.
pub(super) fn print(
    client: &Client,
    project: &naming::Named,
    findings: &[Value],
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let base = format!("/api/projects/{}/documents", encoded(&project.id));
    for document in records(client, &base, "documents")? {
        let mut here: Vec<&Value> =
            findings.iter().filter(|it| it["documentId"] == document["id"]).collect();
        if here.is_empty() {
            continue;
        }
        let path = format!("{base}/{}", encoded(&text(&document["id"])));
        let content = text(&client.get(&path)?["content"]);
        here.sort_by_key(|it| it["quotation"]["start"].as_u64());
        print_group(&text(&document["title"]), &here, Some(&content), output)?;
    }
    let whole: Vec<&Value> = findings.iter().filter(|it| it["documentId"].is_null()).collect();
    if !whole.is_empty() {
        print_group(WHOLE_PROJECT, &whole, None, output)?;
    }
    Ok(output.line(&counted(findings.len(), "finding", "findings"))?)
}

fn print_group(
    title: &str,
    findings: &[&Value],
    content: Option<&str>,
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let title = output.styled(HEADING, title);
    output.line(&title)?;
    for finding in findings {
        let line = content.and_then(|content| line(finding, content));
        let line = line.map_or_else(String::new, |it| it.to_string());
        let severity = text(&finding["severity"]);
        let severity = output.styled(severity_style(&severity), &format!("{severity:<8}"));
        let rule = format!("[{}/{}]", text(&finding["check"]), text(&finding["rule"]));
        let rule = output.styled(ASIDE, &rule);
        output.line(&format!("{line:>5}  {severity}  {}  {rule}", text(&finding["message"])))?;
    }
    Ok(output.line("")?)
}

/// The line of the Markdown that a finding's words begin in; none where the text has changed since it
/// was read.
fn line(finding: &Value, content: &str) -> Option<usize> {
    if finding["documentVersion"] != finding["currentDocumentVersion"] {
        return None;
    }
    let start = usize::try_from(finding["quotation"]["start"].as_u64()?).ok()?;
    Some(content.chars().take(start).filter(|&it| it == '\n').count() + 1)
}

/// The documents that a finding quotes: its own, and those of its statements and places.
pub(super) fn documents_of(finding: &Value) -> impl Iterator<Item = &str> {
    let detail = &finding["detail"];
    [&detail["statements"], &detail["places"]]
        .into_iter()
        .filter_map(Value::as_array)
        .flatten()
        .chain([finding])
        .filter_map(|it| it["documentId"].as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_stands_in_the_line_that_its_words_begin_in() {
        let finding = |start: usize, version: u64| json!({"documentVersion": version, "currentDocumentVersion": 2, "quotation": {"start": start}});
        let content = "# É\n\nOne “two”.\nThree.";
        let lines = [(0, Some(1)), (3, Some(1)), (5, Some(3)), (16, Some(4))];
        for (start, wanted) in lines {
            assert_eq!(line(&finding(start, 2), content), wanted, "{start}");
        }
        assert_eq!(line(&finding(5, 1), content), None);
        assert_eq!(line(&json!({"quotation": null}), content), None);
    }
}
