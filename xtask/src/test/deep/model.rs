//! The deep check with a real language model: a small one, on this machine, behind llama-cpp-python's
//! server. What the model says is not looked at; that tokens are real, that states are right, and that
//! what was used is what the server did, is.

use std::fs;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use super::programs::Llama;
use super::service::{Service, program};
use crate::command::output;
use crate::failure::{Doing, Failure, Outcome};
use crate::loopback::{Client, free_port};
use crate::supervisor::{self, SupervisedChild};
use crate::wait;

/// What the server calls the model.
const NAME: &str = "smollm2";

/// How many tokens the model is loaded with; it was trained with twice as many.
const CONTEXT_TOKENS: u32 = 4_096;

/// The most tokens of a reply: a small model that misses the form may write without an end.
const REPLY_TOKENS_MAX: u32 = 400;

/// How long loading the weights may take.
const LOAD_LIMIT: Duration = Duration::from_secs(120);

/// How long an answer may take, and a swarm: on two busy cores a reply takes minutes.
const ANSWER_LIMIT: Duration = Duration::from_secs(1_800);

/// How often is looked.
const INTERVAL: Duration = Duration::from_millis(500);

const MESSAGES: &str = "/api/agent-communication/messages";

const CHAPTER: &str = "Mara waited at the ferry until dawn. “I will not cross,” she said. The river had \
    risen to the third step, and nobody came. At noon the pilot rowed over alone, and did not look at her.";

/// The model server. Dropping it stops it.
struct ModelServer {
    _child: SupervisedChild,
    port: u16,
    folder: tempfile::TempDir,
}

impl ModelServer {
    /// Starts the server; it is ready when this returns.
    fn start(llama: &Llama) -> Outcome<Self> {
        let folder = tempfile::Builder::new()
            .prefix("scriptorium-model-")
            .tempdir()
            .doing("making a folder for the model server")?;
        let port = free_port()?;
        let mut command = supervisor::command(&llama.program("python"), folder.path(), "KILL");
        command
            .args(["-m", "llama_cpp.server", "--host", "127.0.0.1", "--port", &port.to_string()])
            .arg("--model")
            .arg(llama.weights()?)
            .args(["--model_alias", NAME, "--n_ctx", &CONTEXT_TOKENS.to_string()])
            // A second request waits for the first and does not end it.
            .args(["--interrupt_requests", "false"])
            .current_dir(folder.path());
        let child = SupervisedChild::start(command, "starting the model server")?;
        let server = Self { _child: child, port, folder };
        let client = Client::new(port);
        wait::until(LOAD_LIMIT, INTERVAL, || client.answers("/v1/models").then_some(()))
            .ok_or_else(|| Failure::new(format!("no model server:\n{}", server.log())))?;
        Ok(server)
    }

