//! What holds when the process dies by SIGKILL while a swarm asks a language model: the results, findings,
//! artefacts, proposals and usage of a swarm that nobody disturbed, at most one repeated call for each
//! lease that was lost, and what the model had written. The server of the model is scripted, and lives on.
//!
//! A run kills at every [`STEP_STRIDE`]th place where a call is begun or ends, and at every [`STRIDE`]th of
//! all commits of the swarm; with `SCRIPTORIUM_TEST_EVERY_COMMIT` (`cargo xtask test --deep`) at every one.

use std::{
    collections::HashMap,
    net::SocketAddr,
    os::unix::process::ExitStatusExt as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use llm::{
    Provider,
    scripted::{Answer, RawReply, Received, ScriptedReply, ScriptedServer, Step},
};
use serde_json::{Value, json};

use crate::{
    assisted::{column, drafts},
    support::{Engine, Text as _, until},
    swarms::{Program, array, ask, completed, get, results},
};

/// Says at which commit of a swarm a debug build dies.
const AT_COMMIT: &str = "SWARMS_DIE_AT_PASSAGE";

/// Says at which begin or end of a call it does.
const AT_STEP: &str = "STEPS_DIE_AT_PASSAGE";

/// Has every place of a call and every commit of the swarm tried.
const EVERY_COMMIT: &str = "SCRIPTORIUM_TEST_EVERY_COMMIT";

/// Of how many commits one is tried, where not every one is.
const STRIDE: usize = 18;

/// The same of the places where a call is begun or ends. There are four of each call, in turn, so this has
/// no divisor in common with four.
const STEP_STRIDE: usize = 5;

/// More passages than the swarm has.
const PASSAGES_MAX: u64 = 300;

/// The chapters: each is read by four agents with the model.
const CHAPTERS: [&str; 3] = ["One", "Two", "Three"];

/// What the swarm has to do: the readings, and to put them together.
const SUB_TASKS: usize = 4 * CHAPTERS.len() + 1;

/// Calls of the undisturbed swarm: one for each reading, and one more where a tool is called.
const CALLS: usize = 4 * CHAPTERS.len() + 1;

/// Words of a reply: more than come between two saves of a draft.
const WORDS: usize = 100;

/// A program whose agents ask this server. A lease of an earlier life is given back at the start of the
/// next one, so it is long.
fn program(engine: Engine, model: &ScriptedServer, die_at: &'static str) -> Program {
    let url = model.base_url(Provider::OpenAi);
    let settings = format!(
        "[swarms]\nidle_timeout_ms = 86_400_000\n[budget]\nday_tokens = 100_000_000\n\
         [log]\nlevel = \"error\"\n\
         [model]\nprovider = \"openai\"\nbase_url = \"{url}\"\nname = \"scripted\"\n"
    );
    Program::dying(engine, &settings, die_at)
}

/// Many words, none of them a number that the model would have to prove.
fn words() -> String {
    let words = ["why", "she", "waits", "for", "so", "long", "there"].iter().cycle();
    words.take(WORDS).copied().collect::<Vec<_>>().join(" ")
}

/// A result of the type that is asked for, in many words.
fn result(received: &Received) -> Value {
    let prompt = received.prompt();
    let number = |title: &&str| {
        let (before, _) = prompt.split_once(&format!("title=\"{title}\""))?;
        before.rsplit("number=\"").next()?.split('"').next()?.parse::<usize>().ok()
    };
    let source = CHAPTERS.iter().find_map(number).expect("the number of a chapter");
    let cite = |quote: &str| json!({ "source": source, "quote": quote });
    let waits = || cite("waited at the ferry until dawn");
    match received.body["response_format"]["json_schema"]["name"].text().as_str() {
        "critique" => {
            let reader = |name: &str| {
                json!({ "reader": name, "judgement": "It holds.",
                    "moments": [{ "citation": waits(), "effect": "Patience." }] })
            };
            let readers =
                ["Who wants story", "Who wants language", "Who loves the genre", "Who doubts"];
            json!({ "readers": readers.map(reader), "together": words() })
        }
        "edits" => json!({ "summary": words(), "edits": [{ "before": cite("nobody came"),
            "after": "no one came", "reason": "It is softer." }] }),
        "voices" => json!({ "voices": [{ "person": "Mara", "voice": words(),
            "habits": ["No greeting."], "lines": [cite("“I will not cross,”")] }] }),
        "answers" => json!({ "unknown": [words()], "statements":
            [{ "statement": "She waits at the ferry.", "citations": [waits()] }] }),
        other => panic!("no result of the type {other}"),
    }
}

/// Writes at length; about one chapter, the keeper of the lore looks at the lore first.
fn script(received: &Received) -> ScriptedReply {
    let is_answer = received.body["response_format"]["json_schema"]["name"] == "answers";
    let has_looked = array(&received.body["messages"]).iter().any(|it| it["role"] == "tool");
    if is_answer && !has_looked && received.prompt().contains("title=\"One\"") {
        return Answer::call("lookup_lore", json!({ "name": "Mara" })).into();
    }
    Answer::text(&result(received).to_string()).into()
}

/// A book, and a swarm that reads it; its id, where the process has lived until then.
fn read_by_all(address: SocketAddr) -> Option<String> {
    let post = |path: &str, body: Value| ask(address, "POST", path, &body).expect("an answer");
    let project = post("/api/projects", json!({ "name": "The Ferry" }))["id"].text();
    let at = |path: &str| format!("/api/projects/{project}/{path}");
    for title in CHAPTERS {
        let content = format!(
            "In part {title} Mara waited at the ferry until dawn. “I will not cross,” she said. \
             The river rose, and nobody came."
        );
        post(&at("documents"), json!({ "title": title, "kind": "chapter", "content": content }));
    }
    post(&at("lore"), json!({ "name": "Mara", "category": "character", "content": "A pilot." }));
    let body = json!({ "swarmType": "reader_panel", "taskDescription": "How does it read?",
        "projectId": project });
    ask(address, "POST", "/api/agents/swarm", &body)?["swarmId"].as_str().map(str::to_owned)
}

/// What came of the swarm, without ids and times, and without what calls that were repeated took.
fn whole(address: SocketAddr, swarm: &Value) -> Value {
    let project = swarm["projectId"].text();
    let page = get(address, &format!("/api/projects/{project}/proposals")).expect("proposals");
    let mut proposals: Vec<String> = array(&page["proposals"])
        .iter()
        .map(|it| {
            json!([it["state"], it["agent"], it["target"]["title"], it["reason"]]).to_string()
        })
        .collect();
    proposals.sort_unstable();
    let sum = &get(address, "/api/usage").expect("usage")["sum"];
    let number = |field: &str| sum[field].as_i64().expect("a number");
    let reported = number("inputTokens") + number("outputTokens") - number("estimatedTokens");
    json!({ "results": results(swarm), "proposals": proposals, "reported": reported })
}

/// How often each request was sent.
fn requests(model: &ScriptedServer) -> HashMap<String, usize> {
    let mut requests = HashMap::new();
    for call in model.calls() {
        *requests.entry(call.body.to_string()).or_default() += 1;
    }
    requests
}

/// The only swarm there is.
fn only(address: SocketAddr) -> String {
    let listed = get(address, "/api/agents/swarm/list").expect("a list");
    let swarms = [array(&listed["activeSwarms"]), array(&listed["completedSwarms"])].concat();
    assert_eq!(swarms.len(), 1, "{listed}");
    swarms[0]["swarmId"].text()
}

/// That the swarm, which may have died, came to this; what came of it.
fn check(address: SocketAddr, model: &ScriptedServer, leased: usize, of: &str) -> Value {
    let swarm = completed(address, &only(address));
    assert_eq!(swarm["subTaskCounts"]["succeeded"], SUB_TASKS, "{of}: {swarm}");
    let requests = requests(model);
    assert_eq!(requests.len(), CALLS, "{of}: other requests than before");
    let calls: usize = requests.values().sum();
    assert!(calls <= CALLS + leased, "{of}: {calls} calls, {leased} leases were lost");
    let most = 1 + usize::from(leased > 0);
    assert!(requests.values().all(|times| *times <= most), "{of}: {requests:?}");
    let usage = get(address, "/api/usage").expect("usage");
    let (sum, day) = (&usage["sum"], &usage["budgets"][0]);
    assert_eq!(day["tokensReserved"], 0, "{of}: {usage}");
    let used = sum["inputTokens"].as_i64().unwrap() + sum["outputTokens"].as_i64().unwrap();
    assert_eq!(
        (&day["tokensUsed"], &swarm["usage"]["tokens"]),
        (&json!(used), &json!(used)),
        "{of}"
    );
    let counted = sum["calls"].as_u64().expect("a number") as usize;
    assert!((CALLS..=CALLS + leased).contains(&counted), "{of}: {usage}");
    if leased == 0 {
        assert_eq!(sum["estimatedTokens"], 0, "{of}: {usage}");
    }
    whole(address, &swarm)
}

/// What an undisturbed swarm comes to.
fn undisturbed(engine: Engine) -> Value {
    let model = ScriptedServer::start(script);
    let program = program(engine, &model, AT_COMMIT);
    let server = program.begin(None);
    let id = read_by_all(server.address).expect("a swarm");
    let swarm = completed(server.address, &id);
    assert_eq!(swarm["subTaskCounts"]["total"], SUB_TASKS);
    assert_eq!(model.calls().len(), CALLS);
    let expected = check(server.address, &model, 0, "undisturbed");
    assert_eq!(array(&expected["proposals"]).len(), CHAPTERS.len(), "{expected}");
    expected
}

/// A swarm that dies at this passage, if it has so many, and is then done by another life of the program;
/// whether it died.
fn died_at(engine: Engine, (die_at, passage): (&'static str, u64), expected: &Value) -> bool {
    let of = format!("{die_at} {passage}");
    let model = ScriptedServer::start(script);
    let program = program(engine, &model, die_at);
    let mut server = program.begin(Some(passage));
    // The process may be dead before it could answer.
    read_by_all(server.address);
    let address = server.address;
    let died = until("its death, or the end of the swarm", || match server.ended() {
        Some(status) => {
            assert_eq!(status.signal(), Some(9), "{status}");
            Some(true)
        }
        None => {
            let listed = get(address, "/api/agents/swarm/list")?;
            (array(&listed["completedSwarms"]).len() == 1).then_some(false)
        }
    });
    // One that came through may still die at its next look, so it is begun anew too.
    drop(server);
    let leased = leased(&program);
    for draft in drafts(&program) {
        let is_whole_so_far = texts(&model).iter().any(|text| text.starts_with(&draft));
        assert!(is_whole_so_far, "{of}: {draft}");
    }
    let server = program.begin(None);
    let came = check(server.address, &model, leased, &of);
    assert_eq!(came, *expected, "{of}");
    assert_eq!(drafts(&program), [""; 0], "{of}: the replies have all of it");
    died
}

/// The sub-tasks whose lease was lost with the process.
fn leased(program: &Program) -> usize {
    column(program, "SELECT CAST(position AS TEXT) FROM subtask WHERE state = 'leased'").len()
}

/// Whole replies to all requests so far.
fn texts(model: &ScriptedServer) -> Vec<String> {
    let text = |received: &Received| match script(received) {
        ScriptedReply::Answer(answer) => answer.pieces.concat(),
        ScriptedReply::Raw(_) => String::new(),
    };
    model.calls().iter().map(text).collect()
}

/// Kills where calls are begun and end, and at commits of the swarm, one after the other.
fn killed_in_turn(engine: Engine) {
    let expected = undisturbed(engine);
    let strides = match std::env::var_os(EVERY_COMMIT) {
        Some(_) => [1, 1],
        None => [STEP_STRIDE, STRIDE],
    };
    let mut kills = [0, 0];
    let turns = [AT_STEP, AT_COMMIT].into_iter().zip(strides);
    for (kills, (die_at, stride)) in kills.iter_mut().zip(turns) {
        for passage in (1..=PASSAGES_MAX).step_by(stride) {
            if !died_at(engine, (die_at, passage), &expected) {
                break;
            }
            *kills += 1;
        }
    }
    // Each call is begun and ends, and a process dies before and behind both.
    assert_eq!(kills[0], (4 * CALLS).div_ceil(strides[0]), "begins and ends of calls");
    let commits = 60 / strides[1]..PASSAGES_MAX as usize / strides[1];
    assert!(commits.contains(&kills[1]), "{} commits", kills[1]);
}

/// Writes all but the end of a judgement and then nothing more, while it is to.
fn stalling(received: &Received, stalls: &AtomicBool) -> ScriptedReply {
    let ScriptedReply::Answer(answer) = script(received) else { panic!("no answer") };
    if !stalls.load(Ordering::Acquire) || answer.pieces.is_empty() {
        return answer.into();
    }
    let chunk = |word: &String| {
        let choice = json!({ "index": 0, "delta": { "content": word } });
        Step::text(&format!("data: {}\n\n", json!({ "choices": [choice] })))
    };
    let mut steps: Vec<Step> = answer.pieces.iter().map(chunk).collect();
    steps.push(Step::Silence);
    RawReply::stream(Provider::OpenAi, steps).into()
}

/// A model that fell silent in several answers at once, and a process that died then.
fn killed_in_several_answers(engine: Engine) {
    let expected = undisturbed(engine);
    let stalls = Arc::new(AtomicBool::new(true));
    let model = {
        let stalls = Arc::clone(&stalls);
        ScriptedServer::start(move |received| stalling(received, &stalls))
    };
    let program = program(engine, &model, AT_COMMIT);
    let server = program.begin(None);
    let id = read_by_all(server.address).expect("a swarm");
    let at_once = until("all drafts to be kept to their last words", || {
        let swarm = get(server.address, &format!("/api/agents/swarm/{id}"))?;
        let kept = array(&swarm["subTasks"]).iter().filter_map(|it| it["draft"]["text"].as_str());
        let texts = texts(&model);
        let whole = kept.filter(|draft| texts.iter().any(|text| text == draft)).count();
        (whole > 1 && whole == model.open()).then_some(whole)
    });
    drop(server);

    let kept = drafts(&program);
    assert_eq!(kept.len(), at_once);
    assert!(kept.iter().all(|draft| texts(&model).contains(draft)), "{kept:?}");
    stalls.store(false, Ordering::Release);
    let leased = leased(&program);
    let server = program.begin(None);
    assert_eq!(check(server.address, &model, leased, "in answers"), expected);
    assert_eq!(model.calls().len(), CALLS + at_once);
}

#[test]
fn a_swarm_killed_where_it_asks_a_model_has_the_same_results_on_sqlite() {
    killed_in_turn(Engine::Sqlite);
}

#[test]
fn a_swarm_killed_where_it_asks_a_model_has_the_same_results_on_postgres() {
    killed_in_turn(Engine::Postgres);
}

#[test]
fn what_a_model_wrote_for_a_swarm_before_the_process_died_is_kept_on_sqlite() {
    killed_in_several_answers(Engine::Sqlite);
}

#[test]
fn what_a_model_wrote_for_a_swarm_before_the_process_died_is_kept_on_postgres() {
    killed_in_several_answers(Engine::Postgres);
}
