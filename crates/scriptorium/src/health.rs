//! Asks the running service whether it can do its work, as a health check of a container or a person
//! at a terminal does. It starts nothing and changes nothing.

use std::{fmt, net::SocketAddr, path::Path, time::Duration};

use crate::client::running;

/// How long an answer may take: less than those who ask by themselves usually wait.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The most bytes of an answer.
const ANSWER_BYTES_MAX: u64 = 64 * 1024;

/// What the service says.
#[derive(Debug)]
pub struct Asked {
    /// Whether every part is well.
    pub is_well: bool,
    text: String,
}

impl fmt::Display for Asked {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.text)
    }
}

/// The service runs, and a part of it does not do its work.
#[derive(Debug, thiserror::Error)]
#[error("the service is not ready")]
pub struct Unhealthy;

/// Why the service could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum HealthError {
    /// Nobody knows where it is.
    #[error(
        "no service runs on the data folder, or it has not said where it listens: start one with \
         `scriptorium serve`, or name its address with --listen"
    )]
    Nowhere,
    /// It does not answer.
    #[error("no service answers at {address}")]
    Ask {
        /// Where it should be.
        address: SocketAddr,
        /// Why not.
        source: Box<ureq::Error>,
    },
}

/// Asks the service at an address where that is named, else the one that has locked a data folder.
pub fn ask(named: Option<SocketAddr>, folder: &Path) -> Result<Asked, HealthError> {
    let address = running(named, folder).ok_or(HealthError::Nowhere)?;
    let failed = |source| HealthError::Ask { address, source: Box::new(source) };
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(ANSWER_TIMEOUT))
        .http_status_as_error(false)
        .build()
        .into();
    let mut answer = agent.get(format!("http://{address}/health/ready")).call().map_err(failed)?;
    let is_well = answer.status().is_success();
    let body = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX);
    Ok(Asked { is_well, text: body.read_to_string().map_err(failed)? })
}

/// Whether a service of ours answers at an address.
pub(crate) fn is_there(address: SocketAddr) -> bool {
    let asked = ask(Some(address), Path::new(""));
    let answer = asked.ok().and_then(|it| serde_json::from_str::<serde_json::Value>(&it.text).ok());
    answer.is_some_and(|it| it["parts"]["eventLog"].is_string())
}
