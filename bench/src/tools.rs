//! What a call of a tool costs over the Model Context Protocol, compared with the HTTP route that has the same
//! content, on the same records. Only our service is measured.

use std::path::Path;

use serde_json::{Value, json};
use xtask::failure::{Failure, Outcome};

use crate::load::{Figures, Runner, Target};
use crate::requests::{PROJECTS, line, project_path};
use crate::seed;
use crate::servers::{Server, Subject};

/// How much more a call of a tool may cost than the route.
pub(crate) const RATIO_MAX: f64 = 1.5;

/// The route of the protocol, and what a client of it takes.
const MCP: &str = "/mcp";
const ACCEPT: &str = "application/json, text/event-stream";

/// Chapters of the project, and how often the paragraph stands in each: about 800 words, which one answer of
/// a tool has whole.
const CHAPTERS: usize = 20;
const PARAGRAPHS: usize = 30;

/// With a doubled word, which is found.
const PARAGRAPH: &str = "The keeper of the the lighthouse found the letter in the sea wall and read it aloud. \
    Nobody answered him, and the lamp burned on until the morning.\n\n";

/// Passages of a search, and findings of a list.
const PASSAGES: usize = 5;
const FINDINGS: usize = 20;

/// A tool and the route with the same content.
pub(crate) struct ToolCost {
    pub(crate) tool: &'static str,
    pub(crate) route: Figures,
    pub(crate) call: Figures,
}

impl ToolCost {
    /// What a call costs, as a multiple of the route.
    pub(crate) fn ratio(&self) -> f64 {
        self.call.cpu.div_duration_f64(self.route.cpu)
    }
}

/// A call of a tool and the request that reads the same.
struct Pair {
    tool: &'static str,
    arguments: Value,
    method: &'static str,
    path: String,
    body: Option<Value>,
}

/// Asks the same of both, in turn.
pub(crate) fn measure(runner: &Runner, subject: &Subject, folder: &Path) -> Outcome<Vec<ToolCost>> {
    let server = Server::start(subject, folder)?;
    let (project, document) = make_project(&server)?;
    pairs(&project, &document)
        .into_iter()
        .map(|pair| {
            let call = call(pair.tool, &pair.arguments);
            check(&server, &pair, &call)?;
            let file = |name: &str| folder.join(format!("{}-{name}", pair.tool));
            let request = line(pair.method, &pair.path, pair.body.as_ref());
            seed::write_lines(&file("route"), [request])?;
            seed::write_lines(&file("call"), [line("POST", MCP, Some(&call))])?;
            let route = format!("{} as a route", pair.tool);
            let targets = [
                Target::new(&server, route, file("route")),
                Target::new(&server, format!("{} as a tool", pair.tool), file("call")),
            ];
            match <[Figures; 2]>::try_from(runner.compare(&targets)?) {
                Ok([route, call]) => Ok(ToolCost { tool: pair.tool, route, call }),
                Err(_) => Err(Failure::new("two loads have other than two figures")),
            }
        })
        .collect()
}

fn pairs(project: &str, document: &str) -> [Pair; 3] {
    let path = project_path(project);
    let query = "the letter in the sea wall";
    [
        Pair {
            tool: "get_document",
            arguments: json!({ "project": project, "document": document }),
            method: "GET",
            path: format!("{path}/documents/{document}"),
            body: None,
        },
        Pair {
            tool: "find_passages",
            arguments: json!({ "project": project, "query": query, "limit": PASSAGES }),
            method: "POST",
            path: "/api/discovery/research/search".to_owned(),
            body: Some(json!({ "query": query, "projectId": project, "limit": PASSAGES })),
        },
        Pair {
            tool: "list_findings",
            arguments: json!({ "project": project, "limit": FINDINGS }),
            method: "GET",
            path: format!("{path}/findings?state=open&limit={FINDINGS}"),
            body: None,
        },
    ]
}

/// A project with chapters that were checked; its id and that of a chapter.
fn make_project(server: &Server) -> Outcome<(String, String)> {
    let project = json!({ "name": "The Lighthouse" });
    let project = seed::id_of(&server.client.post(PROJECTS, &project)?)?;
    let path = project_path(&project);
    let mut documents = Vec::new();
    for number in 1..=CHAPTERS {
        let content = PARAGRAPH.repeat(PARAGRAPHS);
        let chapter = json!({ "title": format!("Chapter {number}"), "content": content });
        documents.push(seed::id_of(&server.client.post(&format!("{path}/documents"), &chapter)?)?);
    }
    let analysis = json!({ "documentIds": documents });
    server.client.post(&format!("{path}/analyses"), &analysis)?;
    let first = documents.first().cloned().unwrap_or_default();
    Ok((project, first))
}

fn call(tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })
}

/// Whether the call and the request are answered with content.
fn check(server: &Server, pair: &Pair, call: &Value) -> Outcome {
    let answer = server.client.post_accepting(MCP, ACCEPT, call)?;
    let content = &answer["result"]["structuredContent"];
    let is_there = |list: &str| content[list].as_array().is_none_or(|list| !list.is_empty());
    if answer["result"]["isError"] != false || !is_there("passages") || !is_there("findings") {
        return Err(Failure::new(format!("{} answers {answer}", pair.tool)));
    }
    match &pair.body {
        None => server.client.get(&pair.path),
        Some(body) => server.client.post(&pair.path, body),
    }
    .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_ratio_is_that_of_the_cpu() {
        let figures = |micros| Figures { cpu: Duration::from_micros(micros), ..Figures::default() };

        let cost = ToolCost { tool: "get_document", route: figures(100), call: figures(140) };

        assert!((cost.ratio() - 1.4).abs() < 1e-9);
    }
}
