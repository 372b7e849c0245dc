//! `scriptorium projects` and `scriptorium documents`.

use serde_json::{Value, json};

use super::{
    StudioError, naming,
    output::{Output, grouped},
    records,
};
use crate::{
    cli::studio::OfProject,
    client::{Client, encoded, text},
};

/// The characters of a time that say its minute.
const MINUTE: usize = "2026-11-20T08:00".len();

/// Prints all projects.
pub(super) fn projects(client: &Client, output: &mut Output<'_>) -> Result<(), StudioError> {
    let projects = records(client, "/api/projects", "projects")?;
    if output.json {
        return Ok(output.json(&json!({ "projects": projects }))?);
    }
    if projects.is_empty() {
        return Ok(output.line("there are no projects yet")?);
    }
    let rows = projects.iter().map(|it| {
        vec![text(&it["name"]), text(&it["status"]), minute(&it["modifiedAt"]), text(&it["id"])]
    });
    Ok(output.table(&["NAME", "STATUS", "CHANGED (UTC)", "ID"], &[], rows)?)
}

/// Prints the documents of a project; those inside another stand further to the right.
pub(super) fn documents(
    order: &OfProject,
    client: &Client,
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let project = naming::project(client, order.project.as_deref())?;
    let path = format!("/api/projects/{}/documents", encoded(&project.id));
    let documents = records(client, &path, "documents")?;
    if output.json {
        return Ok(output.json(&json!({ "documents": documents }))?);
    }
    if documents.is_empty() {
        return Ok(output.line(&format!("“{}” has no documents yet", project.name))?);
    }
    let rows = documents.iter().map(|it| {
        let indent = "  ".repeat(depth(&documents, it));
        vec![
            format!("{indent}{}", text(&it["title"])),
            text(&it["kind"]),
            text(&it["status"]),
            grouped(it["words"].as_u64().unwrap_or_default()),
            minute(&it["modifiedAt"]),
            text(&it["id"]),
        ]
    });
    let heads = ["TITLE", "KIND", "STATUS", "WORDS", "CHANGED (UTC)", "ID"];
    Ok(output.table(&heads, &[3], rows)?)
}

/// How many documents a document is inside of.
fn depth(documents: &[Value], of: &Value) -> usize {
    let parent = |it: &Value| documents.iter().find(|other| other["id"] == it["parentId"]);
    std::iter::successors(parent(of), |it| parent(it)).take(documents.len()).count()
}

/// A time to its minute, for people.
fn minute(time: &Value) -> String {
    let time = text(time);
    time.get(..MINUTE).unwrap_or(&time).replace('T', " ")
}
