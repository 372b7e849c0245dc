//! `scriptorium import`: takes a folder of Markdown files into a project, through the interface. A
//! data folder that a running server holds is worked on through that server; for a free one a
//! server is started for as long as it takes.

mod reader;

use std::{
    io::{self, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    time::{Duration, Instant},
};

use domain::imports::FILES_MAX;
use serde_json::{Value, json};

use self::reader::Texts;
use crate::{
    folder::FolderError,
    serve::{self, StartError},
    settings::Settings,
};

/// How often the progress is asked for.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long an import may stand still before the command gives up on it. The server goes on.
const STALL_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// How long one answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// What to import, and where to.
#[derive(Debug, Clone)]
pub struct Order {
    /// The folder.
    pub folder: PathBuf,
    /// What the new project is called.
    pub name: String,
    /// An existing project to import into instead of a new one.
    pub project: Option<String>,
    /// The access token for a server that needs one.
    pub token: Option<String>,
}

/// Why an import did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A file or folder cannot be read.
    #[error("reading {} failed", path.display())]
    Read {
        /// Which one.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// There is nothing to import.
    #[error("{} holds no Markdown or text file", .0.display())]
    Empty(PathBuf),
    /// There is more than one import takes.
    #[error("{} holds more than {FILES_MAX} files", .0.display())]
    TooMany(PathBuf),
    /// There is more text than one import takes.
    #[error(
        "{} holds more text than fits into the {max_mib} MiB of one import; see \
         server.import_mib_max",
        folder.display()
    )]
    TooLarge {
        /// The folder.
        folder: PathBuf,
        /// The bound.
        max_mib: usize,
    },
    /// The server cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The folder is held, and nobody knows by whom.
    #[error("{0}, and it has not said where it listens")]
    Unreachable(FolderError),
    /// The server does not answer.
    #[error("asking the server at {address} failed")]
    Ask {
        /// Where it is.
        address: SocketAddr,
        /// Why not.
        source: Box<ureq::Error>,
    },
    /// The server refuses.
    #[error("the server answered {status}: {detail}")]
    Refused {
        /// With which status.
        status: u16,
        /// And which words.
        detail: String,
    },
    /// The job failed.
    #[error("the import failed: {0}")]
    Failed(String),
    /// The job stands still.
    #[error("the import made no progress for {} minutes", STALL_TIMEOUT.as_secs() / 60)]
    Stalled,
    /// The terminal is gone.
    #[error("writing to the terminal failed")]
    Terminal(#[from] io::Error),
}

/// Imports a folder, telling `terminal` how far it is.
///
/// # Errors
/// When any step of it fails; then nothing of the folder appears.
pub async fn run(
    settings: &Settings,
    order: Order,
    terminal: &mut (impl Write + Send),
) -> Result<(), ImportError> {
    let texts = reader::read(&order.folder, settings.server.import_bytes_max())?;
    if texts.count() == 0 {
        tell_left_out(terminal, &texts.left_out)?;
        return Err(ImportError::Empty(order.folder));
    }
    let mut settings = settings.clone();
    settings.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    match serve::start(&settings, engine::Clock::system()).await {
        Ok(running) => {
            let address = running.address;
            let imported = tokio::task::block_in_place(|| {
                Client::new(address, None).import(&order, texts, terminal)
            });
            running.stop().await;
            imported
        }
        Err(StartError::Folder(held @ FolderError::Held { .. })) => {
            let Some(address) = held.address() else { return Err(ImportError::Unreachable(held)) };
            let client = Client::new(reachable(address), order.token.clone());
            tokio::task::block_in_place(|| client.import(&order, texts, terminal))
        }
        Err(error) => Err(error.into()),
    }
}

/// Where a server of this machine is reached: one that listens everywhere, on the loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, address.port()).into(),
        IpAddr::V6(ip) if ip.is_unspecified() => (Ipv6Addr::LOCALHOST, address.port()).into(),
        _ => address,
    }
}

/// Speaks to a server through its interface.
struct Client {
    address: SocketAddr,
    token: Option<String>,
    agent: ureq::Agent,
}

