//! Tests of the client against a scripted server, over real sockets: each way in which a reply may come
//! or not ends in its state. Nothing sleeps; limits on time are long where they must not be reached.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod dialects;
mod endings;
mod failures;
mod limits;

use std::time::{Duration, Instant};

use llm::{
    Client, Delta, Failure, Provider, Reply, Request, Settings,
    scripted::{RawReply, ScriptedReply, ScriptedServer, Step},
};

/// A limit that is never reached.
const LONG: Duration = Duration::from_secs(120);

/// A limit that a test waits for.
const SHORT: Duration = Duration::from_millis(100);

/// Settings with long limits.
fn settings(server: &ScriptedServer, provider: Provider) -> Settings {
    let mut settings = server.settings(provider);
    let timeouts = &mut settings.timeouts;
    (timeouts.connect, timeouts.first_token, timeouts.idle, timeouts.run) =
        (LONG, LONG, LONG, LONG);
    settings
}

fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(work)
}

/// Asks with these settings.
fn asked(settings: Settings) -> Result<Reply, Failure> {
    run(Client::new(settings).reply(&Request::ask("Name two birds.")))
}

/// Asks a server that gives this reply.
fn reply_to(provider: Provider, reply: impl Into<ScriptedReply>) -> Result<Reply, Failure> {
    let server = ScriptedServer::replying([reply.into()]);
    asked(settings(&server, provider))
}

/// A stream of OpenAI with these bodies of events, as they are.
fn events(bodies: &[&str]) -> RawReply {
    let text: String = bodies.iter().map(|body| format!("data: {body}\n\n")).collect();
    RawReply::stream(Provider::OpenAi, [Step::text(&text)])
}

/// The text of a chunk of OpenAI.
fn piece(text: &str) -> String {
    let delta = serde_json::json!({ "choices": [{ "delta": { "content": text } }] });
    delta.to_string()
}

/// All pieces and the reply.
async fn followed(client: &Client) -> Result<(Vec<Delta>, Reply), Failure> {
    let mut stream = client.stream(&Request::ask("Name two birds.")).await?;
    let mut deltas = Vec::new();
    while let Some(delta) = stream.next().await? {
        deltas.push(delta);
    }
    Ok((deltas, stream.finish()))
}

/// Waits until `condition` holds, without blocking the runtime.
async fn until(mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < LONG, "waited too long");
        tokio::task::yield_now().await;
    }
}
