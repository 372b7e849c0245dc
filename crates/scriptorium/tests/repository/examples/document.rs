//! A document, read by somebody who does what it says: the commands of its blocks and sentences in their
//! order, and what it says that they are answered with. A block says by its mark what it is: `sh` is
//! typed, and the block that follows at once is the answer to its last command; in `console`, what
//! stands behind `$ ` is typed, and answered by the lines below it; all others are read only.

use super::commands::words;

/// The marks of blocks that nobody types.
const READ_ONLY: [&str; 8] = ["http", "json", "promql", "python", "text", "toml", "ts", "yaml"];

/// How a command begins that stands in a sentence.
const IN_SENTENCES: [&str; 2] = ["cargo run --release -- ", "scriptorium "];

/// A command, and what its document says of it.
#[derive(Debug, PartialEq)]
pub struct Step {
    /// The line at which its block or its text begins.
    pub line: usize,
    pub typed: String,
    /// What is shown of the answer.
    pub said: Option<String>,
    /// What stands behind its block.
    pub after: String,
}

/// A block with its mark, or the text between two of them.
struct Part<'p> {
    line: usize,
    mark: Option<&'p str>,
    text: String,
}

/// The commands of a document.
pub fn steps(document: &str) -> Vec<Step> {
    let parts = parts(document);
    let mut steps = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let after = parts.get(at + 1).map_or(String::new(), |next| next.text.clone());
        let answer = parts.get(at + 2).filter(|next| {
            after.trim().is_empty() && next.mark.is_some_and(|mark| READ_ONLY.contains(&mark))
        });
        let found = match part.mark {
            None => in_sentences(&part.text),
            Some("sh") => script(&part.text, answer.map(|it| it.text.clone())),
            Some("console") => transcript(&part.text),
            Some(mark) if READ_ONLY.contains(&mark) => Vec::new(),
            Some(mark) => panic!(
                "line {}: is a block marked `{mark}` typed (sh, console) or read ({})?",
                part.line,
                READ_ONLY.join(", ")
            ),
        };
        steps.extend(found.into_iter().map(|(typed, said)| Step {
            line: part.line,
            typed,
            said,
            after: part.mark.map_or(String::new(), |_| after.clone()),
        }));
    }
    steps
}

fn parts(document: &str) -> Vec<Part<'_>> {
    let mut parts = vec![Part { line: 1, mark: None, text: String::new() }];
    for (at, line) in document.lines().enumerate() {
        let last = parts.last_mut().expect("a part");
        match (line.trim_start().strip_prefix("```"), last.mark) {
            (None, _) => last.text.extend([line, "\n"]),
            (Some(mark), None) => {
                parts.push(Part { line: at + 2, mark: Some(mark.trim()), text: String::new() });
            }
            (Some(_), Some(_)) => {
                parts.push(Part { line: at + 2, mark: None, text: String::new() });
            }
        }
    }
    parts
}

/// A command with what is said of its answer.
type Found = (String, Option<String>);

/// The commands of a block; what is said answers the last one.
fn script(block: &str, said: Option<String>) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut lines = block.lines();
    while let Some(typed) = command(&mut lines) {
        found.push((typed, None));
    }
    if let Some(last) = found.last_mut() {
        last.1 = said;
    }
    found
}

/// The commands behind `$ `, each with the lines below it.
fn transcript(block: &str) -> Vec<Found> {
    let chunks = block.strip_prefix("$ ").expect("a block of console begins with `$ `");
    let each = |chunk: &str| {
        let mut lines = chunk.lines();
        let typed = command(&mut lines).expect("a command behind `$ `");
        let said: Vec<&str> = lines.collect();
        (typed, Some(said.join("\n")).filter(|said| !said.trim().is_empty()))
    };
    chunks.split("\n$ ").map(each).collect()
}

/// The next command: as many lines as it takes until every quote is closed.
fn command<'l>(lines: &mut impl Iterator<Item = &'l str>) -> Option<String> {
    let mut typed = String::new();
    for line in lines {
        typed.extend([line, "\n"]);
        match words(&typed) {
            Some(words) if words.is_empty() => typed.clear(),
            Some(_) => return Some(typed.trim_end().to_owned()),
            None => {}
        }
    }
    assert!(typed.is_empty(), "a command that does not end: {typed}");
    None
}

fn in_sentences(text: &str) -> Vec<Found> {
    let spans = text.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " "));
    let is_command = |span: &String| IN_SENTENCES.iter().any(|start| span.starts_with(start));
    spans.filter(is_command).map(|typed| (typed, None)).collect()
}

#[test]
fn a_document_is_read_with_what_it_says_of_each_command() {
    let document = "Do `scriptorium\nbackup`, not `serve`.\n\n```sh\n# First.\none 'a\n  b'\ntwo\n```\n\n\
        ```json\n{}\n```\n\n```console\n$ three \\\n  c\nsaid\n  so\n$ four\n```\nDone.\n";

    let found: Vec<_> =
        steps(document).into_iter().map(|it| (it.line, it.typed, it.said, it.after)).collect();

    let step = |line: usize, typed: &str, said: Option<&str>, after: &str| {
        (line, typed.to_owned(), said.map(str::to_owned), after.to_owned())
    };
    assert_eq!(
        found,
        [
            step(1, "scriptorium backup", None, ""),
            step(5, "one 'a\n  b'", None, "\n"),
            step(5, "two", Some("{}\n"), "\n"),
            step(16, "three \\\n  c", Some("said\n  so"), "Done.\n"),
            step(16, "four", None, "Done.\n"),
        ]
    );
}

#[test]
#[should_panic(expected = "line 2: is a block marked `` typed")]
fn a_block_that_does_not_say_what_it_is_fails_its_story() {
    steps("```\nscriptorium serve\n```\n");
}
