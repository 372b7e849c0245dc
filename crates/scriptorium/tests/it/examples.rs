//! What the papers tell people to type: every command of docs/examples.md and of the README is
//! done as it stands there, on a new service, and what is answered is what the paper says. Every
//! route has its example.

mod commands;
mod likeness;
mod readme;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead as _, BufReader},
};

use self::{commands::Request, likeness::Names};
use crate::{
    coverage,
    support::{Studio, until},
};

/// The text of a paper.
fn paper(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A block of a paper, and what the paper says of it.
struct Block {
    text: String,
    /// What follows, up to the next block.
    after: String,
}

fn blocks(paper: &str) -> Vec<Block> {
    let mut parts = paper.split("\n```");
    parts.next();
    let mut blocks = Vec::new();
    while let (Some(inside), after) = (parts.next(), parts.next().unwrap_or_default()) {
        // What stands behind the marks is for those who colour it.
        let (_, text) = inside.split_once('\n').expect("a block of lines");
        blocks.push(Block { text: text.to_owned(), after: after.to_owned() });
    }
    blocks
}

/// The block that follows with no word between, which is the answer.
fn answer_to(blocks: &[Block], at: usize) -> Option<&Block> {
    blocks.get(at + 1).filter(|_| blocks[at].after.trim().is_empty())
}

/// What a request is answered with: its status and its text. Of a stream the first event.
fn answer(studio: &Studio, request: &Request) -> (u16, String) {
    if request.streams {
        return (200, first_event(&format!("http://{}{}", studio.address, request.path)));
    }
    let headers: Vec<_> =
        request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let reply = studio.ask(&request.method, &request.path, &headers, request.body.as_deref());
    (reply.status, reply.text)
}

/// A stream up to the end of its first event.
fn first_event(url: &str) -> String {
    let answer = ureq::get(url).call().expect("a stream");
    let mut text = String::new();
    for line in BufReader::new(answer.into_body().into_reader()).lines() {
        let line = line.expect("a line");
        text.push_str(&line);
        text.push('\n');
        if line.is_empty() && text.contains("data:") {
            break;
        }
    }
    text
}

story! {
    fn the_commands_of_the_interfaces_paper_do_what_it_says(studio) {
        let mut names = Names::default();
        names.insert("PROJECT", &studio.project("The Nightwatch"));
        let mut files = BTreeMap::new();
        let paper = paper("docs/api.md");
        let blocks = blocks(&paper);
        let mut count = 0;
        for (at, block) in blocks.iter().enumerate().filter(|(_, it)| it.text.starts_with("curl "))
        {
            for line in commands::curls(&block.text) {
                let request = commands::request(&line, &names, &files);
                let (status, text) = answer(studio, &request);
                assert_eq!(status, 200, "{request:?}: {text}");
                if let Some(file) = request.file {
                    files.insert(file, text.clone());
                }
                if let Some(said) = answer_to(&blocks, at) {
                    names.compare(&said.text, &text).unwrap();
                }
                count += 1;
            }
        }
        assert!(count > 2, "{count} commands");
    }
}

story! {
    fn every_example_is_answered_as_it_says(studio) {
        let mut names = Names::default();
        let mut files = BTreeMap::new();
        let mut asked = BTreeSet::new();
        let paper = paper("docs/examples.md");
        let blocks = blocks(&paper);
        for (at, block) in blocks.iter().enumerate().filter(|(_, it)| it.text.starts_with("curl ")) {
            let lines = commands::curls(&block.text);
            for (nth, line) in lines.iter().enumerate() {
                let request = commands::request(line, &names, &files);
                let route = coverage::route(&request.method, &request.path).expect("a route");
                asked.insert(format!("{} {route}", request.method));
                let is_last = nth + 1 == lines.len();
                let said = answer_to(&blocks, at).filter(|_| is_last);
                let nothing = block.after.contains("Answered by 204");
                let mut last = String::new();
                // What is read may still be on its way; a deed is done once.
                until(&format!("{} {}", request.method, request.path), || {
                    let (status, text) = answer(studio, &request);
                    if let Some(file) = &request.file {
                        files.insert(file.clone(), text.clone());
                    }
                    let likeness = match (nothing, said) {
                        (true, _) if status == 204 => Ok(()),
                        (true, _) => Err(format!("{status} {text}")),
                        _ if status != 200 => Err(format!("{status} {text}")),
                        (_, None) => Ok(()),
                        (_, Some(said)) => names.compare(&said.text, &text),
                    };
                    match likeness {
                        Ok(()) => Some(()),
                        Err(flaw) if request.method == "GET" && status == 200 => {
                            if flaw != last {
                                println!("not yet: {flaw}");
                                last = flaw;
                            }
                            None
                        }
                        Err(flaw) => panic!("{} {}: {flaw}", request.method, request.path),
                    }
                });
            }
        }

        let routes = api::routes();
        let all: BTreeSet<_> =
            routes.iter().map(|route| format!("{} {}", route.method, route.path)).collect();
        let untold: Vec<_> = all.difference(&asked).collect();
        assert!(untold.is_empty(), "docs/examples.md has no example of {untold:#?}");
    }
}
