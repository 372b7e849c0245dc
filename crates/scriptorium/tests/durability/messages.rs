//! What holds when the process dies by SIGKILL at every commit of the worker of messages in turn, while the
//! director asks others: the questions are asked once, each has one answer, and so has the message.

use std::{net::SocketAddr, os::unix::process::ExitStatusExt as _};

use serde_json::{Value, json};

use crate::{
    support::{Engine, Text as _, until},
    swarms::{Program, ask, get},
};

/// Says at which passage of the loop a debug build dies.
const DIE_AT: &str = "MESSAGES_DIE_AT_PASSAGE";

/// More passages than one message with two questions has.
const PASSAGES_MAX: u64 = 100;

/// A lease of an earlier life is given back at the start of the next one, so this one is long.
const SETTINGS: &str = "[agents]\nlease_ms = 86_400_000\n[log]\nlevel = \"error\"\n";

const SEND: &str = "/api/agent-communication/messages/send";
const MESSAGES: &str = "/api/agent-communication/messages";

/// Sends the director what it asks two others for. The process may die before it answers.
fn route(address: SocketAddr) -> Option<Value> {
    let project = json!({ "name": "Dracula" });
    let project = ask(address, "POST", "/api/projects", &project)?["id"].text();
    let documents = format!("/api/projects/{project}/documents");
    let document = json!({ "title": "III", "content": "Mina saw Lucy. Mina saw Lucy again." });
    let document = ask(address, "POST", &documents, &document)?["id"].text();
    let body = json!({ "toAgent": "director", "message": "Check it for names and prose.", "context": {
        "conversationId": "c", "metadata": { "projectId": project, "documentId": document } } });
    ask(address, "POST", SEND, &body)
}

/// All messages of the conversation, the oldest first.
fn conversation(address: SocketAddr) -> Option<Vec<Value>> {
    let page = get(address, &format!("{MESSAGES}?conversationId=c&limit=100"))?;
    let mut all = page["messages"].as_array()?.clone();
    all.reverse();
    Some(all)
}

fn replies<'v>(all: &'v [Value], to: &Value) -> Vec<&'v Value> {
    all.iter().filter(|message| message["replyTo"] == to["id"]).collect()
}

/// One message, two questions, and one answer to each, whatever happened in between.
fn check_conversation(all: &[Value], passage: u64) {
    let first = &all[0];
    let questions: Vec<&Value> =
        all.iter().filter(|message| message["parentId"] == first["id"]).collect();
    let agents: Vec<&Value> = questions.iter().map(|question| &question["toAgent"]).collect();
    assert_eq!(agents, ["lorekeeper", "proseguard"], "passage {passage}: {all:#?}");
    for question in &questions {
        assert_eq!(question["status"], "replied", "passage {passage}");
        assert_eq!(replies(all, question).len(), 1, "passage {passage}");
    }
    let answers = replies(all, first);
    assert_eq!((answers.len(), all.len()), (1, 6), "passage {passage}: {all:#?}");
    let letter = answers[0]["message"].text();
    let has = |agent: &str| letter.contains(&format!("{agent} answers:"));
    assert!(has("lorekeeper") && has("proseguard"), "passage {passage}: {letter}");
}

fn killed_at_every_commit(engine: Engine) {
    let mut kills = 0;
    for passage in 1..=PASSAGES_MAX {
        let data = Program::dying(engine, SETTINGS, DIE_AT);
        let mut server = data.begin(Some(passage));
        let address = server.address;
        let sent = route(address);
        let died = until("its death, or the answer", || match server.ended() {
            Some(status) => {
                assert_eq!(status.signal(), Some(9), "{status}");
                Some(true)
            }
            None => {
                let all = conversation(address)?;
                (!replies(&all, all.first()?).is_empty()).then_some(false)
            }
        });
        kills += u64::from(died);
        // One that came through may still die at its next look, so it is begun anew too.
        drop(server);
        let server = data.begin(None);
        let all = until("the answer", || {
            let all = conversation(server.address)?;
            (!replies(&all, all.first()?).is_empty()).then_some(all)
        });
        check_conversation(&all, passage);
        if !died {
            assert!(sent.is_some());
            break;
        }
    }
    assert!((8..PASSAGES_MAX).contains(&kills), "{kills} kills");
}

#[test]
fn a_message_whose_agent_asks_others_is_answered_once_whenever_it_is_killed_on_sqlite() {
    killed_at_every_commit(Engine::Sqlite);
}

#[test]
fn a_message_whose_agent_asks_others_is_answered_once_whenever_it_is_killed_on_postgres() {
    killed_at_every_commit(Engine::Postgres);
}
