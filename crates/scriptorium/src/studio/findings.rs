//! `scriptorium findings`, and how findings are printed: by chapter, with the line of the Markdown.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::{
    StudioError, naming,
    output::{ASIDE, HEADING, Output, counted, severity_style},
    positions, records,
};
use crate::{
    cli::studio::Findings,
    client::{Client, encoded, printable},
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
    let mut groups: HashMap<Option<&str>, Vec<&Value>> = HashMap::new();
    for finding in findings {
        groups.entry(finding["documentId"].as_str()).or_default().push(finding);
    }
    let base = format!("/api/projects/{}/documents", encoded(&project.id));
    let documents = records(client, &base, "documents")?;
    for document in &documents {
        let Some(id) = document["id"].as_str() else { continue };
        let Some(mut here) = groups.remove(&Some(id)) else { continue };
        here.sort_by_key(|it| it["quotation"]["start"].as_u64());
        print_group(&printable(&document["title"]), &here, output)?;
    }
    let whole = groups.remove(&None);
    // Of documents that went to the trash meanwhile.
    for here in groups.values() {
        let title = here.first().map(|it| printable(&it["documentTitle"]));
        print_group(&title.unwrap_or_default(), here, output)?;
    }
    if let Some(whole) = whole {
        print_group(WHOLE_PROJECT, &whole, output)?;
    }
    Ok(output.line(&counted(findings.len(), "finding", "findings"))?)
}

fn print_group(
    title: &str,
    findings: &[&Value],
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let title = output.styled(HEADING, title);
    output.line(&title)?;
    for finding in findings {
        let line = finding["line"].as_u64().map_or_else(String::new, |it| it.to_string());
        let severity = printable(&finding["severity"]);
        let severity = output.styled(severity_style(&severity), &format!("{severity:<8}"));
        let rule = format!("[{}/{}]", printable(&finding["check"]), printable(&finding["rule"]));
        let rule = output.styled(ASIDE, &rule);
        output
            .line(&format!("{line:>5}  {severity}  {}  {rule}", printable(&finding["message"])))?;
        let others = positions::others(finding);
        let also = if others.is_empty() { others } else { format!("also: {others}  ") };
        let aside = format!("{:17}{also}id {}", "", printable(&finding["id"]));
        let aside = output.styled(ASIDE, &aside);
        output.line(&aside)?;
    }
    Ok(output.line("")?)
}

/// Whether a finding is about one of these documents: its own, or any that its detail names. One whose
/// detail does not list all of its places may be.
pub(super) fn may_concern(finding: &Value, documents: &HashSet<String>) -> bool {
    let detail = &finding["detail"];
    let listed = detail["places"].as_array().map_or(0, Vec::len);
    let is_cut = detail["count"].as_u64().is_some_and(|count| count > listed as u64)
        && finding["documentId"].is_null();
    is_cut || names_one(finding, documents)
}

fn names_one(value: &Value, documents: &HashSet<String>) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(name, value)| match value {
            Value::String(id) => name == "documentId" && documents.contains(id),
            value => names_one(value, documents),
        }),
        Value::Array(items) => items.iter().any(|item| names_one(item, documents)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_concerns_every_document_that_it_names() {
        let changed = HashSet::from(["b".to_owned()]);
        for (finding, wanted) in [
            (json!({"documentId": "b", "detail": {}}), true),
            (json!({"documentId": "a", "detail": {"first": {"documentId": "b"}}}), true),
            (json!({"documentId": "a", "detail": {"statements": [{"documentId": "c"}]}}), false),
            (
                json!({"documentId": null, "detail": {"count": 1, "places": [{"documentId": "a"}]}}),
                false,
            ),
            (
                json!({"documentId": null, "detail": {"count": 2, "places": [{"documentId": "a"}]}}),
                true,
            ),
        ] {
            assert_eq!(may_concern(&finding, &changed), wanted, "{finding}");
        }
    }
}
