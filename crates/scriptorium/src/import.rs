//! `scriptorium import`: takes a folder of texts or a novel in one file into a project, or the folder of an
//! export in as a project, through the interface.

mod encoding;
mod preview;
mod reader;

use std::{
    io::{self, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use domain::exports::MANIFEST;
use serde_json::{Value, json};

use self::reader::Texts;
use crate::{
    client::{Client, ClientError, encoded, text, with_server},
    demo, folder, health,
    settings::Settings,
    studio::{StudioError, naming},
};

/// How often the progress is read.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long an import may stand still before the command gives up on it. The server goes on.
const STALL_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// What to import, and where to.
#[derive(Debug, Clone)]
pub struct Order {
    /// The folder, or the file.
    pub folder: PathBuf,
    /// What the new project is called.
    pub name: Option<String>,
    /// An existing project, by name or id, to import into instead of a new one.
    pub project: Option<String>,
    /// An existing project, by name or id, whose documents are updated.
    pub into: Option<String>,
    /// Whether it is only said what the import would do.
    pub is_dry: bool,
    /// Whether somebody is there who can be asked before what was previewed is written.
    pub asks: bool,
    /// The address of the service, where it was named.
    pub listen: Option<SocketAddr>,
    /// Whether somebody said which data folder is meant.
    pub is_data_named: bool,
    /// What was typed, without the name of the program.
    pub typed: Vec<String>,
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
    #[error("{} holds no Markdown or text file, DOCX, EPUB, ODT, Fountain or zip", .0.display())]
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
         --name, --project and --into out",
        .0.display()
    )]
    IsExport(PathBuf),
    /// Texts need a project.
    #[error("the texts need a project: say --name for a new one, or --into for one that is there")]
    NoProject,
    /// The file is no text.
    #[error("{} cannot be imported: {reason}", path.display())]
    Refused {
        /// Which one.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A service runs on another data folder.
    #[error(
        "a service runs at {address}, and not on the data folder {}; to import into it, type:\n  \
         {command}\nto import beside it, name the folder with --data",
        data.display()
    )]
    Beside {
        /// Where the service is.
        address: SocketAddr,
        /// The folder that would be imported into.
        data: PathBuf,
        /// What was meant.
        command: String,
    },
    /// The project is not there, or not one.
    #[error(transparent)]
    Naming(#[from] StudioError),
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
    if is_export && (order.name.is_some() || order.project.is_some() || order.into.is_some()) {
        return Err(ImportError::IsExport(order.folder));
    }
    let wanted = if is_export { reader::EXPORT } else { reader::TEXTS };
    let is_file = order.folder.is_file();
    let texts = if is_file {
        reader::read_one(&order.folder, wanted, bytes_max)?
    } else {
        reader::read(&order.folder, wanted, bytes_max)?
    };
    if texts.count() == 0 {
        write_left_out(terminal, &texts.left_out)?;
        return Err(ImportError::Empty(order.folder));
    }
    for (path, encoding) in &texts.decoded {
        writeln!(terminal, "read {path} as {encoding}")?;
    }
    let token = order.token.clone();
    let (typed, is_dry) = (order.typed, order.is_dry);
    let how = How { cuts: is_file, is_dry, asks: order.asks };
    // A book says what it is called.
    let name = order.name.or_else(|| texts.title.clone());
    let target = match (order.project, order.into, name) {
        _ if is_export => Target::Exported,
        (_, Some(project), _) => Target::Updated(project),
        (Some(project), ..) => Target::Existing(project),
        (.., Some(name)) => Target::New(name),
        (None, None, None) => return Err(ImportError::NoProject),
    };
    if is_dry && matches!(target, Target::New(_) | Target::Exported) {
        return preview_new(&target, &texts, how, terminal);
    }
    if order.listen.is_none() && !order.is_data_named {
        check_beside(settings, &typed)?;
    }
    if let Some(address) = order.listen {
        let client = Client::of_running(Some(address), &settings.data.dir, token)?;
        return tokio::task::block_in_place(|| import(&client, target, texts, how, terminal));
    }
    with_server(settings, token, |client| import(client, target, texts, how, terminal)).await
}

/// Says what an import into a new project would do. Nothing is asked for that.
fn preview_new(
    target: &Target,
    texts: &Texts,
    how: How,
    terminal: &mut impl Write,
) -> Result<(), ImportError> {
    write_left_out(terminal, &texts.left_out)?;
    if matches!(target, Target::Exported) {
        writeln!(terminal, "{} files of an exported project", texts.count())?;
    } else {
        preview::print(&preview::of_new(texts, how.cuts)?, false, terminal)?;
    }
    Ok(writeln!(terminal, "{DRY}")?)
}

/// What is said at the end of a dry run.
const DRY: &str = "nothing was written";

