//! `scriptorium mcp`: finds the running service whose tools an assistant of this machine calls. The
//! messages are relayed by the crate `mcp`.

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    path::PathBuf,
};

use crate::client::running;

/// The service that messages are relayed to.
pub struct RunningService {
    /// Its address, where it was named; else it is the one that uses the data folder.
    pub address: Option<SocketAddr>,
    /// The data folder.
    pub folder: PathBuf,
    /// The access token.
    pub token: Option<String>,
}

/// The file of the token cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the token file {path} cannot be read")]
pub struct TokenError {
    path: PathBuf,
    source: io::Error,
}

/// The token: what the file has, where one was named, else the given one.
///
/// # Errors
/// When the file cannot be read.
pub fn token(
    file: Option<PathBuf>,
    otherwise: Option<String>,
) -> Result<Option<String>, TokenError> {
    let Some(path) = file else { return Ok(otherwise) };
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(source) => Err(TokenError { path, source }),
    }
}

impl mcp::relay::Service for RunningService {
    fn address(&self) -> Option<SocketAddr> {
        running(self.address, &self.folder)
    }

    fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    fn absence(&self) -> String {
        let folder = self.folder.display();
        let named = match self.address {
            Some(address) => format!("No service was found at {address}"),
            None => format!("No service runs on the data folder {folder}"),
        };
        format!("{named}: start one with `scriptorium serve`, or name its address with --listen")
    }

    fn report(&self, reason: &str) {
        // With standard error closed there is nowhere to report it.
        let _ = writeln!(io::stderr(), "scriptorium: {reason}");
    }
}
