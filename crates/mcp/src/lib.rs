//! The Model Context Protocol over the tools, resources and prompts of `engine`: which methods there are, and how their answers
//! look on the wire. `rmcp` knows the protocol, its versions and its transport. No rule, no tool, and no
//! access: who calls, and what they may do, is decided before and in `engine`.

pub mod relay;

mod completion;
mod errors;
mod listening;
mod progress;
mod prompts;
mod resources;
mod server;
mod transport;

use domain::{Principal, principal::Credential};
use engine::{Studio, wakers::Stop};

pub use transport::McpServer;

/// How the protocol is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct McpSettings {
    /// Whether it is served at all.
    pub is_enabled: bool,
    /// Whether only tools that read are listed and may be called.
    pub is_read_only: bool,
}

impl Default for McpSettings {
    fn default() -> Self {
        Self { is_enabled: true, is_read_only: false }
    }
}

/// Whoever sends a request.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The user.
    pub principal: Principal,
    /// By what they are checked again while they follow something; the machine's own user needs nothing.
    pub credential: Option<Credential>,
}

/// The server behind one call of the transport.
pub(crate) fn server(studio: &Studio, settings: McpSettings, stop: &Stop) -> server::StudioServer {
    server::StudioServer::new(studio.clone(), settings, stop.clone())
}
