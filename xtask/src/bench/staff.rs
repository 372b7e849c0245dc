//! What the answer about the whole staff costs where there are five hundred agents, all of which
//! have worked, against the fifteen of an empty service: two services, asked in turn.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::growth::{Growth, Request};
use super::servers::{Contender, Server};
use super::trials::{self, Figures, Load};
use super::wrk::Wrk;
use super::{ROUNDS, report, stock};
use crate::failure::{Failure, Outcome};
use crate::wait;

const CAPABILITIES: &str = "/api/agents/capabilities";
const MESSAGES: &str = "/api/agent-communication/messages";

/// The file of the load.
const PATHS: &str = "staff-paths";

/// How long the built-in agents may need for one message each.
const WORK_LIMIT: Duration = Duration::from_secs(30);
const WORK_INTERVAL: Duration = Duration::from_millis(100);

/// Fills two services, and asks them.
pub(super) fn measure(wrk: &Wrk, folder: &Path, seconds: u64) -> Outcome<Growth> {
    let (few, many) = Request::Capabilities.counts();
    let small = staffed(few, &folder.join("few"))?;
    let large = staffed(many, &folder.join("many"))?;
    stock::write_lines(folder, PATHS, [CAPABILITIES.to_owned()])?;

    let mut rounds = [Vec::new(), Vec::new()];
    for round in 1..=ROUNDS {
        for ((server, count), rounds) in
            [(&small, few), (&large, many)].into_iter().zip(&mut rounds)
        {
            let load = Load {
                name: Request::Capabilities.name(),
                script: "get.lua",
                path: "",
                file: folder.join(PATHS),
            };
            let figures = trials::measure(wrk, server, &load, seconds)?;
            let line = report::line(server, &figures);
            println!("{} of {count}, round {round}: {line}", Request::Capabilities.name());
            rounds.push(figures);
        }
    }
    let best = |rounds: &[Figures]| Figures::best(rounds).expect("there is at least one round");
    let [few, many] = rounds;
    Ok(Growth { request: Request::Capabilities, few: best(&few), many: best(&many) })
}

/// A service with so many agents, each of which has a load that is known.
fn staffed(count: usize, folder: &Path) -> Outcome<Server> {
    let server = Server::start(Contender::Scriptorium, folder)?;
    let built_in = ids(&server.client.get(CAPABILITIES)?);
    println!("staff: making {count} agents, {} of them built in", built_in.len());
    for id in &built_in {
        send(&server, id)?;
    }
    for number in built_in.len()..count {
        let id = format!("agent-{number}");
        let body = json!({
            "id": id,
            "name": format!("Agent {number}"),
            "description": "Reads what it is given, and says what it thinks of it.",
            "capabilities": [format!("reading_{}", number % 50), "reviewing", "summarising"],
            "specializations": ["openings", "endings"],
        });
        server.client.post("/api/agents", &body)?;
        send(&server, &id)?;
        // It is at its message all the while: a load of one that runs outside and works.
        let taken = json!({ "limit": 1, "leaseMs": 600_000 });
        server.client.post(&format!("/api/agent-communication/agents/{id}/lease"), &taken)?;
    }
    let known = wait::until(WORK_LIMIT, WORK_INTERVAL, || match known(&server) {
        Ok(known) => (known == (count, count)).then_some(Ok(())),
        Err(failure) => Some(Err(failure)),
    });
    known.unwrap_or_else(|| Err(Failure::new("not every agent has a known load".to_owned())))?;
    Ok(server)
}

/// How many agents there are, and of how many the load is known.
fn known(server: &Server) -> Outcome<(usize, usize)> {
    let all = server.client.get(CAPABILITIES)?;
    let loads = all["loadBalancing"].as_object().map_or(0, serde_json::Map::len);
    Ok((ids(&all).len(), loads))
}

fn send(server: &Server, agent: &str) -> Outcome {
    let body = json!({ "toAgent": agent, "message": "How does this read?" });
    let sent = server.client.post(&format!("{MESSAGES}/send"), &body)?;
    match sent["status"].as_str() {
        Some("success") => Ok(()),
        _ => Err(Failure::new(format!("a message was not delivered: {sent}"))),
    }
}

fn ids(capabilities: &Value) -> Vec<String> {
    let agents = capabilities["agents"].as_array();
    let id = |agent: &Value| agent["agentId"].as_str().map(str::to_owned);
    agents.map(|all| all.iter().filter_map(id).collect()).unwrap_or_default()
}
