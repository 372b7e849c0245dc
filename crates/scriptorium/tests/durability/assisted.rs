//! What holds when the process dies by SIGKILL while agents ask a language model: every message is
//! answered once, what the model was paid for is not asked again, and what it wrote is kept. The
//! server of the model is scripted, and lives on.

use std::{net::SocketAddr, os::unix::process::ExitStatusExt as _};

use llm::{
    Provider,
    scripted::{Answer, RawReply, Received, ScriptedReply, ScriptedServer, Step},
};
use serde_json::{Value, json};

use crate::{
    support::{Engine, Text as _, until},
    swarms::{Program, array, ask, get},
};

/// Says at which passage of the worker of messages a debug build dies.
const DIE_AT: &str = "MESSAGES_DIE_AT_PASSAGE";

/// More passages than two messages have.
const PASSAGES_MAX: u64 = 120;

/// Who is asked.
const AGENTS: [&str; 2] = ["lorekeeper", "archivist"];

/// Calls that each of them makes: one that ends in a call of a tool, and one that answers.
const CALLS: usize = 2 * AGENTS.len();

/// Words of an answer: more than come between three saves of a draft.
const WORDS: usize = 150;

const MESSAGES: &str = "/api/agent-communication/messages";

/// A program whose agents ask this server. A lease of an earlier life is given back at the start of the
/// next one, so it is long.
fn program(engine: Engine, model: &ScriptedServer) -> Program {
    let url = model.base_url(Provider::OpenAi);
    let settings = format!(
        "[agents]\nlease_ms = 3_600_000\n[budget]\nday_tokens = 100_000_000\n[log]\nlevel = \"error\"\n\
         [model]\nprovider = \"openai\"\nbase_url = \"{url}\"\nname = \"scripted\"\n"
    );
    Program::dying(engine, &settings, DIE_AT)
}

/// What the model does not know, in many words, none of them a number that it would have to prove.
fn words() -> String {
    let words = ["why", "she", "waits", "for", "so", "long", "there"].iter().cycle();
    words.take(WORDS).copied().collect::<Vec<_>>().join(" ")
}

fn answer() -> String {
    json!({ "statements": [], "unknown": [words()] }).to_string()
}

/// Looks at the lore, and then answers.
fn script(received: &Received) -> ScriptedReply {
    let messages = array(&received.body["messages"]);
    if messages.iter().any(|it| it["role"] == "tool") {
        Answer::text(&answer()).into()
    } else {
        Answer::call("lookup_lore", json!({ "name": "Mara" })).into()
    }
}

/// A project with a chapter and an entry of the lore, and a question for each of these agents, who
/// sleep; the ids of the questions.
fn asked(address: SocketAddr, agents: &[&str]) -> Vec<String> {
    let post = |path: &str, body: Value| ask(address, "POST", path, &body).expect("an answer");
    let project = post("/api/projects", json!({ "name": "The Ferry" }))["id"].text();
    let at = |path: &str| format!("/api/projects/{project}/{path}");
    let content = "Mara waited at the ferry until dawn, and nobody came.";
    post(&at("documents"), json!({ "title": "The Ferry", "kind": "chapter", "content": content }));
    post(&at("lore"), json!({ "name": "Mara", "category": "character", "content": "A pilot." }));
    let question = |agent: &&str| {
        post(&format!("/api/agents/{agent}/sleep"), json!({}));
        let message = json!({ "toAgent": agent, "message": "Who is Mara?",
            "context": { "metadata": { "projectId": project } } });
        post(&format!("{MESSAGES}/send"), message)["response"]["messageId"].text()
    };
    agents.iter().map(question).collect()
}

/// Wakes the agents; the process may die of it.
fn wake(address: SocketAddr, agents: &[&str]) {
    for agent in agents {
        ask(address, "POST", &format!("/api/agents/{agent}/wake"), &json!({}));
    }
}

/// Changes the text that the questions are about: what was sent before is sent again all the same.
fn rewrite(address: SocketAddr) {
    let list = |path: &str, key: &str| array(&get(address, path).expect("a list")[key])[0].clone();
    let project = list("/api/projects", "projects")["id"].text();
    let documents = format!("/api/projects/{project}/documents");
    let document = list(&documents, "documents")["id"].text();
    let body = json!({ "content": "Mara had left long ago." });
    ask(address, "PUT", &format!("{documents}/{document}"), &body).expect("an answer");
}

/// The replies to the questions, once all have one; none before, and where the process is dead.
fn replies(address: SocketAddr, questions: &[String]) -> Option<Vec<Value>> {
    let page = get(address, &format!("{MESSAGES}?limit=100"))?;
    let all = array(&page["messages"]);
    let dead = all.iter().find(|it| it["status"] == "dead");
    assert!(dead.is_none(), "{dead:?}");
    let replies: Vec<Value> = all.iter().filter(|it| !it["replyTo"].is_null()).cloned().collect();
    let has = |id: &String| replies.iter().any(|it| it["replyTo"] == json!(id));
    questions.iter().all(has).then_some(replies)
}

