//! What the documents ask people to type is typed: every command of every document is run as it stands
//! there, and what is answered is what the document says. Every route has its example.

pub mod commands;
mod desk;
mod document;
mod likeness;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
};

use self::{
    commands::{HERE, Line, Request},
    desk::Desk,
    likeness::Names,
};
use domain::principal::Scope;
use llm::scripted::{Answer, Received, ScriptedReply};
use scriptorium::tokens;
use serde_json::json;
use testing::{Studio, coverage, until};

use crate::tidy;

/// The document that is typed into a running service, with both databases.
const EVERY_ROUTE: &str = "docs/examples.md";

/// What nobody can type here, by how it begins, and why.
const UNTYPED: [(&str, &str); 8] = [
    ("cargo xtask", "it builds, and runs these tests; a test of its own reads what is typed of it"),
    ("cargo test", "it builds, and is what runs this"),
    ("cargo build", "it builds what is tested here already"),
    ("docker build", "it needs a daemon and the network; `packaging` reads the recipe"),
    ("systemctl", "it is for the system's own manager; `packaging` has the unit judged"),
    ("pip install", "it needs the network; `clients` runs the client from its folder"),
    ("npm", "it needs Node and the network; the tests of the page build what it builds"),
    ("man", "not every machine has it; what it reads is typed"),
];

/// What there has to be at a desk.
type Ready = fn(&mut Desk);

/// What a document has asked its reader to do, or to have, before they type a command.
const BEFORE: [(&str, &str, Ready); 5] = [
    ("docs/api.md", "curl http://127.0.0.1:7878/api/projects/PROJECT/export", Desk::has_a_novel),
    ("docs/operations.md", "scriptorium backup", Desk::has_a_novel),
    ("docs/operations.md", "scriptorium doctor", Desk::counts_wrongly),
    ("docs/operations.md", "scriptorium doctor --rebuild", Desk::stops_all),
    ("docs/operations.md", "scriptorium export --all", Desk::stops_all),
];

/// The folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("a folder")
}

/// The text of a file of the repository.
fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
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

/// The entries of the lists above that a document has needed.
type Needed = BTreeSet<(&'static str, &'static str)>;

