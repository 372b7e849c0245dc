//! The first five minutes, as the README tells them: its commands are typed in their order, in a
//! folder with a novel of as many chapters, and what it shows of the answers is compared. What it
//! tells of *Dracula* is not: that book is not part of this repository.

use std::{collections::BTreeMap, fs};

use serde_json::Value;

use super::{
    answer_to, blocks,
    commands::{self, Request},
    first_event,
    likeness::Names,
    paper,
};
use crate::support::{
    Text as _,
    program::{Server, run},
    until,
};

/// How the README runs the program.
const PROGRAM: [&str; 4] = ["cargo", "run", "--release", "--"];

/// As many chapters as the README's novel has.
const CHAPTERS: usize = 27;

/// Typed by [`Desk::new`], on a port that is free, and by `demo`; `access` tells of an address for
/// others.
const ELSEWHERE: [&str; 2] = ["serve", "demo"];

/// A place where somebody follows the README.
struct Desk {
    folder: tempfile::TempDir,
    server: Server,
    names: Names,
    done: Vec<String>,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("DIR")).unwrap();
        for chapter in 1..=CHAPTERS {
            let text = format!("# Chapter {chapter}\n\nThe wolf stood at the door. Mina read.\n");
            fs::write(folder.path().join(format!("DIR/{chapter:02}.md")), text).unwrap();
        }
        let server = Server::start(folder.path(), &[]);
        Self { folder, server, names: Names::default(), done: Vec::new() }
    }

    /// Types a command of the program; what it prints.
    fn types(&mut self, words: &[String]) -> String {
        self.done.push(words.join(" "));
        let words: Vec<_> = words.iter().map(|word| self.names.filled(word)).collect();
        run(self.folder.path(), &words.iter().map(String::as_str).collect::<Vec<_>>()).ok()
    }

    /// Asks as curl does.
    fn asks(&mut self, request: &Request) -> String {
        self.done.push(format!("{} {}", request.method, request.path));
        let url = format!("http://{}{}", self.server.address, request.path);
        if request.streams {
            return first_event(&format!("{url}?lastEventId=0"));
        }
        let mut asked = ureq::http::Request::builder().method(&*request.method).uri(&url);
        for (name, value) in &request.headers {
            asked = asked.header(name, value);
        }
        let agent = ureq::agent();
        let answer = match &request.body {
            Some(body) => agent.run(asked.body(body.clone()).unwrap()),
            None => agent.run(asked.body(()).unwrap()),
        };
        let mut answer = answer.unwrap_or_else(|error| panic!("{url}: {error}"));
        answer.body_mut().read_to_string().unwrap()
    }

    fn get(&self, path: &str) -> Value {
        let url = format!("http://{}{path}", self.server.address);
        let text = ureq::get(&url).call().unwrap().body_mut().read_to_string().unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// Remembers the ids that were printed, under the README's names for them.
    fn reads(&mut self, printed: &str) {
        for line in printed.lines() {
            if let Some(project) = line.strip_prefix("imported into project ") {
                self.names.insert("PROJECT", project);
            }
            if line.starts_with("scr_") {
                self.names.insert("TOKEN", line);
            }
        }
    }

    /// Remembers the ids of an answer that the README speaks of without showing it.
    fn looks(&mut self, answer: &str) {
        let answer: Value = serde_json::from_str(answer).unwrap_or_default();
        for (name, id) in
            [("CHAPTER", &answer["documents"][2]["id"]), ("SWARM", &answer["swarmId"])]
        {
            if id.is_string() {
                self.names.insert(name, &id.text());
            }
        }
    }
}

/// The commands that stand in the running text.
fn in_sentences(paper: &str) -> Vec<Vec<String>> {
    let spans = paper.split('`').skip(1).step_by(2);
    let spans = spans.filter(|span| !span.contains('\n'));
    spans.flat_map(commands::words).filter(|words| is_ours(words)).collect()
}

fn is_ours(words: &[String]) -> bool {
    words.len() > 4
        && words.iter().zip(PROGRAM).all(|(word, own)| word == own)
        && !ELSEWHERE.contains(&words[4].as_str())
}

#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    let mut desk = Desk::new();
    let paper = paper("README.md");
    let blocks = blocks(&paper);
    for (at, block) in blocks.iter().enumerate() {
        let typed = block.text.replace("$ cargo", "cargo");
        if !typed.starts_with("cargo ") && !typed.starts_with("curl ") {
            continue;
        }
        for line in commands::words(&typed).iter().filter(|line| is_ours(line)) {
            let printed = desk.types(&line[4..]);
            desk.reads(&printed);
            if let Some(("$ cargo", _)) = block.text.split_once(" run") {
                let (_, said) = block.text.split_once('\n').unwrap();
                // Before that it has said how far it was.
                let lines: Vec<_> = printed.lines().collect();
                let end = lines[lines.len() - said.lines().count()..].join("\n");
                desk.names.compare(said, &end).unwrap();
            }
        }
        for line in commands::curls(&typed) {
            let request = commands::request(&line, &desk.names, &BTreeMap::new());
            let answer = desk.asks(&request);
            if let Some(said) = answer_to(&blocks, at) {
                desk.names.compare(&said.text, &answer).unwrap();
            }
            desk.looks(&answer);
        }
    }
    // Beside the first, which is there already, a folder of that name would be in the way.
    desk.names.insert("DIR", "OUT");
    for words in in_sentences(&paper).iter().filter(|words| words[4] != "import") {
        desk.types(&words[4..]);
    }

    // The reply and the report that it promises come, though not at once.
    let message = desk.names.filled("MESSAGE");
    let list = format!("/api/agent-communication/messages?conversationId={message}");
    until("the reply", || (desk.get(&list)["total"] == 2).then_some(()));
    let swarm = format!("/api/agents/swarm/{}", desk.names.filled("SWARM"));
    until("the report", || (desk.get(&swarm)["status"] == "completed").then_some(()));
    assert_eq!(desk.get(&swarm)["artefacts"][0]["name"], "report.md");
    for deed in ["import DIR", "export PROJECT", "config show", "token create", "GET /api/events"] {
        assert!(desk.done.iter().any(|done| done.starts_with(deed)), "{deed}: {:#?}", desk.done);
    }
}