/// Two messages of two calls each, killed at one passage after the other until there is none left to be
/// killed at; what they are about is changed meanwhile.
fn killed_at_every_commit(engine: Engine) {
    let mut kills = 0;
    for passage in 1..=PASSAGES_MAX {
        let model = ScriptedServer::start(script);
        let program = program(engine, &model);
        let mut server = program.begin(Some(passage));
        let questions = asked(server.address, &AGENTS);
        wake(server.address, &AGENTS);
        let died = until("its death, or all replies", || match server.ended() {
            Some(status) => {
                assert_eq!(status.signal(), Some(9), "{status}");
                Some(true)
            }
            None => replies(server.address, &questions).map(|_| false),
        });
        kills += u64::from(died);
        drop(server);
        let server = program.begin(None);
        rewrite(server.address);
        wake(server.address, &AGENTS);
        let replies = until("all replies", || replies(server.address, &questions));

        assert_eq!(replies.len(), questions.len(), "passage {passage}: {replies:?}");
        for reply in &replies {
            assert!(reply["message"].text().contains(&words()), "passage {passage}: {reply}");
        }
        let calls: Vec<String> = model.calls().iter().map(|it| it.body.to_string()).collect();
        let repeated = AGENTS.len() * usize::from(died);
        assert!(
            (CALLS..=CALLS + repeated).contains(&calls.len()),
            "passage {passage}: {}",
            calls.len()
        );
        for call in &calls {
            let same = calls.iter().filter(|it| *it == call).count();
            assert!(same <= 1 + usize::from(died), "passage {passage}: {same} times {call}");
        }
        let usage = get(server.address, "/api/usage").expect("usage");
        assert_eq!(usage["budgets"][0]["tokensReserved"], 0, "passage {passage}: {usage}");
        let counted = usage["sum"]["calls"].as_u64().expect("a number");
        assert!(
            (CALLS..=CALLS + repeated).contains(&(counted as usize)),
            "passage {passage}: {usage}"
        );
        if !died {
            break;
        }
    }
    assert!((20..PASSAGES_MAX).contains(&kills), "{kills} kills");
}

/// What is kept of the replies that a model is writing.
pub(crate) fn drafts(program: &Program) -> Vec<String> {
    column(program, "SELECT draft FROM model_step WHERE draft IS NOT NULL")
}

/// The texts of the only column of a query.
pub(crate) fn column(program: &Program, query: &str) -> Vec<String> {
    match program.database() {
        Some(database) => {
            let mut client =
                postgres::Client::connect(&database.url, postgres::NoTls).expect("a client");
            let rows = client.query(query, &[]).expect("an answer");
            rows.iter().map(|row| row.get(0)).collect()
        }
        None => {
            let connection = rusqlite::Connection::open(program.file()).expect("a file");
            let mut statement = connection.prepare(query).expect("a statement");
            let rows = statement.query_map((), |row| row.get(0)).expect("an answer");
            rows.collect::<Result<_, _>>().expect("texts")
        }
    }
}

/// Writes all words and then nothing more, the first time; after that, it answers.
fn stalling(received: &Received, calls: usize) -> ScriptedReply {
    if calls > 0 {
        return Answer::text(&answer()).into();
    }
    assert_eq!(received.provider, Some(Provider::OpenAi));
    let chunk = |word: &str| {
        let choice = json!({ "index": 0, "delta": { "content": word } });
        Step::text(&format!("data: {}\n\n", json!({ "choices": [choice] })))
    };
    let text = words();
    let mut steps: Vec<Step> = text.split_inclusive(' ').map(chunk).collect();
    steps.push(Step::Silence);
    RawReply::stream(Provider::OpenAi, steps).into()
}

/// A model that fell silent in its answer, and a process that died then.
fn killed_in_an_answer(engine: Engine) {
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let model = ScriptedServer::start(move |received| {
        stalling(received, calls.fetch_add(1, std::sync::atomic::Ordering::AcqRel))
    });
    let program = program(engine, &model);
    let server = program.begin(None);
    let questions = asked(server.address, &AGENTS[..1]);
    wake(server.address, &AGENTS[..1]);

    let question = format!("{MESSAGES}/{}", questions[0]);
    until("the draft to be kept to its last word", || {
        let message = get(server.address, &question)?;
        (message["draft"]["text"] == json!(words())).then_some(())
    });
    drop(server);

    assert_eq!(drafts(&program), [words()]);
    let server = program.begin(None);
    let replies = until("the reply", || replies(server.address, &questions));
    assert!(replies[0]["message"].text().contains(&words()), "{replies:?}");
    assert_eq!((replies.len(), model.calls().len()), (1, 2));
    assert_eq!(drafts(&program), [""; 0], "the reply has all of it");
}

#[test]
fn messages_killed_at_every_commit_in_turn_are_answered_once_on_sqlite() {
    killed_at_every_commit(Engine::Sqlite);
}

#[test]
fn messages_killed_at_every_commit_in_turn_are_answered_once_on_postgres() {
    killed_at_every_commit(Engine::Postgres);
}

#[test]
fn what_a_model_wrote_before_the_process_died_is_kept_on_sqlite() {
    killed_in_an_answer(Engine::Sqlite);
}

#[test]
fn what_a_model_wrote_before_the_process_died_is_kept_on_postgres() {
    killed_in_an_answer(Engine::Postgres);
}
