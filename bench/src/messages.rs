//! What a message about a short document costs, compared with an earlier commit of this repository: no
//! other server has agents that read a document. Both programs are measured in turn.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use xtask::failure::{Failure, Outcome};

use crate::load;
use crate::requests::{AGENT, PROJECTS, send_path};
use crate::servers::{Server, Subject};
use crate::{process, report, seed};

/// Messages before the first round, which fill caches and connections.
const WARM_UP: usize = 300;

/// Messages of a round, and of one in a quick run.
const MESSAGES: usize = 3_000;
const MESSAGES_QUICK: usize = 300;

/// How often the paragraph stands in the document.
const PARAGRAPHS: usize = 12;

const PARAGRAPH: &str = "The keeper found the letter in the sea wall and read it aloud to the lamp. \
    “Who wrote this?” he asked, slowly. Nobody answered him. ";

/// Server CPU of a message: the median of the rounds.
#[derive(Clone, Copy)]
pub(crate) struct Messages {
    pub(crate) now: Duration,
    /// Of the earlier commit.
    pub(crate) then: Duration,
}

impl Messages {
    /// What a message costs, as a multiple of what it cost.
    pub(crate) fn ratio(&self) -> f64 {
        self.now.div_duration_f64(self.then)
    }
}

/// Sends messages about the same document to both programs, from round to round.
pub(crate) fn measure(
    now: &Subject,
    then: &Subject,
    rounds: usize,
    is_quick: bool,
    folder: &Path,
) -> Outcome<Messages> {
    let count = if is_quick { MESSAGES_QUICK } else { MESSAGES };
    let start = |subject: &Subject| -> Outcome<(Server, Value)> {
        let server = Server::start(subject, &folder.join(subject.kind.name()))?;
        let message = message_about_document(&server)?;
        cpu_per_message(&server, &message, WARM_UP)?;
        Ok((server, message))
    };
    let servers = [start(then)?, start(now)?];
    let mut times = [Vec::new(), Vec::new()];
    for round in 1..=rounds {
        for ((server, message), times) in servers.iter().zip(&mut times) {
            let cpu = cpu_per_message(server, message, count)?;
            let name = server.kind.name();
            println!(
                "message about a document, round {round}: {name:<16} {:.1} µs CPU",
                report::microseconds(cpu)
            );
            times.push(cpu);
        }
    }
    let [then, now] = times.map(median);
    Ok(Messages { now, then })
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Makes a project with a document; a message about it.
fn message_about_document(server: &Server) -> Outcome<Value> {
    let project =
        seed::id_of(&server.client.post(PROJECTS, &json!({ "name": "The Lighthouse" }))?)?;
    let document =
        json!({ "title": "One", "kind": "chapter", "content": PARAGRAPH.repeat(PARAGRAPHS) });
    let path = format!("{PROJECTS}/{project}/documents");
    let document = seed::id_of(&server.client.post(&path, &document)?)?;
    Ok(json!({
        "toAgent": AGENT,
        "message": "Please look at this.",
        "context": { "metadata": { "documentId": document, "projectId": project } },
    }))
}

/// Sends so many messages one after the other, and waits until all are handled. The agent handles them
/// as they come, so its mailbox does not fill.
fn cpu_per_message(server: &Server, message: &Value, count: usize) -> Outcome<Duration> {
    process::wait_until_idle(server.pid())?;
    let before = process::cpu(server.pid())?;
    for _ in 0..count {
        let sent = server.client.post(&send_path(), message)?;
        if sent["response"]["delivered"] != true {
            return Err(Failure::new(format!("a message was not delivered: {sent}")));
        }
    }
    let unhandled = load::drain(server)?;
    if unhandled > 0 {
        return Err(Failure::new(format!("{unhandled} messages about a document are not handled")));
    }
    process::wait_until_idle(server.pid())?;
    Ok((process::cpu(server.pid())? - before).div_f64(count as f64))
}

#[cfg(test)]
mod tests {
    use super::{Messages, median};
    use std::time::Duration;

    #[test]
    fn the_ratio_is_that_of_the_medians() {
        let micros = |all: &[u64]| all.iter().copied().map(Duration::from_micros).collect();
        let messages =
            Messages { now: median(micros(&[900, 110, 120])), then: median(micros(&[100])) };

        assert!((messages.ratio() - 1.2).abs() < 1e-9);
    }
}
