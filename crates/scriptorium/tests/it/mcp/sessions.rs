//! Recorded sessions of assistants, replayed byte by byte over HTTP and over `scriptorium mcp`, on both
//! databases. A recording is a file of lines in `sessions`:
//!
//! - `> ` a message of the assistant, as it is sent,
//! - `<` the answer, as it came, with its status over HTTP where that is not 200,
//! - `~ ` the answer over `scriptorium mcp`, where that adds something of its own to a handshake,
//! - `! ` what the writer does meanwhile, over HTTP, and `=` the status of the answer to that,
//! - `# ` a comment.
//!
//! The project is that of the demo, whose ids are fixed, and the clock stands still. Ids that the files
//! of the demo do not have, and digests, which are of such ids, are written as NEW-1, NEW-2 and so on, in the
//! order in which they appear; nothing else is changed. Over `scriptorium mcp` notifications of resources are
//! passed over: they come when something has changed, between any two answers. With
//! `SCRIPTORIUM_TEST_RECORD=1` the answers are written into the files.

mod client;
mod morning;
mod text;

use std::{fs, path::PathBuf};

use crate::{demo, support::Studio};
use client::{Http, Player, Stdio};
use text::{Line, Names, lines_of_the_relay};

/// Has the answers be written in place of being compared.
const RECORD: &str = "SCRIPTORIUM_TEST_RECORD";

fn file(session: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/mcp/sessions");
    folder.join(format!("{session}.txt"))
}

/// The lines of a recording.
fn recorded(session: &str) -> Vec<Line> {
    fs::read_to_string(file(session)).unwrap().lines().map(Line::read).collect()
}

/// Does what a recording says that was done; the lines of what came of it.
fn play(studio: &Studio, lines: &[Line], player: &mut dyn Player) -> Vec<Line> {
    let mut names = Names::of_the_demo();
    let mut played = Vec::new();
    for line in lines {
        match line {
            Line::Comment(_) => played.push(line.clone()),
            Line::Sends(message) => {
                played.push(line.clone());
                let answers = player.send(&names.actual(message));
                let named =
                    answers.into_iter().map(|(status, text)| (status, names.written(&text)));
                played.extend(named.map(|(status, text)| Line::Answers(status, text)));
            }
            Line::Does(request) => {
                played.push(line.clone());
                let actual = names.actual(request);
                let mut parts = actual.splitn(3, ' ');
                let (method, path) = (parts.next().unwrap(), parts.next().unwrap());
                let json = [("content-type", "application/json")];
                let reply = studio.ask(method, path, &json, Some(parts.next().unwrap_or("{}")));
                played.push(Line::Done(reply.status));
            }
            Line::Answers(..) | Line::Relayed(_) | Line::Done(_) => {}
        }
    }
    played
}

/// Replays a session over HTTP, or records it.
fn replay_over_http(studio: &Studio, session: &str) {
    demo::import(studio);
    let recorded = recorded(session);

    let played = play(studio, &recorded, &mut Http::new(studio));

    if std::env::var_os(RECORD).is_some() {
        let text: String =
            with_relayed(studio, played).iter().map(|line| format!("{line}\n")).collect();
        fs::write(file(session), text).unwrap();
        return;
    }
    let over_http = |line: &Line| !matches!(line, Line::Relayed(_));
    let recorded: Vec<Line> = recorded.into_iter().filter(over_http).collect();
    compare(session, &recorded, &played);
}

/// The lines, with what the relay answers to a handshake: it can follow resources itself.
fn with_relayed(studio: &Studio, lines: Vec<Line>) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for line in lines {
        let is_answer = matches!(line, Line::Answers(..));
        let handshake = match all.last() {
            Some(Line::Sends(sent)) if is_answer && sent.contains("\"initialize\"") => {
                Some(sent.clone())
            }
            _ => None,
        };
        all.push(line.clone());
        let relayed = handshake.map(|sent| Stdio::start(studio).send(&sent).remove(0).1);
        let differs = |text: &String| !matches!(&line, Line::Answers(_, answer) if answer == text);
        all.extend(relayed.filter(differs).map(Line::Relayed));
    }
    all
}

/// Replays a session over `scriptorium mcp`, which shows no statuses, and no answer without a body.
fn replay_over_stdio(studio: &Studio, session: &str) {
    demo::import(studio);
    let recorded = lines_of_the_relay(recorded(session));

    let played = play(studio, &recorded, &mut Stdio::start(studio));

    compare(session, &recorded, &played);
}

/// Whether what came is what was recorded, byte by byte.
fn compare(session: &str, recorded: &[Line], played: &[Line]) {
    for (recorded, played) in recorded.iter().zip(played) {
        let (recorded, played) = (recorded.to_string(), played.to_string());
        let same = recorded.chars().zip(played.chars()).take_while(|(one, other)| one == other);
        let start = same.count().saturating_sub(80);
        let part = |line: &str| line.chars().skip(start).take(400).collect::<String>();
        assert!(
            recorded == played,
            "{session}: from character {start} the recording has\n{}\nand the service answers\n{}\n\
             (with {RECORD}=1 the answers are recorded anew)",
            part(&recorded),
            part(&played)
        );
    }
    assert_eq!(recorded.len(), played.len(), "{session}");
}

/// The tests of a session.
macro_rules! session_tests {
    ($($name:ident: $session:literal),+ $(,)?) => {$(
        mod $name {
            service_test! {
                fn is_answered_over_http_as_it_was_recorded(studio) {
                    crate::mcp::sessions::replay_over_http(studio, $session);
                }
            }

            service_test! {
                fn is_answered_over_standard_input_as_it_was_recorded(studio) {
                    crate::mcp::sessions::replay_over_stdio(studio, $session);
                }
            }
        }
    )+};
}

session_tests! {
    a_session_with_a_handshake: "handshake",
    a_session_of_the_newest_version: "newest",
    a_session_of_nonsense: "nonsense",
    a_writers_morning: "morning",
}
