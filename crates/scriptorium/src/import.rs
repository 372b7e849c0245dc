//! `scriptorium import`: takes a folder of Markdown files into a project, through the interface. A
//! data folder that a running server holds is worked on through that server; for a free one a
//! server is started for as long as it takes.

mod reader;

use std::{
    io::{self, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
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
    #[error("{} holds more than {max_mib} MiB of text; see server.import_mib_max", folder.display())]
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
    if texts.files.is_empty() {
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
        let made = self.post("/api/projects", &json!({ "name": order.name }))?;
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
        Texts { files, mut left_out }: Texts,
        terminal: &mut impl Write,
    ) -> Result<(), ImportError> {
        let count = files.len();
        let files: Vec<Value> = files
            .into_iter()
            .map(|(path, content)| json!({ "path": path, "content": content }))
            .collect();
        let path = format!("/api/projects/{project_id}/documents/import");
        let mut import = self.post(&path, &json!({ "files": files }))?;
        let path = format!("/api/projects/{project_id}/imports/{}", text(&import["id"]));
        let mut shown = None;
        loop {
            if shown.as_ref() != Some(&import["done"]) {
                writeln!(terminal, "{} of {count} files", import["done"])?;
                shown = Some(import["done"].clone());
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

    fn post(&self, path: &str, body: &Value) -> Result<Value, ImportError> {
        let mut request =
            self.agent.post(self.url(path)).header("content-type", "application/json");
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.answer(request.send(body.to_string()))
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
