//! The Model Context Protocol over the tools of `engine`: which methods there are, and how their answers
//! look on the wire. `rmcp` knows the protocol, its versions and its transport. No rule, no tool, and no
//! access: who calls, and what they may do, is decided before and in `engine`.

pub mod relay;

mod server;
mod transport;

use engine::Studio;

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

/// The server behind one call of the transport.
pub(crate) fn server(studio: &Studio, settings: McpSettings) -> server::StudioServer {
    server::StudioServer::new(studio.clone(), settings)
}
