//! `scriptorium projects` and `scriptorium documents`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{
    StudioError, naming,
    output::{Output, grouped},
    records,
};
use crate::{
    cli::studio::OfProject,
    client::{Client, encoded, printable},
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
        vec![
            printable(&it["name"]),
            printable(&it["status"]),
            minute(&it["modifiedAt"]),
            printable(&it["id"]),
        ]
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
    let parents: HashMap<&str, &str> = documents
        .iter()
        .filter_map(|it| Some((it["id"].as_str()?, it["parentId"].as_str()?)))
        .collect();
    let rows = documents.iter().map(|it| {
        let indent = "  ".repeat(depth(&parents, it));
        vec![
            format!("{indent}{}", printable(&it["title"])),
            printable(&it["kind"]),
            printable(&it["status"]),
            grouped(it["words"].as_u64().unwrap_or_default()),
            minute(&it["modifiedAt"]),
            printable(&it["id"]),
        ]
    });
    let heads = ["TITLE", "KIND", "STATUS", "WORDS", "CHANGED (UTC)", "ID"];
    Ok(output.table(&heads, &[3], rows)?)
}

/// How many documents a document is inside of, by the ids of the parents.
fn depth(parents: &HashMap<&str, &str>, of: &Value) -> usize {
    let mut above = of["parentId"].as_str();
    std::iter::from_fn(|| {
        let parent = above?;
        above = parents.get(parent).copied();
        Some(parent)
    })
    .take(parents.len())
    .count()
}

/// A time to its minute, for people.
fn minute(time: &Value) -> String {
    let time = printable(time);
    time.get(..MINUTE).unwrap_or(&time).replace('T', " ")
}