/// Refuses to import into a data folder that nobody named while a service runs on another one.
fn check_beside(settings: &Settings, typed: &[String]) -> Result<(), ImportError> {
    let data = &settings.data.dir;
    if folder::announced(data).is_some() {
        return Ok(());
    }
    let demo = Path::new(demo::FOLDER);
    let found = match folder::announced(demo) {
        Some(address) => Some((address, format!("--data {}", demo.display()))),
        None => {
            let address = settings.server.listen;
            health::is_there(address).then(|| (address, format!("--listen {address}")))
        }
    };
    let Some((address, flag)) = found else { return Ok(()) };
    let words = typed.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let command = format!("scriptorium {words} {flag}");
    Err(ImportError::Beside { address, data: data.clone(), command })
}

/// A word as it is typed to a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:=".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// What the texts are imported into.
enum Target {
    /// An existing project, by name or id.
    Existing(String),
    /// An existing project, by name or id, of which chapters are updated.
    Updated(String),
    /// A new project of this name.
    New(String),
    /// Nothing: they are an exported project.
    Exported,
}

/// How texts are imported.
#[derive(Debug, Clone, Copy)]
struct How {
    /// Whether a text is cut at the headings of its chapters.
    cuts: bool,
    /// Whether it is only said what would be done.
    is_dry: bool,
    /// Whether it is asked before what was previewed is written.
    asks: bool,
}

impl How {
    /// Whether what was previewed is to be written; where it is not, that is said.
    fn is_wanted(self, terminal: &mut impl Write) -> io::Result<bool> {
        let is_wanted = !self.is_dry && (!self.asks || is_agreed(terminal)?);
        if !is_wanted {
            writeln!(terminal, "{DRY}")?;
        }
        Ok(is_wanted)
    }
}

/// Asks on the terminal. Anything but a yes is a no.
fn is_agreed(terminal: &mut impl Write) -> io::Result<bool> {
    write!(terminal, "write this? [y/N] ")?;
    terminal.flush()?;
    let mut answer = String::new();
    // Whoever closes the input has ended no line.
    if io::stdin().read_line(&mut answer)? == 0 {
        writeln!(terminal)?;
    }
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn import(
    client: &Client,
    target: Target,
    texts: Texts,
    how: How,
    terminal: &mut impl Write,
) -> Result<(), ImportError> {
    match target {
        Target::Existing(project) => {
            let project_id = naming::project(client, Some(&project))?.id;
            if how.is_dry || how.cuts {
                preview::print(&preview::of_new(&texts, how.cuts)?, false, terminal)?;
                if !how.is_wanted(terminal)? {
                    return Ok(());
                }
            }
            import_into(client, (&project_id, "add"), texts, how, terminal)
        }
        Target::Updated(project) => {
            let project_id = naming::project(client, Some(&project))?.id;
            let preview = preview::of_project(client, &texts, &project_id, how.cuts)?;
            preview::print(&preview, true, terminal)?;
            if how.is_dry || how.asks {
                write_left_out(terminal, &texts.left_out)?;
            }
            if !how.is_wanted(terminal)? {
                return Ok(());
            }
            import_into(client, (&project_id, "update"), texts, how, terminal)
        }
        Target::New(name) => {
            if how.cuts {
                preview::print(&preview::of_new(&texts, true)?, false, terminal)?;
                if !how.is_wanted(terminal)? {
                    return Ok(());
                }
            }
            let made = client.post("/api/projects", json!({ "name": name }).to_string())?;
            let project_id = text(&made["id"]);
            import_into(client, (&project_id, "add"), texts, how, terminal).inspect_err(|_| {
                // The new project is removed again; if that fails too, the reason of the import is
                // the one to report.
                let _ = client.delete(&format!("/api/projects/{project_id}"));
            })
        }
        Target::Exported => {
            let body = texts.body("");
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
    (project_id, mode): (&str, &str),
    texts: Texts,
    how: How,
    terminal: &mut impl Write,
) -> Result<(), ImportError> {
    // What is not said is the default, so a plain import is no longer than it was measured to be.
    let mut members = String::new();
    if mode != "add" {
        members.push_str(&format!(",\"mode\":\"{mode}\""));
    }
    if how.cuts {
        members.push_str(",\"cut\":true");
    }
    let body = texts.body(&members);
    let mut left_out = texts.left_out;
    // Whatever somebody calls a project, it is one part of the path.
    let project = format!("/api/projects/{}", encoded(project_id));
    let mut import = client.post(&format!("{project}/documents/import"), body)?;
    let path = format!("{project}/imports/{}", text(&import["id"]));
    let mut progress = Progress::new(Instant::now());
    loop {
        match progress.look(&import["done"], Instant::now()) {
            Look::Moved => writeln!(terminal, "{} of {} files", import["done"], import["total"])?,
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
