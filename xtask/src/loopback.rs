//! Servers of our own on the loopback address: a port for one, and a client to speak with it. Load
//! is made by wrk, not by this client.

use std::net::TcpListener;
use std::time::Duration;

use serde_json::Value;

use crate::failure::{Doing, Failure, Outcome};

/// The longest a single answer may take.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// How long a connection is kept for the next request: less than any server keeps it, so that none is
/// closed by its server in the moment it is used again.
const IDLE_LIMIT: Duration = Duration::from_secs(1);

/// A port that was free a moment ago. Nobody can reserve one for another program; after a clash the
/// server that came second says so and ends.
pub fn free_port() -> Outcome<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).doing("looking for a free port")?;
    Ok(listener.local_addr().doing("looking for a free port")?.port())
}

/// Speaks JSON with the server on a port.
pub struct Client {
    agent: ureq::Agent,
    port: u16,
}

impl Client {
    /// Connects with the first request.
    pub fn new(port: u16) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(ANSWER_LIMIT))
            .max_idle_age(IDLE_LIMIT)
            .build();
        Self { agent: config.into(), port }
    }

    /// Another client of the same server, with connections of its own.
    pub fn another(&self) -> Self {
        Self::new(self.port)
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Whether a path answers 200 by now; a refused connection is a no.
    pub fn answers(&self, path: &str) -> bool {
        self.agent.get(self.url(path)).call().is_ok_and(|answer| answer.status() == 200)
    }

    /// Reads a path.
    pub fn get(&self, path: &str) -> Outcome<Value> {
        let url = self.url(path);
        read(&url, self.agent.get(&url).call())
    }

    /// Follows an event stream until the server ends it.
    ///
    /// # Errors
    /// Fails where that takes longer than `limit`, and where there is no stream.
    pub fn follow(&self, path: &str, limit: Duration) -> Outcome {
        let url = self.url(path);
        let request = self.agent.get(&url).config().timeout_global(Some(limit)).build();
        let mut answer = request.call().doing(format_args!("asking {url}"))?;
        if answer.status() != 200 {
            return Err(Failure::new(format!("{url} answered {}", answer.status())));
        }
        let mut events = answer.body_mut().as_reader();
        std::io::copy(&mut events, &mut std::io::sink()).doing(format_args!("reading {url}"))?;
        Ok(())
    }

    /// Posts a body.
    pub fn post(&self, path: &str, body: &Value) -> Outcome<Value> {
        let url = self.url(path);
        let request = self.agent.post(&url).content_type("application/json");
        read(&url, request.send(body.to_string()))
    }

    /// Posts a body, and takes these media types.
    pub fn post_accepting(&self, path: &str, accept: &str, body: &Value) -> Outcome<Value> {
        let url = self.url(path);
        let request = self.agent.post(&url).content_type("application/json");
        read(&url, request.header("accept", accept).send(body.to_string()))
    }

    /// Puts a body.
    pub fn put(&self, path: &str, body: &Value) -> Outcome<Value> {
        let url = self.url(path);
        let request = self.agent.put(&url).content_type("application/json");
        read(&url, request.send(body.to_string()))
    }
}

/// The JSON of a 200; any other status is a failure with its body.
fn read(
    url: &str,
    answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Outcome<Value> {
    let mut answer = answer.doing(format_args!("asking {url}"))?;
    let body = answer.body_mut().read_to_string().doing(format_args!("reading {url}"))?;
    if answer.status() != 200 {
        return Err(Failure::new(format!("{url} answered {}: {body}", answer.status())));
    }
    serde_json::from_str(&body).doing(format_args!("reading the JSON of {url}"))
}
