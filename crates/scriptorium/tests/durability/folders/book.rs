//! The two sides of a book: documents over HTTP, and files.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    support::{Engine, PATIENCE, Text as _, program::Server},
    swarms::{Program, array},
};

/// Says at which passage of the worker a debug build dies.
const DIE_AT: &str = "FOLDERS_DIE_AT_PASSAGE";

const SETTINGS: &str = "[documents]\nroot = \"books\"\npoll_ms = 100\nsettle_ms = 50\n\
                        [log]\nlevel = \"error\"\n";

/// How the names of files that are being written begin.
const HIDDEN: &str = ".scriptorium";

/// The file that marks a folder.
const MARK: &str = ".scriptorium";

/// What stands in the names of files that lie beside those of their documents.
const CONFLICT: &str = " (conflict ";

/// A project with a folder, and the program that keeps both in step.
pub(super) struct Book {
    program: Program,
    project: String,
    /// The folder.
    pub(super) folder: PathBuf,
}

/// An answer: its status and its body.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Answer {
    /// Whether what was asked for was done.
    pub(super) fn is_done(&self) -> bool {
        assert!(self.status < 500 || self.status == 503, "{self:?}");
        self.status < 300
    }
}

/// A document with its text.
#[derive(Debug, Clone)]
pub(super) struct Chapter {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) text: String,
}

impl Book {
    /// A book without a text.
    pub(super) fn begin(engine: Engine) -> Self {
        let program = Program::dying(engine, SETTINGS, DIE_AT);
        let server = program.begin(None);
        let made = ask(&server, "POST", "/api/projects", &json!({ "name": "Rain" }));
        let project = made.expect("an answer").body["id"].text();
        let folder = program.folder().join("books").join("rain");
        Self { program, project, folder }
    }

    /// Starts the program; it dies at this passage, if at any.
    pub(super) fn start(&self, die_at: Option<u64>) -> Server {
        self.program.begin(die_at)
    }

    /// Asks about the project; none when the program died before it had answered.
    pub(super) fn ask(
        &self,
        server: &Server,
        (method, path): (&str, &str),
        body: &Value,
    ) -> Option<Answer> {
        ask(server, method, &format!("/api/projects/{}/{path}", self.project), body)
    }

    /// What a path says; none when the program died, or there is nothing.
    pub(super) fn get(&self, server: &Server, path: &str) -> Option<Value> {
        let answer = self.ask(server, ("GET", path), &Value::Null)?;
        answer.is_done().then_some(answer.body)
    }

    /// The documents with their texts.
    pub(super) fn chapters(&self, server: &Server) -> Option<Vec<Chapter>> {
        let listed = self.get(server, "documents?limit=100")?;
        assert!(listed["nextCursor"].is_null(), "more than a page of documents");
        let mut chapters = Vec::new();
        for item in array(&listed["documents"]) {
            let id = item["id"].text();
            let title = item["title"].text();
            let text = self.get(server, &format!("documents/{id}"))?["content"].text();
            chapters.push(Chapter { id, title, text });
        }
        Some(chapters)
    }

    /// The ids of the documents in the trash.
    pub(super) fn trashed(&self, server: &Server) -> Vec<String> {
        let listed = self.get(server, "trash?limit=100").unwrap_or_default();
        let items = listed["trashedDocuments"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["id"].text()).collect()
    }

    /// Takes documents out of the trash.
    pub(super) fn restore(&self, server: &Server, ids: &[String]) {
        for id in ids {
            let path = format!("documents/{id}/restore");
            let restored = self.ask(server, ("POST", &path), &json!({})).expect("an answer");
            // A file that came back has restored it meanwhile.
            assert!(restored.is_done() || restored.status == 404, "{restored:?}");
        }
    }

    /// The files by their paths, sorted; those that are hidden included.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let mut files = Vec::new();
        read(&self.folder, "", &mut files);
        files.sort();
        files
    }

    /// Waits until both sides have the same texts and the service says so, and until it names every file
    /// that lies beside that of its document; false when it died.
    pub(super) fn quiet(&self, server: &mut Server) -> bool {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if server.ended().is_some() {
                return false;
            }
            let seen = self.difference(server);
            if seen.as_ref().is_some_and(String::is_empty) {
                return true;
            }
            assert!(Instant::now() < deadline, "not in step: {seen:?}");
            std::thread::park_timeout(Duration::from_millis(10));
        }
    }

    /// What is not in step; none when the service did not say, or something changed meanwhile.
    fn difference(&self, server: &Server) -> Option<String> {
        let state = self.get(server, "folder")?;
        let mut texts: Vec<String> = self
            .chapters(server)?
            .into_iter()
            .map(|it| it.text)
            .filter(|it| !it.is_empty())
            .collect();
        texts.sort();
        let files = self.files();
        let is_hidden = |path: &str| name(path).starts_with(HIDDEN) && path != MARK;
        let hidden: Vec<&String> =
            files.iter().map(|(path, _)| path).filter(|path| is_hidden(path)).collect();
        let mut typed: Vec<String> = files
            .iter()
            .filter(|(path, text)| {
                !name(path).starts_with('.') && !path.contains(CONFLICT) && !text.is_empty()
            })
            .map(|(_, text)| text.clone())
            .collect();
        typed.sort();
        let beside = files.iter().map(|(path, _)| path).filter(|path| path.contains(CONFLICT));
        let is_named = array(&state["conflicts"]).iter().map(Value::text).eq(beside.cloned());
        if state["state"] == "in_step" && texts == typed && hidden.is_empty() && is_named {
            return Some(String::new());
        }
        Some(format!("{state}\nhidden {hidden:?}\nfiles {files:#?}\ndocuments {texts:#?}"))
    }

    /// Every text that a writer can see: of documents, of their revisions, and of files.
    pub(super) fn visible_texts(&self, server: &Server) -> Vec<String> {
        let mut texts: Vec<String> = self.files().into_iter().map(|(_, text)| text).collect();
        for chapter in self.chapters(server).expect("documents") {
            texts.push(chapter.text);
            let path = format!("documents/{}/revisions", chapter.id);
            let mut listed = self.get(server, &format!("{path}?limit=100")).expect("revisions");
            loop {
                for revision in array(&listed["revisions"]) {
                    let version = &revision["version"];
                    let whole = self.get(server, &format!("{path}/{version}"));
                    texts.push(whole.expect("a revision")["content"].text());
                }
                let Some(cursor) = listed["nextCursor"].as_str() else { break };
                let next = format!("{path}?limit=100&cursor={cursor}");
                listed = self.get(server, &next).expect("revisions");
            }
        }
        texts
    }
}

/// The last part of a path.
fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

fn read(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
    // What was removed or moved since is not there.
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{path}/"), files);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            files.push((path, text));
        }
    }
}

/// Asks a server; none when it died before it had answered.
fn ask(server: &Server, method: &str, path: &str, body: &Value) -> Option<Answer> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        .build();
    let request = ureq::http::Request::builder()
        .method(method)
        .uri(format!("http://{}{path}", server.address))
        .header("content-type", "application/json");
    let agent: ureq::Agent = config.into();
    let answer = if body.is_null() {
        agent.run(request.body(()).expect("a request"))
    } else {
        agent.run(request.body(body.to_string()).expect("a request"))
    };
    let mut answer = answer.ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    let body = serde_json::from_str(&text).unwrap_or_default();
    Some(Answer { status: answer.status().as_u16(), body })
}
