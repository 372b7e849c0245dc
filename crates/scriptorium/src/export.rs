//! `scriptorium export`: writes all of a project into a folder, or its manuscript into a book, through the interface.
//! The folder, or the file, is there whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Component, Path, PathBuf},
};

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::{
    client::{Client, ClientError, encoded, with_server},
    settings::Settings,
    studio::{StudioError, naming},
};

/// What to export, and where to.
#[derive(Debug, Clone)]
pub struct Order {
    /// The folder to write.
    pub folder: PathBuf,
    /// The project.
    pub project: String,
    /// Whether earlier texts of documents are left out.
    pub without_revisions: bool,
    /// What is asked for of a book, by the parameters of the route.
    pub book: Vec<(&'static str, String)>,
    /// The access token for a server that needs one.
    pub token: Option<String>,
}

/// Why an export did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The folder is there already, with something in it.
    #[error("{} is there already and not empty", .0.display())]
    Taken(PathBuf),
    /// A file or folder cannot be written.
    #[error("writing {} failed", path.display())]
    Write {
        /// Which one.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// There is a file of that name.
    #[error("{} is there already", .0.display())]
    FileTaken(PathBuf),
    /// Something was asked for that only a book has.
    #[error("--{0} is for a book: name a file that ends in .docx or .epub")]
    NoBook(String),
    /// The project is not there, or not one.
    #[error(transparent)]
    Naming(#[from] StudioError),
    /// There is no server, or it refuses.
    #[error(transparent)]
    Server(#[from] ClientError),
    /// What the server sent is no export, or not a whole one.
    #[error("the export was interrupted")]
    Broken(#[source] serde_json::Error),
    /// The terminal is gone.
    #[error("writing to the terminal failed")]
    Terminal(#[source] io::Error),
}

/// Exports a project, and writes the result to `terminal`.
///
/// # Errors
/// When any step of it fails; then there is no folder.
pub async fn run(
    settings: &Settings,
    order: Order,
    terminal: &mut (impl Write + Send),
) -> Result<(), ExportError> {
    if let Some(format) = format_of(&order.folder) {
        return run_book(settings, order, format, terminal).await;
    }
    if let Some((name, _)) = order.book.first() {
        let name = if *name == "minSeverity" { "min-severity" } else { name };
        return Err(ExportError::NoBook(name.to_owned()));
    }
    let failed = |source| ExportError::Write { path: order.folder.clone(), source };
    if is_taken(&order.folder).map_err(failed)? {
        return Err(ExportError::Taken(order.folder));
    }
    let token = order.token.clone();
    let files = with_server(settings, token, |client| export(client, &order)).await?;
    writeln!(terminal, "wrote {files} files into {}", order.folder.display())
        .map_err(ExportError::Terminal)
}

/// What book a file is, by its ending; none for a folder.
fn format_of(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?;
    ["docx", "epub"].into_iter().find(|format| ending.eq_ignore_ascii_case(format))
}

/// Exports a manuscript as a book, and writes the result to `terminal`.
async fn run_book(
    settings: &Settings,
    order: Order,
    format: &str,
    terminal: &mut (impl Write + Send),
) -> Result<(), ExportError> {
    if order.folder.symlink_metadata().is_ok() {
        return Err(ExportError::FileTaken(order.folder));
    }
    let token = order.token.clone();
    let bytes = with_server(settings, token, |client| export_book(client, &order, format)).await?;
    writeln!(terminal, "wrote {bytes} bytes into {}", order.folder.display())
        .map_err(ExportError::Terminal)
}

/// Writes a book beside its file, which then takes its name; how many bytes.
fn export_book(client: &Client, order: &Order, format: &str) -> Result<u64, ExportError> {
    let project = naming::project(client, Some(&order.project))?;
    let mut path = format!("/api/projects/{}/export?format={format}", encoded(&project.id));
    for (name, value) in &order.book {
        path.push_str(&format!("&{name}={}", encoded(value)));
    }
    let mut answer = client.read(&path)?;
    let failed = |path: &Path, source| ExportError::Write { path: path.to_owned(), source };
    let file = std::path::absolute(&order.folder).map_err(|flaw| failed(&order.folder, flaw))?;
    let parent = file.parent().unwrap_or(&file);
    fs::create_dir_all(parent).map_err(|flaw| failed(parent, flaw))?;
    let part = parent.join(format!(".scriptorium-export-{}", std::process::id()));
    let mut write = || -> io::Result<u64> {
        let mut to = File::create_new(&part)?;
        let bytes = io::copy(&mut answer, &mut to)?;
        to.sync_all()?;
        fs::rename(&part, &file)?;
        File::open(parent)?.sync_all()?;
        Ok(bytes)
    };
    write().map_err(|flaw| {
        drop(fs::remove_file(&part));
        failed(&order.folder, flaw)
    })
}

fn is_taken(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes a project beside its folder, which then takes its name; how many files.
fn export(client: &Client, order: &Order) -> Result<usize, ExportError> {
    let revisions = if order.without_revisions { "?revisions=false" } else { "" };
    let path = format!("/api/projects/{}/export{revisions}", encoded(&order.project));
    let answer = client.read(&path)?;
    let failed = |path: &Path, source| ExportError::Write { path: path.to_owned(), source };
    let folder = std::path::absolute(&order.folder).map_err(|flaw| failed(&order.folder, flaw))?;
    let parent = folder.parent().unwrap_or(&folder);
    fs::create_dir_all(parent).map_err(|flaw| failed(parent, flaw))?;
    // Beside it, so that taking the name is one step on one file system.
    let part = parent.join(format!(".scriptorium-export-{}", std::process::id()));
    let written = write(answer, &part).and_then(|files| {
        // An empty folder of that name may be there; a full one stops the renaming.
        fs::rename(&part, &folder)
            .and_then(|()| File::open(parent)?.sync_all())
            .map_err(|flaw| failed(&folder, flaw))?;
        Ok(files)
    });
    if written.is_err() {
        drop(fs::remove_dir_all(&part));
    }
    written
}

/// Writes the files of an export into a folder that is not there yet.
fn write(answer: impl Read, folder: &Path) -> Result<usize, ExportError> {
    fs::create_dir(folder)
        .map_err(|source| ExportError::Write { path: folder.to_owned(), source })?;
    let mut writer = Writer { folder, files: 0, failed: None };
    let mut json = serde_json::Deserializer::from_reader(io::BufReader::new(answer));
    let read = json.deserialize_map(&mut writer).and_then(|()| json.end());
    if let Some(failed) = writer.failed {
        return Err(failed);
    }
    read.map_err(ExportError::Broken)?;
    Ok(writer.files)
}

/// Writes each file as it comes: a project may not fit into memory.
struct Writer<'f> {
    folder: &'f Path,
    files: usize,
    failed: Option<ExportError>,
}

/// A file as the interface sends it.
#[derive(serde::Deserialize)]
struct Sent {
    path: String,
    content: String,
}

impl Writer<'_> {
    fn write(&mut self, sent: &Sent) -> Result<(), ExportError> {
        let path = self.folder.join(&sent.path);
        let failed = |source| ExportError::Write { path: path.clone(), source };
        let is_plain = |part| matches!(part, Component::Normal(_));
        // The server is not trusted: nothing is written outside of the folder.
        if !Path::new(&sent.path).components().all(is_plain) {
            return Err(failed(io::Error::other("it lies outside of the folder")));
        }
        let parent = path.parent().unwrap_or(self.folder);
        fs::create_dir_all(parent).map_err(failed)?;
        let mut file = File::create_new(&path).map_err(failed)?;
        file.write_all(sent.content.as_bytes()).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        self.files += 1;
        Ok(())
    }
}

impl<'de> Visitor<'de> for &mut Writer<'_> {
    type Value = ();

    fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("the files of an export")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(name) = members.next_key::<String>()? {
            if name == "files" {
                members.next_value_seed(&mut *self)?;
            } else {
                members.next_value::<de::IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut files: A) -> Result<(), A::Error> {
        while let Some(sent) = files.next_element::<Sent>()? {
            if let Err(error) = self.write(&sent) {
                self.failed = Some(error);
                return Err(de::Error::custom("a file could not be written"));
            }
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for &mut Writer<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}