    /// The settings of a service that asks it. It answers one request at a time.
    fn settings(&self) -> [(&'static str, String); 5] {
        [
            ("SCRIPTORIUM_MODEL__PROVIDER", "openai".to_owned()),
            ("SCRIPTORIUM_MODEL__BASE_URL", format!("http://127.0.0.1:{}/v1", self.port)),
            ("SCRIPTORIUM_MODEL__NAME", NAME.to_owned()),
            ("SCRIPTORIUM_MODEL__CONTEXT_TOKENS", CONTEXT_TOKENS.to_string()),
            ("SCRIPTORIUM_MODEL__PARALLEL_MAX", "1".to_owned()),
        ]
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// How many requests it has answered with a reply.
    fn replies(&self) -> u64 {
        let log = self.log();
        let is_reply =
            |line: &&str| line.contains("/v1/chat/completions") && line.contains("200 OK");
        log.lines().filter(is_reply).count() as u64
    }
}

/// A message, a debate and a check of the settings, all with the model.
pub(super) fn check(llama: &Llama) -> Outcome {
    let server = ModelServer::start(llama)?;
    check_settings(&server)?;
    let before = server.replies();
    let service = Service::start_with(&server.settings())?;
    let project = make_project(&service)?;
    let message = check_message(&service, &project)?;
    let swarm = check_debate(&service, &project)?;
    check_usage(&service, server.replies() - before, message, swarm)?;
    service.check_health()
}

/// `model check` reaches the model and says what works.
fn check_settings(server: &ModelServer) -> Outcome {
    let mut command = Command::new(program());
    command.args(["model", "check"]).current_dir(server.folder.path()).envs(server.settings());
    let printed = output(&mut command)?;
    println!("{}", printed.trim_end());
    let value = |name: &str| {
        let line = printed.lines().find_map(|line| line.trim_start().strip_prefix(name));
        line.unwrap_or_default().trim().to_owned()
    };
    let usage = value("usage");
    let is_counted = ["reported: ", "estimated, the server reports none: "]
        .iter()
        .any(|source| usage.starts_with(source));
    ensure(value("reached").starts_with("yes, "), || "the model is not reached".to_owned())?;
    ensure(value("streams").starts_with("yes, "), || "the model does not stream".to_owned())?;
    ensure(is_counted, || format!("what was used is neither reported nor estimated: {usage}"))
}

/// A project with a chapter, whose agents are bounded in what a model may write.
fn make_project(service: &Service) -> Outcome<String> {
    let made = service.client.post("/api/projects", &json!({ "name": "The Ferry" }))?;
    let id = made["id"].as_str().unwrap_or_default().to_owned();
    let path = format!("/api/projects/{id}");
    let settings = json!({ "settings": { "agentConfig": { "maxTokens": REPLY_TOKENS_MAX } } });
    service.client.put(&path, &settings)?;
    let chapter = json!({ "title": "The Ferry", "kind": "chapter", "content": CHAPTER });
    service.client.post(&format!("{path}/documents"), &chapter)?;
    Ok(id)
}

/// Sends a message to muse; the calls that its answer took.
fn check_message(service: &Service, project: &str) -> Outcome<u64> {
    let body = json!({
        "toAgent": "muse",
        "message": "What if the pilot of “The Ferry” were her brother?",
        "context": { "metadata": { "projectId": project } },
    });
    let sent = service.client.post(&format!("{MESSAGES}/send"), &body)?;
    let id = sent["response"]["messageId"].as_str().unwrap_or_default();
    let path = format!("{MESSAGES}/{id}");
    let ended = wait::until(ANSWER_LIMIT, INTERVAL, || {
        let message = service.client.get(&path).ok()?;
        let is_open = ["queued", "leased"].iter().any(|state| message["status"] == *state);
        (!is_open).then_some(message)
    })
    .ok_or_else(|| Failure::new("muse did not answer in time"))?;
    ensure(ended["status"] == "handled", || format!("muse did not answer: {ended}"))?;
    let list = service.client.get(&format!("{MESSAGES}?conversationId={id}&limit=1"))?;
    let reply = &list["messages"][0];
    let verdict = check_answer(&reply["report"]["answer"], "ideas")?;
    let text = reply["message"].as_str().unwrap_or_default();
    let says_failure = text.starts_with("The model gave no answer that holds: ");
    ensure(says_failure == verdict.is_some(), || format!("muse says otherwise: {text}"))?;
    println!("muse: {}", verdict.as_deref().unwrap_or("a result that holds"));
    let usage = service.client.get("/api/usage?agent=muse")?;
    Ok(usage["sum"]["calls"].as_u64().unwrap_or(0))
}

/// An answer has a result that holds, or says why it has none; its receipt says what was sent. The reason,
/// if there is one.
fn check_answer(answer: &Value, kind: &str) -> Outcome<Option<String>> {
    let failure = answer["failure"].as_str();
    let has_one = answer["result"].is_object() != failure.is_some_and(|reason| !reason.is_empty());
    let sources = answer["receipt"]["sources"].as_array().map_or(0, Vec::len);
    let is_right = answer["kind"] == kind
        && answer["model"] == NAME
        && has_one
        && sources > 0
        && answer["receipt"]["digest"].is_string();
    ensure(is_right, || format!("an answer is neither a result nor a failure: {answer}"))?;
    Ok(failure.map(str::to_owned))
}

/// Runs a debate to its end; the calls that it took. It is completed when all of its turns were taken,
/// and has failed with a reason when not.
fn check_debate(service: &Service, project: &str) -> Outcome<u64> {
    let body = json!({
        "swarmType": "debate",
        "taskDescription": "Should Mara cross the river at the end of “The Ferry”?",
        "projectId": project,
    });
    let made = service.client.post("/api/agents/swarm", &body)?;
    let path = format!("/api/agents/swarm/{}", made["swarmId"].as_str().unwrap_or_default());
    let swarm = wait::until(ANSWER_LIMIT, INTERVAL, || {
        let swarm = service.client.get(&path).ok()?;
        let is_final =
            ["completed", "failed", "cancelled"].iter().any(|state| swarm["status"] == *state);
        is_final.then_some(swarm)
    })
    .ok_or_else(|| Failure::new("the debate did not end in time"))?;
    let sub_tasks = swarm["subTasks"].as_array().map(Vec::as_slice).unwrap_or_default();
    let turns: Vec<&Value> = sub_tasks.iter().filter(|it| it["kind"] == "ask").collect();
    ensure(!turns.is_empty(), || format!("a debate without turns: {swarm}"))?;
    for turn in &turns {
        check_turn(turn)?;
    }
    let are_taken = turns.iter().all(|turn| turn["state"] == "succeeded");
    let reason = swarm["errorMessage"].as_str().unwrap_or_default();
    println!("debate: {} {reason}", swarm["status"]);
    let is_right = match swarm["status"].as_str() {
        Some("completed") => are_taken && reason.is_empty(),
        Some("failed") => !are_taken && !reason.is_empty(),
        _ => false,
    };
    ensure(is_right, || format!("the debate ended in a wrong state: {swarm}"))?;
    Ok(swarm["usage"]["modelCalls"].as_u64().unwrap_or(0))
}

/// A turn that succeeded has an argument that holds; one that did not says why.
fn check_turn(turn: &Value) -> Outcome {
    let reason = turn["error"].as_str().unwrap_or_default();
    println!("{}: {} {reason}", turn["title"], turn["state"]);
    match turn["state"].as_str() {
        Some("succeeded") => {
            let failure = check_answer(&turn["result"]["report"]["answer"], "argument")?;
            ensure(failure.is_none(), || format!("a turn succeeded without an argument: {turn}"))
        }
        Some("failed" | "skipped") => {
            ensure(!reason.is_empty(), || format!("a turn failed without a reason: {turn}"))
        }
        _ => Err(Failure::new(format!("a turn ended in a wrong state: {turn}"))),
    }
}

/// What the service counts is what the server did.
fn check_usage(service: &Service, replies: u64, message: u64, swarm: u64) -> Outcome {
    let usage = service.client.get("/api/usage?groupBy=agent")?;
    println!("usage: {}", usage["sum"]);
    let number = |name: &str| usage["sum"][name].as_u64().unwrap_or(0);
    let (input, written) = (number("inputTokens"), number("outputTokens"));
    ensure(input > 0 && written > 0, || format!("no tokens were counted: {usage}"))?;
    ensure(number("estimatedTokens") <= input + written, || {
        format!("too many are estimated: {usage}")
    })?;
    let calls = number("calls");
    ensure(calls == replies && calls == message + swarm && message > 0 && swarm > 0, || {
        format!(
            "{replies} replies of the server, {message} calls of muse, {swarm} of the debate: {usage}"
        )
    })
}

fn ensure(is_right: bool, wrong: impl FnOnce() -> String) -> Outcome {
    if is_right { Ok(()) } else { Err(Failure::new(wrong())) }
}