fn begins(typed: &str, with: &str) -> bool {
    typed.strip_prefix(with).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Does what a document says, command by command.
fn follow(document: &str, text: &str) -> Needed {
    let (mut desk, mut needed) = (Desk::new(), Needed::new());
    for step in document::steps(text) {
        println!("{document}:{}: {}", step.line, step.typed);
        let line = Line::read(&step.typed);
        let untyped = |typed: &str| {
            UNTYPED.iter().find(|(start, _)| begins(typed, start)).map(|(start, _)| ("", *start))
        };
        if let Some(reader) = &line.reader {
            let entry = untyped(reader).unwrap_or_else(|| panic!("nobody types `{reader}`"));
            needed.insert(entry);
        }
        let typed = line.words.join(" ");
        if let Some(entry) = untyped(&typed) {
            needed.insert(entry);
            continue;
        }
        for (at, start, prepare) in BEFORE {
            if at == document && begins(&typed, start) && needed.insert((at, start)) {
                prepare(&mut desk);
            }
        }
        desk.types(&line, step.said.as_deref());
    }
    needed
}

#[test]
fn what_the_documents_tell_to_type_does_what_they_say() {
    let documents = tidy::documents();
    let followed: Vec<_> = std::thread::scope(|scope| {
        let typed = documents.iter().filter(|(path, _)| path != EVERY_ROUTE);
        let all: Vec<_> =
            typed.map(|(path, text)| (path, scope.spawn(move || follow(path, text)))).collect();
        all.into_iter().map(|(path, reader)| (path, reader.join())).collect()
    });

    let failed: Vec<_> =
        followed.iter().filter(|(_, end)| end.is_err()).map(|(path, _)| path).collect();
    assert!(failed.is_empty(), "what they say is not so: {failed:?}; see above");
    let needed: Needed = followed.into_iter().flat_map(|(_, needed)| needed.unwrap()).collect();
    let all = UNTYPED.iter().map(|(start, _)| ("", *start));
    let all: Needed =
        all.chain(BEFORE.iter().map(|(document, start, _)| (*document, *start))).collect();
    assert_eq!(needed, all, "nobody needs what is more");
}

#[test]
#[should_panic(expected = "nobody types `rm`")]
fn a_command_that_nobody_types_fails_its_story() {
    follow("README.md", "```sh\ncargo xtask test\nrm -r scriptorium-data\n```\n");
}

#[test]
#[should_panic(expected = "there is a mistake in the settings")]
fn a_command_that_is_refused_fails_its_story() {
    follow("README.md", "Type `scriptorium serve --log-format loud`.\n");
}

#[test]
#[should_panic(expected = "and not there are three tokens")]
fn an_answer_that_is_another_fails_its_story() {
    let text = "```console\n$ scriptorium migrate\nthe tables are up to date\n\
        $ scriptorium token list\nthere are three tokens\n```\n";
    follow("README.md", text);
}

/// What a request is answered with: its status and its text. Of a stream the first event.
fn answer(studio: &Studio, request: &Request) -> (u16, String) {
    assert_eq!(request.host, HERE);
    if request.streams {
        return (200, first_event(&format!("http://{}{}", studio.address, request.path)));
    }
    let headers: Vec<_> =
        request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let reply = studio.ask(&request.method, &request.path, &headers, request.body.as_deref());
    (reply.status, reply.text)
}

/// Where the examples end that have no language model. Those behind it are typed into a service of
/// their own.
const WITH_A_MODEL: &str = "\n## With a language model\n";

/// The examples without a language model, and those with one.
fn examples() -> (String, String) {
    let text = read(EVERY_ROUTE);
    let (without, with) = text.split_once(WITH_A_MODEL).expect("examples with a model");
    (without.to_owned(), with.to_owned())
}

/// What the examples say that a model proposes.
fn edits(received: &Received) -> ScriptedReply {
    let prompt = received.prompt();
    let (before, _) = prompt.split_once("title=\"The ferry\"").expect("the chapter");
    let number = before.rsplit("number=\"").next().and_then(|it| it.split('"').next());
    let number: usize = number.and_then(|it| it.parse().ok()).expect("the number of a source");
    let edit = json!({
        "before": { "source": number, "quote": "rose slowly and quietly" },
        "after": "rose",
        "reason": "Two adverbs for one slow river.",
    });
    let edits = json!({ "summary": "One line has more words than it needs.", "edits": [edit] });
    Answer::text(&edits.to_string()).into()
}

/// Types all examples of a text; the routes that they ask.
fn types_examples(studio: &Studio, text: &str) -> BTreeSet<String> {
    let mut names = Names::default();
    let (database, now) = (&studio.behind().database, studio.clock.now());
    let made = tokens::create(database, "mara", Scope::Write, "the red laptop", None, now);
    names.insert("TOKEN", &studio.block_on(made).expect("a token").to_string());
    let mut files = BTreeMap::new();
    let mut asked = BTreeSet::new();
    for step in document::steps(text) {
        let line = Line::read(&step.typed);
        assert_eq!(line.words[0], "curl", "{step:?}");
        let request = commands::request(&line, &names, |file| String::clone(&files[file]));
        let route = coverage::route(&request.method, &request.path).expect("a route");
        asked.insert(format!("{} {route}", request.method));
        let nothing = step.said.is_none() && step.after.contains("Answered by 204");
        let mut last = String::new();
        // A read is repeated until it fits; a change is made one time.
        let text = until(&format!("{} {}", request.method, request.path), || {
            let (status, text) = answer(studio, &request);
            let likeness = match (status, &step.said) {
                (204, None) if nothing => Ok(()),
                (200, Some(said)) => names.compare(said, &text),
                (200, None) if !nothing => Ok(()),
                _ => Err(format!("{status} {text}")),
            };
            match likeness {
                Ok(()) => Some(text),
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
        if let Some(file) = line.file {
            files.insert(file, text);
        }
    }
    asked
}

service_test! {
    fn every_example_is_answered_as_it_says(studio) {
        let asked = types_examples(studio, &examples().0);

        let routes = api::routes();
        let all: BTreeSet<_> =
            routes.iter().map(|route| format!("{} {}", route.method, route.path)).collect();
        let untold: Vec<_> = all.difference(&asked).collect();
        assert!(untold.is_empty(), "{EVERY_ROUTE} has no example of {untold:#?}");
    }
}

service_test! {
    fn the_examples_with_a_model_are_answered_as_they_say(studio, model = edits) {
        types_examples(studio, &examples().1);

        assert_eq!(studio.model().calls().len(), 1);
    }
}