impl Client {
    fn new(address: SocketAddr, token: Option<String>) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(ANSWER_TIMEOUT))
            .http_status_as_error(false)
            .build();
        Self { address, token, agent: config.into() }
    }

    fn import(
        &self,
        order: &Order,
        texts: Texts,
        terminal: &mut impl Write,
    ) -> Result<(), ImportError> {
        if let Some(project_id) = &order.project {
            return self.import_into(project_id, texts, terminal);
        }
        let made = self.post("/api/projects", json!({ "name": order.name }).to_string())?;
        let project_id = text(&made["id"]);
        self.import_into(&project_id, texts, terminal).inspect_err(|_| {
            // Nobody asked for a project without documents. That it could not be removed is less
            // than why the import failed, which is what is told.
            let _ = self.delete(&format!("/api/projects/{project_id}"));
        })
    }

    fn import_into(
        &self,
        project_id: &str,
        texts: Texts,
        terminal: &mut impl Write,
    ) -> Result<(), ImportError> {
        let (count, body) = (texts.count(), texts.body());
        let mut left_out = texts.left_out;
        // Whatever somebody calls a project, it is one part of the path.
        let project = format!("/api/projects/{}", encoded(project_id));
        let mut import = self.post(&format!("{project}/documents/import"), body)?;
        let path = format!("{project}/imports/{}", text(&import["id"]));
        let mut progress = Progress::new(Instant::now());
        loop {
            match progress.look(&import["done"], Instant::now()) {
                Look::Moved => writeln!(terminal, "{} of {count} files", import["done"])?,
                Look::Same => {}
                Look::Stalled => return Err(ImportError::Stalled),
            }
            match import["status"].as_str() {
                Some("completed") => break,
                Some("failed") => return Err(ImportError::Failed(text(&import["error"]))),
                _ => std::thread::park_timeout(LOOK_EVERY),
            }
            import = self.get(&path)?;
        }
        for skipped in import["skipped"].as_array().into_iter().flatten() {
            left_out.push((text(&skipped["path"]), text(&skipped["reason"])));
        }
        left_out.sort();
        tell_left_out(terminal, &left_out)?;
        writeln!(terminal, "imported into project {project_id}")?;
        Ok(())
    }

    fn get(&self, path: &str) -> Result<Value, ImportError> {
        let mut request = self.agent.get(self.url(path));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.answer(request.call())
    }

    fn post(&self, path: &str, body: String) -> Result<Value, ImportError> {
        let mut request =
            self.agent.post(self.url(path)).header("content-type", "application/json");
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.answer(request.send(body))
    }

    fn delete(&self, path: &str) -> Result<Value, ImportError> {
        let mut request = self.agent.delete(self.url(path));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.answer(request.call())
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn answer(
        &self,
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<Value, ImportError> {
        let failed = |source| ImportError::Ask { address: self.address, source: Box::new(source) };
        let mut answer = answer.map_err(failed)?;
        let body = answer.body_mut().read_to_string().map_err(failed)?;
        let value: Value = serde_json::from_str(&body).unwrap_or(Value::String(body));
        if answer.status().is_success() {
            Ok(value)
        } else {
            let detail = text(value.get("detail").unwrap_or(&value));
            Err(ImportError::Refused { status: answer.status().as_u16(), detail })
        }
    }
}

/// How far an import was when it was last looked at.
struct Progress {
    done: Option<Value>,
    since: Instant,
}

/// What has become of an import since it was last looked at.
#[derive(Debug, PartialEq, Eq)]
enum Look {
    /// It has got further.
    Moved,
    /// It is where it was.
    Same,
    /// It has been there for longer than [`STALL_TIMEOUT`].
    Stalled,
}

impl Progress {
    fn new(now: Instant) -> Self {
        Self { done: None, since: now }
    }

    fn look(&mut self, done: &Value, now: Instant) -> Look {
        if self.done.as_ref() != Some(done) {
            *self = Self { done: Some(done.clone()), since: now };
            Look::Moved
        } else if now.duration_since(self.since) >= STALL_TIMEOUT {
            Look::Stalled
        } else {
            Look::Same
        }
    }
}

/// A text as one part of a path: whatever could mean something there is encoded, dots included.
fn encoded(part: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    part.bytes().fold(String::new(), |mut path, byte| {
        if is_plain(byte) {
            path.push(char::from(byte));
        } else {
            path.push_str(&format!("%{byte:02X}"));
        }
        path
    })
}

/// Says which files were left out, and why.
fn tell_left_out(terminal: &mut impl Write, left_out: &[(String, String)]) -> io::Result<()> {
    for (path, reason) in left_out {
        writeln!(terminal, "left out {path}: {reason}")?;
    }
    Ok(())
}

/// A value as text: a string without its quotes, anything else as JSON.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_part_of_a_path() {
        for (part, wanted) in [
            ("01a1ee5a-f1e0_7", "01a1ee5a-f1e0_7"),
            ("../x?y#z", "%2E%2E%2Fx%3Fy%23z"),
            ("a b%é", "a%20b%25%C3%A9"),
            ("", ""),
        ] {
            assert_eq!(encoded(part), wanted);
        }
    }

    #[test]
    fn an_import_that_stands_still_for_too_long_is_given_up() {
        let began = Instant::now();
        let mut progress = Progress::new(began);
        let nearly = STALL_TIMEOUT - Duration::from_millis(1);

        for (done, after, wanted) in [
            (0, Duration::ZERO, Look::Moved),
            (0, nearly, Look::Same),
            (1, nearly * 2, Look::Moved),
            (1, nearly * 3, Look::Same),
            (1, nearly * 2 + STALL_TIMEOUT, Look::Stalled),
        ] {
            assert_eq!(progress.look(&json!(done), began + after), wanted, "{done} {after:?}");
        }
    }
}
