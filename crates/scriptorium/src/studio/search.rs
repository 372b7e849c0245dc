//! `scriptorium search`: the passages that fit some words best.

use serde_json::{Map, Value, json};

use super::{
    StudioError, items, naming,
    output::{ASIDE, HEADING, Output},
};
use crate::{
    cli::studio::Search,
    client::{Client, printable},
};

/// Searches, and prints the passages, the best first.
pub(super) fn run(
    order: &Search,
    client: &Client,
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let mut body = Map::new();
    body.insert("query".to_owned(), order.words.clone().into());
    // Without it the settings of the project decide.
    if let Some(limit) = order.limit {
        body.insert("limit".to_owned(), limit.into());
    }
    if let Some(project) = &order.project {
        let project = naming::project(client, Some(project))?;
        body.insert("projectId".to_owned(), project.id.into());
    }
    let answer = client.post("/api/discovery/research/search", json!(body).to_string())?;
    if output.json {
        return Ok(output.json(&answer)?);
    }
    let results = items(&answer["results"]);
    if results.is_empty() {
        let or = match order.project {
            Some(_) => "",
            None => ", or a project named with --project",
        };
        output.line(&format!("nothing was found; other words may help{or}"))?;
    }
    for (index, result) in results.iter().enumerate() {
        if index > 0 {
            output.line("")?;
        }
        print(result, output)?;
    }
    for note in [&answer["narrowed"], &answer["meaning"]["note"]] {
        if note.is_string() {
            let note = output.styled(ASIDE, &printable(note));
            output.line(&format!("\n{note}"))?;
        }
    }
    Ok(())
}

fn print(result: &Value, output: &mut Output<'_>) -> Result<(), StudioError> {
    let metadata = &result["metadata"];
    let title = output.styled(HEADING, &printable(&metadata["title"]));
    let collection = output.styled(ASIDE, &printable(&metadata["collection"]));
    output.line(&format!("{title}  {collection}"))?;
    for line in printable(&result["content"]).lines().filter(|line| !line.trim().is_empty()) {
        output.line(&format!("  {line}"))?;
    }
    Ok(())
}
