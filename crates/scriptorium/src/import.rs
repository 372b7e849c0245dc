//! `scriptorium import`: takes a folder of Markdown files into a project, or the folder of an export
//! in as a project, through the interface.

mod reader;

use std::{
    io::{self, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use domain::exports::MANIFEST;
use serde_json::{Value, json};

use self::reader::Texts;
use crate::{
    client::{Client, ClientError, encoded, text, with_server},
    settings::Settings,
};

/// How often the progress is read.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long an import may stand still before the command gives up on it. The server goes on.
const STALL_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// What to import, and where to.
#[derive(Debug, Clone)]
pub struct Order {
    /// The folder.
    pub folder: PathBuf,
    /// What the new project is called.
    pub name: Option<String>,
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
    #[error("{} holds more than {files_max} files", folder.display())]
    TooMany {
        /// The folder.
        folder: PathBuf,
        /// The bound.
        files_max: usize,
    },
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
    /// There is no server, or it refuses.
    #[error(transparent)]
    Server(#[from] ClientError),
    /// A project that was exported comes in as itself.
    #[error(
        "{} is the export of a whole project, which is imported as a project of its own: leave \
         --name and --project out",
        .0.display()
    )]
    IsExport(PathBuf),
    /// Texts need a project.
    #[error("the texts need a project: say --name for a new one, or --project")]
    NoProject,
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

/// Imports a folder, and writes the progress to `terminal`.
///
/// # Errors
/// When any step of it fails; then nothing of the folder appears.
pub async fn run(
    settings: &Settings,
    order: Order,
    terminal: &mut (impl Write + Send),
) -> Result<(), ImportError> {
    let bytes_max = settings.server.import_bytes_max();
    let is_export = order.folder.join(MANIFEST).is_file();
    if is_export && (order.name.is_some() || order.project.is_some()) {
        return Err(ImportError::IsExport(order.folder));
    }
    let wanted = if is_export { reader::EXPORT } else { reader::TEXTS };
    let texts = reader::read(&order.folder, wanted, bytes_max)?;
    if texts.count() == 0 {
        write_left_out(terminal, &texts.left_out)?;
        return Err(ImportError::Empty(order.folder));
    }
    let token = order.token.clone();
    let target = match (order.project, order.name) {
        _ if is_export => Target::Exported,
        (Some(project), _) => Target::Existing(project),
        (None, Some(name)) => Target::New(name),
        (None, None) => return Err(ImportError::NoProject),
    };
    with_server(settings, token, |client| import(client, target, texts, terminal)).await
}

/// What the texts are imported into.
enum Target {
    /// An existing project.
    Existing(String),
    /// A new project of this name.
    New(String),
    /// Nothing: they are an exported project.
    Exported,
}

fn import(
    client: &Client,
    target: Target,
    texts: Texts,
    terminal: &mut impl Write,
) -> Result<(), ImportError> {
    match target {
        Target::Existing(project_id) => import_into(client, &project_id, texts, terminal),
        Target::New(name) => {
            let made = client.post("/api/projects", json!({ "name": name }).to_string())?;
            let project_id = text(&made["id"]);
            import_into(client, &project_id, texts, terminal).inspect_err(|_| {
                // The new project is removed again; if that fails too, the reason of the import is
                // the one to report.
                let _ = client.delete(&format!("/api/projects/{project_id}"));
            })
        }
        Target::Exported => {
            let body = texts.body();
            let mut left_out = texts.left_out;
            let project = client.post_project("/api/projects/import", body)?;
            add_skipped(&mut left_out, &project);
            write_left_out(terminal, &left_out)?;
            writeln!(terminal, "imported as project {}", text(&project["id"]))?;
            Ok(())
        }
    }
}

fn import_into(
    client: &Client,
    project_id: &str,
    texts: Texts,
    terminal: &mut impl Write,
) -> Result<(), ImportError> {
    let (count, body) = (texts.count(), texts.body());
    let mut left_out = texts.left_out;
    // Whatever somebody calls a project, it is one part of the path.
    let project = format!("/api/projects/{}", encoded(project_id));
    let mut import = client.post(&format!("{project}/documents/import"), body)?;
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
            _ => std::thread::park_timeout(POLL_INTERVAL),
        }
        import = client.get(&path)?;
    }
    add_skipped(&mut left_out, &import);
    write_left_out(terminal, &left_out)?;
    writeln!(terminal, "imported into project {project_id}")?;
    Ok(())
}

/// How far an import was when it was last looked at.
struct Progress {
    done: Option<Value>,
    since: Instant,
}

/// The state of an import compared with the last look.
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

/// Adds the files that the server left out.
fn add_skipped(left_out: &mut Vec<(String, String)>, answer: &Value) {
    for skipped in answer["skipped"].as_array().into_iter().flatten() {
        left_out.push((text(&skipped["path"]), text(&skipped["reason"])));
    }
    left_out.sort();
}

/// Says which files were left out, and why.
fn write_left_out(terminal: &mut impl Write, left_out: &[(String, String)]) -> io::Result<()> {
    for (path, reason) in left_out {
        writeln!(terminal, "left out {path}: {reason}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
