//! What an import would do, printed before it does: the chapters with their words.

use std::io::Write;

use domain::imports::{Encoding, SourceFile};
use serde_json::Value;

use super::{ImportError, reader::Texts};
use crate::{
    client::{Client, ClientError, printable, text},
    studio::output::{Output, counted, grouped},
};

/// What an import of these texts into a new project would do; nothing is asked for that.
pub(super) fn of_new(texts: &Texts, cuts: bool) -> Result<Value, ImportError> {
    let files = texts.values()?.into_iter();
    let files = files
        .map(|file| SourceFile {
            path: text(&file["path"]),
            content: text(&file["content"]),
            encoding: if file["encoding"] == "base64" { Encoding::Base64 } else { Encoding::Text },
        })
        .collect();
    let preview = engine::imports::preview_of_new(files, cuts);
    let preview = preview.map_err(|error| ImportError::Failed(error.to_string()))?;
    serde_json::to_value(preview).map_err(|error| ImportError::Failed(error.to_string()))
}

/// What an import of these texts into a project would do.
pub(super) fn of_project(
    client: &Client,
    texts: &Texts,
    project_id: &str,
    cuts: bool,
) -> Result<Value, ClientError> {
    let project = serde_json::json!(project_id);
    let body = texts.body(&format!(",\"projectId\":{project},\"cut\":{cuts}"));
    client.post_project("/api/imports/preview", body)
}

/// Prints what an import would do. Those of an update say what becomes of each document.
pub(super) fn print(
    preview: &Value,
    updates: bool,
    terminal: &mut impl Write,
) -> Result<(), ImportError> {
    let documents = preview["documents"].as_array().map_or(&[][..], Vec::as_slice);
    let number = |value: &Value| value.as_u64().unwrap_or_default();
    let rows = documents.iter().map(|it| {
        let depth = printable(&it["path"]).matches('/').count();
        let mut row = vec![
            format!("{}{}", "  ".repeat(depth), printable(&it["title"])),
            printable(&it["kind"]),
            if it["kind"] == "part" { String::new() } else { grouped(number(&it["words"])) },
        ];
        if updates {
            row.push(printable(&it["change"]));
        }
        row
    });
    let mut output = Output { json: false, is_coloured: false, to: terminal };
    let heads = ["TITLE", "KIND", "WORDS", "CHANGE"];
    output.table(&heads[..if updates { 4 } else { 3 }], &[2], rows)?;
    let chapters = documents.iter().filter(|it| it["kind"] == "chapter").count();
    let words = grouped(number(&preview["words"]));
    let mut line = format!("{}, {words} words", counted(chapters, "chapter", "chapters"));
    if updates {
        let [new, changed, same] = ["new", "changed", "same"].map(|it| number(&preview[it]));
        line.push_str(&format!("; {new} new, {changed} changed, {same} the same"));
    }
    for (member, one, several) in [
        ("comments", "comment", "comments"),
        ("trackedChanges", "tracked change", "tracked changes"),
    ] {
        let count = usize::try_from(number(&preview[member])).unwrap_or(usize::MAX);
        if count > 0 {
            line.push_str(&format!("; {}", counted(count, one, several)));
        }
    }
    Ok(output.line(&line)?)
}
