//! A thousand calls of a language model in flight, against a scripted server that writes slowly: the
//! memory they hold, and what another request costs meanwhile. Only our service is measured.

use std::path::Path;
use std::time::{Duration, Instant};

use llm::Provider;
use llm::scripted::{Answer, ScriptedServer};
use serde_json::json;
use xtask::failure::{Failure, Outcome};
use xtask::wait;

use crate::load::{Figures, Runner, Target};
use crate::requests::{self, line, send_path};
use crate::servers::{Server, Subject};
use crate::{process, report, seed};

/// Calls at the same time.
pub(crate) const CALLS: usize = 1_000;

/// How long the model takes for a token.
pub(crate) const TOKEN: Duration = Duration::from_millis(200);

/// Agents that make the calls, and how many messages each may work at.
const AGENTS: usize = 16;
const SLOTS: usize = 64;
const _: () = assert!(AGENTS * SLOTS >= CALLS);

/// How long all calls may take to be open, and how often that is looked at.
const OPEN_LIMIT: Duration = Duration::from_secs(60);
const OPEN_INTERVAL: Duration = Duration::from_millis(50);

/// The longest time for which requests are measured, in seconds: the model has to write on meanwhile.
const SECONDS_MAX: u64 = 10;

/// How often the paragraph stands in the document that the calls are sent.
const PARAGRAPHS: usize = 30;

/// What was measured with all calls in flight.
pub(crate) struct Calls {
    /// The most resident memory that the service had, in bytes.
    pub(crate) resident_memory: u64,
    /// Server CPU of GET project without any call, and what it adds with all of them.
    pub(crate) idle: Duration,
    pub(crate) busy: Duration,
    /// Server CPU that the calls take in a second.
    pub(crate) background: Duration,
}

impl Calls {
    /// What a request costs meanwhile, as a multiple of what it costs at rest.
    pub(crate) fn ratio(&self) -> f64 {
        self.busy.div_duration_f64(self.idle)
    }
}

/// Has agents make all the calls, and reads a project before and meanwhile.
pub(crate) fn measure(runner: &Runner, subject: &Subject, folder: &Path) -> Outcome<Calls> {
    let seconds = runner.seconds.min(SECONDS_MAX);
    let model = slow_model(seconds, runner.rounds);
    let server = Server::start_with(subject, folder, &settings(&model))?;
    let project = make_project(&server)?;
    let file = folder.join("get-project");
    seed::write_lines(&file, [line("GET", &requests::project_path(&project), None)])?;
    let runner = Runner { wrk: runner.wrk.clone(), seconds, rounds: runner.rounds };
    let requests = |name| runner.run(Target::new(&server, name, file.clone()));

    process::wait_until_idle(server.pid())?;
    let idle = requests("GET project at rest")?.cpu;
    make_calls(&server, &project)?;
    let opened = wait::until(OPEN_LIMIT, OPEN_INTERVAL, || (model.open() >= CALLS).then_some(()));
    let open = model.open();
    opened.ok_or_else(|| Failure::new(format!("only {open} of {CALLS} calls are open")))?;

    let background = background(&server, seconds)?;
    let with_calls = requests("GET project during calls")?;
    // A call that had ended would hold nothing.
    if model.answered() + model.abandoned() > 0 || model.open() < CALLS {
        return Err(Failure::new("calls ended while they were measured"));
    }
    let busy = without_background(&with_calls, background);
    let resident_memory = process::peak_resident_memory(server.pid())?;
    println!(
        "{CALLS} calls in flight: {:.1} MB, {:.1} ms CPU a second; GET project {:.1} µs CPU, {:.1} at \
         rest",
        report::megabytes(resident_memory),
        report::milliseconds(background),
        report::microseconds(busy),
        report::microseconds(idle)
    );
    Ok(Calls { resident_memory, idle, busy, background })
}

/// A model that writes for longer than is measured.
fn slow_model(seconds: u64, rounds: usize) -> ScriptedServer {
    let measured = Duration::from_secs(seconds) * u32::try_from(rounds + 1).unwrap_or(u32::MAX);
    let tokens = (OPEN_LIMIT + 2 * measured).div_duration_f64(TOKEN) as usize;
    let answer = Answer::text(&"word ".repeat(tokens)).every(TOKEN);
    ScriptedServer::start(move |_| answer.clone().into())
}

/// The settings that the service is started with, as variables.
fn settings(model: &ScriptedServer) -> [(&'static str, String); 4] {
    [
        ("SCRIPTORIUM_MODEL__PROVIDER", Provider::OpenAi.to_string()),
        ("SCRIPTORIUM_MODEL__BASE_URL", model.base_url(Provider::OpenAi)),
        ("SCRIPTORIUM_MODEL__NAME", "scripted".to_owned()),
        ("SCRIPTORIUM_MODEL__PARALLEL_MAX", CALLS.to_string()),
    ]
}

/// A project with a chapter that the calls are sent.
fn make_project(server: &Server) -> Outcome<String> {
    // All agents work on it.
    let mut project = requests::project(1);
    project["activeAgents"] = json!([]);
    let project = seed::id_of(&server.client.post(requests::PROJECTS, &project)?)?;
    let content = "The keeper found the letter in the sea wall. ".repeat(PARAGRAPHS);
    let chapter = json!({ "title": "One", "kind": "chapter", "content": content });
    let path = format!("{}/documents", requests::project_path(&project));
    server.client.post(&path, &chapter)?;
    Ok(project)
}

/// Sends the messages that are answered by the model, to agents with slots for all of them.
fn make_calls(server: &Server, project: &str) -> Outcome {
    for number in 0..AGENTS {
        let agent = json!({
            "id": format!("reader-{number}"),
            "name": format!("Reader {number}"),
            "description": "Reads what it is given.",
            "capabilities": ["reading"],
            "systemPrompt": "You read what you are given.",
            "slots": SLOTS,
        });
        server.client.post("/api/agents", &agent)?;
    }
    for number in 0..CALLS {
        let message = json!({
            "toAgent": format!("reader-{}", number % AGENTS),
            "message": format!("What is in the chapter, reader {number}?"),
            "context": { "metadata": { "projectId": project } },
        });
        let sent = server.client.post(&send_path(), &message)?;
        if sent["response"]["delivered"] != true {
            return Err(Failure::new(format!("a message was not delivered: {sent}")));
        }
    }
    Ok(())
}

/// The CPU that the calls alone take in a second.
fn background(server: &Server, seconds: u64) -> Outcome<Duration> {
    let (before, began) = (process::cpu(server.pid())?, Instant::now());
    // There is nothing to wait for but the time in which it is measured.
    let time = Duration::from_secs(seconds);
    let _: Option<()> = wait::until(time, time, || (began.elapsed() >= time).then_some(()));
    Ok((process::cpu(server.pid())? - before).div_f64(began.elapsed().as_secs_f64()))
}

/// What a request costs of the CPU, when so much a second is not of the requests.
fn without_background(figures: &Figures, background: Duration) -> Duration {
    figures.cpu.saturating_sub(background.div_f64(figures.per_second.max(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_calls_take_is_not_of_the_requests() {
        let figures =
            Figures { cpu: Duration::from_micros(30), per_second: 10_000.0, ..Figures::default() };

        let own = without_background(&figures, Duration::from_millis(100));

        assert_eq!(own, Duration::from_micros(20));
        assert_eq!(without_background(&figures, Duration::from_secs(1)), Duration::ZERO);
    }
}
