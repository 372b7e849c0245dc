//! `scriptorium import`: takes a folder of Markdown files into a project, through the interface. A
//! data folder that a running server holds is worked on through that server; for a free one a
//! server is started for as long as it takes.

use std::{
    fs,
    io::{self, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use domain::imports::FILES_MAX;
use serde_json::{Value, json};

use crate::{
    folder::FolderError,
    serve::{self, StartError},
    settings::Settings,
};

/// How often the progress is asked for.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long one answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The deepest folder that is looked into.
const DEPTH_MAX: usize = 32;

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
    #[error("reading {} failed: {source}", path.display())]
    Read {
        /// Which one.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// There is nothing to import.
    #[error("{} holds no file", .0.display())]
    Empty(PathBuf),
    /// There is more than one import takes.
    #[error("{} holds more than {FILES_MAX} files", .0.display())]
    TooMany(PathBuf),
    /// The server cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The folder is held, and nobody knows by whom.
    #[error("{0}, and it has not said where it listens")]
    Unreachable(FolderError),
    /// The server does not answer.
    #[error("asking the server at {address} failed: {source}")]
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
    #[error("writing to the terminal failed: {0}")]
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
    let files = read_folder(&order.folder)?;
    let mut settings = settings.clone();
    settings.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    match serve::start(&settings, engine::Clock::system()).await {
        Ok(running) => {
            let address = running.address;
            let imported = tokio::task::block_in_place(|| {
                Client::new(address, None).import(&order, files, terminal)
            });
            running.stop().await;
            imported
        }
        Err(StartError::Folder(held @ FolderError::Held { .. })) => {
            let FolderError::Held { held: at, .. } = &held else {
                return Err(ImportError::Unreachable(held));
            };
            let Some(address) = at.address else { return Err(ImportError::Unreachable(held)) };
            let client = Client::new(address, order.token.clone());
            tokio::task::block_in_place(|| client.import(&order, files, terminal))
        }
        Err(error) => Err(error.into()),
    }
}

/// A file of the folder: its path within it, and its text.
type File = (String, String);

/// The files of a folder and the folders in it. A file that is not UTF-8 text is read as far as it
/// is text, so that the server says with the others why it is left out.
fn read_folder(folder: &Path) -> Result<Vec<File>, ImportError> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((path, prefix, depth)) = folders.pop() {
        let failed = |source| ImportError::Read { path: path.clone(), source };
        let mut entries: Vec<_> =
            fs::read_dir(&path).map_err(failed)?.collect::<Result<_, _>>().map_err(failed)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() && depth < DEPTH_MAX {
                folders.push((entry.path(), format!("{name}/"), depth + 1));
            } else if kind.is_file() {
                let read = |source| ImportError::Read { path: entry.path(), source };
                let bytes = fs::read(entry.path()).map_err(read)?;
                files.push((name, String::from_utf8_lossy(&bytes).replace('\0', "\u{fffd}")));
            }
            if files.len() > FILES_MAX {
                return Err(ImportError::TooMany(folder.to_owned()));
            }
        }
    }
    if files.is_empty() { Err(ImportError::Empty(folder.to_owned())) } else { Ok(files) }
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
        files: Vec<File>,
        terminal: &mut impl Write,
    ) -> Result<(), ImportError> {
        let project_id = match &order.project {
            Some(id) => id.clone(),
            None => {
                let made = self.post("/api/projects", &json!({ "name": order.name }))?;
                text(&made["id"])
            }
        };
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
            let (path, reason) = (text(&skipped["path"]), text(&skipped["reason"]));
            writeln!(terminal, "left out {path}: {reason}")?;
        }
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

/// A value as text: a string without its quotes, anything else as JSON.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
